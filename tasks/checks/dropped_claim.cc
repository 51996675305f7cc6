#include "tasks/checks/dropped_claim.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "tasks/checks/acts.h"
#include "tasks/checks/amount.h"
#include "tasks/checks/cast.h"
#include "tasks/checks/claim_heads.h"
#include "tasks/checks/decided.h"
#include "tasks/checks/names.h"
#include "tasks/checks/other_sum.h"
#include "tasks/checks/owed.h"
#include "tasks/checks/ruling.h"
#include "tasks/checks/wish.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

class Dropped {
 public:
  explicit Dropped(const JudgmentView& judgment) : ruling_(judgment.ruling), cast_(judgment.cast) {
    for (const Finding& each : other_sums(judgment))
      if (each.other) told_.push_back(*each.other);
    const CaseView& view = judgment.view;
    for (const Number& number : view.numbers) first_.try_emplace(number.value, number.start);
    for (const Span& item : ruling_.items) {
      if (dismisses(view.quote(item))) continue;
      for (const Number& number : numbers_in(view, item))
        if (number.measure == Measure::kMoney) ordered_.push_back(&number);
    }
    for (const ReasonedSentence& each : ruling_.sentences) {
      if (!has_word(each.words, words("makes_less"))) continue;
      last_lessened_ = each.span.start;
      verdict_lessened_ = verdict_lessened_ || each.stand != Stand::kNone;
    }
  }

  std::vector<Finding> run() {
    if (ruling_.items.empty() || ruling_.appeal || ruling_.appellate()) return {};
    if (!ruling_.orders) {
      findings_ = forgotten_duties(ruling_, told_);
      return findings_.empty() ? forgotten_acts(ruling_) : std::move(findings_);
    }
    own_words_ = without_references(ruling_.ordered);
    for (const ReasonedSentence& sentence : ruling_.sentences) {
      if (!supports(sentence)) continue;
      if (!head_forgotten(sentence) && !defendant_forgotten(sentence)) sum_forgotten(sentence);
    }
    if (findings_.empty()) item_missing();
    if (findings_.empty()) findings_ = forgotten_duties(ruling_, told_);
    for (Finding& each : forgotten_acts(ruling_))
      if (!told_already(findings_, each.place)) findings_.push_back(std::move(each));
    return std::move(findings_);
  }

 private:
  static bool supports(const ReasonedSentence& sentence) {
    return sentence.stand == Stand::kSupport && sentence.of_claim && by_court(sentence.words) &&
           !sentence.wish.negative && !sentence.wish.object.empty();
  }

  bool head_forgotten(const ReasonedSentence& sentence) {
    if (has_word(sentence.wish.object, words("of_the_rest_alone")) ||
        has_word(sentence.wish.tail, words("turns_back")))
      return false;
    const auto forgotten =
        std::find_if(sentence.heads.begin(), sentence.heads.end(), [&](std::size_t head) {
          return !dealt_with(head, own_sum(sentence, head)) &&
                 !ruling_.said_elsewhere(head, sentence, {Stand::kRefuse, Stand::kPart});
        });
    if (forgotten == sentence.heads.end()) return false;
    // A sum of many heads is ordered as 各项损失; where one of them is ordered by name, all are.
    const bool by_name =
        sentence.heads.size() == 1 || of_no_money(*forgotten) ||
        claim_heads()[*forgotten].sort == "damages" ||
        std::any_of(sentence.heads.begin(), sentence.heads.end(), [&](std::size_t head) {
          return head != *forgotten && !of_no_money(head) && names_head(own_words_, head);
        });
    // A loss that the reasons add up with others is ordered within their sum.
    const std::string& sort = claim_heads()[*forgotten].sort;
    if ((sort == "damages" || sort == "loss") && ruling_.added_up(sentence.span.end)) return false;
    // Dismissed by name it is not forgotten: that is told as an outcome.
    const bool by_an_item = std::any_of(ruling_.items.begin(), ruling_.items.end(), [&](Span item) {
      return dismisses(ruling_.view.quote(item)) &&
             names_head(ruling_.view.quote(item), *forgotten);
    });
    if (!by_name || by_an_item || (!of_no_money(*forgotten) && sum_covers(sentence, *forgotten)))
      return false;
    const std::string& head = claim_heads()[*forgotten].spellings.front();
    report(sentence, fmt::format("理由部分支持“{}”的请求，主文却未作处理。", head),
           fmt::format("The reasoning supports {}, the operative part is silent on it.", head));
    return true;
  }

  // Whether the order names a head, or deals with it under another word. One with a sum of its own
  // is looked for by its sum.
  bool dealt_with(std::size_t head, const Number* sum) const {
    const std::string& sort = claim_heads()[head].sort;
    if (sort == "divorce" || sort == "ending") {
      const std::vector<std::size_t> ordered = heads_in(own_words_);
      return std::find(ordered.begin(), ordered.end(), head) != ordered.end() ||
             has_word(own_words_, words("covers_" + sort));
    }
    if (names_head(own_words_, head)) return true;
    // Another way of being liable is ordered: the check of joint liability tells that.
    if (sort == "joint" &&
        (has_word(own_words_, words("supplementary")) || has_word(own_words_, words("several"))))
      return true;
    const auto& others = claim_heads()[head].dealt_by;
    if (sum == nullptr && std::any_of(others.begin(), others.end(), [&](const std::string& word) {
          return own_words_.find(word) != std::string::npos;
        }))
      return true;
    // 各项损失 holds every loss, with its sum or without.
    if (sum != nullptr && sort != "loss") return false;
    return has_word(own_words_, words("covers_" + sort)) ||
           (!of_no_money(head) && has_word(own_words_, words("covers_money")));
  }

  // The sum behind a head, before another head is named.
  const Number* own_sum(const ReasonedSentence& sentence, std::size_t head) const {
    const string_view wanted = sentence.wish.object;
    const auto start = static_cast<std::size_t>(wanted.data() - ruling_.view.text.data());
    std::size_t behind = wanted.npos;
    for (const std::string& word : claim_heads()[head].spellings) {
      const std::size_t at = wanted.find(word);
      if (at != wanted.npos) behind = std::min(behind, at + word.size());
    }
    if (behind == wanted.npos) return nullptr;
    for (const Number& number : numbers_in(ruling_.view, {start + behind, start + wanted.size()})) {
      if (number.measure != Measure::kMoney) continue;
      const string_view between = wanted.substr(behind, number.span.start - start - behind);
      return heads_in(between).empty() ? &number : nullptr;
    }
    return nullptr;
  }

  // The head's sum is ordered, or a larger one that may hold it; without a sum of its own, one that
  // first stands in the operative part.
  bool sum_covers(const ReasonedSentence& sentence, std::size_t head) const {
    if (const Number* sum = own_sum(sentence, head); sum != nullptr) return ordered_with(*sum);
    if (sentence.heads.size() == 1) return amount_ordered(sentence);
    return std::any_of(ordered_.begin(), ordered_.end(),
                       [&](const Number* each) { return first_stands(*each); });
  }

  static bool of_no_money(std::size_t head) {
    const std::string& sort = claim_heads()[head].sort;
    return sort == "divorce" || sort == "ending" || sort == "act" || sort == "joint" ||
           sort == "priority" || sort == "support";
  }

  static constexpr std::size_t kNear = 36;  // bytes

  bool amount_ordered(const ReasonedSentence& sentence) const {
    const auto sums = numbers_in(ruling_.view, sentence.span);
    return std::any_of(sums.begin(), sums.end(), [&](const Number& number) {
      return number.measure == Measure::kMoney && ordered_with(number);
    });
  }

  // The sum itself is ordered, or a larger one that first stands in the operative part and may hold
  // it.
  bool ordered_with(const Number& sum) const {
    return std::any_of(ordered_.begin(), ordered_.end(), [&](const Number* other) {
      return !base(*other) && !(other->value < sum.value) &&
             (other->value == sum.value || first_stands(*other));
    });
  }

  // 以291221.78元为基数: a figure to reckon with, not to pay.
  bool base(const Number& number) const {
    return begins_with_word(ruling_.view.text.substr(number.span.end), words("as_base"));
  }

  bool first_stands(const Number& ordered) const {
    return first_.at(ordered.value) == ordered.start;
  }

  // A sum that all that is ordered does not come to.
  void sum_forgotten(const ReasonedSentence& sentence) {
    const string_view wanted = sentence.wish.object;
    if (has_word(sentence.words, words("a_part")) || deducts(sentence)) return;
    // 本院支持36800元: a sum of its own behind the verdict.
    const std::size_t verdict = sentence.words.rfind("支持");
    if (ruling_.names_sum(
            {sentence.span.start + std::min(verdict, sentence.words.size()), sentence.span.end}))
      return;
    const auto start = static_cast<std::size_t>(wanted.data() - ruling_.view.text.data());
    Exact greatest;
    Exact ordered;
    std::vector<Exact> asked;
    for (const Number& number : numbers_in(ruling_.view, {start, start + wanted.size()})) {
      if (number.measure != Measure::kMoney || number.per || number.approximate) continue;
      greatest = std::max(greatest, number.value);
      asked.push_back(number.value);
    }
    for (const Number* number : ordered_) {
      if (number->per) continue;
      ordered = ordered + number->value;
      // 已偿还的629700元的一半即314850元: one of the sums is what is really asked.
      if (has_word(wanted, words("of_a_sum")) &&
          std::find(asked.begin(), asked.end(), number->value) != asked.end())
        return;
    }
    if (greatest < Exact(kLeastSum) || !(ordered < greatest)) return;
    // Nothing in figures is ordered at all: 按照附表支付.
    if (ordered == Exact(0) && has_word(ruling_.ordered, words("figures_elsewhere"))) return;
    report(sentence, "理由部分支持的金额超过主文判令的全部金额之和，主文疑似遗漏该项请求。",
           "The sum that the reasoning supports is more than all that is ordered.");
  }
  static constexpr std::int64_t kLeastSum = 1000;  // yuan

  bool deducts(const ReasonedSentence& sentence) const {
    return verdict_lessened_ || last_lessened_ >= sentence.span.start;
  }

  // The claim against a defendant by name, and no item binds him.
  bool defendant_forgotten(const ReasonedSentence& sentence) {
    const string_view wanted = sentence.wish.object;
    if (has_word(ruling_.ordered, words("all_of_them")) || !has_word(wanted, words("performs")))
      return false;
    bool named = false;
    for (const CastMember* member : cast_.with_role("被告")) {
      if (masked(member->words) || wanted.find(member->words) == wanted.npos) continue;
      named = true;
      if (bound(member->words)) return false;
    }
    if (!named || narrows_to_others(sentence)) return false;
    report(sentence, "理由部分支持对该被告的请求，主文却没有判令该被告承担任何义务。",
           "The reasoning supports the claim against this defendant, no item binds him.");
    return true;
  }

  // By his name, or by a pair of characters of a company's own.
  bool bound(string_view name) const {
    if (binds(name)) return true;
    if (!organisation(name)) return false;
    const auto list = characters(name);
    for (std::size_t i = 0; i + 1 < list.size(); ++i) {
      const std::string pair = fmt::format("{}{}", list[i], list[i + 1]);
      if (!has_word(pair, words("company_form")) && binds(pair)) return true;
    }
    return false;
  }

  // 被告甲支付… binds 甲; 对被告甲的债务承担连带责任 does not.
  bool binds(string_view name) const {
    const string_view ordered = ruling_.ordered;
    for (std::size_t at = ordered.find(name); at != ordered.npos;
         at = ordered.find(name, at + name.size())) {
      string_view before = ordered.substr(0, at);
      for (const string_view role : {"被告", "原告"})
        if (before.ends_with(role)) before.remove_suffix(role.size());
      const string_view behind = ordered.substr(at + name.size(), kNear);
      if (!before.ends_with("向") &&
          !(before.ends_with("对") && has_word(behind, words("owed_by_another"))))
        return true;
    }
    return false;
  }

  bool narrows_to_others(const ReasonedSentence& sentence) const {
    return has_word(sentence.words, words("makes_less")) ||
           contains(sentence.words, {"保险", "追偿", "另行"});
  }

  // An item that refers to itself, or to one that is not there, has lost one: then what is
  // supported and not ordered is what is missing.
  void item_missing() {
    const auto lost =
        std::find_if(ruling_.items.begin(), ruling_.items.end(), [&](const Span& item) {
          const auto own = static_cast<std::size_t>(&item - &ruling_.items.front()) + 1;
          return refers_to(ruling_.view.quote(item), own) ||
                 refers_to(ruling_.view.quote(item), ruling_.items.size() + 1);
        });
    if (lost == ruling_.items.end()) return;
    const ReasonedSentence* missing = nullptr;
    std::size_t candidates = 0;
    for (const ReasonedSentence& sentence : ruling_.sentences) {
      if (!supports(sentence)) continue;
      ++candidates;
      if (missing == nullptr && !sum_ordered(sentence)) missing = &sentence;
    }
    if (missing == nullptr && candidates > 0)
      missing = &*std::find_if(ruling_.sentences.begin(), ruling_.sentences.end(), supports);
    if (missing == nullptr) return;
    findings_.push_back(
        finding("dropped_claim", "checks/dropped_claim", trimmed(ruling_.view, missing->span),
                trimmed(ruling_.view, *lost),
                ruling_.view.chinese()
                    ? "主文中有一项引用自身或并不存在的判项，理由部分支持的请求疑似漏判。"
                    : "An item refers to itself or to one that is not there; a supported claim "
                      "seems lost."));
  }

  // 上述第一、二项: whether `number` is among the items that an item refers to.
  static bool refers_to(string_view item, std::size_t number) {
    static const RE2 reference(
        "(?:本判决|上述|前述|上列|前列|以上|主文)(?:书)?(?:主文)?第(["
        "一二三四五六七八九十、第和项及]{1,30})项");
    static constexpr std::array<string_view, 10> kNumbers{"一", "二", "三", "四", "五",
                                                          "六", "七", "八", "九", "十"};
    if (number > kNumbers.size()) return false;
    re2::StringPiece rest(item.data(), item.size());
    re2::StringPiece listed;
    while (RE2::FindAndConsume(&rest, reference, &listed)) {
      const string_view all(listed.data(), listed.size());
      if (all.find("十") == all.npos && all.find(kNumbers[number - 1]) != all.npos) return true;
    }
    return false;
  }

  // Whether one of the wish's sums is ordered, or it names none.
  bool sum_ordered(const ReasonedSentence& sentence) const {
    return std::any_of(ruling_.items.begin(), ruling_.items.end(), [&](Span item) {
      return !dismisses(ruling_.view.quote(item)) &&
             ruling_.figures(sentence.wish.object, item) != Ruling::Figures::kOther;
    });
  }

  void report(const ReasonedSentence& sentence, std::string chinese, std::string english) {
    findings_.push_back(finding("dropped_claim", "checks/dropped_claim",
                                trimmed(ruling_.view, sentence.span),
                                trimmed(ruling_.view, ruling_.items.back()),
                                ruling_.view.chinese() ? std::move(chinese) : std::move(english)));
  }

  const Ruling& ruling_;
  const Cast& cast_;
  std::string own_words_;               // of the order, without references
  std::vector<const Number*> ordered_;  // sums of the items that order
  std::map<Exact, std::size_t> first_;  // where each value first stands, folded
  std::size_t last_lessened_ = 0;       // start of the last sentence that speaks of less
  bool verdict_lessened_ = false;       // one with a verdict does
  std::vector<Span> told_;              // sums that another one is ordered in place of
  std::vector<Finding> findings_;
};

// A sum that the order has as the base of interest and that check_amount tells as mistyped is not
// lost besides.
void leave_out_slips(const CaseView& view, std::vector<Finding>& findings) {
  const std::vector<Finding> slips = check_amount(view);
  std::erase_if(findings, [&](const Finding& lost) {
    const std::span<const Number> sums = numbers_in(view, lost.place);
    return std::any_of(slips.begin(), slips.end(), [&](const Finding& slip) {
      return slip.other && std::any_of(sums.begin(), sums.end(), [&](const Number& sum) {
               return sum.measure == Measure::kMoney && stands_in(view, *slip.other, sum.value);
             });
    });
  });
}

}  // namespace

std::vector<Finding> check_dropped_claim(const JudgmentView& judgment) {
  const CaseView& view = judgment.view;
  // A criminal judgment orders no claim; only what a joined civil action asks for.
  if (view.structure.kind == segmenter::Kind::kZhCriminal &&
      !contains(view.text, {"附带民事", "附带民诉"}))
    return {};
  std::vector<Finding> findings = Dropped(judgment).run();
  if (!findings.empty()) leave_out_slips(view, findings);
  return findings;
}

}  // namespace proviso::tasks
