// How far two case numbers are from each other: whether a slip of the hand makes one of the other.
#pragma once

#include <cstddef>
#include <string_view>

#include "tasks/checks/case_view.h"
#include "tasks/mentions/case_number.h"

namespace proviso::tasks {

// Whether the two differ in year, code or serial alone, and there by one character changed, lost or
// exchanged with its neighbour. Serials of one printed length are compared with their zeros (00046
// and 01046).
bool slipped(const CaseNumber& a, const CaseNumber& b);

// Whether the number is one of a court or an arbitrator; those of notaries, experts and offices are
// given in series.
bool of_a_court(const CaseNumber& number);

// Whether it stands at the head, in the number line or the title of this judgment.
bool at_head(const CaseView& view, const CaseNumber& number);

// How many serials lie between the two.
long serials_apart(const CaseNumber& a, const CaseNumber& b);

// Whether the serials as printed have the same digits in another order.
bool digits_exchanged(const CaseNumber& a, const CaseNumber& b);

// What stands before a number in its sentence, at most 150 bytes. `text` and `start` are folded.
std::string_view before_in_sentence(std::string_view text, std::size_t start);

}  // namespace proviso::tasks
