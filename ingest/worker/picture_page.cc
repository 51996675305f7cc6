#include "ingest/worker/picture_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ingest/layout/lines.h"

namespace proviso::ingest {
namespace {

constexpr float kDoubtful = 0.75F;  // mean confidence under which a page is doubtful
constexpr float kNoise = 0.35F;     // under which a picture is no text: a photograph

}  // namespace

void doubt(Page& page, const std::string& reason) {
  page.status = std::max(page.status, PageStatus::kDoubtful);
  page.reason += (page.reason.empty() ? "" : "; ") + reason;
}

void fail(Page& page, std::string reason) {
  page.status = PageStatus::kFailed;
  page.reason = std::move(reason);
  page.confidence = 0;
}

void read_picture(PageLines& result, const Raster& raster, Ocr& ocr) {
  Page& page = result.page;
  page.method = Method::kOcr;
  page.width = raster.width * 72 / raster.dpi;
  page.height = raster.height * 72 / raster.dpi;
  page.decision.ground = Ground::kPicture;
  page.decision.picture_share = 1;
  page.decision.dpi = raster.dpi;
  if (is_empty_paper(raster)) return;
  const OcrPage read = ocr.read(raster);
  if (!read.error.empty()) {
    fail(page, read.error);
    return;
  }
  if (!read.glyphs.empty() && read.confidence < kNoise) {
    fail(page,
         fmt::format("OCR can make nothing of the picture (confidence {:.2f})", read.confidence));
    return;
  }
  page.confidence = read.confidence;
  page.decision.language = read.language;
  page.decision.skew = read.skew;
  Sheet sheet;
  sheet.page = page.number;
  sheet.width = page.width;
  sheet.height = page.height;
  lay_out(result, read.glyphs, sheet);
  if (read.turn != Turn::kUpright) result.turn = read.turn;
  if (result.lines.empty()) {
    doubt(page, "OCR found no text in a page that is not empty");
  } else if (read.confidence < kDoubtful) {
    doubt(page, fmt::format("OCR is unsure (confidence {:.2f})", read.confidence));
  }
}

}  // namespace proviso::ingest
