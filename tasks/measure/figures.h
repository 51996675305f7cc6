// Figures that a text states once and says again once: the facts that memory probes change.
#pragma once

#include <string_view>
#include <vector>

#include "segmenter/structure.h"

namespace proviso::tasks {

// The digits of one figure at both places, point and thousand separators included, unit and
// currency left out.
struct RepeatedFigure {
  segmenter::Span stated, repeated;
};

// Every figure of four digits or more, in ASCII, written alike exactly twice in `text` and with no
// third figure of its value in any writing (a third place would tell what a probe takes away). In
// order of the first place. Dates, case numbers and codes are no figures (tasks/mentions).
std::vector<RepeatedFigure> repeated_figures(std::string_view text);

}  // namespace proviso::tasks
