#include "ingest/text/decode.h"

#include <gtest/gtest.h>

#include <string>

namespace proviso::ingest {
namespace {

using namespace std::string_literals;

TEST(Decode, ReadsUtf8WithAndWithoutByteOrderMark) {
  EXPECT_EQ(decode("原告甲公司").text, "原告甲公司");
  EXPECT_EQ(decode("\xEF\xBB\xBF原告").text, "原告");
  EXPECT_EQ(decode("原告").encoding, Encoding::kUtf8);
}

TEST(Decode, ReadsGb18030WhenTheBytesAreNoUtf8) {
  const Decoded decoded = decode("\xB1\xBB\xB8\xE6\xD6\xA7\xB8\xB6");  // 被告支付
  EXPECT_EQ(decoded.text, "被告支付");
  EXPECT_EQ(decoded.encoding, Encoding::kGb18030);
  EXPECT_EQ(decoded.replaced, 0u);
}

TEST(Decode, ReadsTheFourByteCharactersOfGb18030) {
  // U+20BB7, a character of personal names, beside two-byte ones.
  EXPECT_EQ(decode("\xD4\xAD\xB8\xE6\x95\x34\xB2\x35").text, "原告\U00020BB7");
}

TEST(Decode, KeepsADamagedUtf8FileAsUtf8) {
  const Decoded decoded = decode("本院认为\xFF被告应当支付");
  EXPECT_EQ(decoded.encoding, Encoding::kUtf8);
  EXPECT_EQ(decoded.text, "本院认为\uFFFD被告应当支付");
  EXPECT_EQ(decoded.replaced, 1u);
}

TEST(Decode, ReplacesBytesThatAreNoCharacterOfGb18030) {
  const Decoded decoded = decode("\xB1\xBB\xB8\xE6\xFF\xD6\xA7\xB8\xB6");
  EXPECT_EQ(decoded.text, "被告\uFFFD支付");
  EXPECT_EQ(decoded.replaced, 1u);
}

TEST(Decode, ReadsUtf16ByItsMark) {
  EXPECT_EQ(decode("\xFF\xFE\x2D\x4E\x0A\x00"s).text, "中\n");
  EXPECT_EQ(decode("\xFE\xFF\x4E\x2D\x00\x0A"s).text, "中\n");
}

TEST(Decode, EndsLinesInOneWayAndDropsControls) {
  EXPECT_EQ(decode("a\r\nb\rc\fd\0\x07"
                   "e\tf\x7F"s)
                .text,
            "a\nb\nc\nde\tf");
}

TEST(Decode, AnEmptyInputIsEmpty) {
  EXPECT_EQ(decode("").text, "");
}

}  // namespace
}  // namespace proviso::ingest
