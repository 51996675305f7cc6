#include "tasks/plant/plant.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/tasks/invented.h"

namespace proviso::tasks {
namespace {

std::string_view words(const Planted& planted, segmenter::Span span) {
  return std::string_view(planted.text).substr(span.start, span.size());
}

TEST(Plant, ChangesOneAmountSoThatTheTwoPlacesDisagree) {
  const Invented judgment = sale_judgment();
  int planted_count = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto planted = plant(judgment.text, judgment.structure, "amount", seed);
    if (!planted) continue;
    ++planted_count;
    EXPECT_NE(planted->text, judgment.text);
    EXPECT_EQ(planted->kind, "amount");
    const std::string_view later = words(*planted, planted->quote);
    const std::string_view earlier = words(*planted, planted->other);
    EXPECT_NE(later.find("元"), std::string_view::npos) << later;
    EXPECT_NE(earlier.find("元"), std::string_view::npos) << earlier;
    const bool later_right =
        later.find("186432.50元") != later.npos || later.find("12000元") != later.npos;
    const bool earlier_right =
        earlier.find("186432.50元") != earlier.npos || earlier.find("12000元") != earlier.npos;
    EXPECT_NE(later_right, earlier_right) << later << " | " << earlier;
  }
  EXPECT_GT(planted_count, 30);
}

TEST(Plant, GivesTheSameForTheSameSeedAndOthersForOthers) {
  const Invented judgment = sale_judgment();
  std::set<std::string> texts;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto once = plant(judgment.text, judgment.structure, "amount", seed);
    const auto again = plant(judgment.text, judgment.structure, "amount", seed);
    ASSERT_EQ(once.has_value(), again.has_value());
    if (!once) continue;
    EXPECT_EQ(once->text, again->text);
    EXPECT_EQ(once->quote, again->quote);
    texts.insert(once->text);
  }
  EXPECT_GT(texts.size(), 5U);
}

TEST(Plant, MisspellsAPartyOrExchangesRoles) {
  const Invented judgment = sale_judgment();
  int planted_count = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto planted = plant(judgment.text, judgment.structure, "party", seed);
    if (!planted) continue;
    ++planted_count;
    const std::string_view head = words(*planted, planted->other);
    EXPECT_TRUE(head.find("江海市远帆机械有限公司") != head.npos ||
                head.find("沈文柏") != head.npos)
        << head;
    // The changed words stand in the quoted later place and nowhere else.
    EXPECT_EQ(judgment.text.find(words(*planted, planted->quote)), std::string::npos);
  }
  EXPECT_GT(planted_count, 30);
}

TEST(Plant, TurnsSupportAndOrderAgainstEachOther) {
  const Invented judgment = sale_judgment();
  int refused = 0;
  int dropped = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto planted = plant(judgment.text, judgment.structure, "outcome", seed);
    ASSERT_TRUE(planted);
    const std::string_view reason = words(*planted, planted->other);
    EXPECT_NE(reason.find("支持"), reason.npos) << reason;
    if (reason.find("不予支持") != reason.npos) {
      ++refused;
      EXPECT_NE(words(*planted, planted->quote).find("支付"), std::string_view::npos);
    } else {
      ++dropped;
      EXPECT_EQ(planted->text.find("三、驳回"), std::string::npos);  // counted anew
      EXPECT_NE(words(*planted, planted->quote).find("驳回"), std::string_view::npos);
    }
  }
  EXPECT_GT(refused, 0);
  EXPECT_GT(dropped, 0);
}

TEST(Plant, NeedsAPlaceThatAgreesNow) {
  Invented judgment;
  judgment.facts("经审理查明，原告出借5000元。")
      .reasoning("本院认为，借款属实。")
      .disposition({"一、被告返还原告6000元。"});
  EXPECT_FALSE(plant(judgment.text, judgment.structure, "amount", 1));
  EXPECT_FALSE(plant(judgment.text, judgment.structure, "party", 1));
  EXPECT_FALSE(plant(judgment.text, judgment.structure, "outcome", 1));
}

TEST(Plant, FindsThePartiesOfAJudgmentWithoutItsHead) {
  Invented judgment;
  judgment.facts("经审理查明，原告林知远与被告沈文柏签订合同，被告沈文柏未付货款36820元。")
      .reasoning("本院认为，被告沈文柏应向原告林知远支付货款36820元。")
      .disposition({"一、被告沈文柏于本判决生效后十日内向原告林知远支付货款36820元。"})
      .costs("案件受理费50元，由被告沈文柏负担。");
  int reversed = 0;
  int planted_count = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto planted = plant(judgment.text, judgment.structure, "party", seed);
    if (!planted) continue;
    ++planted_count;
    EXPECT_EQ(judgment.text.find(words(*planted, planted->quote)), std::string::npos);
    if (words(*planted, planted->quote).find("原告林知远于本判决生效后十日内向被告沈文柏") !=
        std::string_view::npos)
      ++reversed;
  }
  EXPECT_GT(planted_count, 40);
  EXPECT_GT(reversed, 0);
}

}  // namespace
}  // namespace proviso::tasks
