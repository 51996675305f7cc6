"""Which earlier passages a place rests on, for `findings.py --evidence`: tasks/evidence.h on planted errors."""

import collections
import json
import os
import subprocess

import finding_scores as scores
import reader


def asked(texts, seed):
    """The rows of rank_evidence for {case: text}, and the last one, its cost."""
    program = os.environ.get("PROVISO_RANK_EVIDENCE", reader.ROOT / "build/release/rank_evidence")
    lines = "".join(json.dumps({"case": case, "text": text}) + "\n" for case, text in texts.items())
    command = [program, "--tokenizer", reader.ROOT / "samples/model/tokenizer.model", "--seed", str(seed)]
    answer = subprocess.run(command, input=lines, capture_output=True, text=True, check=True).stdout
    *rows, cost = map(json.loads, answer.splitlines())
    return rows, cost


def by_chance(row, most):
    """How likely `most` different passages drawn at random hold a right one."""
    missed = 1.0
    for i in range(min(most, row["passages"])):
        missed *= max(0, row["passages"] - len(row["gold"]) - i) / (row["passages"] - i)
    return 1 - missed


RANKINGS = {
    "ranked": lambda row, most: any(p in row["gold"] for p in row["ranked"][:most]),
    "words in common": lambda row, most: any(p in row["gold"] for p in row["by_words"][:most]),
    "last passages": lambda row, most: any(p >= row["passages"] - most for p in row["gold"]),
    "at random": by_chance,
}


def print_table(name, rows, cost):
    for title, chosen in (("all", rows), ("more than three passages", [row for row in rows if row["passages"] > 3])):
        cases = collections.defaultdict(list)
        for row in chosen:
            cases[row["case"]].append(row)
        passages = sum(row["passages"] for row in chosen) / max(1, len(chosen))
        print(f"\n{name}, {title}: {len(chosen)} places of {len(cases)} judgments, {passages:.1f} earlier passages each")
        for ranking, hit in RANKINGS.items():
            line = f"  {ranking:<18}"
            for most in (1, 3):
                mean = lambda sample: sum(hit(r, most) for c in sample for r in c) / sum(map(len, sample)) if sample else None
                value, limits = mean(list(cases.values())), scores.interval(list(cases.values()), mean)
                line += f"  @{most} {value:.3f} [{limits[0]:.3f}, {limits[1]:.3f}]" if limits else f"  @{most} –"
            print(line)
    kinds = collections.defaultdict(list)
    for row in rows:
        kinds[row["kind"]].append(RANKINGS["ranked"](row, 3))
    print("  among three by kind: " + ", ".join(f"{kind} {sum(hits)}/{len(hits)}" for kind, hits in sorted(kinds.items())))
    if cost["characters"]:
        print(f"  {5e6 * cost['seconds'] / cost['characters']:.1f} ms of processor time for 5,000 characters")
