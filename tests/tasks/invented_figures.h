// Invented contracts that calculate, date and oblige, in which nothing disagrees: every name, number
// and place is made up.
#pragma once

#include <string_view>

namespace proviso::tasks {

inline constexpr std::string_view kMachines = R"text(EQUIPMENT SALE AND PURCHASE AGREEMENT

This Equipment Sale and Purchase Agreement (this "Agreement") is entered into as of March 3, 2025 (the "Effective Date") by and between Larkmoor Machinery Inc., a Delaware corporation ("Seller"), and Osgood Packaging Corp., an Ohio corporation ("Buyer"). Seller and Buyer are each a "Party" and together the "Parties".

RECITALS
A. Seller manufactures carton folding machines.
B. Buyer wishes to buy two machines of model LM-400 (the "Equipment").

The Parties agree as follows:

ARTICLE 1
SALE OF EQUIPMENT
1.1 Sale. Seller shall sell and Buyer shall buy the Equipment, which is described in Exhibit A.
1.2 Delivery. Seller shall deliver the Equipment to Buyer's plant in Dayton, Ohio no later than June 30, 2025 (the "Delivery Date").
1.3 Title and Risk. Title and risk pass to Buyer on delivery.

ARTICLE 2
PRICE AND PAYMENT
2.1 Purchase Price. The total purchase price for the Equipment is Four Hundred Thousand Dollars ($400,000) (the "Purchase Price").
2.2 Payment. Buyer shall pay the Purchase Price in the following installments:
(a) thirty percent (30%), being $120,000, within ten (10) days of the Effective Date;
(b) fifty percent (50%), being $200,000, on delivery of the Equipment; and
(c) twenty percent (20%), being $80,000, within thirty (30) days of the Acceptance Certificate.
2.3 Late Payment. Sums not paid when due bear interest at one and one-half percent (1.5%) per month.
2.4 Taxes. The Purchase Price does not include sales tax, which at the rate of 7% amounts to $28,000 and is paid by Buyer.

ARTICLE 3
ACCEPTANCE
3.1 Testing. Buyer shall test the Equipment within fifteen (15) days after delivery.
3.2 Acceptance. If the Equipment meets the specifications in Exhibit B, Buyer shall sign an acceptance certificate (the "Acceptance Certificate").

ARTICLE 4
WARRANTY
4.1 Warranty. Seller warrants that the Equipment will be free from defects for a period of twenty-four (24) months after delivery (the "Warranty Period").
4.2 Remedy. During the Warranty Period Seller shall repair or replace defective parts within twenty (20) days of Buyer's notice.
4.3 Exclusions. The warranty does not cover wear parts listed in Exhibit B.

ARTICLE 5
LIABILITY
5.1 Cap. Seller's total liability under this Agreement shall not exceed $400,000.
5.2 Delay. If delivery is late, Seller shall pay Buyer liquidated damages of $2,000 for each day of delay, up to a maximum of $40,000, which is ten percent (10%) of the Purchase Price.

ARTICLE 6
TERMINATION
6.1 Breach. Either Party may terminate this Agreement if the other Party does not cure a material breach within thirty (30) days of written notice.
6.2 Survival. Articles 4, 5 and 7 survive termination.

ARTICLE 7
GENERAL
7.1 Governing Law. This Agreement is governed by the laws of the State of Ohio.
7.2 Venue. Any action shall be brought in the courts of Montgomery County, Ohio.
7.3 Notices. Notices to Seller shall be sent to Larkmoor Machinery Inc., 12 Forge Street, Wilmington, Delaware. Notices to Buyer shall be sent to Osgood Packaging Corp., 900 River Drive, Dayton, Ohio.
7.4 Entire Agreement. This Agreement with its Exhibits A and B is the entire agreement of the Parties.

IN WITNESS WHEREOF, the Parties have executed this Agreement as of the Effective Date.

LARKMOOR MACHINERY INC.
By: ______________
Name:
Title:

OSGOOD PACKAGING CORP.
By: ______________
Name:
Title:

EXHIBIT A
EQUIPMENT
Two (2) carton folding machines, model LM-400, at $200,000 each; total $400,000. Delivery by June 30, 2025. Warranty Period: twenty-four (24) months.

EXHIBIT B
SPECIFICATIONS
Output: 40,000 cartons per hour. Wear parts: belts, blades and suction cups.
)text";

inline constexpr std::string_view kMill = R"text(COMMERCIAL LEASE AGREEMENT

THIS LEASE is made on 15 December 2023 between Pinecrest Holdings Limited, a company registered in England and Wales with company number 09911223, whose registered office is at 4 Mill Lane, Harwick (the "Landlord"), and Dalby Print Works Limited, whose registered office is at 9 Station Road, Harwick (the "Tenant").

1. DEFINITIONS
1.1 In this Lease the following words have the following meanings:
"Premises" means the ground floor of Unit 7, Weir Industrial Estate, Harwick, shown edged red on the plan in Schedule 1.
"Rent" means the annual rent of £24,000 payable under clause 3.
"Deposit" means the sum of £6,000.
"Permitted Use" means use as a printing workshop.
"Rent Day" means the first day of each calendar month.

2. GRANT AND TERM
2.1 The Landlord lets the Premises to the Tenant for a term of three years from 1 January 2024 to 31 December 2026 (the "Term").
2.2 The Tenant may end this Lease on or after 1 January 2025 by giving the Landlord not less than six months' written notice.

3. RENT
3.1 The Tenant shall pay the Rent by equal monthly instalments of £2,000 in advance on each Rent Day.
3.2 The first instalment is due on 1 January 2024.
3.3 If any sum is unpaid for more than 14 days after it falls due, the Tenant shall pay interest on it at 4% a year above the base rate of the Bank of England.

4. DEPOSIT
4.1 On signing this Lease the Tenant shall pay the Deposit to the Landlord, being three months' Rent.
4.2 The Landlord shall repay the Deposit within 28 days after the end of the Term, less any sum due under clause 5.3.

5. TENANT'S COVENANTS
5.1 The Tenant shall not use the Premises for any purpose other than the Permitted Use.
5.2 The Tenant shall keep the Premises in good repair and shall not make alterations without the Landlord's consent.
5.3 The Tenant shall make good any damage that it causes to the Premises.
5.4 The Tenant shall not assign or underlet the Premises without the prior written consent of the Landlord.

6. LANDLORD'S COVENANTS
6.1 The Landlord shall insure the building against fire, storm and flood.
6.2 The Landlord shall allow the Tenant to enjoy the Premises without interruption.

7. FORFEITURE
7.1 The Landlord may re-enter the Premises if the Rent is unpaid for 21 days or if the Tenant is in breach of clause 5.
7.2 Re-entry does not affect any right that has accrued.

8. NOTICES
8.1 A notice under this Lease must be in writing and delivered to the registered office of the party to whom it is addressed.

9. GOVERNING LAW
9.1 This Lease is governed by the law of England and Wales, and the courts of England and Wales have exclusive jurisdiction.

SCHEDULE 1
The Plan
The Premises are shown edged red.

SCHEDULE 2
Payment Summary
Annual Rent: £24,000
Monthly instalment: £2,000
Deposit: £6,000
Term: 1 January 2024 to 31 December 2026
Break notice: six months

Signed for Pinecrest Holdings Limited
Signed for Dalby Print Works Limited
)text";

inline constexpr std::string_view kHall = R"text(CONSTRUCTION CONTRACT

This Contract is made on 4 April 2025 between Ashgrove School Trust ("Employer") and Kestrel Builders Limited ("Contractor").

1. The Works. The Contractor shall build a sports hall at Ashgrove School in accordance with the drawings in Annex 1 and the specification in Annex 2 (the "Works").
2. Contract Sum. The Employer shall pay the Contractor the sum of £1,200,000 exclusive of VAT (the "Contract Sum"). VAT at 20% is £240,000, so that the total payable is £1,440,000.
3. Commencement and Completion. The Works shall commence on 1 May 2025 and shall be completed by 30 April 2026 (the "Completion Date"), a period of twelve months.
4. Payment. The Contract Sum is payable in stages: (a) foundations, £200,000; (b) frame, £300,000; (c) roof, £300,000; (d) fitting out, £280,000; (e) completion, £120,000.
5. Retention. The Employer may retain 5% of each stage payment, to a limit of £60,000, until the end of the Defects Period.
6. Liquidated Damages. If the Works are not complete by the Completion Date, the Contractor shall pay £1,500 for each day of delay, up to 10% of the Contract Sum, that is £120,000.
7. Defects. The Contractor shall make good defects notified within twelve months after completion (the "Defects Period").
8. Insurance. The Contractor shall insure the Works for not less than £1,440,000 and hold public liability cover of £5,000,000.
9. Variations. No variation is valid unless the Contract Administrator has ordered it in writing. "Contract Administrator" means Lowe & Partners of Harwick.
10. Termination. The Employer may terminate under clause 10.1 or 10.2.
10.1 If the Contractor stops work for fourteen days without cause.
10.2 If the Contractor becomes insolvent.
11. Disputes. Any dispute shall be referred to adjudication and, failing settlement, to the courts of England and Wales.
12. Documents. The Contract consists of these clauses and Annexes 1 to 3.

Annex 1
Drawings
Drawings AG-01 to AG-14.

Annex 2
Specification
The hall is 34 m by 20 m.

Annex 3
Programme and Stage Payments
Start: 1 May 2025. Completion Date: 30 April 2026.
Foundations £200,000
Frame £300,000
Roof £300,000
Fitting out £280,000
Completion £120,000
Total £1,200,000

Signed for the Employer:
Signed for the Contractor:
)text";

inline constexpr std::string_view kFarmLoan = R"text(LOAN AGREEMENT

Dated 1 June 2024

BETWEEN
(1) BRACKEN CAPITAL LTD, a company incorporated in England (the "Lender"); and
(2) TOLLAND FARMS LTD, a company incorporated in England (the "Borrower").

IT IS AGREED:

1. The Loan
1.1 The Lender agrees to lend the Borrower the sum of GBP 250,000 (two hundred and fifty thousand pounds) (the "Loan").
1.2 The Loan shall be advanced on 15 June 2024 (the "Drawdown Date").
1.3 The Borrower shall use the Loan to buy agricultural machinery.

2. Interest
2.1 Interest accrues on the Loan at 6% per annum from the Drawdown Date.
2.2 Interest is payable quarterly in arrears, being GBP 3,750 each quarter while the whole Loan is outstanding.
2.3 If a payment is late, default interest at 9% per annum is payable instead of the rate in clause 2.1.

3. Repayment
3.1 The Borrower shall repay the Loan in five equal annual instalments of GBP 50,000, the first on 15 June 2025 and the last on 15 June 2029 (the "Final Repayment Date").
3.2 The Borrower may prepay the Loan on giving not less than 30 days' notice.

4. Security
4.1 The Borrower's obligations are secured by a charge over the machinery in the form set out in Schedule 1.
4.2 The Guarantor named in Schedule 2 shall guarantee the Loan up to GBP 100,000.

5. Events of Default
5.1 It is an Event of Default if the Borrower fails to pay any sum within 7 days of its due date.
5.2 It is an Event of Default if the Borrower becomes insolvent.
5.3 On an Event of Default the Lender may demand immediate repayment of the Loan.

6. Fees
6.1 The Borrower shall pay an arrangement fee of GBP 2,500, being 1% of the Loan.
6.2 Prepayment under clause 3.2 bears no fee.

7. Notices
7.1 Notices must be in writing and sent to the registered office.

8. Law
8.1 This Agreement is governed by English law.
8.2 The courts of England have exclusive jurisdiction.

SCHEDULE 1
Form of Charge
The Borrower charges the machinery to the Lender as security for the Loan of GBP 250,000.

SCHEDULE 2
Guarantor
Guarantor: Edwin Tolland. Limit of guarantee: GBP 100,000.

SCHEDULE 3
Repayment Schedule
15 June 2025: GBP 50,000
15 June 2026: GBP 50,000
15 June 2027: GBP 50,000
15 June 2028: GBP 50,000
15 June 2029: GBP 50,000
Total: GBP 250,000

Signed by BRACKEN CAPITAL LTD
Signed by TOLLAND FARMS LTD
)text";

inline constexpr std::string_view kSecrets = R"text(MUTUAL NON-DISCLOSURE AGREEMENT

This Mutual Non-Disclosure Agreement ("Agreement") is entered into on 10 February 2025 between Cobalt Reef Pte. Ltd. ("Cobalt"), a company incorporated in Singapore, and Maren Optics GmbH ("Maren"), a company incorporated in Germany.

1. Purpose. The parties wish to discuss a possible joint development of underwater lenses (the "Purpose").
2. Confidential Information. "Confidential Information" means any information disclosed by one party (the "Disclosing Party") to the other (the "Receiving Party") in connection with the Purpose.
3. Exclusions. Confidential Information does not include information that (a) is public; (b) was known to the Receiving Party; or (c) is independently developed.
4. Obligations. The Receiving Party shall use Confidential Information only for the Purpose and shall protect it with reasonable care. The Receiving Party may disclose it only to its Representatives, who are bound by like duties. "Representatives" means employees, directors and professional advisers of a party.
5. Compelled Disclosure. If the Receiving Party is required by law to disclose Confidential Information, it shall notify the Disclosing Party within five (5) business days.
6. Return. On request the Receiving Party shall return or destroy Confidential Information within fourteen (14) days, subject to Section 3.
7. Term. This Agreement remains in force for two (2) years from 10 February 2025, that is until 9 February 2027. The duty of confidence lasts five (5) years after the end of this Agreement.
8. Remedies. Damages alone may not be an adequate remedy.
9. No License. Nothing in this Agreement grants a license.
10. Governing Law. This Agreement is governed by the laws of Singapore.
11. Disputes. Any dispute shall be finally settled by arbitration in Singapore under the rules of the Singapore International Arbitration Centre.
12. Survival. Sections 4 to 6 survive the end of this Agreement for five (5) years.

Cobalt Reef Pte. Ltd.
By: ____________________

Maren Optics GmbH
By: ____________________
)text";

inline constexpr std::string_view kShop = R"text(房屋租赁合同

出租方（甲方）：澄江市瑞和置业有限公司
住所地：澄江市云溪区望江路88号
法定代表人：罗启明
承租方（乙方）：澄江市百味餐饮管理有限公司
住所地：澄江市云溪区东园街12号
法定代表人：邱玉兰

根据《中华人民共和国民法典》及相关法律法规的规定，甲乙双方在平等、自愿的基础上，就甲方将房屋出租给乙方使用事宜，达成如下协议：

第一条 房屋基本情况
甲方将位于澄江市云溪区望江路88号一层商铺（以下简称“该房屋”）出租给乙方使用，建筑面积为200平方米。房屋平面图见附件一。

第二条 租赁期限
租赁期限共36个月，自2024年1月1日起至2026年12月31日止。

第三条 租金及支付方式
1. 月租金为人民币20000元（大写：贰万元整），年租金合计240000元。
2. 租金按季度支付，每季度支付60000元，乙方应于每季度首月5日前支付。
3. 乙方逾期支付租金的，每逾期一日，应按欠付租金的千分之一向甲方支付违约金。

第四条 押金
1. 乙方应于本合同签订之日起3日内向甲方支付押金40000元，相当于两个月租金。
2. 租赁期满，乙方结清费用后，甲方应于10日内无息退还押金。

第五条 甲方的权利义务
1. 甲方应于2024年1月1日前将该房屋交付乙方使用。
2. 甲方负责该房屋主体结构的维修。

第六条 乙方的权利义务
1. 乙方应按本合同第三条的约定支付租金。
2. 未经甲方书面同意，乙方不得将该房屋转租给第三人。

第七条 合同解除
1. 乙方拖欠租金超过三十（30）日的，甲方有权解除合同。
2. 任何一方提前解除合同的，应提前60日书面通知对方。

第八条 违约责任
1. 任何一方违反本合同第七条第2款约定提前解除合同的，应向对方支付相当于两个月租金的违约金，即40000元。
2. 提前解除合同的一方未提前60日书面通知对方的，应赔偿对方损失。

第九条 争议解决
因本合同发生的争议，双方协商不成的，向该房屋所在地人民法院提起诉讼。

第十条 其他
本合同一式两份，甲乙双方各执一份，自双方签字盖章之日起生效。

附件一：房屋平面图
附件二：费用明细表
月租金：20000元
押金：40000元
租赁期限：2024年1月1日至2026年12月31日

甲方（盖章）：澄江市瑞和置业有限公司
乙方（盖章）：澄江市百味餐饮管理有限公司
签订日期：2023年12月20日
)text";

inline constexpr std::string_view kPacker = R"text(设备采购合同

合同编号：CG-2025-018
买方（甲方）：临溪市宏图包装有限公司
卖方（乙方）：东陵市精工机械制造有限公司

甲乙双方经友好协商，就甲方向乙方购买设备事宜订立本合同。

一、标的物
乙方向甲方出售全自动包装机2台，型号JG-500，单价人民币150000元，总价人民币300000元（大写：叁拾万元整）。设备技术参数见附件1。

二、交货
乙方应于2025年6月30日前将设备运至甲方所在地并完成安装调试。

三、付款方式
1、合同签订后5日内，甲方向乙方支付合同总价的30%，即90000元作为预付款；
2、设备到货后10日内，甲方支付合同总价的50%，即150000元；
3、验收合格后15日内，甲方支付合同总价的15%，即45000元；
4、余款5%即15000元作为质保金，质保期满后无质量问题的，甲方于10日内付清。

四、税率
合同总价为含税价，税率13%，乙方应向甲方开具增值税专用发票。不含税金额为265486.73元，税额为34513.27元。

五、质量保证
质保期为12个月，自验收合格之日起算。质保期内设备出现质量问题，乙方应在接到甲方通知后48小时内到场维修。

六、验收
甲方应在安装调试完毕后7日内组织验收。

七、违约责任
1、乙方逾期交货的，每逾期一日，应按合同总价的千分之五向甲方支付违约金，违约金总额不超过合同总价的10%，即30000元。
2、甲方逾期付款的，每逾期一日，应按逾期付款金额的千分之五向乙方支付违约金。

八、争议解决
因本合同引起的争议，由甲方所在地人民法院管辖。

九、其他
1、本合同附件1、附件2为本合同不可分割的组成部分。
2、本合同一式四份，双方各执两份。

附件1：技术参数
型号JG-500，每分钟包装60件，质保期12个月。
附件2：价格清单
包装机2台，单价150000元，合计300000元。交货日期：2025年6月30日。

甲方：临溪市宏图包装有限公司（盖章）
乙方：东陵市精工机械制造有限公司（盖章）
2025年3月10日
)text";

inline constexpr std::string_view kBerths = R"text(技术服务合同

委托方（甲方）：南屿市港务集团有限公司
受托方（乙方）：南屿市智航软件科技有限公司

第一条 定义
1.1 “服务成果”是指乙方根据本合同向甲方交付的软件、文档及相关资料。
1.2 “验收标准”是指附件二所列的技术指标。
1.3 “服务费”是指甲方依据本合同第四条应付的费用。

第二条 服务内容
乙方为甲方开发泊位调度系统，具体内容见附件一。

第三条 服务期限
服务期限为2025年1月1日至2025年12月31日，共12个月。

第四条 服务费及支付
4.1 服务费总额为人民币1200000元（大写：壹佰贰拾万元整），含税率6%的增值税。
4.2 服务费分三期支付：第一期360000元，于合同生效后10日内支付；第二期480000元，于初验合格后10日内支付；第三期360000元，于终验合格后10日内支付。
4.3 乙方账户：南屿市智航软件科技有限公司。

第五条 验收
5.1 甲方应在收到服务成果后15个工作日内按照验收标准进行验收。
5.2 验收不合格的，乙方应在10个工作日内免费修改。

第六条 知识产权
服务成果的知识产权归甲方所有。

第七条 保密
7.1 双方对在履行合同中知悉的对方商业秘密负有保密义务，保密期限为合同终止后三年。
7.2 乙方违反第7.1条的，应赔偿甲方损失。

第八条 违约责任
8.1 乙方逾期交付服务成果的，每逾期一日，按服务费总额的千分之一支付违约金。
8.2 甲方逾期付款的，每逾期一日，按应付未付金额的千分之一支付违约金。

第九条 合同解除
一方严重违约的，另一方可提前三十日书面通知解除合同。

第十条 争议解决
凡因本合同引起的争议，提交南屿仲裁委员会仲裁。

第十一条 附则
11.1 本合同第七条在合同终止后继续有效，保密期限为合同终止后三年。
11.2 本合同附件包括：附件一《服务内容》，附件二《验收标准》，附件三《付款计划》。

附件一 服务内容
泊位调度系统的设计、开发与部署。
附件二 验收标准
系统响应时间不超过2秒。
附件三 付款计划
第一期：360000元
第二期：480000元
第三期：360000元
合计：1200000元

甲方（盖章）：南屿市港务集团有限公司
乙方（盖章）：南屿市智航软件科技有限公司
签订日期：2024年12月25日
)text";

inline constexpr std::string_view kSchool = R"text(建设工程施工合同

发包人：柏山市第三中学
承包人：柏山市恒基建筑工程有限公司

依照《中华人民共和国民法典》《中华人民共和国建筑法》及其他有关法律，双方就教学楼工程施工事项协商一致，订立本合同。

一、工程概况
工程名称：第三中学教学楼工程。工程地点：柏山市学府路5号。

二、合同工期
计划开工日期：2025年3月1日。计划竣工日期：2026年2月28日。工期总日历天数365天。

三、质量标准
工程质量符合合格标准。

四、签约合同价
签约合同价为人民币（大写）捌佰万元整（¥8000000元），其中：安全文明施工费人民币200000元；暂列金额人民币300000元。

五、付款
1. 发包人在开工前7日内向承包人支付合同价的10%作为预付款，即800000元。
2. 工程进度款按月支付已完工程量的80%。
3. 竣工验收合格后，付至合同价的97%，剩余3%即240000元作为质量保证金。

六、缺陷责任期
缺陷责任期为24个月，自竣工验收合格之日起计算。期满后14天内，发包人退还质量保证金。

七、违约
1. 因承包人原因造成工期延误的，每延误一日，承包人应向发包人支付违约金5000元。
2. 发包人未按约定支付工程款的，应按同期贷款市场报价利率支付利息。

八、争议解决
合同争议向工程所在地人民法院提起诉讼。

九、合同份数
本合同一式六份，发包人执三份，承包人执三份。

十、补充
本合同第五条第3款所称质量保证金，在缺陷责任期24个月届满后退还。

发包人：柏山市第三中学（公章）
承包人：柏山市恒基建筑工程有限公司（公章）
2025年2月10日
)text";

}  // namespace proviso::tasks
