#include "ingest/worker/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "ingest/docx/docx.h"
#include "ingest/image/image.h"
#include "ingest/ofd/ofd_source.h"
#include "ingest/package/package.h"
#include "ingest/pdf/file.h"
#include "ingest/text/html.h"
#include "ingest/text/plain.h"
#include "ingest/worker/picture_page.h"
#include "ingest/worker/read_page.h"

namespace proviso::ingest {
namespace {

using Opened = tl::expected<std::unique_ptr<Source>, std::string>;

class PdfSource final : public Source {
 public:
  PdfSource(PdfFile file, const WorkerSettings& settings)
      : file_(std::move(file)), settings_(settings) {}

  OpenFrame opened() const override { return {file_.pages(), "pdf", false}; }

  PageLines page(int number, Ocr& ocr, const std::function<void()>& before_ocr) override {
    return read_page(file_, number, settings_, ocr, before_ocr);
  }

  tl::expected<ColorPicture, std::string> picture(int number, double dpi) override {
    if (number < 1 || number > file_.pages() || !file_.has_page(number))
      return tl::unexpected<std::string>("there is no such page");
    const PageFrame frame = file_.frame(number);
    const double inches = frame.width / 72 * frame.height / 72;
    ColorPicture result;
    result.dpi =
        std::min(dpi, std::sqrt(settings_.limits.max_megapixels * 1e6 / std::max(inches, 1e-6)));
    result.pixels = file_.render_color(number, result.dpi, result.width, result.height);
    if (result.pixels.empty()) return tl::unexpected<std::string>("the page cannot be painted");
    return result;
  }

  std::string note() const override {
    return file_.recovered() ? "recovered: the file's table of contents was damaged" : "";
  }

 private:
  PdfFile file_;
  const WorkerSettings& settings_;
};

class ImageSource final : public Source {
 public:
  ImageSource(std::string_view bytes, int pages, const WorkerSettings& settings)
      : bytes_(bytes), pages_(pages), settings_(settings) {}

  OpenFrame opened() const override { return {pages_, "image", false}; }

  PageLines page(int number, Ocr& ocr, const std::function<void()>& before_ocr) override {
    PageLines result;
    result.page.number = number;
    result.page.label = std::to_string(number);
    if (!settings_.ocr) {
      fail(result.page, "needs OCR (a picture), which is switched off");
      return result;
    }
    before_ocr();
    const auto raster = decode_image(bytes_, number, settings_.limits.max_megapixels);
    if (raster) {
      read_picture(result, *raster, ocr);
    } else {
      fail(result.page, raster.error());
    }
    return result;
  }

  tl::expected<ColorPicture, std::string> picture(int number, double dpi) override {
    if (number < 1 || number > pages_) return tl::unexpected<std::string>("there is no such page");
    return decode_color(bytes_, number, dpi, settings_.limits.max_megapixels);
  }

 private:
  const std::string_view bytes_;
  const int pages_;
  const WorkerSettings& settings_;
};

// A document that flows, already read: pieces of it stand for pages.
class FlowSource final : public Source {
 public:
  FlowSource(std::string kind, Flow flow)
      : kind_(std::move(kind)), note_(flow.note), pieces_(to_pieces(std::move(flow))) {}

  OpenFrame opened() const override { return {static_cast<int>(pieces_.size()), kind_, true}; }

  PageLines page(int number, Ocr& /*ocr*/, const std::function<void()>& /*before_ocr*/) override {
    return std::move(pieces_.at(static_cast<std::size_t>(number) - 1));
  }

  std::string note() const override { return note_; }

 private:
  const std::string kind_, note_;
  std::vector<PageLines> pieces_;
};

Opened open_flow(std::string kind, Flow flow) {
  if (!flow.error.empty()) return tl::unexpected(std::move(flow.error));
  return std::make_unique<FlowSource>(std::move(kind), std::move(flow));
}

Opened open_pdf(std::string_view bytes, const WorkerSettings& settings) {
  auto file = PdfFile::open(bytes);
  if (!file) return tl::unexpected(file.error());
  return std::make_unique<PdfSource>(*std::move(file), settings);
}

Opened open_package(std::string_view bytes, const WorkerSettings& settings) {
  auto package = Package::open(bytes);
  if (!package) return tl::unexpected(package.error());
  if (is_docx(*package)) return open_flow("docx", read_docx(*package));
  if (is_ofd(*package)) return open_ofd(*std::move(package), settings);
  if (package->has("xl/workbook.xml"))
    return tl::unexpected<std::string>("a workbook of Excel: no document");
  if (package->has("ppt/presentation.xml")) {
    return tl::unexpected<std::string>("a presentation of PowerPoint: no document");
  }
  return tl::unexpected<std::string>("a zip file that is neither a Word document nor OFD");
}

}  // namespace

Opened open_source(std::string_view bytes, const WorkerSettings& settings) {
  switch (settings.format) {
    case Format::kText:
      return open_flow("text", read_plain_flow(bytes));
    case Format::kHtml:
      return open_flow("html", read_html(bytes));
    case Format::kZip:
    case Format::kDocx:
    case Format::kOfd:
      return open_package(bytes, settings);
    case Format::kJpeg:
    case Format::kPng:
    case Format::kTiff:
    case Format::kBmp:
    case Format::kGif: {
      const int pages = image_pages(bytes);
      if (pages == 0) return tl::unexpected<std::string>("broken: the picture cannot be decoded");
      return std::make_unique<ImageSource>(bytes, pages, settings);
    }
    case Format::kPdf:
      return open_pdf(bytes, settings);
    default:
      return tl::unexpected(fmt::format("{} files are not supported", name(settings.format)));
  }
}

}  // namespace proviso::ingest
