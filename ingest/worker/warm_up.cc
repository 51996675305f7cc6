#include "ingest/worker/warm_up.h"

#include <string_view>

#include "ingest/pdf/file.h"
#include "ingest/worker/protocol.h"
#include "ingest/worker/source.h"

namespace proviso::ingest {
namespace {

// Without a table of its objects, which Poppler finds by itself. Two lines: 民事判决书 and
// "judgment".
constexpr std::string_view kPage = R"(%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 120 60]/Contents 8 0 R/Resources<</Font<</F1 4 0 R/F2 5 0 R/F3 6 0 R>>>>>> endobj
4 0 obj <</Type/Font/Subtype/Type0/BaseFont/SimSun/Encoding/UniGB-UCS2-H/DescendantFonts[7 0 R]>> endobj
5 0 obj <</Type/Font/Subtype/Type0/BaseFont/SimSun/Encoding/GBK-EUC-H/DescendantFonts[7 0 R]>> endobj
6 0 obj <</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding/WinAnsiEncoding>> endobj
7 0 obj <</Type/Font/Subtype/CIDFontType2/BaseFont/SimSun/DW 1000/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>/FontDescriptor<</Type/FontDescriptor/FontName/SimSun/Flags 4/FontBBox[0 -140 1000 860]/Ascent 860/Descent -140/CapHeight 700/ItalicAngle 0/StemV 80>>>> endobj
8 0 obj <</Length 124>> stream
BT /F1 12 Tf 10 40 Td <6C114E8B522451B34E66> Tj ET BT /F2 12 Tf 10 25 Td <CEC4> Tj ET BT /F3 12 Tf 10 10 Td (judgment) Tj ET
endstream endobj
trailer <</Root 1 0 R>>
%%EOF
)";

}  // namespace

void warm_up() {
  const WorkerSettings settings;
  const auto source = open_source(kPage, settings);
  if (!source) return;
  Ocr none;
  encode((*source)->page(1, none, [] {}));
}

void warm_up_ocr(Ocr& ocr) {
  ocr.load();
  if (const auto file = PdfFile::open(kPage)) file->render(1, 72);
}

}  // namespace proviso::ingest
