#include "tasks/checks/other_sum.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "tasks/checks/claim_heads.h"
#include "tasks/checks/decided.h"
#include "tasks/checks/figure_head.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

class OtherSums {
 public:
  explicit OtherSums(const JudgmentView& judgment)
      : view_(judgment.view),
        ruling_(judgment.ruling),
        sides_(judgment.sides),
        decided_(judgment.ruling) {
    for (const Span& part : view_.spans(Tag::kReasoning))
      family_ = family_ || contains(view_.quote(part), {"夫妻共同财产", "共同财产"});
    for (const Span& item : ruling_.items) {
      if (dismisses(view_.quote(item)) || contains(view_.quote(item), {"维持", "撤销"})) continue;
      for (const Number& number : numbers_in(view_, item)) {
        if (number.measure != Measure::kMoney || number.value <= Exact(0)) continue;
        if (is_base(view_, number)) {
          bases_.push_back(&number);
          continue;
        }
        const auto index = static_cast<std::size_t>(&number - view_.numbers.data());
        if (number.per || number.approximate || view_.bracket[index] != 0) continue;
        ordered_.push_back({&number, item});
        sums_.push_back(&number);
      }
    }
  }

  std::vector<Finding> run() {
    constexpr std::size_t kMost = 60;  // figures: more is a schedule
    if (ordered_.size() > kMost || decided_.all().size() > kMost ||
        has_word(ruling_.ordered, words("figures_by_list")))
      return {};
    by_the_year();
    std::vector<Pair> pairs;
    for (const Decided& each : decided_.all()) {
      if (is_ordered(each.sum->value) || decided_.on_the_way(each, sums_)) continue;
      const Ordered* instead = only_candidate(each);
      if (instead != nullptr) pairs.push_back({&each, instead});
    }
    for (const Pair& pair : pairs) {
      const bool rival = std::any_of(pairs.begin(), pairs.end(), [&](const Pair& other) {
        return other.second->sum == pair.second->sum &&
               other.first->sum->value != pair.first->sum->value;
      });
      if (!rival && !may_follow(*pair.first, *pair.second)) report(*pair.first, *pair.second);
    }
    return std::move(findings_);
  }

 private:
  struct Ordered {
    const Number* sum;
    Span item;
  };
  using Pair = std::pair<const Decided*, const Ordered*>;

  bool is_ordered(const Exact& value) const {
    return std::any_of(ordered_.begin(), ordered_.end(), [&](const Ordered& each) {
      return (each.sum->value - value).abs() < Exact(1);
    });
  }

  bool is_decided(const Exact& value) const {
    return std::any_of(decided_.all().begin(), decided_.all().end(),
                       [&](const Decided& each) { return each.sum->value == value; });
  }

  // From the stop before the figure to the figure.
  string_view lead_to(const Number& number) const {
    const Span clause = clause_around(view_.text, number.span);
    return view_.text.substr(clause.start, number.span.start - clause.start);
  }

  // Who pays and who is paid by the clause before a figure; nobody where none is named.
  struct Ends {
    std::uint64_t payer = 0;
    std::uint64_t payee = 0;
  };
  Ends ends_of(string_view lead) const {
    const SidedText text = sides_.read(lead);
    Ends ends;
    for (std::size_t at = 0; at < text.said.size(); ++at) {
      if (!is_side(text.said[at])) continue;
      const std::uint64_t who = text.who[text.mark(at)];
      const string_view before = string_view(text.said).substr(0, at);
      const bool paid = (ends_with_word(before, words("pays_to")) || before.ends_with("向"));
      if (paid) ends.payee = who;
      if (!paid && ends.payer == 0) ends.payer = who;
    }
    return ends;
  }

  static bool apart(std::uint64_t a, std::uint64_t b) { return a != 0 && b != 0 && (a & b) == 0; }

  static bool by_time(string_view lead) {
    return contains(lead, {"每月", "每年", "每个月", "按月", "每日", "每天", "每季"});
  }

  // The only ordered sum that nothing decides and that is for the same.
  const Ordered* only_candidate(const Decided& decided) const {
    const std::vector<std::size_t> heads = heads_in(lead_of(decided));
    // What spouses owe each other is set off, and only the last word counts.
    if (heads.empty() && family_ && !concludes(decided)) return nullptr;
    const Ordered* found = nullptr;
    for (const Ordered& each : ordered_) {
      if (is_decided(each.sum->value) || !for_the_same(decided, heads, each)) continue;
      if (found != nullptr) return nullptr;
      found = &each;
    }
    return found;
  }

  string_view lead_of(const Decided& decided) const {
    return heads_in(decided.lead).empty() ? lead_to(*decided.sum) : decided.lead;
  }

  bool for_the_same(const Decided& decided, const std::vector<std::size_t>& heads,
                    const Ordered& ordered) const {
    const string_view lead = lead_to(*ordered.sum);
    if (by_time(lead) != by_time(lead_to(*decided.sum))) return false;
    if (contains(lead, {"无需", "无须", "不再"})) return false;
    const Ends here = ends_of(lead);
    const Ends there = ends_of(decided.claimed ? lead_of(decided) : lead_to(*decided.sum));
    if (apart(here.payee, there.payee) || apart(here.payer, there.payer)) return false;
    const std::vector<std::size_t> its = heads_in(lead);
    if (!heads.empty() && !its.empty())
      return heads.back() == its.back() ||
             common_end(head_of(view_, *decided.sum), head_of(view_, *ordered.sum)) >= 2;
    // 货款 is what a sum without a name is paid for, 鉴定费 is not; a larger one without a name may
    // hold several.
    const auto debt = [](const std::vector<std::size_t>& named) {
      return named.empty() || claim_heads()[named.back()].sort == "debt";
    };
    const bool one = only_sum() && debt(its) && debt(heads) &&
                     !(its.empty() && ordered.sum->value > decided.sum->value);
    return one || (heads.empty() && here.payee != 0 && here.payee == there.payee);
  }

  // One sum is ordered in all, and one decided.
  bool only_sum() const {
    return ordered_.size() == 1 &&
           std::all_of(decided_.all().begin(), decided_.all().end(), [&](const Decided& each) {
             return each.sum->value == decided_.all().front().sum->value;
           });
  }

  // What the court comes to in the end: 两项相抵, 扣除…后, 因此.
  bool concludes(const Decided& decided) const {
    const ReasonedSentence& own = ruling_.sentences[decided.sentence];
    const string_view before = own.words.substr(0, decided.sum->span.start - own.span.start);
    return contains(before, {"相抵", "扣除", "减去", "抵扣", "扣减", "因此", "综上", "据此", "尚应",
                             "还应", "尚需", "仍应"}) ||
           calculation_of(*decided.sum) != nullptr;
  }

  // The printed calculation whose result the figure is: 320000元（365000元-45000元）.
  const Equation* calculation_of(const Number& number) const {
    constexpr std::size_t kNear = 6;  // bytes
    for (const Equation& each : view_.equations)
      if (each.calculation.start >= number.span.end &&
          each.calculation.start <= number.span.end + kNear)
        return &each;
    return nullptr;
  }

  // The order of the other sum may be right.
  bool may_follow(const Decided& decided, const Ordered& ordered) const {
    const Exact& right = decided.sum->value;
    const Exact& other = ordered.sum->value;
    const string_view item = view_.quote(ordered.item);
    if (contains(item, {"扣除", "扣减", "抵扣", "抵销", "折抵", "已付", "已支付", "先行", "其中",
                        "限额", "范围内", "部分"}) ||
        has_word(lead_to(*ordered.sum), words("holds_all")) || lessened_later(decided) ||
        asked_for(other) || in_costs(right))
      return true;
    if (corrected_beside(view_, decided.sum->span) || corrected_beside(view_, ordered.sum->span) ||
        set_aside(view_, decided.sum->span))
      return true;
    const bool operand = concludes(decided) && stands_before(decided, other);
    if (decided_.reasoned(other) && !operand) return true;
    return !operand && reckoned(right, other);
  }

  bool stands_before(const Decided& decided, const Exact& value) const {
    bool before = false;
    for (std::size_t i = 0; i < ruling_.sentences.size(); ++i) {
      const bool here = stands_in(view_, ruling_.sentences[i].span, value);
      if (here && i > decided.sentence) return false;
      before = before || here;
    }
    return before;
  }

  // A later sentence on the same or on no head speaks of less.
  bool lessened_later(const Decided& decided) const {
    const std::vector<std::size_t> heads = heads_in(lead_of(decided));
    for (std::size_t i = decided.sentence + 1; i < ruling_.sentences.size(); ++i) {
      const ReasonedSentence& later = ruling_.sentences[i];
      const bool of_it = stands_in(view_, later.span, decided.sum->value) ||
                         contains(later.words, {"上述", "该款", "该笔", "该项", "前述"});
      if (!lessens(later.words) && !(of_it && has_word(later.words, words("settles")))) continue;
      const std::vector<std::size_t> its = heads_in(later.words);
      if (contains(later.words, {"基数"})) continue;
      if (heads.empty() || (its.empty() && of_it) ||
          std::find(its.begin(), its.end(), heads.back()) != its.end())
        return true;
    }
    return false;
  }

  // No more was asked.
  bool asked_for(const Exact& value) const {
    const std::vector<Span> claims = view_.spans(Tag::kClaims);
    return std::any_of(claims.begin(), claims.end(),
                       [&](const Span& part) { return stands_in(view_, part, value); });
  }

  bool in_costs(const Exact& value) const {
    const std::vector<Span> costs = view_.spans(Tag::kCosts);
    return std::any_of(costs.begin(), costs.end(),
                       [&](const Span& part) { return stands_in(view_, part, value); });
  }

  // What lies between the two is named, the one holds the other, or is a share or a multiple of it.
  bool reckoned(const Exact& right, const Exact& other) const {
    const Exact between = (right - other).abs();
    const bool known =
        std::any_of(view_.numbers.begin(), view_.numbers.end(), [&](const Number& n) {
          const Tag tag = view_.section(n.span.start).tag;
          if (tag != Tag::kReasoning && tag != Tag::kFacts && tag != Tag::kDisposition)
            return false;
          if (n.measure == Measure::kMoney && (n.value - between).abs() < Exact(1)) return true;
          if (n.measure != Measure::kPercent) return false;
          return (right * n.value - other).abs() < Exact(1) ||
                 (right - right * n.value - other).abs() < Exact(1);
        });
    if (known || decided_.adds_up(right, other)) return true;
    for (const int times : {2, 3, 4, 5, 6, 12})
      if (right == other * times || other == right * times) return true;
    return false;
  }

  // 每月支付抚养费1500元 reasoned, 每年支付抚养费1500元 ordered.
  void by_the_year() {
    for (const Decided& each : decided_.all()) {
      const string_view lead = lead_to(*each.sum);
      const bool monthly = contains(lead, {"每月", "每个月", "按月"});
      if (!monthly && !contains(lead, {"每年", "按年"})) continue;
      for (const Ordered& ordered : ordered_) {
        const string_view there = lead_to(*ordered.sum);
        if (ordered.sum->value != each.sum->value || heads_in(there) != heads_in(lead)) continue;
        const bool its_monthly = contains(there, {"每月", "每个月", "按月"});
        if (monthly == its_monthly || (!its_monthly && !contains(there, {"每年", "按年"})))
          continue;
        add("amount", each, ordered,
            monthly ? fmt::format("理由部分确定每月支付“{}”，主文却写作每年支付。",
                                  view_.quote(each.sum->span))
                    : fmt::format("理由部分确定每年支付“{}”，主文却写作每月支付。",
                                  view_.quote(each.sum->span)));
        return;
      }
    }
  }

  void report(const Decided& decided, const Ordered& ordered) {
    const Number& right = *decided.sum;
    const Number& other = *ordered.sum;
    const bool wan = right.value == other.value * 10000 || other.value == right.value * 10000;
    const bool base = std::any_of(bases_.begin(), bases_.end(),
                                  [&](const Number* each) { return each->value == right.value; });
    add(wan ? "unit" : "amount", decided, ordered,
        base ? fmt::format("理由部分认定应给付“{}”，利息亦以此为基数，主文却判令给付“{}”。",
                           view_.quote(right.span), view_.quote(other.span))
             : fmt::format("理由部分认定应给付“{}”，主文没有判令这一数额，却判令给付“{}”。",
                           view_.quote(right.span), view_.quote(other.span)));
  }

  void add(string_view kind, const Decided& decided, const Ordered& ordered, std::string chinese) {
    const Span place = clause_around(view_.text, ordered.sum->span);
    if (told_already(findings_, place)) return;
    findings_.push_back(finding(kind, "checks/amount", place,
                                clause_around(view_.text, decided.sum->span), std::move(chinese)));
  }

  const CaseView& view_;
  const Ruling& ruling_;
  const Sides& sides_;
  const DecidedSums decided_;
  std::vector<Ordered> ordered_;      // sums of the items that order, in order
  DecidedSums::Sums sums_;            // the same without their items
  std::vector<const Number*> bases_;  // what the order reckons interest from
  bool family_ = false;               // property of spouses is shared out
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> other_sums(const JudgmentView& judgment) {
  if (!judgment.view.chinese() || judgment.ruling.appeal) return {};
  return OtherSums(judgment).run();
}

}  // namespace proviso::tasks
