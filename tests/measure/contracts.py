"""Contracts: starts of clauses and kinds of sections against hand labels (labels/contracts_guide.md)."""

import json
import re
import subprocess

import reader
import scoring
from rows import Row

BODY = {"definitions", "clause", "signature"}
TAGS = BODY | {"title", "parties", "recitals", "schedule", "other"}
SCHEDULE = re.compile(r"(?i)exhibit|schedule|annex|appendi|attachment|addend|the(?:exhibit|schedule)|[A-Z]\b|附")
RANGE = re.compile(r"\s*(?:\bto\b|\bthrough\b|[-–])\s*")


def mark_of(number):
    """A reference's number as the labels write it: no blanks, "-" for a range, 五 for 第五条."""
    number = RANGE.sub("-", number).replace(" ", "")
    return re.sub(r"^第([^第条章]+)[条章]$", r"\1", number)

# Page furniture may stand on either side of a boundary: page numbers, "Source: …", notes on confidential treatment.
FURNITURE = re.compile(
    r"\s*(?:Source: .{2,100}\d{4}|[-–—]*\s?(?:[A-Za-z]{1,3}-)?\d{1,4}\s?[-–—]*|(?i:page) ?\d+.{0,80}|\d+ of \d+|[ivxl]{1,6}"
    r"|\[?\*+\]? ?(?:=|Confidential|The omitted|Represents|Certain).{0,700}|\[\*\] = .{0,700}|(?i:\[?signature page.{0,100})"
    r"|(?i:\[?\(?(?:the )?(?:remainder|rest) of (?:this|the) page .{0,80})|[_=*-]{3,}"
    r"|(?i:\[?signatures? (?:appear|page|follow).{0,60}))\s*",
    re.S,
)
# What plain regular expressions see: a mark at the start of a line, a section by the first words of a line.
NAIVE_MARK = re.compile(r"(?m)^[ \t]*((?:ARTICLE|Article|SECTION|Section)\s+[\dIVXL.]+|\d+(?:\.\d+)*\.?|\([a-zA-Z]{1,4}\))(?=[ \t.])")
NAIVE_SECTIONS = [
    ("recitals", re.compile(r"\s*(?:WHEREAS|RECITALS|WITNESSETH|BACKGROUND)")),
    ("signature", re.compile(r"\s*IN WITNESS")),
    ("schedule", re.compile(r"\s*(?:EXHIBIT|SCHEDULE|ANNEX|APPENDIX|Exhibit|Schedule) [A-Z0-9]+\s*$")),
    ("definitions", re.compile(r"\s*(?:ARTICLE|Article|SECTION)?\s*[\dIVX.]*\s*(?:DEFINITIONS|Definitions)")),
    ("clause", re.compile(r"\s*(?:(?:ARTICLE|Article) [\dIVX]+|\d+\.\s)")),
    ("parties", re.compile(r"\s*(?:THIS|This) .{0,80}(?i:agreement)")),
]


def naive(text):
    """Ink places of marks, and one tag an ink character, by line."""
    ink = reader.Ink(text)
    at = lambda place: ink.at(len(text[:place].encode("utf-8")))
    marks = {at(found.start(1)) for found in NAIVE_MARK.finditer(text)}
    tags, tag = [], "title"
    for line in text.splitlines(keepends=True):
        tag = next((name for name, pattern in NAIVE_SECTIONS if pattern.match(line)), tag)
        tags += [tag] * len(reader.Ink(line))
    return marks, tags


class Furniture:
    """Spans of ink that are page furniture."""

    def __init__(self, text):
        self.ends, at = {}, 0
        for line in text.splitlines():
            size = len(reader.Ink(line))
            if size and FURNITURE.fullmatch(line):
                self.ends[at] = at + size
            at += size

    def behind(self, place):
        """`place`, moved behind the furniture that begins there."""
        while place in self.ends:
            place = self.ends[place]
        return place


def note(worst, name, what, wanted, got, ink):
    """Adds what is missing and spurious to the list of errors; things are places or tuples that hold one."""
    place_of = lambda one: one if isinstance(one, int) else next(part for part in one if isinstance(part, int))
    for sign, places in (("missing", wanted - got), ("spurious", got - wanted)):
        for one in sorted(places, key=place_of):
            place = place_of(one)
            worst.append((1, f"{name[:30]} {what} {sign} {one}: {ink.text[place - 20:place]}|{ink.text[place:place + 40]}"))


def corpus(side):
    """{label file: {(folder, id): bytes}} of the labelled documents of `side` that lie here; the training text counts as tune."""
    out = {}
    name = f"contracts_{side}.jsonl"
    on_side = set(reader.ids("en_cuad", side))
    for folder, document in reader.labelled(name):
        if document not in on_side:
            raise SystemExit(f"{document} is labelled for {side} and stands on the other side")
        out.setdefault(name, {})[folder, document] = (reader.shared() / "data" / folder / "txt" / document).read_bytes()
    for number in ("", "2", "3") if side == "tune" else ():
        name = f"contracts_train{number}.jsonl"
        if (reader.ROOT / "tests/measure/labels" / name).exists():
            out[name] = training_text(name)
    return {name: found for name, found in out.items() if found}


def training_text(name):
    wanted, out = set(reader.labelled(name)), {}
    rows = (reader.ROOT / "tests/measure/labels" / name).read_text(encoding="utf-8").splitlines()
    for shard in sorted({json.loads(row)["file"] for row in rows}):
        packed = reader.shared() / "data/train" / shard
        if packed.exists():
            lines = subprocess.run(["zstdcat", str(packed)], check=True, stdout=subprocess.PIPE).stdout.decode("utf-8")
            found = {("train", row["id"]): row["text"].encode("utf-8") for row in map(json.loads, lines.rstrip("\n").split("\n"))}
            out |= {key: found[key] for key in wanted if key in found}
    return out


def measure(side, worst):
    out = []
    for name, data in corpus(side).items():
        documents = {key: value for key, value in reader.labelled(name).items() if key in data}
        for key, (sha256, _) in documents.items():
            reader.check_hash(key[1], data[key], sha256)
        title = "contracts" if name == f"contracts_{side}.jsonl" else name.removesuffix(".jsonl").replace("_", ", ")
        out += score(f"{title} ({len(documents)})", documents, [data[key] for key in documents], worst)
    return out


def score(title, documents, data, worst):
    clauses, sections, tags = scoring.F1(), scoring.F1(), scoring.Accuracy()
    terms, references = scoring.F1(), scoring.F1()
    naive_clauses, naive_tags = scoring.F1(), scoring.Accuracy()
    for ((_, name), (_, labels)), raw, read in zip(documents.items(), data, reader.structures(data)):
        text = reader.plain(raw)
        ink, furniture = reader.Ink(text), Furniture(text)
        gold_tags, gold_sections = [], set()
        for start, end, label in labels:
            if label in TAGS:
                gold_sections.add((label, furniture.behind(ink.at(start))))
                gold_tags += [label] * (ink.at(end) - len(gold_tags))
        gold = {ink.at(start) for start, _, label in labels if label.startswith("number:")}
        found_tags = read.labels(lambda section: section["tag"])
        items = [item for item in read.json["items"] if item["kind"] == "clause" and item["number"]]
        found = {place for place, _ in map(read.span, items) if found_tags[place] in BODY}
        found_sections = {(one["tag"], furniture.behind(read.ink.at(one["start"]))) for one in read.json["sections"]}
        clauses.add(gold, found)
        sections.add(gold_sections, found_sections)
        tags.add(gold_tags, found_tags)
        own = scoring.F1().add(gold, found), scoring.F1().add(gold_sections, found_sections)
        same = sum(one == other for one, other in zip(gold_tags, found_tags)) / max(1, len(gold_tags))
        shown = " ".join("  -  " if one.value is None else f"{one.value:.3f}" for one in own)
        worst.append((2, f"{title} {name[:60]}: clause starts, sections, tags {shown} {same:.3f}"))
        if any(label == "definition" for _, _, label in labels):
            wanted = {ink.at(start) for start, _, label in labels if label == "definition"}
            limit = next((ink.at(start) for start, _, label in labels if label == "schedule"), len(ink))
            got = {read.span(item)[0] for item in read.json["items"] if item["kind"] == "definition"}
            got = {place for place in got if place < limit}
            terms.add(wanted, got)
            note(worst, name, "definition", wanted, got, read.ink)
            wanted = {(ink.at(start), label[4:]) for start, _, label in labels if label.startswith("ref:")}
            got = {
                (read.span(item)[0], mark_of(item["number"]))
                for item in read.json["items"]
                if item["kind"] == "cross_reference" and found_tags[read.span(item)[0]] != "schedule"
                and not SCHEDULE.match(read.ink.text, read.span(item)[0])
            }
            references.add(wanted, got)
            note(worst, name, "reference", wanted, got, read.ink)
        marks, guess = naive(text)
        naive_clauses.add(gold, {place for place in marks if guess[place] in BODY})
        naive_tags.add(gold_tags, guess)
        note(worst, name, "clause", gold, found, read.ink)
        note(worst, name, "section", gold_sections, found_sections, read.ink)
    return [
        Row(title, "clause starts F1", clauses.value, 0.97, naive_clauses.value, clauses.count),
        Row(title, "section kind and start F1", sections.value, 0.97, None, sections.count),
        Row(title, "section tag accuracy", tags.value, 0.97, naive_tags.value, tags.count),
        Row(title, "defined terms F1", terms.value, None, None, terms.count),
        Row(title, "references F1", references.value, None, None, references.count),
    ]
