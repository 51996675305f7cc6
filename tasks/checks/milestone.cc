#include "tasks/checks/milestone.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "tasks/checks/words.h"
#include "tasks/mentions/case_number.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

bool full(const Date& date) {
  return date.day > 0 && !date.inferred && date.exists();
}

class Milestones {
 public:
  explicit Milestones(const CaseView& view) : view_(view), text_(view.folded.text) {}

  std::vector<Finding> run() {
    for (const string_view event : words("once"))
      if (text_.find(event) != text_.npos) once(event);
    running_out();
    papers();
    return std::move(findings_);
  }

 private:
  static constexpr std::array kTold{Tag::kFacts, Tag::kReasoning, Tag::kDisposition};

  bool told(const Date& date, Tag tag) const {
    return full(date) && view_.in(date.span.start, tag) && view_.this_level(date.span.start) &&
           !has_word(view_.quote(clause_around(view_.text, date.span)), words("no_finding"));
  }

  // 于2019年3月5日解除, 2019年3月5日竣工验收合格: the event stands right behind the day.
  bool happens(const Date& date, string_view event) const {
    string_view behind = text_.substr(date.end, 60);
    for (bool stripped = true; stripped;) {
      stripped = false;
      for (const string_view filler : words("before_event")) {
        if (!behind.starts_with(filler)) continue;
        behind.remove_prefix(filler.size());
        stripped = true;
      }
    }
    // 2016年12月31日，餐馆停业: the subject stands between.
    if (!behind.starts_with(event)) {
      static const RE2 subject("^\\p{Han}{2,8}$");
      const std::size_t at = behind.find(event);
      if (at == behind.npos || !text_.substr(date.end).starts_with(",") ||
          !RE2::FullMatch(re2::StringPiece(behind.data(), at), subject))
        return false;
      behind.remove_prefix(at);
    }
    // 解除通知, 死亡赔偿金 are things, no events.
    string_view next = behind.substr(event.size());
    if (begins_with_word(next, words("no_event"))) return false;
    for (const string_view stop : {",", "。", ";", "\n"}) next = next.substr(0, next.find(stop));
    return !contains(next, {"通知", "函"});
  }

  // 于2018年4月16日解除租赁合同 in the facts is what a party's letter says it does; 合同于…解除 is
  // what came of it.
  bool done_to_something(const Date& date, string_view event) const {
    constexpr std::size_t kRest = 9;  // bytes: 解除了, 解除完毕
    const string_view behind = text_.substr(date.end, 90);
    const std::size_t at = behind.find(event);
    if (at == behind.npos || !contains(event, {"解除", "终止"})) return false;
    string_view object = behind.substr(at + event.size());
    for (const string_view stop : {",", "。", ";", "\n"})
      object = object.substr(0, object.find(stop));
    return object.size() > kRest;
  }

  // The only day of the event in the sections of one tag; nothing where there are two.
  std::optional<std::size_t> only_day(Tag tag, string_view event) const {
    std::optional<std::size_t> day;
    for (std::size_t i = 0; i < view_.dates.size(); ++i) {
      if (!happens(view_.dates[i], event) || !told(view_.dates[i], tag) ||
          (tag == Tag::kFacts && done_to_something(view_.dates[i], event)))
        continue;
      if (day && (view_.dates[*day] <=> view_.dates[i]) != 0) return std::nullopt;
      if (!day) day = i;
    }
    return day;
  }

  void once(string_view event) {
    std::vector<std::size_t> days;
    for (const Tag tag : kTold)
      if (const auto day = only_day(tag, event)) days.push_back(*day);
    for (std::size_t i = 1; i < days.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Date& earlier = view_.dates[days[j]];
        const Date& later = view_.dates[days[i]];
        if ((earlier <=> later) == 0 || !same_subject(earlier, later)) continue;
        report(later, earlier);
        return;
      }
    }
  }

  // A pair of characters before the day that both clauses have: 工程于…, 双方租赁合同于….
  bool same_subject(const Date& a, const Date& b) const {
    const std::string one = around(a);
    const std::string other = around(b);
    constexpr std::size_t kPair = 6;  // bytes
    for (std::size_t at = 0; at + kPair <= one.size(); at += code_point_bytes(one[at])) {
      const string_view pair = string_view(one).substr(at, kPair);
      if (pair.find_first_of(",;()、 ") == pair.npos && code_point_bytes(pair[0]) == 3 &&
          code_point_bytes(pair[3]) == 3 && !has_word(pair, words("any_subject")) &&
          other.find(pair) != other.npos)
        return true;
    }
    return false;
  }

  // What stands before the day and up to the next stop behind its clause.
  std::string around(const Date& date) const {
    constexpr std::size_t kFar = 45;  // bytes
    std::string words_around(before(date));
    string_view behind = text_.substr(date.end, kFar);
    if (behind.starts_with(",")) behind.remove_prefix(1);
    for (const string_view stop : {",", "。", ";", "\n"})
      behind = behind.substr(0, behind.find(stop));
    words_around += ",";
    words_around += behind;
    return words_around;
  }

  // Up to the stop before the day, at most 20 characters; where the day opens its sentence, the one
  // before.
  string_view before(const Date& date) const {
    constexpr std::size_t kFar = 75;  // bytes
    std::size_t from = date.start;
    while (from > 0 && date.start - from < kFar) {
      const std::size_t previous = previous_code_point(text_, from);
      const string_view rest = text_.substr(previous);
      if (rest.starts_with("\n") || rest.starts_with("。") || rest.starts_with(";")) break;
      from = previous;
    }
    return text_.substr(from, date.start - from);
  }

  // 借款期限自…至2019年7月31日 found, 期限于2019年1月31日届满 reasoned.
  void running_out() {
    if (has_word(view_.text, words("term_prolonged"))) return;
    const Date* end = nullptr;
    for (std::size_t i = 1; i < view_.dates.size(); ++i) {
      const Date& date = view_.dates[i];
      const Date& from = view_.dates[i - 1];
      if (!told(date, Tag::kFacts) || from.day == 0 || date.start < from.end) continue;
      const string_view between = text_.substr(from.end, date.start - from.end);
      const string_view lead = before(from);
      if (!(between == "起至" || between == "至" || between == "-") ||
          !has_word(lead.substr(lead.size() > 45 ? lead.size() - 45 : 0), words("a_term")))
        continue;
      if (end != nullptr && (*end <=> date) != 0) return;
      end = &date;
    }
    if (end == nullptr) return;
    for (const Date& date : view_.dates) {
      if (!told(date, Tag::kReasoning) || (date <=> *end) == 0) continue;
      if (happens(date, "届满") && has_word(before(date), words("a_term"))) report(date, *end);
    }
  }

  // 2021年4月12日作出某号决定: one number, one day.
  void papers() {
    static const RE2 made(
        "^,?[^。;\\n,]{0,24}?作出(?:了)?([^。;\\n,]{0,20}?\\((?:19|20)\\d\\d\\)[^。;\\n,《》]{1,20}"
        "?"
        "号)\\p{Han}{0,6}?(判决|裁定|决定|裁决|调解|通知|认定)");
    static const RE2 bare("(\\p{Han}{0,4}\\((?:19|20)\\d\\d\\).*)$");
    std::map<std::string, const Date*> days;
    for (const Date& date : view_.dates) {
      if (!full(date)) continue;
      const std::size_t limit = std::min<std::size_t>(200, text_.size() - date.end);
      re2::StringPiece found;
      std::string act;
      if (!RE2::PartialMatch(re2::StringPiece(text_.data() + date.end, limit), made, &found, &act))
        continue;
      // Under one number several rulings and notices may be given; of two days (分别于) each has
      // its own.
      if (act == "裁定" || act == "通知" ||
          ends_with_word(text_.substr(0, date.start), words("respectively")) ||
          text_.substr(date.end).starts_with("、"))
        continue;
      // The first number behind the day alone is of this day.
      std::string key;
      if (!RE2::PartialMatch(found, bare, &key)) continue;
      const auto [at, fresh] = days.emplace(key + act, &date);
      if (!fresh && (*at->second <=> date) != 0) report(date, *at->second);
    }
  }

  void report(const Date& later, const Date& earlier) {
    if (told_already(findings_, later.span)) return;
    findings_.push_back(finding("date", "checks/event_date", clause_around(view_.text, later.span),
                                clause_around(view_.text, earlier.span),
                                fmt::format("同一事项的日期前后不一：前文为{}，此处为{}。",
                                            view_.quote(earlier.span), view_.quote(later.span))));
  }

  const CaseView& view_;
  string_view text_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_milestones(const CaseView& view) {
  if (!view.chinese()) return {};
  return Milestones(view).run();
}

}  // namespace proviso::tasks
