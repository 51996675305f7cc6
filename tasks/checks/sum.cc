#include "tasks/checks/sum.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "tasks/checks/explained_by.h"
#include "tasks/checks/listing.h"
#include "tasks/checks/part_of.h"
#include "tasks/checks/reckoned.h"
#include "tasks/checks/remainder.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

struct Head {
  std::size_t number = 0;  // index into CaseView::numbers
  Exact value;
};

class Sums {
 public:
  explicit Sums(const CaseView& view) : view_(view), text_(view.folded.text) {}

  std::vector<Finding> run() {
    for (std::size_t i = 0; i < view_.numbers.size(); ++i) {
      const Number& total = view_.numbers[i];
      if (total.measure != Measure::kMoney || total.per || total.approximate) continue;
      const std::size_t clause = clause_start(total.start);
      const string_view lead = text_.substr(clause, total.start - clause);
      const bool named = said_total(i, lead);
      const bool implied = !named && begins_with_word(lead, words("implies_total"));
      if (!named && !implied) continue;
      if (named && closes_list(lead) && judged_as_listing(i, clause)) continue;
      const std::vector<Head> heads = heads_before(i, clause, false);
      if (counts_its_own(lead, heads.size())) continue;
      if (heads.size() >= (named ? 2U : 4U)) {
        judge(i, heads, implied, closes_list(lead) || counts_heads(lead, heads.size()));
      } else if (named && heads.empty()) {
        judge_loosely(i, heads_before(i, clause, true));
      }
    }
    return std::move(findings_);
  }

 private:
  // 两项共计 behind two amounts.
  static bool counts_heads(string_view lead, std::size_t heads) {
    static const RE2 counted("([二两三四五六七八九]|[2-9])项(?:共计|合计|总计)(?:为|人民币)?$");
    std::string number;
    if (!RE2::PartialMatch(re2::StringPiece(lead.data(), lead.size()), counted, &number))
      return false;
    const std::optional<Exact> value =
        number.size() == 1 ? Exact::parse(number) : chinese_value(number == "两" ? "二" : number);
    return value && *value == Exact(static_cast<std::int64_t>(heads));
  }

  // 3次计款5000元 is an item of its own: it counts its own parts, not the amounts listed.
  static bool counts_its_own(string_view lead, std::size_t heads) {
    static const RE2 counted(
        "([二两三四五六七八九十]|[0-9]{1,3})(?:次|笔|张|批|份)[^,。;、]{0,24}$");
    std::string number;
    if (!RE2::PartialMatch(re2::StringPiece(lead.data(), lead.size()), counted, &number))
      return false;
    const std::optional<Exact> value = number[0] >= '0' && number[0] <= '9'
                                           ? Exact::parse(number)
                                           : chinese_value(number == "两" ? "二" : number);
    return value && !(*value == Exact(static_cast<std::int64_t>(heads)));
  }

  // The total closes a list whose pieces were all understood. True where that settles it.
  bool judged_as_listing(std::size_t index, std::size_t clause) {
    const std::optional<Listing> listing = listing_before(view_, index, clause);
    if (!listing) return false;
    const Number& total = view_.numbers[index];
    std::vector<Head> heads;
    bool finer = false;
    for (const std::size_t each : listing->heads) {
      heads.push_back({each, view_.numbers[each].value});
      finer = finer || view_.numbers[each].unit < total.unit;
    }
    if (run_equals(heads, total.value)) return true;
    const Exact sum = sum_of(heads);
    if (!sum.valid() || total.value.sign() <= 0) return false;
    const Exact difference = (sum - total.value).abs();
    // 124560元 in all, given as 12.5万元.
    if (finer && total.scale > Exact(1) && difference * 2 <= total.unit) return true;
    if (difference <= rounding(total, heads.size())) return true;
    if (!plausible(sum, total.value, heads)) return false;
    switch (listing->opening) {
      case Opening::kUnseen: {
        // What stands before may belong to it: only a slip of one digit is sure enough.
        constexpr int kNoChance = 4;  // significant digits
        if (!slipped(sum, total.value, heads, kNoChance)) return false;
        if (head_before(view_.numbers[heads.front().number], total.value - sum)) return true;
        break;
      }
      case Opening::kSentence:
      case Opening::kColon:
        if (head_before(view_.numbers[heads.front().number], total.value - sum)) return true;
        if (difference * 4 > sum && !slipped(sum, total.value, heads, 3)) return false;
        break;
      case Opening::kCounted:
        break;
    }
    report(total, heads, 0, sum);
    return true;
  }

  static Exact sum_of(const std::vector<Head>& heads) {
    Exact sum = 0;
    for (const Head& head : heads) sum = sum + head.value;
    return sum;
  }

  // What rounding of the heads may add up to: a yuan, half a fen a head and a fen more where the
  // total has fen.
  static Exact rounding(const Number& total, std::size_t heads) {
    if (total.unit >= Exact(1)) return Exact::ratio(99, 100);
    return Exact::ratio(5 * (static_cast<std::int64_t>(heads) + 2), 1000);
  }

  // The figure may have been meant as the total: more than each head and not beyond twice the sum,
  // or a slip of the hand away.
  static bool plausible(const Exact& sum, const Exact& total, const std::vector<Head>& heads) {
    if (slipped(sum, total, heads, 2)) return true;
    return total <= sum * 2 && std::all_of(heads.begin(), heads.end(),
                                           [&](const Head& head) { return head.value < total; });
  }

  // Every run of neighbours explains the total: lists have subtotals.
  static bool run_equals(const std::vector<Head>& heads, const Exact& total) {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      Exact run = 0;
      for (std::size_t j = i; j < heads.size(); ++j) {
        run = run + heads[j].value;
        if ((run - total).abs() <= Exact::ratio(5, 100)) return true;
      }
    }
    return false;
  }

  // The start of the clause: behind the last stop before `at`, brackets passed over.
  std::size_t clause_start(std::size_t at) const {
    std::size_t depth = 0;
    while (at > 0) {
      const std::size_t previous = previous_code_point(text_, at);
      const char c = text_[previous];
      if (c == ')') ++depth;
      if (c == '(' && depth == 0) return at;
      if (c == '(') --depth;
      if (c == '\n') return at;
      const string_view character = text_.substr(previous, at - previous);
      if (depth == 0 && (c == ',' || c == ';' || character == "。" || character == "、")) {
        const bool thousands = c == ',' && previous > 0 &&
                               std::isdigit(static_cast<unsigned char>(text_[previous - 1])) != 0 &&
                               at < text_.size() &&
                               std::isdigit(static_cast<unsigned char>(text_[at])) != 0;
        if (!thousands) return at;
      }
      at = previous;
    }
    return 0;
  }

  // A word of total in the clause, with no other amount between it and the figure.
  bool said_total(std::size_t index, string_view lead) const {
    for (const string_view word : words("total")) {
      const std::size_t at = lead.rfind(word);
      if (at == string_view::npos) continue;
      const std::size_t from = view_.numbers[index].start - lead.size() + at;
      if (index > 0 && view_.numbers[index - 1].start > from &&
          view_.numbers[index - 1].measure == Measure::kMoney) {
        continue;
      }
      return true;
    }
    return false;
  }

  bool counted_by_formula(const Number& number) const {
    return std::any_of(view_.equations.begin(), view_.equations.end(), [&](const Equation& each) {
      return number.span.start >= each.calculation.start && number.span.end <= each.calculation.end;
    });
  }

  bool result_of_formula(const Number& number) const {
    return std::any_of(view_.equations.begin(), view_.equations.end(), [&](const Equation& each) {
      return number.start == each.result_start && number.end == each.result_end;
    });
  }

  // Where the figure's own calculation starts (100元/天×24天=2400元), else the figure.
  std::size_t start_with_calculation(const Number& number) const {
    for (const Equation& each : view_.equations) {
      if (number.start == each.result_start && number.end == each.result_end)
        return std::min(number.start, view_.folded.folded(each.calculation.start));
    }
    return number.start;
  }

  // The heads of the list that ends before `clause`, in order: amounts outside brackets (or in the
  // total's own bracket) back to the beginning of the sentence. `loosely`: prices and amounts that
  // count for several are taken as if they were plain.
  std::vector<Head> heads_before(std::size_t total, std::size_t clause, bool loosely) const {
    std::vector<Head> heads;
    std::size_t sentence = sentence_start(clause);
    if (sentence == clause && looks_back(clause)) sentence = sentence_start(before_stop(clause));
    std::size_t later = clause;
    for (std::size_t i = total; i-- > 0;) {
      const Number& number = view_.numbers[i];
      if (number.start < sentence) break;
      if (view_.bracket[i] != view_.bracket[total]) continue;
      if (number.measure == Measure::kForeign) return {};
      const bool bare_result = number.measure == Measure::kBare && result_of_formula(number);
      if (number.measure != Measure::kMoney && !bare_result) continue;
      if (counted_by_formula(number)) continue;
      if (number.per || number.approximate || counts_several_times(text_, number.end)) {
        if (loosely) break;
        return {};
      }
      const std::string between = outside_brackets(number.end, std::max(number.end, later));
      if (has_word(between, words("breaks_list"))) {
        if (loosely) break;
        return {};
      }
      if (!loosely && has_word(between, words("counts_each"))) return {};
      heads.push_back({i, number.value});
      later = start_with_calculation(number);
    }
    // What is said before the first head holds for the whole list.
    const std::string opening = outside_brackets(clause_start(later), later);
    if (!loosely && has_word(opening, words("opens_with_part"))) return {};
    if (!loosely && has_word(opening, words("counts_each"))) return {};
    std::reverse(heads.begin(), heads.end());
    return heads;
  }

  std::string outside_brackets(std::size_t start, std::size_t end) const {
    std::string words;
    int depth = 0;
    for (std::size_t at = start; at < end; ++at) {
      if (text_[at] == '(') ++depth;
      if (depth <= 0) words.push_back(text_[at]);
      if (text_[at] == ')') --depth;
    }
    return words;
  }

  // "…；10.财产损失1500元。以上各项损失合计…": the list is the sentence before.
  bool looks_back(std::size_t clause) const {
    const string_view rest = string_view(text_).substr(clause);
    return begins_with_word(rest, words("looks_back"));
  }

  // Inside the sentence before the one that starts at `clause`; `clause` itself at a line's start.
  std::size_t before_stop(std::size_t clause) const {
    constexpr string_view kStop = "。";
    const bool stop = string_view(text_).substr(0, clause).ends_with(kStop);
    return stop ? clause - kStop.size() - 1 : clause;
  }

  std::size_t sentence_start(std::size_t at) const {
    const std::size_t line = text_.rfind('\n', at);
    const std::size_t stop = text_.rfind("。", at);
    std::size_t start = line == string_view::npos ? 0 : line + 1;
    if (stop != string_view::npos && stop + 3 > start) start = stop + 3;
    return start;
  }

  // `closed`: the words of the total say that it closes the list.
  void judge(std::size_t index, const std::vector<Head>& heads, bool implied, bool closed) {
    const Number& total = view_.numbers[index];
    if (run_equals(heads, total.value)) return;
    Exact sum = sum_of(heads);
    if (!sum.valid() || total.value.sign() <= 0) return;
    for (std::size_t first = 0; first + 2 <= heads.size(); ++first) {
      if (first > 0) sum = sum - heads[first - 1].value;
      if (implied && first > 0) return;
      const std::vector<Head> list(heads.begin() + static_cast<std::ptrdiff_t>(first), heads.end());
      if (!near_miss(sum, total, list, closed && first == 0)) continue;
      if (head_before(view_.numbers[heads[first].number], (total.value - sum).abs())) return;
      report(total, heads, first, sum);
      return;
    }
  }

  // The words leave open whether the amounts are to be added; a slip of so many digits does not.
  void judge_loosely(std::size_t index, const std::vector<Head>& heads) {
    const Number& total = view_.numbers[index];
    if (heads.size() < 2 || run_equals(heads, total.value)) return;
    const Exact sum = sum_of(heads);
    if (!sum.valid() || (sum - total.value).abs() < Exact(1)) return;
    const bool typed = std::any_of(heads.begin(), heads.end(), [&](const Head& head) {
      return mistyped(head.value, total.value - (sum - head.value));
    });
    if (!typed && !mistyped(sum, total.value)) return;
    // 6月至11月各1200元: one of them counts several times.
    constexpr int kMostTimes = 12;
    for (const Head& head : heads) {
      for (int times = 2; times <= kMostTimes; ++times) {
        if (sum + head.value * (times - 1) == total.value) return;
      }
    }
    if (head_before(view_.numbers[heads.front().number], (total.value - sum).abs())) return;
    report(total, heads, 0, sum);
  }

  static bool mistyped(const Exact& a, const Exact& b) {
    constexpr int kNoChance = 4;  // significant digits
    const Slip slip = slip_between(a, b, kNoChance);
    return slip == Slip::kDigit || slip == Slip::kTransposed;
  }

  // The difference stands before the list: its first head or two neighbours, told apart from the
  // others.
  bool head_before(const Number& first, const Exact& difference) const {
    constexpr std::size_t kFar = 600;  // bytes
    Exact previous = 0;
    for (const Number& each : view_.numbers) {
      if (each.end > first.start) break;
      if (each.end + kFar <= first.start || each.measure != Measure::kMoney) continue;
      if (each.value == difference || each.value + previous == difference) return true;
      previous = each.value;
    }
    return false;
  }

  // The total is a slip of the hand from the sum, or one head is from what it would have to be.
  static bool slipped(const Exact& sum, const Exact& total, const std::vector<Head>& heads,
                      int significant) {
    if (slip_between(sum, total, significant) != Slip::kNone) return true;
    return std::any_of(heads.begin(), heads.end(), [&](const Head& head) {
      return slip_between(head.value, total - (sum - head.value), significant) != Slip::kNone;
    });
  }

  // `whole`: the list is all that the sentence has, and the total closes it.
  static bool near_miss(const Exact& sum, const Number& total, const std::vector<Head>& heads,
                        bool whole) {
    const Exact difference = (sum - total.value).abs();
    if (difference <= rounding(total, heads.size())) return false;
    constexpr int kNoChance = 4;  // significant digits
    if (slipped(sum, total.value, heads, whole ? 1 : kNoChance)) return true;
    const bool larger = std::all_of(heads.begin(), heads.end(),
                                    [&](const Head& head) { return head.value < total.value; });
    if (!larger) return false;
    if (slip_between(sum, total.value, 3) != Slip::kNone) return true;
    if (heads.size() < 4) return false;
    if (difference * 50 <= sum) return true;
    return std::any_of(heads.begin() + 1, heads.end(),
                       [&](const Head& head) { return sum - head.value == total.value; });
  }

  // The total is that of the heads as their own calculations give them: 护理费30天×50元=1800元 is
  // the slip, and the total, which counts 1500元, is none.
  bool counts_what_formulas_give(const Number& total, const std::vector<Head>& heads,
                                 std::size_t first) const {
    Exact sum;
    bool corrected = false;
    for (std::size_t i = first; i < heads.size(); ++i) {
      const Number& head = view_.numbers[heads[i].number];
      Exact value = heads[i].value;
      for (const Equation& each : view_.equations) {
        if (head.start != each.result_start || head.end != each.result_end) continue;
        corrected = corrected || (each.computed - value).abs() >= Exact(1);
        value = each.computed;
      }
      sum = sum + value;
    }
    return corrected && (sum - total.value).abs() < Exact(1);
  }

  void report(const Number& total, const std::vector<Head>& heads, std::size_t first,
              const Exact& sum) {
    if (counts_what_formulas_give(total, heads, first)) return;
    const Number& from = view_.numbers[heads[first].number];
    const Number& to = view_.numbers[heads.back().number];
    const Span list{clause_around(view_.text, from.span, 60).start, to.span.end};
    Span place = clause_around(view_.text, total.span, 90);
    place.end = total.span.end;
    const std::size_t count = heads.size() - first;
    std::string explanation =
        view_.chinese()
            ? fmt::format("所列{}项金额相加为{}，文中合计写作“{}”，相差{}。", count,
                          money_text(sum, total.scale), view_.quote(total.span),
                          money_text((sum - total.value).abs()))
            : fmt::format("The {} amounts listed add up to {}, but the total is given as {}.",
                          count, money_text(sum, total.scale), view_.quote(total.span));
    for (const Finding& known : findings_) {
      if (known.explanation == explanation) return;  // the same sentence quoted again
    }
    findings_.push_back(finding("sum", "checks/sum", place, list, std::move(explanation)));
  }

  const CaseView& view_;
  string_view text_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_sum(const CaseView& view) {
  std::vector<Finding> findings = Sums(view).run();
  for (Finding& each : check_part_of(view))
    if (!told_already(findings, each.place)) findings.push_back(std::move(each));
  for (Finding& each : check_remainder(view))
    if (!told_already(findings, each.place)) findings.push_back(std::move(each));
  for (Finding& each : check_reckoned(view))
    if (!told_already(findings, each.place)) findings.push_back(std::move(each));
  return findings;
}

}  // namespace proviso::tasks
