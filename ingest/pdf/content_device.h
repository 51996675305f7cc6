// Poppler output device that records glyphs, pictures and boxes instead of painting them. Private
// to pdf/.
#pragma once

#include <GfxFont.h>
#include <GfxState.h>
#include <OutputDev.h>

#include <memory>
#include <vector>

#include "ingest/pdf/content.h"

namespace proviso::ingest {

// For one page at 72 dpi. After displayPage(): take().
class ContentDevice final : public OutputDev {
 public:
  ContentDevice(double width, double height, int max_glyphs);

  // Flags glyphs that cannot be seen, measures coverage and gives the content away.
  PageContent take();
  bool full() const { return content_.too_many_glyphs; }
  // LineFlag bits for all glyphs painted from here on.
  void flag_what_follows(std::uint16_t flags) { flags_ = flags; }

  bool upsideDown() override { return true; }
  bool useDrawChar() override { return true; }
  bool interpretType3Chars() override { return false; }
  bool useTilingPatternFill() override { return true; }
  bool useShadedFills(int /*type*/) override { return true; }

  void restoreState(GfxState* state) override;
  void updateFont(GfxState* state) override;
  void updateFillColor(GfxState* state) override;
  void updateFillColorSpace(GfxState* state) override;

  void drawChar(GfxState* state, double x, double y, double dx, double dy, double origin_x,
                double origin_y, CharCode code, int bytes, const Unicode* unicode,
                int length) override;
  void beginActualText(GfxState* state, const GooString* text) override;
  void endActualText(GfxState* state) override;

  void stroke(GfxState* state) override;
  void fill(GfxState* state) override;
  void eoFill(GfxState* state) override;
  bool tilingPatternFill(GfxState* state, Gfx* gfx, Catalog* catalog, GfxTilingPattern* pattern,
                         const double* matrix, int x0, int y0, int x1, int y1, double x_step,
                         double y_step) override;
  bool functionShadedFill(GfxState* state, GfxFunctionShading* shading) override;
  bool axialShadedFill(GfxState* state, GfxAxialShading* shading, double from, double to) override;
  bool radialShadedFill(GfxState* state, GfxRadialShading* shading, double from,
                        double to) override;
  bool gouraudTriangleShadedFill(GfxState* state, GfxGouraudTriangleShading* shading) override;
  bool patchMeshShadedFill(GfxState* state, GfxPatchMeshShading* shading) override;

  void drawImageMask(GfxState* state, Object* ref, Stream* stream, int width, int height,
                     bool invert, bool interpolate, bool is_inline) override;
  void drawImage(GfxState* state, Object* ref, Stream* stream, int width, int height,
                 GfxImageColorMap* colors, bool interpolate, const int* mask_colors,
                 bool is_inline) override;
  void drawMaskedImage(GfxState* state, Object* ref, Stream* stream, int width, int height,
                       GfxImageColorMap* colors, bool interpolate, Stream* mask, int mask_width,
                       int mask_height, bool mask_invert, bool mask_interpolate) override;
  void drawSoftMaskedImage(GfxState* state, Object* ref, Stream* stream, int width, int height,
                           GfxImageColorMap* colors, bool interpolate, Stream* mask, int mask_width,
                           int mask_height, GfxImageColorMap* mask_colors,
                           bool mask_interpolate) override;

  void beginTransparencyGroup(GfxState* state, const double* box, GfxColorSpace* space,
                              bool isolated, bool knockout, bool for_soft_mask) override;
  void endTransparencyGroup(GfxState* state) override;

 private:
  // 0xRRGGBB, or kUnknown for pictures, patterns and what shows through.
  using Color = std::uint32_t;
  static constexpr Color kUnknown = 0xFF000000, kPaper = 0xFFFFFF;
  // A box painted over what came before it, or the part of it inside `outline` (a closed polygon).
  // `opaque`: text below it cannot be seen.
  struct Cover {
    Box box;
    std::uint32_t order;
    Color color;
    bool opaque;
    std::vector<std::pair<double, double>> outline;
  };

  void refresh_color(GfxState* state);
  Box clipped(GfxState* state, double x0, double y0, double x1, double y1) const;
  void add_cover(const Box& box, Color color, bool opaque);
  Color stroke_color(GfxState* state) const;
  bool is_clipped_away(GfxState* state, const Glyph& glyph) const;
  void add_fill(GfxState* state);
  void add_shape(GfxState* state, const GfxSubpath& sub, bool opaque);
  void add_picture(GfxState* state, int width, int height, bool stencil, bool opaque);
  void add_shading(GfxState* state);
  void add_glyph(Glyph glyph, CharCode code, const Unicode* unicode, int length);
  void add_rule(const Box& box);
  void flag_unseen();
  void straighten();
  void measure_coverage();

  PageContent content_;
  int max_glyphs_;
  std::uint32_t order_ = 0;
  std::uint16_t flags_ = 0;
  std::vector<std::shared_ptr<GfxFont>>
      fonts_;  // by index of PageContent::fonts; the first is "no font"
  std::size_t font_ = 0;
  double ascent_ = 0.86, descent_ = 0.14, type3_scale_ = 0;
  bool color_known_ = false;
  Color color_ = 0;
  std::vector<Color> glyph_colors_;  // one per glyph of content_
  // Where the pens of slanted glyphs stood.
  struct Slanted {
    std::size_t glyph;
    double x, y, advance, angle;  // points and radians, clockwise
  };
  std::vector<Slanted> slanted_;
  std::vector<Cover> covers_;
  int soft_masks_ = 0;
  std::vector<bool> group_is_mask_;
  int actual_depth_ = 0;
  std::size_t actual_first_ = 0;
  std::u32string actual_text_;
};

}  // namespace proviso::ingest
