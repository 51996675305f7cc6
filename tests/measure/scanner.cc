#include "tests/measure/scanner.h"

#include <fmt/format.h>
#include <leptonica/allheaders.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <random>

#include "ingest/pdf/file.h"
#include "tests/measure/typeset.h"

namespace proviso::ingest {
namespace {

using PixPointer = std::unique_ptr<Pix, void (*)(Pix*)>;

PixPointer own(Pix* pix) {
  return {pix, [](Pix* p) { pixDestroy(&p); }};
}

PixPointer to_pix(const ColorPage& page) {
  PixPointer pix = own(pixCreate(page.width, page.height, 32));
  for (int y = 0; y < page.height; ++y) {
    for (int x = 0; x < page.width; ++x) {
      const std::uint8_t* p = page.pixels.data() + 3 * (std::ptrdiff_t{y} * page.width + x);
      pixSetRGBPixel(pix.get(), x, y, p[0], p[1], p[2]);
    }
  }
  return pix;
}

ColorPage from_pix(Pix* pix, double dpi) {
  ColorPage page;
  page.dpi = dpi;
  page.width = pixGetWidth(pix);
  page.height = pixGetHeight(pix);
  page.pixels.resize(static_cast<std::size_t>(page.width) * static_cast<std::size_t>(page.height) *
                     3);
  std::size_t at = 0;
  for (int y = 0; y < page.height; ++y) {
    for (int x = 0; x < page.width; ++x) {
      l_int32 r = 0, g = 0, b = 0;
      pixGetRGBPixel(pix, x, y, &r, &g, &b);
      page.pixels[at++] = static_cast<std::uint8_t>(r);
      page.pixels[at++] = static_cast<std::uint8_t>(g);
      page.pixels[at++] = static_cast<std::uint8_t>(b);
    }
  }
  return page;
}

ColorPage blurred(const ColorPage& page, float sigma) {
  const PixPointer pix = to_pix(page);
  L_Kernel* kernel = makeGaussianKernel(3, 3, sigma, 1.0F);
  const PixPointer result = own(pixConvolveRGB(pix.get(), kernel));
  kernelDestroy(&kernel);
  return from_pix(result.get(), page.dpi);
}

ColorPage noisy(ColorPage page, double sigma, std::mt19937& random) {
  std::normal_distribution<double> noise(0, sigma);
  for (std::size_t i = 0; i + 2 < page.pixels.size(); i += 3) {
    const double n = noise(random);
    for (std::size_t k = i; k < i + 3; ++k) {
      page.pixels[k] = static_cast<std::uint8_t>(std::clamp(page.pixels[k] + n, 0.0, 255.0));
    }
  }
  return page;
}

ColorPage through_jpeg(const ColorPage& page, int quality) {
  const PixPointer pix = to_pix(page);
  l_uint8* data = nullptr;
  std::size_t size = 0;
  pixWriteMemJpeg(&data, &size, pix.get(), quality, 0);
  const PixPointer result = own(pixReadMemJpeg(data, size, 0, 1, nullptr, 0));
  lept_free(data);
  return from_pix(result.get(), page.dpi);
}

ColorPage skewed(const ColorPage& page, double degrees) {
  const PixPointer pix = to_pix(page);
  const auto angle = static_cast<float>(degrees * std::acos(-1.0) / 180);
  const PixPointer result =
      own(pixRotate(pix.get(), angle, L_ROTATE_AREA_MAP, L_BRING_IN_WHITE, 0, 0));
  return from_pix(result.get(), page.dpi);
}

// A ring with a star, as thick as a company's seal, over the lower right of the text: paper becomes
// red, print stays dark.
ColorPage sealed(ColorPage page) {
  const double cx = page.width * 0.62, cy = page.height * 0.6, radius = 20.5 / 25.4 * page.dpi;
  for (int y = 0; y < page.height; ++y) {
    for (int x = 0; x < page.width; ++x) {
      const double dx = x - cx, dy = y - cy, r = std::hypot(dx, dy), a = std::atan2(dy, dx);
      const bool ring = r < radius && r > radius * 0.93;
      const double star = 0.28 * radius * (0.75 + 0.25 * std::cos(5 * (a + 1.5708)));
      const double spoke = std::fmod(a * 18 / 3.1416 + 72, 2.0);
      const bool letters = r > 0.62 * radius && r < 0.86 * radius && spoke < 1.1 && a < 2.6 &&
                           a > -3.1 && std::fmod(r, 9.0) < 5;
      if (!ring && !(r < star) && !letters) continue;
      std::uint8_t* p = page.pixels.data() + 3 * (std::ptrdiff_t{y} * page.width + x);
      p[0] = static_cast<std::uint8_t>(p[0] * 215 / 255);
      p[1] = static_cast<std::uint8_t>(p[1] * 40 / 255);
      p[2] = static_cast<std::uint8_t>(p[2] * 45 / 255);
    }
  }
  return page;
}

}  // namespace

ColorPage render_page(const std::string& bytes, int number, double dpi) {
  const auto file = PdfFile::open(bytes);
  ColorPage page;
  page.dpi = dpi;
  page.pixels = file->render_color(number, dpi, page.width, page.height);
  return page;
}

ColorPage render(MakePdf pdf, double dpi, const std::string& font) {
  pdf.chinese_font = font;
  embed_latin(pdf);
  return render_page(pdf.bytes(), 1, dpi);
}

ColorPage spoiled(const ColorPage& page, const std::string& kind, unsigned seed) {
  std::mt19937 random(seed);
  if (kind == "blur") return blurred(page, 1.1F);
  if (kind == "noise") return noisy(page, 22, random);
  if (kind == "jpeg35") return through_jpeg(page, 35);
  if (kind == "skew1") return skewed(page, 1);
  if (kind == "skew3") return skewed(page, -3);
  if (kind == "skew5") return skewed(page, 5);
  if (kind == "seal") return sealed(page);
  if (kind == "office") {
    const double degrees = std::uniform_real_distribution<double>(-0.8, 0.8)(random);
    return noisy(skewed(page, degrees), 8, random);
  }
  if (kind == "all") {
    const double degrees = std::uniform_real_distribution<double>(-5, 5)(random);
    return through_jpeg(noisy(blurred(skewed(sealed(page), degrees), 0.9F), 12, random), 35);
  }
  return page;
}

void write_png(const ColorPage& page, const std::string& path) {
  pixWrite(path.c_str(), to_pix(page).get(), IFF_PNG);
}

std::string grey_jpeg(const ColorPage& page, int quality) {
  const PixPointer grey = own(pixConvertRGBToLuminance(to_pix(page).get()));
  l_uint8* data = nullptr;
  std::size_t size = 0;
  pixWriteMemJpeg(&data, &size, grey.get(), quality, 0);
  std::string bytes(data, data + size);
  lept_free(data);
  return bytes;
}

std::string picture_pdf(const std::vector<ColorPage>& pages, int quality) {
  std::string out = "%PDF-1.5\n";
  std::vector<std::size_t> offsets;
  const auto object = [&](const std::string& body) {
    offsets.push_back(out.size());
    out += fmt::format("{} 0 obj\n{}\nendobj\n", offsets.size(), body);
  };
  object("<</Type/Catalog/Pages 2 0 R>>");
  std::string kids;
  for (std::size_t i = 0; i < pages.size(); ++i) kids += fmt::format("{} 0 R ", 3 + 3 * i);
  object(fmt::format("<</Type/Pages/Kids[{}]/Count {}>>", kids, pages.size()));
  for (const ColorPage& page : pages) {
    const double width = page.width * 72 / page.dpi, height = page.height * 72 / page.dpi;
    object(
        fmt::format("<</Type/Page/Parent 2 0 R/MediaBox[0 0 {:.2f} {:.2f}]/Resources<</XObject"
                    "<</P {} 0 R>>>>/Contents {} 0 R>>",
                    width, height, offsets.size() + 2, offsets.size() + 3));
    const std::string jpeg = grey_jpeg(page, quality);
    object(
        fmt::format("<</Type/XObject/Subtype/Image/Width {}/Height {}/ColorSpace/DeviceGray"
                    "/BitsPerComponent 8/Filter/DCTDecode/Length {}>>stream\n{}\nendstream",
                    page.width, page.height, jpeg.size(), jpeg));
    const std::string paint = fmt::format("q {:.2f} 0 0 {:.2f} 0 0 cm /P Do Q", width, height);
    object(fmt::format("<</Length {}>>stream\n{}\nendstream", paint.size(), paint));
  }
  const std::size_t table = out.size();
  out += fmt::format("xref\n0 {}\n0000000000 65535 f \n", offsets.size() + 1);
  for (const std::size_t offset : offsets) out += fmt::format("{:010} 00000 n \n", offset);
  return out + fmt::format("trailer<</Size {}/Root 1 0 R>>\nstartxref\n{}\n%%EOF\n",
                           offsets.size() + 1, table);
}

}  // namespace proviso::ingest
