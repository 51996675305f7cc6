// The search for an innocent reading: before a figure is called wrong, everything a court may have
// done to get it.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "tasks/checks/case_view.h"
#include "tasks/mentions/exact.h"

namespace proviso::tasks {

// What a figure may have been made of, in the order of the text. At most kMostTerms amounts are
// used, the last ones.
struct Terms {
  static constexpr std::size_t kMostTerms = 160;
  std::vector<Exact> amounts;  // yuan
  std::vector<Exact> rates;    // 0.06 for 6%
  std::vector<Exact> years;    // lengths of time
  std::vector<Exact> counts;   // persons, months, days, other multipliers
};

// Every figure of the document outside `without` (folded offsets), sorted into terms. Bare numbers
// are amounts and counts both.
Terms terms_of(const CaseView& view, std::size_t without_start, std::size_t without_end);

// The same of the figures that `counts` says yes to.
Terms terms_of(const CaseView& view, const std::function<bool(const Number&)>& counts);

enum class Reading : std::uint8_t {
  kNone,
  kEqual,          // the figure itself, also rounded to yuan or tens of yuan
  kSum,            // of up to 12 neighbours, or of any two or three
  kDifference,     // of two; of a sum of neighbours and one
  kShare,          // × a rate or its rest, ÷ or × a small number (half, each of n)
  kInterest,       // amount × rate × time, by year, month or day
  kShareLessPaid,  // a share less one amount, the sum of two shares
};

// How far to search. kNear is for figures that look like a slip of a known one: what a clerk sees
// at once, that is the figure itself, a sum of neighbours or of two, a difference of two, a share
// by a rate of the document or a small number. kPlain is for figures whose right reading is known
// and from which nothing is taken off: the figure itself and sums of neighbours alone.
enum class Reach : std::uint8_t { kPlain, kNear, kFull };

// The first reading under which `target` follows from `terms`. Sums are compared to the fen,
// products to one yuan. Bounded: at most 12 terms in one sum, windows and pairs and triples of
// kMostTerms amounts.
Reading explained_by(const Exact& target, const Terms& terms, Reach reach = Reach::kFull);

// How much an explanation is worth: the share (0 to 1) of figures as round as `target` and about as
// large, from half of it to twice, that the same search explains too. Near 1 everything is
// explained, and nothing is. At most 24 figures are tried.
double explained_by_chance(const Exact& target, const Terms& terms, Reach reach = Reach::kFull);

}  // namespace proviso::tasks
