"""English judgments against hand labels that were made before anybody's rules had seen them (labels/english_guide.md).

Sections are compared by tag, letter for letter of ink; headings and numbers by the ink at which they begin. A heading
that an extraction ran into its paragraph is counted apart from those that stand on a line of their own.
"""

import json
import subprocess

import reader
import scoring
from rows import Row
from uk import heads

NOT_SECTIONS = ("heading", "run_in", "number", "author")
UNREAD = {"appendix", "other"}  # headings there are not labelled


def texts():
    """{(folder, id): text} of the labelled documents that lie here."""
    out = {}
    packed = reader.shared() / "data/train/en_judgments-00.jsonl.zst"
    if packed.exists():
        lines = subprocess.run(["zstdcat", str(packed)], check=True, stdout=subprocess.PIPE).stdout.decode("utf-8")
        out |= {("train", row["id"]): row["text"] for row in map(json.loads, lines.rstrip("\n").split("\n"))}
    indian = reader.shared() / "data/en_roles/split2_test.json"
    if indian.exists():
        for number, row in enumerate(json.loads(indian.read_text(encoding="utf-8"))):
            out["en_roles", f"split2_test:{number}"] = "\n".join(row["segments"])
    return out


def measure(side, worst):
    found_texts = texts() if side == "tune" else {}
    documents = {key: value for key, value in reader.labelled("en_train.jsonl").items() if key in found_texts}
    if not documents:
        return []
    for key, (sha256, _) in documents.items():
        reader.check_hash(key[1], found_texts[key].encode("utf-8"), sha256)
    tags, cuts, lines, run_in, numbers = scoring.Accuracy(), scoring.F1(), scoring.F1(), scoring.F1(), scoring.F1()
    for (key, (_, labels)), read in zip(documents.items(), reader.structures([found_texts[key] for key in documents])):
        ink = reader.Ink(found_texts[key])
        gold, skipped = [], []
        for start, end, label in labels:
            if label.split(":")[0] not in NOT_SECTIONS:
                tag = "analysis" if label == "concurrence" else label  # the program has no tag for it
                gold += [tag] * (ink.at(end) - len(gold))
                if label in UNREAD:
                    skipped.append((ink.at(start), ink.at(end)))
        got = read.labels(lambda section: section["tag"])
        tags.add(gold, got)
        cuts.add(scoring.changes(gold), scoring.changes(got))
        for length, start, end, wanted, was in scoring.worst_runs(gold, got)[:4]:
            worst.append((length, f"{length:6} {key[1]}: {wanted} read as {was}: {ink.text[start : start + 50]}"))

        def outside(place):
            return not any(begin <= place < end for begin, end in skipped)

        def places(kind):
            return {ink.at(start) for start, _, label in labels if label.startswith(kind + ":") and outside(ink.at(start))}

        line_gold, run_gold = places("heading"), places("run_in")
        got = {start for start, _ in heads(read) if outside(start)}
        authors = {ink.at(start) for start, _, label in labels if label == "author"}
        lines.add(line_gold, got - run_gold - authors)
        run_in.add(run_gold, got & run_gold)
        found = {(read.span(item)[0], item["number"]) for item in read.json["items"] if item["kind"] == "paragraph"}
        wanted = {(ink.at(start), label[7:]) for start, _, label in labels if label.startswith("number:")}
        numbers.add(wanted, found)
        for what, right, given in (("heading", line_gold, got - run_gold - authors), ("run-in heading", run_gold, got & run_gold)):
            for kind, bad in (("missed", right - given), ("spurious", given - right)):
                worst += [(1, f"{key[1]}: {kind} {what} at {ink.text[at : at + 50]}") for at in sorted(bad)]
        for kind, bad in (("missed", wanted - found), ("spurious", found - wanted)):
            worst += [(1, f"{key[1]}: {kind} number {number} at {ink.text[at : at + 50]}") for at, number in sorted(bad)]
    name = f"english by hand ({len(documents)})"
    return [
        Row(name, "tag accuracy", tags.value, None, None, tags.count),
        Row(name, "boundary F1", cuts.value, None, None, cuts.count),
        Row(name, "headings of their own line: F1", lines.value, None, None, lines.count),
        Row(name, "headings run in: recall", run_in.value if not run_in.count else run_in.right / (run_in.right + run_in.missing), None, None, run_in.count),
        Row(name, "paragraph numbers: F1", numbers.value, None, None, numbers.count),
    ]
