#!/usr/bin/env python3
"""Measures what each part of the model gives to findings, and prints one table.

  ./dev measure ablations [--side tune|report] [--judgments N] [--steps N] [--epochs N] [--cases N] [--seed N]
                          [--threads N] [--only VARIANT,…] [--work DIR] [--minutes N]

Every variant is a network of one small size, pretrained for the same steps on the same judgments and taught the same
planted errors; thresholds are chosen on the one half of the cases and the scores are of the other. With --side tune both
halves are the tune side's; with --side report thresholds come from the tune side and scores from the report side.
Scores are of documents as in `./dev measure findings`: each case weighs one clean and one planted text. Intervals are
95 % bootstraps that draw whole cases; gains are against the full model on the same draws.

With --work a run that was broken off goes on where it was: labels, readers and the row of each variant are kept in DIR and
taken from there by the next run with the same arguments; another run's DIR is refused. With --minutes no new variant is
begun after that time; the table says which are missing.
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import finding_scores as scores
import findings
import reader

SHAPE = ["--d-model", 128, "--layers", 4, "--n-head", 4, "--d-head", 32, "--d-inner", 512]
SHARDS = ["zh_judgments_mixed-00.jsonl.zst"]
# name: (the reader it uses, flags of finetune)
VARIANTS = {
    "full": ("full", []),
    "without memory": ("no memory", ["--no-memory"]),
    "without bank": ("full", ["--no-bank"]),
    "without comparison": ("full", ["--no-comparison"]),
    "without section tags": ("no tags", []),
    "without eviction schedule": ("no eviction", []),
    "without consistency loss": ("no consistency", []),
    "plain transformer with absolute positions": ("plain", ["--no-memory", "--no-bank", "--no-comparison"]),
    "input cut at 512 tokens": ("full", ["--cut", 512]),
}
READERS = {
    "full": ["--mem-len", 384, "--consistency", 0.01],
    "no memory": ["--mem-len", 0, "--consistency", 0.01],
    "no tags": ["--mem-len", 384, "--consistency", 0.01, "--no-section-tags"],
    "no eviction": ["--mem-len", 384, "--consistency", 0.01, "--no-eviction"],
    "no consistency": ["--mem-len", 384],
    "plain": ["--mem-len", 0, "--absolute-positions"],
}
BASELINE = "frozen multilingual-e5-small cut at 512"
ALIGNED = "frozen multilingual-e5-small aligning claims reasoning and order"
ENCODERS = {BASELINE: [], ALIGNED: ["--align"]}


def run(*command):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command[:3]))} … ended with {done.returncode}")
    return done.stdout


def counts(origins):
    """{origin: scores.Counts} of what `finetune --json` reports."""
    return {origin: scores.Counts(row["hit"], row["missed"], row["false"]) for origin, row in origins.items()}


def rows_of(names, reported):
    """[(name, {origin: Counts})] of the table, the full model first."""
    out = []
    for name in names:
        if name == "full":
            out.append(("both, full model", counts(reported[name]["both"])))
            out.append(("checks only", counts(reported[name]["checks"])))
            out.append(("model only, full model", counts(reported[name]["model"])))
        elif name in ENCODERS:
            out.append((f"only: {name}", counts(reported[name]["model"])))
            out.append((f"with checks: {name}", counts(reported[name]["both"])))
        else:
            out.append((f"both, {name}", counts(reported[name]["both"])))
            out.append((f"model only, {name}", counts(reported[name]["model"])))
    return out


def gain(row, base, draws=1000, seed=1):
    """F1 of `row` less that of `base`, and its 95 % interval over draws of cases common to both."""
    cases = sorted(set(row) & set(base))
    f1 = lambda table, drawn: scores.total([table[case] for case in drawn]).f1 or 0.0
    chance = random.Random(seed)
    values = []
    for _ in range(draws):
        drawn = [cases[chance.randrange(len(cases))] for _ in cases]
        values.append(f1(row, drawn) - f1(base, drawn))
    values.sort()
    return f1(row, cases) - f1(base, cases), (values[int(0.025 * draws)], values[int(0.975 * draws)])


def print_table(rows):
    print(f"{'variant':<80}{'precision':>10}{'recall':>8}{'F1':>7}  {'95 %':<15}{'gain':>8}  {'95 %':<17}{'clean flagged':>14}")
    bases = {"both": rows[0][1], "model only": dict(rows).get("model only, full model", {})}
    for name, table in rows:
        all_counts = list(table.values())
        total = scores.total(all_counts)
        limits = scores.interval(all_counts, lambda sample: scores.total(sample).f1 or 0.0)
        base = bases["model only" if name.startswith(("model only", "only")) else "both"]
        text = f"{name:<80}{total.precision or 0:>10.3f}{total.recall or 0:>8.3f}{total.f1 or 0:>7.3f}  [{limits[0]:.3f}, {limits[1]:.3f}] "
        if table is base:
            text += " " * 27
        else:
            value, (low, high) = gain(table, base)
            text += f"{value:>+8.3f}  [{low:+.3f}, {high:+.3f}] "
        print(text + f"{total.false / len(table):>14.3f}")


def ranking(model):
    """(ROC area, best F1) of a taught model's scores of sentences, kinds weighted by their places, on the calibrating half."""
    rows = [json.loads(line) for line in (model / "training.jsonl").read_text("utf-8").splitlines()]
    kinds = [row for row in rows if row["event"] == "calibration" and row["labelled"] and row["roc_area"] is not None]
    places = sum(row["labelled"] for row in kinds)
    return [sum(row["labelled"] * row[name] for row in kinds) / max(places, 1) for name in ("roc_area", "best_f1")]


def print_ranking(names, work):
    print(f"\n{'how the models alone rank sentences (no threshold)':<80}{'ROC area':>10}{'best F1':>9}")
    for name in names:
        model = folder_of(name, work)
        if (model / "training.jsonl").exists():
            print(f"{name:<80}{ranking(model)[0]:>10.3f}{ranking(model)[1]:>9.3f}")


def folder_of(name, work):
    return work / "models" / name.replace(" ", "-")


def labels(options, work):
    """(training, calibrating, reported) labels files."""
    train = work / "train"
    files = train / "LABELS.jsonl", *(work / part / "planted/LABELS.jsonl" for part in ("calibrate", "report"))
    done = work / "labels.done"
    if done.exists():
        return files
    for part in ("train", "calibrate", "report"):
        shutil.rmtree(work / part, ignore_errors=True)
    shards = [reader.shared() / "data/train" / name for name in SHARDS]
    run(findings.proviso(), "plant", *shards, "--out", train, "--limit", options.judgments, "--per-document", 1, "--hard-negatives",
        "--longest", 9000, "--seed", options.seed, "--threads", options.threads, "--quiet")
    texts = {side: findings.clean_texts(side, findings.SETS["civil"]) for side in {"tune", options.side}}
    sides = {"calibrate": texts["tune"], "report": texts[options.side]}
    if options.side == "tune":
        names = sorted(texts["tune"])
        sides = {"calibrate": {n: texts["tune"][n] for n in names[::2]}, "report": {n: texts["tune"][n] for n in names[1::2]}}
    for part, chosen in sides.items():
        (work / part).mkdir()
        some = dict(list(chosen.items())[: options.cases])
        findings.plant(some, argparse.Namespace(kinds=None, seed=options.seed), work / part)
    done.touch()
    return files


def pretrained(name, options, work, tokenizer):
    out = work / "readers" / name.replace(" ", "-")
    done = out.with_suffix(".done")
    if not done.exists():
        shutil.rmtree(out, ignore_errors=True)
        corpus = [reader.shared() / "data/train" / shard for shard in SHARDS]
        run(findings.proviso(), "pretrain", *corpus, "--tokenizer", tokenizer, "--out", out, *SHAPE, *READERS[name], "--steps",
            options.steps, "--lanes", 8, "--bptt-segments", 2, "--lr", 1e-3, "--warmup", options.steps // 10, "--dropout", 0,
            "--held-out", 0.005, "--seed", options.seed, "--threads", options.threads, "--quiet")
        done.touch()
    return out


def row_of(name, labels_files, options, work):
    """What `finetune --json` reports of one variant; None where what it needs is absent."""
    if name in ENCODERS:
        tool = pathlib.Path(os.environ.get("PROVISO_ENCODER_BASELINE", reader.ROOT / "build/release/encoder_baseline"))
        encoders = reader.ROOT / ".deps/encoders"
        if not tool.exists() or not encoders.exists():
            print(f"{name}: absent ('./dev setup encoders' fetches it)", file=sys.stderr)
            return None
        return json.loads(run(tool, encoders, *labels_files, options.seed, *ENCODERS[name]))["reported"]
    model, flags = VARIANTS[name]
    train, calibrate, report = labels_files
    out = folder_of(name, work)
    shutil.rmtree(out, ignore_errors=True)
    return json.loads(
        run(findings.proviso(), "finetune", train, "--calibrate", calibrate, "--report", report, "--model",
            pretrained(model, options, work, options.tokenizer), "--out", out, "--epochs", options.epochs, "--seed",
            options.seed, "--threads", options.threads, "--quiet", "--json", *flags)
    )["reported"]


def same_run(options, work):
    """Refuses a folder that other arguments made."""
    told = {key: str(getattr(options, key)) for key in ("side", "judgments", "steps", "epochs", "cases", "seed", "tokenizer")}
    file = work / "arguments.json"
    if file.exists() and json.loads(file.read_text()) != told:
        raise SystemExit(f"{work} holds a run with other arguments ({file}): choose another --work or empty it")
    file.write_text(json.dumps(told))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--side", choices=["tune", "report"], default="tune")
    parser.add_argument("--judgments", type=int, default=400, help="judgments drawn to plant training errors in")
    parser.add_argument("--steps", type=int, default=250, help="of each reader's pretraining")
    parser.add_argument("--epochs", type=int, default=6, help="passes of the heads")
    parser.add_argument("--cases", type=int, default=80, help="most judgments that set thresholds, and most that are reported on")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--only", help=f"of: {', '.join([*VARIANTS, *ENCODERS])}")
    parser.add_argument("--work", type=pathlib.Path, help="keep labels, readers and rows there, and go on where a run broke off")
    parser.add_argument("--minutes", type=float, default=0, help="begin no variant after so long; 0: all")
    parser.add_argument("--tokenizer", type=pathlib.Path, default=reader.ROOT / "samples/model/tokenizer.model")
    options = parser.parse_args()
    if not (reader.shared() / "data").exists():
        print(f"no documents in {reader.shared()} (PROVISO_SHARED): nothing is measured")
        return
    names = options.only.split(",") if options.only else [*VARIANTS, *ENCODERS]
    if names[0] != "full":
        names.insert(0, "full")
    with tempfile.TemporaryDirectory(prefix="proviso-ablations-") as temporary:
        work = options.work or pathlib.Path(temporary)
        work.mkdir(parents=True, exist_ok=True)
        same_run(options, work)
        (work / "rows").mkdir(exist_ok=True)
        began = time.monotonic()
        labels_files = labels(options, work)
        reported = {}
        for name in names:
            kept = work / "rows" / (name.replace(" ", "-") + ".json")
            if kept.exists():
                reported[name] = json.loads(kept.read_text())
                continue
            start = time.monotonic()
            if options.minutes and start - began > 60 * options.minutes:
                print(f"{name}: not measured, {options.minutes} minutes are over", file=sys.stderr)
                continue
            if (row := row_of(name, labels_files, options, work)) is None:
                continue
            kept.write_text(json.dumps(row))
            reported[name] = row
            print(f"{name}: {time.monotonic() - start:.0f} s", file=sys.stderr)
        if "full" not in reported:
            raise SystemExit("the full model is not measured yet: nothing to compare with")
        print(f"{options.side} side, {options.judgments} judgments drawn, {options.steps} steps of each reader, {options.epochs} passes of "
              f"the heads, seed {options.seed}; {len(reported['full']['both'])} cases reported on")
        print_table(rows_of([name for name in names if name in reported], reported))
        print_ranking([name for name in names if name in reported], work)


if __name__ == "__main__":
    main()
