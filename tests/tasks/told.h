// What checks tell of an invented judgment, in the few words that a test compares.
#pragma once

#include <string>
#include <vector>

#include "tasks/checks/case_view.h"
#include "tasks/checks/checks.h"
#include "tasks/checks/judgment_view.h"
#include "tests/tasks/invented.h"

namespace proviso::tasks {

// A check, whether it reads the document alone or asks for a judgment's people and ruling too.
class Check {
 public:
  Check(std::vector<Finding> (*check)(const CaseView&)) : of_view_(check) {}
  Check(std::vector<Finding> (*check)(const JudgmentView&)) : of_judgment_(check) {}

  std::vector<Finding> operator()(const Invented& judgment) const {
    const CaseView view(judgment.text, judgment.structure);
    return of_view_ != nullptr ? of_view_(view) : of_judgment_(JudgmentView(view));
  }

 private:
  std::vector<Finding> (*of_view_)(const CaseView&) = nullptr;
  std::vector<Finding> (*of_judgment_)(const JudgmentView&) = nullptr;
};

// The quoted words of each finding of one check.
inline std::vector<std::string> told(Check check, const Invented& judgment) {
  std::vector<std::string> list;
  for (const Finding& each : check(judgment))
    list.push_back(judgment.text.substr(each.place.start, each.place.size()));
  return list;
}

// The kind before these words.
inline std::vector<std::string> kind_told(Check check, const Invented& judgment) {
  std::vector<std::string> list;
  for (const Finding& each : check(judgment))
    list.push_back(each.kind + " " + judgment.text.substr(each.place.start, each.place.size()));
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
