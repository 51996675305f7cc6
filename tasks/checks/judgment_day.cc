#include "tasks/checks/judgment_day.h"

#include <algorithm>
#include <string_view>

namespace proviso::tasks {

using segmenter::Tag;

const Date* judgment_day(const CaseView& view) {
  const Date* day = nullptr;
  for (const Date& date : view.dates) {
    if (date.day > 0 && !date.inferred && date.exists() &&
        view.in(date.span.start, Tag::kSignature)) {
      day = &date;
    }
  }
  return day;
}

Date not_before(const CaseView& view) {
  Date latest;
  const std::string_view text = view.folded.text;
  for (const Date& date : view.dates) {
    if (date.day == 0 || date.inferred || !date.exists()) continue;
    const Tag tag = view.section(date.span.start).tag;
    if (tag != Tag::kFacts && tag != Tag::kProcedure && tag != Tag::kEvidence) continue;
    const std::string_view before = text.substr(0, date.start);
    if (before.ends_with("至") || before.ends_with("到") || before.ends_with("-")) continue;
    const std::string_view next = text.substr(date.end, 12);
    constexpr std::string_view kHappened[] = {"签订", "出具",     "归还", "偿还", "转账",  "发生",
                                              "死亡", "入职",     "立案", "受理", "起诉",  "登记",
                                              "作出", "公开开庭", "诉至", "送达", "向本院"};
    const bool happened =
        std::any_of(std::begin(kHappened), std::end(kHappened),
                    [&](std::string_view word) { return next.starts_with(word); });
    if (happened && latest < date) latest = date;
  }
  return latest;
}

}  // namespace proviso::tasks
