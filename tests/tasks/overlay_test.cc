// The colours of a page's picture say how each line was read.
#include "tasks/inspect/overlay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tasks/inspect/words.h"

namespace proviso::tasks {
namespace {

using ::testing::SizeIs;

ingest::Line line(ingest::TextSource source, std::uint16_t flags = 0, float confidence = 1) {
  ingest::Line out;
  out.page = 1;
  out.box = {10, 10, 50, 20};
  out.source = source;
  out.flags = flags;
  out.confidence = confidence;
  return out;
}

TEST(Overlay, TellsWhatIsKeptOutFirstThenHowWellTheRestWasRead) {
  using ingest::TextSource;
  EXPECT_EQ(source_of(line(TextSource::kText)), LineSource::kText);
  EXPECT_EQ(source_of(line(TextSource::kOcr)), LineSource::kOcr);
  EXPECT_EQ(source_of(line(TextSource::kOcr, 0, 0.5F)), LineSource::kLowTrust);
  EXPECT_EQ(source_of(line(TextSource::kText, ingest::kLowTrust | ingest::kRepaired)),
            LineSource::kLowTrust);
  EXPECT_EQ(source_of(line(TextSource::kText, ingest::kRepaired)), LineSource::kRepaired);
  EXPECT_EQ(source_of(line(TextSource::kText, ingest::kFurniture | ingest::kLowTrust)),
            LineSource::kFurniture);
  EXPECT_EQ(source_of(line(TextSource::kText, ingest::kCovered | ingest::kFurniture)),
            LineSource::kUnseen);
  EXPECT_EQ(source_of(line(TextSource::kOcrLayer, ingest::kHidden)), LineSource::kOcrLayer);
}

TEST(Overlay, BoxesTheLinesOfOnePageOnly) {
  ingest::Document document;
  document.lines = {line(ingest::TextSource::kText), line(ingest::TextSource::kOcr),
                    line(ingest::TextSource::kText)};
  document.lines[2].page = 2;
  const auto marks = overlay(document, 1);
  ASSERT_THAT(marks, SizeIs(2));
  EXPECT_NE(marks[0].rgb, marks[1].rgb);
  EXPECT_EQ(count_sources(document, 1).at(static_cast<std::size_t>(LineSource::kOcr)), 1U);
}

TEST(Overlay, HasAColourAndWordsForEverySource) {
  const Words zh(Words::Language::kChinese);
  for (std::size_t i = 0; i < kLineSources; ++i) {
    const SourceColour& one = source_colours().at(i);
    EXPECT_EQ(static_cast<std::size_t>(one.source), i);
    EXPECT_NE(zh.line_source(one.name), one.name);
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(one.rgb, source_colours().at(j).rgb);
  }
}

}  // namespace
}  // namespace proviso::tasks
