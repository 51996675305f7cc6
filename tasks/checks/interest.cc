#include "tasks/checks/interest.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "tasks/checks/words.h"
#include "tasks/mentions/period.h"
#include "tasks/mentions/rate.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

class Interest {
 public:
  explicit Interest(const CaseView& view) : view_(view), items_(view.disposition_items()) {}

  std::vector<Finding> run() {
    starts();
    one_start_each();
    rates();
    ordered_multiples();
    return std::move(findings_);
  }

 private:
  bool ordered(Span span) const {
    return std::any_of(items_.begin(), items_.end(), [&](const Span& item) {
      return span.start >= item.start && span.end <= item.end;
    });
  }
  bool before_order(Span span) const {
    const Tag tag = view_.section(span.start).tag;
    return tag == Tag::kFacts || tag == Tag::kReasoning || tag == Tag::kClaims ||
           tag == Tag::kDefence || tag == Tag::kEvidence || tag == Tag::kThirdParty ||
           tag == Tag::kProcedure || tag == Tag::kBasis;
  }
  bool reasoning(Span span) const {
    return view_.in(span.start, Tag::kReasoning) && view_.this_level(span.start);
  }

  // One of year, month and day was mistyped.
  static bool slipped(const Date& a, const Date& b) {
    const int same = (a.year == b.year) + (a.month == b.month) + (a.day == b.day);
    return same == 2 && std::labs(day_count(a) - day_count(b)) > 1;
  }

  bool stands(const Date& day, bool in_order) const {
    return std::any_of(view_.dates.begin(), view_.dates.end(), [&](const Date& each) {
      if (in_order != ordered(each.span)) return false;
      if (!in_order && !before_order(each.span)) return false;
      // The next day (次日) and the same day are the same start.
      return each.day > 0 && each.exists() &&
             std::labs(day_count(each) - day_count(day)) <= (in_order ? 0 : 1);
    });
  }

  // A month or year of the loan's length puts the due day as far from a day that is told.
  bool due_after_term(const Date& day) const {
    return std::any_of(view_.dates.begin(), view_.dates.end(), [&](const Date& each) {
      if (!before_order(each.span) || each.day == 0 || !each.exists() || day <= each) return false;
      return std::any_of(view_.numbers.begin(), view_.numbers.end(), [&](const Number& number) {
        if (number.measure != Measure::kMonths && number.measure != Measure::kYears) return false;
        if (!number.value.is_whole() || number.value > Exact(60)) return false;
        const int count = std::stoi(number.value.str(0));
        const Date due = after_months(each, number.measure == Measure::kYears ? count * 12 : count);
        return std::labs(day_count(due) - day_count(day)) <= 1;
      });
    });
  }

  // 截至2015年4月16日的利息为…，自2015年4月17日起…: the order goes on where a sum of its own ends.
  bool day_after_told(const Date& odd) const {
    return std::any_of(view_.dates.begin(), view_.dates.end(), [&](const Date& each) {
      return ordered(each.span) && each.day > 0 && each.exists() &&
             day_count(odd) - day_count(each) == 1;
    });
  }

  // A day of a sentence about interest or the debt's term, before the order.
  const Date* told_elsewhere(const Date& odd) const {
    const Date* right = nullptr;
    for (const Date& each : view_.dates) {
      if (each.day == 0 || each.inferred || !each.exists() || !before_order(each.span)) continue;
      if (!slipped(odd, each) || stands(each, true)) continue;
      const string_view sentence = view_.quote(sentence_around(view_.text, each.span));
      if (!has_word(sentence, words("of_a_debt"))) continue;
      if (right != nullptr && (*right <=> each) != 0) return nullptr;
      right = &each;
    }
    return right;
  }

  void starts() {
    const std::vector<InterestStart> all = find_interest_starts(view_);
    for (const InterestStart& start : all) {
      const Date& odd = view_.dates[start.date];
      if (!ordered(odd.span) || stands(odd, false)) continue;
      if (day_after_told(odd)) continue;
      const Date* right = nullptr;
      bool in_reasons = false;
      for (const InterestStart& other : all) {
        const Date& each = view_.dates[other.date];
        if (!before_order(each.span) || !slipped(odd, each) || stands(each, true)) continue;
        if (right == nullptr || (reasoning(each.span) && !in_reasons)) right = &each;
        in_reasons = in_reasons || reasoning(each.span);
      }
      if (right == nullptr) right = told_elsewhere(odd);
      if (right == nullptr || (!in_reasons && due_after_term(odd))) continue;
      report(
          odd.span, right->span,
          fmt::format("主文的利息自{}年{}月{}日起算，{}写作{}年{}月{}日，前一日期在别处均未出现。",
                      odd.year, odd.month, odd.day, in_reasons ? "理由部分" : "前文", right->year,
                      right->month, right->day));
    }
  }

  // One start reasoned, one ordered, and they differ: whichever other days the document has.
  void one_start_each() {
    std::optional<Date> reasoned, ordered_from;
    for (const InterestStart& start : find_interest_starts(view_)) {
      const Date& day = view_.dates[start.date];
      if (day.day == 0 || day.inferred || !day.exists()) continue;
      const bool in_order = ordered(day.span);
      if (!in_order && !reasoning(day.span)) continue;
      std::optional<Date>& known = in_order ? ordered_from : reasoned;
      if (known && (*known <=> day) != 0) return;
      if (!known) known = day;
    }
    if (!reasoned || !ordered_from) return;
    if (std::labs(day_count(*reasoned) - day_count(*ordered_from)) <= 1) return;
    const string_view sentence = view_.quote(sentence_around(view_.text, reasoned->span));
    // What was asked or agreed may have been cut; of several days the court speaks elsewhere.
    if ((has_word(sentence, words("wish")) && !has_word(sentence, words("granted"))) ||
        contains(sentence, {"是否", "的问题", "焦点", "约定", "规定", "过高", "调整", "不予",
                            "截至", "截止", "分别"}))
      return;
    for (const Date& each : view_.dates) {
      if (reasoning(each.span) && (each <=> *ordered_from) == 0) return;
    }
    if (std::any_of(findings_.begin(), findings_.end(), [&](const Finding& each) {
          return each.place.start <= ordered_from->span.start &&
                 ordered_from->span.end <= each.place.end;
        }))
      return;
    report(ordered_from->span, reasoned->span,
           fmt::format("主文的利息自{}年{}月{}日起算，理由部分认定自{}年{}月{}日起算。",
                       ordered_from->year, ordered_from->month, ordered_from->day, reasoned->year,
                       reasoned->month, reasoned->day));
  }

  // The same rate by another length of time; what is by the month is at most 4%, by the day 0.5%.
  static bool same_rate(const Exact& a, const Exact& b) {
    const Exact& less = a < b ? a : b;
    const Exact& more = a < b ? b : a;
    if (more == less) return true;
    if (less <= Exact::ratio(4, 100) && more == less * 12) return true;
    return less <= Exact::ratio(5, 1000) &&
           (more == less * 30 || more == less * 360 || more == less * 365);
  }

  // 月息二分, 1分5厘: hundredths by the month.
  bool told_in_fen(const Exact& value) const {
    static const RE2 fen(
        "([一二两三四五六七八九]|[0-9](?:\\.[0-9]+)?)分(?:([一二三四五六七八九]|[0-9])厘)?");
    const auto digit = [](const std::string& word) {
      if (word.empty()) return Exact(0);
      const std::optional<Exact> read = word[0] >= '0' && word[0] <= '9'
                                            ? Exact::parse(word)
                                            : chinese_value(word == "两" ? "二" : word);
      return read.value_or(Exact(0));
    };
    re2::StringPiece rest(view_.folded.text);
    std::string whole, tenth;
    while (RE2::FindAndConsume(&rest, fen, &whole, &tenth)) {
      if (same_rate(value, (digit(whole) + digit(tenth) / 10) / 100)) return true;
      tenth.clear();
    }
    return false;
  }

  bool known_rate(const Exact& value, bool in_order) const {
    return std::any_of(view_.numbers.begin(), view_.numbers.end(), [&](const Number& each) {
      if (each.measure != Measure::kPercent && each.measure != Measure::kBare) return false;
      if (in_order != ordered(each.span) || (!in_order && !before_order(each.span))) return false;
      if (each.measure == Measure::kPercent) return same_rate(each.value, value);
      // 年利率6, 月息2: a bare 9 is a number of anything.
      return same_rate(each.value / 100, value) &&
             has_word(view_.quote(clause_around(view_.text, each.span)), words("bare_rate"));
    });
  }

  bool usual(const Exact& value, string_view group) const {
    return std::any_of(words(group).begin(), words(group).end(), [&](string_view each) {
      const std::optional<Exact> rate = Exact::parse(each);
      return rate && same_rate(value, *rate / 100);
    });
  }

  // A rate that a court may set without having named it: the law's bound instead of a higher one,
  // the central bank's, a raised one.
  bool set_by_law(const Rate& rate, const Rate& right, const std::vector<Rate>& all) const {
    const string_view text = view_.text;
    if (rate.value < right.value && usual(rate.value, "bounds") && has_word(text, words("bounded")))
      return true;
    if (usual(rate.value, "bank_rates") && has_word(text, words("by_the_bank"))) return true;
    if (!has_word(text, words("raised"))) return false;
    return std::any_of(all.begin(), all.end(), [&](const Rate& each) {
      if (ordered(view_.numbers[each.number].span) || each.per != rate.per) return false;
      for (const std::int64_t tenths : {5, 11, 12, 13, 14, 15}) {
        if (rate.value * 10 == each.value * tenths) return true;
      }
      return false;
    });
  }

  // The rate that the ordered one was meant to be: the only one that the reasoning has by the same
  // length of time, else the only one a slip away, else the only one of the finding.
  const Rate* meant(const Rate& odd, const std::vector<Rate>& all) const {
    const auto only = [&](auto&& fits) -> const Rate* {
      const Rate* right = nullptr;
      for (const Rate& each : all) {
        if (!fits(each)) continue;
        if (right != nullptr && right->value != each.value) return nullptr;
        right = &each;
      }
      return right;
    };
    const auto slip_away = [&](const Rate& each) {
      const Slip slip = slip_between(odd.value * 100'000, each.value * 100'000, 1);
      return slip != Slip::kNone && slip != Slip::kShifted;
    };
    const auto by_the_same = [&](const Rate& each) {
      return each.per == odd.per && told(view_.numbers[each.number].span) && plain(each);
    };
    const auto reasoned = [&](const Rate& each) {
      return by_the_same(each) && reasoning(view_.numbers[each.number].span);
    };
    if (const Rate* right = only(reasoned)) return right;
    if (const Rate* right =
            only([&](const Rate& each) { return by_the_same(each) && slip_away(each); }))
      return right;
    if (std::none_of(all.begin(), all.end(), reasoned)) {
      if (const Rate* right = only(by_the_same)) return right;
    }
    const Rate* near = only([&](const Rate& each) {
      return each.per == odd.per && told(view_.numbers[each.number].span) && slip_away(each);
    });
    if (near != nullptr) return near;
    // None of those that the reasoning has; the last of them speaks for all.
    const auto last = std::find_if(all.rbegin(), all.rend(), reasoned);
    return last == all.rend() ? nullptr : &*last;
  }

  // Told by this court as found or reasoned.
  bool told(Span span) const {
    return view_.this_level(span.start) &&
           (view_.in(span.start, Tag::kFacts) || view_.in(span.start, Tag::kReasoning));
  }

  // The court neither lowers it nor calls it too high.
  bool plain(const Rate& rate) const {
    static const RE2 sets(
        "(?:调整|调减|下调|酌定|酌情确定|变更|认定)(?:为|至|到)[^。；，0-9]{0,30}$");
    const Span place = view_.numbers[rate.number].span;
    const Span sentence = sentence_around(view_.text, place);
    const string_view before = view_.text.substr(sentence.start, place.start - sentence.start);
    return RE2::PartialMatch(re2::StringPiece(before.data(), before.size()), sets) ||
           !has_word(view_.quote(sentence), words("rate_changed"));
  }

  void rates() {
    const std::vector<Rate> all = find_rates(view_);
    for (const Rate& rate : all) {
      const Span place = view_.numbers[rate.number].span;
      if (!ordered(place) || rate.per == Per::kUnsaid || known_rate(rate.value, false)) continue;
      const Rate* right = meant(rate, all);
      if (right == nullptr || told_in_fen(rate.value) || set_by_law(rate, *right, all)) continue;
      const Span there = view_.numbers[right->number].span;
      report(place, there,
             fmt::format("主文的利率为{}，{}为{}，前者在前文中没有出现。", view_.quote(place),
                         reasoning(there) ? "理由部分" : "事实部分", view_.quote(there)));
    }
  }

  // 贷款利率的四倍.
  struct Multiple {
    Span span;
    Exact times;
  };

  std::vector<Multiple> multiples() const {
    static const RE2 pattern(
        "(?:利率|利息|LPR|报价)[^。;,\\n0-9]{0,24}?(([一二两三四五六七八九]|[1-9](?:\\.[0-9]+)?) "
        "?倍)");
    std::vector<Multiple> found;
    const string_view text = view_.folded.text;
    re2::StringPiece rest(text.data(), text.size());
    re2::StringPiece whole;
    std::string number;
    while (RE2::FindAndConsume(&rest, pattern, &whole, &number)) {
      const auto start = static_cast<std::size_t>(whole.data() - text.data());
      const std::optional<Exact> times = number[0] >= '0' && number[0] <= '9'
                                             ? Exact::parse(number)
                                             : chinese_value(number == "两" ? "二" : number);
      if (times) found.push_back({view_.folded.original(start, start + whole.size()), *times});
    }
    return found;
  }

  // 四倍 in all that was said before, 八倍 in the order.
  void ordered_multiples() {
    const std::vector<Multiple> all = multiples();
    for (const Multiple& odd : all) {
      if (!ordered(odd.span)) continue;
      const Multiple* right = nullptr;
      bool known = false;
      bool rival = false;
      for (const Multiple& each : all) {
        if (ordered(each.span) || !before_order(each.span)) continue;
        known = known || each.times == odd.times;
        if (!told(each.span)) continue;
        rival = rival || (right != nullptr && right->times != each.times);
        right = &each;
      }
      if (known || rival || right == nullptr) continue;
      report(odd.span, right->span,
             fmt::format("主文按利率的{}计算，前文只有{}。", view_.quote(odd.span),
                         view_.quote(right->span)));
    }
  }

  void report(Span place, Span other, std::string explanation) {
    findings_.push_back(finding("interest", "checks/interest", clause_around(view_.text, place),
                                clause_around(view_.text, other), std::move(explanation)));
  }

  const CaseView& view_;
  std::vector<Span> items_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_interest(const CaseView& view) {
  if (!view.chinese()) return {};
  return Interest(view).run();
}

}  // namespace proviso::tasks
