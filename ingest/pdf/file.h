// An open PDF. The only door to Poppler; no header of Poppler's appears here. Poppler may loop or
// crash on a hostile file: use it in a process that has limits.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "ingest/ocr/raster.h"
#include "ingest/pdf/content.h"

namespace proviso::ingest {

struct PageFrame {
  std::string label;             // UTF-8
  double width = 0, height = 0;  // points, after rotation
  int rotation = 0;              // 0, 90, 180, 270
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
  // Grey without red seals. Empty when there is no memory for it, or after `cpu_seconds` of
  // processor time.
  Raster render(int number, double dpi, double cpu_seconds = 60) const;
  // Three bytes a pixel: red, green, blue; empty as above. For pictures that people look at.
  std::vector<std::uint8_t> render_color(int number, double dpi, int& width, int& height) const;

 private:
  struct State;
  explicit PdfFile(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace proviso::ingest
