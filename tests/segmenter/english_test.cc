// What holds of English-language judgments beyond the invented documents of tests/golden/structure.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "segmenter/english/judgment.h"
#include "segmenter/english/lines.h"
#include "segmenter/english/numbering.h"

namespace proviso::segmenter::english {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kHead =
    "Neutral Citation Number: [2031] EWHC 9002 (Ch)\nIN THE HIGH COURT OF JUSTICE\nBetween:\n"
    "ORLA FINCHAM\nClaimant\n- and -\nWICKET LIMITED\nDefendant\nJUDGMENT\nMR JUSTICE SALLOW:\n";

std::vector<std::uint32_t> numbers(std::string_view text) {
  std::vector<std::uint32_t> out;
  for (const NumberedLine& p : numbered_paragraphs(text, lines_of(text))) out.push_back(p.number);
  return out;
}

std::vector<std::string> paragraphs(const Structure& structure) {
  std::vector<std::string> out;
  for (const Item& item : structure.items) {
    if (item.kind == ItemKind::kParagraph) out.push_back(item.number);
  }
  return out;
}

TEST(Numbering, RunsOnBehindAQuotationThatHasNumbersOfItsOwn) {
  EXPECT_THAT(
      numbers("1. The lease began in May.\n2. Clause 4 provides:\n3. No pets.\n4. No birds.\n"
              "3. The tenant kept a parrot.\n4. The landlord minded.\n5. He sued."),
      ElementsAre(1, 2, 3, 4, 5));
  const std::string text =
      "1. The lease began.\n2. Clause 4 provides:\n3. No pets.\n4. No birds.\n3. A parrot was "
      "kept.\n"
      "4. He minded.\n";
  const auto read = numbered_paragraphs(text, lines_of(text));
  ASSERT_EQ(read.size(), 4u);
  EXPECT_EQ(read[2].line, 4u) << "the third paragraph is not the quoted third clause";
}

TEST(Numbering, KeepsANumberGivenTwiceAndOneThatFellBack) {
  EXPECT_THAT(
      numbers("1. One thing happened.\n2. Then another.\n2. Then a third.\n3. And so on.\n"
              "4. It went on.\n3. The count fell back.\n4. It went on again.\n5. It ended."),
      ElementsAre(1, 2, 2, 3, 4, 3, 4, 5));
}

TEST(Numbering, PassesOverANumberThatTheReadingLost) {
  EXPECT_THAT(numbers("1. One.\n2. Two.\nThree.\n4. Four.\n5. Five.\n6. Six."),
              ElementsAre(1, 2, 4, 5, 6));
}

TEST(Numbering, TakesSquareBracketsAndBareNumbers) {
  EXPECT_THAT(numbers("[1] One.\n[2] Two.\n[3] Three."), ElementsAre(1, 2, 3));
  EXPECT_THAT(numbers("1 The first.\n2 The second.\n3 The third."), ElementsAre(1, 2, 3));
}

TEST(Numbering, IsNotAListInOnePlaceNorNotes) {
  std::string text(3000, 'x');
  text += "\nThree things matter:\n1. This.\n2. That.\n3. The other.\n" + std::string(9000, 'y');
  EXPECT_THAT(numbers(text), IsEmpty());
  EXPECT_THAT(numbers("He was late.1 She was not.2\n1 See the log.\n2 See the diary.\nThey met.3\n"
                      "3 In the hall."),
              IsEmpty());
}

TEST(Numbering, PassesOverAQuotedRuleWhoseArticlesAreNumberedLikeTheNextParagraphs) {
  const std::string text =
      "1. A coach was driven.\n2. An order was made.\n3. It says, so far as material:\nPart 2\n"
      "Bus lanes\n4. No person shall drive in a bus lane.\n5. This does not apply to a bus.\n"
      "4. The coach was stopped.\n5. The driver paid.\n6. He sued.\n";
  const auto read = numbered_paragraphs(text, lines_of(text));
  ASSERT_EQ(read.size(), 6u);
  EXPECT_EQ(read[3].line, 7u) << "the fourth paragraph is not the quoted article 4";
}

TEST(Numbering, KeepsPointsOfAnOpinionThatHasNotesToo) {
  EXPECT_THAT(numbers("1. The dissent errs.\nMonell1 says so.\n2. It errs again.2 A long line of "
                      "cases shows it.\n3. And a third time.\n4. So I join the Court.\n"),
              ElementsAre(1, 2, 3, 4));
}

TEST(EnglishJudgment, HasSectionsThatTileTheTextAndBeginAtCodePoints) {
  const std::string text = std::string(kHead) +
                           "Introduction\n1. Café Ω sued.\n\n2. It lost — “utterly”.\nConclusion\n"
                           "3. I dismiss the claim.\n";
  const auto read = read_judgment(text);
  ASSERT_TRUE(read);
  std::size_t at = 0;
  for (const Section& section : read->sections) {
    EXPECT_EQ(section.span.start, at);
    EXPECT_NE(text[at] & 0xC0, 0x80);
    at = section.span.end;
  }
  EXPECT_EQ(at, text.size());
  EXPECT_THAT(paragraphs(*read), ElementsAre("1", "2", "3"));
}

TEST(EnglishJudgment, GivesAnUnknownHeadingTheTagOfTheSectionItDivides) {
  const auto read =
      read_judgment(std::string(kHead) +
                    "The facts\n1. A wall fell.\nThe wall\n2. It was old.\nDiscussion\n"
                    "3. Walls must stand.\nGround 2\n4. This one did not.\n");
  ASSERT_TRUE(read);
  std::vector<std::string_view> tags;
  for (const Section& section : read->sections) tags.push_back(name(section.tag));
  EXPECT_THAT(
      tags, ElementsAre("front", "background", "background", "background", "analysis", "analysis"));
}

std::vector<std::string> headings(const Structure& structure, std::string_view text) {
  std::vector<std::string> out;
  for (const Section& section : structure.sections) {
    if (section.heading.size() > 0) {
      out.emplace_back(text.substr(section.heading.start, section.heading.size()));
    }
  }
  return out;
}

TEST(EnglishJudgment, KnowsAHeadingByItsFormWhateverItSays) {
  const std::string text =
      std::string(kHead) +
      "1. These claims arise from a frost.\nThe events of 2029\n2. In that year it came late.\n"
      "12 May 2029\n3. A letter was sent, as in Bracken v Thornbury [2019] EWCA Civ 12\n"
      "The meeting in the barn\n4. It was short.\n(b) the lease\n5. It had run out.\n"
      "Bracken v Thornbury\n6. A barn was held to be a shop.\n"
      "(2) Whether the tenant had failed to take account of the frost when he came to prune\n"
      "7. He had.\n“Reasonable wear”\n8. The phrase is wide.\nOverall Conclusion.\n"
      "9. I dismiss the claim.\n";
  const auto read = read_judgment(text);
  ASSERT_TRUE(read);
  EXPECT_THAT(headings(*read, text),
              ElementsAre("MR JUSTICE SALLOW:", "The events of 2029", "12 May 2029",
                          "The meeting in the barn", "(b) the lease", "Bracken v Thornbury",
                          "(2) Whether the tenant had failed to take account of the frost when he "
                          "came to prune",
                          "“Reasonable wear”", "Overall Conclusion."));
}

TEST(EnglishJudgment, KnowsTheLongNameOfAnIssue) {
  const std::string issue =
      "Ground 2: the judge was wrong to hold that the notice of the landlord was good although it "
      "named neither the day on which the lease would end nor the person to whom the keys and the "
      "birds were to be handed";
  const std::string text = std::string(kHead) + "1. A tenant kept a parrot.\n2. It sang.\n" +
                           issue + "\n3. The notice was short.\n4. I dismiss the claim.\n";
  const auto read = read_judgment(text);
  ASSERT_TRUE(read);
  EXPECT_THAT(headings(*read, text), ElementsAre("MR JUSTICE SALLOW:", issue));
}

TEST(EnglishJudgment, TakesHeadingsWithAStopWhereItsHeadingsHaveOne) {
  const auto read = [](std::string_view first, std::string_view second, std::string_view third) {
    const std::string text = std::string(kHead) + "1. A tenant kept a parrot.\n" +
                             std::string(first) + "\n2. It sang.\n" + std::string(second) +
                             "\n3. The neighbours minded.\n" + std::string(third) +
                             "\n4. I dismiss the claim.\n";
    const auto structure = read_judgment(text);
    return structure ? headings(*structure, text) : std::vector<std::string>{};
  };
  EXPECT_THAT(
      read("The facts.", "The song of the bird.", "Conclusion."),
      ElementsAre("MR JUSTICE SALLOW:", "The facts.", "The song of the bird.", "Conclusion."));
  EXPECT_THAT(read("The facts", "The song of the bird.", "Conclusion"),
              ElementsAre("MR JUSTICE SALLOW:", "The facts", "Conclusion"));
}

TEST(EnglishJudgment, KnowsTheHeadingAboveItsFirstParagraphByItsPlace) {
  for (const std::string_view heading : {"What this is about", "THE PARROT", "Bird and tenant:"}) {
    const std::string text = std::string(kHead) + std::string(heading) +
                             "\n1. A tenant kept a parrot.\n2. It sang.\nThe Cage:\nIts size:\n"
                             "3. It was small.\n4. I dismiss the claim.\n";
    const auto read = read_judgment(text);
    ASSERT_TRUE(read);
    EXPECT_THAT(headings(*read, text),
                ElementsAre("MR JUSTICE SALLOW:", heading, "The Cage:", "Its size:"));
  }
  const std::string head =
      "IN THE COUNTY COURT AT EASTMERE\nClaim No. 991\nORLA FINCHAM\nClaimant\nv\nWICKET "
      "LIMITED\nDefendant\nJUDGMENT\nHearing date: 2 May 2031\nAnn Barrow\n";
  const auto read = read_judgment(head + "1. A parrot sang.\n2. It stopped.\n3. I dismiss it.\n");
  ASSERT_TRUE(read);
  EXPECT_THAT(headings(*read, head), IsEmpty()) << "counsel is no heading";
}

TEST(EnglishJudgment, TakesNoHeadingFromTheEndOfALetterAListOrAStatute) {
  const std::string text =
      std::string(kHead) +
      "1. The manager wrote:\nNo work until Monday.\nRegards\nPeter Lodge\n2. The rule says:\n"
      "(1) A court may make an order that it thinks fit.\n"
      "(2) Any such order may be made without notice where the matter is of great urgency\n"
      "3. Counsel put questions:\n(i) Did she know?\n(ii) Did she ask?\n4. She did.\n"
      "5. A note was left: he read it aloud:\n\"If it freezes\nlight the stove.\"\n"
      "6. I dismiss the claim.\n";
  const auto read = read_judgment(text);
  ASSERT_TRUE(read);
  EXPECT_THAT(headings(*read, text), ElementsAre("MR JUSTICE SALLOW:"));
}

TEST(EnglishJudgment, FindsALetteredPartRunIntoItsParagraphAndTheSentenceThatDisposes) {
  const std::string text =
      "SUPREME COURT OF THE UNITED STATES\nNo. 40–991\nJONAS MERRIWEATHER, PETITIONER v. PORT "
      "AUTHORITY\nJUSTICE VANTERPOOL delivered the opinion of the Court.\nA ferry was stopped. We "
      "decide whether it may be.\nI\nA In 2037 the licence was revoked by letter.\nB\nThe "
      "District Court dismissed the complaint.\nII\nA licence is property, and its holder must be "
      "heard.\n* * * For these reasons, its holder had to be heard. The judgment of the U. S. "
      "Court "
      "of Appeals is Reversed. It is so ordered.\nAPPENDIX\n1. The licence.\n";
  const auto read = read_judgment(text);
  ASSERT_TRUE(read);
  EXPECT_THAT(headings(*read, text),
              ElementsAre("JUSTICE VANTERPOOL delivered the opinion of the Court.", "I", "A", "B",
                          "II", "APPENDIX"));
  const auto order = std::find_if(read->sections.begin(), read->sections.end(),
                                  [](const Section& s) { return s.tag == Tag::kOrder; });
  ASSERT_NE(order, read->sections.end());
  EXPECT_TRUE(text.substr(order->span.start).starts_with("The judgment of the U. S. Court"));
  EXPECT_EQ(name((order - 1)->tag), "conclusion");
  EXPECT_EQ(name(read->sections.back().tag), "appendix");
}

TEST(EnglishJudgment, StaysOneWhereALineOfItsCaptionLooksLikeAnAuthor) {
  EXPECT_TRUE(read_judgment(
      "IN THE SUPREME COURT OF SURYADESH\nCRIMINAL APPEAL NO. 991 OF 2031\nMERRIWEATHER @ JONAS "
      "...APPELLANT(S)\nVersus\nSTATE REP.\nBY DEPUTY SUPERINTENDENT\n...RESPONDENT(S)\n"
      "J U D G M E N T\nSallow, J.\n1. Leave granted.\n2. The ferry sank.\n3. No one saw it.\n"
      "4. In the result the appeal is allowed.\n"));
}

TEST(EnglishJudgment, CountsOnBehindAHeadingThatCouldNameADocument) {
  for (const std::string_view heading : {"The Decision", "REASONS", "The Order", "Ruling"}) {
    const std::string text =
        std::string(kHead) +
        "Introduction\n1. The council was asked for leave to build.\n2. It met "
        "in May.\n3. It heard no one.\n" +
        std::string(heading) +
        "\n4. It refused.\nSubmissions\n5. Counsel says that it erred.\n"
        "Discussion\n6. It did.\n7. It must think again.\n8. We allow the "
        "appeal.\n";
    const auto read = read_judgment(text);
    ASSERT_TRUE(read) << heading;
    EXPECT_THAT(paragraphs(*read), ElementsAre("1", "2", "3", "4", "5", "6", "7", "8")) << heading;
    EXPECT_EQ(name(read->sections.back().tag), "conclusion") << heading;
    for (const Section& section : read->sections) EXPECT_NE(section.tag, Tag::kOrder) << heading;
  }
}

TEST(EnglishJudgment, HasHeadingsByTheirPlaceAloneWhereNothingIsNumbered) {
  const std::string text =
      "IN THE CROWN COURT AT EASTMERE\nREX\n-v-\nJONAS MERRIWEATHER\nSENTENCING REMARKS OF HHJ "
      "SALLOW\nJonas Merriweather, you fall to be sentenced for one offence of causing death by "
      "careless driving, to which you pleaded guilty at the first hearing in this court.\n"
      "The impact on the family\nI have read the statements of the family with care. They have "
      "lost "
      "a daughter and a sister, and nothing that I can say in this court today will make good that "
      "loss.\nAggravating features\nYou were late for work and you knew the road. It had been "
      "raining all day, and those who had driven behind you for three miles had drawn back in "
      "fear.\n";
  const auto read = read_judgment(text);
  ASSERT_TRUE(read);
  EXPECT_THAT(headings(*read, text),
              ElementsAre("The impact on the family", "Aggravating features"));
}

TEST(EnglishJudgment, IsNoContractStatuteOrLetter) {
  EXPECT_FALSE(read_judgment(
      "SUPPLY AGREEMENT\nThis Agreement is made by and between Wicket Limited (the “Supplier”) and "
      "Orla Fincham.\nWHEREAS the parties wish to trade;\n1. Definitions\n2. Term\n3. The High "
      "Court "
      "of England shall have jurisdiction.\nIN WITNESS WHEREOF the parties have signed.\n"));
  EXPECT_FALSE(read_judgment(
      "Orchards Act 2031\nAn Act to make provision about orchards.\nBe it enacted as follows:\n"
      "1. Appeals to the Upper Tribunal\n2. An appellant may appeal.\n3. Short title\n"));
  EXPECT_FALSE(read_judgment(
      "UNITED STATES COURT OF APPEALS\nOFFICE OF THE CLERK\nRe: Case No. 31-9001, Fincham v. "
      "Wicket\nDear Counsel:\nThis case has been docketed.\n1. File an appearance.\n2. Pay the "
      "fee.\nVery truly yours,\n"));
}

TEST(EnglishJudgment, ReadsHostileTextInLinearTime) {
  const auto seconds = [](const std::string& text) {
    const auto start = std::chrono::steady_clock::now();
    (void)read_judgment(text);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  const auto repeated = [](std::string_view unit, std::size_t times) {
    std::string out(kHead);
    for (std::size_t i = 0; i < times; ++i) out += unit;
    return out;
  };
  // a generous bound that only quadratic work can miss: 200,000 lines or 4 MB of one letter
  for (const std::string_view unit : {"1. A\n", "1 Abc\n", "Submissions\n", "LORD REED:\n", "“(\n",
                                      "I\n", "JUSTICE A, dissenting\n"}) {
    EXPECT_LT(seconds(repeated(unit, 200000)), 20.0) << unit;
  }
  std::string counted(kHead);
  for (std::size_t i = 1; i <= 200000; ++i) counted += std::to_string(i % 10000) + ". He said:\n";
  EXPECT_LT(seconds(counted), 20.0);
  EXPECT_LT(seconds(std::string(kHead) + std::string(std::size_t{1} << 22, 'a')), 20.0);
}

}  // namespace
}  // namespace proviso::segmenter::english
