// Outcomes turned round between reasons and order: an appeal, a dismissal, a defendant left out, a
// car, visits, what interest is reckoned from. Each beside the same judgment without the slip, or
// with a reason for the difference. All documents are invented.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/tasks/told.h"

namespace proviso::tasks {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Lines = std::vector<std::string_view>;

Invented appeal(std::string_view reasoning, const Lines& order) {
  Invented judgment;
  judgment.structure.instance = "second";
  judgment.head({{"上诉人", "北原建材有限公司"}, {"被上诉人", "马成功"}})
      .reasoning("本院认为，" + std::string(reasoning))
      .disposition(order);
  return judgment;
}

TEST(Appeal, ThatFailsInTheEndChangesNothing) {
  const Lines changed{"一、撤销河东区人民法院一审民事判决；", "二、驳回马成功的诉讼请求。"};
  EXPECT_THAT(
      kinds_of(appeal("运费已经付清。综上，北原建材有限公司的上诉请求均不能成立。", changed)),
      ElementsAre("outcome"));
  EXPECT_THAT(kinds_of(appeal("运费已经付清。综上，北原建材有限公司的上诉请求成立。", changed)),
              IsEmpty());
  // The court departs from the judgment below of its own accord.
  EXPECT_THAT(
      kinds_of(appeal("综上，北原建材有限公司的上诉请求不能成立，但原审适用法律错误，予以纠正。",
                      changed)),
      IsEmpty());
  EXPECT_THAT(kinds_of(appeal(
                  "综上，北原建材有限公司的上诉请求不能成立。原审漏列当事人，应予改判。", changed)),
              IsEmpty());
}

Invented against_office(std::string_view reasoning, const Lines& order) {
  Invented judgment;
  judgment.structure.kind = segmenter::Kind::kZhAdministrative;
  judgment.head({{"原告", "秦小满"}, {"被告", "青川县林业局"}})
      .reasoning("本院认为，" + std::string(reasoning))
      .disposition(order);
  return judgment;
}

TEST(ClaimsThatFail, AreDismissed) {
  constexpr std::string_view kFails =
      "被告所作决定并无不当。综上，秦小满的诉讼请求缺乏事实根据和法律依据，应予驳回。";
  EXPECT_THAT(kinds_of(against_office(kFails, {"撤销青川县林业局作出的处罚决定。"})),
              ElementsAre("outcome"));
  EXPECT_THAT(kinds_of(against_office(kFails, {"驳回原告秦小满的诉讼请求。"})), IsEmpty());
  EXPECT_THAT(
      kinds_of(against_office("综上，秦小满的其他诉讼请求缺乏法律依据，应予驳回。",
                              {"一、确认处罚决定违法；", "二、责令青川县林业局重新作出决定。"})),
      IsEmpty());
}

Invented borrowers(std::string_view reasoning, std::string_view order) {
  Invented judgment;
  judgment.head({{"原告", "丁一鸣"}, {"被告", "石磊"}, {"被告", "温如玉"}})
      .reasoning("本院认为，" + std::string(reasoning))
      .disposition({order, "二、驳回原告的其他诉讼请求。"});
  return judgment;
}

TEST(DefendantsLiableTogether, AreAllBound) {
  constexpr std::string_view kBoth = "石磊、温如玉在欠条上签名，应当共同偿还欠款83000元。";
  EXPECT_THAT(kinds_of(borrowers(kBoth, "一、被告石磊偿还原告丁一鸣欠款83000元；")),
              ElementsAre("joint_liability"));
  EXPECT_THAT(kinds_of(borrowers(kBoth, "一、被告石磊、温如玉共同偿还原告丁一鸣欠款83000元；")),
              IsEmpty());
  EXPECT_THAT(kinds_of(borrowers(kBoth, "一、二被告共同偿还原告丁一鸣欠款83000元；")), IsEmpty());
  EXPECT_THAT(
      kinds_of(borrowers("石磊、温如玉系夫妻，借款用于家庭，应认定为夫妻共同债务，石磊应当偿还欠"
                         "款83000元。",
                         "一、被告石磊偿还原告丁一鸣欠款83000元；")),
      IsEmpty())
      << "a common debt that one of them is to pay";
  EXPECT_THAT(kinds_of(borrowers("石磊应当偿还欠款83000元。温如玉不承担责任。",
                                 "一、被告石磊偿还原告丁一鸣欠款83000元；")),
              IsEmpty());
}

Invented divorce(std::string_view reasoning, const Lines& order) {
  Invented judgment;
  judgment.head({{"原告", "白雪"}, {"被告", "关山"}})
      .reasoning("本院认为，" + std::string(reasoning))
      .disposition(order);
  return judgment;
}

TEST(Divorce, HasOneOutcome) {
  constexpr std::string_view kParted = "夫妻感情确已破裂，应当准予离婚。";
  EXPECT_THAT(kinds_of(divorce(kParted, {"一、不准原告白雪与被告关山离婚；",
                                         "二、被告关山给付原告白雪"
                                         "补偿款20000元。"})),
              ElementsAre("outcome"));
  EXPECT_THAT(kinds_of(divorce(kParted, {"一、准予原告白雪与被告关山离婚。"})), IsEmpty());
}

TEST(Divorce, GivesTheCarToOne) {
  constexpr std::string_view kCar =
      "货车现值90000元，现由关山营运，归关山所有，关山给付白雪折价款45000元。";
  constexpr std::string_view kPays = "二、被告关山给付原告白雪折价款45000元。";
  EXPECT_THAT(kinds_of(divorce(kCar, {"一、陕A66C21号轻型货车归原告白雪所有；", kPays})),
              ElementsAre("outcome"));
  EXPECT_THAT(kinds_of(divorce(kCar, {"一、陕A66C21号轻型货车归被告关山所有；", kPays})),
              IsEmpty());
  // What they agreed on is not what the court gives.
  EXPECT_THAT(kinds_of(divorce(
                  "双方曾约定货车归关山所有，关山给付白雪折价款45000元，该约定未经登记不生效。",
                  {"一、陕A66C21号轻型货车归原告白雪所有；", kPays})),
              IsEmpty());
}

TEST(Visits, AreAsOftenAsReasoned) {
  constexpr std::string_view kOften = "关山有权探望女儿，本院确定每月探望三次为宜。";
  EXPECT_THAT(kinds_of(divorce(kOften, {"一、被告关山每月探望婚生女一次。"})),
              ElementsAre("outcome"));
  EXPECT_THAT(kinds_of(divorce(kOften, {"一、被告关山每月探望婚生女3次。"})), IsEmpty());
  EXPECT_THAT(kinds_of(divorce("关山主张每月探望四次，次数过多，本院酌情确定。",
                               {"一、被告关山每月探望婚生女一次。"})),
              IsEmpty());
}

Invented interest(std::string_view reasoning, std::string_view base) {
  Invented judgment;
  const std::string item =
      "一、被告支付原告工程款218000元及利息（以" + std::string(base) + "元为基数）。";
  judgment.facts("工程价款536000元，被告付款318000元。")
      .reasoning("本院认为，" + std::string(reasoning))
      .disposition({item});
  return judgment;
}

TEST(BaseOfInterest, IsTheOneReasoned) {
  constexpr std::string_view kReasons = "被告尚应支付工程款218000元，利息应以218000元为基数计算。";
  EXPECT_THAT(kinds_of(interest(kReasons, "281000")), ElementsAre("interest"));
  EXPECT_THAT(kinds_of(interest(kReasons, "218000")), IsEmpty());
  EXPECT_THAT(kinds_of(interest("被告尚应支付工程款218000元，基数应当调整为318000元。", "218000")),
              ElementsAre("interest"));
  // What the other side wished for, and a part that was paid meanwhile.
  EXPECT_THAT(
      kinds_of(interest("被告尚应支付工程款218000元，原告主张利息以318000元为基数，缺乏依据。",
                        "218000")),
      IsEmpty());
  EXPECT_THAT(kinds_of(interest("利息先以318000元为基数计算至付款之日，其后应支付工程款218000元。",
                                "218000")),
              IsEmpty());
}

}  // namespace
}  // namespace proviso::tasks
