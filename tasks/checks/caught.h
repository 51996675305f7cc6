// How the accused came into the hands of the police: caught in the findings, of his own will in the
// reasons.
#pragma once

#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// Kind "semantic", check "checks/opposite": this court finds that an accused was caught
// (在网吧内被抓获) and reasons that he gave himself up (自动投案; 刑法 第六十七条), or the other way round. Several whom one list names (甲、乙在网吧内被抓获)
// were all caught. Silent where
// findings, evidence or head tell of his giving himself up, where he confessed to another crime
// after he was caught, and where the reasons only report what somebody says. At most one finding.
std::vector<Finding> check_caught(const CaseView& view);

}  // namespace proviso::tasks
