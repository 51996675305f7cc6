"""How full the segments are that the network reads: 384 tokens at most, never across the end of a section."""

import reader
from rows import Row

MOST_TOKENS = 384


class Fill:
    """Segments that the section goes on behind could have been fuller; the last of a section could not."""

    def __init__(self):
        self.inner = self.inner_count = self.all = self.count = self.roomy = self.roomy_count = 0

    def add(self, segments):
        """[{section, tokens}] of one document, in order."""
        by_section = {}
        for segment in segments:
            by_section.setdefault(segment["section"], []).append(segment["tokens"])
        for tokens in by_section.values():
            self.inner += sum(tokens[:-1])
            self.inner_count += len(tokens) - 1
            self.all += sum(tokens)
            self.count += len(tokens)
            if sum(tokens) >= MOST_TOKENS:
                self.roomy += sum(tokens)
                self.roomy_count += len(tokens)
        return self

    @staticmethod
    def mean(tokens, count):
        return tokens / count / MOST_TOKENS if count else None


def rows_of(name, data):
    tokenizer = reader.ROOT / "samples/model/tokenizer.model"
    fill = Fill()
    for read in reader.structures(data, tokenizer):
        fill.add(read.json["segments"])
    return [
        Row(name, "fill inside sections", Fill.mean(fill.inner, fill.inner_count), 0.7, None, fill.inner_count),
        Row(name, "fill, sections >= 384", Fill.mean(fill.roomy, fill.roomy_count), 0.7, None, fill.roomy_count),
        Row(name, "fill of all segments", Fill.mean(fill.all, fill.count), None, None, fill.count),
    ]


def measure(side, worst):
    rows = []
    for folder, below, title in (("zh_judgments", "", "segments, judgments"), ("en_cuad", "txt", "segments, contracts")):
        paths = [reader.shared() / "data" / folder / below / name for name in reader.ids(folder, side)]
        data = [path.read_bytes() for path in paths if path.exists()]
        if data:
            rows += rows_of(f"{title} ({len(data)})", data)
    return rows
