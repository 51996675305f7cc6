// What ingest hands on: one document as read. Plain data; no library's types appear here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/decision.h"

namespace proviso::ingest {

inline constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

// Points (1/72 inch), origin at the top left of the page's rotated CropBox, x to the right, y down.
struct Box {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

// Where a line's characters come from. `ocr_layer` is invisible text laid under a scan by somebody
// else's OCR.
enum class TextSource : std::uint8_t { kText, kOcr, kOcrLayer };

// What is known about a line besides its text. Flagged lines of the kinds in kKeptOut stay in
// `lines` and out of `text`.
enum LineFlag : std::uint16_t {
  kFurniture = 1 << 0,  // running head, page number
  kHidden = 1 << 1,     // render mode 3
  kCovered = 1 << 2,    // an opaque box or picture was painted over it
  kWhite = 1 << 3,      // painted in the colour of what lies below: the paper, or a black box
  kStamp = 1 << 4,
  kWatermark = 1 << 5,
  kRepaired =
      1 << 6,  // decoded anew because its font's map was wrong, or U+FFFD put in for invalid bytes
  kLowTrust = 1 << 7,
  kFootnote = 1 << 8,
  // Tracked changes of a draft: what its author put in (part of `text`: the draft as it would read
  // with all changes accepted) and what he struck out (kept out).
  kInserted = 1 << 9,
  kDeleted = 1 << 10,
  kComment = 1 << 11,  // a remark on the draft, kept out
};
inline constexpr std::uint16_t kKeptOut =
    kFurniture | kHidden | kCovered | kWhite | kStamp | kWatermark | kDeleted | kComment;

struct Line {
  std::string text;  // UTF-8 as read, before joining into a paragraph
  int page = 0;  // physical number, from 1; flowing text (text, HTML, DOCX) has the single page 1
  Box box;       // all zero for flowing text
  TextSource source = TextSource::kText;
  float font_size = 0;   // points; 0 where unknown
  float confidence = 1;  // 0..1; 1 for a text layer
  std::uint16_t flags = 0;
  // The line's share of Document::text, or kNowhere for both when it is kept out. `end - start` may
  // be less than text.size(): trailing spaces and soft hyphens are not carried over.
  std::size_t start = kNowhere, end = kNowhere;
  // x of the left edge of every code point of Document::text[start, end), then the right edge of
  // the last one (y for vertical lines). Empty for flowing text and lines kept out.
  std::vector<float> edges;
};

// A paragraph is [start, end) of Document::text without its closing '\n', and lines [first_line,
// last_line).
struct Paragraph {
  std::size_t start = 0, end = 0;
  std::uint32_t first_line = 0, last_line = 0;
};

// A note at the foot of a page: a paragraph of `text` behind the body.
struct Footnote {
  std::uint32_t paragraph = 0;  // index into Document::paragraphs
  std::string mark;  // as it begins the note: "1", "²", "①"; empty where there is none
  std::size_t reference_start = kNowhere, reference_end = kNowhere;  // of the mark in the body
};

enum class Method : std::uint8_t { kText, kOcr, kMixed, kNone };
enum class PageStatus : std::uint8_t { kOk, kDoubtful, kFailed };

struct Page {
  int number = 0;     // physical, from 1
  std::string label;  // as printed in the viewer ("iii"); the number where the file has none
  double width = 0, height = 0;  // points, after rotation; 0 for flowing text
  int rotation = 0;              // 0, 90, 180, 270: the file's /Rotate
  Method method = Method::kNone;
  PageStatus status = PageStatus::kOk;
  std::string reason;    // why doubtful or failed, in plain words; empty when ok
  float confidence = 1;  // mean over the page's words
  Decision decision;     // why it was read this way; empty for text inputs and not stored
};

// kFailed documents have no text; `reason` says why. kPartial: some page failed, the others are
// complete.
enum class DocumentStatus : std::uint8_t { kOk, kPartial, kFailed };

struct Document {
  std::string sha256;       // lower-case hex of the file's bytes
  std::string source_kind;  // "text", "html", "docx", "pdf", "ofd", "image"; "doc" converted
  DocumentStatus status = DocumentStatus::kOk;
  std::string reason;
  std::vector<Page> pages;
  std::vector<Line> lines;  // in reading order, footnotes last
  std::vector<Paragraph>
      paragraphs;                   // in reading order, tiling `text` but for the '\n' between them
  std::vector<Footnote> footnotes;  // in the order of their paragraphs
  std::string text;                 // canonical UTF-8; paragraphs joined by '\n'; no trailing '\n'
};

struct PageBox {
  int page = 0;
  Box box;
};

// The boxes that cover text[start, end): one per line touched, clipped to the code points asked
// for. Empty for flowing text.
std::vector<PageBox> boxes(const Document& document, std::size_t start, std::size_t end);

// The page on which text[offset] stands; 0 for an empty document.
int page_at(const Document& document, std::size_t offset);

// The lowest confidence of the lines that text[start, end) touches, 1 where there are none.
float confidence_at(const Document& document, std::size_t start, std::size_t end);

// Names as stored and exported: "text", "ocr_layer", "partial", …
std::string_view name(TextSource source);
std::string_view name(Method method);
std::string_view name(PageStatus status);
std::string_view name(DocumentStatus status);
std::vector<std::string_view> flag_names(std::uint16_t flags);

}  // namespace proviso::ingest
