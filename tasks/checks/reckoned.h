// Sums that are worked out in words: shares, halves, what is left, totals of heads named before.
#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// Added to "checks/sum"; kind "sum", "amount" for a share. Findings and reasons are read, of every
// instance. Told are
// - a share that is not so much of its sum (鉴定费2100元，由甲承担80%即1860元), where a slip of the
//   hand or another share of the document explains it;
// - what is left of a sum behind 扣除, without any other sum between
// (价值82万元，扣除贷款22万元，净值为
//   62万元), and half of it under 各半;
// - a total of heads named one by one (护理费、误工费合计…元), each of which has one amount in the
//   reasons, and a total (共计赔偿…元) a slip of the hand from the sum of two or three amounts of
//   its paragraph, where nothing in the document makes it;
// - what is said to be left (尚欠) that stands nowhere else, a slip from a sum that stands twice
// and
//   makes with what was paid a sum of the document;
// - payments one by one that do not make the sum of all, where that sum stands elsewhere too;
// - two parts of one sum (其中…元为本金，…元为利息) a digit off;
// - shares of the loot (分得赃款) that together exceed what it was sold for;
// - so many things taken in all (盗得电动自行车五辆) where the numbered deeds tell of another
// number.
std::vector<Finding> check_reckoned(const CaseView& view);

}  // namespace proviso::tasks
