"""Chinese judgments: civil cases in three parts, full judgments against hand labels, criminal fact parts."""

import json

import chinese_baseline as baseline
import reader
import scoring
from rows import Row

FACT = {"claims", "defence", "third_party", "evidence", "facts"}
JUDGMENT = {"basis", "disposition", "costs", "notice", "signature", "appendix"}


def part_of(section):
    tag = section["tag"]
    return "fact" if tag in FACT else "judgment" if tag in JUDGMENT else tag


def records(folder, name, key, side):
    """The records of one JSONL file on one side; None where the data is absent."""
    path = reader.shared() / "data" / folder / name
    if not path.exists():
        return None
    wanted = set(reader.ids(folder, side))
    lines = path.read_text(encoding="utf-8").split("\n")
    rows = [json.loads(line) for line in lines if line]
    return [row for row in rows if str(row[key]) in wanted]


def labels_of_cuts(ink, cuts, names):
    """One label an ink character: names[i] from cuts[i - 1] (a character place in text `ink` was made of) on."""
    out = []
    for name, end in zip(names, cuts + [len(ink)]):
        out += [name] * (end - len(out))
    return out


def report_worst(title, ink_text, gold, found, places, count=3):
    for length, start, end, wanted, got in scoring.worst_runs(gold, found)[:count]:
        words = ink_text[start : min(end, start + 24)]
        places.append((length, f"{length:6} {title}: {wanted} read as {got}: {words}"))


def civil_parts(side, worst):
    cases = records("zh_civil_parts", "casegen.jsonl", "id", side)
    if cases is None:
        return []
    texts = ["\n".join([case["fact"], case["reasoning"], case["judgment"]]) for case in cases]
    ours, theirs = (scoring.F1(), scoring.Accuracy()), (scoring.F1(), scoring.Accuracy())
    for case, text, read in zip(cases, texts, reader.structures(texts)):
        cuts, at = [], 0
        for part in ("fact", "reasoning"):
            at += len(reader.Ink(case[part]))
            cuts.append(at)
        gold = labels_of_cuts(read.ink, cuts, ["fact", "reasoning", "judgment"])
        found = read.labels(part_of)
        ink = reader.Ink(text)
        naive = [ink.at(len(text[:place].encode("utf-8"))) for place in baseline.civil_parts(text)]
        guess = labels_of_cuts(read.ink, naive, ["fact", "reasoning", "judgment"])
        for (f1, accuracy), labels in ((ours, found), (theirs, guess)):
            f1.add(scoring.changes(gold), scoring.changes(labels))
            accuracy.add(gold, labels)
        report_worst(f"zh_civil_parts {case['id']}", read.ink.text, gold, found, worst)
    name = f"civil parts ({len(cases)})"
    return [
        Row(name, "boundary F1", ours[0].value, 0.98, theirs[0].value, ours[0].count),
        Row(name, "tag accuracy", ours[1].value, 0.985, theirs[1].value, ours[1].count),
    ]


def of_the_side(side):
    """[(key, rows, bytes)] of the labelled judgments of one side."""
    on_side = set(reader.ids("zh_judgments", side))
    out = []
    for (folder, name), (sha256, rows) in reader.labelled(f"zh_judgments_{side}.jsonl").items():
        if name not in on_side:
            raise SystemExit(f"{name} is labelled for {side} and stands on the other side")
        path = reader.shared() / "data" / folder / name
        data = path.read_bytes()
        reader.check_hash(path, data, sha256)
        out.append((name, rows, data))
    return out


def of_training(labels):
    """The same of judgments of the training text, by the label file tests/measure/labels/LABELS.jsonl."""
    documents = reader.labelled(f"{labels}.jsonl")
    texts = reader.training_texts({name for _, name in documents})
    out = []
    for (_, name), (sha256, rows) in documents.items():
        data = texts[name].encode("utf-8")
        reader.check_hash(name, data, sha256)
        out.append((name, rows, data))
    return out


class Scores:
    """How one reader does on labelled judgments."""

    def __init__(self):
        self.tag, self.level = scoring.Accuracy(), scoring.Accuracy()
        self.cut, self.parties, self.rulings = scoring.F1(), scoring.F1(), scoring.F1()

    def add_labels(self, gold, found):
        self.tag.add([tag for tag, _ in gold], [tag for tag, _ in found])
        self.cut.add(scoring.changes(gold), scoring.changes(found))
        self.level.add([level for _, level in gold], [level for _, level in found], lambda level: level != "this")

    def add_read(self, gold, spans, read):
        self.add_labels(gold, read.labels(lambda section: (section["tag"], section["level"])))
        self.parties.add(spans["party"], [read.span(party) for party in read.json["parties"]])
        ordered = [item for item in read.json["items"] if item["kind"] == "disposition"]
        self.rulings.add(spans["item:disposition"], [read.span(item) for item in ordered])

    def rows(self, name, baseline=None):
        """`baseline`: Scores of the plain way, for what it knows."""
        theirs = [baseline and score.value for score in (baseline or self).common()]
        out = [
            Row(name, measure, ours.value, goal, naive, ours.count)
            for (measure, goal), ours, naive in zip(COMMON, self.common(), theirs)
        ]
        named = [("party names F1", self.parties), ("rulings F1", self.rulings)]
        return out + [Row(name, measure, score.value, None, None, score.count) for measure, score in named if score.count]

    def common(self):
        return self.tag, self.cut, self.level


COMMON = [("tag accuracy", 0.98), ("boundary F1", 0.96), ("level of quotes", 0.95)]


def judgments(title, documents, worst, each=False):
    """`documents` as of_the_side gives them. With `each` a row group for each document too."""
    ours, theirs, out = Scores(), Scores(), []
    for (name, rows, raw), read in zip(documents, reader.structures([raw for _, _, raw in documents])):
        ink = reader.Ink(reader.plain(raw))
        gold, guess = [], []
        for _, end, label in rows:
            if ":" in label and not label.startswith("item:"):
                gold += [tuple(label.split(":"))] * (ink.at(end) - len(gold))
        spans = {kind: [(ink.at(s), ink.at(e)) for s, e, label in rows if label == kind] for kind in ("party", "item:disposition")}
        for words, tag, level in baseline.paragraphs(reader.plain(raw)):
            guess += [(tag, level)] * len(reader.Ink(words))
        ours.add_read(gold, spans, read)
        theirs.add_labels(gold, guess)
        if each:
            alone = Scores()
            alone.add_read(gold, spans, read)
            out += alone.rows(name[:32])
        found = read.labels(lambda section: f"{section['tag']}:{section['level']}")
        report_worst(f"{title} {name}", read.ink.text, [":".join(label) for label in gold], found, worst)
    return ours.rows(f"{title} ({len(documents)})", theirs) + out


def cut_at(width):
    def cut(text):
        lines = text.split("\n")
        return "\n".join(line[i : i + width] for line in lines for i in range(0, max(len(line), 1), width))

    return cut


# Copies as web pages, old printers and readers of pictures make them. The ink stays the same, character by character.
COPIES = {
    "a space for each line end": lambda text: text.replace("\n", " "),
    "no line ends": lambda text: text.replace("\n", ""),
    "lines of 38 characters": cut_at(38),
    "ASCII stops": lambda text: text.translate(str.maketrans("，：；", ",:;")),
    "other signs for stops": lambda text: text.translate(str.maketrans("，：；", "﹐∶﹔")),
}


def copies(documents):
    """How often the tag is right in copies whose lines or stops are others."""
    out = []
    for name, change in COPIES.items():
        tag = scoring.Accuracy()
        texts = [reader.plain(raw) for _, _, raw in documents]
        for (_, rows, _), text, read in zip(documents, texts, reader.structures([change(text) for text in texts])):
            ink, gold = reader.Ink(text), []
            for _, end, label in rows:
                if ":" in label and not label.startswith("item:"):
                    gold += [label.split(":")[0]] * (ink.at(end) - len(gold))
            tag.add(gold, read.labels(lambda section: section["tag"]))
        out.append(Row(f"copies ({len(documents)})", name, tag.value, None, None, tag.count))
    return out


def full_judgments(side, worst):
    if not reader.shared().exists():
        return []
    documents = of_the_side(side)
    return judgments("full judgments", documents, worst) + copies(documents)


def labelled(labels, worst, each):
    """Rows of the judgments that one label file of the training text knows."""
    documents = of_training(labels)
    return judgments(labels, documents, worst, each) + copies(documents)


def fact_part(labels):
    """[start, end) from the first thing claimed or found to this court's own reasons; `labels`: (tag, level).

    What the court below held and ruled is part of what an appeal is about: it belongs to the facts.
    """
    begins = next((i for i, (tag, _) in enumerate(labels) if tag in FACT), None)
    if begins is None:
        return 0, 0
    own = {(tag, "this") for tag in ("reasoning", *JUDGMENT)}
    ends = next((i for i in range(begins, len(labels)) if labels[i] in own), len(labels))
    return begins, ends


def criminal(side, worst):
    cases = records("zh_criminal", "judge.jsonl", "text_id", side)
    if cases is None:
        return []
    ours, theirs = scoring.F1(), scoring.F1()
    for case, read in zip(cases, reader.structures([case["fd"] for case in cases])):
        at = case["fd"].find(case["text"])
        gold = tuple(len(reader.Ink(case["fd"][:end])) for end in (at, at + len(case["text"])))
        found = fact_part(read.labels(lambda section: (section["tag"], section["level"])))
        guess = tuple(len(reader.Ink(case["fd"][:end])) for end in baseline.criminal_fact(case["fd"]))
        ours.add_span(gold, found)
        theirs.add_span(gold, guess)
        labels = [["out"] * len(read.ink) for _ in range(2)]
        for marked, (start, end) in zip(labels, (gold, found)):
            marked[start:end] = ["fact part"] * (end - start)
        report_worst(f"zh_criminal {case['text_id']}", read.ink.text, *labels, worst)
    return [Row(f"criminal ({len(cases)})", "fact part F1", ours.value, 0.98, theirs.value, ours.count)]


def measure(side, worst):
    """Rows of the table; `worst` takes (size, line) of the places that differ."""
    return civil_parts(side, worst) + full_judgments(side, worst) + criminal(side, worst)
