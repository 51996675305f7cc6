// What the field measures of a language model, with the shipped one, as a user asks for it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/e2e/program.h"

namespace proviso::e2e {
namespace {

using ::testing::HasSubstr;

const std::filesystem::path kModel = std::filesystem::path(PROVISO_SOURCE_DIR) / "samples/model";

// A desk with two judgments in corpus.jsonl, a figure said twice in each.
class Measures : public ::testing::Test {
 protected:
  Measures() {
    std::string corpus;
    for (int n = 1; n <= 2; ++n)
      corpus +=
          nlohmann::json{{"text", judgment(n) + "\n另查明，运费为" + std::to_string(4173 + n) +
                                      "元。上述运费" + std::to_string(4173 + n) + "元由被告承担。"}}
              .dump() +
          '\n';
    desk_.write("corpus.jsonl", corpus);
  }

  Output evaluate(const std::vector<std::string>& more) const {
    std::vector<std::string> words{
        "evaluate", "--model", kModel.string(), "--text", "corpus.jsonl", "--threads", "1"};
    words.insert(words.end(), more.begin(), more.end());
    return desk_.run(words);
  }
  nlohmann::json evaluated(std::vector<std::string> more) const {
    more.push_back("--json");
    const Output output = evaluate(more);
    EXPECT_EQ(output.code, 0) << output.err;
    return nlohmann::json::parse(output.out);
  }

  Desk desk_;
};

TEST_F(Measures, PerplexityStatesItsProtocol) {
  const Output output = evaluate({});
  EXPECT_EQ(output.code, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("cold start for each document"));
  EXPECT_THAT(output.out, HasSubstr("2 not: each document's first"));
  const nlohmann::json protocol = evaluated({}).at("text");
  EXPECT_EQ(protocol.at("seg_len"), 384);
  EXPECT_EQ(protocol.at("mem_len"), 1152);
  EXPECT_EQ(protocol.at("tokens_not_scored"), 2);
  EXPECT_GT(protocol.at("tokens_scored"), 200);
}

TEST_F(Measures, ReclIsATableOfModelsAndShares) {
  const Output output =
      evaluate({"--recl", "--recl-lengths", "4:12:4", "--against", kModel.string()});
  EXPECT_EQ(output.code, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("what varies is the length of attention"));
  const nlohmann::json recl =
      evaluated({"--recl", "--recl-lengths", "4:12:4", "--against", kModel.string()}).at("recl");
  EXPECT_EQ(recl.at("group"), 2);
  EXPECT_EQ(recl.at("tokens_not_scored"), 24);
  const nlohmann::json &one = recl.at("models").at(0), &two = recl.at("models").at(1);
  ASSERT_EQ(one.at("recl").size(), 3U);
  EXPECT_EQ(one.at("recl"), two.at("recl")) << "the same model twice";
  EXPECT_GT(one.at("perplexity").at(0), one.at("perplexity").at(2)) << "more context, less doubt";
  for (const nlohmann::json& share : one.at("recl"))
    EXPECT_TRUE((std::set<int>{4, 8, 12}.contains(share.at("length")))) << share;
  EXPECT_THAT(evaluate({"--recl", "--recl-lengths", "4:12:4"}).out, HasSubstr("a group of one"));
}

TEST_F(Measures, ProbesFindTheFiguresAndChangeThem) {
  const nlohmann::json probes = evaluated({"--probes"}).at("probes");
  EXPECT_GE(probes.at("facts_found"), 2);
  const nlohmann::json& bands = probes.at("bands");
  ASSERT_EQ(bands.size(), 4U);
  EXPECT_GE(bands.at(0).at("facts"), 2);
  EXPECT_TRUE(bands.at(0).at("replaced").at("change").is_number());
  EXPECT_TRUE(bands.at(3).at("replaced").at("change").is_null()) << "no fact stands so far behind";
  EXPECT_EQ(evaluate({"--probes"}).out, evaluate({"--probes"}).out);
}

TEST_F(Measures, SayWhatIsMissing) {
  EXPECT_EQ(evaluate({"--recl", "--recl-lengths", "5:6:5"}).code, 2);
  EXPECT_EQ(desk_.run({"evaluate", "--recl", "--model", kModel.string()}).code, 2);
  const Output output = evaluate({"--recl", "--recl-lengths", "1000:9000:1000"});
  EXPECT_EQ(output.code, 4);
  EXPECT_THAT(output.err, HasSubstr("lower the lengths"));
  desk_.write("plain.txt", "原告请求归还借款。被告没有异议。\n");
  const Output none =
      desk_.run({"evaluate", "--probes", "--model", kModel.string(), "--text", "plain.txt"});
  EXPECT_EQ(none.code, 4);
  EXPECT_THAT(none.err, HasSubstr("exactly twice"));
}

TEST_F(Measures, AblatePrintsEveryVariant) {
  std::string corpus;
  for (int n = 1; n <= 12; ++n) corpus += nlohmann::json{{"text", judgment(n)}}.dump() + '\n';
  desk_.write("many.jsonl", corpus);
  const std::vector<std::string> words{
      "ablate",     "many.jsonl", "--tokenizer", (kModel / "tokenizer.model").string(),
      "--out",      "ablation",   "--steps",     "2",
      "--d-model",  "8",          "--layers",    "1",
      "--heads",    "2",          "--seg-len",   "8",
      "--mem-len",  "8",          "--lanes",     "2",
      "--held-out", "0.4",        "--threads",   "1"};
  const Output output = desk_.run(words);
  EXPECT_EQ(output.code, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("PPL init"));
  EXPECT_THAT(output.out, HasSubstr("absolute"));
  EXPECT_THAT(output.out, HasSubstr("beta"));
  EXPECT_TRUE(std::filesystem::exists(desk_ / "ablation/ablation.jsonl"));
  EXPECT_EQ(desk_.run({"ablate", "many.jsonl", "--out", "x"}).code, 2);
}

}  // namespace
}  // namespace proviso::e2e
