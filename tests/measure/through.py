"""The same judgments as texts, and set as pages and read again: what findings lose on the way (`findings.py --through`)."""

import bisect
import collections
import dataclasses
import difflib
import os
import pathlib
import random
import shutil
import sqlite3
import subprocess

import finding_scores as scores
import reader

# What a flag says whose characters OCR was unsure of (tasks/analyze.cc).
DOUBT = "请先核对原件"


def set_pages(route, texts, pages):
    tool = pathlib.Path(os.environ.get("PROVISO_SET_PAGES", reader.ROOT / "build/release/set_pages"))
    if not tool.exists():
        raise SystemExit(f"{tool} is not there; './dev measure findings' builds it where FreeType's headers are installed")
    subprocess.run([str(tool), route, str(texts), str(pages)], check=True)


def texts_of(database):
    """{stem of the file: its text as read}."""
    with sqlite3.connect(database) as connection:
        rows = connection.execute("SELECT path, text FROM paths JOIN documents ON document = id").fetchall()
    return {pathlib.Path(path).stem: text for path, text in rows}


class Alignment:
    """Maps spans of bytes of one text to the other; both are compared by their ink."""

    def __init__(self, one, other):
        self.one, self.other = reader.Ink(one), reader.Ink(other)
        a, b = self.one.text, self.other.text
        head = len(os.path.commonprefix([a, b]))
        tail = len(os.path.commonprefix([a[head:][::-1], b[head:][::-1]]))
        matcher = difflib.SequenceMatcher(None, a[head : len(a) - tail], b[head : len(b) - tail], autojunk=False)
        self.pieces = [(0, 0, head)]
        self.pieces += [(head + block.a, head + block.b, block.size) for block in matcher.get_matching_blocks()]
        self.pieces.append((len(a) - tail, len(b) - tail, tail))
        self.first_byte = [0] * (len(b) + 1)
        for byte in range(len(self.other.before) - 1, -1, -1):
            self.first_byte[self.other.before[byte]] = byte
        self.wrong = max(len(a), len(b)) - sum(size for _, _, size in self.pieces)

    def _ink(self, at):
        """Where the ink at `at` of the one stands in the other; what has no like goes to the next that has."""
        i = bisect.bisect_right(self.pieces, (at, float("inf"), 0)) - 1
        start, end, size = self.pieces[i]
        if at < start + size:
            return end + at - start
        return min(self.pieces[i + 1][1] if i + 1 < len(self.pieces) else len(self.other), len(self.other))

    def span(self, span):
        start = self._ink(self.one.at(span[0]))
        end = self._ink(self.one.at(span[1]))
        return self.first_byte[start], max(self.first_byte[end], self.first_byte[start] + 1)


def chosen(paths, copies, seed):
    """The clean texts of `paths` and up to `copies` planted ones a case (0: all); hard negatives are left out."""
    planted = collections.defaultdict(list)
    out = {path: text for path, text in paths.items() if text.clean}
    for path, text in sorted(paths.items()):
        if text.planted:
            planted[text.case].append(path)
    chance = random.Random(seed)
    for case in sorted(planted):
        mine = planted[case]
        for path in sorted(chance.sample(mine, min(copies or len(mine), len(mine)))):
            out[path] = paths[path]
    return out


def measured(paths, options, folder, analyze, read_flags):
    """([scores.Text] by the text route, [scores.Text] through pages in the same order, characters wrong, characters)."""
    paths = chosen(paths, options.copies, options.seed)
    texts = folder / "in"
    texts.mkdir()
    stems = {}
    for path, text in paths.items():
        stems[f"{len(stems):05}"] = text
        shutil.copy(path, texts / f"{len(stems) - 1:05}.txt")
    set_pages(options.through, texts, folder / "pages")
    through = {stem: dataclasses.replace(text, flags=[], segments=[]) for stem, text in stems.items()}
    analyze([texts], folder / "text.db")
    analyze([folder / "pages"], folder / "pages.db")
    for table, database in ((stems, folder / "text.db"), (through, folder / "pages.db")):
        read_flags(database, lambda path: table[pathlib.Path(path).stem])
    plain, read = texts_of(folder / "text.db"), texts_of(folder / "pages.db")
    wrong = whole = 0
    for stem, text in through.items():
        alignment = Alignment(plain[stem], read.get(stem, ""))
        text.gold = [alignment.span(one) for one in text.gold]
        text.genuine = [(kind, alignment.span(one)) for kind, one in text.genuine]
        text.places = [[alignment.span(place) for place in flag.places] for flag in stems[stem].flags]
        wrong += alignment.wrong
        whole += len(alignment.one)
    return list(stems.values()), list(through.values()), wrong, whole


def is_anew(flag, text):
    """Whether the text route has no flag that meets this one."""
    return not any(scores.overlap(one, other) for known in text.places for one in known for other in flag.places)


def print_table(name, route, by_text, by_pages, wrong, whole):
    clean = sum(text.clean for text in by_text)
    print(f"\n{name} through {route}: {clean} clean texts, {len(by_text) - clean} planted copies; "
          f"{wrong} of {whole} characters read otherwise ({100 * wrong / whole:.3f} %)")
    print(f"  {'':<24}{'text':>8}{route:>8}")
    columns = []
    for texts in (by_text, by_pages):
        total = scores.total([scores.counts_of_case(case) for case in scores.by_case(texts).values()])
        flags = [len(text.flags) for text in texts if text.clean]
        columns.append((total.precision, total.recall, total.f1, sum(flags) / len(flags)))
    for label, *values in zip(("precision", "recall", "f1", "flags per clean"), *columns):
        print(f"  {label:<24}" + "".join(f"{'–' if value is None else format(value, '.3f'):>8}" for value in values))
    found = [[any(scores.is_true(flag, text) for flag in text.flags) for text in texts] for texts in (by_text, by_pages)]
    lost = collections.Counter(t.kind for t, a, b in zip(by_text, *found) if t.planted and a and not b)
    won = collections.Counter(t.kind for t, a, b in zip(by_text, *found) if t.planted and b and not a)
    listed = lambda counts: ", ".join(f"{kind} {n}" for kind, n in sorted(counts.items())) or "none"
    print(f"  planted and found in the text, lost: {listed(lost)}; found through {route} alone: {listed(won)}")
    doubtful = lambda flag: DOUBT in flag.explanation
    true = [flag for text in by_pages if text.planted for flag in text.flags if scores.is_true(flag, text)]
    anew = [flag for text in by_pages for flag in text.flags if not scores.is_true(flag, text) and is_anew(flag, text)]
    print(f"  flags in a planted place: {len(true)}, {sum(map(doubtful, true))} of them with OCR's doubt")
    print(f"  flags that the text does not give, elsewhere: {len(anew)}, {sum(map(doubtful, anew))} of them with OCR's doubt"
          f" ({listed(collections.Counter(flag.kind for flag in anew if not doubtful(flag)))} without)")


def list_differences(by_text, by_pages):
    """What was lost and what came, one a line (tune side only)."""
    for before, after in zip(by_text, by_pages):
        if before.planted and any(scores.is_true(f, before) for f in before.flags) and not any(scores.is_true(f, after) for f in after.flags):
            for flag in before.flags:
                if scores.is_true(flag, before):
                    print(f"  lost {before.case} {before.kind}: {flag.explanation}")
        for flag in after.flags:
            if not scores.is_true(flag, after) and is_anew(flag, after):
                print(f"  anew {before.case} {flag.kind} {flag.severity}: {flag.quote} | {flag.explanation}")
