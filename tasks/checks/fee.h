#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// The costs do not add up. kind "fee". Two forms, this court's costs alone: 受理费X元，减半收取Y元
// where Y is not half of X (rounding to one yuan allowed; 诉讼费用交纳办法 第十五、十六条); shares
// 由甲负担a元，由乙负担b元 whose sum is neither a fee named in the sentence, nor a sum of such
// fees, nor half of one, however many persons 各 and 均 stand for. Sentences with 其余 are not
// added, figures in brackets are passed over. Quotes the halved fee or the shares (place) and the
// fee (other).
std::vector<Finding> check_fee(const CaseView& view);

}  // namespace proviso::tasks
