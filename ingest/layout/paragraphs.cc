#include "ingest/layout/paragraphs.h"

#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "ingest/layout/columns.h"
#include "ingest/layout/script.h"
#include "ingest/text/decode.h"

namespace proviso::ingest {
namespace {

bool counts(const PageLine& line) {
  return (line.line.flags & kKeptOut) == 0 && !line.line.edges.empty();
}

// The outermost value that at least `support` of the values share within `tolerance`; the outermost
// of all otherwise.
double supported_extreme(std::vector<double> values, std::size_t support, double tolerance,
                         bool greatest) {
  std::sort(values.begin(), values.end());
  if (greatest) std::reverse(values.begin(), values.end());
  for (std::size_t i = 0; i + support <= values.size(); ++i) {
    if (std::abs(values[i + support - 1] - values[i]) <= tolerance) return values[i];
  }
  return values.empty() ? 0 : values.front();
}

struct Edges {
  std::vector<double> left, right;
  double size = 0;

  void add(const Line& line) {
    left.push_back(line.box.x0);
    right.push_back(line.box.x1);
    size = std::max<double>(size, line.font_size);
  }
  Margins margins() const {
    const std::size_t support = std::max<std::size_t>(2, left.size() / 10);
    return {supported_extreme(left, support, 0.4 * size, false),
            supported_extreme(right, support, 0.8 * size, true)};
  }
};

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// The characters of a line with their left edges.
struct Reading {
  std::u32string text;
  const std::vector<float>& edges;

  explicit Reading(const Line& line) : text(to_utf32(line.text)), edges(line.edges) {}

  bool mostly_wide() const {
    return 2 * std::count_if(text.begin(), text.end(), is_wide) >
           std::count_if(text.begin(), text.end(), [](char32_t c) { return !is_space(c); });
  }

  // Width of what cannot be broken at the start: a wide character or a word, and the closers behind
  // it.
  double first_unit() const {
    std::size_t end = 0;
    const auto square = [&](std::size_t i) {
      return is_wide(text[i]) &&
             std::u32string_view(U"“”‘’").find(text[i]) == std::u32string_view::npos;
    };
    if (!text.empty() && square(0)) {
      end = 1;
    } else {
      while (end < text.size() && !is_space(text[end]) && !square(end)) ++end;
      // An opening quotation mark does not end a line.
      if (end < text.size() && end <= 2 && square(end)) ++end;
    }
    while (end < text.size() && is_closing(text[end])) ++end;
    return edges.at(end) - edges.at(0);
  }

  // Two cells of a table, or a name far behind its office.
  bool has_wide_gap(const std::string& line, double em) const {
    // The text of an item may stand far behind its mark.
    const std::size_t mark = to_utf32(std::string_view(line).substr(0, mark_length(line))).size();
    for (std::size_t i = mark == 0 ? 0 : mark + 1; i < text.size(); ++i) {
      if (is_space(text[i]) && edges.at(i + 1) - edges.at(i) >= 2 * em) return true;
    }
    return false;
  }

  // Left edge of the text behind an item mark, or -1.
  double text_behind_mark(const std::string& line) const {
    const std::size_t bytes = mark_length(line);
    if (bytes == 0) return -1;
    std::size_t at = to_utf32(std::string_view(line).substr(0, bytes)).size();
    while (at < text.size() && is_space(text[at])) ++at;
    return at < text.size() ? edges.at(at) : -1;
  }
};

std::string to_utf8(std::u32string_view text) {
  std::string bytes;
  for (const char32_t c : text) append_utf8(bytes, c);
  return bytes;
}

// Halves that English joins with a hyphen.
bool is_compound(const std::string& half, const std::string& rest) {
  static const std::unordered_set<std::string> kFirst = {
      "self", "non", "cross", "well", "ex", "quasi", "all", "anti", "co", "mid", "semi", "so"};
  static const std::unordered_set<std::string> kSecond = {
      "like", "based", "free", "year",   "related", "wide",    "owned", "made",
      "term", "day",   "old",  "level",  "law",     "in",      "of",    "to",
      "by",   "up",    "off",  "called", "party",   "specific"};
  return kFirst.contains(half) || kSecond.contains(rest);
}

bool is_lower(char32_t c) {
  return c >= 'a' && c <= 'z';
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return result;
}

char32_t last_telling(const std::u32string& text) {
  for (std::size_t i = text.size(); i-- > 0;) {
    if (!is_space(text[i]) &&
        std::u32string_view(U"”’\"'）)】」』").find(text[i]) == std::u32string_view::npos) {
      return text[i];
    }
  }
  return 0;
}

bool begins_at_margin(const PageLine& line, const Reading& read, const PageLine& next, bool wide,
                      double em, const Setting& setting) {
  const double x = next.line.box.x0, before = line.line.box.x0;
  const double behind_mark = read.text_behind_mark(line.line.text);
  const bool same_frame = line.line.page == next.line.page && line.column == next.column;
  if (same_frame && behind_mark > 0 && std::abs(x - behind_mark) < 0.5 * em) return true;
  const double left = setting.margins(next).left;
  const bool ocr = next.line.source == TextSource::kOcr;
  if (wide) return x - left < (ocr ? 1.3 : 1.0) * em;
  if (std::abs(x - left) < 0.5 * em) return true;
  if (!same_frame) return x - left < 0.8 * em;
  return x < before + 0.8 * em;
}

std::tuple<int, int, long> key(const PageLine& line) {
  return {line.line.page, line.column, std::lround(line.line.box.y1 * 100)};
}

// "Chapter 2 ........ 17": a line of a table of contents is a paragraph.
bool has_leaders(const std::string& line) {
  static const RE2 kLeaders(
      "(?:\\.{4,}|(?:\\. ?){4,}|…{2,}|·{4,})[\\s\\-–—]*[0-9ivxlIVXL]*[\\s\\-–—]*$");
  return RE2::PartialMatch(line, kLeaders);
}

// Of both scripts: the neighbours decide whether a space stands beside them.
bool is_common(char32_t c) {
  return std::u32string_view(U"“”‘’…—·").find(c) != std::u32string_view::npos;
}

// A long line of words that ends in the middle of a sentence, and a line under it that begins where
// prose does: set ragged, with a word that may not be parted from the next.
bool is_broken_prose(const PageLine& line, const Reading& read, const PageLine& next,
                     const Setting& setting) {
  const Margins margins = setting.margins(line);
  const double width = line.line.box.x1 - line.line.box.x0;
  if (width < 0.7 * (margins.right - margins.left) || setting.is_list(line)) return false;
  const char32_t last = last_telling(read.text);
  const bool middle = is_letter(last) || last == ',' || is_digit(last);
  const bool words = std::count(read.text.begin(), read.text.end(), U' ') >= 5;
  return middle && words && line.column == next.column && line.line.page == next.line.page &&
         next.line.box.x0 - margins.left < 0.5 * line.line.font_size;
}

// A line of Chinese set ragged (a number or a bracket moved on whole, other lines hang their stops
// over the margin), where paragraphs are indented: the line under it begins at the margin, so it is
// none.
bool is_ragged_chinese(const PageLine& line, const Reading& read, const PageLine& next, double room,
                       double em, const Setting& setting) {
  const double left = setting.margins(line).left;
  if (!setting.indents() || line.line.box.x0 - left > 2.6 * em) return false;
  if (std::abs(next.line.box.x0 - setting.margins(next).left) > 0.5 * em) return false;
  if (mark_length(next.line.text) != 0) return false;
  return room <= (is_final(last_telling(read.text)) ? 2.3 : 4.0) * em;
}

}  // namespace

Setting::Setting(const std::vector<PageLines>& pages) {
  std::map<std::pair<int, int>, Edges> edges;
  // By the width of the page: annexes and drawings of another size have margins of their own.
  std::map<long, Edges> of_width;
  std::map<int, long> width_of;
  const auto rounded = [](double width) { return std::lround(width / 10); };
  std::vector<double> leadings;
  for (const PageLines& page : pages) {
    const PageLine* last = nullptr;
    width_of[page.page.number] = rounded(page.page.width);
    for (const PageLine& line : page.lines) {
      if (!counts(line)) continue;
      edges[{line.line.page, line.column}].add(line.line);
      if (line.column == 0) of_width[rounded(page.page.width)].add(line.line);
      if (last != nullptr && last->column == line.column) {
        const double leading = line.line.box.y1 - last->line.box.y1;
        if (leading > 0.5 * line.line.font_size) leadings.push_back(leading);
      }
      last = &line;
    }
  }
  leading_ = median(std::move(leadings));
  for (const auto& [frame, found] : edges) {
    Margins margins = found.margins();
    if (frame.second == 0) {
      const long width = width_of[frame.first];
      const Edges& whole = of_width[width];
      const Margins usual = whole.margins();
      // A page of short lines (the signatures) says little about its margins: those of the document
      // hold.
      if (found.left.size() < 4 || margins.left - usual.left > 3 * found.size) {
        margins.left = usual.left;
      }
      margins.right = std::max(margins.right, usual.right);
      // A document of few lines says little: a line of half a page is not full.
      if (whole.left.size() < 8)
        margins.right = std::max(margins.right, margins.left + 5.0 * static_cast<double>(width));
    }
    margins_[frame] = margins;
    std::vector<double> widths;
    for (std::size_t i = 0; i < found.left.size(); ++i) {
      widths.push_back(found.right[i] - found.left[i]);
    }
    if (median(std::move(widths)) < 0.8 * (margins.right - margins.left)) lists_.insert(frame);
  }
  find_blocks(pages);
  std::size_t lines = 0, at_margin = 0, indented = 0;
  for (const PageLines& page : pages) {
    for (const PageLine& line : page.lines) {
      if (!counts(line) || line.column != 0 || !Reading(line.line).mostly_wide()) continue;
      const double inside = (line.line.box.x0 - of_column(line.line.page, 0).left) /
                            std::max<double>(line.line.font_size, 1);
      ++lines;
      if (std::abs(inside) < 0.5) ++at_margin;
      if (inside > 1.4 && inside < 2.6) ++indented;
    }
  }
  indents_ = indented >= 3 && 30 * indented >= lines && 3 * at_margin >= lines;
  for (const PageLines& page : pages) find_gaps(page);
}

// Boxes of OCR end with the ink: their distances say too little.
void Setting::find_gaps(const PageLines& page) {
  constexpr double kWide = 1.3, kUsual = 1.1;  // of the usual distance
  std::map<int, const PageLine*> last;
  std::map<int, double> gap_above_last;  // 0 where there is none
  std::map<int, const PageLine*> wide;   // stands far below `last`, whose own distance was wide too
  for (const PageLine& line : page.lines) {
    if (!counts(line) || line.row != 0 || line.line.source == TextSource::kOcr) continue;
    const PageLine*& above = last[line.column];
    double& before = gap_above_last[line.column];
    const double gap = above == nullptr ? 0 : line.line.box.y1 - above->line.box.y1;
    const bool usual = gap > 0 && gap <= kUsual * leading_;
    if (usual && wide[line.column] != nullptr) apart_.insert(key(*wide[line.column]));
    wide[line.column] = nullptr;
    if (gap > kWide * leading_) {
      if (before > 0 && before <= kUsual * leading_) {
        apart_.insert(key(line));
      } else {
        wide[line.column] = &line;
      }
    }
    above = &line;
    before = gap;
  }
}

bool Setting::stands_apart(const PageLine& line) const {
  return apart_.contains(key(line));
}

void Setting::find_blocks(const std::vector<PageLines>& pages) {
  constexpr std::size_t kFewest = 3;
  for (const PageLines& page : pages) {
    std::vector<const PageLine*> block;
    const auto close = [&] {
      if (block.size() >= kFewest) {
        Edges edges;
        for (const PageLine* line : block) edges.add(line->line);
        const Margins column = of_column(block.front()->line.page, block.front()->column);
        const Margins own{edges.left.front(),
                          supported_extreme(edges.right, 2, 1.0 * edges.size, true)};
        // No line goes beyond it and most come near it: headings and items one under the other,
        // which begin at the indent of paragraphs too, are no block.
        const double last = *std::max_element(edges.right.begin(), edges.right.end());
        const auto near = std::count_if(edges.right.begin(), edges.right.end(), [&](double right) {
          return own.right - right < 5 * edges.size;
        });
        const bool marked = std::any_of(block.begin(), block.end(), [](const PageLine* line) {
          return mark_length(line->line.text) != 0;
        });
        const bool prose = !marked && last - own.right < edges.size &&
                           10 * near >= 6 * std::ssize(block) &&
                           own.right - own.left > 12 * edges.size;
        const bool indented = prose && own.left - column.left > edges.size &&
                              column.right - own.right > 0.5 * edges.size;
        // Narrower than the column, and most of its lines as long as the longest.
        const auto full = std::count_if(edges.right.begin(), edges.right.end(), [&](double right) {
          return std::abs(right - own.right) < 0.5 * edges.size;
        });
        const bool narrow = block.size() >= 4 && 2 * full > std::ssize(block) &&
                            column.right - own.right > 2 * edges.size;
        for (const PageLine* line : block) {
          if (indented || narrow) blocks_[key(*line)] = own;
        }
      }
      block.clear();
    };
    for (const PageLine& line : page.lines) {
      if (!counts(line) || line.row != 0) continue;
      if (!block.empty()) {
        const Line &last = block.back()->line, &now = line.line;
        const bool same = line.column == block.back()->column &&
                          std::abs(now.box.x0 - last.box.x0) < 0.4 * now.font_size &&
                          now.box.y1 > last.box.y1 &&
                          (leading_ == 0 || now.box.y1 - last.box.y1 < 1.6 * leading_);
        if (!same) close();
      }
      block.push_back(&line);
    }
    close();
  }
}

bool Setting::is_list(const PageLine& line) const {
  const bool parted = line.column >= kParted && line.column < 2 * kParted;
  return parted || (line.column != 0 && lists_.contains({line.line.page, line.column}));
}

Margins Setting::margins(const PageLine& line) const {
  const auto block = blocks_.find(key(line));
  return block != blocks_.end() ? block->second : of_column(line.line.page, line.column);
}

Margins Setting::of_column(int page, int column) const {
  const auto found = margins_.find({page, column});
  return found == margins_.end() ? Margins{} : found->second;
}

bool continues(const PageLine& line, const PageLine& next, const Setting& setting) {
  const Line &a = line.line, &b = next.line;
  if (a.edges.empty() || b.edges.empty() || line.row != 0 || next.row != 0) return false;
  if (has_leaders(a.text) || has_leaders(b.text)) return false;
  const bool ocr = a.source == TextSource::kOcr || b.source == TextSource::kOcr;
  const double em = std::max(a.font_size, b.font_size);
  if (std::abs(a.font_size - b.font_size) > (ocr ? 0.35 : 0.15) * em) return false;
  if (a.page == b.page && line.column == next.column && setting.leading() > 0 &&
      b.box.y1 - a.box.y1 > 1.6 * setting.leading()) {
    return false;
  }
  if (a.page == b.page && line.column == next.column && setting.stands_apart(next)) return false;
  const Reading read(a), read_next(b);
  const bool wide = read.mostly_wide() || read_next.mostly_wide();
  if (read.has_wide_gap(a.text, em) || read_next.has_wide_gap(b.text, em)) return false;
  const double right = setting.margins(line).right;
  double room = right - a.box.x1, needed = read_next.first_unit() + (wide ? 0.3 : 0.25) * em;
  if (ocr && wide) {
    // Boxes of OCR end with the ink: half of a full-width comma or bracket is missing; scans stand
    // askew.
    if (!read.text.empty() && is_closing(read.text.back())) room -= 0.5 * em;
    needed = std::max(needed, 1.3 * em) + em;
  }
  const bool word_goes_on = read.text.size() > 2 && read.text.back() == '-' &&
                            is_lower(read.text[read.text.size() - 2]) && !read_next.text.empty() &&
                            is_lower(read_next.text[0]);
  if (!word_goes_on && (wide || !is_broken_prose(line, read, next, setting))) {
    const bool full =
        room <= needed || (wide && is_ragged_chinese(line, read, next, room, em, setting));
    if (!full || (!wide && setting.is_list(line))) return false;
  }
  if (!begins_at_margin(line, read, next, wide, em, setting)) return false;
  return mark_length(b.text) == 0 || !is_final(last_telling(read.text));
}

Joint joint(std::string_view line, std::string_view next,
            const std::unordered_set<std::string>& words) {
  const std::u32string a = to_utf32(line), b = to_utf32(next);
  if (a.empty() || b.empty()) return {};
  const char32_t last = a.back(), first = b.front();
  if (last == 0xAD) return {false, true};
  const bool hyphen = last == '-' || last == 0x2010;
  if (hyphen && a.size() > 1 && is_letter(a[a.size() - 2]) && is_letter(first)) {
    std::size_t from = a.size() - 1, to = 0;
    while (from > 0 && is_letter(a[from - 1])) --from;
    while (to < b.size() && is_letter(b[to])) ++to;
    const std::string half =
        lower(to_utf8(std::u32string_view(a).substr(from, a.size() - 1 - from)));
    const std::string rest = lower(to_utf8(std::u32string_view(b).substr(0, to)));
    if (words.contains(half + rest)) return {false, true};
    if (!is_lower(first) || words.contains(half + "-" + rest) || is_compound(half, rest)) return {};
    // "as-sumes": so short a word says nothing, when the rest is none.
    const bool alone = words.contains(half) && (half.size() > 2 || words.contains(rest));
    return {false, !alone};
  }
  // "30-" and "Day": the hyphen is the writer's.
  if (hyphen && a.size() > 1 && !is_space(a[a.size() - 2])) return {};
  // Of figures alone, as in a formula, the line below tells whether they stand in Chinese.
  const auto count = [&](auto is) {
    return std::count_if(a.begin(), a.end(), is) + std::count_if(b.begin(), b.end(), is);
  };
  const auto han = count(is_han);
  const bool chinese = 2 * std::count_if(a.begin(), a.end(), is_wide) > std::ssize(a) ||
                       (han >= 4 && han > count(is_letter));
  if (chinese ? is_wide(last) || is_wide(first)
              : (is_wide(last) && !is_common(last)) || (is_wide(first) && !is_common(first))) {
    return {};
  }
  if (last == U'—' || first == U'—' || last == U'“' || last == U'‘') return {};
  // A number that Chinese setting broke in two; in a text of words it would have moved to the next
  // line whole.
  if (chinese && is_digit(last) && (is_digit(first) || first == '.' || first == ',')) return {};
  if (chinese && (last == '.' || last == ',' || last == '-' || last == '/') && is_digit(first)) {
    return {};
  }
  // Masks and the signs of formulas.
  const auto apart = [](char32_t c) { return !is_letter(c) && !is_digit(c); };
  if (chinese && apart(last) && last != '.' && last != ',' && last != ';' && last != ':') return {};
  if (chinese && (first == U'×' || (apart(first) && !is_letter(last)))) return {};
  return {true, false};
}

}  // namespace proviso::ingest
