#include "tasks/checks/appeal_outcome.h"

#include <re2/re2.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

// What the reasoning says of the appeal: the last sentence of each sort.
struct OnAppeal {
  const ReasonedSentence* founded = nullptr;
  const ReasonedSentence* unfounded = nullptr;
  const ReasonedSentence* granted = nullptr;  // a request of it, not only a ground
  bool in_part = false;
};

OnAppeal on_appeal(const Ruling& ruling) {
  OnAppeal said;
  for (const ReasonedSentence& sentence : ruling.sentences) {
    if (!has_word(sentence.words, words("of_appeal"))) continue;
    if (has_word(sentence.words, words("appeal_in_part"))) said.in_part = true;
    const bool refused = has_word(sentence.words, words("appeal_refused"));
    if (refused) said.unfounded = &sentence;
    if (!refused && has_word(sentence.words, words("appeal_accepted"))) said.founded = &sentence;
    if (has_word(sentence.words, words("appeal_granted"))) said.granted = &sentence;
  }
  return said;
}

// What an appeal that is dismissed may not hold: a request that is granted, or no word against it.
const ReasonedSentence* against_dismissal(const OnAppeal& said) {
  if (said.granted != nullptr) return said.granted;
  return said.unfounded == nullptr ? said.founded : nullptr;
}

// 原判应予维持 in the sentence or the one behind it.
bool affirmed(const Ruling& ruling, const ReasonedSentence& sentence) {
  const auto index = static_cast<std::size_t>(&sentence - ruling.sentences.data());
  for (std::size_t i = index; i < ruling.sentences.size() && i < index + 2; ++i) {
    if (has_word(ruling.sentences[i].words, words("affirmed"))) return true;
  }
  return false;
}

Finding told(const Ruling& ruling, Span place, Span other, string_view chinese,
             string_view english) {
  return finding("outcome", "checks/outcome", trimmed(ruling.view, place),
                 trimmed(ruling.view, other),
                 std::string(ruling.view.chinese() ? chinese : english));
}

// 综上，上诉请求不能成立, of the only appellant, and nothing behind it that departs from the court
// below of its own accord.
bool last_word(const Ruling& ruling, const ReasonedSentence& sentence) {
  static const RE2 whole(
      "^(?:综上|据此|因此|综合)[^。；]{0,60}上诉请求(?:均|全部)?(?:不能成立|不成立)");
  if (!RE2::PartialMatch({sentence.words.data(), sentence.words.size()}, whole) ||
      contains(sentence.words, {"部分", "虽", "但", "除", "其他", "其余"}))
    return false;
  std::size_t appellants = 0;
  for (const segmenter::Party& party : ruling.view.structure.parties)
    appellants += std::any_of(party.roles.begin(), party.roles.end(), [](const std::string& role) {
      return role.starts_with("上诉人") || role.starts_with("再审申请人");
    });
  const auto index = static_cast<std::size_t>(&sentence - ruling.sentences.data());
  for (std::size_t i = index + 1; i < ruling.sentences.size(); ++i)
    if (contains(ruling.sentences[i].words,
                 {"纠正", "改判", "变更", "不当", "错误", "调整", "撤销"}))
      return false;
  return appellants == 1;
}

}  // namespace

std::vector<Finding> appeal_findings(const Ruling& ruling) {
  const OnAppeal said = on_appeal(ruling);
  if (said.in_part) return {};
  const ReasonedSentence* founded = against_dismissal(said);
  if (ruling.appeal && ruling.items.size() == 1 && founded != nullptr) {
    return {told(ruling, *ruling.appeal, founded->span,
                 "理由部分认定上诉请求成立，主文却驳回上诉、维持原判。",
                 "The appeal is found to be well founded, but is dismissed.")};
  }
  const bool changes = std::any_of(ruling.items.begin(), ruling.items.end(), [&](Span item) {
    return contains(ruling.view.quote(item), {"撤销", "变更"}) &&
           !contains(ruling.view.quote(item), {"维持"});
  });
  if (changes && !ruling.appeal && said.founded == nullptr && said.unfounded != nullptr &&
      affirmed(ruling, *said.unfounded)) {
    return {told(ruling, ruling.items.front(), said.unfounded->span,
                 "理由部分认定上诉请求不能成立、原判应予维持，主文却改变了原判。",
                 "The appeal is found to be unfounded, but the judgment below is changed.")};
  }
  const bool kept = std::any_of(ruling.items.begin(), ruling.items.end(), [&](Span item) {
    return contains(ruling.view.quote(item), {"维持", "驳回上诉", "驳回其上诉"});
  });
  if (changes && !kept && said.unfounded != nullptr && last_word(ruling, *said.unfounded)) {
    return {told(ruling, ruling.items.front(), said.unfounded->span,
                 "理由部分最终认定上诉请求不能成立，主文却改变了原判。",
                 "The appeal is found to be unfounded in the end, but the judgment below is "
                 "changed.")};
  }
  return {};
}

}  // namespace proviso::tasks
