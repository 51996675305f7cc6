#include "tasks/checks/death_day.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <string>
#include <string_view>

#include "tasks/checks/names.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

struct Death {
  std::string name;
  const Date* day = nullptr;
};

bool full(const Date& date) {
  return date.day > 0 && !date.inferred && date.exists();
}

std::string written(const Date& date) {
  return fmt::format("{}年{}月{}日", date.year, date.month, date.day);
}

// 卞某于D因病去世: the name right before the day, the word right behind it.
std::vector<Death> deaths(const CaseView& view) {
  static const RE2 dies(
      "^(?:凌晨|上午|中午|下午|晚上?|夜间)?(?:因[^,。;]{1,24}?|经抢救无效|抢救无效|在[^,。;]{1,16}?"
      ")?"
      "(?:去世|死亡|病逝|病故|逝世|身亡|过世|亡故)");
  static const RE2 who(
      "(?:^|[^\\p{Han}]|被继承人|被害人|死者|受害人|原告|被告|之父|之母|父亲|母亲)"
      "(\\p{Han}{2,4})于$");
  std::vector<Death> list;
  const string_view text = view.folded.text;
  for (const Date& date : view.dates) {
    if (!full(date)) continue;
    constexpr std::size_t kBehind = 90;  // bytes
    constexpr std::size_t kAhead = 33;
    string_view behind = text.substr(date.end, kBehind);
    while (!behind.empty() && (static_cast<unsigned char>(behind.back()) & 0xC0U) == 0x80U)
      behind.remove_suffix(1);
    if (!behind.empty() && static_cast<unsigned char>(behind.back()) >= 0xC0U)
      behind.remove_suffix(1);
    if (!RE2::PartialMatch({behind.data(), behind.size()}, dies)) continue;
    std::size_t from = date.start > kAhead ? date.start - kAhead : 0;
    while ((static_cast<unsigned char>(text[from]) & 0xC0U) == 0x80U) ++from;
    const string_view ahead = text.substr(from, date.start - from);
    std::string name;
    const string_view sentence = view.quote(sentence_around(view.text, date.span));
    if (contains(sentence, {"农历", "阴历", "宣告", "推定"}) ||
        !RE2::PartialMatch({ahead.data(), ahead.size()}, who, &name) ||
        !begins_with_family_name(name) || masked(name))
      continue;
    list.push_back({std::move(name), &date});
  }
  return list;
}

}  // namespace

std::vector<Finding> check_death_day(const CaseView& view) {
  if (!view.chinese()) return {};
  const std::vector<Death> list = deaths(view);
  for (std::size_t i = 1; i < list.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (list[i].name != list[j].name || (*list[i].day <=> *list[j].day) == 0) continue;
      return {finding("date", "checks/event_date", clause_around(view.text, list[i].day->span),
                      clause_around(view.text, list[j].day->span),
                      fmt::format("“{}”的死亡日期前后不一：前文为{}，此处为{}。", list[i].name,
                                  written(*list[j].day), written(*list[i].day)))};
    }
  }
  const Date* filed = nullptr;
  for (const Date& date : view.dates) {
    if (!full(date) || !view.in(date.span.start, Tag::kProcedure)) continue;
    const string_view next = view.folded.text.substr(date.end, 12);
    if (next.starts_with("立案") || next.starts_with("受理")) {
      filed = &date;
      break;
    }
  }
  if (filed == nullptr || contains(view.text, {"诉讼中死亡", "诉讼期间", "审理期间", "审理过程中",
                                               "诉讼过程中", "变更诉讼主体", "再审"}))
    return {};
  for (const Death& each : list) {
    if (*each.day <= *filed || !contains(view.text, {"被继承人" + each.name})) continue;
    return {finding("date_order", "checks/event_date", clause_around(view.text, each.day->span),
                    clause_around(view.text, filed->span),
                    fmt::format("被继承人“{}”的死亡日期{}晚于立案日期{}。", each.name,
                                written(*each.day), written(*filed)))};
  }
  return {};
}

}  // namespace proviso::tasks
