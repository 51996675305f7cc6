#include "segmenter/english/parts.h"

#include <algorithm>
#include <array>

#include "segmenter/english/words.h"

namespace proviso::segmenter::english {
namespace {

using Is = LineRole::Is;

constexpr std::size_t kMissingMarks =
    200;  // lines that look like notes, without a mark in the text

re2::StringPiece piece(std::string_view s) {
  return {s.data(), s.size()};
}

// A line before ends with the star that a note explains.
bool star_before(std::string_view text, const std::vector<Line>& lines, std::size_t i) {
  for (std::size_t k = 1; k <= 40 && k <= i; ++k) {
    if (words_of(text, lines[i - k]).ends_with("*")) return true;
  }
  return false;
}

// How far a count has come.
struct Count {
  std::size_t last = 0;
  // The next one, or the one behind it where the reading lost one.
  bool goes_on(std::size_t n) const { return n == last + 1 || n == last + 2; }
};

// "II", "B", "3" or "I A" alone on a line.
struct LoneMark {
  std::size_t line = 0, roman = 0, letter = 0, figure = 0;  // 0: none
};

std::vector<LoneMark> lone_marks(std::string_view text, const std::vector<Line>& lines,
                                 const Body& body) {
  static const RE2 mark("^(?:([IVX]{1,5})[.,]?)?[ –—-]*(?:([A-H])\\.?)?(?:([1-9])\\.?)?$");
  static constexpr std::array<std::string_view, 15> kRoman{"I",  "II",  "III",  "IV",  "V",
                                                           "VI", "VII", "VIII", "IX",  "X",
                                                           "XI", "XII", "XIII", "XIV", "XV"};
  std::vector<LoneMark> out;
  for (std::size_t i = body.line; i < lines.size(); ++i) {
    if (lines[i].words.size() > 8) continue;
    re2::StringPiece roman, letter, figure;
    if (!RE2::FullMatch(piece(words_of(text, lines[i])), mark, &roman, &letter, &figure)) continue;
    LoneMark found;
    found.line = i;
    const auto* value =
        std::find(kRoman.begin(), kRoman.end(), std::string_view(roman.data(), roman.size()));
    if (value != kRoman.end()) found.roman = static_cast<std::size_t>(value - kRoman.begin()) + 1;
    if (!letter.empty()) found.letter = static_cast<std::size_t>(letter[0] - 'A') + 1;
    if (!figure.empty()) found.figure = static_cast<std::size_t>(figure[0] - '0');
    if (found.roman + found.letter + found.figure > 0) out.push_back(found);
  }
  return out;
}

// Does a paragraph begin with the mark and a new sentence: "A In 1952, Congress …"?
bool runs_in(std::string_view words, std::string_view mark) {
  if (!words.starts_with(mark) || words.size() < mark.size() + 2) return false;
  words.remove_prefix(mark.size());
  if (words[0] != ' ') return false;
  return is_upper(words[1]) || words[1] == '"' || words.substr(1).starts_with("“");
}

}  // namespace

void mark_lone_parts(std::string_view text, const std::vector<Line>& lines, Body& body) {
  const std::vector<LoneMark> marks = lone_marks(text, lines, body);
  Count parts, letters, figures;
  std::size_t next = 0;  // the first mark that stands behind line i
  for (std::size_t i = body.line; i < lines.size(); ++i) {
    while (next < marks.size() && marks[next].line <= i) ++next;
    if (body.roles[i].is == Is::kSpeaker) parts = letters = figures = {};
    if (body.roles[i].is != Is::kText) continue;
    const LoneMark* lone = next > 0 && marks[next - 1].line == i ? &marks[next - 1] : nullptr;
    bool heads = false;
    if (lone && lone->roman > 0 && parts.goes_on(lone->roman)) {
      heads = true, parts.last = lone->roman, letters = figures = {};
      if (lone->letter > 0) letters.last = lone->letter;
      if (parts.last >= 2) body.lone_parts = true;
    } else if (lone && lone->letter > 0 && (letters.goes_on(lone->letter) || lone->letter == 1)) {
      heads = true, letters.last = lone->letter, figures = {};
    } else if (lone && lone->figure > 0 && parts.last + letters.last > 0) {
      heads = figures.goes_on(lone->figure) || lone->figure == 1;
      if (heads) figures.last = lone->figure;
    }
    if (heads) {
      body.roles[i] = {Is::kHeading, std::nullopt, lines[i].words};
      continue;
    }
    if (lone || next >= marks.size()) continue;
    // a mark that the reading ran into its paragraph: the next one shows that it is one
    const bool behind_part = i > 0 && body.roles[i - 1].is == Is::kHeading;
    if (behind_part && letters.last == 0 && parts.last > 0 && marks[next].letter == 2 &&
        marks[next].roman == 0 && runs_in(words_of(text, lines[i]), "A")) {
      letters.last = 1;
      body.roles[i] = {
          Is::kHeading, std::nullopt, {lines[i].words.start, lines[i].words.start + 1}};
    }
  }
}

void mark_notes(std::string_view text, const std::vector<Line>& lines,
                const std::vector<bool>& main, Body& body) {
  std::uint32_t expected = 1;
  std::size_t missing = 0;
  for (std::size_t i = body.line; i < lines.size() && missing < kMissingMarks; ++i) {
    if (body.roles[i].is != Is::kText || main[i]) continue;
    const std::string_view line = words_of(text, lines[i]);
    if (line.starts_with("* ") && line.size() > 30 && is_upper(line[2]) &&
        star_before(text, lines, i)) {
      body.roles[i].is = Is::kNote;
      continue;
    }
    std::size_t at = 0;
    std::uint32_t number = 0;
    while (at < line.size() && at < 3 && is_digit(line[at])) {
      number = number * 10 + static_cast<std::uint32_t>(line[at++] - '0');
    }
    if (at == 0 || number != expected || at + 3 > line.size()) continue;
    if (line[at] == ' ') ++at;
    const bool opens =
        is_upper(line[at]) || line.compare(at, 3, "“") == 0 || line.compare(at, 2, "§") == 0;
    if (!opens) continue;
    if (!has_note_mark(text, lines[i].words.start, number)) {
      ++missing;
      continue;
    }
    body.roles[i].is = Is::kNote;
    ++expected;
  }
}

}  // namespace proviso::segmenter::english
