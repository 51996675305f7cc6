#include "tests/segmenter/outline.h"

#include "segmenter/utf8.h"

namespace proviso::segmenter {
namespace {

// The words of a span, the middle of long ones left out.
std::string words(std::string_view text, Span span, std::size_t keep) {
  const std::string_view part = text.substr(span.start, span.size());
  if (length(part) <= 2 * keep + 1) return std::string(part);
  std::size_t head = 0, tail = part.size();
  for (std::size_t i = 0; i < keep; ++i) {
    head = next(part, head);
    tail = previous(part, tail);
  }
  return std::string(part.substr(0, head)) + "…" + std::string(part.substr(tail));
}

}  // namespace

nlohmann::ordered_json outline(std::string_view text, const Structure& structure) {
  using Json = nlohmann::ordered_json;
  Json out{{"kind", name(structure.kind)},
           {"instance", structure.instance},
           {"language", structure.language},
           {"court", structure.court},
           {"case_number", structure.case_number},
           {"sections", Json::array()},
           {"parties", Json::array()},
           {"items", Json::array()}};
  for (const Section& section : structure.sections) {
    Json entry{{"tag", name(section.tag)},
               {"level", name(section.level)},
               {"text", words(text, section.span, 16)}};
    if (section.heading.size() > 0) entry["heading"] = words(text, section.heading, 16);
    out["sections"].push_back(std::move(entry));
  }
  for (const Party& party : structure.parties) {
    out["parties"].push_back({{"name", party.name},
                              {"roles", party.roles},
                              {"aliases", party.aliases},
                              {"representatives", party.representatives},
                              {"span", words(text, party.span, 30)}});
  }
  for (const Item& item : structure.items) {
    const Section& section = structure.sections[item.section];
    out["items"].push_back(
        {{"kind", name(item.kind)},
         {"number", item.number},
         {"section", std::string(name(section.tag)) + ":" + std::string(name(section.level))},
         {"text", words(text, item.span, 20)}});
    if (item.kind != ItemKind::kClause && item.kind != ItemKind::kCrossReference) continue;
    const auto begins = [&](std::size_t other) {
      return words(text, structure.items[other].span, 8);
    };
    if (item.parent != kNone) out["items"].back()["under"] = begins(item.parent);
    if (item.target != kNone) out["items"].back()["names"] = begins(item.target);
  }
  return out;
}

}  // namespace proviso::segmenter
