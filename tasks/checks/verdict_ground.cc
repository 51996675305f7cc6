#include "tasks/checks/verdict_ground.h"

#include <re2/re2.h>

#include <algorithm>
#include <string_view>

#include "tasks/checks/ruling.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

class Verdicts {
 public:
  Verdicts(const Ruling& ruling, std::vector<Finding>& findings)
      : ruling_(ruling), findings_(findings) {}

  void run() {
    ground_against_verdict();
    supported_and_refused();
  }

 private:
  // 原告的请求符合法律规定，本院不予支持: the ground says one thing, the verdict right behind it
  // the other.
  void ground_against_verdict() {
    static const RE2 refused_with_ground(
        "((?:[^不未非]符合[^，,。；]{0,30}(?:规定|约定|情理)|(?:合法|于法|确)有据|"
        "[^不]相符|[^没未所无占享](?:具有|有)[^，,。；没无不缺欠占享]{0,12}(?:依据|根据)|"
        "并无不当|(?:未|不)(?:超过|超出|违反|违背|高于)[^，,。；]{0,14}(?:法律|法规|规定|标准|约定|"
        "限额)(?:的规定)?|"
        "[^不未非](?:(?:上诉|诉讼)?请求成立|理由(?:正当|成立|充分)|依据充分|证据充分|合理合法|"
        "合法合理|理据充足|要求正当|并不过高)))"
        "[，,](?:故|因此|对此)?[，,]?(本院(?:依法)?不予支持)");
    static const RE2 supported_without_ground(
        "((?:没有|并无|无|缺乏)[^，,。；]{0,20}依据|于法无据|证据不足|依据不足)"
        "[，,](?:故|因此|对此)?[，,]?(本院(?:依法)?(?:予以|应予)支持)");
    ground_against_validity();
    for (const ReasonedSentence& sentence : ruling_.sentences) {
      for (const RE2* pattern : {&refused_with_ground, &supported_without_ground}) {
        re2::StringPiece ground;
        re2::StringPiece verdict;
        if (!RE2::PartialMatch({sentence.words.data(), sentence.words.size()}, *pattern, &ground,
                               &verdict)) {
          continue;
        }
        if (contains({ground.data(), ground.size()}, {"虽", "但", "尚", "仅", "违反", "违背"}))
          continue;
        if (reported(sentence.span)) continue;
        const bool refuses = pattern == &refused_with_ground;
        // 被告以未办理交接为由扣发，没有依据: what the other side did has none.
        const auto lead = static_cast<std::size_t>(ground.data() - sentence.words.data());
        if (!refuses && has_word(sentence.words.substr(0, lead), words("done_without_ground")))
          continue;
        report(span_of(verdict), clause_around(ruling_.view.text, span_of(ground)),
               refuses ? "理由部分认为该项请求有依据，紧接着却不予支持。"
                       : "理由部分认为该项请求没有依据，紧接着却予以支持。",
               refuses ? "The claim is said to be well founded and refused in the same breath."
                       : "The claim is said to be unfounded and granted in the same breath.");
      }
    }
  }

  // 不符合法定形式，应属有效.
  void ground_against_validity() {
    static const RE2 odd(
        "((?:不符合|违反)(?:了)?[^，,。；]{0,24}(?:规定|形式|要件|条件|强制性规定))[，,](?:故|因此|"
        "依法)?"
        "[^，,。；不无]{0,12}((?:应属|应为|系|属|应认定为?|当属|应当认定)(?:合法)?有效)");
    // 未有违反, 不存在违反, 没有不符合.
    static const RE2 negated("[未没无不非](?:\\p{Han}{0,2})(?:违反|不符合)");
    for (const ReasonedSentence& sentence : ruling_.sentences) {
      re2::StringPiece ground;
      re2::StringPiece verdict;
      if (!RE2::PartialMatch({sentence.words.data(), sentence.words.size()}, odd, &ground,
                             &verdict) ||
          contains(sentence.words, {"虽", "但", "并未", "并不", "辩", "主张"}) ||
          RE2::PartialMatch({sentence.words.data(), sentence.words.size()}, negated))
        continue;
      report(span_of(verdict), clause_around(ruling_.view.text, span_of(ground)),
             "理由部分认为其不符合要求，紧接着却认定有效。",
             "It is said not to meet what is required and to be valid in the same breath.");
    }
  }

  // 工人工资27980元…本院予以支持。…该工人工资27980元…该项诉请…不予支持: one sum, both verdicts.
  void supported_and_refused() {
    for (const ReasonedSentence& support : ruling_.sentences) {
      if (support.stand != Stand::kSupport || !by_court(support.words) ||
          !contains(support.words, {"原告诉请", "原告请求", "原告要求", "原告主张", "原告诉求"}) ||
          contains(support.words, {"辩", "异议", "鉴定", "追加", "连带", "其中"}) ||
          !contains(support.words.substr(support.words.size() - kVerdict), {"支持"})) {
        continue;
      }
      for (const ReasonedSentence& refusal : ruling_.sentences) {
        if (refusal.stand != Stand::kRefuse || !contains(refusal.words, {"原告"})) continue;
        if (contains(refusal.words, {"超出", "超过", "部分", "过高", "其余", "其他", "除", "连带",
                                     "但", "抗辩", "重复", "其中"}) ||
            !ruling_.same_sum(support.span, refusal.span) || reported(refusal.span)) {
          continue;
        }
        report(refusal.span, support.span, "理由部分对同一数额的请求先予支持、又不予支持。",
               "The reasoning both grants and refuses a claim for the same sum.");
        break;
      }
    }
  }

  // 支持 and a stop: 本院支持36800元 grants a part.
  static constexpr std::size_t kVerdict = 9;  // bytes

  void report(Span place, Span other, string_view chinese, string_view english) {
    findings_.push_back(finding("outcome", "checks/outcome", trimmed(ruling_.view, place),
                                trimmed(ruling_.view, other),
                                std::string(ruling_.view.chinese() ? chinese : english)));
  }

  Span span_of(const re2::StringPiece& words) const {
    const auto start = static_cast<std::size_t>(words.data() - ruling_.view.text.data());
    return {start, start + words.size()};
  }

  bool reported(Span sentence) const {
    return std::any_of(findings_.begin(), findings_.end(), [&](const Finding& each) {
      const auto inside = [&](Span span) {
        return span.start < sentence.end && sentence.start < span.end;
      };
      return inside(each.place) || (each.other && inside(*each.other));
    });
  }

  const Ruling& ruling_;
  std::vector<Finding>& findings_;
};

}  // namespace

void add_verdicts_against_ground(const Ruling& ruling, std::vector<Finding>& findings) {
  Verdicts(ruling, findings).run();
}

}  // namespace proviso::tasks
