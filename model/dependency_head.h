// The dependency head: on which segments of the document does this sentence rest? Internal to
// model/.
//
// At a document's end every sentence of the bank is scored against every sentence of the other
// segments, earlier and later ones alike (some courts put the disposition first): score(i, j) =
// (W_from s_i)·(W_to s_j)/√t + bias[tag of i, tag of j], t = d_tower; with
// ReaderConfig::comparison + w·overlap(i, j), what both have in common by their words
// (Comparer::overlaps). Its softmax over j says what i rests on.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>
#include <vector>

#include "model/config.h"
#include "model/lane.h"
#include "model/weights.h"

namespace proviso::model {

// The sentences of a document and those of them that are asked about.
struct DependencyInput {
  at::Tensor rows;                      // [sentence, w], w = row_width()
  std::vector<std::int32_t> tags;       // [sentence]
  std::vector<std::uint32_t> segments;  // [sentence]
  std::vector<std::int64_t> asked;
  at::Tensor overlaps;  // [asked, sentence, kOverlapFacts]; undefined without comparison
};

// [asked, sentence], −∞ within a segment. Requires two segments or more.
at::Tensor dependency_scores(const Weights& weights, const ReaderConfig& config,
                             const DependencyInput& input);

// The same of some rows of a bank.
at::Tensor dependency_scores(const Weights& weights, const ReaderConfig& config, const Bank& bank,
                             const std::vector<std::int64_t>& asked);
// Of all its rows, [sentence, sentence].
at::Tensor dependency_scores(const Weights& weights, const ReaderConfig& config, const Bank& bank);

// Comparer::overlaps() of the rows asked about, [asked, sentence, kOverlapFacts].
at::Tensor overlap_table(const Comparer& comparer, const std::vector<std::int64_t>& asked);

// −log of the weight that the segments `named` have together, `scores` [sentence] being those of a
// sentence of segment `own`. Undefined when none of them is another segment of the document.
at::Tensor dependency_loss(const at::Tensor& scores, std::span<const std::uint32_t> segments,
                           std::uint32_t own, const std::vector<std::uint32_t>& named);

// Σ over targets of the above, `scores` being those of all rows of the bank. Targets without such a
// segment in the bank count nothing; undefined when none is left.
at::Tensor dependency_loss(const at::Tensor& scores, const Bank& bank,
                           const std::vector<DependencyTarget>& targets);

}  // namespace proviso::model
