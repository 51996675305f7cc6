#!/usr/bin/env python3
"""How far drafts stay with their prompts, and what they get wrong: one table a language.

  ./dev measure drafts [--tokens 10000] [--prompts 20] [--languages zh,en] [--arms none,prompt,outline,constrained]
  ./dev measure drafts --calibrate 40       the thresholds: real text against text of another document

Each prompt of prompts.jsonl is continued four times with the same seed: without resets, with the reset to the prompt
alone, with the default reset (all without constraints, so that slips show), and with the default reset and constraints.
The resets listen to --encoder; the share of windows over the threshold is also told by encoders that no reset listens
to. Drafts are kept in --out and not made again."""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))

import reader  # noqa: E402

ARMS = {
    "none": ["--anchor-reset", "none", "--no-constraints"],
    "prompt": ["--anchor-reset", "prompt", "--no-constraints"],
    "outline": ["--anchor-reset", "outline", "--no-constraints"],
    "constrained": ["--anchor-reset", "outline"],
}
JUDGES = {"zh": ["e5", "reader", "words"], "en": ["e5", "minilm", "reader", "words"]}
SHARDS = {"zh": ["zh_judgments_mixed", "zh_contracts"], "en": ["en_contracts", "en_judgments"]}


def prompts(language, count):
    rows = [json.loads(line) for line in (HERE / "prompts.jsonl").read_text("utf-8").splitlines()]
    return [row for row in rows if row["language"] == language][:count]


class Judge:
    """read_drafts at work."""

    def __init__(self, options, encoders):
        program = [options.build / "read_drafts", options.model, options.encoders, str(options.window), *encoders]
        self.process = subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, question):
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("read_drafts ended before it answered")
        return json.loads(line)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def draft(options, prompt, arm):
    """The stored or a new draft, as `proviso draft --json` prints it."""
    kept = options.out / f"{prompt['id']}-{arm}-{options.tokens}.json"
    if kept.exists():
        return json.loads(kept.read_text("utf-8"))
    text = options.out / f"{prompt['id']}.txt"
    text.write_text(prompt["text"], "utf-8")
    command = [options.build / "proviso", "draft", "--prompt", text, "--tokens", str(options.tokens), "--json", "--db",
               options.out / "drafts.db", "--model", options.model, "--encoder", options.encoder, "--encoders",
               options.encoders, "--seed", str(options.seed), "--threads", str(options.threads), *ARMS[arm]]
    if options.threshold:
        command += ["--anchor-threshold", str(options.threshold)]
    started = time.monotonic()
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        raise SystemExit(f"proviso draft ended with {run.returncode}: {run.stderr}")
    row = json.loads(run.stdout) | {"seconds": time.monotonic() - started}
    kept.write_text(json.dumps(row, ensure_ascii=False), "utf-8")
    return row


def share_over(similarities, threshold):
    return sum(one >= threshold for one in similarities) / len(similarities) if similarities else float("nan")


def measure(options, language, thresholds):
    judges = [one for one in JUDGES[language] if one in options.judges]
    judge = Judge(options, judges)
    table = []
    for arm in options.arms:
        judged, tokens, seconds, resets = [], 0, 0.0, 0
        for prompt in prompts(language, options.prompts):
            row = draft(options, prompt, arm)
            judged.append(judge.ask({"prompt": row["prompt"], "text": row["text"]}))
            tokens += row["tokens"]
            seconds += row["seconds"]
            resets += sum(look["reset"] != "none" for look in row["anchors"])
            print(f"  {arm} {prompt['id']} {row['tokens']} tokens", file=sys.stderr)
        line = {"arm": arm, "tokens": tokens, "tokens_per_second": tokens / max(seconds, 1e-9), "resets": resets}
        for name in judges:
            windows = [one for each in judged for one in each["similarities"][name]]
            line["over_" + name] = share_over(windows, thresholds[name])
            line["mean_" + name] = statistics.fmean(windows) if windows else float("nan")
        for slip in ("swap", "party", "role", "numbering", "term", "amount", "name"):
            line[slip] = 1000 * sum(each["slips"].get(slip, 0) for each in judged) / max(tokens, 1)
        for n in range(3):
            line[f"distinct_{n + 1}"] = statistics.fmean(each["distinct"][n] for each in judged)
        line["repetition"] = statistics.fmean(each["repetition"] for each in judged)
        table.append(line)
    judge.close()
    return table


def show(language, table, options, thresholds):
    print(f"\n{language}: {options.prompts} prompts, {options.tokens} tokens each, resets by {options.encoder}; "
          + ", ".join(f"{name} {thresholds[name]:.3f}" for name in thresholds if f"over_{name}" in table[0]))
    for name in [key for key in table[0] if key != "arm"]:
        cells = []
        for line in table:
            value = line[name]
            cells.append(f"{100 * value:9.1f} %" if name.startswith("over_") else
                         f"{value:11.0f}" if isinstance(value, int) or name == "tokens_per_second" else f"{value:11.3f}")
        print(f"{name:18}" + "".join(cells))
    print(f"{'':18}" + "".join(f"{line['arm']:>11}" for line in table))
    print("swap … name: a thousand tokens; over_X: share of windows at or over the threshold by X")


def documents(shard, count):
    """The first `count` long documents of a training file."""
    path = reader.shared() / "data/train" / f"{shard}-00.jsonl.zst"
    found = []
    with subprocess.Popen(["zstdcat", path], stdout=subprocess.PIPE) as source:
        for line in source.stdout:
            text = json.loads(line)["text"]
            if len(text) > 6000 if shard.startswith("zh") else len(text) > 16000:
                found.append(text)
            if len(found) == count:
                source.kill()
                break
    return found


def calibrate(options, language):
    """Prompt and text of one document, and text of the next one of its kind: the threshold that parts them best."""
    judges = [one for one in JUDGES[language] if one in options.judges]
    judge = Judge(options, judges)
    own, other = {name: [] for name in judges}, {name: [] for name in judges}
    head, reach = (800, 3200) if language == "zh" else (2500, 10000)
    for shard in SHARDS[language]:
        texts = documents(shard, options.calibrate)
        for text, stranger in zip(texts, texts[1:] + texts[:1]):
            answer = judge.ask({"prompt": text[:head], "own": text[head:reach], "other": stranger[head:reach]})
            for name in judges:
                own[name] += answer["own"][name]
                other[name] += answer["other"][name]
    judge.close()
    for name in judges:
        def fit(cut, name=name):
            return (share_over(own[name], cut) + 1 - share_over(other[name], cut)) / 2
        best = max(sorted(own[name] + other[name]), key=fit)
        print(f"{language} {name:8} own {statistics.fmean(own[name]):.3f} other {statistics.fmean(other[name]):.3f} "
              f"threshold {best:.3f} parts {100 * fit(best):.1f} % (own over {100 * share_over(own[name], best):.0f} %, "
              f"{len(own[name])} windows)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokens", type=int, default=10000)
    parser.add_argument("--prompts", type=int, default=20, help="prompts of each language")
    parser.add_argument("--languages", default="zh,en")
    parser.add_argument("--arms", default=",".join(ARMS), type=lambda text: text.split(","))
    parser.add_argument("--encoder", default="e5", help="what the resets listen to")
    parser.add_argument("--judges", default="e5,minilm,reader,words", type=lambda text: text.split(","))
    parser.add_argument("--threshold", type=float, help="for the resets and their encoder; default: its own")
    parser.add_argument("--window", type=int, default=512)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--calibrate", type=int, metavar="DOCUMENTS", help="of each kind; measures no drafts")
    parser.add_argument("--model", type=pathlib.Path, default=ROOT / "samples/model")
    parser.add_argument("--encoders", type=pathlib.Path, default=ROOT / ".deps/encoders")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build/drafts")
    options = parser.parse_args()
    os.environ["OMP_NUM_THREADS"] = str(options.threads)
    os.environ.setdefault("GOMP_SPINCOUNT", "1000")
    options.out.mkdir(parents=True, exist_ok=True)
    for language in options.languages.split(","):
        if options.calibrate:
            calibrate(options, language)
            continue
        thresholds = json.loads((HERE / "thresholds.json").read_text())[language]
        if options.threshold:
            thresholds[options.encoder] = options.threshold
        table = measure(options, language, thresholds)
        show(language, table, options, thresholds)
        (options.out / f"{language}-{options.tokens}.json").write_text(json.dumps(table, indent=1))


if __name__ == "__main__":
    main()
