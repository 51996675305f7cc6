// Reading a page's picture with Tesseract. For a process that has limits and OMP_THREAD_LIMIT=1 in
// its environment from the start: Tesseract may crash, and with more OpenMP threads than free cores
// it is five times slower.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ingest/layout/glyph.h"
#include "ingest/ocr/raster.h"

namespace proviso::ingest {

// One line of an OcrPage.
struct OcrLine {
  std::size_t first = 0, last = 0;  // glyphs [first, last)
  Box box;                          // points
};

struct OcrPage {
  std::vector<Glyph> glyphs;  // points, source kOcr; a space glyph stands between words
  // Of each glyph by itself, 0..1 (Glyph::confidence is its word's); empty, as `lines` is, in a
  // page that was read in an earlier run.
  std::vector<float> sure;
  std::vector<OcrLine> lines;
  float confidence = 0;  // mean over characters, 0..1; 0 without any
  std::string
      language;  // Tesseract's name of the model that was believed: "chi_sim", "chi_tra" or "eng"
  Turn turn = Turn::kUpright;  // how the text stands in the picture
  // Degrees, clockwise, by which its lines run askew. The glyphs' boxes are those of the picture
  // turned level about its middle.
  double skew = 0;
  std::string error;  // why nothing could be read; empty otherwise
};

class OcrMemory;

// Keeps its models loaded; not thread-safe. A strip of the page (strip.h), levelled, is read by
// chi_sim and, where that is not sure of it, by eng: a page stands upright and is of that language
// if the reading is sure. Otherwise a longer look (Tesseract's orientation and script detection,
// half of what reading the page takes) says which way the page stands and whether it is Latin; a
// turn of which it is unsure is tried both ways. chi_sim reads the page as one block (psm 6), which
// for justified Chinese is right where automatic layout shatters lines; eng reads with automatic
// layout (psm 3). Pages that look Latin are read by eng, all others by chi_sim; when hardly any Han
// comes back, or confidence is low, the other model reads too, and the more confident result
// stands. Lines of which chi_sim is unsure are read a second time, numbers that may end in a
// percent sign by eng (second_look.h); characters of one shape are told apart by their neighbours
// (confusions.h). Same picture, same result: a sure Chinese page only spares the next its strip.
class Ocr {
 public:
  // `memory` (ocr/memory.h) is asked before a picture is read and told afterwards; not owned.
  explicit Ocr(OcrMemory* memory = nullptr);
  ~Ocr();
  Ocr(Ocr&&) noexcept;
  Ocr& operator=(Ocr&&) noexcept;

  OcrPage read(const Raster& raster);

  // Loads the models that most pages need, for the processes that are forked from this one.
  void load();
  void remember_in(OcrMemory* memory) { memory_ = memory; }

 private:
  enum class Script { kChinese, kLatin, kUnclear };
  struct Engine;
  struct Look;
  OcrPage read_anew(const Raster& raster);
  Script glance_at(const Raster& level);
  bool start_orientation();
  Look look_at(const Raster& raster);
  OcrPage read_level(const Raster& raster, bool latin);
  OcrPage read_upright(const Raster& raster, bool latin);
  OcrPage read_with(std::unique_ptr<Engine>& engine, const char* language, const Raster& raster);
  OcrPage read_chinese(const Raster& raster);
  OcrPage read_english(const Raster& raster);
  bool start(std::unique_ptr<Engine>& engine, const char* language);
  void look_again(Engine& engine, const Raster& raster, OcrPage& page);
  void look_for_percents(const Raster& raster, OcrPage& page);
  std::unique_ptr<Engine> chinese_, traditional_, english_, orientation_;
  OcrMemory* memory_;
};

}  // namespace proviso::ingest
