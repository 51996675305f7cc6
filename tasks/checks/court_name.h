#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// A court named wrongly. kind "court". Two forms: the place in a court's name is no place of the
// table, stands nowhere else and is one that the document names with two characters exchanged
// (州苏市, where 苏州市 stands elsewhere); the case number right behind a court's name begins with
// another province's character (广东省深圳市中级人民法院（ 2021）浙03民终…). Quotes the name
// (place) and the right one (other), or name and number.
std::vector<Finding> check_court_name(const CaseView& view);

}  // namespace proviso::tasks
