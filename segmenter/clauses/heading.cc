#include "segmenter/clauses/heading.h"

#include <algorithm>

#include "segmenter/clauses/form.h"
#include "segmenter/utf8.h"

namespace proviso::segmenter::clauses {
namespace {

constexpr std::size_t kLine = 120;       // bytes of a heading on a line of its own
constexpr std::size_t kReach = 400;      // bytes in which a heading is looked for
constexpr std::size_t kTitleReach = 70;  // of a title in front of the mark
constexpr std::size_t kRunIn = 100;      // of one run into a paragraph

Span stripped(std::string_view text, Span span) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\n'; };
  while (span.end > span.start && blank(text[span.end - 1])) --span.end;
  while (span.start < span.end && blank(text[span.start])) ++span.start;
  return span;
}

// Where the title that is run into a paragraph ends: at its full stop, colon or dash.
std::size_t run_in_end(std::string_view words) {
  static constexpr std::string_view kStops[] = {". ",  ".",   ": ", ":", " - ",
                                                " – ", " — ", "。", "："};
  std::size_t best = std::string_view::npos;
  for (const std::string_view stop : kStops) {
    const std::size_t at = words.find(stop);
    if (at == std::string_view::npos || (stop.size() == 1 && at + 1 != words.size())) continue;
    const std::size_t end = stop[0] == ' ' ? at : at + (stop.size() == 2 ? 1 : stop.size());
    best = std::min(best, end);
  }
  return best;
}

// Where a title in capitals ends that prose follows without a stop (DEFINITIONS Unless …); npos
// where it is none.
std::size_t shouted_end(std::string_view words) {
  std::size_t end = std::string_view::npos, letters = 0;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t stop = std::min(words.find(' ', at), words.size());
    const std::string_view word = words.substr(at, stop - at);
    std::size_t upper = 0;
    bool small = false;
    for (const char c : word) {
      upper += c >= 'A' && c <= 'Z';
      small = small || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    }
    const bool prose = !word.empty() && (small || upper == 1);
    if (prose) {
      const char first = word.front();
      const bool begins = (first >= 'A' && first <= 'Z') || first == '"' || first == '(' ||
                          static_cast<unsigned char>(first) >= 0x80;
      return letters >= 6 && begins ? end : std::string_view::npos;
    }
    letters += upper;
    if (upper > 0) end = stop;
    at = stop + 1;
  }
  return std::string_view::npos;
}

bool is_han(std::string_view words) {
  return !words.empty() && static_cast<unsigned char>(words.front()) >= 0xE3;
}

// Whether the words are a title: capitals in English, few characters and no comma in Chinese.
bool titled(std::string_view words) {
  if (words.empty()) return false;
  if (!is_han(words)) return contract_numbering().heading_like(words);
  const std::size_t count = length(words);
  return count <= 24 && words.find("，") == std::string_view::npos &&
         words.find("；") == std::string_view::npos && words.find("____") == std::string_view::npos;
}

}  // namespace

Span heading_of(std::string_view text, const std::vector<Line>& lines, Span mark, std::size_t end) {
  const std::size_t reach = std::min({mark.end + kReach, text.size(), end});
  const std::size_t line_end = std::min(text.substr(0, reach).find('\n', mark.end), reach);
  const Span rest = stripped(text, {mark.end, line_end});
  const std::string_view words = text.substr(rest.start, rest.size());
  if (words.empty() || words.front() == '[') {  // ARTICLE V, its title on the next line
    const std::size_t next = line_from(lines, mark.end);
    if (next < lines.size() && lines[next].kind == LineKind::kText && lines[next].span.end <= end &&
        lines[next].span.size() <= kRunIn &&
        !contract_numbering().match(text, lines[next].span.start, false) &&
        titled(text.substr(lines[next].span.start, lines[next].span.size())) &&
        text[lines[next].span.end - 1] != '.') {
      return {mark.start, lines[next].span.end};
    }
    return words.empty() ? Span{} : Span{mark.start, rest.end};
  }
  const std::string_view head = words.substr(0, kRunIn + 20);
  const std::size_t stop = run_in_end(head);
  if (stop != std::string_view::npos && stop < words.size() && stop <= kRunIn &&
      titled(head.substr(0, stop))) {
    return {mark.start, rest.start + stop};
  }
  if (const std::size_t shout = shouted_end(head); shout != std::string_view::npos) {
    return {mark.start, rest.start + shout};
  }
  const bool sentence = words.ends_with("。") || words.ends_with("；") || words.ends_with(';');
  if (words.size() <= kLine && !sentence && titled(words)) return {mark.start, rest.end};
  return {};
}

std::size_t title_before(std::string_view text, const std::vector<Line>& lines, std::size_t from,
                         std::size_t mark) {
  const std::size_t here = line_from(lines, mark);
  if (here < lines.size() && lines[here].span.start == mark) {
    if (here == 0 || lines[here - 1].kind != LineKind::kText) return kNone;
    const Span above = lines[here - 1].span;
    if (above.start < from || contract_numbering().match(text, above.start, false)) return kNone;
    return is_heading_line(text.substr(above.start, above.size())) ? above.start : kNone;
  }
  const std::size_t reach = std::max(from, mark - std::min(mark, kTitleReach));
  const std::string_view before = text.substr(reach, mark - reach);
  std::size_t start = before.find_last_of(".:;\n");
  if (start == std::string_view::npos) return kNone;
  start = before.find_first_not_of(" \t", start + 1);
  if (start == std::string_view::npos) return kNone;
  std::string_view title = before.substr(start);
  while (!title.empty() && title.back() == ' ') title.remove_suffix(1);
  const bool letters = title.size() >= 4 && title.front() >= 'A' && title.front() <= 'Z' &&
                       title.find_first_of("0123456789") == std::string_view::npos;
  return letters && title.find(',') == std::string_view::npos &&
                 contract_numbering().heading_like(title)
             ? reach + start
             : kNone;
}

bool is_heading_line(std::string_view line) {
  const bool small =
      std::any_of(line.begin(), line.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  if (!small && line.size() <= 60 && line.ends_with('.')) line.remove_suffix(1);  // DUTIES.
  if (line.empty()) return false;
  return line.size() <= kRunIn && titled(line) && line.find(',') == std::string_view::npos &&
         line.back() != '.' && line.back() != ';' && !line.ends_with("。") &&
         !line.ends_with("；") && !line.ends_with("：");
}

// Whether `line` ends as the name of a company does.
static bool is_company(std::string_view line) {
  static constexpr std::string_view kAbbreviations[] = {
      "Inc.", "Ltd.", "Co.", "Corp.", "L.P.", "N.A.", "S.A.", "LLC.", "INC.", "LTD.", "CORP."};
  return std::any_of(std::begin(kAbbreviations), std::end(kAbbreviations),
                     [&](std::string_view one) { return line.ends_with(one); });
}

// "Effective Date and Term." on a line of its own, but no name of a company.
static bool is_stopped_heading(std::string_view line) {
  if (line.size() > 60 || !line.ends_with('.') || is_company(line)) return false;
  line.remove_suffix(1);
  return is_heading_line(line) && line.find('.') == std::string_view::npos;
}

// Headings in capitals that are run into a paragraph without a stop of their own: "… is known.
// SERVICES The provider will …".
static void shouted_headings(std::string_view text, Span line, std::vector<Span>& out) {
  for (std::size_t at = line.start; at < line.end;) {
    const bool begins = at == line.start || (at >= line.start + 2 && text[at - 1] == ' ' &&
                                             (text[at - 2] == '.' || text[at - 2] == ';'));
    if (begins && text[at] >= 'A' && text[at] <= 'Z') {
      const std::size_t end = shouted_end(text.substr(at, std::min(kRunIn, line.end - at)));
      if (end != std::string_view::npos && end < 60 && !is_company(text.substr(at, end))) {
        out.push_back({at, at + end});
        at += end;
        continue;
      }
    }
    at = text.find(' ', at);
    if (at == std::string_view::npos) break;
    ++at;
  }
}

std::vector<Span> bare_headings(std::string_view text, const std::vector<Line>& lines, Span part,
                                const RE2& run_in) {
  std::vector<Span> out;
  const std::size_t first = line_from(lines, part.start);
  for (std::size_t i = first > 0 ? first - 1 : 0; i < lines.size(); ++i) {
    const Line& line = lines[i];
    if (line.span.start >= part.end) break;
    if (line.kind != LineKind::kText || line.span.end <= part.start) continue;
    const std::size_t start = std::max(line.span.start, part.start);
    const std::size_t end = std::min(line.span.end, part.end);
    const std::string_view words = text.substr(start, end - start);
    if (is_heading_line(words) || is_stopped_heading(words)) {
      // A group's heading and the first heading under it are one.
      if (!out.empty() && text[out.back().end - 1] == words.back() &&
          text.substr(out.back().end, start - out.back().end).find_first_not_of(" \n\t:") ==
              std::string_view::npos) {
        out.back().end = end;
      } else {
        out.push_back({start, end});
      }
      continue;
    }
    shouted_headings(text, {start, end}, out);
    for (std::size_t at = start; at < end;) {
      const auto found = find(text, run_in, at, end);
      if (!found) break;
      const std::size_t before = found->start;
      const bool begins = before == start || text[before - 1] == '\n' ||
                          (before >= start + 2 && text[before - 1] == ' ' &&
                           (text[before - 2] == '.' || text[before - 2] == ' '));
      const bool capitals =
          text[found->end - 1] == '.';  // SEVERABILITY. If …: only where a line begins
      if (begins && (!capitals || before == start)) out.push_back(*found);
      at = found->end;
    }
  }
  std::sort(out.begin(), out.end(), [](Span a, Span b) { return a.start < b.start; });
  out.erase(std::unique(out.begin(), out.end(), [](Span a, Span b) { return b.start < a.end; }),
            out.end());
  // Where most headings end with a colon, the others are none.
  const auto colon = [&](const Span& one) { return text[one.end - 1] == ':'; };
  const auto with = static_cast<std::size_t>(std::count_if(out.begin(), out.end(), colon));
  if (with >= 4 && with * 2 > out.size())
    std::erase_if(out, [&](const Span& one) { return !colon(one); });
  return out;
}

}  // namespace proviso::segmenter::clauses
