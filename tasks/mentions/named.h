// Whom a judgment names: parties, other people, organisations, and what a bracket gives a short
// name; with every place where one of their names stands.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

// All offsets are in the folded text.
struct Named {
  std::string name;                    // the fullest spelling
  std::vector<std::string> spellings;  // others: 以下简称, 甲公司 for 江海甲贸易有限公司
  std::vector<std::string> roles;  // as the head has them; without a head as the text calls
                                   // them: 原告, 被害人
  bool organisation = false;       // else a person or, where no_one, a thing
  bool no_one = false;             // a contract or project that only a bracket names
  std::size_t order = 0;           // place of the first naming
};

struct NamedPlace {
  std::size_t start = 0, end = 0;
  std::size_t who = 0;  // index into World::all
  bool full = false;    // the fullest spelling
};

struct World {
  std::vector<Named> all;
  std::vector<NamedPlace> places;  // in order, none overlapping, the longest name at each place

  // Index of the last place that ends at or before `offset`; kNone where there is none.
  std::size_t place_before(std::size_t offset) const;
};

// Time linear in the text for a bounded number of names.
World find_named(const CaseView& view);

}  // namespace proviso::tasks
