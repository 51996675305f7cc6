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
      sentence(begin, std::min(end, text_.size()));
      begin = end + 1;
    }
    return std::move(findings_);
  }

 private:
  static constexpr std::size_t kLongest = 2000;  // bytes

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
    for (const Number& each : view_.numbers) {
      if (each.start >= begin && each.end <= end && each.measure == Measure::kMoney &&
          !each.approximate)
        money_.push_back(&each);
    }
    halved(begin, end);
    shares(words, begin, end);
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

  void shares(string_view words, std::size_t begin, std::size_t end) {
    (void)end;
    if (contains(words, {"各", "均", "其余", "余款", "余额", "分别", "剩余", "余下", "平均", "%",
                         "按比例", "已交", "已预交", "退"}))
      return;
    std::vector<const Number*> fees;
    std::vector<const Number*> group;
    for (std::size_t i = 0; i <= money_.size(); ++i) {
      const bool share = i < money_.size() && is_share(*money_[i]);
      if (share) {
        group.push_back(money_[i]);
        continue;
      }
      judge(fees, group, i < money_.size() ? money_[i] : nullptr);
      group.clear();
      if (i < money_.size()) fees.push_back(money_[i]);
    }
    (void)begin;
  }

  void judge(const std::vector<const Number*>& fees, const std::vector<const Number*>& group,
             const Number* next) {
    if (group.size() < 2 || fees.empty()) return;
    if (next != nullptr && next->start - group.back()->end < 12) return;  // 100元、20元: a list
    Exact sum = 0;
    for (const Number* each : group) sum = sum + each->value;
    for (std::size_t i = 0; i < fees.size(); ++i) {
      Exact run = 0;
      for (std::size_t j = i; j < fees.size(); ++j) {
        run = run + fees[j]->value;
        if (close_to(run, sum) || close_to(run / 2, sum) || close_to(run, sum * 2)) return;
      }
    }
    // The first and the last alone (受理费100元，减半收取50元，保全费20元).
    for (const Number* each : fees) {
      for (const Number* more : fees) {
        if (each != more && (close_to(each->value + more->value, sum) ||
                             close_to(each->value / 2 + more->value, sum)))
          return;
      }
    }
    const Span place{clause_around(view_.text, group.front()->span).start, group.back()->span.end};
    findings_.push_back(finding("fee", "checks/fee", place, fees.back()->span,
                                fmt::format("各方负担的数额相加为{}，与诉讼费用{}不符。",
                                            money_text(sum), money_text(fees.back()->value))));
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
