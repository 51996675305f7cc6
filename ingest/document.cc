#include "ingest/document.h"

#include <algorithm>
#include <array>
#include <utility>

namespace proviso::ingest {
namespace {

std::size_t count_code_points(std::string_view utf8) {
  return static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

// The first paragraph that ends after `offset`.
std::vector<Paragraph>::const_iterator paragraph_after(const Document& document,
                                                       std::size_t offset) {
  return std::partition_point(document.paragraphs.begin(), document.paragraphs.end(),
                              [offset](const Paragraph& p) { return p.end <= offset; });
}

// Calls `visit(line)` for each line of `text` that shares a byte with [start, end).
template <typename Visit>
void for_lines(const Document& document, std::size_t start, std::size_t end, Visit visit) {
  for (auto p = paragraph_after(document, start); p != document.paragraphs.end() && p->start < end;
       ++p) {
    for (std::size_t i = p->first_line; i < p->last_line; ++i) {
      const Line& line = document.lines[i];
      if (line.start != kNowhere && line.start < end && line.end > start) visit(line);
    }
  }
}

Box clip(const Document& document, const Line& line, std::size_t start, std::size_t end) {
  Box box = line.box;
  if (line.edges.empty()) return box;
  const std::string_view text(document.text);
  const std::size_t from = std::max(start, line.start), to = std::min(end, line.end);
  const std::size_t first = count_code_points(text.substr(line.start, from - line.start));
  const std::size_t last = first + count_code_points(text.substr(from, to - from));
  if (first >= line.edges.size() || last >= line.edges.size()) return box;
  // Upside down, edges run backwards; turned by a quarter, they are heights.
  const double from_edge = std::min(line.edges[first], line.edges[last]);
  const double to_edge = std::max(line.edges[first], line.edges[last]);
  const double slack = 1;
  const auto within = [&](double low, double high) {
    return line.edges.front() >= low - slack && line.edges.front() <= high + slack &&
           line.edges.back() >= low - slack && line.edges.back() <= high + slack;
  };
  const bool upright =
      box.x1 - box.x0 >= box.y1 - box.y0 ? within(box.x0, box.x1) : !within(box.y0, box.y1);
  (upright ? box.x0 : box.y0) = from_edge;
  (upright ? box.x1 : box.y1) = to_edge;
  return box;
}

}  // namespace

std::vector<PageBox> boxes(const Document& document, std::size_t start, std::size_t end) {
  std::vector<PageBox> result;
  if (start >= end) return result;
  for_lines(document, start, end, [&](const Line& line) {
    const bool drawn = line.box.x1 > line.box.x0 || line.box.y1 > line.box.y0;
    if (drawn) result.push_back({line.page, clip(document, line, start, end)});
  });
  return result;
}

int page_at(const Document& document, std::size_t offset) {
  if (document.paragraphs.empty()) return 0;
  auto p = paragraph_after(document, offset);
  if (p == document.paragraphs.end()) --p;
  int page = 0;
  for (std::size_t i = p->first_line; i < p->last_line; ++i) {
    const Line& line = document.lines[i];
    if (line.start == kNowhere) continue;
    if (page != 0 && line.start > offset) break;
    page = line.page;
  }
  return page;
}

float confidence_at(const Document& document, std::size_t start, std::size_t end) {
  float lowest = 1;
  for_lines(document, start, end,
            [&](const Line& line) { lowest = std::min(lowest, line.confidence); });
  return lowest;
}

std::string_view name(TextSource source) {
  constexpr std::array<std::string_view, 3> kNames{"text", "ocr", "ocr_layer"};
  return kNames.at(static_cast<std::size_t>(source));
}

std::string_view name(Method method) {
  constexpr std::array<std::string_view, 4> kNames{"text", "ocr", "mixed", "none"};
  return kNames.at(static_cast<std::size_t>(method));
}

std::string_view name(PageStatus status) {
  constexpr std::array<std::string_view, 3> kNames{"ok", "doubtful", "failed"};
  return kNames.at(static_cast<std::size_t>(status));
}

std::string_view name(DocumentStatus status) {
  constexpr std::array<std::string_view, 3> kNames{"ok", "partial", "failed"};
  return kNames.at(static_cast<std::size_t>(status));
}

std::vector<std::string_view> flag_names(std::uint16_t flags) {
  constexpr std::array<std::pair<LineFlag, std::string_view>, 12> kNames{{{kFurniture, "furniture"},
                                                                          {kHidden, "hidden"},
                                                                          {kCovered, "covered"},
                                                                          {kWhite, "white"},
                                                                          {kStamp, "stamp"},
                                                                          {kWatermark, "watermark"},
                                                                          {kRepaired, "repaired"},
                                                                          {kLowTrust, "low_trust"},
                                                                          {kFootnote, "footnote"},
                                                                          {kInserted, "inserted"},
                                                                          {kDeleted, "deleted"},
                                                                          {kComment, "comment"}}};
  std::vector<std::string_view> names;
  for (const auto& [flag, flag_name] : kNames) {
    if (flags & flag) names.push_back(flag_name);
  }
  return names;
}

}  // namespace proviso::ingest
