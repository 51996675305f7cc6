// Interest that begins, runs or is reckoned otherwise than the court reasoned.
#include <re2/re2.h>

#include <array>

#include "tasks/plant/calendar.h"
#include "tasks/plant/families.h"
#include "tasks/plant/slips.h"

namespace proviso::tasks::planting {
namespace {

// A piece of an interest clause that stands in the disposition and ahead of it.
struct Piece {
  Span later, other;
  int what = 0;  // index into kPatterns
};

constexpr std::array<const char*, 5> kPatterns{
    "(?:年利率|月利率|日利率|年息|月息|利率|年化)(?:为|按|的|：)*([0-9]+(?:\\.[0-9]+)?)[%％‰]",
    "([一二两三四五六七八九]|[1-9](?:\\.[0-9]+)?)倍",
    "(?:以|按)(?:本金|欠款|货款|借款|人民币|借款本金)*([1-9][0-9]*(?:,[0-9]{3})*(?:\\.[0-9]{1,2})?("
    "?:万)?)元"
    "(?:为|作为)?(?:基数|本金)",
    "((?:19|20)[0-9]{2}年[0-9]{1,2}月[0-9]{1,2}日)(?:起|开始|计算|至实际|至付清|至清偿)",
    "(?:万分之|千分之|百分之)([一二三四五六七八九十]+)"};

std::string changed(int what, string_view old, Dice& dice) {
  static constexpr string_view kDigits = "一二三四五六七八九";
  if (old.size() == 3 && kDigits.find(old) != string_view::npos) {
    const string_view now = kDigits.substr(3 * (1 + dice.below(7)), 3);
    return now == old || (old == "两" && now == "二") ? std::string() : std::string(now);
  }
  if (what == 3) {
    static const RE2 parts("([0-9]+)年([0-9]+)月([0-9]+)日");
    Day day;
    RE2::FullMatch(re2::StringPiece(old.data(), old.size()), parts, &day.year, &day.month,
                   &day.day);
    if (dice.chance(50)) {
      day.year += dice.chance(50) ? 1 : -1;
    } else {
      day.month = 1 + static_cast<int>(dice.below(12));
    }
    return day.written();
  }
  if (what == 0) {
    static constexpr std::array<const char*, 7> kRates{"6",  "12",   "15.4", "4.35",
                                                       "24", "3.85", "18"};
    // A small one is by the month or the day.
    const bool yearly = hundredths(old).value_or(0) >= 300;
    return yearly && dice.chance(50) ? kRates.at(dice.below(kRates.size())) : digit_slip(old, dice);
  }
  return digit_slip(old, dice);
}

}  // namespace

std::optional<Planted> plant_interest(const Ground& ground, Dice& dice) {
  // What a party wished is no reason of the court's.
  static const RE2 wish("请求|主张|要求|诉请|上诉称|辩称|诉称|超过|不得|规定|上限");
  static const RE2 about("利息|违约金|利率|罚息|逾期|滞纳金|占用费");
  std::vector<Piece> pieces;
  int what = 0;
  for (const char* written : kPatterns) {
    const RE2 pattern(written);
    std::vector<Span> earlier;
    for (const Span& part : ground.before) {
      for (const Span& each : matches(ground.text, part, pattern, 1)) {
        const string_view clause = ground.words(ground.clause(each));
        if (!RE2::PartialMatch(re2::StringPiece(clause.data(), clause.size()), wish))
          earlier.push_back(each);
      }
    }
    for (const Span& part : ground.disposition) {
      for (const Span& later : matches(ground.text, part, pattern, 1)) {
        const string_view sentence = ground.words(ground.sentence(later));
        if (!RE2::PartialMatch(re2::StringPiece(sentence.data(), sentence.size()), about)) continue;
        for (const Span& each : earlier) {
          if (each.end <= part.start && ground.words(each) == ground.words(later))
            pieces.push_back({later, each, what});
        }
      }
    }
    ++what;
  }
  dice.shuffle(pieces);
  for (const Piece& piece : pieces) {
    for (int attempt = 0; attempt < 8; ++attempt) {
      const string_view old = ground.words(piece.later);
      const std::string now = changed(piece.what, old, dice);
      if (now.empty() || now == old) continue;
      // Nothing is contradicted where another place has the new figure.
      const bool date = now.size() > 10 && now.ends_with("日");
      if (ground.text.find(date ? now
                                : now + std::string(ground.text.substr(piece.later.end, 3))) !=
          string_view::npos)
        continue;
      return apply(ground.text, {piece.later, now}, "interest", ground.clause(piece.later),
                   ground.clause(piece.other));
    }
  }
  return std::nullopt;
}

}  // namespace proviso::tasks::planting
