// Plants one error of a known kind into a clean judgment: labelled material for finetune and
// evaluate.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "segmenter/structure.h"

namespace proviso::tasks {

// A judgment with one planted error. `quote` is the place in the later part (disposition, costs or
// reasoning) that now disagrees, `other` the earlier place it disagreed with; both are [start, end)
// of `text`. Which of the two was changed is drawn from the seed.
struct Planted {
  std::string text;
  std::string kind;  // "amount", "party", "outcome": a kind of flag of the design
  segmenter::Span quote;
  segmenter::Span other;
};

// The kinds that plant() knows.
std::span<const std::string_view> plant_kinds();

// A copy of `text` with one error of `kind`, or nothing where the judgment offers no pair of places
// that agree now (then it is no material for this kind). It reads the text with its own loose
// patterns, not with those of the checks, so that a model trained on the result is not taught the
// checks' blind spots. Pure: equal arguments give equal results on every machine; different seeds
// choose other places and other slips (a digit changed or exchanged with its neighbour, a lost or
// doubled zero, 万 lost; a name with one character changed, roles exchanged, payer and payee
// exchanged, a suffix changed; support turned into refusal, an item dropped or dismissed). Parties
// come from the head; without one they are whom finding and reasoning call 原告 or 被告 by name.
// `kind` must be one of plant_kinds().
std::optional<Planted> plant(std::string_view text, const segmenter::Structure& structure,
                             std::string_view kind, std::uint64_t seed);

}  // namespace proviso::tasks
