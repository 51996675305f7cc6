#!/usr/bin/env python3
"""Scores the structure of contracts against labels: clause starts and kinds of sections.

usage: contracts.py LABELS.jsonl FOLDER [--proviso PROGRAM | --structures FILE.jsonl] [--errors]

LABELS holds rows {folder, id, sha256, start, end, label} as contracts_guide.md tells; FOLDER holds the texts. The program
is asked for `inspect --structure --json` of each; or FILE holds its answers, one JSON document a line, with "path".
Printed for each document and for all: F1 of clause starts (in definitions, clause and signature sections, exact but for
white space), F1 of section boundaries (place and kind, white space and furniture forgiven), and the share of characters
that stand in a section of the right kind. --errors lists what differs (for documents one may read, never for those held
back).
"""
import argparse, collections, hashlib, json, os, re, subprocess, sys

BODY = {"definitions", "clause", "signature"}
FURNITURE = re.compile(
    rb"^\s*(?:Source: .{2,100}\d{4}|[-\xe2\x80\x93\x94]*\s?(?:[A-Za-z]{1,3}-)?\d{1,4}\s?[-\xe2\x80\x93\x94]*|(?i:page) ?\d+.{0,80}"
    rb"|\d+ of \d+|[ivxl]{1,6}|\[?\*+\]? ?(?:=|Confidential|The omitted|Represents|Certain).{0,700}|\[\*\] = .{0,700}"
    rb"|(?i:\[?signature page.{0,100})|(?i:\[?\(?(?:the )?(?:remainder|rest) of (?:this|the) page .{0,80})|[_=*-]{3,}"
    rb"|(?i:\[?signatures? (?:appear|page|follow).{0,60}))\s*$", re.S)


def read_text(path):
    """The text as labelled, and for each of its bytes the place in the text the program makes of it (a paragraph a line)."""
    raw = open(path, "rb").read()
    digest = hashlib.sha256(raw).hexdigest()
    text = raw[3:] if raw.startswith(b"\xef\xbb\xbf") else raw
    text = text.replace(b"\r\n", b"\n")
    return text, digest


def canonical(text):
    """Paragraphs stripped and joined as the program does; gives (bytes, place of each byte in `text`)."""
    out, places, at = bytearray(), [], 0
    for line in text.split(b"\n"):
        start, end = 0, len(line)
        while start < end and line[start:start + 1] in b" \t\r\f\v" and line[start:start + 1]:
            start += 1
        while end > start and line[end - 1:end] in b" \t\r\f\v":
            end -= 1
        if end > start:
            if out:
                places.append(at - 1)
                out += b"\n"
            out += line[start:end]
            places.extend(range(at + start, at + end))
        at += len(line) + 1
    places.append(len(text))
    return bytes(out), places


def ask(program, path):
    done = subprocess.run([program, "inspect", "--structure", "--json", path], capture_output=True)
    if done.returncode != 0:
        sys.exit("contracts.py: %s: exit %d: %s" % (path, done.returncode, done.stderr.decode()[-300:]))
    return json.loads(done.stdout)


def sections_of(answer):
    for one in answer["sections"]:
        if isinstance(one, dict):
            yield one.get("tag", one.get("section")), one["start"], one["end"]
        else:
            yield one[0], one[1], one[2]


def items_of(answer):
    for one in answer["items"]:
        if isinstance(one, dict):
            yield one["kind"], one["number"], one["start"]
        else:
            yield one[0], one[1], one[4]


def same_place(text, a, b):
    """Only white space and furniture stand between a and b."""
    low, high = min(a, b), max(a, b)
    if high - low > 2000:
        return False
    return all(not line.strip() or FURNITURE.match(line) for line in text[low:high].split(b"\n"))


def first_word(text, at):
    while at < len(text) and text[at:at + 1].isspace():
        at += 1
    return at


class Count:
    def __init__(self):
        self.hit = self.given = self.wanted = 0

    def add(self, other):
        self.hit += other.hit
        self.given += other.given
        self.wanted += other.wanted

    def f1(self):
        return 2 * self.hit / (self.given + self.wanted) if self.given + self.wanted else 1.0


def tag_at(sections, at):
    for tag, start, end in sections:
        if start <= at < end:
            return tag
    return None


def score(text, rows, answer, show):
    _, places = canonical(text)
    given = [(tag, places[start], places[end]) for tag, start, end in sections_of(answer)]
    wanted = [(r["label"], r["start"], r["end"]) for r in rows if not r["label"].startswith("number:")]
    marks_wanted = {first_word(text, r["start"]): r["label"][7:] for r in rows if r["label"].startswith("number:")}
    marks_given = {}
    for kind, number, start in items_of(answer):
        at = first_word(text, places[start])
        if kind == "clause" and number and tag_at(given, at) in BODY:
            marks_given[at] = number
    clauses = Count()
    clauses.given, clauses.wanted = len(marks_given), len(marks_wanted)
    clauses.hit = sum(1 for at in marks_given if at in marks_wanted)
    boundaries = Count()
    boundaries.given, boundaries.wanted = len(given), len(wanted)
    free = list(given)
    for tag, start, end in wanted:
        found = next((g for g in free if g[0] == tag and same_place(text, g[1], start)), None)
        if found:
            boundaries.hit += 1
            free.remove(found)
        elif show:
            print("    missed  %-11s %7d %r" % (tag, start, text[start:start + 60]))
    if show:
        for tag, start, end in free:
            print("    extra   %-11s %7d %r" % (tag, start, text[first_word(text, start):][:60]))
        for at in sorted(set(marks_given) ^ set(marks_wanted)):
            which = "mark -" if at in marks_wanted else "mark +"
            print("    %s %7d %-6s %r" % (which, at, marks_wanted.get(at, marks_given.get(at)), text[max(0, at - 40):at + 50]))
    right = total = 0
    for tag, start, end in wanted:
        total += end - start
        for other, begin, stop in given:
            if other == tag:
                right += max(0, min(end, stop) - max(start, begin))
    return clauses, boundaries, right, total


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("labels")
    parser.add_argument("folder")
    parser.add_argument("--proviso", default="build/release/proviso")
    parser.add_argument("--structures")
    parser.add_argument("--errors", action="store_true")
    options = parser.parse_args()
    rows = collections.OrderedDict()
    for line in open(options.labels, encoding="utf-8"):
        row = json.loads(line)
        rows.setdefault(row["id"], []).append(row)
    answers = {}
    if options.structures:
        for line in open(options.structures, encoding="utf-8", errors="replace"):
            answer = json.loads(line)
            answers[os.path.basename(answer["path"])] = answer
    clauses, boundaries, right, total = Count(), Count(), 0, 0
    print("%-44s %7s %9s %10s" % ("document", "clauses", "sections", "characters"))
    for name, labels in rows.items():
        path = os.path.join(options.folder, name)
        text, digest = read_text(path)
        if digest != labels[0]["sha256"]:
            sys.exit("contracts.py: %s: not the file that was labelled" % path)
        answer = answers[name] if options.structures else ask(options.proviso, path)
        if options.errors:
            print("== " + name)
        one = score(text, labels, answer, options.errors)
        clauses.add(one[0])
        boundaries.add(one[1])
        right, total = right + one[2], total + one[3]
        print("%-44s %7.4f %9.4f %10.4f" % (name[:44], one[0].f1(), one[1].f1(), one[2] / one[3]))
    print("%-44s %7.4f %9.4f %10.4f" % ("all", clauses.f1(), boundaries.f1(), right / total))


if __name__ == "__main__":
    main()
