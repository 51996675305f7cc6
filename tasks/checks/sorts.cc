#include "tasks/checks/sorts.h"

#include <algorithm>
#include <array>
#include <vector>

#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using std::string_view;

// Each family of sorts that exclude one another.
const std::array<std::vector<string_view>, 2> kFamilies{
    {{"overtime_on_workdays", "overtime_on_rest_days", "overtime_on_holidays"},
     {"interest_within_term", "interest_after_term"}}};

}  // namespace

bool of_other_sorts(string_view a, string_view b) {
  return std::any_of(kFamilies.begin(), kFamilies.end(), [&](const auto& family) {
    bool of_a = false;
    bool of_b = false;
    for (const string_view sort : family) {
      const bool in_a = has_word(a, words(sort));
      const bool in_b = has_word(b, words(sort));
      if (in_a && in_b) return false;
      of_a = of_a || in_a;
      of_b = of_b || in_b;
    }
    return of_a && of_b;
  });
}

}  // namespace proviso::tasks
