// The 5-gram baseline is a probability, and the one that its definition gives.
#include "tests/bench/ngram.h"

#include <gtest/gtest.h>

namespace proviso::bench {
namespace {

std::vector<std::vector<std::int32_t>> little_language() {
  std::vector<std::vector<std::int32_t>> documents;
  std::uint32_t state = 7;
  for (int d = 0; d < 40; ++d) {
    std::vector<std::int32_t> ids;
    for (int i = 0; i < 60; ++i) {
      state = state * 1664525U + 1013904223U;
      ids.push_back(i % 3 == 0 ? 1 : static_cast<std::int32_t>((state >> 16) % 9));
    }
    documents.push_back(ids);
  }
  return documents;
}

TEST(KneserNey, SumsToOneBehindEveryHistory) {
  const KneserNey model(little_language(), 12);
  for (const std::vector<std::int32_t>& history : {std::vector<std::int32_t>{1, 5, 6, 1},
                                                   {1},
                                                   {1, 2, 11},
                                                   {11, 11, 11, 11, 11},
                                                   {3, 1, 4, 1, 5}}) {
    double sum = 0;
    for (std::int32_t id = 0; id < 12; ++id) {
      std::vector<std::int32_t> ids = history;
      ids.push_back(id);
      const double p = model.probability(ids, ids.size() - 1);
      EXPECT_GT(p, 0);
      sum += p;
    }
    EXPECT_NEAR(sum, 1, 1e-9);
  }
}

TEST(KneserNey, KnowsWhatComesOften) {
  const KneserNey model(little_language(), 12);
  const std::vector<std::int32_t> every_third{1, 4, 6, 1};
  EXPECT_GT(model.probability(every_third, 3), 0.5);
}

// a b a b …: after a always b. By hand: 3 documents "0 1 0 1 0 1".
TEST(KneserNey, CountsDifferentHistoriesInLowerOrders) {
  const std::vector<std::vector<std::int32_t>> documents(3, {0, 1, 0, 1, 0, 1});
  const KneserNey model(documents, 2);
  EXPECT_EQ(model.size(5), 3U) << "mark 0 1 0 1, 0 1 0 1 0, 1 0 1 0 1";
  EXPECT_EQ(model.size(1), 2U);
  const std::vector<std::int32_t> ids{0, 1, 0, 1, 0};
  EXPECT_GT(model.probability(ids, 4), 0.8);
}

}  // namespace
}  // namespace proviso::bench
