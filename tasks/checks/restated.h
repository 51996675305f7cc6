// Two passages that tell the same: how alike they are by the rare words they share.
#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace proviso::tasks {

// Pairs of neighbouring Chinese characters and how often the document has each. A pair weighs
// 1 / its number, so that 原告 and 合同 tie nothing and a name does. Views into `text`, which must
// outlive it.
class Restated {
 public:
  explicit Restated(std::string_view text);

  // Of the pairs of `a` (two pieces: before and behind the word or day in question) and of `b`.
  struct Likeness {
    std::size_t shared = 0;  // different pairs in both
    double part = 0;         // weight of what both have / weight of what either has
  };
  struct Passage {
    std::string_view before, behind;
  };
  Likeness like(const Passage& a, const Passage& b) const { return like(pairs(a), pairs(b)); }

  // The different pairs of a passage, sorted, with their weights: where one passage is compared
  // with many, they are read once.
  using Pairs = std::vector<std::pair<std::string_view, double>>;
  Pairs pairs(const Passage& passage) const;
  static Likeness like(const Pairs& a, const Pairs& b);

 private:
  std::unordered_map<std::string_view, std::size_t> times_;
};

// Whether both passages carry figures (amounts, sizes, numbers of contracts) and not one is the
// same: then they tell of two things.
bool figures_differ(const Restated::Passage& a, const Restated::Passage& b);

// Whether both name documents in 《》 and not one is the same.
bool titles_differ(const Restated::Passage& a, const Restated::Passage& b);

}  // namespace proviso::tasks
