// What the rules propose and the model's head decides: for every connector of a document whether it
// opens a proviso, how far its scope reaches, which rule it limits and of what kind it is.
//
// The rules report what they are sure of; here they propose more: every place where a scope or a
// rule could plausibly begin or end (stops, brackets, quotation marks, conjunctions, connectors),
// each with facts that tell one proposal from another. A fact is a number below kProvisoFacts: the
// hash of words like "scope unless ends-before ,". Equal texts give equal facts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"
#include "tasks/provisos/limb.h"
#include "tasks/provisos/proviso.h"

namespace proviso::tasks {

inline constexpr std::uint32_t kProvisoFacts = 1U << 14;
using ProvisoFacts = std::vector<std::uint32_t>;

struct ProvisoQuestion {
  PlacedLimb at;
  segmenter::Span trigger;
  std::string form;                     // the connector in small letters, its varieties as one
  std::optional<Proviso> rules;         // what the rules report of this trigger
  std::vector<segmenter::Span> scopes;  // proposals, ascending; none of them empty
};

// The questions of a document, in the order of their triggers. Every proviso of `rules`, which are
// in the order of their triggers too, is among the proposals. Pure, near linear in the text,
// thread-safe.
std::vector<ProvisoQuestion> proviso_questions(std::string_view text,
                                               const segmenter::Structure& structure,
                                               const std::vector<Proviso>& rules);

// The rules that a proviso with this scope may limit, ascending.
std::vector<segmenter::Span> proposed_limits(std::string_view text, const ProvisoQuestion& question,
                                             segmenter::Span scope);

ProvisoFacts report_facts(std::string_view text, const ProvisoQuestion& question);
ProvisoFacts scope_facts(std::string_view text, const ProvisoQuestion& question, std::size_t scope);
// `limits` is one of proposed_limits(text, question, scope).
ProvisoFacts limits_facts(std::string_view text, const ProvisoQuestion& question,
                          segmenter::Span scope, segmenter::Span limits);
ProvisoFacts kind_facts(std::string_view text, const ProvisoQuestion& question,
                        segmenter::Span scope, ProvisoKind kind);

}  // namespace proviso::tasks
