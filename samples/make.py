#!/usr/bin/python3
"""Makes the sample documents from judgments.py: PDFs with a text layer, a scan, and text files.

Needs Debian's python3-cairo, python3-pil and fonts-noto-cjk; run it in any folder: it writes beside itself. The same
packages give the same bytes.
"""

import functools
import io
import math
import pathlib
import random
import sys

import cairo
from PIL import Image, ImageFilter

import judgments

HERE = pathlib.Path(__file__).resolve().parent

# A4 in points and the page of the Supreme People's Court's norm of 2016: 22 lines of 28 characters.
WIDTH, HEIGHT = 595.276, 841.89
LEFT, TOP = 80.0, 105.0
EM = (WIDTH - 2 * LEFT) / 28
LEADING = 28.9
LINES = 22
BODY_FONT = "Noto Serif CJK SC"

NEVER_FIRST = "，。；：、？！）》”’】〕％%"
NEVER_LAST = "（《“‘【〔￥"


class Page:
    """What is drawn on one page."""

    def __init__(self):
        self.runs = []  # (font size, bold, x, y, text, pitch of a full-width character)
        self.seal = None  # (x, y) of its centre


@functools.cache
def advance(char):
    """Width of a character of the body font in em."""
    context = cairo.Context(cairo.ImageSurface(cairo.FORMAT_A8, 1, 1))
    context.select_font_face(BODY_FONT)
    context.set_font_size(1000)
    return round(context.text_extents(char).x_advance) / 1000


def units(text):
    """Splits a line into what must not be broken: runs of digits and Latin letters, else single characters."""
    run = ""
    for char in text:
        if char.isascii() and (char.isalnum() or char in ".%-"):
            run += char
            continue
        if run:
            yield run
            run = ""
        yield char
    if run:
        yield run


def wrap(text, first_indent):
    """Breaks a paragraph into lines of 28 em; lines are lists of units. Punctuation never starts a line."""
    lines, line, used = [], [], first_indent
    for unit in units(text):
        size = sum(advance(char) for char in unit)
        if used + size > 28 and unit not in NEVER_FIRST:
            carried = []
            while line and line[-1] in NEVER_LAST:
                carried.insert(0, line.pop())
            lines.append(line)
            line, used = carried, sum(advance(char) for part in carried for char in part)
        line.append(unit)
        used += size
    lines.append(line)
    return lines


def lay_out(text):
    """Pages of runs for a marked-up judgment."""
    pages, row = [Page()], 0

    def next_row(rows=1, together=0):
        nonlocal row
        if row + max(rows, together) > LINES:
            pages.append(Page())
            row = 0
        row += rows
        return TOP + (row - 1) * LEADING

    for paragraph in text.splitlines():
        mark, body = (paragraph[0], paragraph[1:]) if paragraph[0] in "^~>" else ("", paragraph)
        if mark and mark in "^~":
            size = 22 if mark == "^" else 26
            width = sum(advance(char) for char in body) * size
            y = next_row(2) - LEADING / 2
            pages[-1].runs.append((size, True, (WIDTH - width) / 2, y, body, size))
        elif mark == ">":
            width = sum(advance(char) for char in body) * EM
            y = next_row(together=6 if body.startswith("审　判　长") else 4 if body.startswith("审　判") else 0)
            right = WIDTH - LEFT - (0 if "号" in body else 2 * EM)
            pages[-1].runs.append((EM, False, right - width, y, body, EM))
            if body.startswith("二〇"):
                pages[-1].seal = (right - width / 2, y - EM)
        else:
            lines = wrap(body, 2)
            for index, line in enumerate(lines):
                y, x = next_row(), LEFT + (2 * EM if index == 0 else 0)
                space = WIDTH - LEFT - x - sum(advance(c) for unit in line for c in unit) * EM
                last = index == len(lines) - 1
                stretch = 0 if last and space >= 0 else space / max(1, sum(map(len, line)) - 1)
                pages[-1].runs.append((EM, False, x, y, "".join(line), EM + stretch))
    return pages


def draw(context, page, number, seal_colour):
    """Draws one page; every run is one piece of selectable text with glyphs placed on the grid."""
    context.set_source_rgb(0, 0, 0)
    for size, bold, x, y, text, pitch in page.runs:
        weight = cairo.FONT_WEIGHT_BOLD if bold else cairo.FONT_WEIGHT_NORMAL
        context.select_font_face(BODY_FONT, cairo.FONT_SLANT_NORMAL, weight)
        context.set_font_size(size)
        show(context, x, y, text, size, pitch)
    context.select_font_face(BODY_FONT)
    context.set_font_size(12)
    foot = f"— {number} —"
    context.move_to((WIDTH - context.text_extents(foot).x_advance) / 2, HEIGHT - 58)
    context.show_text(foot)
    if page.seal and seal_colour:
        draw_seal(context, *page.seal, seal_colour)


def show(context, x, y, text, size, pitch):
    """Shows text with `pitch - size` added after each character."""
    glyphs, clusters, flags = context.get_scaled_font().text_to_glyphs(x, y, text, True)
    placed, at = [], x
    for glyph, char in zip(glyphs, text):
        placed.append(cairo.Glyph(glyph.index, at, y))
        at += advance(char) * size + pitch - size
    context.show_text_glyphs(text, placed, clusters, flags)


def draw_seal(context, x, y, colour):
    """A court's round seal over date and signature: a ring and a star, no text."""
    context.save()
    context.set_source_rgba(*colour)
    context.set_line_width(2.5)
    context.new_path()
    context.arc(x, y, 52, 0, 2 * math.pi)
    context.stroke()
    for point in range(10):
        angle, radius = math.pi * point / 5 - math.pi / 2, 17 if point % 2 == 0 else 7
        context.line_to(x + radius * math.cos(angle), y + radius * math.sin(angle))
    context.close_path()
    context.fill()
    context.restore()


def write_pdf(path, text, title):
    surface = cairo.PDFSurface(str(path), WIDTH, HEIGHT)
    surface.set_metadata(cairo.PDF_METADATA_TITLE, title)
    surface.set_metadata(cairo.PDF_METADATA_CREATE_DATE, "2024-01-01T00:00:00Z")
    context = cairo.Context(surface)
    for number, page in enumerate(lay_out(text), 1):
        draw(context, page, number, (0.85, 0.1, 0.1, 0.55))
        context.show_page()
    surface.finish()


def write_scan(path, text, dpi=200):
    """The same pages as a black-and-white scan: a little crooked, blurred and speckled, no text layer."""
    noise = random.Random(20240513)
    scale = dpi / 72
    images = []
    for number, page in enumerate(lay_out(text), 1):
        surface = cairo.ImageSurface(cairo.FORMAT_RGB24, round(WIDTH * scale), round(HEIGHT * scale))
        context = cairo.Context(surface)
        context.set_source_rgb(1, 1, 1)
        context.paint()
        context.scale(scale, scale)
        context.translate(WIDTH / 2, HEIGHT / 2)
        context.rotate(math.radians(noise.uniform(-0.5, 0.5)))
        context.translate(-WIDTH / 2 + noise.uniform(-3, 3), -HEIGHT / 2 + noise.uniform(-3, 3))
        draw(context, page, number, None)  # a black-and-white scan loses the red
        size = (surface.get_width(), surface.get_height())
        gray = Image.frombuffer("RGB", size, bytes(surface.get_data()), "raw", "BGRX", surface.get_stride(), 1)
        gray = gray.convert("L").filter(ImageFilter.GaussianBlur(0.6))
        bits = gray.point(lambda value: 255 if value > 150 else 0).convert("1")
        for _ in range(120):
            x, y = noise.randrange(size[0]), noise.randrange(size[1])
            for dx, dy in ((0, 0), (1, 0), (0, 1))[: noise.randint(1, 3)]:
                if x + dx < size[0] and y + dy < size[1]:
                    bits.putpixel((x + dx, y + dy), 0)
        images.append(bits)
    path.write_bytes(pdf_of_images(images))


def pdf_of_images(images):
    """A PDF whose pages are one Group 4 fax picture each."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", None]
    kids = []
    for image in images:
        content = b"q %.3f 0 0 %.3f 0 0 cm /I Do Q" % (WIDTH, HEIGHT)
        data = group4(image)
        first = len(objects) + 1
        kids.append(b"%d 0 R" % first)
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %.3f %.3f] /Contents %d 0 R"
            b" /Resources << /XObject << /I %d 0 R >> >> >>" % (WIDTH, HEIGHT, first + 1, first + 2))
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        objects.append(
            b"<< /Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent 1 /ColorSpace /DeviceGray"
            b" /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns %d /Rows %d >> /Length %d >>\nstream\n%s\nendstream"
            % (image.width, image.height, image.width, image.height, len(data), data))
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), b" ".join(kids))

    out, offsets = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    xref = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, xref)
    return bytes(out)


def group4(image):
    """The fax-coded rows of a black-and-white picture, taken out of a one-strip TIFF (0 is white there)."""
    buffer = io.BytesIO()
    image.save(buffer, "TIFF", compression="group4", strip_size=image.width * image.height,
               tiffinfo={278: image.height, 262: 0})
    tiff = Image.open(buffer)
    (offset,), (length,) = tiff.tag_v2[273], tiff.tag_v2[279]
    return buffer.getvalue()[offset:offset + length]


def plain(text):
    return "".join(line.lstrip("^~>") + "\n" for line in text.splitlines())


def main():
    write_pdf(HERE / "loan.pdf", judgments.LOAN, "民事判决书")
    write_pdf(HERE / "appeal.pdf", judgments.APPEAL, "民事判决书")
    write_scan(HERE / "rent-scan.pdf", judgments.RENT)
    (HERE / "traffic.txt").write_bytes(plain(judgments.TRAFFIC).encode("utf-8"))
    (HERE / "sale-gb18030.txt").write_bytes(plain(judgments.SALE).encode("gb18030"))


if __name__ == "__main__":
    sys.exit(main())
