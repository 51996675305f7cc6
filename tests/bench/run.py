#!/usr/bin/env python3
"""Runs the benchmarks and writes one JSON row per figure.

A row: name, unit, median, spread (interquartile range), runs, threads, dtype where it matters, machine, revision, time.

Reading files, in whole processes and beside others' programs, is timed by ingest.py. Everything else is measured by the
programs build/release/*_bench, which this script runs and takes rows from (build/release/time_* answer others). Such a program is either one of Google
Benchmark, or prints rows of its own as JSON Lines with at least name, unit, median, spread, runs and threads.
"""

import argparse
import datetime
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys

import findings
import ingest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def machine():
    cpu = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "?")
    memory = int(next(line for line in open("/proc/meminfo") if line.startswith("MemTotal")).split()[1])
    return f"{cpu}, {os.cpu_count()} cores, {memory / 2**20:.0f} GiB"


def revision():
    if not shutil.which("git"):
        return "unknown"
    return subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True,
                          text=True).stdout.strip() or "unknown"


def row(name, unit, values, **more):
    quartiles = statistics.quantiles(values, n=4) if len(values) > 1 else [values[0]] * 3
    return {"name": name, "unit": unit, "median": quartiles[1], "spread": quartiles[2] - quartiles[0],
            "runs": len(values), **more}


def program_rows(program):
    """The rows of one benchmark program, whichever of the two forms it prints."""
    # Google Benchmark takes its flags from the environment too; other programs pay no heed.
    wishes = {"BENCHMARK_FORMAT": "json", "BENCHMARK_REPETITIONS": "5"}
    done = subprocess.run([program], stdout=subprocess.PIPE, text=True, env={**os.environ, **wishes})
    if done.returncode != 0:
        sys.exit(f"{program} ended with {done.returncode}")
    try:
        report = json.loads(done.stdout)
    except ValueError:
        report = None
    if not isinstance(report, dict) or "benchmarks" not in report:
        for line in filter(None, done.stdout.splitlines()):
            yield json.loads(line)
        return
    by_name = {}
    for entry in report["benchmarks"]:
        if entry.get("run_type") == "iteration":
            by_name.setdefault(entry["run_name"], []).append(entry)
    for name, entries in by_name.items():
        threads = entries[0].get("threads", 1)
        yield row(name, entries[0]["time_unit"], [entry["real_time"] for entry in entries], threads=threads)
        for rate in ("items_per_second", "bytes_per_second"):
            if rate in entries[0]:
                yield row(name, rate.replace("_per_second", "/s"), [entry[rate] for entry in entries], threads=threads)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--only", default="", help="run what has this in its name: 'ingest', 'findings', or a program's name")
    parser.add_argument("--pdf", type=pathlib.Path, action="append", help="PDF with a text layer, instead of samples/")
    parser.add_argument("--scan", type=pathlib.Path, default=ROOT / "samples/rent-scan.pdf")
    parser.add_argument("--judgments", type=int, default=1000, help="that 'findings' looks through in one run")
    parser.add_argument("--model", type=pathlib.Path, default=ROOT / "samples/model", help="that 'findings' reads them with")
    parser.add_argument("--out", type=pathlib.Path, help="default: build/bench/REVISION.jsonl")
    options = parser.parse_args()

    common = {"machine": machine(), "revision": revision(),
              "time": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")}
    sources = []
    if options.only in "ingest":
        pdfs = options.pdf or [ROOT / "samples/loan.pdf", ROOT / "samples/appeal.pdf"]
        sources.append(ingest.rows(row, options.build, pdfs, options.scan))
    if options.only in "findings":
        sources.append(findings.rows(row, options.build, options.judgments, options.model))
    sources += [program_rows(program) for program in sorted(options.build.glob("*_bench"))
                if options.only in program.name]

    out = options.out or ROOT / "build/bench" / f"{common['revision']}.jsonl"
    out.parent.mkdir(parents=True, exist_ok=True)
    with open(out, "w", encoding="utf-8") as file:
        for source in sources:
            for figure in source:
                file.write(json.dumps({**figure, **common}, ensure_ascii=False) + "\n")
                print(f"{figure['name']:<52} {figure['median']:>12.5g} ± {figure['spread']:<9.2g} {figure['unit']}",
                      flush=True)
    print(f"Rows written to {out}")


if __name__ == "__main__":
    main()
