#include "ingest/layout/paragraphs.h"

#include <algorithm>
#include <cmath>
#include <string>

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
    if (!text.empty() && is_wide(text[0])) {
      end = 1;
    } else {
      while (end < text.size() && !is_space(text[end]) && !is_wide(text[end])) ++end;
    }
    while (end < text.size() && is_closing(text[end])) ++end;
    return edges.at(end) - edges.at(0);
  }

  // Two cells of a table, or a name far behind its office.
  bool has_wide_gap(double em) const {
    for (std::size_t i = 0; i < text.size(); ++i) {
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
  const double left = setting.margins(next.line.page, next.column).left;
  const bool ocr = next.line.source == TextSource::kOcr;
  if (wide) return x - left < (ocr ? 1.3 : 1.0) * em;
  if (!same_frame) return x - left < 0.8 * em;
  return x < before + 0.8 * em;
}

}  // namespace

Setting::Setting(const std::vector<PageLines>& pages) {
  std::map<std::pair<int, int>, Edges> edges;
  Edges whole;
  double width = 0;
  std::vector<double> leadings;
  for (const PageLines& page : pages) {
    const PageLine* last = nullptr;
    width = std::max(width, page.page.width);
    for (const PageLine& line : page.lines) {
      if (!counts(line)) continue;
      edges[{line.line.page, line.column}].add(line.line);
      if (line.column == 0) whole.add(line.line);
      if (last != nullptr && last->column == line.column) {
        const double leading = line.line.box.y1 - last->line.box.y1;
        if (leading > 0.5 * line.line.font_size) leadings.push_back(leading);
      }
      last = &line;
    }
  }
  leading_ = median(std::move(leadings));
  const Margins usual = whole.margins();
  for (const auto& [frame, found] : edges) {
    Margins margins = found.margins();
    if (frame.second == 0) {
      // A page of short lines (the signatures) says little about its margins: those of the document
      // hold.
      if (found.left.size() < 4 || margins.left - usual.left > 3 * found.size) {
        margins.left = usual.left;
      }
      margins.right = std::max({margins.right, usual.right, margins.left + 0.5 * width});
    }
    margins_[frame] = margins;
  }
}

Margins Setting::margins(int page, int column) const {
  const auto found = margins_.find({page, column});
  return found == margins_.end() ? Margins{} : found->second;
}

bool continues(const PageLine& line, const PageLine& next, const Setting& setting) {
  const Line &a = line.line, &b = next.line;
  if (a.edges.empty() || b.edges.empty()) return false;
  const bool ocr = a.source == TextSource::kOcr || b.source == TextSource::kOcr;
  const double em = std::max(a.font_size, b.font_size);
  if (std::abs(a.font_size - b.font_size) > (ocr ? 0.35 : 0.15) * em) return false;
  if (a.page == b.page && line.column == next.column && setting.leading() > 0 &&
      b.box.y1 - a.box.y1 > 1.6 * setting.leading()) {
    return false;
  }
  const Reading read(a), read_next(b);
  const bool wide = read.mostly_wide() || read_next.mostly_wide();
  if (read.has_wide_gap(em) || read_next.has_wide_gap(em)) return false;
  const double right = setting.margins(a.page, line.column).right;
  double room = right - a.box.x1, needed = read_next.first_unit() + (wide ? 0.3 : 0.25) * em;
  if (ocr && wide) {
    // Boxes of OCR end with the ink: half of a full-width comma or bracket is missing; scans stand
    // askew.
    if (!read.text.empty() && is_closing(read.text.back())) room -= 0.5 * em;
    needed = std::max(needed, 1.3 * em) + em;
  }
  if (room > needed) return false;
  if (!begins_at_margin(line, read, next, wide, em, setting)) return false;
  return mark_length(b.text) == 0 || !is_final(last_telling(read.text));
}

Joint joint(std::string_view line, std::string_view next,
            const std::unordered_set<std::string>& words) {
  const std::u32string a = to_utf32(line), b = to_utf32(next);
  if (a.empty() || b.empty()) return {};
  const char32_t last = a.back(), first = b.front();
  if (last == '-' && a.size() > 1 && is_letter(a[a.size() - 2]) && is_letter(first)) {
    const std::size_t left = line.find_last_of(" ") + 1;  // npos + 1 is 0
    const std::string half = lower(line.substr(left, line.size() - 1 - left));
    const std::string whole = half + lower(next.substr(0, next.find_first_of(" .,;:!?)")));
    return {false, words.contains(whole) || (is_lower(first) && !words.contains(half))};
  }
  if (is_wide(last) || is_wide(first)) return {};
  // A number that Chinese setting broke in two; in a text of words it would have moved to the next
  // line whole.
  const bool chinese = 2 * std::count_if(a.begin(), a.end(), is_wide) > std::ssize(a);
  if (chinese && is_digit(last) && (is_digit(first) || first == '.' || first == ',')) return {};
  if (chinese && (last == '.' || last == ',') && is_digit(first)) return {};
  return {true, false};
}

}  // namespace proviso::ingest
