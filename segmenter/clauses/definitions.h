// Terms that a contract or statute defines.
#pragma once

#include <string_view>
#include <vector>

#include "segmenter/clauses/clause_index.h"
#include "segmenter/clauses/form.h"
#include "segmenter/structure.h"

namespace proviso::segmenter::clauses {

// The definitions in text[part]: "X" means …, (the "X"), hereinafter "X"; 以下简称“X”, “X”是指…,
// 本合同所称X是指…. Each is a kDefinition: `number` the term as written without quotation marks,
// `span` from the term to the end of the defining words (of the term alone where it stands in
// brackets), `parent` the clause that holds it. Section indices are left open.
// `gathered`: places behind the marks and at the starts of lines of clauses that gather
// definitions, in order: there a term may stand without quotation marks ("Term: …").
std::vector<Item> read_definitions(std::string_view text, Span part, const Form& form,
                                   const ClauseIndex& clauses,
                                   const std::vector<std::size_t>& gathered = {});

}  // namespace proviso::segmenter::clauses
