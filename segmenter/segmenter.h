// From text to structure, sentences and segments. All functions are pure and safe to call from
// several threads.
#pragma once

#include <string_view>
#include <vector>

#include "segmenter/structure.h"
#include "segmenter/tokenizer.h"

namespace proviso::segmenter {

// Reads the structure of a whole document. `text` is valid UTF-8 with one paragraph a line
// (Document::text). Never fails: what no grammar knows becomes sections tagged `other`.
Structure read_structure(std::string_view text);

// The sentences of text[span], in order, tiling it: ends of Unicode UAX 29 with legal fixes (；ends
// a sentence outside brackets; closing quotes stay with it; "v.", "No. 5", "1.判令" and "3.2(a)" do
// not end one). A '\n' ends a sentence and belongs to it. `span` lies on code-point boundaries;
// offsets are those of `text`.
std::vector<Span> sentences(std::string_view text, Span span);

// Cuts every section into segments of at most Segment::kMaxTokens tokens, at sentence ends where
// possible.
std::vector<Segment> make_segments(std::string_view text, const Structure& structure,
                                   const Tokenizer& tokenizer);

}  // namespace proviso::segmenter
