#include "tasks/checks/amount.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "tasks/checks/explained_by.h"
#include "tasks/checks/figure_head.h"
#include "tasks/checks/sum_that_makes.h"
#include "tasks/checks/told_things.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

class Amounts {
 public:
  explicit Amounts(const CaseView& view) : view_(view) {
    for (const Span& item : view.disposition_items()) {
      for (std::size_t i = 0; i < view.numbers.size(); ++i) {
        const Number& number = view.numbers[i];
        if (number.span.start < item.start || number.span.end > item.end) continue;
        if (number.measure == Measure::kMoney && !number.per) ordered_.push_back(i);
      }
    }
    for (const Number& each : view.numbers) ++times_[each.value];
    for (std::size_t i = 0; i < view.numbers.size(); ++i) {
      const Number& number = view.numbers[i];
      const Tag tag = view.section(number.span.start).tag;
      const bool later = tag == Tag::kDisposition || tag == Tag::kCosts || tag == Tag::kNotice ||
                         tag == Tag::kSignature || tag == Tag::kAppendix;
      if (!later && (number.measure == Measure::kMoney || number.measure == Measure::kBare))
        earlier_.push_back(i);
    }
  }

  std::vector<Finding> run() {
    for (const std::size_t index : ordered_) {
      const Number& number = view_.numbers[index];
      if (number.approximate || number.value < Exact(50)) continue;
      if (stands_in(earlier_, number.value)) continue;
      not_found(index);
    }
    for (const std::size_t index : earlier_) told_once(index);
    for (const std::size_t index : ordered_) beside_same_principal(index);
    return std::move(findings_);
  }

 private:
  bool stands_in(const std::vector<std::size_t>& list, const Exact& value) const {
    return std::any_of(list.begin(), list.end(),
                       [&](std::size_t i) { return view_.numbers[i].value == value; });
  }

  std::size_t times(const Exact& value) const {
    const auto found = times_.find(value);
    return found == times_.end() ? 0 : found->second;
  }

  // Whether the document makes the figure of others. `products`: a share or a multiple counts too.
  bool explained(std::size_t index, Reach reach, bool products = true) const {
    const Number& number = view_.numbers[index];
    // The other amounts of the disposition explain too, but not the figure by itself.
    Terms terms = terms_of(view_, number.start, number.end);
    std::erase_if(terms.amounts, [&](const Exact& each) { return each == number.value; });
    const Reading reading = explained_by(number.value, terms, reach);
    return reading != Reading::kNone && (products || reading != Reading::kShare);
  }

  // Where every eighth figure as round as the ordered one could be made of what stands in the
  // document, that this one can says nothing: then only figures count that the text itself ties to
  // it. Those of the item and of the other place's sentence do; those around that sentence, under
  // the same head, or said to be paid or taken off, where they do not make every third figure too.
  bool explained_by_ties(std::size_t index, const Number& other, Reach reach) const {
    const Number& number = view_.numbers[index];
    Terms all = terms_of(view_, number.start, number.end);
    std::erase_if(all.amounts, [&](const Exact& each) { return each == number.value; });
    constexpr double kWorthless = 0.125;
    if (explained_by_chance(number.value, all, reach) <= kWorthless) return true;
    const auto lies_in = [](Span span, const Number& each) {
      return each.span.start >= span.start && each.span.start < span.end;
    };
    const Span item = sentence_around(view_.text, number.span);
    const Span beside = sentence_around(view_.text, other.span);
    const auto itself = [&](const Number& each) {
      return each.start == number.start || each.value == number.value;
    };
    const Terms closest = terms_of(view_, [&](const Number& each) {
      return !itself(each) && (lies_in(item, each) || lies_in(beside, each));
    });
    if (explained_by(number.value, closest, Reach::kNear) != Reading::kNone) return true;
    const Span around = with_neighbours(beside);
    const std::string head = head_of(view_, number);
    const Terms ties = terms_of(view_, [&](const Number& each) {
      if (itself(each)) return false;
      if (lies_in(item, each) || lies_in(around, each)) return true;
      return each.measure == Measure::kMoney &&
             (has_word(view_.quote(clause_around(view_.text, each.span)), words("paid")) ||
              common_end(head, head_of(view_, each)) >= 2);
    });
    constexpr double kCommon = 0.34;
    return explained_by(number.value, ties, Reach::kNear) != Reading::kNone &&
           explained_by_chance(number.value, ties, Reach::kNear) <= kCommon;
  }

  // A fine is fixed by its own measure, whatever else is about as large.
  bool is_fine(const Number& number) const {
    return contains(view_.quote(clause_around(view_.text, number.span)),
                    {"罚金", "罚款", "没收财产", "没收个人"});
  }

  // The court itself owes this figure in its reasons: no wish of a party, no term of a calculation.
  bool reasoned(const Number& other) const {
    const string_view clause = view_.quote(clause_around(view_.text, other.span));
    if (!in_reasoning(other) ||
        (has_word(clause, words("asks")) && !has_word(clause, words("fixes"))))
      return false;
    return !is_term(other);
  }

  bool is_term(const Number& number) const {
    return std::any_of(view_.equations.begin(), view_.equations.end(), [&](const Equation& each) {
      return number.span.start >= each.calculation.start && number.span.end <= each.calculation.end;
    });
  }

  // With the sentence before and the one behind on the same line.
  Span with_neighbours(Span sentence) const {
    if (sentence.start > 3)
      sentence.start = sentence_around(view_.text, {sentence.start - 3, sentence.start}).start;
    if (sentence.end + 3 < view_.text.size())
      sentence.end = sentence_around(view_.text, {sentence.end + 3, sentence.end + 3}).end;
    return sentence;
  }

  // 扣除已付的10000元: something is taken off in the item or from the earlier figure on.
  bool taken_off(const Number& number, const Number& other) const {
    constexpr std::size_t kNext = 150;  // bytes
    const Span from = sentence_around(view_.text, other.span);
    const std::size_t end = std::min(view_.text.size(), from.end + kNext);
    return has_word(view_.text.substr(from.start, end - from.start), words("takes_off")) ||
           has_word(view_.quote(sentence_around(view_.text, number.span)), words("takes_off"));
  }

  // The ordered amount stands nowhere before: is there one that it was meant to be?
  void not_found(std::size_t index) {
    const Number& number = view_.numbers[index];
    const std::string head = head_of(view_, number);
    std::size_t best = view_.numbers.size();
    int best_rank = 0;
    for (const std::size_t i : earlier_) {
      const Number& other = view_.numbers[i];
      if (other.approximate || other.per || set_aside(view_, other.span)) continue;
      if (is_fine(number) && !is_fine(other)) continue;
      const int rank = likeness(number, head, other);
      if (rank == 0 || rank < best_rank) continue;
      if (rank > best_rank || in_common(number, other) > in_common(number, view_.numbers[best])) {
        best = i;
        best_rank = rank;
      }
    }
    if (best == view_.numbers.size()) return;
    const Number& other = view_.numbers[best];
    const bool sure = best_rank >= kSure;
    const Reach reach = !sure                      ? Reach::kFull
                        : taken_off(number, other) ? Reach::kNear
                                                   : Reach::kPlain;
    // One digit off a figure of its own head: that a twelfth of something else is the same is
    // chance.
    const Slip slip = slip_between(number.value, other.value, 1);
    const bool typed = slip == Slip::kDigit || slip == Slip::kTransposed;
    if (explained(index, reach, !(sure && typed)) &&
        (best_rank < kOfItsHead || !reasoned(other) || explained_by_ties(index, other, reach)))
      return;
    if (reach == Reach::kPlain && differ_by_known(number, other)) return;
    if (number.value < other.value && granted_in_part(other.value)) return;
    report(number, other, "主文的这一数额在事实和理由中均未出现");
  }

  // 诉请返还8万元，应不予全部支持: less than what is asked is no slip of it.
  bool granted_in_part(const Exact& value) const {
    return std::any_of(view_.numbers.begin(), view_.numbers.end(), [&](const Number& each) {
      if (each.value != value || !in_reasoning(each)) return false;
      const string_view said = view_.quote(sentence_around(view_.text, each.span));
      return has_word(said, words("asks")) &&
             (has_word(said, words("in_part")) || contains(said, {"不予以全部", "不予全部"}));
    });
  }

  static constexpr std::size_t kOwnPlace = 2;  // pairs
  // How many pairs of characters the clause of `other` has in common with the ordered item, the
  // court's own reasons first: of several places the one that speaks of the same thing.
  std::size_t in_common(const Number& ordered, const Number& other) const {
    const string_view item = view_.quote(sentence_around(view_.text, ordered.span));
    const string_view clause = view_.quote(clause_around(view_.text, other.span));
    std::size_t pairs = in_reasoning(other) ? 3 : 0;
    // Of a calculation its result, of two places with one figure the court's own.
    if (is_term(other))
      pairs -= std::min<std::size_t>(pairs, 3);
    else if (found(other))
      pairs += kOwnPlace;
    for (std::size_t at = 0; at + 6 <= clause.size();) {
      const std::size_t bytes = code_point_bytes(clause[at]);
      const string_view pair = clause.substr(at, 6);
      if (bytes == 3 && code_point_bytes(clause[at + 3]) == 3 && item.find(pair) != item.npos)
        ++pairs;
      at += bytes;
    }
    return pairs;
  }

  // 363528元 found, 40000元 paid, 323528元 ordered: what lies between them stands in the document.
  // A round figure may do so by chance: then it must be paid or taken off.
  bool differ_by_known(const Number& number, const Number& other) const {
    const Exact between = (number.value - other.value).abs();
    constexpr int kNoChance = 3;  // significant digits
    constexpr int kOwn = 5;
    const bool chance =
        significant_digits(between) < kNoChance && significant_digits(number.value) < kOwn;
    return std::any_of(view_.numbers.begin(), view_.numbers.end(), [&](const Number& each) {
      if (!(each.value == between)) return false;
      return !chance ||
             (each.measure == Measure::kMoney &&
              has_word(view_.quote(clause_around(view_.text, each.span)), words("paid")));
    });
  }

  // One is the other rounded to its last place that is no nought: 476280 for 476282.
  static bool rounded(const Exact& a, const Exact& b) {
    const Exact between = (a - b).abs();
    for (Exact place = Exact::ratio(1, 10); place <= between * 10; place = place * 10) {
      if (between < place && ((a / place).is_whole() || (b / place).is_whole())) return true;
    }
    return false;
  }

  bool in_reasoning(const Number& number) const {
    return view_.in(number.span.start, Tag::kReasoning) && view_.this_level(number.span.start);
  }

  // Ranks of likeness: a slip under the head itself or fixed by the court; beyond doubt.
  static constexpr int kOfItsHead = 2;
  static constexpr int kSure = 3;

  // 0: unlike; else how sure it is that one was meant for the other.
  int likeness(const Number& number, string_view head, const Number& other) const {
    const std::string its_head = head_of(view_, other);
    const std::size_t common = common_end(head, its_head);
    const Slip slip = slip_between(number.value, other.value, 1);
    const int digits = std::max(significant_digits(number.value), significant_digits(other.value));
    const bool principal = base_of_interest(number, other);
    if (slip != Slip::kNone && principal) return 4;
    // No slip of a digit, and all the same the sum that interest is reckoned from.
    if (principal && found(other) && !has_word(head, words("reckoned"))) return kOfItsHead;
    // Six digits of seven are no chance, whoever gets them.
    if (slip == Slip::kTransposed && digits >= 6) return 4;
    if (slip == Slip::kDigit && digits >= 7) return 4;
    if (slip == Slip::kTransposed && digits >= 4 && total(number) && total(other) &&
        in_reasoning(other) && !stands_in(ordered_, other.value))
      return 4;
    // The other figure is ordered as well: only the same head twice in one order makes one of them
    // odd.
    const bool ordered_too = stands_in(ordered_, other.value);
    if (ordered_too && (common < 2 || digits < 4)) return 0;
    if (slip == Slip::kDigit || slip == Slip::kTransposed || slip == Slip::kDropped) {
      if (digits >= 5) return 4;
      if (digits >= 4 && common >= 2) return 3;
      if ((common >= 3 || !ordered_too) && decided(other, number)) return 3;
      if (digits >= 3 && common >= 2 && in_reasoning(other)) return 2;
      // 律师代理费20000元 found, 律师代理费80000元 ordered, and no other of the kind.
      if (!ordered_too && common >= 4 && found(other) && only_of_its_head(head, other))
        return kOfItsHead;
      // What is found and not ordered, where something like it is ordered and not found.
      if (!ordered_too && (digits >= 3 || (common >= 2 && in_reasoning(other)))) return 2;
    }
    const bool wan =
        number.scale != other.scale && number.value / number.scale == other.value / other.scale;
    if (wan && (common >= 2 || digits >= 3)) return 4;
    if (slip == Slip::kShifted && common >= 2 && (digits >= 3 || in_reasoning(other))) return 3;
    if (slip == Slip::kShifted && !ordered_too && decided(other, number)) return 3;
    return same_head(number, head, other, its_head, in_reasoning(other)) ? 1 : 0;
  }

  // 本院酌定被告赔偿…3000元: the reasoning fixes the figure itself.
  // `like` is the figure that it is set against: sums of a month go with sums of a month.
  bool decided(const Number& other, const Number& like) const {
    if (!in_reasoning(other)) return false;
    static const RE2 owes(
        "应当?[^，。；,;]{0,24}(?:支付|偿还|返还|赔偿|给付|补偿|承担|退还|归还|赔付|偿付)");
    const string_view clause = view_.quote(clause_around(view_.text, other.span));
    const bool rate = has_word(head_of(view_, other), words("rate_of_time"));
    if (rate && !(periodic(other) && periodic(like))) return false;
    return has_word(clause, words("fixes")) ||
           (RE2::PartialMatch(re2::StringPiece(clause.data(), clause.size()), owes) &&
            !has_word(clause, words("asks")));
  }

  // So much every month or year.
  bool periodic(const Number& number) const {
    return contains(view_.quote(clause_around(view_.text, number.span)),
                    {"每月", "每年", "每个月", "按月"});
  }

  // Told by the court, not asked for.
  bool found(const Number& other) const {
    const Tag tag = view_.section(other.span.start).tag;
    return (tag == Tag::kFacts || tag == Tag::kReasoning) && view_.this_level(other.span.start) &&
           !has_word(view_.quote(sentence_around(view_.text, other.span)), words("asks"));
  }

  // The only figure of the document under this head, which no order has.
  bool only_of_its_head(string_view head, const Number& other) const {
    constexpr std::size_t kFour = 12;  // bytes
    if (head.size() < kFour) return false;
    const string_view last = head.substr(head.size() - kFour);
    return std::none_of(earlier_.begin(), earlier_.end(), [&](std::size_t i) {
      return view_.numbers[i].value != other.value &&
             head_of(view_, view_.numbers[i]).ends_with(last);
    });
  }

  // 本金1402000元及利息（以3402000元为基数）: principal and base of the interest stand in one item,
  // either of them the odd one.
  bool base_of_interest(const Number& number, const Number& other) const {
    return std::any_of(ordered_.begin(), ordered_.end(), [&](std::size_t i) {
      const Number& neighbour = view_.numbers[i];
      if (neighbour.value != other.value) return false;
      return neighbour.start >= number.end ? is_base_of(number, neighbour)
                                           : is_base_of(neighbour, number);
    });
  }

  bool is_base_of(const Number& principal, const Number& base) const {
    constexpr std::size_t kFar = 300;  // bytes
    if (base.start < principal.end || base.start > principal.end + kFar) return false;
    const string_view text = view_.folded.text;
    const string_view between = text.substr(principal.end, base.start - principal.end);
    // Also in the next item: 一、支付货款…；\n二、支付利息（以…为基数）.
    const std::size_t line = between.find('\n');
    const bool next_item = line == between.npos ||
                           (between.find('\n', line + 1) == between.npos && line > 0 &&
                            between.substr(0, line).find_first_of("0123456789") == between.npos &&
                            between.substr(line).find("利息") != between.npos);
    return has_word(text.substr(base.end, 24), words("base_of_interest")) && next_item &&
           !contains(between, {"。", "为基数", "为本金"});
  }

  // 律师代理费249500元 ordered where the reasoning grants 律师代理费295000元 and names no other.
  bool same_head(const Number& number, string_view head, const Number& other, string_view its_head,
                 bool reasoning) const {
    if (!reasoning || common_end(head, its_head) < 3 || other.measure != Measure::kMoney)
      return false;
    if (number.value > other.value * 2 || other.value > number.value * 2) return false;
    const string_view last_three = head.substr(head.size() - 9);
    std::size_t rivals = 0;
    for (const std::size_t i : earlier_) {
      if (!view_.in(view_.numbers[i].span.start, Tag::kReasoning)) continue;
      if (head_of(view_, view_.numbers[i]).ends_with(last_three) &&
          view_.numbers[i].value != other.value)
        ++rivals;
    }
    if (rivals > 0) return false;
    const string_view sentence = view_.quote(sentence_around(view_.text, other.span));
    return has_word(sentence, words("grants")) && !has_word(sentence, words("grants_less"));
  }

  // A figure of reasoning or finding that stands nowhere else, one slip away from an ordered one:
  // of the same head in the reasoning, of so many digits in the finding that it is no chance.
  void told_once(std::size_t index) {
    const Number& number = view_.numbers[index];
    if (number.measure != Measure::kMoney || number.approximate || number.per) return;
    if (!view_.this_level(number.span.start)) return;
    const bool reasoning = in_reasoning(number);
    if (!reasoning && !view_.in(number.span.start, Tag::kFacts)) return;
    if (number.value < Exact(50) || times(number.value) > 1) return;
    if (set_aside(view_, number.span) || corrected_beside(view_, number.span)) return;
    const std::string head = head_of(view_, number);
    for (const std::size_t i : ordered_) {
      const Number& other = view_.numbers[i];
      const Slip slip = slip_between(number.value, other.value, 2);
      const std::size_t common = common_end(head, head_of(view_, other));
      const int digits =
          std::max(significant_digits(number.value), significant_digits(other.value));
      if (slip == Slip::kNone) continue;
      const bool typed = slip == Slip::kDigit || slip == Slip::kTransposed;
      // 工资15900元 once, 工资19500元 in findings, claims and order.
      const bool twin = reasoning && slip == Slip::kTransposed && digits >= 3 && common >= 2 &&
                        times(other.value) >= kTwin;
      if ((digits < 7 || slip == Slip::kShifted) && !twin) {
        if (!reasoning && (digits < 6 || !typed)) continue;
        if (common < 2 && digits < 5) continue;
        if (digits < 4 && common < 4 &&
            !(decided(number, other) && !stands_in(earlier_, other.value)))
          continue;
        if (common < 4 && reasoning && reasoned_elsewhere(other.value)) continue;
      }
      if (explained(index, Reach::kNear, !typed)) return;
      if (!reasoning && rounded(number.value, other.value)) return;
      report(other, number,
             reasoning ? "理由中的数额在别处均未出现" : "事实部分的数额在别处均未出现");
      return;
    }
  }

  static constexpr std::size_t kTwin = 3;  // places

  // 共计39660元: nothing but a word of total stands right before it.
  bool total(const Number& number) const {
    return ends_with_word(view_.folded.text.substr(0, number.start), words("total"));
  }

  // 本金99036.41元、利息3730.13元 ordered where the finding has 本金99036.41元、利息3697.12元: the
  // interest beside one principal, found once and in no other place; figures of a day are let be.
  void beside_same_principal(std::size_t index) {
    const std::optional<Exact> principal = interest_beside(index);
    if (!principal || significant_digits(*principal) < 5) return;
    std::optional<std::size_t> found;
    for (const std::size_t i : earlier_) {
      const Number& other = view_.numbers[i];
      if (!view_.in(other.span.start, Tag::kFacts) || !view_.this_level(other.span.start)) continue;
      if (other.value == view_.numbers[index].value) return;
      const std::optional<Exact> its = interest_beside(i);
      if (!its || !(*its == *principal)) continue;
      if (found) return;
      found = i;
    }
    if (found) report(view_.numbers[index], view_.numbers[*found], "同一笔本金的利息前后不同");
  }

  // The amount right before 利息X元, where no day is told for either.
  std::optional<Exact> interest_beside(std::size_t index) const {
    if (index == 0) return std::nullopt;
    const Number& number = view_.numbers[index];
    const Number& before = view_.numbers[index - 1];
    if (before.measure != Measure::kMoney || number.measure != Measure::kMoney) return std::nullopt;
    constexpr std::size_t kNear = 24;  // bytes
    const string_view text = view_.folded.text;
    if (number.start < before.end || number.start > before.end + kNear) return std::nullopt;
    const string_view between = text.substr(before.end, number.start - before.end);
    const string_view behind = text.substr(number.end, 30);
    const bool day = has_word(behind, words("day_told"));
    if (!contains(between, {"利息"}) || contains(between, {"。", "\n", "截", "年"}) || day)
      return std::nullopt;
    return before.value;
  }

  // The reasoning itself has the ordered figure too: then the odd one is about something else.
  bool reasoned_elsewhere(const Exact& value) const {
    return std::any_of(earlier_.begin(), earlier_.end(), [&](std::size_t i) {
      return view_.numbers[i].value == value &&
             view_.in(view_.numbers[i].span.start, Tag::kReasoning);
    });
  }

  std::string explanation(const Number& ordered, string_view where, const Number& other,
                          string_view why, const std::string& sum) const {
    const string_view here = view_.quote(ordered.span);
    const string_view there = view_.quote(other.span);
    if (!sum.empty())
      return fmt::format("主文写作“{}”，等于{}；{}部分写作“{}”，二者不一致。", here, sum, where,
                         there);
    // The other figures of the document may make it by chance; then nothing is said of them.
    const auto at = static_cast<std::size_t>(&ordered - view_.numbers.data());
    if (explained(at, Reach::kFull))
      return fmt::format("主文写作“{}”，{}部分为“{}”，二者不一致：{}。", here, where, there, why);
    return fmt::format("主文写作“{}”，{}部分为“{}”，二者不一致：{}，也无法由文中其他数额算出。",
                       here, where, there, why);
  }

  // Where a figure stands, as a lawyer calls it.
  string_view part_of_the_text(const Number& number) const {
    switch (view_.section(number.span.start).tag) {
      case Tag::kReasoning:
        return "理由";
      case Tag::kFacts:
        return "事实";
      case Tag::kClaims:
        return "诉讼请求";
      case Tag::kDefence:
        return "答辩";
      default:
        return "其他";
    }
  }

  void report(const Number& ordered, const Number& other, string_view why) {
    if (told_already(findings_, ordered.span) || corrected_beside(view_, ordered.span) ||
        corrected_beside(view_, other.span))
      return;
    const string_view where = part_of_the_text(other);
    const bool wan = ordered.scale != other.scale &&
                     (ordered.value == other.value * 10000 || other.value == ordered.value * 10000);
    const std::string sum = sum_that_makes(view_, ordered.value);
    findings_.push_back(finding(
        wan ? "unit" : "amount", "checks/amount", clause_around(view_.text, ordered.span),
        clause_around(view_.text, other.span),
        view_.chinese()
            ? explanation(ordered, where, other, why, sum)
            : fmt::format("{} is ordered, but {} is found before; no other figure explains it.",
                          view_.quote(ordered.span), view_.quote(other.span))));
  }

  const CaseView& view_;
  std::vector<std::size_t> ordered_, earlier_;
  std::map<Exact, std::size_t> times_;  // how often each value stands
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_amount(const CaseView& view) {
  std::vector<Finding> findings = Amounts(view).run();
  for (Finding& each : check_told_things(view))
    if (!told_already(findings, each.place)) findings.push_back(std::move(each));
  return findings;
}

}  // namespace proviso::tasks
