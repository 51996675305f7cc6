#include "tasks/provisos/sentence.h"

#include <algorithm>

#include "tasks/provisos/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

constexpr std::size_t kClauseReach = 40;  // words from the start of a clause to its verb

// A letter, figure, or part of a character beyond ASCII.
bool in_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$' || c == '%' || c == '\'' || c == '-' || c == '/' || c == '&' ||
         static_cast<unsigned char>(c) >= 0x80;
}

char small(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool quotation(string_view words) {
  return words.starts_with("“") || words.starts_with("”");
}

bool digit(char c) {
  return c >= '0' && c <= '9';
}

// Where the word that starts at `at` ends: 10.3, 8,000 and U.S. are words, a stop behind a word is
// none.
std::size_t word_end(string_view text, std::size_t at, std::size_t end) {
  std::size_t i = at;
  while (
      i < end && !quotation(text.substr(i, 3)) &&
      (in_word(text[i]) ||
       (text[i] == '.' && i > at && i + 1 < end && in_word(text[i + 1]) && text[i + 1] != '\'') ||
       parts_thousands(text.substr(0, end), i)))
    ++i;
  return std::max(i, at + 1);
}

// `name`: it begins with a capital where not all is in capitals.
FiniteVerb finite(string_view word, string_view before, string_view behind, bool name) {
  const auto& words = english_words();
  if (name) return FiniteVerb::kNone;
  if (words.found("rules_verb", word)) {
    const bool noun = word == "will" && (before == "good" || before == "free" || before == "at");
    const bool month = word == "may" && !behind.empty() && behind[0] >= '0' && behind[0] <= '9';
    return noun || month ? FiniteVerb::kNone : FiniteVerb::kRules;
  }
  if (words.found("preposition_word", before) || words.found("article", before)) {
    return FiniteVerb::kNone;  // of conflicts
  }
  return words.found("finite_verb", word) ||
                 (before == "hereby" && words.found("bare_verb", word)) ||
                 ((before == "parties" || before == "they") && words.found("bare_verb", word))
             ? FiniteVerb::kTells
             : FiniteVerb::kNone;
}

}  // namespace

bool parts_thousands(string_view text, std::size_t comma) {
  constexpr std::size_t kDigits = 3;
  if (comma == 0 || text[comma] != ',' || !digit(text[comma - 1])) return false;
  std::size_t i = comma + 1;
  while (i < text.size() && digit(text[i])) ++i;
  return i == comma + 1 + kDigits;
}

EnglishSentence::EnglishSentence(string_view text, Span span) : text_(text), span_(span) {
  std::vector<std::size_t> open;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = span.start; i < span.end;) {
    if (text[i] == ' ' || text[i] == '\n' || text[i] == '\t') {
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    if (quotation(text.substr(i, 3))) {
      end = std::min(i + 3, span.end);
    } else if (in_word(text[i])) {
      end = word_end(text, i, span.end);
    }
    EnglishWord word{{i, end}, {}, FiniteVerb::kNone, false, false, 0};
    for (const char c : text.substr(i, end - i)) word.small += small(c);
    if (word.small == "(" || word.small == "[") open.push_back(words_.size());
    if ((word.small == ")" || word.small == "]") && !open.empty()) {
      pairs.emplace_back(open.back(), words_.size());
      open.pop_back();
    }
    words_.push_back(std::move(word));
    i = end;
  }
  const bool shouted = std::none_of(text_.begin() + static_cast<std::ptrdiff_t>(span.start),
                                    text_.begin() + static_cast<std::ptrdiff_t>(span.end),
                                    [](char c) { return c >= 'a' && c <= 'z'; });
  std::vector<int> change(words_.size() + 1, 0);
  for (const auto& [from, to] : pairs) {
    ++change[from + 1], --change[to];
    words_[from].paired = words_[to].paired = true;
  }
  int depth = 0;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    words_[i].depth = depth += change[i];
    const string_view before = i > 0 ? string_view(words_[i - 1].small) : string_view();
    const string_view behind = i + 1 < words_.size() ? string_view(words_[i + 1].small) : "";
    const char initial = text[words_[i].span.start];
    const bool name = !shouted && i > 0 && initial >= 'A' && initial <= 'Z' &&
                      words_[i].small.size() > 2 && text[words_[i].span.start + 1] >= 'a' &&
                      text[words_[i].span.start + 1] <= 'z';
    words_[i].verb = finite(words_[i].small, before, behind, name);
    words_[i].perfect = words_[i].verb == FiniteVerb::kRules && behind == "have";
  }
}

std::size_t EnglishSentence::word_from(std::size_t offset) const {
  return static_cast<std::size_t>(
      std::lower_bound(words_.begin(), words_.end(), offset,
                       [](const EnglishWord& w, std::size_t at) { return w.span.start < at; }) -
      words_.begin());
}

std::size_t EnglishSentence::offset(std::size_t word) const {
  return word < words_.size() ? words_[word].span.start : span_.end;
}

bool EnglishSentence::is(std::size_t at, string_view small) const {
  return at < words_.size() && words_[at].small == small;
}

bool EnglishSentence::any_of(std::size_t at, string_view list) const {
  return at < words_.size() && english_words().found(list, words_[at].small);
}

bool EnglishSentence::connector(std::size_t at) const {
  if (at >= words_.size()) return false;
  const std::size_t from = words_[at].span.start;
  return english_words().found("connects",
                               text_.substr(from, std::min(span_.end - from, std::size_t{40})));
}

// Behind "then", a quotation mark, the mark of a list: (i).
std::size_t EnglishSentence::behind_fillers(std::size_t at) const {
  while (at < words_.size()) {
    if (is(at, "(") && is(at + 2, ")")) {
      at += 3;
    } else if (any_of(at, "clause_filler")) {
      ++at;
    } else {
      break;
    }
  }
  return at;
}

const EnglishWord* EnglishSentence::clause_at(std::size_t at, bool insertions) const {
  at = behind_fillers(at);
  if (at >= words_.size()) return nullptr;
  const int depth = words_[at].depth;
  const bool never = any_of(at, "preposition_word") && is(at + 1, "no");  // in no event shall
  if (any_of(at, "preposition_word") && !never) return nullptr;
  const string_view opens = words_[at].small;
  if ((opens[0] >= '0' && opens[0] <= '9') || (opens.ends_with("ed") && !never)) return nullptr;
  bool subject = false, relative = false;
  std::size_t comma = 0, joint = 0;  // the last ones
  for (std::size_t i = at; i < words_.size() && i < at + kClauseReach; ++i) {
    const EnglishWord& word = words_[i];
    if (word.depth < depth || ((word.small == ")" || word.small == "]") && word.depth < depth)) {
      return nullptr;
    }
    if (word.depth > depth || word.small == "(" || word.small == ")" || word.small == "[" ||
        word.small == "]" || word.small == "\"" || quotation(word.small)) {
      continue;
    }
    if (word.small == ",") {
      if (!subject) return nullptr;
      comma = i;
      continue;
    }
    if (word.small == ";" || word.small == ":" || word.small == ".") return nullptr;
    if (word.verb != FiniteVerb::kNone) {
      if (relative) {
        relative = false;
        continue;
      }
      // A, B or C shall; the party, if any, shall; but not: its agents, the party shall.
      if (i > at && any_of(i - 1, "joint"))
        return nullptr;  // A, and are: its subject stands before
      const bool one = comma == 0 || (insertions && comma + 1 == i) || joint > comma;
      return subject && one ? &word : nullptr;
    }
    if (any_of(i, "relative")) {
      if (!subject) return nullptr;
      relative = true;
      continue;
    }
    const bool aside = comma > 0;  // if any
    if ((any_of(i, "subordinates") || connector(i)) && !aside) return nullptr;
    if (any_of(i, "joint")) {
      if (!subject || any_of(i + 1, "clause_filler")) return nullptr;
      joint = i;
    }
    subject = true;
  }
  return nullptr;
}

bool EnglishSentence::has_verb(std::size_t from, std::size_t to) const {
  if (from >= words_.size()) return false;
  const int depth = words_[from].depth;
  bool relative = false;
  for (std::size_t i = from; i < std::min(to, words_.size()); ++i) {
    if (words_[i].depth != depth) continue;
    if (any_of(i, "relative")) relative = true;
    if (words_[i].verb == FiniteVerb::kNone) continue;
    if (!relative) return true;
    relative = false;
  }
  return false;
}

std::size_t EnglishSentence::last_clause(std::size_t start, std::size_t end) const {
  const std::size_t first = word_from(start);
  if (first >= words_.size()) return start;
  const int depth = words_[first].depth;
  std::size_t behind = start;
  const string_view words = text_.substr(start, end - start);
  if (english_words().found("hypothesis", words)) {
    behind = complement_end({start, true, true, false, 0});
    if (behind >= end) return start;
  }
  std::size_t best = start;
  bool verb = false, expects = false;
  const std::size_t last = word_from(end);
  const std::size_t near =
      std::max(word_from(behind), last < kFarthestWord ? 0 : last - kFarthestWord);
  for (std::size_t i = near; i < words_.size() && words_[i].span.start < end; ++i) {
    if (words_[i].depth != depth) continue;
    if (words_[i].verb != FiniteVerb::kNone) verb = true, expects = false;
    if (any_of(i, "relative") || any_of(i, "subordinates") || is(i, "between")) expects = true;
    if (is(i, ",")) {
      expects = false;
      if (!any_of(i + 1, "joint") && clause_at(i + 1, false) != nullptr) verb = false;
    }
    const bool there = any_of(i, "joint") && any_of(i + 1, "opens_clause");
    if ((!verb && !there) || expects || !(is(i, "and") || is(i, "but") || is(i, "nor"))) continue;
    if (is(i, "nor") && i + 1 < words_.size() && words_[i + 1].verb != FiniteVerb::kNone) {
      best = words_[i].span.start;
      continue;
    }
    const EnglishWord* own = clause_at(i + 1);
    if (own != nullptr && own->span.start < end) {
      best = words_[i + 1].span.start;
      verb = false;  // of the clause before
    }
  }
  return best;
}

}  // namespace proviso::tasks
