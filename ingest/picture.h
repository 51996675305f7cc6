// Pictures of pages for people to look at, made in a worker like everything that touches a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/document.h"
#include "ingest/reader.h"

namespace proviso::ingest {

// A box that is drawn into a picture: outlined and lightly tinted.
struct PictureMark {
  int page = 0;
  Box box;                // points, as Document has them
  std::uint32_t rgb = 0;  // 0xRRGGBB
};

// More marks than this are not drawn.
inline constexpr std::size_t kMostMarks = 20'000;

struct PictureWish {
  std::vector<int> pages;  // from 1
  double dpi = 100;        // less where the page would exceed Limits::max_megapixels
  bool png = false;        // else JPEG, or PNG of few greys where that is smaller
  std::vector<PictureMark> marks;
};

struct PagePicture {
  int page = 0;
  std::string bytes;                    // empty where there is none
  std::string problem;                  // then: why, in plain words
  std::string_view media_type() const;  // "image/png" or "image/jpeg"
};

// Pictures of the pages asked for, in that order, each with its problem where there is none: the
// file is gone, is no longer the one with `sha256` (empty: whatever lies there), has a format
// without pages (text, HTML, Word) or one that this program cannot paint (OFD), or the worker
// failed. `path` may be in an archive. Thread-safe. Throws Error as read() does.
std::vector<PagePicture> page_pictures(const std::filesystem::path& path, std::string_view sha256,
                                       const PictureWish& wish, const ReadOptions& options,
                                       std::stop_token stop = {});

}  // namespace proviso::ingest
