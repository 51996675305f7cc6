#include "tasks/checks/outcome.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "tasks/checks/acts.h"
#include "tasks/checks/allotted.h"
#include "tasks/checks/appeal_outcome.h"
#include "tasks/checks/claim_heads.h"
#include "tasks/checks/conviction.h"
#include "tasks/checks/figure_head.h"
#include "tasks/checks/restated.h"
#include "tasks/checks/ruling.h"
#include "tasks/checks/sorts.h"
#include "tasks/checks/verdict_ground.h"
#include "tasks/checks/wish.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

class Outcome {
 public:
  explicit Outcome(const JudgmentView& judgment) : judgment_(judgment), ruling_(judgment.ruling) {}

  std::vector<Finding> run() {
    if (ruling_.items.empty() || ruling_.sentences.empty()) return {};
    if (ruling_.appeal || ruling_.appellate()) {
      findings_ = appeal_findings(ruling_);
    } else {
      all_dismissed();
      all_refused();
      refused_but_ordered();
      supported_but_dismissed();
    }
    add_verdicts_against_ground(ruling_, findings_);
    if (!ruling_.appeal && !ruling_.appellate()) {
      add_misallotted(judgment_, findings_);
      for (Finding& each : refused_acts(ruling_))
        if (!told_already(findings_, each.place)) findings_.push_back(std::move(each));
    }
    return std::move(findings_);
  }

 private:
  // Every item dismisses, and the last word of the reasoning on the claims is support.
  void all_dismissed() {
    if (ruling_.orders) return;
    for (const Span& item : ruling_.items) {
      const string_view words = ruling_.view.quote(item);
      if (!contains(words, {"诉讼请求", "离婚", "反诉请求"})) return;
    }
    const ReasonedSentence* support = nullptr;
    for (const ReasonedSentence& sentence : ruling_.sentences) {
      if (sentence.stand == Stand::kNone) continue;
      if (sentence.stand != Stand::kSupport) {
        if (sentence.wish.asker == Wish::Asker::kDefends) continue;
        // A later word on everything, on the same head or on the same sum takes the support back.
        if (support != nullptr && !ruling_.dismisses_others() && takes_back(sentence, *support))
          support = nullptr;
        continue;
      }
      if (sentence.of_claim && by_court(sentence.words)) support = &sentence;
    }
    if (support == nullptr) return;
    report(ruling_.items.front(), support->span, "主文驳回了诉讼请求，而理由部分对请求予以支持。",
           "The claims are dismissed, though the reasoning supports them.");
  }

  // 综上，原告的诉讼请求不能成立，应予驳回: the last word refuses all of it, and no item dismisses
  // anything.
  void all_refused() {
    static const RE2 refuses(
        "^(?:综上|据此|因此|故|综合|总之|本院认为)?[^。；]{0,60}(?:的|其)(?:全部)?诉讼请求[^。；]{"
        "0,40}"
        "(?:不能成立|不成立|依据|根据)[^。；]{0,20}(?:应予|应当予以|应依法予以|应当依法|依法应予|"
        "依法|"
        "应当|予以|本院予以)驳回");
    if (!ruling_.orders || std::any_of(ruling_.items.begin(), ruling_.items.end(), [&](Span item) {
          return contains(ruling_.view.quote(item), {"驳回", "反诉"});
        }))
      return;
    const ReasonedSentence* last = nullptr;
    for (const ReasonedSentence& sentence : ruling_.sentences) {
      if (last != nullptr && sentence.stand == Stand::kSupport) return;
      if (!by_court(sentence.words)) continue;
      if (RE2::PartialMatch({sentence.words.data(), sentence.words.size()}, refuses) &&
          !contains(sentence.words, {"其他", "其它", "其余", "部分", "超出", "除", "虽", "但",
                                     "对被告", "对第三人", "反诉", "主张", "认为", "辩"}))
        last = &sentence;
    }
    if (last == nullptr) return;
    report(ruling_.items.front(), last->span, "理由部分认定诉讼请求应予驳回，主文却没有驳回。",
           "The reasoning holds that the claims fail, the operative part does not dismiss them.");
  }

  bool takes_back(const ReasonedSentence& refusal, const ReasonedSentence& support) const {
    const std::vector<std::size_t>& asked = support.heads;
    const std::vector<std::size_t> refused =
        refusal.heads.empty() ? heads_in(refusal.words) : refusal.heads;
    // 原告要求赔偿损失199437元，本院予以支持: a refusal of a head by name is about another claim.
    if (asked.empty() && ruling_.names_sum(support.span)) {
      const bool set_off =
          contains(refusal.words, {"抵扣", "抵销", "抵消", "扣除", "已付", "已支付"});
      return set_off || refused.empty() || ruling_.names_sum(refusal.span);
    }
    if (asked.empty()) return true;
    // 存在共同债务23000元，该项主张不予支持 is not about the divorce.
    if (refused.empty() && ruling_.names_sum(refusal.span) &&
        !ruling_.same_sum(refusal.span, support.span))
      return false;
    if (refused.empty()) return !of_another_thing(refusal, support);
    return std::any_of(asked.begin(), asked.end(), [&](std::size_t head) {
      return std::find(refused.begin(), refused.end(), head) != refused.end();
    });
  }

  // What is refused has words of its own, and none of what was supported.
  bool of_another_thing(const ReasonedSentence& refusal, const ReasonedSentence& support) const {
    constexpr std::size_t kOwnWords = 36;  // bytes
    constexpr double kAlike = 0.08;
    if (refusal.wish.object.size() < kOwnWords) return false;
    const Restated restated(ruling_.view.text);
    return restated.like({refusal.wish.object, {}}, {support.wish.object, {}}).part < kAlike;
  }

  void refused_but_ordered() {
    for (const ReasonedSentence& sentence : ruling_.sentences) {
      if (sentence.stand != Stand::kRefuse || !sentence.of_claim || sentence.wish.negative)
        continue;
      if (sentence.heads.empty()) {
        if (refuses_outright(sentence)) refused_sum(sentence);
        continue;
      }
      for (const std::size_t head : sentence.heads) {
        const Span* item = refused_item(sentence, head);
        if (item == nullptr) continue;
        report(*item, sentence.span,
               fmt::format("理由部分对“{}”的请求不予支持，主文却判令给付。", name(head)),
               fmt::format("The reasoning refuses {}, the operative part orders it.", name(head)));
        break;
      }
    }
  }

  // The item that orders what was refused; none where the reasoning grants it too.
  const Span* refused_item(const ReasonedSentence& refusal, std::size_t head) const {
    // Nobody asks for two divorces.
    const bool granted_too =
        claim_heads()[head].sort != "divorce" &&
        (ruling_.said_elsewhere(head, refusal, {Stand::kSupport, Stand::kPart}) ||
         fixed_behind(head, refusal));
    const bool outright = refuses_outright(refusal);
    for (const Span& item : ruling_.items) {
      if (!ordered_as_refused(refusal, head, item)) continue;
      if (outright && !granted_too) return &item;
      if (very_sum(refusal, item)) return &item;
    }
    return nullptr;
  }

  // The refused sum itself is ordered, and no other sentence speaks of it: then neither 另主张 nor
  // what is granted of the same name explains it.
  bool very_sum(const ReasonedSentence& refusal, Span item) const {
    constexpr int kNoChance = 3;
    Wish asked = refusal.wish;
    asked.subject = {};
    if (!by_court(refusal.words) || takes_a_part(asked) ||
        !contains(refusal.words, {"支持", "准许", "照准"}) ||
        ruling_.spares(refusal.wish.object, ruling_.view.quote(item)))
      return false;
    const std::span<const Number> ordered = numbers_in(ruling_.view, item);
    for (const Number& sum : numbers_in(ruling_.view, span_of(refusal.wish.object))) {
      if (sum.measure != Measure::kMoney || sum.per || significant_digits(sum.value) < kNoChance ||
          std::none_of(ordered.begin(), ordered.end(), [&](const Number& each) {
            return each.measure == Measure::kMoney && each.value == sum.value;
          }))
        continue;
      const bool elsewhere = std::any_of(
          ruling_.sentences.begin(), ruling_.sentences.end(), [&](const ReasonedSentence& each) {
            return &each != &refusal && each.stand != Stand::kRefuse &&
                   ruling_.same_sum(each.span, span_of(refusal.wish.object)) &&
                   (each.stand != Stand::kNone || each.span.start > refusal.span.start);
          });
      if (!elsewhere) return true;
    }
    return false;
  }

  // 原告主张被告补发121200元，本院不予支持, and that very sum is ordered.
  void refused_sum(const ReasonedSentence& sentence) {
    const Span wanted = span_of(sentence.wish.object);
    constexpr int kNoChance = 3;
    const bool of_its_own = std::any_of(
        ruling_.view.numbers.begin(), ruling_.view.numbers.end(), [&](const Number& each) {
          return each.measure == Measure::kMoney && each.span.start >= wanted.start &&
                 each.span.end <= wanted.end && significant_digits(each.value) >= kNoChance;
        });
    if (!of_its_own) return;
    for (const ReasonedSentence& other : ruling_.sentences)
      if (other.stand == Stand::kSupport && ruling_.same_sum(other.span, sentence.span)) return;
    for (const Span& item : ruling_.items) {
      if (dismisses(ruling_.view.quote(item)) ||
          !ruling_.same_sum(span_of(sentence.wish.object), item) ||
          ruling_.spares(sentence.wish.object, ruling_.view.quote(item)))
        continue;
      report(item, sentence.span, "理由部分对这一数额的请求不予支持，主文却判令给付同一数额。",
             "The reasoning refuses a claim for this sum, the operative part orders it.");
      return;
    }
  }

  static bool refuses_outright(const ReasonedSentence& sentence) {
    return contains(sentence.words, {"支持", "准许", "照准", "离婚"}) && by_court(sentence.words) &&
           !takes_a_part(sentence.wish);
  }

  bool ordered_as_refused(const ReasonedSentence& refusal, std::size_t head, Span item) const {
    const string_view said = ruling_.view.quote(item);
    const string_view wanted = refusal.wish.object;
    if (dismisses(said) || !orders(said, head, wanted) || ruling_.spares(wanted, said) ||
        of_other_sorts(wanted, said))
      return false;
    const std::string& sort = claim_heads()[head].sort;
    const bool done = has_word(said, words(sort == "divorce"  ? "divorced"
                                           : sort == "ending" ? "ends"
                                                              : "performs"));
    if (!done) return false;
    switch (ruling_.figures(wanted, item)) {
      case Ruling::Figures::kOther:
        return false;
      case Ruling::Figures::kSame:
        return ruling_.names_sum(span_of(wanted)) || !has_word(wanted, words("narrows_time"));
      default:
        return !narrowed(wanted);
    }
  }

  Span span_of(string_view said) const {
    const auto start = static_cast<std::size_t>(said.data() - ruling_.view.text.data());
    return {start, start + said.size()};
  }

  // 按上述标准 is no narrower than what was said before.
  static bool narrowed(string_view wanted) {
    std::string own(wanted);
    for (const string_view word : words("same_bounds"))
      for (std::size_t at = own.find(word); at != own.npos; at = own.find(word))
        own.erase(at, word.size());
    // 二倍工资差额 is a head's own name.
    for (const std::size_t head : heads_in(own))
      for (const std::string& word : claim_heads()[head].spellings)
        for (std::size_t at = own.find(word); at != own.npos; at = own.find(word))
          own.erase(at, word.size());
    return has_word(own, words("narrows_how"));
  }

  // 原告主张月利率3%，本院不予支持。被告应按年利率6%支付利息: a later sentence says what is due.
  bool fixed_behind(std::size_t head, const ReasonedSentence& refusal) const {
    return std::any_of(
        ruling_.sentences.begin(), ruling_.sentences.end(), [&](const ReasonedSentence& each) {
          return each.span.start > refusal.span.start && each.stand != Stand::kRefuse &&
                 names_head(each.words, head) && has_word(each.words, words("fixes_what_is_due"));
        });
  }

  // The item orders the head, with the same qualifier (延时加班工资 is not 节假日加班工资), and
  // does not exclude it.
  static bool orders(string_view item, std::size_t head, string_view wanted) {
    for (const std::string& word : claim_heads()[head].spellings) {
      const std::size_t at = item.find(word);
      if (at == item.npos) continue;
      const std::size_t lead = std::min<std::size_t>(at, 15);
      if (contains(item.substr(at - lead, lead), {"不得", "不再", "不计", "不含"})) return false;
      const std::vector<std::size_t> named = heads_in(item);
      if (std::find(named.begin(), named.end(), head) == named.end()) continue;
      for (const std::string& asked : claim_heads()[head].spellings) {
        const std::size_t place = wanted.rfind(asked);
        if (place == wanted.npos) continue;
        const string_view before = wanted.substr(0, place);
        if (before.empty() || ends_with_word(before, words("before_head"))) return true;
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
      const string_view said = ruling_.view.quote(item);
      if (!dismisses(said) || contains(said, {"其他", "其它", "其余", "超出", "部分"})) continue;
      const string_view dismissed = wish_of(said).object;
      std::vector<std::size_t> named = heads_in(dismissed);
      if (contains(said, {"离婚"}) && has_word(said, words("not_divorced"))) named = heads_in(said);
      if (named.size() != 1 || names_head(ruling_.ordered, named.front())) continue;
      for (const ReasonedSentence& sentence : ruling_.sentences) {
        const string_view wanted = sentence.wish.object;
        if (sentence.stand != Stand::kSupport || !sentence.of_claim || sentence.wish.negative ||
            takes_a_part(sentence.wish) || sentence.heads != named || !by_court(sentence.words))
          continue;
        if (ruling_.said_elsewhere(named.front(), sentence, {Stand::kRefuse, Stand::kPart}) ||
            ruling_.spares(wanted, said) || of_other_sorts(wanted, dismissed))
          continue;
        const Ruling::Figures figures = ruling_.figures(wanted, item);
        if (figures == Ruling::Figures::kOther ||
            (figures == Ruling::Figures::kNone && narrowed(wanted)))
          continue;
        report(item, sentence.span,
               fmt::format("理由部分支持“{}”的请求，主文却予以驳回。", name(named.front())),
               fmt::format("The reasoning supports {}, the operative part dismisses it.",
                           name(named.front())));
        break;
      }
    }
  }

  static const std::string& name(std::size_t head) { return claim_heads()[head].spellings.front(); }

  void report(Span place, Span other, std::string chinese, std::string english) {
    findings_.push_back(finding("outcome", "checks/outcome", trimmed(ruling_.view, place),
                                trimmed(ruling_.view, other),
                                ruling_.view.chinese() ? std::move(chinese) : std::move(english)));
  }

  const JudgmentView& judgment_;
  const Ruling& ruling_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_outcome(const JudgmentView& judgment) {
  std::vector<Finding> findings = Outcome(judgment).run();
  for (Finding& each : check_conviction(judgment.view))
    if (!told_already(findings, each.place)) findings.push_back(std::move(each));
  return findings;
}

}  // namespace proviso::tasks
