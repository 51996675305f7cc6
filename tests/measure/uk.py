"""Paragraph numbers and headings of United Kingdom judgments, against the mark-up of the National Archives.

akn.py makes of each XML the text that an extraction would give; nothing of the mark-up is left in it. A paragraph is
right where its line and its number are, a heading where all of its line is. Headings outside the judgment's body
(cover page, orders attached) are not marked in the XML, so those found there are not counted.
"""

import re

import akn
import reader
import scoring
from rows import Row


NAIVE_NUMBER = re.compile(rb"^(\d+)\. ", re.MULTILINE)
NAIVE_HEADING = re.compile(rb"^[A-Z][^\n]{2,78}[^\n.;,]$", re.MULTILINE)


class Scored:
    """Counts for our reading and for plain regular expressions."""

    def __init__(self):
        self.ours, self.naive = scoring.F1(), scoring.F1()

    def rows(self, set_name, what):
        return [
            Row(set_name, f"{what}: F1", self.ours.value, 0.98, self.naive.value, self.ours.count),
            Row(set_name, f"{what}: precision", share(self.ours.right, self.ours.spurious), count=self.ours.count),
            Row(set_name, f"{what}: recall", share(self.ours.right, self.ours.missing), count=self.ours.count),
        ]


def share(right, wrong):
    return right / (right + wrong) if right + wrong else None


def measure(side, worst):
    folder = reader.shared() / "data/en_uk/xml"
    names = reader.ids("en_uk", side) if folder.exists() else []
    if not names:
        return []
    golds = [akn.text_of(folder / name) for name in names]
    numbers, headings = Scored(), Scored()
    for name, (text, gold_numbers, gold_headings, body), read in zip(
        names, golds, reader.structures([gold[0] for gold in golds])
    ):
        ink, raw = reader.Ink(text), text.encode("utf-8")
        begin, end = (ink.at(place) for place in body)

        def inside(spans):
            return {span for span in spans if begin <= span[0] < end}

        gold = {(ink.at(start), number) for start, number in gold_numbers}
        found = {(read.span(item)[0], item["number"]) for item in read.json["items"] if item["kind"] == "paragraph"}
        naive = {(ink.at(m.start()), m[1].decode()) for m in NAIVE_NUMBER.finditer(raw)}
        note(name, "number", ink, gold, found, worst)
        numbers.ours.add(gold, found)
        numbers.naive.add(gold, naive)

        gold = {(ink.at(start), ink.at(stop)) for start, stop in gold_headings}
        found = inside(heads(read))
        naive = inside((ink.at(m.start()), ink.at(m.end())) for m in NAIVE_HEADING.finditer(raw))
        note(name, "heading", ink, gold, found, worst)
        headings.ours.add(gold, found)
        headings.naive.add(gold, naive)
    return numbers.rows("uk judgments", "paragraph numbers") + headings.rows("uk judgments", "headings")


def heads(read):
    """Where headings stand: each at the beginning of its section."""
    for section in read.json["sections"]:
        if section["heading"]:
            start = read.ink.at(section["start"])
            yield start, start + len(reader.Ink(section["heading"]))


def note(name, what, ink, gold, found, worst):
    for kind, places in (("missed", gold - found), ("spurious", found - gold)):
        for place in sorted(places):
            worst.append((1, f"{name}: {kind} {what} at {ink.text[place[0] : place[0] + 50]}"))
