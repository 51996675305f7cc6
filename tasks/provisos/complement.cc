// Where the words end that hang on a connector: the second half of EnglishSentence (sentence.h).
#include <algorithm>

#include "tasks/provisos/sentence.h"
#include "tasks/provisos/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

constexpr std::size_t kMember = 18;  // words of a member of a series
constexpr std::size_t kMembers = 24;

}  // namespace

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
  for (std::size_t i = at; i < std::min(words_.size(), at + kFarthestWord); ++i) {
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
  for (std::size_t i = first; i < std::min(words_.size(), first + kFarthestWord); ++i) {
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
    if (i > first && any_of(i, "relative")) relative = true;  // but: other than that agreed
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

}  // namespace proviso::tasks
