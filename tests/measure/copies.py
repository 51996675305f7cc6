"""Contracts laid out as other copies would have them: how far the grammar depends on line ends.

The labelled contracts of the tune side and of the training text, each once with its lines broken at 76 columns, once run
together into lines of some 3,000 characters (a page a line, as text copied from a filing is) and once into a single line. Only white
space changes, so the labels hold as they are. Made for the eye that looks for kinds of errors, not for a goal.
"""

import textwrap

import contracts
import reader

PAGE = 3000  # characters


def wrapped(text):
    lines = (textwrap.wrap(line, 76, break_long_words=False, break_on_hyphens=False) for line in text.split("\n"))
    return "\n".join("\n".join(line) for line in lines)


def pages(text):
    out, size = [], 0
    for line in filter(None, map(str.strip, text.split("\n"))):
        out.append(line)
        size += len(line)
        out.append("\n" if size > PAGE else " ")
        size = 0 if size > PAGE else size
    return "".join(out)


COPIES = {"wrapped": wrapped, "a page a line": pages, "one line": lambda text: " ".join(text.split())}


def is_chinese(text):
    return sum(0x4E00 <= ord(character) <= 0x9FFF for character in text[:3000]) > 300


def measure(side, worst):
    out, read_as_is = [], reader.structures
    documents = {}
    for name, data in contracts.corpus(side).items():
        for key, value in reader.labelled(name).items():
            if key in data and not is_chinese(reader.plain(data[key])):
                documents[key] = (value, data[key])
    if not documents:
        return out
    labels = {key: value for key, (value, _) in documents.items()}
    data = [raw for _, raw in documents.values()]
    for kind, copy in COPIES.items():
        try:
            reader.structures = lambda texts: read_as_is([copy(reader.plain(raw)).encode("utf-8") for raw in texts])
            out += contracts.score(f"contracts, {kind} ({len(data)})", labels, data, worst)
        finally:
            reader.structures = read_as_is
    return [row for row in out if "references" not in row.measure and "terms" not in row.measure]
