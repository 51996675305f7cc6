#!/usr/bin/env python3
"""Measures the detector of provisos against the hand labels and prints one table.

  ./dev measure provisos [--side tune|report|train|train2|…|train7] [--only SET] [--errors N]

A proviso is found when trigger and scope are the labelled ones to the byte; the trigger alone, the limited rule and the
kind are counted apart, the last two among the provisos found. Only what stands inside a labelled item counts, for and
against. Of the report side only the table is printed. `train` to `train7` are sentences of the training text that were
labelled before anybody saw what the rules say of them.
"""

import argparse
import collections
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import reader
import rows as table_rows
from rows import Row

LABELS = pathlib.Path(__file__).resolve().parent / "labels/provisos"
# Connectors that were not in the guide when these halves and samples were labelled: what the program gives of them there
# is neither right nor wrong.
LATER = re.compile(r"nothing|(?:shall|will|does|do)\s+(?:also\s+)?not\s+(?:apply|extend)|不适用于", re.IGNORECASE)
# Known since all of them were labelled.
NOT_LABELLED = re.compile(r"尽管(?:有|存在)")
LABELLED_BEFORE = {"tune", "report", "train", "train2", "train3", "train4"}
GOALS = {"statutes": 0.90, "zh_contracts": 0.90, "en_contracts": 0.90, "judgments": 0.86}


def records(path):
    """The rows of a .jsonl or .jsonl.zst file by their id."""
    if path.suffix == ".zst":
        raw = subprocess.run(["zstdcat", path], capture_output=True, check=True).stdout
    else:
        raw = path.read_bytes()
    lines = (line for line in raw.decode("utf-8").split("\n") if line.strip())
    return {str(row.get("id", number)): row for number, row in enumerate(map(json.loads, lines))}


class Texts:
    """The labelled texts, each checked against the hash of its label."""

    def __init__(self):
        self.files = {}

    def read(self, label):
        folder = reader.shared() / "data" / label["folder"]
        name, _, record = label["file"].partition("#")
        if record:
            if name not in self.files:
                self.files[name] = records(folder / name)
            identity, _, field = (record, "", "text") if label["folder"] == "train" else record.rpartition("/")
            whole = self.files[name][identity][field].encode("utf-8")
        else:
            whole = (folder / name).read_bytes()
        if hashlib.sha256(whole).hexdigest() != label["sha256"]:
            raise SystemExit(f"{label['file']} is not the text that was labelled")
        return whole.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")


def found_in(texts, program):
    """The provisos of each (text, section)."""
    asked = "".join(
        json.dumps({"text": text.decode("utf-8")} | ({"section": section} if section else {})) + "\n"
        for text, section in texts
    )
    answer = subprocess.run([program], input=asked, capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in answer.splitlines()]


def known(found, text, side):
    """Without those of connectors that `side` was labelled without."""
    words = lambda each: text[slice(*each["trigger"])].decode("utf-8")
    found = [each for each in found if not NOT_LABELLED.fullmatch(words(each))]
    if side not in LABELLED_BEFORE:
        return found
    return [each for each in found if not LATER.fullmatch(words(each))]


def compare(labels, found, counts, misses, text):
    """Counts the provisos of one text; `labels` are its labelled items."""
    for item in labels:
        wanted = {tuple(each["trigger"]): each for each in item["provisos"]}
        given = {
            tuple(each["trigger"]): each
            for each in found
            if item["start"] <= each["trigger"][0] and each["trigger"][1] <= item["end"]
        }
        counts["labelled"] += len(wanted)
        counts["given"] += len(given)
        for place in sorted(wanted.keys() | given.keys()):
            want, got = wanted.get(place), given.get(place)
            both = want is not None and got is not None
            counts["trigger"] += both
            exact = both and want["scope"] == got["scope"]
            counts["exact"] += exact
            counts["limits"] += exact and want["limits"] == got["limits"]
            counts["kind"] += exact and want["kind"] == got["kind"]
            if not exact or want["limits"] != got["limits"] or want["kind"] != got["kind"]:
                misses.append((text, item, want, got))


def f1(right, given, labelled):
    return 2 * right / (given + labelled) if given + labelled else None


def rows_of(name, counts):
    of = counts["labelled"]
    share = lambda key: counts[key] / counts["exact"] if counts["exact"] else None
    return [
        Row(name, "trigger F1", f1(counts["trigger"], counts["given"], of), count=of),
        Row(name, "trigger and scope F1", f1(counts["exact"], counts["given"], of), GOALS.get(name), count=of),
        Row(name, "limited rule right", share("limits"), 0.85, count=counts["exact"]),
        Row(name, "kind right", share("kind"), count=counts["exact"]),
    ]


def show(misses, most):
    for text, item, want, got in misses[:most]:
        said = lambda each, key: text[slice(*each[key])].decode("utf-8") if each else None
        print("--", item["file"][-40:], item["section"])
        for who, each in (("label", want), ("found", got)):
            print(f"   {who}: " + (" | ".join([each["kind"]] + [str(said(each, k)) for k in ("trigger", "scope", "limits")]) if each else "none"))
        if not (want and got):
            print("      in:", text[item["start"] : item["end"]].decode("utf-8")[:400])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--side", choices=["tune", "report", "train", "train2", "train3", "train4", "train5", "train6", "train7"], default="tune")
    parser.add_argument("--only", choices=list(GOALS))
    parser.add_argument("--errors", type=int, default=0, metavar="N", help="show N errors of each set (tune only)")
    chosen = parser.parse_args()
    if chosen.errors and chosen.side == "report":
        parser.error("single errors of the report side stay unseen")
    program = os.environ.get("PROVISO_READ_PROVISOS", reader.ROOT / "build/release/read_provisos")
    if not (reader.shared() / "data").exists():
        print(f"no documents in {reader.shared()} (PROVISO_SHARED): nothing is measured")
        return
    texts, rows = Texts(), []
    for name in [chosen.only] if chosen.only else GOALS:
        if not (LABELS / f"{name}_{chosen.side}.jsonl").exists():
            continue  # the training text holds no further Chinese contracts
        by_file = collections.defaultdict(list)
        for line in (LABELS / f"{name}_{chosen.side}.jsonl").read_text(encoding="utf-8").splitlines():
            label = json.loads(line)
            # A field of a record is one section; where its label says another, that one.
            section = label["section"] if "#" in label["file"] and label["folder"] != "train" else None
            by_file[label["file"], section].append(label)
        asked = [(texts.read(labels[0]), section) for (_, section), labels in by_file.items()]
        counts, misses = collections.Counter(), []
        for (text, _), labels, found in zip(asked, by_file.values(), found_in(asked, program)):
            compare(labels, known(found, text, chosen.side), counts, misses, text)
        rows += rows_of(name, counts)
        if chosen.errors:
            show(misses, chosen.errors)
    print(f"{chosen.side} side\n{table_rows.table(rows)}")


if __name__ == "__main__":
    main()
