// An open PDF. The only door to Poppler; no header of Poppler's appears here. Poppler may loop or
// crash on a hostile file: use it in a process that has limits.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "ingest/pdf/content.h"

namespace proviso::ingest {

struct PageFrame {
  std::string label;             // UTF-8
  double width = 0, height = 0;  // points, after rotation
  int rotation = 0;              // 0, 90, 180, 270
};

// Grey picture of a page, one byte a pixel, 0 is black. Taken from the red channel, in which red
// seals vanish.
struct Raster {
  int width = 0, height = 0;
  double dpi = 0;
  std::vector<std::uint8_t> pixels;
};

class PdfFile {
 public:
  // `bytes` must outlive the file. An empty user password is tried. Gives a reason when the file
  // cannot be opened: "needs a password", "broken: …", "no pages". `data_dir`: where poppler-data
  // lies, for tests; empty for the usual place.
  static tl::expected<PdfFile, std::string> open(std::string_view bytes,
                                                 const std::string& data_dir = "");
  PdfFile(PdfFile&&) noexcept;
  PdfFile& operator=(PdfFile&&) noexcept;
  ~PdfFile();

  int pages() const;
  bool recovered() const;  // the cross-reference table was damaged and has been rebuilt
  bool is_xfa() const;     // a form whose pages are made by a program inside the file

  // Pages count from 1. False when the page object cannot be read; the other calls need it to be
  // true.
  bool has_page(int number) const;
  PageFrame frame(int number) const;
  PageContent content(int number, int max_glyphs) const;
  Raster render(int number, double dpi) const;  // empty when there is no memory for it

 private:
  struct State;
  explicit PdfFile(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace proviso::ingest
