#!/usr/bin/env python3
"""`./dev bench --peers`: the reader beside Hugging Face's Transfo-XL and beside plain PyTorch, in one run.

Our program and the peers' run as processes of their own, asked in turns (ours, theirs, ours, …), so that whatever else
the machine does falls on all. Same shapes, threads and type: segment 384, memory 1152 (full), vocabulary 8,000; A is d 256
· 6 layers · 4 heads · inner 1024, B is d 384 · 8 layers · 6 heads · inner 1536. Each figure is the median of five turns
(--quick: three; training: three) with the distance between the quartiles; a ratio is the median of the ratios of each turn. All is
reported twice: by the clock, and by processor seconds of the process, which another program on the machine does not
stretch as much.

Floating-point operations a token (a multiplication and an addition count as two; w = heads · width of a head):
  layer      2·d·3w + 2·w·d + 4·d·inner          the matrices
           + 3 · 2·w·(memory + (segment + 1)/2)  keys, positions and values, of the keys that a token sees on the average
  softmax    2·d·vocabulary
Norms, softmaxes and what is computed for hidden keys do not count. Training: a layer projects keys and values of memory
and segment anew, and positions once a step; its backward pass counts twice the forward pass, without gradients of
memory and sinusoids, which nobody wants. Training in bf16 is measured only where the processor has the type.

Bytes a decoded token reads: 4 · (matrices of the layers + softmax + keys and values of memory and token + positions)."""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHAPES = {"A": (256, 6, 4 * 64, 1024), "B": (384, 8, 6 * 64, 1536)}  # d, layers, w, inner
SEGMENT, MEMORY, VOCABULARY, LANES = 384, 1152, 8000, 4


def evaluation_flops(shape):
    d, layers, w, inner = SHAPES[shape]
    attention = 6 * w * (MEMORY + (SEGMENT + 1) / 2)
    return layers * (8 * d * w + 4 * d * inner + attention) + 2 * d * VOCABULARY


def training_flops(shape):
    d, layers, w, inner = SHAPES[shape]
    keys = (MEMORY + SEGMENT) / SEGMENT  # rows that are keys, a token
    thrice = 4 * d * w + 4 * d * inner + 6 * w * (MEMORY + (SEGMENT + 1) / 2)  # queries, output, inner layers
    key_value = 4 * d * w * (2 * keys + 1)  # forward and own gradient for all rows, input gradient for the segment
    position = 2 * 2 * d * w * keys / LANES  # forward and own gradient
    return layers * (3 * thrice + key_value + position) + 3 * 2 * d * VOCABULARY


def decoding_bytes(shape):
    d, layers, w, inner = SHAPES[shape]
    return 4 * (layers * (4 * d * w + 2 * d * inner + 3 * w * (MEMORY + 1)) + d * VOCABULARY)


class Side:
    """A process that answers questions."""

    def __init__(self, command, environment):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env=environment)
        self.about = self.answer()

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"{self.process.args[-1]} ended before it answered (status {self.process.wait()}).")
        return json.loads(line)

    def ask(self, question):
        self.process.stdin.write(question + "\n")
        self.process.stdin.flush()
        return self.answer()

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Run:
    def __init__(self, options):
        self.options = options
        self.threads = str(options.threads)
        base = {**os.environ, "OMP_NUM_THREADS": self.threads, "GOMP_SPINCOUNT": "1000"}
        peers, torch = options.peers, options.torch
        places = [peers, peers.with_name(peers.name + "-cuda")]
        libraries = [*(str(lib) for place in places for lib in place.glob("nvidia/*/lib")), "/usr/local/cuda/lib64"]
        theirs = {**base, "PYTHONPATH": f"{peers}:{torch}", "PYTHONNOUSERSITE": "1",
                  "PYTHONDONTWRITEBYTECODE": "1", "LD_LIBRARY_PATH": ":".join(libraries), "HF_HUB_OFFLINE": "1"}
        self.start_ours = lambda: Side([str(options.build / "beside_peers")], base)
        self.start_theirs = lambda: Side(["/usr/bin/python3", str(ROOT / "tests/bench/peers.py")], theirs)
        self.rows = []

    def turns(self, questions, turns=None):
        """Asks [(name, side, question)] in turns. name → list of (work per second, work per processor second)."""
        rates = {name: [] for name, _, _ in questions}
        for _ in range(turns or (3 if self.options.quick else 5)):
            for name, side, question in questions:
                answer = side.ask(question)
                rates[name].append((answer["work"] / answer["wall"], answer["work"] / answer["processor"]))
        return rates

    def row(self, name, unit, values, scale=1.0, **more):
        clock, processor = ([scale * pair[i] for pair in values] for i in (0, 1))
        row = {"name": name, "unit": unit, "median": statistics.median(clock), "spread": spread(clock),
               "per_processor_second": statistics.median(processor), "runs": len(values),
               "threads": int(self.threads), "dtype": "fp32", **more}
        self.add(row)
        return row

    def add(self, row):
        self.rows.append(row)
        print(json.dumps(row), file=self.options.out, flush=True)

    def ratios(self, name, ours, theirs, goal):
        """Our rate over theirs, turn by turn."""
        clock, processor = ([a[i] / b[i] for a, b in zip(ours, theirs)] for i in (0, 1))
        self.add({"name": name, "unit": "times", "median": statistics.median(clock), "spread": spread(clock),
                  "per_processor_second": statistics.median(processor), "runs": len(clock),
                  "threads": int(self.threads), "goal": goal})

    def share(self, name, row, rate, of, goal):
        """What part of the machine's rate ours uses: rate = that of one token."""
        self.add({"name": name, "unit": "share", "median": row["median"] * rate / of["median"],
                  "per_processor_second": row["per_processor_second"] * rate / of["per_processor_second"],
                  "spread": row["spread"] * rate / of["median"], "runs": row["runs"], "threads": int(self.threads),
                  "goal": goal})


def spread(values):
    quartiles = statistics.quantiles(values, n=4)
    return quartiles[2] - quartiles[0]


def evaluation(run, shape, ours, theirs):
    sides = [("ours", ours, f"evaluate {shape}"), ("huggingface", theirs, f"huggingface evaluate {shape}"),
             ("naive", theirs, f"naive evaluate {shape}"), ("matrix", ours, "matrix")]
    rates = run.turns(sides)
    matrix = run.row(f"machine/matrix product beside evaluation {shape}", "GFLOP/s", rates["matrix"], 1e-9)
    rows = {name: run.row(f"evaluation {shape}/{name}", "tokens/s", rates[name])
            for name in ("ours", "huggingface", "naive")}
    run.ratios(f"evaluation {shape}/ours to huggingface", rates["ours"], rates["huggingface"],
               {"A": 2.5, "B": 3.5}[shape])
    run.ratios(f"evaluation {shape}/ours to naive", rates["ours"], rates["naive"], 1.15)
    run.share(f"evaluation {shape}/floating-point work", rows["ours"], evaluation_flops(shape) / 1e9, matrix, 0.65)


def decoding(run, shape, ours, theirs):
    rates = run.turns([("ours", ours, f"decode {shape}"), ("huggingface", theirs, f"huggingface decode {shape}"),
                       ("late", ours, f"decode-late {shape}"), ("segment", ours, f"slide {shape}"),
                       ("half", ours, f"decode-half {shape}"), ("byte", ours, f"decode-byte {shape}"),
                       ("bandwidth", ours, "bandwidth")])
    bandwidth = run.row(f"machine/reading memory beside decoding {shape}", "GB/s", rates["bandwidth"], 1e-9)
    row = run.row(f"decoding {shape}/ours", "tokens/s", rates["ours"])
    run.row(f"decoding {shape}/ours, 2,000 tokens later", "tokens/s", rates["late"])
    run.row(f"decoding {shape}/ours, within segments of 384", "tokens/s", rates["segment"])
    run.row(f"decoding {shape}/ours, weights of half precision", "tokens/s", rates["half"])
    run.row(f"decoding {shape}/ours, weights in bytes", "tokens/s", rates["byte"])
    run.row(f"decoding {shape}/huggingface", "tokens/s", rates["huggingface"])
    run.ratios(f"decoding {shape}/ours to huggingface", rates["ours"], rates["huggingface"], 25)
    run.ratios(f"decoding {shape}/ours, half precision, to huggingface", rates["half"], rates["huggingface"], 25)
    run.ratios(f"decoding {shape}/2,000 tokens later to at first", rates["late"], rates["ours"], 0.95)
    run.share(f"decoding {shape}/memory bandwidth", row, decoding_bytes(shape) / 1e9, bandwidth, 0.6)


def loss_in_bytes(run, ours):
    answer = ours.ask(f"losses {ROOT / 'samples/model'}")
    run.add({"name": "decoding, shipped model/mean loss of its own text, exact", "unit": "nats", "spread": 0, "runs": 1,
             "median": answer["exact"], "tokens": answer["tokens"], "threads": int(run.threads)})
    run.add({"name": "decoding, shipped model/the same, weights in bytes", "unit": "nats", "spread": 0, "runs": 1,
             "median": answer["bytes"], "tokens": answer["tokens"], "threads": int(run.threads)})


def training(run, shape, half):
    """Each side in a fresh process, for its peak of memory."""
    sides = {"ours": (run.start_ours(), f"train {shape}"), "huggingface": (run.start_theirs(), f"huggingface train {shape}"),
             "naive": (run.start_theirs(), f"naive train {shape}")}
    if half:
        sides["naive bf16"] = (run.start_theirs(), f"naive-bf16 train {shape}")
        sides["ours bf16"] = (run.start_ours(), f"train-bf16 {shape}")
    machine = run.start_ours()
    rates = run.turns([(name, *side) for name, side in sides.items()] + [("matrix", machine, "matrix")],
                      2 if run.options.quick else 3)
    matrix = run.row(f"machine/matrix product beside training {shape}", "GFLOP/s", rates["matrix"], 1e-9)
    memory = {}
    for name, (side, _) in sides.items():
        answer = side.ask("memory")
        memory[name] = answer["peak_mb"] - answer["before_mb"]
        row = run.row(f"training {shape}/{name}", "tokens/s", rates[name], peak_mb=answer["peak_mb"],
                      own_mb=memory[name])
        if name == "ours":
            ours = row
        side.close()
    machine.close()
    run.ratios(f"training {shape}/ours to huggingface", rates["ours"], rates["huggingface"], 3)
    run.ratios(f"training {shape}/ours to naive", rates["ours"], rates["naive"], 1.2)
    if half:
        run.ratios(f"training {shape}/ours in bf16 to huggingface", rates["ours bf16"], rates["huggingface"], 8)
        run.ratios(f"training {shape}/ours in bf16 to naive in bf16", rates["ours bf16"], rates["naive bf16"], 1.2)
    run.share(f"training {shape}/floating-point work", ours, training_flops(shape) / 1e9, matrix, None)
    run.add({"name": f"training {shape}/peak memory, ours to huggingface", "unit": "share",
             "median": memory["ours"] / memory["huggingface"], "spread": 0, "runs": 1, "threads": int(run.threads),
             "goal": 0.5, "ours_mb": memory["ours"], "huggingface_mb": memory["huggingface"]})


def shapes_of_documents(run, ours):
    rates = run.turns([("judgments", ours, "judgments A"), ("segments", ours, "segments A")])
    run.row("evaluation A/ours, judgments with short segments", "tokens/s", rates["judgments"])
    run.row("evaluation A/ours, the same documents in full segments", "tokens/s", rates["segments"])
    run.ratios("evaluation A/judgments to full segments", rates["judgments"], rates["segments"], 0.85)
    lengths = [1, 4, 16] if run.options.quick else [1, 4, 16, 64, 128]
    for thousands in lengths:
        side = run.start_ours()
        answer = side.ask(f"document A {thousands * 1024}")
        memory = side.ask("memory")
        side.close()
        pair = (answer["work"] / answer["wall"], answer["work"] / answer["processor"])
        run.row(f"evaluation A/ours, one document of {thousands}k tokens", "tokens/s", [pair, pair],
                own_mb=memory["peak_mb"] - memory["before_mb"])


def table(rows):
    print(f"\n{'':<58}{'median':>10}  {'spread':<9}{'':<10}{'per processor second':>21}  goal")
    for row in rows:
        goal = f"{row['goal']:g}" if row.get("goal") else ""
        memory = f"  {row['own_mb']:.0f} MB" if "own_mb" in row else ""
        processor = f"{row['per_processor_second']:.4g}" if "per_processor_second" in row else ""
        print(f"{row['name']:<58}{row['median']:>10.4g}  ±{row['spread']:<8.2g}{row['unit']:<10}{processor:>21}  "
              f"{goal}{memory}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--peers", type=pathlib.Path, default=ROOT / ".deps/peers", help="where transformers lies")
    parser.add_argument("--torch", type=pathlib.Path, default=ROOT / ".deps/site", help="where PyTorch lies")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--shape", choices=["A", "B"], action="append", help="default: both")
    parser.add_argument("--only", choices=["evaluation", "decoding", "training", "documents"], action="append")
    parser.add_argument("--quick", action="store_true", help="three turns; no long documents")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build/bench/peers.jsonl")
    options = parser.parse_args()
    wanted = options.only or ["evaluation", "decoding", "training", "documents"]
    path = options.out
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", encoding="utf-8") as options.out:
        run = Run(options)
        ours, theirs = run.start_ours(), run.start_theirs()
        print(f"{ours.about['device']}; PyTorch {theirs.about['torch']}, transformers 4.35.2; rows in {path}", flush=True)
        for shape in options.shape or ["A", "B"]:
            for name, part in (("evaluation", evaluation), ("decoding", decoding)):
                if name in wanted:
                    print(f"{name} {shape} …", flush=True)
                    part(run, shape, ours, theirs)
        half = theirs.about["bf16"]
        run.row("machine/matrix product in bf16" + ("" if half else ", which the processor lacks"), "GFLOP/s",
                run.turns([("bf16", theirs, "bf16 matrix A")])["bf16"], 1e-9)
        theirs.close()
        if "decoding" in wanted:
            loss_in_bytes(run, ours)
        if "documents" in wanted:
            print("documents …", flush=True)
            shapes_of_documents(run, ours)
        ours.close()
        for shape in options.shape or ["A", "B"]:
            if "training" in wanted:
                print(f"training {shape} …", flush=True)
                training(run, shape, half=half and not options.quick)
    table(run.rows)


if __name__ == "__main__":
    main()
