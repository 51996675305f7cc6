#include "tasks/checks/figure_head.h"

#include <algorithm>

#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using std::string_view;

std::size_t common_tail(string_view a, string_view b) {
  std::size_t count = 0;
  while (a.size() >= 3 && b.size() >= 3 && a.substr(a.size() - 3) == b.substr(b.size() - 3)) {
    a.remove_suffix(3);
    b.remove_suffix(3);
    ++count;
  }
  return count;
}

}  // namespace

std::string head_of(const CaseView& view, const Number& number) {
  string_view before = string_view(view.folded.text).substr(0, number.start);
  for (bool stripped = true; stripped;) {
    stripped = false;
    for (const string_view filler : words("amount_filler")) {
      if (!before.ends_with(filler)) continue;
      before.remove_suffix(filler.size());
      stripped = true;
    }
  }
  std::size_t start = before.size();
  for (int count = 0; count < 8 && start > 0; ++count) {
    const std::size_t previous = previous_code_point(before, start);
    const string_view character = before.substr(previous, start - previous);
    // Words only: a stop, a bracket or a digit ends the head.
    if (character.size() < 3 || character == "。" || character == "、" || character == "“" ||
        character == "”")
      break;
    start = previous;
  }
  return std::string(before.substr(start));
}

std::size_t common_end(string_view a, string_view b) {
  constexpr std::size_t kWhole = 8 * 3;
  constexpr std::size_t kShared = 7;
  if (a.size() == kWhole && b.size() == kWhole) {
    std::size_t shared = 0;
    for (std::size_t at = 0; at < kWhole; at += 3) {
      if (b.find(a.substr(at, 3)) != b.npos) ++shared;
    }
    if (shared >= kShared) return std::max<std::size_t>(3, common_tail(a, b));
  }
  return common_tail(a, b);
}

int significant_digits(const Exact& yuan) {
  std::string digits = (yuan * 100).str(0);
  digits.erase(digits.find_last_not_of('0') + 1);
  return static_cast<int>(digits.size());
}

bool corrected_beside(const CaseView& view, segmenter::Span figure) {
  const segmenter::Span sentence = sentence_around(view.text, figure);
  constexpr std::size_t kBeside = 45;  // bytes
  const std::size_t from =
      std::max(sentence.start, figure.start > kBeside ? figure.start - kBeside : 0);
  const std::size_t to = std::min(sentence.end, figure.end + kBeside);
  return has_word(view.text.substr(from, figure.start - from), words("corrects")) ||
         has_word(view.text.substr(figure.end, to - figure.end), words("corrects"));
}

bool set_aside(const CaseView& view, segmenter::Span figure) {
  segmenter::Span sentence = sentence_around(view.text, figure);
  // The verdict may follow in a sentence of its own: 该认定不当，应予纠正。
  constexpr std::size_t kNext = 90;  // bytes
  const std::size_t end = std::min(view.text.size(), sentence.end + kNext);
  const string_view said = view.quote(sentence);
  if (!has_word(said, words("court_below"))) return false;
  return has_word(view.text.substr(sentence.start, end - sentence.start), words("found_wrong"));
}

}  // namespace proviso::tasks
