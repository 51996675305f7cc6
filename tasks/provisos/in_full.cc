#include "tasks/provisos/in_full.h"

#include <algorithm>

#include "segmenter/utf8.h"
#include "tasks/provisos/limb.h"
#include "tasks/provisos/sentence.h"
#include "tasks/provisos/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

constexpr std::size_t kSentence = 600;  // bytes looked at before a rule
constexpr std::size_t kSubject = 120;   // bytes of a subject, and of what joins trigger and scope
constexpr std::size_t kList = 1200;     // bytes of a list

string_view words_of(string_view text, Span span) {
  return text.substr(span.start, span.size());
}

// Where the sentence around `at` begins, behind the number of its clause.
std::size_t sentence_start(string_view text, std::size_t at) {
  const std::size_t least = at > kSentence ? at - kSentence : 0;
  std::size_t start = at;
  while (
      start > least && text[start - 1] != '\n' &&
      !(text[start - 1] == ' ' && start > 1 && (text[start - 2] == '.' || text[start - 2] == ';')))
    --start;
  std::vector<Span> groups;
  if (match(text, start, at, english_words().pattern("mark"), groups)) start = groups[0].end;
  return start;
}

// text[from, from + most), cut at a code point.
string_view at_most(string_view text, std::size_t from, std::size_t end, std::size_t most) {
  if (end - from <= most) return text.substr(from, end - from);
  std::size_t cut = from + most;
  while (cut > from && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
  return text.substr(from, cut - from);
}

}  // namespace

std::string rule_in_full(string_view text, Span limits, Span trigger) {
  const std::string rule(words_of(text, limits));
  if (rule.empty() || rule[0] < 'a' || rule[0] > 'z') return rule;
  const EnglishSentence own(text, limits);
  if (own.words().empty() || own.words()[0].verb == FiniteVerb::kNone) return rule;
  const std::size_t start = sentence_start(text, limits.start);
  if (start >= limits.start) return rule;
  const EnglishSentence before(text, {start, limits.start});
  const bool between = start < trigger.start && trigger.start < limits.start;
  std::size_t end = between ? trigger.start : limits.start;
  for (const EnglishWord& word : before.words()) {
    if (word.verb == FiniteVerb::kNone) continue;
    end = std::min(end, word.span.start);
    break;
  }
  const Span subject = trimmed(text, start, end);
  if (subject.size() == 0) return rule;
  const bool whole = trimmed(text, subject.end, limits.start).size() == 0;
  return std::string(at_most(text, subject.start, subject.end, kSubject)) + (whole ? " " : " … ") +
         rule;
}

std::string connector_in_full(string_view text, Span trigger, Span scope) {
  const std::string alone(words_of(text, trigger));
  if (scope.start < trigger.end || scope.start - trigger.end > kSubject) return alone;
  const Span between = trimmed(text, trigger.end, scope.start);
  const EnglishSentence words(text, {trigger.start, between.end});
  const bool verb =
      std::any_of(words.words().begin(), words.words().end(),
                  [](const EnglishWord& one) { return one.verb != FiniteVerb::kNone; });
  const bool nothing = alone.starts_with("Nothing") || alone.starts_with("nothing");
  if (between.size() == 0 || (!verb && !nothing)) return alone;
  return std::string(words_of(text, {trigger.start, between.end}));
}

std::string listed_cases(string_view text, Span trigger, Span scope) {
  std::size_t at = std::max(trigger.end, scope.end);
  for (const string_view closing : {"的", "之外", "以外", "外", "除外", "不在此限"}) {
    if (text.substr(at).starts_with(closing)) at += closing.size();
  }
  const std::size_t colon =
      text.substr(at).starts_with("：") ? 3 : text.substr(at).starts_with(":");
  if (colon == 0) return "";
  at += colon;
  std::size_t end = std::min(text.find('\n', at), text.size());
  // Each item on a line of its own.
  std::vector<Span> groups;
  const bool lines = trimmed(text, at, end).size() == 0;
  while (lines && end < text.size()) {
    const std::size_t next = std::min(text.find('\n', end + 1), text.size());
    const bool item = match(text, end + 1, next, chinese_words().pattern("item"), groups);
    const bool blank = trimmed(text, end + 1, next).size() == 0;
    if (!item && !blank) break;
    end = next;
  }
  const Span list = trimmed(text, at, end);
  if (!match(text, list.start, list.end, chinese_words().pattern("item"), groups)) return "";
  const string_view words = at_most(text, list.start, list.end, kList);
  return std::string(words) + (words.size() < list.size() ? "…" : "");
}

}  // namespace proviso::tasks
