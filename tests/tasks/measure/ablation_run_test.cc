// `proviso ablate` in miniature: every row, on invented judgments.
#include "tasks/measure/ablation_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "tasks/learning/corpus.h"
#include "tasks/learning/vocabulary.h"
#include "tasks/measure/ablation_text.h"

namespace proviso::tasks {
namespace {

std::string judgment(int n) {
  const std::string sum = std::to_string(20000 + 1000 * n), number = std::to_string(n);
  return "青石县人民法院\n民事判决书\n（2020）青0101民初" + number +
         "号\n原告：沈砚秋，女，汉族，住青石县。\n被告：欧阳牧野，男，汉族，住青石县。\n"
         "原告沈砚秋向本院提出诉讼请求：1.判令被告归还借款" +
         sum +
         "元；2.被告承担诉讼费用。\n"
         "经审理查明：2019年1月2日，被告欧阳牧野向原告沈砚秋借款" +
         sum +
         "元，约定一年内归还。至今未还。\n"
         "本院认为，合法的借贷关系受法律保护。判决如下：\n"
         "一、被告欧阳牧野于本判决生效之日起十日内归还原告沈砚秋借款" +
         sum + "元。\n案件受理费150元，由被告欧阳牧野负担。\n审判员鲁望舒\n二〇二〇年五月六日";
}

class Ablation : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              (std::string("proviso_ablation_") +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    std::ofstream corpus(folder_ / "corpus.jsonl", std::ios::binary);
    for (int n = 1; n <= 24; ++n) corpus << nlohmann::json{{"text", judgment(n)}}.dump() << '\n';
    corpus.close();
    VocabularyOptions vocabulary;
    vocabulary.corpus = {(folder_ / "corpus.jsonl").string()};
    vocabulary.out = folder_ / "tokenizer.model";
    vocabulary.vocab_size = 600;
    vocabulary.threads = 1;
    train_vocabulary(vocabulary);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  AblationPlan plan(std::int64_t steps) const {
    AblationPlan p;
    p.corpus = {(folder_ / "corpus.jsonl").string()};
    p.tokenizer = folder_ / "tokenizer.model";
    p.out = folder_ / "out";
    p.network.d_model = 16;
    p.network.n_layer = 2;
    p.network.n_head = 2;
    p.network.d_inner = 32;
    p.network.seg_len = 8;
    p.network.mem_len = 8;
    p.network.lanes = 2;
    p.network.steps = steps;
    p.network.learning_rate = 3e-3;
    p.held_out_share = 0.3;
    p.score_tokens = 1000;
    p.threads = 1;
    return p;
  }

  std::filesystem::path folder_;
};

TEST_F(Ablation, HasEveryRowOfTheTable) {
  const AblationReport report = ablate(plan(12), {}, {});
  EXPECT_FALSE(report.stopped);
  std::set<std::string> rows;
  for (const AblationRow& row : report.rows) {
    rows.insert(std::string(row.variant.recurrence ? "yes " : "no ") + name(row.variant.encoding) +
                (row.variant.half_loss ? " half" : " full"));
    EXPECT_EQ(row.training_length, row.variant.recurrence ? 16 : 8);
    EXPECT_EQ(row.by_length.size(), 6U) << "4, 8, 12, 16, 24, 32";
    EXPECT_LE(row.perplexity_best, row.perplexity_init);
    EXPECT_LT(row.perplexity_init, 650) << "about 600 pieces";
    EXPECT_GT(row.perplexity_best, 1);
  }
  EXPECT_THAT(rows, ::testing::UnorderedElementsAre(
                        "yes relative full", "yes relative half", "yes shaw full", "yes shaw half",
                        "no relative full", "no relative half", "no shaw full", "no shaw half",
                        "no absolute full", "no absolute half"));
  ASSERT_EQ(report.consistency.size(), 2U);
  EXPECT_EQ(report.consistency[0].beta, 0);
  EXPECT_EQ(report.consistency[1].beta, 0.1);
  EXPECT_GT(report.consistency[0].distance, 0);
  EXPECT_NE(report.consistency[0].train_loss, report.consistency[1].train_loss);
  EXPECT_GT(report.tokens_scored, 0);
  EXPECT_EQ(report.tokens_per_step, 16);

  std::ifstream log(folder_ / "out/ablation.jsonl");
  std::size_t lines = 0;
  for (std::string line; std::getline(log, line); ++lines)
    EXPECT_FALSE(nlohmann::json::parse(line).at("event").get<std::string>().empty());
  EXPECT_EQ(lines, 14U) << "start, ten variants, the pair, end";
}

TEST_F(Ablation, IsTheSameEveryTimeAndWithoutThePairWhenShuffled) {
  AblationPlan shuffled = plan(3);
  shuffled.shuffle_sentences = true;
  const AblationReport one = ablate(shuffled, {}, {}), two = ablate(shuffled, {}, {});
  EXPECT_TRUE(one.consistency.empty());
  ASSERT_EQ(one.rows.size(), 10U);
  for (std::size_t i = 0; i < one.rows.size(); ++i)
    EXPECT_EQ(one.rows[i].perplexity_best, two.rows[i].perplexity_best);
}

TEST_F(Ablation, TriesEveryWeightOfTheConsistencyLossWithEverySeedAlone) {
  AblationPlan only = plan(3);
  only.variants = false;
  only.consistency = {0.01, 1};
  only.seeds = 2;
  const AblationReport report = ablate(only, {}, {});
  EXPECT_TRUE(report.rows.empty());
  std::vector<std::pair<double, std::uint64_t>> runs;
  std::set<double> perplexities;
  for (const ConsistencyRow& row : report.consistency) {
    runs.emplace_back(row.beta, row.seed);
    perplexities.insert(row.perplexity);
  }
  EXPECT_THAT(runs,
              ::testing::ElementsAre(std::pair(0.0, 1U), std::pair(0.01, 1U), std::pair(1.0, 1U),
                                     std::pair(0.0, 2U), std::pair(0.01, 2U), std::pair(1.0, 2U)));
  EXPECT_EQ(perplexities.size(), 6U) << "each run is another";
}

TEST_F(Ablation, EndsEarlyWhenAsked) {
  std::stop_source stop;
  stop.request_stop();
  const AblationReport report = ablate(plan(1000000), stop.get_token(), {});
  EXPECT_TRUE(report.stopped);
  EXPECT_TRUE(report.rows.empty());
}

TEST_F(Ablation, SaysWhenTheCorpusIsTooSmall) {
  AblationPlan nothing_held_out = plan(3);
  nothing_held_out.held_out_share = 0;
  EXPECT_THROW(ablate(nothing_held_out, {}, {}), CorpusError);
  AblationPlan long_segments = plan(3);
  long_segments.network.seg_len = 4096;
  EXPECT_THROW(ablate(long_segments, {}, {}), CorpusError);
}

TEST(ShuffledSentences, AreAllThereInAnotherOrder) {
  const std::vector<std::string> texts{"甲来了。乙走了。\n丙没有来。", "丁也走了。\n"};
  std::vector<std::string> got = shuffled_sentences(texts, 3);
  EXPECT_EQ(got, shuffled_sentences(texts, 3));
  std::sort(got.begin(), got.end());
  std::vector<std::string> all{"甲来了。\n", "乙走了。\n", "丙没有来。\n", "丁也走了。\n"};
  std::sort(all.begin(), all.end());
  EXPECT_EQ(got, all);
}

TEST(Stripes, AreConsecutiveAndOfOneLength) {
  const std::vector<std::int32_t> stream{1, 2, 3, 4, 5, 6, 7};
  const auto parts = stripes(stream, 3);
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_THAT(std::vector(parts[0].begin(), parts[0].end()), ::testing::ElementsAre(1, 2));
  EXPECT_THAT(std::vector(parts[2].begin(), parts[2].end()), ::testing::ElementsAre(5, 6));
}

TEST(AttentionLengths, HoldBothTrainingLengthsAndGoToTwiceTheLonger) {
  model::AblationOptions options;
  options.seg_len = 10;
  options.mem_len = 6;
  EXPECT_THAT(attention_lengths(options, 5), ::testing::ElementsAre(5, 10, 15, 16, 20, 30));
}

}  // namespace
}  // namespace proviso::tasks
