// What the program knows of English-language judgments: grammar/en_judgment.json, parsed once.
#pragma once

#include <re2/re2.h>
#include <re2/set.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"

namespace proviso::segmenter::english {

// Several patterns tried at once, in one pass over the words.
class PatternSet {
 public:
  // `whole`: a pattern has to match all the words, not a part of them. Throws std::runtime_error
  // naming a pattern that RE2 refuses.
  PatternSet(const std::vector<std::string>& patterns, bool whole);

  // The lowest index of a pattern that matches; nullopt where none does.
  std::optional<std::size_t> first(std::string_view words) const;
  bool any(std::string_view words) const { return first(words).has_value(); }

 private:
  std::unique_ptr<RE2::Set> set_;  // null without patterns
};

// Words that show, or deny, that a document is a judgment: evidence.h says how they are weighed.
struct EvidenceGroup {
  std::string name;
  enum class Side : std::uint8_t { kCaption, kDecision, kAgainst } side = Side::kCaption;
  enum class Where : std::uint8_t { kHead, kAny, kTail } where = Where::kHead;
  PatternSet patterns;
  bool outweighed = false;  // against, unless caption and decision are nearly complete
};

// What a heading or a speaker's line begins.
struct Opening {
  Tag tag = Tag::kAnalysis;
  Level level = Level::kThis;
  bool leads = false;  // a speech that tells what the case is about
};

// Patterns with the opening that each stands for.
struct Openings {
  std::vector<Opening> openings;  // one for each pattern
  PatternSet patterns;

  std::optional<Opening> find(std::string_view words) const;
};

struct LeadSpeaker {
  Opening opening;
  std::unique_ptr<RE2> pattern;
};

// Patterns of the head; what each is for stands in the JSON file.
struct FrontWords {
  std::vector<std::unique_ptr<RE2>> court, number;
  std::unique_ptr<RE2> versus_roles, caption, court_more, role_line, name_role, role_first, versus,
      versus_inline, between, no_party, parties_end, counsel;
};

struct Grammar {
  std::size_t caption_needed = 0, decision_needed = 0, decision_makes_up = 0;
  std::size_t caption_outweighs = 0, decision_outweighs = 0;  // what is against it
  std::vector<EvidenceGroup> evidence;
  FrontWords front;
  Openings headings;                      // matched as a whole
  std::unique_ptr<RE2> strasbourg_court;  // where it is found in the head, …
  Openings strasbourg_headings;           // … these go before `headings`
  Openings voices;
  PatternSet no_heading;
  Openings speaker_lines;
  std::vector<LeadSpeaker> lead_speakers;
  PatternSet titles;   // of the evidence group "title"
  PatternSet running;  // running heads
  PatternSet syllabus;
  PatternSet note_rule;
  PatternSet order;
  PatternSet verdict;
  std::unique_ptr<RE2> disposing;
};

// Throws std::runtime_error naming what is wrong: a bug in the data file, found by the tests.
Grammar parse_grammar(std::string_view json);

const Grammar& grammar();

}  // namespace proviso::segmenter::english
