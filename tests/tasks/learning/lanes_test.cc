#include "tasks/learning/lanes.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>

#include "tasks/learning/corpus.h"

namespace proviso::tasks {
namespace {

// Document d has d + 1 segments of `length` tokens; each token is 1000 d + its segment's number.
std::vector<PreparedDocument> documents(std::size_t n, std::uint32_t length) {
  std::vector<PreparedDocument> made(n);
  for (std::uint32_t d = 0; d < n; ++d)
    for (std::uint32_t s = 0; s <= d; ++s) {
      const auto first = static_cast<std::uint32_t>(made[d].ids.size());
      made[d].ids.insert(made[d].ids.end(), length, static_cast<std::int32_t>(1000 * d + s));
      made[d].sentences.push_back(0);
      made[d].segments.push_back({first, first + length, s, s + 1, 8, 0});
    }
  for (PreparedDocument& document : made) document.marks.resize(document.ids.size());
  return made;
}

std::vector<std::uint32_t> in_order(std::size_t n) {
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

TEST(CutTo, CutsLongSegmentsAtSentencesWhereItCanAndLosesNothing) {
  segmenter::Segment whole;
  whole.section = 3;
  for (std::uint32_t i = 0; i < 50; ++i) {
    whole.ids.push_back(static_cast<std::int32_t>(i));
    whole.token_spans.push_back({i, i + 1});
    whole.marks.push_back(static_cast<std::uint8_t>(i % 2));
  }
  whole.span = {0, 50};
  whole.sentences = {0, 5, 17, 18};
  const std::vector<segmenter::Segment> parts = cut_to({whole, whole}, 20);
  std::vector<std::size_t> sizes;
  std::vector<std::int32_t> ids;
  for (const segmenter::Segment& part : parts) {
    EXPECT_EQ(part.index, sizes.size());
    EXPECT_EQ(part.section, 3U);
    EXPECT_EQ(part.sentences[0], 0U);
    EXPECT_EQ(part.span.start, static_cast<std::size_t>(part.ids.front()));
    EXPECT_EQ(part.span.end, static_cast<std::size_t>(part.ids.back() + 1));
    EXPECT_EQ(part.marks.size(), part.ids.size());
    sizes.push_back(part.ids.size());
    ids.insert(ids.end(), part.ids.begin(), part.ids.end());
  }
  EXPECT_EQ(sizes, (std::vector<std::size_t>{18, 20, 12, 18, 20, 12}))
      << "at the sentence that starts at 18, then after 20, then what is left";
  EXPECT_EQ(parts[0].sentences, (std::vector<std::uint32_t>{0, 5, 17}));
  std::vector<std::int32_t> twice = whole.ids;
  twice.insert(twice.end(), whole.ids.begin(), whole.ids.end());
  EXPECT_EQ(ids, twice);
  EXPECT_EQ(cut_to({whole}, 50).size(), 1U);
}

TEST(Lanes, ReadDocumentsWholeAndInOrderAndResetAtTheirStartAlone) {
  const auto corpus = documents(7, 10);
  Lanes lanes(corpus, [](std::uint64_t) { return in_order(7); },
              {.lanes = 3, .segments = 2, .tokens = 384});
  std::map<std::size_t, std::int32_t> expected;  // lane → the next segment's token
  std::map<std::int32_t, int> seen;
  for (int step = 0; step < 40; ++step) {
    const auto input = lanes.next();
    ASSERT_EQ(input.size(), 3U);
    for (std::size_t l = 0; l < 3; ++l)
      for (std::size_t s = 0; s < input[l].segments.size(); ++s) {
        const std::int32_t token = input[l].segments[s].input.ids[0];
        const bool begins = token % 1000 == 0;
        EXPECT_EQ(begins, input[l].reset && s == 0);
        if (!begins) {
          EXPECT_EQ(token, expected[l]);
        }
        expected[l] = token + 1;
        ++seen[token];
        const bool ends = token % 1000 == token / 1000;
        EXPECT_EQ(input[l].segments[s].next_id, ends ? -1 : token + 1);
      }
  }
  EXPECT_EQ(seen.size(), 28U) << "every segment of every document";
}

TEST(Lanes, AStepTakesShortSegmentsUpToTheTokensAllowed) {
  const auto corpus = documents(20, 100);
  Lanes lanes(corpus, [](std::uint64_t) { return std::vector<std::uint32_t>{19}; },
              {.lanes = 1, .segments = 8, .tokens = 384});
  EXPECT_EQ(lanes.next()[0].segments.size(), 3U);
  Lanes one(corpus, [](std::uint64_t) { return std::vector<std::uint32_t>{19}; },
            {.lanes = 1, .segments = 8, .tokens = 50});
  EXPECT_EQ(one.next()[0].segments.size(), 1U) << "a segment longer than the limit goes alone";
}

TEST(Lanes, RestoredLanesGoOnAsIfNeverStopped) {
  const auto corpus = documents(9, 5);
  const auto order = [](std::uint64_t pass) {
    auto documents_of_pass = in_order(9);
    std::rotate(documents_of_pass.begin(), documents_of_pass.begin() + static_cast<long>(pass % 9),
                documents_of_pass.end());
    return documents_of_pass;
  };
  const Lanes::Limits limits{.lanes = 2, .segments = 3, .tokens = 11};
  Lanes original(corpus, order, limits);
  for (int step = 0; step < 33; ++step) original.next();
  Lanes restored(corpus, order, limits);
  restored.restore(original.state());
  for (int step = 0; step < 50; ++step) {
    const auto a = original.next(), b = restored.next();
    for (std::size_t l = 0; l < 2; ++l) {
      EXPECT_EQ(a[l].reset, b[l].reset);
      ASSERT_EQ(a[l].segments.size(), b[l].segments.size());
      for (std::size_t s = 0; s < a[l].segments.size(); ++s)
        EXPECT_EQ(a[l].segments[s].input.ids.data(), b[l].segments[s].input.ids.data());
    }
  }
}

TEST(Lanes, AForeignStateIsRefused) {
  const auto corpus = documents(3, 5);
  Lanes lanes(corpus, [](std::uint64_t) { return in_order(3); }, {.lanes = 2});
  EXPECT_THROW(lanes.restore("no json"), CorpusError);
  EXPECT_THROW(lanes.restore(R"({"pass":0,"position":1,"lanes":[[7,0,false],[0,0,false]]})"),
               CorpusError);
  EXPECT_THROW(lanes.restore(R"({"pass":0,"position":1,"lanes":[[0,0,false]]})"), CorpusError);
}

}  // namespace
}  // namespace proviso::tasks
