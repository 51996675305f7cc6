// An n-gram model with interpolated, modified Kneser-Ney smoothing (Chen and Goodman 1999, Computer
// Speech & Language 13): what a language model of ours is compared with.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace proviso::bench {

inline constexpr std::size_t kOrder = 5;

// Immutable after training. Memory: about 32 bytes a different 5-gram.
class KneserNey {
 public:
  // `documents` of token ids below `vocab` < 2^23; each begins with a mark of its own, and no
  // n-gram crosses from one into the next.
  KneserNey(const std::vector<std::vector<std::int32_t>>& documents, std::int32_t vocab);

  // p(ids[at] | the tokens of the document before it), over the whole vocabulary. at > 0: a
  // document's first token is not scored.
  double probability(std::span<const std::int32_t> ids, std::size_t at) const;

  std::size_t size(std::size_t order) const { return grams_[order - 1].size(); }

 private:
  // The tokens, 24 bits each, the newest in the lowest ones: n-grams of one history lie together.
  __extension__ using Key = unsigned __int128;
  struct Gram {
    Key key;
    std::uint32_t count;
  };
  struct History {
    Key key;
    std::uint64_t sum = 0;
    std::array<std::uint32_t, 3> distinct{};  // followers met once, twice, more often
  };
  void count(std::size_t order, std::vector<Key> keys);
  void finish(std::size_t order);
  double interpolated(std::size_t order, Key key) const;

  std::int32_t vocab_;
  std::array<std::vector<Gram>, kOrder> grams_;  // by key
  std::array<std::vector<History>, kOrder>
      histories_;  // by key, the order's grams without the last
  std::array<std::array<double, 3>, kOrder> discount_{};
};

}  // namespace proviso::bench
