// The reading pass: exact cached keys, values and W_kR·R, no gradient, no dropout. Internal to
// model/.
#pragma once

#include <span>
#include <vector>

#include "model/packed_weights.h"
#include "model/reader.h"
#include "model/weights.h"

namespace proviso::model {

// Reads documents with `weights`, several at a time in lanes of their own: on the CPU over
// packed weights, which `store` keeps; without a store, and elsewhere, by LibTorch's operations.
// Throws ModelError.
std::vector<DocumentReading> read_documents(const Weights& weights, const ModelCard& card,
                                            std::span<const DocumentInput> documents,
                                            const ReadOptions& options, PackedStore* store);

// What the heads read of a segment, before any weight of theirs.
struct SegmentStates {
  at::Tensor means;   // [sentence, d]: means of the top rows
  at::Tensor chunks;  // [chunk, d], see chunk_means()
};

// States of every segment of documents that are copies of the first with a passage changed:
// [document][segment]. The first is read whole; of the others only the segments between the first
// and the last that differ, in the first's memory up to there, and states of the equal segments
// behind them are taken from the first. That is exact up to the last changed segment; behind it the
// change's echo in the memory is left out. `whole`: read on to the end, exact throughout.
std::vector<std::vector<SegmentStates>> read_family(const Weights& weights, const ModelCard& card,
                                                    std::span<const DocumentInput> documents,
                                                    bool whole, PackedStore* store);

// The last layer's rows [time, d] of the segments that are `wanted` ([document][segment]); the others'
// are undefined. Of `options` those of memory and positions count.
std::vector<std::vector<at::Tensor>> read_rows(const Weights& weights, const ModelCard& card,
                                               std::span<const DocumentInput> documents,
                                               const std::vector<std::vector<bool>>& wanted,
                                               const ReadOptions& options, PackedStore* store);

// How many segments two documents have in common at the start, and at the end behind those.
struct CommonSegments {
  std::size_t first = 0, last = 0;
};
CommonSegments common_segments(const DocumentInput& one, const DocumentInput& other);

}  // namespace proviso::model
