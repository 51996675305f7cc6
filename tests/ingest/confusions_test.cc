// A character of the right shape in the wrong place is put right; nothing that may be meant is.
#include "ingest/ocr/confusions.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/ingest/set_text.h"

namespace proviso::ingest {
namespace {

struct Result {
  std::string text;
  int changed = 0;
  bool flagged = false;
};

Result corrected(std::string_view read, float sure = 0.8F) {
  std::vector<Glyph> line;
  set_glyphs(line, 50, 100, 10, read);
  const std::vector<float> confidences(line.size(), sure);
  Result result;
  result.changed = correct_confusions(line, confidences);
  for (const Glyph& glyph : line) {
    append_utf8(result.text, glyph.character);
    result.flagged |= (glyph.flags & kLowTrust) != 0;
  }
  return result;
}

TEST(Confusions, HalfAPhraseTellsItsOtherHalf) {
  EXPECT_EQ(corrected("三、驭回原告的其余请求").text, "三、驳回原告的其余请求");
  EXPECT_EQ(corrected("请求判邻被告文付货款").text, "请求判令被告支付货款");
  EXPECT_EQ(corrected("放期付款违约金").text, "逾期付款违约金");
  EXPECT_FALSE(corrected("三、驭回原告").flagged);
}

TEST(Confusions, SpacesOfTheRecogniserDoNotPart) {
  EXPECT_EQ(corrected("应予 文 持").text, "应予 支 持");
}

TEST(Confusions, AFigureIsPutRightAndFlagged) {
  const Result rate = corrected("每日干分之一");
  EXPECT_EQ(rate.text, "每日千分之一");
  EXPECT_TRUE(rate.flagged);
  EXPECT_TRUE(corrected("第一干一百六十五条").flagged);
}

TEST(Confusions, WhatIsSureOrMayBeMeantStays) {
  for (const char* text : {"培训期间的工资", "邻居的证言", "驾驭车辆", "若干问题", "本文认为"}) {
    EXPECT_EQ(corrected(text).text, text);
  }
  EXPECT_EQ(corrected("三、驭回原告", 0.99F).changed, 0);
}

}  // namespace
}  // namespace proviso::ingest
