#include "model/comparison.h"

#include <gtest/gtest.h>

#include <vector>

namespace proviso::model {
namespace {

using Ids = std::vector<std::int32_t>;

// Words of an invented language by number; a sentence a segment unless said.
struct Text {
  std::vector<Ids> segments;
  std::vector<std::vector<std::uint32_t>> sentences;

  SegmentInput input(std::size_t s) const {
    SegmentInput input;
    input.ids = segments[s];
    if (s < sentences.size()) input.sentences = sentences[s];
    return input;
  }
  std::vector<Compared> last() const {
    Comparer comparer;
    std::vector<Compared> result;
    for (std::size_t s = 0; s < segments.size(); ++s) result = comparer.read(input(s));
    return result;
  }
};

TEST(Comparison, ANumberThatDiffersInOneDigitIsTheFirstDifference) {
  // "the debtor repays 5 0 0 0 by June" against "5 1 0 0".
  const Text text{{{900, 901, 902, 15, 10, 10, 10, 903, 904}, {900, 901, 902, 15, 11, 10, 10, 903, 904}},
                  {}};
  const Compared found = text.last().at(0);
  ASSERT_FALSE(found.differences.empty());
  const Difference& first = found.differences[0];
  EXPECT_EQ(first.own[0], 11);
  EXPECT_EQ(first.other[0], 10);
  EXPECT_EQ(first.own[1], kNoId);
  EXPECT_EQ(first.left[0], 15);
  EXPECT_EQ(first.right[0], 10);
  EXPECT_EQ(first.row, 0U);
  EXPECT_EQ(first.facts[8], 0) << "the own reading stands nowhere else";
  EXPECT_GT(first.facts[9], 0);
  ASSERT_FALSE(found.partners.empty());
  EXPECT_EQ(found.partners[0].row, 0U);
}

TEST(Comparison, ADroppedWordIsADifferenceWithAnEmptyGap) {
  const Text text{{{900, 901, 902, 500, 903, 904}, {900, 901, 902, 903, 904}}, {}};
  const Compared found = text.last().at(0);
  ASSERT_FALSE(found.differences.empty());
  EXPECT_EQ(found.differences[0].own[0], kNoId);
  EXPECT_EQ(found.differences[0].other[0], 500);
}

TEST(Comparison, WhatIsSaidAlikeElsewhereTellsLess) {
  const Text once{{{900, 901, 15, 10, 903, 904}, {900, 901, 15, 11, 903, 904}}, {}};
  const Text attested{
      {{900, 901, 15, 10, 903, 904}, {900, 901, 15, 11, 903, 904}, {900, 901, 15, 11, 903, 904}}, {}};
  ASSERT_FALSE(once.last().at(0).differences.empty());
  const Compared later = attested.last().at(0);
  EXPECT_LT(later.facts[5], once.last().at(0).facts[5]);
  EXPECT_EQ(later.facts[0], 1) << "all of it stands elsewhere";
}

TEST(Comparison, SentencesOfOneSegmentAreComparedToo) {
  const Text text{{{900, 901, 902, 10, 903, 904, 900, 901, 902, 11, 903, 904}}, {{0, 6}}};
  const auto found = text.last();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_TRUE(found[0].differences.empty());
  ASSERT_FALSE(found[1].differences.empty());
  EXPECT_EQ(found[1].differences[0].facts[10], 1) << "the same segment";
}

TEST(Comparison, OverlapsLookBothWaysAndNotAtTheOwnSegment) {
  Comparer comparer;
  const Text text{{{900, 901, 902}, {700, 701, 702, 900, 901, 902}, {900, 901, 902, 333}}, {{0}, {0, 3}, {0}}};
  for (std::size_t s = 0; s < 3; ++s) comparer.read(text.input(s));
  const auto overlaps = comparer.overlaps(2);
  ASSERT_EQ(overlaps.size(), 4U);
  EXPECT_GT(overlaps[0][0], 0.9F);
  EXPECT_EQ(overlaps[1][0], 0) << "its own segment";
  EXPECT_GT(overlaps[3][2], 0) << "a later sentence";
}

TEST(Comparison, ReadingInPartsIsTheSame) {
  const Text text{{{900, 901, 902, 10, 903}, {900, 901, 902, 11, 903, 900, 904}}, {{0}, {0, 5}}};
  Comparer whole, parts;
  whole.read(text.input(0));
  parts.add(text.input(0));
  const auto expected = whole.read(text.input(1));
  parts.add(text.input(1));
  for (std::uint32_t row = 1; row < 3; ++row) {
    const Compared got = parts.compare(row);
    EXPECT_EQ(got.facts, expected[row - 1].facts);
    ASSERT_EQ(got.differences.size(), expected[row - 1].differences.size());
    for (std::size_t i = 0; i < got.differences.size(); ++i)
      EXPECT_EQ(got.differences[i].facts, expected[row - 1].differences[i].facts);
  }
}

}  // namespace
}  // namespace proviso::model
