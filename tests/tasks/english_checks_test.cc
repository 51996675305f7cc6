// What the checks tell of English judgments, and where they keep silent. All judgments are
// invented.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "segmenter/segmenter.h"
#include "tasks/checks/checks.h"

namespace proviso::tasks {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;

constexpr std::string_view kAccident = R"text(IN THE HIGH COURT OF JUSTICE
KING'S BENCH DIVISION
[2031] EWHC 412 (KB)
Claim No. QB-2029-001122
Royal Courts of Justice
Strand, London, WC2A 2LL
Date: 14 March 2031
Before:
MR JUSTICE ALDERTON
Between:
MARIN FALLOW
Claimant
- and -
(1) TIDEWELL HAULAGE LIMITED
(2) OSRIC BANE
Defendants
Ms Petra Lang (instructed by Hale & Co) for the Claimant
Mr Ivo Reed (instructed by Dunmore LLP) for the Defendants
Hearing dates: 3 to 5 March 2031
JUDGMENT
Mr Justice Alderton:
Introduction
1. This is a claim for damages for personal injury arising from a collision on 6 May 2028.
2. The Claimant was riding a bicycle when the Second Defendant, driving a lorry of the First Defendant, turned across her path.
3. Liability is in dispute. The Defendants say that the Claimant rode through a red light.
The facts
4. I find that the lights were green for the Claimant, for the reasons given by the witness Mr Orme.
5. The Second Defendant did not look into his mirror. The First Defendant accepts that it is liable for his driving.
6. The Claimant broke her leg and was off work for nine months.
The law
7. A driver who turns across the path of another must make sure that it is clear.
Discussion
8. As I have found in paragraph 4 above, the lights were green. The Second Defendant was negligent.
9. The Claimant's claim succeeds against both Defendants.
Damages
10. I award £45,000 for pain and suffering, £12,000 for loss of earnings and £8,000 for care, a total of £65,000.
11. Interest on special damages runs at 4% a year from 6 May 2028.
Costs
12. The Defendant must pay the Claimant's costs on the standard basis.
Conclusion
13. There will be judgment for the Claimant in the sum of £65,000.
Order
1. The Defendant shall pay the Claimant the sum of £65,000 by 4 April 2031.
2. The Defendant shall pay interest at 4% a year from 6 May 2028.
3. The Defendant shall pay the Claimant's costs.
4. The First Defendant and the Second Defendant are jointly liable.
)text";

constexpr std::string_view kAppeal = R"text(Neutral Citation Number: [2032] EWCA Civ 77
IN THE COURT OF APPEAL (CIVIL DIVISION)
ON APPEAL FROM THE COUNTY COURT AT HARWICK
Royal Courts of Justice
Date: 2 February 2032
Before:
LORD JUSTICE PENROW
LADY JUSTICE ASHBY
LORD JUSTICE CRANE
Between:
BELLWEATHER HOMES LIMITED
Appellant
- and -
THEA MORROW
Respondent
Mr Saul Grant for the Appellant
Ms Una Fairley for the Respondent
Approved Judgment
Lord Justice Penrow:
1. This is an appeal against the order of Judge Teal by which she ordered the Appellant to repay a deposit of £30,000.
Background
2. On 1 June 2029 the Respondent agreed to buy a house and paid a deposit of £30,000.
3. On 9 September 2029 the Appellant rescinded the contract.
4. The judge held that time had not been made of the essence.
The grounds of appeal
5. The Appellant says that the notice of 20 August 2029 made time of the essence.
Discussion
6. The notice gave the Respondent five days. The contract, as I have set out in paragraph 2 above, required ten.
7. A notice that gives less than the contract requires is of no effect.
8. The judge was right for the reasons that she gave.
Conclusion
9. I would dismiss the appeal. The Appellant must pay the Respondent's costs of the appeal.
Lady Justice Ashby:
10. I agree.
Lord Justice Crane:
11. I also agree.
Order
1. The appeal is dismissed.
2. The Appellant shall pay the Respondent's costs of the appeal.
)text";

constexpr std::string_view kDebt = R"text(IN THE COUNTY COURT AT DUNFORD
Claim No. D00DF123
Date: 20 October 2030
Before:
HIS HONOUR JUDGE WICKS
Between:
CALDER TIMBER LIMITED
Claimant
- and -
JORY BUILDERS LIMITED
Defendant
Ms Wren for the Claimant
Mr Pike for the Defendant
JUDGMENT
1. The Claimant claims £48,500 as the price of timber.
2. The timber was delivered under five invoices between 3 January 2029 and 7 June 2029.
3. The Defendant says that part of the timber was wet.
4. I heard Mr Calder and Mr Jory, who gave evidence for the parties.
5. I prefer the evidence of Mr Calder. The timber was dry when it was delivered.
6. The invoices are these:
Invoice 101: £10,000
Invoice 102: £9,500
Invoice 103: £12,000
Invoice 104: £8,000
Invoice 105: £9,000
Total: £48,500
7. The Defendant has no defence to any of them, as paragraph 5 above shows.
8. The Claimant is entitled to judgment for the whole sum of £48,500.
9. Interest is payable at 8% a year from 7 June 2029.
10. The Defendant must pay the Claimant's costs, which I assess at £6,200.
Order
1. The Defendant shall pay the Claimant £48,500.
2. The Defendant shall pay interest on that sum at 8% a year from 7 June 2029.
3. The Defendant shall pay the Claimant's costs, assessed at £6,200.
)text";

constexpr std::string_view kDismissal = R"text(EMPLOYMENT TRIBUNALS
Case Number: 2401234/2030
Claimant: Ms A Corrin
Respondent: Lowmoor Textiles Limited
Heard at: Manchester
On: 8 and 9 April 2030
Before: Employment Judge Hartle
RESERVED JUDGMENT
1. The complaint of unfair dismissal is well founded and succeeds.
2. The Respondent shall pay the Claimant the sum of £18,400.
REASONS
1. The Claimant was employed by the Respondent as a weaver from 2 May 2019 until 30 November 2029.
2. She was dismissed for misconduct.
3. The Respondent held no hearing before it dismissed her.
4. No reasonable employer would have dismissed her without a hearing.
5. It follows that the dismissal was unfair. The Claimant's claim succeeds.
6. The basic award is £5,400 and the compensatory award is £13,000, a total of £18,400.
7. For the reasons in paragraph 3 above, there is no reduction.
)text";

// "kind: explanation" of each finding.
std::vector<std::string> told_of(std::string_view judgment) {
  const std::string text(judgment);
  const segmenter::Structure structure = segmenter::read_structure(text);
  EXPECT_EQ(structure.kind, segmenter::Kind::kEnJudgment);
  std::vector<std::string> told;
  for (const Finding& each : run_checks(text, structure))
    told.push_back(each.kind + ": " + each.explanation);
  return told;
}

std::string changed(std::string_view judgment, std::string_view from, std::string_view to) {
  std::string text(judgment);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

auto says(const std::string& words) {
  return Contains(::testing::HasSubstr(words));
}

TEST(EnglishJudgment, SaysNothingOfJudgmentsThatAgree) {
  for (const std::string_view judgment : {kAccident, kAppeal, kDebt, kDismissal})
    EXPECT_THAT(told_of(judgment), IsEmpty());
}

TEST(EnglishJudgment, TheOrderFollowsTheReasons) {
  EXPECT_THAT(told_of(changed(kAppeal, "1. The appeal is dismissed.", "1. The appeal is allowed.")),
              says("outcome: “The appeal is allowed” here"));
  EXPECT_THAT(told_of(changed(kAppeal, "2. The Appellant shall pay the Respondent's costs",
                              "2. The Respondent shall pay the Appellant's costs")),
              says("role: Here the respondent pays the appellant's costs"));
  EXPECT_THAT(told_of(changed(kAccident, "1. The Defendant shall pay the Claimant the sum",
                              "1. The Claimant shall pay the Defendant the sum")),
              says("role: The claimant has won by the reasons"));
  EXPECT_THAT(told_of(changed(kAccident, "and the Second Defendant are jointly",
                              "and the Third Defendant are jointly")),
              says("unknown_party: The Third Defendant"));
}

TEST(EnglishJudgment, TheSumsOrderedAreThoseOfTheReasons) {
  EXPECT_THAT(told_of(changed(kAccident, "pay the Claimant the sum of £65,000 by",
                              "pay the Claimant the sum of £56,000 by")),
              says("amount: £56,000 is ordered, but £65,000 is awarded"));
  EXPECT_THAT(told_of(changed(kDebt, "1. The Defendant shall pay the Claimant £48,500",
                              "1. The Defendant shall pay the Claimant £54,700")),
              IsEmpty())
      << "with the costs";
  EXPECT_THAT(told_of(changed(kDebt, "costs, assessed at £6,200", "costs, assessed at £2,600")),
              says("amount: Costs are £2,600 here"));
  EXPECT_THAT(told_of(changed(kDebt, "interest on that sum at 8%", "interest on that sum at 6%")),
              says("interest: Interest is at 6% here"));
  EXPECT_THAT(told_of(changed(kDismissal, "pay the Claimant the sum of £18,400",
                              "pay the Claimant the sum of £14,800")),
              says("amount: £14,800 is ordered"));
}

TEST(EnglishJudgment, HeadsMakeTheirTotal) {
  EXPECT_THAT(told_of(changed(kAccident, "£12,000 for loss", "£21,000 for loss")),
              says("sum: The parts make £74,000"));
  EXPECT_THAT(told_of(changed(kDebt, "Invoice 103: £12,000", "Invoice 103: £11,000")),
              says("sum: The parts make £47,500"));
}

// A paragraph of the background that says more.
std::vector<std::string> told_with(std::string_view sentence) {
  return told_of(
      changed(kAppeal, "of the essence.\n", "of the essence. " + std::string(sentence) + "\n"));
}

TEST(EnglishJudgment, InstalmentsMakeTheYear) {
  EXPECT_THAT(told_with("The rent was £36,000 a year, payable by equal quarterly instalments of "
                        "£9,000."),
              IsEmpty());
  EXPECT_THAT(told_with("The rent was £36,000 a year, payable by equal quarterly instalments of "
                        "£6,000."),
              says("amount: 4 quarterly payments of £6,000 make £24,000, not £36,000"));
}

TEST(EnglishJudgment, ATermOfYearsEndsAfterThem) {
  EXPECT_THAT(
      told_with("It let the yard for a term of five years from 1 May 2024 to 30 April 2029."),
      IsEmpty());
  EXPECT_THAT(
      told_with("It let the yard for a term of five years from 1 May 2024 to 30 April 2031."),
      says("date: A term of five years from 1 May 2024"));
}

TEST(EnglishJudgment, YearsOfServiceAreThoseWorked) {
  const auto of = [](std::string_view years) {
    return told_with(
        "Mr Teel was employed as a porter from 4 March 2013 until 10 June 2021. He had " +
        std::string(years) + " complete years of service.");
  };
  EXPECT_THAT(of("eight"), IsEmpty());
  EXPECT_THAT(of("nine"), says("date: From 4 March 2013 to 10 June 2021 are 8 complete years"));
}

TEST(EnglishJudgment, PartsAndSharesMakeTheAward) {
  const auto of = [](std::string_view basic, std::string_view share) {
    return told_with("The tribunal awarded £20,240. The award was made up of a basic award of " +
                     std::string(basic) +
                     " and a compensatory award of £14,000. The deduction for contribution is " +
                     std::string(share) + ". The award is reduced to £16,192.");
  };
  EXPECT_THAT(of("£6,240", "20%"), IsEmpty());
  EXPECT_THAT(of("£6,420", "20%"), says("sum: The parts make £20,420, but the whole is £20,240"));
  EXPECT_THAT(of("£6,240", "25%"), says("share: £16,192 is £20,240 less 20%, not less 25%"));
}

TEST(EnglishJudgment, AShareOfAClaimIsWhatIsLeft) {
  const auto of = [](std::string_view part) {
    return told_with("Repairs were claimed at £40,000. There is betterment of one " +
                     std::string(part) + ". I allow £30,000.");
  };
  EXPECT_THAT(of("quarter"), IsEmpty());
  EXPECT_THAT(of("fifth"), says("amount: £40,000 less that share is £32,000"));
}

TEST(EnglishJudgment, AGroundThatFailsAllowsNoAppeal) {
  const auto of = [](std::string_view first, std::string_view second) {
    std::string text =
        changed(kAppeal, "8. The judge was right for the reasons that she gave.",
                "8. Ground 1 " + std::string(first) + ". Ground 2 " + std::string(second) + ".");
    text = changed(text, "9. I would dismiss the appeal.",
                   "9. I would allow the appeal on Ground 2 only.");
    return told_of(
        changed(text, "1. The appeal is dismissed.", "1. The appeal is allowed in part."));
  };
  EXPECT_THAT(of("fails", "succeeds"), IsEmpty());
  EXPECT_THAT(of("fails", "fails"), says("outcome: “allow the appeal on Ground 2 only” here"));
}

TEST(EnglishJudgment, AParagraphBeyondTheLastIsTold) {
  EXPECT_THAT(told_of(changed(kAccident, "in paragraph 4 above", "in paragraph 24 above")),
              says("cross_reference: paragraph 24 does not exist"));
}

TEST(EnglishJudgment, MonthsAtARateMakeTheirTotal) {
  const auto of = [](std::string_view total) {
    return told_with("A van was hired for seven months at £480 per month, a total of " +
                     std::string(total) + ".");
  };
  EXPECT_THAT(of("£3,360"), IsEmpty());
  EXPECT_THAT(of("£3,630"), says("sum: By the judgment's own figures this is £3,360, not £3,630"));
  EXPECT_THAT(told_with("Two rooms were let, one for five months at £300 per month and one for "
                        "four months at £450 per month, a total of £3,300."),
              IsEmpty());
}

TEST(EnglishJudgment, SoMuchEachMakesThePrice) {
  const auto of = [](std::string_view price) {
    return told_with("He worked 240 hours on the roof. I allow £35 per hour, or " +
                     std::string(price) + ".");
  };
  EXPECT_THAT(of("£8,400"), IsEmpty());
  EXPECT_THAT(of("£5,000"), IsEmpty()) << "perhaps for another number of hours";
  EXPECT_THAT(of("£8,100"), says("sum: By the judgment's own figures this is £8,400"));
}

TEST(EnglishJudgment, PrintedSumsAreRight) {
  EXPECT_THAT(told_with("The loss is £7,250 + £1,180 (survey) - £430 = £8,000."), IsEmpty());
  EXPECT_THAT(told_with("The loss is £7,250 + £1,180 (survey) - £430 = £8,900."),
              says("sum: By the judgment's own figures this is £8,000, not £8,900"));
  EXPECT_THAT(told_with("He lost £6,100 (£9,400 less £3,300)."), IsEmpty());
  EXPECT_THAT(told_with("He lost £1,600 (£9,400 less £3,300)."),
              says("sum: By the judgment's own figures this is £6,100"));
}

TEST(EnglishJudgment, ADifferenceIsWhatIsLeft) {
  EXPECT_THAT(told_with("The price was £52,300, less £4,900 for snagging, which leaves £47,400."),
              IsEmpty());
  EXPECT_THAT(told_with("The price was £52,300, less £4,900 for snagging, which leaves £44,700."),
              says("sum: By the judgment's own figures this is £47,400"));
  EXPECT_THAT(told_with("Setting the £4,900 against the £52,300 leaves £57,200."),
              says("sum: By the judgment's own figures this is £47,400"));
  EXPECT_THAT(told_with("The rent rose from £1,150 to £1,325, an increase of £175."), IsEmpty());
  EXPECT_THAT(told_with("The rent rose from £1,150 to £1,325, an increase of £275."),
              says("sum: By the judgment's own figures this is £175"));
  EXPECT_THAT(told_with("The price was £52,300, less £4,900, which leaves approximately £47,000."),
              IsEmpty());
}

TEST(EnglishJudgment, ASharePrintedIsThatShare) {
  EXPECT_THAT(told_with("He paid £9,200, which was 40% of £23,000."), IsEmpty());
  EXPECT_THAT(told_with("He paid £9,200, which was 45% of £23,000."),
              says("sum: By the judgment's own figures this is £10,350, not £9,200"));
  EXPECT_THAT(told_with("The price was £64,800. He paid £12,960, being 20% of the price."),
              IsEmpty());
  EXPECT_THAT(told_with("The price was £64,800. He paid £19,260, being 20% of the price."),
              says("sum: By the judgment's own figures this is £12,960"));
  EXPECT_THAT(told_with("I allow half of the invoice of £7,300."), IsEmpty());
  EXPECT_THAT(told_with("I assess his share at one fifth, that is 25%."),
              says("share: “one fifth” is not 25%"));
}

TEST(EnglishJudgment, ContributionIsTakenOffAndSharesMakeTheWhole) {
  EXPECT_THAT(told_with("Reduced by 30% for contributory negligence, £44,000 becomes £30,800."),
              IsEmpty());
  EXPECT_THAT(told_with("Reduced by 30% for contributory negligence, £44,000 becomes £38,000."),
              says("sum: By the judgment's own figures this is £30,800"));
  EXPECT_THAT(told_with("I put his share at 35%. The Respondent bears the remaining 65%."),
              IsEmpty());
  EXPECT_THAT(told_with("I put his share at 35%. The Respondent bears the remaining 75%."),
              says("share: The shares make 110%"));
  EXPECT_THAT(told_with("Mr Poole was 20% to blame, Mr Hart 50% to blame and the firm 30%."),
              IsEmpty());
  EXPECT_THAT(told_with("Mr Poole was 20% to blame, Mr Hart 50% to blame and the firm 40%."),
              says("share: The shares make 110%"));
}

// A judgment without an order: its conclusion is compared.
std::string concluding() {
  return changed(
      kDebt,
      "Order\n1. The Defendant shall pay the Claimant £48,500.\n2. The Defendant "
      "shall pay interest on that sum at 8% a year from 7 June 2029.\n3. The "
      "Defendant shall pay the Claimant's costs, assessed at £6,200.\n",
      "Conclusion\n11. There will be judgment for the Claimant for £48,500, with interest "
      "at 8% a year.\n12. The Defendant must pay £6,200 for costs.\n");
}

TEST(EnglishJudgment, AConclusionIsHeldAgainstTheFindingsToo) {
  EXPECT_THAT(told_of(concluding()), IsEmpty());
  EXPECT_THAT(told_of(changed(concluding(), "Claimant for £48,500", "Claimant for £45,800")),
              says("amount: £45,800 is ordered, but £48,500 is found"));
  EXPECT_THAT(told_of(changed(concluding(), "interest at 8% a year.", "interest at 6% a year.")),
              says("interest: Interest is at 6% here, at 8% in the reasons"));
  EXPECT_THAT(told_of(changed(concluding(), "pay £6,200 for costs", "pay £2,600 for costs")),
              says("amount: £2,600 is ordered, but £6,200 is found"));
  // With the costs it is another sum.
  EXPECT_THAT(told_of(changed(concluding(), "Claimant for £48,500", "Claimant for £54,700")),
              IsEmpty());
}

TEST(EnglishJudgment, WhoHasWonPaysNoCosts) {
  const std::string loses = changed(concluding(), "12. The Defendant must pay £6,200 for costs.",
                                    "12. The Claimant must pay the Defendant's costs.");
  EXPECT_THAT(told_of(changed(loses,
                              "10. The Defendant must pay the Claimant's costs, which I "
                              "assess at £6,200.",
                              "10. I turn to the result.")),
              says("role: Who has won pays the costs here"));
}

TEST(EnglishJudgment, OnlyWhoClaimsHasAClaim) {
  const auto of = [](std::string_view whose, std::string_view more) {
    return told_of(changed(kAppeal, "1. The appeal is dismissed.",
                           "1. The appeal is dismissed. The " + std::string(whose) +
                               "'s claim is dismissed." + std::string(more)));
  };
  EXPECT_THAT(of("Claimant", ""), IsEmpty());
  const std::string claim = changed(kAccident, "4. The First Defendant and",
                                    "4. The Defendant's claim is dismissed.\n5. The First "
                                    "Defendant and");
  EXPECT_THAT(told_of(claim), says("role: The defendant has made no claim"));
  EXPECT_THAT(told_of(changed(claim, "3. Liability is in dispute.",
                              "3. Liability is in dispute. There is a counterclaim.")),
              IsEmpty());
}

TEST(EnglishJudgment, AnAppealWhoseGroundsAllFailIsNotAllowed) {
  const auto of = [](std::string_view second) {
    const std::string text =
        changed(changed(kAppeal, "8. The judge was right for the reasons that she gave.",
                        "8. Ground 1 fails. Ground 2 " + std::string(second) + "."),
                "9. I would dismiss the appeal.", "9. I would allow the appeal.");
    return told_of(changed(text, "1. The appeal is dismissed.", "1. The appeal is allowed."));
  };
  EXPECT_THAT(of("succeeds"), IsEmpty());
  EXPECT_THAT(of("is well founded"), IsEmpty());
  EXPECT_THAT(of("does not arise"), says("outcome: “The appeal is allowed” here"));
}

TEST(EnglishJudgment, APaperHasOneDay) {
  const auto of = [](std::string_view day, std::string_view more) {
    return told_of(changed(changed(kAppeal, "5. The Appellant says",
                                   "5. By clause 3 of the contract of " + std::string(day) +
                                       " the price was fixed. The Appellant says"),
                           "4. The judge held",
                           "4. " + std::string(more) +
                               "The building contract was made on 17 March 2028. The judge held"));
  };
  EXPECT_THAT(of("17 March 2028", ""), IsEmpty());
  EXPECT_THAT(of("27 March 2028", ""), says("date: The contract is of 27 March 2028 here"));
  EXPECT_THAT(of("27 March 2028", "A further contract followed. "), IsEmpty());
  EXPECT_THAT(of("4 May 2028", ""), IsEmpty());
}

TEST(EnglishJudgment, TwoPapersHaveTheirOwnDays) {
  EXPECT_THAT(told_with("By the lease of 4 June 2028 he let the shop; by the lease of 14 June 2028 "
                        "he let the yard."),
              IsEmpty());
}

TEST(EnglishJudgment, OfSeveralAccidentsEachHasItsShares) {
  EXPECT_THAT(told_with("Mr Poole was 20% to blame for the first fall, 50% to blame for the second "
                        "and 10% to blame for the third."),
              IsEmpty());
}

TEST(EnglishJudgment, GoodsAtARateMakeWhatWasPaid) {
  EXPECT_THAT(told_with("A barn was let at £700 per month for 14 months, £9,800 in all."),
              IsEmpty());
  EXPECT_THAT(told_with("A barn was let at £700 per month for 14 months, £8,900 in all."),
              says("sum: By the judgment's own figures this is £9,800"));
  EXPECT_THAT(told_with("He sold 45 crates of plums at £18 a crate and received £810."), IsEmpty());
  EXPECT_THAT(told_with("He sold 45 crates of plums at £18 a crate and received £180."),
              says("sum: By the judgment's own figures this is £810"));
  EXPECT_THAT(told_with("He sold 45 crates of plums at £18 a crate and received £500."), IsEmpty())
      << "perhaps on account";
}

TEST(EnglishJudgment, TwoSumsMakeTheirSum) {
  EXPECT_THAT(told_with("The heads are £41,230 and £2,650, which makes £43,880."), IsEmpty());
  EXPECT_THAT(told_with("The heads are £41,230 and £2,650, which makes £48,380."),
              says("sum: By the judgment's own figures this is £43,880"));
}

TEST(EnglishJudgment, FractionsAreReadWhole) {
  EXPECT_THAT(told_with("They hold two-fifths, being 40%, of the shares."), IsEmpty());
  EXPECT_THAT(told_with("He bears three quarters, or 75%, of the loss."), IsEmpty());
  EXPECT_THAT(told_with("Three of the four payments of £6,000 were made, less £500 for charges, "
                        "leaving £17,500."),
              IsEmpty());
}

TEST(EnglishJudgment, NumbersOfInstrumentsAreNoSums) {
  EXPECT_THAT(told_of(changed(kAppeal, "The judge was right",
                              "By the Regulations 1987 (SI 1987/1967) the judge was right")),
              IsEmpty());
}

TEST(EnglishJudgment, ACounterclaimOrSeveralAppealsExplainTheDifference) {
  EXPECT_THAT(
      told_of(changed(changed(kAppeal, "1. The appeal is dismissed.", "1. The appeal is allowed."),
                      "8. The judge was right", "8. On the cross-appeal the judge was right")),
      IsEmpty());
}

}  // namespace
}  // namespace proviso::tasks
