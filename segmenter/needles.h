// Which literal words a regular expression cannot match without, and one pass over a text that
// finds them all. A grammar of a hundred patterns is then asked for the few that can fit a
// sentence.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace proviso::segmenter {

// One of these words stands in every match.
using Clause = std::vector<std::string>;

// One of the ways in which a pattern can match: all its clauses hold.
using Way = std::vector<Clause>;

// The ways in which an RE2 pattern can match: several where it is in the main a choice, else one;
// every match goes one of them. At most four clauses each, the most telling first; a way without
// clauses says nothing. Understands groups, alternatives, classes, repetitions and anchors; of a
// pattern with anything else (flags) nothing is said. Whole code points only.
std::vector<Way> needles(std::string_view pattern);

// A set of clauses.
class ClauseSet {
 public:
  static constexpr std::size_t kMost = 1024;
  void add(std::size_t clause) { words_[clause / 64] |= std::uint64_t{1} << (clause % 64); }
  void add(const ClauseSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
  }
  // Whether every clause of `wanted` is in this set.
  bool holds(const ClauseSet& wanted) const {
    std::uint64_t missing = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) missing |= wanted.words_[i] & ~words_[i];
    return missing == 0;
  }

 private:
  std::array<std::uint64_t, kMost / 64> words_{};
};

// Finds words. Most characters begin none, most pairs of characters none either: two looks into
// small tables pass them over, and only the rest is compared with the words themselves.
class Scanner {
 public:
  // The set that stands for the clauses of `way`; clauses that other patterns gave are shared. To
  // be called before build(). What no longer fits into kMost clauses is left out, which asks less
  // and loses no match.
  ClauseSet add(const Way& way);
  std::size_t size() const { return clauses_.size(); }
  void build();
  // The clauses of which a word stands in `text` (valid UTF-8). The words are of bounded length:
  // time is linear in the text's.
  ClauseSet scan(std::string_view text) const;

 private:
  struct Word {
    std::string bytes;
    std::vector<std::uint16_t> clauses;  // which it belongs to
  };
  static constexpr std::size_t kCodePoints = 0x10000, kPairs = 0x8000;

  std::vector<Clause> clauses_;
  std::vector<std::uint64_t> begins_;  // bits, by code point: it begins a word
  // Words of one code point stand under the pair of it and nothing.
  std::vector<std::uint16_t> at_pair_;    // by pair_of(): index into words_, 0: none
  std::vector<std::vector<Word>> words_;  // those with one pair
};

}  // namespace proviso::segmenter
