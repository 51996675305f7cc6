// Clauses that exclude each other, and those that only seem to. All contracts are invented.
#include "tests/tasks/checks/contract/told.h"
#include "tests/tasks/invented_contracts.h"

namespace proviso::tasks {
namespace {

using ::testing::IsEmpty;

std::string supply_with(std::string_view words) {
  return changed(kSupply, "survives the end of this Agreement.",
                 "survives the end of this Agreement. " + std::string(words));
}

std::string lease_with(std::string_view words) {
  return changed(kLease, "一方变更联系方式的", std::string(words) + "一方变更联系方式的");
}

TEST(ARight, AndItsProhibitionAreTold) {
  EXPECT_THAT(told_of(supply_with("Seller may assign this Agreement to any person without the "
                                  "consent of Buyer. Neither party may assign this Agreement "
                                  "without the written consent of the other.")),
              tells("semantic", "Neither party"));
  EXPECT_THAT(told_of(supply_with("Buyer may terminate this Agreement at any time. Neither party "
                                  "may terminate this Agreement during the Term.")),
              tells("semantic", "Neither party"));
  EXPECT_THAT(told_of(lease_with("未经甲方书面同意，乙方不得将租赁房屋转租给第三人。乙方可以不经甲"
                                 "方同意，将部分租赁房屋转租给第三人。")),
              tells("semantic", "不经甲方同意"));
  EXPECT_THAT(told_of(lease_with("任何一方均可以随时解除本合同。甲方不得提前解除本合同。")),
              tells("semantic", "不得提前解除"));
}

TEST(ARight, MayBeGivenInOtherWords) {
  EXPECT_THAT(
      told_of(lease_with(
          "未经甲方书面同意，乙方不得转租。乙方有权自行将租赁房屋转租，无需征得甲方同意。")),
      tells("semantic", "有权自行"));
  EXPECT_THAT(
      told_of(supply_with("Neither party may assign this Agreement without consent. Seller is "
                          "free to assign this Agreement without Buyer's approval.")),
      tells("semantic", "free to assign"));
}

TEST(ARight, ThatIsAnExceptionOrAnothersIsNotTold) {
  for (const char* words :
       {"Neither party may assign this Agreement without the written consent of the other. "
        "Notwithstanding the foregoing, Seller may assign this Agreement without the consent of "
        "Buyer.",
        "Neither party may assign this Agreement without consent. Seller may assign this Agreement "
        "to an affiliate without the consent of Buyer.",
        "Buyer shall not assign this Agreement without the consent of Seller. Seller may assign "
        "this "
        "Agreement without the consent of Buyer.",
        "Except as said below, neither party may assign this Agreement without consent. Seller may "
        "assign this Agreement without the consent of Buyer.",
        "Neither party may assign this Agreement without consent. Seller may transfer the Goods "
        "without the consent of Buyer."}) {
    EXPECT_THAT(told_of(supply_with(words)), IsEmpty()) << words;
  }
  for (const char* words :
       {"未经甲方书面同意，乙方不得转租。乙方可以不经甲方同意，将租赁房屋转租给其关联公司。",
        "未经甲方书面同意，乙方不得转租。经甲方同意转租的，转租期限不得超过剩余租赁期限。",
        "未经乙方书面同意，甲方不得转让本合同。乙方可以不经甲方同意转让本合同。"}) {
    EXPECT_THAT(told_of(lease_with(words)), IsEmpty()) << words;
  }
}

TEST(ADuty, OfTwoPartiesIsTold) {
  EXPECT_THAT(
      told_of(supply_with("Seller shall keep the roof and structure of the store in good "
                          "repair. Buyer shall keep the roof of the store in good repair at "
                          "its own cost.")),
      tells("semantic", "Buyer shall keep"));
  EXPECT_THAT(
      told_of(supply_with("Seller shall pay all stamp duty. Buyer shall bear the interior in "
                          "good repair.")),
      IsEmpty());
  EXPECT_THAT(told_of(supply_with("Seller shall pay all import duties. Buyer shall bear all import "
                                  "duties.")),
              tells("semantic", "Buyer shall bear"));
  EXPECT_THAT(told_of(lease_with("甲方负责电梯及消防设施的维修。电梯的维修由乙方负责，费用自理。")),
              tells("semantic", "由乙方负责"));
  EXPECT_THAT(told_of(lease_with("公证费由甲方承担。公证费由乙方承担。")),
              tells("semantic", "由乙方"));
}

TEST(ADuty, IsPartedByItsCauseItsObjectAndItsTime) {
  for (const char* words :
       {"Seller shall keep the roof in good repair. Buyer shall keep the interior in good repair.",
        "Seller shall keep the roof in good repair. If Buyer has broken it, Buyer shall repair the "
        "roof.",
        "Seller shall pay all import duties. Upon default Buyer shall bear all import duties."}) {
    EXPECT_THAT(told_of(supply_with(words)), IsEmpty()) << words;
  }
  for (const char* words : {"甲方负责电梯的维修。因乙方使用不当造成损坏的，电梯的维修由乙方负责。",
                            "交付前的水费由甲方承担。租赁期间的水费由乙方承担。",
                            "由此产生的检测费由甲方承担。由此产生的检测费由乙方承担。"}) {
    EXPECT_THAT(told_of(lease_with(words)), IsEmpty()) << words;
  }
}

TEST(ARight, OfOnePartyToOneThingNeedsNoWordOfConsent) {
  EXPECT_THAT(
      told_of(supply_with("Buyer shall not sub-license, rent or lend the Marks to any third "
                          "party without the prior written consent of Seller. Buyer may "
                          "sublicense the Marks to any third party without the consent of "
                          "Seller.")),
      tells("semantic", "may sublicense"));
  EXPECT_THAT(told_of(supply_with("Buyer shall not sub-license or lend the Marks without consent. "
                                  "Buyer may sub-license the Marks to any third party.")),
              tells("semantic", "to any third party"));
  EXPECT_THAT(told_of(lease_with("乙方不得将房屋主体的施工分包给第三人。乙方经自行决定，可以将房屋"
                                 "主体的施工分包给有资质的第三人，无需甲方同意。")),
              tells("semantic", "自行决定"));
  EXPECT_THAT(
      told_of(lease_with("乙方不得将地下车库转租给第三人。乙方可以将地下车库转租给第三人。")),
      tells("semantic", "可以将地下车库"));
}

TEST(ARight, OfAnotherThingOrUponConsentIsNotTold) {
  for (const char* words :
       {"Buyer shall not sub-license the Marks without consent. Buyer may sub-license the Software "
        "to any third party.",
        "Buyer shall not sub-license the Marks without consent. Buyer may sub-license the Marks to "
        "any third party approved by Seller.",
        "Buyer shall not sub-license the Marks, except as said below. Buyer may sub-license the "
        "Marks to any third party.",
        "Seller shall not sub-license the Marks without consent. Buyer may sub-license the Marks "
        "to "
        "any third party."}) {
    EXPECT_THAT(told_of(supply_with(words)), IsEmpty()) << words;
  }
  for (const char* words :
       {"乙方不得将房屋主体的施工分包给第三人。乙方经甲方书面同意，可以将房屋主体的施工分包给第三人"
        "。",
        "乙方不得将房屋主体的施工分包给第三人。乙方可以将室内装修的施工分包给第三人。",
        "甲方不得将地下车库转租给第三人。乙方可以将地下车库转租给第三人。",
        "未经甲方同意，乙方不得将地下车库转租给第三人。经同意后，乙方可以将地下车库转租给第三人"
        "。"}) {
    EXPECT_THAT(told_of(lease_with(words)), IsEmpty()) << words;
  }
}

TEST(AnOwner, IsOne) {
  EXPECT_THAT(
      told_of(lease_with("图纸的著作权自甲方付清费用之日起归乙方所有。图纸著作权自费用付清之"
                         "日起由甲方单独享有。")),
      tells("semantic", "由甲方单独享有"));
  EXPECT_THAT(
      told_of(supply_with("The copyright in the catalogues belongs to Seller. The copyright "
                          "in the catalogues is owned by Buyer.")),
      tells("semantic", "owned by Buyer"));
  for (const char* words :
       {"设备的所有权归甲方所有。设备的所有权自租金付清之日起归乙方所有。",
        "付清价款前，设备的所有权归甲方所有。付清价款后，设备的所有权归乙方所有。",
        "图纸的著作权归甲方所有。模型的著作权归乙方所有。",
        "甲方提供资料。知识产权归甲方所有。乙方提供模型。知识产权归乙方所有。",
        "甲方提供的资料，其著作权归甲方所有。乙方完成的图纸，其著作权归乙方所有。"}) {
    EXPECT_THAT(told_of(lease_with(words)), IsEmpty()) << words;
  }
  EXPECT_THAT(told_of(supply_with("The copyright in the catalogues belongs to Seller. Upon payment "
                                  "the copyright in the catalogues is owned by Buyer.")),
              IsEmpty());
}

TEST(ADuty, ToObtainAllPermitsIsOfOneParty) {
  EXPECT_THAT(told_of(supply_with("Seller shall obtain all permits at its own cost. Buyer shall "
                                  "obtain and pay for all permits required for the Work.")),
              tells("semantic", "Buyer shall obtain"));
  EXPECT_THAT(told_of(supply_with("Seller shall obtain all permits for its own shops. Buyer shall "
                                  "obtain all permits for the import of the Goods.")),
              IsEmpty());
}

TEST(ACourt, AndATribunalAreToldInOtherWords) {
  EXPECT_THAT(told_of(supply_with("Any dispute shall be brought exclusively in the state courts "
                                  "located in Linn County. Any dispute arising out of this "
                                  "Agreement shall be finally settled by binding arbitration.")),
              tells("governing_law", "binding arbitration"));
  EXPECT_THAT(
      told_of(supply_with("Any dispute shall be settled by arbitration under the rules of "
                          "the Chamber. The courts of Oregon have exclusive jurisdiction.")),
      tells("governing_law", "courts of Oregon"));
  for (const char* words :
       {"Any action for injunctive relief shall be brought in the state courts located in Linn "
        "County. Any dispute shall be settled by arbitration.",
        "Any dispute shall be settled by arbitration. Subject to clause 9, the courts of Oregon "
        "have exclusive jurisdiction.",
        "Any dispute shall be settled by arbitration. The courts of Oregon have exclusive "
        "jurisdiction to enforce an award.",
        "Any dispute shall be settled by arbitration. The courts of Oregon have exclusive "
        "jurisdiction. Each party may ask them for interim measures."}) {
    EXPECT_THAT(told_of(supply_with(words)), IsEmpty()) << words;
  }
}

TEST(AKind, OfGuaranteeInterestOrTaxIsTold) {
  EXPECT_THAT(told_of(lease_with("保证人提供连带责任保证。保证人提供的保证为一般保证。")),
              tells("semantic", "一般保证"));
  EXPECT_THAT(told_of(lease_with("保证方式为一般保证或者连带责任保证。保证人提供连带责任保证。")),
              IsEmpty());
  EXPECT_THAT(told_of(lease_with("本借款为无息借款。借款的年利率为9.6%。")),
              tells("semantic", "9.6%"));
  EXPECT_THAT(
      told_of(supply_with("The Loan shall bear no interest. The Loan shall bear interest at "
                          "five percent (5%) a year.")),
      tells("semantic", "shall bear interest"));
  EXPECT_THAT(told_of(supply_with("The Fees are exclusive of VAT. The Fees are inclusive of VAT.")),
              tells("semantic", "inclusive of VAT"));
}

TEST(ALaw, OfAnotherCountryIsTold) {
  const std::string law = "laws of the State of Oregon.";
  EXPECT_THAT(told_of(changed(kSupply, law,
                              "law of England and Wales. This Agreement shall be "
                              "construed in accordance with the law of Scotland.")),
              tells("governing_law", "Scotland"));
  EXPECT_THAT(told_of(changed(kSupply, law,
                              "law of England and Wales. The laws of France govern "
                              "this Agreement.")),
              tells("governing_law", "France"));
  EXPECT_THAT(told_of(changed(kSupply, law,
                              "laws of Ontario. This Agreement is governed by the "
                              "laws of Canada.")),
              IsEmpty());
  EXPECT_THAT(told_of(lease_with(
                  "本合同适用中华人民共和国法律。本合同适用中华人民共和国香港特别行政区法律。")),
              tells("governing_law", "香港"));
  EXPECT_THAT(told_of(lease_with("本合同适用中华人民共和国法律（不含香港特别行政区法律）。乙方系依"
                                 "据香港法律成立的公司。")),
              IsEmpty());
}

}  // namespace
}  // namespace proviso::tasks
