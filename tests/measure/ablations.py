#!/usr/bin/env python3
"""Measures what each part of the model gives to findings, and prints one table.

  ./dev measure ablations [--side tune|report] [--judgments N] [--steps N] [--epochs N] [--cases N] [--seed N]
                          [--threads N] [--only VARIANT,…] [--work DIR]

Every variant is a network of one small size, pretrained for the same steps on the same judgments and taught the same
planted errors; thresholds are chosen on the one half of the cases and the scores are of the other. With --side tune both
halves are the tune side's; with --side report thresholds come from the tune side and scores from the report side.
Scores are of documents as in `./dev measure findings`: each case weighs one clean and one planted text. Intervals are
95 % bootstraps that draw whole cases; gains are against the full model on the same draws.
"""

import argparse
import json
import os
import pathlib
import random
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
        elif name == BASELINE:
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
    print(f"{'variant':<58}{'precision':>10}{'recall':>8}{'F1':>7}  {'95 %':<15}{'gain':>8}  {'95 %':<17}{'clean flagged':>14}")
    bases = {"both": rows[0][1], "model only": dict(rows).get("model only, full model", {})}
    for name, table in rows:
        all_counts = list(table.values())
        total = scores.total(all_counts)
        limits = scores.interval(all_counts, lambda sample: scores.total(sample).f1 or 0.0)
        base = bases["model only" if name.startswith(("model only", "only")) else "both"]
        text = f"{name:<58}{total.precision or 0:>10.3f}{total.recall or 0:>8.3f}{total.f1 or 0:>7.3f}  [{limits[0]:.3f}, {limits[1]:.3f}] "
        if table is base:
            text += " " * 27
        else:
            value, (low, high) = gain(table, base)
            text += f"{value:>+8.3f}  [{low:+.3f}, {high:+.3f}] "
        print(text + f"{total.false / len(table):>14.3f}")


def labels(options, work):
    """(training, calibrating, reported) labels files."""
    train = work / "train"
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
    return train / "LABELS.jsonl", *(work / part / "planted/LABELS.jsonl" for part in ("calibrate", "report"))


def pretrained(name, options, work, tokenizer):
    out = work / "readers" / name.replace(" ", "-")
    if not out.exists():
        corpus = [reader.shared() / "data/train" / shard for shard in SHARDS]
        run(findings.proviso(), "pretrain", *corpus, "--tokenizer", tokenizer, "--out", out, *SHAPE, *READERS[name], "--steps",
            options.steps, "--lanes", 8, "--bptt-segments", 2, "--lr", 1e-3, "--warmup", options.steps // 10, "--dropout", 0,
            "--held-out", 0.005, "--seed", options.seed, "--threads", options.threads, "--quiet")
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--side", choices=["tune", "report"], default="tune")
    parser.add_argument("--judgments", type=int, default=400, help="judgments drawn to plant training errors in")
    parser.add_argument("--steps", type=int, default=250, help="of each reader's pretraining")
    parser.add_argument("--epochs", type=int, default=6, help="passes of the heads")
    parser.add_argument("--cases", type=int, default=80, help="most judgments that set thresholds, and most that are reported on")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--only", help=f"of: {', '.join([*VARIANTS, BASELINE])}")
    parser.add_argument("--work", type=pathlib.Path, help="keep readers and labels there")
    parser.add_argument("--tokenizer", type=pathlib.Path, default=reader.ROOT / "samples/model/tokenizer.model")
    options = parser.parse_args()
    if not (reader.shared() / "data").exists():
        print(f"no documents in {reader.shared()} (PROVISO_SHARED): nothing is measured")
        return
    names = options.only.split(",") if options.only else [*VARIANTS, BASELINE]
    if names[0] != "full":
        names.insert(0, "full")
    with tempfile.TemporaryDirectory(prefix="proviso-ablations-") as temporary:
        work = options.work or pathlib.Path(temporary)
        work.mkdir(parents=True, exist_ok=True)
        train, calibrate, report = labels(options, work)
        reported = {}
        for name in names:
            start = time.monotonic()
            if name == BASELINE:
                tool = pathlib.Path(os.environ.get("PROVISO_ENCODER_BASELINE", reader.ROOT / "build/release/encoder_baseline"))
                encoders = reader.ROOT / ".deps/encoders"
                if not tool.exists() or not encoders.exists():
                    print(f"{name}: absent ('./dev setup encoders' fetches it)", file=sys.stderr)
                    continue
                reported[name] = json.loads(run(tool, encoders, train, calibrate, report, options.seed))["reported"]
            else:
                model, flags = VARIANTS[name]
                out = work / "models" / name.replace(" ", "-")
                reported[name] = json.loads(
                    run(findings.proviso(), "finetune", train, "--calibrate", calibrate, "--report", report, "--model",
                        pretrained(model, options, work, options.tokenizer), "--out", out, "--epochs", options.epochs, "--seed",
                        options.seed, "--threads", options.threads, "--quiet", "--json", *flags)
                )["reported"]
            print(f"{name}: {time.monotonic() - start:.0f} s", file=sys.stderr)
        print(f"{options.side} side, {options.judgments} judgments drawn, {options.steps} steps of each reader, {options.epochs} passes of "
              f"the heads, seed {options.seed}; {len(reported['full']['both'])} cases reported on")
        print_table(rows_of([name for name in names if name in reported], reported))


if __name__ == "__main__":
    main()
