#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// The days between which a sentence runs do not fit its length. kind "sentence_term". Compares the
// term that this court sets in an item (the last 有期徒刑, 拘役 or 管制 before the bracket: after
// 决定执行 the joint one) with 自A起至B止 behind it: B is the day before the same day after the
// term (刑法 第四十一、四十四、四十七条). Custody credited before A or bail after it moves the end:
// so another end is told only where the head has the accused in custody from A on and never
// released, or where it is whole months or years off (early: at least three months, since a month
// of custody before bail is common) and no credit, earlier sentence or bail is named. Quotes the
// period (place) and the term (other).
std::vector<Finding> check_sentence_term(const CaseView& view);

}  // namespace proviso::tasks
