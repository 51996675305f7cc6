#!/usr/bin/env python3
"""Measures the structure reader on real documents and prints one table.

  ./dev measure structure [--side tune|report] [--only MODULE] [--errors N] [--json]
  ./dev measure structure --labels zh_train|zh_train2|zh_train3 [--each] [--errors N] [--json]

`tune` is the half of the documents that grammars may be written after; `report` is looked at in figures only: no text
and no single error of it is printed. `--labels` measures Chinese judgments of the training text instead, which another
person labelled: what stands there on the first run, before a rule is changed, is the first look.
"""

import argparse
import dataclasses
import importlib
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import reader
import rows as table_rows

# Each has measure(side, worst) -> [Row]; what it has no documents for it leaves out.
MODULES = ["chinese", "uk", "english", "contracts", "roles", "segments"]
ON_DEMAND = ["copies"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--side", choices=["tune", "report"], default="tune")
    parser.add_argument("--only", choices=MODULES + ON_DEMAND, action="append", help="may be repeated")
    parser.add_argument("--labels", choices=["zh_train", "zh_train2", "zh_train3"], help="one set of training text")
    parser.add_argument("--each", action="store_true", help="with --labels: rows for each document as well")
    parser.add_argument("--errors", type=int, default=0, metavar="N", help="list the N largest errors (tune only)")
    parser.add_argument("--json", action="store_true", help="one JSON object a row instead of the table")
    chosen = parser.parse_args()
    if chosen.errors and chosen.side == "report" and not chosen.labels:
        parser.error("single errors of the report side stay unseen")
    return chosen


def main():
    chosen = arguments()
    if not reader.program().exists():
        raise SystemExit(f"{reader.program()} is not there; './dev measure structure' builds it")
    if not (reader.shared() / "data").exists():
        print(f"no documents in {reader.shared()} (PROVISO_SHARED): nothing is measured")
        return
    rows, worst = [], []
    if chosen.labels:
        rows = importlib.import_module("chinese").labelled(chosen.labels, worst, chosen.each)
    for name in [] if chosen.labels else chosen.only or MODULES:
        if (pathlib.Path(__file__).parent / f"{name}.py").exists():
            rows += importlib.import_module(name).measure(chosen.side, worst)
    side = chosen.labels or chosen.side
    if chosen.json:
        for row in rows:
            print(json.dumps({"side": side, **dataclasses.asdict(row)}, ensure_ascii=False))
        return
    print(f"{side}\n{table_rows.table(rows)}" if chosen.labels else f"{side} side\n{table_rows.table(rows)}")
    if chosen.labels or chosen.side == "tune":
        for _, line in sorted(worst, key=lambda pair: -pair[0])[: chosen.errors]:
            print(line)


if __name__ == "__main__":
    main()
