#include "ingest/ofd/page.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "ingest/layout/script.h"
#include "ingest/text/decode.h"

namespace proviso::ingest {
namespace {

constexpr int kDeepest = 12;  // page blocks and composite objects inside one another

// A filled rectangle or picture, for what can be seen.
struct Shape {
  Box box;
  std::uint32_t order = 0;
  bool covers = false;  // opaque all over
};

bool holds(const Box& box, double x, double y) {
  return x > box.x0 && x < box.x1 && y > box.y0 && y < box.y1;
}

bool is_off(std::string_view value) {
  return value == "false" || value == "0";
}

// "255 255 255", "#ff #FF #ff"; a grey of one number.
bool is_white(XmlNode color) {
  const std::string_view value = color.attribute("Value");
  if (value.empty()) return false;
  std::string plain;
  bool hex = false;
  for (const char c : value) {
    hex |= c == '#';
    if (c != '#') plain.push_back(c);
  }
  std::string_view rest(plain);
  int count = 0;
  while (!rest.empty()) {
    const std::size_t at = rest.find_first_not_of(" ,");
    if (at == std::string_view::npos) break;
    rest.remove_prefix(at);
    int channel = 0;
    const auto [end, error] =
        std::from_chars(rest.data(), rest.data() + rest.size(), channel, hex ? 16 : 10);
    if (error != std::errc() || channel < 250) return false;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    ++count;
  }
  return count == 1 || count == 3;  // four are ink
}

// A path of four or five corners with right angles.
bool is_rectangle(std::string_view data) {
  std::vector<std::pair<double, double>> corners;
  while (!data.empty()) {
    const std::size_t at = data.find_first_not_of(" \t\r\n");
    if (at == std::string_view::npos) break;
    data.remove_prefix(at);
    const char operation = data.front();
    data.remove_prefix(1);
    if (operation == 'C') continue;
    if (operation != 'M' && operation != 'S' && operation != 'L') return false;
    const std::size_t end = std::min(data.find_first_of("MSLCQBA"), data.size());
    const std::vector<double> point = numbers(data.substr(0, end), 2);
    if (point.size() < 2) return false;
    corners.emplace_back(point[0], point[1]);
    if (corners.size() > 5) return false;
    data.remove_prefix(end);
  }
  if (corners.size() < 4) return false;
  for (std::size_t i = 1; i < corners.size(); ++i) {
    const bool straight = std::abs(corners[i].first - corners[i - 1].first) < 0.01 ||
                          std::abs(corners[i].second - corners[i - 1].second) < 0.01;
    if (!straight) return false;
  }
  return true;
}

Turn turn_of(double degrees) {
  const double turn = std::remainder(degrees, 360);
  if (std::abs(turn) < 5) return Turn::kUpright;
  if (std::abs(turn - 90) < 5) return Turn::kClockwise;
  if (std::abs(turn + 90) < 5) return Turn::kCounterclockwise;
  if (std::abs(std::abs(turn) - 180) < 5) return Turn::kUpsideDown;
  return Turn::kSlanted;
}

class PageReader {
 public:
  PageReader(OfdDocument& document, OfdContent& content, std::size_t max_glyphs)
      : document_(document), content_(content), max_glyphs_(max_glyphs) {}

  void read(const OfdPage& page) {
    const auto xml = document_.load(page.part);
    if (!xml) {
      content_.broken = true;
      return;
    }
    content_.broken = xml->damaged();
    const XmlNode root = xml->root();
    const OfdBox area =
        box(root.child("Area").child("PhysicalBox").text()).value_or(document_.default_area());
    content_.width = std::max(area.width, 0.0) * kPointsPerMillimetre;
    content_.height = std::max(area.height, 0.0) * kPointsPerMillimetre;
    const OfdMatrix place{1, 0, 0, 1, -area.x, -area.y};
    templates(root, place, false);
    objects(root.child("Content"), place, 0, 0);
    templates(root, place, true);
    for (const std::string& part : document_.annotation_parts(page.id)) annotations(part, place);
    flag_unseen();
  }

 private:
  void templates(XmlNode root, const OfdMatrix& place, bool foreground) {
    for (XmlNode node = root.child("Template"); node; node = node.next("Template")) {
      if ((node.attribute("ZOrder") == "Foreground") != foreground) continue;
      const std::string id(node.attribute("TemplateID"));
      const std::string part = document_.template_part(id);
      const auto xml = part.empty() ? std::nullopt : document_.load(part);
      if (!xml) continue;
      const std::uint16_t flags = document_.template_uses(id) > 1 ? kFurniture : 0;
      objects(xml->root().child("Content"), place, flags, 0);
    }
  }

  void annotations(const std::string& part, const OfdMatrix& place) {
    const auto xml = document_.load(part);
    if (!xml) return;
    for (XmlNode node = xml->root().child("Annot"); node; node = node.next("Annot")) {
      if (is_off(node.attribute("Visible"))) continue;
      const std::uint16_t flags = node.attribute("Type") == "Watermark"     ? kWatermark
                                  : node.attribute("Subtype") == "FreeText" ? kComment
                                                                            : kStamp;
      const XmlNode appearance = node.child("Appearance");
      const OfdBox at = box(appearance.attribute("Boundary")).value_or(OfdBox{});
      objects(appearance, then({1, 0, 0, 1, at.x, at.y}, place), flags, 0);
    }
  }

  // Layers, blocks and the objects in them.
  void objects(XmlNode parent, const OfdMatrix& place, std::uint16_t flags, int depth) {
    if (depth > kDeepest || content_.too_many_glyphs) return;
    for (XmlNode node = parent.first_child(); node; node = node.next()) {
      const std::string_view name = node.name();
      std::uint16_t own = flags;
      if (is_off(node.attribute("Visible")) || node.attribute("Alpha") == "0") own |= kHidden;
      if (name == "TextObject") {
        text(node, place, own);
      } else if (name == "ImageObject") {
        picture(node, place, own);
      } else if (name == "PathObject") {
        path(node, place);
      } else if (name == "CompositeObject") {
        const XmlNode unit = document_.composite(std::string(node.attribute("ResourceID")));
        if (unit) objects(unit, placed(node, place), own, depth + 1);
      } else if (name == "Layer" || name == "PageBlock" || name == "Content") {
        objects(node, place, own, depth + 1);
      }
    }
  }

  // From an object's own space to the page.
  static OfdMatrix placed(XmlNode node, const OfdMatrix& place) {
    const OfdBox at = box(node.attribute("Boundary")).value_or(OfdBox{});
    const OfdMatrix own = matrix(node.attribute("CTM")).value_or(OfdMatrix{});
    return then(then(own, {1, 0, 0, 1, at.x, at.y}), place);
  }

  static std::pair<double, double> at(const OfdMatrix& m, double x, double y) {
    return {(m.a * x + m.c * y + m.e) * kPointsPerMillimetre,
            (m.b * x + m.d * y + m.f) * kPointsPerMillimetre};
  }

  static Box bounds(const OfdMatrix& m, double width, double height) {
    const auto [x0, y0] = at(m, 0, 0);
    const auto [x1, y1] = at(m, width, height);
    return {std::min(x0, x1), std::min(y0, y1), std::max(x0, x1), std::max(y0, y1)};
  }

  void text(XmlNode node, const OfdMatrix& place, std::uint16_t flags) {
    const OfdMatrix m = placed(node, place);
    const double size = std::clamp(real(node.attribute("Size"), 3.5), 0.01, 1000.0);
    const double h_scale = std::clamp(real(node.attribute("HScale"), 1), 0.01, 100.0);
    const double character_turn = real(node.attribute("CharDirection"), 0);
    if (is_off(node.attribute("Fill")) && is_off(node.attribute("Stroke"))) flags |= kHidden;
    const bool white = is_white(node.child("FillColor")) && node.attribute("Fill") != "false";
    const double angle = std::atan2(m.b, m.a) * 180 / std::numbers::pi + character_turn;
    double x = 0, y = 0;
    for (XmlNode code = node.child("TextCode"); code; code = code.next("TextCode")) {
      x = real(code.attribute("X"), x);
      y = real(code.attribute("Y"), y);
      const std::u32string characters = to_utf32(code.text());
      const std::vector<double> dx = deltas(code.attribute("DeltaX"), characters.size());
      const std::vector<double> dy = deltas(code.attribute("DeltaY"), characters.size());
      for (std::size_t i = 0; i < characters.size(); ++i) {
        const char32_t c = characters[i];
        const double natural = (is_wide(c) || c == 0x3000 ? 1.0 : 0.5) * size * h_scale;
        const double step = i < dx.size() ? dx[i] : dx.empty() && !dy.empty() ? 0 : natural;
        if (content_.glyphs.size() >= max_glyphs_) {
          content_.too_many_glyphs = true;
          return;
        }
        // The last character, and one before a gap, is as wide as its kind.
        const double width = step > 0 && step < 1.5 * natural ? step : natural;
        if (c >= 0x20)
          glyph(c, m, x, y, std::min(width, 2 * size), size, turn_of(angle), flags, white);
        x += step;
        if (i < dy.size()) y += dy[i];
      }
    }
  }

  void glyph(char32_t c, const OfdMatrix& m, double x, double y, double width, double size,
             Turn turn, std::uint16_t flags, bool white) {
    const auto [left, base] = at(m, x, y);
    const auto [right, end] = at(m, x + width, y);
    const auto [up_x, up_y] = at(m, x, y - size);
    Glyph glyph;
    glyph.character = c;
    const double em = std::hypot(up_x - left, up_y - base);
    glyph.size = static_cast<float>(em);
    const double ascent_x = (up_x - left) * 0.86, ascent_y = (up_y - base) * 0.86;
    const double descent_x = -(up_x - left) * 0.14, descent_y = -(up_y - base) * 0.14;
    const auto [x0, x1] =
        std::minmax({left + ascent_x, left + descent_x, right + ascent_x, right + descent_x});
    const auto [y0, y1] =
        std::minmax({base + ascent_y, base + descent_y, end + ascent_y, end + descent_y});
    glyph.x0 = static_cast<float>(x0);
    glyph.x1 = static_cast<float>(x1);
    glyph.y0 = static_cast<float>(y0);
    glyph.y1 = static_cast<float>(y1);
    const bool quarter = turn == Turn::kClockwise || turn == Turn::kCounterclockwise;
    glyph.baseline = static_cast<float>(quarter ? left : base);
    glyph.order = ++order_;
    glyph.flags = flags;
    glyph.turn = turn;
    const double middle_x = (x0 + x1) / 2, middle_y = (y0 + y1) / 2;
    const bool on_page =
        middle_x >= 0 && middle_y >= 0 && middle_x <= content_.width && middle_y <= content_.height;
    if (!on_page) return;
    white_.push_back(white);
    content_.glyphs.push_back(glyph);
  }

  void picture(XmlNode node, const OfdMatrix& place, std::uint16_t flags) {
    if ((flags & kHidden) != 0) return;
    const OfdBox bound = box(node.attribute("Boundary")).value_or(OfdBox{});
    const auto own = matrix(node.attribute("CTM"));
    const OfdMatrix m = then(then(own.value_or(OfdMatrix{bound.width, 0, 0, bound.height, 0, 0}),
                                  {1, 0, 0, 1, bound.x, bound.y}),
                             place);
    const Box where = bounds(m, 1, 1);
    add_shape({where, ++order_, false});
    if ((flags & kKeptOut) != 0) return;  // a stamp's picture
    const std::string part = document_.picture_part(std::string(node.attribute("ResourceID")));
    if (part.empty()) {
      ++content_.missing_pictures;
      return;
    }
    const bool upright =
        m.a > 0 && m.d > 0 && std::abs(m.b) < 0.05 * m.a && std::abs(m.c) < 0.05 * m.d;
    content_.pictures.push_back({part, where, upright});
  }

  // Straight lines along the page's sides: the rules of tables.
  void rules(std::string_view data, const OfdMatrix& m) {
    constexpr std::size_t kMostRules = 4000;
    constexpr double kThin = 1, kLong = 6;  // points
    std::pair<double, double> start, last;
    const auto line_to = [&](const std::pair<double, double>& to) {
      const auto [x0, x1] = std::minmax(last.first, to.first);
      const auto [y0, y1] = std::minmax(last.second, to.second);
      const bool level = y1 - y0 <= kThin && x1 - x0 >= kLong;
      const bool upright = x1 - x0 <= kThin && y1 - y0 >= kLong;
      if ((level || upright) && content_.rules.size() < kMostRules) {
        content_.rules.push_back({x0, y0, x1, y1});
      }
      last = to;
    };
    while (!data.empty()) {
      const std::size_t found = data.find_first_of("MSLC");
      if (found == std::string_view::npos) return;
      const char operation = data[found];
      data.remove_prefix(found + 1);
      const std::size_t end = std::min(data.find_first_of("MSLCQBA"), data.size());
      if (operation == 'C') {
        line_to(start);
        continue;
      }
      const std::vector<double> point = numbers(data.substr(0, end), 2);
      data.remove_prefix(end);
      if (point.size() < 2) continue;
      const auto to = at(m, point[0], point[1]);
      if (operation == 'L') {
        line_to(to);
      } else {
        start = last = to;
      }
    }
  }

  void path(XmlNode node, const OfdMatrix& place) {
    rules(node.child("AbbreviatedData").text(), placed(node, place));
    const std::string_view fill = node.attribute("Fill");
    if (fill != "true" && fill != "1") return;
    const auto bound = box(node.attribute("Boundary"));
    if (!bound) return;
    const std::string_view alpha = node.attribute("Alpha");
    const bool opaque =
        (alpha.empty() || alpha == "255") && is_rectangle(node.child("AbbreviatedData").text());
    add_shape({bounds(then({1, 0, 0, 1, bound->x, bound->y}, place), bound->width, bound->height),
               ++order_, opaque});
  }

  void add_shape(const Shape& shape) {
    constexpr std::size_t kMost = 1000;  // so that time stays in proportion to the page's glyphs
    if (shapes_.size() < kMost) shapes_.push_back(shape);
  }

  void flag_unseen() {
    for (std::size_t i = 0; i < content_.glyphs.size(); ++i) {
      Glyph& glyph = content_.glyphs[i];
      const double x = (glyph.x0 + glyph.x1) / 2, y = (glyph.y0 + glyph.y1) / 2;
      bool on_shape = false;
      for (const Shape& shape : shapes_) {
        if (!holds(shape.box, x, y)) continue;
        if (shape.order < glyph.order) {
          on_shape = true;
        } else if (shape.covers) {
          glyph.flags |= kCovered;
        }
      }
      if (white_[i] && !on_shape) glyph.flags |= kWhite;
    }
  }

  OfdDocument& document_;
  OfdContent& content_;
  const std::size_t max_glyphs_;
  std::uint32_t order_ = 0;
  std::vector<bool> white_;  // one for each glyph
  std::vector<Shape> shapes_;
};

}  // namespace

OfdContent read_ofd_page(OfdDocument& document, std::size_t index, std::size_t max_glyphs) {
  OfdContent content;
  PageReader(document, content, max_glyphs).read(document.pages().at(index));
  return content;
}

}  // namespace proviso::ingest
