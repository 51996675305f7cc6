// recall_terms --model DIR: JSON Lines {"text", "terms": [[start, end], …]} on standard input, byte
// offsets of terms in the text. For each line {"terms": [{"ranks": […], "bits"}, …]}: the rank,
// 1 for the likeliest, that the language model gives each piece of the term when it has read all
// before it (three segments of memory), and the bits of the whole term; null for a term that begins
// or ends with a segment.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "model/decoder.h"
#include "segmenter/segmenter.h"
#include "tasks/loaded_model.h"
#include "tasks/reader_input.h"

namespace {

using nlohmann::json;
using namespace proviso;

constexpr std::size_t kMemorySegments = 3;

// Ranks and bits of the tokens [first, last) of segment `own`.
json recalled(tasks::LoadedModel& loaded, const model::DocumentInput& document, std::size_t own,
              std::size_t first, std::size_t last) {
  model::Decoder decoder(loaded.reader);
  for (std::size_t s = own - std::min(own, kMemorySegments); s < own; ++s)
    decoder.feed(document.segments[s]);
  const model::SegmentInput& segment = document.segments[own];
  decoder.begin_segment(segment.tag, segment.level);
  json ranks = json::array();
  double bits = 0;
  for (std::size_t t = 0; t < last; ++t) {
    if (t >= first) {
      const auto logits = decoder.logits();
      const float of_piece = logits[static_cast<std::size_t>(segment.ids[t])];
      ranks.push_back(1 + std::count_if(logits.begin(), logits.end(),
                                        [&](float each) { return each > of_piece; }));
      bits += decoder.loss(segment.ids[t]) / std::log(2.0);
    }
    decoder.append(segment.ids[t], segment.marks.empty() ? std::uint8_t{0} : segment.marks[t]);
  }
  return {{"ranks", std::move(ranks)}, {"bits", bits}};
}

json answer(tasks::LoadedModel& loaded, const json& row) {
  const std::string text = row.at("text");
  const segmenter::Structure structure = segmenter::read_structure(text);
  const auto segments = segmenter::make_segments(text, structure, loaded.tokenizer);
  const model::DocumentInput document =
      tasks::reader_input(structure, segments, loaded.reader.card());
  json terms = json::array();
  for (const json& term : row.at("terms")) {
    const std::size_t start = term.at(0), end = term.at(1);
    const std::size_t own = segmenter::segment_at(segments, start);
    const auto& offsets = segments[own].token_spans;
    std::size_t first = 0;
    while (first < offsets.size() && offsets[first].end <= start && offsets[first].start < start)
      ++first;
    std::size_t last = first;
    while (last < offsets.size() && offsets[last].start < end) ++last;
    const bool whole =
        first < last && offsets[first].start <= start && offsets[last - 1].end >= end && first > 0;
    terms.push_back(whole ? recalled(loaded, document, own, first, last) : json(nullptr));
  }
  return {{"terms", std::move(terms)}};
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 3 || std::string(argv[1]) != "--model") {
      std::cerr << "Usage: recall_terms --model DIR\n";
      return EXIT_FAILURE;
    }
    model::set_threads(1);
    tasks::LoadedModel loaded = tasks::load_model(argv[2], model::Device::kCpu);
    for (std::string line; std::getline(std::cin, line);)
      std::cout << answer(loaded, json::parse(line)).dump() << std::endl;
  } catch (const std::exception& error) {
    std::cerr << "recall_terms: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
