// A training run that is killed, stopped, resumed or goes astray.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

#include "tests/e2e/program.h"

namespace proviso::e2e {
namespace {

using ::testing::HasSubstr;

std::string read_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class Pretraining : public ::testing::Test {
 protected:
  Pretraining() {
    std::string corpus;
    for (int n = 1; n <= 24; ++n) corpus += nlohmann::json{{"text", judgment(n)}}.dump() + "\n";
    desk_.write("corpus.jsonl", corpus);
    const Output output = desk_.run({"tokenizer", "corpus.jsonl", "--out", "tokenizer.model",
                                     "--vocab", "600", "--threads", "1"});
    EXPECT_EQ(output.code, 0) << output.err;
  }

  static std::vector<std::string> command(const std::string& out,
                                          const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"pretrain",
                                   "corpus.jsonl",
                                   "--tokenizer",
                                   "tokenizer.model",
                                   "--out",
                                   out,
                                   "--threads",
                                   "1",
                                   "--d-model",
                                   "32",
                                   "--layers",
                                   "2",
                                   "--n-head",
                                   "2",
                                   "--d-head",
                                   "16",
                                   "--d-inner",
                                   "48",
                                   "--lanes",
                                   "2",
                                   "--mem-len",
                                   "96",
                                   "--seg-len",
                                   "48",
                                   "--steps",
                                   "240",
                                   "--warmup",
                                   "10",
                                   "--lr",
                                   "2e-3",
                                   "--bptt-segments",
                                   "2",
                                   "--gradient-checkpointing",
                                   "--consistency",
                                   "0.01",
                                   "--checkpoint-every",
                                   "2",
                                   "--held-out",
                                   "0.05"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  std::filesystem::path checkpoint(const std::string& out) const {
    return desk_ / (out + "/checkpoint/checkpoint.safetensors");
  }

  // Starts a run and sends `signal` a little after it has saved a checkpoint of its own. Gives the
  // status of waitpid(); the run may have ended before.
  int interrupted(const std::vector<std::string>& words, const std::string& out, int signal,
                  int milliseconds) const {
    std::error_code none;
    const auto before = std::filesystem::last_write_time(checkpoint(out), none);
    const pid_t child = desk_.start(words);
    int status = 0;
    for (int i = 0; i < 20'000 && waitpid(child, &status, WNOHANG) == 0; ++i) {
      if (std::filesystem::exists(checkpoint(out)) &&
          std::filesystem::last_write_time(checkpoint(out), none) != before) {
        std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
        kill(child, signal);
        waitpid(child, &status, 0);
        return status;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return status;
  }

  Desk desk_;
};

TEST_F(Pretraining, KilledAndResumedIsTheUninterruptedRunByteForByte) {
  const Output whole = desk_.run(command("whole"));
  ASSERT_EQ(whole.code, 0) << whole.err;
  int killed = 0;
  for (const int milliseconds : {0, 7, 23}) {
    const int status = interrupted(command("parts", std::filesystem::exists(checkpoint("parts"))
                                                        ? std::vector<std::string>{"--resume"}
                                                        : std::vector<std::string>{}),
                                   "parts", SIGKILL, milliseconds);
    killed += WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL ? 1 : 0;
  }
  EXPECT_GT(killed, 0);
  const Output rest = desk_.run(command("parts", {"--resume"}));
  ASSERT_EQ(rest.code, 0) << rest.err;
  EXPECT_EQ(read_file(desk_ / "parts/model.safetensors"),
            read_file(desk_ / "whole/model.safetensors"));
  EXPECT_EQ(read_file(checkpoint("parts")), read_file(checkpoint("whole")));
}

TEST_F(Pretraining, SigtermSavesAndExits) {
  const int status = interrupted(command("model"), "model", SIGTERM, 5);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_FALSE(std::filesystem::exists(desk_ / "model/model.safetensors"));
  const std::string log = read_file(desk_ / "model/training.jsonl");
  const nlohmann::json end = nlohmann::json::parse(log.substr(log.rfind('\n', log.size() - 2) + 1));
  EXPECT_EQ(end["event"], "end");
  EXPECT_EQ(end["reason"], "stopped");
  const Output rest = desk_.run(command("model", {"--resume"}));
  EXPECT_EQ(rest.code, 0) << rest.err;
  EXPECT_TRUE(std::filesystem::exists(desk_ / "model/model.safetensors"));
}

TEST_F(Pretraining, TheLogTellsLossRateSpeedAndMemory) {
  ASSERT_EQ(desk_.run(command("model", {"--schedule", "inverse-sqrt"})).code, 0);
  std::istringstream log(read_file(desk_ / "model/training.jsonl"));
  std::size_t steps = 0;
  for (std::string line; std::getline(log, line);) {
    const auto record = nlohmann::json::parse(line);
    if (record["event"] != "step") continue;
    ++steps;
    for (const char* field : {"loss", "lm_loss", "perplexity", "learning_rate", "gradient_norm",
                              "tokens", "tokens_per_second", "memory_mb"})
      EXPECT_GT(record[field].get<double>(), 0) << field;
  }
  EXPECT_GT(steps, 0U);
}

TEST_F(Pretraining, KnobsAreTheNetworksOwn) {
  const std::vector<std::string> more{"--steps",          "10",
                                      "--cutoffs",        "60,200",
                                      "--div-val",        "2",
                                      "--pre-norm",       "--same-length",
                                      "--clamp-len",      "64",
                                      "--initial-memory", "zeros",
                                      "--tied-biases",    "--untied-weights",
                                      "--d-embed",        "24",
                                      "--precision",      "bf16"};
  std::vector<std::string> words = command("model");
  const auto at = std::find(words.begin(), words.end(), "--steps");
  words.erase(at, at + 2);
  words.insert(words.end(), more.begin(), more.end());
  const Output output = desk_.run(words);
  ASSERT_EQ(output.code, 0) << output.err;
  const std::string file = read_file(desk_ / "model/model.safetensors");
  const auto header = nlohmann::json::parse(file.substr(
      8, static_cast<unsigned char>(file[0]) + 256 * static_cast<unsigned char>(file[1])));
  const auto config = nlohmann::json::parse(header["__metadata__"]["config"].get<std::string>());
  EXPECT_EQ(config["cutoffs"], nlohmann::json::array({60, 200}));
  EXPECT_EQ(config["adaptive_softmax"], true);
  EXPECT_EQ(config["div_val"], 2);
  EXPECT_EQ(config["pre_norm"], true);
  EXPECT_EQ(config["same_length"], true);
  EXPECT_EQ(config["clamp_len"], 64);
  EXPECT_EQ(config["initial_memory"], "zeros");
  EXPECT_EQ(config["untie_biases"], false);
  EXPECT_EQ(config["tie_weights"], false);
  EXPECT_EQ(config["d_embed"], 24);
  EXPECT_TRUE(header.contains("embedding.2"));
  EXPECT_EQ(desk_.run({"evaluate", "--text", "corpus.jsonl", "--model", "model"}).code, 0);
}

TEST_F(Pretraining, AnyNumberOfHeadsWillDo) {
  std::vector<std::string> words = command("model");
  *(std::find(words.begin(), words.end(), "--steps") + 1) = "2";
  *(std::find(words.begin(), words.end(), "--n-head") + 1) = "3";
  EXPECT_EQ(desk_.run(words).code, 0);
}

TEST_F(Pretraining, ThatDivergesEndsWithAClearErrorAndKeepsItsCheckpoint) {
  std::vector<std::string> words = command("model");
  *(std::find(words.begin(), words.end(), "--lr") + 1) = "300";
  words.insert(words.end(), {"--clip", "0"});
  const Output output = desk_.run(words);
  EXPECT_EQ(output.code, 2);
  EXPECT_THAT(output.err, HasSubstr("training diverged"));
  EXPECT_THAT(output.err, HasSubstr("ower the learning rate"));
  EXPECT_FALSE(std::filesystem::exists(desk_ / "model/model.safetensors"));
}

TEST_F(Pretraining, WithWrongKnobsIsRefused) {
  for (const std::vector<std::string>& wrong :
       std::vector<std::vector<std::string>>{{"--cutoffs", "200,60"},
                                             {"--cutoffs", "5000"},
                                             {"--div-val", "0"},
                                             {"--initial-memory", "ones"},
                                             {"--schedule", "steps"},
                                             {"--precision", "fp16"},
                                             {"--clamp-len", "-2"}}) {
    const Output output = desk_.run(command("model", wrong));
    EXPECT_TRUE(output.code == 2 || output.code == 5) << wrong[0] << ' ' << output.err;
    EXPECT_THAT(output.err, Not(HasSubstr("internal error")));
    EXPECT_FALSE(std::filesystem::exists(desk_ / "model"));
  }
}

}  // namespace
}  // namespace proviso::e2e
