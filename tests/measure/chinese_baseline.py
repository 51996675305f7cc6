"""What a dozen plain regular expressions make of a Chinese judgment: the measure of what a grammar is worth.

Each paragraph takes the tag of the first expression that it matches, else that of the paragraph before; 一审法院 or
二审法院 in it gives its level. Written before any figure was looked at and not tuned since.
"""

import re

OPENERS = [
    ("case_number", re.compile(r"^\s*[（(〔]\d{4}[）)〕].{2,30}号\s*$")),
    ("parties", re.compile(r"^\s*(原告|被告|上诉人|被上诉人|再审申请人|被申请人|第三人|公诉机关|被告人|申请执行人|被执行人|赔偿请求人)")),
    ("procedure", re.compile(r"一案|审理终结")),
    ("claims", re.compile(r"诉讼请求|诉称|上诉请求|申请再审称|指控")),
    ("defence", re.compile(r"辩称|辩护")),
    ("third_party", re.compile(r"述称")),
    ("reasoning", re.compile(r"本院认为|法院认为")),
    ("facts", re.compile(r"查明|认定事实")),
    ("evidence", re.compile(r"证据")),
    ("costs", re.compile(r"受理费")),
    ("notice", re.compile(r"如不服|终审|加倍支付")),
    ("signature", re.compile(r"^\s*审\s*判\s*[长员]")),
    ("appendix", re.compile(r"^\s*附")),
]
LEVELS = [("second", re.compile(r"二审法院")), ("first", re.compile(r"一审法院|原审法院"))]
RULING = re.compile(r"(判决|裁定|决定)(如下)?：")


def paragraphs(text):
    """(paragraph with its line end, tag, level) in order; the line of a lead-in is `basis`, what follows it the disposition."""
    tag, level = "title", "this"
    for line in text.splitlines(keepends=True):
        found = next((name for name, pattern in OPENERS if pattern.search(line)), None)
        if found is not None:
            tag, level = found, "this"
        level = next((name for name, pattern in LEVELS if pattern.search(line)), level if found is None else "this")
        ruling = RULING.search(line)
        if ruling is None:
            yield line, tag, level
            continue
        yield line[: ruling.end()], "basis", level
        yield line[ruling.end() :], "disposition", level
        tag = "disposition"


def civil_parts(text):
    """Character places where the reasoning and the judgment begin."""
    reasons = text.find("本院认为")
    ruling = re.search(r"(依照|依据|根据)[^。]*?(判决|裁定)如下", text)
    judgment = ruling.start() if ruling else len(text)
    return (reasons if 0 <= reasons < judgment else judgment), judgment


def criminal_fact(text):
    """[start, end) of the facts in characters: from the charge or the finding to the reasons."""
    begins = re.search(r"(公诉机关|检察院)[^。，]{0,12}指控|查明", text)
    ends = text.find("本院认为")
    if begins is None or ends < begins.start():
        return 0, 0
    return begins.start(), ends
