#include "segmenter/chinese/judgment.h"

#include <algorithm>
#include <array>
#include <string>

#include "segmenter/chinese/head.h"
#include "segmenter/chinese/items.h"
#include "segmenter/chinese/parties.h"
#include "segmenter/chinese/walk.h"
#include "segmenter/grammar.h"

namespace proviso::segmenter::chinese {
namespace {

constexpr std::size_t kLongestLine =
    1000;  // bytes a line of a copy that kept its breaks has, on average

// A copy of a web page may have lost its line ends: one space stands where a paragraph ended. Such
// spaces, behind what ends a paragraph or a line of the head, are made line ends again; no offset
// changes. Nothing where the text has lines of its own.
std::optional<std::string> with_line_ends(std::string_view text) {
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  if (text.size() < kLongestLine || lines * kLongestLine > text.size()) return std::nullopt;
  constexpr std::array<std::string_view, 13> kEnds{"。", "：", "；", "）", "》", "”", "院",
                                                   "书", "号", "令", ")",  ":",  "]"};
  std::optional<std::string> out;
  for (std::size_t at = text.find(' '); at != std::string_view::npos; at = text.find(' ', at + 1)) {
    const std::string_view before = text.substr(0, at);
    const bool ends = std::any_of(kEnds.begin(), kEnds.end(),
                                  [&](std::string_view end) { return before.ends_with(end); });
    if (!ends || at + 1 == text.size() || text[at + 1] == ' ') continue;
    if (!out) out.emplace(text);
    (*out)[at] = '\n';
  }
  return out;
}

Structure structure_of(std::string_view text, const Head& head) {
  Structure out;
  out.kind = head.kind;
  out.instance = head.instance;
  out.language = head.language;
  out.court = head.court;
  out.case_number = head.case_number;
  out.sections = walk(text, head, zh_judgment_grammar());
  out.parties = read_parties(text, out.sections);
  out.items = read_items(text, out.sections);
  return out;
}

}  // namespace

std::optional<Structure> read_judgment(std::string_view text) {
  const std::optional<std::string> lined = with_line_ends(text);
  const std::string_view lines = lined ? std::string_view(*lined) : text;
  const Head head = read_head(lines);
  if (head.kind == Kind::kOther) return std::nullopt;
  return structure_of(lines, head);
}

bool headed_by_court(std::string_view text) {
  constexpr std::size_t kFirstLines = 1200;  // bytes
  const std::string_view opening =
      text.substr(0, std::min(text.find('\n', std::min(kFirstLines, text.size())), text.size()));
  const Head head = read_head(opening);
  return head.kind != Kind::kOther && !head.court.empty() &&
         (head.named || !head.case_number.empty());
}

}  // namespace proviso::segmenter::chinese
