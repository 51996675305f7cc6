// A document as the heads learn from it: states of the reader, words, and what is asked. Internal to
// model/.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "model/dependency_head.h"
#include "model/dual_tower.h"
#include "model/head_trainer.h"
#include "model/inference.h"

namespace proviso::model {

struct Studied {
  std::vector<SegmentStates> states;        // [segment], shared within a family
  std::vector<std::int32_t> ids;            // of the document
  std::vector<std::int64_t> segment_starts;  // [segment], in ids
  std::vector<std::int64_t> sentences;      // [sentence], in ids
  std::vector<std::int32_t> tags;           // [sentence]
  std::vector<std::uint32_t> segments;      // [sentence]
  std::vector<std::int64_t> asked;          // sentences, ascending
  std::vector<Compared> compared;           // [asked]
  std::vector<std::pair<std::int64_t, std::int64_t>> positives;  // index into asked, kind
  std::vector<std::pair<std::int64_t, std::vector<std::uint32_t>>>
      evidence;                             // index into asked, earlier segments
  std::vector<std::int64_t> resting;        // sentences with a dependency label …
  std::vector<std::vector<std::uint32_t>> rests_on;  // … and the segments named
  at::Tensor overlaps;                      // [resting, sentence, kOverlapFacts]
  at::Tensor kept;                          // [asked, kind]: probabilities to keep; may be undefined
  bool first = false;                       // of its family
};

// Which sentences of a document are asked about.
enum class Ask { kAll, kChanged };

// `states` are the document's own; `common` what it shares with its family's first document.
Studied study(const StudyDocument& document, std::vector<SegmentStates> states,
              const CommonSegments& common, Ask ask);

// All sentences' rows, [sentence, row_width()].
at::Tensor rows_of(const Weights& weights, const ReaderConfig& config, const Studied& document);

// What the tower reads of the sentences asked about, `rows` being rows_of().
TowerInput tower_input(const ReaderConfig& config, const Studied& document, const at::Tensor& rows,
                       const HeadOptions& options);

}  // namespace proviso::model
