#include "tasks/checks/sentence_term.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "tasks/checks/punishment.h"
#include "tasks/mentions/period.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

// Days of credit said in figures: 羁押32日, 扣除先行羁押的四十天.
bool names_credit(string_view text) {
  static const RE2 pattern(
      "(?:羁押|折抵|扣除|扣减|抵扣)[^。;]{0,45}?[0-9一二三四五六七八九十百]+ ?[日天]");
  static const RE2 formula("一日折抵(?:刑期)?(?:一|二|两|1|2)[日天]|1日折抵(?:刑期)?[12]日");
  std::string words(text);
  RE2::GlobalReplace(&words, formula, "");
  return RE2::PartialMatch(words, pattern);
}

// What moves the end of a sentence: remission, earlier sentences, bail in between.
bool served_otherwise(string_view text) {
  return contains(text, {"减去",     "减刑",   "前罪",     "余刑",     "剩余",        "未执行",
                         "已执行",   "原判",   "缓刑部分", "扣除",     "脱逃",        "假释",
                         "保外就医", "不计入", "暂予监外", "取保候审", "顺延",        "扣减",
                         "行政拘留", "合并",   "前案",     "与原",     "人民法院判决"});
}

// What the head of the document tells of the accused's custody in this case: from 因本案 or 因涉嫌
// on, to the next person. Empty where the head does not have him.
string_view custody_of(const CaseView& view, string_view name) {
  const string_view text = view.folded.text;
  for (const Span& head : view.spans(Tag::kParties)) {
    const std::size_t from = view.folded.folded(head.start);
    const string_view words = text.substr(from, view.folded.folded(head.end) - from);
    const std::size_t person = words.find("被告人" + std::string(name));
    const std::size_t other = words.find("(原审被告人)" + std::string(name));
    const std::size_t begin = std::min(person, other);
    if (begin == string_view::npos) continue;
    constexpr std::size_t kRole = 9;  // bytes of 被告人
    string_view own = words.substr(begin + kRole);
    for (const string_view next : {"被告人", "辩护人", "法定代理人", "指定辩护"}) {
      const std::size_t at = own.find(next);
      if (at != string_view::npos) own = own.substr(0, at);
    }
    std::size_t last = string_view::npos;
    for (const string_view word : {"因本案", "因涉嫌", "涉嫌"}) {
      last = own.rfind(word);
      if (last != string_view::npos) break;
    }
    if (last == string_view::npos) return {};
    // The day stands before 因涉嫌: 2015年3月2日因涉嫌盗窃被刑事拘留.
    const std::size_t stop = own.substr(0, last).rfind("。");
    return own.substr(stop == string_view::npos ? 0 : stop);
  }
  return {};
}

// Custody began on the first day of the period and never stopped, by what the head tells.
bool unbroken_custody(const CaseView& view, string_view name, const Date& from) {
  if (name.empty()) return false;
  const string_view custody = custody_of(view, name);
  if (custody.empty() ||
      contains(custody, {"取保候审", "监视居住", "释放", "行政拘留", "脱逃", "保外", "变更", "假释",
                         "收监", "戒毒", "留置", "解除", "余刑", "不批准"}) ||
      !contains(custody, {"羁押", "拘留", "逮捕"}))
    return false;
  const auto begin = static_cast<std::size_t>(custody.data() - view.folded.text.data());
  const Date* first = nullptr;
  for (const Date& each : view.dates) {
    if (each.start < begin || each.end > begin + custody.size() || each.day == 0 || !each.exists())
      continue;
    if (first == nullptr || each < *first) first = &each;
  }
  return first != nullptr && (*first <=> from) == 0;
}

// The accused of an item: 被告人闻某犯盗窃罪 gives 闻某.
std::string accused(string_view item) {
  static const RE2 pattern("被告人\\)?([^\\s,。;:、()]{2,18}?)(?:犯|无罪|,)");
  re2::StringPiece rest(item.data(), item.size());
  std::string name;
  std::string last;
  while (RE2::FindAndConsume(&rest, pattern, &name)) last = name;
  return last;
}

// Where the line of `at` begins; the line before, where this one only counts the term of that one:
// （刑期从判决执行之日起计算…, 即自…起.
std::size_t beginning_of_item(string_view text, std::size_t at) {
  const auto line_start = [&](std::size_t place) {
    const std::size_t end = place == 0 ? string_view::npos : text.rfind('\n', place - 1);
    return end == string_view::npos ? 0 : end + 1;
  };
  const std::size_t begin = line_start(at);
  string_view line = text.substr(begin, at - begin);
  while (line.starts_with("(") || line.starts_with(" ")) line.remove_prefix(1);
  const bool counts = line.starts_with("刑期") || line.starts_with("即自") ||
                      line.starts_with("上述刑期") || line.starts_with("有期徒刑的刑期") ||
                      line.starts_with("拘役的刑期") || line.starts_with("管制的刑期");
  return counts && begin > 0 ? line_start(begin - 1) : begin;
}

// 即被告人闻某的刑期自…: one bracket counts the terms of several; whose stands before it is open.
bool names_somebody(string_view text, std::size_t at) {
  const std::size_t line = at == 0 ? string_view::npos : text.rfind('\n', at - 1);
  string_view lead = text.substr(line == string_view::npos ? 0 : line + 1);
  lead = lead.substr(0, at - (text.size() - lead.size()));
  // 闻某刑期即自…；林某刑期即自….
  static const RE2 named("(?:^|[。;,:(])\\p{Han}{2,12}刑期即自$");
  if (RE2::PartialMatch(re2::StringPiece(lead.data(), lead.size()), named)) return true;
  for (const string_view opens : {"即", "。", "一日", ";"}) {
    const std::size_t begin = lead.rfind(opens);
    if (begin != string_view::npos) lead = lead.substr(begin + opens.size());
  }
  return lead.ends_with("刑期自") && lead.size() > string_view("的刑期自").size();
}

// 拘役五个月二十天, 一年又六月: what was read is not the whole term.
bool goes_on(string_view behind) {
  static const RE2 more("^(?:又|零|另|加)?[一二三四五六七八九十0-9]+(?:个月|月|天|日)|^又");
  return RE2::PartialMatch(re2::StringPiece(behind.data(), behind.size()), more);
}

// The calendar day before.
Date day_before(Date day) {
  if (--day.day > 0) return day;
  if (--day.month == 0) {
    day.month = 12;
    --day.year;
  }
  for (day.day = 31; !day.exists();) --day.day;
  return day;
}

}  // namespace

std::vector<Finding> check_sentence_term(const CaseView& view) {
  std::vector<Finding> findings;
  if (!view.chinese()) return findings;
  const string_view text = view.folded.text;
  const std::vector<Term> terms = find_terms(view.folded);
  for (const Period& period : find_periods(view.folded, view.dates)) {
    const Date& from = view.dates[period.from];
    const Date& to = view.dates[period.to];
    const Tag tag = view.section(period.span.start).tag;
    if (!view.this_level(period.span.start) || tag == Tag::kParties || tag == Tag::kFacts ||
        tag == Tag::kClaims || tag == Tag::kProcedure)
      continue;
    const std::size_t begin = beginning_of_item(text, from.start);
    if (to <= from) continue;  // the check of dates tells it
    if (names_somebody(text, from.start) ||
        contains(text.substr(to.end, 24), {"又自", "及自", "和自"}))
      continue;
    const Term* term = nullptr;
    for (const Term& each : terms) {
      if (each.start >= begin && each.end <= from.start) term = &each;
    }
    constexpr std::size_t kNear = 700;  // bytes: fines and confiscations stand between
    if (term == nullptr || from.start - term->end > kNear) continue;
    const string_view between = text.substr(term->end, from.start - term->end);
    if (goes_on(between)) continue;
    if (!contains(between, {"刑期", "执行之日", "执行以前"})) continue;
    // Another period, a suspended sentence or another person's sentence stands between.
    if (contains(between, {"止)", "缓刑", "考验期", "无期徒刑", "有期徒刑", "拘役的", "管制",
                           "剩余", "余刑", "未执行"}))
      continue;
    const Date expected = after_months(from, term->months);
    const long off = day_count(to) - day_count(expected) + 1;
    // Until the bracket closes: credit may be named behind the dates.
    const std::size_t close = text.find(')', to.end);
    const std::size_t sentence = text.rfind("。", term->start);
    const std::size_t opening =
        sentence == string_view::npos || sentence < begin ? begin : sentence;
    const std::size_t end = close == string_view::npos || close > to.end + 200 ? to.end : close;
    std::string whole(text.substr(opening, from.start - opening));
    whole += "。";  // the period's own days are no credit
    whole += text.substr(to.end, end - to.end);
    if (names_credit(whole) || served_otherwise(whole)) continue;
    if (unbroken_custody(view, accused(text.substr(begin, from.start - begin)), from)) {
      constexpr long kUnsaid = 7;  // a few days of credit go unsaid
      if (std::labs(off) <= kUnsaid || (term->control && off < 0)) continue;
    } else {
      // A month's end may be counted either way; custody before A may have been credited.
      constexpr long kRounding = 3;
      if (std::labs(off) <= kRounding || (term->control && off < 0)) continue;
      constexpr long kYear = 330;  // no credit goes unsaid for so long
      const int day = to.day - from.day;
      if (off >= -kYear && (day < -1 || day > 0 || from.day == 1)) continue;
      // 30 or 37 days in custody before bail are common: a month or two are no slip.
      constexpr long kCredit = 80;
      if (off < 0 && off > -kCredit) continue;
    }
    const Date last = day_before(expected);
    findings.push_back(
        finding("sentence_term", "checks/sentence_term", period.span, term->span,
                fmt::format("“{}”自{}年{}月{}日起算，应至{}年{}月{}日止，文中写作{}年{}月{}日。",
                            view.quote(term->span), from.year, from.month, from.day, last.year,
                            last.month, last.day, to.year, to.month, to.day)));
  }
  for (Finding& each : check_punishment(view)) findings.push_back(std::move(each));
  return findings;
}

}  // namespace proviso::tasks
