// One inconsistency in a document: what the checks and the model produce and db stores as a flag.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "segmenter/structure.h"

namespace proviso::tasks {

enum class Severity : std::uint8_t { kError, kWarning, kNote };

struct Finding {
  std::string kind;   // one of the table of design section "Kinds of flags": "amount", "sum", …
  std::string check;  // the function that found it ("checks/sum") or "model"
  Severity severity = Severity::kError;
  double score = 1;                      // 0..1
  segmenter::Span place;                 // the quote, in Document::text
  std::optional<segmenter::Span> other;  // the place it disagrees with
  std::string explanation;               // one sentence, in the document's language
};

}  // namespace proviso::tasks
