#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// An appeal to a court that is not above this one. kind "court". Told where the level cannot be
// right (a basic court's judgment appealed to a basic or a high court, an intermediate court's to
// an intermediate or basic one) and where both courts name different prefectures or provinces;
// courts of railways, seas, forests, intellectual property, finance and the internet, and numbered
// intermediate courts are left alone. Of administrative cases, whose venue crosses districts, the
// level and the province alone are measured.
// Quotes the court of appeal (place) and this court in the title (other).
std::vector<Finding> check_court(const CaseView& view);

}  // namespace proviso::tasks
