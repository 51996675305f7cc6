#include "ingest/ocr/ocr.h"

#include <leptonica/allheaders.h>
#include <tesseract/baseapi.h>
#include <tesseract/ocrclass.h>
#include <tesseract/resultiterator.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "ingest/layout/script.h"
#include "ingest/ocr/memory.h"
#include "ingest/ocr/second_look.h"
#include "ingest/text/decode.h"

namespace proviso::ingest {
namespace {

constexpr int kDeadlineMs =
    240'000;  // wall clock; the worker's processor time ends it sooner on a free machine
constexpr float kGoodConfidence = 0.8F;
constexpr float kPoorConfidence = 0.6F;
constexpr float kSureTurn = 15;  // Tesseract's own measure; 20 and more on full pages

// The picture turned so that its text, which stands as `turn` says, is upright.
Raster upright(const Raster& raster, Turn turn) {
  Raster result;
  result.dpi = raster.dpi;
  const bool quarter = turn != Turn::kUpsideDown;
  result.width = quarter ? raster.height : raster.width;
  result.height = quarter ? raster.width : raster.height;
  result.pixels.resize(raster.pixels.size());
  for (int y = 0; y < raster.height; ++y) {
    for (int x = 0; x < raster.width; ++x) {
      const int to_x = turn == Turn::kClockwise    ? y
                       : turn == Turn::kUpsideDown ? raster.width - 1 - x
                                                   : raster.height - 1 - y;
      const int to_y = turn == Turn::kClockwise    ? raster.width - 1 - x
                       : turn == Turn::kUpsideDown ? raster.height - 1 - y
                                                   : x;
      result.pixels[static_cast<std::size_t>(to_y) * static_cast<std::size_t>(result.width) +
                    static_cast<std::size_t>(to_x)] =
          raster.pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(raster.width) +
                        static_cast<std::size_t>(x)];
    }
  }
  return result;
}

// From the upright picture to the original one: where the glyph stands and how.
void turn_back(Glyph& glyph, Turn turn, const Raster& original) {
  const auto width = static_cast<float>(original.width * 72 / original.dpi);
  const auto height = static_cast<float>(original.height * 72 / original.dpi);
  const Glyph up = glyph;
  glyph.turn = turn;
  switch (turn) {
    case Turn::kClockwise:
      glyph.x0 = width - up.y1, glyph.x1 = width - up.y0;
      glyph.y0 = up.x0, glyph.y1 = up.x1;
      glyph.baseline = width - up.baseline;
      break;
    case Turn::kCounterclockwise:
      glyph.x0 = up.y0, glyph.x1 = up.y1;
      glyph.y0 = height - up.x1, glyph.y1 = height - up.x0;
      break;
    default:
      glyph.x0 = width - up.x1, glyph.x1 = width - up.x0;
      glyph.y0 = height - up.y1, glyph.y1 = height - up.y0;
      glyph.baseline = height - up.baseline;
  }
}

using PixPointer = std::unique_ptr<Pix, void (*)(Pix*)>;

PixPointer own(Pix* pix) {
  return {pix, [](Pix* p) { pixDestroy(&p); }};
}

PixPointer to_pix(const Raster& raster) {
  PixPointer pix = own(pixCreate(raster.width, raster.height, 8));
  if (!pix) return pix;
  for (int y = 0; y < raster.height; ++y) {
    l_uint32* row = pixGetData(pix.get()) + std::ptrdiff_t{y} * pixGetWpl(pix.get());
    const std::uint8_t* from = raster.pixels.data() + std::ptrdiff_t{y} * raster.width;
    for (int x = 0; x < raster.width; ++x) SET_DATA_BYTE(row, x, from[x]);
  }
  return pix;
}

Raster to_raster(Pix* pix, double dpi) {
  Raster raster{pixGetWidth(pix), pixGetHeight(pix), dpi, {}};
  raster.pixels.resize(static_cast<std::size_t>(raster.width) *
                       static_cast<std::size_t>(raster.height));
  for (int y = 0; y < raster.height; ++y) {
    const l_uint32* row = pixGetData(pix) + std::ptrdiff_t{y} * pixGetWpl(pix);
    std::uint8_t* to = raster.pixels.data() + std::ptrdiff_t{y} * raster.width;
    for (int x = 0; x < raster.width; ++x) to[x] = static_cast<std::uint8_t>(GET_DATA_BYTE(row, x));
  }
  return raster;
}

// Degrees by which the lines run askew, clockwise; 0 where they are level or it cannot be told.
double skew_of(const Raster& raster) {
  constexpr float kWidest = 8, kStep = 1, kFinest = 0.02F;
  constexpr float kSure = 3;  // Leptonica's measure; 4 and more on pages of text
  constexpr double kLevel = 0.15;
  const PixPointer grey = to_pix(raster);
  if (!grey || raster.width < 100 || raster.height < 100) return 0;
  const PixPointer black = own(pixThresholdToBinary(grey.get(), 140));
  if (!black) return 0;
  l_float32 angle = 0, confidence = 0;
  if (pixFindSkewSweepAndSearch(black.get(), &angle, &confidence, 4, 2, kWidest, kStep, kFinest) !=
      0) {
    return 0;
  }
  return confidence < kSure || std::abs(angle) < kLevel ? 0 : -angle;
}

Raster turned_level(const Raster& raster, double skew) {
  const PixPointer grey = to_pix(raster);
  if (!grey) return raster;
  const auto radians = static_cast<float>(-skew * std::acos(-1.0) / 180);
  const PixPointer level = own(pixRotateAMGray(grey.get(), radians, 255));
  return level ? to_raster(level.get(), raster.dpi) : raster;
}

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
    tesseract::Orientation orientation = tesseract::ORIENTATION_PAGE_UP;
    tesseract::WritingDirection direction = tesseract::WRITING_DIRECTION_LEFT_TO_RIGHT;
    tesseract::TextlineOrder order = tesseract::TEXTLINE_ORDER_TOP_TO_BOTTOM;
    float skew = 0;
    at.Orientation(&orientation, &direction, &order, &skew);
    turn_ = orientation == tesseract::ORIENTATION_PAGE_RIGHT  ? Turn::kClockwise
            : orientation == tesseract::ORIENTATION_PAGE_DOWN ? Turn::kUpsideDown
            : orientation == tesseract::ORIENTATION_PAGE_LEFT ? Turn::kCounterclockwise
                                                              : Turn::kUpright;
    const float confidence = std::clamp(at.Confidence(tesseract::RIL_WORD) / 100, 0.0F, 1.0F);
    symbol_ = std::clamp(at.Confidence(tesseract::RIL_SYMBOL) / 100, 0.0F, 1.0F);
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
    if (turn_ != Turn::kUpright) return end_turned_line();
    const float size = line_size();
    // All characters of a line share its height: a comma alone would sit on a line of its own.
    const float y0 = points(line_.y0), y1 = points(line_.y1);
    for (std::size_t i = first_; i < page_.glyphs.size(); ++i) {
      Glyph& glyph = page_.glyphs[i];
      glyph.y0 = y0;
      glyph.y1 = y1;
      glyph.size = size;
      glyph.baseline = (y0 + y1) / 2 + 0.3F * size;
    }
    widen_punctuation();
    hold_to_pitch(size);
    keep_order();
    page_.lines.push_back(
        {first_, page_.glyphs.size(), {points(line_.x0), y0, points(line_.x1), y1}});
    first_ = page_.glyphs.size();
    space_ = false;
  }

 private:
  // Print that stands across the page: its characters keep their boxes.
  void end_turned_line() {
    const bool quarter = turn_ != Turn::kUpsideDown;
    const float size = points(quarter ? line_.x1 - line_.x0 : line_.y1 - line_.y0);
    for (std::size_t i = first_; i < page_.glyphs.size(); ++i) {
      Glyph& glyph = page_.glyphs[i];
      glyph.turn = turn_;
      glyph.size = size;
      const float middle =
          quarter ? points(line_.x0 + line_.x1) / 2 : points(line_.y0 + line_.y1) / 2;
      glyph.baseline = middle + (turn_ == Turn::kCounterclockwise ? 0.3F : -0.3F) * size;
    }
    first_ = page_.glyphs.size();
    space_ = false;
  }

  // Tesseract gives brackets and stops of Chinese print in either width, at random; printed they
  // are full-width. Those of figures ("1,000", "12:30") stay.
  void widen_punctuation() {
    constexpr std::u32string_view kHalf = U",;:?!()", kFull = U"，；：？！（）";
    const auto begin = page_.glyphs.begin() + static_cast<std::ptrdiff_t>(first_);
    const auto han = std::count_if(begin, page_.glyphs.end(),
                                   [](const Glyph& g) { return is_han(g.character); });
    const auto inked =
        std::count_if(begin, page_.glyphs.end(), [](const Glyph& g) { return g.character != ' '; });
    if (3 * han < inked) return;
    const auto is_ascii_word = [&](std::size_t i) {
      return i >= first_ && i < page_.glyphs.size() &&
             (is_digit(page_.glyphs[i].character) || is_letter(page_.glyphs[i].character));
    };
    std::size_t angle = 0;
    bool open = false;
    for (std::size_t i = first_; i < page_.glyphs.size(); ++i) {
      const char32_t c = page_.glyphs[i].character;
      if (c == U'〈') angle = i, open = true;
      if (c == U'〉') open = false;
      // An angle that a round bracket closes was round.
      if ((c == ')' || c == U'）') && open) page_.glyphs[angle].character = U'（', open = false;
      const std::size_t at = kHalf.find(c);
      if (at == std::u32string_view::npos) continue;
      const bool bracket = at >= 5;
      const bool in_figure = i > first_ && is_ascii_word(i - 1) && is_ascii_word(i + 1);
      if (bracket || !in_figure) page_.glyphs[i].character = kFull[at];
    }
  }

  // The recogniser's boxes are guesses from its time steps, now and then off by many characters.
  // Chinese is set in equal squares: where the line is about as wide as its characters ask, no box
  // may be further than 0.6 em from its square.
  void hold_to_pitch(float size) {
    const std::vector<Glyph>::iterator begin =
        page_.glyphs.begin() + static_cast<std::ptrdiff_t>(first_);
    float squares = 0, han = 0;
    for (auto glyph = begin; glyph != page_.glyphs.end(); ++glyph) {
      squares += share(*glyph);
      han += is_han(glyph->character) ? 1 : 0;
    }
    const float left = points(line_.x0), width = points(line_.x1 - line_.x0);
    const float pitch = width / std::max(squares, 1.0F);
    if (2 * han < squares || pitch < 0.75F * size || pitch > 1.3F * size) return;
    float at = left;
    for (auto glyph = begin; glyph != page_.glyphs.end(); ++glyph) {
      const float end = at + share(*glyph) * pitch, slack = 0.6F * pitch;
      glyph->x0 = std::clamp(glyph->x0, std::max(left, at - slack), at + slack);
      glyph->x1 = std::clamp(glyph->x1, end - slack, std::min(left + width, end + slack));
      at = end;
    }
  }

  // How much of a square a character takes. Brackets and stops are full-width in Chinese print,
  // whatever is read.
  static float share(const Glyph& glyph) {
    if (glyph.character == ' ') return 0;
    return is_digit(glyph.character) || is_letter(glyph.character) || glyph.character == '.' ? 0.5F
                                                                                             : 1;
  }

  // The recogniser's order stands.
  void keep_order() {
    float last = 0;
    for (std::size_t i = first_; i < page_.glyphs.size(); ++i) {
      Glyph& glyph = page_.glyphs[i];
      glyph.x0 = std::max(glyph.x0, last);
      glyph.x1 = std::max(glyph.x1, glyph.x0);
      last = glyph.x0;
    }
  }

  float points(int pixels) const { return static_cast<float>(pixels * points_); }

  void add(const Glyph& glyph) {
    if (space_ && page_.glyphs.size() > first_ && !is_inside_figure(glyph)) {
      Glyph space = glyph;
      space.character = ' ';
      space.x0 = page_.glyphs.back().x1;
      space.x1 = std::max(space.x0, glyph.x0);
      page_.glyphs.push_back(space);
      page_.sure.push_back(1);
    }
    space_ = false;
    page_.glyphs.push_back(glyph);
    page_.sure.push_back(symbol_);
  }

  // "1. 57" and "3, 805": the space is the recogniser's.
  bool is_inside_figure(const Glyph& next) const {
    const std::size_t size = page_.glyphs.size();
    if (size < first_ + 2 || !is_digit(next.character)) return false;
    const char32_t mark = page_.glyphs[size - 1].character;
    const Glyph& before = page_.glyphs[size - 2];
    return (mark == '.' || mark == ',') && is_digit(before.character) &&
           next.x0 - page_.glyphs[size - 1].x1 < 0.6F * (next.y1 - next.y0);
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
  Turn turn_ = Turn::kUpright;  // of the block
  float symbol_ = 0;            // confidence of the character at hand
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

// Height in pixels, from the highest to the lowest ink, of a line that is read again. Scaled
// without Leptonica's sharpening, which the recogniser does not like.
constexpr double kSecondHeight = 22;

std::vector<ReadCharacter> read_line(tesseract::TessBaseAPI& api, const Raster& raster,
                                     const Box& box) {
  const double height = (box.y1 - box.y0) * raster.dpi / 72;
  const double margin = 0.25 * (box.y1 - box.y0);
  const Raster part = part_of(
      raster, {box.x0 - margin, box.y0 - margin, box.x1 + margin, box.y1 + margin}, nullptr);
  const PixPointer grey = to_pix(part);
  if (!grey || height < 8) return {};
  const auto scale = static_cast<float>(std::clamp(kSecondHeight / height, 0.3, 1.5));
  const PixPointer small = own(pixScaleGeneral(grey.get(), scale, scale, 0, 0));
  if (!small) return {};
  api.SetPageSegMode(tesseract::PSM_SINGLE_LINE);
  api.SetImage(small.get());
  api.SetSourceResolution(std::max(70, static_cast<int>(raster.dpi * scale + 0.5)));
  tesseract::ETEXT_DESC monitor;
  monitor.set_deadline_msecs(kDeadlineMs / 10);
  std::vector<ReadCharacter> characters;
  if (api.Recognize(&monitor) == 0) {
    const std::unique_ptr<tesseract::ResultIterator> at(api.GetIterator());
    if (at) {
      do {
        if (at->Empty(tesseract::RIL_SYMBOL)) continue;
        const std::unique_ptr<const char[]> text(at->GetUTF8Text(tesseract::RIL_SYMBOL));
        if (!text) continue;
        const float sure = std::clamp(at->Confidence(tesseract::RIL_SYMBOL) / 100, 0.0F, 1.0F);
        for (const char32_t c : to_utf32(text.get())) {
          if (c > 0x20 && !is_space(c)) characters.push_back({c, sure});
        }
      } while (at->Next(tesseract::RIL_SYMBOL));
    }
  }
  api.Clear();
  return characters;
}

}  // namespace

struct Ocr::Engine {
  tesseract::TessBaseAPI api;
  bool ready = false;
};

Ocr::Ocr(OcrMemory* memory) : memory_(memory) {}
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
  const bool chinese = std::string_view(language) != "eng";
  api.SetPageSegMode(chinese ? tesseract::PSM_SINGLE_BLOCK : tesseract::PSM_AUTO);
  api.SetImage(raster.pixels.data(), raster.width, raster.height, 1, raster.width);
  api.SetSourceResolution(std::max(70, static_cast<int>(raster.dpi + 0.5)));
  tesseract::ETEXT_DESC monitor;
  monitor.set_deadline_msecs(kDeadlineMs);
  if (api.Recognize(&monitor) != 0) {
    api.Clear();
    page.error = "OCR took longer than 240 s";
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

OcrPage Ocr::read_chinese(const Raster& raster) {
  constexpr float kSimplified = 0.85F;  // traditional text read as simplified stays below
  OcrPage page = read_with(chinese_, "chi_sim", raster);
  if (!page.error.empty()) return page;
  look_again(*chinese_, raster, page);
  measure(page);
  if (page.confidence >= kSimplified || !has_han(page)) return page;
  OcrPage traditional = read_with(traditional_, "chi_tra", raster);
  const bool surer = traditional.error.empty() && traditional.confidence > page.confidence + 0.03F;
  return surer ? std::move(traditional) : std::move(page);
}

void Ocr::look_again(Engine& engine, const Raster& raster, OcrPage& page) {
  constexpr std::size_t kMostLines = 60;
  std::size_t lines = 0;
  for (const OcrLine& line : page.lines) {
    const std::span<Glyph> glyphs(page.glyphs.data() + line.first, line.last - line.first);
    const std::span<float> sure(page.sure.data() + line.first, line.last - line.first);
    if (!is_doubtful(glyphs, sure) || ++lines > kMostLines) continue;
    const std::vector<ReadCharacter> again = read_line(engine.api, raster, line.box);
    reconcile(glyphs, sure, again);
  }
}

OcrPage Ocr::read_english(const Raster& raster) {
  OcrPage page = read_with(english_, "eng", raster);
  // A stroke that stands alone is the pronoun.
  for (std::size_t i = 0; i < page.glyphs.size(); ++i) {
    const bool begins = i == 0 || page.glyphs[i - 1].character == ' ';
    const bool ends = i + 1 == page.glyphs.size() || page.glyphs[i + 1].character == ' ';
    if (page.glyphs[i].character == '|' && begins && ends && i > 0) page.glyphs[i].character = 'I';
  }
  return page;
}

OcrPage Ocr::read_upright(const Raster& raster, bool latin) {
  OcrPage english, chinese;
  if (latin) {
    english = read_english(raster);
    if (english.error.empty() && english.confidence >= kGoodConfidence) return english;
  }
  chinese = read_chinese(raster);
  if (chinese.error.empty() && has_han(chinese) && chinese.confidence >= kPoorConfidence) {
    return chinese;
  }
  if (!latin) english = read_english(raster);
  const bool take_english =
      english.error.empty() && (!chinese.error.empty() || english.confidence > chinese.confidence);
  return take_english ? std::move(english) : std::move(chinese);
}

struct Ocr::Look {
  Turn turn = Turn::kUpright;
  bool sure = true;  // of the turn
  bool latin = false;
};

Ocr::Look Ocr::look_at(const Raster& raster) {
  if (!orientation_) {
    setMsgSeverity(L_SEVERITY_NONE);
    orientation_ = std::make_unique<Engine>();
    orientation_->ready = orientation_->api.Init(nullptr, "osd") == 0;
    orientation_->api.SetVariable("debug_file", "/dev/null");
    orientation_->api.SetPageSegMode(tesseract::PSM_OSD_ONLY);
  }
  Look look;
  if (!orientation_->ready) return look;
  tesseract::TessBaseAPI& api = orientation_->api;
  api.SetImage(raster.pixels.data(), raster.width, raster.height, 1, raster.width);
  api.SetSourceResolution(std::max(70, static_cast<int>(raster.dpi + 0.5)));
  int degrees = 0;
  float turn_confidence = 0, script_confidence = 0;
  const char* script = nullptr;
  const bool found =
      api.DetectOrientationScript(&degrees, &turn_confidence, &script, &script_confidence);
  if (found) {
    look.turn = degrees == 90    ? Turn::kClockwise
                : degrees == 180 ? Turn::kUpsideDown
                : degrees == 270 ? Turn::kCounterclockwise
                                 : Turn::kUpright;
    look.sure = turn_confidence >= kSureTurn;
    look.latin = script != nullptr && std::string_view(script) == "Latin";
  }
  api.Clear();
  return look;
}

OcrPage Ocr::read_level(const Raster& raster, bool latin) {
  const double skew = skew_of(raster);
  OcrPage page = read_upright(skew == 0 ? raster : turned_level(raster, skew), latin);
  page.skew = skew;
  return page;
}

OcrPage Ocr::read(const Raster& raster) {
  if (memory_ == nullptr) return read_anew(raster);
  const std::string key = ocr_key(raster);
  if (const auto kept = memory_->find(key)) {
    if (auto page = decode_ocr(*kept)) return *std::move(page);
  }
  OcrPage page = read_anew(raster);
  if (page.error.empty()) memory_->keep(key, encode_ocr(page));
  return page;
}

OcrPage Ocr::read_anew(const Raster& raster) {
  const Look look = look_at(raster);
  if (look.turn == Turn::kUpright) return read_level(raster, look.latin);
  OcrPage turned = read_level(upright(raster, look.turn), look.latin);
  turned.turn = look.turn;
  for (Glyph& glyph : turned.glyphs) turn_back(glyph, look.turn, raster);
  if (look.sure && turned.confidence >= kPoorConfidence) return turned;
  OcrPage straight = read_level(raster, look.latin);
  return turned.confidence > straight.confidence ? std::move(turned) : std::move(straight);
}

}  // namespace proviso::ingest
