#include "tasks/checks/sentence_term.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "tasks/mentions/period.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
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
  return contains(
      text, {"减去", "减刑", "前罪", "余刑", "剩余", "未执行", "已执行", "原判", "缓刑部分", "扣除",
             "脱逃", "假释", "保外就医", "不计入", "暂予监外", "取保候审", "顺延", "扣减"});
}

// Whether nobody in the document was ever released before the sentence.
bool nobody_released(const CaseView& view) {
  return !contains(view.text, {"取保候审", "监视居住", "释放", "脱逃", "行政拘留", "假释", "余刑",
                               "暂予", "保外", "逃跑", "强制隔离", "留置", "减刑", "缓刑"});
}

// The period begins on a day on which the text has somebody taken into custody, and nobody was in
// the two months before.
bool custody_began(const CaseView& view, std::size_t date) {
  constexpr long kBefore = 60;  // days
  bool began = false;
  for (std::size_t i = 0; i < view.dates.size(); ++i) {
    const Date& other = view.dates[i];
    if (i == date || other.day == 0 || !other.exists()) continue;
    const string_view next = string_view(view.folded.text).substr(other.end, 60);
    if (!contains(next.substr(0, next.find("。")),
                  {"拘留", "羁押", "抓获", "逮捕", "投案", "自首", "传唤", "归案", "查获"}))
      continue;
    const long apart = day_count(view.dates[date]) - day_count(other);
    if (apart > 0 && apart <= kBefore) return false;
    began = began || apart == 0;
  }
  return began;
}

}  // namespace

std::vector<Finding> check_sentence_term(const CaseView& view) {
  std::vector<Finding> findings;
  if (!view.chinese()) return findings;
  const string_view text = view.folded.text;
  const std::vector<Term> terms = find_terms(view.folded);
  const bool unbroken = nobody_released(view);
  for (const Period& period : find_periods(view.folded, view.dates)) {
    const Date& from = view.dates[period.from];
    const Date& to = view.dates[period.to];
    using segmenter::Tag;
    const Tag tag = view.section(period.span.start).tag;
    if (!view.this_level(period.span.start) || tag == Tag::kParties || tag == Tag::kFacts ||
        tag == Tag::kClaims || tag == Tag::kProcedure)
      continue;
    const std::size_t line = text.rfind('\n', from.start);
    const std::size_t begin = line == string_view::npos ? 0 : line + 1;
    const Term* term = nullptr;
    for (const Term& each : terms) {
      if (each.start >= begin && each.end <= from.start) term = &each;
    }
    constexpr std::size_t kNear = 700;  // bytes: fines and confiscations stand between
    if (term == nullptr || from.start - term->end > kNear) continue;
    const string_view between = text.substr(term->end, from.start - term->end);
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
    if (unbroken && custody_began(view, period.from)) {
      if (std::labs(off) <= 1 || (term->control && off < 0)) continue;
    } else {
      // A month's end may be counted either way; custody before A may have been credited.
      constexpr long kRounding = 3;
      if (std::labs(off) <= kRounding || (term->control && off < 0)) continue;
      const int day = to.day - from.day;
      if (day < -1 || day > 0 || from.day == 1) continue;
      // 30 or 37 days in custody before bail are common: a month or two are no slip.
      constexpr long kCredit = 80;
      if (off < 0 && off > -kCredit) continue;
    }
    const Date last = expected;
    findings.push_back(finding(
        "sentence_term", "checks/sentence_term", period.span, term->span,
        fmt::format("“{}”自{}年{}月{}日起算，应至{}年{}月{}日前一日止，文中写作{}年{}月{}日。",
                    view.quote(term->span), from.year, from.month, from.day, last.year, last.month,
                    last.day, to.year, to.month, to.day)));
  }
  return findings;
}

}  // namespace proviso::tasks
