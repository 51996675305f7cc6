// Where a sentence says nearly what an earlier one says: the same words around other words. Internal
// to model/; token ids only, no tensors.
//
// "… repays 50000 by" and "… repays 51000 by" share their left and right context and differ in one
// token between. Such differences, and the earlier sentences that have the most in common with a
// sentence, are what the dual tower is shown beside the pooled rows: a pooled row of a small network
// does not tell one number from another. How telling a token is comes from its id: vocabularies list
// their pieces by frequency, so that information(id) = log2(id + 2) / 4.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "model/reader.h"

namespace proviso::model {

inline constexpr std::size_t kMostGap = 3;      // tokens that differ, on either side
inline constexpr std::size_t kContextIds = 2;   // ids given on each side of a gap
inline constexpr std::size_t kDifferences = 4;  // most a sentence
inline constexpr std::size_t kPartners = 6;     // most a sentence
inline constexpr std::size_t kDifferenceFacts = 12, kPartnerFacts = 7, kSentenceFacts = 6;
inline constexpr std::size_t kOverlapFacts = 3;
inline constexpr std::int32_t kNoId = -1;

// One place where a sentence differs from an earlier one. Both sides share the tokens before and
// behind; either gap, not both, may be empty.
struct Difference {
  std::array<std::int32_t, kMostGap> own, other;  // the tokens in the gaps, kNoId behind the last
  std::array<std::int32_t, kContextIds> left, right;  // next to the gap, kNoId where the text ends
  std::uint32_t row = 0;                              // sentence that has the other reading
  // Common tokens and their information left and right; the gaps' lengths; how long a passage that
  // holds the own reading stands elsewhere before; how often both readings stand there; whether
  // the own one does; same segment; words in common with that sentence. All about 0 … 1.
  std::array<float, kDifferenceFacts> facts{};
};

// An earlier sentence with words in common.
struct Partner {
  std::uint32_t row = 0;
  // Common words' share of this sentence and of that one (rare words weigh more), information of
  // the longest common passage, same segment, distance in sentences, rank, tokens covered.
  std::array<float, kPartnerFacts> facts{};
};

struct Compared {
  std::vector<Difference> differences;  // at most kDifferences, most telling first
  std::vector<Partner> partners;        // at most kPartners, closest first
  // Tokens that stand elsewhere before in passages of three or more, the longest run that does not,
  // length, sentences before, first of its segment, the best difference's weight.
  std::array<float, kSentenceFacts> facts{};
};

// Reads a document segment by segment. Rows are numbered as the bank's: sentence after sentence.
// Copies are independent. Equal segments give equal results.
class Comparer {
 public:
  // Takes the next segment and compares each of its sentences with all before it in the document,
  // those of the same segment too. [sentence].
  std::vector<Compared> read(const SegmentInput& segment);

  // The same in parts: takes the next segment; compares sentence `row` of the segment taken last.
  void add(const SegmentInput& segment);
  Compared compare(std::uint32_t row) const;

  // What sentence `row` has in common with every sentence read so far, before and behind it: common
  // words' share of `row` and of the other, information of the longest common passage; zeros for
  // its own segment. [sentence].
  std::vector<std::array<float, kOverlapFacts>> overlaps(std::uint32_t row) const;

  std::size_t rows() const { return begins_.size(); }

 private:
  struct Match {
    std::uint32_t own = 0, other = 0, size = 0;  // positions of the first tokens
  };
  std::uint32_t end_of(std::uint32_t row) const;
  float information(std::uint32_t from, std::uint32_t to) const;
  std::vector<Match> matches(std::uint32_t row, std::uint32_t before) const;
  std::vector<float> common_words(std::uint32_t row, std::uint32_t rows, float& own) const;
  std::size_t occurrences(std::uint32_t from, std::uint32_t to, std::uint32_t before) const;
  void differences_of(std::uint32_t row, std::span<const Match> found,
                      std::span<const float> shared, float own, Compared& result) const;

  std::vector<std::int32_t> tokens_;
  std::vector<float> sums_{0};          // of information, up to a token
  std::vector<std::uint32_t> row_of_;   // [token]
  std::vector<std::uint32_t> begins_;   // [row]: first token
  std::vector<std::uint32_t> segments_;  // [row]
  std::vector<float> weights_;           // [row]: information of its distinct tokens
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> pairs_;    // bigram → positions
  std::unordered_map<std::int32_t, std::vector<std::uint32_t>> sentences_;  // token → rows with it
  std::uint32_t next_segment_ = 0;
};

}  // namespace proviso::model
