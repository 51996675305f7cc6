#include "segmenter/english/evidence.h"

#include <algorithm>

#include "segmenter/english/words.h"

namespace proviso::segmenter::english {
namespace {

constexpr std::size_t kHeadLines = 70, kTailLines = 30;
constexpr std::size_t kHeadBytes = 12000;
constexpr std::size_t kProse = 80;       // a sentence this long is running text
constexpr std::size_t kTitleLine = 200;  // of a line that is a title
constexpr std::size_t kLineBytes = 400;  // of a line in the head or tail
constexpr std::size_t kShortLine = 240;  // what is looked at in the middle
constexpr std::size_t kMiddle = 4000;    // lines

// A sentence of running text is no line of a caption, whatever case it names.
bool is_prose(std::string_view words) {
  if (words.size() < kProse || !ends_sentence(words)) return false;
  const std::string_view beginning = words.substr(0, kLineBytes);
  std::size_t lower = 0, letters = 0;
  for (const char c : beginning) {
    lower += c >= 'a' && c <= 'z';
    letters += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
  if (lower * 10 < letters * 8) return false;
  // a caption run together with the opinion begins in capitals
  const std::string_view first = words.substr(0, kProse / 2);
  return std::count_if(first.begin(), first.end(), [](char c) { return c >= 'a' && c <= 'z'; }) > 8;
}

}  // namespace

bool is_judgment(std::string_view text, const std::vector<Line>& lines,
                 const std::vector<NumberedLine>& paragraphs, const Grammar& grammar) {
  std::vector<bool> found(grammar.evidence.size(), false);
  bool denies = true;
  const auto look = [&](const Line& line, EvidenceGroup::Where where) {
    // "ORDER GRANTING MOTION TO DISMISS" names a motion and is none
    const bool may_deny = denies && where == EvidenceGroup::Where::kHead &&
                          line.words.size() <= kTitleLine &&
                          !grammar.titles.any(words_of(text, line, kTitleLine));
    const bool caption = !is_prose(words_of(text, line));
    for (std::size_t g = 0; g < found.size(); ++g) {
      const EvidenceGroup& group = grammar.evidence[g];
      if (found[g] || group.where != where) continue;
      if (group.side == EvidenceGroup::Side::kAgainst && !may_deny) continue;
      if (group.side == EvidenceGroup::Side::kCaption && !caption) continue;
      found[g] = group.patterns.any(words_of(text, line, kLineBytes));
    }
  };
  for (std::size_t i = 0; i < std::min(lines.size(), kHeadLines); ++i) {
    if (lines[i].span.start > kHeadBytes) break;
    denies = paragraphs.empty() || i < paragraphs.front().line;
    look(lines[i], EvidenceGroup::Where::kHead);
  }
  // Whether what was found makes a judgment, if `more` groups of the decision were found as well.
  const auto suffices = [&](std::size_t more) {
    std::size_t caption = 0, decision = more + (paragraphs.empty() ? 0 : 1);
    bool doubtful = false;
    for (std::size_t g = 0; g < found.size(); ++g) {
      if (!found[g]) continue;
      if (grammar.evidence[g].side == EvidenceGroup::Side::kAgainst) {
        if (!grammar.evidence[g].outweighed) return false;
        doubtful = true;
        continue;
      }
      ++(grammar.evidence[g].side == EvidenceGroup::Side::kCaption ? caption : decision);
    }
    if (doubtful) {
      return caption >= grammar.caption_outweighs && decision >= grammar.decision_outweighs;
    }
    return (caption >= grammar.caption_needed && decision >= grammar.decision_needed) ||
           (caption >= 1 && decision >= grammar.decision_makes_up);
  };
  // Most papers without a caption are told by their head.
  std::size_t open = 0;
  bool captions_below = false;
  for (std::size_t g = 0; g < found.size(); ++g) {
    const EvidenceGroup& group = grammar.evidence[g];
    if (group.where == EvidenceGroup::Where::kHead || found[g]) continue;
    open += group.side == EvidenceGroup::Side::kDecision;
    captions_below = captions_below || group.side == EvidenceGroup::Side::kCaption;
  }
  if (!captions_below && !suffices(open)) return false;
  for (std::size_t i = 0; i < std::min(lines.size(), kMiddle); ++i) {
    if (i < kHeadLines || lines[i].words.size() <= kShortLine) {
      look(lines[i], EvidenceGroup::Where::kAny);
    }
  }
  for (std::size_t i = lines.size() - std::min(lines.size(), kTailLines); i < lines.size(); ++i) {
    look(lines[i], EvidenceGroup::Where::kTail);
  }
  return suffices(0);
}

}  // namespace proviso::segmenter::english
