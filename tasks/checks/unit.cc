#include "tasks/checks/unit.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

// Code points that both texts end with.
std::size_t common_end(string_view a, string_view b) {
  std::size_t count = 0;
  while (!a.empty() && !b.empty()) {
    const std::size_t from_a = previous_code_point(a, a.size());
    const std::size_t from_b = previous_code_point(b, b.size());
    if (a.substr(from_a) != b.substr(from_b)) break;
    const string_view character = a.substr(from_a);
    if (character.size() < 3 || character == "。" || character == "、") break;
    a = a.substr(0, from_a);
    b = b.substr(0, from_b);
    ++count;
  }
  return count;
}

string_view words_before(string_view text, std::size_t at) {
  string_view before = text.substr(0, at);
  for (bool stripped = true; stripped;) {
    stripped = false;
    for (const string_view filler : {"人民币", "共计", "合计", "计", "为", "的", " ", ":", "了"}) {
      if (!before.ends_with(filler)) continue;
      before.remove_suffix(filler.size());
      stripped = true;
    }
  }
  return before;
}

// 转账50元, 返还加盟费6元: what is lent, transferred or paid back is hardly ever so little.
bool large_by_nature(string_view before) {
  for (const string_view word :
       {"借款",   "本金",   "转账",     "汇款",   "汇入",     "出借",   "借给",
        "保证金", "加盟费", "抚慰金",   "赔偿款", "补偿款",   "工程款", "购房款",
        "租赁费", "管理费", "限额",     "贷款",   "货款",     "房款",   "借款金额",
        "转款",   "罚金",   "注册资本", "出资",   "经济损失", "首付款", "定金"}) {
    if (before.ends_with(word)) return true;
  }
  return false;
}

}  // namespace

std::vector<Finding> check_unit(const CaseView& view) {
  std::vector<Finding> findings;
  if (!view.chinese()) return findings;
  const string_view text = view.folded.text;
  const Exact ten_thousand = 10000;
  const auto money = [](const Number& each) {
    return each.measure == Measure::kMoney && !each.per && !each.approximate;
  };
  const auto times = [&](const Exact& value) {
    return std::count_if(view.numbers.begin(), view.numbers.end(), [&](const Number& each) {
      return each.value == value &&
             (each.measure == Measure::kMoney || each.measure == Measure::kBare);
    });
  };
  for (const Number& odd : view.numbers) {
    if (!money(odd) || !view.this_level(odd.span.start)) continue;
    const Tag tag = view.section(odd.span.start).tag;
    if (tag != Tag::kFacts && tag != Tag::kReasoning && tag != Tag::kDisposition) continue;
    if (times(odd.value) != 1) continue;
    for (const Number& other : view.numbers) {
      if (!money(other) || other.scale == odd.scale) continue;
      if (other.value != odd.value * ten_thousand && odd.value != other.value * ten_thousand)
        continue;
      // Each once: the later one is told.
      if (other.start > odd.start && times(other.value) == 1) continue;
      const string_view before = words_before(text, odd.start);
      const bool alike = common_end(before, words_before(text, other.start)) >= 2;
      if (!alike && !(odd.scale == Exact(1) && odd.value < Exact(1000) && large_by_nature(before)))
        continue;
      findings.push_back(
          finding("unit", "checks/unit", clause_around(view.text, odd.span),
                  clause_around(view.text, other.span),
                  fmt::format("此处写作“{}”，别处为“{}”，相差一万倍，疑似误写或漏写“万”。",
                              view.quote(odd.span), view.quote(other.span))));
      break;
    }
  }
  return findings;
}

}  // namespace proviso::tasks
