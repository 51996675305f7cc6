#include "ingest/worker/read_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "ingest/layout/lines.h"
#include "ingest/layout/script.h"
#include "ingest/pdf/trust.h"

namespace proviso::ingest {
namespace {

constexpr double kDpi = 200;        // best for Chinese of 10 to 16 points, and faster than 300
constexpr double kFewestDpi = 60;   // below it no letter can be read
constexpr float kDoubtful = 0.75F;  // mean confidence of OCR under which a page is doubtful

void fail(Page& page, std::string reason) {
  page.status = PageStatus::kFailed;
  page.reason = std::move(reason);
}

// The worst status stands; reasons are kept one after the other.
void doubt(Page& page, const std::string& reason) {
  page.status = std::max(page.status, PageStatus::kDoubtful);
  page.reason += (page.reason.empty() ? "" : "; ") + reason;
}

double resolution(const PageContent& content, double max_megapixels) {
  double dpi = kDpi;
  if (content.picture_coverage > 0.8 && content.largest_dpi > 0) {
    dpi = std::clamp(content.largest_dpi, 100.0, kDpi);
  }
  const double square_inches = content.width / 72 * content.height / 72;
  return std::min(dpi, std::sqrt(max_megapixels * 1e6 / std::max(square_inches, 1e-6)));
}

bool is_empty_paper(const Raster& raster) {
  const auto dark = std::count_if(raster.pixels.begin(), raster.pixels.end(),
                                  [](std::uint8_t pixel) { return pixel < 160; });
  return static_cast<double>(dark) < 0.0002 * static_cast<double>(raster.pixels.size());
}

// Marks the text layer of a page whose text comes from OCR.
void set_aside(std::vector<Glyph>& glyphs, const Verdict& verdict) {
  for (Glyph& glyph : glyphs) {
    if ((glyph.flags & (kHidden | kCovered)) != 0) {
      glyph.source = TextSource::kOcrLayer;
    } else {
      glyph.flags |= verdict.bad_fonts.at(glyph.font) ? kLowTrust : kStamp;
    }
  }
}

void read_by_ocr(PageLines& result, const PdfFile& file, PageContent& content,
                 const Verdict& verdict, const WorkerSettings& settings, Ocr& ocr,
                 const std::function<void()>& before_ocr) {
  Page& page = result.page;
  page.method = Method::kOcr;
  const Sheet sheet{page.number, page.width, page.height};
  set_aside(content.glyphs, verdict);
  const auto give_up = [&](const std::string& reason) {
    fail(page, reason);
    page.confidence = 0;
    result.lines = build_lines(content.glyphs, sheet);
  };
  if (!settings.ocr)
    return give_up(fmt::format("needs OCR ({}), which is switched off", verdict.reason));
  const double dpi = resolution(content, settings.limits.max_megapixels);
  if (dpi < kFewestDpi) {
    return give_up(
        fmt::format("too large to render: {:.0f} x {:.0f} points", page.width, page.height));
  }
  before_ocr();
  const Raster raster = file.render(page.number, dpi);
  if (raster.pixels.empty()) return give_up("cannot be rendered");
  if (!is_empty_paper(raster)) {
    const OcrPage read = ocr.read(raster);
    if (!read.error.empty()) return give_up(read.error);
    page.confidence = read.confidence;
    result.lines = build_lines(read.glyphs, sheet);
    if (read.turn != Turn::kUpright) {
      doubt(page, "the scan stands turned: its lines are not joined to paragraphs");
    }
    if (result.lines.empty()) {
      doubt(page, "OCR found no text in a page that is not empty");
    } else if (read.confidence < kDoubtful) {
      doubt(page, fmt::format("OCR is unsure (confidence {:.2f})", read.confidence));
    }
  }
  std::vector<PageLine> layer = build_lines(content.glyphs, sheet);
  std::move(layer.begin(), layer.end(), std::back_inserter(result.lines));
}

void read_text_layer(PageLines& result, PageContent& content, const Verdict& verdict) {
  Page& page = result.page;
  page.method = Method::kText;
  std::size_t unseen = 0;
  bool vertical = false;
  for (Glyph& glyph : content.glyphs) {
    if (verdict.bad_fonts.at(glyph.font)) glyph.flags |= kLowTrust;
    if (is_space(glyph.character)) continue;
    unseen += (glyph.flags & (kCovered | kWhite)) != 0 ? 1 : 0;
    vertical |= content.fonts.at(glyph.font).vertical;
  }
  result.lines = build_lines(content.glyphs, {page.number, page.width, page.height});
  if (verdict.bad_share > 0.03) {
    doubt(page, fmt::format("{:.0f} % of the characters come from a font whose map is wrong",
                            100 * verdict.bad_share));
  }
  if (vertical) doubt(page, "vertical writing: the order of the lines is not to be trusted");
  if (unseen > 0) {
    doubt(page, fmt::format("{} covered or white characters were left out", unseen));
  }
}

}  // namespace

PageLines read_page(const PdfFile& file, int number, const WorkerSettings& settings, Ocr& ocr,
                    const std::function<void()>& before_ocr) {
  PageLines result;
  Page& page = result.page;
  page.number = number;
  page.label = std::to_string(number);
  if (!file.has_page(number)) {
    fail(page, "broken: the page cannot be found");
    return result;
  }
  const PageFrame frame = file.frame(number);
  page.label = frame.label;
  page.width = frame.width;
  page.height = frame.height;
  page.rotation = frame.rotation;
  PageContent content = file.content(number, settings.limits.max_page_glyphs);
  if (content.too_many_glyphs) {
    fail(page, fmt::format("more than {} characters", settings.limits.max_page_glyphs));
    return result;
  }
  const Verdict verdict = judge(content);
  switch (verdict.way) {
    case Way::kBlank:
      result.lines = build_lines(content.glyphs, {number, page.width, page.height});
      break;
    case Way::kText:
      read_text_layer(result, content, verdict);
      break;
    case Way::kOcr:
      read_by_ocr(result, file, content, verdict, settings, ocr, before_ocr);
      break;
  }
  if (content.missing_cmap) {
    doubt(page, "needs character maps that are not installed (package poppler-data)");
  }
  if (content.syntax_errors > 0) {
    doubt(page, fmt::format("{} errors in the page's description", content.syntax_errors));
  }
  if (file.is_xfa()) doubt(page, "XFA form: its pages are made by a program in the file");
  return result;
}

}  // namespace proviso::ingest
