#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// Citations that cannot be right, by the tables in tasks/law/ (statutes.txt,
// articles_by_function.txt). Three kinds:
// "statute": an article beyond the size of the law in every version that applied up to the day of
//   the judgment (of all versions where the text gives no day); an article for double interest
//   (加倍支付迟延履行期间的债务利息) that no version of the 民事诉讼法 has for it.
// "statute_name": double interest cited from another law; 依照第N条 without a law in this court's
//   basis; the article for judgment by default (缺席判决) at the end of another law's list where
//   the 民事诉讼法 is not named at all.
// "statute_version": in this court's own basis, a law that did not apply yet on the day of the
//   judgment; an article for double interest, default, withdrawal or dismissal of an appeal by the
//   numbers of another version than the one in force that day. Old substantive laws are never
//   called wrong: they apply to old facts (时间效力规定).
// Quotes the law's name with the article, for a list the article alone; `other` is the day of the
// judgment where that is what it disagrees with.
std::vector<Finding> check_statute(const CaseView& view);

// Articles of `law` (plain_law_name) in the largest version that applied on or before `day`
// (20150302; 0: any day). Nothing for a law that the table lacks, 0 where no version applied yet.
std::optional<int> articles_of(std::string_view law, int day);

}  // namespace proviso::tasks
