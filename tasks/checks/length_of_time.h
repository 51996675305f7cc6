// Lengths of time that the days beside them do not make.
#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// Kind "date". Findings and reasons of this court: days in hospital that are not those from
// admission to discharge (both, one or none of the two days counted), where one stay alone lies
// between them; and a term in years or months whose first and last day stand right behind it
// (租期三年，自…至…) or before it (自…至…，共三年), and are off by more than a fortnight. Quotes
// the length (place) and the days (other).
std::vector<Finding> check_length_of_time(const CaseView& view);

}  // namespace proviso::tasks
