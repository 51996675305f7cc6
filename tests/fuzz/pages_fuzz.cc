// What `proviso` itself works on: the decoders of plain text, the frames that a worker sends, and
// the layout that makes a document of pages. Whatever comes, the document holds together, in
// bounded time and memory. The first byte chooses.
#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "ingest/layout/assemble.h"
#include "ingest/layout/lines.h"
#include "ingest/text/plain.h"
#include "ingest/worker/protocol.h"
#include "tests/fuzz/documents.h"

namespace {

using namespace proviso::ingest;

// Characters at any place, size and turn.
void layout(const std::uint8_t* data, std::size_t size) {
  std::vector<Glyph> glyphs;
  for (std::size_t i = 0; i + 8 <= size && glyphs.size() < 2000; i += 8) {
    Glyph glyph;
    glyph.character = data[i] < 0x80 ? static_cast<char32_t>(std::max<int>(data[i], 0x20))
                                     : static_cast<char32_t>(0x4E00 + data[i] * 64 + data[i + 1]);
    glyph.x0 = static_cast<float>(data[i + 2]) * 2.5F;
    glyph.baseline = static_cast<float>(data[i + 3]) * 3.5F;
    glyph.size = static_cast<float>(data[i + 4]) / 4 + 0.1F;
    glyph.x1 = glyph.x0 + glyph.size * static_cast<float>(data[i + 5]) / 128;
    glyph.y0 = glyph.baseline - 0.86F * glyph.size;
    glyph.y1 = glyph.baseline + 0.14F * glyph.size;
    glyph.order = static_cast<std::uint32_t>(i);
    glyph.flags = data[i + 6] < 240 ? 0 : static_cast<std::uint16_t>(1U << (data[i + 6] & 7));
    glyph.turn = data[i + 7] < 250 ? Turn::kUpright : static_cast<Turn>(data[i + 7] % 5);
    glyphs.push_back(glyph);
  }
  PageLines page;
  page.page.number = 1;
  page.page.width = 600;
  page.page.height = 850;
  page.page.method = Method::kText;
  page.lines = build_lines(glyphs, {1, 600, 850});
  std::vector<PageLines> pages{page, page};
  pages[1].page.number = 2;
  holds_together(assemble(std::move(pages)));
}

// A stream of frames from a worker that keeps to no rule: what it says of pages becomes a document.
void stream(std::string_view bytes) {
  FrameBuffer buffer;
  std::vector<PageLines> pages;
  for (std::size_t at = 0; at < bytes.size() && pages.size() < 20; at += 500) {
    buffer.append(bytes.substr(at, 500));
    while (const auto content = buffer.next()) {
      auto frame = decode_frame(*content);
      if (!frame || !std::holds_alternative<PageLines>(*frame)) continue;
      const auto again = decode_frame(encode(std::get<PageLines>(*frame)));
      check(again && std::holds_alternative<PageLines>(*again), "a page survives its way");
      pages.push_back(std::get<PageLines>(*std::move(frame)));
    }
    if (buffer.too_long()) break;
  }
  holds_together(assemble(std::move(pages)));
}

// One page without the length before it, many times over: what repeats is furniture.
void pages_of(std::string_view bytes) {
  const auto frame = decode_frame(bytes);
  if (!frame || !std::holds_alternative<PageLines>(*frame)) return;
  std::vector<PageLines> pages(3, std::get<PageLines>(*frame));
  for (std::size_t i = 0; i < pages.size(); ++i) {
    pages[i].page.number = static_cast<int>(i) + 1;
    for (PageLine& line : pages[i].lines) line.line.page = static_cast<int>(i) + 1;
  }
  holds_together(assemble(std::move(pages)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 4) {
    case 0:
      flow(read_plain_flow(bytes));
      break;
    case 1:
      stream(bytes);
      break;
    case 2:
      pages_of(bytes);
      break;
    default:
      layout(data + 1, size - 1);
      break;
  }
  return 0;
}
