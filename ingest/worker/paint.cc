#include "ingest/worker/paint.h"

#include <leptonica/allheaders.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace proviso::ingest {
namespace {

struct PixDelete {
  void operator()(Pix* pix) const { pixDestroy(&pix); }
};
using PixPtr = std::unique_ptr<Pix, PixDelete>;

constexpr double kTint = 0.14;      // of the mark's colour over what it covers
constexpr int kJpegQuality = 60;    // letters stay sharp enough to compare digits
constexpr int kColourful = 40;      // difference of channels from which a pixel is coloured
constexpr double kGreyPage = 5e-4;  // share of coloured pixels below which a page is grey

void blend(std::uint8_t* pixel, std::uint32_t rgb, double share) {
  for (int c = 0; c < 3; ++c) {
    const double colour = rgb >> (16 - 8 * c) & 0xFF;
    pixel[c] = static_cast<std::uint8_t>(std::lround(pixel[c] * (1 - share) + colour * share));
  }
}

void paint(ColorPicture& picture, const PictureMark& mark) {
  const double scale = picture.dpi / 72;
  const int line = std::max(1, static_cast<int>(std::lround(picture.dpi / 72)));
  const auto pixel = [&](double points, int most) {
    return static_cast<int>(std::clamp(std::round(points * scale), 0.0, static_cast<double>(most)));
  };
  const int x0 = pixel(mark.box.x0 - 1, picture.width), x1 = pixel(mark.box.x1 + 1, picture.width);
  const int y0 = pixel(mark.box.y0 - 1, picture.height),
            y1 = pixel(mark.box.y1 + 1, picture.height);
  for (int y = y0; y < y1; ++y) {
    for (int x = x0; x < x1; ++x) {
      const bool edge = x < x0 + line || x >= x1 - line || y < y0 + line || y >= y1 - line;
      const std::size_t at =
          3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
               static_cast<std::size_t>(x));
      blend(picture.pixels.data() + at, mark.rgb, edge ? 1 : kTint);
    }
  }
}

PixPtr to_pix(const ColorPicture& picture) {
  PixPtr pix(pixCreate(picture.width, picture.height, 32));
  if (!pix) return pix;
  const std::uint8_t* from = picture.pixels.data();
  for (int y = 0; y < picture.height; ++y) {
    l_uint32* row = pixGetData(pix.get()) + static_cast<std::ptrdiff_t>(y) * pixGetWpl(pix.get());
    for (int x = 0; x < picture.width; ++x, from += 3) {
      row[x] = static_cast<l_uint32>(from[0]) << 24 | static_cast<l_uint32>(from[1]) << 16 |
               static_cast<l_uint32>(from[2]) << 8;
    }
  }
  const auto dots = static_cast<l_int32>(std::lround(picture.dpi));
  pixSetResolution(pix.get(), dots, dots);
  return pix;
}

bool is_grey(const ColorPicture& picture) {
  std::size_t coloured = 0;
  for (std::size_t at = 0; at + 2 < picture.pixels.size(); at += 3) {
    const auto [low, high] =
        std::minmax({picture.pixels[at], picture.pixels[at + 1], picture.pixels[at + 2]});
    coloured += high - low > kColourful;
  }
  return static_cast<double>(coloured) < kGreyPage * static_cast<double>(picture.pixels.size() / 3);
}

std::string as_png(Pix* pix) {
  l_uint8* data = nullptr;
  std::size_t size = 0;
  if (pixWriteMemPng(&data, &size, pix, 0) != 0) return {};
  const std::unique_ptr<l_uint8, void (*)(void*)> owner(data, &std::free);
  return {reinterpret_cast<const char*>(data), size};
}

std::string as_jpeg(Pix* pix) {
  l_uint8* data = nullptr;
  std::size_t size = 0;
  if (pixWriteMemJpeg(&data, &size, pix, kJpegQuality, 0) != 0) return {};
  const std::unique_ptr<l_uint8, void (*)(void*)> owner(data, &std::free);
  return {reinterpret_cast<const char*>(data), size};
}

std::string as_few_greys(Pix* pix) {
  const PixPtr grey(pixConvertRGBToGray(pix, 0, 0, 0));
  if (!grey) return {};
  const PixPtr few(pixThresholdTo4bpp(grey.get(), 16, 1));
  return few ? as_png(few.get()) : std::string();
}

}  // namespace

void paint_marks(ColorPicture& picture, const std::vector<PictureMark>& marks, int page) {
  for (const PictureMark& mark : marks) {
    if (mark.page == page) paint(picture, mark);
  }
}

std::string encode_picture(const ColorPicture& picture, bool png) {
  setMsgSeverity(L_SEVERITY_NONE);
  const PixPtr pix = to_pix(picture);
  if (!pix) return {};
  if (png) return as_png(pix.get());
  std::string jpeg = as_jpeg(pix.get());
  if (!is_grey(picture)) return jpeg;
  std::string greys = as_few_greys(pix.get());
  return greys.empty() || (!jpeg.empty() && jpeg.size() < greys.size()) ? jpeg : greys;
}

}  // namespace proviso::ingest
