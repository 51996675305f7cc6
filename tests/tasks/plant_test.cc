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

// One judgment that offers a place for the kinds below.
Invented rich_judgment() {
  Invented judgment;
  judgment.head({{"原告", "林知远"}, {"被告", "沈文柏"}, {"被告", "江海市远帆机械有限公司"}})
      .part(segmenter::Tag::kClaims, "原告林知远诉称，请求判令被告返还借款36820元。")
      .facts(
          "经审理查明，2031年3月5日原告林知远与被告沈文柏签订借款合同，借款36820元"
          "，2031年9月5日到期，被告至今未偿还借款。江海市远帆机械有限公司（以下简称远帆公司）为保证"
          "人。"
          "借款人民币叁万陆仟捌佰贰拾元整（￥36820元）。案涉住所地为江苏省南京市。")
      .reasoning(
          "本院认为，2031年3月5日原告林知远与被告沈文柏签订的借款合同合法有效，被告沈文柏至今未偿还"
          "借款"
          "36820元，二被告应承担还款责任，远帆公司承担连带清偿责任，利息应按年利率6%计算。"
          "律师费3000元、保全费500元，共计3500元。原告自担30%的责任，被告承担70%的责任。"
          "依照《中华人民共和国民法总则》第一百二十条、《中华人民共和国合同法》第二百二十六条的规定"
          "，判决如下：")
      .disposition({"一、被告沈文柏返还原告林知远借款36820元及利息（按年利率6%计算）；",
                    "二、远帆公司对上述债务承担连带清偿责任；",
                    "三、驳回原告林知远的其他诉讼请求。"})
      .costs("案件受理费720元，减半收取360元，由被告沈文柏负担。");
  return judgment;
}

class PlantedKind : public testing::TestWithParam<const char*> {};

TEST_P(PlantedKind, LeavesTheQuoteInsideTheTextAndChangesNothingElse) {
  const Invented judgment = rich_judgment();
  int planted_count = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto planted = plant(judgment.text, judgment.structure, GetParam(), seed);
    if (!planted) continue;
    ++planted_count;
    EXPECT_EQ(planted->kind, GetParam());
    EXPECT_NE(planted->text, judgment.text);
    EXPECT_GT(planted->quote.size(), 0U);
    ASSERT_LE(planted->quote.end, planted->text.size());
    ASSERT_LE(planted->other.end, planted->text.size());
    // Ahead of both places and behind them the text is as it was.
    const std::size_t first = planted->other.size() > 0
                                  ? std::min(planted->quote.start, planted->other.start)
                                  : planted->quote.start;
    if (planted->kind != "excess_award" && planted->kind != "sum") {
      EXPECT_EQ(planted->text.substr(0, first), judgment.text.substr(0, first));
    }
  }
  EXPECT_GT(planted_count, 0);
}

INSTANTIATE_TEST_SUITE_P(Plant, PlantedKind,
                         testing::Values("amount", "unit", "sum", "capital_figure", "date",
                                         "date_order", "interest", "party", "role", "unknown_party",
                                         "party_count", "alias", "joint_liability", "share",
                                         "excess_award", "statute", "statute_name", "fee", "place",
                                         "numbering", "semantic"));

TEST(Plant, MakesTheTotalOrAHeadWrong) {
  const Invented judgment = rich_judgment();
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto planted = plant(judgment.text, judgment.structure, "sum", seed);
    if (!planted) continue;
    const std::string_view all = planted->text;
    EXPECT_TRUE(all.find("律师费3000元、保全费500元，共计3500元") == all.npos);
  }
}

TEST(Plant, DropsTheNameOfALawWhereTheOtherLawLacksTheArticle) {
  Invented judgment = rich_judgment();
  const auto planted = plant(judgment.text, judgment.structure, "statute_name", 1);
  ASSERT_TRUE(planted);
  EXPECT_EQ(words(*planted, planted->quote), "第二百二十六条");
}

TEST(Plant, EndsAPrisonTermOnAnotherDayThanItsLengthGives) {
  Invented judgment;
  judgment.structure.kind = segmenter::Kind::kZhCriminal;
  judgment.facts("经审理查明，被告人盗窃。").reasoning("本院认为，被告人构成盗窃罪。");
  judgment.disposition(
      {"被告人沈文柏犯盗窃罪，判处有期徒刑一年六个月（即自2031年3月5日起至2032年9月4日止）。"});
  const auto planted = plant(judgment.text, judgment.structure, "sentence_term", 3);
  ASSERT_TRUE(planted);
  EXPECT_NE(words(*planted, planted->quote), "2032年9月4日");
  EXPECT_EQ(words(*planted, planted->other), "判处有期徒刑一年六个月");
  // A term that does not fit now is no material.
  Invented wrong;
  wrong.facts("经审理查明，被告人盗窃。").reasoning("本院认为，被告人构成盗窃罪。");
  wrong.disposition({"被告人沈文柏判处有期徒刑一年（即自2031年3月5日起至2035年9月4日止）。"});
  EXPECT_FALSE(plant(wrong.text, wrong.structure, "sentence_term", 3));
}

TEST(Plant, PlantsIntoContractsWhatContractsHave) {
  Invented contract;
  contract.structure.kind = segmenter::Kind::kContract;
  contract.part(segmenter::Tag::kTitle, "Sale of Goods");
  contract.part(segmenter::Tag::kDefinitions,
                "1. Definitions\n\"Delivery Date\" means the day of handing over.");
  contract.part(
      segmenter::Tag::kClause,
      "2. Payment\nThe buyer pays $45,000 within thirty (30) days of the Delivery Date, as "
      "Section 1 says.\n3. Price\nThe price is $45,000.");
  for (const char* kind : {"defined_term", "cross_reference", "term", "blank"}) {
    const auto planted = plant(contract.text, contract.structure, kind, 2);
    ASSERT_TRUE(planted) << kind;
    EXPECT_NE(planted->text, contract.text);
  }
  EXPECT_FALSE(plant(contract.text, contract.structure, "amount", 2));
}

TEST(HardNegatives, HalveAFeeAndTotalARowRightly) {
  Invented judgment = rich_judgment();
  EXPECT_FALSE(rewrite(judgment.text, judgment.structure, "half_fee", 1));  // it is halved already
  Invented other;
  other.facts("经审理查明，被告欠款。").reasoning("本院认为，应予返还30000.50元。");
  other.disposition({"一、被告给付原告货款300元、违约金20.5元；", "二、驳回原告的其他诉讼请求。"});
  other.costs("案件受理费301元，由甲、乙、丙负担。\n");
  const auto halved = rewrite(other.text, other.structure, "half_fee", 1);
  ASSERT_TRUE(halved);
  EXPECT_NE(halved->text.find("案件受理费301元，减半收取计150.5元，由"), std::string::npos);
  const auto total = rewrite(other.text, other.structure, "total", 1);
  ASSERT_TRUE(total);
  EXPECT_NE(total->text.find("以上共计320.5元"), std::string::npos);
  EXPECT_FALSE(rewrite(other.text, other.structure, "each", 1));  // 301 in three does not go
  const auto rounded = rewrite(other.text, other.structure, "rounding", 1);
  ASSERT_TRUE(rounded);
  EXPECT_NE(rounded->text.find("30000.50元（约3万元）"), std::string::npos);
}

}  // namespace
}  // namespace proviso::tasks
