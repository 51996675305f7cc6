#include "ingest/docx/number_format.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "ingest/text/decode.h"

namespace proviso::ingest {
namespace {

std::string utf8(char32_t c) {
  std::string result;
  append_utf8(result, c);
  return result;
}

std::string roman(int value) {
  constexpr std::array<std::pair<int, std::string_view>, 13> kSigns{{{1000, "M"},
                                                                     {900, "CM"},
                                                                     {500, "D"},
                                                                     {400, "CD"},
                                                                     {100, "C"},
                                                                     {90, "XC"},
                                                                     {50, "L"},
                                                                     {40, "XL"},
                                                                     {10, "X"},
                                                                     {9, "IX"},
                                                                     {5, "V"},
                                                                     {4, "IV"},
                                                                     {1, "I"}}};
  std::string result;
  for (const auto& [worth, sign] : kSigns) {
    for (; value >= worth; value -= worth) result += sign;
  }
  return result;
}

// A … Z, AA, BB, …: Word repeats the letter.
std::string letters(int value, char first) {
  const auto index = static_cast<std::size_t>(value - 1);
  return std::string(index / 26 + 1, static_cast<char>(first + static_cast<int>(index % 26)));
}

std::string lower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  }
  return text;
}

struct ChineseSigns {
  std::u32string_view digits, units;  // 0 to 9; ten, hundred, thousand, ten thousand
  bool bare_ten;                      // 十一, not 一十一
};
constexpr ChineseSigns kSimple{U"〇一二三四五六七八九", U"十百千万", true};
constexpr ChineseSigns kWithZero{U"零一二三四五六七八九", U"十百千万", true};
constexpr ChineseSigns kLegal{U"零壹贰叁肆伍陆柒捌玖", U"拾佰仟万", false};
constexpr ChineseSigns kLegalTraditional{U"零壹貳參肆伍陸柒捌玖", U"拾佰仟萬", false};

// 1 to 99,999 with units: 一百零三.
std::string chinese(int value, const ChineseSigns& signs) {
  constexpr std::array<int, 5> kWorth{10000, 1000, 100, 10, 1};
  std::string result;
  bool gap = false;
  for (std::size_t i = 0; i < kWorth.size(); ++i) {
    const int digit = value / kWorth[i] % 10;
    if (digit == 0) {
      gap = gap || !result.empty();
      continue;
    }
    if (std::exchange(gap, false)) append_utf8(result, signs.digits[0]);
    const bool ten = kWorth[i] == 10;
    if (!(ten && digit == 1 && result.empty() && signs.bare_ten)) {
      append_utf8(result, signs.digits[static_cast<std::size_t>(digit)]);
    }
    if (i < 4) append_utf8(result, signs.units[3 - i]);
  }
  return result;
}

std::string by_digit(int value, std::u32string_view digits) {
  std::string result;
  for (const char c : std::to_string(value)) {
    append_utf8(result, digits[static_cast<std::size_t>(c - '0')]);
  }
  return result;
}

// The sign at place `value` of a row of signs; figures behind its end.
std::string from_row(int value, std::u32string_view row) {
  const auto index = static_cast<std::size_t>(value - 1);
  return index < row.size() ? utf8(row[index]) : std::to_string(value);
}

std::string from_range(int value, char32_t first, int count) {
  return value <= count ? utf8(first + static_cast<char32_t>(value - 1)) : std::to_string(value);
}

std::string circled(int value) {
  if (value <= 20) return utf8(0x2460 + static_cast<char32_t>(value - 1));
  if (value <= 35) return utf8(0x3251 + static_cast<char32_t>(value - 21));
  if (value <= 50) return utf8(0x32B1 + static_cast<char32_t>(value - 36));
  return std::to_string(value);
}

std::string ordinal(int value) {
  const int last = value % 10, two = value % 100;
  const bool teen = two >= 11 && two <= 13;
  return std::to_string(value) + (last == 1 && !teen   ? "st"
                                  : last == 2 && !teen ? "nd"
                                  : last == 3 && !teen ? "rd"
                                                       : "th");
}

constexpr std::array<std::string_view, 20> kCardinals{
    "Zero",     "One",     "Two",     "Three",     "Four",     "Five",    "Six",
    "Seven",    "Eight",   "Nine",    "Ten",       "Eleven",   "Twelve",  "Thirteen",
    "Fourteen", "Fifteen", "Sixteen", "Seventeen", "Eighteen", "Nineteen"};
constexpr std::array<std::string_view, 10> kTens{"",      "",      "Twenty",  "Thirty", "Forty",
                                                 "Fifty", "Sixty", "Seventy", "Eighty", "Ninety"};
constexpr std::array<std::string_view, 20> kOrdinals{
    "Zeroth",     "First",     "Second",    "Third",       "Fourth",     "Fifth",     "Sixth",
    "Seventh",    "Eighth",    "Ninth",     "Tenth",       "Eleventh",   "Twelfth",   "Thirteenth",
    "Fourteenth", "Fifteenth", "Sixteenth", "Seventeenth", "Eighteenth", "Nineteenth"};

std::string in_words(int value, bool as_ordinal) {
  const auto at = [](int i) { return static_cast<std::size_t>(i); };
  if (value > 99) return as_ordinal ? ordinal(value) : std::to_string(value);
  if (value < 20) return std::string(as_ordinal ? kOrdinals[at(value)] : kCardinals[at(value)]);
  std::string tens(kTens[at(value / 10)]);
  if (value % 10 == 0) {
    if (!as_ordinal) return tens;
    tens.pop_back();
    return tens + "ieth";
  }
  const auto unit = as_ordinal ? kOrdinals[at(value % 10)] : kCardinals[at(value % 10)];
  return tens + "-" + lower(std::string(unit));
}

}  // namespace

std::string format_number(int value, std::string_view format) {
  if (format == "none" || format == "bullet") return {};
  const std::string figures = std::to_string(value);
  if (format.empty() || format == "decimal" || value < 1 || value > 99'999) {
    return format == "decimalZero" && value == 0 ? "00" : figures;
  }
  if (format == "upperRoman") return value < 4000 ? roman(value) : figures;
  if (format == "lowerRoman") return value < 4000 ? lower(roman(value)) : figures;
  if (format == "upperLetter") return value <= 780 ? letters(value, 'A') : figures;
  if (format == "lowerLetter") return value <= 780 ? letters(value, 'a') : figures;
  if (format == "ordinal") return ordinal(value);
  if (format == "cardinalText") return in_words(value, false);
  if (format == "ordinalText") return in_words(value, true);
  if (format == "decimalZero") return value < 10 ? "0" + figures : figures;
  if (format == "chineseCounting") {
    return value < 100 ? chinese(value, kSimple) : by_digit(value, U"○一二三四五六七八九");
  }
  if (format == "chineseCountingThousand" || format == "japaneseCounting" ||
      format == "taiwaneseCountingThousand" || format == "koreanCounting") {
    return chinese(value, format == "japaneseCounting" ? kSimple : kWithZero);
  }
  if (format == "taiwaneseCounting") {
    return value < 100 ? chinese(value, kSimple) : by_digit(value, U"○一二三四五六七八九");
  }
  if (format == "chineseLegalSimplified") return chinese(value, kLegal);
  if (format == "ideographLegalTraditional" || format == "japaneseLegal") {
    return chinese(value, kLegalTraditional);
  }
  if (format == "ideographDigital" || format == "japaneseDigitalTenThousand" ||
      format == "taiwaneseDigital") {
    return by_digit(value, U"〇一二三四五六七八九");
  }
  if (format == "ideographTraditional") return from_row(value, U"甲乙丙丁戊己庚辛壬癸");
  if (format == "ideographZodiac") return from_row(value, U"子丑寅卯辰巳午未申酉戌亥");
  if (format == "ideographEnclosedCircle") return from_range(value, 0x3280, 10);
  if (format.starts_with("decimalEnclosedCircle")) return circled(value);
  if (format == "decimalEnclosedParen") return from_range(value, 0x2474, 20);
  if (format == "decimalEnclosedFullstop") return from_range(value, 0x2488, 20);
  if (format == "decimalFullWidth" || format == "decimalFullWidth2") {
    return by_digit(value, U"０１２３４５６７８９");
  }
  if (format == "numberInDash") return "- " + figures + " -";
  return figures;
}

std::string superscript(int value) {
  return by_digit(value < 0 ? 0 : value, U"⁰¹²³⁴⁵⁶⁷⁸⁹");
}

}  // namespace proviso::ingest
