// Invented contracts in which nothing disagrees: every name, number and place is made up.
#pragma once

#include <string_view>

namespace proviso::tasks {

inline constexpr std::string_view kSupply = R"text(SUPPLY AGREEMENT
This Supply Agreement (this "Agreement") is made as of January 1, 2031 (the "Effective Date") by and between Halverston Tools, Inc., an Oregon corporation ("Seller"), and Brindlewood Hardware LLC, an Idaho limited liability company ("Buyer").
WHEREAS, Seller makes hand tools and Buyer wishes to sell them in its shops.
NOW, THEREFORE, the parties agree as follows:
1. Definitions.
"Goods" means the hand tools that are listed in Exhibit A.
"Territory" means the states of Idaho and Montana and every county of either.
"Delivery Date" means the day on which the Goods are handed to the carrier.
"Purchase Order" means a written order of Buyer for Goods.
2. Supply. Seller shall sell the Goods to Buyer against a Purchase Order. Buyer shall resell the Goods in the Territory only.
3. Term. This Agreement is made for three (3) years commencing on January 1, 2031 and ending on December 31, 2033, unless it is terminated under Section 7.2.
4. Price and Payment.
(a) Buyer shall pay Seller the prices set out in Exhibit B.
(b) Each invoice is due within thirty (30) days of the Delivery Date.
(c) A late payment bears interest at five percent (5%) a year.
(d) Buyer pays a development fee of Forty Thousand Dollars ($40,000) (the "Development Fee") once.
5. Inspection. Buyer may reject Goods within ten (10) days of the Delivery Date. Amounts due under Section 4(b) are not affected.
6. Warranty. Seller warrants the Goods for a warranty period of twelve (12) months from the Delivery Date.
7. Termination.
7.1 Either party may terminate this Agreement if the other becomes insolvent.
7.2 Buyer may terminate this Agreement at any time by ninety (90) days' written notice.
7.3 Purchase Orders placed before the end of the term are carried out.
8. Survival. Section 6, with its warranty period of twelve (12) months, survives the end of this Agreement.
9. Governing Law. This Agreement is governed by the laws of the State of Oregon.
IN WITNESS WHEREOF, the parties have signed this Agreement.
HALVERSTON TOOLS, INC.
By: /s/ Ada Quill
BRINDLEWOOD HARDWARE LLC
By: /s/ Tom Farrow
EXHIBIT A
Goods
This Exhibit belongs to the Supply Agreement dated as of January 1, 2031 between Seller and Buyer. Hammers, files and planes.
EXHIBIT B
Prices
Hammers $12.00; files $7.50; planes $48.00. The Development Fee is $40,000 and is paid once.
)text";

inline constexpr std::string_view kLease = R"text(房屋租赁合同
出租方（甲方）：青禾市安居置业有限公司
承租方（乙方）：临川县明泰商贸有限公司
根据《中华人民共和国民法典》及有关法律规定，甲、乙双方在平等自愿、协商一致的基础上，就房屋租赁事宜订立本合同。
第一条 租赁房屋
甲方将位于青禾市滨江路18号三层、建筑面积320平方米的房屋（以下简称“租赁房屋”）出租给乙方，用于办公。
第二条 租赁期限
租赁期限为三年，自2031年3月1日起至2034年2月28日止。租赁期满前，乙方需续租的，应提前三十（30）日书面通知甲方。
第三条 租金及支付方式
月租金为人民币12000元（大写：壹万贰仟元整），乙方应于每月5日前向甲方支付当月租金。
第四条 押金
乙方应于本合同签订之日起五日内向甲方支付押金24000元。租赁期满，乙方结清费用并交还租赁房屋后，甲方应在七（7）日内将押金无息退还乙方。
第五条 房屋的使用与维修
乙方应合理使用租赁房屋，不得擅自改变用途。租赁房屋的主体结构由甲方负责维修，甲方应在接到乙方通知后三日内安排修理。
第六条 违约责任
乙方逾期支付租金超过十五日的，甲方有权按照本合同第九条的约定解除合同，并要求乙方支付违约金24000元。
第七条 保密
双方对因履行本合同知悉的对方经营信息（以下简称“保密信息”）负有保密义务。未经披露方书面同意，接收方不得向第三人披露保密信息。
第八条 通知
一方变更联系方式的，应提前三日书面通知对方。
第九条 合同的解除
有下列情形之一的，守约方可以解除本合同：
（一）乙方逾期支付租金超过十五日的；
（二）甲方未按第五条的约定履行维修义务，致使租赁房屋无法使用的。
第十条 争议解决
因本合同发生的争议，双方应协商解决；协商不成的，任何一方均可向租赁房屋所在地人民法院提起诉讼。
第十一条 其他
本合同一式两份，甲乙双方各执一份，自双方签字盖章之日起生效。附件一为房屋交接清单，与本合同具有同等效力。
甲方（盖章）：青禾市安居置业有限公司
乙方（盖章）：临川县明泰商贸有限公司
2031年2月20日
附件一：房屋交接清单
1. 钥匙三把。
2. 押金24000元已于交接当日支付。
3. 月租金12000元自交接之日起算。
)text";

inline constexpr std::string_view kShares = R"text(股权转让协议
转让方（甲方）：云溪市宏远实业有限公司
受让方（乙方）：南屏市汇川投资有限公司
目标公司：云溪市宏远新材料有限公司（以下简称“目标公司”）
鉴于甲方持有目标公司60%的股权（以下简称“标的股权”），乙方拟受让标的股权，双方经友好协商，达成如下协议：
一、定义
1.1 “交割日”是指标的股权在市场监督管理机关完成变更登记之日。
1.2 “过渡期间”是指自本协议签署之日起至交割日止的期间。
1.3 “保密信息”是指一方向另一方披露的与目标公司有关的全部非公开资料。
二、股权转让
2.1 甲方同意将标的股权转让给乙方，乙方同意受让标的股权。
2.2 标的股权的转让价款为人民币8,600,000元（大写：捌佰陆拾万元整）。
2.3 乙方应分三期支付转让价款：第一期于本协议签署之日起十（10）个工作日内支付30%，第二期于交割日后五（5）个工作日内支付50%，余款于交割日满三个月之日支付。
三、陈述与保证
3.1 甲方保证其合法持有标的股权，标的股权未设定质押。
3.2 乙方保证其受让标的股权的资金来源合法。
四、过渡期间安排
4.1 过渡期间，目标公司不得对外提供担保。
4.2 违反第4.1款约定的，甲方应向乙方支付违约金500,000元。
五、保密
5.1 双方对保密信息负有保密义务，保密期限为两年。
5.2 本条约定不因本协议终止而失效。
六、违约责任
6.1 乙方未按第2.3款支付转让价款的，每逾期一日，应向甲方支付应付未付金额万分之五的违约金。
6.2 甲方违反第三条陈述与保证的，应赔偿乙方的损失。
七、争议解决
7.1 因本协议引起的争议，应提交云溪市仲裁委员会仲裁。
八、附则
8.1 本协议自双方签字盖章之日起生效。本协议终止后，保密期限为两年的约定继续有效。
8.2 本协议附件1《目标公司财务报表》为本协议的组成部分。
甲方（盖章）：云溪市宏远实业有限公司
乙方（盖章）：南屏市汇川投资有限公司
签署日期：2032年6月8日
附件1：目标公司财务报表
)text";

}  // namespace proviso::tasks
