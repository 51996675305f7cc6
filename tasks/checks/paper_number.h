// Numbers of awards, decisions of offices and indictments: 青仲案字〔2019〕第256号.
#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// One paper whose number is told twice, once with a slip: the letters before the year are the same,
// year or serial is one slip away and stands once. Told where the right one stands twice and more
// or where chance is shut out (digits exchanged, far from each other, one long serial in two
// years); a neighbouring serial only of arbitrators (仲), where the text has no third of theirs:
// decisions of offices come in series, and so do papers of notaries, experts and land offices,
// which are left alone. Not where the two stand side by side. Also one whose
// year is later than the day of this judgment. Kind "case_number".
std::vector<Finding> misspelt_paper_number(const CaseView& view);

}  // namespace proviso::tasks
