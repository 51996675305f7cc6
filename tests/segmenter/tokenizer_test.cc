// The tokenizer's promises: pieces tile any valid UTF-8 text, nothing is normalised away, training
// repeats itself.
#include "segmenter/tokenizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>

namespace proviso::segmenter {
namespace {

namespace fs = std::filesystem;

fs::path scratch(const std::string& name) {
  return fs::temp_directory_path() / ("proviso-tokenizer-" + std::to_string(getpid()) + "-" + name);
}

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Invented sentences, enough of them for a few hundred pieces.
std::vector<std::string> corpus() {
  std::vector<std::string> texts;
  for (int i = 0; i < 200; ++i) {
    const std::string n = std::to_string(1000 + 37 * i);
    texts.push_back(
        "原告甲公司向本院提出诉讼请求：1.判令被告偿还借款本金" + n +
        "元；2.本案诉讼费由被告负担。\n本院认为，合法的借贷关系受法律保护。①双方签订的合同有效。\n"
        "The Supplier shall deliver the goods within " +
        n + " days, provided that the Buyer has paid the price.\n");
  }
  return texts;
}

class TokenizerTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    file_ = new fs::path(scratch("model"));
    TokenizerOptions options;
    options.vocab_size = 600;
    train_tokenizer(corpus(), options, *file_);
    tokenizer_ = new Tokenizer(Tokenizer::load(*file_));
  }
  static void TearDownTestSuite() {
    fs::remove(*file_);
    delete tokenizer_;
    delete file_;
  }
  static void expect_tiled(const std::string& text) {
    const Pieces pieces = tokenizer_->encode(text);
    ASSERT_EQ(pieces.ids.size(), pieces.spans.size());
    std::size_t at = 0;
    for (const Span span : pieces.spans) {
      ASSERT_EQ(span.start, at) << testing::PrintToString(text);
      ASSERT_GE(span.end, span.start);
      at = span.end;
      if (at < text.size()) {
        ASSERT_NE(static_cast<unsigned char>(text[at]) & 0xC0, 0x80)
            << "inside a character at " << at;
      }
    }
    ASSERT_EQ(at, text.size());
  }
  static fs::path* file_;
  static Tokenizer* tokenizer_;
};
fs::path* TokenizerTest::file_ = nullptr;
Tokenizer* TokenizerTest::tokenizer_ = nullptr;

void append_utf8(std::string& out, char32_t c) {
  const auto byte = [&](std::uint32_t b) { out += static_cast<char>(b); };
  if (c < 0x80) {
    byte(c);
  } else if (c < 0x800) {
    byte(0xC0 | (c >> 6)), byte(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    byte(0xE0 | (c >> 12)), byte(0x80 | ((c >> 6) & 0x3F)), byte(0x80 | (c & 0x3F));
  } else {
    byte(0xF0 | (c >> 18)), byte(0x80 | ((c >> 12) & 0x3F)), byte(0x80 | ((c >> 6) & 0x3F)),
        byte(0x80 | (c & 0x3F));
  }
}

TEST_F(TokenizerTest, PiecesTileHardText) {
  expect_tiled("");
  expect_tiled("\n");
  expect_tiled(std::string("a\0b", 3));
  for (const char* text :
       {" ", "  二 个  空格 ", "\n\n本院\n", "①②③", "▁", "a▁ ▁b", "\uFFFD\uFFFD",
        "😀⚖️👩‍⚖️", "\t\r\u00A0\u3000\u200B", "<unk><s></s><0x0A>", "\u2047 \u2585",
        "é é", "（2021）豫0927民初89号", "\uFEFF首"}) {
    expect_tiled(text);
  }
  expect_tiled(std::string(100000, 'x'));
  expect_tiled(std::string(50000, ' '));
  expect_tiled(std::string(50000, '\n'));
  std::string run;
  for (int i = 0; i < 50000; ++i) run += "某";
  expect_tiled(run);
}

TEST_F(TokenizerTest, PiecesTileRandomText) {
  std::mt19937 random(7);
  const std::vector<char32_t> favourites{U'\n', U' ', U'①',  U'▁', 0xFFFD, 0x1F600,
                                         U'元', U'5', U'　', U'a', 0,      0x10FFFF};
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    const int length = static_cast<int>(random() % 60);
    for (int i = 0; i < length; ++i) {
      char32_t c = random() % 2 ? favourites[random() % favourites.size()]
                                : static_cast<char32_t>(random() % 0x110000);
      if (c >= 0xD800 && c < 0xE000) c = U'院';
      append_utf8(text, c);
    }
    expect_tiled(text);
    std::string expected;
    for (std::size_t i = 0; i < text.size();) {
      const bool mark = text.compare(i, 3, "▁") == 0;
      expected += mark ? ' ' : text[i];
      i += mark ? 3 : 1;
    }
    EXPECT_EQ(tokenizer_->decode(tokenizer_->encode(text).ids), expected);
  }
}

// The program's own search for the best path gives what the library gives: ids, spans, ties.
TEST_F(TokenizerTest, EncodesAsTheLibraryDoes) {
  const auto expect_same = [](const Tokenizer& tokenizer, const std::string& text) {
    const Pieces ours = tokenizer.encode(text), theirs = tokenizer.encode_by_library(text);
    ASSERT_EQ(ours.ids, theirs.ids) << testing::PrintToString(text);
    ASSERT_EQ(ours.spans, theirs.spans) << testing::PrintToString(text);
  };
  const Tokenizer shipped =
      Tokenizer::load(fs::path(PROVISO_SOURCE_DIR) / "samples/model/tokenizer.model");
  std::vector<std::string> texts = corpus();
  for (const auto& entry :
       fs::directory_iterator(fs::path(PROVISO_SOURCE_DIR) / "tests/golden/structure")) {
    if (entry.path().extension() == ".txt") texts.push_back(bytes_of(entry.path()));
  }
  for (const std::string& text : texts) {
    expect_same(*tokenizer_, text);
    expect_same(shipped, text);
  }
  std::mt19937 random(13);
  for (int round = 0; round < 500; ++round) {
    std::string text;
    const int length = static_cast<int>(random() % 40);
    for (int i = 0; i < length; ++i) {
      const std::string& from = texts[random() % texts.size()];
      std::size_t at = random() % from.size(), end = at + random() % 12;
      while (at > 0 && (static_cast<unsigned char>(from[at]) & 0xC0) == 0x80) --at;
      while (end < from.size() && (static_cast<unsigned char>(from[end]) & 0xC0) == 0x80) ++end;
      text += from.substr(at, end - at);
      if (random() % 3 == 0)
        append_utf8(text, random() % 2 ? U'▁' : static_cast<char32_t>(random() % 0xD800));
    }
    expect_same(*tokenizer_, text);
    expect_same(shipped, text);
  }
}

TEST_F(TokenizerTest, ReadsADamagedModelFileOrRefusesIt) {
  const std::string whole = bytes_of(*file_);
  const fs::path file = scratch("damaged");
  std::mt19937 random(17);
  for (int round = 0; round < 60; ++round) {
    std::string bytes = whole;
    if (round % 2 == 0) bytes.resize(random() % bytes.size());
    for (int i = 0; i < 3 && !bytes.empty(); ++i)
      bytes[random() % bytes.size()] = static_cast<char>(random());
    std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
    try {
      const Tokenizer damaged = Tokenizer::load(file);
      const std::string text = "本院认为，The Supplier 5000元。\n";
      EXPECT_EQ(damaged.encode(text).ids, damaged.encode_by_library(text).ids);
    } catch (const TokenizerError&) {
      continue;
    }
  }
  fs::remove(file);
}

TEST_F(TokenizerTest, NewlineIsOnePieceOfItsOwn) {
  const std::int32_t newline = tokenizer_->encode("\n").ids.at(0);
  const std::string text = "本院认为，\n合法。\n\n";
  const Pieces pieces = tokenizer_->encode(text);
  EXPECT_EQ(std::count(pieces.ids.begin(), pieces.ids.end(), newline), 3);
  for (std::size_t i = 0; i < pieces.ids.size(); ++i) {
    const std::string_view piece =
        std::string_view(text).substr(pieces.spans[i].start, pieces.spans[i].size());
    EXPECT_EQ(piece.find('\n') != std::string_view::npos, pieces.ids[i] == newline);
  }
}

TEST_F(TokenizerTest, DigitsAreSplit) {
  for (const Span span : tokenizer_->encode("2021").spans) EXPECT_EQ(span.size(), 1u);
}

TEST_F(TokenizerTest, UnknownCharacterBecomesItsBytesTheLastOfWhichCoversIt) {
  const Pieces pieces = tokenizer_->encode("龘");
  ASSERT_EQ(pieces.ids.size(), 3u);
  EXPECT_THAT(pieces.spans, testing::ElementsAre(Span{0, 0}, Span{0, 0}, Span{0, 3}));
}

TEST_F(TokenizerTest, LiteralLowLineSharesTheSpacesPiece) {
  EXPECT_EQ(tokenizer_->encode("▁").ids, tokenizer_->encode(" ").ids);
}

TEST_F(TokenizerTest, TrainingTwiceGivesTheSameFileAndHash) {
  TokenizerOptions options;
  options.vocab_size = 600;
  const fs::path again = scratch("again");
  train_tokenizer(corpus(), options, again);
  EXPECT_EQ(bytes_of(again), bytes_of(*file_));
  EXPECT_EQ(Tokenizer::load(again).sha256(), tokenizer_->sha256());
  EXPECT_EQ(tokenizer_->sha256().size(), 64u);
  EXPECT_LE(tokenizer_->vocab_size(), 600);
  fs::remove(again);
}

TEST_F(TokenizerTest, SamplingRepeatsItselfAndDependsOnTheSeed) {
  TokenizerOptions options;
  options.vocab_size = 500;
  options.max_bytes = 10000;
  std::vector<std::string> files;
  for (const std::uint64_t seed : {3, 3, 4}) {
    options.seed = seed;
    const fs::path file = scratch("sample");
    train_tokenizer(corpus(), options, file);
    files.push_back(bytes_of(file));
    fs::remove(file);
  }
  EXPECT_EQ(files[0], files[1]);
  EXPECT_NE(files[0], files[2]);
}

TEST_F(TokenizerTest, WrongIdsAndFilesAreNamed) {
  EXPECT_THROW(tokenizer_->decode({-1}), TokenizerError);
  EXPECT_THROW(tokenizer_->decode({tokenizer_->vocab_size()}), TokenizerError);
  EXPECT_THROW(Tokenizer::load("/nonexistent/tokenizer.model"), TokenizerError);
  const fs::path file = scratch("garbage");
  std::ofstream(file) << "no model";
  try {
    Tokenizer::load(file);
    ADD_FAILURE() << "garbage was loaded";
  } catch (const TokenizerError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(file.string()));
  }
  fs::remove(file);
  EXPECT_THROW(train_tokenizer({}, {}, file), TokenizerError);
  EXPECT_THROW(train_tokenizer({"文"}, {}, "/nonexistent/tokenizer.model"), TokenizerError);
}

}  // namespace
}  // namespace proviso::segmenter
