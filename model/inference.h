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

}  // namespace proviso::model
