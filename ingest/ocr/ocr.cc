#include "ingest/ocr/ocr.h"

#include <tesseract/baseapi.h>
#include <tesseract/ocrclass.h>
#include <tesseract/resultiterator.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "ingest/layout/script.h"
#include "ingest/ocr/collector.h"
#include "ingest/ocr/confusions.h"
#include "ingest/ocr/memory.h"
#include "ingest/ocr/pix.h"
#include "ingest/ocr/second_look.h"
#include "ingest/ocr/strip.h"
#include "ingest/ocr/turn.h"
#include "ingest/text/decode.h"

namespace proviso::ingest {
namespace {

constexpr int kDeadlineMs =
    240'000;  // wall clock; the worker's processor time ends it sooner on a free machine
constexpr float kGoodConfidence = 0.8F;
constexpr float kPoorConfidence = 0.6F;
constexpr float kSureScript = 0.85F;
constexpr std::size_t kFewestGlyphs = 25;  // from which a script is told
constexpr float kSureTurn = 15;            // Tesseract's own measure; 20 and more on full pages

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

// A reading by which a strip would have told the page's script too.
bool is_surely_chinese(const OcrPage& page) {
  return page.error.empty() && page.language == "chi_sim" && page.confidence >= kSureScript &&
         page.glyphs.size() >= kFewestGlyphs && has_han(page);
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
  bool sure_before = false;  // of chi_sim: the page before was surely Chinese
};

Ocr::Ocr(OcrMemory* memory) : memory_(memory) {}
Ocr::~Ocr() = default;
Ocr::Ocr(Ocr&&) noexcept = default;
Ocr& Ocr::operator=(Ocr&&) noexcept = default;

// False where Tesseract's data for `language` is not installed.
bool Ocr::start(std::unique_ptr<Engine>& engine, const char* language) {
  if (!engine) {
    setMsgSeverity(L_SEVERITY_NONE);
    engine = std::make_unique<Engine>();
    engine->ready = engine->api.Init(nullptr, language, tesseract::OEM_LSTM_ONLY) == 0;
    engine->api.SetVariable("debug_file", "/dev/null");
    engine->api.SetVariable("tessedit_do_invert", "0");
  }
  return engine->ready;
}

OcrPage Ocr::read_with(std::unique_ptr<Engine>& engine, const char* language,
                       const Raster& raster) {
  OcrPage page;
  page.language = language;
  if (!start(engine, language)) {
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
  look_for_percents(raster, page);
  for (const OcrLine& line : page.lines) {
    const std::size_t count = line.last - line.first;
    correct_confusions({page.glyphs.data() + line.first, count},
                       {page.sure.data() + line.first, count});
  }
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

void Ocr::look_for_percents(const Raster& raster, OcrPage& page) {
  constexpr int kMostNumbers = 60;
  int numbers = 0;
  for (const OcrLine& line : page.lines) {
    const std::span<Glyph> glyphs(page.glyphs.data() + line.first, line.last - line.first);
    for (const DoubtfulPercent& doubt : doubtful_percents(glyphs)) {
      if (++numbers > kMostNumbers || !start(english_, "eng")) return;
      // The recogniser's boxes are guesses: some room on either side.
      const float room = 1.3F * glyphs[doubt.sign].size;
      const Box around{glyphs[doubt.first].x0 - room, line.box.y0, glyphs[doubt.sign].x1 + room,
                       line.box.y1};
      restore_percent(glyphs, doubt, read_line(english_->api, raster, around));
    }
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

bool Ocr::start_orientation() {
  if (!orientation_) {
    setMsgSeverity(L_SEVERITY_NONE);
    orientation_ = std::make_unique<Engine>();
    orientation_->ready = orientation_->api.Init(nullptr, "osd") == 0;
    orientation_->api.SetVariable("debug_file", "/dev/null");
    orientation_->api.SetPageSegMode(tesseract::PSM_OSD_ONLY);
  }
  return orientation_->ready;
}

void Ocr::load() {
  start_orientation();
  start(chinese_, "chi_sim");
  start(english_, "eng");
}

Ocr::Look Ocr::look_at(const Raster& raster) {
  Look look;
  if (!start_orientation()) return look;
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

// What is read of the wrong script, or upside down, gives a confidence of 0.2 to 0.7, or, Latin
// read as Chinese, no Han.
Ocr::Script Ocr::glance_at(const Raster& level) {
  const Raster strip = busiest_strip(level);
  const OcrPage chinese = read_with(chinese_, "chi_sim", strip);
  if (!chinese.error.empty() || chinese.glyphs.size() < kFewestGlyphs) return Script::kUnclear;
  if (has_han(chinese))
    return chinese.confidence >= kSureScript ? Script::kChinese : Script::kUnclear;
  const OcrPage english = read_with(english_, "eng", strip);
  const bool latin = english.error.empty() && english.glyphs.size() >= kFewestGlyphs &&
                     english.confidence >= kSureScript;
  return latin ? Script::kLatin : Script::kUnclear;
}

OcrPage Ocr::read_anew(const Raster& raster) {
  if (is_negative(raster)) {
    const Raster positive = inverted(raster);
    if (!is_negative(positive)) return read_anew(positive);
  }
  const double skew = skew_of(raster);
  const Raster level = skew == 0 ? Raster{} : turned_level(raster, skew);
  const Raster& straightened = skew == 0 ? raster : level;
  if (chinese_ && std::exchange(chinese_->sure_before, false)) {
    OcrPage page = read_chinese(straightened);
    page.skew = skew;
    chinese_->sure_before = is_surely_chinese(page);
    if (chinese_->sure_before) return page;
  }
  if (const Script script = glance_at(straightened); script != Script::kUnclear) {
    OcrPage page = read_upright(straightened, script == Script::kLatin);
    page.skew = skew;
    chinese_->sure_before = is_surely_chinese(page);
    if (page.error.empty() && page.confidence >= kPoorConfidence) return page;
  }
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
