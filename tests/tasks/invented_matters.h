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

}  // namespace proviso::tasks
