#include "ingest/layout/lines.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "ingest/layout/columns.h"
#include "ingest/layout/script.h"
#include "ingest/text/decode.h"

namespace proviso::ingest {
namespace {

// Runs on one baseline; the band is that of its widest run.
struct Row {
  std::vector<std::size_t> glyphs;
  float top = 0, bottom = 0, width = 0;
};

std::vector<Row> make_rows(std::vector<Run> runs) {
  std::stable_sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) {
    return std::tie(a.baseline, a.x0) < std::tie(b.baseline, b.x0);
  });
  constexpr std::size_t kLookBack = 6;
  std::vector<Row> rows;
  for (const Run& run : runs) {
    Row* best = nullptr;
    float best_share = 0.5F;
    for (std::size_t i = rows.size(); i-- > 0 && i + kLookBack >= rows.size();) {
      Row& row = rows[i];
      const float overlap = std::min(row.bottom, run.bottom()) - std::max(row.top, run.top());
      const float share = overlap / std::min(row.bottom - row.top, run.size);
      if (share > best_share) {
        best_share = share;
        best = &row;
      }
    }
    if (best == nullptr) {
      rows.push_back({{}, run.top(), run.bottom(), 0});
      best = &rows.back();
    }
    best->glyphs.insert(best->glyphs.end(), run.glyphs.begin(), run.glyphs.end());
    if (run.x1 - run.x0 > best->width) {
      best->top = run.top();
      best->bottom = run.bottom();
      best->width = run.x1 - run.x0;
    }
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return a.bottom < b.bottom; });
  return rows;
}

bool same_ink(const Glyph& a, const Glyph& b) {
  const float near = std::min(0.2F * a.size, 0.5F * (a.x1 - a.x0));
  return a.character == b.character && std::abs(a.x0 - b.x0) < near &&
         std::abs(a.baseline - b.baseline) < 0.2F * a.size;
}

// The row's glyphs from left to right, each once: bold is faked by painting twice. A recogniser
// sees ink once, and its boxes of equal digits side by side may coincide: 36000 must not become
// 3600.
std::vector<const Glyph*> in_order(const std::vector<Glyph>& glyphs, const Row& row) {
  std::vector<const Glyph*> sorted;
  for (const std::size_t index : row.glyphs) sorted.push_back(&glyphs[index]);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Glyph* a, const Glyph* b) { return a->x0 < b->x0; });
  std::vector<const Glyph*> once;
  for (const Glyph* glyph : sorted) {
    const std::size_t window = std::min<std::size_t>(once.size(), 3);
    const bool seen = glyph->source != TextSource::kOcr &&
                      std::any_of(once.end() - static_cast<std::ptrdiff_t>(window), once.end(),
                                  [&](const Glyph* kept) { return same_ink(*kept, *glyph); });
    if (!seen) once.push_back(glyph);
  }
  return once;
}

// A character of the line under construction.
struct Cell {
  char32_t character = 0;
  float x0 = 0, x1 = 0;
  bool drop = false;
};

// Decides which space stands between two inked glyphs; 0 for none.
char32_t space_between(const Glyph& left, const Glyph& right, char32_t painted) {
  const float gap = right.x0 - left.x1;
  const float em = std::max(left.size, right.size);
  // Quotes, dashes and dots belong to both scripts: their neighbour decides.
  const auto certain = [](char32_t c) { return is_wide(c) && !(c >= 0x2000 && c < 0x2100); };
  const bool wide = certain(left.character) || certain(right.character);
  const bool ocr = left.source == TextSource::kOcr;
  if (painted == 0x3000) return painted;
  if (wide) {
    // Boxes of OCR end with the ink, and the ink of 日 or 一 is far from its neighbours: measure
    // from centre to centre.
    const float distance = (right.x0 + right.x1 - left.x0 - left.x1) / 2;
    if (ocr ? distance >= 2.2F * em : gap >= 0.7F * em) return ' ';
    const bool between_han = is_wide(left.character) && is_wide(right.character);
    // Tesseract puts spaces around digits in Chinese; a text layer that has them means them.
    if (ocr) return 0;
    return painted != 0 && (!between_han || gap > 0.15F * em) ? ' ' : 0;
  }
  if (painted != 0) return ' ';
  if (ocr) return 0;
  return gap > 0.15F * em ? ' ' : 0;
}

// Drops the spaces of letter-spaced Chinese: at least two Han-space-Han in a row, none of them
// wider than 1.2 em.
void close_letter_spacing(std::vector<Cell>& cells) {
  const auto is_gap = [&](std::size_t i) {
    return i > 0 && i + 1 < cells.size() && cells[i].character == ' ' &&
           is_han(cells[i - 1].character) && is_han(cells[i + 1].character) &&
           cells[i].x1 - cells[i].x0 < 1.2F * (cells[i - 1].x1 - cells[i - 1].x0);
  };
  for (std::size_t i = 1; i < cells.size(); ++i) {
    if (!is_gap(i)) continue;
    std::size_t last = i;
    while (is_gap(last + 2)) last += 2;
    if (last > i) {
      for (std::size_t j = i; j <= last; j += 2) cells[j].drop = true;
    }
    i = last;
  }
}

std::vector<Cell> make_cells(const std::vector<const Glyph*>& glyphs) {
  std::vector<Cell> cells;
  const Glyph* last = nullptr;
  char32_t painted = 0;
  for (const Glyph* glyph : glyphs) {
    if (is_space(glyph->character)) {
      if (painted != 0x3000) painted = glyph->character;
      continue;
    }
    if (last != nullptr) {
      if (const char32_t space = space_between(*last, *glyph, painted); space != 0) {
        cells.push_back({space, last->x1, std::max(last->x1, glyph->x0)});
      }
    }
    cells.push_back({glyph->character, glyph->x0, glyph->x1});
    last = glyph;
    painted = 0;
  }
  close_letter_spacing(cells);
  return cells;
}

// The size in which most of the characters are set.
float main_size(const std::vector<const Glyph*>& glyphs) {
  std::map<int, int> counts;
  for (const Glyph* glyph : glyphs) ++counts[static_cast<int>(std::lround(glyph->size * 10))];
  const auto most =
      std::max_element(counts.begin(), counts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  return static_cast<float>(most->first) / 10;
}

Line make_line(const std::vector<const Glyph*>& glyphs, const Sheet& sheet) {
  Line line;
  line.page = sheet.page;
  line.source = glyphs.front()->source;
  line.font_size = main_size(glyphs);
  line.box = {1e9, 1e9, -1e9, -1e9};
  float confidence = 0;
  int inked = 0;
  for (const Glyph* glyph : glyphs) {
    if (is_space(glyph->character)) continue;
    line.flags |= glyph->flags;
    line.box.x0 = std::min<double>(line.box.x0, glyph->x0);
    line.box.x1 = std::max<double>(line.box.x1, glyph->x1);
    line.box.y0 = std::min<double>(line.box.y0, glyph->y0);
    line.box.y1 = std::max<double>(line.box.y1, glyph->y1);
    confidence += glyph->confidence;
    ++inked;
  }
  line.confidence = confidence / static_cast<float>(std::max(inked, 1));
  for (const Cell& cell : make_cells(glyphs)) {
    if (cell.drop) continue;
    append_utf8(line.text, cell.character);
    line.edges.push_back(cell.x0);
  }
  line.edges.push_back(static_cast<float>(line.box.x1));
  return line;
}

std::vector<PageLine> upright_lines(const std::vector<Glyph>& glyphs,
                                    const std::vector<std::size_t>& members, const Sheet& sheet) {
  std::vector<PageLine> lines;
  for (Region& region : split_columns(make_runs(glyphs, members))) {
    for (const Row& row : make_rows(std::move(region.runs))) {
      const auto ordered = in_order(glyphs, row);
      lines.push_back({make_line(ordered, sheet), region.column});
    }
  }
  return lines;
}

// The glyph as it stands when the page is turned so that the glyph is upright.
Glyph turned_upright(const Glyph& glyph, Turn turn, const Sheet& sheet) {
  const auto width = static_cast<float>(sheet.width), height = static_cast<float>(sheet.height);
  Glyph upright = glyph;
  switch (turn) {
    case Turn::kClockwise:  // reads downwards
      upright.x0 = glyph.y0, upright.x1 = glyph.y1;
      upright.y0 = width - glyph.x1, upright.y1 = width - glyph.x0;
      upright.baseline = width - glyph.baseline;
      break;
    case Turn::kCounterclockwise:  // reads upwards
      upright.x0 = height - glyph.y1, upright.x1 = height - glyph.y0;
      upright.y0 = glyph.x0, upright.y1 = glyph.x1;
      break;
    default:  // upside down
      upright.x0 = width - glyph.x1, upright.x1 = width - glyph.x0;
      upright.y0 = height - glyph.y1, upright.y1 = height - glyph.y0;
      upright.baseline = height - glyph.baseline;
  }
  return upright;
}

Box turned_back(const Box& box, Turn turn, const Sheet& sheet) {
  switch (turn) {
    case Turn::kClockwise:
      return {sheet.width - box.y1, box.x0, sheet.width - box.y0, box.x1};
    case Turn::kCounterclockwise:
      return {box.y0, sheet.height - box.x1, box.y1, sheet.height - box.x0};
    default:
      return {sheet.width - box.x1, sheet.height - box.y1, sheet.width - box.x0,
              sheet.height - box.y0};
  }
}

std::vector<PageLine> turned_lines(const std::vector<Glyph>& glyphs,
                                   const std::vector<std::size_t>& members, Turn turn,
                                   const Sheet& sheet) {
  std::vector<Glyph> upright;
  std::vector<std::size_t> all;
  for (const std::size_t index : members) {
    all.push_back(upright.size());
    upright.push_back(turned_upright(glyphs[index], turn, sheet));
  }
  std::vector<PageLine> lines = upright_lines(upright, all, sheet);
  for (PageLine& line : lines) {
    line.line.box = turned_back(line.line.box, turn, sheet);
    line.line.edges.clear();
  }
  return lines;
}

// A slanted inscription: one line in paint order.
std::vector<PageLine> slanted_line(const std::vector<Glyph>& glyphs,
                                   const std::vector<std::size_t>& members, const Sheet& sheet) {
  std::vector<const Glyph*> all;
  for (const std::size_t index : members) all.push_back(&glyphs[index]);
  Line line = make_line(all, sheet);
  line.edges.clear();
  return {{std::move(line), 0}};
}

}  // namespace

std::vector<PageLine> build_lines(const std::vector<Glyph>& glyphs, const Sheet& sheet) {
  // Glyphs that make lines together; ordered so that the main text comes first.
  using Group = std::tuple<std::uint16_t, TextSource, Turn>;
  std::map<Group, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < glyphs.size(); ++i) {
    const auto kept_out = static_cast<std::uint16_t>(glyphs[i].flags & kKeptOut);
    groups[{kept_out, glyphs[i].source, glyphs[i].turn}].push_back(i);
  }
  std::map<Turn, std::size_t> plain;  // how much of the trustworthy text stands which way
  for (const auto& [group, members] : groups) {
    if (std::get<0>(group) == 0) plain[std::get<2>(group)] += members.size();
  }
  Turn main = Turn::kUpright;
  for (const auto& [turn, count] : plain) {
    if (turn != Turn::kSlanted && count > plain[main]) main = turn;
  }
  std::vector<PageLine> lines, behind;
  for (const auto& [group, members] : groups) {
    const auto& [flags, source, turn] = group;
    if (std::all_of(members.begin(), members.end(),
                    [&](std::size_t i) { return is_space(glyphs[i].character); })) {
      continue;
    }
    std::vector<PageLine> made = turn == Turn::kUpright ? upright_lines(glyphs, members, sheet)
                                 : turn == Turn::kSlanted
                                     ? slanted_line(glyphs, members, sheet)
                                     : turned_lines(glyphs, members, turn, sheet);
    for (PageLine& line : made) {
      if (turn == Turn::kSlanted) {
        line.line.flags |= kWatermark;
      } else if (turn != main) {
        line.line.flags |= kStamp;
      }
    }
    std::vector<PageLine>& target = flags == 0 && turn == main ? lines : behind;
    std::move(made.begin(), made.end(), std::back_inserter(target));
  }
  std::move(behind.begin(), behind.end(), std::back_inserter(lines));
  return lines;
}

}  // namespace proviso::ingest
