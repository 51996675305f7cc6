#include "ingest/text/flow.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "ingest/text/decode.h"

namespace proviso::ingest {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::size_t kPieceBytes = std::size_t{4} << 20;
constexpr std::size_t kPieceLines = 20'000;
constexpr std::size_t kDeepestTable = 64;

bool is_kept_out(const PageLine& line) {
  return (line.line.flags & kKeptOut) != 0;
}

// The same text cut into lines of at most kPieceBytes.
std::vector<PageLine> cut(PageLine line) {
  std::vector<PageLine> result;
  std::string_view rest = line.line.text;
  while (rest.size() > kPieceBytes) {
    std::size_t at = kPieceBytes;
    while (at > 0 && (static_cast<unsigned char>(rest[at]) & 0xC0) == 0x80) --at;
    PageLine part;
    part.line.flags = line.line.flags;
    part.joined = !result.empty() || line.joined;
    part.line.text = rest.substr(0, at);
    rest.remove_prefix(at);
    result.push_back(std::move(part));
  }
  if (!result.empty()) {
    line.line.text = std::string(rest);
    line.joined = true;
  }
  result.push_back(std::move(line));
  return result;
}

// One paragraph of a Flow at a time.
class FlowAssembly {
 public:
  explicit FlowAssembly(Document& document) : document_(document) {}

  // lines [first, last) of one paragraph
  void paragraph(std::vector<PageLine>::iterator first, std::vector<PageLine>::iterator last) {
    const auto first_index = static_cast<std::uint32_t>(document_.lines.size());
    const auto kept = [](const PageLine& line) {
      return !is_kept_out(line) && !trim(line.line.text).empty();
    };
    const auto begin = std::find_if(first, last, kept);
    const auto end =
        std::find_if(std::make_reverse_iterator(last), std::make_reverse_iterator(first), kept)
            .base();
    const bool any = begin != last;
    if (any && !document_.text.empty()) document_.text.push_back('\n');
    const std::size_t start = document_.text.size();
    for (auto line = first; line != last; ++line) {
      Line& out = line->line;
      out.page = 1;
      if (out.text.find(kReplacement) != std::string::npos) out.flags |= kRepaired;
      if (any && line >= begin && line < end && !is_kept_out(*line)) {
        // White space at the ends of the paragraph stays behind, that inside it is carried over.
        const std::string_view text = out.text, trimmed = trim(text);
        const auto from =
            line == begin ? static_cast<std::size_t>(trimmed.data() - text.data()) : 0;
        const auto to =
            line + 1 == end
                ? static_cast<std::size_t>(trimmed.data() + trimmed.size() - text.data())
                : text.size();
        out.start = document_.text.size();
        document_.text.append(text.substr(from, to - from));
        out.end = document_.text.size();
        if ((out.flags & kNoteMark) != 0) marks_.push_back({out.start, out.end});
      }
      out.flags &= static_cast<std::uint16_t>(~kNoteMark);
      document_.lines.push_back(std::move(out));
    }
    if (any) {
      note(start, first_index);
      document_.paragraphs.push_back({start, document_.text.size(), first_index,
                                      static_cast<std::uint32_t>(document_.lines.size())});
    }
  }

 private:
  // Pairs a note, whose paragraph begins at `start`, with the first mark of its text not paired
  // yet.
  void note(std::size_t start, std::uint32_t first_line) {
    const auto first = std::find_if(document_.lines.begin() + first_line, document_.lines.end(),
                                    [&](const Line& line) { return line.start == start; });
    const bool is_note = first != document_.lines.end() && (first->flags & kFootnote) != 0;
    if (!is_note) return;
    const std::string_view text = std::string_view(document_.text).substr(start);
    Footnote footnote;
    footnote.paragraph = static_cast<std::uint32_t>(document_.paragraphs.size());
    footnote.mark = text.substr(0, text.find(' '));
    const auto found = std::find_if(marks_.begin(), marks_.end(), [&](const auto& mark) {
      return std::string_view(document_.text).substr(mark.first, mark.second - mark.first) ==
             footnote.mark;
    });
    if (found != marks_.end()) {
      footnote.reference_start = found->first;
      footnote.reference_end = found->second;
      marks_.erase(found);
    }
    // A note of several paragraphs has one mark; the others are part of it.
    if (footnote.reference_start != kNowhere) document_.footnotes.push_back(std::move(footnote));
  }

  Document& document_;
  std::vector<std::pair<std::size_t, std::size_t>> marks_;  // in the body, by place
};

}  // namespace

std::string_view trim(std::string_view text) {
  constexpr std::array<std::string_view, 4> kSpaces{" ", "\t", "\u00A0", "\u3000"};
  const auto at_start = [&](std::string_view space) { return text.starts_with(space); };
  const auto at_end = [&](std::string_view space) { return text.ends_with(space); };
  for (const auto* s = kSpaces.begin(); s != kSpaces.end();) {
    s = std::find_if(kSpaces.begin(), kSpaces.end(), at_start);
    if (s != kSpaces.end()) text.remove_prefix(s->size());
  }
  for (const auto* s = kSpaces.begin(); s != kSpaces.end();) {
    s = std::find_if(kSpaces.begin(), kSpaces.end(), at_end);
    if (s != kSpaces.end()) text.remove_suffix(s->size());
  }
  return text;
}

void FlowWriter::text(std::string_view utf8, std::uint16_t flags) {
  for (;;) {
    const std::size_t end = utf8.find_first_of("\n\f");
    const std::string_view piece = utf8.substr(0, end);
    if (!piece.empty()) {
      if (pieces_.empty() || pieces_.back().line.flags != flags) {
        PageLine line;
        line.line.flags = flags;
        line.joined = !pieces_.empty();
        pieces_.push_back(std::move(line));
      }
      pieces_.back().line.text += piece;
      has_ink_ = has_ink_ || !trim(piece).empty();
    }
    if (end == std::string_view::npos) return;
    end_paragraph();
    utf8.remove_prefix(end + 1);
  }
}

void FlowWriter::character(char32_t c, std::uint16_t flags) {
  std::string utf8;
  append_utf8(utf8, c);
  text(utf8, flags);
}

void FlowWriter::end_paragraph() {
  if (has_ink_) here().push_back(std::move(pieces_));
  pieces_.clear();
  has_ink_ = false;
}

std::vector<FlowWriter::Pieces>& FlowWriter::here() {
  if (tables_.empty()) return done_;
  Table& table = tables_.back();
  return table.row.empty() ? table.done : table.row.back();
}

void FlowWriter::begin_table() {
  end_paragraph();
  if (tables_.size() < kDeepestTable) {
    tables_.emplace_back();
  } else {
    ++too_deep_;
  }
}

void FlowWriter::begin_row() {
  end_row();
}

void FlowWriter::begin_cell() {
  end_paragraph();
  if (!tables_.empty()) tables_.back().row.emplace_back();
}

bool FlowWriter::is_row_of_data(const std::vector<Cell>& row) {
  std::size_t filled = 0;
  for (const Cell& cell : row) {
    std::size_t bytes = 0;
    for (const Pieces& paragraph : cell) {
      for (const PageLine& piece : paragraph) bytes += piece.line.text.size();
    }
    if (cell.size() > 4 || bytes > 1500) return false;
    if (bytes > 0) ++filled;
  }
  return filled > 1;
}

FlowWriter::Pieces FlowWriter::joined(std::vector<Cell> row) {
  std::uint16_t common = 0xFFFF;  // flags that all of the row has, its tabs too
  for (const Cell& cell : row) {
    for (const Pieces& paragraph : cell) {
      for (const PageLine& piece : paragraph) common &= piece.line.flags;
    }
  }
  FlowWriter line;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i > 0) line.text("\t", common);
    for (std::size_t j = 0; j < row[i].size(); ++j) {
      if (j > 0) line.text(" ", common);
      for (const PageLine& piece : row[i][j]) line.text(piece.line.text, piece.line.flags);
    }
  }
  return std::move(line.pieces_);
}

void FlowWriter::end_row() {
  end_paragraph();
  if (tables_.empty()) return;
  Table& table = tables_.back();
  if (is_row_of_data(table.row)) {
    table.done.push_back(joined(std::exchange(table.row, {})));
    return;
  }
  for (Cell& cell : table.row) {
    std::move(cell.begin(), cell.end(), std::back_inserter(table.done));
  }
  table.row.clear();
}

void FlowWriter::end_table() {
  if (too_deep_ > 0) {
    --too_deep_;
    return;
  }
  end_row();
  if (tables_.empty()) return;
  std::vector<Pieces> done = std::move(tables_.back().done);
  tables_.pop_back();
  std::move(done.begin(), done.end(), std::back_inserter(here()));
}

std::vector<PageLine> FlowWriter::take() {
  too_deep_ = 0;
  while (!tables_.empty()) end_table();
  end_paragraph();
  std::vector<PageLine> lines;
  for (Pieces& paragraph : done_) {
    std::move(paragraph.begin(), paragraph.end(), std::back_inserter(lines));
  }
  done_.clear();
  return lines;
}

Document to_document(Flow flow, std::string_view source_kind) {
  Document document;
  document.source_kind = source_kind;
  const auto fail = [&](std::string reason) {
    document.status = DocumentStatus::kFailed;
    document.reason = std::move(reason);
  };
  if (!flow.error.empty()) {
    fail(std::move(flow.error));
    return document;
  }
  FlowAssembly assembly(document);
  for (auto first = flow.lines.begin(); first != flow.lines.end();) {
    const auto last = std::find_if(first + 1, flow.lines.end(),
                                   [](const PageLine& line) { return !line.joined; });
    assembly.paragraph(first, last);
    first = last;
  }
  if (document.text.empty()) {
    document.lines.clear();
    fail("empty: the file holds no text");
    return document;
  }
  Page page;
  page.number = 1;
  page.label = "1";
  page.method = Method::kText;
  page.status = flow.status;
  page.reason = std::move(flow.reason);
  document.pages.push_back(std::move(page));
  document.reason = std::move(flow.note);
  return document;
}

std::vector<PageLines> to_pieces(Flow flow) {
  std::vector<PageLines> pieces;
  std::size_t bytes = 0;
  const auto begin_piece = [&] {
    PageLines piece;
    piece.page.number = static_cast<int>(pieces.size()) + 1;
    piece.page.status = flow.status;
    piece.page.reason = flow.reason;
    pieces.push_back(std::move(piece));
    bytes = 0;
  };
  begin_piece();
  for (PageLine& whole : flow.lines) {
    for (PageLine& line : cut(std::move(whole))) {
      if (bytes + line.line.text.size() > kPieceBytes ||
          pieces.back().lines.size() >= kPieceLines) {
        begin_piece();
      }
      bytes += line.line.text.size();
      pieces.back().lines.push_back(std::move(line));
    }
  }
  return pieces;
}

Flow from_pieces(std::vector<PageLines> pieces) {
  Flow flow;
  for (PageLines& piece : pieces) {
    if (piece.page.status == PageStatus::kFailed) {
      flow.error = piece.page.reason;
      flow.lines.clear();
      return flow;
    }
    flow.status = piece.page.status;
    flow.reason = piece.page.reason;
    std::move(piece.lines.begin(), piece.lines.end(), std::back_inserter(flow.lines));
  }
  return flow;
}

}  // namespace proviso::ingest
