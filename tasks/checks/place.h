#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// A place named under a province in which none of that name lies (安徽省南京市). kind "place".
// Prefectures, counties and cities of the table; districts (区) only where their name is known in
// one province alone and never was elsewhere is beyond the table, so they are left alone. Places
// that changed hands are never told. Quotes both names; `other` is a place of the text that has the
// lower name under its own province, where there is one.
std::vector<Finding> check_place(const CaseView& view);

}  // namespace proviso::tasks
