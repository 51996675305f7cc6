#include "ingest/ocr/collector.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string_view>

#include "ingest/layout/script.h"
#include "ingest/text/decode.h"

namespace proviso::ingest {
namespace {

PixelBox box_of(const tesseract::ResultIterator& at, tesseract::PageIteratorLevel level) {
  PixelBox box;
  at.BoundingBox(level, &box.x0, &box.y0, &box.x1, &box.y1);
  return box;
}

}  // namespace

void Collector::add_symbol(const tesseract::ResultIterator& at) {
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

void Collector::end_line() {
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

// Print that stands across the page: its characters keep their boxes.
void Collector::end_turned_line() {
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
void Collector::widen_punctuation() {
  constexpr std::u32string_view kHalf = U",;:?!()", kFull = U"，；：？！（）";
  const auto begin = page_.glyphs.begin() + static_cast<std::ptrdiff_t>(first_);
  const auto han =
      std::count_if(begin, page_.glyphs.end(), [](const Glyph& g) { return is_han(g.character); });
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
void Collector::hold_to_pitch(float size) {
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
float Collector::share(const Glyph& glyph) {
  if (glyph.character == ' ') return 0;
  return is_digit(glyph.character) || is_letter(glyph.character) || glyph.character == '.' ? 0.5F
                                                                                           : 1;
}

// The recogniser's order stands.
void Collector::keep_order() {
  float last = 0;
  for (std::size_t i = first_; i < page_.glyphs.size(); ++i) {
    Glyph& glyph = page_.glyphs[i];
    glyph.x0 = std::max(glyph.x0, last);
    glyph.x1 = std::max(glyph.x1, glyph.x0);
    last = glyph.x0;
  }
}

void Collector::add(const Glyph& glyph) {
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
bool Collector::is_inside_figure(const Glyph& next) const {
  const std::size_t size = page_.glyphs.size();
  if (size < first_ + 2 || !is_digit(next.character)) return false;
  const char32_t mark = page_.glyphs[size - 1].character;
  const Glyph& before = page_.glyphs[size - 2];
  return (mark == '.' || mark == ',') && is_digit(before.character) &&
         next.x0 - page_.glyphs[size - 1].x1 < 0.6F * (next.y1 - next.y0);
}

// The em: the median height of Chinese characters fills 0.92 of it; a Latin line from ascender to
// descender about all.
float Collector::line_size() const {
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

}  // namespace proviso::ingest
