"""Scores of findings: documents, kinds and places. Counts come by case, so that a bootstrap can draw whole cases."""

import collections
import dataclasses
import random


@dataclasses.dataclass
class Flag:
    kind: str
    places: list  # spans [start, end): the quote, and the other place where there is one
    severity: str = "error"
    quote: str = ""
    explanation: str = ""


@dataclasses.dataclass
class Segment:
    span: tuple
    depends_on: list  # numbers of segments, heaviest first


@dataclasses.dataclass
class Text:
    """One analysed text. `kind` is None for a clean one, and `gold` then empty."""

    case: str
    kind: str | None
    gold: list  # spans of the two places that disagree
    flags: list  # [Flag]
    harmless: str = ""  # of a hard negative: how it was rewritten
    segments: list = dataclasses.field(default_factory=list)  # [Segment], where a model read them
    genuine: list = dataclasses.field(default_factory=list)  # [(kind, span)] that a reader found to be real errors

    @property
    def planted(self):
        return self.kind is not None

    @property
    def clean(self):
        return not self.planted and not self.harmless


def overlap(one, other):
    return one[0] < other[1] and other[0] < one[1]


def is_true(flag, text):
    """A flag is true when one of its places meets one of the places that were made to disagree."""
    return any(overlap(place, gold) for place in flag.places for gold in text.gold)


def quotes_right(flag, text):
    """Whether the flag's own quote, not only its other place, meets a gold place."""
    return any(overlap(flag.places[0], gold) for gold in text.gold)


@dataclasses.dataclass
class Counts:
    """Each case weighs one clean and one planted text, however many copies it gave: a copy of k weighs 1/k."""

    hit: float = 0.0  # planted and flagged
    missed: float = 0.0  # planted and silent
    false: float = 0.0  # clean and flagged

    def __add__(self, other):
        return Counts(self.hit + other.hit, self.missed + other.missed, self.false + other.false)

    @property
    def precision(self):
        return self.hit / (self.hit + self.false) if self.hit + self.false else None

    @property
    def recall(self):
        return self.hit / (self.hit + self.missed) if self.hit + self.missed else None

    @property
    def f1(self):
        whole = 2 * self.hit + self.missed + self.false
        return 2 * self.hit / whole if whole else None


def counts_of_case(texts):
    """Counts of the texts of one case. A planted text is hit by a true flag; a clean one is false by any flag."""
    planted = [text for text in texts if text.planted]
    counts = Counts()
    for text in planted:
        if any(is_true(flag, text) for flag in text.flags):
            counts.hit += 1 / len(planted)
        else:
            counts.missed += 1 / len(planted)
    counts.false = float(any(text.flags for text in texts if text.clean))
    return counts


def by_case(texts):
    cases = collections.OrderedDict()
    for text in texts:
        cases.setdefault(text.case, []).append(text)
    return cases


def total(counts):
    return sum(counts, Counts())


def interval(samples, value, draws=1000, seed=1):
    """95 % bootstrap interval of value(list of samples); None where the value is unknown in every draw."""
    chance = random.Random(seed)
    values = []
    for _ in range(draws):
        drawn = value([samples[chance.randrange(len(samples))] for _ in samples]) if samples else None
        if drawn is not None:
            values.append(drawn)
    values.sort()
    if not values:
        return None
    return values[int(0.025 * len(values))], values[min(int(0.975 * len(values)), len(values) - 1)]


def recall_of_kinds(texts):
    """{kind: (share hit, share flagged with this very kind, copies)}."""
    out = {}
    for kind in sorted({text.kind for text in texts if text.planted}):
        mine = [text for text in texts if text.kind == kind]
        hit = sum(any(is_true(flag, text) for flag in text.flags) for text in mine)
        named = sum(any(flag.kind == kind and is_true(flag, text) for flag in text.flags) for text in mine)
        out[kind] = hit / len(mine), named / len(mine), len(mine)
    return out


def evidence(texts):
    """[(segments that the later place's segment is said to rest on, segments of the other place)] of the planted copies
    whose two places lie in different segments."""
    out = []
    for text in texts:
        if not text.planted or len(text.gold) < 2 or not text.segments:
            continue
        other, later = sorted(text.gold)
        holding = [i for i, segment in enumerate(text.segments) if overlap(segment.span, later)]
        held = {i for i, segment in enumerate(text.segments) if overlap(segment.span, other)}
        if holding and held and holding[0] not in held:
            out.append((text.segments[holding[0]].depends_on, held))
    return out


def true_flags(texts):
    """(true flags, those of them whose quote is right)."""
    flags = [(flag, text) for text in texts if text.planted for flag in text.flags if is_true(flag, text)]
    return len(flags), sum(quotes_right(flag, text) for flag, text in flags)


def false_flags(texts):
    """{kind: flags on clean texts}."""
    return dict(sorted(collections.Counter(flag.kind for text in texts if text.clean for flag in text.flags).items()))


def is_genuine(flag, text):
    """Whether a reader of the document held a flag of this kind at this place to be right."""
    return any(kind == flag.kind and overlap(flag.places[0], span) for kind, span in text.genuine)


def set_aside(texts):
    """The same texts without the flags of genuine errors on clean ones."""
    return [
        dataclasses.replace(text, flags=[flag for flag in text.flags if not is_genuine(flag, text)]) if text.clean else text
        for text in texts
    ]


def rewritten(texts):
    """{way of rewriting: (hard negatives with more flags than the judgment that they were made from, all)}."""
    before = {text.case: len(text.flags) for text in texts if text.clean}
    out = {}
    for text in texts:
        if text.harmless:
            new, n = out.get(text.harmless, (0, 0))
            out[text.harmless] = new + (len(text.flags) > before.get(text.case, 0)), n + 1
    return dict(sorted(out.items()))
