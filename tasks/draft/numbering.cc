#include "tasks/draft/numbering.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "ingest/docx/number_format.h"
#include "segmenter/clauses/numbering.h"
#include "segmenter/utf8.h"

namespace proviso::tasks {
namespace {

using Script = LineNumber::Script;

// A form of mark. The number is the first group that matched something.
struct Form {
  std::string style;
  Script script;
  const RE2* pattern;
};

const std::vector<Form>& forms() {
  static const RE2 article("^\\s*第([一二三四五六七八九十百零〇]+)条(?:[^的规第之至和及、，约]|$)"),
      article_arabic("^\\s*第([0-9]{1,3})条(?:[^的规第之至和及、，约]|$)"),
      chapter("^\\s*第([一二三四五六七八九十]+)[章节]"),
      list("^\\s*([一二三四五六七八九十]{1,3})[、.．]"),
      bracket("^\\s*[（(]([一二三四五六七八九十]{1,3})[）)]"),
      arabic_bracket("^\\s*[（(]([0-9０-９]{1,2})[）)]"),
      dotted(
          "^\\s*([0-9０-９]{1,2}(?:[.．][0-9０-９]{1,2})+)(?:[\\s、]|\\.\\s|"
          "[^0-9０-９.．,，%％元万亿 -~])"),
      arabic("^\\s*([0-9０-９]{1,2})(?:[.．]\\s|、|．(?:$|[^0-9０-９])|\\.[^0-9０-９ -~])"),
      english_article("^\\s*(?i:article|section|clause)\\s+([0-9]{1,2})\\b(?:[.:]?\\s|[.:]?$)"),
      english_roman("^\\s*(?i:article)\\s+([IVXLC]{1,7})\\b"), letter("^\\s*\\(([a-z])\\)"),
      capital("^\\s*\\(([A-Z])\\)"), small_roman("^\\s*\\(([ivx]{2,5})\\)");
  static const std::vector<Form> kForms{{"第#条", Script::kChinese, &article},
                                        {"第#条", Script::kArabic, &article_arabic},
                                        {"第#章", Script::kChinese, &chapter},
                                        {"#、", Script::kChinese, &list},
                                        {"（#）", Script::kChinese, &bracket},
                                        {"(1)", Script::kArabic, &arabic_bracket},
                                        {"#.#", Script::kArabic, &dotted},
                                        {"#.", Script::kArabic, &arabic},
                                        {"Article #", Script::kArabic, &english_article},
                                        {"Article #", Script::kRomanUpper, &english_roman},
                                        {"(i)", Script::kRomanLower, &small_roman},
                                        {"(a)", Script::kLetterLower, &letter},
                                        {"(A)", Script::kLetterUpper, &capital}};
  return kForms;
}

std::vector<std::uint32_t> values(std::string_view number, Script script) {
  using segmenter::clauses::chinese_value;
  using segmenter::clauses::roman_value;
  std::vector<std::uint32_t> out;
  switch (script) {
    case Script::kChinese:
      out.push_back(chinese_value(number));
      break;
    case Script::kRomanLower:
    case Script::kRomanUpper:
      out.push_back(roman_value(number));
      break;
    case Script::kLetterLower:
      out.push_back(static_cast<std::uint32_t>(number[0] - 'a' + 1));
      break;
    case Script::kLetterUpper:
      out.push_back(static_cast<std::uint32_t>(number[0] - 'A' + 1));
      break;
    case Script::kArabic:
      out.push_back(0);
      for (std::size_t at = 0; at < number.size(); at = segmenter::next(number, at)) {
        const char32_t c = segmenter::code_point(number, at);
        if (c == U'.' || c == U'．') {
          out.push_back(0);
        } else {
          out.back() =
              out.back() * 10 + static_cast<std::uint32_t>(c >= U'０' ? c - U'０' : c - U'0');
        }
      }
      break;
  }
  return out;
}

// Rows of clauses: outermost, of one number.
bool is_clause_row(const std::string& style) {
  return style == "第#条" || style == "#." || style == "#、" || style == "Article #";
}

// Rows whose numbers run through the whole document, whatever stands between.
bool runs_through(const std::string& style) {
  return style == "第#条" || style == "第#章" || style == "Article #";
}

// Whether a line is the heading of a schedule: 附件一：货物清单, EXHIBIT B.
bool opens_schedule(std::string_view line) {
  constexpr std::size_t kHeading = 80;  // bytes; a sentence on a schedule is longer or ends
  static const RE2 heading(
      "^\\s*(?:(?:附件|附录|附表)[一二三四五六七八九十0-9０-９]*(?:[:：\\s]|$)|"
      "(?i:schedule|exhibit|annex|appendix)(?:\\s+(?:[A-Z]|[0-9]{1,2}|[IVX]{1,5})\\b|\\s*$))");
  const std::size_t last = line.find_last_not_of(" \t\r\n");
  if (last == std::string_view::npos || last >= kHeading) return false;
  const std::string_view whole = line.substr(0, last + 1);
  return !whole.ends_with('.') && !whole.ends_with("。") && !whole.ends_with(';') &&
         !whole.ends_with("；") &&
         RE2::PartialMatch(re2::StringPiece(whole.data(), whole.size()), heading);
}

// A digit that is written as wide as a Han character.
bool holds_wide_digit(std::string_view number) {
  for (std::size_t at = 0; at < number.size(); at = segmenter::next(number, at)) {
    const char32_t c = segmenter::code_point(number, at);
    if ((c >= U'０' && c <= U'９') || c == U'．') return true;
  }
  return false;
}

// The mark's own end and the space behind it: "条 ", ". ", "、".
std::string behind_number(std::string_view line, const LineNumber& number) {
  static const RE2 ends("^(条|章|[、.．:]|)(\\s|　)*");
  re2::StringPiece rest(line.data() + number.end, line.size() - number.end);
  const char* from = rest.data();
  RE2::Consume(&rest, ends);
  std::string out(from, rest.data());
  while (!out.empty() && (out.back() == '\n' || out.back() == '\r')) out.pop_back();
  return out;
}

}  // namespace

std::string spelled(std::uint32_t value, Script script) {
  constexpr std::array<std::string_view, 6> kFormats{"decimal",     "chineseCountingThousand",
                                                     "upperRoman",  "lowerRoman",
                                                     "upperLetter", "lowerLetter"};  // by Script
  return ingest::format_number(static_cast<int>(value),
                               kFormats.at(static_cast<std::size_t>(script)));
}

std::optional<LineNumber> line_number(std::string_view line) {
  for (const Form& form : forms()) {
    re2::StringPiece number;
    const re2::StringPiece input(line.data(), line.size());
    if (!RE2::PartialMatch(input, *form.pattern, &number)) continue;
    LineNumber out;
    out.start = static_cast<std::size_t>(number.data() - line.data());
    out.end = out.start + number.size();
    out.script = form.script;
    out.path = values({number.data(), number.size()}, form.script);
    out.style = form.style;
    if (form.style == "#.#") {
      for (std::size_t i = 2; i < out.path.size(); ++i) out.style += ".#";
    }
    if (std::find(out.path.begin(), out.path.end(), 0U) != out.path.end()) return std::nullopt;
    return out;
  }
  return std::nullopt;
}

std::optional<std::vector<std::uint32_t>> NumberSequence::right_path(
    const LineNumber& number) const {
  const auto same = std::find_if(open_.rbegin(), open_.rend(),
                                 [&](const Row& row) { return row.style == number.style; });
  std::vector<std::uint32_t> path = number.path;
  if (path.size() == 1) {
    if (after_colon_ && path[0] == 1) return path;
    // (i) may be the ninth letter or the first Roman number: whichever fits.
    path[0] = same == open_.rend() ? 1 : same->path[0] + 1;
    if (same == open_.rend() && open_.empty()) return std::nullopt;  // may begin anywhere
    return path;
  }
  // 3.2: below 3 where a row of one number is open, else after its own row.
  std::vector<std::uint32_t> above;
  for (const Row& row : open_) {
    if (row.path.size() == path.size() - 1 && (path.size() > 2 || is_clause_row(row.style)))
      above = row.path;
  }
  if (same != open_.rend() &&
      (above.empty() || std::equal(above.begin(), above.end(), same->path.begin()))) {
    path = same->path;
    // A new chapter that has no line of its own: 3.4, then 4.1.
    if (above.empty() && number.path.back() == 1 && number.path[0] == same->path[0] + 1)
      return number.path;
    ++path.back();
    return path;
  }
  if (above.empty() && path.size() > 2) {  // 7.2.3 below 8.: the first of 8
    for (const Row& row : open_) {
      if (is_clause_row(row.style) && row.path[0] != path[0]) above = row.path;
    }
  }
  if (above.empty()) return std::nullopt;
  above.push_back(1);
  return above;
}

std::optional<std::string> NumberSequence::expected(std::string_view line) const {
  const auto number = line_number(line);
  if (!number) return std::nullopt;
  const auto right = right_path(*number);
  const bool wide = holds_wide_digit(line.substr(number->start, number->end - number->start));
  const bool wide_before = open_.empty() || std::any_of(open_.begin(), open_.end(),
                                                        [](const Row& row) { return row.wide; });
  if ((!right || *right == number->path) && (!wide || wide_before)) return std::nullopt;
  std::string out;
  for (const std::uint32_t value : right ? *right : number->path) {
    if (!out.empty()) out += '.';
    out += spelled(value, number->script);
  }
  return out;
}

std::string NumberSequence::mended(std::string_view line) const {
  const auto right = expected(line);
  if (!right) return std::string(line);
  const auto number = line_number(line);
  return std::string(line.substr(0, number->start)) + *right +
         std::string(line.substr(number->end));
}

std::string NumberSequence::next_heading(std::string_view title) const {
  for (const Row& row : open_) {
    if (!is_clause_row(row.style)) continue;
    std::string behind = row.behind;
    if (behind.empty() || behind == "条") behind += " ";
    return row.before + spelled(row.furthest + 1, row.script) + behind + std::string(title);
  }
  return std::string(title);
}

void NumberSequence::take(std::string_view line) {
  const auto number = line_number(line);
  const std::size_t last = line.find_last_not_of(" \t\r\n");
  const std::string_view whole = line.substr(0, last == std::string_view::npos ? 0 : last + 1);
  if (!whole.empty()) after_colon_ = whole.ends_with(":") || whole.ends_with("：");
  in_schedule_ = in_schedule_ || opens_schedule(line);
  if (!number) return;
  const auto same = std::find_if(open_.begin(), open_.end(),
                                 [&](const Row& row) { return row.style == number->style; });
  if (same != open_.end()) {
    // Rows inside it begin anew, but for those that run through.
    const auto inner = std::remove_if(same + 1, open_.end(),
                                      [](const Row& row) { return !runs_through(row.style); });
    open_.erase(inner, open_.end());
    same->path = number->path;
    constexpr std::uint32_t kGap = 3;  // a number may be skipped
    const std::uint32_t first = number->path[0];
    if (!in_schedule_ && first > same->furthest && first <= same->furthest + kGap)
      same->furthest = first;
  } else {
    open_.push_back({number->style, number->path, number->script,
                     std::string(line.substr(0, number->start)), behind_number(line, *number),
                     holds_wide_digit(line.substr(number->start, number->end - number->start)),
                     number->path[0]});
  }
}

}  // namespace proviso::tasks
