#include "segmenter/clauses/lines.h"

#include <algorithm>
#include <unordered_map>

#include "segmenter/clauses/numbering.h"
#include "segmenter/clauses/pages.h"
#include "segmenter/utf8.h"

namespace proviso::segmenter::clauses {
namespace {

constexpr std::size_t kShort = 100;  // bytes: a running header, an entry of a table of contents
constexpr std::string_view kRule = "--------------------";
constexpr std::size_t kMarks = 60;          // of a line that holds nothing but marks
constexpr std::size_t kMostContents = 600;  // lines

// Length of the blank at `at`, 0 if there is none there; no-break and ideographic spaces count.
std::size_t blank_at(std::string_view text, std::size_t at) {
  const char c = text[at];
  if (c == ' ' || c == '\t' || c == '\r' || c == '\f') return 1;
  if (text.substr(at, 2) == "\xC2\xA0") return 2;
  return text.substr(at, 3) == "　" ? 3 : 0;
}

Span trimmed(std::string_view text, Span line) {
  while (line.start < line.end) {
    const std::size_t blank = blank_at(text, line.start);
    if (blank == 0) break;
    line.start += blank;
  }
  while (line.end > line.start) {
    const std::size_t last = previous(text, line.end);
    if (blank_at(text, last) == 0) break;
    line.end = last;
  }
  return line;
}

std::vector<Line> split(std::string_view text) {
  std::vector<Line> lines;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = std::min(text.find('\n', at), text.size());
    // A rule across the page parts lines that were run together.
    const std::string_view line = text.substr(at, end - at);
    if (const std::size_t rule = line.find(kRule); rule != std::string_view::npos) {
      const std::size_t behind = line.find_first_not_of("-= ", rule);
      if (behind != std::string_view::npos) end = at + behind;
    }
    const Span span = trimmed(text, {at, end});
    if (span.size() > 0) lines.push_back({span, LineKind::kText});
    at = end < text.size() && text[end] == '\n' ? end + 1 : end;
  }
  return lines;
}

std::string_view words(std::string_view text, const Line& line) {
  return text.substr(line.span.start, line.span.size());
}

// A running header without the number of its page: "6 CONFIDENTIAL". The number of a clause has a
// stop behind it.
std::string_view without_page(std::string_view line) {
  std::size_t at = 0;
  while (at < line.size() && ((line[at] >= '0' && line[at] <= '9') || line[at] == ' ')) ++at;
  const bool page = at > 0 && line[at - 1] == ' ' && line.size() - at >= 4;
  return page ? line.substr(at) : line;
}

// Headers and footers that every page repeats.
void mark_repeated(std::string_view text, std::vector<Line>& lines) {
  std::unordered_map<std::string_view, std::size_t> count;
  const auto candidate = [&](const Line& line) {
    return line.span.size() >= 8 && line.span.size() <= kShort && text[line.span.end - 1] != ':' &&
           text.substr(line.span.start, 3) != "___";
  };
  for (const Line& line : lines) {
    if (candidate(line)) ++count[without_page(words(text, line))];
  }
  for (Line& line : lines) {
    if (!candidate(line)) continue;
    const std::string_view plain = without_page(words(text, line));
    if (count[plain] < 3) continue;
    if (plain.size() < line.span.size() ||
        !contract_numbering().match(text, line.span.start, false)) {
      line.kind = LineKind::kFurniture;
    }
  }
}

// Numbers that columns tore away from their clauses: three lines or more with nothing but marks.
void mark_torn(std::string_view text, std::vector<Line>& lines) {
  const auto bare = [&](const Line& line) {
    if (line.kind != LineKind::kText || line.span.size() > kMarks) return false;
    for (std::size_t at = line.span.start; at < line.span.end;) {
      const auto mark = contract_numbering().match(text, at, false);
      if (!mark || mark->span.end > line.span.end) return false;
      at = mark->span.end;
      while (at < line.span.end && text[at] == ' ') ++at;
    }
    return true;
  };
  for (std::size_t i = 0; i < lines.size();) {
    std::size_t end = i;
    while (end < lines.size() && bare(lines[end])) ++end;
    for (std::size_t k = i; end - i >= 3 && k < end; ++k) lines[k].kind = LineKind::kFurniture;
    i = end + 1;
  }
}

// Whether a line could be an entry of a table of contents: short and no sentence, or with a page
// number behind dots.
bool entry(std::string_view line) {
  if (line.find("....") != std::string_view::npos || line.find("…") != std::string_view::npos) {
    return true;
  }
  return line.size() <= 2 * kShort && !line.ends_with('.') && !line.ends_with("。") &&
         !line.ends_with(';') && !line.ends_with("；") && !line.ends_with(':') &&
         !line.ends_with("：");
}

// An entry without the page number behind it, blanks and capitals: what its heading in the body is.
std::string key(std::string_view line) {
  std::size_t end = line.size();
  while (end > 0 && (std::isdigit(static_cast<unsigned char>(line[end - 1])) ||
                     line[end - 1] == ' ' || line[end - 1] == '.' || line[end - 1] == '\t')) {
    --end;
  }
  std::string out;
  for (const char c : line.substr(0, end)) {
    if (c == ' ' || c == '\t') continue;
    out += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  }
  std::size_t at = 0;  // ideographic spaces
  while ((at = out.find("　", at)) != std::string::npos) out.erase(at, 3);
  return out;
}

// The table of contents ends where its first entry comes again, or where prose begins.
void mark_contents(std::string_view text, std::vector<Line>& lines, const RE2& heading) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = words(text, lines[i]);
    if (line.size() > 6000 || lines[i].kind != LineKind::kText ||
        !RE2::PartialMatch(line, heading)) {
      continue;
    }
    lines[i].kind = LineKind::kContents;
    std::string first;
    std::size_t end = i + 1;
    for (; end < lines.size() && end - i < kMostContents; ++end) {
      const std::string_view next = words(text, lines[end]);
      if (lines[end].kind == LineKind::kFurniture) continue;
      const std::string now = key(next);
      if (!entry(next) || (!first.empty() && now == first)) break;
      if (first.empty() && !now.empty()) first = now;
    }
    for (std::size_t k = i + 1; k < end; ++k) {
      if (lines[k].kind == LineKind::kText) lines[k].kind = LineKind::kContents;
    }
    i = end - 1;
  }
}

}  // namespace

std::vector<Line> read_lines(std::string_view text, const RE2* furniture, const RE2* contents) {
  std::vector<Line> lines = split(text);
  if (furniture != nullptr) {
    for (Line& line : lines) {
      if (line.span.size() <= 1000 && RE2::FullMatch(words(text, line), *furniture)) {
        line.kind = LineKind::kFurniture;
      }
    }
    mark_repeated(text, lines);
    mark_torn(text, lines);
    take_off_page_numbers(text, lines);
  }
  if (contents != nullptr) mark_contents(text, lines, *contents);
  return lines;
}

std::size_t line_from(const std::vector<Line>& lines, std::size_t offset) {
  const auto at =
      std::lower_bound(lines.begin(), lines.end(), offset,
                       [](const Line& line, std::size_t value) { return line.span.start < value; });
  return static_cast<std::size_t>(at - lines.begin());
}

std::size_t trimmed_end(std::string_view text, const std::vector<Line>& lines, std::size_t start,
                        std::size_t end) {
  std::size_t i = line_from(lines, end);
  while (i > 0 && lines[i - 1].kind == LineKind::kFurniture && lines[i - 1].span.start > start) --i;
  if (i == 0) return end;
  const std::size_t last = std::min(end, lines[i - 1].span.end);
  const Span out = trimmed(text, {start, std::max(start, last)});
  return out.end;
}

}  // namespace proviso::segmenter::clauses
