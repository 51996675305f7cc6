#include "ingest/image/image.h"

#include <fmt/format.h>
#include <leptonica/allheaders.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <utility>

namespace proviso::ingest {
namespace {

constexpr double kA4Inches = 11.69;
constexpr double kShortestSheet = 2, kLongestSheet = 18;  // inches
constexpr double kMostDpi = 300, kFewestDpi = 150, kNormalDpi = 200;
constexpr int kMostPages = 10'000;

struct PixDelete {
  void operator()(Pix* pix) const { pixDestroy(&pix); }
};
using PixPtr = std::unique_ptr<Pix, PixDelete>;

const l_uint8* data_of(std::string_view bytes) {
  return reinterpret_cast<const l_uint8*>(bytes.data());
}

bool is_tiff(std::string_view bytes) {
  using namespace std::string_view_literals;
  return bytes.starts_with("II*\0"sv) || bytes.starts_with("MM\0*"sv) ||
         bytes.starts_with("II+\0"sv) || bytes.starts_with("MM\0+"sv);
}

struct Size {
  int width = 0, height = 0;
};

// Without decoding; zero when it is no picture.
Size size_of(std::string_view bytes, int number) {
  l_int32 format = 0, width = 0, height = 0, bits = 0, samples = 0, mapped = 0;
  const bool read =
      is_tiff(bytes) ? readHeaderMemTiff(data_of(bytes), bytes.size(), number - 1, &width, &height,
                                         &bits, &samples, nullptr, &mapped, &format) == 0
                     : pixReadHeaderMem(data_of(bytes), bytes.size(), &format, &width, &height,
                                        &bits, &samples, &mapped) == 0;
  return read && width > 0 && height > 0 ? Size{width, height} : Size{};
}

PixPtr decode(std::string_view bytes, int number) {
  return PixPtr(is_tiff(bytes) ? pixReadMemTiff(data_of(bytes), bytes.size(), number - 1)
                               : pixReadMem(data_of(bytes), bytes.size()));
}

// Without a palette and without transparency: 8 bits a pixel, or 32 for colour.
PixPtr plain(PixPtr pix) {
  if (pixGetColormap(pix.get()) != nullptr) {
    pix.reset(pixRemoveColormap(pix.get(), REMOVE_CMAP_BASED_ON_SRC));
    if (!pix) return pix;
  }
  if (pixGetDepth(pix.get()) != 32) return PixPtr(pixConvertTo8(pix.get(), 0));
  if (pixGetSpp(pix.get()) == 4) pix.reset(pixAlphaBlendUniform(pix.get(), 0xFFFFFF00));
  return pix;
}

Raster from_grey(Pix* pix) {
  Raster raster;
  raster.width = pixGetWidth(pix);
  raster.height = pixGetHeight(pix);
  raster.pixels.resize(static_cast<std::size_t>(raster.width) *
                       static_cast<std::size_t>(raster.height));
  std::uint8_t* out = raster.pixels.data();
  for (int y = 0; y < raster.height; ++y) {
    const l_uint32* row = pixGetData(pix) + static_cast<std::ptrdiff_t>(y) * pixGetWpl(pix);
    for (int x = 0; x < raster.width; ++x) *out++ = GET_DATA_BYTE(row, x);
  }
  return raster;
}

std::vector<std::uint8_t> color_bytes(Pix* pix) {
  const int width = pixGetWidth(pix), height = pixGetHeight(pix);
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(width) *
                                  static_cast<std::size_t>(height) * 3);
  std::uint8_t* out = bytes.data();
  for (int y = 0; y < height; ++y) {
    const l_uint32* row = pixGetData(pix) + static_cast<std::ptrdiff_t>(y) * pixGetWpl(pix);
    for (int x = 0; x < width; ++x) {
      *out++ = static_cast<std::uint8_t>(row[x] >> 24);
      *out++ = static_cast<std::uint8_t>(row[x] >> 16);
      *out++ = static_cast<std::uint8_t>(row[x] >> 8);
    }
  }
  return bytes;
}

Raster from_color(Pix* pix, double dpi) {
  const std::vector<std::uint8_t> bytes = color_bytes(pix);
  const int width = pixGetWidth(pix), height = pixGetHeight(pix);
  return grey_without_seals({bytes.data(), width, height, std::ptrdiff_t{3} * width, dpi});
}

tl::expected<PixPtr, std::string> load(std::string_view bytes, int number, double max_megapixels) {
  setMsgSeverity(L_SEVERITY_NONE);
  if (bytes.starts_with("\x97JB2\r\n\x1A\n")) {
    return tl::unexpected<std::string>("JBIG2 pictures cannot be decoded");
  }
  const Size size = size_of(bytes, number);
  if (size.width == 0) return tl::unexpected<std::string>("broken: the picture cannot be decoded");
  const double megapixels = static_cast<double>(size.width) * size.height / 1e6;
  if (megapixels > 4 * max_megapixels) {
    return tl::unexpected(fmt::format("too large: {} x {} pixels", size.width, size.height));
  }
  PixPtr pix = decode(bytes, number);
  if (!pix) return tl::unexpected<std::string>("broken: the picture cannot be decoded");
  return pix;
}

// Pixels an inch of the sheet that the picture shows.
double resolution(Pix* pix) {
  const double longest = std::max(pixGetWidth(pix), pixGetHeight(pix));
  const double stated = std::max(pixGetXRes(pix), pixGetYRes(pix));
  const double inches = stated > 0 ? longest / stated : 0;
  return inches >= kShortestSheet && inches <= kLongestSheet ? stated : longest / kA4Inches;
}

tl::expected<Raster, std::string> at_fair_resolution(PixPtr pix, double dpi,
                                                     double max_megapixels) {
  pix = plain(std::move(pix));
  if (!pix) return tl::unexpected<std::string>("broken: the picture cannot be decoded");
  const double megapixels =
      static_cast<double>(pixGetWidth(pix.get())) * pixGetHeight(pix.get()) / 1e6;
  double scale = dpi > kMostDpi || dpi < kFewestDpi ? kNormalDpi / dpi : 1;
  scale = std::min({scale, 4.0, std::sqrt(max_megapixels / std::max(megapixels, 1e-6))});
  if (std::abs(scale - 1) > 0.01) {
    const auto factor = static_cast<float>(scale);
    pix.reset(pixScale(pix.get(), factor, factor));
    if (!pix) return tl::unexpected<std::string>("cannot be scaled");
    dpi *= scale;
  }
  Raster raster = pixGetDepth(pix.get()) == 32 ? from_color(pix.get(), dpi) : from_grey(pix.get());
  raster.dpi = dpi;
  return raster;
}

}  // namespace

int image_pages(std::string_view bytes) {
  setMsgSeverity(L_SEVERITY_NONE);
  if (size_of(bytes, 1).width == 0) return 0;
  if (!is_tiff(bytes)) return 1;
  // tiffGetCount() wants a stream. fmemopen() does not write in mode "r".
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(
      fmemopen(const_cast<char*>(bytes.data()), bytes.size(), "r"), &std::fclose);
  l_int32 pages = 0;
  if (!stream || tiffGetCount(stream.get(), &pages) != 0) return 1;
  return std::clamp(pages, 1, kMostPages);
}

tl::expected<Raster, std::string> decode_image(std::string_view bytes, int number,
                                               double max_megapixels) {
  auto loaded = load(bytes, number, max_megapixels);
  if (!loaded) return tl::unexpected(loaded.error());
  const double dpi = resolution(loaded->get());
  return at_fair_resolution(*std::move(loaded), dpi, max_megapixels);
}

tl::expected<ColorPicture, std::string> decode_color(std::string_view bytes, int number, double dpi,
                                                     double max_megapixels) {
  auto loaded = load(bytes, number, max_megapixels);
  if (!loaded) return tl::unexpected(loaded.error());
  const double own = resolution(loaded->get());
  PixPtr pix = plain(*std::move(loaded));
  if (!pix) return tl::unexpected<std::string>("broken: the picture cannot be decoded");
  const double megapixels =
      static_cast<double>(pixGetWidth(pix.get())) * pixGetHeight(pix.get()) / 1e6;
  const double scale = std::min(dpi / own, std::sqrt(max_megapixels / std::max(megapixels, 1e-6)));
  if (std::abs(scale - 1) > 0.01) {
    const auto factor = static_cast<float>(scale);
    pix.reset(pixScale(pix.get(), factor, factor));
    if (!pix) return tl::unexpected<std::string>("cannot be scaled");
  }
  if (pixGetDepth(pix.get()) != 32) pix.reset(pixConvertTo32(pix.get()));
  if (!pix) return tl::unexpected<std::string>("broken: the picture cannot be decoded");
  ColorPicture picture;
  picture.width = pixGetWidth(pix.get());
  picture.height = pixGetHeight(pix.get());
  picture.dpi = own * scale;
  picture.pixels = color_bytes(pix.get());
  return picture;
}

tl::expected<Raster, std::string> decode_sized(std::string_view bytes, double inches,
                                               double max_megapixels) {
  auto loaded = load(bytes, 1, max_megapixels);
  if (!loaded) return tl::unexpected(loaded.error());
  const double dpi = pixGetWidth(loaded->get()) / std::max(inches, 0.1);
  return at_fair_resolution(*std::move(loaded), dpi, max_megapixels);
}

}  // namespace proviso::ingest
