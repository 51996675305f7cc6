#include "tasks/checks/owed.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "tasks/checks/claim_heads.h"
#include "tasks/checks/figure_head.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

// A sum that the court says is owed.
struct Debt {
  const Number* sum = nullptr;
  std::size_t sentence = 0;  // index into Ruling::sentences
  string_view lead;          // from the word of duty to the sum
};

class Debts {
 public:
  explicit Debts(const Ruling& ruling) : ruling_(ruling), view_(ruling.view) {
    // What spouses owe each other is set off in the order.
    for (const Span& part : view_.spans(Tag::kReasoning))
      family_ = family_ || contains(view_.quote(part), {"夫妻共同财产", "共同财产"});
    for (const Number& number : view_.numbers) {
      if (number.measure != Measure::kMoney || number.value <= Exact(0)) continue;
      if (in_item(number)) ordered_.push_back(&number);
    }
  }

  std::vector<Finding> run() {
    if (has_word(ruling_.ordered, words("figures_by_list"))) return {};
    read();
    if (ordered_.size() > kMost || reasoned_.size() > kMost || debts_.size() > kMost) return {};
    sorted_ = reasoned_;
    std::sort(sorted_.begin(), sorted_.end());
    if (!ruling_.orders) return of_nothing();
    const auto forgotten =
        std::find_if(debts_.begin(), debts_.end(), [&](const Debt& debt) { return lost(debt); });
    if (forgotten != debts_.end()) return {of_sum(*forgotten)};
    return of_rights();
  }

 private:
  static constexpr std::size_t kMost = 300;    // figures: more is a schedule
  static constexpr std::int64_t kLeast = 100;  // yuan

  bool in_item(const Number& number) const {
    const auto after =
        std::upper_bound(ruling_.items.begin(), ruling_.items.end(), number.span.start,
                         [](std::size_t value, const Span& item) { return value < item.start; });
    return after != ruling_.items.begin() && number.span.end <= std::prev(after)->end;
  }

  // The debts of the reasoning, each sum where it is fixed last.
  void read() {
    std::size_t next = 0;
    for (std::size_t i = 0; i < ruling_.sentences.size(); ++i) {
      const ReasonedSentence& sentence = ruling_.sentences[i];
      while (next < view_.numbers.size() && view_.numbers[next].span.start < sentence.span.start)
        ++next;
      for (; next < view_.numbers.size() && view_.numbers[next].span.end <= sentence.span.end;
           ++next) {
        const Number& number = view_.numbers[next];
        if (number.measure != Measure::kMoney || number.per) continue;
        reasoned_.push_back(number.value);
        if (number.approximate || number.value < Exact(kLeast) || view_.bracket[next] != 0)
          continue;
        const string_view lead = lead_of(sentence, number);
        if (!lead.empty()) debts_.push_back({&number, i, lead});
      }
    }
  }

  // The words that lead to the sum from the court's word of duty, from the asking of a supported
  // claim, or of the clause that says who bears it; empty where none does.
  string_view lead_of(const ReasonedSentence& sentence, const Number& number) const {
    static const RE2 duty(
        ".*((?:，即[^，。；]{0,12}(?:赔偿|支付|给付|返还|补偿)|应当|应予|应该|应|尚需|还需|仍需|须|"
        "有权要求|"
        "有权请求|酌定|酌情|"
        "本院[^，。；]{0,12}(?:支持|认定|确认|确定|核定))[^，。；：:（(\\n]*)$");
    static const RE2 borne(
        "^[^。；]{0,160}?(?:应由|由)[^，。；]{0,60}(?:承担|负担|支付|赔偿|给付|返还)|"
        "^，(?:[^，。；不未]{0,12})?应(?:当)?(?:依法|予以|予|全额|如数|及时){0,2}"
        "(?:支付|赔偿|给付|返还|偿还|退还|补足|补发)|"
        "^[^。；]{0,160}?应(?:当|予)?受法律保护");
    if (sentence.stand == Stand::kRefuse || !by_court(sentence.words) ||
        has_word(sentence.words, words("no_own_word")))
      return {};
    const string_view before = sentence.words.substr(0, number.span.start - sentence.span.start);
    const string_view behind = sentence.words.substr(number.span.end - sentence.span.start);
    if (begins_with_word(behind, words("as_base")) || begins_with_word(behind, words("reckons")))
      return {};
    if (sentence.stand == Stand::kSupport && sentence.of_claim && !sentence.wish.negative &&
        number.span.start >= offset(sentence.wish.object) &&
        number.span.end <= offset(sentence.wish.object) + sentence.wish.object.size() &&
        !takes_a_part(sentence.wish) && !has_word(sentence.wish.object, words("of_a_sum")) &&
        !sum_behind_verdict(sentence))
      return sentence.wish.object.substr(0, number.span.start - offset(sentence.wish.object));
    const std::size_t comma = before.rfind("，");
    const string_view last = before.substr(comma == before.npos ? 0 : comma);
    re2::StringPiece found;
    if (RE2::FullMatch({before.data(), before.size()}, duty, &found)) {
      const string_view lead(found.data(), found.size());
      const std::size_t stop = before.rfind("，", before.size() - lead.size());
      const string_view clause = before.substr(stop == before.npos ? 0 : stop);
      const bool pays =
          has_word(lead, words("debt_verb")) || (contains(lead, {"酌"}) && !heads_in(lead).empty());
      if (pays) return !supposed(clause) && !family_ ? lead : string_view();
    }
    const bool named = !heads_in(last).empty() && !supposed(last) && !family_ &&
                       !has_word(sentence.words, words("of_many_cases"));
    return named && RE2::PartialMatch({behind.data(), behind.size()}, borne) ? last : string_view();
  }

  // 本院支持36800元: what is granted stands behind the verdict.
  bool sum_behind_verdict(const ReasonedSentence& sentence) const {
    const std::size_t verdict = sentence.words.rfind("支持");
    return verdict != string_view::npos &&
           ruling_.names_sum({sentence.span.start + verdict, sentence.span.end});
  }

  // No debt of its own: a wish, a contract's words, what was paid. 参照约定的标准 only says how
  // much.
  static bool supposed(string_view clause) {
    static const RE2 measure(
        "(?:按照?|参照|依照?|依据|根据|结合)[^，。；]{0,40}?(?:约定的?|规定的?)(?:标准)?");
    std::string own(clause);
    RE2::GlobalReplace(&own, measure, "");
    return has_word(own, words("no_debt"));
  }

  std::size_t offset(string_view piece) const {
    return static_cast<std::size_t>(piece.data() - view_.text.data());
  }

  bool lost(const Debt& debt) const {
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
  bool under_its_head(const Debt& debt) const {
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

  bool another_debt(const Debt& debt, Span item) const {
    const ReasonedSentence& sentence = ruling_.sentences[debt.sentence];
    if (lessens(sentence.words)) return false;
    bool any = false;
    for (const Number* each : ordered_) {
      if (each->span.start < item.start || each->span.end > item.end) continue;
      any = true;
      if (!stands_in(sentence.span, each->value)) return false;
    }
    return any;
  }

  bool stands_in(Span span, const Exact& value) const {
    const std::span<const Number> numbers = numbers_in(view_, span);
    return std::any_of(numbers.begin(), numbers.end(), [&](const Number& each) {
      return each.measure == Measure::kMoney && each.value == value;
    });
  }

  bool in_costs(const Number& sum) const {
    const std::vector<Span> costs = view_.spans(Tag::kCosts);
    return std::any_of(costs.begin(), costs.end(),
                       [&](const Span& part) { return stands_in(part, sum.value); });
  }

  bool reasoned(const Exact& value) const {
    return std::binary_search(sorted_.begin(), sorted_.end(), value);
  }

  // An ordered sum may hold it: one that the reasoning does not give by itself, one called a total,
  // one that it makes up with others.
  bool in_a_total(const Number& sum) const {
    return std::any_of(ordered_.begin(), ordered_.end(), [&](const Number* each) {
      if (!(sum.value < each->value)) return false;
      const Span item = item_of(*each);
      return !reasoned(each->value) || has_word(view_.quote(item), words("holds_all")) ||
             reasoned(each->value - sum.value) || adds_up(sum.value, each->value);
    });
  }

  Span item_of(const Number& number) const {
    return *std::prev(
        std::upper_bound(ruling_.items.begin(), ruling_.items.end(), number.span.start,
                         [](std::size_t value, const Span& item) { return value < item.start; }));
  }

  // Neighbours in the reasoning, `part` among them, make a sum that `wanted` says yes to.
  template <typename Wanted>
  bool with_neighbours(const Exact& part, Wanted wanted) const {
    constexpr std::size_t kTerms = 12;
    for (std::size_t i = 0; i < reasoned_.size(); ++i) {
      Exact sum;
      bool held = false;
      for (std::size_t j = i; j < std::min(reasoned_.size(), i + kTerms); ++j) {
        sum = sum + reasoned_[j];
        held = held || reasoned_[j] == part;
        if (held && j > i && wanted(sum)) return true;
      }
    }
    return false;
  }

  bool adds_up(const Exact& part, const Exact& total) const {
    return with_neighbours(part, [&](const Exact& sum) { return sum == total; });
  }

  bool part_of_a_total(const Exact& part) const {
    return with_neighbours(part, [&](const Exact& sum) {
      return std::binary_search(sorted_.begin(), sorted_.end(), sum);
    });
  }

  // A figure to reckon with: something is taken off it, it is part of a total of the reasoning, or
  // a part of it is ordered.
  bool only_on_the_way(const Debt& debt) const {
    const Number& sum = *debt.sum;
    if (std::any_of(view_.equations.begin(), view_.equations.end(), [&](const Equation& each) {
          return sum.span.start >= each.calculation.start && sum.span.end <= each.calculation.end;
        }))
      return true;
    const ReasonedSentence& own = ruling_.sentences[debt.sentence];
    const string_view behind = own.words.substr(sum.span.end - own.span.start);
    if (lessens(behind) || has_word(own.words, words("settles")) ||
        has_word(behind, words("paid_off")))
      return true;
    for (std::size_t i = debt.sentence + 1; i < ruling_.sentences.size(); ++i) {
      const ReasonedSentence& later = ruling_.sentences[i];
      const bool speaks_of_it =
          stands_in(later.span, sum.value) || (i == debt.sentence + 1 && refers(later.words));
      if (speaks_of_it && (lessens(later.words) || has_word(later.words, words("settles")) ||
                           has_word(later.words, words("paid_off"))))
        return true;
      if (has_word(later.words, words("caps"))) return true;
    }
    if (part_of_a_total(sum.value) || ruling_.added_up(own.span.end)) return true;
    return std::any_of(ordered_.begin(), ordered_.end(), [&](const Number* each) {
      return each->value < sum.value && (reasoned(sum.value - each->value) || share(*each, sum));
    });
  }

  static bool lessens(string_view said) {
    return has_word(said, words("lessens")) ||
           (has_word(said, words("shares")) && has_word(said, words("share_of")) &&
            !contains(said, {"利率", "利息", "违约金", "LPR"}));
  }

  static bool refers(string_view said) {
    return contains(said, {"该款", "上述", "前述", "该笔", "此款", "该费用", "该项", "该损失"});
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
    const Debt& last = debts_.back();
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

  Finding of_sum(const Debt& debt) const {
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
          !contains(ruling_.ordered, {"离婚", "婚姻"}))
        return {told(sentence.span, "理由部分准予离婚，主文却未作处理。",
                     "The reasoning grants the divorce, the operative part is silent on it.")};
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
  std::vector<Exact> reasoned_;         // sums of the reasoning, in order
  std::vector<Exact> sorted_;           // the same by value
  std::vector<Debt> debts_;
  bool family_ = false;  // property of spouses is shared out
};

}  // namespace

std::vector<Finding> forgotten_duties(const Ruling& ruling) {
  return Debts(ruling).run();
}

}  // namespace proviso::tasks
