#include "tasks/provisos/sentence.h"

#include <algorithm>

#include "tasks/provisos/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

constexpr std::size_t kClauseReach = 40;  // words from the start of a clause to its verb
constexpr std::size_t kMember = 18;       // words of a member of a series
constexpr std::size_t kMembers = 12;
constexpr std::size_t kFarthest = 500;  // words: no complement is longer, none is looked at beyond

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

// Where the word that starts at `at` ends: 10.3 and U.S. are words, a stop behind a word is none.
std::size_t word_end(string_view text, std::size_t at, std::size_t end) {
  std::size_t i = at;
  while (i < end && !quotation(text.substr(i, 3)) &&
         (in_word(text[i]) ||
          (text[i] == '.' && i > at && i + 1 < end && in_word(text[i + 1]) && text[i + 1] != '\'')))
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

const EnglishWord* EnglishSentence::verb_behind(std::size_t joint) const {
  std::size_t at = joint + 1;
  const string_view behind = text_.substr(offset(at), span_.end - offset(at));
  std::vector<Span> groups;
  if (match(text_, offset(at), span_.end, english_words().pattern("in_that_case"), groups) &&
      !behind.empty()) {
    at = word_from(groups[0].end);
  }
  at = behind_fillers(at);
  if (at < words_.size() && words_[at].verb != FiniteVerb::kNone) return &words_[at];
  return clause_at(at, is(joint - 1, ","));
}

bool EnglishSentence::another_rule(bool clause, const EnglishWord* own, const EnglishWord& verb) {
  if (!clause) return true;
  if (verb.verb == FiniteVerb::kTells) return own != nullptr && own->verb == FiniteVerb::kRules;
  return own == nullptr || !(own->perfect && verb.perfect);
}

std::size_t EnglishSentence::next_comma(std::size_t at) const {
  if (at >= words_.size()) return words_.size();
  const int depth = words_[at].depth;
  for (std::size_t i = at; i < std::min(words_.size(), at + kFarthest); ++i) {
    if (words_[i].depth < depth) return words_.size();
    if (words_[i].depth == depth && (is(i, ",") || is(i, ";"))) return i;
  }
  return words_.size();
}

std::optional<std::size_t> EnglishSentence::series_end(std::size_t at, std::size_t first) const {
  const int depth = words_[at].depth;
  std::optional<std::size_t> end;
  for (std::size_t members = 0; members < kMembers; ++members) {
    const std::size_t start = at + 1;
    if (start >= words_.size()) return end;
    const bool joined = any_of(start, "joint");
    const std::size_t begin = joined ? start + 1 : start;
    const bool as = joined && is(begin, "as");  // or as required by law
    if (any_of(begin, "no_member") && !is(begin, words_[first].small) && !as) return end;
    if (connector(begin) || (joined && verb_behind(start) != nullptr)) return end;
    if (joined && any_of(begin, "bare_verb")) return end;
    bool inner = false, relative = false;
    std::size_t i = begin;
    for (; i < words_.size() && words_[i].depth >= depth; ++i) {
      if (words_[i].depth > depth) continue;
      if (is(i, ",") || is(i, ";") || is(i, ":")) break;
      if ((is(i, ")") || is(i, "]")) && !words_[i].paired) break;
      if (is(i, "(") && any_of(i + 1, "joint") && clause_at(i + 2) != nullptr) break;
      if (any_of(i, "relative")) relative = true;
      if (words_[i].verb != FiniteVerb::kNone && !relative) return end;
      if (words_[i].verb != FiniteVerb::kNone) relative = false;
      if (connector(i)) break;
      if (i > begin && any_of(i, "joint")) {
        if (connector(i + 1) || (inner && verb_behind(i) != nullptr)) {
          end = i;
          break;
        }
        inner = true;
      }
      if (i > begin + kMember) return end;
    }
    if (i < words_.size() && any_of(i, "joint")) return end;
    if (joined || inner) end = i;
    if (joined && !is(i, ",")) return end;
    if (i >= words_.size() || !is(i, ",")) return end;
    if (joined && !any_of(i + 1, "joint")) return end;
    at = i;
  }
  return end;
}

// "agreed in writing", "otherwise required": a case that needs no verb.
bool EnglishSentence::case_without_verb(std::size_t first, std::size_t to) const {
  for (std::size_t i = first; i < std::min({to, first + 4, words_.size()}); ++i) {
    const string_view word = words_[i].small;
    if (any_of(i, "adverb_word") || word.ends_with("ed") || word.ends_with("en") ||
        word.ends_with("wn") || any_of(i, "preposition_word")) {
      return true;
    }
  }
  return false;
}

EnglishSentence::AtComma EnglishSentence::leading_comma(std::size_t at, std::size_t first,
                                                        const EnglishWord* own, bool clause) const {
  if (clause && own == nullptr && !case_without_verb(first, at)) return AtComma::kOn;
  const std::size_t next = at + 1;
  if (any_of(next, "joint")) return connector(next + 1) ? AtComma::kEnd : AtComma::kOn;
  if (is(at - 1, "otherwise") && any_of(next, "preposition_word")) return AtComma::kOn;
  if (clause_at(next) != nullptr || connector(next) || any_of(next, "opens_clause")) {
    return AtComma::kEnd;
  }
  if (at == first + 2 && any_of(first, "article")) return AtComma::kOn;  // the limited, temporary
  const string_view behind = text_.substr(offset(next), span_.end - offset(next));
  return english_words().found("goes_on", behind) ? AtComma::kOn : AtComma::kEnd;
}

// (a) is known, (b) becomes known: to the end of the list.
bool EnglishSentence::enumerates(std::size_t first, std::size_t to) const {
  for (std::size_t i = first; i + 2 < to; ++i) {
    if (is(i, "(") && is(i + 2, ")") && english_words().found("letter_mark", words_[i + 1].small) &&
        !any_of(i - (i > 0 ? 1 : 0), "part")) {
      return true;
    }
  }
  return false;
}

EnglishSentence::AtComma EnglishSentence::trailing_comma(std::size_t at, const EnglishWord* own,
                                                         std::size_t first, bool clause) const {
  if (clause && own == nullptr && !case_without_verb(first, at)) return AtComma::kOn;
  const std::size_t next = at + 1;
  if (enumerates(first, at)) return AtComma::kOn;
  if (any_of(next, "joint")) {
    if (connector(next + 1)) return AtComma::kEnd;
    const EnglishWord* verb = verb_behind(next);
    if (verb == nullptr) return AtComma::kOn;
    return is(next, "or") && clause           ? AtComma::kOn
           : another_rule(clause, own, *verb) ? AtComma::kEnd
                                              : AtComma::kOn;
  }
  if (is(next, "but") || connector(next)) return AtComma::kEnd;
  const string_view behind = text_.substr(offset(next), span_.end - offset(next));
  if (english_words().found("goes_on", behind)) return AtComma::kOn;
  if (!any_of(next, "preposition_word") || english_words().found("of_the_whole", behind)) {
    return AtComma::kEnd;
  }
  // …has provided him, at no charge, with goods; agrees, in writing, to it.
  const std::size_t comma = next_comma(next);
  if (comma < words_.size() && is(comma, ",")) {
    return any_of(comma + 1, "preposition_word") || any_of(comma + 1, "relative") ? AtComma::kOn
                                                                                  : AtComma::kEnd;
  }
  return clause ? AtComma::kOn : AtComma::kEnd;
}

std::size_t EnglishSentence::complement_end(const Complement& complement) const {
  const std::size_t first = word_from(complement.start);
  if (first >= words_.size()) return span_.end;
  const int depth = words_[first].depth;
  const EnglishWord* own = nullptr;
  bool relative = false;
  std::size_t fallback = span_.end;
  for (std::size_t i = first; i < std::min(words_.size(), first + kFarthest); ++i) {
    const EnglishWord& word = words_[i];
    if (word.depth < depth) return word.span.start;
    if (word.depth > depth) continue;
    if (word.small == ";") return word.span.start;
    if (word.small == ":" && english_words().found("listed", text_.substr(word.span.start, 12))) {
      return word.span.start;
    }
    if (word.small == "(" && any_of(i + 1, "joint") && clause_at(i + 2) != nullptr) {
      return word.span.start;
    }
    if (complement.leads && i > first && word.small == "should" && any_of(i + 1, "inverted")) {
      return word.span.start;  // unless stated, should there be discrepancies
    }
    if (i > first && is(i, "if") && is(i + 1, "any") && is(i + 2, "of") && is(i + 4, "following")) {
      return word.span.start;
    }
    if (any_of(i, "relative")) relative = true;
    if (word.verb != FiniteVerb::kNone) {
      if (!relative && own == nullptr) own = &word;
      relative = false;
    }
    if (word.small == ",") {
      if (word.span.start < complement.least || any_of(i - 1, "joint")) continue;
      if (i > first && any_of(i - 1, "preposition_word")) {  // to, among other duties, conduct
        const std::size_t inner = next_comma(i + 1);
        if (inner < words_.size() && is(inner, ",")) {
          i = inner;
          continue;
        }
      }
      if (fallback == span_.end && !any_of(i + 1, "joint")) fallback = word.span.start;
      const string_view left = text_.substr(complement.start, word.span.start - complement.start);
      if (complement.leads && english_words().found("closed_reference", left)) {
        return word.span.start;
      }
      const bool rule = complement.leads && !any_of(i + 1, "part") &&
                        (clause_at(i + 1) != nullptr || any_of(i + 1, "opens_clause"));
      if (const auto end = rule ? std::nullopt : series_end(i, first)) {
        i = *end - 1;
        continue;
      }
      const AtComma says = complement.leads ? leading_comma(i, first, own, complement.clause)
                                            : trailing_comma(i, own, first, complement.clause);
      if (says == AtComma::kEnd || (complement.bracketed && any_of(i + 1, "relative"))) {
        return word.span.start;
      }
      if (any_of(i + 1, "joint")) ++i;  // looked at
    } else if (any_of(i, "joint") && i > first) {
      if (connector(i + 1)) return word.span.start;
      const EnglishWord* verb = is(i, "and") ? verb_behind(i) : nullptr;
      if (verb != nullptr && !relative && another_rule(complement.clause, own, *verb)) {
        return word.span.start;
      }
    } else if (i > first && word.small == "without" &&
               english_words().found("apart", text_.substr(word.span.start, 40))) {
      return word.span.start;
    } else if (word.small == "but" && i > first && verb_behind(i) != nullptr) {
      return word.span.start;
    }
  }
  return complement.leads ? fallback : span_.end;
}

std::size_t EnglishSentence::noun_end(const Complement& complement) const {
  const std::size_t first = word_from(complement.start);
  if (first >= words_.size()) return span_.end;
  const int depth = words_[first].depth;
  bool relative = false;
  for (std::size_t i = first; i < words_.size(); ++i) {
    const EnglishWord& word = words_[i];
    if (word.depth < depth) return word.span.start;
    if (word.depth > depth) continue;
    const bool closes = (word.small == ")" || word.small == "]") && !word.paired;
    if (word.small == ";" || word.small == ":" || closes) {
      return word.span.start;
    }
    if (word.small == "(" && english_words().found("aside", text_.substr(word.span.start, 12))) {
      return word.span.start;
    }
    if (i > first && (word.small == "who" || word.small == "which") && !complement.bracketed &&
        !any_of(i - 1, "preposition_word")) {
      return is(i - 1, ",") ? words_[i - 1].span.start : word.span.start;
    }
    if (any_of(i, "relative")) relative = true;
    if (word.verb != FiniteVerb::kNone && i > first) {
      if (!relative) return word.span.start;
      relative = false;
    }
    if (word.small == "any" && i > first && !any_of(i - 1, "preposition_word") &&
        !any_of(i - 1, "joint") && !is(i - 1, ",") && !is(i - 1, "that") && !is(i - 1, "if")) {
      return word.span.start;
    }
    if (word.small == ",") {
      if (const auto end = series_end(i, first)) {
        i = *end - 1;
        continue;
      }
      const std::size_t next = i + 1;
      if (any_of(next, "joint") && !connector(next + 1) && !any_of(next + 1, "bare_verb") &&
          verb_behind(next) == nullptr) {
        continue;
      }
      if (complement.bracketed && !connector(next) && !any_of(next, "relative") && !is(next, "but"))
        continue;
      const string_view behind = text_.substr(offset(next), span_.end - offset(next));
      if (english_words().found("goes_on", behind) && !any_of(next, "relative")) continue;
      return word.span.start;
    }
    if (any_of(i, "joint") && i > first) {
      if (connector(i + 1) || verb_behind(i) != nullptr || i + 1 == words_.size() ||
          is(i + 1, ":") || is(i + 1, ",")) {
        return word.span.start;
      }
      if (is(i, "or") && any_of(i + 1, "bare_verb")) return word.span.start;
    }
    if (i > first && connector(i)) return word.span.start;
  }
  return span_.end;
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
  const std::size_t near = std::max(word_from(behind), last < kFarthest ? 0 : last - kFarthest);
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
