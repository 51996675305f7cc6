#include "tasks/inspect/overlay.h"

namespace proviso::tasks {
namespace {

constexpr float kDoubtful = 0.8F;

}  // namespace

LineSource source_of(const ingest::Line& line) {
  const auto has = [&](unsigned flags) { return (line.flags & flags) != 0; };
  if (has(ingest::kHidden | ingest::kCovered | ingest::kWhite)) {
    return line.source == ingest::TextSource::kOcrLayer ? LineSource::kOcrLayer
                                                        : LineSource::kUnseen;
  }
  if (has(ingest::kStamp | ingest::kWatermark)) return LineSource::kStamp;
  if (has(ingest::kDeleted | ingest::kComment)) return LineSource::kDeleted;
  if (has(ingest::kFurniture)) return LineSource::kFurniture;
  if (has(ingest::kLowTrust) || line.confidence < kDoubtful) return LineSource::kLowTrust;
  if (has(ingest::kRepaired)) return LineSource::kRepaired;
  if (has(ingest::kFootnote)) return LineSource::kFootnote;
  if (line.source == ingest::TextSource::kOcrLayer) return LineSource::kOcrLayer;
  return line.source == ingest::TextSource::kOcr ? LineSource::kOcr : LineSource::kText;
}

const std::array<SourceColour, kLineSources>& source_colours() {
  static constexpr std::array<SourceColour, kLineSources> kColours{{
      {LineSource::kUnseen, "unseen", "red", "红", 0xD00000},
      {LineSource::kStamp, "stamp", "pink", "粉红", 0xE0409A},
      {LineSource::kDeleted, "deleted", "brown", "棕", 0x7A4A20},
      {LineSource::kFurniture, "furniture", "grey", "灰", 0x707070},
      {LineSource::kLowTrust, "low_trust", "orange", "橙", 0xF08000},
      {LineSource::kRepaired, "repaired", "violet", "紫", 0x7030C0},
      {LineSource::kFootnote, "footnote", "turquoise", "青", 0x00909A},
      {LineSource::kOcrLayer, "ocr_layer", "olive", "橄榄绿", 0x808000},
      {LineSource::kOcr, "ocr", "green", "绿", 0x009040},
      {LineSource::kText, "text", "blue", "蓝", 0x0050D0},
  }};
  return kColours;
}

std::vector<ingest::PictureMark> overlay(const ingest::Document& document, int number) {
  std::vector<ingest::PictureMark> marks;
  for (const ingest::Line& line : document.lines) {
    if (line.page != number || line.box.x1 <= line.box.x0) continue;
    const auto source = static_cast<std::size_t>(source_of(line));
    marks.push_back({number, line.box, source_colours().at(source).rgb});
  }
  return marks;
}

std::array<std::size_t, kLineSources> count_sources(const ingest::Document& document, int number) {
  std::array<std::size_t, kLineSources> counts{};
  for (const ingest::Line& line : document.lines) {
    if (line.page == number && line.box.x1 > line.box.x0)
      ++counts.at(static_cast<std::size_t>(source_of(line)));
  }
  return counts;
}

}  // namespace proviso::tasks
