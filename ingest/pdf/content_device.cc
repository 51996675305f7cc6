#include "ingest/pdf/content_device.h"

#include <UTF.h>
#include <goo/GooString.h>
#include <goo/gmem.h>

#include <algorithm>
#include <bitset>
#include <cmath>
#include <string>
#include <utility>

#include "ingest/pdf/seals.h"

namespace proviso::ingest {
namespace {

constexpr std::size_t kMostCovers = 4096;  // a page of more boxes is a drawing
constexpr std::size_t kMostRules = 4096;
constexpr double kThin = 3;        // points: a box that is no higher is a line
constexpr double kShort = 12;      // points: a line that is no longer is no rule
constexpr double kReadable = 1.2;  // points: print that is smaller is seen by nobody

bool is_control(Unicode c) {
  return c < 0x20 || c == 0x7F;
}

// Characters that say how to set text, not what it says.
bool is_ignorable(Unicode c) {
  return c == 0xFEFF || (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E);
}

Turn turn_of(double along_x, double along_y) {
  const double x = std::abs(along_x), y = std::abs(along_y);
  if (y <= 0.05 * x) return along_x >= 0 ? Turn::kUpright : Turn::kUpsideDown;
  if (x <= 0.05 * y) return along_y > 0 ? Turn::kClockwise : Turn::kCounterclockwise;
  return Turn::kSlanted;
}

// Colours that the eye does not tell apart; unknown ones (over 0xFFFFFF) are like none.
bool alike(std::uint32_t a, std::uint32_t b) {
  if (a > 0xFFFFFF || b > 0xFFFFFF) return false;
  for (int shift = 0; shift < 24; shift += 8) {
    const int one = static_cast<int>(a >> shift & 0xFF),
              other = static_cast<int>(b >> shift & 0xFF);
    if (std::abs(one - other) > 12) return false;
  }
  return true;
}

std::uint32_t rgb_of(const GfxRGB& rgb) {
  const auto byte = [](GfxColorComp value) { return static_cast<std::uint32_t>(colToByte(value)); };
  return byte(rgb.r) << 16 | byte(rgb.g) << 8 | byte(rgb.b);
}

double area(const Box& box) {
  return std::max(0.0, box.x1 - box.x0) * std::max(0.0, box.y1 - box.y0);
}

bool contains(const Box& box, double x, double y) {
  return x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1;
}

// By how often a line to the right of the point crosses the outline.
bool is_inside(const std::vector<std::pair<double, double>>& outline, double x, double y) {
  bool inside = false;
  for (std::size_t i = 0, last = outline.size() - 1; i < outline.size(); last = i++) {
    const auto& [x0, y0] = outline[last];
    const auto& [x1, y1] = outline[i];
    if ((y0 > y) != (y1 > y) && x < x0 + (x1 - x0) * (y - y0) / (y1 - y0)) inside = !inside;
  }
  return inside;
}

double center_x(const Glyph& glyph) {
  return (glyph.x0 + glyph.x1) / 2.0;
}
double center_y(const Glyph& glyph) {
  return (glyph.y0 + glyph.y1) / 2.0;
}

std::u32string text_string(const std::string& bytes) {
  Unicode* units = nullptr;
  const int length = TextStringToUCS4(bytes, &units);
  std::u32string text;
  for (int i = 0; i < length; ++i) text.push_back(static_cast<char32_t>(units[i]));
  gfree(units);
  return text;
}

}  // namespace

ContentDevice::ContentDevice(double width, double height, int max_glyphs)
    : max_glyphs_(max_glyphs) {
  content_.width = width;
  content_.height = height;
  content_.fonts.emplace_back();
  fonts_.emplace_back();
}

PageContent ContentDevice::take() {
  flag_unseen();
  flag_seals(content_.glyphs, glyph_colors_);
  measure_coverage();
  straighten();
  return std::move(content_);
}

// A page that was laid on a scanner askew and then typed over, or printed so: all its lines run at
// one small angle. A slanted inscription on an upright page is left as it is.
void ContentDevice::straighten() {
  constexpr std::size_t kFewest = 20;
  constexpr double kMost = 0.35, kSame = 0.02;  // radians
  if (slanted_.size() < kFewest || 2 * slanted_.size() < content_.glyphs.size()) return;
  std::vector<double> angles;
  for (const Slanted& pen : slanted_) angles.push_back(pen.angle);
  const auto middle = angles.begin() + static_cast<std::ptrdiff_t>(angles.size() / 2);
  std::nth_element(angles.begin(), middle, angles.end());
  const double angle = *middle;
  const auto alike = std::count_if(angles.begin(), angles.end(),
                                   [&](double other) { return std::abs(other - angle) < kSame; });
  if (std::abs(angle) > kMost || 10 * alike < 9 * std::ssize(angles)) return;
  const double x0 = content_.width / 2, y0 = content_.height / 2;
  for (const Slanted& pen : slanted_) {
    if (pen.glyph >= content_.glyphs.size()) continue;  // stated text took its place
    Glyph& glyph = content_.glyphs[pen.glyph];
    const double dx = pen.x - x0, dy = pen.y - y0;
    const double x = x0 + dx * std::cos(angle) + dy * std::sin(angle);
    const double y = y0 - dx * std::sin(angle) + dy * std::cos(angle);
    glyph.turn = Turn::kUpright;
    glyph.x0 = static_cast<float>(x);
    glyph.x1 = static_cast<float>(x + pen.advance);
    glyph.y0 = static_cast<float>(y - 0.86 * glyph.size);
    glyph.y1 = static_cast<float>(y + 0.14 * glyph.size);
    glyph.baseline = static_cast<float>(y);
  }
  content_.skew = angle * 180 / std::acos(-1.0);
}

// ---- state

void ContentDevice::restoreState(GfxState* state) {
  color_known_ = false;
  updateFont(state);
}

void ContentDevice::updateFillColor(GfxState* /*state*/) {
  color_known_ = false;
}
void ContentDevice::updateFillColorSpace(GfxState* /*state*/) {
  color_known_ = false;
}

void ContentDevice::refresh_color(GfxState* state) {
  if (color_known_) return;
  color_known_ = true;
  color_ = kUnknown;
  if (state->getFillColorSpace()->getMode() == csPattern) return;
  GfxRGB rgb;
  state->getFillRGB(&rgb);
  color_ = rgb_of(rgb);
}

ContentDevice::Color ContentDevice::stroke_color(GfxState* state) const {
  if (state->getStrokeColorSpace()->getMode() == csPattern) return kUnknown;
  GfxRGB rgb;
  state->getStrokeRGB(&rgb);
  return rgb_of(rgb);
}

// Its middle lies outside the clip: painted, and nothing of it appears.
bool ContentDevice::is_clipped_away(GfxState* state, const Glyph& glyph) const {
  constexpr double kSlack = 1;  // points: clips that end with the ink
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  state->getClipBBox(&x0, &y0, &x1, &y1);
  const double x = center_x(glyph), y = center_y(glyph);
  return x < x0 - kSlack || x > x1 + kSlack || y < y0 - kSlack || y > y1 + kSlack;
}

void ContentDevice::updateFont(GfxState* state) {
  const std::shared_ptr<GfxFont>& font = state->getFont();
  if (font == fonts_[font_]) return;
  const auto known = std::find(fonts_.begin(), fonts_.end(), font);
  font_ = static_cast<std::size_t>(known - fonts_.begin());
  if (known == fonts_.end()) {
    fonts_.push_back(font);
    Ref embedded;
    PageFont facts;
    facts.name = font->getName().value_or("");
    facts.embedded = font->getType() == fontType3 || font->getEmbeddedFontID(&embedded);
    facts.cid = font->isCIDFont();
    facts.to_unicode = font->hasToUnicodeCMap();
    facts.vertical = font->getWMode() == 1;
    if (!font->isCIDFont() && facts.embedded && !facts.to_unicode) {
      facts.built_in = !static_cast<const Gfx8BitFont*>(font.get())->getHasEncoding();
    }
    content_.fonts.push_back(std::move(facts));
  }
  ascent_ = 0.86;
  descent_ = 0.14;
  type3_scale_ = 0;
  if (!font) return;
  // Fonts state wild values; these keep boxes near the ink.
  ascent_ = std::clamp(font->getAscent(), 0.7, 0.95);
  descent_ = std::clamp(-font->getDescent(), 0.05, 0.3);
  if (font->getType() == fontType3) {
    const double* box = font->getFontBBox();
    const double height = (box[3] - box[1]) * std::abs(font->getFontMatrix()[3]);
    type3_scale_ = height > 0 ? height : std::abs(font->getFontMatrix()[3]) * 1000;
  }
}

// ---- text

void ContentDevice::drawChar(GfxState* state, double x, double y, double dx, double dy,
                             double /*origin_x*/, double /*origin_y*/, CharCode code, int bytes,
                             const Unicode* unicode, int length) {
  ++order_;
  if (soft_masks_ > 0 || content_.too_many_glyphs) return;
  const bool vertical = content_.fonts[font_].vertical;
  double spacing = state->getCharSpace();
  if (code == 0x20 && bytes == 1) spacing += state->getWordSpace();
  double space_x = 0, space_y = 0;
  state->textTransformDelta(vertical ? 0 : spacing * state->getHorizScaling(),
                            vertical ? spacing : 0, &space_x, &space_y);
  double width_x = 0, width_y = 0, at_x = 0, at_y = 0;
  state->transformDelta(dx - space_x, dy - space_y, &width_x, &width_y);
  state->transform(x, y, &at_x, &at_y);
  double m11 = 0, m12 = 0, m21 = 0, m22 = 0;
  state->getFontTransMat(&m11, &m12, &m21, &m22);
  double size = state->getTransformedFontSize();
  if (type3_scale_ > 0) size *= type3_scale_;
  if (!std::isfinite(at_x + at_y + width_x + width_y + size) || size < 0.5 ||
      size > content_.height) {
    return;
  }
  Glyph glyph;
  glyph.turn = turn_of(m11, m12);
  glyph.size = static_cast<float>(size);
  glyph.font = static_cast<std::uint16_t>(std::min<std::size_t>(font_, 0xFFFF));
  glyph.order = order_;
  glyph.flags = flags_;
  // From the baseline up to the ascent, in the direction that is "up" for this glyph.
  const double norm = std::hypot(m21, m22);
  const double up_x = norm > 0 ? m21 / norm : 0, up_y = norm > 0 ? m22 / norm : -1;
  if (vertical) {
    // The pen stands above the middle of the glyph and moves down.
    at_x -= size / 2;
    at_y += ascent_ * size;
    width_x = size;
    width_y = 0;
  }
  const double xs[4] = {at_x + up_x * ascent_ * size, at_x - up_x * descent_ * size,
                        at_x + width_x + up_x * ascent_ * size,
                        at_x + width_x - up_x * descent_ * size};
  const double ys[4] = {at_y + up_y * ascent_ * size, at_y - up_y * descent_ * size,
                        at_y + width_y + up_y * ascent_ * size,
                        at_y + width_y - up_y * descent_ * size};
  glyph.x0 = static_cast<float>(*std::min_element(xs, xs + 4));
  glyph.x1 = static_cast<float>(*std::max_element(xs, xs + 4));
  glyph.y0 = static_cast<float>(*std::min_element(ys, ys + 4));
  glyph.y1 = static_cast<float>(*std::max_element(ys, ys + 4));
  if (glyph.turn == Turn::kUpright || glyph.turn == Turn::kUpsideDown) {
    // A slanted design shifts the corners above the baseline, not the pen.
    glyph.x0 = static_cast<float>(std::min(at_x, at_x + width_x));
    glyph.x1 = static_cast<float>(std::max(at_x, at_x + width_x));
    glyph.baseline = static_cast<float>(at_y);
  } else {
    glyph.baseline = static_cast<float>(at_x);
  }
  const int render = state->getRender();
  const bool stroked = render == 1 || render == 5;
  if (render == 3) glyph.flags |= kHidden;
  if ((stroked ? state->getStrokeOpacity() : state->getFillOpacity()) < 0.01) {
    glyph.flags |= kHidden;
  }
  if (size < std::min(kReadable, content_.height / 500) || is_clipped_away(state, glyph)) {
    glyph.flags |= kHidden;
  }
  refresh_color(state);
  const Color fill = color_;
  // Outlined letters are seen by their stroke; those with both, or in the clip, by what is there.
  if (stroked) {
    color_ = stroke_color(state);
  } else if (render != 0 && render != 4) {
    color_ = kUnknown;
  }
  const std::size_t first = content_.glyphs.size();
  add_glyph(glyph, code, unicode, length);
  color_ = fill;
  if (glyph.turn != Turn::kSlanted) return;
  const auto made = static_cast<double>(content_.glyphs.size() - first);
  for (std::size_t i = first; i < content_.glyphs.size(); ++i) {
    const double share = static_cast<double>(i - first) / made;
    slanted_.push_back({i, at_x + width_x * share, at_y + width_y * share,
                        std::hypot(width_x, width_y) / made, std::atan2(m12, m11)});
  }
}

// One glyph per character; a ligature's box is shared out. Where nothing is found for a code, or a
// control, the glyph gets that: repair_fonts() may know better, and takes away what is left.
void ContentDevice::add_glyph(Glyph glyph, CharCode code, const Unicode* unicode, int length) {
  PageFont& font = content_.fonts[font_];
  if (length == 0) ++font.unmapped;
  std::u32string characters;
  for (int i = 0; i < length; ++i) {
    const Unicode c = unicode[i];
    if (is_control(c)) {
      ++font.controls;
      characters.push_back(static_cast<char32_t>(c));
    } else if (c >= 0xFB00 && c <= 0xFB06) {
      static constexpr std::u32string_view kLigatures[] = {U"ff",  U"fi", U"fl", U"ffi",
                                                           U"ffl", U"st", U"st"};
      characters += kLigatures[c - 0xFB00];
    } else {
      const auto character = static_cast<char32_t>(c == 0xA0 ? ' ' : c);
      characters.push_back(is_ignorable(c) ? 0 : character);
    }
  }
  if (length == 0) characters.push_back(0xFFFD);
  if (center_x(glyph) < 0 || center_x(glyph) > content_.width || center_y(glyph) < 0 ||
      center_y(glyph) > content_.height) {
    return;
  }
  const float first = glyph.x0;
  const float step =
      (glyph.x1 - glyph.x0) / static_cast<float>(std::max<std::size_t>(characters.size(), 1));
  for (std::size_t i = 0; i < characters.size(); ++i) {
    glyph.character = characters[i];
    glyph.x0 = first + step * static_cast<float>(i);
    glyph.x1 = glyph.x0 + step;
    content_.glyphs.push_back(glyph);
    content_.codes.push_back(static_cast<std::uint32_t>(code));
    glyph_colors_.push_back(color_);
  }
  if (content_.glyphs.size() > static_cast<std::size_t>(max_glyphs_)) {
    content_.too_many_glyphs = true;
  }
}

void ContentDevice::beginActualText(GfxState* /*state*/, const GooString* text) {
  if (actual_depth_++ > 0) return;
  actual_first_ = content_.glyphs.size();
  actual_text_ = text_string(text->toStr());
}

// Puts the stated text in place of the glyphs painted since, when they stand on one line.
void ContentDevice::endActualText(GfxState* /*state*/) {
  if (actual_depth_ == 0 || --actual_depth_ > 0) return;
  auto& glyphs = content_.glyphs;
  if (actual_first_ >= glyphs.size()) return;
  Glyph whole = glyphs[actual_first_];
  for (std::size_t i = actual_first_ + 1; i < glyphs.size(); ++i) {
    if (std::abs(glyphs[i].baseline - whole.baseline) > 0.3F * whole.size) return;
    whole.x0 = std::min(whole.x0, glyphs[i].x0);
    whole.x1 = std::max(whole.x1, glyphs[i].x1);
  }
  glyphs.resize(actual_first_);
  glyph_colors_.resize(actual_first_);
  content_.codes.resize(actual_first_);
  std::vector<Unicode> units;
  for (const char32_t c : actual_text_) units.push_back(static_cast<Unicode>(c));
  if (!units.empty()) add_glyph(whole, 0, units.data(), static_cast<int>(units.size()));
}

// ---- boxes and pictures

Box ContentDevice::clipped(GfxState* state, double x0, double y0, double x1, double y1) const {
  double cx0 = 0, cy0 = 0, cx1 = 0, cy1 = 0;
  state->getClipBBox(&cx0, &cy0, &cx1, &cy1);
  return {std::max({std::min(x0, x1), cx0, 0.0}), std::max({std::min(y0, y1), cy0, 0.0}),
          std::min({std::max(x0, x1), cx1, content_.width}),
          std::min({std::max(y0, y1), cy1, content_.height})};
}

void ContentDevice::add_cover(const Box& box, Color color, bool opaque) {
  if (area(box) < 9 || covers_.size() >= kMostCovers) return;
  covers_.push_back({box, order_, opaque ? color : kUnknown, opaque, {}});
}

void ContentDevice::add_fill(GfxState* state) {
  ++order_;
  ++content_.paths;
  if (soft_masks_ > 0) return;
  const GfxPath* path = state->getPath();
  const bool pattern = state->getFillColorSpace()->getMode() == csPattern;
  const bool opaque =
      !pattern && state->getFillOpacity() > 0.99 && state->getBlendMode() == gfxBlendNormal;
  const int parts = path->getNumSubpaths();
  for (int i = 0; i < parts; ++i) {
    const GfxSubpath* sub = path->getSubpath(i);
    double xs[5], ys[5];
    bool rectangle = parts <= 64 && sub->getNumPoints() >= 4 && sub->getNumPoints() <= 5;
    for (int p = 0; rectangle && p < sub->getNumPoints(); ++p) {
      state->transform(sub->getX(p), sub->getY(p), &xs[p], &ys[p]);
      rectangle &= !sub->getCurve(p);
      if (p > 0)
        rectangle &= std::abs(xs[p] - xs[p - 1]) < 0.1 || std::abs(ys[p] - ys[p - 1]) < 0.1;
    }
    if (!rectangle) {
      add_shape(state, *sub, opaque && parts == 1);
      continue;
    }
    refresh_color(state);
    const Box box = clipped(state, xs[0], ys[0], xs[2], ys[2]);
    add_cover(box, color_, opaque);
    if (opaque && !alike(color_, kPaper)) add_rule(box);
  }
}

// Filled, and no box: a letter drawn as curves, or something of any form that lies over text.
void ContentDevice::add_shape(GfxState* state, const GfxSubpath& sub, bool opaque) {
  constexpr int kMostPoints = 256;
  constexpr std::size_t kMostLetters = 50'000;
  constexpr double kLeast = 2, kGreatest = 60;  // points: heights of letters and their strokes
  if (sub.getNumPoints() < 4 || sub.getNumPoints() > kMostPoints) return;
  std::vector<std::pair<double, double>> outline;
  Box box{1e9, 1e9, -1e9, -1e9};
  for (int p = 0; p < sub.getNumPoints(); ++p) {
    double x = 0, y = 0;
    state->transform(sub.getX(p), sub.getY(p), &x, &y);
    outline.emplace_back(x, y);
    box = {std::min(box.x0, x), std::min(box.y0, y), std::max(box.x1, x), std::max(box.y1, y)};
  }
  box = clipped(state, box.x0, box.y0, box.x1, box.y1);
  if (area(box) <= 0) return;
  const double width = box.x1 - box.x0, height = box.y1 - box.y0;
  if (width < kGreatest && height >= kLeast && height < kGreatest) {
    if (content_.drawn_letters.size() < kMostLetters) content_.drawn_letters.push_back(box);
  }
  if (!opaque || height < 6 || width < 20 || covers_.size() >= kMostCovers) return;
  refresh_color(state);
  covers_.push_back({box, order_, color_, true, std::move(outline)});
}

// Lines of tables and above footnotes.
void ContentDevice::add_rule(const Box& box) {
  const double width = box.x1 - box.x0, height = box.y1 - box.y0;
  if (content_.rules.size() >= kMostRules) return;
  if ((height <= kThin && width >= kShort) || (width <= kThin && height >= kShort)) {
    content_.rules.push_back(box);
  }
}

void ContentDevice::stroke(GfxState* state) {
  ++order_;
  ++content_.paths;
  if (soft_masks_ > 0) return;
  const GfxPath* path = state->getPath();
  if (path->getNumSubpaths() > 1024) return;
  for (int i = 0; i < path->getNumSubpaths(); ++i) {
    const GfxSubpath* sub = path->getSubpath(i);
    for (int p = 1; p < sub->getNumPoints() && p < 64; ++p) {
      if (sub->getCurve(p)) continue;
      double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
      state->transform(sub->getX(p - 1), sub->getY(p - 1), &x0, &y0);
      state->transform(sub->getX(p), sub->getY(p), &x1, &y1);
      if (std::abs(x0 - x1) < 1 || std::abs(y0 - y1) < 1) add_rule(clipped(state, x0, y0, x1, y1));
    }
  }
}
void ContentDevice::fill(GfxState* state) {
  add_fill(state);
}
void ContentDevice::eoFill(GfxState* state) {
  add_fill(state);
}

// A pattern may be anything: white text on it is taken as seen, text under it too.
void ContentDevice::add_shading(GfxState* state) {
  ++order_;
  ++content_.paths;
  if (soft_masks_ > 0) return;
  add_cover(clipped(state, 0, 0, content_.width, content_.height), kUnknown, false);
}

bool ContentDevice::tilingPatternFill(GfxState* state, Gfx* /*gfx*/, Catalog* /*catalog*/,
                                      GfxTilingPattern* /*pattern*/, const double* /*matrix*/,
                                      int /*x0*/, int /*y0*/, int /*x1*/, int /*y1*/,
                                      double /*x_step*/, double /*y_step*/) {
  add_shading(state);
  return true;
}
bool ContentDevice::functionShadedFill(GfxState* state, GfxFunctionShading* /*shading*/) {
  add_shading(state);
  return true;
}
bool ContentDevice::axialShadedFill(GfxState* state, GfxAxialShading* /*shading*/, double /*from*/,
                                    double /*to*/) {
  add_shading(state);
  return true;
}
bool ContentDevice::radialShadedFill(GfxState* state, GfxRadialShading* /*shading*/,
                                     double /*from*/, double /*to*/) {
  add_shading(state);
  return true;
}
bool ContentDevice::gouraudTriangleShadedFill(GfxState* state,
                                              GfxGouraudTriangleShading* /*shading*/) {
  add_shading(state);
  return true;
}
bool ContentDevice::patchMeshShadedFill(GfxState* state, GfxPatchMeshShading* /*shading*/) {
  add_shading(state);
  return true;
}

void ContentDevice::add_picture(GfxState* state, int width, int height, bool stencil, bool opaque) {
  ++order_;
  if (soft_masks_ > 0) return;
  double xs[4], ys[4];
  for (int i = 0; i < 4; ++i) state->transform(i & 1, i >> 1, &xs[i], &ys[i]);
  const Box box = clipped(state, *std::min_element(xs, xs + 4), *std::min_element(ys, ys + 4),
                          *std::max_element(xs, xs + 4), *std::max_element(ys, ys + 4));
  if (area(box) <= 0) return;
  content_.pictures.push_back({box, width, height, stencil, order_});
  const bool solid =
      opaque && state->getFillOpacity() > 0.99 && state->getBlendMode() == gfxBlendNormal;
  add_cover(box, kUnknown, solid);
}

void ContentDevice::drawImageMask(GfxState* state, Object* ref, Stream* stream, int width,
                                  int height, bool invert, bool interpolate, bool is_inline) {
  add_picture(state, width, height, true, false);
  OutputDev::drawImageMask(state, ref, stream, width, height, invert, interpolate, is_inline);
}

void ContentDevice::drawImage(GfxState* state, Object* ref, Stream* stream, int width, int height,
                              GfxImageColorMap* colors, bool interpolate, const int* mask_colors,
                              bool is_inline) {
  add_picture(state, width, height, false, mask_colors == nullptr);
  OutputDev::drawImage(state, ref, stream, width, height, colors, interpolate, mask_colors,
                       is_inline);
}

void ContentDevice::drawMaskedImage(GfxState* state, Object* /*ref*/, Stream* /*stream*/, int width,
                                    int height, GfxImageColorMap* /*colors*/, bool /*interpolate*/,
                                    Stream* /*mask*/, int /*mask_width*/, int /*mask_height*/,
                                    bool /*mask_invert*/, bool /*mask_interpolate*/) {
  add_picture(state, width, height, false, false);
}

void ContentDevice::drawSoftMaskedImage(GfxState* state, Object* /*ref*/, Stream* /*stream*/,
                                        int width, int height, GfxImageColorMap* /*colors*/,
                                        bool /*interpolate*/, Stream* /*mask*/, int /*mask_width*/,
                                        int /*mask_height*/, GfxImageColorMap* /*mask_colors*/,
                                        bool /*mask_interpolate*/) {
  add_picture(state, width, height, false, false);
}

void ContentDevice::beginTransparencyGroup(GfxState* /*state*/, const double* /*box*/,
                                           GfxColorSpace* /*space*/, bool /*isolated*/,
                                           bool /*knockout*/, bool for_soft_mask) {
  group_is_mask_.push_back(for_soft_mask);
  if (for_soft_mask) ++soft_masks_;
}

void ContentDevice::endTransparencyGroup(GfxState* /*state*/) {
  if (group_is_mask_.empty()) return;
  if (group_is_mask_.back()) --soft_masks_;
  group_is_mask_.pop_back();
}

// ---- what the eye sees

// Covered: an opaque box was painted later. White: in the colour of its ground, which is the last
// box below, else the paper.
void ContentDevice::flag_unseen() {
  auto& glyphs = content_.glyphs;
  std::vector<Color> grounds(glyphs.size(), kPaper);
  std::vector<std::size_t> by_y(glyphs.size());
  for (std::size_t i = 0; i < by_y.size(); ++i) by_y[i] = i;
  std::sort(by_y.begin(), by_y.end(), [&](std::size_t a, std::size_t b) {
    return center_y(glyphs[a]) < center_y(glyphs[b]);
  });
  for (const Cover& cover : covers_) {
    auto at = std::partition_point(by_y.begin(), by_y.end(), [&](std::size_t i) {
      return center_y(glyphs[i]) < cover.box.y0;
    });
    for (; at != by_y.end() && center_y(glyphs[*at]) <= cover.box.y1; ++at) {
      Glyph& glyph = glyphs[*at];
      if (!contains(cover.box, center_x(glyph), center_y(glyph)) ||
          (!cover.outline.empty() && !is_inside(cover.outline, center_x(glyph), center_y(glyph)))) {
        continue;
      }
      if (glyph.order > cover.order) {
        grounds[*at] = cover.color;
      } else if (cover.opaque) {
        glyph.flags |= kCovered;
      }
    }
  }
  for (std::size_t i = 0; i < glyphs.size(); ++i) {
    if (alike(glyph_colors_[i], grounds[i])) glyphs[i].flags |= kWhite;
  }
}

// Union of the pictures on a grid of 100 by 100 cells: one scan may come as dozens of strips.
void ContentDevice::measure_coverage() {
  if (content_.width <= 0 || content_.height <= 0) return;
  std::bitset<10'000> cells;
  double largest = 0;
  for (const Picture& picture : content_.pictures) {
    const auto cell = [](double at, double size) {
      return std::clamp(static_cast<int>(at / size * 100 + 0.5), 0, 100);
    };
    const int x0 = cell(picture.box.x0, content_.width), x1 = cell(picture.box.x1, content_.width);
    const int y0 = cell(picture.box.y0, content_.height);
    const int y1 = cell(picture.box.y1, content_.height);
    for (int y = y0; y < y1; ++y) {
      for (int x = x0; x < x1; ++x) cells.set(static_cast<std::size_t>(y * 100 + x));
    }
    if (area(picture.box) > largest && picture.box.x1 > picture.box.x0) {
      largest = area(picture.box);
      content_.largest_dpi = picture.pixels_x * 72.0 / (picture.box.x1 - picture.box.x0);
    }
  }
  content_.picture_coverage = static_cast<double>(cells.count()) / 10'000;
}

}  // namespace proviso::ingest
