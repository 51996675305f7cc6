#include "tasks/checks/decided.h"

#include <re2/re2.h>

#include <algorithm>
#include <span>
#include <string>

#include "tasks/checks/claim_heads.h"
#include "tasks/checks/search.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

constexpr std::int64_t kLeast = 100;  // yuan

bool contains_sum(const DecidedSums::Sums& sums, const Exact& value) {
  return std::any_of(sums.begin(), sums.end(),
                     [&](const Number* each) { return each->value == value; });
}

bool refers(string_view said) {
  return contains(said, {"该款", "上述", "前述", "该笔", "此款", "该费用", "该项", "该损失"});
}

// Neighbours in the reasoning, `part` among them, make a sum that `wanted` says yes to.
template <typename Wanted>
bool with_neighbours(const std::vector<Exact>& reasoned, const Exact& part, Wanted wanted) {
  constexpr std::size_t kTerms = 12;
  for (std::size_t i = 0; i < reasoned.size(); ++i) {
    Exact sum;
    bool held = false;
    for (std::size_t j = i; j < std::min(reasoned.size(), i + kTerms); ++j) {
      sum = sum + reasoned[j];
      held = held || reasoned[j] == part;
      if (held && j > i && wanted(sum)) return true;
    }
  }
  return false;
}

}  // namespace

DecidedSums::DecidedSums(const Ruling& ruling) : ruling_(ruling) {
  const CaseView& view = ruling.view;
  for (std::size_t i = 0; i < ruling.sentences.size(); ++i) {
    const ReasonedSentence& sentence = ruling.sentences[i];
    for (const Number& number : numbers_in(view, sentence.span)) {
      if (number.measure != Measure::kMoney || number.per) continue;
      reasoned_.push_back(number.value);
      const auto index = static_cast<std::size_t>(&number - view.numbers.data());
      if (number.approximate || number.value < Exact(kLeast) || view.bracket[index] != 0) continue;
      bool claimed = false;
      const string_view lead = lead_of(sentence, number, claimed);
      if (!lead.empty()) decided_.push_back({&number, i, lead, claimed});
    }
  }
  sorted_ = reasoned_;
  std::sort(sorted_.begin(), sorted_.end());
}

bool DecidedSums::reasoned(const Exact& sum) const {
  return std::binary_search(sorted_.begin(), sorted_.end(), sum);
}

// The words that lead to the sum from the court's word of duty, from the asking of a supported
// claim, or of the clause that says who bears it; empty where none does.
string_view DecidedSums::lead_of(const ReasonedSentence& sentence, const Number& number,
                                 bool& claimed) const {
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
  if (begins_with_word(behind, words("as_base")) || begins_with_word(behind, words("reckons")) ||
      names_a_debt(number))
    return {};
  if (sentence.stand == Stand::kSupport && sentence.of_claim && !sentence.wish.negative &&
      number.span.start >= offset(sentence.wish.object) &&
      number.span.end <= offset(sentence.wish.object) + sentence.wish.object.size() &&
      !takes_a_part(sentence.wish) && !has_word(sentence.wish.object, words("of_a_sum")) &&
      !sum_behind_verdict(sentence)) {
    claimed = true;
    return sentence.wish.object.substr(0, number.span.start - offset(sentence.wish.object));
  }
  if (left_and_claimed(sentence, number)) {
    claimed = true;
    return before.substr(before.rfind("，") == before.npos ? 0 : before.rfind("，"));
  }
  if (goes_on(sentence, number)) return before.substr(before.rfind("，"));
  const std::size_t comma = before.rfind("，");
  const string_view last = before.substr(comma == before.npos ? 0 : comma);
  re2::StringPiece found;
  if (RE2::FullMatch(piece(before), duty, &found)) {
    const string_view lead(found.data(), found.size());
    const std::size_t stop = before.rfind("，", before.size() - lead.size());
    const string_view clause = before.substr(stop == before.npos ? 0 : stop);
    const bool pays =
        has_word(lead, words("debt_verb")) || (contains(lead, {"酌"}) && !heads_in(lead).empty());
    if (pays) return !supposed(clause) ? lead : string_view();
  }
  const bool named = !heads_in(last).empty() && !supposed(last) &&
                     !has_word(sentence.words, words("of_many_cases"));
  return named && RE2::PartialMatch(piece(behind), borne) ? last : string_view();
}

// 支付200000元货款的余款61000元, 偿还200000元借款的本金: the first sum only says which debt it is.
bool DecidedSums::names_a_debt(const Number& number) const {
  constexpr std::size_t kNear = 30;  // bytes
  static const RE2 of_it("^(?:借款|货款|贷款|欠款|工程款)的(?:本金|利息|本息|余款)");
  const Number* next = &number + 1;
  const CaseView& view = ruling_.view;
  if (RE2::PartialMatch(piece(view.text.substr(number.span.end, kNear)), of_it)) return true;
  if (next == view.numbers.data() + view.numbers.size() || next->measure != Measure::kMoney ||
      next->span.start < number.span.end || next->span.start - number.span.end > kNear)
    return false;
  const string_view between = view.text.substr(number.span.end, next->span.start - number.span.end);
  return contains(between, {"款", "本"}) &&
         !contains(between,
                   {"，", "、", "。", "；", "（", "(", "和", "及", "与", "加", "即", "中"});
}

// 尚欠本金350000元，原告要求被告归还，本院予以支持: the sum stands right before the claim for it.
bool DecidedSums::left_and_claimed(const ReasonedSentence& sentence, const Number& number) const {
  static const RE2 left("(?:尚欠|下欠|欠付|仍欠|拖欠)[^，。；]{0,20}$");
  const Wish& wish = sentence.wish;
  if (sentence.stand != Stand::kSupport || !sentence.of_claim || wish.negative ||
      wish.object.empty() || takes_a_part(wish) || !has_word(wish.object, words("debt_verb")) ||
      ruling_.names_sum({offset(wish.object), sentence.span.end}))
    return false;
  const std::size_t start = sentence.span.start;
  const string_view before = sentence.words.substr(0, number.span.start - start);
  if (number.span.end > offset(wish.object) || !RE2::PartialMatch(piece(before), left))
    return false;
  const string_view between =
      ruling_.view.text.substr(number.span.end, offset(wish.object) - number.span.end);
  constexpr std::size_t kSubject = 60;  // bytes
  return between.starts_with("，") && between.find("，", 3) == between.npos &&
         between.size() < kSubject;
}

// 应支付甲170782元，返还乙13320元: the next clause goes on with another verb of paying.
bool DecidedSums::goes_on(const ReasonedSentence& sentence, const Number& number) const {
  static const RE2 pays(
      "，(?:并|同时|另)?(?:支付|返还|赔偿|给付|偿还|退还|归还|补偿)[^，。；：:（(]{0,24}$");
  const string_view before = sentence.words.substr(0, number.span.start - sentence.span.start);
  if (!RE2::PartialMatch(piece(before), pays) || decided_.empty()) return false;
  const Decided& last = decided_.back();
  const std::size_t comma = sentence.span.start + before.rfind("，");
  return &ruling_.sentences[last.sentence] == &sentence && last.sum->span.end <= comma &&
         comma - last.sum->span.end <= 6;
}

// 本院支持36800元: what is granted stands behind the verdict.
bool DecidedSums::sum_behind_verdict(const ReasonedSentence& sentence) const {
  const std::size_t verdict = sentence.words.rfind("支持");
  return verdict != string_view::npos &&
         ruling_.names_sum({sentence.span.start + verdict, sentence.span.end});
}

bool DecidedSums::adds_up(const Exact& part, const Exact& total) const {
  return with_neighbours(reasoned_, part, [&](const Exact& sum) { return sum == total; });
}

// 扣除已付的240000元，尚应支付486000元; 两项相抵，应支付270000元; 扣除其应承担的1680元 itself is
// taken off.
DecidedSums::Place DecidedSums::place_of(const ReasonedSentence& own, const Number& sum) const {
  const string_view before = own.words.substr(0, sum.span.start - own.span.start);
  if (contains(before, {"相抵"})) return Place::kRest;
  std::size_t off = string_view::npos;
  for (const string_view word : {"扣除", "减去", "扣减", "抵扣"}) {
    const std::size_t at = before.rfind(word);
    if (at != before.npos && (off == before.npos || at > off)) off = at;
  }
  if (off == before.npos) {
    const std::size_t comma = before.rfind("，");
    const bool left = comma != before.npos &&
                      contains(before.substr(comma), {"尚欠", "下欠", "仍欠", "余欠"}) &&
                      ruling_.names_sum({own.span.start, own.span.start + comma});
    return left ? Place::kRest : Place::kElsewhere;
  }
  const bool behind = ruling_.names_sum({own.span.start + off, sum.span.start}) ||
                      before.find("，", off) != before.npos;
  return behind ? Place::kRest : Place::kTakenOff;
}

// Wherever the reasoning has the sum.
bool DecidedSums::is_rest(const Exact& sum) const {
  return std::any_of(
      ruling_.sentences.begin(), ruling_.sentences.end(), [&](const ReasonedSentence& each) {
        const std::span<const Number> numbers = numbers_in(ruling_.view, each.span);
        return std::any_of(numbers.begin(), numbers.end(), [&](const Number& number) {
          return number.value == sum && place_of(each, number) == Place::kRest;
        });
      });
}

bool DecidedSums::part_of_a_total(const Decided& decided, const Sums& ordered) const {
  // 总价726000元，扣除已付的240000元，尚应支付486000元: what is left makes the whole with what was
  // taken off, and is no part of a sum for that.
  if (is_rest(decided.sum->value)) return false;
  // Where the other parts are ordered one by one, so is this one.
  return with_neighbours(reasoned_, decided.sum->value, [&](const Exact& sum) {
    return reasoned(sum) && !contains_sum(ordered, sum - decided.sum->value);
  });
}

bool DecidedSums::on_the_way(const Decided& decided, const Sums& ordered) const {
  const Number& sum = *decided.sum;
  const CaseView& view = ruling_.view;
  if (std::any_of(view.equations.begin(), view.equations.end(), [&](const Equation& each) {
        return sum.span.start >= each.calculation.start && sum.span.end <= each.calculation.end;
      }))
    return true;
  const ReasonedSentence& own = ruling_.sentences[decided.sentence];
  if (place_of(own, sum) == Place::kTakenOff) return true;
  const string_view behind = own.words.substr(sum.span.end - own.span.start);
  if (lessens(behind) || has_word(own.words, words("settles")) ||
      has_word(behind, words("paid_off")) || has_word(behind, words("held_to_claim")))
    return true;
  for (std::size_t i = decided.sentence + 1; i < ruling_.sentences.size(); ++i) {
    const ReasonedSentence& later = ruling_.sentences[i];
    const bool speaks_of_it = stands_in(view, later.span, sum.value) ||
                              (i == decided.sentence + 1 && refers(later.words));
    if (contains(later.words, {"基数"})) continue;
    if (speaks_of_it && (lessens(later.words) || has_word(later.words, words("settles")) ||
                         has_word(later.words, words("paid_off"))))
      return true;
    if (has_word(later.words, words("caps"))) return true;
  }
  return part_of_a_total(decided, ordered) || ruling_.added_up(own.span.end);
}

std::size_t DecidedSums::offset(string_view piece_of_it) const {
  return static_cast<std::size_t>(piece_of_it.data() - ruling_.view.text.data());
}

bool supposed(string_view clause) {
  static const RE2 measure(
      "(?:按照?|参照|依照?|依据|根据|结合)[^，。；]{0,40}?(?:约定的?|规定的?)(?:标准)?");
  std::string own(clause);
  RE2::GlobalReplace(&own, measure, "");
  return has_word(own, words("no_debt"));
}

bool lessens(string_view said) {
  return has_word(said, words("lessens")) ||
         (has_word(said, words("shares")) && has_word(said, words("share_of")) &&
          !contains(said, {"利率", "利息", "违约金", "LPR"}));
}

bool stands_in(const CaseView& view, Span span, const Exact& value) {
  const std::span<const Number> numbers = numbers_in(view, span);
  return std::any_of(numbers.begin(), numbers.end(), [&](const Number& each) {
    return each.measure == Measure::kMoney && each.value == value;
  });
}

bool is_base(const CaseView& view, const Number& number) {
  return begins_with_word(view.text.substr(number.span.end), words("base_of_interest"));
}

}  // namespace proviso::tasks
