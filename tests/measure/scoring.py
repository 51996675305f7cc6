"""Scores: exact counts first, ratios at the end."""


class F1:
    """Counts of right, spurious and missing things, over any number of documents."""

    def __init__(self):
        self.right = self.spurious = self.missing = 0

    def add(self, gold, found):
        """Two sets (or any two collections without repetition)."""
        gold, found = set(gold), set(found)
        self.right += len(gold & found)
        self.spurious += len(found - gold)
        self.missing += len(gold - found)
        return self

    def add_span(self, gold, found):
        """Two spans or lists of spans [start, end), compared place by place."""
        return self.add(places(gold), places(found))

    @property
    def value(self):
        wrong = self.spurious + self.missing
        return 2 * self.right / (2 * self.right + wrong) if self.right + wrong else None

    @property
    def count(self):
        return self.right + self.missing


class Accuracy:
    """The share of places that bear the right label, over any number of documents."""

    def __init__(self):
        self.right = self.count = 0

    def add(self, gold, found, counted=lambda label: True):
        """Two lists of labels of equal length; places whose gold label is not `counted` are left out."""
        if len(gold) != len(found):
            raise ValueError(f"{len(gold)} labels against {len(found)}: the text was changed on the way")
        for label, other in zip(gold, found):
            if counted(label):
                self.count += 1
                self.right += label == other
        return self

    @property
    def value(self):
        return self.right / self.count if self.count else None


def places(spans):
    if spans and isinstance(spans[0], int):
        spans = [spans]
    return {place for start, end in spans for place in range(start, end)}


def changes(labels):
    """Places where a list of labels changes."""
    return {i for i in range(1, len(labels)) if labels[i] != labels[i - 1]}


def worst_runs(gold, found):
    """[(length, start, end, gold label, found label)] of the runs of places that differ, longest first."""
    runs, start = [], None
    for i in range(len(gold) + 1):
        here = (gold[i], found[i]) if i < len(gold) and gold[i] != found[i] else None
        if start is not None and here != (gold[start], found[start]):
            runs.append((i - start, start, i, gold[start], found[start]))
            start = None
        if start is None and here is not None:
            start = i
    return sorted(runs, key=lambda run: (-run[0], run[1]))
