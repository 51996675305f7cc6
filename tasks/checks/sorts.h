// Sorts of one head of claim: pay for overtime on working days is another thing than on holidays.
#pragma once

#include <string_view>

namespace proviso::tasks {

// Whether both texts say of which sort a thing is and share none (words/sorts.txt: overtime by the
// day, interest before and after maturity, losses of the person and of things).
bool of_other_sorts(std::string_view a, std::string_view b);

}  // namespace proviso::tasks
