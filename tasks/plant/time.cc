// Errors in dates: two places name another day, an order that cannot be, a term that ends wrongly.
#include <re2/re2.h>

#include <algorithm>

#include "tasks/plant/calendar.h"
#include "tasks/plant/families.h"
#include "tasks/plant/slips.h"

namespace proviso::tasks::planting {
namespace {

// Another day by a slip in year, month or day.
Day slipped(Day day, Dice& dice) {
  const std::size_t way = dice.below(3);
  if (way == 0) day.year += dice.chance(50) ? 1 : -1;
  if (way == 1) day.month = 1 + static_cast<int>(dice.below(12));
  if (way == 2) day.day = 1 + static_cast<int>(dice.below(28));
  return day;
}

// What happened on a day: the characters behind it, to the next stop, without names and figures.
bool same_event(const Ground& ground, Span one, Span other) {
  const auto behind = [&](Span date) {
    Span clause = ground.clause(date);
    return ground.words({date.end, std::min(clause.end, date.end + 90)});
  };
  const string_view there = behind(other);
  const std::vector<std::string> here = characters(behind(one));
  int shared = 0;
  for (std::size_t i = 0; i + 1 < here.size(); ++i)
    if (here[i].size() == 3 && there.find(here[i] + here[i + 1]) != string_view::npos) ++shared;
  return shared >= 4;
}

}  // namespace

std::optional<Planted> plant_date(const Ground& ground, Dice& dice) {
  std::vector<Span> late = ground.disposition;
  late.insert(late.end(), ground.reasoning.begin(), ground.reasoning.end());
  std::vector<Span> early = ground.facts;
  early.insert(early.end(), ground.reasoning.begin(), ground.reasoning.end());
  std::vector<std::pair<Dated, Dated>> pairs;
  const std::vector<Dated> earlier = dates(ground, early);
  for (const Dated& later : dates(ground, late))
    for (const Dated& each : earlier)
      if (each.span.end < later.span.start && each.day == later.day &&
          same_event(ground, each.span, later.span))
        pairs.emplace_back(later, each);
  dice.shuffle(pairs);
  for (const auto& [later, earlier_one] : pairs) {
    for (int attempt = 0; attempt < 8; ++attempt) {
      const Day day = slipped(later.day, dice);
      const std::string now = day.written();
      if (day == later.day || ground.text.find(now) != string_view::npos) continue;
      return apply(ground.text, {later.span, now}, "date", ground.clause(later.span),
                   ground.clause(earlier_one.span));
    }
  }
  return std::nullopt;
}

// A period that ends before it begins, or a loan repaid before it was made.
std::optional<Planted> plant_date_order(const Ground& ground, Dice& dice) {
  static const RE2 to("^(?:起|开始|始)?[,，]?(?:计算)?(?:至|到|—|-|－|~)$");
  static const RE2 begins("借款|出借|签订|订立|交付|转账|入职|登记结婚|承租");
  static const RE2 ends("归还|偿还|还款|支付|届满|到期|解除|离职|终止|催要|催款");
  std::vector<Span> parts = ground.before;
  parts.insert(parts.end(), ground.disposition.begin(), ground.disposition.end());
  std::vector<std::pair<Dated, Dated>> pairs;
  const auto has = [&](Span span, const RE2& pattern) {
    const string_view words = ground.words(span);
    return RE2::PartialMatch(re2::StringPiece(words.data(), words.size()), pattern);
  };
  for (const Span& part : parts) {
    const std::vector<Dated> all = dates(ground, {part});
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
      const Dated& first = all[i];
      const Dated& second = all[i + 1];
      if (first.day.number() >= second.day.number()) continue;
      const bool period = has({first.span.end, second.span.start}, to);
      const Span clause = ground.clause(second.span);
      const bool story = second.span.start - first.span.end < 500 &&
                         has({first.span.end, second.span.start}, begins) &&
                         has({second.span.end, clause.end}, ends) &&
                         !has({second.span.end, clause.end}, begins);
      if (period || story) pairs.emplace_back(first, second);
    }
  }
  dice.shuffle(pairs);
  for (const auto& [first, second] : pairs) {
    Day day = second.day;
    Span place = second.span;
    if (dice.chance(50)) {
      while (day.number() >= first.day.number()) --day.year;
    } else {
      place = first.span;
      day = first.day;
      while (day.number() <= second.day.number()) ++day.year;
    }
    if (ground.text.find(day.written()) != string_view::npos) continue;
    return apply(ground.text, {place, day.written()}, "date_order", second.span, first.span);
  }
  return std::nullopt;
}

// 有期徒刑三年六个月 … 即自…起至…止.
std::optional<Planted> plant_sentence_term(const Ground& ground, Dice& dice) {
  static const RE2 term(
      "(?:决定执行|判处)(有期徒刑|拘役)([一二三四五六七八九十]+年)?(?:零)?([一二三四五六七八九十]+"
      "个月)?");
  struct Term {
    Span term;
    Dated from, to;
    int months = 0;
  };
  std::vector<Term> terms;
  for (const Span& part : ground.disposition) {
    const std::vector<Dated> all = dates(ground, {part});
    const std::vector<Span> sentences = matches(ground.text, part, term);
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
      const string_view between = ground.words({all[i].span.end, all[i + 1].span.start});
      if (between.find("至") == string_view::npos || between.size() > 24) continue;
      Term found{{}, all[i], all[i + 1], 0};
      for (const Span& each : sentences)
        if (each.end <= all[i].span.start && all[i].span.start - each.end < 700) found.term = each;
      if (found.term.size() == 0) continue;
      const string_view words = ground.words(found.term);
      std::string kind, years, months;
      RE2::PartialMatch(re2::StringPiece(words.data(), words.size()), term, &kind, &years, &months);
      if (!years.empty())
        found.months +=
            12 * static_cast<int>(
                     chinese_number(string_view(years).substr(0, years.size() - 3)).value_or(0));
      if (!months.empty())
        found.months += static_cast<int>(
            chinese_number(string_view(months).substr(0, months.size() - 6)).value_or(0));
      Day end = found.from.day;
      end.year += (end.month - 1 + found.months) / 12;
      end.month = (end.month - 1 + found.months) % 12 + 1;
      // Days of earlier custody may be counted in; a month is the most that fits without a doubt.
      const long long off = end.number() - 1 - found.to.day.number();
      if (found.months > 0 && off >= -1 && off <= 31) terms.push_back(found);
    }
  }
  if (terms.empty()) return std::nullopt;
  const Term& chosen = terms[dice.below(terms.size())];
  Day day = chosen.to.day;
  if (dice.chance(50)) {
    day.year += dice.chance(50) || day.year - 1 <= chosen.from.day.year ? 1 : -1;
  } else {
    day.month = (day.month + 2 + static_cast<int>(dice.below(6))) % 12 + 1;
    day.day = std::min(day.day, 28);
  }
  return apply(ground.text, {chosen.to.span, day.written()}, "sentence_term", chosen.to.span,
               chosen.term);
}

}  // namespace proviso::tasks::planting
