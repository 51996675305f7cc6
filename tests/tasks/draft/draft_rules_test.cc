// What a draft may not do, on invented sentences.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "segmenter/segmenter.h"
#include "tasks/draft/constraints.h"
#include "tasks/draft/numbering.h"
#include "tasks/draft/outline.h"
#include "tasks/draft/sampler.h"
#include "tasks/draft/script.h"
#include "tasks/draft/unfounded.h"

namespace proviso::tasks {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kLease =
    "房屋租赁合同\n出租人（以下简称“甲方”）：北岭物业管理有限公司\n承租人（以下简称“乙方”）：南溪餐"
    "饮有限公司\n"
    "甲乙双方就房屋租赁事宜订立本合同。\n第一条 "
    "房屋\n甲方将坐落于江临市长河路12号的房屋出租给乙方使用。\n"
    "第二条 租金\n每月租金为人民币12,000元，乙方应于每月5日前支付租金。\n";

constexpr std::string_view kSale =
    "SUPPLY AGREEMENT\nThis Agreement is made between Alder Metals Ltd. (the \"Seller\") and Birch "
    "Tools Ltd. (the \"Buyer\").\n1. Goods. The Seller shall deliver the steel rods listed in "
    "Schedule A (the \"Goods\").\n2. Price. The Buyer shall pay the Price of $48,500 within thirty "
    "days.\n";

constexpr std::string_view kCase =
    "江临市长河区人民法院\n民事判决书\n（2023）某0101民初1234号\n原告：沈青禾，男，1980年3月2日出生"
    "。\n被告：卢远舟，男，"
    "1979年5月1日出生。\n原告沈青禾与被告卢远舟民间借贷纠纷一案，本院立案后，依法公开开庭进行了审理"
    "。\n"
    "沈青禾向本院提出诉讼请求：判令被告归还借款80,000元。\n";

Constraints constraints_of(std::string_view prompt) {
  return Constraints(prompt_facts(prompt, segmenter::read_structure(prompt)));
}

std::vector<Slip> slips(const Constraints& constraints, std::string_view sentence,
                        bool line_start = false) {
  std::vector<Slip> out;
  for (const Problem& one : constraints.look(sentence, line_start)) out.push_back(one.slip);
  return out;
}

std::string mended(const Constraints& constraints, std::string_view sentence,
                   bool line_start = false) {
  return with_replacements(sentence, constraints.look(sentence, line_start));
}

// ---- numbers

std::string next_of(std::initializer_list<std::string_view> lines, std::string_view line) {
  NumberSequence numbers;
  for (const std::string_view one : lines) numbers.take(one);
  return numbers.mended(line);
}

TEST(Numbers, ArticlesGoOnOneByOne) {
  EXPECT_EQ(next_of({"第一条 定义", "第二条 价款"}, "第三条 交付"), "第三条 交付");
  EXPECT_EQ(next_of({"第一条 定义", "第二条 价款"}, "第七条 交付"), "第三条 交付");
  EXPECT_EQ(next_of({"第九条 通知"}, "第九条 其他"), "第十条 其他");
  EXPECT_EQ(next_of({"第十九条 通知"}, "第一条 其他"), "第二十条 其他");
  EXPECT_EQ(next_of({"Article IV Notices"}, "Article VI Term"), "Article V Term");
}

TEST(Numbers, InnerRowsBeginAnewBelowEachArticle) {
  EXPECT_EQ(next_of({"第一条 定义", "1. 甲", "2. 乙", "第二条 价款"}, "3. 丙"), "1. 丙");
  EXPECT_EQ(next_of({"1. Goods", "(a) rods", "(b) bars"}, "(d) tubes"), "(c) tubes");
  EXPECT_EQ(next_of({"1. Goods", "(a) rods", "2. Price"}, "(b) net"), "(a) net");
}

TEST(Numbers, DecimalNumbersFollowTheClauseAbove) {
  EXPECT_EQ(next_of({"3. Price", "3.1 Net."}, "3.4 Gross."), "3.2 Gross.");
  EXPECT_EQ(next_of({"3. Price", "3.1 Net.", "4. Term"}, "3.2 Two years."), "4.1 Two years.");
  EXPECT_EQ(next_of({"3.1 Net.", "3.2 Gross."}, "4.1 Two years."), "4.1 Two years.");
}

TEST(Numbers, AListBehindAColonMayBeginWithOne) {
  EXPECT_EQ(next_of({"一、归还借款", "二、支付利息", "判决如下："}, "一、驳回"), "一、驳回");
  EXPECT_EQ(next_of({"一、归还借款", "二、支付利息", "事实和理由。"}, "一、驳回"), "三、驳回");
}

TEST(Numbers, DatesAndAmountsAreNoNumbersOfLines) {
  EXPECT_FALSE(line_number("2024年5月6日，双方签订合同。"));
  EXPECT_FALSE(line_number("3.5元的运费由乙方承担。"));
  EXPECT_FALSE(line_number("第四条的规定对双方有约束力。"));
  EXPECT_FALSE(line_number("12 months after delivery"));
  EXPECT_EQ(line_number("3.2 Delivery")->path, (std::vector<std::uint32_t>{3, 2}));
}

TEST(Numbers, AHeadingTakesTheNextNumberInTheDocumentsManner) {
  EXPECT_EQ(constraints_of(kLease).numbers().next_heading("违约责任"), "第三条 违约责任");
  EXPECT_EQ(constraints_of(kSale).numbers().next_heading("LIABILITY"), "3. LIABILITY");
  EXPECT_EQ(NumberSequence().next_heading("LIABILITY"), "LIABILITY");
}

TEST(Numbers, AHeadingCountsTheClausesAndNoListOrSchedule) {
  const auto heading_behind = [](std::initializer_list<std::string_view> lines) {
    NumberSequence numbers;
    for (const std::string_view one : lines) numbers.take(one);
    return numbers.next_heading("NOTICES");
  };
  EXPECT_EQ(heading_behind({"6. Term", "7. General", "SCHEDULE 1", "1. Rods", "2. Bars"}),
            "8. NOTICES");
  EXPECT_EQ(heading_behind({"1. Goods", "2. Price", "3. Term", "1. rods", "2. bars"}),
            "4. NOTICES");
  EXPECT_EQ(heading_behind({"1. Goods", "3. Price"}), "4. NOTICES") << "one is skipped";
  EXPECT_EQ(heading_behind({"1. Goods", "Schedule 1 lists the goods that are sold.", "2. Price"}),
            "3. NOTICES");
  EXPECT_EQ(heading_behind({"一、货物", "二、价款", "附件一：清单", "三、备注"}), "三、NOTICES");
}

TEST(Numbers, AreAsWideAsThoseOfTheDocument) {
  EXPECT_EQ(next_of({"3. Price", "3.1 Net."}, "３.２ Gross."), "3.2 Gross.");
  EXPECT_EQ(next_of({"1. 货物"}, "２．价款"), "2．价款");
  EXPECT_EQ(next_of({"1. 货物"}, "５．价款"), "2．价款");
  EXPECT_EQ(next_of({"１．货物"}, "２．价款"), "２．价款");
}

TEST(Numbers, AnInnerNumberOfAnotherClauseBeginsTheOneThatIsOpen) {
  EXPECT_EQ(next_of({"7. Term", "7.1 Start.", "8. Notices"}, "7.2.3 By letter."), "8.1 By letter.");
}

TEST(Numbers, AreSpelledInTheirScript) {
  using Script = LineNumber::Script;
  EXPECT_EQ(spelled(10, Script::kChinese), "十");
  EXPECT_EQ(spelled(21, Script::kChinese), "二十一");
  EXPECT_EQ(spelled(103, Script::kChinese), "一百零三");
  EXPECT_EQ(spelled(14, Script::kRomanUpper), "XIV");
  EXPECT_EQ(spelled(28, Script::kLetterLower), "bb");
}

// ---- amounts

TEST(Amounts, ThoseOfThePromptStayInAnyForm) {
  const Constraints lease = constraints_of(kLease);
  EXPECT_THAT(slips(lease, "乙方应支付租金12000元。"), IsEmpty());
  EXPECT_THAT(slips(lease, "乙方应支付租金1.2万元。"), IsEmpty());
  EXPECT_THAT(slips(constraints_of(kSale), "The Buyer shall pay $48,500.00 to the Seller."),
              IsEmpty());
}

TEST(Amounts, OthersAreLeftOpen) {
  const Constraints lease = constraints_of(kLease);
  EXPECT_EQ(mended(lease, "乙方应支付押金人民币36,000元。"), "乙方应支付押金人民币【待填】元。");
  EXPECT_EQ(mended(constraints_of(kSale), "The deposit is $5,000 and due at once."),
            "The deposit is $[●] and due at once.");
  EXPECT_EQ(mended(constraints_of(kSale), "It comes to 7,200 dollars."),
            "It comes to [●] dollars.");
}

// ---- parties and roles

TEST(Parties, KeepTheirRoles) {
  const Constraints plain = constraints_of(kCase);
  EXPECT_THAT(slips(plain, "被告卢远舟未作答辩。"), IsEmpty());
  EXPECT_EQ(mended(plain, "原告卢远舟提交了借条。"), "原告沈青禾提交了借条。");
  EXPECT_THAT(slips(plain, "原告卢远舟提交了借条。"), ElementsAre(Slip::kSwap));
}

TEST(Parties, InventedOnesBecomeThoseOfThePrompt) {
  const Constraints plain = constraints_of(kCase);
  EXPECT_EQ(mended(plain, "被告张某某经传票传唤未到庭。"), "被告卢远舟经传票传唤未到庭。");
  EXPECT_EQ(mended(plain, "原告向本院提交证据。"), "原告向本院提交证据。");
}

TEST(Roles, OfAnotherContractBecomeTheirCounterpart) {
  EXPECT_EQ(mended(constraints_of(kSale), "The Lessee shall notify the Lessor."),
            "The Buyer shall notify the Seller.");
  EXPECT_THAT(slips(constraints_of(kSale), "The Buyer's notice reaches the Seller."), IsEmpty());
}

TEST(Roles, DoNotDoWhatTheirCounterpartDoes) {
  const Constraints sale = constraints_of(kSale), lease = constraints_of(kLease);
  EXPECT_EQ(mended(sale, "The Seller shall pay the Price on delivery."),
            "The Buyer shall pay the Price on delivery.");
  EXPECT_THAT(slips(sale, "The Buyer shall pay the Price on delivery."), IsEmpty());
  EXPECT_EQ(mended(lease, "出租人应当按时支付租金。"), "承租人应当按时支付租金。");
  EXPECT_THAT(slips(lease, "出租人应当向承租人交付房屋。"), IsEmpty());
  EXPECT_THAT(slips(constraints_of(kCase), "被告卢远舟辩称，借款已经归还。"), IsEmpty());
}

TEST(Roles, OweNothingToThemselves) {
  const Constraints sale = constraints_of(kSale), lease = constraints_of(kLease);
  EXPECT_EQ(mended(lease, "甲方应向甲方支付违约金。"), "甲方应向乙方支付违约金。");
  EXPECT_EQ(mended(lease, "乙方应当于到期前向乙方返还押金。"), "乙方应当于到期前向甲方返还押金。");
  EXPECT_EQ(mended(sale, "The Buyer shall give notice of defects to the Buyer."),
            "The Buyer shall give notice of defects to the Seller.");
  EXPECT_THAT(slips(lease, "甲方应向乙方支付违约金，乙方应向甲方开具收据。"), IsEmpty());
  EXPECT_THAT(slips(lease, "乙方有权要求甲方向乙方返还押金。"), IsEmpty());
  EXPECT_THAT(slips(sale, "The Buyer shall pay the Price, and title shall pass to the Buyer."),
              IsEmpty());
}

TEST(Roles, DoNotFollowEachOther) {
  const Constraints lease = constraints_of(kLease);
  EXPECT_EQ(mended(lease, "乙方甲方应当交付房屋。"), "甲方应当交付房屋。");
  EXPECT_THAT(slips(lease, "甲方乙方双方应当遵守约定。"), IsEmpty());
  EXPECT_THAT(slips(lease, "甲方、乙方应当遵守约定。"), IsEmpty());
  EXPECT_EQ(mended(constraints_of(kSale), "The Buyer Seller shall insure the rods."),
            "The Seller shall insure the rods.");
}

TEST(Roles, AnswerForTheirOwnBreach) {
  const Constraints lease = constraints_of(kLease);
  EXPECT_EQ(mended(lease, "乙方逾期腾退的，由甲方承担占用费。"),
            "乙方逾期腾退的，由乙方承担占用费。");
  EXPECT_THAT(slips(lease, "乙方逾期腾退的，由乙方承担占用费。"), IsEmpty());
  EXPECT_THAT(slips(lease, "房屋自然损耗的，由甲方承担费用。"), IsEmpty());
}

TEST(Unfounded, NamesAndClausesAreThoseThatNothingShows) {
  EXPECT_THAT(unfounded_names(kSale, "Birch Tools Ltd. pays. OAKEN PARTS, INC. agrees.", false),
              ElementsAre("OAKEN PARTS, INC."));
  EXPECT_THAT(unfounded_names(kLease, "由南溪餐饮有限公司与东岭建材有限公司签订。", true),
              ElementsAre("东岭建材有限公司"));
  const std::string text =
      std::string(kSale) +
      "3. Notices. Section 2 and Section 9(d) apply, and Section 5 of the Sale "
      "of Goods Act.\n";
  EXPECT_THAT(unfounded_clauses(text, kSale.size(), segmenter::read_structure(text)),
              ElementsAre("Section 9(d)"));
  const std::string lease =
      std::string(kLease) + "第三条 其他\n按照第二条和第二十条履行，参照《民法典》第五百条。\n";
  EXPECT_THAT(unfounded_clauses(lease, kLease.size(), segmenter::read_structure(lease)),
              ElementsAre("第二十条"));
}

// ---- names, terms, repetition

TEST(Names, ThatThePromptDoesNotHoldGo) {
  const Constraints plain = constraints_of(kCase);
  const std::string sentence = mended(plain, "委托诉讼代理人：梁博文，江临律师事务所律师。");
  EXPECT_EQ(sentence.find("梁博文"), std::string::npos) << sentence;
}

TEST(Terms, AreDefinedOnce) {
  Constraints sale = constraints_of(kSale);
  EXPECT_EQ(mended(sale, "The steel (the \"Goods\") is new."), "The steel is new.");
  EXPECT_THAT(slips(sale, "The carrier (the \"Carrier\") is paid."), IsEmpty());
  sale.take("The carrier (the \"Carrier\") is paid.", false);
  EXPECT_THAT(slips(sale, "Another firm (the \"Carrier\") is paid."), ElementsAre(Slip::kTerm));
}

TEST(Sentences, DoNotComeTwice) {
  Constraints lease = constraints_of(kLease);
  constexpr std::string_view kSentence = "乙方应当妥善使用房屋并承担日常维修责任。";
  EXPECT_THAT(slips(lease, kSentence), IsEmpty());
  lease.take(kSentence, false);
  EXPECT_THAT(slips(lease, kSentence), ElementsAre(Slip::kRepeat));
}

// ---- outline

TEST(Outline, HoldsTheNumberedLinesAndTheLastParagraph) {
  EXPECT_EQ(draft_outline("第三条 交付\n甲方应当按期交付房屋。\n第四条 维修。乙方负责。\n乙方应当"),
            "第三条 交付\n第四条 维修。乙方负责。\n乙方应当");
  EXPECT_EQ(draft_outline("3. Delivery. The Seller delivers.\nAt its own cost.\n"),
            "3. Delivery\nAt its own cost.\n");
  EXPECT_EQ(draft_outline("甲方应当"), "甲方应当");
}

// ---- sampling

TEST(Sampling, ColdIsTheLikeliest) {
  Sampling cold;
  cold.temperature = 0;
  Sampler sampler(cold, 1);
  const std::vector<float> logits{0.1F, 2.0F, 1.9F, -3.0F};
  EXPECT_EQ(sampler.choose(logits, {}), 1);
  EXPECT_EQ(sampler.choose(logits, {}, 1), 2) << "not this time";
}

TEST(Sampling, FollowsTheProbabilities) {
  Sampling warm;
  warm.temperature = 1;
  warm.top_p = 1;
  warm.top_k = 0;
  warm.repetition_penalty = 1;
  Sampler sampler(warm, 7);
  const std::vector<float> logits{0, 0.693147F, 1.386294F};  // 1 : 2 : 4
  std::array<int, 3> counts{};
  for (int i = 0; i < 7000; ++i) ++counts[static_cast<std::size_t>(sampler.choose(logits, {}))];
  EXPECT_NEAR(counts[0], 1000, 100);
  EXPECT_NEAR(counts[1], 2000, 150);
  EXPECT_NEAR(counts[2], 4000, 150);
}

TEST(Sampling, TakesOnlyTheFirstAndLikeliest) {
  Sampling two;
  two.temperature = 1;
  two.top_k = 2;
  two.top_p = 1;
  Sampler by_number(two, 3);
  two.top_k = 0;
  two.top_p = 0.6;
  Sampler by_share(two, 3);
  const std::vector<float> logits{0, 2, 2.1F, 0.1F, -1};
  for (int i = 0; i < 200; ++i) {
    EXPECT_THAT(by_number.choose(logits, {}), testing::AnyOf(1, 2));
    EXPECT_THAT(by_share.choose(logits, {}), testing::AnyOf(1, 2));
  }
}

TEST(Sampling, BarsTokensAndRunsThatWereThere) {
  Sampling cold;
  cold.temperature = 0;
  cold.no_repeat = 3;
  cold.repetition_penalty = 1;
  Sampler sampler(cold, 1, {false, true, false, false});
  const std::vector<float> logits{0, 9, 5, 4};
  EXPECT_EQ(sampler.choose(logits, {}), 2) << "token 1 never comes";
  const std::vector<std::int32_t> history{3, 0, 2, 3, 0};
  EXPECT_EQ(sampler.choose(logits, history), 3) << "3 0 2 was there";
}

TEST(Sampling, BarsMoreForOneChoiceAlone) {
  Sampling cold;
  cold.temperature = 0;
  Sampler sampler(cold, 1);
  const std::vector<float> logits{1, 3, 2};
  const std::vector<bool> barred{false, true, false};
  EXPECT_EQ(sampler.choose(logits, {}, -1, &barred), 2);
  EXPECT_EQ(sampler.choose(logits, {}), 1);
}

TEST(Script, FiguresAreCountedBehindTheLastLetter) {
  EXPECT_EQ(letterless_end("租金12,000"), 6U);
  EXPECT_EQ(letterless_end("1.1.3（二）"), std::string_view("）").size());
  EXPECT_EQ(letterless_end(""), 0U);
  EXPECT_EQ(letterless_end("3.1 "), 4U);
}

TEST(Sampling, IsTheSameForTheSameSeed) {
  const std::vector<float> logits(50, 0.5F);
  Sampler a({}, 11), b({}, 11), c({}, 12);
  std::vector<std::int32_t> first, second, third;
  for (int i = 0; i < 20; ++i) {
    first.push_back(a.choose(logits, {}));
    second.push_back(b.choose(logits, {}));
    third.push_back(c.choose(logits, {}));
  }
  EXPECT_EQ(first, second);
  EXPECT_NE(first, third);
}

}  // namespace
}  // namespace proviso::tasks
