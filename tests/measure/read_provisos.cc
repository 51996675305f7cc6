// read_provisos: JSON Lines {"text", "section"?} on standard input; for each the list of its
// provisos with byte offsets. With a section's name the text is one such section of a judgment,
// else its structure is read.
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "segmenter/segmenter.h"
#include "tasks/provisos/proviso.h"

namespace {

using nlohmann::json;
using namespace proviso;

json pair(segmenter::Span span) {
  return {span.start, span.end};
}

}  // namespace

int main() {
  try {
    for (std::string line; std::getline(std::cin, line);) {
      const json row = json::parse(line);
      const std::string text = row.at("text");
      const std::optional<segmenter::Structure> structure =
          row.contains("section")
              ? tasks::one_section(row.at("section").get<std::string>(), text.size())
              : segmenter::read_structure(text);
      if (!structure) throw std::runtime_error("no section " + row.at("section").dump());
      json out = json::array();
      for (const tasks::Proviso& each : tasks::find_provisos(text, *structure)) {
        out.push_back({{"trigger", pair(each.trigger)},
                       {"scope", pair(each.scope)},
                       {"limits", pair(each.limits)},
                       {"kind", name(each.kind)},
                       {"parent", each.parent == segmenter::kNone ? json() : json(each.parent)}});
      }
      std::cout << out.dump() << '\n';
    }
  } catch (const std::exception& error) {
    std::cerr << "read_provisos: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
  return std::cout.flush() ? EXIT_SUCCESS : EXIT_FAILURE;
}
