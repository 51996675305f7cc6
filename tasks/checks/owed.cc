#include "tasks/checks/owed.h"

#include <fmt/core.h>
#include <re2/re2.h>

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

class Debts {
 public:
  Debts(const Ruling& ruling, const std::vector<Span>& told)
      : ruling_(ruling), view_(ruling.view), decided_(ruling) {
    // What spouses owe each other is set off in the order.
    for (const Span& part : view_.spans(Tag::kReasoning))
      family_ = family_ || contains(view_.quote(part), {"夫妻共同财产", "共同财产"});
    for (const Number& number : view_.numbers) {
      if (number.measure != Measure::kMoney || number.value <= Exact(0)) continue;
      if (in_item(number) && !is_base(view_, number)) ordered_.push_back(&number);
    }
    for (const Decided& each : decided_.all()) {
      if (family_ && !each.claimed) continue;
      const bool elsewhere = std::any_of(told.begin(), told.end(), [&](Span span) {
        return span.start <= each.sum->span.start && each.sum->span.end <= span.end;
      });
      if (!elsewhere) debts_.push_back(each);
    }
  }

  std::vector<Finding> run() {
    if (has_word(ruling_.ordered, words("figures_by_list"))) return {};
    if (ordered_.size() > kMost || decided_.count() > kMost || debts_.size() > kMost) return {};
    if (!ruling_.orders) return of_nothing();
    const auto forgotten =
        std::find_if(debts_.begin(), debts_.end(), [&](const Decided& debt) { return lost(debt); });
    if (forgotten != debts_.end()) return {of_sum(*forgotten)};
    return of_rights();
  }

 private:
  static constexpr std::size_t kMost = 300;  // figures: more is a schedule

  bool in_item(const Number& number) const {
    const auto after =
        std::upper_bound(ruling_.items.begin(), ruling_.items.end(), number.span.start,
                         [](std::size_t value, const Span& item) { return value < item.start; });
    return after != ruling_.items.begin() && number.span.end <= std::prev(after)->end;
  }

  bool lost(const Decided& debt) const {
    return !ordered(*debt.sum) && !under_its_head(debt) && !in_costs(*debt.sum) &&
           !in_a_total(*debt.sum) && !only_on_the_way(debt);
  }

  bool ordered(const Number& sum) const {
    return std::any_of(ordered_.begin(), ordered_.end(), [&](const Number* each) {
      // 原告无需支付52000元 orders nothing.
      const Span clause = clause_around(view_.text, each->span);
      if (contains(view_.text.substr(clause.start, each->span.start - clause.start),
                   {"无需", "无须", "不需", "不支付", "不予支付", "不再支付"}))
        return false;
      return each->value - sum.value < Exact(1) && sum.value - each->value < Exact(1);
    });
  }

  // The order names what the sum is for: then it may say how much in other figures. Not where it
  // orders another sum of that name from the same sentence: two debts of one name.
  bool under_its_head(const Decided& debt) const {
    const std::vector<std::size_t> heads = heads_in(debt.lead);
    if (!heads.empty()) {
      const std::string& sort = claim_heads()[heads.back()].sort;
      if ((sort == "fee" || sort == "loss") &&
          (has_word(ruling_.ordered, words("covers_" + sort)) ||
           has_word(ruling_.ordered, words("holds_losses"))))
        return true;
      return std::any_of(ruling_.items.begin(), ruling_.items.end(), [&](const Span& item) {
        const std::string said = without_references(view_.quote(item));
        const std::vector<std::size_t> ordered = heads_in(said);
        return std::find(ordered.begin(), ordered.end(), heads.back()) != ordered.end() &&
               !another_debt(debt, item);
      });
    }
    const std::string head = head_of(view_, *debt.sum);
    constexpr std::size_t kName = 6;  // bytes: two characters
    if (head.size() < kName) return false;
    const string_view name = string_view(head).substr(head.size() - kName);
    return !has_word(name, words("no_head")) && ruling_.ordered.find(name) != std::string::npos;
  }

  bool another_debt(const Decided& debt, Span item) const {
    const ReasonedSentence& sentence = ruling_.sentences[debt.sentence];
    if (lessens(sentence.words)) return false;
    bool any = false;
    for (const Number* each : ordered_) {
      if (each->span.start < item.start || each->span.end > item.end) continue;
      any = true;
      if (!stands_in(view_, sentence.span, each->value)) return false;
    }
    return any;
  }

  bool in_costs(const Number& sum) const {
    const std::vector<Span> costs = view_.spans(Tag::kCosts);
    return std::any_of(costs.begin(), costs.end(),
                       [&](const Span& part) { return stands_in(view_, part, sum.value); });
  }

  // An ordered sum may hold it: one that the reasoning does not give by itself, one called a total,
  // one that it makes up with others.
  bool in_a_total(const Number& sum) const {
    return std::any_of(ordered_.begin(), ordered_.end(), [&](const Number* each) {
      if (!(sum.value < each->value)) return false;
      const Span item = item_of(*each);
      return !decided_.reasoned(each->value) || has_word(view_.quote(item), words("holds_all")) ||
             decided_.reasoned(each->value - sum.value) || decided_.adds_up(sum.value, each->value);
    });
  }

  Span item_of(const Number& number) const {
    return *std::prev(
        std::upper_bound(ruling_.items.begin(), ruling_.items.end(), number.span.start,
                         [](std::size_t value, const Span& item) { return value < item.start; }));
  }

  // A figure to reckon with, or a part of it is ordered.
  bool only_on_the_way(const Decided& debt) const {
    const Number& sum = *debt.sum;
    return decided_.on_the_way(debt, ordered_) ||
           std::any_of(ordered_.begin(), ordered_.end(), [&](const Number* each) {
             return each->value < sum.value &&
                    (decided_.reasoned(sum.value - each->value) || share(*each, sum));
           });
  }

  bool share(const Number& part, const Number& whole) const {
    for (const int n : {2, 3, 4})
      if (part.value * n == whole.value) return true;
    return std::any_of(view_.numbers.begin(), view_.numbers.end(), [&](const Number& rate) {
      if (rate.measure != Measure::kPercent) return false;
      const Exact off = whole.value * rate.value - part.value;
      return off < Exact(1) && Exact(-1) < off;
    });
  }

  // 驳回其他诉讼请求, and nothing is granted: an order is lost.
  std::vector<Finding> of_nothing() const {
    if (!ruling_.dismisses_others()) return of_nothing_at_all();
    // A supported claim is told as an outcome.
    const bool supported = std::any_of(
        ruling_.sentences.begin(), ruling_.sentences.end(), [](const ReasonedSentence& each) {
          return each.stand == Stand::kSupport && each.of_claim && by_court(each.words);
        });
    if (supported || debts_.empty()) return {};
    return {of_sum(debts_.back())};
  }

  // 驳回原告的诉讼请求, and the reasoning makes somebody pay, takes nothing back and sets nothing
  // off.
  std::vector<Finding> of_nothing_at_all() const {
    const bool all = std::all_of(ruling_.items.begin(), ruling_.items.end(), [&](const Span& item) {
      return dismisses(view_.quote(item)) && contains(view_.quote(item), {"诉讼请求"}) &&
             !contains(view_.quote(item), {"反诉"});
    });
    // A supported claim is told as an outcome.
    const bool supported = std::any_of(
        ruling_.sentences.begin(), ruling_.sentences.end(), [](const ReasonedSentence& each) {
          return each.stand == Stand::kSupport && each.of_claim && by_court(each.words);
        });
    if (!all || supported || debts_.empty()) return {};
    const Decided& last = debts_.back();
    if (only_on_the_way(last) || in_costs(*last.sum)) return {};
    const string_view own = ruling_.sentences[last.sentence].words;
    if (contains(own, {"原告应", "原告还应", "原告尚", "未", "没有", "协议", "约定"})) return {};
    for (std::size_t i = 0; i < ruling_.sentences.size(); ++i) {
      const ReasonedSentence& each = ruling_.sentences[i];
      if (each.stand == Stand::kRefuse && i > last.sentence && each.heads.empty() &&
          !takes_a_part(each.wish) && !contains(each.words, {"其余", "其他", "其它", "超出"}))
        return {};
    }
    return {of_sum(last)};
  }

  Finding of_sum(const Decided& debt) const {
    return told(ruling_.sentences[debt.sentence].span,
                fmt::format("理由部分认定应给付的“{}”，主文既未判令，亦未计入其他数额。",
                            view_.quote(debt.sum->span)),
                fmt::format("The reasoning holds {} to be owed, no item orders it.",
                            view_.quote(debt.sum->span)));
  }

  // A divorce granted, a priority recognised: rights without a sum.
  std::vector<Finding> of_rights() const {
    static const RE2 divorce(
        "[^不]准[予许][^，。；]{0,24}离婚|"
        "(?:要求|请求|起诉|诉请|坚持|提出)[^，。；]{0,24}离婚[^。；]{0,80}"
        "(?:应予|予以|应当|本院|应|可)(?:依法|予以)?(?:准许|准予|照准|支持)");
    static const RE2 priority("((?:有权|享有|应当?|可以?)[^，。；]{0,80}优先受偿)");
    const std::string all = all_items();
    static const RE2 care(
        "(?:应|宜|可|确定|判决|本院)[^，。；]{0,30}由[^，。；]{0,16}(?:直接)?抚[养育]|"
        "由[^，。；]{0,16}抚[养育](?:为宜|较为适宜|更为|较为)");
    for (const ReasonedSentence& sentence : ruling_.sentences) {
      if (sentence.stand == Stand::kRefuse || sentence.stand == Stand::kPart ||
          !by_court(sentence.words) || has_word(sentence.words, words("no_own_word")) ||
          has_word(sentence.words, words("supposes")))
        continue;
      const re2::StringPiece said(sentence.words.data(), sentence.words.size());
      if (RE2::PartialMatch(said, divorce) && names_divorce(sentence.words) &&
          !contains(ruling_.ordered, {"离婚", "婚姻"})) {
        if (const Span* refusal = divorce_refused(); refusal != nullptr)
          return {finding(
              "outcome", "checks/outcome", trimmed(view_, *refusal), trimmed(view_, sentence.span),
              view_.chinese()
                  ? "理由部分准予离婚，主文却不准离婚。"
                  : "The reasoning grants the divorce, the operative part refuses it.")};
        return {told(sentence.span, "理由部分准予离婚，主文却未作处理。",
                     "The reasoning grants the divorce, the operative part is silent on it.")};
      }
      if (RE2::PartialMatch(said, care) && !has_word(all, words("cares")))
        return {
            told(sentence.span, "理由部分确定了子女由何方抚养，主文却未作处理。",
                 "The reasoning gives the care of a child, the operative part is silent on it.")};
      re2::StringPiece right;
      if (RE2::PartialMatch(said, priority, &right) && !supposed(clause_to(sentence, right)) &&
          !has_word(all, words("covers_priority")))
        return {told(sentence.span, "理由部分认定享有优先受偿权，主文却未作处理。",
                     "The reasoning recognises a priority, the operative part is silent on it.")};
    }
    return {};
  }

  const Span* divorce_refused() const {
    const auto item = std::find_if(ruling_.items.begin(), ruling_.items.end(), [&](Span each) {
      return contains(view_.quote(each), {"离婚"}) &&
             has_word(view_.quote(each), words("not_divorced"));
    });
    return item == ruling_.items.end() ? nullptr : &*item;
  }

  // From the comma before to the end of what was found.
  static string_view clause_to(const ReasonedSentence& sentence, const re2::StringPiece& found) {
    const auto start = static_cast<std::size_t>(found.data() - sentence.words.data());
    const std::size_t comma = sentence.words.rfind("，", start);
    const std::size_t from = comma == string_view::npos ? 0 : comma;
    return sentence.words.substr(from, start + found.size() - from);
  }

  // Not 离婚协议, 离婚登记.
  static bool names_divorce(string_view said) {
    const std::vector<std::size_t> heads = heads_in(said);
    return std::any_of(heads.begin(), heads.end(),
                       [](std::size_t head) { return claim_heads()[head].sort == "divorce"; });
  }

  std::string all_items() const {
    std::string all;
    for (const Span& item : ruling_.items) all += view_.quote(item);
    return all;
  }

  Finding told(Span sentence, std::string chinese, std::string english) const {
    return finding("dropped_claim", "checks/dropped_claim", trimmed(view_, sentence),
                   trimmed(view_, ruling_.items.back()),
                   view_.chinese() ? std::move(chinese) : std::move(english));
  }

  const Ruling& ruling_;
  const CaseView& view_;
  std::vector<const Number*> ordered_;  // sums in items, in order
  const DecidedSums decided_;
  std::vector<Decided> debts_;
  bool family_ = false;  // property of spouses is shared out
};

}  // namespace

std::vector<Finding> forgotten_duties(const Ruling& ruling, const std::vector<Span>& told) {
  return Debts(ruling, told).run();
}

}  // namespace proviso::tasks
