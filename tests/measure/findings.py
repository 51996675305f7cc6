#!/usr/bin/env python3
"""Measures findings on planted and clean judgments and prints one table.

  ./dev measure findings [--side tune|report] [--kinds KIND,…] [--set civil|criminal|administrative|contracts|all] [--limit N]
                         [--seed N] [--model DIR] [--clean-flags] [--write-labels DIR] [--real]
                         [--through pdf|scan] [--copies N] [--longest N] [--evidence]

Every clean judgment of the side (those in known_errors.tsv left out) is analysed as it is and in one copy for each kind
of error that it offers a place for. A planted copy is found when a flag meets one of the two places; each case weighs
one clean and one planted text; intervals are 95 % bootstraps by case. Without --model the checks run alone.
Flags on clean judgments that were read and held to be right (labels/flags.jsonl) are set aside in lines of their own;
--real counts these verdicts and measures nothing.
--through sets the same texts as pages and reads them again, with a text layer or as pictures of 200 dpi by OCR, and says
what is lost beside the texts themselves; a scanned page takes seconds, so that --longest, --limit and --copies keep it short.
--evidence asks instead which earlier passages a planted place rests on, and how often the other place is among them.
--write-labels writes the texts with LABELS.jsonl, for `proviso finetune --calibrate`, and measures nothing.
"""

import argparse
import collections
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import evidence
import finding_scores as scores
import reader
import through

SETS = {
    "civil": ["zh_civil_parts", "民事"],
    "criminal": ["zh_criminal", "刑事"],
    "administrative": ["行政"],
    "contracts": ["en_cuad", "en_contractnli"],
}


def proviso():
    return pathlib.Path(os.environ.get("PROVISO_PROGRAM", reader.ROOT / "build/release/proviso"))


def known_errors():
    rows = (reader.shared() / "data/known_errors.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return {tuple(row.split("\t")[:2]) for row in rows}


def records(folder, file, key, text):
    lines = (reader.shared() / "data" / folder / file).read_text(encoding="utf-8").splitlines()
    return {str(row[key]): text(row) for row in map(json.loads, lines)}


def corpus(shard):
    """The rows of a shard of training text."""
    file = reader.shared() / f"data/train/{shard}-00.jsonl.zst"
    done = subprocess.run(["zstdcat", str(file)], stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in done.stdout.decode("utf-8").split("\n") if line.strip()]


def verdicts():
    """The rows of labels/flags.jsonl: what a reader of the documents held of each flag on them."""
    file = pathlib.Path(__file__).resolve().parent / "labels/flags.jsonl"
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def genuine_errors():
    """{SHA-256: [(kind, span)]} of the flags that were held to be right."""
    out = collections.defaultdict(list)
    for row in verdicts():
        if row["verdict"] == "true":
            out[row["sha256"]].append((row["kind"], span(row)))
    return out


def clean_texts(side, chosen, hashes=None):
    """{name: text} of the side's judgments without known errors. `hashes` gets {name: SHA-256} as the labels have it."""
    known = known_errors()
    out = {}

    def add(folder, id_, text, data=None):
        if (folder, id_) not in known:
            name = f"{folder}-{len(out):04}"
            out[name] = text
            if hashes is not None:
                hashes[name] = hashlib.sha256(text.encode("utf-8") if data is None else data).hexdigest()

    def add_file(folder, id_, path):
        data = (reader.shared() / "data" / path / id_).read_bytes()
        add(folder, id_, reader.plain(data), data)

    if "zh_civil_parts" in chosen:
        parts = records(
            "zh_civil_parts", "casegen.jsonl", "id", lambda row: "\n".join([row["fact"], row["reasoning"], row["judgment"]])
        )
        for id_ in reader.ids("zh_civil_parts", side):
            add("zh_civil_parts", id_, parts[id_])
    if "zh_criminal" in chosen:
        whole = records("zh_criminal", "judge.jsonl", "text_id", lambda row: row["fd"])
        for id_ in reader.ids("zh_criminal", side):
            add("zh_criminal", id_, whole[id_])
    if "en_cuad" in chosen:
        for id_ in reader.ids("en_cuad", side):
            add_file("en_cuad", id_, "en_cuad/txt")
    # split.tsv does not halve these: they were looked at, so that they count on the tune side alone.
    if "en_contractnli" in chosen and side == "tune":
        for row in json.loads((reader.shared() / "data/en_contractnli/dev.json").read_text(encoding="utf-8"))["documents"]:
            add("en_contractnli", str(row["id"]), row["text"])
        for shard, step in (("en_contracts", 4), ("zh_contracts", 1)):
            for row in corpus(shard)[::step]:
                add(shard, row["id"], row["text"])
    for id_ in reader.ids("zh_judgments", side):
        if id_.split("/")[0] in chosen:
            add_file("zh_judgments", id_, "zh_judgments")
    return out


def run(*command):
    done = subprocess.run([str(proviso()), *map(str, command)], stdout=subprocess.PIPE, text=True)
    if done.returncode not in (0, 3):
        raise SystemExit(f"proviso {command[0]} ended with {done.returncode}")
    return done.stdout


def span(place):
    return place["start"], place["end"]


def plant(texts, options, folder):
    """Writes the clean texts to `folder`/clean and their copies, with LABELS.jsonl, to `folder`/planted."""
    clean = folder / "clean"
    clean.mkdir()
    for name, text in texts.items():
        (clean / f"{name}.txt").write_text(text, encoding="utf-8")
    kinds = ["--kinds", options.kinds] if options.kinds else []
    run("plant", clean, "--out", folder / "planted", "--keep-names", "--per-document", 1, "--seed", options.seed, "--hard-negatives",
        "--of", "zh_civil,zh_criminal,zh_administrative,contract", *kinds, "--quiet")


def planted_texts(texts, hashes, options, folder):
    """{path: scores.Text without flags} of the clean texts, written to `folder`, and of their planted copies."""
    plant(texts, options, folder)
    clean = folder / "clean"
    genuine = genuine_errors()
    paths = {
        str(clean / f"{name}.txt"): scores.Text(name, None, [], [], genuine=genuine.get(hashes[name], [])) for name in texts
    }
    for line in (folder / "planted/LABELS.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        path = folder / "planted" / row["document"]
        case = pathlib.Path(row["origin"]).stem
        if not row["flags"] and path.stem == case:
            path.unlink()  # the judgment as it is: analysed from `clean`
            continue
        if not row["flags"]:
            paths[str(path)] = scores.Text(case, None, [], [], harmless=path.stem.rpartition("-")[2])
            continue
        label = row["flags"][0]
        gold = [span(label["quote"])] + ([span(label["other_quote"])] if label["other_quote"] else [])
        paths[str(path)] = scores.Text(case, label["kind"], gold, [])
    return paths


def analyze(inputs, database, model=None):
    run("analyze", *inputs, "--db", database, "--quiet", *(["--model", model] if model else ["--no-model"]))


def read_flags(database, text_of):
    """Puts the flags of `database` to the texts; text_of(path) finds a document's text."""
    for line in run("export", "flags", "--db", database).splitlines():
        row = json.loads(line)
        places = [span(row)] + ([span(row["other"])] if row["other"] else [])
        flag = scores.Flag(row["kind"], places, row["severity"], row["quote"], row["explanation"])
        text_of(row["document"]).flags.append(flag)


def analysed(texts, hashes, options, folder):
    """[scores.Text] of the clean texts and their planted copies."""
    paths = planted_texts(texts, hashes, options, folder)
    database = folder / "proviso.db"
    analyze([folder / "clean", folder / "planted/texts"], database, options.model)
    read_flags(database, paths.__getitem__)
    if options.model:
        for line in run("export", "segments", "--db", database).splitlines():
            row = json.loads(line)
            paths[row["document"]].segments.append(
                scores.Segment(span(row), [one["segment"] for one in row["depends_on"]])
            )
    return list(paths.values())


def ratio(value, limits=None):
    if value is None:
        return "–"
    return f"{value:.3f}" + (f"  [{limits[0]:.3f}, {limits[1]:.3f}]" if limits else "")


def print_table(name, texts):
    counts = [scores.counts_of_case(case) for case in scores.by_case(texts).values()]
    clean = [text for text in texts if text.clean]
    planted = [text for text in texts if text.planted]
    print(f"\n{name}: {len(clean)} clean texts, {len(planted)} planted copies")
    for measure in ("precision", "recall", "f1"):
        value = getattr(scores.total(counts), measure)
        limits = scores.interval(counts, lambda sample: getattr(scores.total(sample), measure))
        print(f"  {measure:<24}{ratio(value, limits)}")
    flags = [len(text.flags) for text in clean]
    mean = lambda sample: sum(sample) / len(sample) if sample else None
    print(f"  {'flags per clean':<24}{ratio(mean(flags), scores.interval(flags, mean))}")
    aside = scores.set_aside(texts)
    left = [len(text.flags) for text in aside if text.clean]
    kept = [scores.counts_of_case(case) for case in scores.by_case(aside).values()]
    limits = scores.interval(kept, lambda sample: scores.total(sample).precision)
    print(f"  genuine errors set aside ({sum(flags) - sum(left)} flags, labels/flags.jsonl):")
    print(f"  {'  precision':<24}{ratio(scores.total(kept).precision, limits)}")
    print(f"  {'  flags per clean':<24}{ratio(mean(left), scores.interval(left, mean))}")
    true, right = scores.true_flags(texts)
    print(f"  {'quote in a gold place':<24}{ratio(right / true if true else None)}  of {true} true flags")
    if asked := scores.evidence(texts):
        for most in (1, 3):
            hits = [any(segment in other for segment in named[:most]) for named, other in asked]
            print(f"  {f'other place among {most}':<24}{ratio(mean(hits), scores.interval(hits, mean))}  of {len(asked)} copies")
    print(f"  {'kind':<18}{'found':>8}{'named':>8}{'n':>6}")
    for kind, (hit, named, n) in scores.recall_of_kinds(texts).items():
        print(f"  {kind:<18}{hit:>8.3f}{named:>8.3f}{n:>6}")
    false = scores.false_flags(texts)
    rewritten = scores.rewritten(texts)
    print("  hard negatives, flagged anew: " + (", ".join(f"{name} {new}/{n}" for name, (new, n) in rewritten.items()) or "none"))
    print("  false flags on clean: " + (", ".join(f"{kind} {n}" for kind, n in false.items()) or "none"))


def print_through(name, texts, hashes, options):
    with tempfile.TemporaryDirectory(prefix="proviso-findings-") as folder:
        folder = pathlib.Path(folder)
        paths = planted_texts(texts, hashes, options, folder)
        by_text, by_pages, wrong, whole = through.measured(paths, options, folder, analyze, read_flags)
    through.print_table(name, options.through, by_text, by_pages, wrong, whole)
    if options.clean_flags:
        through.list_differences(by_text, by_pages)


def print_verdicts():
    rows = verdicts()
    names = ["true", "false", "undecided"]
    for side in ("tune", "report"):
        for folder in sorted({row["folder"] for row in rows if row["side"] == side}):
            mine = [row for row in rows if (row["side"], row["folder"]) == (side, folder)]
            counts = collections.Counter((row["kind"], row["verdict"]) for row in mine)
            print(f"\n{folder}, {side} side: {len(mine)} flags\n  {'kind':<18}" + "".join(f"{name:>11}" for name in names))
            for kind in sorted({row["kind"] for row in mine}):
                print(f"  {kind:<18}" + "".join(f"{counts[kind, name]:>11}" for name in names))
            whole = [sum(row["verdict"] == name for row in mine) for name in names]
            print(f"  {'all':<18}" + "".join(f"{n:>11}" for n in whole))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--side", choices=["tune", "report"], default="tune")
    parser.add_argument("--kinds", help="with commas between; all by default")
    parser.add_argument("--set", choices=[*SETS, "all"], default="civil")
    parser.add_argument("--limit", type=int, default=0, help="first N judgments of each set; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--model", help="a model's folder; without it the checks run alone")
    parser.add_argument("--through", choices=["pdf", "scan"], help="measure the loss through pages, Chinese only")
    parser.add_argument("--copies", type=int, default=0, help="with --through: most planted copies of a judgment; 0: all")
    parser.add_argument("--longest", type=int, default=0, help="judgments of at most N characters; 0: all")
    parser.add_argument("--clean-flags", action="store_true", help="list the flags on clean judgments, or what --through changes (tune only)")
    parser.add_argument("--write-labels", type=pathlib.Path, metavar="DIR", help="write labelled texts instead of measuring")
    parser.add_argument("--real", action="store_true", help="count the verdicts on flags of real documents, by kind; measure nothing")
    parser.add_argument("--evidence", action="store_true", help="rank the passages that planted places rest on; nothing else")
    chosen = parser.parse_args()
    if chosen.clean_flags and chosen.side == "report":
        parser.error("single flags of the report side stay unseen")
    if chosen.through and chosen.set in ("contracts", "all"):
        parser.error("--through sets Chinese judgments: choose a --set of them")
    return chosen


def main():
    options = arguments()
    if options.real:
        print_verdicts()
        return
    if not proviso().exists():
        raise SystemExit(f"{proviso()} is not there; './dev measure findings' builds it")
    if not (reader.shared() / "data").exists():
        print(f"no documents in {reader.shared()} (PROVISO_SHARED): nothing is measured")
        return
    if options.write_labels:
        options.write_labels.mkdir(parents=True)
        texts = {}
        for name in SETS if options.set == "all" else [options.set]:
            found = clean_texts(options.side, SETS[name])
            texts |= {f"{name}-{key}": text for key, text in list(found.items())[: options.limit or None]}
        plant(texts, options, options.write_labels)
        print(f"{len(texts)} judgments: {options.write_labels / 'planted/LABELS.jsonl'}")
        return
    print(f"{options.side} side, seed {options.seed}, {'model ' + options.model if options.model else 'checks only'}")
    for name in SETS if options.set == "all" else [options.set]:
        hashes = {}
        texts = clean_texts(options.side, SETS[name], hashes)
        texts = {key: text for key, text in texts.items() if not options.longest or len(text) <= options.longest}
        if options.limit:
            texts = dict(list(texts.items())[: options.limit])
        if options.evidence:
            evidence.print_table(name, *evidence.asked(texts, options.seed))
            continue
        if options.through:
            print_through(name, texts, hashes, options)
            continue
        with tempfile.TemporaryDirectory(prefix="proviso-findings-") as folder:
            found = analysed(texts, hashes, options, pathlib.Path(folder))
        print_table(name, found)
        for text in found if options.clean_flags else []:
            for flag in text.flags if not text.planted else []:
                print(f"  {text.case} {flag.kind}: {flag.explanation}")


if __name__ == "__main__":
    main()
