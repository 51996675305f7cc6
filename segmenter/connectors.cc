#include "segmenter/connectors.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "segmenter/utf8.h"
#include "segmenter_data.h"

namespace proviso::segmenter {
namespace {

bool is_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= 'a' && byte <= 'z') || byte == '_';
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

// What a connector of two parts may span, and the characters it may not.
constexpr std::size_t kMostBetween = 60;  // characters
bool parts_clauses(char32_t c) {
  return c == U'。' || c == U'；' || c == '\n';
}

struct Pair {
  std::string_view first, second;
};

struct Connectors {
  // Those of one part by their first byte (small letters for English), longer ones first, and the
  // second bytes they have, as bits modulo 64: most places are passed over by a look at two bytes.
  struct Words {
    std::vector<std::string_view> words;
    std::uint64_t second = 0;
  };
  std::array<Words, 256> single;
  std::vector<Pair> pairs;
};

std::uint64_t bit(char c) {
  return std::uint64_t{1} << (static_cast<unsigned char>(lower(c)) & 63);
}

const Connectors& connectors() {
  static const Connectors built = [] {
    constexpr std::string_view kGap = " … ";
    Connectors out;
    for (const std::string_view line : data_lines(data::connectors)) {
      if (const std::size_t gap = line.find(kGap); gap != std::string_view::npos) {
        out.pairs.push_back({line.substr(0, gap), line.substr(gap + kGap.size())});
      } else {
        Connectors::Words& words = out.single[static_cast<unsigned char>(line[0])];
        words.words.push_back(line);
        words.second |= bit(line[1]);
      }
    }
    for (Connectors::Words& of : out.single) {
      std::sort(of.words.begin(), of.words.end(), [](std::string_view a, std::string_view b) {
        return a.size() != b.size() ? a.size() > b.size() : a < b;
      });
    }
    return out;
  }();
  return built;
}

// Whether `word` stands at `at`: a whole word, whatever its case, where it is English.
bool stands_at(std::string_view text, std::size_t at, std::string_view word) {
  if (word.size() > text.size() - at) return false;
  if (static_cast<unsigned char>(word.front()) >= 0x80)
    return text.compare(at, word.size(), word) == 0;
  for (std::size_t i = 0; i < word.size(); ++i)
    if (lower(text[at + i]) != word[i]) return false;
  return at + word.size() == text.size() || !is_word(text[at + word.size()]);
}

void find_single(std::string_view text, std::vector<Span>& out) {
  const auto& single = connectors().single;
  for (std::size_t at = 0; at + 1 < text.size();) {
    const auto first = static_cast<unsigned char>(lower(text[at]));
    const Connectors::Words& candidates = single[first];
    std::size_t step = 1;
    if ((candidates.second & bit(text[at + 1])) != 0 &&
        (first >= 0x80 || at == 0 || !is_word(text[at - 1]))) {
      for (const std::string_view word : candidates.words) {
        if (!stands_at(text, at, word)) continue;
        out.push_back({at, at + word.size()});
        step = word.size();
        break;
      }
    }
    at += step;
  }
}

// The nearest second part behind each first one.
void find_pair(std::string_view text, Pair pair, std::vector<Span>& out) {
  for (std::size_t at = text.find(pair.first); at != std::string_view::npos;) {
    std::size_t behind = at + pair.first.size();
    bool found = false;
    for (std::size_t between = 0; behind < text.size() && between <= kMostBetween; ++between) {
      if (between > 0 && text.compare(behind, pair.second.size(), pair.second) == 0) {
        out.push_back({at, at + pair.first.size()});
        out.push_back({behind, behind + pair.second.size()});
        behind += pair.second.size();
        found = true;
        break;
      }
      if (parts_clauses(code_point(text, behind))) break;
      behind = next(text, behind);
    }
    at = text.find(pair.first, found ? behind : at + pair.first.size());
  }
}

}  // namespace

std::vector<Span> find_connectors(std::string_view sentence) {
  std::vector<Span> out;
  find_single(sentence, out);
  for (const Pair pair : connectors().pairs) find_pair(sentence, pair, out);
  std::sort(out.begin(), out.end(),
            [](Span a, Span b) { return a.start != b.start ? a.start < b.start : a.end < b.end; });
  return out;
}

}  // namespace proviso::segmenter
