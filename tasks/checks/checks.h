// The deterministic checks: each reads one document and says where it contradicts itself.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"
#include "tasks/finding.h"

namespace proviso::tasks {

// Runs every check over one document and returns the findings in order of place. `text` is
// Document::text (valid UTF-8), `structure` what segmenter::read_structure made of it; both are
// only read. Pure, deterministic, safe to call from several threads; linear in the text but for
// searches with stated bounds. A clean judgment gives an empty list: a check speaks only where no
// innocent reading was found (tasks/checks/explained_by.h).
// Severity: an error in this court's own words, a warning in what it reports of parties, evidence
// and courts below.
// `ran` is called with the name of each check when it is done ("" when the mentions are read,
// "people and ruling" when these are), for measuring.
std::vector<Finding> run_checks(std::string_view text, const segmenter::Structure& structure,
                                const std::function<void(std::string_view check)>& ran = {});

// The names that Finding::check carries, in the order they run over a document of this kind: what
// a coverage line lists. Contracts have checks of their own (tasks/checks/contract/) and share few
// with judgments.
std::span<const std::string_view> check_names(segmenter::Kind kind);

}  // namespace proviso::tasks
