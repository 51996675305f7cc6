#include "segmenter/english/lines.h"

#include <algorithm>

namespace proviso::segmenter::english {
namespace {

constexpr std::string_view kHardBlank = "\xC2\xA0", kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::uint32_t kPleadingLines = 32;

bool blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

Span trimmed(std::string_view text, std::size_t start, std::size_t end) {
  const auto starts = [&](std::string_view mark) {
    return end - start >= mark.size() && text.compare(start, mark.size(), mark) == 0;
  };
  while (start < end) {
    if (blank(text[start])) {
      ++start;
    } else if (starts(kHardBlank)) {
      start += kHardBlank.size();
    } else if (starts(kByteOrderMark)) {
      start += kByteOrderMark.size();
    } else {
      break;
    }
  }
  while (start < end) {
    if (blank(text[end - 1])) {
      --end;
    } else if (end - start >= 2 && text.compare(end - 2, 2, kHardBlank) == 0) {
      end -= 2;
    } else {
      break;
    }
  }
  return {start, end};
}

// The margin's number that a line begins with, and the bytes up to what follows it; 0 where there
// is none.
struct Margin {
  std::uint32_t number = 0;
  std::size_t size = 0;
};
Margin margin_of(std::string_view words) {
  Margin out;
  while (out.size < words.size() && out.size < 2 && words[out.size] >= '0' &&
         words[out.size] <= '9') {
    out.number = out.number * 10 + static_cast<std::uint32_t>(words[out.size++] - '0');
  }
  if (out.size == words.size()) return out;
  if (out.size == 0 || words[out.size] != ' ' || out.number > kPleadingLines) return {};
  while (out.size < words.size() && blank(words[out.size])) ++out.size;
  return out;
}

// Numbers run on from line to line, begin anew on each page, and some stand alone beside empty
// lines.
bool is_pleading_paper(std::string_view text, const std::vector<Line>& lines) {
  std::size_t run = 0, pages = 0, alone = 0;
  std::uint32_t last = 0;
  for (const Line& line : lines) {
    const Margin margin = margin_of(words_of(text, line));
    if (margin.number == 0) continue;
    run += margin.number == last + 1;
    pages += margin.number == 1;
    alone += margin.size == line.words.size();
    last = margin.number;
  }
  return pages >= 1 && alone >= 3 && run >= 2 * kPleadingLines / 3 && run * 4 >= lines.size();
}

void drop_margins(std::string_view text, std::vector<Line>& lines) {
  std::vector<Line> out;
  for (Line line : lines) {
    line.words.start += margin_of(words_of(text, line)).size;
    if (line.words.size() > 0) out.push_back(line);
  }
  lines = std::move(out);
}

}  // namespace

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t stop = std::min(text.find('\n', at), text.size());
    const std::size_t after = std::min(stop + 1, text.size());
    const Span words = trimmed(text, at, stop);
    if (words.size() > 0) out.push_back({{at, after}, words});
    at = after;
  }
  if (is_pleading_paper(text, out)) drop_margins(text, out);
  return out;
}

namespace {

std::size_t occurrences(std::string_view words, std::string_view mark) {
  std::size_t out = 0;
  for (std::size_t at = words.find(mark); at != words.npos;
       at = words.find(mark, at + mark.size())) {
    ++out;
  }
  return out;
}

bool ends_with_any(std::string_view words, std::initializer_list<std::string_view> marks) {
  return std::any_of(marks.begin(), marks.end(),
                     [&](std::string_view mark) { return words.ends_with(mark); });
}

}  // namespace

bool opens_quotation(std::string_view words) {
  if (words.starts_with("“")) return occurrences(words, "“") > occurrences(words, "”");
  if (words.starts_with('"')) return occurrences(words, "\"") % 2 == 1;
  return words.starts_with("‘") && !ends_with_any(words, {"’", "’.", ".’", "’,", "’;"});
}

bool closes_quotation(std::string_view words) {
  return ends_with_any(words, {"”", "\"", "”.", "\".", "”;", "”)", "’", "’.", "”,"}) ||
         occurrences(words, "”") > occurrences(words, "“");
}

std::string_view words_of(std::string_view text, const Line& line, std::size_t most) {
  std::string_view words = words_of(text, line);
  if (words.size() <= most) return words;
  while (most > 0 && (words[most] & '\xC0') == '\x80') --most;
  return words.substr(0, most);
}

}  // namespace proviso::segmenter::english
