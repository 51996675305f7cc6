#include "tasks/inspect/whereabouts.h"

#include <algorithm>
#include <array>

namespace proviso::tasks {
namespace {

using segmenter::Item;
using segmenter::ItemKind;
using segmenter::Structure;
using segmenter::Tag;
using std::string_view;

constexpr std::size_t kMarkWindow = 48;  // bytes in which an item that shows its number does so

bool is_counted(const Item& item) {
  return !item.number.empty() && item.kind != ItemKind::kDefinition &&
         item.kind != ItemKind::kCrossReference;
}

// The number with what makes it a mark: 第七条, （一）, 7.2, (a); stops and 、 left out.
std::string mark_of(string_view text, const Item& item) {
  const string_view head = text.substr(item.span.start, kMarkWindow);
  const std::size_t at = head.find(item.number);
  if (at == string_view::npos) return item.number;
  const auto opened = [&](string_view bracket) { return head.substr(0, at).ends_with(bracket); };
  const auto closed = [&](string_view bracket) {
    return head.substr(at + item.number.size()).starts_with(bracket);
  };
  struct Pair {
    string_view open, close;
  };
  static constexpr std::array<Pair, 6> kPairs{
      {{"第", "条"}, {"第", "章"}, {"第", "节"}, {"第", "款"}, {"（", "）"}, {"(", ")"}}};
  for (const Pair& pair : kPairs) {
    if (opened(pair.open) && closed(pair.close))
      return std::string(pair.open) + item.number + std::string(pair.close);
  }
  return item.number;
}

// "7.2" says of itself that it is a part of 7.
bool is_complete(string_view mark) {
  return mark.find('.') != string_view::npos || mark.starts_with("第");
}

std::string path_of(string_view text, const Structure& structure, std::size_t item) {
  std::string path = mark_of(text, structure.items[item]);
  for (std::size_t up = structure.items[item].parent; up != segmenter::kNone && !is_complete(path);
       up = structure.items[up].parent) {
    if (!is_counted(structure.items[up])) continue;
    const std::string above = mark_of(text, structure.items[up]);
    const bool bracket = path.starts_with("(") || path.starts_with("（");
    path = above + (bracket ? "" : " ") + path;
    if (is_complete(above)) break;
  }
  return path;
}

}  // namespace

std::string whereabouts(string_view text, const Structure& structure, std::size_t offset,
                        const Words& words) {
  if (structure.sections.empty()) return "";
  const segmenter::Section& section = structure.sections[segmenter::section_at(structure, offset)];
  std::size_t inner = segmenter::kNone;
  for (std::size_t i = 0; i < structure.items.size(); ++i) {
    const Item& item = structure.items[i];
    if (!is_counted(item) || offset < item.span.start || offset >= item.span.end) continue;
    if (inner == segmenter::kNone || item.span.size() <= structure.items[inner].span.size())
      inner = i;
  }
  const std::string name = words.section(section.tag, section.level);
  if (inner == segmenter::kNone) return name;
  const std::string path = path_of(text, structure, inner);
  const bool clause =
      structure.items[inner].kind == ItemKind::kClause && section.tag != Tag::kSchedule;
  return clause ? path : name + " " + path;
}

}  // namespace proviso::tasks
