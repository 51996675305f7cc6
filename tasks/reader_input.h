// From segments to what the reader takes: names of tags and levels become the model's own numbers.
#pragma once

#include <span>

#include "model/config.h"
#include "model/reader.h"
#include "segmenter/structure.h"

namespace proviso::tasks {

// The document as `card`'s model sees it. The result points into `segments`, which must outlive it.
// A tag or level that the model file does not name is given as its "other". Throws
// model::ModelError (kIncompatible) when the model knows no "other".
model::DocumentInput reader_input(const segmenter::Structure& structure,
                                  std::span<const segmenter::Segment> segments,
                                  const model::ModelCard& card);

}  // namespace proviso::tasks
