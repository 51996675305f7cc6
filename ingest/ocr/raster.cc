#include "ingest/ocr/raster.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace proviso::ingest {
namespace {

constexpr int kBlock = 8;          // pixels; at 200 dpi a millimetre
constexpr double kLeastSeal = 34;  // points, 12 mm: a name seal
constexpr double kMostSeal = 198;  // 70 mm
constexpr double kRound = 1.6;     // width by height, or the other way

bool is_red(const std::uint8_t* pixel) {
  return pixel[0] > 110 && pixel[0] - std::max(pixel[1], pixel[2]) > 45;
}

bool is_dark(const std::uint8_t* pixel) {
  return pixel[0] < 110;
}

// What the blocks of a picture hold.
struct Blocks {
  int columns = 0, rows = 0;
  std::vector<std::uint8_t> red, dark, seal;  // flags
  bool any_red = false;

  std::size_t at(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(columns) +
           static_cast<std::size_t>(x);
  }
};

Blocks count_blocks(const ColorView& picture) {
  Blocks blocks;
  blocks.columns = (picture.width + kBlock - 1) / kBlock;
  blocks.rows = (picture.height + kBlock - 1) / kBlock;
  const std::size_t size =
      static_cast<std::size_t>(blocks.columns) * static_cast<std::size_t>(blocks.rows);
  std::vector<std::uint16_t> red(size), dark(size);
  for (int y = 0; y < picture.height; ++y) {
    const std::uint8_t* pixel = picture.pixels + y * picture.stride;
    for (int x = 0; x < picture.width; ++x, pixel += 3) {
      const std::size_t block = blocks.at(x / kBlock, y / kBlock);
      if (is_dark(pixel)) {
        ++dark[block];
      } else if (is_red(pixel)) {
        ++red[block];
      }
    }
  }
  blocks.red.resize(size);
  blocks.dark.resize(size);
  blocks.seal.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    blocks.red[i] = red[i] >= 4 ? 1 : 0;
    blocks.dark[i] = dark[i] >= 4 ? 1 : 0;
    blocks.any_red |= red[i] >= 4;
  }
  return blocks;
}

struct Patch {
  int x0 = 0, y0 = 0, x1 = 0, y1 = 0;  // blocks
  std::vector<std::size_t> blocks;
};

// Patches of red blocks that touch over a gap of up to three blocks.
std::vector<Patch> red_patches(const Blocks& blocks) {
  constexpr int kReach = 3;
  std::vector<Patch> patches;
  std::vector<std::uint8_t> seen(blocks.red.size());
  std::vector<std::pair<int, int>> open;
  for (int y = 0; y < blocks.rows; ++y) {
    for (int x = 0; x < blocks.columns; ++x) {
      if (blocks.red[blocks.at(x, y)] == 0 || seen[blocks.at(x, y)] != 0) continue;
      Patch patch{x, y, x + 1, y + 1, {}};
      seen[blocks.at(x, y)] = 1;
      open.assign(1, {x, y});
      while (!open.empty()) {
        const auto [cx, cy] = open.back();
        open.pop_back();
        patch.blocks.push_back(blocks.at(cx, cy));
        patch.x0 = std::min(patch.x0, cx), patch.x1 = std::max(patch.x1, cx + 1);
        patch.y0 = std::min(patch.y0, cy), patch.y1 = std::max(patch.y1, cy + 1);
        for (int ny = std::max(0, cy - kReach); ny <= std::min(blocks.rows - 1, cy + kReach);
             ++ny) {
          for (int nx = std::max(0, cx - kReach); nx <= std::min(blocks.columns - 1, cx + kReach);
               ++nx) {
            const std::size_t next = blocks.at(nx, ny);
            if (blocks.red[next] == 0 || seen[next] != 0) continue;
            seen[next] = 1;
            open.emplace_back(nx, ny);
          }
        }
      }
      patches.push_back(std::move(patch));
    }
  }
  return patches;
}

bool is_seal(const Patch& patch, const std::vector<Patch>& all, double points) {
  const double width = (patch.x1 - patch.x0) * points, height = (patch.y1 - patch.y0) * points;
  if (width < kLeastSeal || height < kLeastSeal || width > kMostSeal || height > kMostSeal ||
      width > kRound * height || height > kRound * width) {
    return false;
  }
  // Large red letters stand in a row.
  return std::none_of(all.begin(), all.end(), [&](const Patch& other) {
    const double other_height = (other.y1 - other.y0) * points;
    const bool same_row = std::abs(patch.y1 - other.y1) <= 2 && &other != &patch;
    return same_row && std::abs(other_height - height) < 0.3 * height && height < 80;
  });
}

void mark_seals(Blocks& blocks, double dpi) {
  const double points = kBlock * 72 / dpi;
  const std::vector<Patch> patches = red_patches(blocks);
  for (const Patch& patch : patches) {
    if (!is_seal(patch, patches, points)) continue;
    for (int y = std::max(0, patch.y0 - 1); y < std::min(blocks.rows, patch.y1 + 1); ++y) {
      for (int x = std::max(0, patch.x0 - 1); x < std::min(blocks.columns, patch.x1 + 1); ++x) {
        blocks.seal[blocks.at(x, y)] = 1;
      }
    }
  }
  for (int y = 0; y < blocks.rows; ++y) {
    for (int x = 0; x < blocks.columns; ++x) {
      if (blocks.red[blocks.at(x, y)] == 0) continue;
      bool dark = false;
      for (int ny = std::max(0, y - 1); ny <= std::min(blocks.rows - 1, y + 1); ++ny) {
        for (int nx = std::max(0, x - 1); nx <= std::min(blocks.columns - 1, x + 1); ++nx) {
          dark |= blocks.dark[blocks.at(nx, ny)] != 0;
        }
      }
      if (dark) blocks.seal[blocks.at(x, y)] = 1;
    }
  }
}

// Red ink on paper is as bright as the paper in the red channel, but for its rim.
std::uint8_t without_red(const std::uint8_t* pixel) {
  const int red = pixel[0], other = std::max(pixel[1], pixel[2]);
  if (red - other > 20 && red > 130) return 255;
  return pixel[0];
}

std::uint8_t brightness(const std::uint8_t* pixel) {
  return static_cast<std::uint8_t>((77 * pixel[0] + 150 * pixel[1] + 29 * pixel[2]) >> 8);
}

}  // namespace

Raster grey_without_seals(const ColorView& picture) {
  Raster raster{picture.width, picture.height, picture.dpi, {}};
  raster.pixels.resize(static_cast<std::size_t>(picture.width) *
                       static_cast<std::size_t>(picture.height));
  Blocks blocks = count_blocks(picture);
  if (blocks.any_red) mark_seals(blocks, picture.dpi);
  std::uint8_t* out = raster.pixels.data();
  for (int y = 0; y < picture.height; ++y) {
    const std::uint8_t* pixel = picture.pixels + y * picture.stride;
    for (int x = 0; x < picture.width; ++x, pixel += 3) {
      const bool seal = blocks.any_red && blocks.seal[blocks.at(x / kBlock, y / kBlock)] != 0;
      *out++ = seal ? without_red(pixel) : brightness(pixel);
    }
  }
  return raster;
}

Raster part_of(const Raster& raster, const Box& box, Box* origin) {
  constexpr int kBorder = 10;
  const double scale = raster.dpi / 72;
  const int x0 = std::clamp(static_cast<int>(std::floor(box.x0 * scale)), 0, raster.width);
  const int y0 = std::clamp(static_cast<int>(std::floor(box.y0 * scale)), 0, raster.height);
  const int x1 = std::clamp(static_cast<int>(std::ceil(box.x1 * scale)), x0, raster.width);
  const int y1 = std::clamp(static_cast<int>(std::ceil(box.y1 * scale)), y0, raster.height);
  Raster part{x1 - x0 + 2 * kBorder, y1 - y0 + 2 * kBorder, raster.dpi, {}};
  part.pixels.assign(static_cast<std::size_t>(part.width) * static_cast<std::size_t>(part.height),
                     255);
  for (int y = y0; y < y1; ++y) {
    const auto row = raster.pixels.begin() + std::ptrdiff_t{y} * raster.width;
    std::copy(row + x0, row + x1,
              part.pixels.begin() + std::ptrdiff_t{y - y0 + kBorder} * part.width + kBorder);
  }
  if (origin != nullptr) {
    origin->x0 = (x0 - kBorder) / scale;
    origin->y0 = (y0 - kBorder) / scale;
  }
  return part;
}

void paint_white(Raster& raster, const std::vector<Box>& boxes, double margin) {
  const double scale = raster.dpi / 72;
  for (const Box& box : boxes) {
    const int x0 = std::clamp(static_cast<int>((box.x0 - margin) * scale), 0, raster.width);
    const int x1 = std::clamp(static_cast<int>((box.x1 + margin) * scale) + 1, 0, raster.width);
    const int y0 = std::clamp(static_cast<int>((box.y0 - margin) * scale), 0, raster.height);
    const int y1 = std::clamp(static_cast<int>((box.y1 + margin) * scale) + 1, 0, raster.height);
    for (int y = y0; y < y1; ++y) {
      const auto row = raster.pixels.begin() + std::ptrdiff_t{y} * raster.width;
      std::fill(row + x0, row + std::max(x0, x1), std::uint8_t{255});
    }
  }
}

bool is_negative(const Raster& raster) {
  const auto dark = std::count_if(raster.pixels.begin(), raster.pixels.end(),
                                  [](std::uint8_t pixel) { return pixel < 112; });
  return static_cast<double>(dark) > 0.6 * static_cast<double>(raster.pixels.size());
}

Raster inverted(const Raster& raster) {
  Raster result = raster;
  for (std::uint8_t& pixel : result.pixels) pixel = static_cast<std::uint8_t>(255 - pixel);
  return result;
}

bool is_empty_paper(const Raster& raster) {
  const auto dark = std::count_if(raster.pixels.begin(), raster.pixels.end(),
                                  [](std::uint8_t pixel) { return pixel < 160; });
  return static_cast<double>(dark) < 0.0002 * static_cast<double>(raster.pixels.size());
}

}  // namespace proviso::ingest
