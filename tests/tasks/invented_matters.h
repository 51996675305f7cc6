// Contracts in which one thing is ruled by a clause and said again by another or by a schedule. All
// are invented.
#pragma once

#include <string_view>

namespace proviso::tasks {

inline constexpr std::string_view kSurvey = R"text(MASTER SERVICES AGREEMENT

This Master Services Agreement (this "Agreement") is made on 4 March 2024 (the "Effective Date") between Tidewell Marine Services Limited, a company incorporated in England and Wales with registered number 04417720, whose registered office is at 12 Quayside Row, Whitby (the "Supplier"), and Corrigan Offshore Holdings plc, a company incorporated in England and Wales, whose registered office is at 88 Harbour Street, Hull (the "Client").

1. DEFINITIONS
1.1 In this Agreement the following words have the meanings set out below.
"Charges" means the sums payable by the Client for the Services as set out in Schedule 2.
"Confidential Information" means all information of a confidential nature disclosed by one party to the other in connection with this Agreement.
"Deliverables" means the reports and drawings that the Supplier produces in the course of the Services.
"Services" means the survey and maintenance services described in Schedule 1.
"Vessels" means the four support vessels listed in Schedule 1.

2. TERM
2.1 This Agreement starts on the Effective Date and, unless terminated earlier in accordance with clause 9, continues for an initial term of thirty-six months.
2.2 The parties may agree in writing to extend the term for further periods of twelve months each.

3. SERVICES
3.1 The Supplier shall provide the Services to the Client with reasonable skill and care and by suitably qualified personnel.
3.2 The Supplier shall deliver each of the Deliverables within fifteen Business Days of completion of the survey to which it relates.
3.3 The Supplier shall at its own cost obtain and maintain all permits that are needed for the Services.

4. CHARGES AND PAYMENT
4.1 In consideration of the Services the Client shall pay the Charges to the Supplier.
4.2 The Supplier shall invoice the Client monthly in arrears, and the Client shall pay each undisputed invoice within 30 days of the date of the invoice.
4.3 If the Client fails to pay any sum by its due date, the Client shall pay interest on the overdue sum at the rate of 4% per annum above the base rate of the Bank of England from time to time.
4.4 The Client shall on signature of this Agreement pay to the Supplier a deposit of £40,000, which the Supplier shall set off against the final invoice.

5. WARRANTIES
5.1 The Supplier warrants that the Deliverables will conform in all material respects to their description for a period of twelve months from the date of delivery.
5.2 If the Client notifies the Supplier of a defect within the warranty period, the Supplier shall re-perform the affected part of the Services free of charge.

6. CONFIDENTIALITY
6.1 Each party shall keep the Confidential Information of the other party secret and shall not use it for any purpose other than the performance of this Agreement.
6.2 The obligations in this clause 6 survive termination of this Agreement for five years.

7. LIMITATION OF LIABILITY
7.1 Nothing in this Agreement limits liability for death or personal injury caused by negligence or for fraud.
7.2 Subject to clause 7.1, the Supplier's total liability arising under or in connection with this Agreement shall not exceed £750,000.

8. INSURANCE
8.1 The Supplier shall maintain professional indemnity insurance of not less than £2,000,000 for any one claim throughout the term of this Agreement and for six years afterwards.

9. TERMINATION
9.1 Either party may terminate this Agreement for convenience by giving the other party not less than ninety days' prior written notice.
9.2 Either party may terminate this Agreement with immediate effect if the other party commits a material breach and fails to remedy it within thirty days of being required in writing to do so.
9.3 On termination each party shall return the Confidential Information of the other party.

10. NON-SOLICITATION
10.1 During the term of this Agreement and for a period of twelve months after its termination, neither party shall solicit or entice away any employee of the other party who has been engaged in the Services.

11. GENERAL
11.1 This Agreement and any dispute arising out of it are governed by and construed in accordance with the law of England and Wales.
11.2 The courts of England and Wales have exclusive jurisdiction to settle any dispute arising out of or in connection with this Agreement.
11.3 Notices to the Supplier shall be sent to Tidewell Marine Services Limited at its registered office, marked for the attention of the company secretary.
11.4 This Agreement has two schedules, which form part of it. It is executed in two counterparts, one for each party.

SCHEDULE 1
SERVICES AND VESSELS
The Supplier shall carry out annual hull surveys, quarterly engine inspections and planned maintenance of the Vessels Aldous, Brannoch, Corvane and Dunmere.

SCHEDULE 2
CHARGES AND COMMERCIAL TERMS
Monthly charge for each Vessel: £9,500. Total monthly charge for four Vessels: £38,000.
Term: thirty-six months from the Effective Date.
Payment: invoices are payable within 30 days of the date of the invoice.
Deposit: £40,000, payable on signature.
Late payment interest: 4% per annum above base rate.
Notice of termination for convenience: ninety days.
Limit of liability: £750,000.

Signed for and on behalf of Tidewell Marine Services Limited by its director
Name: Oliver Penhale

Signed for and on behalf of Corrigan Offshore Holdings plc by its director
Name: Maeve Tolland
)text";

inline constexpr std::string_view kBakery = R"text(COMMERCIAL LEASE

This Lease is made on 2 May 2022 between Oakhanger Estates Limited (the "Landlord") and Fenwick & Rowe Bakers Limited (the "Tenant").

1. The Landlord lets to the Tenant the ground floor shop at 41 Mercer Lane, Guildford (the "Premises") for a term of ten years from 1 June 2022.

2. The Tenant shall pay to the Landlord a rent of £48,000 per year by equal quarterly instalments of £12,000 in advance on the usual quarter days.

3. The Tenant shall on the date of this Lease pay to the Landlord a deposit of £16,000 as security for its obligations.

4. If any rent is not paid within fourteen days of the date on which it is due, the Tenant shall pay interest at 5% per annum from the due date until payment.

5. The Tenant shall keep the interior of the Premises in good and tenantable repair and the Landlord shall keep the roof, the structure and the exterior in repair.

6. The Landlord shall insure the Premises against fire and the other usual risks, and the Tenant shall repay to the Landlord on demand the premium so paid.

7. The Tenant shall use the Premises only as a bakery and shop and shall not assign or underlet the whole or any part of the Premises without the written consent of the Landlord.

8. The Tenant may determine this Lease at the end of the fifth year of the term by giving the Landlord at least six months' written notice.

9. The Landlord shall permit the Tenant to hold the Premises free of rent for the first three months of the term in order to fit them out.

10. At the end of the term the Tenant shall yield up the Premises in repair, and the Landlord shall repay the deposit within twenty-eight days after the Tenant has given vacant possession.

11. Any notice under this Lease must be in writing and delivered to the party at its registered office.

12. This Lease is governed by the law of England.

THE SCHEDULE
Particulars
Term: ten years from 1 June 2022
Rent: £48,000 per year
Rent-free period: three months
Deposit: £16,000
Interest on late payments: 5% per annum
Break notice: six months
Return of deposit: twenty-eight days after vacant possession

Executed as a deed by Oakhanger Estates Limited acting by a director
Executed as a deed by Fenwick & Rowe Bakers Limited acting by a director
)text";

inline constexpr std::string_view kFillers = R"text(设备采购合同

合同编号：LH-2024-0317

甲方（买方）：江海市岚汀食品有限公司
统一社会信用代码：91330100MA2XK00X1A
地址：江海市临港区望潮路18号
法定代表人：顾怀远

乙方（卖方）：青屿市衡川机械制造有限公司
统一社会信用代码：91370200MA3PL00Y2B
地址：青屿市高新区铸远路66号
法定代表人：梁启明

根据《中华人民共和国民法典》等有关法律规定，甲乙双方在平等自愿的基础上，就甲方向乙方采购灌装生产线设备事宜，经协商一致，订立本合同。

第一条 标的物
乙方向甲方出售全自动灌装机4台，型号为HC-800，每台单价为人民币360000元，合同总价为人民币1440000元（大写：壹佰肆拾肆万元整）。

第二条 付款方式
1. 本合同签订之日起7日内，甲方向乙方支付合同总价的30%作为预付款，即人民币432000元。
2. 全部设备运抵甲方厂区并经安装调试验收合格后，甲方应在收到乙方开具的增值税专用发票之日起30日内支付合同总价的60%，即人民币864000元。
3. 剩余10%即人民币144000元作为质量保证金，在质保期满且无质量争议后15日内无息支付。

第三条 交货
1. 乙方应于2024年8月31日前将全部设备运至甲方厂区，运输费用由乙方承担。
2. 乙方应在设备到场之日起20日内完成安装调试。

第四条 质量保证
1. 设备的质保期为24个月，自验收合格之日起计算。
2. 质保期内设备出现故障的，乙方应在接到甲方通知后48小时内派员到场维修，维修费用由乙方承担。

第五条 保密
双方对在履行本合同过程中知悉的对方商业秘密、技术资料等保密信息负有保密义务，未经对方书面同意不得向第三方披露。保密义务自本合同终止之日起三年内有效。

第六条 违约责任
1. 乙方逾期交货的，每逾期一日，应按合同总价的0.5‰向甲方支付违约金，逾期超过30日的，甲方有权解除合同。
2. 甲方逾期付款的，每逾期一日，应按逾期付款金额的0.5‰向乙方支付违约金。

第七条 合同的解除
任何一方需提前解除本合同的，应提前60日书面通知对方，并赔偿对方因此遭受的损失。

第八条 争议解决
因本合同发生的争议，双方应协商解决；协商不成的，任何一方均可向甲方所在地人民法院提起诉讼。

第九条 其他
1. 本合同一式四份，甲乙双方各执二份，具有同等法律效力。
2. 本合同附件为本合同的组成部分，包括附件一《技术规格书》、附件二《售后服务承诺书》。
3. 本合同自双方签字盖章之日起生效。

甲方（盖章）：江海市岚汀食品有限公司
乙方（盖章）：青屿市衡川机械制造有限公司
签订日期：2024年3月17日

附件一 技术规格书
设备名称：全自动灌装机，型号HC-800，数量4台，单台产能每小时8000瓶。

附件二 售后服务承诺书
乙方承诺：设备自验收合格之日起提供24个月的免费保修服务，质保期内每季度派员巡检一次；接到甲方通知后48小时内到场处理。
)text";

inline constexpr std::string_view kHoldings = R"text(股权转让协议

转让方（甲方）：林慕白，身份证号码：330102198003050000
受让方（乙方）：嘉澜市澄宇投资管理有限公司，法定代表人：宋知节
目标公司（丙方）：嘉澜市远岫新材料股份有限公司，法定代表人：林慕白

鉴于：
1. 目标公司系依法设立并有效存续的股份有限公司，注册资本为人民币5000万元。
2. 甲方持有目标公司40%的股权，对应注册资本人民币2000万元。
3. 甲方拟将其持有的目标公司30%的股权转让给乙方，乙方同意受让。

各方经协商一致，达成如下协议：

第一条 定义
1.1 “标的股权”是指甲方持有的目标公司30%的股权。
1.2 “保密信息”是指一方在本协议的谈判、签署和履行过程中向其他方披露的、未公开的商业、财务和技术信息。
1.3 “交割日”是指标的股权变更登记至乙方名下之日。

第二条 转让价款及支付
2.1 标的股权的转让价款为人民币3600万元。
2.2 乙方应在本协议签订之日起10个工作日内向甲方支付首期款人民币1080万元，在交割日起15个工作日内支付剩余价款人民币2520万元。
2.3 因标的股权转让产生的税费，由甲乙双方依照法律规定各自承担。

第三条 交割
3.1 甲方和丙方应在乙方支付首期款之日起30日内办理完毕标的股权的工商变更登记手续。
3.2 自交割日起，乙方享有标的股权项下的股东权利，并承担相应的义务。

第四条 陈述与保证
4.1 甲方保证其合法持有标的股权，标的股权上不存在质押、冻结等权利负担。
4.2 丙方保证其向乙方提供的财务报表真实、准确、完整。

第五条 过渡期安排
自本协议签订之日起至交割日止为过渡期。过渡期内，未经乙方书面同意，丙方不得对外提供担保，不得分配利润。

第六条 竞业限制
甲方承诺，自交割日起两年内，不得直接或者间接从事与目标公司相同或者类似的业务。

第七条 保密
7.1 各方应对保密信息予以严格保密，未经披露方书面同意，不得向任何第三方披露。
7.2 各方的保密义务自本协议签订之日起五年内有效。

第八条 违约责任
8.1 乙方逾期支付转让价款的，每逾期一日，应按逾期金额的万分之三向甲方支付违约金。
8.2 甲方违反第四条的保证，给乙方造成损失的，应当承担赔偿责任。

第九条 法律适用与争议解决
9.1 本协议的订立、效力、解释和履行适用中华人民共和国法律。
9.2 因本协议引起的争议，各方应协商解决；协商不成的，提交嘉澜仲裁委员会仲裁，仲裁裁决是终局的。

第十条 附则
10.1 本协议自各方签字或者盖章之日起生效。
10.2 本协议一式六份，甲方、乙方、丙方各执二份。

甲方（签字）：林慕白
乙方（盖章）：嘉澜市澄宇投资管理有限公司
丙方（盖章）：嘉澜市远岫新材料股份有限公司
签署日期：2024年5月20日
)text";

inline constexpr std::string_view kEngineer = R"text(劳动合同书

用人单位（甲方）：川泽市临风软件有限公司
劳动者（乙方）：陆知秋

根据《中华人民共和国劳动合同法》等法律法规，甲乙双方在平等自愿、协商一致的基础上订立本合同。

一、合同期限
本合同为固定期限劳动合同，期限三年，自2024年4月1日起至2027年3月31日止，其中试用期三个月，自2024年4月1日起至2024年6月30日止。

二、工作内容和地点
乙方担任后端开发工程师，工作地点为川泽市。

三、工作时间
甲方实行标准工时制，乙方每日工作8小时，每周工作40小时。

四、劳动报酬
1. 乙方的月工资为人民币18000元，试用期月工资为人民币15000元。
2. 甲方于每月15日前以货币形式支付乙方上月工资。

五、社会保险
甲乙双方依法参加社会保险，甲方为乙方办理社会保险手续，并承担相应的义务。

六、保密与竞业限制
1. 乙方应当保守甲方的商业秘密。
2. 乙方在劳动合同解除或者终止后十二个月内，不得到与甲方生产或者经营同类产品、从事同类业务的有竞争关系的其他用人单位任职。
3. 竞业限制期限内，甲方按月向乙方支付竞业限制补偿，数额为乙方离职前月工资的30%。

七、合同的解除
乙方提前三十日以书面形式通知甲方，可以解除劳动合同；试用期内提前三日通知甲方，可以解除劳动合同。

八、争议处理
因履行本合同发生劳动争议，可以向川泽市劳动人事争议仲裁委员会申请仲裁。

九、其他
本合同一式两份，甲乙双方各执一份，自双方签字盖章之日起生效。

甲方（盖章）：川泽市临风软件有限公司
乙方（签字）：陆知秋
2024年3月25日

附件：岗位及待遇确认单
岗位：后端开发工程师
合同期限：三年
试用期：三个月
月工资：18000元
试用期月工资：15000元
竞业限制期限：十二个月
竞业限制补偿：离职前月工资的30%
)text";

inline constexpr std::string_view kInstruments = R"text(EXCLUSIVE DISTRIBUTION AGREEMENT

This Exclusive Distribution Agreement is made as of 9 October 2023 between Brightmere Instruments GmbH, a company organised under the laws of Germany (the "Manufacturer"), and Castlereagh Medical Supplies Limited, a company incorporated in Ireland (the "Distributor").

1. APPOINTMENT
1.1 The Manufacturer appoints the Distributor as its exclusive distributor of the Products in the Territory for a term of four years commencing on 1 November 2023.
1.2 "Products" means the surgical instruments listed in Annex A. "Territory" means the Republic of Ireland and Northern Ireland.
1.3 "Know-How" means the technical knowledge which the Manufacturer discloses to the Distributor for the purposes of this Agreement.

2. ORDERS AND DELIVERY
2.1 The Manufacturer shall confirm or reject each order within five working days of its receipt.
2.2 The Manufacturer shall deliver the Products EXW Tuttlingen within forty-five days of confirming the order.
2.3 The Distributor shall bear the cost of carriage and insurance from Tuttlingen.

3. PRICES AND PAYMENT
3.1 The prices of the Products are those in Annex A. They may be changed on three months' written notice.
3.2 Invoices fall due for payment sixty days after their date. The Manufacturer may charge interest on overdue amounts at one percent per month.
3.3 The Distributor shall purchase Products for at least EUR 600,000 in each contract year, being EUR 150,000 in each quarter.

4. DUTIES OF THE DISTRIBUTOR
4.1 The Distributor shall during the term and for one year after its end refrain from manufacturing or selling goods which compete with the Products.
4.2 The Distributor shall keep the Know-How secret. This duty continues for a period of seven years after the termination of this Agreement.

5. WARRANTY
5.1 The Manufacturer warrants that the Products are free from defects in material and workmanship for a period of twenty-four months from delivery to the Distributor.
5.2 The Distributor shall report a defect in writing within ten days of discovering it.

6. TERMINATION
6.1 Either party may terminate this Agreement without cause by giving not less than six months' written notice to the other party, such notice to take effect at the end of a contract year.
6.2 Each party may terminate this Agreement at once if the other party is in serious breach and has not put it right within twenty-one days of a written warning.
6.3 On termination the Manufacturer shall buy back unsold Products in their original packaging at the invoiced price within thirty days.

7. LIABILITY
7.1 The total liability of the Manufacturer under this Agreement in any contract year is limited to EUR 1,000,000.

8. FINAL PROVISIONS
8.1 This Agreement is governed by the laws of Germany.
8.2 All disputes shall be finally settled by arbitration under the rules of the German Arbitration Institute by three arbitrators sitting in Frankfurt am Main.
8.3 Annexes A and B are part of this Agreement. It has been signed in two originals, one for each party.

ANNEX A
PRODUCTS AND PRICES
Needle holder, curved: EUR 84. Dissecting forceps: EUR 37. Retractor, double-ended: EUR 112.

ANNEX B
COMMERCIAL SUMMARY
Contract term: four years from 1 November 2023
Payment term: sixty days after the date of invoice
Minimum annual purchase: EUR 600,000
Delivery time: forty-five days from confirmation of order
Warranty: twenty-four months from delivery
Notice of termination without cause: six months
Non-compete after the end of the term: one year
Interest on overdue amounts: 1% per month

Signed for Brightmere Instruments GmbH
Dr. Annegret Solms, Managing Director

Signed for Castlereagh Medical Supplies Limited
Eamon Tuohy, Director
)text";

inline constexpr std::string_view kDairy = R"text(产品经销协议

甲方（供应商）：桐岭市悦禾乳业股份有限公司
乙方（经销商）：沙洲市联拓商贸有限公司
丙方（担保人）：沈怀瑾

甲、乙、丙三方就乙方经销甲方产品事宜达成如下协议：

一、经销区域与期限
1. 甲方授权乙方在沙洲市行政区域内经销“悦禾”牌乳制品（以下简称“经销产品”）。
2. 经销期限为三年，自2024年1月1日起至2026年12月31日止。

二、保证金
1. 乙方应于本协议签订后5日内向甲方缴纳履约保证金200000元。
2. 本协议终止且双方结清账款后30日内，甲方将履约保证金无息退还乙方。

三、订货与付款
1. 乙方以书面订单方式订货，甲方应在收到订单后3日内确认，并在确认后7日内发货。
2. 货款按月结算，乙方应于次月10日前付清上月货款。
3. 产品运输费由甲方承担，卸货费由乙方承担。

四、质量与退换
1. 经销产品的保质期为180天，甲方交付的产品剩余保质期不得少于150天。
2. 乙方应在收货后3日内对产品的外观和数量提出书面异议。

五、年度任务
乙方每年度的销售任务为1200万元，即每季度300万元。完成任务的，甲方按年度销售额的2%给予返利。

六、竞业禁止
经销期限内及本协议终止后一年内，乙方不得经销与经销产品相同或者类似的其他品牌产品。

七、担保
丙方对乙方在本协议项下的货款支付义务承担连带保证责任，保证期间为主债务履行期限届满之日起三年。

八、违约责任
1. 乙方逾期付款的，每逾期一日，应按逾期金额的万分之四向甲方支付违约金。
2. 甲方逾期发货的，每逾期一日，应按该批货款的千分之一向乙方支付违约金。

九、协议的解除
任何一方拟提前解除本协议的，应当提前三个月书面通知另外两方。

十、其他
1. 因本协议产生的纠纷，由甲方所在地有管辖权的人民法院管辖。
2. 本协议一式三份，甲、乙、丙三方各执一份，自三方签字或盖章之日起生效。

甲方（盖章）：桐岭市悦禾乳业股份有限公司
乙方（盖章）：沙洲市联拓商贸有限公司
丙方（签字）：沈怀瑾
2023年12月18日

附表：经销要素表
经销区域：沙洲市行政区域
经销期限：三年
履约保证金：200000元
年度销售任务：1200万元
返利比例：2%
)text";

inline constexpr std::string_view kPlatform = R"text(技术服务合同

委托方（甲方）：宁澜市沐川水务集团有限公司
服务方（乙方）：渝安市赫远信息技术有限公司

甲方委托乙方就智慧水务平台的建设与运维提供技术服务，双方经协商一致，签订本合同。

第一条 服务内容
1.1 乙方为甲方提供智慧水务平台的软件开发、部署和运行维护服务。
1.2 “交付成果”是指乙方按照本合同约定向甲方提交的软件、源代码及技术文档。
1.3 “商业信息”是指双方在合作中知悉的对方未公开的经营信息和技术信息。

第二条 服务期限
本合同服务期限为两年，自2024年6月1日起至2026年5月31日止。乙方应于2024年9月30日前完成平台的开发和部署。

第三条 服务费用
3.1 本合同服务费总额为人民币960000元（大写：玖拾陆万元整），其中开发费600000元，运维费360000元。
3.2 合同生效后10个工作日内，甲方支付服务费总额的40%，即384000元。
3.3 平台通过验收后，甲方支付服务费总额的50%，即480000元。
3.4 剩余10%即96000元，于服务期限届满后支付。
3.5 甲方应在收到乙方开具的合法有效发票后20个工作日内付款。

第四条 验收
乙方完成部署后应书面通知甲方验收，甲方应在收到验收通知之日起15日内组织验收；逾期未验收的，视为验收合格。

第五条 运行维护
5.1 乙方自平台验收合格之日起提供十二个月的免费质保服务。
5.2 平台发生故障的，乙方应在收到甲方故障通知后2小时内响应，24小时内修复。

第六条 知识产权
交付成果的知识产权归甲方所有，未经甲方书面许可，乙方不得将交付成果提供给第三方使用。

第七条 保密
双方应对商业信息承担保密义务，该义务在本合同终止后三年内继续有效。

第八条 违约责任
8.1 乙方逾期交付的，每逾期一日，按服务费总额的千分之一支付违约金。
8.2 甲方逾期付款的，每逾期一日，按应付未付款项的万分之五支付违约金。

第九条 合同解除
甲乙任何一方提前终止本合同，须提前45天书面通知对方。

第十条 争议解决
双方因履行本合同发生争议的，提交宁澜仲裁委员会仲裁。

第十一条 其他
11.1 本合同正本一式肆份，双方各执贰份。
11.2 本合同附件：附件一《需求说明书》；附件二《运维服务标准》。

委托方（甲方）（盖章）：宁澜市沐川水务集团有限公司
服务方（乙方）（盖章）：渝安市赫远信息技术有限公司
签订日期：2024年5月20日

附件一 需求说明书
平台应支持不少于2000个监测点的数据接入。

附件二 运维服务标准
1. 服务期限：两年。
2. 响应时间：收到故障通知后2小时内响应，24小时内修复。
3. 免费质保期：十二个月，自验收合格之日起计算。
4. 运维费：360000元。
)text";

// Contracts with much that has two figures by right.
inline constexpr std::string_view kPlant = R"text(厂房租赁合同

出租方（以下简称甲方）：瀚宁市东岳机电有限公司
承租方（以下简称乙方）：瀚宁市柏川精密制造有限公司
保证方（以下简称丙方）：柏川控股集团有限公司

第一条 租赁标的
甲方将位于瀚宁市经开区启航路12号的2号厂房（建筑面积3200平方米）及办公楼第4层（建筑面积460平方米）出租给乙方。

第二条 租赁期限
厂房租赁期限为五年，自2024年3月1日起至2029年2月28日止；办公楼租赁期限为三年，自2024年3月1日起至2027年2月28日止。厂房免租期为两个月，办公楼不设免租期。

第三条 租金
1. 厂房租金为每月64000元，办公楼租金为每月11500元，合计每月75500元。
2. 自第三年起，厂房租金在上一年度基础上递增5%。
3. 租金按季度支付，乙方应在每季度首月10日前支付；首期租金应在本合同签订后5日内支付。

第四条 保证金
1. 乙方应于本合同签订后5日内向甲方支付租赁保证金150000元，装修保证金30000元。
2. 装修完成并经甲方验收合格后10日内，甲方退还装修保证金。
3. 租赁期满且乙方无违约情形的，甲方在乙方搬离后20日内退还租赁保证金。
4. 乙方提前退租的，甲方应在结清费用后60日内退还剩余的租赁保证金。

第五条 维修
1. 厂房主体结构、屋面的维修由甲方负责，甲方应在接到乙方通知后3日内派人维修；发生漏水、断电等紧急情况的，应在接到通知后4小时内到场处理。
2. 乙方自行安装的设备由乙方负责维修，维修费用由乙方承担。
3. 因甲方原因造成的损坏，维修费用由甲方承担。

第六条 合同解除
1. 乙方提前解除合同的，应提前六个月书面通知甲方，并支付两个月租金作为违约金。
2. 因政府征收需要解除合同的，甲方应提前30日书面通知乙方。
3. 任何一方严重违约的，守约方有权书面通知对方在15日内改正；逾期不改正的，守约方有权解除合同。

第七条 续租
乙方需要续租的，应在租赁期满前四个月书面通知甲方；甲方应在收到通知后30日内书面答复。

第八条 保密
双方对本合同的商务条款负有保密义务，保密期限为合同终止后两年；乙方对甲方提供的厂区图纸的保密义务自本合同签订之日起十年内有效。

第九条 违约责任
1. 乙方逾期支付租金的，每逾期一日，按应付租金的万分之五支付违约金；逾期超过60日的，按万分之八支付。
2. 甲方逾期交付厂房的，每逾期一日，按月租金的千分之三支付违约金。
3. 乙方逾期支付水电费的，每逾期一日，按欠费金额的千分之一支付违约金。

第十条 费用
1. 租赁期间的水费、电费由乙方承担，房产税由甲方承担。
2. 电梯年检费由甲方承担，电梯日常维护费由乙方承担。

第十一条 保证
丙方对乙方的全部债务承担连带保证责任，保证期间为乙方债务履行期限届满之日起三年。

第十二条 附则
1. 因本合同发生的争议，向租赁标的所在地人民法院起诉。
2. 本合同一式五份，甲方执两份，乙方执两份，丙方执一份。
3. 附件：《厂区平面图》《设备移交清单》。

甲方（盖章）：瀚宁市东岳机电有限公司
乙方（盖章）：瀚宁市柏川精密制造有限公司
丙方（盖章）：柏川控股集团有限公司
签订日期：2024年2月2日

附件：设备移交清单
设备名称：桥式起重机，型号QD-20，数量2台；
设备名称：空压机，型号BK-15，数量3台；
厂房免租期：两个月
租赁保证金：150000元
装修保证金：30000元
)text";

inline constexpr std::string_view kClaims = R"text(软件开发及运维合同

委托人（甲方）：合浦市民安保险经纪有限公司
受托人（乙方）：北岭市云阶软件有限公司

一、项目内容
乙方为甲方开发理赔管理系统（以下简称“系统”），并提供运维服务。

二、开发周期
1. 开发周期为六个月，分需求、开发、测试三个阶段：需求阶段1个月，开发阶段4个月，测试阶段1个月。
2. 乙方应于每一阶段结束后5个工作日内提交阶段成果，甲方应在收到后10个工作日内书面确认；最终验收应在收到验收申请后20个工作日内完成。

三、价款
1. 合同总价为1500000元，其中开发费1200000元，首年运维费300000元。
2. 合同签订后，甲方在收到乙方发票之日起10日内支付合同总价的30%，即450000元。
3. 系统上线后，甲方在收到乙方发票之日起15日内支付合同总价的40%，即600000元。
4. 最终验收合格后，甲方在收到乙方发票之日起30日内支付合同总价的25%，即375000元。
5. 余款5%即75000元为质保金，质保期满后10日内支付。
6. 第二年起运维费每年240000元，按半年支付，每半年120000元。

四、质保与运维
1. 系统的质保期为12个月，自最终验收合格之日起计算；第三方硬件的质保期以原厂承诺为准。
2. 一般故障，乙方应在接到通知后8小时内响应，48小时内修复；重大故障，乙方应在接到通知后1小时内响应，8小时内修复。

五、知识产权
系统的著作权归甲方所有，乙方原有的组件的知识产权归乙方所有。

六、保密
1. 双方对商业秘密的保密义务长期有效。
2. 双方对其他保密信息的保密义务自合同终止之日起三年内有效。

七、人员
项目经理未经甲方同意不得更换；确需更换的，乙方应提前15日书面通知甲方。甲方要求更换的，乙方应在7日内更换。

八、违约责任
1. 乙方逾期交付阶段成果的，每逾期一日，支付合同总价的千分之一的违约金；逾期超过30日的，甲方有权解除合同。
2. 乙方逾期响应故障的，每次支付违约金2000元。
3. 甲方逾期付款的，每逾期一日，支付应付款的万分之五的违约金。
4. 违约金总额不超过合同总价的20%。

九、解除
1. 甲方有权提前30日书面通知乙方解除运维部分。
2. 任何一方解除本合同的，应提前90日书面通知对方。

十、竞业
合同期内及终止后一年内，乙方不得利用甲方数据为与甲方有竞争关系的企业开发同类系统；乙方项目经理离职后两年内不得到与甲方有竞争关系的企业任职。

十一、其他
争议提交北岭仲裁委员会仲裁。本合同一式四份，双方各执两份。本合同有两个附件。

甲方（盖章）：合浦市民安保险经纪有限公司
乙方（盖章）：北岭市云阶软件有限公司
日期：2024年7月8日

附件一 功能清单
系统包括报案、查勘、定损、核赔四个模块。

附件二 运维标准
首年运维费：300000元
质保期：12个月
)text";

inline constexpr std::string_view kGrid = R"text(CONSULTANCY AGREEMENT

This Consultancy Agreement is dated 3 September 2024 and made between Halewood Renewables Limited (the "Company") and Ostrander Grid Consulting Limited (the "Consultant").

1. Engagement
1.1 The Company engages the Consultant to advise on grid connections for a period of two years from 1 October 2024 (the "Engagement").
1.2 The Consultant shall provide at least eight days of services in each month.

2. Fees
2.1 The Company shall pay the Consultant a fee of £900 per day, and £450 for a half day.
2.2 The Consultant shall invoice the Company at the end of each month. The Company shall pay each valid invoice within thirty days of receipt.
2.3 The Company shall reimburse travel expenses within fifteen days of receipt of an expenses claim.
2.4 Disputed invoices shall be paid within ten days after the dispute is resolved.
2.5 Interest accrues on overdue fees at 3% per annum above the base rate of Barclays Bank. Interest on an advance that is not repaid when due accrues at 6% per annum.

3. Confidentiality
3.1 The Consultant shall keep the Company's Confidential Information secret. This duty survives the end of the Engagement for three years, and for trade secrets without limit.
3.2 Information disclosed under a separate non-disclosure agreement remains subject to that agreement for five years from its disclosure.

4. Restrictions
4.1 For six months after the end of the Engagement the Consultant shall not advise a business that competes with the Company in Scotland.
4.2 For twelve months after the end of the Engagement the Consultant shall not solicit any employee of the Company.
4.3 For twelve months after the end of the Engagement the Company shall not engage any individual consultant of the Consultant.

5. Insurance
5.1 The Consultant shall maintain professional indemnity insurance of £1,000,000 and public liability insurance of £5,000,000, and shall keep the former in force for six years after the Engagement.

6. Termination
6.1 The Company may terminate the Engagement without cause on sixty days' written notice; the Consultant may do so on ninety days' written notice.
6.2 Either party may terminate the Engagement at once if the other fails to remedy a breach within twenty days of notice, or within five days in the case of non-payment.
6.3 If the Engagement is terminated within the first three months, the Company may terminate it on seven days' notice.

7. Liability
7.1 The Consultant's total liability under this Agreement shall not exceed £1,000,000. The Consultant's liability for loss of data shall not exceed £100,000.

8. General
8.1 This Agreement is governed by the law of Scotland, and the Scottish courts have exclusive jurisdiction.
8.2 Each party shall give the other notice of a change of address within seven days.

Schedule: Key Terms
Engagement: two years from 1 October 2024
Daily fee: £900 per day
Payment of invoices: thirty days from receipt
Notice by the Company: sixty days
Notice by the Consultant: ninety days
Professional indemnity insurance: £1,000,000
Public liability insurance: £5,000,000

For Halewood Renewables Limited
Iain Struthers, Director

For Ostrander Grid Consulting Limited
Petra Lindqvist, Director
)text";

inline constexpr std::string_view kBlowers = R"text(建设项目设备供货及安装合同

买方（甲方）：霁川市绿源污水处理有限公司
卖方（乙方）：鹤屿市通衡环保设备有限公司

第一条 供货范围
1. 乙方向甲方供应鼓风机（型号GF-75）3台、潜水泵（型号WQ-22）8台及配套控制柜，详见附件一。
2. 合同总价为3180000元，其中设备价2780000元，安装调试费400000元。

第二条 付款
1. 合同签订后10日内，甲方支付合同总价的20%作为预付款，即636000元。
2. 设备到货验收合格后，甲方在收到发票后20日内支付合同总价的50%，即1590000元。
3. 安装调试完成并验收合格后，甲方在收到发票后30日内支付合同总价的27%，即858600元。
4. 余下3%即95400元作为质保金，在质保期满后20日内无息支付。

第三条 交货和费用
1. 鼓风机应于合同签订后60日内交货，潜水泵应于合同签订后45日内交货。
2. 设备运输费、保险费由乙方承担，现场卸货费由甲方承担。因甲方变更交货地点增加的运输费用由甲方承担。
3. 首次检测费用由乙方承担；复检不合格的，复检费用由乙方承担，复检合格的，复检费用由甲方承担。

第四条 质保
1. 鼓风机的质保期为36个月，潜水泵的质保期为24个月，均自验收合格之日起计算。
2. 质保期内出现故障的，乙方应在接到甲方通知后24小时内到场维修；质保期外乙方应在接到通知后72小时内到场，维修费用由甲方承担。

第五条 违约责任
1. 乙方逾期交货的，每逾期一日，按逾期交货部分价款的千分之二支付违约金，逾期超过30日的，甲方有权解除合同。
2. 乙方逾期完成安装调试的，每逾期一日，按安装调试费的千分之五支付违约金。
3. 甲方逾期付款的，每逾期一日，按应付款的万分之三支付违约金。

第六条 解除
甲方在设备投产前可以提前15日书面通知乙方解除合同并赔偿损失；设备投产后任何一方不得单方解除。

第七条 履约担保
1. 乙方应在合同签订后7日内向甲方提交履约保证金318000元，到货验收合格后15日内退还一半，安装验收合格后15日内退还其余一半。
2. 乙方向甲方支付的投标保证金60000元，自动转为履约保证金的一部分。

第八条 保密
1. 双方的保密义务自合同终止之日起两年内有效。
2. 甲方对乙方控制程序源代码的保密义务自合同终止之日起十年内有效。

第九条 争议
因本合同产生的争议，提交霁川仲裁委员会仲裁。申请财产保全的，由有管辖权的人民法院办理。

第十条 其他
本合同一式六份，甲方四份，乙方两份。附件一《供货清单》、附件二《安装计划》为本合同组成部分。

甲方（盖章）：霁川市绿源污水处理有限公司
乙方（盖章）：鹤屿市通衡环保设备有限公司
日期：2024年9月9日

附件一 供货清单
鼓风机，型号GF-75，3台，单价560000元；
潜水泵，型号WQ-22，8台，单价100000元；
控制柜，300000元。
合计：2780000元

附件二 安装计划
鼓风机安装期限：20日
潜水泵安装期限：10日
调试期限：15日
安装地点：霁川市滨江路77号
)text";

inline constexpr std::string_view kInvestment = R"text(投资协议

投资方（甲方）：川聚股权投资基金（有限合伙）
创始股东（乙方）：贺兰舟
标的公司（丙方）：澄怀智能装备有限公司

鉴于丙方注册资本为人民币1000万元，乙方持有丙方80%的股权，丙方员工持股平台持有丙方20%的股权。甲方拟以增资及受让老股的方式投资丙方。

1. 交易方案
1.1 甲方以人民币3000万元认购丙方新增注册资本200万元，其余2800万元计入资本公积。
1.2 甲方以人民币500万元受让乙方持有的丙方5%的股权。
1.3 本次交易完成后，甲方持有丙方约20.83%的股权。

2. 付款
2.1 甲方应在先决条件满足后10个工作日内支付增资款的60%，即1800万元。
2.2 甲方应在变更登记完成后10个工作日内支付增资款的40%，即1200万元。
2.3 甲方应在变更登记完成后20个工作日内向乙方支付股权转让款500万元。

3. 变更登记
3.1 丙方应在收到首期增资款后30日内办理增资的变更登记；乙方应在本协议签订后60日内协助办理股权转让的变更登记。

4. 竞业限制
4.1 乙方在持有丙方股权期间及不再持有股权后三年内，不得从事与丙方相竞争的业务。
4.2 乙方应促使核心员工承诺离职后两年内不从事与丙方相竞争的业务。

5. 保密
5.1 各方的保密义务自本协议签订之日起五年内有效；本协议终止的，自终止之日起三年内有效。

6. 回购
6.1 丙方未能在2028年12月31日前实现合格上市的，甲方有权要求乙方按年利率8%回购股权；乙方应在收到回购通知后90日内付清。
6.2 乙方逾期支付回购款的，每逾期一日，按应付金额的万分之五支付违约金。
6.3 丙方逾期返还增资款的，按年利率12%支付资金占用费。

7. 陈述与保证
7.1 乙方保证其已足额缴纳出资；如有不足，乙方应在收到通知后15日内补足。
7.2 丙方的陈述与保证在交割后24个月内有效，关于税务的陈述与保证在交割后60个月内有效。

8. 适用法律与争议解决
8.1 本协议适用中国法律。
8.2 争议提交川泽国际仲裁院仲裁，仲裁地为川泽。

9. 附则
9.1 本协议一式八份，甲方两份，乙方两份，丙方四份。
9.2 本协议自各方签署之日起生效，至甲方不再持有丙方股权之日终止。

甲方（盖章）：川聚股权投资基金（有限合伙）
乙方（签字）：贺兰舟
丙方（盖章）：澄怀智能装备有限公司
2024年10月11日
)text";

inline constexpr std::string_view kResin = R"text(SUPPLY AND LICENCE AGREEMENT

This Supply and Licence Agreement is made on 12 August 2024 between Wrenfield Polymers, Inc., a Delaware corporation ("Supplier"), and Lorimer Packaging LLC, an Ohio limited liability company ("Customer").

1. Term. This Agreement starts on 1 September 2024 and continues for three years. It renews for further terms of one year each unless either party gives notice of non-renewal at least ninety days before the end of the term.

2. Supply. Supplier shall ship each order within twenty days of acceptance, and urgent orders within five days of acceptance.

3. Prices and payment. Customer shall pay invoices for resin within thirty days of the date of invoice. Customer shall pay invoices for tooling within ten days of the date of invoice. If a payment is late, Customer shall pay interest at 1% per month. If an audit shows an underpayment, the shortfall bears interest at 1.5% per month.

4. Deposit. Customer shall pay a deposit of $25,000 for tooling on signature and a further deposit of $10,000 on approval of the first samples. Supplier shall return the tooling deposit within sixty days after the tooling is returned.

5. Warranty. Supplier warrants that the Resin will meet the specifications for a period of six months from delivery. Supplier warrants that the Tooling will be free from defects for a period of two years from delivery.

6. Licence. Supplier grants to Customer a non-exclusive licence of the Marks for the term and for six months after its end in order to sell off stock. The licence of the Know-How is exclusive in the Territory.

7. Confidentiality. Each party shall keep the other's information confidential during the term and for five years after its end. The financial terms remain confidential for two years after the end of this Agreement.

8. Restrictions. During the term and for one year after its end Customer shall not make goods that compete with the Resin. For two years after its end neither party shall solicit the other's engineers, and for six months after its end Supplier shall not solicit Customer's customers.

9. Termination. Either party may terminate this Agreement at any time after the first year on one hundred and eighty days' notice. Supplier may terminate the licence of the Marks at any time on thirty days' notice. Customer may terminate an order for convenience on ten days' notice before shipment.

10. Liability. Supplier's total liability shall not exceed $2,000,000 in any year. Supplier's total liability for delay shall not exceed $150,000.

11. Insurance. Supplier shall maintain product liability insurance of $5,000,000 for any one claim and $10,000,000 in the aggregate.

12. Taxes. Customer shall pay sales taxes and Supplier shall pay taxes on its income.

13. Law. This Agreement is governed by the laws of Delaware. The courts of Ohio have exclusive jurisdiction over claims by Supplier against Customer, and the courts of Delaware have exclusive jurisdiction over claims by Customer against Supplier.

14. Notices. Notices to Supplier go to Wrenfield Polymers, Inc., with a copy to its affiliate Wrenfield Chemicals, Inc. at the same address.

15. Exhibits. Exhibits A and B are part of this Agreement. The parties will agree Exhibits C and D to the Quality Agreement separately.

EXHIBIT A
SPECIFICATIONS
Melt index: 12. Density: 0.95.

EXHIBIT B
KEY TERMS
Initial term: three years from 1 September 2024
Renewal term: one year
Lead time: twenty days from acceptance
Lead time for urgent orders: five days from acceptance
Payment of resin invoices: thirty days from the date of invoice
Payment of tooling invoices: ten days from the date of invoice
Tooling deposit: $25,000
Resin warranty: six months from delivery
Tooling warranty: two years from delivery
Marks sell-off period: six months

WRENFIELD POLYMERS, INC.
By: Cora Dunmore, President

LORIMER PACKAGING LLC
By: Hugh Barclay, Manager
)text";

}  // namespace proviso::tasks
