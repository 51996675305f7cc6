// Pictures of pages, and what scanners and stamps do to them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/ingest/make_pdf.h"

struct Pix;

namespace proviso::ingest {

struct ColorPage {
  int width = 0, height = 0;
  double dpi = 200;
  std::vector<std::uint8_t> pixels;  // red, green, blue
};

// Page `number` (from 1) of a PDF as people see it.
ColorPage render_page(const std::string& bytes, int number, double dpi);

// The first page of `pdf`, its Chinese in `font` (a name as PDF writes names).
ColorPage render(MakePdf pdf, double dpi, const std::string& font = "Noto#20Serif#20CJK#20SC");

// `kind`: blur, noise, jpeg35, skew1, skew3, skew5, seal, "all" of them, "office" (an office's
// scanner: a little skewed and noisy); anything else leaves the page as it is. The same seed gives
// the same picture.
ColorPage spoiled(const ColorPage& page, const std::string& kind, unsigned seed);

// As a file: PNG at `path`; the bytes of a grey JPEG.
void write_png(const ColorPage& page, const std::string& path);
std::string grey_jpeg(const ColorPage& page, int quality);

// A PDF of pictures alone, one a page, as scanners write them.
std::string picture_pdf(const std::vector<ColorPage>& pages, int quality);

}  // namespace proviso::ingest
