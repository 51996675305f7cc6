// Statutes, regulations and judicial interpretations in Chinese.
#pragma once

#include <optional>
#include <string_view>

#include "segmenter/structure.h"

namespace proviso::segmenter::clauses {

// The structure of `text` (not empty), or nothing when the evidence (grammar/statute.json) does not
// make it a statute.
//
// Sections: `title` (name and note of passing), `other` (table of contents), `recitals` (preamble),
// one `clause` for each lowest heading, that is 节, else 章, else 编 (a law without headings is one
// section): an article alone would be far smaller than a segment of 384 tokens, and segments never
// cross a section; `schedule` for what is annexed. Items (kClause): 编, 分编, 章, 节 and 条 with
// their numbers ("一", "一百二十之一"); under an article of several paragraphs one item for each 款
// (number empty: none is written; they count in order); under these the 项 （一） and 目 1.
// A document that numbers 一、 instead of articles has those as its articles.
std::optional<Structure> read_statute(std::string_view text);

}  // namespace proviso::segmenter::clauses
