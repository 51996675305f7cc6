// Relative effective context length (Dai et al. 2019, section 4.3 and appendix C): how long a
// context still helps a model where the best of its group, given a shorter one, finds the text
// hard. Pure mathematics over a table of losses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace proviso::tasks {

// Natural-log losses of a group of models on the same tokens.
struct LossTable {
  std::vector<std::int64_t> lengths;                     // of contexts, ascending
  std::vector<std::vector<std::vector<double>>> losses;  // [model][length][token]
};

// One comparison c → c′ of the search.
struct ReclStep {
  std::int64_t from = 0, to = 0;
  double gain = 0;  // g(c, c′), relative
};

struct Recl {
  std::int64_t length = 0;
  bool at_least = false;  // the gain was still 0.01 or more where the lengths end
  std::vector<ReclStep> path;
};

// The number of positions that a fraction `r` of `tokens` is: rounded, at least 1.
std::size_t hardest_count(std::size_t tokens, double r);

// RECL of one model of the group. With b(c, t) = min over models of the loss at context length c,
// T the `r`-fraction of tokens with the largest b(c, t) (the earlier ones among equals) and
// f(c, c′) = mean over T of min(b(c, t), loss(c′, t)), the gain is g = 1 − exp(f(c, c′) − f(c, c)).
// From the shortest length on c becomes c′, the next one, until g(c, c′) < 0.01. The lengths should
// be evenly spaced. Requires a whole table with at least one length and one token, and 0 < r ≤ 1.
Recl relative_effective_context_length(const LossTable& table, std::size_t model, double r);

}  // namespace proviso::tasks
