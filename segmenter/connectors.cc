#include "segmenter/connectors.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <memory>
#include <string>

#include "segmenter/utf8.h"
#include "segmenter_data.h"

namespace proviso::segmenter {
namespace {

struct Patterns {
  std::unique_ptr<RE2> single;              // any connector of one part
  std::vector<std::unique_ptr<RE2>> pairs;  // two groups each
};

std::string quoted(std::string_view words) {
  return RE2::QuoteMeta(re2::StringPiece(words.data(), words.size()));
}

const Patterns& patterns() {
  static const Patterns built = [] {
    Patterns out;
    RE2::Options options;
    options.set_longest_match(true);
    std::string alternatives;
    for (const std::string_view line : data_lines(data::connectors)) {
      const std::size_t gap = line.find(" … ");
      if (gap != std::string_view::npos) {
        constexpr std::size_t kGap = std::string_view(" … ").size();
        out.pairs.push_back(std::make_unique<RE2>(fmt::format("({})[^。；\\n]{{1,60}}?({})",
                                                              quoted(line.substr(0, gap)),
                                                              quoted(line.substr(gap + kGap)))));
        continue;
      }
      const bool english = static_cast<unsigned char>(line[0]) < 0x80;
      if (!alternatives.empty()) alternatives += '|';
      alternatives += english ? fmt::format("(?i:\\b{}\\b)", quoted(line)) : quoted(line);
    }
    out.single = std::make_unique<RE2>("(" + alternatives + ")", options);
    return out;
  }();
  return built;
}

Span within(std::string_view whole, re2::StringPiece part) {
  const auto start = static_cast<std::size_t>(part.data() - whole.data());
  return {start, start + part.size()};
}

}  // namespace

std::vector<Span> find_connectors(std::string_view sentence) {
  std::vector<Span> out;
  const auto piece = [](std::string_view s) { return re2::StringPiece(s.data(), s.size()); };
  re2::StringPiece rest = piece(sentence), first, second;
  while (RE2::FindAndConsume(&rest, *patterns().single, &first))
    out.push_back(within(sentence, first));
  for (const auto& pair : patterns().pairs) {
    rest = piece(sentence);
    while (RE2::FindAndConsume(&rest, *pair, &first, &second)) {
      out.push_back(within(sentence, first));
      out.push_back(within(sentence, second));
    }
  }
  std::sort(out.begin(), out.end(),
            [](Span a, Span b) { return a.start != b.start ? a.start < b.start : a.end < b.end; });
  return out;
}

}  // namespace proviso::segmenter
