// Contracts in English and Chinese.
#pragma once

#include <optional>
#include <string_view>

#include "segmenter/structure.h"

namespace proviso::segmenter::clauses {

// The structure of `text` (not empty), or nothing when the evidence (grammar/contract_*.json) does
// not make it a contract.
//
// Sections: title, parties, recitals (to the end of NOW, THEREFORE … or another lead-in), one
// `clause` or `definitions` for each top-level article or clause, signature, one `schedule` for
// each exhibit, schedule or annex. Items: every numbered clause (kClause; those that are sections
// stand at the top of the tree, those in a schedule under the schedule's own item, whose number is
// its label), definitions (kDefinition: definitions.h) and references to clauses and schedules of
// this contract (kCrossReference: references.h). Clauses come first, in the order of the text.
std::optional<Structure> read_contract(std::string_view text);

}  // namespace proviso::segmenter::clauses
