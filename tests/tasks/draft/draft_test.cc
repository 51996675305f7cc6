// Drafts of the shipped model: held to the prompt, anchored, without names of the training text.
#include "tasks/draft/draft.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>

#include "tasks/draft/anchor.h"
#include "tasks/draft/record.h"
#include "tasks/draft/script.h"
#include "tasks/learning/corpus.h"
#include "tasks/learning/pseudonymise.h"

namespace proviso::tasks {
namespace {

constexpr std::string_view kLease =
    "房屋租赁合同\n出租人（以下简称“甲方”）：北岭物业管理有限公司\n承租人（以下简称“乙方”）：南溪餐"
    "饮有限公司\n"
    "甲乙双方就房屋租赁事宜订立本合同。\n第一条 "
    "房屋\n甲方将坐落于江临市长河路12号的房屋出租给乙方使用。\n"
    "第二条 租金\n每月租金为人民币12,000元，乙方应于每月5日前支付租金。\n";
constexpr std::string_view kCase =
    "江临市长河区人民法院\n民事判决书\n（2023）某0101民初1234号\n原告：沈青禾，男，1980年3月2日出生"
    "。\n被告：卢远舟，男，"
    "1979年5月1日出生。\n原告沈青禾与被告卢远舟民间借贷纠纷一案，本院立案后，依法公开开庭进行了审理"
    "。\n";

LoadedModel& shipped() {
  static LoadedModel loaded = load_model(
      std::filesystem::path(PROVISO_SOURCE_DIR) / "samples" / "model", model::Device::kCpu);
  return loaded;
}

// Says 0 to everything: every look asks for a reset.
class Stranger : public TextEncoder {
 public:
  std::vector<float> embed(std::string_view) const override {
    return seen_++ == 0 ? std::vector<float>{1, 0} : std::vector<float>{0, 1};
  }
  std::string_view name() const override { return "stranger"; }

 private:
  mutable int seen_ = 0;
};

DraftSettings short_one(std::int64_t tokens) {
  DraftSettings settings;
  settings.tokens = tokens;
  settings.anchor_every = 40;
  return settings;
}

TEST(Drafting, GoesOnBehindThePromptAndIsTheSameForTheSameSeed) {
  std::string streamed;
  const Draft first = draft(shipped(), nullptr, kLease, short_one(60),
                            {[&](std::string_view words) { streamed += words; }, {}});
  EXPECT_GT(first.tokens, 0);
  EXPECT_TRUE(first.text.starts_with('\n')) << "a complete sentence is followed by a new line";
  EXPECT_EQ(first.text.substr(1), streamed);
  EXPECT_EQ(std::string(kLease), first.prompt + "\n");
  EXPECT_TRUE(first.checks.empty());
  EXPECT_EQ(draft(shipped(), nullptr, kLease, short_one(60)).text, first.text);
  DraftSettings other = short_one(60);
  other.seed = 2;
  EXPECT_NE(draft(shipped(), nullptr, kLease, other).text, first.text);
}

TEST(Drafting, ADraftKeepsToTheScriptOfItsPrompt) {
  const segmenter::Tokenizer& tokenizer = shipped().tokenizer;
  const std::vector<std::string> pieces = spelled_pieces(tokenizer);
  const std::vector<bool> zh = barred_pieces(pieces, "甲方的账户在ICBC开立。", true);
  const std::vector<bool> en = barred_pieces(pieces, "The Seller (甲方) sells the Goods.", false);
  const auto barred = [&](const std::vector<bool>& barred_here, std::string_view text) {
    bool any = false;
    for (const std::int32_t id : tokenizer.encode(text).ids)
      any = any || barred_here[static_cast<std::size_t>(id)];
    return any;
  };
  EXPECT_FALSE(barred(zh, "甲方应当在2024年5月1日前支付10%的租金。"));
  EXPECT_TRUE(barred(zh, "Agreement"));
  EXPECT_FALSE(barred(en, "The Seller shall deliver the Goods within 30 days.\n"));
  EXPECT_TRUE(barred(en, "租金"));
  EXPECT_TRUE(barred(en, "；"));
}

TEST(Drafting, NoLookOfTheEncoderChangesWhatIsNotReset) {
  DraftSettings settings = short_one(100);
  settings.reset = AnchorReset::kNone;
  const Stranger stranger;
  const Draft looked = draft(shipped(), &stranger, kLease, settings);
  EXPECT_EQ(looked.text, draft(shipped(), nullptr, kLease, settings).text);
  ASSERT_GE(looked.checks.size(), 2U);
  EXPECT_TRUE(looked.checks[0].below);
  EXPECT_EQ(looked.checks[0].reset, AnchorReset::kNone);
  EXPECT_DOUBLE_EQ(looked.checks[0].similarity, 0);
}

TEST(Drafting, EachWayToResetGoesAnotherWay) {
  std::set<std::string> texts;
  for (const AnchorReset reset :
       {AnchorReset::kNone, AnchorReset::kPrompt, AnchorReset::kOutline}) {
    DraftSettings settings = short_one(120);
    settings.reset = reset;
    const Stranger stranger;
    const Draft one = draft(shipped(), &stranger, kLease, settings);
    for (const AnchorCheck& check : one.checks) EXPECT_EQ(check.reset, reset);
    texts.insert(one.text);
  }
  EXPECT_EQ(texts.size(), 3U);
}

TEST(Drafting, OneSectionHasItsHeadingAndNothingBehindIt) {
  DraftSettings settings = short_one(400);
  settings.part = "liability";
  const Draft one = draft(shipped(), nullptr, kLease, settings);
  EXPECT_TRUE(one.text.starts_with("\n第三条 违约责任\n")) << one.text;
  EXPECT_EQ(one.text.find("\n第四条 "), std::string::npos) << one.text;
  settings.part = "disposition";
  EXPECT_THROW(draft(shipped(), nullptr, kLease, settings), std::invalid_argument);
  EXPECT_THROW(draft(shipped(), nullptr, " \n", short_one(10)), std::invalid_argument);
}

TEST(Drafting, EndsWithTheLastSentenceThatFits) {
  const Draft one = draft(shipped(), nullptr, kLease, short_one(150));
  EXPECT_LE(one.tokens, 150);
  EXPECT_GT(one.tokens, 0);
  const Draft least = draft(shipped(), nullptr, kLease, short_one(1));
  EXPECT_GT(least.tokens, 1) << "the first sentence stands";
  EXPECT_TRUE(one.text.starts_with(least.text)) << least.text;
}

TEST(Drafting, AnEnglishJudgmentGetsEnglishHeadings) {
  DraftSettings settings = short_one(30);
  settings.part = "disposition";
  const Draft one =
      draft(shipped(), nullptr,
            "IN THE HIGH COURT OF JUSTICE\nCHANCERY DIVISION\nClaim No. HC-2024-000123\n"
            "BETWEEN:\nALDER METALS LIMITED\nClaimant\n- and -\nBIRCH TOOLS LIMITED\n"
            "Defendant\nJUDGMENT\n1. This is a claim for the price of steel rods.\n"
            "2. I find that the rods were delivered.\n",
            settings);
  EXPECT_TRUE(one.text.starts_with("\nORDER\n")) << one.text;
}

TEST(Drafting, PartsHaveChineseNamesToo) {
  EXPECT_EQ(draft_part("liability"), "liability");
  EXPECT_EQ(draft_part("违约责任"), "liability");
  EXPECT_EQ(draft_part("裁判主文"), "disposition");
  EXPECT_EQ(draft_part("诗歌"), std::nullopt);
  EXPECT_EQ(draft_part(""), std::nullopt);
}

TEST(Drafting, NoAmountIsInvented) {
  DraftSettings settings = short_one(300);
  settings.sampling.temperature = 1.2;
  const Draft one = draft(shipped(), nullptr, kLease, settings);
  for (const Amount& amount : find_amounts(one.text, true))
    EXPECT_EQ(amount.key, "12000") << one.text.substr(amount.span.start, amount.span.size());
}

TEST(Drafting, ARecordHoldsEveryLook) {
  DraftSettings settings = short_one(90);
  const Stranger stranger;
  const Draft one = draft(shipped(), &stranger, kCase, settings);
  const db::Continuation record = continuation_of(one, settings, "case.txt", "stranger");
  EXPECT_EQ(record.text, one.text);
  ASSERT_EQ(record.anchors.size(), one.checks.size());
  EXPECT_EQ(record.anchors[0].reset, "outline");
  EXPECT_EQ(record.prompt_sha256.size(), 64U);
}

TEST(Encoders, TheReaderAndTheWordsTellOneTextFromAnother) {
  const auto words = word_encoder();
  const auto reader = reader_encoder(shipped());
  for (const TextEncoder* encoder : {words.get(), reader.get()}) {
    const Anchor anchor(*encoder, kLease);
    EXPECT_NEAR(anchor.similarity(kLease), 1, 1e-5);
    EXPECT_GT(anchor.similarity("乙方逾期支付租金的，甲方有权解除本合同并收回房屋。"),
              anchor.similarity(kCase))
        << encoder->name();
  }
}

// The names of the training text are replaced before anything learns from it, so none can come out.
TEST(Drafting, NoPersonalNameOfTheTrainingTextComesOut) {
  const char* shared = std::getenv("PROVISO_SHARED");
  const std::filesystem::path shard =
      (shared != nullptr ? std::filesystem::path(shared)
                         : std::filesystem::path(PROVISO_SOURCE_DIR) / ".." / "shared") /
      "data/train/zh_judgments_mixed-00.jsonl.zst";
  if (!std::filesystem::exists(shard)) GTEST_SKIP() << "no training text here";
  std::set<std::string> originals, invented;
  struct Enough {};
  std::size_t documents = 0;
  try {
    read_documents(shard, [&](const std::string& text, std::size_t) {
      for (const ReplacedName& one : pseudonymise(text, 1).names) {
        if (one.original.size() >= 9) originals.insert(one.original);
        invented.insert(one.invented);
      }
      if (++documents == 60) throw Enough();
    });
  } catch (const Enough&) {
  }
  ASSERT_GT(originals.size(), 100U);
  std::string drafts;
  for (const std::uint64_t seed : {1U, 2U}) {
    DraftSettings settings = short_one(300);
    settings.seed = seed;
    settings.constrained = false;
    drafts += draft(shipped(), nullptr, kCase, settings).text;
  }
  for (const std::string& name : originals) {
    if (invented.contains(name)) continue;
    EXPECT_EQ(drafts.find(name), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace proviso::tasks
