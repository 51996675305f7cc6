// Labels of `finetune` and `evaluate`: which places of which documents contradict each other.
//
// JSON Lines: {"document": PATH, "flags": [{"kind": …, "quote": …, "other_quote": …|null}],
// "depends_on": [{"disposition": …, "facts": […]}]}. The latter may be absent: a sentence and the
// places that it rests on, wherever they stand. PATH is relative to the labels file. A document
// without flags is a labelled negative. A quote is the text itself, or an object
// {"text", "section", "occurrence"} where the bare text stands more than once (`section`: only
// sections of this tag count; `occurrence`: from 1, in reading order), or {"start", "end"} in bytes
// of the document's text (then "text", if given, must agree). Other fields ("provisos", …) are left
// alone.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"

namespace proviso::tasks {

struct LabelledFlag {
  std::string kind;
  segmenter::Span quote;
  std::optional<segmenter::Span> other;
};

struct LabelledDependency {
  segmenter::Span disposition;
  std::vector<segmenter::Span> facts;
};

struct LabelledDocument {
  std::filesystem::path path;  // as found: beside the labels file
  std::string origin;  // field "origin" (the judgment a planted copy was made from), else the path
  std::string text;    // ingest::Document::text
  segmenter::Structure structure;
  std::vector<LabelledFlag> flags;
  std::vector<LabelledDependency> depends_on;
  std::size_t line = 0;  // of the labels file, from 1
};

// Reads a labels file and the documents it names. Throws CorpusError with file and line: no JSON
// object, wrong field, document missing or unreadable, quote not found or ambiguous.
std::vector<LabelledDocument> read_labels(const std::filesystem::path& file);

// The place of a quote; `quote` is the JSON text of a string or object as above. Throws CorpusError
// (without file and line): not found, ambiguous, wrong fields.
segmenter::Span find_quote(std::string_view text, const segmenter::Structure& structure,
                           std::string_view quote);

}  // namespace proviso::tasks
