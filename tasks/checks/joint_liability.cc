#include "tasks/checks/joint_liability.h"

#include <algorithm>
#include <array>
#include <optional>

#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

constexpr std::array<string_view, 3> kWays{"joint", "supplementary", "several"};

// Where each way of being liable is decided first; nothing where it is not.
using Ways = std::array<std::optional<Span>, kWays.size()>;

void note(const CaseView& view, Span sentence, Ways& ways) {
  for (std::size_t way = 0; way < kWays.size(); ++way) {
    if (ways[way]) continue;
    for (const string_view word : words(kWays[way])) {
      // Words begin in the sentence and may end behind it; the rest of the text is not searched.
      const std::size_t reach = std::min(view.text.size(), sentence.end + word.size() - 1);
      const std::size_t at = view.text.substr(sentence.start, reach - sentence.start).find(word);
      if (at == string_view::npos) continue;
      const std::size_t start = sentence.start + at;
      ways[way] = clause_around(view.text, {start, start + word.size()});
      break;
    }
  }
}

// The court decides in the sentence, and the clause itself neither denies nor reports.
bool decides(const CaseView& view, Span sentence, Span clause) {
  const string_view said = view.quote(clause);
  return has_word(view.quote(sentence), words("decides")) && !has_word(said, words("denies")) &&
         !has_word(said, words("reports")) && !contains(view.quote(sentence), {"不予支持", "驳回"});
}

}  // namespace

std::vector<Finding> check_joint_liability(const CaseView& view) {
  if (view.structure.instance == "second" || view.structure.instance == "retrial") return {};
  Ways ordered;
  for (const Span& item : view.disposition_items()) {
    if (!contains(view.quote(item), {"驳回"})) note(view, item, ordered);
  }
  Ways decided;
  Ways named;
  for (const Span& part : view.spans(segmenter::Tag::kReasoning)) {
    for (std::size_t at = part.start; at < part.end;) {
      const Span sentence = sentence_around(view.text, {at, at}, part.end - at + 1);
      const Span whole{at, std::min(std::max(sentence.end, at), part.end)};
      note(view, whole, named);
      Ways here;
      note(view, whole, here);
      for (std::size_t way = 0; way < kWays.size(); ++way) {
        if (here[way] && !decided[way] && decides(view, whole, *here[way]))
          decided[way] = here[way];
      }
      at = whole.end < part.end ? whole.end + code_point_bytes(view.text[whole.end]) : part.end;
    }
  }
  for (std::size_t way = 0; way < kWays.size(); ++way) {
    // A word that the reasoning has too was meant for somebody else.
    if (!ordered[way] || named[way]) continue;
    for (std::size_t other = 0; other < kWays.size(); ++other) {
      if (!decided[other] || (way == 0) == (other == 0)) continue;
      return {finding("joint_liability", "checks/joint_liability", *ordered[way], *decided[other],
                      !view.chinese() ? "The order and the reasoning differ on joint liability."
                      : way == 0 ? "主文判令承担连带责任，而理由部分认定的不是连带责任。"
                                 : "理由部分认定承担连带责任，主文判令承担的却不是连带责任。")};
    }
  }
  return {};
}

}  // namespace proviso::tasks
