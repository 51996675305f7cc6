#!/usr/bin/env python3
"""Draws places that point back in judgments of the training text, to be labelled by hand, and writes the labels.

  draw_references.py SET SEED                    prints the documents with the places drawn, numbered, in brackets
  draw_references.py SET SEED --answers FILE     prints label rows from answers, for labels/references.jsonl
  draw_references.py --again N SEED              the same for places labelled already, of whole documents, at least N
  draw_references.py --again N SEED --answers FILE

The draw looks at plain patterns alone, never at what a resolver says. Documents that any label file of references names
are left out, and so are those of the labels of structure. In each document one place of each kind is drawn, and one
more of any. An answer is a line `NUMBER WORDS`: the words that name the thing, separated by |, things by &&; each word
stands for all its places before the reference (not those that one of 甲乙丙丁戊某 follows, nor, `word!xy`, x or y),
`word^` for those behind it too, `from…to` for the passage from the last place of the first to the next of the second,
and `=word` before the rest gives the reference's own words where they are longer than the place drawn. `NUMBER -` sets
the place aside.
"""

import argparse
import json
import pathlib
import random
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import reader
import references

SHARDS = ["zh_judgments_criminal-00", "zh_judgments_mixed-00"]
# Documents to draw: source, branch (None: any), how many, longest text.
QUOTAS = {
    "third": [("lawcrime", "civil", 13, 5000), ("lawcrime", "criminal", 3, 3000), ("wenshu16", None, 7, 5000), ("cail19elem", None, 8, 4000),
              ("cail21focus", None, 3, 4000), ("cail22lblj", None, 2, 3000), ("lecard", None, 7, 6000)],
    "fourth": [("lawcrime", "civil", 10, 4000), ("lawcrime", "criminal", 2, 3000), ("wenshu16", None, 5, 5000), ("cail19elem", None, 8, 3500),
               ("cail21focus", None, 3, 3500), ("cail22lblj", None, 1, 3000), ("lecard", None, 6, 5000)],
    "fifth": [("lawcrime", "civil", 11, 4000), ("lawcrime", "criminal", 2, 3000), ("wenshu16", None, 5, 5000), ("cail19elem", None, 10, 3500),
              ("cail21focus", None, 4, 3500), ("cail22lblj", None, 1, 3000), ("lecard", None, 7, 5000), ("lexeval22", None, 3, 3000)],
}  # fmt: skip
ROLE = (
    r"(?:[一二三两四]|本诉|反诉)?(?:原审|再审)?(?:被告人|原告人?|被告|被?上诉人|被?申请人|申请执行人|被执行人|第三人|附带民事诉讼原告人|公诉机关)"
    r"(?=[，。；]|、(?![一二原再]审)|[于与向在对的未已应不均又经将以则并没无有因从到因为]|主张|认为|称|诉称|辩称|提出|要求|提交|之间|是|系|支付|偿还|承担|返还|赔偿|实际|"
    r"履行|提供|同意|拒绝|多次|现|当庭|请求|所|双方|签订|借款|欠|给付)"
)
PATTERNS = {
    "pronoun": r"其(?![他它中余次实间后一二三])|(?<![其吉])[他她](?![人们项方])|(?<!三)双方(?!当事)|(?<!第)[二两三四]人(?=[，。；的均在于共经])",
    "demonstrative": r"(?<![应活])该(?=[\u4e00-\u9fff])|上述|前述|上列",
    "chain": r"(?<=[。；\n，])(?:综上所述|综上|因此|据此|所以|由此|可见|故(?![意障事此]))",
    "role": ROLE,
}
SHORT = r"简?称[为：:]?[“\"《]?([\u4e00-\u9fff×某]{2,12}?)[”\"》]?[）)]"


def candidates(text):
    """{kind: [(start, end)]} in characters."""
    found = {kind: [m.span() for m in re.finditer(pattern, text)] for kind, pattern in PATTERNS.items()}
    reasons = max(text.find("本院认为"), text.find("本院经审查认为"), text.find("本院经审理认为"))
    found["chain"] = [span for span in found["chain"] if reasons >= 0 and span[0] > reasons]
    alias = set()
    for m in re.finditer(SHORT, text):
        if "法" not in m[1][-2:] and "解释" not in m[1] and "规定" not in m[1]:
            alias |= {(m.end() + each.start(), m.end() + each.end()) for each in re.finditer(re.escape(m[1]), text[m.end() :])}
    for m in re.finditer(r"(?<=[，。；、：“与向对由和及\n])([\u4e00-\u9fff]{2,4})(?:公司|银行|支行|分行|厂|局|村委会|合作社|医院)", text):
        if re.search(r"[\u4e00-\u9fff]{2}" + re.escape(m[1]) + r"[\u4e00-\u9fff]{2,12}(?:公司|银行|支行|分行|厂|局|委员会|合作社|医院)", text[: m.start()]):
            alias.add(m.span())
    found["alias"] = sorted(alias)
    return found


def drawn(name, seed):
    """[(row, [(kind, start, end)])] with offsets in characters."""
    known = {row["id"] for row in map(json.loads, references.LABELS.read_text(encoding="utf-8").splitlines()) if row["set"] != name}
    for path in references.LABELS.parent.glob("zh_train*.jsonl"):
        known |= {json.loads(line)["id"] for line in path.read_text(encoding="utf-8").splitlines()}
    rows = []
    for shard in SHARDS:
        lines = subprocess.run(["zstdcat", str(reader.shared() / f"data/train/{shard}.jsonl.zst")], check=True, stdout=subprocess.PIPE).stdout
        rows += [json.loads(line) | {"file": f"{shard}.jsonl.zst"} for line in lines.decode("utf-8").split("\n") if line]
    rng, out = random.Random(seed), []
    for source, branch, many, longest in QUOTAS[name]:
        pool = [r for r in rows if r["source"] == source and branch in (None, r["branch"]) and 500 <= len(r["text"]) <= longest and r["id"] not in known]
        for row in rng.sample(sorted(pool, key=lambda r: r["id"]), min(many, len(pool))):
            found = candidates(row["text"])
            picked = {(kind, *rng.choice(spans)) for kind, spans in found.items() if spans}
            rest = [(kind, *span) for kind, spans in found.items() for span in spans if (kind, *span) not in picked]
            picked |= {rng.choice(rest)} if rest else set()
            out.append((row, sorted(picked, key=lambda each: each[1])))
    return out


def again(many, seed):
    """The same of documents with labels already, until there are `many` places; what they were labelled with is not given."""
    rows = [row for row in map(json.loads, references.LABELS.read_text(encoding="utf-8").splitlines()) if row["set"] in ("tune", "train")]
    texts = references.texts(rows)
    keys = sorted({(row["folder"], row["id"]) for row in rows})
    random.Random(seed).shuffle(keys)
    out, sum_ = [], 0
    for key in keys:
        if sum_ >= many:
            break
        own = [row for row in rows if (row["folder"], row["id"]) == key]
        raw = texts[key].encode()
        chars = lambda byte: len(raw[:byte].decode())
        places = sorted((row["kind"], chars(row["start"]), chars(row["end"])) for row in own)
        out.append(({"id": key[1], "folder": key[0], "text": texts[key], "file": own[0].get("file"), "sha256": own[0]["sha256"], "source": key[0]},
                    sorted(places, key=lambda each: each[1])))  # fmt: skip
        sum_ += len(own)
    return out


def places_of(word, text, at, end):
    """Spans in characters that one answer means."""
    if "…" in word:
        first, last = word.split("…")
        begin = text.rfind(first, 0, at)
        stop = text.find(last, begin + len(first)) + len(last)
        if begin < 0 or stop <= begin:
            raise SystemExit(f"passage not found: {word}")
        return [(begin, stop)]
    also_behind, word = word.endswith("^"), word.removesuffix("^")
    word, _, not_before = word.partition("!")
    found = [each.span() for each in re.finditer(f"{re.escape(word)}(?![甲乙丙丁戊某{not_before}])", text)]
    found = [each for each in found if each[1] <= at or (also_behind and each[0] >= end)]
    if not found:
        raise SystemExit(f"no place before the reference: {word}")
    return found


def written(name, documents, answers):
    number = 0
    for row, places in documents:
        raw = row["text"].encode()
        bytes_ = lambda c: len(row["text"][:c].encode())
        for kind, start, end in places:
            number += 1
            answer = answers[number]
            if answer == "-":
                continue
            if m := re.match(r"=(\S+) (.*)", answer):
                if row["text"].endswith(m[1], 0, end):
                    start = end - len(m[1])
                elif row["text"].startswith(m[1], start):
                    end = start + len(m[1])
                else:
                    raise SystemExit(f"{number}: the place does not read {m[1]}")
                answer = m[2]
            refers = []
            for thing in answer.split("&&"):
                spans = set()
                for word in thing.strip().split("|"):
                    try:
                        spans |= set(places_of(word, row["text"], start, end))
                    except SystemExit as error:
                        raise SystemExit(f"{number}: {error}") from None
                # A name inside a longer one is not another place.
                spans = {a for a in spans if not any(b != a and b[0] <= a[0] and a[1] <= b[1] for b in spans)}
                refers.append([[bytes_(a), bytes_(b)] for a, b in sorted(spans)])
            head = {"set": name, "folder": row.get("folder", "train"), "id": row["id"]} | ({"file": row["file"]} if row.get("file") else {})
            print(json.dumps(head | {"sha256": reader.hashlib.sha256(raw).hexdigest(), "start": bytes_(start), "end": bytes_(end),
                                     "kind": kind, "refers": refers}, ensure_ascii=False, separators=(",", ":")))  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set", nargs="?", choices=sorted(QUOTAS))
    parser.add_argument("seed", type=int)
    parser.add_argument("--again", type=int, metavar="N")
    parser.add_argument("--answers", type=pathlib.Path, metavar="FILE")
    chosen = parser.parse_args()
    if (chosen.set is None) == (chosen.again is None):
        parser.error("either a set or --again")
    documents = drawn(chosen.set, chosen.seed) if chosen.set else again(chosen.again, chosen.seed)
    if chosen.answers:
        lines = (line.split(" ", 1) for line in chosen.answers.read_text(encoding="utf-8").splitlines() if re.match(r"\d+ ", line))
        written(chosen.set or "again", documents, {int(number): answer.strip() for number, answer in lines})
        return
    number = 0
    for row, places in documents:
        text, shown, at = row["text"], "", 0
        for kind, start, end in places:
            number += 1
            shown += text[at:start] + f"⟦{number}{kind[0]}:{text[start:end]}⟧"
            at = end
        print(f"##### {row['id']} {row['source']} {len(text)}\n{shown}{text[at:]}")


if __name__ == "__main__":
    main()
