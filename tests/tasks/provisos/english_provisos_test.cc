// Provisos in invented English rules.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tasks/provisos/said.h"

namespace proviso::tasks {
namespace {

using ::testing::ElementsAre;
using testing::in_contract;
using ::testing::IsEmpty;
using testing::said;

TEST(EnglishProvisos, EnglishConnectors) {
  EXPECT_THAT(
      in_contract("The Buyer may inspect the goods, provided that it gives two days' notice."),
      ElementsAre("provided that|it gives two days' notice|The Buyer may inspect the goods|"
                  "condition"));
  EXPECT_THAT(in_contract("Unless the Parties agree otherwise, the Agent shall report weekly."),
              ElementsAre("Unless|the Parties agree otherwise|the Agent shall report weekly|"
                          "exception"));
  EXPECT_THAT(in_contract("Subject to Clause 3, the Agent may sell."),
              ElementsAre("Subject to|Clause 3|the Agent may sell|priority"));
  EXPECT_THAT(in_contract("Notwithstanding Section 4, the Seller may resell."),
              ElementsAre("Notwithstanding|the Seller may resell|Section 4|priority"));
  EXPECT_THAT(in_contract("No person other than the Tenant may use the yard."),
              ElementsAre("other than|the Tenant|No person|exception"));
  EXPECT_THAT(in_contract("The Seller shall deliver to the extent permitted by law."),
              ElementsAre("to the extent|permitted by law|The Seller shall deliver|limit"));
}

TEST(EnglishProvisos, EnglishLookAlikes) {
  EXPECT_THAT(in_contract("Disputes shall be subject to arbitration in Bern."), IsEmpty());
  EXPECT_THAT(in_contract("Fees include, but are not limited to, storage."), IsEmpty());
  EXPECT_THAT(in_contract("The exceptional weather provided shelter."), IsEmpty());
}

TEST(EnglishProvisos, EnglishRulesBeginWhereTheirClauseBegins) {
  EXPECT_THAT(in_contract("Unless the Parties agree, the Agent may sell provided that it reports."),
              ElementsAre("Unless|the Parties agree|the Agent may sell|exception",
                          "provided that|it reports|the Agent may sell|condition"));
  EXPECT_THAT(in_contract("The Buyer shall keep the goods, shall not sell them except as agreed."),
              ElementsAre("except as|agreed|shall not sell them|exception"));
  EXPECT_THAT(in_contract("Delays (other than strikes) include: 1) rain; 2) loss of power except "
                          "for planned works."),
              ElementsAre("other than|strikes|Delays|exception",
                          "except for|planned works|loss of power|exception"));
  EXPECT_THAT(in_contract("The Seller may deliver, provided that delivery is subject to the terms "
                          "of Clause 3."),
              ElementsAre("provided that|delivery is subject to the terms of Clause 3|The Seller "
                          "may deliver|condition",
                          "subject to|the terms of Clause 3|delivery|priority"));
}

TEST(EnglishProvisos, EnglishComplementsEndWhereTheirPhraseEnds) {
  EXPECT_THAT(in_contract("The Seller is excused to the extent of strikes, floods, or fire."),
              ElementsAre("to the extent|of strikes, floods, or fire|The Seller is excused|limit"));
  EXPECT_THAT(in_contract("This Lease may not be sold except in writing, and no waiver of it shall "
                          "bind unless signed."),
              ElementsAre("except|in writing|This Lease may not be sold|exception",
                          "unless|signed|no waiver of it shall bind|exception"));
  EXPECT_THAT(
      in_contract("Words bear these meanings unless the context differs: \"Yard\" means it."),
      ElementsAre("unless|the context differs|Words bear these meanings|exception"));
  EXPECT_THAT(
      in_contract("Save for the limits of Clause 3 nothing shall bind the Agent."),
      ElementsAre("Save for|the limits of Clause 3|nothing shall bind the Agent|exception"));
  EXPECT_THAT(in_contract("The law of Bern governs, excluding its conflict rules and excluding the "
                          "sales convention."),
              ElementsAre("excluding|its conflict rules|The law of Bern governs|exception",
                          "excluding|the sales convention|The law of Bern governs|exception"));
}

TEST(EnglishProvisos, NotwithstandingTheForegoingLooksBack) {
  EXPECT_THAT(
      in_contract("The Agent may sell. SPARES: Notwithstanding the foregoing, spares stay."),
      ElementsAre("Notwithstanding|spares stay|The Agent may sell|priority"));
  EXPECT_THAT(
      in_contract("Notwithstanding Clause 3, the Agent will, except at night, answer all calls."),
      ElementsAre("Notwithstanding|the Agent will, except at night, answer all calls|Clause 3|"
                  "priority",
                  "except|at night|answer all calls|exception"));
  EXPECT_THAT(in_contract("Goods may be subject to export control. Data is public other than "
                          "through a breach."),
              IsEmpty());
}

TEST(EnglishProvisos, NothingInAClauseLeavesARightUntouched) {
  EXPECT_THAT(in_contract("Nothing in this Clause shall exclude or limit either party's liability "
                          "for fraud."),
              ElementsAre("Nothing|either party's liability for fraud|this Clause|reservation"));
  EXPECT_THAT(in_contract("Nothing contained herein shall be construed to restrict the Buyer's "
                          "right to claim damages."),
              ElementsAre("Nothing|the Buyer's right to claim damages|herein|reservation"));
  // Said by "provided that" already; and a clause that makes nobody a partner limits no rule.
  EXPECT_THAT(in_contract("The Seller may sell, provided that nothing in this Clause limits the "
                          "rights of the Buyer."),
              ElementsAre("provided that|nothing in this Clause limits the rights of the Buyer|"
                          "The Seller may sell|reservation"));
  EXPECT_THAT(in_contract("Nothing in this Agreement creates a partnership."), IsEmpty());
}

TEST(EnglishProvisos, WhatALeaseProvidedIsToldAndLimitsNothing) {
  EXPECT_THAT(in_contract("The former lease provided that rent was due weekly."), IsEmpty());
  EXPECT_THAT(
      in_contract("The charter provided that the master was free to wait unless ice set in."),
      ElementsAre("unless|ice set in|the master was free to wait|exception"));
  EXPECT_THAT(said("The policy provided that the insurer may appoint counsel.",
                   segmenter::Kind::kEnJudgment, segmenter::Tag::kAnalysis),
              IsEmpty());
  EXPECT_THAT(in_contract("Use of the yard at night provided that the Tenant locks the gate."),
              ElementsAre("provided that|the Tenant locks the gate|Use of the yard at night|"
                          "condition"));
}

TEST(EnglishProvisos, ACommaInsideANumberEndsNothing) {
  EXPECT_THAT(
      in_contract("The Insurer pays to the extent of $12,500, and the Owner shall bear it."),
      ElementsAre("to the extent|of $12,500|The Insurer pays|limit"));
  EXPECT_THAT(in_contract("Subject to a fee of 1,250 euros, the Agent may sell."),
              ElementsAre("Subject to|a fee of 1,250 euros|the Agent may sell|priority"));
}

TEST(EnglishProvisos, AClauseThatIsSpokenOfIsNoNumberOfItsOwn) {
  EXPECT_THAT(in_contract("6.3 Section 6.1 does not apply to samples."),
              ElementsAre("does not apply|samples|Section 6.1|exception"));
  EXPECT_THAT(in_contract("Section 6. The Buyer may inspect the goods unless they are sealed."),
              ElementsAre("unless|they are sealed|The Buyer may inspect the goods|exception"));
}

TEST(EnglishProvisos, APermissionAfterAProhibitionIsAnException) {
  EXPECT_THAT(in_contract("The Tenant shall not keep animals, provided that a cat may be kept."),
              ElementsAre("provided that|a cat may be kept|The Tenant shall not keep animals|"
                          "exception"));
  EXPECT_THAT(in_contract("The Tenant may keep a cat, provided that the Owner may inspect it."),
              ElementsAre("provided that|the Owner may inspect it|The Tenant may keep a cat|"
                          "condition"));
  EXPECT_THAT(in_contract("The Tenant shall not sublet, provided that rent shall be paid."),
              ElementsAre("provided that|rent shall be paid|The Tenant shall not sublet|"
                          "condition"));
}

TEST(EnglishProvisos, EnglishSeriesEndWithTheirLastMember) {
  EXPECT_THAT(in_contract("The Seller shall deliver any tool other than the saw, the drill and the "
                          "lamp."),
              ElementsAre("other than|the saw, the drill and the lamp|any tool|exception"));
  EXPECT_THAT(in_contract("Except as required by law, regulation or court order, or as the Buyer "
                          "directs, the Agent shall keep the records secret."),
              ElementsAre("Except as|required by law, regulation or court order, or as the Buyer "
                          "directs|the Agent shall keep the records secret|exception"));
  EXPECT_THAT(in_contract("Rent is due on each day (excluding Sundays, feasts and fairs), and no "
                          "set-off is allowed."),
              ElementsAre("excluding|Sundays, feasts and fairs|each day|exception"));
}

TEST(EnglishProvisos, AnEnglishClauseEndsWhereAnotherRuleBegins) {
  EXPECT_THAT(in_contract("No sale binds unless the Board has agreed and the Agent has signed, and "
                          "no gift shall bind at all."),
              ElementsAre("unless|the Board has agreed and the Agent has signed|No sale binds|"
                          "exception"));
  EXPECT_THAT(
      in_contract("The lease ends to the extent permitted by law without prejudice to "
                  "accrued rent."),
      ElementsAre("to the extent|permitted by law|The lease ends|limit",
                  "without prejudice to|accrued rent|The lease ends to the extent permitted "
                  "by law|reservation"));
  EXPECT_THAT(in_contract("The Buyer may sell, except that the Buyer shall keep the seal, and "
                          "provided that it reports."),
              ElementsAre("except that|the Buyer shall keep the seal|The Buyer may sell|exception",
                          "provided that|it reports|the Buyer shall keep the seal|condition"));
}

TEST(EnglishProvisos, OtherThanNarrowsTheNounThatItRepeats) {
  EXPECT_THAT(in_contract("\"Later Goods\" means Goods, other than First Goods, sold in May."),
              ElementsAre("other than|First Goods|Goods|exception"));
  EXPECT_THAT(in_contract("The Seller may buy oil from sources other than the Mill."),
              ElementsAre("other than|the Mill|sources|exception"));
  EXPECT_THAT(in_contract("The Agent may use the seal for no purpose other than to sign."),
              ElementsAre("other than|to sign|no purpose|exception"));
  EXPECT_THAT(in_contract("No title passes to the Agent other than as stated herein."),
              ElementsAre("other than|as stated herein|No title passes to the Agent|exception"));
}

TEST(EnglishProvisos, HeadingsAndListMarksAreNoPartOfARule) {
  EXPECT_THAT(in_contract("NOTICES Any notice shall be in writing unless the Buyer waives it."),
              ElementsAre("unless|the Buyer waives it|Any notice shall be in writing|exception"));
  EXPECT_THAT(in_contract("It is hereby agreed that the Agent may sell, subject to Clause 3."),
              ElementsAre("subject to|Clause 3|the Agent may sell|priority"));
  EXPECT_THAT(in_contract("The Agent (a) will keep the books, and (b) will not show them except as "
                          "agreed, and (c) will sell."),
              ElementsAre("except as|agreed|will not show them|exception"));
  EXPECT_THAT(in_contract("Except as agreed, and unless the Buyer objects, the Agent may sell."),
              ElementsAre("Except as|agreed|the Agent may sell|exception",
                          "unless|the Buyer objects|the Agent may sell|exception"));
  EXPECT_THAT(in_contract("The Seller sells. The foregoing notwithstanding, the Buyer may refuse."),
              ElementsAre("notwithstanding|the Buyer may refuse|The Seller sells|priority"));
}

TEST(EnglishProvisos, WhatOneIsExposedToIsNoLimit) {
  EXPECT_THAT(
      in_contract("Due dates are subject to delay if the Buyer is late under this Agreement."),
      IsEmpty());
  EXPECT_THAT(in_contract("The fine is due according to the extent of the damage."), IsEmpty());
  EXPECT_THAT(in_contract("It is hereby provided that the Seller may rely on the list."),
              IsEmpty());
}

TEST(EnglishProvisos, AnInnerBracketEndsNothing) {
  EXPECT_THAT(
      in_contract("The Buyer may refuse the goods (except such goods (if any) as it used)."),
      ElementsAre("except|such goods (if any) as it used|the goods|exception"));
  EXPECT_THAT(in_contract("Any reference to days means working days unless holidays are named."),
              ElementsAre("unless|holidays are named|Any reference to days means working days|"
                          "exception"));
}

TEST(EnglishProvisos, ABrokenInSubjectToIsALimit) {
  EXPECT_THAT(in_contract("The Seller, subject to its powers, has signed the list."),
              ElementsAre("subject to|its powers|has signed the list|priority"));
  EXPECT_THAT(in_contract("The Seller may, for any reason other than a strike, refuse the goods."),
              ElementsAre("other than|a strike|any reason|exception"));
  EXPECT_THAT(in_contract("The party shall tell the other party of use by any person or firm other "
                          "than the parties to this Lease."),
              ElementsAre("other than|the parties to this Lease|any person or firm|exception"));
}

TEST(EnglishProvisos, TheKindOfAConditionIsItsOwnWhateverStandsInIt) {
  EXPECT_THAT(in_contract("The Buyer may leave, provided that it gives at least ten days' notice."),
              ElementsAre("provided that|it gives at least ten days' notice|The Buyer may leave|"
                          "condition"));
  EXPECT_THAT(in_contract("The Seller may raise the price, provided that the rise shall not exceed "
                          "two per cent."),
              ElementsAre("provided that|the rise shall not exceed two per cent|The Seller may "
                          "raise the price|limit"));
  EXPECT_THAT(in_contract("The Agent shall not sell, provided, however, that the Agent may, in a "
                          "strike, use the stock."),
              ElementsAre("provided, however, that|the Agent may, in a strike, use the stock|The "
                          "Agent shall not sell|exception"));
}

TEST(EnglishProvisos, AConditionLimitsBothHalvesOfADenial) {
  EXPECT_THAT(in_contract("No right may be sold, nor may any duty be passed on, provided that the "
                          "Seller may, without consent, transfer the stock."),
              ElementsAre("provided that|the Seller may, without consent, transfer the stock|No "
                          "right may be sold, nor may any duty be passed on|exception"));
  EXPECT_THAT(in_contract("The Agent shall return the papers, provided that the duty of secrecy "
                          "shall continue in full force."),
              ElementsAre("provided that|the duty of secrecy shall continue in full force|The "
                          "Agent shall return the papers|reservation"));
}

TEST(EnglishProvisos, ASeriesOfAnyLengthEndsWithItsLastMember) {
  EXPECT_THAT(
      in_contract("No party is liable to the extent it is hindered by causes including fires, "
                  "floods, wars, riots, storms, frosts, strikes, accidents, embargoes, "
                  "blockades, explosions, labor disputes, acts of a state, and other acts."),
      ElementsAre("to the extent|it is hindered by causes including fires, floods, wars, "
                  "riots, storms, frosts, strikes, accidents, embargoes, blockades, "
                  "explosions, labor disputes, acts of a state, and other acts|No party is "
                  "liable|limit"));
}

TEST(EnglishProvisos, AClassThatTheSubjectNamesIsNarrowed) {
  EXPECT_THAT(in_contract("All notices, except notices of default, may be sent by telex."),
              ElementsAre("except|notices of default|All notices|exception"));
  EXPECT_THAT(in_contract("The Seller shall, except in a strike, deliver weekly."),
              ElementsAre("except|in a strike|deliver weekly|exception"));
  EXPECT_THAT(in_contract("Any use other than that stated in Clause 2 is a breach."),
              ElementsAre("other than|that stated in Clause 2|Any use|exception"));
  EXPECT_THAT(in_contract("The price is that of the whole machine, without excluding any part."),
              IsEmpty());
}

}  // namespace
}  // namespace proviso::tasks
