#include "ingest/text/plain.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <string>

#include "ingest/text/decode.h"

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

std::string random_bytes(std::size_t size, const std::function<bool(unsigned char)>& kept) {
  std::mt19937 random(7);
  std::string bytes;
  while (bytes.size() < size) {
    const auto byte = static_cast<unsigned char>(random() & 0xFF);
    if (kept(byte)) bytes.push_back(static_cast<char>(byte));
  }
  return bytes;
}

TEST(Plain, RandomBytesAreNoText) {
  const auto any = [](unsigned char) { return true; };
  for (const std::size_t size : {300U, 4'000U, 100'000U}) {
    EXPECT_EQ(read_plain(random_bytes(size, any)).status, DocumentStatus::kFailed) << size;
    EXPECT_EQ(read_plain(random_bytes(size, [](unsigned char b) { return b != 0; })).status,
              DocumentStatus::kFailed)
        << size << " without NUL";
    for (const char* mark : {"\xFF\xFE", "\xFE\xFF", "\xEF\xBB\xBF"}) {
      EXPECT_EQ(read_plain(mark + random_bytes(size, any)).status, DocumentStatus::kFailed) << size;
    }
  }
}

TEST(Plain, TextInEveryEncodingIsText) {
  const std::string utf8 = "本院认为，被告应当支付货款36,000元。\r\n判决如下：\r\n\t一、支付。\r\n";
  // The same three lines.
  const std::string gb18030 =
      "\xB1\xBE\xD4\xBA\xC8\xCF\xCE\xAA\xA3\xAC\xB1\xBB\xB8\xE6\xD3\xA6\xB5\xB1\xD6\xA7\xB8\xB6\xBB"
      "\xF5"
      "\xBF\xEE"
      "36,"
      "000\xD4\xAA\xA1\xA3\r\n\xC5\xD0\xBE\xF6\xC8\xE7\xCF\xC2\xA3\xBA\r\n\t\xD2\xBB\xA1\xA2\xD6"
      "\xA7"
      "\xB8\xB6\xA1\xA3\r\n";
  std::string little = "\xFF\xFE", big = "\xFE\xFF";
  for (const char32_t c : to_utf32(utf8)) {
    little.push_back(static_cast<char>(c & 0xFF));
    little.push_back(static_cast<char>(c >> 8));
    big.push_back(static_cast<char>(c >> 8));
    big.push_back(static_cast<char>(c & 0xFF));
  }
  const std::string text = read_plain(utf8).text;
  EXPECT_FALSE(text.empty());
  for (const std::string& bytes : {gb18030, little, big}) {
    const Document document = read_plain(bytes);
    EXPECT_EQ(document.status, DocumentStatus::kOk) << document.reason;
    EXPECT_EQ(document.text, text);
  }
}

TEST(Plain, OneNulInALongTextIsForgiven) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "被告应当支付货款。\n";
  text.insert(text.find('\n'), 1, '\0');
  EXPECT_EQ(read_plain(text).status, DocumentStatus::kOk);
}

}  // namespace
}  // namespace proviso::ingest
