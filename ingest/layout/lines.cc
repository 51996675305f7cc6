#include "ingest/layout/lines.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "ingest/layout/columns.h"
#include "ingest/layout/footnotes.h"
#include "ingest/layout/ladder.h"
#include "ingest/layout/rows.h"
#include "ingest/layout/script.h"
#include "ingest/layout/tables.h"
#include "ingest/layout/turned.h"
#include "ingest/text/decode.h"

namespace proviso::ingest {
namespace {

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
  // Leaders.
  if (left.character == right.character && gap < 1.2F * em &&
      std::u32string_view(U"…·—").find(left.character) != std::u32string_view::npos) {
    return 0;
  }
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

// The size in which most of a line is set, and its baseline.
struct Main {
  float size = 0, baseline = 0;
};

bool is_raised(const Glyph& glyph, const Main& frame) {
  return glyph.source == TextSource::kText && glyph.size < 0.8F * frame.size &&
         frame.baseline - glyph.baseline > 0.18F * frame.size;
}

char32_t superscript(char32_t c) {
  constexpr std::u32string_view kRaised = U"⁰¹²³⁴⁵⁶⁷⁸⁹";
  return is_digit(c) ? kRaised[c - '0'] : c;
}

std::vector<Cell> make_cells(const std::vector<const Glyph*>& glyphs, const Main& frame) {
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
    cells.push_back({is_raised(*glyph, frame) ? superscript(glyph->character) : glyph->character,
                     glyph->x0, glyph->x1});
    last = glyph;
    painted = 0;
  }
  // A soft hyphen is printed at the end of a line alone.
  for (std::size_t i = 0; i + 1 < cells.size(); ++i) cells[i].drop |= cells[i].character == 0xAD;
  close_letter_spacing(cells);
  return cells;
}

// The size in which most of the characters are set, and the baseline of the first of them.
Main main_frame(const std::vector<const Glyph*>& glyphs) {
  std::map<int, int> counts;
  for (const Glyph* glyph : glyphs) ++counts[static_cast<int>(std::lround(glyph->size * 10))];
  const auto most =
      std::max_element(counts.begin(), counts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  const auto first = std::find_if(glyphs.begin(), glyphs.end(), [&](const Glyph* glyph) {
    return static_cast<int>(std::lround(glyph->size * 10)) == most->first;
  });
  return {static_cast<float>(most->first) / 10, (*first)->baseline};
}

Line make_line(const std::vector<const Glyph*>& glyphs, const Sheet& sheet) {
  Line line;
  line.page = sheet.page;
  line.source = glyphs.front()->source;
  const Main frame = main_frame(glyphs);
  line.font_size = frame.size;
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
  for (const Cell& cell : make_cells(glyphs, frame)) {
    if (cell.drop) continue;
    append_utf8(line.text, cell.character);
    line.edges.push_back(cell.x0);
  }
  line.edges.push_back(static_cast<float>(line.box.x1));
  return line;
}

// The upright lines of one kind of glyphs.
class Upright {
 public:
  Upright(const std::vector<Glyph>& glyphs, const Sheet& sheet) : glyphs_(glyphs), sheet_(sheet) {}

  std::vector<PageLine> lines(const std::vector<std::size_t>& members) {
    tables_ = find_tables(sheet_.rules);
    in_cell_.assign(tables_.size(), {});
    for (std::size_t t = 0; t < tables_.size(); ++t) in_cell_[t].resize(tables_[t].cells.size());
    std::vector<std::size_t> free;
    for (const std::size_t index : members) {
      if (!put_into_table(index)) free.push_back(index);
    }
    std::vector<Run> runs = make_runs(glyphs_, free);
    std::vector<std::size_t> aside = find_ladder(glyphs_, runs);
    const std::vector<std::size_t> brackets = take_printed_rules(runs);
    aside.insert(aside.end(), brackets.begin(), brackets.end());
    if (!aside.empty()) {
      std::vector<bool> is_aside(glyphs_.size());
      for (const std::size_t index : aside) is_aside[index] = true;
      std::erase_if(free, [&](std::size_t index) { return is_aside[index]; });
      runs = make_runs(glyphs_, free);
    }
    add_tables(runs);
    for (Region& region : split_columns(std::move(runs), columns_of())) add_region(region);
    for (const Row& row : make_rows(make_runs(glyphs_, aside), glyphs_)) {
      add_row(row, 0);
      result_.back().line.flags |= kFurniture;
    }
    mark_under_rules();
    return std::move(result_);
  }

 private:
  Columns columns_of() const {
    Columns columns;
    columns.bands = sheet_.vertical;
    columns.rules = sheet_.rules;
    columns.rules.insert(columns.rules.end(), printed_rules_.begin(), printed_rules_.end());
    return columns;
  }

  // American captions part the parties from the case by a column of brackets: ")", ":" or "§", each
  // alone. Such a column is a line drawn with letters.
  std::vector<std::size_t> take_printed_rules(const std::vector<Run>& runs) {
    constexpr std::size_t kFewest = 4;
    std::map<char32_t, std::vector<const Run*>> lone;
    for (const Run& run : runs) {
      const char32_t c = glyphs_[run.glyphs.front()].character;
      const bool alone = run.glyphs.size() == 1 ||
                         std::all_of(run.glyphs.begin() + 1, run.glyphs.end(),
                                     [&](std::size_t i) { return is_space(glyphs_[i].character); });
      if (alone && std::u32string_view(U"):§|").find(c) != std::u32string_view::npos) {
        lone[c].push_back(&run);
      }
    }
    std::vector<std::size_t> taken;
    for (auto& [character, column] : lone) {
      std::stable_sort(column.begin(), column.end(),
                       [](const Run* a, const Run* b) { return a->baseline < b->baseline; });
      for (std::size_t first = 0; first < column.size();) {
        std::size_t end = first + 1;
        while (end < column.size() && std::abs(column[end]->x0 - column[first]->x0) < 2 &&
               column[end]->baseline - column[end - 1]->baseline < 3 * column[first]->size) {
          ++end;
        }
        if (end - first >= kFewest) {
          printed_rules_.push_back({column[first]->x0, column[first]->top(), column[first]->x0 + 1,
                                    column[end - 1]->bottom()});
          for (std::size_t i = first; i < end; ++i) taken.push_back(column[i]->glyphs.front());
        }
        first = end;
      }
    }
    return taken;
  }

  bool put_into_table(std::size_t index) {
    const Glyph& glyph = glyphs_[index];
    const double x = (glyph.x0 + glyph.x1) / 2, y = (glyph.y0 + glyph.y1) / 2;
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      const Box& box = tables_[t].box;
      if (x < box.x0 || x > box.x1 || y < box.y0 || y > box.y1) continue;
      const int cell = cell_at(tables_[t], x, y);
      if (cell < 0) continue;
      in_cell_[t][static_cast<std::size_t>(cell)].push_back(index);
      return true;
    }
    return false;
  }

  // A table takes its place among the runs as one wide run.
  void add_tables(std::vector<Run>& runs) const {
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      const bool empty = std::all_of(in_cell_[t].begin(), in_cell_[t].end(),
                                     [](const auto& c) { return c.empty(); });
      if (empty) continue;
      const Box& box = tables_[t].box;
      Run run;
      run.x0 = static_cast<float>(box.x0), run.x1 = static_cast<float>(box.x1);
      run.baseline = static_cast<float>(box.y0) + 1;
      run.size = 1;
      run.table = static_cast<int>(t);
      runs.push_back(std::move(run));
    }
  }

  void add_region(Region& region) {
    std::vector<Run> tables, text;
    for (Run& run : region.runs) (run.table < 0 ? text : tables).push_back(std::move(run));
    std::stable_sort(tables.begin(), tables.end(),
                     [](const Run& a, const Run& b) { return a.baseline < b.baseline; });
    auto table = tables.begin();
    for (const Row& row : make_rows(std::move(text), glyphs_)) {
      while (table != tables.end() && table->baseline < (row.top + row.bottom) / 2) {
        add_table(static_cast<std::size_t>((table++)->table));
      }
      add_row(row, region.column);
    }
    for (; table != tables.end(); ++table) add_table(static_cast<std::size_t>(table->table));
  }

  void add_row(const Row& row, int column) {
    PageLine line;
    line.line = make_line(in_order(glyphs_, row), sheet_);
    line.column = column;
    result_.push_back(std::move(line));
  }

  void add_table(std::size_t t) {
    const Table& table = tables_[t];
    for (std::size_t first = 0; first < table.cells.size();) {
      std::size_t end = first;
      std::vector<std::vector<Row>> cells;
      while (end < table.cells.size() && table.cells[end].row == table.cells[first].row) {
        cells.push_back(make_rows(make_runs(glyphs_, in_cell_[t][end]), glyphs_));
        ++end;
      }
      const std::size_t rows = rows_in_step(cells);
      if (rows > 1) {
        for (std::size_t i = 0; i < rows; ++i) {
          ++table_row_;
          for (std::size_t c = 0; c < cells.size(); ++c) {
            if (!cells[c].empty()) add_cell({cells[c][i]}, static_cast<int>(c));
          }
        }
      } else {
        add_table_row(cells);
      }
      first = end;
    }
  }

  void add_table_row(const std::vector<std::vector<Row>>& cells) {
    constexpr std::size_t kProse = 3;  // lines in the only cell of a row: text in a frame
    const auto filled =
        std::count_if(cells.begin(), cells.end(), [](const auto& c) { return !c.empty(); });
    ++table_row_;
    for (std::size_t c = 0; c < cells.size(); ++c) {
      if (filled == 1 && cells[c].size() >= kProse) {
        for (const Row& row : cells[c]) add_row(row, kFramed + table_row_);
      } else {
        add_cell(cells[c], static_cast<int>(c));
      }
    }
  }

  void add_cell(const std::vector<Row>& rows, int cell) {
    for (const Row& row : rows) {
      add_row(row, 0);
      result_.back().row = table_row_;
      result_.back().cell = cell;
    }
  }

  // How many rows of figures stand between two lines of a table that are not drawn for each: all
  // cells have as many lines, at the same heights, and in one all are figures. 1 for others.
  std::size_t rows_in_step(const std::vector<std::vector<Row>>& cells) const {
    const std::vector<Row>* first = nullptr;
    std::size_t filled = 0;
    bool figures = false;
    for (const std::vector<Row>& cell : cells) {
      if (cell.empty()) continue;
      ++filled;
      if (first == nullptr) first = &cell;
      if (cell.size() != first->size()) return 1;
      for (std::size_t i = 0; i < cell.size(); ++i) {
        if (std::abs(cell[i].bottom - (*first)[i].bottom) > 3) return 1;
      }
      figures |= std::all_of(cell.begin(), cell.end(), [&](const Row& row) {
        return std::none_of(row.glyphs.begin(), row.glyphs.end(), [&](std::size_t i) {
          return is_letter(glyphs_[i].character) || is_han(glyphs_[i].character);
        });
      });
    }
    return filled >= 2 && figures ? first->size() : 1;
  }

  // Notes at the foot of a page stand under a short line, or under the only long one of the lower
  // part; there they are smaller than the page's text, or begin with a mark that nothing else has.
  void mark_under_rules() {
    for (const Box& rule : sheet_.rules) {
      const double length = rule.x1 - rule.x0;
      if (length < 30 || rule.y1 - rule.y0 > length) continue;
      const bool is_long = length > 0.5 * sheet_.width;
      if (is_long && !parts_notes(rule)) continue;
      PageLine* below = nullptr;
      for (PageLine& line : result_) {
        const Box& box = line.line.box;
        if (line.row != 0 || box.x0 > rule.x1 || box.x1 < rule.x0) continue;
        if ((box.y0 + box.y1) / 2 < rule.y1 || box.y0 > rule.y1 + 30) continue;
        if (below == nullptr || box.y0 < below->line.box.y0) below = &line;
      }
      if (below == nullptr) continue;
      if (is_long && below->line.font_size > 0.92F * common_size() &&
          note_mark(below->line.text, false).empty()) {
        continue;
      }
      below->under_rule = true;
    }
  }

  // Lines of a table, a head's and a foot's line come in other places or several at a time.
  bool parts_notes(const Box& rule) const {
    constexpr double kHighest = 0.4, kLowest = 0.93;  // shares of the height
    if (rule.y0 < kHighest * sheet_.height || rule.y0 > kLowest * sheet_.height) return false;
    return std::none_of(sheet_.rules.begin(), sheet_.rules.end(), [&](const Box& other) {
      const double height = other.y1 - other.y0, width = other.x1 - other.x0;
      if (height > width) return other.y1 > rule.y0 - 6 && other.y0 < rule.y1 + 6 && height > 20;
      const bool lower = other.y0 > kHighest * sheet_.height && other.y0 < kLowest * sheet_.height;
      return lower && width > 0.3 * sheet_.width && std::abs(other.y0 - rule.y0) > 6;
    });
  }

  // The size in which most of these lines' characters are set.
  float common_size() const {
    std::map<int, std::size_t> sizes;
    for (const PageLine& line : result_) {
      sizes[static_cast<int>(std::lround(line.line.font_size * 4))] += line.line.edges.size();
    }
    const auto most =
        std::max_element(sizes.begin(), sizes.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == sizes.end() ? 0 : static_cast<float>(most->first) / 4;
  }

  static constexpr int kFramed = 1000;  // column numbers of frames: margins of their own

  const std::vector<Glyph>& glyphs_;
  const Sheet& sheet_;
  std::vector<Table> tables_;
  std::vector<Box> printed_rules_;
  std::vector<std::vector<std::vector<std::size_t>>> in_cell_;  // table, cell, glyphs
  std::vector<PageLine> result_;
  int table_row_ = 0;
};

std::vector<PageLine> turned_lines(const std::vector<Glyph>& glyphs,
                                   const std::vector<std::size_t>& members, Turn turn,
                                   const Sheet& sheet) {
  std::vector<Glyph> upright;
  std::vector<std::size_t> all;
  for (const std::size_t index : members) {
    all.push_back(upright.size());
    upright.push_back(turned_upright(glyphs[index], turn, sheet.width, sheet.height));
  }
  Sheet turned = sheet;
  turned.rules.clear();
  std::vector<PageLine> lines = Upright(upright, turned).lines(all);
  for (PageLine& line : lines) {
    line.line.box = turned_back(line.line.box, turn, sheet.width, sheet.height);
    line.line.edges.clear();
  }
  return lines;
}

// A slanted inscription: one line in paint order.
std::vector<PageLine> slanted_line(const std::vector<Glyph>& glyphs,
                                   const std::vector<std::size_t>& members, const Sheet& sheet) {
  std::vector<const Glyph*> all;
  for (const std::size_t index : members) all.push_back(&glyphs[index]);
  PageLine line;
  line.line = make_line(all, sheet);
  line.line.edges.clear();
  return {std::move(line)};
}

// How much of the trustworthy text stands which way.
std::map<Turn, std::size_t> count_turns(const std::vector<Glyph>& glyphs) {
  std::map<Turn, std::size_t> counts{{Turn::kUpright, 0}};
  for (const Glyph& glyph : glyphs) {
    if ((glyph.flags & kKeptOut) == 0 && !is_space(glyph.character)) ++counts[glyph.turn];
  }
  return counts;
}

Turn main_turn(const std::map<Turn, std::size_t>& counts) {
  Turn main = Turn::kUpright;
  for (const auto& [turn, count] : counts) {
    if (turn != Turn::kSlanted && count > counts.at(main)) main = turn;
  }
  return main;
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
  const auto counts = count_turns(glyphs);
  const Turn main = main_turn(counts);
  std::vector<PageLine> lines, behind;
  for (const auto& [group, members] : groups) {
    const auto& [flags, source, turn] = group;
    if (std::all_of(members.begin(), members.end(),
                    [&](std::size_t i) { return is_space(glyphs[i].character); })) {
      continue;
    }
    std::vector<PageLine> made = turn == Turn::kUpright ? Upright(glyphs, sheet).lines(members)
                                 : turn == Turn::kSlanted
                                     ? slanted_line(glyphs, members, sheet)
                                     : turned_lines(glyphs, members, turn, sheet);
    const bool stamp =
        turn != main && counts.contains(turn) && counts.at(turn) * 4 < counts.at(main);
    for (PageLine& line : made) {
      if (turn == Turn::kSlanted) {
        line.line.flags |= kWatermark;
      } else if (stamp) {
        line.line.flags |= kStamp;
      }
    }
    std::vector<PageLine>& target = flags == 0 && turn == main ? lines : behind;
    std::move(made.begin(), made.end(), std::back_inserter(target));
  }
  std::move(behind.begin(), behind.end(), std::back_inserter(lines));
  return lines;
}

void lay_out(PageLines& page, std::vector<Glyph> glyphs, const Sheet& sheet) {
  page.turn = main_turn(count_turns(glyphs));
  Sheet upright = sheet;
  if (page.turn != Turn::kUpright) {
    for (Glyph& glyph : glyphs) {
      glyph = turned_upright(glyph, page.turn, sheet.width, sheet.height);
    }
    for (Box& rule : upright.rules) {
      rule = turned_upright(rule, page.turn, sheet.width, sheet.height);
    }
    if (page.turn != Turn::kUpsideDown) std::swap(upright.width, upright.height);
  }
  page.lines = build_lines(glyphs, upright);
}

}  // namespace proviso::ingest
