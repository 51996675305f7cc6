#include "segmenter/english/parts.h"

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

}  // namespace

void mark_lone_parts(std::string_view text, const std::vector<Line>& lines, Body& body) {
  static const RE2 roman("^([IVX]{1,5})\\.?$"), letter("^([A-H])\\.?$"), figure("^([1-9])\\.?$");
  static constexpr std::array<std::string_view, 15> kRoman{"I",  "II",  "III",  "IV",  "V",
                                                           "VI", "VII", "VIII", "IX",  "X",
                                                           "XI", "XII", "XIII", "XIV", "XV"};
  std::size_t parts = 0, letters = 0;
  for (std::size_t i = body.line; i < lines.size(); ++i) {
    if (body.roles[i].is == Is::kSpeaker) parts = letters = 0;
    if (body.roles[i].is != Is::kText || lines[i].words.size() > 6) continue;
    re2::StringPiece mark;
    const re2::StringPiece line = piece(words_of(text, lines[i]));
    const auto equals = [&](std::string_view s) {
      return std::string_view(mark.data(), mark.size()) == s;
    };
    bool heads = false;
    if (RE2::FullMatch(line, roman, &mark)) {
      if (parts < kRoman.size() && equals(kRoman[parts])) {
        heads = true, ++parts, letters = 0;
        if (parts == 2) body.lone_parts = true;
      }
    }
    if (!heads && RE2::FullMatch(line, letter, &mark)) {
      const char expected = static_cast<char>('A' + letters);
      if (mark[0] == expected)
        heads = true, ++letters;
      else if (mark[0] == 'A')
        heads = true, letters = 1;
    }
    if (!heads && RE2::FullMatch(line, figure)) heads = parts + letters > 0;
    if (heads) body.roles[i] = {Is::kHeading, std::nullopt, lines[i].words};
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
