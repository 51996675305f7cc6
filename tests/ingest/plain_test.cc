#include "ingest/text/plain.h"

#include <gtest/gtest.h>

#include <string>

namespace proviso::ingest {
namespace {

TEST(Plain, ALineIsAParagraphAndBlankLinesAreDropped) {
  const Document document =
      read_plain("民事判决书\r\n\r\n　　原告甲公司诉被告乙公司。  \r\n   \r\n");
  EXPECT_EQ(document.status, DocumentStatus::kOk);
  EXPECT_EQ(document.text, "民事判决书\n原告甲公司诉被告乙公司。");
  ASSERT_EQ(document.paragraphs.size(), 2u);
  const Paragraph& second = document.paragraphs[1];
  EXPECT_EQ(document.text.substr(second.start, second.end - second.start),
            "原告甲公司诉被告乙公司。");
  EXPECT_EQ(second.first_line, 1u);
  EXPECT_EQ(second.last_line, 2u);
  EXPECT_EQ(document.lines[1].text, "　　原告甲公司诉被告乙公司。  ");
  EXPECT_EQ(document.lines[1].start, second.start);
  EXPECT_EQ(document.lines[1].end, second.end);
}

TEST(Plain, ATextFileHasOnePageAndNoBoxes) {
  const Document document = read_plain("本院认为。");
  ASSERT_EQ(document.pages.size(), 1u);
  EXPECT_EQ(document.pages[0].number, 1);
  EXPECT_EQ(document.pages[0].method, Method::kText);
  EXPECT_EQ(document.pages[0].status, PageStatus::kOk);
  EXPECT_TRUE(boxes(document, 0, 6).empty());
  EXPECT_EQ(page_at(document, 3), 1);
}

TEST(Plain, ReplacedBytesMakeThePageDoubtfulAndTheLineRepaired) {
  const Document document = read_plain("第一行是好的\n第二行\xFF坏了");
  EXPECT_EQ(document.pages.at(0).status, PageStatus::kDoubtful);
  EXPECT_NE(document.pages[0].reason.find("replaced"), std::string::npos);
  EXPECT_EQ(document.lines.at(0).flags, 0);
  EXPECT_EQ(document.lines.at(1).flags, kRepaired);
}

TEST(Plain, WhiteSpaceAloneAndBinaryBytesFail) {
  EXPECT_EQ(read_plain(" \n\t\n　").status, DocumentStatus::kFailed);
  EXPECT_EQ(read_plain(std::string(100, '\0') + "abc").status, DocumentStatus::kFailed);
}

}  // namespace
}  // namespace proviso::ingest
