// A section grammar as data: an ordered list of rules read from a JSON file with comments
// (grammar/*.json).
//
// {"define": {"NAME": "pattern", …}, "rules": [{
//    "tag":       the section that begins, by its name in kTagNames; same = none: the words go on
//    with what they
//                 stand in, and no later rule but a lead-in is tried
//    "level":     this | first | second | retrial | other;
//                 keep = the level of the section before; subject = by the pattern's group that
//                 matched: first, second, retrial, below (the court next below this one), court (a
//                 court by its name); a digit may follow the name of a group
//    "where":     heading = a whole paragraph; opener = the first sentence of a paragraph; sentence
//    = any sentence;
//                 lead-in = any sentence, whose last words lead to what follows
//    "pattern":   RE2, searched in the paragraph or sentence; {{NAME}} stands for a definition,
//    earlier ones inside
//                 later ones. The section begins where group `at` matched, else at the sentence.
//                 What a lead-in leads to begins where group `then` matched, else behind the match.
//    "gate":      a plain pattern that must be found as well; it is tried first and spares the
//    costly one "then":      for a lead-in: the tag of what stands behind the match, at the same
//    level "after":     sections before that allow the rule: "TAG", "TAG:LEVEL", ":LEVEL", each
//    with "!" in front to
//                 forbid; LEVEL may be `lower` (any but this); TAG `start`: nothing yet. Empty:
//                 all.
//    "titled":    true: only in documents with a head of their own
//    "absorbs":   true: what stands between this and the last section of the same tag and level is
//    part of it "once":      true: only while no section of this tag has begun at level `this`
//    "behind", "before": a tag: only once, only while no, section of it has begun at level `this`
//    "awaits":    words of which one must still follow in the document
//    "unreasoned": true: only in documents whose court nowhere says that it holds (本院认为)
//    "kinds", "instances": where it applies; empty: everywhere
// }]}
#pragma once

#include <re2/re2.h>

#include <bitset>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "segmenter/lazy_pattern.h"
#include "segmenter/needles.h"
#include "segmenter/structure.h"

namespace proviso::segmenter {

enum class Where : std::uint8_t { kHeading, kOpener, kSentence, kLeadIn };
enum class RuleLevel : std::uint8_t { kFixed, kKeep, kSubject };

// What a section looks like to the rules of the next one.
struct Place {
  bool start = true;  // no section yet: tag and level do not count
  Tag tag = Tag::kOther;
  Level level = Level::kThis;

  std::size_t index() const;  // < kPlaces
};

inline constexpr std::size_t kPlaces = kTagNames.size() * kLevelNames.size() + 1;

struct Condition {
  bool forbid = false;
  bool start = false;
  std::optional<Tag> tag;
  enum class On : std::uint8_t { kAny, kExactly, kLower } on = On::kAny;
  Level level = Level::kThis;

  bool holds(const Place& place) const;
};

struct Rule {
  Tag tag = Tag::kOther;
  bool same = false;  // opens nothing
  bool once = false, titled = false, absorbs = false, unreasoned = false;
  RuleLevel level_by = RuleLevel::kFixed;
  Level level = Level::kThis;  // for kFixed
  Where where = Where::kOpener;
  std::unique_ptr<LazyPattern> gate;  // may be null
  // What follows an opening "^[^…]{0,N}?" is compiled alone; `lead` says which characters, and how
  // many, may stand before it. A counted repetition in front would cost an automaton a state for
  // each character.
  std::unique_ptr<LazyPattern> pattern;
  struct Lead {
    std::u32string stops;  // characters that may not stand before
    std::size_t most = 0;  // code points
  };
  std::optional<Lead> lead;
  int at_group = 0, then_group = 0;                   // 0: none
  std::vector<std::pair<int, std::string>> subjects;  // group number, name without digits
  std::optional<Tag> then;
  std::optional<Tag> once_begun, while_none;  // "behind", "before"
  std::vector<Condition> after;
  std::vector<Kind> kinds;
  std::vector<std::string> instances;
  std::vector<std::string> awaits;
  std::vector<ClauseSet> needed;  // ways to match, by the words of Grammar::scanner
  bool at_clauses = false;        // tried at the beginning and behind each ，；：
  std::bitset<kPlaces> places;    // where it may follow, by Place::index()

  bool applies(Kind kind, std::string_view instance) const;
  // Whether the pattern matches in `words`; where to is written to `groups` (as RE2::Match does)
  // when `count` > 0.
  bool matches(std::string_view words, re2::StringPiece* groups, int count) const;
  bool follows(const Place& place) const { return places[place.index()]; }
  // Whether the words of one of its ways are all there.
  bool has_words(const ClauseSet& present) const;

 private:
  bool matches_at_clauses(const re2::StringPiece& text, re2::StringPiece* groups, int count) const;
};

using Definitions = std::vector<std::pair<std::string, std::string>>;

struct Grammar {
  std::vector<Rule> rules;
  Scanner scanner;  // of the clauses that the rules need
  Definitions definitions;
};

// `pattern` with each {{NAME}} replaced by its definition. Throws std::runtime_error for a name
// that is not defined.
std::string expand(std::string pattern, const Definitions& definitions);

// Throws std::runtime_error naming the rule: a bug in the data file, found by the tests.
Grammar parse_grammar(std::string_view json);

// The grammar of Chinese judgments and rulings, parsed once.
const Grammar& zh_judgment_grammar();

}  // namespace proviso::segmenter
