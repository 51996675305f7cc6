// What was read from a page, and how, as coloured boxes on its picture: `proviso inspect --png`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "ingest/document.h"
#include "ingest/picture.h"

namespace proviso::tasks {

// How a line came to be read; where several hold, the first of these counts.
enum class LineSource : std::uint8_t {
  kUnseen,     // covered, white or invisible: kept out of the text
  kStamp,      // seal or watermark, kept out
  kDeleted,    // struck out or a comment, kept out
  kFurniture,  // running head or page number, kept out
  kLowTrust,   // of a font that states its characters wrongly, or OCR below 80 %
  kRepaired,   // decoded anew
  kFootnote,
  kOcrLayer,  // somebody else's OCR under a scan
  kOcr,
  kText,  // the file's text layer
};
inline constexpr std::size_t kLineSources = 10;

LineSource source_of(const ingest::Line& line);

struct SourceColour {
  LineSource source;
  std::string_view name;     // for programs: "text", "ocr", …; words.txt has those for people
  std::string_view english;  // the colour: "blue"
  std::string_view chinese;  // the same in Chinese
  std::uint32_t rgb;
};
// In the order of LineSource.
const std::array<SourceColour, kLineSources>& source_colours();

// The boxes of all lines of page `number`.
std::vector<ingest::PictureMark> overlay(const ingest::Document& document, int number);

// How many lines of the page each source has, in the order of LineSource.
std::array<std::size_t, kLineSources> count_sources(const ingest::Document& document, int number);

}  // namespace proviso::tasks
