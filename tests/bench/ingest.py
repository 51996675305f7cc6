"""Reading files, whole processes: the text layer beside pdftotext, OCR beside Tesseract's own program on the same
pictures, two workers beside one, and what one more small file costs. Where another program is set beside ours the two
take turns, on one core, and processor seconds (user and system, of the process and those it started) stand beside the
clock: on a shared machine only they can be compared."""

import os
import pathlib
import random
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import time
import typing
import zlib


class Cost(typing.NamedTuple):
    seconds: float  # by the clock
    processor: float  # user and system, its children's too
    memory: float  # highest resident MiB


def one_thread():
    return {**os.environ, "OMP_NUM_THREADS": "1", "OMP_THREAD_LIMIT": "1"}


def run(command, stdin=os.devnull, one_core=True):
    """What a whole process costs. Exit codes 0 and 3 (nothing to read in an empty input) both count as done; anything
    else ends the benchmark."""
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
    return Cost(taken, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def repeat(command, runs, **how):
    """As run(), `runs` times after one run that fills the caches: a list of costs."""
    run(command, **how)
    return [run(command, **how) for _ in range(runs)]


def in_turns(runs, ours, theirs):
    """Two functions that give a Cost each, called one after the other `runs` times after one call that fills the caches:
    two lists. `theirs` may be None."""
    ours(), theirs and theirs()
    both = [(ours(), theirs and theirs()) for _ in range(runs)]
    return [each for each, _ in both], [each for _, each in both if each]


def times(row, name, unit, costs, share=1.0, less=None, **more):
    """The rows by the clock and by the processor. `share`: of the whole, in `unit`; `less`: the costs of a start-up that
    is stated apart."""
    for what, field in (("", "seconds"), (", processor", "processor")):
        start = statistics.median(getattr(each, field) for each in less) if less else 0
        yield row(name + what, unit, [(getattr(each, field) - start) * share for each in costs], threads=1, **more)


def pages(pdf):
    info = subprocess.run(["pdfinfo", pdf], capture_output=True, text=True, check=True).stdout
    return next(int(line.split()[1]) for line in info.splitlines() if line.startswith("Pages:"))


def has(program):
    if not shutil.which(program):
        print(f"peer absent: {program}", file=sys.stderr)
    return shutil.which(program) is not None


def text_layer(row, worker, pdfs):
    """A few pages: start-up is the most of it."""
    beside = has("pdftotext")
    for pdf in pdfs:
        count = pages(pdf)
        share = 1000 / count
        name = f"text/{pdf.name}, start-up included"
        ours, theirs = in_turns(7 if count < 100 else 3, lambda: run([worker], stdin=pdf),
                                (lambda: run(["pdftotext", pdf, "-"])) if beside else None)
        yield from times(row, f"{name}/proviso-worker", "ms/page", ours, share, pages=count)
        yield row(f"{name}/proviso-worker, memory", "MiB", [max(each.memory for each in ours)], threads=1, pages=count)
        if theirs:
            yield from times(row, f"{name}/pdftotext", "ms/page", theirs, share, pages=count)


# Characters of judgments, for pages that mean nothing.
WORDS = ("原告", "被告", "上诉人", "本院", "认为", "合同", "约定", "支付", "货款", "利息", "违约", "责任", "证据", "判决", "如下", "审理", "查明",
         "依照", "规定", "驳回", "诉讼", "请求", "负担", "案件", "受理", "人民", "法院", "公司", "一年", "三月", "二十", "元", "，", "。", "、")


def true_type_font():
    """The bytes of a TrueType font of this machine: which glyphs it draws does not matter here."""
    found = subprocess.run(["fc-match", "-f", "%{file}", "DejaVu Sans:fontformat=TrueType"], capture_output=True, text=True)
    return pathlib.Path(found.stdout).read_bytes() if found.stdout.endswith(".ttf") else None


def invented_pdf(count, font, lines=22, width=28):
    """A PDF of `count` pages of print in an embedded font, `lines` lines of `width` characters each."""
    draw = random.Random(1)
    codes = {c: i + 36 for i, c in enumerate(sorted(set("".join(WORDS))))}
    to_unicode = ("/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def 1 begincodespacerange "
                  f"<0000> <FFFF> endcodespacerange {len(codes)} beginbfchar " +
                  " ".join(f"<{code:04X}> <{ord(c):04X}>" for c, code in codes.items()) +
                  " endbfchar endcmap end end").encode()

    def stream(data, more=b""):
        packed = zlib.compress(data, 6)
        return b"<</Length %d/Filter/FlateDecode%s>> stream\n" % (len(packed), more) + packed + b"\nendstream"

    kids = b" ".join(b"%d 0 R" % (8 + 2 * i) for i in range(count))
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, count),
               b"<</Type/Font/Subtype/Type0/BaseFont/AAAAAA+Invented/Encoding/Identity-H/DescendantFonts[4 0 R]/ToUnicode 7 0 R>>",
               b"<</Type/Font/Subtype/CIDFontType2/BaseFont/AAAAAA+Invented/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)"
               b"/Supplement 0>>/DW 1000/CIDToGIDMap/Identity/FontDescriptor 5 0 R>>",
               b"<</Type/FontDescriptor/FontName/AAAAAA+Invented/Flags 4/FontBBox[0 -200 1000 800]/ItalicAngle 0/Ascent 800"
               b"/Descent -200/CapHeight 700/StemV 80/FontFile2 6 0 R>>",
               stream(font, b"/Length1 %d" % len(font)), stream(to_unicode)]
    for number in range(count):
        text = "".join(draw.choice(WORDS) for _ in range(lines * width))[:lines * width]
        shown = [f"BT /F 14 Tf 80 {740 - 29 * i} Td <" + "".join(f"{codes[c]:04X}" for c in text[width * i:width * (i + 1)]) +
                 "> Tj ET" for i in range(lines)]
        objects += [b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents %d 0 R/Resources<</Font<</F 3 0 R>>>>>>" %
                    (9 + 2 * number), stream("\n".join(shown).encode())]
    out, places = b"%PDF-1.5\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + content + b"\nendobj\n"
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + table + (
        b"trailer <</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(out)))


def long_text(row, worker, count=600):
    """Many pages in one file beside one page of the same kind: what a page costs, and what starting does."""
    font = true_type_font()
    if font is None:
        print("no TrueType font to embed (package fonts-dejavu-core)", file=sys.stderr)
        return
    with tempfile.TemporaryDirectory() as folder:
        one, many = pathlib.Path(folder, "one.pdf"), pathlib.Path(folder, "many.pdf")
        one.write_bytes(invented_pdf(1, font))
        many.write_bytes(invented_pdf(count, font))
        programs = {"proviso-worker": lambda pdf: run([worker], stdin=pdf)}
        if has("pdftotext"):
            programs["pdftotext"] = lambda pdf: run(["pdftotext", pdf, "-"])
        short = {name: [] for name in programs}
        long = {name: [] for name in programs}
        for turn in range(6):
            for name, program in programs.items():
                costs = program(one), program(many)
                if turn > 0:
                    short[name].append(costs[0])
                    long[name].append(costs[1])
        for name in programs:
            yield from times(row, f"text/one invented page/{name}", "ms", short[name], 1000, pages=1)
            yield from times(row, f"text/{count} invented pages, start-up and first page apart/{name}", "ms/page", long[name],
                             1000 / (count - 1), less=short[name], pages=count)
            yield row(f"text/{count} invented pages/{name}, memory", "MiB", [max(each.memory for each in long[name])],
                      threads=1, pages=count)


def sum_of(costs):
    costs = list(costs)
    return Cost(sum(each.seconds for each in costs), sum(each.processor for each in costs), max(each.memory for each in costs))


def ocr(row, worker, scan, dpi=200, runs=3):
    """The same pictures by our worker and by Tesseract's program, one process a picture each, by turns picture by picture;
    and in one process each: the file they were made from by one worker, as `ingest` reads it, and Tesseract's over the
    pictures, which need no drawing."""
    count = pages(scan)
    how = ["-", "-l", "chi_sim", "--psm", "6", "--dpi", str(dpi)]
    if not (has("tesseract") and has("pdftoppm")):
        yield from times(row, f"ocr/{scan.name}/proviso-worker", "s/page", repeat([worker], runs, stdin=scan), 1 / count)
        return
    with tempfile.TemporaryDirectory() as folder:
        pictures = grey_pictures(scan, pathlib.Path(folder), dpi)
        ours, theirs, whole, listed = [], [], [], []
        names = pathlib.Path(folder) / "pictures.txt"
        names.write_text("\n".join(map(str, pictures)))
        for turn in range(runs + 1):
            pairs = [(run([worker], stdin=each), run(["tesseract", each, *how])) for each in pictures]
            file, all_pictures = run([worker], stdin=scan), run(["tesseract", names, *how])
            if turn > 0:  # the first fills the caches
                ours.append(sum_of(pair[0] for pair in pairs))
                theirs.append(sum_of(pair[1] for pair in pairs))
                whole.append(file)
                listed.append(all_pictures)
    name = f"ocr/pictures of {scan.name}, a process each"
    yield from times(row, f"{name}/proviso-worker", "s/page", ours, 1 / count)
    yield from times(row, f"{name}/tesseract chi_sim psm 6", "s/page", theirs, 1 / count)
    yield from times(row, f"ocr/{scan.name}, one process/proviso-worker", "s/page", whole, 1 / count)
    yield from times(row, f"ocr/pictures of {scan.name}, one process/tesseract chi_sim psm 6", "s/page", listed, 1 / count)


def grey_pages(scan, folder, dpi=200):
    """(width, height, grey bytes) of the pages of a PDF, in order."""
    subprocess.run(["pdftoppm", "-r", str(dpi), "-gray", scan, folder / "page"], check=True)
    pages_of_it = []
    for page in sorted(folder.glob("page*.pgm")):
        _, size, _, grey = page.read_bytes().split(b"\n", 3)
        pages_of_it.append((*map(int, size.split()), grey))
        page.unlink()
    return pages_of_it


def grey_pictures(scan, folder, dpi):
    """PNG files of the pages of a PDF, in order."""
    pictures = []
    for number, page in enumerate(grey_pages(scan, folder, dpi)):
        pictures.append(folder / f"page-{number:02}.png")
        pictures[-1].write_bytes(png(*page))
    return pictures


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
        (folder / "pictures").mkdir()
        for number, (width, height, grey) in enumerate(grey_pages(scan, folder) * copies_of_each):
            (folder / "pictures" / f"{number:02}.png").write_bytes(png(width, height, bytes([number]) + grey[1:]))
        for threads in (1, 2):
            taken = run([proviso, "ingest", folder / "pictures", "--db", folder / f"{threads}.db", "--threads",
                         str(threads)], one_core=False)
            yield row(f"ocr/pictures of {scan.name}/proviso ingest", "s", [taken.seconds], threads=threads)
            yield row(f"ocr/pictures of {scan.name}/proviso ingest, processor", "s", [taken.processor], threads=threads)


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
            base = run([proviso, "ingest", few, "--db", folder / f"few-{kind}.db", "--threads", "1"])
            taken = run([proviso, "ingest", folder / kind, "--db", folder / f"{kind}.db", "--threads", "1"])
            yield from times(row, f"small files/{kind}/proviso ingest", "ms/file", [taken], 1000 / (total - 2), less=[base],
                             files=total)


def rows(row, build, pdfs, scan):
    proviso, worker = build / "proviso", build / "proviso-worker"
    yield from times(row, "startup/proviso version", "ms", repeat([proviso, "version"], 15), 1000)
    yield from times(row, "startup/proviso-worker, empty input", "ms", repeat([worker], 15), 1000)
    yield from text_layer(row, worker, pdfs)
    yield from long_text(row, worker)
    yield from ocr(row, worker, scan)
    yield from workers(row, proviso, scan)
    yield from small_files(row, proviso, pdfs[0])
