// Whatever bytes a file holds: the text decoders, HTML, DOCX, OFD, archives and the frames between
// worker and parent give a document whose parts hold together, in bounded time and memory. The
// first byte chooses the reader.
#include <string>
#include <string_view>
#include <vector>

#include "ingest/archive/walk.h"
#include "ingest/docx/docx.h"
#include "ingest/layout/assemble.h"
#include "ingest/layout/lines.h"
#include "ingest/ocr/memory.h"
#include "ingest/ofd/ofd_source.h"
#include "ingest/text/html.h"
#include "ingest/text/plain.h"
#include "ingest/worker/protocol.h"
#include "tests/fuzz/check.h"
#include "tests/ingest/make_zip.h"

namespace {

using namespace proviso::ingest;
using proviso::fuzz::check;
using proviso::fuzz::valid_utf8;

bool is_utf8(const std::string& text) {
  return valid_utf8(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()) == text;
}

// What document.h promises of every document.
void holds_together(const Document& document) {
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

void flow(Flow read) {
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

void package(std::string_view bytes) {
  auto opened = Package::open(bytes);
  if (!opened) return;
  if (is_docx(*opened)) flow(read_docx(*opened));
  if (!is_ofd(*opened)) return;
  WorkerSettings settings;
  settings.ocr = false;
  settings.limits.max_page_glyphs = 20'000;
  const auto source = open_ofd(*std::move(opened), settings);
  if (!source) return;
  Ocr ocr;
  std::vector<PageLines> pages;
  const int last = std::min((*source)->opened().pages, 3);
  for (int number = 1; number <= last; ++number) {
    pages.push_back((*source)->page(number, ocr, [] {}));
  }
  holds_together(assemble(std::move(pages)));
}

// Parts divided by NUL: the fuzzer need not find valid checksums of a zip file.
std::vector<std::string> parts_of(std::string_view bytes, std::size_t count) {
  std::vector<std::string> parts;
  while (parts.size() + 1 < count) {
    const std::size_t end = std::min(bytes.find('\0'), bytes.size());
    parts.emplace_back(bytes.substr(0, end));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  parts.emplace_back(bytes);
  return parts;
}

void docx_of(std::string_view bytes) {
  const std::vector<std::string> parts = parts_of(bytes, 4);
  const auto relation = [](const std::string& type) {
    return "<Relationship Id=\"" + type + "\" Type=\"x/" + type + "\" Target=\"" + type +
           ".xml\"/>";
  };
  const std::string zip =
      make_zip({{"[Content_Types].xml", "<Types/>"},
                {"word/document.xml", parts[0]},
                {"word/numbering.xml", parts[1]},
                {"word/styles.xml", parts[2]},
                {"word/footnotes.xml", parts[3]},
                {"word/_rels/document.xml.rels", "<Relationships>" + relation("numbering") +
                                                     relation("styles") + relation("footnotes") +
                                                     "</Relationships>"}});
  package(zip);
}

void ofd_of(std::string_view bytes) {
  const std::vector<std::string> parts = parts_of(bytes, 3);
  const std::string zip =
      make_zip({{"OFD.xml", "<OFD><DocBody><DocRoot>D.xml</DocRoot></DocBody></OFD>"},
                {"D.xml",
                 "<Document><CommonData><DocumentRes>R.xml</DocumentRes><TemplatePage ID=\"2\" "
                 "BaseLoc=\"T.xml\"/></CommonData><Pages><Page ID=\"1\" BaseLoc=\"P.xml\"/>"
                 "<Page ID=\"3\" BaseLoc=\"T.xml\"/></Pages></Document>"},
                {"P.xml", parts[0]},
                {"T.xml", parts[1]},
                {"R.xml", parts[2]}});
  package(zip);
}

void members(std::string_view bytes) {
  Limits limits;
  limits.max_unpacked = limits.max_file = std::uint64_t{16} << 20;
  limits.max_members = 200;
  walk_archive(
      bytes, limits,
      [](ArchiveMember&& member) {
        check(is_utf8(member.name) && !member.name.empty(), "a member has a name in UTF-8");
        check(member.name.front() != '/' && member.name.find("../") == std::string::npos,
              "a name does not lead out of the archive");
        return true;
      },
      [] {});
}

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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 8) {
    case 0:
      flow(read_plain_flow(bytes));
      break;
    case 1:
      flow(read_html(bytes));
      break;
    case 2:
      package(bytes);
      break;
    case 3:
      members(bytes);
      break;
    case 4:
      decode_frame(bytes);
      decode_ocr(bytes);
      break;
    case 5:
      layout(data + 1, size - 1);
      break;
    case 6:
      docx_of(bytes);
      break;
    default:
      ofd_of(bytes);
      break;
  }
  return 0;
}
