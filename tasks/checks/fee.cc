#include "tasks/checks/fee.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

class Fees {
 public:
  explicit Fees(const CaseView& view) : view_(view), text_(view.folded.text) {}

  std::vector<Finding> run() {
    std::size_t begin = 0;
    while (begin < text_.size()) {
      std::size_t end = begin;
      while (end < text_.size() && text_[end] != '\n' && !text_.substr(end).starts_with("。")) {
        end += code_point_bytes(text_[end]);
      }
      // 案件受理费100元。由原告负担40元: the sharing is a sentence of its own.
      const string_view next = text_.substr(std::min(end, text_.size()));
      if ((next.starts_with("。由") || next.starts_with("。原告") || next.starts_with("。被告")) &&
          ends_in_figure(end)) {
        end += 3;
        while (end < text_.size() && text_[end] != '\n' && !text_.substr(end).starts_with("。")) {
          end += code_point_bytes(text_[end]);
        }
      }
      sentence(begin, std::min(end, text_.size()));
      begin = end + 1;
    }
    return std::move(findings_);
  }

 private:
  static constexpr std::size_t kLongest = 2000;  // bytes

  bool ends_in_figure(std::size_t end) const {
    const auto after =
        std::lower_bound(view_.numbers.begin(), view_.numbers.end(), end,
                         [](const Number& each, std::size_t offset) { return each.end < offset; });
    return after != view_.numbers.end() && after->end == end;
  }

  // 受理费220 without 元 is money too.
  bool is_fee(const Number& number) const {
    if (number.measure == Measure::kMoney) return true;
    const string_view before = text_.substr(0, number.start);
    return number.measure == Measure::kBare && (before.ends_with("费") || before.ends_with("费元"));
  }

  void sentence(std::size_t begin, std::size_t end) {
    const string_view words = text_.substr(begin, end - begin);
    if (words.size() > kLongest || !contains(words, {"受理费", "诉讼费"})) return;
    const std::size_t offset = view_.folded.origin[begin];
    if (!view_.this_level(offset)) return;
    const Tag tag = view_.section(offset).tag;
    if (tag != Tag::kCosts && tag != Tag::kNotice && tag != Tag::kDisposition) return;
    if (contains(words, {"预交", "退还", "退回", "免交", "缓交", "应退", "多收", "减交"}) &&
        !contains(words, {"负担", "承担"}))
      return;
    money_.clear();
    for (std::size_t i = 0; i < view_.numbers.size(); ++i) {
      const Number& each = view_.numbers[i];
      // What stands in brackets was paid in advance or is told twice.
      if (each.start >= begin && each.end <= end && is_fee(each) && !each.approximate &&
          view_.bracket[i] == 0)
        money_.push_back(&each);
    }
    halved(begin, end);
    shares(words);
  }

  static bool close_to(const Exact& a, const Exact& b) { return (a - b).abs() <= Exact(1); }

  void halved(std::size_t begin, std::size_t end) {
    for (std::size_t at = text_.find("减半", begin); at != string_view::npos && at < end;
         at = text_.find("减半", at + 1)) {
      const Number* half = nullptr;
      const Number* fee = nullptr;
      for (const Number* each : money_) {
        if (each->start > at && half == nullptr) half = each;
        if (each->end <= at) fee = each;
      }
      if (half == nullptr || fee == nullptr || half->start - at > 40 || at - fee->end > 40)
        continue;
      const string_view between = text_.substr(at, half->start - at);
      if (contains(between, {"负担", "承担", ";", "保全", "预交"})) continue;
      if (contains(text_.substr(half->end, 6), {"、", "+"})) continue;
      if (half->value == fee->value) continue;
      const bool right = std::any_of(money_.begin(), money_.end(), [&](const Number* each) {
        if (each->start >= at) return false;
        if (close_to(each->value, half->value * 2)) return true;
        return std::any_of(money_.begin(), money_.end(), [&](const Number* more) {
          return more->start < at && more != each &&
                 close_to(each->value + more->value, half->value * 2);
        });
      });
      if (right) continue;
      findings_.push_back(
          finding("fee", "checks/fee", half->span, fee->span,
                  fmt::format("受理费{}减半应为{}，文中写作{}。", money_text(fee->value),
                              money_text(fee->value / 2), money_text(half->value))));
    }
  }

  // Whether the figure is what somebody bears: 负担100元, 承担人民币100元.
  bool is_share(const Number& number) const {
    string_view before = text_.substr(0, number.start);
    for (const string_view filler :
         {"人民币", " ", ":", "其中的", "其中", "本诉费", "了", "受理费", "案件", "诉讼费"}) {
      if (before.ends_with(filler)) before.remove_suffix(filler.size());
    }
    return before.ends_with("负担") || before.ends_with("承担") || before.ends_with("交纳") ||
           before.ends_with("缴纳");
  }

  // 各负担100元, 均承担100元: so much for each of several.
  bool for_each(const Number& number) const {
    const string_view before = text_.substr(number.start > 40 ? number.start - 40 : 0,
                                            std::min<std::size_t>(40, number.start));
    return contains(before, {"各", "均", "分别"});
  }

  void shares(string_view words) {
    if (contains(words, {"其余", "余款", "余额", "剩余", "余下", "下余", "平均", "%", "按比例",
                         "退还", "退回", "应退", "余由"}))
      return;
    std::vector<const Number*> fees;
    std::vector<const Number*> group;
    for (std::size_t i = 0; i <= money_.size(); ++i) {
      if (i < money_.size() && is_share(*money_[i])) {
        group.push_back(money_[i]);
        continue;
      }
      judge(fees, group, i < money_.size() ? money_[i] : nullptr);
      if (!group.empty()) fees.clear();
      group.clear();
      if (i < money_.size()) fees.push_back(money_[i]);
    }
  }

  // Equal to the fen; shares in whole yuan may round a fee that is not.
  static bool equals(const Exact& sum, const Exact& fee) {
    if ((sum - fee).abs() <= Exact::ratio(1, 100)) return true;
    return sum.is_whole() && !fee.is_whole() && (sum - fee).abs() < Exact(1);
  }

  static bool pays(const std::vector<const Number*>& fees, const Exact& sum) {
    for (std::size_t i = 0; i < fees.size(); ++i) {
      Exact run = 0;
      for (std::size_t j = i; j < fees.size(); ++j) {
        run = run + fees[j]->value;
        if (equals(sum, run) || close_to(run / 2, sum) || equals(sum / 2, run)) return true;
      }
    }
    // The first and the last alone (受理费100元，减半收取50元，保全费20元).
    for (const Number* each : fees) {
      for (const Number* more : fees) {
        if (each != more && (equals(sum, each->value + more->value) ||
                             close_to(each->value / 2 + more->value, sum)))
          return true;
      }
    }
    return false;
  }

  void judge(const std::vector<const Number*>& fees, const std::vector<const Number*>& group,
             const Number* next) {
    if (group.size() < 2 || fees.empty()) return;
    if (next != nullptr &&
        contains(text_.substr(group.back()->end, next->start - group.back()->end), {"、"}) &&
        next->start - group.back()->end < 12)
      return;  // 负担100元、20元: a list
    Exact once = 0;
    Exact each = 0;
    for (const Number* share : group) {
      if (for_each(*share)) {
        each = each + share->value;
      } else {
        once = once + share->value;
      }
    }
    constexpr int kMostPersons = 20;
    for (int persons = 1; persons <= kMostPersons; ++persons) {
      if (pays(fees, once + each * persons)) return;
    }
    const Span place{clause_around(view_.text, group.front()->span).start, group.back()->span.end};
    findings_.push_back(finding(
        "fee", "checks/fee", place, fees.back()->span,
        each.sign() > 0
            ? fmt::format("各方负担的数额相加与诉讼费用{}不符。", money_text(fees.back()->value))
            : fmt::format("各方负担的数额相加为{}，与诉讼费用{}不符。", money_text(once),
                          money_text(fees.back()->value))));
  }

  const CaseView& view_;
  string_view text_;
  std::vector<const Number*> money_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_fee(const CaseView& view) {
  if (!view.chinese()) return {};
  return Fees(view).run();
}

}  // namespace proviso::tasks
