// A Chinese judgment as the checks of people and outcomes see it: a CaseView and what they all ask
// of it, made once.
#pragma once

#include "tasks/checks/case_view.h"
#include "tasks/checks/cast.h"
#include "tasks/checks/ruling.h"
#include "tasks/checks/sides.h"

namespace proviso::tasks {

// Holds references: `its_view` must outlive it.
struct JudgmentView {
  explicit JudgmentView(const CaseView& its_view)
      : view(its_view), cast(view), sides(view, cast), ruling(view) {}
  JudgmentView(const JudgmentView&) = delete;
  JudgmentView& operator=(const JudgmentView&) = delete;

  const CaseView& view;
  const Cast cast;
  const Sides sides;
  const Ruling ruling;
};

}  // namespace proviso::tasks
