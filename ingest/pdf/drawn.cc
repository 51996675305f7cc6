#include "ingest/pdf/drawn.h"

#include <algorithm>

namespace proviso::ingest {
namespace {

// The form stands at the height of the line and next to its end, or belongs to its last character.
bool goes_on(const DrawnLine& line, const Box& form) {
  const double height = std::max(line.box.y1 - line.box.y0, 6.0);
  const double common = std::min(line.box.y1, form.y1) - std::max(line.box.y0, form.y0);
  if (common < 0.5 * std::min(form.y1 - form.y0, line.box.y1 - line.box.y0)) return false;
  if (std::max(line.box.y1, form.y1) - std::min(line.box.y0, form.y0) > 60) return false;
  return form.x0 - line.box.x1 < 1.5 * height && form.x0 > line.box.x1 - 2.5 * height &&
         form.x0 > line.box.x0 - 2;
}

bool is_line(const DrawnLine& line) {
  constexpr int kFewest = 8;
  const double width = line.box.x1 - line.box.x0, height = line.box.y1 - line.box.y0;
  return line.forms >= kFewest && width > 3 * height;
}

}  // namespace

std::vector<DrawnLine> drawn_lines(const std::vector<Box>& forms) {
  std::vector<DrawnLine> lines;
  DrawnLine now;
  const auto close = [&] {
    if (is_line(now)) lines.push_back(now);
    now = {};
  };
  for (const Box& form : forms) {
    if (now.forms > 0 && !goes_on(now, form)) close();
    if (now.forms == 0) {
      now.box = form;
    } else {
      now.box = {std::min(now.box.x0, form.x0), std::min(now.box.y0, form.y0),
                 std::max(now.box.x1, form.x1), std::max(now.box.y1, form.y1)};
    }
    ++now.forms;
  }
  close();
  return lines;
}

}  // namespace proviso::ingest
