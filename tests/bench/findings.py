"""Looking for contradictions, whole processes: what a judgment costs with and without the model, and whether memory stays
flat over a thousand of them. The judgments are copies of samples/traffic.txt under numbers of their own; costs are the
difference of a long and a short run, so that starting up is no part of them."""

import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import threading
import time

import ingest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHARACTERS = 5000  # figures are for so many


def write(folder, count):
    text = (ROOT / "samples/traffic.txt").read_text(encoding="utf-8")
    folder.mkdir()
    for number in range(count):
        copy = text.replace("民初2265号", f"民初{10000 + number}号")
        (folder / f"{number:05}.txt").write_text(copy, encoding="utf-8")
    return len(text)


def resident(pid):
    """MiB of the process, its workers not counted; None when it is gone."""
    try:
        status = pathlib.Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return None
    for line in status.splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return None


def analyze(build, texts, database, *more):
    """(processor seconds with those of the workers, [MiB] sampled over the run)."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [build / "proviso", "analyze", texts, "--db", database, "--quiet", *more]
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=ingest.one_thread(), text=True)
    samples = []

    def watch():
        while child.poll() is None:
            if (now := resident(child.pid)) is not None:
                samples.append(now)
            time.sleep(0.05)

    watcher = threading.Thread(target=watch)
    watcher.start()
    errors = child.stderr.read()
    child.wait()
    watcher.join()
    if child.returncode not in (0, 3):
        sys.exit(f"proviso analyze ended with {child.returncode}: {errors}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, samples


def reader_alone(build, model, texts):
    """Processor seconds that the reader takes for the segments of `texts`."""
    run = subprocess.run([build / "time_reading", model, texts, "1"], capture_output=True, text=True, env=ingest.one_thread(),
                         check=True)
    return json.loads(run.stdout)["seconds"]


def rows(row, build, count, model):
    with tempfile.TemporaryDirectory(prefix="proviso-bench-") as folder:
        folder = pathlib.Path(folder)
        few, many = max(count // 50, 2), count
        length = write(folder / "few", few)
        write(folder / "many", many)
        scale = 1000 * CHARACTERS / length / (many - few)
        short, _ = analyze(build, folder / "few", folder / "few.db", "--no-model")
        long, samples = analyze(build, folder / "many", folder / "many.db", "--no-model")
        yield row(f"findings/without model, {many} judgments", f"ms/{CHARACTERS} characters", [(long - short) * scale], threads=1)
        # The first fifth fills caches and buffers.
        early, late = samples[len(samples) // 5 : 2 * len(samples) // 5], samples[-len(samples) // 5 :]
        yield row(f"findings/without model, {many} judgments, memory", "MiB", [max(samples)], threads=1)
        yield row(f"findings/without model, {many} judgments, growth", "MiB", [max(late) - max(early)], threads=1)
        if model is None:
            return
        few, many = 4, 24
        write(folder / "few texts", few)
        write(folder / "more texts", many)
        short, _ = analyze(build, folder / "few texts", folder / "few texts.db", "--model", model)
        long, _ = analyze(build, folder / "more texts", folder / "more texts.db", "--model", model)
        whole = (long - short) * 1000 * CHARACTERS / length / (many - few)
        yield row("findings/with model, in lanes", f"ms/{CHARACTERS} characters", [whole], threads=1)
        alone = [reader_alone(build, model, folder / each) for each in ("few texts", "more texts")]
        alone = (alone[1] - alone[0]) * 1000 * CHARACTERS / length / (many - few)
        yield row("findings/the reader alone, in lanes", f"ms/{CHARACTERS} characters", [alone], threads=1)
        yield row("findings/with model by the reader alone", "times", [whole / alone], threads=1)
