// read_structure FILE…: one line of JSON for each file, what `proviso inspect --structure --json
// --text` prints, without the network and its start: the measures ask for thousands of documents.
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <vector>

#include "tasks/inspect/inspect.h"

int main(int argc, char** argv) {
  using nlohmann::ordered_json;
  const std::vector<std::filesystem::path> files(argv + 1, argv + argc);
  try {
    proviso::tasks::inspect(files, {}, 1, [](proviso::tasks::Inspected&& inspected) {
      std::cout << proviso::tasks::structure_json(inspected, true)
                       .dump(-1, ' ', false, ordered_json::error_handler_t::replace)
                << '\n';
    });
  } catch (const std::exception& error) {
    std::cerr << "read_structure: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
  return std::cout.flush() ? EXIT_SUCCESS : EXIT_FAILURE;
}
