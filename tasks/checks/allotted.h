// To whom the reasoning gives a child or a thing, and to whom the order does.
#pragma once

#include <vector>

#include "tasks/checks/judgment_view.h"

namespace proviso::tasks {

// Adds findings of kind "outcome" ("checks/outcome") where the reasoning decides that a child lives
// with one side (由原告抚养为宜, 应随母亲共同生活) or that a thing falls to one (应由被告继承), and
// the order gives the same child or thing to the other. Several children or things are told apart
// by the words that name them (长子, 次子, a name); where these do not tell, nothing is said. What
// was so far, was agreed, is wished or depends is no decision. Also how often
// a parent sees the child (每月探望两次), where each has one number. Place: the clause of the order;
// other: the clause of the reasoning.
void add_misallotted(const JudgmentView& judgment, std::vector<Finding>& findings);

}  // namespace proviso::tasks
