// Which token comes next: temperature, top-k, top-p (Holtzman et al. 2020, arXiv 1904.09751) and
// control of repetition.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace proviso::tasks {

struct Sampling {
  double temperature = 0.7;  // 0: always the likeliest token
  int top_k = 30;            // only the k likeliest; 0: all
  double top_p = 0.9;        // only the likeliest that make up p together; 1: all
  // A token that stands among the last `repetition_window` loses: its logit is divided by this
  // where positive and multiplied where negative (Keskar et al. 2019, arXiv 1909.05858). 1: none.
  double repetition_penalty = 1.2;
  int repetition_window = 128;
  int no_repeat = 10;  // no run of so many tokens comes a second time; 0: allowed
};

// Draws with its own generator: the same seed, logits and history give the same tokens.
class Sampler {
 public:
  // `barred`: tokens that never come, [vocabulary]; empty: none.
  Sampler(const Sampling& sampling, std::uint64_t seed, std::vector<bool> barred = {});

  // logits [vocabulary], `history` what was produced so far. `never` is not chosen this time, nor
  // are the tokens of `also_barred` [vocabulary] unless it is null. At least one token must be
  // allowed.
  std::int32_t choose(std::span<const float> logits, std::span<const std::int32_t> history,
                      std::int32_t never = -1, const std::vector<bool>* also_barred = nullptr);

 private:
  // Tokens that would end a second run of `no_repeat` tokens.
  std::vector<std::int32_t> repeating(std::span<const std::int32_t> history) const;
  double uniform() {  // [0, 1), the same on every machine
    return static_cast<double>(random_() >> 11) * 0x1p-53;
  }

  Sampling sampling_;
  std::mt19937_64 random_;
  std::vector<bool> barred_;
};

}  // namespace proviso::tasks
