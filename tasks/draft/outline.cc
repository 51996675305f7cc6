#include "tasks/draft/outline.h"

#include <algorithm>
#include <vector>

#include "tasks/draft/numbering.h"

namespace proviso::tasks {
namespace {

// The front of a line: to its first stop behind the number, cut at a code point.
std::string front(std::string_view line, std::size_t from, std::size_t most) {
  std::size_t end = std::min(line.size(), std::max(most, from));
  for (const std::string_view stop : {"。", "；", "：", ". ", ": ", "; "})
    end = std::min(end, line.find(stop, from));
  end = std::min(end, line.size());
  while (end < line.size() && end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80)
    --end;
  return std::string(line.substr(0, end));
}

}  // namespace

std::string draft_outline(std::string_view text, std::size_t most_lines, std::size_t most_bytes) {
  std::vector<std::string> lines;
  std::size_t last = 0, begun = 0;  // where the last complete line and what follows it start
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) break;
    const std::string_view line = text.substr(at, end - at);
    if (const auto number = line_number(line))
      lines.push_back(front(line, number->end + 3, most_bytes));
    if (!line.empty()) last = at;
    begun = at = end + 1;
  }
  // The last paragraph stands there in full.
  if (!lines.empty() && line_number(text.substr(last, text.find('\n', last) - last)))
    lines.pop_back();
  std::string out;
  for (std::size_t i = lines.size() - std::min(most_lines, lines.size()); i < lines.size(); ++i)
    out += lines[i] + "\n";
  return out + std::string(text.substr(begun > 0 ? last : 0));
}

}  // namespace proviso::tasks
