#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// A short name against its definition. kind "alias": one short name (以下简称远帆公司) is
// introduced for two different full names; or a spelling that only exchanges two neighbouring
// characters of an introduced short name (帆远公司) stands in the text, once, and nobody is called
// so. Quotes the later place (place) and the definition (other).
std::vector<Finding> check_alias(const CaseView& view);

}  // namespace proviso::tasks
