#!/usr/bin/env python3
"""Held-out perplexity a token and bits a character of language models beside a 5-gram model: one table.

  tests/bench/language_models.py --train CORPUS… --test CORPUS… --model NAME=DIR… [--held-out 0.01]

Models must share one tokenizer. Trained by `proviso pretrain` on the same corpora with the same --held-out and --seed:
the network, and the same network with `--mem-len 0`, whose segments know nothing of each other. The 5-gram model reads
the same documents once. Each corpus of --test is a line of its own."""

import argparse
import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


def answer(command):
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def network(options, directory, corpus):
    memory = ["--mem-len", "0"] if directory.endswith("@0") else []
    command = [options.build / "proviso", "evaluate", "--text", corpus, "--held-out", str(options.held_out), "--model",
               directory.removesuffix("@0"), "--seed", str(options.seed), "--json", *memory]
    out = answer(command)
    return out.get("text", out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--train", nargs="+", required=True)
    parser.add_argument("--test", nargs="+", required=True)
    parser.add_argument("--model", nargs="+", default=[f"reader={ROOT / 'samples/model'}"], metavar="NAME=DIR")
    parser.add_argument("--held-out", type=float, default=0.01)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--million-tokens", type=float, default=30, help="the 5-gram model's most; 0: all (32 bytes each)")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    options = parser.parse_args()
    models = dict(one.split("=", 1) for one in options.model)
    tokenizer = pathlib.Path(next(iter(models.values())).removesuffix("@0")) / "tokenizer.model"
    print(f"{'corpus':34}{'model':20}{'tokens':>10}{'ppl/token':>12}{'bits/char':>12}")
    for corpus in options.test:
        rows = {name: network(options, directory, corpus) for name, directory in models.items()}
        if not all(row["tokens"] for row in rows.values()):
            print(f"{pathlib.Path(corpus).name:34}nothing is held out: raise --held-out where training did too")
            continue
        rows["5-gram Kneser-Ney"] = answer(
            [options.build / "ngram_baseline", tokenizer, str(options.held_out), str(options.seed),
             str(options.million_tokens), *options.train, "--", corpus])
        for name, row in rows.items():
            print(f"{pathlib.Path(corpus).name:34}{name:20}{row['tokens']:10}{row['perplexity']:12.2f}"
                  f"{row['bits_per_character']:12.3f}", flush=True)


if __name__ == "__main__":
    main()
