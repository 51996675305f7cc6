#include "tasks/checks/retold.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tasks/checks/figure_head.h"
#include "tasks/checks/names.h"
#include "tasks/checks/search.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

class Retold {
 public:
  explicit Retold(const CaseView& view) : view_(view), text_(view.folded.text) {}

  std::vector<Finding> run() {
    figures();
    agreed_rate();
    years_of_order();
    service();
    return std::move(findings_);
  }

 private:
  bool own(std::size_t offset, Tag tag) const {
    return view_.in(offset, tag) && view_.this_level(offset);
  }

  // The Chinese characters right before a place, at most so many.
  string_view words_before(std::size_t at, std::size_t most) const {
    std::size_t from = at;
    for (std::size_t i = 0; i < most && from > 0; ++i) {
      const std::size_t previous = previous_code_point(text_, from);
      if (!chinese(previous)) break;
      from = previous;
    }
    return text_.substr(from, at - from);
  }

  bool chinese(std::size_t at) const {
    static const RE2 han("^\\p{Han}");
    return RE2::PartialMatch(piece(text_.substr(at, 3)), han);
  }

  // 合同约定质量异议应当在收货后15日内提出, found with 30日.
  void figures() {
    constexpr std::size_t kSame = 7;     // characters before
    constexpr std::size_t kEnough = 10;  // characters before that need none behind
    std::unordered_map<string_view, std::vector<const Number*>> behind_words;
    for (const Number& each : view_.numbers)
      if (of_time_or_rate(each)) behind_words[words_before(each.start, kSame)].push_back(&each);
    for (const Number& here : view_.numbers) {
      if (!of_time_or_rate(here) || !own(here.span.start, Tag::kReasoning)) continue;
      const string_view sentence = view_.quote(sentence_around(view_.text, here.span));
      const string_view clause = view_.quote(clause_around(view_.text, here.span));
      if (contains(sentence, {"规定", "解释", "没有约定", "约定不明", "视为", "调整", "变更",
                              "延长", "酌"}) ||
          contains(clause, {"辩", "主张", "认为", "请求", "要求"}))
        continue;
      const string_view lead = words_before(here.start, kSame);
      if (code_points(lead) < kSame) continue;
      const string_view longer = words_before(here.start, kEnough);
      const auto& same_words = behind_words[lead];
      constexpr std::size_t kMost = 20;
      if (same_words.size() > kMost) continue;
      const Number* there = nullptr;
      bool third = false;
      for (const Number* other : same_words) {
        const Number& each = *other;
        if (other == &here || each.measure != here.measure) continue;
        if (each.value == here.value || (there != nullptr && there->value != each.value))
          third = true;
        if (own(each.span.start, Tag::kFacts) && there == nullptr) there = &each;
      }
      if (third || there == nullptr) continue;
      const bool much =
          code_points(longer) == kEnough && text_.substr(0, there->start).ends_with(longer);
      const string_view behind = text_.substr(here.end, 6);
      const bool goes_on =
          behind.size() == 6 && chinese(here.end) && text_.substr(there->end).starts_with(behind);
      if (!much && !goes_on) continue;
      report("semantic", clause_around(view_.text, here.span),
             clause_around(view_.text, there->span),
             fmt::format("同一内容前后不一：前文为“{}”，此处为“{}”。", view_.quote(there->span),
                         view_.quote(here.span)));
    }
  }

  static bool of_time_or_rate(const Number& number) {
    return (number.measure == Measure::kDays || number.measure == Measure::kMonths ||
            number.measure == Measure::kYears || number.measure == Measure::kPercent) &&
           !number.approximate;
  }

  // 双方约定的年利率15%, where findings, claims and order have 12%.
  void agreed_rate() {
    constexpr std::ptrdiff_t kOften = 3;
    const Number* odd = nullptr;
    const Number* usual = nullptr;
    const Number* found = nullptr;
    std::ptrdiff_t times = 0;
    for (const Number& each : view_.numbers) {
      if (each.measure != Measure::kPercent || !(text_.substr(0, each.start).ends_with("年利率") ||
                                                 text_.substr(0, each.start).ends_with("年利率为")))
        continue;
      const bool agreed = own(each.span.start, Tag::kReasoning) &&
                          text_.substr(0, each.start).ends_with("约定的年利率");
      if (!agreed || odd != nullptr) {
        if (usual != nullptr && usual->value != each.value) return;
        usual = &each;
        ++times;
        if (own(each.span.start, Tag::kFacts)) found = &each;
        continue;
      }
      const auto same = std::count_if(view_.numbers.begin(), view_.numbers.end(), [&](auto& other) {
        return other.measure == Measure::kPercent && other.value == each.value;
      });
      if (same != 1) return;
      odd = &each;
    }
    if (odd == nullptr || usual == nullptr || found == nullptr || times < kOften) return;
    report("interest", odd->span, found->span,
           fmt::format("同一内容前后不一：前文为“{}”，此处为“{}”。", view_.quote(found->span),
                       view_.quote(odd->span)));
  }

  // 支付2021年度未休年休假工资, where 2022年度未休年休假工资 stands everywhere else.
  void years_of_order() {
    static const RE2 pattern("((?:19|20)\\d\\d)年度(\\p{Han}{4})");
    for (const Span& item : view_.disposition_items()) {
      const std::size_t end = view_.folded.folded(item.end);
      re2::StringPiece groups[3];
      for (std::size_t at = view_.folded.folded(item.start);
           pattern.Match(piece(text_), at, end, RE2::UNANCHORED, groups, 3);) {
        const auto start = static_cast<std::size_t>(groups[0].data() - text_.data());
        at = start + groups[0].size();
        const std::string year(groups[1]);
        const std::string what(groups[2]);
        if (count(text_, year + "年度") != 1) continue;
        const RE2 same("((?:19|20)\\d\\d)年度" + RE2::QuoteMeta(what));
        re2::StringPiece other[2];
        std::string usual;
        std::size_t first = 0;
        std::size_t times = 0;
        constexpr std::size_t kOften = 3;
        bool several = false;
        for (std::size_t from = 0;
             same.Match(piece(text_), from, start, RE2::UNANCHORED, other, 2);) {
          const auto here = static_cast<std::size_t>(other[0].data() - text_.data());
          from = here + other[0].size();
          several = several || (!usual.empty() && usual != other[1]);
          usual = std::string(other[1]);
          first = here;
          ++times;
        }
        if (several || times == 0 || ordered(usual + "年度") ||
            count(text_, usual + "年度") < kOften || other_years(usual, year))
          continue;
        constexpr std::size_t kYear = 10;  // bytes of 2021年度
        report("semantic", view_.folded.original(start, start + kYear),
               view_.folded.original(first, first + kYear),
               fmt::format("同一内容前后不一：前文为“{}年度”，此处为“{}年度”。", usual, year));
      }
    }
  }

  // A third year is told of: then each may have its own sum.
  bool other_years(string_view usual, string_view year) const {
    static const RE2 pattern("((?:19|20)\\d\\d)年度");
    re2::StringPiece rest = piece(text_);
    re2::StringPiece found;
    while (RE2::FindAndConsume(&rest, pattern, &found))
      if (string_view(found.data(), found.size()) != usual &&
          string_view(found.data(), found.size()) != year)
        return true;
    return false;
  }

  bool ordered(string_view words) const {
    const auto items = view_.disposition_items();
    return std::any_of(items.begin(), items.end(), [&](const Span& each) {
      return view_.quote(each).find(words) != string_view::npos;
    });
  }

  // 于2019年2月20日入职, 2023年1月31日解除, 工作年限为五年十一个月.
  void service() {
    static const RE2 hired("^,?[^。;,\\n0-9]{0,8}入职");
    static const RE2 length("工作年限(?:为|共计|共|计|应为)$");
    constexpr int kYear = 12;
    const Date* from = nullptr;
    std::vector<const Date*> ends;
    for (const Date& each : view_.dates) {
      if (each.day == 0 || !each.exists() || !own(each.span.start, Tag::kFacts)) continue;
      if (RE2::PartialMatch(piece(text_.substr(each.end, 60)), hired)) {
        if (from != nullptr) return;
        from = &each;
        continue;
      }
      const string_view behind = text_.substr(each.end, 240);
      const string_view sentence =
          behind.substr(0, std::min({behind.find("。"), behind.find('\n'), behind.size()}));
      if (from != nullptr && *from < each && contains(sentence, {"解除", "离职", "终止", "辞职"}) &&
          !contains(sentence, {"赔偿", "补偿", "仲裁", "裁决"}))
        ends.push_back(&each);
    }
    if (from == nullptr || ends.size() != 1) return;
    const int worked = (ends[0]->year - from->year) * kYear + ends[0]->month - from->month;
    for (const Number& each : view_.numbers) {
      if (each.measure != Measure::kYears || !each.value.is_whole() ||
          !(own(each.span.start, Tag::kFacts) || own(each.span.start, Tag::kReasoning)) ||
          !RE2::PartialMatch(piece(text_.substr(0, each.start)), length))
        continue;
      int told = std::stoi(each.value.str(0)) * kYear;
      const auto next = static_cast<std::size_t>(&each - view_.numbers.data()) + 1;
      Span place = each.span;
      if (next < view_.numbers.size() && view_.numbers[next].start == each.end &&
          view_.numbers[next].measure == Measure::kMonths && view_.numbers[next].value.is_whole()) {
        told += std::stoi(view_.numbers[next].value.str(0));
        place.end = view_.numbers[next].span.end;
      } else {
        continue;
      }
      const int off = std::abs(told - worked);
      const int rest = off % kYear;
      if (off < kYear - 1 || (rest > 1 && rest < kYear - 1)) continue;
      report("semantic", place, from->span,
             fmt::format("自{}至{}的工作年限不是“{}”。", view_.quote(from->span),
                         view_.quote(ends[0]->span), view_.quote(place)));
      return;
    }
  }

  void report(string_view kind, Span place, Span other, std::string why) {
    if (told_already(findings_, place) || corrected_beside(view_, place)) return;
    findings_.push_back(finding(kind, kind == "interest" ? "checks/interest" : "checks/opposite",
                                place, other, std::move(why)));
  }

  const CaseView& view_;
  string_view text_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_retold(const CaseView& view) {
  if (!view.chinese()) return {};
  return Retold(view).run();
}

}  // namespace proviso::tasks
