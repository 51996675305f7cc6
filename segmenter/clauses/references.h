// References from one clause of a document to another.
#pragma once

#include <string_view>
#include <vector>

#include "segmenter/clauses/clause_index.h"
#include "segmenter/clauses/form.h"
#include "segmenter/structure.h"

namespace proviso::segmenter::clauses {

// The references in text[part] to clauses and schedules of the same document: Section 3.2(a),
// Article IV, Exhibit B, 第八条第二款, 附件一. Each is a kCrossReference: `number` as written
// without the noun ("3.2(a)"; 第八条第二款), `span` noun and number (from the second of a list on
// the number alone), `parent` the clause that holds it, `target` the clause it names, kNone where
// the document has none such. Sections of statutes and of other contracts are no references here.
// Section indices are left open. `starts`: where clauses begin, sorted; a mark is no reference.
std::vector<Item> read_references(std::string_view text, Span part, const Form& form,
                                  const ClauseIndex& clauses,
                                  const std::vector<std::size_t>& starts);

}  // namespace proviso::segmenter::clauses
