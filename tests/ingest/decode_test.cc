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

// 原告甲公司诉被告乙公司，在2021年1月2日。\n as UTF-16, little or big endian, without a mark.
std::string utf16(std::string_view utf8, bool big_endian) {
  std::string bytes;
  for (const char32_t c : to_utf32(utf8)) {
    const char high = static_cast<char>(c >> 8), low = static_cast<char>(c & 0xFF);
    bytes += big_endian ? high : low;
    bytes += big_endian ? low : high;
  }
  return bytes;
}

TEST(Decode, KnowsUtf16WithoutAMarkByItsCodeUnits) {
  const std::string text = "原告甲公司诉被告乙公司，在2021年1月2日。\n";
  for (const bool big_endian : {false, true}) {
    const Decoded decoded = decode(utf16(text, big_endian));
    EXPECT_EQ(decoded.encoding, Encoding::kUtf16) << big_endian;
    EXPECT_EQ(decoded.text, text) << big_endian;
  }
}

TEST(Decode, EnglishInAsciiIsNotTakenForUtf16) {
  // Read as UTF-16 these bytes would all be Chinese characters.
  EXPECT_EQ(decode("this app can break").text, "this app can break");
}

TEST(Decode, TellsBig5FromGb18030ByTheFrequentCharacters) {
  // 原告的主張，被告不在。 in Big5.
  const Decoded big5 = decode(
      "\xAD\xEC\xA7\x69\xAA\xBA\xA5\x44\xB1\x69\xA1\x41\xB3\x51\xA7\x69\xA4\xA3\xA6\x62\xA1\x43");
  EXPECT_EQ(big5.encoding, Encoding::kBig5);
  EXPECT_EQ(big5.text, "原告的主張，被告不在。");
}

TEST(Decode, BelievesTheNameOfAnEncodingButNotAgainstTheBytes) {
  EXPECT_EQ(decode_as("\xB1\xBB\xB8\xE6", "gb2312").text, "被告");
  EXPECT_EQ(decode_as("被告", "gb2312").text, "被告");
  EXPECT_EQ(decode_as("\xB3\x51\xA7\x69", "big5").text, "被告");
}

TEST(Decode, ManyMegabytesOfOneCharacterCostTimeInProportion) {
  const std::string bytes(std::size_t{20} << 20, 'a');
  EXPECT_EQ(decode(bytes).text.size(), bytes.size());
}

}  // namespace
}  // namespace proviso::ingest
