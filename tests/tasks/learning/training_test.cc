// The way from a corpus to a model that flags, in miniature: a network of a few thousand weights,
// invented judgments.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "tasks/calibration.h"
#include "tasks/learning/evaluate.h"
#include "tasks/learning/finetune.h"
#include "tasks/learning/planting.h"
#include "tasks/learning/pretrain.h"
#include "tasks/learning/vocabulary.h"

namespace proviso::tasks {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string judgment(int n) {
  const std::string sum = std::to_string(20000 + 1000 * n), number = std::to_string(n);
  return "青石县人民法院\n民事判决书\n（2020）青0101民初" + number +
         "号\n原告：沈砚秋，女，汉族，住青石县。\n被告：欧阳牧野，男，汉族，住青石县。\n"
         "原告沈砚秋与被告欧阳牧野民间借贷纠纷一案，本院于2020年3月1日立案后，依法适用简易程序，公"
         "开开庭进行了审理。本案现已审理终结。\n"
         "原告沈砚秋向本院提出诉讼请求：1.判令被告归还借款" +
         sum +
         "元；2.被告承担诉讼费用。\n"
         "被告欧阳牧野辩称，对借款没有异议。\n"
         "经审理查明：2019年1月2日，被告欧阳牧野向原告沈砚秋借款" +
         sum +
         "元，约定一年内归还。至今未还。\n"
         "本院认为，合法的借贷关系受法律保护。原告要求被告归还借款" +
         sum +
         "元，本院予以支持。依照《中华人民共和国合同法》第二百零六条规定，判决如下：\n"
         "一、被告欧阳牧野于本判决生效之日起十日内归还原告沈砚秋借款" +
         sum +
         "元。\n"
         "案件受理费150元，由被告欧阳牧野负担。\n审判员鲁望舒\n二〇二〇年五月六日\n书记员严霁";
}

class Training : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              (std::string("proviso_training_") +
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

  PretrainOptions options(const std::string& out, std::int64_t steps) const {
    PretrainOptions o;
    o.corpus = {(folder_ / "corpus.jsonl").string()};
    o.tokenizer = folder_ / "tokenizer.model";
    o.out = folder_ / out;
    o.network.d_model = 16;
    o.network.n_layer = 2;
    o.network.n_head = 2;
    o.network.d_head = 8;
    o.network.d_inner = 32;
    o.network.d_tower = 16;
    o.network.mem_len = 64;
    o.training.mem_len = 64;
    o.training.lanes = 2;
    o.training.bptt_segments = 2;
    o.training.total_steps = steps;
    o.training.warmup_steps = 5;
    o.training.learning_rate = 3e-3;
    o.held_out_share = 0.1;
    o.threads = 1;
    return o;
  }
  static std::string bytes(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  std::filesystem::path folder_;
};

TEST_F(Training, TheLossFallsAndTheModelIsWhole) {
  const PretrainReport report = pretrain(options("model", 60), {}, {});
  EXPECT_EQ(report.steps, 60);
  ASSERT_TRUE(report.held_out);
  EXPECT_GT(report.held_out->documents, 0U);
  EXPECT_LT(report.held_out->perplexity, 300) << "600 pieces; an untrained model has about 600";
  EXPECT_TRUE(std::filesystem::exists(folder_ / "model/tokenizer.model"));
  LoadedModel loaded = load_model(folder_ / "model", model::Device::kCpu);
  const Evaluation again =
      evaluate_corpus(loaded, {(folder_ / "corpus.jsonl").string()}, 0.1, 1, 1);
  EXPECT_EQ(again.tokens, report.held_out->tokens);
  EXPECT_NEAR(again.loss, report.held_out->loss, 5e-3) << "half precision on disk";
  const Evaluation forgetful =
      evaluate_corpus(loaded, {(folder_ / "corpus.jsonl").string()}, 0.1, 1, 1, 0);
  EXPECT_EQ(forgetful.tokens, again.tokens);
  EXPECT_GT(std::abs(forgetful.loss - again.loss), 1e-4) << "read without memory";
}

TEST_F(Training, AStoppedRunGoesOnAsIfNeverStopped) {
  constexpr std::int64_t kSteps = 120;
  pretrain(options("whole", kSteps), {}, {});
  PretrainOptions parts = options("parts", kSteps);
  parts.checkpoint_every = 7;
  // Stops wherever it happens to be; wherever that is, the end must be the same.
  std::stop_source stop;
  std::jthread interrupt([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    stop.request_stop();
  });
  const PretrainReport first = pretrain(parts, stop.get_token(), {});
  if (first.stopped) {
    EXPECT_LT(first.steps, kSteps);
    parts.resume = true;
    EXPECT_EQ(pretrain(parts, {}, {}).steps, kSteps);
  }
  EXPECT_EQ(bytes(folder_ / "whole/model.safetensors"), bytes(folder_ / "parts/model.safetensors"));
}

TEST_F(Training, AModelIsTrainedFurtherWithItsOwnNetwork) {
  pretrain(options("first", 40), {}, {});
  PretrainOptions more = options("second", 40);
  more.model = folder_ / "first";
  more.network.d_model = 32;  // not asked: the network is the model's
  const PretrainReport further = pretrain(more, {}, {});
  PretrainOptions afresh = options("afresh", 40);
  afresh.training.seed = 2;
  ASSERT_TRUE(further.held_out);
  EXPECT_LT(further.held_out->loss, pretrain(afresh, {}, {}).held_out->loss);
  EXPECT_EQ(load_model(folder_ / "second", model::Device::kCpu).reader.card().config.d_model, 16);
}

TEST_F(Training, PlantedErrorsTeachAModelItsKinds) {
  pretrain(options("lm", 20), {}, {});
  PlantingOptions planting;
  planting.paths = {(folder_ / "corpus.jsonl").string()};
  planting.out = folder_ / "planted";
  planting.kinds = {"amount"};
  planting.per_document = 1;
  planting.threads = 1;
  const PlantingReport planted = plant_errors(planting, {}, {});
  EXPECT_GT(planted.judgments, 20U);
  EXPECT_EQ(planted.planted.at("amount"), planted.judgments);
  EXPECT_THAT(bytes(folder_ / "planted/texts/corpus-00001.txt"), Not(HasSubstr("沈砚秋")));

  FinetuneOptions tuning;
  tuning.labels = {folder_ / "planted/LABELS.jsonl"};
  tuning.model = folder_ / "lm";
  tuning.out = folder_ / "tuned";
  tuning.heads.passes = 2;
  tuning.threads = 1;
  const FinetuneReport report = finetune(tuning, {}, {});
  ASSERT_EQ(report.kinds.size(), 1U);
  EXPECT_EQ(report.kinds[0].kind, "amount");
  EXPECT_GT(report.kinds[0].labelled, 0U);
  EXPECT_GT(report.steps, 0);
  EXPECT_GE(report.both.f1(), report.checks.f1()) << "else the model must stay silent";
  tuning.out = folder_ / "again";
  finetune(tuning, {}, {});
  EXPECT_EQ(bytes(folder_ / "tuned/model.safetensors"), bytes(folder_ / "again/model.safetensors"));
  EXPECT_EQ(bytes(folder_ / "tuned/calibration.json"), bytes(folder_ / "again/calibration.json"));

  std::stop_source at_once;
  at_once.request_stop();
  tuning.out = folder_ / "stopped";
  EXPECT_TRUE(finetune(tuning, at_once.get_token(), {}).stopped);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "stopped/model.safetensors"))
      << "nothing was learned";

  LoadedModel loaded = load_model(folder_ / "tuned", model::Device::kCpu);
  EXPECT_EQ(loaded.reader.card().kinds, std::vector<std::string>{"amount"});
  const LabelScores scores =
      evaluate_labels(loaded, folder_ / "planted/LABELS.jsonl", Strictness::kPrecision, 1);
  EXPECT_EQ(scores.documents, 2 * planted.judgments);
  EXPECT_EQ(scores.clean, planted.judgments);
  EXPECT_EQ(scores.kinds[0].labelled, planted.judgments);
  const EvidenceScores& evidence = scores.evidence;
  EXPECT_EQ(evidence.asked, scores.kinds[0].with_evidence);
  EXPECT_GT(evidence.asked, 0U);
  EXPECT_GT(evidence.candidates, 1);
  EXPECT_LE(evidence.first_by_chance, static_cast<double>(evidence.asked));
  EXPECT_GT(evidence.words.among_three, 0U) << "a judgment repeats the words of its finding";
  for (const EvidenceRank& rank : {evidence.head, evidence.attention, evidence.words}) {
    EXPECT_LE(rank.first, rank.among_three);
    EXPECT_LE(rank.among_three, evidence.asked);
  }
}

}  // namespace
}  // namespace proviso::tasks
