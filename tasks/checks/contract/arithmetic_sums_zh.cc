#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>

#include "tasks/checks/contract/arithmetic.h"
#include "tasks/mentions/number.h"

namespace proviso::tasks::contract {
namespace {

bool some_sum(const FiguredText& text, const Exact& wanted) {
  return text.any_sum([&](const Exact& value) { return about(wanted, value); });
}

// 2台，单价150000元，总价300000元。
void products(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 pattern(
      pattern_of("{N}[^。；\\n\x01]{0,40}?单价(?:为|：|:)?(?:人民币)?{M}[^。；\\n\x01]{0,6}?(?:"
                 "总价款?|合计|共计|总计|总金额|金额)(?:为|：|:)?"
                 "(?:人民币)?{M}"));
  for (const FiguredText::Match& match : text.matches(pattern)) {
    const Marked& count = text.figure(match, 1);
    const Marked& unit = text.figure(match, 2);
    const Marked& total = text.figure(match, 3);
    if (about(count.value * unit.value, total.value)) continue;
    findings.push_back(miscalculated(text, total, unit.span,
                                     like(text, total, count.value * unit.value),
                                     fmt::format("{}×{}", shown(text, unit), count.value.str(2))));
  }
}

// 每年80000元，三年合计240000元；月租金20000元……年租金合计240000元；每季度支付60000元。
void by_time(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 years(
      pattern_of("每(年|个?月|季度)(?:度)?(?:人民币)?{M}[，,；;][^。；\\n\x01]{0,6}{T}(?:共计|合计|"
                 "总计|共)(?:人民币)?{M}"));
  for (const FiguredText::Match& match : text.matches(years)) {
    const Marked& each = text.figure(match, 2);
    const Marked& time = text.figure(match, 3);
    const Marked& total = text.figure(match, 4);
    const string_view by = text.words(match.groups[1]);
    Exact count = time.value;
    if (time.unit == "year" && by != "年") count = count * (by == "季度" ? Exact(4) : Exact(12));
    if (time.unit == "month" && by == "年") continue;
    if (time.unit == "day" || about(each.value * count, total.value)) continue;
    findings.push_back(miscalculated(text, total, each.span, like(text, total, each.value * count),
                                     fmt::format("{}×{}", shown(text, each), count.str(0))));
  }
  // 每年度的销售任务为1200万元，即每季度300万元.
  static const RE2 year_and_part(
      pattern_of("每年(?:度)?[^。；，\\n\x01]{0,16}{M}[，,（(]?(?:按(?:半年|季度?|月)支付[，,])?(?:"
                 "即|也即|折合)?每(季|个?月|半年)(?:度)?("
                 "?:人民币)?{M}"));
  for (const FiguredText::Match& match : text.matches(year_and_part)) {
    const Marked& year = text.figure(match, 1);
    const Marked& part = text.figure(match, 3);
    const string_view by = text.words(match.groups[2]);
    const Exact count(by == "季" ? 4 : by == "半年" ? 2 : 12);
    if (about(part.value * count, year.value) || about(year.value / count, part.value)) continue;
    findings.push_back(miscalculated(text, part, year.span, like(text, part, year.value / count),
                                     fmt::format("{}/{}", shown(text, year), count.str(0))));
  }
  static const RE2 yearly(
      pattern_of("(年|季度?)(租金|租|工资|服务费)(?:合计|共计|总计|总额|为)*(?:人民币)?{M}"));
  static const RE2 quarterly(
      pattern_of("(租金)[^。；\\n\x01]{0,16}每(季度)(?:支付|交纳|缴纳)(?:租金)?(?:人民币)?{M}"));
  static const RE2 steps("首年|第[一二三四五]年|递增|免租|优惠|第[一二三四五]季度|首期");
  const auto judge = [&](const Marked& total, const std::string& name, const Exact& count,
                         Span around) {
    if (found_in(text.words(around), steps)) return;
    const auto monthly = text.named("月" + name);
    if (monthly.empty()) return;
    for (const Marked* each : monthly) {
      if (each->unit != total.unit || about(each->value * count, total.value)) return;
    }
    const Marked& base = *monthly.front();
    findings.push_back(miscalculated(text, total, base.span, like(text, total, base.value * count),
                                     fmt::format("{}×{}", shown(text, base), count.str(0))));
  };
  for (const FiguredText::Match& match : text.matches(yearly)) {
    const bool year = text.words(match.groups[1]) == "年";
    judge(text.figure(match, 3), std::string(text.words(match.groups[2])),
          year ? Exact(12) : Exact(3), match.groups[0]);
  }
  for (const FiguredText::Match& match : text.matches(quarterly))
    judge(text.figure(match, 3), "租金", Exact(3), match.groups[0]);
}

// 年利率为6%……每季度利息为7500元。
void interest(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 pattern(
      pattern_of("每(季度|个?月|年)(?:的)?利息(?:为|计|共计|是)(?:人民币)?{M}"));
  static const RE2 yearly(pattern_of("年(?:化)?利率(?:为|按|：)?{P}"));
  const auto rates = text.matches(yearly);
  if (rates.empty()) return;
  for (const FiguredText::Match& match : text.matches(pattern)) {
    const Marked& sum = text.figure(match, 2);
    const string_view by = text.words(match.groups[1]);
    const Exact times = by == "年" ? Exact(1) : by == "季度" ? Exact(4) : Exact(12);
    const bool right = std::any_of(rates.begin(), rates.end(), [&](const FiguredText::Match& each) {
      const Exact share = text.figure(each, 1).value / times;
      return text.any_sum([&](const Exact& value) { return about(value * share, sum.value); });
    });
    if (right) continue;
    const Marked& rate = text.figure(rates.front(), 1);
    const Marked* whole = nullptr;
    for (const Marked& each : text.figures()) {
      if (each.sort == 'M' && (whole == nullptr || each.value > whole->value)) whole = &each;
    }
    if (whole == nullptr || whole == &sum) continue;
    findings.push_back(miscalculated(
        text, sum, whole->span, like(text, sum, whole->value * rate.value / times),
        fmt::format("{}×{}÷{}", shown(text, *whole), shown(text, rate), times.str(0))));
  }
}

// 第一期360000元……第二期……第三期: together the price.
void stages(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 pattern(pattern_of(
      "第([一二三四五六七八九])(?:期|笔|次)(?:款|付款|支付|付)?(?:为|：|:|支付)?(?:人民币)?{M}"));
  constexpr std::size_t kNear = 400;
  std::vector<FiguredText::Match> found = text.matches(pattern);
  const auto number = [&](const FiguredText::Match& match) {
    return chinese_value(text.words(match.groups[1])).value_or(Exact(0));
  };
  for (std::size_t i = 0; i < found.size();) {
    std::size_t end = i + 1;
    Exact sum = text.figure(found[i], 2).value;
    Exact largest = sum;
    while (end < found.size() && number(found[end]) == number(found[end - 1]) + Exact(1) &&
           found[end].groups[0].start - found[end - 1].groups[0].end < kNear) {
      const Exact value = text.figure(found[end], 2).value;
      sum = sum + value;
      if (value > largest) largest = value;
      ++end;
    }
    const std::size_t from = found[i].groups[0].start - std::min(found[i].groups[0].start, kNear);
    const bool whole_count = number(found[i]) == Exact(1) && end - i >= 2;
    if (whole_count && !some_sum(text, sum)) {
      const auto ahead = text.sums_in({from, found[i].groups[0].start});
      const auto total = std::find_if(ahead.rbegin(), ahead.rend(),
                                      [&](const Marked* each) { return each->value > largest; });
      if (total != ahead.rend()) {
        findings.push_back(parts_and_whole(
            text, {text.figure(found[i], 2).span.start, text.figure(found[end - 1], 2).span.end},
            **total, like(text, **total, sum)));
      }
    }
    i = end;
  }
}

// 月工资为6000元，其中基本工资4000元、岗位工资1500元、绩效工资800元: parts beyond the whole.
void parts_of(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 pattern(pattern_of(
      "{M}[，,（(]?其中(?:：|:)?((?:[^。；\\n\x01、，]{2,16}\x01M[0-9]+\x02[、，和及与]?){2,8})"));
  for (const FiguredText::Match& match : text.matches(pattern)) {
    const Marked& whole = text.figure(match, 1);
    const auto parts = text.sums_in(match.groups[2]);
    Exact sum;
    for (const Marked* each : parts) sum = sum + each->value;
    if (sum <= whole.value || about(sum, whole.value)) continue;
    findings.push_back(parts_and_whole(text, {parts.front()->span.start, parts.back()->span.end},
                                       whole, like(text, whole, sum)));
  }
}

// 土建工程15480000元，安装工程6320000元，合计21000000元.
void listed_and_closed(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 pattern(pattern_of(
      "(?:^|[。；：:，,\\n]|[0-9] "
      ")((?:[^。；\\n\x01\x02、，：:]{1,20}\x01M[0-9]+\x02[、，,；]?[和及与]?){2,12})(?:以上|上述)?"
      "(?:合计|共计|总计|总额)(?:为|：|:)?(?:人民币)?{M}"));
  static const RE2 other(
      "单价|每|各|均|分别|原价|折|其中|扣|减|已付|已支付|退|含|至|不超过|以上|以下|利息|余|/"
      "|／|尚");
  for (const FiguredText::Match& match : text.matches(pattern)) {
    const std::size_t line = text.text().rfind('\n', match.groups[1].start);
    const std::size_t from = line == std::string::npos ? 0 : line + 1;
    // Another sum before the list may belong to it.
    if (!text.sums_in({from, match.groups[1].start}).empty()) continue;
    if (found_in(text.words(match.groups[1]), other)) continue;
    const auto parts = text.sums_in(match.groups[1]);
    const Marked& whole = text.figure(match, 2);
    Exact sum;
    for (const Marked* each : parts) sum = sum + each->value;
    if (about(sum, whole.value)) continue;
    findings.push_back(parts_and_whole(text, {parts.front()->span.start, parts.back()->span.end},
                                       whole, like(text, whole, sum)));
  }
}

// 支付首期款1080万元，……支付剩余价款2520万元: together the price.
void first_and_rest(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 pattern(
      pattern_of("(?:首期款|首期价款|首期转让款|首付款|第一期款)[^。；，\\n\x01]{0,8}(?:人民币)?{M}"
                 "[^。；\\n]{0,80}?(?:"
                 "剩余|其余|余下|余款|尾款)[^。；，\\n\x01]{0,12}(?:人民币)?{M}"));
  static const RE2 more("第二期|第三期|二期|保证金|扣除|抵");
  for (const FiguredText::Match& match : text.matches(pattern)) {
    const Marked& first = text.figure(match, 1);
    const Marked& rest = text.figure(match, 2);
    const Exact made = first.value + rest.value;
    if (found_in(text.words(match.groups[0]), more) ||
        text.any_sum([&](const Exact& value) { return about(value, made); }))
      continue;
    std::vector<const Marked*> whole;
    for (const char* name : {"转让价款", "转让款", "合同总价", "总价款", "价款", "总价"}) {
      if (whole.empty()) whole = text.named(name);
    }
    std::erase_if(whole, [&](const Marked* each) {
      return each->value <= first.value || each->value < rest.value;
    });
    if (whole.empty() || whole.front()->unit != rest.unit) continue;
    findings.push_back(parts_and_whole(text, {first.span.start, rest.span.end}, *whole.front(),
                                       like(text, *whole.front(), made)));
  }
}

std::optional<Exact> copies_in(string_view words) {
  const Folded folded = fold(words);
  if (const auto figure = Exact::parse(folded.text)) return figure;
  if (words == "两") return Exact(2);
  return chinese_value(words);
}

// 甲方、乙方、丙方 are three.
int sides_named(string_view who) {
  int count = 0;
  for (const string_view side : {"甲方", "乙方", "丙方", "丁方"})
    count += who.find(side) == who.npos ? 0 : 1;
  return count;
}

// 一式四份，双方各执两份。
void copies(const FiguredText& text, std::vector<Finding>& findings) {
  static const RE2 pattern(
      "一式([0-9０-９一二两三四五六七八九十壹贰叁肆伍陆柒捌玖拾]{1,3})份([^。\\n]{2,80})");
  static const RE2 held(
      "(双方|[甲乙丙丁]{2}双方|三方|甲乙丙三方|四方|(?:[甲乙丙丁]方[、和及与]?){2,4})?各(?:执|持|"
      "留存|保存|存)([0-9０-"
      "９一二两三四五六七八九十壹贰叁肆伍陆柒捌玖拾]{1,3})份|"
      "(?:执|持|[甲乙丙丁]方|留存|保存|备案|存档|存|送|交|报|留|备查)[^，,、；;。\\n各份]{0,10}?"
      "([0-9０-９一二两三四五六七八九十壹贰叁肆伍陆柒捌玖拾]{1,3})份");
  static const RE2 unsure("其余|其他|剩余|正本|副本|每份|_");
  const ContractView& contract = text.contract();
  const re2::StringPiece piece(contract.text.data(), contract.text.size());
  re2::StringPiece groups[3];
  for (std::size_t at = 0; pattern.Match(piece, at, piece.size(), RE2::UNANCHORED, groups, 3);) {
    const auto start = static_cast<std::size_t>(groups[0].data() - contract.text.data());
    const Span place{start, start + groups[0].size()};
    at = place.end;
    const auto total = copies_in({groups[1].data(), groups[1].size()});
    const string_view rest(groups[2].data(), groups[2].size());
    if (!total || found_in(contract.words(place), unsure)) continue;
    Exact made;
    bool sure = true;
    re2::StringPiece list(groups[2]);
    std::string who, each, single;
    std::size_t count = 0, mentioned = 0;
    for (std::size_t i = rest.find("份"); i != rest.npos; i = rest.find("份", i + 3)) ++mentioned;
    while (RE2::FindAndConsume(&list, held, &who, &each, &single)) {
      ++count;
      const auto value = copies_in(each.empty() ? string_view(single) : string_view(each));
      sure = sure && value.has_value();
      if (!value) break;
      if (each.empty()) {
        made = made + *value;
        continue;
      }
      Exact sides(2);
      if (who.find("三") != who.npos) sides = Exact(3);
      if (who.find("四") != who.npos) sides = Exact(4);
      if (const int named = sides_named(who); named >= 2) sides = Exact(named);
      sure = sure && !who.empty();
      made = made + sides * *value;
    }
    if (!sure || count == 0 || count != mentioned || made == *total) continue;
    const Span first{
        static_cast<std::size_t>(groups[1].data() - contract.text.data()),
        static_cast<std::size_t>(groups[1].data() - contract.text.data()) + groups[1].size()};
    findings.push_back(tell(contract, "sum", "checks/arithmetic", place, first, "",
                            fmt::format("各方所执份数相加为{}份，与“一式{}份”不符。", made.str(0),
                                        contract.words(first))));
  }
}

}  // namespace

void sums_in_chinese(const FiguredText& text, std::vector<Finding>& findings) {
  products(text, findings);
  by_time(text, findings);
  interest(text, findings);
  stages(text, findings);
  parts_of(text, findings);
  listed_and_closed(text, findings);
  first_and_rest(text, findings);
  copies(text, findings);
}

}  // namespace proviso::tasks::contract
