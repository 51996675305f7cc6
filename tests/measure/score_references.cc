// score_references --model DIR: JSON Lines {"text", "start", "end", "candidates", "memory"} on
// standard input. The reference text[start, end) is replaced by each candidate, the rest of its
// sentence is scored by the language model with so many segments before as memory, and one line
// says {"losses": [memory][candidate]}: summed natural-log losses of what follows.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "segmenter/segmenter.h"
#include "tasks/loaded_model.h"
#include "tasks/reader_input.h"

namespace {

using nlohmann::json;
using namespace proviso;

// The reference's segment up to the end of the sentence, with a candidate in its place.
struct Variant {
  std::vector<std::int32_t> ids;
  std::size_t scored_from = 0;  // token behind the candidate
};

Variant variant(const segmenter::Tokenizer& tokenizer, std::string_view before,
                const std::string& candidate, std::string_view after) {
  const std::string text = std::string(before) + candidate + std::string(after);
  const segmenter::Pieces pieces = tokenizer.encode(text);
  Variant made{pieces.ids, pieces.ids.size()};
  const std::size_t behind = before.size() + candidate.size();
  for (std::size_t t = 0; t < pieces.spans.size(); ++t) {
    if (pieces.spans[t].start < behind) continue;
    made.scored_from = t;
    break;
  }
  const std::size_t most = segmenter::Segment::kMaxTokens;
  if (made.ids.size() > most) {
    const std::size_t cut = std::min(made.ids.size() - most, made.scored_from - 1);
    made.ids.erase(made.ids.begin(), made.ids.begin() + static_cast<std::ptrdiff_t>(cut));
    made.scored_from -= cut;
    made.ids.resize(std::min(made.ids.size(), most));
  }
  return made;
}

json scores(tasks::LoadedModel& loaded, const json& row) {
  const std::string text = row.at("text");
  const std::size_t start = row.at("start"), end = row.at("end");
  const segmenter::Structure structure = segmenter::read_structure(text);
  const auto segments = segmenter::make_segments(text, structure, loaded.tokenizer);
  const std::size_t own = segmenter::segment_at(segments, start);
  std::size_t stop = text.find("。", end);
  stop = std::min(stop == std::string::npos ? text.size() : stop + 3, segments[own].span.end);
  const std::string_view whole = text;
  const std::string_view before =
      whole.substr(segments[own].span.start, start - segments[own].span.start);
  const std::string_view after = whole.substr(end, std::max(stop, end) - end);
  const model::DocumentInput all = tasks::reader_input(structure, segments, loaded.reader.card());
  json losses = json::array();
  for (const std::size_t memory : row.at("memory")) {
    std::vector<Variant> variants;
    for (const std::string candidate : row.at("candidates"))
      variants.push_back(variant(loaded.tokenizer, before, candidate, after));
    const std::size_t first = own - std::min(own, memory);
    std::vector<model::DocumentInput> documents;
    for (const Variant& each : variants) {
      model::DocumentInput document;
      document.segments.assign(all.segments.begin() + static_cast<std::ptrdiff_t>(first),
                               all.segments.begin() + static_cast<std::ptrdiff_t>(own));
      model::SegmentInput last = all.segments[own];
      last.ids = each.ids;
      last.marks = {};
      last.sentences = {};
      document.segments.push_back(last);
      documents.push_back(std::move(document));
    }
    model::ReadOptions options;
    options.token_losses = true;
    options.dual_tower = false;
    options.mem_len =
        static_cast<std::int64_t>(memory) * std::int64_t{segmenter::Segment::kMaxTokens};
    const auto readings = loaded.reader.read(documents, options);
    json of_memory = json::array();
    for (std::size_t i = 0; i < variants.size(); ++i) {
      const auto& tokens = readings[i].segments.back().token_losses;
      // A document's first token is not scored.
      const std::size_t shift = variants[i].ids.size() - tokens.size();
      double sum = 0;
      for (std::size_t t = std::max(variants[i].scored_from, shift); t < variants[i].ids.size();
           ++t)
        sum += tokens[t - shift];
      of_memory.push_back(sum);
    }
    losses.push_back(std::move(of_memory));
  }
  return {{"losses", std::move(losses)}};
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 3 || std::string(argv[1]) != "--model") {
      std::cerr << "Usage: score_references --model DIR\n";
      return EXIT_FAILURE;
    }
    model::set_threads(1);
    tasks::LoadedModel loaded = tasks::load_model(argv[2], model::Device::kCpu);
    for (std::string line; std::getline(std::cin, line);)
      std::cout << scores(loaded, json::parse(line)).dump() << std::endl;
  } catch (const std::exception& error) {
    std::cerr << "score_references: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
