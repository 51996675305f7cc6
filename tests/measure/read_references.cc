// read_references [--tokenizer FILE]: JSON Lines {"text"} of judgments on standard input; for each
// {"references": […], "segments": […]}, the references with byte offsets and the rules that
// resolved them, and with a tokenizer where each segment starts.
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "segmenter/segmenter.h"
#include "tasks/checks/case_view.h"
#include "tasks/inspect/inspect.h"

int main(int argc, char** argv) {
  using nlohmann::json;
  using namespace proviso;
  try {
    std::optional<segmenter::Tokenizer> tokenizer;
    if (argc == 3 && std::string(argv[1]) == "--tokenizer")
      tokenizer = segmenter::Tokenizer::load(argv[2]);
    for (std::string line; std::getline(std::cin, line);) {
      const std::string text = json::parse(line).at("text");
      const segmenter::Structure structure = segmenter::read_structure(text);
      json starts = json::array();
      if (tokenizer) {
        for (const auto& each : segmenter::make_segments(text, structure, *tokenizer))
          starts.push_back(each.span.start);
      }
      std::cout << json{{"references", tasks::references_json(tasks::CaseView(text, structure))},
                        {"segments", std::move(starts)}}
                       .dump()
                << '\n';
    }
  } catch (const std::exception& error) {
    std::cerr << "read_references: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
  return std::cout.flush() ? EXIT_SUCCESS : EXIT_FAILURE;
}
