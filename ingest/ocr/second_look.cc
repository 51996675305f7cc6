#include "ingest/ocr/second_look.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "ingest/layout/script.h"

namespace proviso::ingest {
namespace {

constexpr float kDoubt = 0.9F;
constexpr float kSurer = 0.02F;
constexpr std::size_t kLongest = 400;  // characters of a line that is compared

bool is_figure(char32_t c) {
  return is_digit(c) ||
         std::u32string_view(U"〇零一二三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟").find(c) !=
             std::u32string_view::npos;
}

// Characters of the first reading against those of the second; -1 stands for none.
struct Match {
  int first = -1, second = -1;
};

// Cheapest alignment: a change costs 1, two kinds of characters against one another 1.5.
std::vector<Match> align(const std::vector<const Glyph*>& a, std::span<const ReadCharacter> b) {
  const std::size_t rows = a.size() + 1, columns = b.size() + 1;
  std::vector<std::uint16_t> cost(rows * columns);
  const auto at = [&](std::size_t i, std::size_t j) -> std::uint16_t& {
    return cost[i * columns + j];
  };
  const auto change = [&](std::size_t i, std::size_t j) -> std::uint16_t {
    const char32_t x = a[i - 1]->character, y = b[j - 1].character;
    if (x == y) return 0;
    return is_han(x) == is_han(y) && is_digit(x) == is_digit(y) ? 2 : 3;
  };
  for (std::size_t i = 0; i < rows; ++i) at(i, 0) = static_cast<std::uint16_t>(2 * i);
  for (std::size_t j = 0; j < columns; ++j) at(0, j) = static_cast<std::uint16_t>(2 * j);
  for (std::size_t i = 1; i < rows; ++i) {
    for (std::size_t j = 1; j < columns; ++j) {
      at(i, j) = static_cast<std::uint16_t>(
          std::min({at(i - 1, j) + 2, at(i, j - 1) + 2, at(i - 1, j - 1) + change(i, j)}));
    }
  }
  std::vector<Match> matches;
  for (std::size_t i = a.size(), j = b.size(); i > 0 || j > 0;) {
    if (i > 0 && j > 0 && at(i, j) == at(i - 1, j - 1) + change(i, j)) {
      matches.push_back({static_cast<int>(--i), static_cast<int>(--j)});
    } else if (i > 0 && at(i, j) == at(i - 1, j) + 2) {
      matches.push_back({static_cast<int>(--i), -1});
    } else {
      matches.push_back({-1, static_cast<int>(--j)});
    }
  }
  std::reverse(matches.begin(), matches.end());
  return matches;
}

// The whole number that a figure belongs to.
void doubt_number(std::span<Glyph> line, std::size_t at) {
  const auto belongs = [&](std::size_t i) {
    const char32_t c = line[i].character;
    return is_digit(c) || c == '.' || c == ',' || c == ' ';
  };
  std::size_t first = at, last = at;
  while (first > 0 && belongs(first - 1)) --first;
  while (last + 1 < line.size() && belongs(last + 1)) ++last;
  for (std::size_t i = first; i <= last; ++i) line[i].flags |= kLowTrust;
}

}  // namespace

std::vector<DoubtfulPercent> doubtful_percents(std::span<const Glyph> line) {
  const auto digit = [&](std::size_t i) { return i < line.size() && is_digit(line[i].character); };
  std::vector<DoubtfulPercent> found;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (!digit(i) || (i > 0 && digit(i - 1))) continue;
    std::size_t end = i;
    while (digit(end) || (end < line.size() && line[end].character == '.' && digit(end + 1))) ++end;
    // The sign is wide: it may have given one more figure, or the recogniser's own sign behind it.
    std::size_t sign = end - 1;
    const char32_t last = line[sign].character;
    if (last != '9' && sign > i && line[sign - 1].character == '9' && (last == '6' || last == '5'))
      --sign;
    if (sign > i && line[sign].character == '9') found.push_back({i, sign});
    i = end;
  }
  return found;
}

bool restore_percent(std::span<Glyph> line, const DoubtfulPercent& doubt,
                     std::span<const ReadCharacter> again) {
  std::u32string figures, read;
  for (std::size_t i = doubt.first; i < doubt.sign; ++i) figures.push_back(line[i].character);
  for (const ReadCharacter& each : again) read.push_back(each.character);
  const std::size_t at = read.find(figures + U'%');
  if (at == read.npos || (at > 0 && is_digit(read[at - 1]))) return false;
  line[doubt.sign].character = '%';
  for (std::size_t i = doubt.first; i <= doubt.sign; ++i) line[i].flags |= kLowTrust;
  // "709%", "709%6": one sign was read as two or three characters.
  for (std::size_t i = doubt.sign + 1; i < line.size() && i < doubt.sign + 3; ++i) {
    const char32_t c = line[i].character;
    if (c != '%' && !is_digit(c)) break;
    line[i].character = ' ';
  }
  return true;
}

bool is_doubtful(std::span<const Glyph> line, std::span<const float> confidences) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char32_t c = line[i].character;
    if ((is_han(c) || is_digit(c)) && confidences[i] < kDoubt) return true;
  }
  return false;
}

int reconcile(std::span<Glyph> line, std::span<float> confidences,
              std::span<const ReadCharacter> second) {
  std::vector<const Glyph*> first;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i].character == ' ') continue;
    first.push_back(&line[i]);
    places.push_back(i);
  }
  if (first.empty() || second.empty() || first.size() > kLongest || second.size() > kLongest) {
    return 0;
  }
  const std::vector<Match> matches = align(first, second);
  const auto differing = std::count_if(matches.begin(), matches.end(), [&](const Match& match) {
    return match.first < 0 || match.second < 0 ||
           first[static_cast<std::size_t>(match.first)]->character !=
               second[static_cast<std::size_t>(match.second)].character;
  });
  if (2 * differing > std::ssize(matches)) return 0;  // it has read something else
  int exchanged = 0;
  std::size_t near = 0;  // the last place of the first reading
  for (const Match& match : matches) {
    if (match.first >= 0) near = places[static_cast<std::size_t>(match.first)];
    if (match.second < 0) {
      if (is_digit(line[near].character)) doubt_number(line, near);
      continue;
    }
    const ReadCharacter& other = second[static_cast<std::size_t>(match.second)];
    if (match.first < 0) {
      if (is_digit(other.character) && is_digit(line[near].character)) doubt_number(line, near);
      continue;
    }
    Glyph& glyph = line[near];
    if (glyph.character == other.character) continue;
    const bool figures = is_digit(glyph.character) && is_digit(other.character);
    const bool ideographs = is_han(glyph.character) && is_han(other.character);
    if (is_digit(glyph.character) || is_digit(other.character) ||
        (is_figure(glyph.character) && is_figure(other.character))) {
      doubt_number(line, near);
    }
    if ((figures || ideographs) && other.confidence > confidences[near] + kSurer) {
      glyph.character = other.character;
      confidences[near] = other.confidence;
      ++exchanged;
    }
  }
  return exchanged;
}

}  // namespace proviso::ingest
