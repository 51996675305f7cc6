"""Runs the structure reader over texts and maps its offsets.

Offsets of labels, of parts joined here and of what the program reads cannot be compared as bytes: reading a text file
drops white space at both ends of a line, blank lines, control characters and a byte order mark, and CRLF becomes LF.
What reading keeps whole and in order is the *ink*: every character that is neither white space nor a control
character. All places are therefore compared as counts of ink before them, and a boundary is right exactly when it
stands before the same ink.
"""

import array
import hashlib
import json
import os
import pathlib
import subprocess
import tempfile
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parents[2]


def shared():
    """The folder of real documents, which is no part of the repository."""
    return pathlib.Path(os.environ.get("PROVISO_SHARED", ROOT.parent / "shared"))


def program():
    """build/release/read_structure, or what PROVISO_READ_STRUCTURE names."""
    return pathlib.Path(os.environ.get("PROVISO_READ_STRUCTURE", ROOT / "build/release/read_structure"))


def ids(folder, side):
    """The ids of one folder on one side of split.tsv, in its order."""
    rows = (shared() / "data/split.tsv").read_text(encoding="utf-8").splitlines()
    cells = (row.split("\t") for row in rows)
    return [cell[1] for cell in cells if cell[0] == folder and cell[2] == side]


def is_ink(character):
    return not (character.isspace() or character == "\ufeff" or unicodedata.category(character) == "Cc")


class Ink:
    """The ink of a text, and for each byte offset of its UTF-8 how much ink stands before it."""

    def __init__(self, text):
        self.before = array.array("l")
        kept = []
        for character in text:
            for _ in range(len(character.encode("utf-8"))):
                self.before.append(len(kept))
            if is_ink(character):
                kept.append(character)
        self.before.append(len(kept))
        self.text = "".join(kept)

    def __len__(self):
        return len(self.text)

    def at(self, byte):
        return self.before[byte]


class Structure:
    """What the program read in one document: `json` as it came, `ink` of its text."""

    def __init__(self, row):
        self.json = row
        self.ink = Ink(row["text"])

    def labels(self, name):
        """name(section) for every ink character."""
        out = []
        for section in self.json["sections"]:
            out += [name(section)] * (self.ink.at(section["end"]) - len(out))
        return out

    def starts(self):
        """Ink places where a section begins, but for the first."""
        return {self.ink.at(section["start"]) for section in self.json["sections"]} - {0}

    def span(self, thing):
        return self.ink.at(thing["start"]), self.ink.at(thing["end"])


def structures(texts, tokenizer=None):
    """Reads `texts` (str or bytes of files), gives one Structure for each; with a tokenizer file also their segments."""
    command = [str(program())] + (["--tokenizer", str(tokenizer)] if tokenizer else [])
    with tempfile.TemporaryDirectory(prefix="proviso-measure-") as folder:
        paths = []
        for number, text in enumerate(texts):
            path = pathlib.Path(folder) / f"{number:06}.txt"
            path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
            paths.append(str(path))
        out = []
        for begin in range(0, len(paths), 500):
            done = subprocess.run([*command, *paths[begin : begin + 500]], check=True, stdout=subprocess.PIPE)
            out += [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]
    if len(out) != len(paths):
        raise SystemExit(f"{program()} read {len(out)} of {len(paths)} documents")
    return [Structure(row) for row in out]


def plain(data):
    """Text of a file's bytes as the labels count it: no byte order mark, LF for CRLF."""
    return data.decode("utf-8-sig").replace("\r\n", "\n")


def labelled(name):
    """{(folder, id): (sha256, [(start, end, label)])} of tests/measure/labels/NAME, in file order."""
    out = {}
    for line in (ROOT / "tests/measure/labels" / name).read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        key = row["folder"], row["id"]
        out.setdefault(key, (row["sha256"], []))[1].append((row["start"], row["end"], row["label"]))
    return out


def training_texts(wanted):
    """{id: text} of the documents of the training text with these ids; all must be there."""
    out = {}
    for shard in sorted((shared() / "data/train").glob("zh_judgments*.jsonl.zst")):
        lines = subprocess.run(["zstdcat", str(shard)], check=True, stdout=subprocess.PIPE).stdout.decode("utf-8")
        rows = (json.loads(line) for line in lines.split("\n") if line)
        out.update((row["id"], row["text"]) for row in rows if row["id"] in wanted)
    if missing := sorted(wanted - out.keys()):
        raise SystemExit(f"the training text lacks {missing[0]} ({len(missing)} labelled documents in all)")
    return out


def check_hash(path, data, expected):
    if hashlib.sha256(data).hexdigest() != expected:
        raise SystemExit(f"{path} is not the file that was labelled: its SHA-256 differs")
