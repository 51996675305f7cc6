#include "tasks/checks/outcome.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "tasks/checks/appeal_outcome.h"
#include "tasks/checks/claim_heads.h"
#include "tasks/checks/ruling.h"
#include "tasks/checks/verdict_ground.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

class Outcome {
 public:
  explicit Outcome(const CaseView& view) : ruling_(view) {}

  std::vector<Finding> run() {
    if (ruling_.items.empty() || ruling_.sentences.empty()) return {};
    if (ruling_.appeal || ruling_.appellate()) {
      findings_ = appeal_findings(ruling_);
    } else {
      all_dismissed();
      refused_but_ordered();
      supported_but_dismissed();
    }
    add_verdicts_against_ground(ruling_, findings_);
    return std::move(findings_);
  }

 private:
  // Every item dismisses, and the last word of the reasoning on the claims is support.
  void all_dismissed() {
    if (ruling_.orders) return;
    for (const Span& item : ruling_.items) {
      const string_view words = ruling_.view.quote(item);
      if (!contains(words, {"诉讼请求"})) return;
    }
    const ReasonedSentence* support = nullptr;
    for (const ReasonedSentence& sentence : ruling_.sentences) {
      if (sentence.stand == Stand::kNone) continue;
      if (sentence.stand == Stand::kRefuse && contains(sentence.words, {"辩"})) continue;
      if (sentence.stand != Stand::kSupport) {
        // A later word on everything, on the same head or on the same sum takes the support back.
        if (support != nullptr && takes_back(sentence, *support)) support = nullptr;
        continue;
      }
      const bool others =
          contains(sentence.words, {"被告主张", "第三人", "被告的主张", "被告请求"});
      if (sentence.of_claim && !others && by_court(sentence.words)) support = &sentence;
    }
    if (support == nullptr) return;
    report(ruling_.items.front(), support->span, "主文驳回了诉讼请求，而理由部分对请求予以支持。",
           "The claims are dismissed, though the reasoning supports them.");
  }

  bool takes_back(const ReasonedSentence& refusal, const ReasonedSentence& support) const {
    const std::vector<std::size_t> asked = heads_in(wish(support.words));
    const std::vector<std::size_t> refused = heads_in(refusal.words);
    // 原告要求赔偿损失199437元，本院予以支持: a refusal of a head by name is about another claim.
    if (asked.empty() && ruling_.names_sum(support.span)) {
      const bool set_off =
          contains(refusal.words, {"抵扣", "抵销", "抵消", "扣除", "已付", "已支付"});
      return set_off || refused.empty() || ruling_.names_sum(refusal.span);
    }
    if (asked.empty() || refused.empty()) return true;
    return std::any_of(asked.begin(), asked.end(), [&](std::size_t head) {
      return std::find(refused.begin(), refused.end(), head) != refused.end();
    });
  }

  void refused_but_ordered() {
    for (const ReasonedSentence& sentence : ruling_.sentences) {
      if (sentence.stand != Stand::kRefuse || !sentence.of_claim ||
          !contains(sentence.words, {"支持"}))
        continue;
      const string_view wanted = wish(sentence.words);
      if (wanted.empty() || !by_court(sentence.words)) continue;
      const bool narrow = narrows(wanted);
      for (const std::size_t head : heads_in(wanted)) {
        if (narrow && !asks_sum_ordered(wanted, head)) continue;
        if (ruling_.said_elsewhere(head, sentence, {Stand::kSupport, Stand::kPart})) continue;
        const auto item = std::find_if(ruling_.items.begin(), ruling_.items.end(), [&](Span each) {
          const string_view said = ruling_.view.quote(each);
          return !dismisses(said) && orders(said, head, wanted) &&
                 has_word(said, words("performs"));
        });
        if (item == ruling_.items.end() || ruling_.spares(wanted, ruling_.view.quote(*item)) ||
            !ruling_.same_amount(wanted, *item))
          continue;
        report(*item, sentence.span,
               fmt::format("理由部分对“{}”的请求不予支持，主文却判令给付。",
                           claim_heads()[head].front()),
               fmt::format("The reasoning refuses {}, the operative part orders it.",
                           claim_heads()[head].front()));
        break;
      }
    }
  }

  // 请求支付工程款87644元及利息: a head with its sum, and the very sum is ordered. Then it does not
  // matter that the rest of the sentence speaks of rates and times.
  bool asks_sum_ordered(string_view wanted, std::size_t head) const {
    const auto start = static_cast<std::size_t>(wanted.data() - ruling_.view.text.data());
    for (const Number& number : ruling_.view.numbers) {
      if (number.measure != Measure::kMoney || number.span.start < start ||
          number.span.end > start + wanted.size()) {
        continue;
      }
      const string_view before = wanted.substr(0, number.span.start - start);
      const bool named =
          std::any_of(claim_heads()[head].begin(), claim_heads()[head].end(),
                      [&](const std::string& word) { return before.ends_with(word); });
      if (!named || contains(wanted, {"超出", "超过", "部分", "其余", "其他", "差额"})) continue;
      for (const Number& other : ruling_.view.numbers) {
        const bool ordered = other.value == number.value &&
                             ruling_.view.in(other.span.start, Tag::kDisposition) &&
                             ruling_.view.this_level(other.span.start);
        if (ordered) return true;
      }
    }
    return false;
  }

  // The item orders the head, with the same qualifier (延时加班工资 is not 节假日加班工资), and
  // does not exclude it.
  static bool orders(string_view item, std::size_t head, string_view wanted) {
    static constexpr std::array<string_view, 24> kPlain{
        "支付", "赔偿", "给付", "偿还", "返还", "承担", "主张", "要求",
        "请求", "退还", "归还", "的",   "、",   "及",   "和",   "与",
        "元",   "其",   "付",   "还",   "逾期", "原告", "被告", "诉请"};
    for (const std::string& word : claim_heads()[head]) {
      const std::size_t at = item.find(word);
      if (at == item.npos) continue;
      const std::size_t lead = std::min<std::size_t>(at, 15);
      if (contains(item.substr(at - lead, lead), {"不得", "不再", "不计", "不含"})) return false;
      for (const std::string& asked : claim_heads()[head]) {
        const std::size_t place = wanted.rfind(asked);
        if (place == wanted.npos) continue;
        const string_view before = wanted.substr(0, place);
        const bool plain =
            before.empty() || std::any_of(kPlain.begin(), kPlain.end(),
                                          [&](string_view each) { return before.ends_with(each); });
        if (plain) return true;
        const std::size_t qualifier =
            previous_code_point(before, previous_code_point(before, place));
        return item.find(wanted.substr(qualifier, place - qualifier)) != item.npos;
      }
      return true;
    }
    return false;
  }

  // 四、驳回原告要求被告支付违约金36000元的诉讼请求: one head, dismissed by name.
  void supported_but_dismissed() {
    if (!ruling_.orders) return;
    for (const Span& item : ruling_.items) {
      const string_view words = ruling_.view.quote(item);
      if (!dismisses(words) || contains(words, {"其他", "其它", "其余", "超出", "部分"})) continue;
      const std::vector<std::size_t> named = heads_in(wish(words));
      if (named.size() != 1 || names_head(ruling_.ordered, named.front())) continue;
      for (const ReasonedSentence& sentence : ruling_.sentences) {
        const string_view wanted = wish(sentence.words);
        if (sentence.stand != Stand::kSupport || !sentence.of_claim || narrows(wanted)) continue;
        if (heads_in(wanted) != named || !by_court(sentence.words)) continue;
        if (ruling_.said_elsewhere(named.front(), sentence, {Stand::kRefuse, Stand::kPart}))
          continue;
        if (ruling_.spares(wanted, words) || !ruling_.same_amount(wanted, item)) continue;
        report(item, sentence.span,
               fmt::format("理由部分支持“{}”的请求，主文却予以驳回。",
                           claim_heads()[named.front()].front()),
               fmt::format("The reasoning supports {}, the operative part dismisses it.",
                           claim_heads()[named.front()].front()));
        break;
      }
    }
  }

  void report(Span place, Span other, std::string chinese, std::string english) {
    findings_.push_back(finding("outcome", "checks/outcome", trimmed(ruling_.view, place),
                                trimmed(ruling_.view, other),
                                ruling_.view.chinese() ? std::move(chinese) : std::move(english)));
  }

  Ruling ruling_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_outcome(const CaseView& view) {
  return Outcome(view).run();
}

}  // namespace proviso::tasks
