#include "ingest/ofd/ofd_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "ingest/image/image.h"
#include "ingest/layout/lines.h"
#include "ingest/layout/script.h"
#include "ingest/layout/vertical.h"
#include "ingest/ofd/page.h"
#include "ingest/worker/picture_page.h"

namespace proviso::ingest {
namespace {

constexpr double kSmallest = 0.03;  // share of the page that a picture must cover to be read
constexpr float kUnsure = 0.6F;     // confidence
constexpr float kNoise = 0.35F;     // confidence under which a picture is no text: a photograph

double area(const Box& box) {
  return std::max(0.0, box.x1 - box.x0) * std::max(0.0, box.y1 - box.y0);
}

// Characters that can be read, Han twice.
std::size_t weight(const std::vector<Glyph>& glyphs) {
  std::size_t sum = 0;
  for (const Glyph& glyph : glyphs) {
    if ((glyph.flags & kKeptOut) == 0 && !is_space(glyph.character)) {
      sum += is_han(glyph.character) ? 2 : 1;
    }
  }
  return sum;
}

// Boxes of the characters that are seen over a picture, in its frame.
std::vector<Box> text_over(const std::vector<Glyph>& glyphs, const Box& picture) {
  std::vector<Box> boxes;
  for (const Glyph& glyph : glyphs) {
    if (is_space(glyph.character) || glyph.x1 < picture.x0 || glyph.x0 > picture.x1 ||
        glyph.y1 < picture.y0 || glyph.y0 > picture.y1) {
      continue;
    }
    boxes.push_back({glyph.x0 - picture.x0, glyph.y0 - picture.y0, glyph.x1 - picture.x0,
                     glyph.y1 - picture.y0});
  }
  return boxes;
}

class OfdSource final : public Source {
 public:
  OfdSource(OfdDocument document, const WorkerSettings& settings)
      : document_(std::move(document)), settings_(settings) {}

  OpenFrame opened() const override {
    return {static_cast<int>(document_.pages().size()), "ofd", false};
  }

  PageLines page(int number, Ocr& ocr, const std::function<void()>& before_ocr) override {
    PageLines result;
    Page& page = result.page;
    page.number = number;
    page.label = std::to_string(number);
    const auto most = static_cast<std::size_t>(settings_.limits.max_page_glyphs);
    OfdContent content = read_ofd_page(document_, static_cast<std::size_t>(number) - 1, most);
    page.width = content.width;
    page.height = content.height;
    if (content.too_many_glyphs) {
      fail(page, fmt::format("more than {} characters", most));
      return result;
    }
    if (content.broken && content.glyphs.empty()) {
      fail(page, "broken: the page cannot be found");
      return result;
    }
    if (content.broken) doubt(page, "part of the page is damaged");
    Sheet sheet;
    sheet.page = number;
    sheet.width = page.width;
    sheet.height = page.height;
    sheet.rules = std::move(content.rules);
    sheet.vertical = mark_vertical(content.glyphs, {false});
    lay_out(result, content.glyphs, sheet);
    page.decision.trusted = static_cast<int>(weight(content.glyphs));
    page.decision.ground = content.glyphs.empty() ? Ground::kNothing : Ground::kText;
    if (!result.lines.empty()) page.method = Method::kText;
    report_unseen(page, content.glyphs);
    read_pictures(result, content, ocr, before_ocr);
    return result;
  }

 private:
  static void report_unseen(Page& page, const std::vector<Glyph>& glyphs) {
    const auto unseen = std::count_if(glyphs.begin(), glyphs.end(), [](const Glyph& glyph) {
      return (glyph.flags & (kCovered | kWhite)) != 0 && !is_space(glyph.character);
    });
    if (unseen > 0)
      doubt(page, fmt::format("{} covered or white characters were left out", unseen));
  }

  void read_pictures(PageLines& result, const OfdContent& content, Ocr& ocr,
                     const std::function<void()>& before_ocr) {
    Page& page = result.page;
    const double sheet = std::max(content.width * content.height, 1.0);
    const bool has_text = weight(content.glyphs) >= 200;
    std::vector<PageLine> read;
    double confidence = 0;
    int count = 0;
    bool failed = false;
    for (const OfdPicture& picture : content.pictures) {
      if (area(picture.box) < kSmallest * sheet) continue;
      if (!settings_.ocr) {
        failed = true;
        doubt(page, "needs OCR (a picture), which is switched off");
        continue;
      }
      if (!picture.upright) {
        doubt(page, "a turned picture was not read");
        continue;
      }
      before_ocr();
      auto raster = load(picture);
      if (!raster) {
        failed = true;
        doubt(page, fmt::format("a picture was not read: {}", raster.error()));
        continue;
      }
      paint_white(*raster, text_over(content.glyphs, picture.box), 0.5);
      if (is_empty_paper(*raster)) continue;
      OcrPage ocr_page = ocr.read(*raster);
      if (!ocr_page.error.empty()) {
        failed = true;
        doubt(page, ocr_page.error);
        continue;
      }
      if (ocr_page.confidence < kNoise) {
        doubt(page, "OCR can make nothing of a picture");
        continue;
      }
      place(ocr_page, picture, has_text);
      Sheet whole;
      whole.page = page.number;
      whole.width = page.width;
      whole.height = page.height;
      ++page.decision.pictures_read;
      page.decision.dpi = raster->dpi;
      page.decision.language = ocr_page.language;
      for (PageLine& line : build_lines(ocr_page.glyphs, whole)) {
        if (has_text && line.line.confidence < kUnsure) continue;  // a figure, most likely
        confidence += line.line.confidence;
        ++count;
        read.push_back(std::move(line));
      }
    }
    if (content.missing_pictures > 0) doubt(page, "a picture is missing from the file");
    if (failed && result.lines.empty() && read.empty()) {
      page.status = PageStatus::kFailed;
      page.confidence = 0;
    }
    if (read.empty()) return;
    const float mean = static_cast<float>(confidence / count);
    page.method = page.method == Method::kText ? Method::kMixed : Method::kOcr;
    page.confidence = mean;
    if (mean < 0.75F) doubt(page, fmt::format("OCR is unsure (confidence {:.2f})", mean));
    merge(result.lines, std::move(read));
  }

  tl::expected<Raster, std::string> load(const OfdPicture& picture) {
    const auto bytes = document_.read(picture.part);
    if (!bytes) return tl::unexpected<std::string>("it cannot be unpacked");
    return decode_sized(*bytes, (picture.box.x1 - picture.box.x0) / 72,
                        settings_.limits.max_megapixels);
  }

  // From the picture's frame to the page's.
  static void place(OcrPage& read, const OfdPicture& picture, bool has_text) {
    for (Glyph& glyph : read.glyphs) {
      const auto x = static_cast<float>(picture.box.x0), y = static_cast<float>(picture.box.y0);
      glyph.x0 += x, glyph.x1 += x;
      glyph.y0 += y, glyph.y1 += y;
      const bool quarter = glyph.turn == Turn::kClockwise || glyph.turn == Turn::kCounterclockwise;
      glyph.baseline += quarter ? x : y;
      if (has_text && glyph.confidence < 0.8F) glyph.flags |= kLowTrust;
    }
  }

  // Puts the lines of pictures between those of the text, by height, on a page without columns.
  static void merge(std::vector<PageLine>& lines, std::vector<PageLine> read) {
    const bool columns = std::any_of(lines.begin(), lines.end(),
                                     [](const PageLine& line) { return line.column != 0; });
    const auto middle = static_cast<std::ptrdiff_t>(lines.size());
    std::move(read.begin(), read.end(), std::back_inserter(lines));
    if (columns) return;
    std::inplace_merge(
        lines.begin(), lines.begin() + middle, lines.end(),
        [](const PageLine& a, const PageLine& b) { return a.line.box.y1 < b.line.box.y1; });
  }

  OfdDocument document_;
  const WorkerSettings& settings_;
};

}  // namespace

tl::expected<std::unique_ptr<Source>, std::string> open_ofd(Package package,
                                                            const WorkerSettings& settings) {
  auto document = OfdDocument::open(std::move(package));
  if (!document) return tl::unexpected(document.error());
  return std::make_unique<OfdSource>(*std::move(document), settings);
}

}  // namespace proviso::ingest
