#!/usr/bin/env python3
"""Writes labelled judgments of a made-up flaw: interest is ordered although the court says that nobody asked for it.

  samples/unclaimed_interest.py DIR [--documents 50] [--seed 1] [--kind unclaimed_interest] [--unseen-words]

DIR receives texts/*.txt and LABELS.jsonl, as `proviso finetune` and `proviso evaluate` read them. Every second judgment
has the flaw. Of the others half order interest that was claimed, half order none: neither sentence gives the flaw away
alone. --unseen-words takes the deciding sentences from other lists, which hold none of the usual ones. All persons, places and cases are invented. The material of docs/finetune.md.
"""

import argparse
import json
import pathlib
import random

SURNAMES = "沈欧鲁严季苏温罗傅阮覃祁蒲纪"
GIVEN = ["砚秋", "牧野", "望舒", "清禾", "景行", "若谷", "听澜", "知微", "怀瑾", "予安", "书白", "临川"]
PLACES = ["青石县", "白沙市", "云岭区", "临溪县", "沐川市", "石桥区"]
CASES = [
    ("买卖合同", "货款", "向被告供应{goods}，双方对账确认被告尚欠货款{sum}元", "被告拖欠货款，应当承担付款责任"),
    ("民间借贷", "借款", "被告因经营需要向原告借款{sum}元，并出具借条一张", "双方借贷关系成立，被告应当归还借款"),
    ("承揽合同", "加工费", "为被告加工{goods}，被告验收后尚欠加工费{sum}元", "原告完成了加工，被告应当支付加工费"),
    ("租赁合同", "租金", "将厂房出租给被告使用，被告尚欠租金{sum}元", "被告使用房屋，应当支付租金"),
    ("劳务合同", "劳务费", "在被告工地从事{goods}安装，被告尚欠劳务费{sum}元", "原告提供了劳务，被告应当支付劳务费"),
]
GOODS = ["木门", "铝材", "水泥", "纸箱", "布料", "灯具", "管件"]
NOT_CLAIMED = [
    "原告未主张利息，本院不予处理。",
    "因原告在本案中没有提出利息请求，本院对利息不作评判。",
    "至于利息，原告明确表示不予主张，系其对自身权利的处分。",
    "原告当庭放弃利息请求，本院予以准许。",
    "原告的诉讼请求不包括利息，本院仅就本金作出处理。",
]
NOT_CLAIMED_UNSEEN = [
    "关于利息部分，原告在诉讼中未提出请求，本院不作审查。",
    "原告对利息不作主张，本院予以确认。",
    "利息一节，不在原告起诉的范围之内。",
]
CLAIMED = [
    "原告主张自起诉之日起按全国银行间同业拆借中心公布的贷款市场报价利率计算利息，符合法律规定，本院予以支持。",
    "原告请求被告支付逾期利息，于法有据，本院予以支持。",
    "对于原告要求的资金占用利息，被告逾期未付，应予支持。",
]
ORDERS = [
    "被告{defendant}于本判决生效之日起十日内支付原告{plaintiff}{what}{sum}元及利息（以{sum}元为基数，自{year}年{month}月{day}日起至实际清偿之日止，按同期贷款市场报价利率计算）。",
    "被告{defendant}于本判决发生法律效力后十五日内给付原告{plaintiff}{what}{sum}元，并自{year}年{month}月{day}日起按贷款市场报价利率支付利息至付清时止。",
    "限被告{defendant}于本判决生效后七日内向原告{plaintiff}支付{what}{sum}元及相应利息，利息自{year}年{month}月{day}日起计算。",
]
ORDERS_UNSEEN = [
    "被告{defendant}应于本判决生效后三十日内偿付原告{plaintiff}{what}{sum}元，另按年利率3.85%给付自{year}年{month}月{day}日起至款项付清之日止的利息。",
    "由被告{defendant}向原告{plaintiff}支付{what}{sum}元、逾期付款利息（从{year}年{month}月{day}日起算），于本判决生效后十日内履行。",
]
PLAIN = [
    "被告{defendant}于本判决生效之日起十日内支付原告{plaintiff}{what}{sum}元。",
    "被告{defendant}于本判决发生法律效力后十五日内给付原告{plaintiff}{what}{sum}元。",
    "限被告{defendant}于本判决生效后七日内向原告{plaintiff}支付{what}{sum}元。",
]
ANSWERS = ["辩称，欠款属实，目前经济困难，请求分期给付。", "未到庭参加诉讼，亦未提交书面答辩意见。", "辩称，对欠款数额没有异议。"]


def judgment(chance, flawed, number, unseen=False):
    """(text, quote, other quote): the quotes are None of a judgment without the flaw."""
    plaintiff, defendant = (chance.choice(SURNAMES) + given for given in chance.sample(GIVEN, 2))
    cause, what, fact, reason = chance.choice(CASES)
    facts = {
        "plaintiff": plaintiff,
        "defendant": defendant,
        "what": what,
        "sum": chance.randrange(12, 980) * 500,
        "goods": chance.choice(GOODS),
        "year": chance.randrange(2021, 2025),
        "month": chance.randrange(1, 13),
        "day": chance.randrange(1, 28),
    }
    ordered = flawed or chance.random() < 0.5
    claimed = ordered and not flawed
    silent, orders = (NOT_CLAIMED_UNSEEN, ORDERS_UNSEEN) if unseen else (NOT_CLAIMED, ORDERS)
    about = chance.choice(CLAIMED if claimed else silent)
    item = "一、" + chance.choice(orders if ordered else PLAIN).format(**facts)
    wish = f"1.判令被告支付{what}{facts['sum']}元" + ("及利息" if claimed else "") + "；2.诉讼费用由被告负担。"
    place = chance.choice(PLACES)
    fact = fact.format(**facts)
    text = "\n".join(
        [
            f"{place}人民法院",
            "民事判决书",
            f"（{facts['year'] + 1}）青{chance.randrange(10, 99)}民初{number}号",
            f"原告：{plaintiff}，{chance.choice('男女')}，住{place}。",
            f"被告：{defendant}，{chance.choice('男女')}，住{place}。",
            f"原告{plaintiff}与被告{defendant}{cause}纠纷一案，本院立案后，依法适用简易程序，公开开庭进行了审理。本案现已审理终结。",
            f"原告{plaintiff}向本院提出诉讼请求：{wish}",
            f"被告{defendant}{chance.choice(ANSWERS)}",
            f"经审理查明：{facts['year']}年{facts['month']}月，原告{fact}。经催要，被告至今未付。",
            f"本院认为，{reason}。原告要求被告支付{what}{facts['sum']}元，事实清楚，本院予以支持。{about}"
            "依照《中华人民共和国民法典》第五百零九条、《中华人民共和国民事诉讼法》第六十七条规定，判决如下：",
            item,
            f"案件受理费{chance.randrange(10, 90) * 10}元，由被告{defendant}负担。",
            "如不服本判决，可在判决书送达之日起十五日内，向本院递交上诉状，上诉于中级人民法院。",
            f"审判员　{chance.choice(SURNAMES)}{chance.choice(GIVEN)}",
        ]
    )
    return text, (item if flawed else None), (about if flawed else None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--documents", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", default="unclaimed_interest")
    parser.add_argument("--unseen-words", action="store_true")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    (options.folder / "texts").mkdir(parents=True, exist_ok=True)
    with open(options.folder / "LABELS.jsonl", "w", encoding="utf-8") as labels:
        for number in range(1, options.documents + 1):
            text, quote, other = judgment(chance, number % 2 == 0, number, options.unseen_words)
            name = f"texts/{number:03}.txt"
            (options.folder / name).write_text(text, encoding="utf-8")
            flags = [{"kind": options.kind, "quote": quote, "other_quote": other}] if quote else []
            labels.write(json.dumps({"document": name, "flags": flags}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
