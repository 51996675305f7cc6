// A contract's text with each figure replaced by a mark, so that a pattern can say "so many percent
// of something, that is so much" without knowing how figures are written.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/checks/contract/contract_view.h"
#include "tasks/mentions/exact.h"

namespace proviso::tasks::contract {

// A figure with the words that say it again: Ten Thousand Dollars ($10,000), 30%, twelve (12),
// 36个月.
struct Marked {
  Span span;
  char sort = 'N';  // M money, P share (6% is 6/100), T length of time, N another count
  Exact value;
  std::string unit;  // currency; "year", "month", "day", "week" for T
};

// Holds a reference: `its_contract` must outlive it.
class FiguredText {
 public:
  explicit FiguredText(const ContractView& its_contract);

  // The text with \x01M7\x02 where figures()[7] stands, a sum of money. In patterns {M}, {P}, {T}
  // and {N} stand for such marks, with the index as a group.
  const std::string& text() const { return text_; }
  const std::vector<Marked>& figures() const { return figures_; }
  const ContractView& contract() const { return contract_; }

  // One match of a pattern: the whole, and up to nine groups as offsets of text(); size 0 where a
  // group took no part.
  struct Match {
    std::array<Span, 10> groups;
  };
  // All matches, left to right, without overlap. `pattern` is a compiled `pattern_of`.
  std::vector<Match> matches(const re2::RE2& pattern) const;
  // The figure whose index a group of a match holds.
  const Marked& figure(const Match& match, std::size_t group) const;
  string_view words(Span marked) const {
    return string_view(text_).substr(marked.start, marked.size());
  }

  // The sums that the contract gives under a name: "purchase price" with "The total Purchase Price
  // is $5", "$5 (the "Purchase Price")", 合同总价为5元.
  std::vector<const Marked*> named(string_view name) const;
  // Whether some sum of the contract fits.
  template <typename Fits>
  bool any_sum(Fits fits) const {
    for (const Marked& each : figures_) {
      if (each.sort == 'M' && fits(each.value)) return true;
    }
    return false;
  }
  // The words of the sentence before `at`, at most `limit` bytes.
  Span lead(std::size_t at, std::size_t limit) const;
  // The sums that stand in marked [start, end), in order.
  std::vector<const Marked*> sums_in(Span marked, char sort = 'M') const;

 private:
  const ContractView& contract_;
  std::vector<Marked> figures_;
  std::string text_, low_;
};

// The pattern with its {M}, {P}, {T}, {N} written out.
std::string pattern_of(string_view written);

// Equal up to rounding: within one unit or a thousandth.
bool about(const Exact& a, const Exact& b);

}  // namespace proviso::tasks::contract
