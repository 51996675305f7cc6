// How clauses are numbered, and what that says about a contract.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "segmenter/clauses/contract.h"
#include "segmenter/clauses/outline.h"
#include "segmenter/clauses/statute.h"
#include "segmenter/clauses/tree.h"
#include "segmenter/clauses/wrapped.h"
#include "segmenter/segmenter.h"

namespace proviso::segmenter::clauses {
namespace {

// The tree as one line: "1 1.1 (a)" becomes "1 .1.1 ..a".
std::string tree(const std::string& text) {
  const auto lines = read_lines(text, nullptr, nullptr);
  const auto clauses =
      read_tree(CandidateIndex(text, lines, contract_numbering()), {0, text.size()});
  std::vector<std::size_t> depth;
  std::string out;
  for (const Clause& clause : clauses) {
    depth.push_back(clause.parent == kNone ? 0 : depth[clause.parent] + 1);
    if (!out.empty()) out += ' ';
    out += std::string(depth.back(), '.') +
           text.substr(clause.mark.number.start, clause.mark.number.size());
  }
  return out;
}

TEST(Numbering, AnIIsReadByItsNeighbours) {
  EXPECT_EQ(tree("(g) one;\n(h) two;\n(i) three;\n(j) four."), "g h i j");
  EXPECT_EQ(tree("(g) one;\n(h) two:\n(i) three;\n(ii) four;\n(i) five."), "g h .i .ii i");
  EXPECT_EQ(tree("(a) one:\n(i) two;\n(ii) three;\n(b) four."), "a .i .ii b");
  EXPECT_EQ(tree("(u) one;\n(v) two;\n(w) three."), "u v w");
  EXPECT_EQ(tree("(iv) one;\n(v) two;\n(vi) three."), "iv v vi");
}

TEST(Numbering, ArticlesHoldSectionsAndSectionsHoldLists) {
  EXPECT_EQ(
      tree("ARTICLE I\nSection 1.01 Sale.\n(a) one;\n(i) two;\n(A) three.\nARTICLE II\nSection "
           "2.01 Term."),
      "I .1.01 ..a ...i ....A II .2.01");
  EXPECT_EQ(tree("1. Sale\n1.1 Price\n1.1.1 Cash\n1.2 Place\n2. Term"), "1 .1.1 ..1.1.1 .1.2 2");
  EXPECT_EQ(tree("III. License\n3.00 Grant.\n3.01 Scope.\nIV. Term\n4.00 Years."),
            "III .3.00 .3.01 IV .4.00");
}

TEST(Numbering, ChineseStylesNestAsTheDocumentUsesThem) {
  EXPECT_EQ(tree("第一条 甲\n一、乙\n（一）丙\n1．丁\n第二条 戊"), "一 .一 ..一 ...1 二");
  EXPECT_EQ(tree("一、甲\n第１条 乙\n第２条 丙\n二、丁\n第３条 戊"), "一 .１ .２ 二 .３");
  EXPECT_EQ(tree("第一章 总则\n第一条 甲\n第二章 分则\n第二条 乙"), "一 .一 二 .二");
}

TEST(Kind, AShortContractIsOneByItsTitleItsSidesAndItsFirstClause) {
  const std::string text =
      "仓储合同\n甲方：测试市青山贸易有限公司\n乙方：测试市白水仓储有限公司\n"
      "第一条 货物不得转移，但甲方书面同意的除外。\n第二条 保管费按月支付。\n";
  const auto contract = read_contract(text);
  ASSERT_TRUE(contract);
  EXPECT_EQ(contract->kind, Kind::kContract);
  EXPECT_FALSE(read_contract("关于采购合同的通知\n各部门：\n第一条 请按时交来材料。\n"));
}

TEST(Numbering, BrokenNumbersKeepGoing) {
  EXPECT_EQ(tree("1. Sale.\n2. Fees.\n2. Costs.\n5. Term."), "1 2 2 5");
  EXPECT_EQ(tree("Fees\n4.1 Each month.\n4.2 In cash."), ".4.1 .4.2");  // the number 4 is missing
}

// The text of clauses 1 to `last`, run together; number `torn` has lost its stop before, number
// `missing` is not there.
std::string run_together(int last, int torn, int missing) {
  std::string out;
  for (int i = 1; i <= last; ++i) {
    if (i != missing)
      out += std::to_string(i) + ". Term " + std::string(1, static_cast<char>('A' + i));
    out += i == missing ? "" : ". The parties keep to it";
    out += i + 1 == torn ? " " : ". ";
  }
  return out;
}

TEST(MainList, RunsOnWhereANumberIsTornOrMissing) {
  EXPECT_EQ(tree(run_together(7, 4, 6)), "1 2 3 4 5 7");
}

TEST(MainList, LeavesItsNumbersToTheListsInsideAClause) {
  EXPECT_EQ(tree("1. SALE. It is sold.\n2. PRICE. The price is due:\n1. in cash;\n2. by cheque;\n"
                 "3. by wire.\n3. TERM. One year.\n4. LAW. That of Ohio.\n5. NOTICE. In writing."),
            "1 2 .1 .2 .3 3 4 5");
}

TEST(MainList, DoesNotGoOnInAListInsideALaterClause) {
  EXPECT_EQ(tree("1. SALE. Sold.\n2. PRICE. Due.\n3. DUTIES. The buyer:\n1. pays;\n2. takes;\n"
                 "3. insures;\n4. keeps;\n5. returns.\n4. TERM. One year.\n5. LAW. Of Ohio."),
            "1 2 3 .1 .2 .3 .4 .5 4 5");
}

TEST(MainList, MayBearANumberTwice) {
  EXPECT_EQ(
      tree("1. Sale. Sold.\n2. Price. Due.\n3. Term. A year.\n4. Law. Of Ohio.\n3. Notice. In "
           "writing.\n4. Costs. None.\n5. Waiver. None.\n6. Copies. Two."),
      "1 2 3 4 3 4 5 6");
}

TEST(Numbering, AMarkMayRunIntoItsWords) {
  EXPECT_EQ(tree("1. DEFINITIONS\n1.1\"Goods\" means goods.\n1.2\"Price\" means money.\n2. DUTIES\n"
                 "2.1 Seller\n2.1.1delivers; and\n2.1.2insures."),
            "1 .1.1 .1.2 2 .2.1 ..2.1.1 ..2.1.2");
  EXPECT_EQ(tree("1 . The buyer pays. 2 . The seller delivers. 3 . The law is that of Ohio."),
            "1 2 3");
  EXPECT_EQ(tree("2.5GB of memory"), "");
}

TEST(Numbering, ATitleWithoutAStopLeadsToItsFirstClause) {
  EXPECT_EQ(
      tree("1 Definitions 1.1 Goods are goods. 1.2 Price is money. 2 Delivery; Risk 2.1 At the "
           "gate. 2.2 At once."),
      "1 .1.1 .1.2 2 .2.1 .2.2");
}

// Where each line's words begin, and what they are.
std::vector<std::string> lines_of(const std::string& text) {
  static const RE2 furniture("\\x00");
  std::vector<std::string> out;
  for (const Line& line : read_lines(text, &furniture, nullptr)) {
    if (line.kind == LineKind::kText) out.push_back(text.substr(line.span.start, line.span.size()));
  }
  return out;
}

TEST(Wrapped, LinesOfOneWidthAreJoined) {
  const std::string sentence =
      "The buyer shall pay the price of the goods within thirty days of the day on which they are\n"
      "delivered at the gate of the works, and the seller shall keep them at his own risk until "
      "the\n"
      "buyer has paid in full.\n";
  std::string text;
  for (int i = 1; i <= 10; ++i) text += std::to_string(i) + ". " + sentence;
  const std::string joined = unwrapped(text);
  ASSERT_EQ(joined.size(), text.size());
  EXPECT_EQ(std::count(joined.begin(), joined.end(), '\n'), 10);  // the end of each clause
  EXPECT_EQ(unwrapped("1. Sale.\n2. Price.\n3. Term.\n"), "");
}

TEST(MainList, SaysWhichSignaturesAreTheLast) {
  std::string text =
      "SUPPLY AGREEMENT\nThis Agreement is made between Oak Ltd. (the \"Buyer\") and Elm Ltd. (the "
      "\"Seller\"). The parties agree as follows:\n1. SALE. The Seller sells.\n2. PRICE. The Buyer "
      "pays.\nBy: /s/ A. B.\n3. TERM. One year.\n4. LAW. That of Ohio.\n5. NOTICE. In writing.\nIN "
      "WITNESS WHEREOF the parties have signed.\nBy: /s/ A. B. EXHIBIT A The goods. EXHIBIT B The "
      "gate of the works at which the Seller hands them over to whom the Buyer sends, as long as "
      "the works are open and the weather allows it.\n";
  const auto structure = read_contract(text);
  ASSERT_TRUE(structure);
  std::string tags;
  for (const Section& one : structure->sections) tags += std::string(name(one.tag)) + " ";
  EXPECT_EQ(tags, "title parties clause clause clause clause clause signature ");
}

// The B of EXHIBIT B is the label, not the letter in EXHIBIT.
TEST(References, ToAScheduleFindItWhoseLabelAlsoStandsInItsWord) {
  const std::string text =
      "SUPPLY AGREEMENT\nThis Agreement is made between Oak Ltd. (the \"Buyer\") and Elm Ltd. (the "
      "\"Seller\"). The parties agree as follows:\n1. SALE. The Seller sells what Exhibit A lists "
      "under the rules of Exhibit B.\n2. PRICE. The Buyer pays as in Schedule C.\n3. TERM. One "
      "year.\nIN WITNESS WHEREOF the parties have signed.\nBy: /s/ A. B.\nEXHIBIT A\nGOODS\nIron "
      "gates.\nEXHIBIT B\nRULES\nThe works close at noon.\nSCHEDULE C\nPRICES\nTen.\n";
  const auto structure = read_contract(text);
  ASSERT_TRUE(structure);
  std::size_t references = 0;
  for (const Item& item : structure->items) {
    if (item.kind != ItemKind::kCrossReference) continue;
    ++references;
    EXPECT_NE(item.target, kNone) << text.substr(item.span.start, item.span.size());
  }
  EXPECT_EQ(references, 3U);
}

TEST(Numbering, MarksThatColumnsToreAwayAreNoClauses) {
  EXPECT_EQ(tree("1. Sale. It is sold. 7. 8. 9. Notices go by post. 2. Price. It is due. 3. Term."),
            "1 2 3");
}

TEST(Pages, NumbersThatCountThePagesAreNoClauses) {
  EXPECT_EQ(lines_of("The buyer pays the price\n7.\nof the goods at\n8.\nthe gate, and the seller"
                     "\n9.\ndelivers them."),
            (std::vector<std::string>{"The buyer pays the price", "of the goods at",
                                      "the gate, and the seller", "delivers them."}));
  EXPECT_EQ(lines_of("Opening words.\n2 (c) The seller delivers.\n3 ARTICLE 4 TERM\n4 and so on."),
            (std::vector<std::string>{"Opening words.", "(c) The seller delivers.",
                                      "ARTICLE 4 TERM", "and so on."}));
}

TEST(Pages, ClausesOfTheSameWordsAreNoRunningHead) {
  EXPECT_EQ(tree("1. Sale.\n2. [Reserved].\n3. [Reserved].\n4. [Reserved].\n5. Term."),
            "1 2 3 4 5");
  EXPECT_EQ(lines_of("4. [Reserved]\n5. [Reserved]\n6. [Reserved]").size(), 3U);
  EXPECT_TRUE(lines_of("4 CONFIDENTIAL\n5 CONFIDENTIAL\n6 CONFIDENTIAL").empty());
}

TEST(Pages, NumbersOfHeadingsAreNoPages) {
  const std::vector<std::string> headed{
      "1 Scope", "The seller sells.", "2 Price", "The buyer pays.", "3 Term", "One year."};
  EXPECT_EQ(lines_of("1 Scope\nThe seller sells.\n2 Price\nThe buyer pays.\n3 Term\nOne year."),
            headed);
}

TEST(Numbering, AReferenceAtALinesStartIsNoClause) {
  EXPECT_EQ(tree("1. This is subject to\nSection 2 and to Section\n3.1 below.\n2. B."), "1 2");
  EXPECT_EQ(tree("第一条 乙方违反\n第三条的约定的，甲方可以解除。\n第二条 乙"), "一 二");
}

TEST(Numbering, AListInAParagraphIsTakenOrLeftAsAWhole) {
  EXPECT_EQ(tree("1. The buyer shall: (a) pay; (b) collect; and (c) insure."), "1 .a .b .c");
  EXPECT_EQ(tree("1. The buyer shall (a) pay, (b) collect, and (c) insure."), "1");
  EXPECT_EQ(tree("1. The buyer shall: (a) pay, (b) collect, and (c) insure."), "1");
  EXPECT_EQ(tree("1. Fees. Two (2) fees of $5. 2. Term. Until Section 3. 3. Law."), "1 2 3");
}

TEST(Numbering, SectionsUnderSectionsOfTheSameWordNest) {
  EXPECT_EQ(tree("SECTION 1. SALE\nSection 1.1 Goods. Section 1.2 Price.\nSECTION 2. TERM\nSection "
                 "2.1 Years."),
            "1 .1.1 .1.2 2 .2.1");
}

TEST(Numbering, ThePagesNumberRunIntoALineHidesNoClause) {
  EXPECT_EQ(tree("1. Sale of the goods.\n2. Price in cash. 3 3. Term of a year."), "1 2 3");
}

TEST(Numbering, ARuleAcrossThePagePartsLines) {
  EXPECT_EQ(tree("1. Sale.\n------------------------- 2. Term.\n3. Law."), "1 2 3");
}

TEST(Numbering, ATitleMayStandInFrontOfItsNumber) {
  EXPECT_EQ(
      tree("Formation 1. They enter into a venture. Purpose 2. The purpose is trade. Term 3. It "
           "lasts a year."),
      "1 2 3");
}

TEST(Numbering, ClausesThatAnAmendmentQuotesAreNoneOfItsOwn) {
  EXPECT_EQ(
      tree("1. Price. Section 3.1 is amended to read as follows:\nSection 3.1 Price. (a) one; "
           "(b) two.\n2. Term. Section 9 is deleted and replaced:\n(2) at once.\n3. Law."),
      "1 2 3");
  EXPECT_EQ(tree("1. The Lease is amended as follows:\n(a) one;\n(b) two.\n2. Law."), "1 .a .b 2");
}

TEST(Numbering, ANumberWithoutStopMayHeadATitleOfSmallLetters) {
  EXPECT_EQ(tree("1 Introduction\nThe seller sells.\n2 Rules for support\n2.1 Hotline\nBy day.\n3 "
                 "Prices of goods\n3.1 Rates"),
            "1 2 .2.1 3 .3.1");
}

TEST(Contracts, OfSeveralPapersNameEachByATitle) {
  const std::string text =
      "房屋维修合同\n第一部分 "
      "协议书\n发包人：甲公司\n承包人：乙公司\n依照法律，双方就维修订立本合同"
      "。\n一、范围\n屋面。\n二、价款\n一万元。\n第二部分 通用条款\n第一条 "
      "词语定义\n１．工期：约定的天数。\n２．费用：约定的款项。\n第二条 违约责任\n"
      "违约方赔偿。\n第三条 "
      "争议\n协商解决，不可抗力除外。\n本合同、本合同、本合同、本合同自签字之日起生效。\n";
  const auto contract = read_contract(text);
  ASSERT_TRUE(contract);
  std::string tags, terms;
  for (const Section& one : contract->sections) tags += std::string(name(one.tag)) + " ";
  for (const Item& one : contract->items) {
    if (one.kind == ItemKind::kDefinition) terms += one.number + " ";
  }
  EXPECT_EQ(tags, "title parties recitals clause clause title definitions clause clause ");
  EXPECT_EQ(terms, "工期 费用 ");
}

TEST(Numbering, RowsOfATableAreNoClauses) {
  EXPECT_EQ(tree("1. Rates\n24.1   3.365   29\n24.2   3.40   29.1\n2. Term"), "1 2");
}

TEST(Kinds, WhatOnlySpeaksOfAContractIsNone) {
  const std::string article =
      "Mill Signs Supply Agreement\nThe mill said on Monday that the agreement between it and two "
      "growers was signed. 'The contract is good for us,' he said.\nThe court of appeal had "
      "refused "
      "to hear the case.";
  EXPECT_EQ(read_contract(article), std::nullopt);
  EXPECT_EQ(read_structure(article).kind, Kind::kOther);
  EXPECT_EQ(read_contract("原告诉称，双方签订房屋租赁合同，合同第一条约定租金。甲方违约。"),
            std::nullopt);
  EXPECT_EQ(read_statute("关于开展检查的通知\n各科室：\n一、时间\n二、地点"), std::nullopt);
}

void expect_tiled(const std::string& text, const Structure& structure) {
  std::size_t at = 0;
  for (const Section& section : structure.sections) {
    EXPECT_EQ(section.span.start, at);
    at = section.span.end;
  }
  EXPECT_EQ(at, text.size());
  for (std::size_t i = 0; i < structure.items.size(); ++i) {
    const Item& item = structure.items[i];
    ASSERT_LE(item.span.start, item.span.end);
    ASSERT_LE(item.span.end, text.size());
    ASSERT_LT(item.section, structure.sections.size());
    if (item.parent == kNone) continue;
    ASSERT_LT(item.parent, i);
    EXPECT_LE(structure.items[item.parent].span.start, item.span.start);
  }
}

TEST(Structures, TileTheTextWhereverItIsCut) {
  std::string text =
      "SUPPLY AGREEMENT\nThis Agreement is made May 1, 2020 between Oak Inc. (the \"Seller\") and "
      "Elm LLC (the \"Buyer\"). The parties agree as follows: 1. Sale. The Seller shall: (a) "
      "sell; (b) deliver.\nARTICLE II\n4.1 See Section 9(a)(i), 12 and Exhibit B.\n第三条 "
      "“本”指\nIN "
      "WITNESS WHEREOF, the parties have signed this Agreement.\nBy: /s/ x\nEXHIBIT A\n1. y";
  for (std::size_t end = text.size(); end > 0; --end) {
    if ((static_cast<unsigned char>(text[end % text.size()]) & 0xC0) == 0x80) continue;
    const std::string part = text.substr(0, end);
    expect_tiled(part, read_structure(part));
  }
}

// Long inputs of one shape, where a step back over the text for each mark would never end.
TEST(Structures, OfHostileTextsAreRead) {
  const std::string head =
      "SUPPLY AGREEMENT\nThis Agreement is made May 1, 2020 between Oak Inc. (the \"Seller\") and "
      "Elm "
      "LLC. This Agreement, this Agreement, this Agreement. NOW, THEREFORE, the parties agree as "
      "follows:\n";
  for (const std::string unit : {"1. The buyer pays.\n", "1. The buyer pays. ", "(a) ", "\"x\" ",
                                 "Section 3.2(a) ", "(", "第一条 甲方。\n", "7.3.2.1"}) {
    std::string text = head;
    for (std::size_t i = 0; i < 60000; ++i) text += unit;
    const Structure structure = read_structure(text);
    EXPECT_EQ(structure.sections.back().span.end, text.size()) << unit;
  }
}

}  // namespace
}  // namespace proviso::segmenter::clauses
