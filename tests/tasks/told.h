// What checks tell of an invented judgment, in the few words that a test compares.
#pragma once

#include <string>
#include <vector>

#include "tasks/checks/case_view.h"
#include "tasks/checks/checks.h"
#include "tests/tasks/invented.h"

namespace proviso::tasks {

using Check = std::vector<Finding> (*)(const CaseView&);

// The quoted words of each finding of one check.
inline std::vector<std::string> told(Check check, const Invented& judgment) {
  std::vector<std::string> list;
  for (const Finding& each : check(CaseView(judgment.text, judgment.structure)))
    list.push_back(judgment.text.substr(each.place.start, each.place.size()));
  return list;
}

// The kinds of what all checks find.
inline std::vector<std::string> kinds_of(const Invented& judgment) {
  std::vector<std::string> kinds;
  for (const Finding& each : run_checks(judgment.text, judgment.structure))
    kinds.push_back(each.kind);
  return kinds;
}

}  // namespace proviso::tasks
