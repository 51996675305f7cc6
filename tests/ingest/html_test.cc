#include "ingest/text/html.h"

#include <gtest/gtest.h>

#include <string>

namespace proviso::ingest {
namespace {

std::string text_of(std::string_view html) {
  return to_document(read_html(html), "html").text;
}

TEST(Html, BlockElementsAndLineBreaksEndParagraphs) {
  EXPECT_EQ(text_of("<html><body><p>原告甲公司。</p><div>被告乙公司。<br>第三人丙。</div></body>"),
            "原告甲公司。\n被告乙公司。\n第三人丙。");
}

TEST(Html, ALineBreakOfTheSourceLeavesNoSpaceBetweenChineseCharacters) {
  EXPECT_EQ(text_of("<p>本院\n  认为，Party A\nowes</p>"), "本院认为，Party A owes");
}

TEST(Html, EntitiesAreCharacters) {
  EXPECT_EQ(text_of("<p>&#31532;&#x4E00;&nbsp;条 &lt;A&amp;B&gt; &hellip; &unknown; &copy</p>"),
            "第一\u00A0条 <A&B> … &unknown; &copy");
}

TEST(Html, ScriptsStylesAndCommentsAreNoText) {
  EXPECT_EQ(text_of("<style>p{}</style><script>if (a<b) document.write('<p>x</p>')</script>"
                    "<!-- <p>旧</p> --><p>本院认为</p><textarea>x</textarea>"),
            "本院认为");
}

TEST(Html, ARowOfATableIsOneParagraph) {
  EXPECT_EQ(text_of("<table><tr><th>项目</th><th>金额</th></tr>"
                    "<tr><td><p>货款</p></td><td>1000元</td></tr></table><p>合计</p>"),
            "项目\t金额\n货款\t1000元\n合计");
}

TEST(Html, ATableThatOnlyArrangesThePageGivesItsParagraphs) {
  EXPECT_EQ(text_of("<table><tr><td><p>民事判决书</p><p>原告甲。</p>"
                    "<table><tr><td>一</td><td>二</td></tr></table></td></tr></table>"),
            "民事判决书\n原告甲。\n一\t二");
}

TEST(Html, TheCharsetThatThePageNamesIsUsed) {
  EXPECT_EQ(text_of("<meta charset=\"gb2312\"><p>\xB1\xBB\xB8\xE6</p>"), "被告");
}

TEST(Html, WhatAPageSetsInvisibleIsHidden) {
  const Document document = to_document(
      read_html(
          "<p>正文一</p><p style=\"visibility: hidden\">暗一</p><p style='font-size:0'>暗二</p>"
          "<p style=\"color:red; font-size: 0px;\">暗三</p><p style=\"opacity:0\">暗四</p>"
          "<p style=\"font-size:0.9em;opacity:0.8\">正文二</p>"),
      "html");
  EXPECT_EQ(document.text, "正文一\n正文二");
}

TEST(Html, WhatTheSiteSaysAroundTheDocumentIsFurniture) {
  const Document document =
      to_document(read_html("<title>文书公开</title><nav>首页 | 公告</nav><p>来源：某某法院网</p>"
                            "<p>发布日期：2021-03-04　浏览：12次</p><p>民事判决书</p>"
                            "<p>来源：原告提交的送货单，证明被告欠款。</p><p>【打印】【关闭】</p>"
                            "<p style=\"display: none\">暗</p>"),
                  "html");
  EXPECT_EQ(document.text.substr(0, 15), "民事判决书");
  int furniture = 0;
  for (const Line& line : document.lines) furniture += (line.flags & kFurniture) != 0 ? 1 : 0;
  EXPECT_GE(furniture, 5);
  EXPECT_EQ(document.lines.back().flags, kHidden);
}

TEST(Html, WhateverIsLeftOpenCostsTimeInProportion) {
  for (const std::string piece : {"<div>", "<table><tr><td>", "<!--", "<a \"", "&amp", "<", "<p",
                                  "<script>", "<nav>", "</p>", "<table>"}) {
    std::string html;
    while (html.size() < (1U << 20)) html += piece;
    EXPECT_NO_THROW(read_html(html)) << piece;
  }
}

}  // namespace
}  // namespace proviso::ingest
