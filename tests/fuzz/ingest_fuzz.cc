// Whatever bytes a file holds: HTML, DOCX, ODT, OFD, archives and what OCR has kept give a document
// whose parts hold together, in bounded time and memory. The first byte chooses the reader.
#include <string>
#include <string_view>
#include <vector>

#include "ingest/archive/walk.h"
#include "ingest/docx/docx.h"
#include "ingest/layout/assemble.h"
#include "ingest/ocr/memory.h"
#include "ingest/ofd/ofd_source.h"
#include "ingest/text/html.h"
#include "tests/fuzz/documents.h"
#include "tests/ingest/make_zip.h"

namespace {

using namespace proviso::ingest;

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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 6) {
    case 0:
      flow(read_html(bytes));
      break;
    case 1:
      package(bytes);
      break;
    case 2:
      members(bytes);
      break;
    case 3:
      decode_ocr(bytes);
      break;
    case 4:
      docx_of(bytes);
      break;
    default:
      ofd_of(bytes);
      break;
  }
  return 0;
}
