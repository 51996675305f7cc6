#include "ingest/document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace proviso::ingest {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// "被告支付一万元。" wraps from page 1 to page 2 after four characters of 10 points each; a page
// number stands between.
Document wrapped_over_two_pages() {
  Document document;
  document.source_kind = "pdf";
  document.text = "被告支付一万元。";
  Line first;
  first.text = "被告支付";
  first.page = 1;
  first.box = {100, 700, 140, 712};
  first.start = 0;
  first.end = 12;
  first.edges = {100, 110, 120, 130, 140};
  Line number;
  number.text = "1";
  number.page = 1;
  number.flags = kFurniture;
  Line second;
  second.text = "一万元。";
  second.page = 2;
  second.box = {80, 60, 120, 72};
  second.start = 12;
  second.end = 24;
  second.edges = {80, 90, 100, 110, 120};
  second.confidence = 0.5F;
  document.lines = {first, number, second};
  document.paragraphs = {{0, 24, 0, 3}};
  return document;
}

TEST(Boxes, AQuoteThatWrapsHasOneBoxPerLineClippedToItsCharacters) {
  const Document document = wrapped_over_two_pages();
  const auto found = boxes(document, 6, 18);  // 支付一万
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].page, 1);
  EXPECT_DOUBLE_EQ(found[0].box.x0, 120);
  EXPECT_DOUBLE_EQ(found[0].box.x1, 140);
  EXPECT_DOUBLE_EQ(found[0].box.y0, 700);
  EXPECT_EQ(found[1].page, 2);
  EXPECT_DOUBLE_EQ(found[1].box.x0, 80);
  EXPECT_DOUBLE_EQ(found[1].box.x1, 100);
}

TEST(Boxes, AnEmptySpanHasNone) {
  EXPECT_THAT(boxes(wrapped_over_two_pages(), 6, 6), IsEmpty());
}

TEST(PageAt, FollowsTheParagraphOverThePageBreak) {
  const Document document = wrapped_over_two_pages();
  EXPECT_EQ(page_at(document, 0), 1);
  EXPECT_EQ(page_at(document, 11), 1);
  EXPECT_EQ(page_at(document, 12), 2);
  EXPECT_EQ(page_at(document, 24), 2);
  EXPECT_EQ(page_at(Document{}, 0), 0);
}

TEST(ConfidenceAt, IsTheLowestOfTheLinesTouched) {
  const Document document = wrapped_over_two_pages();
  EXPECT_FLOAT_EQ(confidence_at(document, 0, 12), 1);
  EXPECT_FLOAT_EQ(confidence_at(document, 9, 15), 0.5F);
}

TEST(Names, AreThoseOfTheExports) {
  EXPECT_EQ(name(TextSource::kOcrLayer), "ocr_layer");
  EXPECT_EQ(name(Method::kMixed), "mixed");
  EXPECT_EQ(name(PageStatus::kDoubtful), "doubtful");
  EXPECT_EQ(name(DocumentStatus::kPartial), "partial");
  EXPECT_THAT(flag_names(kFurniture | kLowTrust), ElementsAre("furniture", "low_trust"));
}

}  // namespace
}  // namespace proviso::ingest
