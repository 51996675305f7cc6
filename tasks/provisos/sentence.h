// A shallow reading of an English sentence: its words, which of them are finite verbs, how deep
// they stand in brackets, where a clause of its own begins and how far the words that hang on a
// connector go. No dictionary: modals, forms of be, have and do, and the verbs of drafting
// (en.json, "finite_verb") tell a clause from a phrase.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"

namespace proviso::tasks {

// What a finite verb makes of its clause: a rule ("shall"), or a case ("is", "agrees").
enum class FiniteVerb : std::uint8_t { kNone, kRules, kTells };

struct EnglishWord {
  segmenter::Span span;
  std::string small;  // in small letters; a mark stands for itself
  FiniteVerb verb = FiniteVerb::kNone;
  bool perfect = false;  // a modal with "have": shall have agreed
  bool paired = false;   // a bracket with its partner
  int depth = 0;         // brackets around it; a bracket is as deep as what stands outside of it
};

// Whether the comma at `comma` parts the thousands of a number: 8,000.
bool parts_thousands(std::string_view text, std::size_t comma);

// What hangs on a connector.
struct Complement {
  std::size_t start = 0;   // offset
  bool clause = false;     // it has a verb of its own: unless, to the extent that
  bool leads = false;      // its rule follows behind a comma
  bool bracketed = false;  // the connector opens a bracket: it ends with the bracket
  std::size_t least = 0;   // offset before which no comma ends it
};

// Words: no complement is longer, and none is looked at beyond.
inline constexpr std::size_t kFarthestWord = 500;

class EnglishSentence {
 public:
  // `span` is the sentence in `text`, which must outlive this. Linear.
  EnglishSentence(std::string_view text, segmenter::Span span);

  const std::vector<EnglishWord>& words() const { return words_; }
  // Index of the first word that starts at or behind `offset`; the count of words behind the last.
  std::size_t word_from(std::size_t offset) const;

  // The verb of a clause, subject and finite verb, that begins at word `at`; null where none does.
  // Looks at some forty words. `insertions`: its verb may follow a comma that closes an insertion.
  const EnglishWord* clause_at(std::size_t at, bool insertions = true) const;

  // Whether a finite verb stands among the words [from, to), those of relative clauses apart.
  bool has_verb(std::size_t from, std::size_t to) const;

  // The offset at which the words that hang on a connector end.
  std::size_t complement_end(const Complement& complement) const;

  // The offset at which a noun phrase ends: other than A, B and C.
  std::size_t noun_end(const Complement& complement) const;

  // The offset behind the last of its "and", "but" or "nor" before `end` that begins a coordinate
  // clause; `start` where none does. A hypothesis in front is no such clause.
  std::size_t last_clause(std::size_t start, std::size_t end) const;

 private:
  bool is(std::size_t at, std::string_view small) const;
  bool any_of(std::size_t at, std::string_view list) const;
  bool connector(std::size_t at) const;
  std::size_t behind_fillers(std::size_t at) const;
  // The verb behind "and": of a clause, or one that shares its subject.
  const EnglishWord* verb_behind(std::size_t joint) const;
  // Whether that verb begins another rule, and does not go on with the complement.
  static bool another_rule(bool clause, const EnglishWord* own, const EnglishWord& verb);
  // Where the series ends that goes on behind the comma `at` (a word index); nothing where none
  // does. `first` begins the complement.
  std::optional<std::size_t> series_end(std::size_t at, std::size_t first) const;
  std::size_t next_comma(std::size_t at) const;
  // At a comma of a complement whose rule follows (leads), or whose rule stands before.
  enum class AtComma : std::uint8_t { kEnd, kOn };
  AtComma leading_comma(std::size_t at, std::size_t first, const EnglishWord* own,
                        bool clause) const;
  AtComma trailing_comma(std::size_t at, const EnglishWord* own, std::size_t first,
                         bool clause) const;
  bool enumerates(std::size_t first, std::size_t to) const;
  bool case_without_verb(std::size_t first, std::size_t to) const;
  std::size_t offset(std::size_t word) const;

  std::string_view text_;
  segmenter::Span span_;
  std::vector<EnglishWord> words_;
};

}  // namespace proviso::tasks
