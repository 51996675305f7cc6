#!/usr/bin/env python3
"""Measures what references of judgments are resolved to, against the hand labels.

  ./dev measure references [--set tune|train|third|fourth|fifth] [--kind KIND] [--errors N]
  ./dev measure references --model DIR [--memory 0,1,3,6] [--most N]
  ./dev measure references --agreement

The labels and the rule by which an answer is right stand in tests/measure/labels/references_guide.md. A labelled
reference that the resolver does not give counts as wrong. Intervals are 95 % bootstraps that draw whole documents. The
distance is counted in segments of the reader, from the reference back to the nearest right place.

--model asks the language model instead: the reference is replaced by the right words and by up to three wrong ones that
other references of the document are resolved to, and what follows in the sentence is scored with so many segments
before as memory. Asked are the references to one thing that is named in at most 40 characters; N of them, spread
evenly. A hit is a right candidate with the lowest loss.

--agreement compares the labels with those of a second pass, made without sight of the first (references_again.jsonl).
"""

import argparse
import bisect
import collections
import hashlib
import json
import os
import pathlib
import random
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import reader
from bootstrap import mean_interval

LABELS = pathlib.Path(__file__).resolve().parent / "labels/references.jsonl"
PASSAGES = {"told", "facts", "item", "ruling told", "premise"}
KINDS = ["role", "alias", "pronoun", "demonstrative", "chain"]


def labels(wanted):
    rows = [json.loads(line) for line in LABELS.read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if row["set"] == wanted]


def texts(rows):
    """{(folder, id): text} of the labelled documents, each checked against its hash."""
    data = reader.shared() / "data"
    by_folder = collections.defaultdict(dict)
    for row in rows:
        by_folder[row["folder"]][row["id"]] = row["sha256"]
    out = {}
    for folder, ids in by_folder.items():
        if folder == "train":
            found = {each: text.encode() for each, text in reader.training_texts(set(ids)).items()}
        elif folder == "zh_civil_parts":
            lines = (data / folder / "casegen.jsonl").read_text(encoding="utf-8").rstrip("\n").split("\n")
            parts = {str(row["id"]): row for row in map(json.loads, lines)}
            found = {i: "\n".join(parts[i][key] for key in ("fact", "reasoning", "judgment")).encode() for i in ids}
        elif folder == "zh_criminal":
            lines = (data / folder / "judge.jsonl").read_text(encoding="utf-8").rstrip("\n").split("\n")
            found = {row["text_id"]: row["fd"].encode() for row in map(json.loads, lines) if row["text_id"] in ids}
        else:
            found = {i: (data / folder / i).read_bytes() for i in ids}
        for i, raw in found.items():
            reader.check_hash(f"{folder}/{i}", raw, ids[i])
            out[folder, i] = reader.plain(raw)
    return out


def resolved(documents, tokenizer):
    """What the resolver says of each text: {key: {"references", "segments"}}."""
    program = os.environ.get("PROVISO_READ_REFERENCES", reader.ROOT / "build/release/read_references")
    asked = "".join(json.dumps({"text": text}) + "\n" for text in documents.values())
    command = [program] + (["--tokenizer", str(tokenizer)] if tokenizer else [])
    answer = subprocess.run(command, input=asked, capture_output=True, text=True, check=True).stdout
    return dict(zip(documents, map(json.loads, answer.splitlines())))


def shared_bytes(a, b):
    return max(0, min(a[1], b[1]) - max(a[0], b[0]))


def right(row, answer):
    """Whether the answer's places hit every thing and lie in labelled places."""
    if answer is None:
        return False
    places = [place for thing in row["refers"] for place in thing]
    hit = lambda a, b: 2 * shared_bytes(a, b) >= min(a[1] - a[0], b[1] - b[0]) > 0
    covered = lambda a: sum(shared_bytes(a, b) for b in set(map(tuple, places)))
    # Of a passage the answer is a sentence or the beginning of the reference's own: it must hold a labelled place whole.
    if answer["rule"] in PASSAGES and any(a[0] <= place[0] and place[1] <= a[1] for a in answer["refers"] for place in places):
        return True
    return all(any(hit(a, b) for a in answer["refers"] for b in thing) for thing in row["refers"]) and all(
        2 * min(covered(a), a[1] - a[0]) >= a[1] - a[0] for a in answer["refers"]
    )


def distance(row, starts):
    """Segments from the nearest right place to the reference."""
    at = bisect.bisect_right(starts, row["start"])
    return min(abs(at - bisect.bisect_right(starts, place[0])) for thing in row["refers"] for place in thing)


def candidates(row, said, text, rng):
    """The right words first, then up to three wrong ones of the same kind; None where that cannot be asked."""
    words = lambda place: text[place[0] : place[1]].decode("utf-8", "replace")
    before = [place for place in row["refers"][0] if place[1] <= row["start"]]
    if len(row["refers"]) != 1 or row["kind"] == "chain" or not before or len(words(before[-1])) > 40:
        return None
    right_words = {words(place) for place in row["refers"][0]}
    people = {"role", "alias", "pronoun"}
    kinds = people if row["kind"] in people else {row["kind"]}
    others = {words(place) for each in said if each["kind"] in kinds and each["rule"] not in PASSAGES for place in each["refers"]}
    wrong = sorted(w for w in others if 1 < len(w) <= 40 and not any(w in r or r in w for r in right_words))
    return [words(before[-1])] + rng.sample(wrong, min(3, len(wrong))) if wrong else None


def alike(one, other):
    """Whether two labels of a reference mean the same things: each thing of one shares a place (half of the shorter)
    with a thing of the other, and the other way round. The conclusions' labels are passages: any shared place counts."""
    near = lambda a, b: 2 * shared_bytes(a, b) >= min(a[1] - a[0], b[1] - b[0])
    same = lambda thing, that: any(near(a, b) for a in thing for b in that)
    return all(any(same(thing, that) for that in other) for thing in one) and all(any(same(thing, that) for that in one) for thing in other)


def dice(one, other):
    """Shared bytes of two labels over the mean of their sizes."""
    size = lambda label: {byte for thing in label for place in thing for byte in range(*place)}
    a, b = size(one), size(other)
    return 2 * len(a & b) / (len(a) + len(b))


def agreement():
    """Prints how often two passes of labelling agree, and Cohen's kappa: by chance a reference would be given the label
    of another reference of its document."""
    first = {(r["folder"], r["id"], r["start"], r["end"], r["kind"]): r["refers"] for name in ("tune", "train") for r in labels(name)}
    again = [json.loads(line) for line in LABELS.with_name("references_again.jsonl").read_text(encoding="utf-8").splitlines()]
    kinds, scores, chance, shared = collections.defaultdict(list), collections.defaultdict(list), [], []
    for row in again:
        key = row["folder"], row["id"], row["start"], row["end"], row["kind"]
        same = alike(first[key], row["refers"])
        kinds[row["kind"]].append(same)
        scores[row["folder"], row["id"]].append(same)
        shared.append(dice(first[key], row["refers"]))
        others = [r for r in again if r is not row and (r["folder"], r["id"]) == key[:2]]
        if others:
            chance.append(sum(alike(first[key], r["refers"]) for r in others) / len(others))
        if not same:
            print(f"  differs: {row['kind']:14} {row['id'][-30:]} at {row['start']}", file=sys.stderr)
    low, high = mean_interval(scores)
    agreed, by_chance = sum(map(sum, kinds.values())) / len(again), sum(chance) / len(chance)
    print(f"second pass: {sum(map(sum, kinds.values()))} of {len(again)} alike, {agreed:.3f} [{low:.3f}, {high:.3f}], {len(scores)} documents")
    print(f"  by chance {by_chance:.3f}, kappa {(agreed - by_chance) / (1 - by_chance):.3f}; of the bytes of all places {sum(shared) / len(shared):.3f} shared (Dice)")
    for kind in KINDS:
        print(f"  {kind:18} {sum(kinds[kind]):3} of {len(kinds[kind]):3}")


def ask_model(rows, documents, answers, folder, memory, most):
    rng, asked = random.Random(1), []
    for row in rows:
        key = row["folder"], row["id"]
        made = candidates(row, answers[key]["references"], documents[key].encode(), rng)
        if made:
            asked.append((row, {"text": documents[key], "start": row["start"], "end": row["end"], "candidates": made, "memory": memory}))
    step = max(1, len(asked) // most)
    asked = asked[::step][:most]
    program = os.environ.get("PROVISO_SCORE_REFERENCES", reader.ROOT / "build/release/score_references")
    lines = "".join(json.dumps(question) + "\n" for _, question in asked)
    answer = subprocess.run([program, "--model", folder], input=lines, capture_output=True, text=True, check=True).stdout
    losses = [json.loads(line)["losses"] for line in answer.splitlines()]
    chance = sum(1 / len(question["candidates"]) for _, question in asked) / len(asked)
    print(f"the model, {len(asked)} references, chance {chance:.3f}")
    for m, segments in enumerate(memory):
        scores, kinds = collections.defaultdict(list), collections.defaultdict(list)
        for (row, _), each in zip(asked, losses):
            hit = each[m][0] <= min(each[m])
            scores[row["folder"], row["id"]].append(hit)
            kinds[row["kind"]].append(hit)
        low, high = mean_interval(scores)
        good = sum(map(sum, scores.values()))
        by_kind = ", ".join(f"{kind} {sum(kinds[kind])}/{len(kinds[kind])}" for kind in KINDS if kinds[kind])
        print(f"  memory of {segments} segments: {good / len(asked):.3f} [{low:.3f}, {high:.3f}]  {by_kind}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", choices=["tune", "train", "third", "fourth", "fifth"], default="tune")
    parser.add_argument("--kind", choices=KINDS)
    parser.add_argument("--errors", type=int, default=0, metavar="N", help="show N wrong answers")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--model", type=pathlib.Path, metavar="DIR")
    parser.add_argument("--memory", default="0,1,3,6", metavar="N,…")
    parser.add_argument("--most", type=int, default=60, metavar="N")
    parser.add_argument("--agreement", action="store_true")
    chosen = parser.parse_args()
    if chosen.agreement:
        agreement()
        return
    if not (reader.shared() / "data").exists():
        print(f"no documents in {reader.shared()} (PROVISO_SHARED): nothing is measured")
        return
    rows = [row for row in labels(chosen.set) if chosen.kind in (None, row["kind"])]
    documents = texts(rows)
    answers = resolved(documents, reader.ROOT / "samples/model/tokenizer.model")
    if chosen.model:
        ask_model(rows, documents, answers, chosen.model, [int(each) for each in chosen.memory.split(",")], chosen.most)
        return
    groups, scores, wrong = collections.defaultdict(list), collections.defaultdict(list), []
    for row in rows:
        key = row["folder"], row["id"]
        said = answers[key]["references"]
        answer = next((each for each in said if row["start"] <= each["start"] < row["end"]), None)
        ok = right(row, answer)
        far = distance(row, answers[key]["segments"])
        groups[row["kind"]].append(ok)
        groups["same segment" if far == 0 else "1 segment before" if far == 1 else "2 and 3" if far < 4 else "4 and more"].append(ok)
        scores[key].append(ok)
        if not ok:
            wrong.append((row, answer, documents[key].encode()))
    low, high = mean_interval(scores)
    of = sum(map(len, scores.values()))
    good = sum(map(sum, scores.values()))
    if chosen.json:
        print(json.dumps({"set": chosen.set, "cases": of, "right": good, "interval": [low, high],
                          "groups": {name: [sum(each), len(each)] for name, each in groups.items()}}))
        return
    print(f"{chosen.set}: {good} of {of} right, {good / of:.3f} [{low:.3f}, {high:.3f}], {len(scores)} documents")
    for name in KINDS + ["same segment", "1 segment before", "2 and 3", "4 and more"]:
        if groups[name]:
            print(f"  {name:18} {sum(groups[name]):3} of {len(groups[name]):3}  {sum(groups[name]) / len(groups[name]):.3f}")
    for row, answer, text in wrong[: chosen.errors]:
        cut = lambda place: text[place[0] : place[1]].decode("utf-8", "replace").replace("\n", "/")
        print("--", row["kind"], row["id"][-30:], row["start"])
        print("   …" + cut((max(0, row["start"] - 240), row["start"])) + "⟦" + cut((row["start"], row["end"])) + "⟧" + cut((row["end"], row["end"] + 60)))
        print("   right:", " && ".join(cut(thing[-1]) for thing in row["refers"]))
        print("   said :", "nothing" if answer is None else answer["rule"] + ": " + " && ".join(map(cut, answer["refers"])))


if __name__ == "__main__":
    main()
