// What the reasoning says of each claim against what is ordered, by families of drafting.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tasks/checks/checks.h"
#include "tasks/checks/claim_heads.h"
#include "tasks/checks/wish.h"
#include "tests/tasks/told.h"

namespace proviso::tasks {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> kinds_of(std::string_view reasoning,
                                  const std::vector<std::string_view>& orders) {
  Invented judgment;
  judgment.reasoning("本院认为，" + std::string(reasoning)).disposition(orders);
  return kinds_of(judgment);
}

std::vector<std::string> names_of(std::string_view text) {
  std::vector<std::string> names;
  for (const std::size_t head : heads_in(text))
    names.push_back(claim_heads()[head].spellings.front());
  return names;
}

TEST(ClaimHeads, AreNamedByTheLastOfAChain) {
  EXPECT_THAT(names_of("支付违法解除劳动合同赔偿金"), ElementsAre("赔偿金"));
  EXPECT_THAT(names_of("返还保证金利息"), ElementsAre("利息"));
  EXPECT_THAT(names_of("解除租赁合同、支付租金及违约金"), ElementsAre("解除", "租金", "违约金"));
  EXPECT_THAT(names_of("对上述借款承担连带责任"), ElementsAre("借款本金", "连带责任"));
  EXPECT_THAT(names_of("按离婚协议书履行借款合同"), IsEmpty()) << "papers are no heads";
}

TEST(Wishes, BeginAtAskingAndEndAtTheirGround) {
  const Wish wish = wish_of(
      "故原告要求被告支付律师费4000元，并支付利息，符合约定且未超过标准，本院予以支持，但"
      "应扣除已付部分");
  EXPECT_EQ(wish.subject, "故原告");
  EXPECT_EQ(wish.object, "要求被告支付律师费4000元，并支付利息");
  EXPECT_EQ(wish.ground, "，符合约定且未超过标准，本院");
  EXPECT_EQ(wish.tail, "，但应扣除已付部分");
  EXPECT_EQ(wish.asker, Wish::Asker::kClaims);
  EXPECT_TRUE(takes_a_part(wish)) << "但";
  const Wish closed = wish_of("对原告的离婚诉讼请求，本院予以支持");
  EXPECT_EQ(closed.object, "原告的离婚");
  EXPECT_EQ(closed.asker, Wish::Asker::kClaims);
  EXPECT_EQ(wish_of("被告主张已经付清，本院不予支持").asker, Wish::Asker::kDefends);
  EXPECT_EQ(wish_of("被告要求原告支付加班工资，本院予以支持").asker, Wish::Asker::kClaims)
      << "a worker who is sued";
  EXPECT_EQ(wish_of("被告提出，原告要求离婚应予赔偿，不予支持").asker, Wish::Asker::kDefends);
  EXPECT_TRUE(wish_of("原告请求无需支付赔偿金，本院不予支持").negative);
}

TEST(Wishes, AreCutWhereASentenceRulesOnSeveral) {
  EXPECT_THAT(verdicts_of("原告要求支付货款，本院予以支持，要求支付违约金，本院不予支持"),
              ElementsAre("原告要求支付货款，本院予以支持", "要求支付违约金，本院不予支持"));
  EXPECT_THAT(verdicts_of("原告要求支付货款，本院予以支持，超出部分的请求，本院不予支持"),
              ElementsAre("原告要求支付货款，本院予以支持，超出部分的请求，本院不予支持"));
}

TEST(OutcomeCheck, TellsARefusalThatIsOrderedInEveryTrade) {
  struct Case {
    std::string_view reasoning, order;
  };
  for (const Case& each : {
           Case{"原告的离婚诉讼请求，本院不予支持。", "准予原告林知远与被告沈文柏离婚。"},
           Case{"对原告提出的离婚请求，依法不予准许。", "准许原告林知远与被告沈文柏离婚。"},
           Case{"林知远主张与服务所解除劳动关系的诉讼请求，本院不予支持。",
                "解除林知远与柳河服务所的劳动关系。"},
           Case{"原告要求给付上述期间未休年休假工资的请求，本院难以支持。",
                "被告支付原告未休年休假工资3678元。"},
           Case{"被告要求原告支付经济补偿金，本院不予支持。", "原告支付被告经济补偿金51000元。"},
           Case{"原告主张被告补发121230元，本院不予支持。", "被告支付原告121230元。"},
           Case{"原告按合同约定要求支付逾期利息，本院不能予以支持。",
                "被告支付原告逾期利息8123元。"},
           Case{"原告主张赔偿经济损失，本院不予支持。", "被告赔偿原告经济损失8123元。"},
       })
    EXPECT_THAT(kinds_of(each.reasoning, {each.order}), ElementsAre("outcome")) << each.reasoning;
}

TEST(OutcomeCheck, KnowsWhatNarrowsARefusal) {
  struct Case {
    std::string_view reasoning, order;
  };
  for (const Case& each : {
           Case{"原告要求离婚损害赔偿，本院不予支持。", "准予原告林知远与被告沈文柏离婚。"},
           Case{"对原告要求被告给付抚养费高于通常标准的诉请，本院不予支持。",
                "被告每月支付抚养费900元。"},
           Case{"原告再主张利息，本院不予支持。", "被告支付原告利息300元。"},
           Case{"原告主张利息按月利率3%计算，本院不予支持。",
                "被告支付原告利息（按年利率6%计算）。"},
           Case{"原告要求支付债权转让后的利息，本院不予支持。", "被告支付原告利息8123元。"},
           Case{"原告主张违约金过高，本院不予支持。", "被告支付原告违约金300元。"},
           Case{"原告主张违约金，本院不予支持，但被告应付一半。", "被告支付原告违约金300元。"},
           Case{"原告请求无需支付赔偿金，本院不予支持。", "原告支付被告赔偿金8123元。"},
           Case{"原告撤回支付律师费的诉讼请求，本院予以准许。", "驳回原告的诉讼请求。"},
           Case{"原告要求离婚，本院不予支持。", "不准林知远与沈文柏离婚。"},
           Case{"原告要求离婚，本院不予支持。", "林知远诉沈文柏离婚，不予准许。"},
           Case{"原告要求赔偿精神损失6000元，本院不予支持。", "被告每年给付抚养费6000元。"},
       })
    EXPECT_THAT(kinds_of(each.reasoning, {each.order}), IsEmpty()) << each.reasoning;
}

TEST(OutcomeCheck, TellsADismissalOfASupportedClaimBesideOthersRefused) {
  EXPECT_THAT(kinds_of("原告主张被告支付汇票款2000000元及利息，有法律依据，本院予以支持。"
                       "原告主张由被告承担前案全部诉讼费用，本院不予支持。",
                       {"驳回原告的全部诉讼请求。"}),
              ElementsAre("outcome"));
  EXPECT_THAT(kinds_of("原告要求离婚，本院予以支持。", {"不准林知远与沈文柏离婚。"}),
              ElementsAre("outcome"));
}

TEST(OutcomeCheck, TellsAnAppealDismissedWithARequestGranted) {
  Invented judgment;
  judgment.structure.instance = "second";
  judgment
      .reasoning("本院认为，上诉人的上诉请求成立，本院予以支持。其余上诉理由不能成立，应予驳回。")
      .disposition({"驳回上诉，维持原裁定。"});
  EXPECT_THAT(kinds_of(judgment), ElementsAre("outcome"));
}

TEST(DroppedClaimCheck, TellsAHeadForgottenAmongOthers) {
  struct Case {
    std::string_view reasoning;
    std::vector<std::string_view> orders;
  };
  for (const Case& each : std::vector<Case>{
           {"原告要求离婚，本院予以支持。",
            {"一、婚生子由被告抚养；", "二、离婚协议约定的房屋归原告。"}},
           {"原告请求支付本金29122元及利息，本院予以支持。",
            {"一、被告偿还原告本金29122元；", "二、驳回原告的其他诉讼请求。"}},
           {"原告请求支付工程款87644元及利息，本院予以支持。",
            {"一、被告支付原告利息（以87644元为基数，计算至付清欠款之日止）；"}},
           {"被告尚欠垫付款208779元。原告要求支付律师费19900元，因被告违约，且未超过标准，本院予以"
            "支持。",
            {"一、被告返还原告垫付款208779元；", "二、被告对实现债权的费用承担责任。"}},
           {"原告要求支付违法解除劳动合同赔偿金，本院予以支持。", {"一、被告支付原告工资8123元。"}},
           {"原告要求停止侵权并赔偿损失的理由成立，本院予以支持。",
            {"一、被告立即停止销售侵权商品。"}},
           {"原告主张偿还89940元及支付费用1650元，本院予以支持。", {"一、被告支付原告1650元。"}},
       })
    EXPECT_THAT(kinds_of(each.reasoning, each.orders), ElementsAre("dropped_claim"))
        << each.reasoning;
}

TEST(DroppedClaimCheck, TellsAnOrderThatRefersToItself) {
  EXPECT_THAT(
      kinds_of("原告要求被告偿还借款，本院予以支持。原告要求各保证人承担连带责任，本院予以支持。",
               {"一、被告沈文柏对上述第一项借款承担连带责任；", "二、驳回原告的其他诉讼请求。"}),
      ElementsAre("dropped_claim"));
}

TEST(DroppedClaimCheck, AcceptsWhatIsOrderedUnderAnotherName) {
  struct Case {
    std::string_view reasoning;
    std::vector<std::string_view> orders;
  };
  for (const Case& each : std::vector<Case>{
           {"原告要求偿还借款及利息，本院予以支持。", {"一、被告偿还原告本息308123元。"}},
           {"原告主张一半债务即31485元，本院予以支持。", {"一、被告支付原告31485元。"}},
           {"原告要求给付夫妻共同债务62970元的一半即31485元，本院予以支持。",
            {"一、被告支付原告31485元。"}},
           {"原告诉请伙食补助费每天15元，计465元，本院予以支持。",
            {"一、被告赔偿原告各项损失22427.39元。"}},
           {"原告要求返还货款774230元，已包含解除合同的意思，本院予以支持。",
            {"一、被告返还原告设备款774230元。"}},
           {"原告要求解除婚姻关系，本院予以支持。", {"一、准予原告与被告离婚。"}},
           {"原告要求赔偿医疗费3000元、护理费2000元，本院予以支持。",
            {"一、被告赔偿原告各项损失5000元。"}},
           {"原告要求支付律师费4000元，本院予以支持。", {"一、被告支付原告36820元。"}},
           {"原告要求被告对房屋享有优先受偿权，本院予以支持。",
            {"一、原告对折价、拍卖的价款优先受偿。"}},
       })
    EXPECT_THAT(kinds_of(each.reasoning, each.orders), IsEmpty()) << each.reasoning;
}

}  // namespace
}  // namespace proviso::tasks
