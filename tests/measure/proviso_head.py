#!/usr/bin/env python3
"""Measures the proviso head: five folds of the labelled texts, each judged by a head that learnt from the other four.

  ./dev measure proviso-head [--since train5] [--variants head,rules-blind,no-states,no-bias,no-memory] [--model DIR]
                             [NAME=NUMBER …]
  ./dev measure proviso-head --labels FILE     write the labels for `proviso finetune --provisos` instead

The rules were written after most labelled texts, so that what they say of those now is no measure beside a head that never
saw them. `first_rules.jsonl` keeps what the rules said of each sample of the training text before they were mended after
it; on the samples since `--since`, rules and head are both judged on unseen text, and the trust in the rules is fitted to
their answers there. The rules of `train` to `train4` were older ones; those of `train5` to `train7` are today's but for what
each sample taught. What was labelled before teaches the head and is shown for itself. Differences come with 95 % intervals:
a bootstrap that draws whole items. Report labels are never read.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import provisos
import reader
from provisos import GOALS, LABELS

SIDES = ["tune", *(f"train{n}" for n in ("", 2, 3, 4, 5, 6, 7))]


def first_rules():
    """What the rules first said, by (side, file)."""
    lines = (LABELS / "first_rules.jsonl").read_text(encoding="utf-8").splitlines()
    return {(row["side"], row["file"]): row["provisos"] for row in map(json.loads, lines)}


def labelled_texts(since):
    """One row a text, as `proviso finetune --provisos` takes them; `rules_unseen` of the sides from `since` on."""
    rows = list(read_texts(since))
    seen = [row for row in rows if not row["rules_unseen"]]
    for row, said in zip(seen, rules_now(seen)):
        row["rules"] = provisos.known(said, row["text"].encode("utf-8"), row["set"].split()[1])
    return rows


def read_texts(since):
    texts, first = provisos.Texts(), first_rules()
    for name in GOALS:
        for side in SIDES:
            path = LABELS / f"{name}_{side}.jsonl"
            if not path.exists():
                continue
            by_file = collections.defaultdict(list)
            for label in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
                section = label["section"] if "#" in label["file"] and label["folder"] != "train" else None
                by_file[label["file"], section].append(label)
            for (file, section), items in by_file.items():
                row = {
                    "text": texts.read(items[0]).decode("utf-8"),
                    "origin": file,
                    "set": f"{name} {side}",
                    "within": [[item["start"], item["end"]] for item in items],
                    "provisos": [each for item in items for each in item["provisos"]],
                }
                if section:
                    row["section"] = section
                row["rules_unseen"] = SIDES.index(side) >= SIDES.index(since)
                if row["rules_unseen"]:
                    row["rules"] = first.get((side, file), [])
                yield row


def inside(given, item):
    return [each for each in given if item[0] <= each["trigger"][0] and each["trigger"][1] <= item[1]]


def item_counts(row, found):
    """A counter an item of the text."""
    for item in row["within"]:
        counts = collections.Counter()
        label = {"start": item[0], "end": item[1], "provisos": inside(row["provisos"], item)}
        provisos.compare([label], found, counts, [], b"")
        yield counts


def scores(items):
    total = collections.Counter()
    for counts in items:
        total.update(counts)
    exact = max(total["exact"], 1)
    return {
        "trigger": provisos.f1(total["trigger"], total["given"], total["labelled"]) or 0,
        "exact": provisos.f1(total["exact"], total["given"], total["labelled"]) or 0,
        "limits": total["limits"] / exact,
        "kind": total["kind"] / exact,
    }


def interval(items, against, measure, rounds=1000):
    """Of the difference of two lists of counters, item by item."""
    draw, differences = random.Random(1), []
    places = range(len(items))
    for _ in range(rounds):
        chosen = [draw.choice(places) for _ in places]
        differences.append(
            scores(items[i] for i in chosen)[measure] - scores(against[i] for i in chosen)[measure]
        )
    differences.sort()
    return differences[int(0.025 * rounds)], differences[int(0.975 * rounds) - 1]


def judged(rows, model, variants, settings):
    """Texts' provisos by variant, and the share of labels that are proposed at all."""
    program = os.environ.get("PROVISO_CROSS_PROVISOS", reader.ROOT / "build/release/cross_provisos")
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as labels:
        for row in rows:
            labels.write(json.dumps(row, ensure_ascii=False) + "\n")
        labels.flush()
        answer = subprocess.run(
            [program, labels.name, model, *settings, *variants], stdout=subprocess.PIPE, text=True, check=True
        ).stdout
    found, proposals, trust = collections.defaultdict(dict), {}, {}
    for line in map(json.loads, answer.splitlines()):
        if "proposals" in line:
            proposals = line["proposals"]
        elif "trust" in line:
            trust[line["variant"]] = line["trust"]
        else:
            found[line["variant"]][line["text"]] = line["found"]
    return found, proposals, trust


def rules_now(rows):
    program = os.environ.get("PROVISO_READ_PROVISOS", reader.ROOT / "build/release/read_provisos")
    return provisos.found_in([(row["text"].encode("utf-8"), row.get("section")) for row in rows], program)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variants", default="head,rules-blind,no-states,no-bias,no-memory")
    parser.add_argument("--since", choices=SIDES[1:], default="train5", help="the first of the samples that rules and head are judged on")
    parser.add_argument("--model", default=reader.ROOT / "samples/model")
    parser.add_argument("--labels", metavar="FILE", help="write the labels and stop")
    parser.add_argument("--rounds", type=int, default=1000, help="draws of the bootstrap")
    parser.add_argument("settings", nargs="*", metavar="NAME=NUMBER", help="of the training, e.g. passes=30")
    chosen = parser.parse_args()
    rows = labelled_texts(chosen.since)
    if chosen.labels:
        with open(chosen.labels, "w", encoding="utf-8") as out:
            for row in rows:
                out.write(json.dumps(row, ensure_ascii=False) + "\n")
        print(f"{chosen.labels}: {len(rows)} texts")
        return
    variants = chosen.variants.split(",")
    found, proposals, trust = judged(rows, chosen.model, variants, chosen.settings)
    answers = {"rules": [row["rules"] for row in rows]}
    answers |= {variant: [found[variant][i] for i in range(len(rows))] for variant in variants}
    print("proposals: labels, with trigger, with scope, with rule")
    for name in GOALS:
        sums = [sum(values) for values in zip(*(v for k, v in proposals.items() if k.startswith(name + " ")))]
        print(f"  {name:<14}", *sums)
    for variant, values in trust.items():
        print("trust", variant, *(f"{value:.2f}" for value in values))
    unseen = SIDES[SIDES.index(chosen.since) :]
    groups = [(f"{' '.join(unseen)}: unseen by rules and head alike", unseen)]
    groups.append(("what the rules were written after", [side for side in SIDES if side not in unseen]))
    for title, sides in groups:
        print(f"\n{title}\n{'set':<14}{'variant':<14}{'trigger':>9}{'exact':>9}{'limits':>9}{'kind':>7}   exact against the rules")
        for name in [*GOALS, "all"]:
            wanted = [i for i, row in enumerate(rows) if row["set"].split()[1] in sides and name in ("all", row["set"].split()[0])]
            items = {who: [c for i in wanted for c in item_counts(rows[i], said[i])] for who, said in answers.items()}
            for who, counts in items.items():
                s = scores(counts)
                line = f"{name:<14}{who:<14}{s['trigger']:>9.3f}{s['exact']:>9.3f}{s['limits']:>9.3f}{s['kind']:>7.3f}"
                if who != "rules" and chosen.rounds:
                    low, high = interval(counts, items["rules"], "exact", chosen.rounds)
                    line += f"   {s['exact'] - scores(items['rules'])['exact']:+.3f} [{low:+.3f}, {high:+.3f}]"
                print(line)


if __name__ == "__main__":
    main()
