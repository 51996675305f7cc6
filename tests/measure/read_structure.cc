// read_structure [--tokenizer FILE] FILE…: one line of JSON for each file, what `proviso inspect
// --structure --json --text` prints, without the network and its start: the measures ask for
// thousands of documents. With a tokenizer also "segments": [{section, tokens}].
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "segmenter/segmenter.h"
#include "tasks/inspect/inspect.h"

namespace {

using nlohmann::ordered_json;
using namespace proviso;

ordered_json segments_json(const tasks::Inspected& inspected,
                           const segmenter::Tokenizer& tokenizer) {
  ordered_json out = ordered_json::array();
  for (const segmenter::Segment& segment :
       segmenter::make_segments(inspected.document.text, inspected.structure, tokenizer)) {
    out.push_back({{"section", segment.section}, {"tokens", segment.ids.size()}});
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::filesystem::path> files(argv + 1, argv + argc);
  try {
    std::optional<segmenter::Tokenizer> tokenizer;
    if (files.size() > 1 && files[0] == "--tokenizer") {
      tokenizer = segmenter::Tokenizer::load(files[1]);
      files.erase(files.begin(), files.begin() + 2);
    }
    tasks::inspect(files, {}, 1, [&](tasks::Inspected&& inspected) {
      ordered_json row = tasks::structure_json(inspected, true);
      if (tokenizer) row["segments"] = segments_json(inspected, *tokenizer);
      std::cout << row.dump(-1, ' ', false, ordered_json::error_handler_t::replace) << '\n';
    });
  } catch (const std::exception& error) {
    std::cerr << "read_structure: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
  return std::cout.flush() ? EXIT_SUCCESS : EXIT_FAILURE;
}
