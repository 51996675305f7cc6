// Errors in sums, capitals, fees and shares: what the document itself computes no longer adds up.
#include <re2/re2.h>

#include <algorithm>

#include "tasks/plant/families.h"
#include "tasks/plant/slips.h"

namespace proviso::tasks::planting {
namespace {

const RE2& money() {
  static const RE2 pattern("[1-9][0-9]*(?:,[0-9]{3})*(?:\\.[0-9]{1,6})?(?:万|亿)?元");
  return pattern;
}

long long value(const Ground& ground, Span span) {
  return hundredths(ground.words(span)).value_or(0);
}

// `place` with a slip that no other place of the document explains.
std::optional<Planted> slipped(const Ground& ground, Dice& dice, Span place, string_view kind,
                               Span quote, Span other) {
  const std::string old(ground.words(place));
  for (int attempt = 0; attempt < 12; ++attempt) {
    const std::string now = digit_slip(old, dice);
    if (now.empty() || hundredths(now) == hundredths(old)) continue;
    if (ground.text.find(now) != string_view::npos) continue;
    return apply(ground.text, {place, now}, kind, quote, other);
  }
  return std::nullopt;
}

}  // namespace

// Heads in a row and their printed total.
std::optional<Planted> plant_sum(const Ground& ground, Dice& dice) {
  static const RE2 total(
      "(?:共计|合计|总计|总额为|以上共|上述共|两项共|三项共)(?:为|是|人民币|：)*");
  struct Sum {
    Span total, heads, all;
  };
  std::vector<Sum> sums;
  for (const auto* parts : {&ground.before, &ground.disposition}) {
    for (const Span& part : *parts) {
      for (const Span& word : matches(ground.text, part, total)) {
        const Span sentence = ground.sentence(word);
        const std::vector<Span> amounts = matches(ground.text, sentence, money());
        const auto its = std::find_if(amounts.begin(), amounts.end(), [&](Span each) {
          return each.start >= word.end && each.start < word.end + 12;
        });
        if (its == amounts.end()) continue;
        long long sum = 0;
        for (auto head = its; head != amounts.begin();) {
          --head;
          sum += value(ground, *head);
          if (its - head < 2 || sum != value(ground, *its)) continue;
          sums.push_back({*its, {head->start, (its - 1)->end}, {head->start, its->end}});
          break;
        }
      }
    }
  }
  dice.shuffle(sums);
  for (const Sum& sum : sums) {
    Span place = sum.total;
    if (dice.chance(40)) {
      const std::vector<Span> heads = matches(ground.text, sum.heads, money());
      place = heads[dice.below(heads.size())];
    }
    auto planted = slipped(ground, dice, place, "sum", ground.clause(sum.total), sum.heads);
    if (planted) return planted;
  }
  return std::nullopt;
}

// 人民币壹万元整（￥10000元）, in either order.
std::optional<Planted> plant_capital_figure(const Ground& ground, Dice& dice) {
  static const RE2 capitals_first(
      "([零壹贰叁肆伍陆柒捌玖拾佰仟万亿]{2,})[元圆](?:整|正)?[（(](?:人民币|小写|：|￥|¥|RMB)*"
      "([0-9][0-9,]*(?:\\.[0-9]{1,2})?(?:万|亿)?)(?:元|[）)])");
  static const RE2 figure_first(
      "([0-9][0-9,]*(?:\\.[0-9]{1,2})?(?:万|亿)?)元?[（(](?:人民币|大写|：)*"
      "([零壹贰叁肆伍陆柒捌玖拾佰仟万亿]{2,})[元圆]");
  struct Place {
    Span capitals, figure;
  };
  std::vector<Place> places;
  for (const bool capitals : {true, false}) {
    const RE2& pattern = capitals ? capitals_first : figure_first;
    const auto first = matches(ground.text, ground.whole[0], pattern, 1);
    const auto second = matches(ground.text, ground.whole[0], pattern, 2);
    for (std::size_t i = 0; i < first.size() && i < second.size(); ++i)
      places.push_back({capitals ? first[i] : second[i], capitals ? second[i] : first[i]});
  }
  std::erase_if(places, [&](const Place& each) {
    const auto read = chinese_number(ground.words(each.capitals));
    return !read || *read * 100 != value(ground, each.figure) || *read < 100 ||
           *read > 900000000000LL;
  });
  dice.shuffle(places);
  for (const auto& [capitals, figure] : places) {
    if (dice.chance(50)) {
      auto planted = slipped(ground, dice, figure, "capital_figure", figure, capitals);
      if (planted) return planted;
    }
    const std::string old = std::to_string(*chinese_number(ground.words(capitals)));
    const std::string slip_of_figure = digit_slip(old, dice);
    if (slip_of_figure.empty() || slip_of_figure == old) continue;
    const std::string now = in_capitals(std::stoll(slip_of_figure));
    return apply(ground.text, {capitals, now}, "capital_figure", capitals, figure);
  }
  return std::nullopt;
}

// 受理费X元，减半收取Y元; 由甲负担a元，乙负担b元: the half or a share no longer fits.
std::optional<Planted> plant_fee(const Ground& ground, Dice& dice) {
  static const RE2 fee("(?:受理费|诉讼费|保全费|申请费)[^0-9。；\\n]{0,12}");
  static const RE2 half("减半(?:收取|交纳|征收)?(?:计|为|即)*(?:人民币)?");
  struct Fee {
    Span whole, part, place;
  };
  std::vector<Fee> fees;
  std::vector<Span> parts = ground.costs;
  parts.insert(parts.end(), ground.disposition.begin(), ground.disposition.end());
  for (const Span& part : parts) {
    for (const Span& word : matches(ground.text, part, fee)) {
      const Span sentence = ground.sentence(word);
      std::vector<Span> amounts = matches(ground.text, {word.start, sentence.end}, money());
      if (amounts.size() < 2 || amounts.front().start > word.end + 6) continue;
      std::size_t whole = 0;
      const string_view between = ground.words({amounts[0].end, amounts[1].start});
      if (between.find("减半") != string_view::npos) {
        whole = 1;
        if (2 * value(ground, amounts[1]) == value(ground, amounts[0]))
          fees.push_back({amounts[0], amounts[1], amounts[1]});
      }
      long long sum = 0;
      for (std::size_t last = whole + 1; last < amounts.size(); ++last) {
        if (ground.words({amounts[last - 1].end, amounts[last].start}).find("费") !=
            string_view::npos)
          break;
        sum += value(ground, amounts[last]);
        if (last < whole + 2 || sum != value(ground, amounts[whole])) continue;
        for (std::size_t i = whole + 1; i <= last; ++i)
          fees.push_back(
              {amounts[whole], {amounts[whole + 1].start, amounts[last].end}, amounts[i]});
        break;
      }
    }
  }
  dice.shuffle(fees);
  for (const Fee& each : fees) {
    const Span place = dice.chance(20) ? each.whole : each.place;
    auto planted = slipped(ground, dice, place, "fee", each.part, each.whole);
    if (planted) return planted;
  }
  return std::nullopt;
}

// 承担70%…承担30%: no longer the whole.
std::optional<Planted> plant_share(const Ground& ground, Dice& dice) {
  static const RE2 percent("[1-9][0-9]?[%％]");
  static const RE2 share(
      "[^限]责任|承担|份额|过错|分担|所有|负担|(?:责任|持股|出资|分配|股权|股份|承担)的?比例");
  // A clause of each that speaks of parts of a whole, not of interest, wages or damages.
  static const RE2 no_share(
      "利率|利息|违约金|赔偿金|工资|加班|税|上浮|认为|主张|请求|规定|观点|理由|各|分别|均|“");
  const auto shares = [&](Span place) {
    const string_view clause = ground.words(ground.clause(place));
    const re2::StringPiece piece(clause.data(), clause.size());
    return RE2::PartialMatch(piece, share) && !RE2::PartialMatch(piece, no_share);
  };
  struct Shares {
    std::vector<Span> all;
  };
  std::vector<Shares> places;
  for (const auto* parts : {&ground.before, &ground.disposition}) {
    for (const Span& part : *parts) {
      const std::vector<Span> all = matches(ground.text, part, percent);
      for (std::size_t first = 0; first < all.size(); ++first) {
        int sum = 0;
        for (std::size_t last = first; last < all.size() && last < first + 5; ++last) {
          const Span whole{all[first].start, all[last].end};
          if (ground.words(whole).find("\n") != string_view::npos || whole.size() > 600) break;
          sum += std::stoi(std::string(ground.words(all[last])));
          if (sum != 100 || last == first) continue;
          if (!std::all_of(all.begin() + static_cast<std::ptrdiff_t>(first),
                           all.begin() + static_cast<std::ptrdiff_t>(last) + 1, shares))
            break;
          places.push_back({{all.begin() + static_cast<std::ptrdiff_t>(first),
                             all.begin() + static_cast<std::ptrdiff_t>(last) + 1}});
          break;
        }
      }
    }
  }
  if (places.empty()) return std::nullopt;
  const std::vector<Span>& all = places[dice.below(places.size())].all;
  const std::size_t chosen = dice.below(all.size());
  const int old = std::stoi(std::string(ground.words(all[chosen])));
  const int step = (old % 10 == 0 ? 10 : 5);
  const int now = old > step && dice.chance(50) ? old - step : old + step;
  if (now >= 100) return std::nullopt;
  const std::string written_now =
      std::to_string(now) +
      std::string(ground.words(all[chosen])).substr(std::to_string(old).size());
  const Span other = all[chosen == 0 ? 1 : 0];
  return apply(ground.text, {all[chosen], written_now}, "share", ground.clause(all[chosen]),
               ground.clause(other));
}

}  // namespace proviso::tasks::planting
