#!/usr/bin/env python3
"""Measures whether the language model recalls terms of the statutes, above all the rare ones.

  ./dev measure statute-terms [--model DIR…] [--most N]
  ./dev measure statute-terms --train DIR [--minutes M] [--steps N] [--most N]

The terms (labels/statute_terms.txt, and 第N条 behind the name of a law) are looked for in judgments that no model was
trained on: the tune side of split.tsv. How often a term stands in the training text puts it into a band: rare, seldom,
often. Teacher-forced, with three segments before as memory, each piece of a term is asked for: a term is recalled
at k when all its pieces are among the k likeliest; "once begun" is the share of the terms of several pieces whose further
pieces are all the likeliest. Vocabularies cut terms into other pieces: compare bits a character across them.
Intervals are 95 % bootstraps that draw whole documents.

--train makes three small networks of one shape on the same text, each for M minutes on one core (or N steps), in
DIR/plain, DIR/adaptive and DIR/characters, and compares them: the vocabulary made of legal text with a plain and with an
adaptive softmax (Grave et al. 2017), and the same vocabulary without any piece of several characters. What is there
already is not trained again.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import re
import struct
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import reader
from bootstrap import mean_interval

TERMS = pathlib.Path(__file__).resolve().parent / "labels/statute_terms.txt"
BANDS = [("rare, up to 30", 0, 30), ("seldom, up to 300", 31, 300), ("often", 301, 10**9)]
SHARDS = ["zh_judgments_criminal-00", "zh_judgments_mixed-00", "zh_statutes-00"]
ARTICLE = re.compile(r"(?<=》)第[一二三四五六七八九十百零]{2,7}条")


def terms():
    lines = TERMS.read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def longest_first(words):
    return re.compile("|".join(map(re.escape, sorted(words, key=len, reverse=True))))


def training_counts(pattern):
    counts = collections.Counter()
    for shard in SHARDS:
        lines = subprocess.run(["zstdcat", str(reader.shared() / f"data/train/{shard}.jsonl.zst")], check=True, stdout=subprocess.PIPE).stdout
        for line in lines.decode("utf-8").split("\n"):
            if line:
                counts.update(pattern.findall(json.loads(line)["text"]))
    return counts


def held_out_texts():
    """Judgments of the tune side: [(name, text)]."""
    data = reader.shared() / "data"
    out = [(i, reader.plain((data / "zh_judgments" / i).read_bytes())) for i in reader.ids("zh_judgments", "tune")]
    wanted = set(reader.ids("zh_civil_parts", "tune"))
    for line in (data / "zh_civil_parts/casegen.jsonl").read_text(encoding="utf-8").rstrip("\n").split("\n"):
        row = json.loads(line)
        if str(row["id"]) in wanted:
            out.append((f"part {row['id']}", "\n".join(row[key] for key in ("fact", "reasoning", "judgment"))))
    return out


def questions(pattern, counts, most):
    """[(document, text, [(term, start, end)])], at most `most` places of a band and of articles, drawn by a fixed seed."""
    rng, places = random.Random(1), collections.defaultdict(list)
    texts = dict(held_out_texts())
    for name, text in texts.items():
        for m in pattern.finditer(text):
            places[band(counts[m[0]])].append((name, m[0], m.start(), m.end()))
        for m in ARTICLE.finditer(text):
            places["article"].append((name, m[0], m.start(), m.end()))
    by_document = collections.defaultdict(list)
    for group in sorted(places):
        for name, term, start, end in rng.sample(places[group], min(most, len(places[group]))):
            by_document[name].append((group, term, start, end))
    return [(name, texts[name], sorted(each, key=lambda e: e[2])) for name, each in sorted(by_document.items())]


def band(count):
    return next(name for name, low, high in BANDS if low <= count <= high)


def measure(model, asked):
    lines = []
    for _, text, places in asked:
        at = lambda c: len(text[:c].encode())
        lines.append(json.dumps({"text": text, "terms": [[at(start), at(end)] for _, _, start, end in places]}))
    program = os.environ.get("PROVISO_RECALL_TERMS", reader.ROOT / "build/release/recall_terms")
    answer = subprocess.run([program, "--model", str(model)], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True).stdout
    groups = collections.defaultdict(lambda: collections.defaultdict(list))
    followed = collections.defaultdict(list)
    pieces, bits, characters = collections.Counter(), collections.Counter(), collections.Counter()
    for (name, _, places), line in zip(asked, answer.splitlines()):
        for (group, term, _, _), said in zip(places, json.loads(line)["terms"]):
            if said is None:
                continue
            groups[group][name].append(max(said["ranks"]))
            followed[group].append(said["ranks"][1:])
            pieces[group] += len(said["ranks"])
            bits[group] += said["bits"]
            characters[group] += len(term)
    print(f"{model}")
    for group in [name for name, _, _ in BANDS] + ["article"]:
        ranks = groups[group]
        of = sum(map(len, ranks.values()))
        if not of:
            continue
        cells = []
        for k in (1, 5):
            hits = {name: [rank <= k for rank in each] for name, each in ranks.items()}
            low, high = mean_interval(hits)
            cells.append(f"recall@{k} {sum(map(sum, hits.values())) / of:.3f} [{low:.3f}, {high:.3f}]")
        begun = [each for each in followed[group] if each]
        if begun:
            cells.append(f"once begun@1 {sum(max(each) == 1 for each in begun) / len(begun):.3f} of {len(begun)}")
        print(f"  {group:18} {of:4} places  {'  '.join(cells)}  {pieces[group] / of:.2f} pieces  {bits[group] / characters[group]:.2f} bits a character")
    sys.stdout.flush()


def without_long_pieces(model):
    """A SentencePiece model without its pieces of several characters (the protobuf's field 1; type 1 is a normal piece)."""
    def varint(at):
        value = shift = 0
        while True:
            byte = model[at]
            value |= (byte & 127) << shift
            at, shift = at + 1, shift + 7
            if byte < 128:
                return value, at
    out, at = b"", 0
    while at < len(model):
        start = at
        key, at = varint(at)
        if key & 7 != 2:
            raise SystemExit("the tokenizer's file has a field that is not expected")
        size, at = varint(at)
        body, at = model[at : at + size], at + size
        if key >> 3 == 1:
            length = body[1]  # field 1, the piece's text, is below 128 bytes
            text = body[2 : 2 + length].decode("utf-8", "replace")
            rest = body[2 + length :]
            kind = rest[rest.index(b"\x18", 5) + 1] if b"\x18" in rest[5:] else 1
            if kind == 1 and len(text) > 1:
                continue
            if kind == 1:  # all alike: nothing is left to choose
                body = body[: 2 + length] + b"\x15" + struct.pack("<f", -10.0) + rest[5:]
        out += bytes([10]) + size_of(len(body)) + body if key >> 3 == 1 else model[start:at]
    return out


def size_of(value):
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def train(folder, chosen):
    program = os.environ.get("PROVISO", reader.ROOT / "build/release/proviso")
    corpus = chosen.corpus or [
        str(reader.shared() / f"data/train/{shard}.jsonl.zst") + weight for shard, weight in zip(SHARDS, ("", ":2", ":0.5"))
    ]
    folder.mkdir(parents=True, exist_ok=True)
    own = reader.ROOT / "samples/model/tokenizer.model"
    alone = folder / "characters.model"
    if not alone.exists():
        alone.write_bytes(without_long_pieces(own.read_bytes()))
    network = ["--d-model", "128", "--layers", "3", "--n-head", "4", "--d-head", "32", "--d-inner", "512", "--lanes", "4", "--mem-len", "384",
               "--lr", "0.001", "--warmup", "100", "--held-out", "0.01", "--threads", "1", "--seed", "1"]  # fmt: skip
    budget = ["--steps", str(chosen.steps)] if chosen.steps else ["--time-limit", str(chosen.minutes)]
    variants = {"plain": (own, []), "adaptive": (own, ["--cutoffs", "2000,6000", "--div-val", "2"]), "characters": (alone, [])}
    for name, (tokenizer, extra) in variants.items():
        if not (folder / name / "model.safetensors").exists():
            subprocess.run([program, "pretrain", *corpus, "--tokenizer", str(tokenizer), "--out", str(folder / name), *network, *budget, *extra], check=True)
    return [folder / name for name in variants]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=pathlib.Path, nargs="+", default=[reader.ROOT / "samples/model"], metavar="DIR")
    parser.add_argument("--train", type=pathlib.Path, metavar="DIR")
    parser.add_argument("--minutes", type=float, default=10, metavar="M")
    parser.add_argument("--steps", type=int, default=0, metavar="N")
    parser.add_argument("--corpus", nargs="+", metavar="FILE", help="train on these instead of the training text's judgments and statutes")
    parser.add_argument("--most", type=int, default=100, metavar="N", help="places of each band, 100 unless told")
    chosen = parser.parse_args()
    if not (reader.shared() / "data/train").exists():
        print(f"no documents in {reader.shared()} (PROVISO_SHARED): nothing is measured")
        return
    models = train(chosen.train, chosen) if chosen.train else chosen.model
    pattern = longest_first(terms())
    asked = questions(pattern, training_counts(pattern), chosen.most)
    for model in models:
        measure(model, asked)


if __name__ == "__main__":
    main()
