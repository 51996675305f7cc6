#include "ingest/layout/assemble.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ingest/layout/paragraphs.h"
#include "tests/ingest/set_text.h"

namespace proviso::ingest {
namespace {

using testing::ElementsAre;

std::vector<std::string> paragraphs(const Document& document) {
  std::vector<std::string> result;
  for (const Paragraph& p : document.paragraphs) {
    result.push_back(document.text.substr(p.start, p.end - p.start));
  }
  return result;
}

// 30 characters: a full line.
const std::string kFull = "甲公司与乙公司于二〇二三年三月一日签订买卖合同并约定交货日期为";

TEST(Paragraphs, ChineseLinesJoinWithNothingAndAnIndentBeginsAnew) {
  const std::string first = "原告诉称双方于二〇二三年签订合同后被告至今没有支付任何";
  const Document document =
      assemble({set_page(1, {set_line(1, 120, 100, first), set_line(1, 100, 120, "货款。"),
                             set_line(1, 120, 140, first), set_line(1, 100, 160, kFull)})});
  EXPECT_THAT(paragraphs(document), ElementsAre(first + "货款。", first + kFull));
}

TEST(Paragraphs, AShortLineEndsItsParagraph) {
  const Document document = assemble(
      {set_page(1, {set_line(1, 100, 100, kFull), set_line(1, 100, 120, "依法成立。"),
                    set_line(1, 100, 140, "本院予以确认。"), set_line(1, 100, 160, kFull)})});
  EXPECT_THAT(paragraphs(document), ElementsAre(kFull + "依法成立。", "本院予以确认。", kFull));
}

// Word processors and browsers set paragraphs apart by space, without an indent.
TEST(Paragraphs, MoreSpaceThanBetweenLinesBeginsAnew) {
  const Document document =
      assemble({set_page(1, {set_line(1, 100, 100, kFull), set_line(1, 100, 120, kFull),
                             set_line(1, 100, 148, kFull), set_line(1, 100, 168, "本院予以确认。"),
                             set_line(1, 100, 196, kFull), set_line(1, 100, 224, kFull),
                             set_line(1, 100, 244, kFull), set_line(1, 100, 264, "依法成立。")})});
  EXPECT_THAT(paragraphs(document), ElementsAre(kFull + kFull, kFull + "本院予以确认。", kFull,
                                                kFull + kFull + "依法成立。"));
}

// A part that is set wider, all of it, is no list of paragraphs.
TEST(Paragraphs, APartWithLinesFurtherApartStaysWhole) {
  std::vector<PageLine> lines;
  for (int i = 0; i < 12; ++i) lines.push_back(set_line(1, 100, 100 + 18.0F * i, kFull));
  for (int i = 0; i < 4; ++i) lines.push_back(set_line(1, 100, 340 + 26.0F * i, kFull));
  const Document document = assemble({set_page(1, std::move(lines))});
  ASSERT_EQ(document.paragraphs.size(), 2u);
  EXPECT_EQ(paragraphs(document)[1], kFull + kFull + kFull + kFull);
}

TEST(Paragraphs, RunOnOverAPageBreakAndItsPageNumber) {
  const Document document =
      assemble({set_page(1, {set_line(1, 100, 580, kFull), set_line(1, 100, 600, kFull),
                             set_line(1, 240, 660, "- 1 -")}),
                set_page(2, {set_line(2, 100, 60, "本院予以确认。"), set_line(2, 120, 80, kFull),
                             set_line(2, 240, 660, "- 2 -")})});
  ASSERT_EQ(document.paragraphs.size(), 2u);
  EXPECT_EQ(paragraphs(document)[0], kFull + kFull + "本院予以确认。");
  const auto quote = document.text.find("日期为本院");
  const auto found = boxes(document, quote, quote + std::string("日期为本院").size());
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].page, 1);
  EXPECT_EQ(found[1].page, 2);
  EXPECT_DOUBLE_EQ(found[1].box.x0, 100);
  EXPECT_DOUBLE_EQ(found[1].box.x1, 120);
  EXPECT_EQ(page_at(document, quote), 1);
}

TEST(Paragraphs, APageOfAnotherSizeHasItsOwnMargins) {
  const std::string full = "原告与被告于二〇二三年三月签订合同约定货款于交货后三十日内付清";
  std::vector<PageLines> pages;
  pages.push_back(set_page(1, {set_line(1, 100, 100, full), set_line(1, 100, 115, full),
                               set_line(1, 100, 130, full), set_line(1, 100, 145, "完毕。")}));
  pages.push_back(set_page(2, {set_line(2, 100, 100, "被告至今没有支付货款也没"),
                               set_line(2, 100, 115, "有说明理由，原告多次催要"),
                               set_line(2, 100, 130, "没有结果，只好向本院起诉"),
                               set_line(2, 100, 145, "请求判令被告支付货款。")}));
  pages[1].page.width = 320;
  const Document document = assemble(std::move(pages));
  EXPECT_THAT(document.text,
              testing::EndsWith("\n被告至今没有支付货款也没有说明理由，原告多次催要没有结果"
                                "，只好向本院起诉请求判令被告支付货款。"));
}

TEST(Paragraphs, AnItemMarkBeginsAnewBehindAFinishedSentence) {
  const std::string claim = "一、被告于本判决生效之日起十日内向原告支付货款十万元整给原告；";
  const Document document = assemble(
      {set_page(1, {set_line(1, 100, 100, claim), set_line(1, 100, 120, "二、驳回其余请求。"),
                    set_line(1, 120, 140, kFull)})});
  EXPECT_THAT(paragraphs(document), ElementsAre(claim, "二、驳回其余请求。", kFull));
}

TEST(Paragraphs, AnArticleNumberAtTheStartOfALineIsNotAlwaysAMark) {
  const std::string basis = "综上所述依照中华人民共和国民法典的相关规定即该法典第五百零九条、";
  const Document document =
      assemble({set_page(1, {set_line(1, 100, 100, basis),
                             set_line(1, 100, 120, "第五百七十七条的规定，判决如下：")})});
  EXPECT_EQ(document.paragraphs.size(), 1u);
}

TEST(Paragraphs, WordsJoinWithASpaceAndABrokenWordWithout) {
  const std::string a = "The parties agreed that the Seller shall deliver the goods, and ";
  const Document document = assemble({set_page(
      1,
      {set_line(1, 100, 100, "The parties agreed that the Seller shall deliver the goods and a"),
       set_line(1, 100, 120, "notice of the delivery on the agreed day to the Buyer, the plain-"),
       set_line(1, 100, 140, "tiff says. This is a cross border matter and it is about a cross-"),
       set_line(1, 100, 160, "border sale.")})});
  ASSERT_EQ(document.paragraphs.size(), 1u);
  EXPECT_NE(document.text.find("goods and a notice"), std::string::npos);
  EXPECT_NE(document.text.find("the plaintiff says"), std::string::npos);
  EXPECT_NE(document.text.find("a cross-border sale"), std::string::npos);
  const Line& broken = document.lines[1];
  EXPECT_EQ(document.text.substr(broken.end - 5, 5), "plain");
  EXPECT_EQ(broken.edges.size(), broken.end - broken.start + 1);
}

TEST(Paragraphs, ANumberThatChineseSettingBreaksStaysOne) {
  const std::string first = "经审理查明被告于签订合同的当天通过银行向原告转账人民币共计12";
  const Document document =
      assemble({set_page(1, {set_line(1, 100, 100, first), set_line(1, 100, 120, "0000元。")})});
  EXPECT_EQ(document.text, first + "0000元。");
}

TEST(Paragraphs, AFormulaThatIsBrokenStaysOne) {
  const auto space = [](std::string_view line, std::string_view next) {
    return joint(line, next, {}).space;
  };
  EXPECT_FALSE(space("残疾赔偿金104000元=52000元×20年×1", "0%；误工费按照其收入计算"));
  EXPECT_FALSE(space("车牌为苏A×××××／辽B", "×××挂的重型车"));
  EXPECT_FALSE(space("甲方提供土地使用权证，容积率为1", "∶1.5的地块"));
  EXPECT_TRUE(space("被告使用的软件名为Office", "365的版本"));
  EXPECT_TRUE(space("2016 2017", "2018 2019"));
}

// Setting that hangs some stops over the margin and moves what may not be broken to the next line.
TEST(Paragraphs, ARaggedLineGoesOnWhereParagraphsAreIndented) {
  const std::string begun = "原告诉称双方签订合同后被告至今没有支付任何货款故诉至，";
  const std::string ragged = "本院要求判令其立即支付拖欠的全部款项并且承担利息损失合";
  const std::string rest = "计一万元。";
  std::vector<PageLine> lines;
  std::vector<std::string> wanted;
  float y = 100;
  for (int i = 0; i < 4; ++i) {
    lines.push_back(set_line(1, 120, y, begun + "并"));
    lines.push_back(set_line(1, 100, y + 20, ragged));
    lines.push_back(set_line(1, 100, y + 40, rest));
    wanted.push_back(begun + "并" + ragged + rest);
    y += 60;
  }
  EXPECT_EQ(paragraphs(assemble({set_page(1, lines)})), wanted);
}

TEST(Paragraphs, AShortLineEndsItsParagraphWhereParagraphsAreIndentedToo) {
  std::vector<PageLine> lines;
  std::vector<std::string> wanted;
  for (int i = 0; i < 4; ++i) {
    const float y = 100 + 80 * static_cast<float>(i);
    lines.push_back(set_line(1, 120, y, kFull.substr(0, kFull.size() - 6)));
    lines.push_back(set_line(1, 100, y + 20, "依法成立"));
    lines.push_back(set_line(1, 100, y + 40, "民事判决书"));
    wanted.push_back(kFull.substr(0, kFull.size() - 6) + "依法成立");
    wanted.push_back("民事判决书");
  }
  EXPECT_EQ(paragraphs(assemble({set_page(1, lines)})), wanted);
}

TEST(Paragraphs, NamesFarBehindTheirOfficeAreNotJoined) {
  const Document document = assemble(
      {set_page(1, {set_line(1, 100, 100, kFull), set_line(1, 100, 120, kFull),
                    set_line(1, 300, 300, "审判长 某甲"), set_line(1, 300, 320, "审判员 某乙")})});
  EXPECT_EQ(paragraphs(document).at(1), "审判长 某甲");
  EXPECT_EQ(paragraphs(document).at(2), "审判员 某乙");
}

TEST(Furniture, RunningHeadsAndPageNumbersLeaveTheTextAndStayAmongTheLines) {
  std::vector<PageLines> pages;
  for (int i = 1; i <= 4; ++i) {
    pages.push_back(
        set_page(i, {set_line(i, 150, 30, "某某县人民法院民事判决书"), set_line(i, 120, 100, kFull),
                     set_line(i, 100, 120, "第" + std::to_string(i) + "页的正文。"),
                     set_line(i, 240, 660, "第" + std::to_string(i) + "页 共4页")}));
  }
  const Document document = assemble(std::move(pages));
  EXPECT_EQ(document.text.find("判决书"), std::string::npos);
  EXPECT_EQ(document.text.find("共4页"), std::string::npos);
  EXPECT_NE(document.text.find("第3页的正文。"), std::string::npos);
  EXPECT_EQ(document.lines.size(), 16u);
  EXPECT_EQ(document.lines[0].flags, kFurniture);
  EXPECT_EQ(document.lines[0].start, kNowhere);
}

TEST(Furniture, ATextThatIsRepeatedIsNoRunningHeadWhenItIsAllThereIs) {
  std::vector<PageLines> pages;
  for (int i = 1; i <= 5; ++i) {
    pages.push_back(set_page(
        i, {set_line(i, 150, 30, "此页无正文"), set_line(i, 240, 660, std::to_string(i))}));
  }
  const Document document = assemble(std::move(pages));
  EXPECT_EQ(document.paragraphs.size(), 5u);
}

TEST(Furniture, ASumOfMoneyAtTheFootIsNoPageNumber) {
  const Document document =
      assemble({set_page(1, {set_line(1, 100, 100, kFull), set_line(1, 240, 660, "50000元")})});
  EXPECT_NE(document.text.find("50000元"), std::string::npos);
}

TEST(Assemble, OnAPageReadByOcrTheTextLayerIsKeptOut) {
  PageLines page =
      set_page(1, {set_line(1, 100, 100, "本院认为"), set_line(1, 100, 100, "本院仄为")});
  page.page.method = Method::kOcr;
  page.lines[0].line.source = TextSource::kOcr;
  page.lines[1].line.source = TextSource::kOcrLayer;
  const Document document = assemble({page});
  EXPECT_EQ(document.text, "本院认为");
  EXPECT_EQ(document.lines[1].start, kNowhere);
}

}  // namespace
}  // namespace proviso::ingest
