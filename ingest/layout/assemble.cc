#include "ingest/layout/assemble.h"

#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "ingest/layout/footnotes.h"
#include "ingest/layout/furniture.h"
#include "ingest/layout/paragraphs.h"
#include "ingest/layout/turned.h"
#include "ingest/text/decode.h"

namespace proviso::ingest {
namespace {

bool is_kept_out(const PageLine& line, const Page& page) {
  return (line.line.flags & kKeptOut) != 0 || line.line.text.empty() ||
         (page.method == Method::kOcr && line.line.source != TextSource::kOcr);
}

std::unordered_set<std::string> words_of(const std::vector<PageLines>& pages) {
  std::unordered_set<std::string> words;
  for (const PageLines& page : pages) {
    for (const PageLine& line : page.lines) {
      // The halves of a word that is broken at the end of a line are no words.
      const std::string_view text(line.line.text);
      const bool broken = text.ends_with('-') || text.ends_with("\u2010");
      const std::size_t end = broken ? text.find_last_of(' ') + 1 : text.size();
      std::string word;
      for (const char c : std::string(text.substr(0, end)) + " ") {
        const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
        if ((lower >= 'a' && lower <= 'z') || (lower == '-' && !word.empty())) {
          word.push_back(lower);
        } else if (!word.empty()) {
          words.insert(std::exchange(word, {}));
        }
      }
    }
  }
  return words;
}

// The note marks of a body line, raised, with their places in its text.
struct Raised {
  std::string mark;
  std::size_t at;
};

std::vector<Raised> raised_marks(const std::string& text) {
  static const RE2 kRaised("([⁰¹²³⁴-⁹]{1,3}|[①-⑳]|[*†‡])");
  std::vector<Raised> marks;
  re2::StringPiece rest(text);
  std::string mark;
  while (RE2::FindAndConsume(&rest, kRaised, &mark)) {
    marks.push_back({mark, text.size() - rest.size() - mark.size()});
  }
  return marks;
}

// From the frame in which the text is upright and level to the displayed page.
class WayBack {
 public:
  explicit WayBack(const PageLines& page)
      : page_(page),
        angle_(page.page.decision.skew * std::acos(-1.0) / 180),
        middle_x_(page.width() / 2),
        middle_y_(page.height() / 2) {}

  void operator()(Line& line) const {
    const bool typed = line.source != TextSource::kOcr && page_.page.method != Method::kText;
    const bool level = typed || angle_ == 0;
    if (level && page_.turn == Turn::kUpright) return;
    const double y = (line.box.y0 + line.box.y1) / 2;
    for (float& edge : line.edges) edge = back(edge, y, level);
    Box box = line.box;
    if (!level) {
      box = {1e9, 1e9, -1e9, -1e9};
      for (const double x : {line.box.x0, line.box.x1}) {
        for (const double corner : {line.box.y0, line.box.y1}) {
          const auto [to_x, to_y] = askew(x, corner);
          box = {std::min(box.x0, to_x), std::min(box.y0, to_y), std::max(box.x1, to_x),
                 std::max(box.y1, to_y)};
        }
      }
    }
    line.box = turned_back(box, page_.turn, page_.page.width, page_.page.height);
  }

 private:
  std::pair<double, double> askew(double x, double y) const {
    const double dx = x - middle_x_, dy = y - middle_y_;
    return {middle_x_ + dx * std::cos(angle_) - dy * std::sin(angle_),
            middle_y_ + dx * std::sin(angle_) + dy * std::cos(angle_)};
  }

  // x of the page, y where its lines run up or down.
  float back(double x, double y, bool level) const {
    if (!level) std::tie(x, y) = askew(x, y);
    const Box at = turned_back({x, y, x, y}, page_.turn, page_.page.width, page_.page.height);
    const bool quarter = page_.turn == Turn::kClockwise || page_.turn == Turn::kCounterclockwise;
    return static_cast<float>(quarter ? at.y0 : at.x0);
  }

  const PageLines& page_;
  double angle_, middle_x_, middle_y_;
};

class Assembly {
 public:
  explicit Assembly(const std::vector<PageLines>& pages)
      : setting_(pages), words_(words_of(pages)) {}

  // The line in the document's list; its text follows with add(), in the order of reading.
  void keep_out(PageLine line) {
    line.line.edges.clear();
    document_.lines.push_back(std::move(line.line));
  }

  void add(PageLine line) {
    const auto index = static_cast<std::uint32_t>(document_.lines.size());
    const bool same_row =
        has_last_ && line.row != 0 && line.row == last_.row && line.line.page == last_.line.page;
    if (same_row && line.cell != last_.cell) {
      document_.text.push_back(' ');
    } else if (same_row || (has_last_ && continues(last_, line, setting_))) {
      join(line);
    } else {
      begin_paragraph(index);
    }
    line.line.start = document_.text.size();
    document_.text += line.line.text;
    line.line.end = document_.text.size();
    document_.paragraphs.back().end = line.line.end;
    document_.paragraphs.back().last_line = index + 1;
    last_ = line;
    last_index_ = index;
    has_last_ = true;
    document_.lines.push_back(std::move(line.line));
  }

  // What follows begins a paragraph.
  void close() { has_last_ = false; }

  Document& document() { return document_; }

 private:
  void begin_paragraph(std::uint32_t index) {
    if (!document_.text.empty()) document_.text.push_back('\n');
    document_.paragraphs.push_back({document_.text.size(), document_.text.size(), index, index});
  }

  void join(const PageLine& next) {
    const Joint joined = joint(last_.line.text, next.line.text, words_);
    if (joined.drop_hyphen) {
      Line& before = document_.lines[last_index_];
      do {
        --before.end;
      } while ((static_cast<unsigned char>(document_.text[before.end]) & 0xC0) == 0x80);
      document_.text.resize(before.end);
      if (!before.edges.empty()) before.edges.pop_back();
    }
    if (joined.space) document_.text.push_back(' ');
  }

  const Setting setting_;
  const std::unordered_set<std::string> words_;
  Document document_;
  PageLine last_;
  std::size_t last_index_ = 0;
  bool has_last_ = false;
};

// Where in the body the notes are referred to: on the note's own page, in the order of marks.
void refer(Document& document) {
  const std::vector<Line>& lines = document.lines;
  for (std::size_t p = 0; p < document.paragraphs.size(); ++p) {
    const Paragraph& paragraph = document.paragraphs[p];
    const Line& first = lines[paragraph.first_line];
    if ((first.flags & kFootnote) == 0) continue;
    Footnote note;
    note.paragraph = static_cast<std::uint32_t>(p);
    note.mark = note_mark(first.text, true);
    std::string raised;
    for (const char c : note.mark) {
      static constexpr std::string_view kRaised[] = {"⁰", "¹", "²", "³", "⁴",
                                                     "⁵", "⁶", "⁷", "⁸", "⁹"};
      raised += c >= '0' && c <= '9' ? std::string(kRaised[c - '0']) : std::string(1, c);
    }
    for (const Line& line : lines) {
      if (line.page != first.page || line.start == kNowhere || (line.flags & kFootnote) != 0) {
        continue;
      }
      for (const Raised& at : raised_marks(line.text)) {
        const std::size_t begin = line.start + at.at;
        if (at.mark != raised || begin + at.mark.size() > line.end) continue;
        note.reference_start = begin;
        note.reference_end = begin + at.mark.size();
      }
      if (note.reference_start != kNowhere) break;
    }
    document.footnotes.push_back(std::move(note));
  }
}

}  // namespace

Document assemble(std::vector<PageLines> pages) {
  for (PageLines& page : pages) {
    for (PageLine& line : page.lines) {
      if (is_kept_out(line, page.page)) line.line.edges.clear();  // has no say in the margins
    }
  }
  mark_furniture(pages);
  mark_footnotes(pages);
  Assembly assembly(pages);
  std::vector<PageLine> notes;
  for (PageLines& page : pages) {
    for (PageLine& line : page.lines) {
      if (is_kept_out(line, page.page)) {
        assembly.keep_out(std::move(line));
      } else if ((line.line.flags & kFootnote) != 0) {
        notes.push_back(std::move(line));
      } else {
        assembly.add(std::move(line));
      }
    }
  }
  assembly.close();
  for (PageLine& note : notes) {
    if (!note_mark(note.line.text, false).empty()) assembly.close();
    assembly.add(std::move(note));
  }
  Document document = std::move(assembly.document());
  refer(document);
  document.source_kind = "pdf";
  std::map<int, WayBack> ways;
  for (const PageLines& page : pages) ways.emplace(page.page.number, page);
  for (Line& line : document.lines) ways.at(line.page)(line);
  for (PageLines& page : pages) document.pages.push_back(std::move(page.page));
  return document;
}

}  // namespace proviso::ingest
