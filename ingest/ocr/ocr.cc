#include "ingest/ocr/ocr.h"

#include <leptonica/allheaders.h>
#include <tesseract/baseapi.h>
#include <tesseract/ocrclass.h>
#include <tesseract/resultiterator.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "ingest/layout/script.h"
#include "ingest/text/decode.h"

namespace proviso::ingest {
namespace {

constexpr int kDeadlineMs = 90'000;
constexpr float kGoodConfidence = 0.8F;
constexpr float kPoorConfidence = 0.6F;

struct PixelBox {
  int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

PixelBox box_of(const tesseract::ResultIterator& at, tesseract::PageIteratorLevel level) {
  PixelBox box;
  at.BoundingBox(level, &box.x0, &box.y0, &box.x1, &box.y1);
  return box;
}

// Collects the characters of Tesseract's result, line by line.
class Collector {
 public:
  Collector(double dpi, OcrPage& page) : points_(72 / dpi), page_(page) {}

  void add_symbol(const tesseract::ResultIterator& at) {
    if (at.IsAtBeginningOf(tesseract::RIL_TEXTLINE)) {
      end_line();
      line_ = box_of(at, tesseract::RIL_TEXTLINE);
    } else if (at.IsAtBeginningOf(tesseract::RIL_WORD)) {
      space_ = true;
    }
    const std::unique_ptr<const char[]> text(at.GetUTF8Text(tesseract::RIL_SYMBOL));
    if (!text) return;
    const PixelBox box = box_of(at, tesseract::RIL_SYMBOL);
    const float confidence = std::clamp(at.Confidence(tesseract::RIL_WORD) / 100, 0.0F, 1.0F);
    const std::u32string characters = to_utf32(text.get());
    const float x0 = points(box.x0), x1 = points(box.x1);
    const float step = (x1 - x0) / static_cast<float>(std::max<std::size_t>(characters.size(), 1));
    for (std::size_t i = 0; i < characters.size(); ++i) {
      if (characters[i] < 0x20 || is_space(characters[i])) continue;
      Glyph glyph;
      glyph.character = characters[i];
      glyph.x0 = x0 + step * static_cast<float>(i);
      glyph.x1 = glyph.x0 + step;
      glyph.y0 = points(box.y0);
      glyph.y1 = points(box.y1);
      glyph.confidence = confidence;
      glyph.source = TextSource::kOcr;
      add(glyph);
    }
  }

  void end_line() {
    if (first_ == page_.glyphs.size()) return;
    const float size = line_size();
    // All characters of a line share its height: a comma alone would sit on a line of its own.
    const float y0 = points(line_.y0), y1 = points(line_.y1);
    float last = 0;
    for (std::size_t i = first_; i < page_.glyphs.size(); ++i) {
      Glyph& glyph = page_.glyphs[i];
      glyph.y0 = y0;
      glyph.y1 = y1;
      glyph.size = size;
      glyph.baseline = (y0 + y1) / 2 + 0.3F * size;
      // The recogniser's order stands, whatever its guess of the boxes.
      glyph.x0 = std::max(glyph.x0, last);
      glyph.x1 = std::max(glyph.x1, glyph.x0);
      last = glyph.x0;
    }
    first_ = page_.glyphs.size();
    space_ = false;
  }

 private:
  float points(int pixels) const { return static_cast<float>(pixels * points_); }

  void add(const Glyph& glyph) {
    if (space_ && page_.glyphs.size() > first_) {
      Glyph space = glyph;
      space.character = ' ';
      space.x0 = page_.glyphs.back().x1;
      space.x1 = std::max(space.x0, glyph.x0);
      page_.glyphs.push_back(space);
    }
    space_ = false;
    page_.glyphs.push_back(glyph);
  }

  // The em: the median height of Chinese characters fills 0.92 of it; a Latin line from ascender to
  // descender about all.
  float line_size() const {
    std::vector<float> heights;
    for (std::size_t i = first_; i < page_.glyphs.size(); ++i) {
      const Glyph& glyph = page_.glyphs[i];
      if (is_han(glyph.character))
        heights.push_back(std::max(glyph.y1 - glyph.y0, glyph.x1 - glyph.x0));
    }
    const float line_height = points(line_.y1 - line_.y0);
    if (heights.size() < 3) return line_height;
    const auto middle = heights.begin() + static_cast<std::ptrdiff_t>(heights.size() / 2);
    std::nth_element(heights.begin(), middle, heights.end());
    return std::min(*middle / 0.92F, line_height * 1.1F);
  }

  double points_;
  OcrPage& page_;
  PixelBox line_;
  std::size_t first_ = 0;
  bool space_ = false;
};

void measure(OcrPage& page) {
  double sum = 0;
  std::size_t count = 0;
  for (const Glyph& glyph : page.glyphs) {
    if (glyph.character == ' ') continue;
    sum += glyph.confidence;
    ++count;
  }
  page.confidence = count == 0 ? 0 : static_cast<float>(sum / static_cast<double>(count));
}

bool has_han(const OcrPage& page) {
  std::size_t han = 0, letters = 0;
  for (const Glyph& glyph : page.glyphs) {
    han += is_han(glyph.character) ? 1 : 0;
    letters += is_letter(glyph.character) ? 1 : 0;
  }
  return han * 5 >= letters && han > 0;
}

}  // namespace

struct Ocr::Engine {
  tesseract::TessBaseAPI api;
  bool ready = false;
};

Ocr::Ocr() = default;
Ocr::~Ocr() = default;
Ocr::Ocr(Ocr&&) noexcept = default;
Ocr& Ocr::operator=(Ocr&&) noexcept = default;

OcrPage Ocr::read_with(std::unique_ptr<Engine>& engine, const char* language,
                       const Raster& raster) {
  OcrPage page;
  page.language = language;
  if (!engine) {
    setMsgSeverity(L_SEVERITY_NONE);
    engine = std::make_unique<Engine>();
    engine->ready = engine->api.Init(nullptr, language, tesseract::OEM_LSTM_ONLY) == 0;
    engine->api.SetVariable("debug_file", "/dev/null");
    engine->api.SetVariable("tessedit_do_invert", "0");
  }
  if (!engine->ready) {
    page.error = std::string("Tesseract's data for ") + language + " is not installed";
    return page;
  }
  tesseract::TessBaseAPI& api = engine->api;
  const bool chinese = std::string_view(language) == "chi_sim";
  api.SetPageSegMode(chinese ? tesseract::PSM_SINGLE_BLOCK : tesseract::PSM_AUTO);
  api.SetImage(raster.pixels.data(), raster.width, raster.height, 1, raster.width);
  api.SetSourceResolution(std::max(70, static_cast<int>(raster.dpi + 0.5)));
  tesseract::ETEXT_DESC monitor;
  monitor.set_deadline_msecs(kDeadlineMs);
  if (api.Recognize(&monitor) != 0) {
    api.Clear();
    page.error = "OCR took longer than 90 s";
    return page;
  }
  const std::unique_ptr<tesseract::ResultIterator> at(api.GetIterator());
  if (at) {
    Collector collector(raster.dpi, page);
    do {
      if (!at->Empty(tesseract::RIL_SYMBOL)) collector.add_symbol(*at);
    } while (at->Next(tesseract::RIL_SYMBOL));
    collector.end_line();
  }
  api.Clear();
  measure(page);
  return page;
}

OcrPage Ocr::read(const Raster& raster) {
  OcrPage english;
  if (english_first_) {
    english = read_with(english_, "eng", raster);
    if (english.error.empty() && english.confidence >= kGoodConfidence) return english;
  }
  OcrPage chinese = read_with(chinese_, "chi_sim", raster);
  if (chinese.error.empty() && has_han(chinese) && chinese.confidence >= kPoorConfidence) {
    english_first_ = false;
    return chinese;
  }
  if (!english_first_) english = read_with(english_, "eng", raster);
  const bool take_english =
      english.error.empty() && (!chinese.error.empty() || english.confidence > chinese.confidence);
  english_first_ = take_english;
  return take_english ? std::move(english) : std::move(chinese);
}

}  // namespace proviso::ingest
