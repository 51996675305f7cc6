"""Rhetorical roles of the sentences of Indian judgments (BUILD corpus), by rules.

The tagger knows nothing but roles.json: cues with weights, what is likely at which place of a judgment, and that a
role stays for a while. It was written after the documents of even index; what is reported is weighted F1 of the side
asked for: even = tune, odd = report. The corpus gives integers for roles; the key was read off the even half.
"""

import json
import pathlib
import re

import reader
from rows import Row

RULES = json.loads((pathlib.Path(__file__).parent / "roles.json").read_text(encoding="utf-8"))
ROLES = RULES["roles"]
CUES = [(ROLES.index(cue["role"]), cue["weight"], re.compile(cue["pattern"])) for cue in RULES["cues"]]
PROSE = re.compile(r"\W*(?:\d+\W+)?(?:The|This|These|In|Heard|Leave|By|A|Both)\b")
OPENS = re.compile(RULES["before_judgment"])


def place_scores(i, count):
    scores = [0.0] * len(ROLES)
    share = i / max(1, count - 1)
    names = ["first_tenth"] if share < 0.1 else []
    names += ["first_third" if share < 0.34 else "middle" if share < 0.67 else "last_third"]
    names += ["last_tenth"] if share > 0.9 else []
    for name in names:
        for role, weight in RULES["places"][name].items():
            scores[ROLES.index(role)] += weight
    return scores


def preamble_end(sentences):
    """The head reaches to the last line near the beginning that announces the judgment, else over what is no prose."""
    head = 0
    for i, sentence in enumerate(sentences[: max(3, len(sentences) // 2)]):
        announced = OPENS.search(sentence)
        if announced:
            head = i if len(sentence) - announced.end() > 40 else i + 1
    if head == 0:
        while head < len(sentences) // 4 and not PROSE.match(sentences[head]):
            head += 1
    return head


def tag(sentences):
    """A role for each sentence: the path with the best sum of cues, places and staying."""
    if not sentences:
        return []
    head = preamble_end(sentences)
    preamble, default = ROLES.index("PREAMBLE"), ROLES.index(RULES["default"])
    best, back = [0.0] * len(ROLES), []
    for i, sentence in enumerate(sentences):
        scores = place_scores(i - head, len(sentences) - head) if i >= head else [0.0] * len(ROLES)
        for role, weight, pattern in CUES:
            if pattern.search(sentence):
                scores[role] += weight
        scores[default] += 0.5
        scores[preamble] = 100.0 if i < head else -100.0
        ranked = max(range(len(ROLES)), key=lambda role: best[role])
        step, came = [], []
        for role in range(len(ROLES)):
            stays = best[role] + RULES["stay"]
            came.append(role if stays >= best[ranked] else ranked)
            step.append(max(stays, best[ranked]) + scores[role])
        best = step
        back.append(came)
    path = [max(range(len(ROLES)), key=lambda role: best[role])]
    for came in reversed(back[1:]):
        path.append(came[path[-1]])
    return path[::-1]


def weighted_f1(gold, found):
    total, value = len(gold), 0.0
    for role in set(gold):
        right = sum(1 for g, f in zip(gold, found) if g == f == role)
        support, guessed = gold.count(role), found.count(role)
        value += support / total * (2 * right / (support + guessed) if support + guessed else 0.0)
    return value


def measure(side, worst):
    path = reader.shared() / "data/en_roles/split2_test.json"
    if not path.exists():
        return []
    documents = json.loads(path.read_text(encoding="utf-8"))[0 if side == "tune" else 1 :: 2]
    gold, found = [], []
    for document in documents:
        gold += document["labels"]
        found += tag(document["segments"])
    constant = [ROLES.index(RULES["default"])] * len(gold)
    rows = [Row("indian roles (15)", "weighted F1", weighted_f1(gold, found), None, weighted_f1(gold, constant), len(gold))]
    for role, name in enumerate(ROLES):
        if side == "tune" and role in gold:
            right = sum(1 for g, f in zip(gold, found) if g == f == role)
            worst.append((0, f"{name}: F1 {2 * right / max(1, gold.count(role) + found.count(role)):.3f} of {gold.count(role)}"))
    return rows
