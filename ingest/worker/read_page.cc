#include "ingest/worker/read_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "ingest/layout/lines.h"
#include "ingest/layout/script.h"
#include "ingest/layout/turned.h"
#include "ingest/layout/vertical.h"
#include "ingest/pdf/trust.h"

namespace proviso::ingest {
namespace {

constexpr double kDpi = 200;        // best for Chinese of 10 to 16 points, and faster than 300
constexpr double kFewestDpi = 60;   // below it no letter can be read
constexpr float kPoor = 0.6F;       // under which an OCR layer of the file is better than ours
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

// Text of the page's layer that OCR takes the place of.
void set_aside(std::vector<Glyph>& glyphs, const Verdict& verdict) {
  for (Glyph& glyph : glyphs) {
    if ((glyph.flags & (kHidden | kCovered)) != 0) {
      glyph.source = TextSource::kOcrLayer;
    } else if (!verdict.keep_text) {
      glyph.flags |= verdict.bad_fonts.at(glyph.font) ? kLowTrust : kStamp;
    }
  }
}

// Where the layer's own text is seen: OCR must not read it again.
std::vector<Box> boxes_of_text(const std::vector<Glyph>& glyphs) {
  std::vector<Box> boxes;
  for (const Glyph& glyph : glyphs) {
    if ((glyph.flags & kKeptOut) == 0 && !is_space(glyph.character)) {
      boxes.push_back({glyph.x0, glyph.y0, glyph.x1, glyph.y1});
    }
  }
  return boxes;
}

// Puts lines of one source among those of another by their place: before the first line that
// begins under their middle and shares some of their width.
void merge(std::vector<PageLine>& lines, std::vector<PageLine> others) {
  for (PageLine& other : others) {
    const Box& box = other.line.box;
    const double middle = (box.y0 + box.y1) / 2;
    auto at = lines.end();
    if ((other.line.flags & kKeptOut) == 0) {
      at = std::find_if(lines.begin(), lines.end(), [&](const PageLine& line) {
        const Box& there = line.line.box;
        return (line.line.flags & kKeptOut) == 0 && (there.y0 + there.y1) / 2 > middle &&
               there.x0 < box.x1 && box.x0 < there.x1;
      });
    }
    lines.insert(at, std::move(other));
  }
}

std::vector<bool> vertical_fonts(const PageContent& content) {
  std::vector<bool> vertical;
  for (const PageFont& font : content.fonts) vertical.push_back(font.vertical);
  return vertical;
}

// One page while it is being read.
class Reading {
 public:
  Reading(PageLines& result, const PdfFile& file, PageContent& content, const Verdict& verdict,
          const WorkerSettings& settings, Ocr& ocr, const std::function<void()>& before_ocr)
      : result_(result),
        page_(result.page),
        file_(file),
        content_(content),
        verdict_(verdict),
        settings_(settings),
        ocr_(ocr),
        before_ocr_(before_ocr) {}

  void blank() { lay_out(result_, content_.glyphs, sheet()); }
  void by_ocr();
  void by_text_layer();

 private:
  Sheet sheet() const {
    Sheet sheet;
    sheet.page = page_.number;
    sheet.width = page_.width;
    sheet.height = page_.height;
    sheet.rules = content_.rules;
    return sheet;
  }
  void give_up(const std::string& reason) {
    fail(page_, reason);
    page_.confidence = 0;
    lay_out(result_, content_.glyphs, sheet());
  }
  void take(const OcrPage& read);
  void by_foreign_ocr(const OcrPage& read);
  void read_pictures();

  PageLines& result_;
  Page& page_;
  const PdfFile& file_;
  PageContent& content_;
  const Verdict& verdict_;
  const WorkerSettings& settings_;
  Ocr& ocr_;
  const std::function<void()>& before_ocr_;
};

void Reading::by_ocr() {
  page_.method = Method::kOcr;
  const std::vector<Glyph> layer_as_it_was = content_.glyphs;
  set_aside(content_.glyphs, verdict_);
  if (!settings_.ocr) {
    return give_up(fmt::format("needs OCR ({}), which is switched off", verdict_.reason));
  }
  const double dpi = resolution(content_, settings_.limits.max_megapixels);
  if (dpi < kFewestDpi) {
    return give_up(
        fmt::format("too large to render: {:.0f} x {:.0f} points", page_.width, page_.height));
  }
  before_ocr_();
  Raster raster = file_.render(page_.number, dpi);
  if (raster.pixels.empty()) return give_up("cannot be rendered");
  page_.decision.dpi = dpi;
  const std::vector<Box> kept =
      verdict_.keep_text ? boxes_of_text(content_.glyphs) : std::vector<Box>{};
  paint_white(raster, kept, 0.5);
  if (!is_empty_paper(raster)) {
    const OcrPage read = ocr_.read(raster);
    if (!read.error.empty()) return give_up(read.error);
    if (verdict_.decision.ground == Ground::kForeignOcr && read.confidence < kPoor) {
      return by_foreign_ocr(read);
    }
    take(read);
  } else if (verdict_.decision.ground == Ground::kWrongFonts) {
    // Its fonts cannot be drawn either: a doubtful text is more than none.
    content_.glyphs = layer_as_it_was;
    by_text_layer();
    return doubt(page_, "nothing of it appears when the page is drawn");
  }
  if (!kept.empty()) page_.method = Method::kMixed;
  PageLines layer;
  layer.page = page_;
  Sheet own = sheet();
  own.rules.clear();
  layer.lines = build_lines(content_.glyphs, own);
  for (PageLine& line : layer.lines) {
    line.line.box = turned_upright(line.line.box, result_.turn, page_.width, page_.height);
    if (result_.turn != Turn::kUpright) line.line.edges.clear();
  }
  merge(result_.lines, std::move(layer.lines));
}

// The picture is worse than what somebody has read from it before: that stands, under reserve.
void Reading::by_foreign_ocr(const OcrPage& read) {
  for (Glyph& glyph : content_.glyphs) {
    if (glyph.source != TextSource::kOcrLayer) continue;
    glyph.flags = static_cast<std::uint16_t>((glyph.flags & ~(kHidden | kCovered)) | kLowTrust);
    glyph.confidence = read.confidence;
  }
  page_.method = Method::kMixed;
  page_.confidence = read.confidence;
  page_.decision.language = read.language;
  lay_out(result_, content_.glyphs, sheet());
  doubt(page_, fmt::format("OCR is unsure (confidence {:.2f}): the file's own OCR was taken",
                           read.confidence));
}

void Reading::take(const OcrPage& read) {
  page_.confidence = read.confidence;
  page_.decision.language = read.language;
  page_.decision.skew = read.skew;
  lay_out(result_, read.glyphs, sheet());
  if (read.turn != Turn::kUpright) result_.turn = read.turn;
  if (result_.lines.empty()) {
    doubt(page_, "OCR found no text in a page that is not empty");
  } else if (read.confidence < kDoubtful) {
    doubt(page_, fmt::format("OCR is unsure (confidence {:.2f})", read.confidence));
  }
}

void Reading::by_text_layer() {
  page_.method = Method::kText;
  page_.decision.skew = content_.skew;
  std::size_t unseen = 0, repaired = 0;
  for (Glyph& glyph : content_.glyphs) {
    if (verdict_.bad_fonts.at(glyph.font)) glyph.flags |= kLowTrust;
    if (is_space(glyph.character)) continue;
    unseen += (glyph.flags & (kCovered | kWhite)) != 0 ? 1 : 0;
    repaired += (glyph.flags & kRepaired) != 0 ? 1 : 0;
  }
  Sheet own = sheet();
  own.vertical = mark_vertical(content_.glyphs, vertical_fonts(content_));
  lay_out(result_, content_.glyphs, own);
  if (verdict_.bad_share > 0.03) {
    doubt(page_, fmt::format("{:.0f} % of the characters come from a font whose map is wrong",
                             100 * verdict_.bad_share));
  }
  if (repaired > 0) {
    doubt(page_, fmt::format("{} characters were decoded anew, since the file states them wrongly",
                             repaired));
  }
  if (unseen > 0) {
    doubt(page_, fmt::format("{} covered or white characters were left out", unseen));
  }
  if (!verdict_.pictures.empty() && settings_.ocr) read_pictures();
}

// Pictures beside the text. What cannot be read there costs nothing but a word of doubt.
void Reading::read_pictures() {
  constexpr double kCpuSeconds = 15;
  constexpr float kCredible = 0.6F;
  const double dpi = resolution(content_, settings_.limits.max_megapixels);
  if (dpi < kFewestDpi) return;
  before_ocr_();
  Raster raster = file_.render(page_.number, dpi, kCpuSeconds);
  if (raster.pixels.empty()) {
    doubt(page_, "its pictures take too long to render: what is written in them was not read");
    return;
  }
  page_.decision.dpi = dpi;
  paint_white(raster, boxes_of_text(content_.glyphs), 0.5);
  for (const Box& box : verdict_.pictures) {
    Box origin;
    const Raster part = part_of(raster, box, &origin);
    if (is_empty_paper(part)) continue;
    OcrPage read = ocr_.read(part);
    ++page_.decision.pictures_read;
    if (!read.error.empty() || read.glyphs.empty()) continue;
    for (Glyph& glyph : read.glyphs) {
      glyph.x0 += static_cast<float>(origin.x0), glyph.x1 += static_cast<float>(origin.x0);
      glyph.y0 += static_cast<float>(origin.y0), glyph.y1 += static_cast<float>(origin.y0);
      const bool quarter = glyph.turn == Turn::kClockwise || glyph.turn == Turn::kCounterclockwise;
      glyph.baseline += static_cast<float>(quarter ? origin.x0 : origin.y0);
    }
    Sheet own = sheet();
    own.rules.clear();
    std::vector<PageLine> lines = build_lines(read.glyphs, own);
    std::erase_if(lines, [](const PageLine& line) { return line.line.confidence < kCredible; });
    for (PageLine& line : lines) {
      if (line.line.confidence < 0.8F) line.line.flags |= kLowTrust;
      line.line.box = turned_upright(line.line.box, result_.turn, page_.width, page_.height);
      line.line.edges.clear();  // lines of a picture are no prose of the page
    }
    if (lines.empty()) continue;
    page_.method = Method::kMixed;
    page_.decision.language = read.language;
    merge(result_.lines, std::move(lines));
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
  page.decision = verdict.decision;
  Reading reading(result, file, content, verdict, settings, ocr, before_ocr);
  switch (verdict.way) {
    case Way::kBlank:
      reading.blank();
      break;
    case Way::kText:
      reading.by_text_layer();
      break;
    case Way::kOcr:
      reading.by_ocr();
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
