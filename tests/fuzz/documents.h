// What document.h promises of every document, for the fuzz targets of ingest.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "ingest/document.h"
#include "ingest/layout/page_lines.h"
#include "ingest/text/flow.h"
#include "ingest/worker/protocol.h"
#include "tests/fuzz/check.h"

namespace proviso::ingest {

using proviso::fuzz::check;
using proviso::fuzz::valid_utf8;

inline bool is_utf8(const std::string& text) {
  return valid_utf8(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()) == text;
}

inline void holds_together(const Document& document) {
  check(is_utf8(document.text), "the text is UTF-8");
  std::size_t at = 0;
  for (const Paragraph& paragraph : document.paragraphs) {
    check(paragraph.start == at && paragraph.end > at, "paragraphs tile the text");
    check(
        paragraph.first_line < paragraph.last_line && paragraph.last_line <= document.lines.size(),
        "a paragraph has lines");
    at = paragraph.end + 1;
  }
  check(at == (document.text.empty() ? 0 : document.text.size() + 1),
        "paragraphs reach the end of the text");
  std::size_t last = 0;
  for (const Line& line : document.lines) {
    if (line.start == kNowhere) continue;
    check(line.start >= last && line.start <= line.end && line.end <= document.text.size(),
          "lines follow one another in the text");
    check((line.flags & kKeptOut) == 0, "what is kept out has no share of the text");
    last = line.end;
  }
  for (std::size_t i = 0; i < document.text.size(); i += 97) boxes(document, i, i + 5);
}

// Flowing text, directly and in pieces on its way through a frame.
inline void flow(Flow read) {
  std::vector<PageLines> pieces = to_pieces(read);
  const Document direct = to_document(std::move(read), "x");
  holds_together(direct);
  for (PageLines& piece : pieces) {
    const auto frame = decode_frame(encode(piece));
    check(frame && std::holds_alternative<PageLines>(*frame), "a piece survives its way");
    piece = std::get<PageLines>(*frame);
  }
  if (direct.status == DocumentStatus::kFailed) return;
  check(to_document(from_pieces(std::move(pieces)), "x").text == direct.text,
        "pieces put together give the same text");
}

}  // namespace proviso::ingest
