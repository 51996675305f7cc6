// Writes small PDF files by hand: Chinese in a font that is not embedded (character map
// UniGB-UCS2-H, for which poppler-data is needed, as in many real files), Latin in Helvetica.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "ingest/text/decode.h"

namespace proviso::ingest {

class MakePdf {
 public:
  // Begins a page of 500 x 700 points. `extra` goes into the page's dictionary ("/Rotate 90").
  void page(const std::string& extra = "") { pages_.push_back({"", extra}); }

  // Text with its baseline `y` points under the top edge. Every character is a full em wide.
  void chinese(double x, double y, double size, std::string_view text, int render_mode = 0) {
    std::string hex;
    for (const char32_t c : to_utf32(text)) hex += fmt::format("{:04X}", static_cast<unsigned>(c));
    paint(
        fmt::format("BT {} Tr /F1 {} Tf {} {} Td <{}> Tj ET", render_mode, size, x, 700 - y, hex));
  }
  void latin(double x, double y, double size, std::string_view text) {
    paint(fmt::format("BT 0 Tr /F2 {} Tf {} {} Td ({}) Tj ET", size, x, 700 - y, text));
  }
  // A filled box, grey 0 black to 1 white.
  void box(double x, double y, double width, double height, double grey) {
    paint(fmt::format("q {} g {} {} {} {} re f Q", grey, x, 700 - y - height, width, height));
  }
  // A white picture over the whole page.
  void picture() { paint("q 500 0 0 700 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \xFF EI Q"); }
  void paint(const std::string& operators) { pages_.back().content += operators + "\n"; }

  // Entries for the catalog ("/PageLabels …").
  std::string catalog;
  // Name of the Chinese font, which is not embedded, as PDF writes names (#20 for a space).
  std::string chinese_font = "SimSun";
  // The Latin font's dictionary, and further objects behind the pages; their numbers begin at
  // first_more().
  std::string latin_font =
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";
  std::vector<std::string> more;
  std::string more_fonts;  // "/T0 12 0 R", entries of the pages' fonts
  std::size_t first_more() const { return 6 + 2 * pages_.size(); }

  std::string bytes() const {
    std::string out = "%PDF-1.5\n";
    std::vector<std::size_t> offsets;
    const auto object = [&](const std::string& body) {
      offsets.push_back(out.size());
      out += fmt::format("{} 0 obj\n{}\nendobj\n", offsets.size(), body);
    };
    object(fmt::format("<</Type/Catalog/Pages 2 0 R {}>>", catalog));
    std::string kids;
    for (std::size_t i = 0; i < pages_.size(); ++i) kids += fmt::format("{} 0 R ", 6 + 2 * i);
    object(fmt::format("<</Type/Pages/Kids[{}]/Count {}>>", kids, pages_.size()));
    object(fmt::format(
        "<</Type/Font/Subtype/Type0/BaseFont/{}/Encoding/UniGB-UCS2-H/DescendantFonts[4 0 R]>>",
        chinese_font));
    object(fmt::format(
        "<</Type/Font/Subtype/CIDFontType2/BaseFont/{0}/DW 1000/CIDSystemInfo"
        "<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>/FontDescriptor<</Type/FontDescriptor"
        "/FontName/{0}/Flags 4/FontBBox[0 -140 1000 860]/Ascent 860/Descent -140/CapHeight 700"
        "/ItalicAngle 0/StemV 80>>>>",
        chinese_font));
    object(latin_font);
    for (const One& one : pages_) {
      object(
          fmt::format("<</Type/Page/Parent 2 0 R/MediaBox[0 0 500 700]/Resources<</Font"
                      "<</F1 3 0 R/F2 5 0 R{}>>>>/Contents {} 0 R {}>>",
                      more_fonts, offsets.size() + 2, one.extra));
      object(fmt::format("<</Length {}>>stream\n{}\nendstream", one.content.size(), one.content));
    }
    for (const std::string& body : more) object(body);
    const std::size_t table = out.size();
    out += fmt::format("xref\n0 {}\n0000000000 65535 f \n", offsets.size() + 1);
    for (const std::size_t offset : offsets) out += fmt::format("{:010} 00000 n \n", offset);
    out += fmt::format("trailer<</Size {}/Root 1 0 R>>\nstartxref\n{}\n%%EOF\n", offsets.size() + 1,
                       table);
    return out;
  }

 private:
  struct One {
    std::string content, extra;
  };
  std::vector<One> pages_;
};

}  // namespace proviso::ingest
