// The picture of a page as OCR takes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ingest/document.h"

namespace proviso::ingest {

// Grey picture, one byte a pixel, 0 is black.
struct Raster {
  int width = 0, height = 0;
  double dpi = 0;
  std::vector<std::uint8_t> pixels;
};

// Rows of three bytes a pixel: red, green, blue. A view: the owner of `pixels` must outlive it.
struct ColorView {
  const std::uint8_t* pixels = nullptr;
  int width = 0, height = 0;
  std::ptrdiff_t stride = 0;  // bytes from row to row
  double dpi = 0;
};

// A picture for people: three bytes a pixel, red, green, blue, row after row without gaps.
struct ColorPicture {
  int width = 0, height = 0;
  double dpi = 0;
  std::vector<std::uint8_t> pixels;
};

// Grey by brightness, but for red seals: they are gone, and what is printed under them is left. A
// seal is a round or square patch of red ink of 12 to 70 mm that stands alone; wherever red and
// dark ink meet, red is taken away too. Red print (the head of a court's paper) stays.
Raster grey_without_seals(const ColorView& picture);

// The part of the picture under `box` (points from its top left), with a white border of 10 pixels;
// `origin` gets the points at which the part's top left corner lies.
Raster part_of(const Raster& raster, const Box& box, Box* origin);

// Paints the boxes (points) white, `margin` points wider on each side.
void paint_white(Raster& raster, const std::vector<Box>& boxes, double margin);

// Light print on a dark ground, as of screens and white-on-black copies: most of it is dark.
bool is_negative(const Raster& raster);
Raster inverted(const Raster& raster);

// Hardly any dark pixel.
bool is_empty_paper(const Raster& raster);

}  // namespace proviso::ingest
