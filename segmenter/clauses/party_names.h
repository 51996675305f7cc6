// The parties of a contract.
#pragma once

#include <string_view>
#include <vector>

#include "segmenter/clauses/form.h"
#include "segmenter/structure.h"

namespace proviso::segmenter::clauses {

// English: each name in text[part] that a bracket gives a short name ("by and between X …
// ("Supplier") and Y … ("Buyer")") or that a label introduces (Party A: …). The short names are
// `aliases`; one that is a word for a side is the role too.
std::vector<Party> english_parties(std::string_view text, Span part, const Form& form);

// Chinese: each line 甲方（出租人）：name in text[part]; the words for the side are `roles` as
// written, 以下简称 gives the alias; 法定代表人：name in the lines below is a representative.
// Blanks of a form name nobody.
std::vector<Party> chinese_parties(std::string_view text, Span part, const Form& form);

}  // namespace proviso::segmenter::clauses
