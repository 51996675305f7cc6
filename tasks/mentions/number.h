// Figures in running text: money, rates, lengths of time, counts, with exact values and spans.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"
#include "tasks/mentions/exact.h"
#include "tasks/mentions/folded.h"

namespace proviso::tasks {

enum class Measure : std::uint8_t {
  kBare,     // no unit: "12", "2535.16"
  kMoney,    // renminbi; value in yuan
  kForeign,  // another currency; value in its unit
  kPercent,  // value as a fraction: 6% is 6/100; also ‰, 百分之六, 万分之五
  kYears,
  kMonths,
  kDays,
  kOther,  // counted in something else: 平方米, 人, 吨, 份
};

enum class Script : std::uint8_t { kArabic, kChinese, kCapital };

// One figure as written. `value` includes the scale word (1.5万元 is 15000).
struct Number {
  segmenter::Span span;   // in the document, unit included, currency sign (人民币, ¥) included
  std::size_t start = 0;  // the same in the folded text
  std::size_t end = 0;
  Measure measure = Measure::kBare;
  Script script = Script::kArabic;
  Exact value;
  Exact scale = 1;  // 10000 for 万
  Exact unit = 1;   // worth of the last place printed: 0.01 for 12.50元, 100 for 1.25万元
  bool approximate = false;  // 约, 余, 多, 近, 左右; directly behind a masked name (某3)
  bool per = false;          // a price per something follows: 元/天, 元每平方米
};

// Every figure of the text in order, none overlapping: Arabic with or without thousand separators
// (half and full width), with 千 百万 万 亿 and units; Chinese (三万五千元, 二〇一六) and capital
// numerals (壹万贰仟元整, 叁元伍角) where a unit of money, time or rate follows. Arabic numbers
// inside dates (2016年5月) are years and months of a date, not lengths of time, and are left out;
// so are case numbers' years in brackets and pieces of masked or longer codes (cards, telephone
// numbers, plates).
std::vector<Number> find_numbers(const Folded& folded);

// Value of a run of Chinese or capital numerals without unit: 三万五千 -> 35000, 壹仟零伍 -> 1005,
// 二〇一六 -> 2016, 三万五 -> 35000 + 5000 is *not* read (ambiguous in law texts): nothing. Nothing
// for anything else.
std::optional<Exact> chinese_value(std::string_view numerals);

// "12,345.67元" style text of an amount for explanations: 9480元, 175.0767万元 when `scale` is
// 10000.
std::string money_text(const Exact& yuan, const Exact& scale = 1);

}  // namespace proviso::tasks
