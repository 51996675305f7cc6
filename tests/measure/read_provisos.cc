// read_provisos: JSON Lines {"text", "section"?} on standard input; for each the list of its
// provisos with byte offsets. With a section's name the text is one such section of a judgment,
// else its structure is read.
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "segmenter/segmenter.h"
#include "tasks/provisos/proviso.h"

namespace {

using nlohmann::json;
using namespace proviso;

segmenter::Structure one_section(const std::string& name, std::size_t size) {
  const auto at = std::find(segmenter::kTagNames.begin(), segmenter::kTagNames.end(), name);
  if (at == segmenter::kTagNames.end()) throw std::runtime_error("no section " + name);
  segmenter::Structure result;
  result.kind = segmenter::Kind::kZhCivil;
  segmenter::Section section;
  section.tag = static_cast<segmenter::Tag>(at - segmenter::kTagNames.begin());
  section.span = {0, size};
  result.sections.push_back(section);
  return result;
}

json pair(segmenter::Span span) {
  return {span.start, span.end};
}

}  // namespace

int main() {
  try {
    for (std::string line; std::getline(std::cin, line);) {
      const json row = json::parse(line);
      const std::string text = row.at("text");
      const segmenter::Structure structure = row.contains("section")
                                                 ? one_section(row.at("section"), text.size())
                                                 : segmenter::read_structure(text);
      json out = json::array();
      for (const tasks::Proviso& each : tasks::find_provisos(text, structure)) {
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
