"""Akoma Ntoso judgments as a text extraction would show them, with what the XML knows of each line.

text_of(path) gives (text, numbers, headings, (body_start, body_end)). The text has one printed paragraph a line, its number
first, footnotes at the end; nothing of the mark-up is left in it. Offsets are in bytes of the text.
  numbers   [(start, "12")]: the judgment's own paragraphs: <paragraph> with a plain number outside quotations
  headings  [(start, end)]: <heading>, and lines that stand alone above a numbered paragraph, unnumbered or with a
            letter as mark, printed wholly in bold, italics, underlined or capitals: the parser that made the XML
            marks the greater part of headings by their style only
  body      <judgmentBody>: the XML knows no headings in cover page, header and attachments
"""
import re
import xml.etree.ElementTree as ET

STYLED = re.compile(r"font-weight:bold|font-style:italic|text-decoration-line:underline")
LONGEST_HEADING = 120  # a longer <heading> is a sentence that the parser took for one


def local(element):
    return element.tag.split("}")[-1]


def words(element):
    """The printed words: a tab is a blank, a line break within a paragraph is one, pictures and notes are none."""
    out = [element.text or ""]
    for child in element:
        kind = local(child)
        if kind == "br":
            out.append("\n")
        elif kind == "marker":
            out.append(" ")
        elif kind == "authorialNote":
            out.append(child.get("marker", ""))
        elif kind not in ("img", "math"):
            out.append(words(child))
        out.append(child.tail or "")
    return "".join(out)


def styled(paragraph, inherited):
    """All letters of the paragraph stand in bold, italics or underlined."""
    plain = []

    def walk(element, on):
        on = on or bool(STYLED.search(element.get("style", ""))) or local(element) in ("b", "i", "u")
        if not on and re.search(r"\w", element.text or ""):
            plain.append(element.text)
        for child in element:
            walk(child, on)
            if not on and re.search(r"\w", child.tail or ""):
                plain.append(child.tail)

    walk(paragraph, inherited)
    return not plain


class Reader:
    def __init__(self, root):
        self.lines = []  # [kind, text]: kind number:N | heading | candidate | body | header | note
        self.pending = ""
        self.notes = []
        judgment = next(e for e in root.iter() if local(e) == "judgment")
        for part in judgment:
            if local(part) in ("coverPage", "header"):
                self.block(part, "header", 0)
            elif local(part) == "judgmentBody":
                self.body_line = len(self.lines)
                self.block(part, "body", 0)
                self.body_end = len(self.lines)
            elif local(part) == "attachments":
                self.block(part, "header", 1)
        self.lines += [["note", n] for n in self.notes]

    def put(self, kind, text):
        for i, row in enumerate(text.split("\n")):
            row = " ".join(row.split())
            if i == 0 and self.pending:
                row, self.pending = (self.pending + " " + row).strip(), ""
            if row:
                self.lines.append([kind if i == 0 or kind == "header" else "body", row])

    def block(self, element, kind, quoted):
        for child in element:
            name = local(child)
            if name == "p":
                for note in child.iter():
                    if local(note) == "authorialNote":
                        self.notes.append(" ".join((note.get("marker", "") + " " + words(note)).split()))
                line = "body" if kind == "level" else kind
                if kind in ("level", "body") and not quoted and not self.pending:
                    alone = styled(child, False) or capitals(words(child))
                    if alone and "©" not in words(child):
                        line = "candidate" if kind == "level" else "inner"
                self.put(line, words(child))
                if kind.startswith("number"):
                    kind = "body"
            elif name == "num":
                mark = " ".join(words(child).split())
                own = re.fullmatch(r"\[?(\d{1,4})[.\])]?", mark)
                self.pending = (self.pending + " " + mark).strip()
                if local(element) == "paragraph" and not quoted and not kind.startswith("number"):
                    kind = "number:" + own.group(1) if own else "lettered"
            elif name == "heading":
                text = words(child)
                self.put("heading" if not quoted and len(text) <= LONGEST_HEADING else "body", text)
            elif name == "subparagraph":
                self.block(child, "body" if not kind.startswith("number") or not self.pending else kind, quoted)
                kind = "body" if kind.startswith("number") else kind
            elif name in ("paragraph", "level"):
                if kind.startswith("number"):
                    kind = "body"
                self.block(child, "level" if name == "level" else "body", quoted)
            elif name == "embeddedStructure":
                self.block(child, "body", quoted + 1)
            elif name in ("td", "th", "tr", "table"):
                self.block(child, "header" if kind == "header" else "body", quoted)
            elif name not in ("img", "meta"):
                self.block(child, kind, quoted)
        if self.pending and local(element) in ("paragraph", "subparagraph", "level"):
            self.put(kind, "")
            if self.pending:
                self.lines.append([kind, self.pending])
                self.pending = ""


def capitals(text):
    return text.upper() == text and len(re.findall(r"[A-Z]", text)) >= 4


def text_of(path):
    reader = Reader(ET.parse(path).getroot())
    lines, kinds = [text for _, text in reader.lines], [kind for kind, _ in reader.lines]
    starts, at = [], 0
    for line in lines:
        starts.append(at)
        at += len(line.encode()) + 1
    numbers = [(starts[i], kind[7:]) for i, kind in enumerate(kinds) if kind.startswith("number:")]
    headings = []
    for i, kind in enumerate(kinds):
        if kind == "heading":
            headings.append((starts[i], starts[i] + len(lines[i].encode())))
        elif kind in ("candidate", "lettered", "inner") and re.search("[A-Za-z]", lines[i]):
            follows = i + 1
            while follows < len(kinds) and kinds[follows] in ("candidate", "heading", "lettered", "inner"):
                follows += 1
            what = ("number:", "body") if kind == "candidate" else "number:"
            alone = follows < len(kinds) and kinds[follows].startswith(what)
            short = len(lines[i]) <= 120 and not lines[i].endswith((".", ";", ","))
            if alone and short:
                headings.append((starts[i], starts[i] + len(lines[i].encode())))
    def place(line):
        return starts[line] if line < len(starts) else at

    return "\n".join(lines) + "\n", numbers, headings, (place(reader.body_line), place(reader.body_end))
