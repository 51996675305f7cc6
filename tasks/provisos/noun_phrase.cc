#include "tasks/provisos/noun_phrase.h"

#include <algorithm>
#include <string>

#include "tasks/provisos/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

constexpr std::size_t kReach = 45;       // words looked at before the connector
constexpr std::size_t kQuantified = 24;  // words of a phrase that "any" begins

class Phrase {
 public:
  Phrase(const EnglishSentence& sentence, std::size_t from, std::size_t end)
      : words_(sentence.words()), end_(sentence.word_from(end)) {
    parted_ = end_ > 0 && is(end_ - 1, ",");
    while (end_ > 0 &&
           (is(end_ - 1, ",") || is(end_ - 1, "(") || is(end_ - 1, "but") || is(end_ - 1, "and"))) {
      --end_;
    }
    const std::size_t first = sentence.word_from(from);
    from_ = end_;
    first_ = first;
    const int depth = end_ > 0 ? words_[end_ - 1].depth : 0;
    while (from_ > first && end_ - from_ < kReach && !barrier(from_ - 1, depth)) --from_;
  }

  std::optional<Span> span(const EnglishSentence& sentence, Span scope) const {
    if (end_ == 0) return std::nullopt;
    const std::size_t end = words_[end_ - 1].span.end;
    const auto noun = repeated(sentence, scope);
    for (const auto& found : {adjacent(), noun, bare(), quantified(), determined(), near()}) {
      if (!found) continue;
      if (*found >= from_) return Span{words_[*found].span.start, end};
      // such taxes are assessed, excluding any taxes on income: to the verb.
      std::size_t verb = *found + 1;
      while (verb < from_ && words_[verb].verb == FiniteVerb::kNone && !is(verb, ",")) ++verb;
      return Span{words_[*found].span.start, words_[verb - 1].span.end};
    }
    return std::nullopt;
  }

 private:
  bool is(std::size_t at, string_view small) const {
    return at < words_.size() && words_[at].small == small;
  }
  bool any_of(std::size_t at, string_view list) const {
    return at < words_.size() && english_words().found(list, words_[at].small);
  }
  // A verb that is no relative clause's, a stop, a bracket that opens around the connector.
  bool barrier(std::size_t at, int depth) const {
    if (words_[at].depth < depth || is(at, ";") || is(at, ":")) return true;
    return words_[at].verb != FiniteVerb::kNone && words_[at].depth == depth &&
           !(at > 0 && any_of(at - 1, "relative"));
  }
  bool inside(std::size_t at) const {  // a plain word of a noun phrase
    return !any_of(at, "preposition_word") && !any_of(at, "joint") && !is(at, ",") &&
           !any_of(at, "relative") && !any_of(at, "subordinates") && !any_of(at, "article") &&
           !any_of(at, "quantifier") && !is(at, ")") && !is(at, "(") &&
           words_[at].verb == FiniteVerb::kNone;
  }
  // Leftwards from the noun at `at` to its article, or to what stands in front of it.
  std::size_t base_start(std::size_t at) const {
    while (at > first_ && inside(at - 1)) --at;
    while (at > first_ && (any_of(at - 1, "article") || any_of(at - 1, "quantifier"))) --at;
    return at;
  }

  // any person or entity other than: the words right before, where "any", "no", "all" begins them.
  std::optional<std::size_t> adjacent() const {
    std::size_t at = end_;
    while (at > from_ && (inside(at - 1) || any_of(at - 1, "joint"))) --at;
    if (at == end_ || at == from_ || !any_of(at - 1, "quantifier")) return std::nullopt;
    while (at > from_ && (any_of(at - 1, "quantifier") || any_of(at - 1, "article"))) --at;
    return at;
  }

  static std::string stem(std::string word) {
    if (word.ends_with("ies")) word.replace(word.size() - 3, 3, "y");
    if (word.ends_with("'s")) word.resize(word.size() - 2);
    if (word.ends_with("xes") || word.ends_with("ches") || word.ends_with("sses")) {
      word.resize(word.size() - 2);
    } else if (word.ends_with("s") && word.size() > 4) {
      word.pop_back();
    }
    return word;
  }

  // The last word of the scope's first noun phrase.
  std::optional<std::size_t> repeated(const EnglishSentence& sentence, Span scope) const {
    std::size_t at = sentence.word_from(scope.start);
    while (any_of(at, "article") || any_of(at, "quantifier")) ++at;
    if (any_of(at, "relative")) return std::nullopt;  // that provided in Clause 3
    std::size_t head = at;
    while (head + 1 < words_.size() && words_[head + 1].span.end <= scope.end && inside(head + 1) &&
           !any_of(head + 1, "relative") && !words_[head + 1].small.ends_with("ing") &&
           !words_[head + 1].small.ends_with("ed")) {
      ++head;
    }
    if (head >= words_.size() || words_[head].small.size() < 3) return std::nullopt;
    const std::string noun = stem(words_[head].small);
    for (std::size_t i = end_; i-- > from_;) {
      if (words_[i].depth > words_[end_ - 1].depth) continue;
      if (stem(words_[i].small) == noun) return base_start(i);
    }
    if (end_ - from_ > 2) return std::nullopt;
    for (std::size_t i = from_; i-- > first_ && from_ - i < kReach;) {
      if (stem(words_[i].small) == noun && !is(i, "such")) return base_start(i);
    }
    return std::nullopt;
  }

  // Behind the last comma, where few words stand.
  std::optional<std::size_t> near() const {
    constexpr std::size_t kFew = 8;
    std::size_t at = end_;
    while (at > from_ && !is(at - 1, ",")) --at;
    const bool comma = at > 0 && is(at - 1, ",");
    return comma && at < end_ && end_ - at <= kFew ? std::optional(at) : std::nullopt;
  }

  // From sources other than: a plural without an article, and what it is made of.
  std::optional<std::size_t> bare() const {
    std::size_t at = end_;
    if (parted_) return std::nullopt;
    while (at > from_ && inside(at - 1)) --at;
    if (at == end_ || !words_[end_ - 1].small.ends_with("s")) return std::nullopt;
    if (at > from_ && !any_of(at - 1, "preposition_word")) return std::nullopt;
    if (at > from_ && (is(at - 1, "of") || is(at - 1, "to"))) return std::nullopt;
    return at;
  }

  // any goods, services or tools: short members, the last behind "or".
  bool series_behind(std::size_t comma) const {
    constexpr std::size_t kShort = 5;
    bool joined = false;
    std::size_t last = comma;
    for (std::size_t i = comma + 1; i < end_; ++i) {
      joined = joined || any_of(i, "joint");
      if (!is(i, ",")) continue;
      if (i - last > kShort) return false;
      last = i;
    }
    return joined && end_ - last <= kShort + 4;
  }

  std::optional<std::size_t> quantified() const {
    for (std::size_t i = end_; i-- > from_ && end_ - i < kQuantified;) {
      if (is(i, ",") && !series_behind(i)) return std::nullopt;
      if (!any_of(i, "quantifier")) continue;
      std::size_t at = i;
      while (at > from_ && (any_of(at - 1, "quantifier") || any_of(at - 1, "article"))) --at;
      // no fees of any kind, each of the parties
      if (is(at + 1, "kind") || is(at + 1, "nature") || is(at + 1, "type") || is(at + 1, "sort")) {
        if (at > from_ + 1) at = base_start(at - 2);
      }
      return at;
    }
    return std::nullopt;
  }

  std::optional<std::size_t> determined() const {
    std::size_t at = end_;
    while (at > from_ && !any_of(at - 1, "article")) --at;
    if (at == from_) return std::nullopt;
    --at;
    while (at > from_ && (any_of(at - 1, "quantifier") || any_of(at - 1, "article"))) --at;
    // the laws of the State: the whole phrase
    while (at > from_ + 1 && is(at, "the") && is(at - 1, "of")) {
      const std::size_t before = base_start(at - 1);
      if (before >= at - 1 || !any_of(before, "article")) break;
      at = before;
    }
    return at;
  }

  const std::vector<EnglishWord>& words_;
  std::size_t end_;
  std::size_t from_ = 0;
  std::size_t first_ = 0;
  bool parted_ = false;  // a comma stands before the connector
};

}  // namespace

std::optional<Span> noun_phrase_before(const EnglishSentence& sentence, std::size_t from,
                                       std::size_t end, Span scope) {
  return Phrase(sentence, from, end).span(sentence, scope);
}

}  // namespace proviso::tasks
