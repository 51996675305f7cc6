#include "tasks/checks/dropped_claim.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "tasks/checks/cast.h"
#include "tasks/checks/claim_heads.h"
#include "tasks/checks/names.h"
#include "tasks/checks/ruling.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

class Dropped {
 public:
  explicit Dropped(const CaseView& view) : ruling_(view), cast_(view) {}

  std::vector<Finding> run() {
    if (!ruling_.orders || ruling_.appeal || ruling_.appellate()) return {};
    for (const ReasonedSentence& sentence : ruling_.sentences) {
      if (sentence.stand != Stand::kSupport || !sentence.of_claim || !by_court(sentence.words))
        continue;
      const string_view wanted = wish(sentence.words);
      if (wanted.empty()) continue;
      if (!head_forgotten(sentence, wanted) && !defendant_forgotten(sentence, wanted))
        sum_forgotten(sentence, wanted);
    }
    return std::move(findings_);
  }

 private:
  bool head_forgotten(const ReasonedSentence& sentence, string_view wanted) {
    if (narrows(wanted)) return false;
    const std::vector<std::size_t> named = heads_in(wanted);
    // One head and a definite one: a sum of many is ordered as 各项损失.
    if (named.size() != 1 || names_head(ruling_.ordered, named.front())) return false;
    const string_view head = claim_heads()[named.front()].front();
    if (covers(ruling_.ordered, head) || amount_ordered(sentence) ||
        ruling_.said_elsewhere(named.front(), sentence, {Stand::kRefuse, Stand::kPart})) {
      return false;
    }
    report(sentence, fmt::format("理由部分支持“{}”的请求，主文却未作处理。", head),
           fmt::format("The reasoning supports {}, the operative part is silent on it.", head));
    return true;
  }

  // Whether the order deals with a supported head under another word.
  static bool covers(string_view ordered, string_view head) {
    if (head == "优先受偿权") return has_word(ordered, words("covers_priority"));
    if (head == "连带责任") return has_word(ordered, words("covers_joint"));
    if (head == "解除") return has_word(ordered, words("covers_ending"));
    return has_word(ordered, words("covers_money"));
  }

  // The sum itself is ordered, or a larger one that first stands in the operative part and may hold
  // it.
  bool amount_ordered(const ReasonedSentence& sentence) const {
    for (const Number& number : ruling_.view.numbers) {
      if (number.measure != Measure::kMoney || number.span.start < sentence.span.start ||
          number.span.end > sentence.span.end) {
        continue;
      }
      for (const Number& other : ruling_.view.numbers) {
        const bool ordered =
            std::any_of(ruling_.items.begin(), ruling_.items.end(), [&](Span item) {
              return other.span.start >= item.start && other.span.end <= item.end;
            });
        if (!ordered || other.value < number.value) continue;
        if (other.value == number.value || first_stands(other)) return true;
      }
    }
    return false;
  }

  bool first_stands(const Number& ordered) const {
    return std::none_of(ruling_.view.numbers.begin(), ruling_.view.numbers.end(),
                        [&](const Number& each) {
                          return each.start < ordered.start && each.value == ordered.value;
                        });
  }

  // A sum that all that is ordered does not come to.
  void sum_forgotten(const ReasonedSentence& sentence, string_view wanted) {
    if (has_word(wanted, words("a_part")) || deducts(sentence)) return;
    // 本院支持36800元: a sum of its own behind the verdict.
    const std::size_t verdict = sentence.words.rfind("支持");
    if (ruling_.names_sum(
            {sentence.span.start + std::min(verdict, sentence.words.size()), sentence.span.end}))
      return;
    const auto start = static_cast<std::size_t>(wanted.data() - ruling_.view.text.data());
    Exact greatest;
    Exact ordered;
    for (const Number& number : ruling_.view.numbers) {
      if (number.measure != Measure::kMoney || number.per || number.approximate) continue;
      if (number.span.start >= start && number.span.end <= start + wanted.size() &&
          greatest < number.value) {
        greatest = number.value;
      }
      const bool in_item = std::any_of(ruling_.items.begin(), ruling_.items.end(), [&](Span item) {
        return number.span.start >= item.start && number.span.end <= item.end &&
               !dismisses(ruling_.view.quote(item));
      });
      if (in_item) ordered = ordered + number.value;
    }
    if (greatest < Exact(kLeastSum) || !(ordered < greatest)) return;
    // Nothing in figures is ordered at all: 按照附表支付.
    if (ordered == Exact(0) && has_word(ruling_.ordered, words("figures_elsewhere"))) return;
    report(sentence, "理由部分支持的金额超过主文判令的全部金额之和，主文疑似遗漏该项请求。",
           "The sum that the reasoning supports is more than all that is ordered.");
  }
  static constexpr std::int64_t kLeastSum = 1000;  // yuan

  bool deducts(const ReasonedSentence& sentence) const {
    return std::any_of(
        ruling_.sentences.begin(), ruling_.sentences.end(), [&](const ReasonedSentence& each) {
          return (each.span.start >= sentence.span.start || each.stand != Stand::kNone) &&
                 has_word(each.words, words("makes_less"));
        });
  }

  // The claim against a defendant by name, and no item binds him.
  bool defendant_forgotten(const ReasonedSentence& sentence, string_view wanted) {
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
    if (contains(ruling_.ordered, {name})) return true;
    if (!organisation(name)) return false;
    const auto list = characters(name);
    for (std::size_t i = 0; i + 1 < list.size(); ++i) {
      const std::string pair = fmt::format("{}{}", list[i], list[i + 1]);
      if (!has_word(pair, words("company_form")) && contains(ruling_.ordered, {pair})) return true;
    }
    return false;
  }

  bool narrows_to_others(const ReasonedSentence& sentence) const {
    return has_word(sentence.words, words("makes_less")) ||
           contains(sentence.words, {"保险", "追偿", "另行"});
  }

  void report(const ReasonedSentence& sentence, std::string chinese, std::string english) {
    findings_.push_back(finding("dropped_claim", "checks/dropped_claim",
                                trimmed(ruling_.view, sentence.span),
                                trimmed(ruling_.view, ruling_.items.back()),
                                ruling_.view.chinese() ? std::move(chinese) : std::move(english)));
  }

  Ruling ruling_;
  Cast cast_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_dropped_claim(const CaseView& view) {
  return Dropped(view).run();
}

}  // namespace proviso::tasks
