// A Hugging Face checkpoint converted and measured, and what may be wrong with it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "tests/e2e/program.h"

namespace proviso::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::filesystem::path kCheckpoint =
    std::filesystem::path(PROVISO_SOURCE_DIR) / "tests/model/parity/uniform";

std::vector<double> numbers(std::istream& in) {
  std::vector<double> all;
  for (double x = 0; in >> x;) all.push_back(x);
  return all;
}

std::string read_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A desk with the imported model in `model` and the checkpoint's own text in `ids.txt`.
class ImportedModel : public ::testing::Test {
 protected:
  ImportedModel() {
    const Output output = desk_.run({"import", kCheckpoint.string(), "model"});
    EXPECT_EQ(output.code, 0) << output.err;
    EXPECT_THAT(output.out, HasSubstr("not taken: the tokenizer"));
    std::filesystem::copy_file(kCheckpoint / "ids.txt", desk_ / "ids.txt");
  }

  Output evaluate(const std::vector<std::string>& more) const {
    std::vector<std::string> words{"evaluate", "--model", "model", "--token-ids", "ids.txt"};
    words.insert(words.end(), more.begin(), more.end());
    return desk_.run(words);
  }

  std::vector<double> losses(const std::vector<std::string>& more) const {
    std::vector<std::string> words{"--losses"};
    if (more.empty() || more[0] != "--seg-len") words.insert(words.end(), {"--seg-len", "8"});
    words.insert(words.end(), more.begin(), more.end());
    const Output output = evaluate(words);
    EXPECT_EQ(output.code, 0) << output.err;
    std::istringstream in(output.out);
    return numbers(in);
  }

  Desk desk_;
};

double most_apart(const std::vector<double>& a, const std::vector<double>& b) {
  EXPECT_EQ(a.size(), b.size());
  double most = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

TEST_F(ImportedModel, GivesTheLossesOfTheOriginal) {
  std::ifstream file(kCheckpoint / "losses.txt");
  const std::vector<double> original = numbers(file);
  ASSERT_EQ(original.size(), 50U);
  EXPECT_LT(most_apart(losses({}), original), 1e-5);
  EXPECT_LT(most_apart(losses({"--mem-len", "12", "--clamp-len", "15", "--same-length",
                               "--initial-memory", "zeros"}),
                       original),
            1e-5);
}

TEST_F(ImportedModel, ReadsByTheProtocolAskedFor) {
  const std::vector<double> own = losses({});
  for (const std::vector<std::string>& other :
       std::vector<std::vector<std::string>>{{"--mem-len", "4"},
                                             {"--mem-len", "0"},
                                             {"--no-same-length"},
                                             {"--clamp-len", "3"},
                                             {"--initial-memory", "masked"},
                                             {"--seg-len", "5", "--no-same-length"}}) {
    EXPECT_GT(most_apart(losses(other), own), 1e-3) << other[0];
  }
  const auto json = nlohmann::json::parse(evaluate({"--json", "--losses", "--seg-len", "8"}).out);
  const nlohmann::json& scores = json["token_ids"];
  EXPECT_EQ(scores["tokens_scored"], 50);
  EXPECT_EQ(scores["losses"].size(), 50U);
  EXPECT_EQ(scores["seg_len"], 8);
  EXPECT_EQ(scores["mem_len"], 12);
  EXPECT_EQ(scores["initial_memory"], "zeros");
  EXPECT_NEAR(std::log(scores["perplexity"].get<double>()), scores["loss"].get<double>(), 1e-9);
  EXPECT_THAT(evaluate({"--seg-len", "8"}).out, HasSubstr("50 tokens scored, perplexity"));
}

TEST_F(ImportedModel, WarmsUpOnTokensThatItDoesNotScore) {
  const std::vector<double> all = losses({}), late = losses({"--unscored", "20"});
  ASSERT_EQ(late.size(), 31U) << "ids 21 to 51";
  EXPECT_EQ(late, std::vector<double>(all.begin() + 19, all.end()));
  const Output output = evaluate({"--seg-len", "8", "--unscored", "20"});
  EXPECT_THAT(output.out, HasSubstr("31 tokens scored"));
  EXPECT_THAT(output.out, HasSubstr("a warm start, the first 20 tokens are read and not scored"));
  EXPECT_THAT(evaluate({"--seg-len", "8"}).out, HasSubstr("a cold start"));
  const auto json = nlohmann::json::parse(evaluate({"--json", "--unscored", "20"}).out);
  EXPECT_EQ(json["token_ids"]["tokens_not_scored"], 20);
  EXPECT_EQ(json["token_ids"]["start"], "warm");
  EXPECT_EQ(evaluate({"--unscored", "51"}).code, 5);
  EXPECT_EQ(evaluate({"--unscored", "0"}).code, 2);
}

TEST_F(ImportedModel, HasNoTokenizerAndSaysSo) {
  desk_.write("a.txt", judgment(1));
  desk_.write("labels.jsonl", "{\"document\":\"a.txt\",\"flags\":[]}\n");
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"analyze", "a.txt", "--model", "model"},
           {"ingest", "a.txt", "--model", "model"},
           {"evaluate", "--text", "a.txt", "--model", "model"},
           {"finetune", "labels.jsonl", "--model", "model", "--out", "tuned"}}) {
    const Output output = desk_.run(words);
    EXPECT_EQ(output.code, 5) << words[0];
    EXPECT_THAT(output.err, HasSubstr("no tokenizer")) << words[0];
    EXPECT_THAT(output.out, IsEmpty());
  }
}

TEST_F(ImportedModel, RefusesIdsThatAreNone) {
  desk_.write("ids.txt", "1 2 50 3\n");
  Output output = evaluate({});
  EXPECT_EQ(output.code, 5);
  EXPECT_THAT(output.err, HasSubstr("token id 50 (number 3"));
  desk_.write("ids.txt", "1 2 -1\n");
  EXPECT_EQ(evaluate({}).code, 5);
  desk_.write("ids.txt", "1 2\nthree\n");
  output = evaluate({});
  EXPECT_EQ(output.code, 4);
  EXPECT_THAT(output.err, HasSubstr("ids.txt:2"));
  desk_.write("ids.txt", "1 99999999999999999999\n");
  EXPECT_EQ(evaluate({}).code, 4);
  desk_.write("ids.txt", "1\n");
  EXPECT_EQ(evaluate({}).code, 4);
  EXPECT_EQ(desk_.run({"evaluate", "--model", "model", "--token-ids", "none.txt"}).code, 4);
  EXPECT_EQ(evaluate({"--seg-len", "0"}).code, 2);
  EXPECT_EQ(evaluate({"--mem-len", "-1"}).code, 2);
  EXPECT_EQ(evaluate({"--initial-memory", "ones"}).code, 2);
}

TEST_F(ImportedModel, IsNotOverwritten) {
  const std::string before = read_file(desk_ / "model/model.safetensors");
  const Output output = desk_.run({"import", kCheckpoint.string(), "model"});
  EXPECT_EQ(output.code, 5);
  EXPECT_THAT(output.err, HasSubstr("holds a model already"));
  EXPECT_EQ(read_file(desk_ / "model/model.safetensors"), before);
}

// A copy of the checkpoint in `hf`, to be damaged.
class Checkpoint : public ::testing::Test {
 protected:
  Checkpoint() {
    std::filesystem::create_directories(desk_ / "hf");
    for (const char* file : {"config.json", "model.safetensors"})
      std::filesystem::copy_file(kCheckpoint / file, desk_ / "hf" / file);
  }

  // Imports; expects exit code 5, the message and no output folder.
  void expect_refused(const std::string& message) const {
    const Output output = desk_.run({"import", "hf", "out"});
    EXPECT_EQ(output.code, 5) << message;
    EXPECT_THAT(output.err, HasSubstr(message));
    EXPECT_THAT(output.err, Not(HasSubstr("internal error")));
    EXPECT_FALSE(std::filesystem::exists(desk_ / "out")) << message;
  }

  nlohmann::json config() const {
    return nlohmann::json::parse(read_file(desk_ / "hf/config.json"));
  }

  void set(const std::string& name, const nlohmann::json& value) const {
    nlohmann::json changed = config();
    changed[name] = value;
    desk_.write("hf/config.json", changed.dump());
  }

  Desk desk_;
};

TEST_F(Checkpoint, OfAnotherKindIsRefused) {
  set("model_type", "gpt2");
  expect_refused("model_type");
}

TEST_F(Checkpoint, WhoseConfigurationDisagreesIsRefusedWithAllDifferences) {
  set("d_inner", 41);
  expect_refused("CoreNet.0.weight has another shape; transformer.layers.0.pos_ff.CoreNet.0.bias");
  set("d_inner", 40);
  set("n_layer", 3);
  expect_refused("layers.2.dec_attn.qkv_net.weight is missing");
  set("n_layer", 2);
  set("n_head", "three");
  expect_refused("config.json");
  set("n_head", 2'000'000'000);
  expect_refused("n_head is 2000000000");
  set("n_head", 3);
  set("cutoffs", {25, 10});
  expect_refused("cutoffs must ascend");
  desk_.write("hf/config.json", "[1, 2]");
  expect_refused("not a JSON object");
  std::filesystem::remove(desk_ / "hf/config.json");
  expect_refused("config.json cannot be read");
}

TEST_F(Checkpoint, WithDamagedOrPickledWeightsIsRefused) {
  const std::string sound = read_file(desk_ / "hf/model.safetensors");
  desk_.write("hf/model.safetensors", sound.substr(0, sound.size() - 1));
  expect_refused("not a sound safetensors file");
  desk_.write("hf/model.safetensors", sound.substr(0, 7));
  expect_refused("not a sound safetensors file");
  std::string poisoned = sound;
  std::fill(poisoned.end() - 4, poisoned.end(), '\xff');
  desk_.write("hf/model.safetensors", poisoned);
  expect_refused("not a number");
  std::filesystem::remove(desk_ / "hf/model.safetensors");
  desk_.write("hf/pytorch_model.bin", "pickle");
  expect_refused("Pickled weights");
}

TEST_F(Checkpoint, IsNotReplacedByItsOwnImport) {
  EXPECT_EQ(desk_.run({"import", "hf", "hf"}).code, 5);
  EXPECT_EQ(config()["model_type"], "transfo-xl");
}

}  // namespace
}  // namespace proviso::e2e
