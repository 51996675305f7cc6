#include "ingest/layout/footnotes.h"

#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

namespace proviso::ingest {
namespace {

constexpr float kSmaller = 0.92F;
constexpr int kNoteColumns = 500;  // added to the column of a note's lines

bool counts(const PageLine& line) {
  return (line.line.flags & kKeptOut) == 0 && !line.line.edges.empty();
}

// The size in which most characters of the document are set.
float body_size(const std::vector<PageLines>& pages) {
  std::map<int, std::size_t> sizes;
  for (const PageLines& page : pages) {
    for (const PageLine& line : page.lines) {
      if (!counts(line) || line.row != 0) continue;
      sizes[static_cast<int>(std::lround(line.line.font_size * 4))] += line.line.text.size();
    }
  }
  const auto most = std::max_element(
      sizes.begin(), sizes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == sizes.end() ? 0 : static_cast<float>(most->first) / 4;
}

class NotesOfPage {
 public:
  NotesOfPage(PageLines& page, float body, float last_note)
      : page_(page), body_(body), last_note_(last_note) {}

  // Flags and gives the size of the last note, 0 where the page has none.
  float mark() {
    std::map<int, std::vector<PageLine*>> columns;
    for (PageLine& line : page_.lines) {
      if (counts(line)) columns[line.row != 0 ? 0 : line.column].push_back(&line);
    }
    float size = 0;
    for (auto& [column, lines] : columns) size = std::max(size, mark_column(lines));
    return size;
  }

 private:
  bool small(const PageLine& line) const {
    return page_.page.method == Method::kText && line.line.font_size <= kSmaller * body_;
  }

  float mark_column(const std::vector<PageLine*>& lines) {
    if (lines.size() < 3) return 0;
    // The close of the column that is set small, or stands under a rule.
    std::size_t first = lines.size();
    while (first > 0 && lines[first - 1]->row == 0 && small(*lines[first - 1])) --first;
    std::size_t ruled = lines.size();
    for (std::size_t i = lines.size(); i-- > 0;) {
      const double height = page_.height();
      if (lines[i]->row != 0 || lines[i]->line.box.y0 < 0.4 * height) break;
      if (lines[i]->under_rule) ruled = i;
    }
    if (ruled < lines.size() && !all_fit(lines, ruled)) ruled = lines.size();
    std::size_t begin = lines.size();
    if (ruled < lines.size() && (has_mark(*lines[ruled]) || is_continued(*lines[ruled]))) {
      begin = ruled;
    } else {
      for (std::size_t i = std::max<std::size_t>(first, 1);
           i < lines.size() && begin == lines.size(); ++i) {
        if (is_separator(*lines[i])) {
          if (i + 1 < lines.size() && has_mark(*lines[i + 1])) begin = i;
          continue;
        }
        if (note_mark(lines[i]->line.text, false).empty()) continue;
        if (below_the_rest(lines, i)) begin = i;
      }
    }
    if (begin == lines.size() || begin == 0) return 0;
    for (std::size_t i = begin; i < lines.size(); ++i) {
      lines[i]->line.flags |= kFootnote | (is_separator(*lines[i]) ? kFurniture : 0);
      lines[i]->column += kNoteColumns;
    }
    return lines.back()->line.font_size;
  }

  static bool all_fit(const std::vector<PageLine*>& lines, std::size_t from) {
    for (std::size_t i = from; i < lines.size(); ++i) {
      if (lines[i]->row != 0 || lines[i]->line.font_size > 1.1F * lines[from]->line.font_size) {
        return false;
      }
    }
    return true;
  }

  // A short line set with dashes.
  static bool is_separator(const PageLine& line) {
    static const RE2 kDashes("[\\s—–_─-]{3,}");
    return RE2::FullMatch(line.line.text, kDashes);
  }

  static bool has_mark(const PageLine& line) { return !note_mark(line.line.text, true).empty(); }

  bool is_continued(const PageLine& line) const {
    return last_note_ > 0 && std::abs(line.line.font_size - last_note_) < 0.3F && small(line);
  }

  // A gap, or smaller print, sets the notes off, and they stand in the lower part.
  bool below_the_rest(const std::vector<PageLine*>& lines, std::size_t i) const {
    if (lines[i]->line.box.y0 < 0.35 * page_.height()) return false;
    const PageLine& above = *lines[i - 1];
    return lines[i]->line.box.y0 >= above.line.box.y0 &&
           (above.line.font_size > lines[i]->line.font_size * 1.05F ||
            lines[i]->line.box.y0 - above.line.box.y1 > 0.5 * lines[i]->line.font_size);
  }

  PageLines& page_;
  float body_, last_note_;
};

}  // namespace

std::string note_mark(const std::string& line, bool plain) {
  static const RE2 kRaised("^\\s*([⁰¹²³⁴-⁹]{1,3}|[①-⑳]|[*†‡§＊∗]{1,3})");
  static const RE2 kPlain(
      "^\\s*(?:[\\[〔(（]\\s*([0-9]{1,3}|注)\\s*[\\]〕)）]|([0-9]{1,3})(?:[\\s.．、]|\\pL))");
  std::string mark, other;
  if (RE2::PartialMatch(line, kRaised, &mark)) return mark;
  if (plain && RE2::PartialMatch(line, kPlain, &mark, &other)) return mark.empty() ? other : mark;
  return {};
}

void mark_footnotes(std::vector<PageLines>& pages) {
  const float body = body_size(pages);
  float last_note = 0;
  for (PageLines& page : pages) last_note = NotesOfPage(page, body, last_note).mark();
}

}  // namespace proviso::ingest
