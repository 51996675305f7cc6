"""One row of the table that `./dev measure structure` prints."""

import dataclasses


@dataclasses.dataclass
class Row:
    set: str  # which documents
    measure: str  # what of them
    value: float | None  # None: nothing to measure
    goal: float | None = None  # None: reported only
    baseline: float | None = None  # what plain regular expressions reach on the same documents
    count: int = 0  # places, spans, boundaries: what the value is a share of


def table(rows):
    """The rows as aligned text."""

    def number(value):
        return "–" if value is None else f"{value:.4f}"

    def verdict(row):
        if row.goal is None or row.value is None:
            return ""
        return "met" if row.value >= row.goal else "MISSED"

    cells = [("set", "measure", "value", "goal", "", "regex", "of")]
    cells += [
        (row.set, row.measure, number(row.value), number(row.goal), verdict(row), number(row.baseline), f"{row.count:,}")
        for row in rows
    ]
    widths = [max(len(cell[i]) for cell in cells) for i in range(7)]
    lines = []
    for cell in cells:
        left = [cell[i].ljust(widths[i]) for i in (0, 1)]
        right = [cell[i].rjust(widths[i]) for i in (2, 3)] + [cell[4].ljust(widths[4])]
        right += [cell[i].rjust(widths[i]) for i in (5, 6)]
        lines.append("  ".join(left + right).rstrip())
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines)
