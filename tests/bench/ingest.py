"""Reading files, whole processes: the text layer beside pdftotext, OCR beside Tesseract's own program on the pictures of
the same pages, two workers beside one, and what one more small file costs."""

import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zlib


def one_thread():
    return {**os.environ, "OMP_NUM_THREADS": "1", "OMP_THREAD_LIMIT": "1"}


def run(command, stdin=os.devnull, one_core=True):
    """Wall-clock seconds and the highest resident MiB of a whole process. Exit codes 0 and 3 (nothing to read in an
    empty input) both count as done; anything else ends the benchmark."""
    core = {min(os.sched_getaffinity(0))}
    with open(stdin, "rb") as source, tempfile.TemporaryFile() as errors:
        begin = time.perf_counter()
        child = subprocess.Popen(command, stdin=source, stdout=subprocess.DEVNULL, stderr=errors, env=one_thread(),
                                 preexec_fn=(lambda: os.sched_setaffinity(0, core)) if one_core else None)
        _, status, usage = os.wait4(child.pid, 0)
        taken = time.perf_counter() - begin
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode not in (0, 3):
            errors.seek(0)
            sys.exit(f"{' '.join(map(str, command))} ended with {child.returncode}: {errors.read().decode()}")
    return taken, usage.ru_maxrss / 1024


def repeat(command, runs, **how):
    """As run(), `runs` times after one run that fills the caches: a list of seconds and the highest MiB of all."""
    run(command, **how)
    taken = [run(command, **how) for _ in range(runs)]
    return [seconds for seconds, _ in taken], max(memory for _, memory in taken)


def pages(pdf):
    info = subprocess.run(["pdfinfo", pdf], capture_output=True, text=True, check=True).stdout
    return next(int(line.split()[1]) for line in info.splitlines() if line.startswith("Pages:"))


def has(program):
    if not shutil.which(program):
        print(f"peer absent: {program}", file=sys.stderr)
    return shutil.which(program) is not None


def text_layer(row, worker, pdfs):
    for pdf in pdfs:
        count = pages(pdf)
        runs = 7 if count < 100 else 3
        ours, memory = repeat([worker], runs, stdin=pdf)
        yield row(f"text/{pdf.name}/proviso-worker", "ms/page", [1000 * s / count for s in ours], threads=1, pages=count)
        yield row(f"text/{pdf.name}/proviso-worker, memory", "MiB", [memory], threads=1, pages=count)
        if has("pdftotext"):
            theirs, _ = repeat(["pdftotext", pdf, "-"], runs)
            yield row(f"text/{pdf.name}/pdftotext", "ms/page", [1000 * s / count for s in theirs], threads=1, pages=count)


def ocr(row, worker, scan, dpi=200):
    count = pages(scan)
    ours, _ = repeat([worker], 2, stdin=scan)
    yield row(f"ocr/{scan.name}/proviso-worker", "s/page", [s / count for s in ours], threads=1)
    if not (has("tesseract") and has("pdftoppm")):
        return
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["pdftoppm", "-r", str(dpi), "-gray", scan, f"{folder}/page"], check=True)
        pictures = sorted(pathlib.Path(folder).iterdir())
        theirs = [sum(run(["tesseract", each, "-", "-l", "chi_sim", "--psm", "6", "--dpi", str(dpi)])[0]
                      for each in pictures) for _ in range(2)]
    yield row(f"ocr/{scan.name}/tesseract chi_sim psm 6", "s/page", [s / count for s in theirs], threads=1)


def copies(folder, pdf, count):
    """`count` files that differ in a comment behind the end, so that none is taken for another."""
    folder.mkdir()
    content = pdf.read_bytes()
    for number in range(count):
        (folder / f"{number:05}.pdf").write_bytes(content + b"\n%% %d\n" % number)


def png(width, height, grey):
    """A grey picture as the bytes of a PNG file."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    lines = b"".join(b"\0" + grey[y * width:(y + 1) * width] for y in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)) +
            chunk(b"pHYs", struct.pack(">IIB", 7874, 7874, 1)) + chunk(b"IDAT", zlib.compress(lines, 1)) +
            chunk(b"IEND", b""))


def workers(row, proviso, scan, copies_of_each=2):
    """Wall-clock seconds of the same pictures of pages with one worker and with two. Each differs from all others in a
    pixel: what OCR has read once is not read again."""
    if not has("pdftoppm"):
        return
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run(["pdftoppm", "-r", "200", "-gray", scan, folder / "page"], check=True)
        (folder / "pictures").mkdir()
        for number, picture in enumerate(sorted(folder.glob("page*")) * copies_of_each):
            _, size, _, grey = picture.read_bytes().split(b"\n", 3)
            grey = bytes([number]) + grey[1:]
            (folder / "pictures" / f"{number:02}.png").write_bytes(png(*map(int, size.split()), grey))
        for threads in (1, 2):
            taken, _ = run([proviso, "ingest", folder / "pictures", "--db", folder / f"{threads}.db", "--threads",
                            str(threads)], one_core=False)
            yield row(f"ocr/pictures of {scan.name}/proviso ingest", "s", [taken], threads=threads)


def small_files(row, proviso, pdf, count=400):
    """Seconds a file beyond what two files take: text files of a few lines, and short PDFs."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        copies(folder / "pdf", pdf, count)
        (folder / "txt").mkdir()
        for number in range(5 * count):
            (folder / "txt" / f"{number:05}.txt").write_text(f"民事判决书\n（2021）江01民终{number}号\n", encoding="utf-8")
        for kind, total in (("txt", 5 * count), ("pdf", count)):
            few = folder / f"few-{kind}"
            few.mkdir()
            for each in sorted((folder / kind).iterdir())[:2]:
                shutil.copy(each, few)
            base, _ = run([proviso, "ingest", few, "--db", folder / f"few-{kind}.db", "--threads", "1"])
            taken, _ = run([proviso, "ingest", folder / kind, "--db", folder / f"{kind}.db", "--threads", "1"])
            yield row(f"small files/{kind}/proviso ingest", "ms/file", [1000 * (taken - base) / (total - 2)], threads=1,
                      files=total)


def rows(row, build, pdfs, scan):
    proviso, worker = build / "proviso", build / "proviso-worker"
    yield row("startup/proviso version", "ms", [1000 * s for s in repeat([proviso, "version"], 15)[0]], threads=1)
    yield row("startup/proviso-worker, empty input", "ms", [1000 * s for s in repeat([worker], 15)[0]], threads=1)
    yield from text_layer(row, worker, pdfs)
    yield from ocr(row, worker, scan)
    yield from workers(row, proviso, scan)
    yield from small_files(row, proviso, pdfs[0])
