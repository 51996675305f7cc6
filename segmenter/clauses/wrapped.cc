#include "segmenter/clauses/wrapped.h"

#include <algorithm>
#include <array>
#include <vector>

#include "segmenter/clauses/numbering.h"
#include "segmenter/structure.h"

namespace proviso::segmenter::clauses {
namespace {

constexpr std::size_t kFewest = 20;                    // lines
constexpr std::size_t kNarrowest = 50, kWidest = 110;  // bytes of a full line
constexpr std::size_t kRagged = 16;                    // bytes that a full line may fall short

// The width to which most lines run; 0 where there is none.
std::size_t width_of(const std::vector<Span>& lines) {
  std::array<std::size_t, kWidest + 2> count{};
  std::size_t seen = 0;
  for (const Span& line : lines) {
    if (line.size() == 0) continue;
    ++count[std::min(line.size(), kWidest + 1)];
    ++seen;
  }
  if (seen < kFewest || count[kWidest + 1] * 50 > seen) return 0;
  std::size_t width = kWidest, above = 0;  // one line in fifty may stick out
  while (width > 0 && (above += count[width]) * 50 <= seen) --width;
  if (width < kNarrowest) return 0;
  std::size_t full = 0;
  for (std::size_t i = width - kRagged; i <= kWidest; ++i) full += count[i];
  return full * 2 >= seen ? width : 0;
}

std::size_t first_word(std::string_view line) {
  return std::min(line.find_first_of(" \t"), line.size());
}

bool in_capitals(std::string_view line) {
  std::size_t letters = 0;
  for (const char c : line) {
    if (c >= 'a' && c <= 'z') return false;
    letters += c >= 'A' && c <= 'Z';
  }
  return letters >= 4;
}

// Whether a paragraph begins at `next`, below the full line `line`.
bool begins(std::string_view text, std::string_view line, Span next) {
  const char last = line.back();
  if (last != '.' && last != ';' && last != ':' && last != '"' && last != ')') {
    return false;
  }
  return contract_numbering().match(text, next.start, false).has_value() ||
         in_capitals(text.substr(next.start, next.size()));
}

}  // namespace

std::string unwrapped(std::string_view text) {
  std::vector<Span> lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back({at, end});
    if (lines.size() == 64 && width_of(lines) == 0) {
      // Long lines at the top: the rest need not be looked at.
      const auto full = std::count_if(lines.begin(), lines.end(),
                                      [](Span one) { return one.size() > 2 * kWidest; });
      if (full > 8) return "";
    }
    at = end + 1;
  }
  const std::size_t width = width_of(lines);
  if (width == 0) return "";
  std::string out(text);
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    const Span here = lines[i], next = lines[i + 1];
    if (here.size() + kRagged < width || next.size() == 0) continue;
    const std::string_view line = text.substr(here.start, here.size());
    const std::size_t word = first_word(text.substr(next.start, next.size()));
    if (here.size() + 1 + word <= width || begins(text, line, next)) continue;
    out[here.end] = ' ';
  }
  return out;
}

}  // namespace proviso::segmenter::clauses
