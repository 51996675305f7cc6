// Invented pages whose text is known, for the measure of OCR.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tests/measure/scanner.h"

namespace proviso::ingest {

struct Sample {
  std::u32string text;  // what is printed, without spaces (Chinese) or with single ones
  ColorPage picture;
  bool chinese = true;
};

// The judgments of samples/ in pages of 22 lines and three sizes of print, at most `most` pages;
// `font` is a name as PDF writes names. The same arguments give the same pages.
std::vector<Sample> chinese_samples(std::size_t most, double dpi, const std::string& font);

// tests/measure/ocr_english.txt in pages of 36 lines of 10.5 points.
std::vector<Sample> english_samples(std::size_t most, double dpi);

}  // namespace proviso::ingest
