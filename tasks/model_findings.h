// What the reader's scores say, as findings beside those of the checks.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "model/config.h"
#include "model/reader.h"
#include "segmenter/structure.h"
#include "tasks/calibration.h"
#include "tasks/finding.h"

namespace proviso::tasks {

enum class Strictness { kPrecision, kRecall };

// One finding for each segment and kind whose probability reaches the threshold: `place` is the
// sentence with the highest probability of the kind, `other` the sentence with the highest
// probability in the segment that this one depends on most (absent when it depends on none). In
// order of place. `reading` has one entry per segment.
std::vector<Finding> model_findings(std::string_view text, const segmenter::Structure& structure,
                                    std::span<const segmenter::Segment> segments,
                                    const model::DocumentReading& reading,
                                    const model::ModelCard& card, const Calibration& calibration,
                                    Strictness strictness);

// Both lists as one, in order of place. A finding of the model is dropped where a check found the
// same kind in an overlapping place: the check explains it better.
std::vector<Finding> merge_findings(std::vector<Finding> of_checks, std::vector<Finding> of_model);

}  // namespace proviso::tasks
