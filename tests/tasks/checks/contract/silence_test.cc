// What looks like an error in a contract and is none, and the error beside it. All contracts are
// invented.
#include "tests/tasks/checks/contract/told.h"
#include "tests/tasks/invented_contracts.h"

namespace proviso::tasks {
namespace {

using ::testing::IsEmpty;

TEST(NoReference, IsASectionOfLandOrOfALaw) {
  for (const char* other :
       {"Section 27, Township 3 North", "Articles 27-2 through 27-22 of the FIEL",
        "the lands in Section 31", "Section 28 of the\nInsurance Law"}) {
    EXPECT_THAT(told_of(changed(kSupply, "Section 7.2", other)), IsEmpty()) << other;
  }
}

TEST(NoReference, IsTheTitleOfAScheduleRunIntoALine) {
  const std::string asked = changed(kSupply, "set out in Exhibit B", "set out in Exhibit D");
  EXPECT_THAT(told_of(asked), tells("cross_reference", "Exhibit D"));
  EXPECT_THAT(told_of(changed(asked, "files and planes.",
                              "files and planes. EXHIBIT D: Prices of spare parts.")),
              IsEmpty());
}

TEST(AReference, IsToldThoughALineBeginsWithSomeNumber) {
  // "30 days" begins a sentence and is no clause 30.
  const std::string days =
      changed(kSupply, "Purchase Orders placed", "30 days are a month. Purchase Orders placed");
  EXPECT_THAT(told_of(changed(days, "Section 7.2", "Section 30")),
              tells("cross_reference", "Section 30"));
}

TEST(AReference, IsToldThoughItsClauseSpeaksOfAStatute) {
  EXPECT_THAT(
      told_of(changed(
          kSupply, "terminated under Section 7.2",
          "terminated under Section 17.2, which the parties have agreed after long talks "
          "about the duties of merchants, the customs of their trade and the Sale of Goods Act")),
      tells("cross_reference", "Section 17.2"));
}

TEST(ANumber, GivenTwiceIsToldThoughOneOfTheTwoIsTakenForNoClause) {
  EXPECT_THAT(told_of(changed(kSupply, "\n5. ", "\n6. ")), ::testing::SizeIs(1));
  // The number is there, badly set.
  EXPECT_THAT(
      told_of(changed(changed(kSupply, "7.2 Buyer", "7. 2 Buyer"), "Section 7.2", "Section 7.3")),
      IsEmpty());
}

TEST(ANumber, InWordsMayRunOverALine) {
  EXPECT_THAT(told_of(changed(kSupply, "ninety (90) days'", "ninety\nfive (95) days'")), IsEmpty());
}

TEST(ASum, InDollarsOfTheUnitedStatesIsComparedWithItsFigure) {
  EXPECT_THAT(told_of(changed(kSupply, "Forty Thousand Dollars ($40,000)",
                              "Forty Thousand United States Dollars ($40,007)")),
              ::testing::Contains(::testing::Field(&Told::kind, "capital_figure")));
}

TEST(ABlank, ForASumIsToldEvenInARecital) {
  EXPECT_THAT(told_of(changed(kSupply, "Buyer wishes to sell them",
                              "Buyer, which paid $________ for samples, wishes to sell them")),
              tells("blank", "____"));
}

TEST(ABlank, OfASignatureRunIntoALineIsFilledByHand) {
  EXPECT_THAT(told_of(changed(kSupply, "are carried out.",
                              "are carried out. Signed Ada Quill _____ Ada Quill Vice President")),
              IsEmpty());
}

TEST(AParty, HasOneLegalForm) {
  EXPECT_THAT(told_of(changed(kSupply, "This Exhibit belongs",
                              "Goods of Halverston Tools, LLC. This Exhibit belongs")),
              tells("party", "Halverston Tools, LLC"));
  // Another company of the group is introduced as such, or is one of another country.
  EXPECT_THAT(
      told_of(changed(kSupply, "This Exhibit belongs",
                      "Goods of Halverston Tools, LLC, a Texas company. This Exhibit belongs")),
      IsEmpty());
  EXPECT_THAT(told_of(changed(kSupply, "This Exhibit belongs",
                              "Goods of Halverston Tools Limited. This Exhibit belongs")),
              IsEmpty());
}

TEST(AParty, OwesNothingToItselfWhateverFollows) {
  EXPECT_THAT(told_of(changed(kSupply, "(a) Buyer shall pay Seller the prices",
                              "(a) Buyer shall pay Buyer, in advance, the prices")),
              tells("role", "Buyer shall pay Buyer"));
  EXPECT_THAT(told_of(changed(kSupply, "7.3 Purchase Orders",
                              "7.3 Seller shall provide Seller personnel. Purchase Orders")),
              IsEmpty());
}

TEST(AnotherPaper, HasOneDate) {
  const std::string named = changed(kSupply, "Seller makes hand tools",
                                    "the parties signed a Quality Assurance Agreement dated as of "
                                    "May 4, 2029, Seller makes hand tools");
  EXPECT_THAT(
      told_of(changed(named, "Hammers, files",
                      "See the Quality Assurance Agreement dated May 4, 2028. Hammers, files")),
      tells("date", "May 4, 2028"));
  // Two papers of one name are dated differently altogether.
  EXPECT_THAT(
      told_of(changed(named, "Hammers, files",
                      "See the Quality Assurance Agreement dated June 9, 2028. Hammers, files")),
      IsEmpty());
}

}  // namespace
}  // namespace proviso::tasks
