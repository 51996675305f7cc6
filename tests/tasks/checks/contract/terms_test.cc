// Terms that a contract defines by one name and uses by another. All contracts are invented.
#include "tests/tasks/checks/contract/told.h"

namespace proviso::tasks {
namespace {

using ::testing::IsEmpty;

constexpr std::string_view kHosting = R"text(HOSTING AGREEMENT
This Hosting Agreement (this "Agreement") is made as of March 1, 2032 (the "Effective Date") by and between Larkmoor Systems, Inc., a Nevada corporation ("Provider"), and Penrose Galleries LLC, a Maine limited liability company ("Customer").
1. Definitions.
"Confidential Information" means what a party discloses to the other and marks as secret.
"Gallery Data" means the pictures that Customer stores with Provider.
"Maintenance Window" means the hours between two and four in the morning.
2. Hosting. Provider shall keep the Gallery Data on servers of its own. Provider shall copy the Gallery Data every night and shall keep each copy of the Gallery Data for a month.
3. Secrecy. Each party shall keep the Confidential Information of the other secret. A party that must disclose Confidential Information by law shall tell the other before. At the end each party returns the Confidential Information.
4. Maintenance. Provider may stop the servers in the Maintenance Window, and shall announce any work outside the Maintenance Window a week ahead.
5. Term. This Agreement begins on the Effective Date and ends a year later.
6. Governing Law. This Agreement is governed by the laws of the State of Maine.
IN WITNESS WHEREOF, the parties have signed this Agreement.
LARKMOOR SYSTEMS, INC.
By: /s/ Ivo Stern
PENROSE GALLERIES LLC
By: /s/ Nan Field
)text";

TEST(TermsOfAContract, ThatAreUsedAsDefinedAreNotTold) {
  EXPECT_THAT(told_of(kHosting), IsEmpty());
}

TEST(TermsOfAContract, WithTheirWordsExchangedAreTold) {
  EXPECT_THAT(told_of(changed(kHosting, "copy the Gallery Data", "copy the Data Gallery")),
              tells("defined_term", "Data Gallery"));
  // Exchanged where the term is defined: nothing is called so anywhere else.
  EXPECT_THAT(
      told_of(changed(kHosting, "\"Maintenance Window\" means", "\"Window Maintenance\" means")),
      tells("defined_term", "Maintenance Window"));
}

TEST(TermsOfAContract, ByAnotherWordForTheSameThingAreTold) {
  EXPECT_THAT(told_of(changed(kHosting, "must disclose Confidential Information",
                              "must disclose Proprietary Information")),
              tells("defined_term", "Proprietary Information"));
  EXPECT_THAT(told_of(changed(kHosting, "\"Confidential Information\" means",
                              "\"Confidential Data\" means")),
              tells("defined_term", "Confidential Information"));
}

TEST(TermsOfAContract, WithAWordThatOnlyTermsHaveAreTold) {
  EXPECT_THAT(
      told_of(changed(kHosting, "each copy of the Gallery Data", "each copy of the Relevant Data")),
      tells("defined_term", "Relevant Data"));
  // In plain words it is nobody's term.
  EXPECT_THAT(told_of(changed(changed(kHosting, "each copy of the Gallery Data",
                                      "each copy of the Relevant Data"),
                              "copy the Gallery Data", "copy the relevant data")),
              IsEmpty());
}

TEST(TermsOfAContract, SideBySideAreNoTermExchanged) {
  // "the amount of Data Gallery is to store": two terms, no comma.
  const std::string both =
      changed(changed(kHosting, "\"Gallery Data\" means",
                      "\"Gallery\" means Customer's house.\n\"Data\" means what is "
                      "stored.\n\"Gallery Data\" means"),
              "copy the Gallery Data every night",
              "copy the Gallery Data every night, and the sum of Data Gallery is to store,");
  EXPECT_THAT(told_of(both), IsEmpty());
}

TEST(TermsOfAContract, ToldApartByTheDraftsmanStayApart) {
  EXPECT_THAT(
      told_of(changed(kHosting, "\"Maintenance Window\" means the hours",
                      "\"Maintenance Window\" means, outside the Maintenance Period, the hours")),
      IsEmpty());
}

}  // namespace
}  // namespace proviso::tasks
