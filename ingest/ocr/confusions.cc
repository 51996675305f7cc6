#include "ingest/ocr/confusions.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/text/decode.h"
#include "ingest_data.h"

namespace proviso::ingest {
namespace {

constexpr float kSure = 0.97F;

// One place of a phrase: the characters that may stand there.
using Place = std::u32string;

struct Entry {
  std::vector<Place> read;
  std::size_t differs = 0;  // place
  char32_t printed = 0;
  bool figure = false;
};

std::vector<Place> places_of(std::u32string_view phrase) {
  std::vector<Place> places;
  for (std::size_t i = 0; i < phrase.size(); ++i) {
    if (phrase[i] != '{') {
      places.emplace_back(1, phrase[i]);
      continue;
    }
    const std::size_t end = phrase.find('}', i);
    places.emplace_back(phrase.substr(i + 1, end - i - 1));
    i = end;
  }
  return places;
}

Entry entry_of(std::u32string_view read, std::u32string_view printed) {
  Entry entry{places_of(read), 0, 0, false};
  const std::vector<Place> right = places_of(printed);
  for (std::size_t i = 0; i < entry.read.size() && i < right.size(); ++i) {
    if (entry.read[i] == right[i]) continue;
    entry.differs = i;
    entry.printed = right[i].front();
  }
  entry.figure = std::u32string_view(U"千仟百佰").find(entry.printed) != std::u32string_view::npos;
  return entry;
}

// By the character that may be wrong.
using Entries = std::multimap<char32_t, Entry>;

const Entries& entries() {
  static const Entries kEntries = [] {
    Entries all;
    const std::u32string data = to_utf32(data::confusions);
    for (std::size_t at = 0; at < data.size();) {
      const std::size_t end = std::min(data.find('\n', at), data.size());
      const std::u32string_view line = std::u32string_view(data).substr(at, end - at);
      const std::size_t space = line.find(' ');
      if (!line.empty() && line.front() != '#' && space != line.npos) {
        const Entry entry = entry_of(line.substr(0, space), line.substr(space + 1));
        for (const char32_t c : entry.read[entry.differs]) all.emplace(c, entry);
      }
      at = end + 1;
    }
    return all;
  }();
  return kEntries;
}

}  // namespace

int correct_confusions(std::span<Glyph> line, std::span<const float> confidences) {
  std::vector<std::size_t> inked;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i].character != ' ') inked.push_back(i);
  }
  const auto fits = [&](const Entry& entry, std::size_t at) {
    if (at < entry.differs || at - entry.differs + entry.read.size() > inked.size()) return false;
    for (std::size_t i = 0; i < entry.read.size(); ++i) {
      const char32_t c = line[inked[at - entry.differs + i]].character;
      if (entry.read[i].find(c) == Place::npos) return false;
    }
    return true;
  };
  int changed = 0;
  for (std::size_t at = 0; at < inked.size(); ++at) {
    Glyph& glyph = line[inked[at]];
    if (confidences[inked[at]] >= kSure) continue;
    const auto [first, last] = entries().equal_range(glyph.character);
    const auto found = std::find_if(first, last, [&](const auto& e) { return fits(e.second, at); });
    if (found == last) continue;
    glyph.character = found->second.printed;
    if (found->second.figure) glyph.flags |= kLowTrust;
    ++changed;
  }
  return changed;
}

}  // namespace proviso::ingest
