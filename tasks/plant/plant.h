// Plants one error of a known kind into a clean document: labelled material for finetune and
// evaluate.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "segmenter/structure.h"

namespace proviso::tasks {

// A document with one planted error. `quote` is the place that now disagrees (as a rule in the
// later part), `other` the place it disagrees with; both are [start, end) of `text`, and `other` is
// empty where the error contradicts the law and no second place (an article that does not exist).
// Which of two places was changed is drawn from the seed.
struct Planted {
  std::string text;
  std::string kind;  // a kind of flag of the design; of a harmless rewriting: its own name
  segmenter::Span quote;
  segmenter::Span other;
};

// The kinds that plant() knows.
std::span<const std::string_view> plant_kinds();

// A copy of `text` with one error of `kind`, or nothing where the document offers no pair of places
// that agree now (then it is no material for this kind). It reads the text with its own loose
// patterns, not with those of the checks, so that a model trained on the result is not taught the
// checks' blind spots. Pure: equal arguments give equal results on every machine; different seeds
// choose other places and other slips. Parties come from the head; without one they are whom
// finding and reasoning call 原告 or 被告 by name. `kind` must be one of plant_kinds(); those of
// contracts want a contract, all others a judgment.
std::optional<Planted> plant(std::string_view text, const segmenter::Structure& structure,
                             std::string_view kind, std::uint64_t seed);

// Hard negatives: rewritings that look like an error and are none (a right total that only the
// disposition names, "each of three", a halved fee, a date to perform by, a rounded amount, a
// masked name, partial support, a quoted lower judgment).
std::span<const std::string_view> harmless_kinds();

// A copy of `text` rewritten so, or nothing where the judgment offers no place.
std::optional<Planted> rewrite(std::string_view text, const segmenter::Structure& structure,
                               std::string_view kind, std::uint64_t seed);

}  // namespace proviso::tasks
