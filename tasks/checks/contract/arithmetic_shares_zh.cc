#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>

#include "tasks/checks/contract/arithmetic.h"
#include "tasks/checks/words.h"
#include "tasks/mentions/number.h"

namespace proviso::tasks::contract {
namespace {

std::string percent(const Exact& share) {
  return (share * Exact(100)).str(4) + "%";
}

// The sums given under a name, or under its last characters: 转正工资 is a 工资.
std::vector<const Marked*> sums_of(const FiguredText& text, string_view name) {
  std::vector<const Marked*> sums;
  for (std::size_t at = 0; at + 6 <= name.size(); at += code_point_bytes(name[at])) {
    for (const Marked* each : text.named(name.substr(at))) sums.push_back(each);
  }
  return sums;
}

bool uncertain(const FiguredText& text, Span match) {
  static const RE2 words("不低于|不少于|以上|以内|较高|较低|孰|暂定|暂估|约\x01|约为|左右|估算");
  return found_in(text.words(match), words);
}

// 合同总价的30%，即90000元；违约金60万元，即转让价款的10%。
void share_of_a_sum(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 share_first(
      pattern_of("([\\p{Han}]{2,12})的{P}[^。；，\\n\x01]{0,12}[，,（(]?[^。；，\\n\x01]{0,8}(?:即|"
                 "计|共计|合计|折合)(?:为)?(?:人民币)?"
                 "{M}"));
  static const RE2 sum_first(
      pattern_of("{M}[，,（(]?(?:即|为|系|相当于|占)([\\p{Han}]{2,12})的{P}"));
  for (const bool first : {true, false}) {
    for (const FiguredText::Match& match : text.matches(first ? share_first : sum_first)) {
      const Marked& share = text.figure(match, first ? 2 : 3);
      const Marked& sum = text.figure(match, first ? 3 : 1);
      if (uncertain(text, match.groups[0]) || share.value.sign() == 0) continue;
      if (text.any_sum([&](const Exact& value) { return about(value * share.value, sum.value); }))
        continue;
      const auto bases = sums_of(text, text.words(match.groups.at(first ? 1 : 2)));
      if (bases.empty() || bases.front()->unit != sum.unit) continue;
      const Marked& whole = nearest(bases, share.value, sum.value);
      findings.push_back(
          miscalculated(text, sum, whole.span, like(text, sum, whole.value * share.value),
                        fmt::format("{}×{}", shown(text, whole), percent(share.value))));
    }
  }
  // 余款5%即15000元: of the price, as the parts before it.
  static const RE2 rest(
      pattern_of("(?:余款|剩余|其余|尾款)(?:款项)?的?{P}[，,（(]?(?:即|计)(?:人民币)?{M}"));
  for (const FiguredText::Match& match : text.matches(rest)) {
    const Marked& share = text.figure(match, 1);
    const Marked& sum = text.figure(match, 2);
    if (text.any_sum([&](const Exact& value) { return about(value * share.value, sum.value); }))
      continue;
    auto bases = text.named("总价");
    if (bases.empty()) bases = text.named("价款");
    if (bases.empty()) bases = text.named("合同价");
    if (bases.empty()) continue;
    const Marked& whole = *bases.front();
    findings.push_back(
        miscalculated(text, sum, whole.span, like(text, sum, whole.value * share.value),
                      fmt::format("{}×{}", shown(text, whole), percent(share.value))));
  }
}

// 押金40000元，相当于两个月租金；相当于两个月租金的违约金，即40000元。
void months_of(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 sum_first(
      pattern_of("{M}(?:（[^（）\x01]{0,20}）)?[，,（(]?(?:即|为|相当于|等于|等同于){T}的?(月?租金|"
                 "房租|工资|月工资|服务费)"));
  static const RE2 months_first(
      pattern_of("(?:相当于|等于|等同于|支付)?{T}的?(月?租金|房租|工资|月工资)[^。；，\\n\x01]{0,"
                 "12}[，,（(](?:即|计|共计|合计)(?:人民币)?{M}"));
  for (const bool first : {true, false}) {
    for (const FiguredText::Match& match : text.matches(first ? months_first : sum_first)) {
      const Marked& sum = text.figure(match, first ? 3 : 1);
      const Marked& time = text.figure(match, first ? 1 : 2);
      if (time.unit != "month") continue;
      if (text.any_sum([&](const Exact& value) {
            return about(value * time.value, sum.value) ||
                   about(value * time.value / Exact(12), sum.value);
          }))
        continue;
      std::string name(text.words(match.groups.at(first ? 2 : 3)));
      if (!name.starts_with("月")) name.insert(0, "月");
      auto bases = text.named(name);
      if (bases.empty()) continue;
      const Marked& base = *bases.front();
      findings.push_back(miscalculated(text, sum, base.span,
                                       like(text, sum, base.value * time.value),
                                       fmt::format("{}×{}", shown(text, base), time.value.str(0))));
    }
  }
}

// What a clause says of the tax in the price: 不含税价为…，增值税税额为…，税率为…, in any order.
struct TaxedPrice {
  const Marked* net = nullptr;
  const Marked* tax = nullptr;
  const Marked* rate = nullptr;
};

// The one figure that a pattern gives within these words; nothing where they give several.
const Marked* only(const FiguredText& text, const RE2& pattern, Span within) {
  const auto found = text.matches(pattern);
  const Marked* figure = nullptr;
  for (const FiguredText::Match& match : found) {
    if (match.groups[0].start < within.start || match.groups[0].end > within.end) continue;
    const Marked& each = text.figure(match, 1);
    if (figure != nullptr && figure->value != each.value) return nullptr;
    if (figure == nullptr) figure = &each;
  }
  return figure;
}

std::vector<TaxedPrice> taxed_prices(const FiguredText& text) {
  static const RE2 net(
      pattern_of("不含(?:增值)?税(?:的)?(?:金额|价款|总价|价格|价|合同价|总额|部分)*(?:为|是|：|:)?"
                 "(?:人民币)?{M}"));
  static const RE2 tax(pattern_of("税(?:额|金|款)(?:金额)?(?:共|为|是|：|:)?(?:人民币)?{M}"));
  static const RE2 rate(pattern_of("税率(?:均|统一)?(?:为|是|按|：|:)?{P}(?:[^的]|$)"));
  std::vector<TaxedPrice> found;
  for (const FiguredText::Match& match : text.matches(net)) {
    const std::size_t before = text.text().rfind('\n', match.groups[0].start);
    const Span line{before == std::string::npos ? 0 : before + 1,
                    std::min(text.text().find('\n', match.groups[0].end), text.text().size())};
    TaxedPrice price{only(text, net, line), only(text, tax, line), only(text, rate, line)};
    if (price.net != nullptr && price.tax != nullptr && price.tax->value < price.net->value)
      found.push_back(price);
  }
  return found;
}

bool same_to_the_cent(const Exact& a, const Exact& b) {
  return (a - b).abs() <= Exact::ratio(1, 10);
}

// 不含税价 × 税率 = 税额; 不含税价 + 税额 = 含税总价. The figure that the two others gainsay is
// told.
void taxes(const FiguredText& text, std::vector<Finding>& findings) {
  for (const TaxedPrice& price : taxed_prices(text)) {
    const Marked &net = *price.net, &tax = *price.tax;
    const Exact made = net.value + tax.value;
    const bool adds =
        text.any_sum([&](const Exact& value) { return same_to_the_cent(value, made); });
    if (price.rate != nullptr && !about(net.value * price.rate->value, tax.value)) {
      const Marked& rate = *price.rate;
      // The sums make the total: the rate is wrong.
      if (adds) {
        Finding finding = miscalculated(text, rate, {net.span.start, tax.span.end},
                                        (tax.value / net.value * Exact(100)).str(0) + "%",
                                        fmt::format("{}÷{}", shown(text, tax), shown(text, net)));
        finding.kind = "share";
        findings.push_back(std::move(finding));
        continue;
      }
      const Exact right_net = tax.value / rate.value;
      const bool net_is_wrong = text.any_sum(
          [&](const Exact& value) { return (value - right_net - tax.value).abs() <= Exact(1); });
      if (net_is_wrong)
        findings.push_back(
            miscalculated(text, net, tax.span, like(text, net, right_net),
                          fmt::format("{}÷{}", shown(text, tax), percent(rate.value))));
      else
        findings.push_back(
            miscalculated(text, tax, rate.span, like(text, tax, net.value * rate.value),
                          fmt::format("{}×{}", shown(text, net), percent(rate.value))));
      continue;
    }
    if (adds) continue;
    for (const char* name : {"含税总价", "含税价款", "含税金额", "价税合计", "合同总价"}) {
      const auto whole = text.named(name);
      if (whole.size() != 1 || whole.front() == &net || whole.front()->unit != net.unit ||
          about(whole.front()->value, net.value) || about(made, whole.front()->value))
        continue;
      findings.push_back(parts_and_whole(
          text, {std::min(net.span.start, tax.span.start), std::max(net.span.end, tax.span.end)},
          *whole.front(), like(text, *whole.front(), made)));
      break;
    }
  }
}

// 增值税税率为13%, and 开具税率为9%的增值税专用发票 for the same price: where the contract has no
// third rate and sets none apart for a part of the work.
void rates_of_tax(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 invoice(pattern_of(
      "(?:开具|提供|出具|开立)[^。；，\\n\x01]{0,12}税率(?:为)?{P}的(?:增值税|专用|发票)"));
  static const RE2 any_rate(pattern_of("税率[^。；，\\n\x01]{0,6}{P}|{P}的?(?:增值税|税率)"));
  static const RE2 apart("服务|安装|劳务|运输|部分|分别|材料|变更|调整|政策");
  const auto prices = taxed_prices(text);
  const auto invoices = text.matches(invoice);
  if (prices.size() != 1 || prices[0].rate == nullptr || invoices.size() != 1) return;
  const Marked& rate = *prices[0].rate;
  const Marked& other = text.figure(invoices[0], 1);
  const Span sentence = text.contract().sentence(other.span);
  if (rate.value == other.value || found_in(text.contract().words(sentence), apart)) return;
  if (!about(prices[0].net->value * rate.value, prices[0].tax->value)) return;
  for (const FiguredText::Match& match : text.matches(any_rate)) {
    const Marked& each = text.figure(match, match.groups[1].size() > 0 ? 1 : 2);
    if (each.value != rate.value && each.value != other.value) return;
  }
  findings.push_back(
      tell(text.contract(), "share", "checks/arithmetic", other.span, rate.span, "",
           fmt::format("发票的税率为{}，价款的税率为{}。", shown(text, other), shown(text, rate))));
}

// 40%的股权，对应注册资本400万元……注册资本为1000万元。
void shares_held(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 pattern(
      pattern_of("{P}的?股[权份][^。；\\n\x01]{0,12}(?:对应|即|折合)[^。；\\n\x01]{0,12}(?:"
                 "注册资本|出资额|出资)(?:为)?(?:人民币)?{M}"));
  static const RE2 held(pattern_of("{P}的?股[权份]"));
  for (const FiguredText::Match& match : text.matches(pattern)) {
    const Marked& share = text.figure(match, 1);
    const Marked& sum = text.figure(match, 2);
    if (text.any_sum([&](const Exact& value) { return about(value * share.value, sum.value); }))
      continue;
    const auto capital = text.named("注册资本");
    const auto whole = std::find_if(capital.begin(), capital.end(), [&](const Marked* each) {
      return each != &sum && each->value > sum.value;
    });
    if (whole == capital.end()) continue;
    // 45% here, and 40% of the shares elsewhere: the sum is right, the share is not.
    const Marked* other = nullptr;
    for (const FiguredText::Match& each : text.matches(held)) {
      const Marked& elsewhere = text.figure(each, 1);
      if (about((*whole)->value * elsewhere.value, sum.value)) other = &elsewhere;
    }
    if (other != nullptr) {
      findings.push_back(
          tell(text.contract(), "share", "checks/arithmetic", share.span, other->span, "",
               fmt::format("此处持股比例为{}，另一处为{}；{}占{}的{}。", shown(text, share),
                           shown(text, *other), shown(text, sum), shown(text, **whole),
                           percent(sum.value / (*whole)->value))));
      continue;
    }
    findings.push_back(
        miscalculated(text, sum, (*whole)->span, like(text, sum, (*whole)->value * share.value),
                      fmt::format("{}×{}", shown(text, **whole), percent(share.value))));
  }
}

// 合同总价的30%……50%……15%……余款5%: together the whole.
void shares_of_the_price(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 part(
      pattern_of("(付至|余款|剩余|其余|尾款|支付|付)([^。；\\n\x01]{0,24}?)的?{P}(?:[^%\\n]|$)"));
  static const RE2 other("违约|逾期|利率|税率|每日|滞纳|罚|利息|进度|完成|产值|已完");
  constexpr std::size_t kNear = 700;
  struct Part {
    const Marked* share;
    std::size_t at;
    bool up_to, rest;
  };
  std::vector<Part> parts;
  for (const FiguredText::Match& match : text.matches(part)) {
    const std::size_t line = text.text().rfind('\n', match.groups[0].start);
    const std::size_t from = line == std::string::npos ? 0 : line;
    if (found_in(text.words({from, match.groups[0].end}), other)) continue;
    const string_view lead = text.words(match.groups[1]);
    parts.push_back({&text.figure(match, 3), match.groups[0].start, lead == "付至",
                     lead != "付至" && lead != "支付" && lead != "付"});
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i].rest) continue;
    Exact made = parts[i].share->value;
    const Part* first = nullptr;
    for (std::size_t j = i; j-- > 0;) {
      if (parts[j].rest || parts[i].at - parts[j].at > kNear) break;
      made = made + parts[j].share->value;
      first = &parts[j];
      if (parts[j].up_to) break;
    }
    if (first == nullptr || made == Exact(1)) continue;
    if (made < Exact::ratio(3, 4) || made > Exact::ratio(5, 4)) continue;
    findings.push_back(
        not_the_whole(text, *parts[i].share, first->share->span, (made * Exact(100)).str(2)));
  }
}

// 甲方持有丙方45%的股权, and elsewhere 甲方持有丙方40%的股权. What he sells may be a part of it,
// not more.
void shares_stated_twice(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 pattern(pattern_of(
      "([甲乙丙丁]方)(?:现|合法|依法|目前|共|合计)?持有(?:的)?([^。；，、\\n\x01]{2,40}?){P}"
      "的?股[权份]"));
  static const RE2 other_time(
      "后|完成|变更|增资|届时|成为|剩余|其余|原|曾|将|拟|间接|期权|激励|至\x01|其中|部分");
  static const RE2 sold("标的|转让|受让|出让|出售|收购|回购|购买|质押");
  struct Share {
    FiguredText::Match match;
    const Marked* figure;
    bool sold;
  };
  std::vector<Share> found;
  for (const FiguredText::Match& match : text.matches(pattern)) {
    const std::size_t line = text.text().rfind('\n', match.groups[0].start);
    const std::size_t from = line == std::string::npos ? 0 : line + 1;
    if (found_in(text.words({from, match.groups[0].end}), other_time)) continue;
    constexpr std::size_t kBehind = 24;
    std::size_t to = match.groups[0].end;
    while (to < text.text().size() && to - match.groups[0].end < kBehind)
      to += code_point_bytes(text.text()[to]);
    found.push_back({match, &text.figure(match, 3), found_in(text.words({from, to}), sold)});
  }
  for (std::size_t i = 1; i < found.size(); ++i) {
    const Share &first = found[0], &other = found[i];
    const auto same = [&](std::size_t group) {
      return text.words(other.match.groups.at(group)) == text.words(first.match.groups.at(group));
    };
    if (!same(1) || !same(2)) return;
    if (other.figure->value == first.figure->value) continue;
    const Share& part = first.sold ? first : other;
    const Share& whole = first.sold ? other : first;
    if (first.sold != other.sold && part.figure->value < whole.figure->value) continue;
    const Span here = other.figure->span, there = first.figure->span;
    const bool told = std::any_of(findings.begin(), findings.end(), [&](const Finding& each) {
      return each.place == here || each.place == there;
    });
    if (told) return;
    findings.push_back(tell(text.contract(), "share", "checks/arithmetic", there, here, "",
                            fmt::format("此处持股比例为{}，另一处为{}。",
                                        shown(text, *first.figure), shown(text, *other.figure))));
    return;
  }
}

// 分四期支付开发费用：…支付30%，即558000元；…支付35%，即558000元: each of one price, but for one.
void shares_of_one_price(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 pair(pattern_of(
      "(?:支付|付|付款|收取|付清)[^。；，\\n\x01]{0,20}{P}[，,（(]?(?:即|计|共计)(?:人民币)?{M}"));
  constexpr std::size_t kNear = 400;
  struct Pair {
    const Marked* share;
    const Marked* sum;
    std::size_t at;
  };
  std::vector<std::vector<Pair>> groups;
  for (const FiguredText::Match& match : text.matches(pair)) {
    if (uncertain(text, match.groups[0]) || text.figure(match, 1).value.sign() == 0) continue;
    if (groups.empty() || match.groups[0].start - groups.back().back().at > kNear)
      groups.emplace_back();
    groups.back().push_back(
        {&text.figure(match, 1), &text.figure(match, 2), match.groups[0].start});
  }
  for (const auto& group : groups) {
    if (group.size() < 3) continue;
    for (const Marked& whole : text.figures()) {
      if (whole.sort != 'M') continue;
      const auto fits = [&](const Pair& each) {
        return about(whole.value * each.share->value, each.sum->value);
      };
      if (std::count_if(group.begin(), group.end(), fits) + 1 !=
          static_cast<std::ptrdiff_t>(group.size()))
        continue;
      const Pair wrong = *std::find_if_not(group.begin(), group.end(), fits);
      const bool elsewhere = text.any_sum(
          [&](const Exact& value) { return about(value * wrong.share->value, wrong.sum->value); });
      const bool told = std::any_of(findings.begin(), findings.end(), [&](const Finding& each) {
        return each.place == wrong.sum->span;
      });
      if (elsewhere || told) break;
      findings.push_back(miscalculated(
          text, *wrong.sum, whole.span, like(text, *wrong.sum, whole.value * wrong.share->value),
          fmt::format("{}×{}", shown(text, whole), percent(wrong.share->value))));
      break;
    }
  }
}

// 分四期支付: 30%, 20%, 35%, 20%, as many as there are stages, and not the whole.
void shares_of_counted_stages(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 lead(
      "分(?:\x01N([0-9]+)\x02|([二两三四五六]))(?:期|次|笔|个阶段|阶段)(?:向[^。；，\\n]{1,10})?(?:"
      "支付|付清|付款)[^。；\\n\x01]{0,30}[：:]");
  static const RE2 next(pattern_of("(支付|付|付款|付清)[^。；\\n\x01]{0,24}?的?{P}"));
  static const RE2 other("违约|逾期|利率|税率|每日|滞纳|罚|利息|付至|余款|剩余|其余|尾款|累计");
  constexpr std::size_t kReach = 900;
  for (const FiguredText::Match& match : text.matches(lead)) {
    const Exact count = match.groups[1].size() > 0
                            ? text.figure(match, 1).value
                            : (text.words(match.groups[2]) == "两"
                                   ? Exact(2)
                                   : chinese_value(text.words(match.groups[2])).value_or(Exact(0)));
    std::vector<const Marked*> shares;
    bool sure = true;
    for (const FiguredText::Match& each : text.matches(next)) {
      if (each.groups[0].start < match.groups[0].end) continue;
      if (each.groups[0].start > match.groups[0].end + kReach ||
          Exact(static_cast<std::int64_t>(shares.size())) == count)
        break;
      sure = sure && !found_in(text.words({match.groups[0].end, each.groups[0].end}), other);
      shares.push_back(&text.figure(each, 2));
    }
    if (!sure || shares.size() < 2 || Exact(static_cast<std::int64_t>(shares.size())) != count)
      continue;
    Exact made;
    for (const Marked* each : shares) made = made + each->value;
    if (made == Exact(1) || made < Exact::ratio(3, 4) || made > Exact::ratio(5, 4)) continue;
    const bool told = std::any_of(findings.begin(), findings.end(), [&](const Finding& each) {
      return each.place.start >= shares.front()->span.start &&
             each.place.start <= shares.back()->span.end + 60;
    });
    if (told) continue;
    findings.push_back(
        not_the_whole(text, *shares.back(), shares.front()->span, (made * Exact(100)).str(2)));
  }
}

// 甲方占60%，乙方占50%.
void shares_of_the_sides(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 pattern(
      "((?:[甲乙丙丁]方(?:占|享有|承担|持有|持股|分得|各占)(?:比例为)?\x01P[0-9]+\x02[，、；,和]{0,"
      "2}){2,4})");
  for (const FiguredText::Match& match : text.matches(pattern)) {
    const auto shares = text.sums_in(match.groups[1], 'P');
    Exact made;
    for (const Marked* each : shares) made = made + each->value;
    if (made == Exact(1) || made < Exact::ratio(3, 4) || made > Exact::ratio(5, 4)) continue;
    findings.push_back(
        not_the_whole(text, *shares.back(), shares.front()->span, (made * Exact(100)).str(2)));
  }
}

}  // namespace

void shares_in_chinese(const FiguredText& text, std::vector<Finding>& findings) {
  share_of_a_sum(text, findings);
  months_of(text, findings);
  taxes(text, findings);
  rates_of_tax(text, findings);
  shares_held(text, findings);
  shares_stated_twice(text, findings);
  shares_of_one_price(text, findings);
  shares_of_counted_stages(text, findings);
  shares_of_the_price(text, findings);
  shares_of_the_sides(text, findings);
}

}  // namespace proviso::tasks::contract
