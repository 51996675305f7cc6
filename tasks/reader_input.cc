#include "tasks/reader_input.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace proviso::tasks {
namespace {

// For each of our names its index in the model's list, "other" for names that the model does not
// know.
template <std::size_t kCount>
std::vector<std::int32_t> numbers(const std::array<std::string_view, kCount>& names,
                                  const std::vector<std::string>& known) {
  const auto index = [&](std::string_view name) {
    return std::find(known.begin(), known.end(), name);
  };
  const auto other = index("other");
  if (other == known.end()) {
    throw model::ModelError(
        model::ModelError::Code::kIncompatible,
        "the model names no tag or level \"other\": it was not made by this program");
  }
  std::vector<std::int32_t> result;
  result.reserve(kCount);
  for (const std::string_view name : names) {
    const auto found = index(name);
    result.push_back(
        static_cast<std::int32_t>((found == known.end() ? other : found) - known.begin()));
  }
  return result;
}

}  // namespace

model::DocumentInput reader_input(const segmenter::Structure& structure,
                                  std::span<const segmenter::Segment> segments,
                                  const model::ModelCard& card) {
  const auto tags = numbers(segmenter::kTagNames, card.tags);
  const auto levels = numbers(segmenter::kLevelNames, card.levels);
  model::DocumentInput document;
  document.segments.reserve(segments.size());
  for (const segmenter::Segment& segment : segments) {
    const segmenter::Section& section = structure.sections.at(segment.section);
    model::SegmentInput input;
    input.ids = segment.ids;
    input.marks = segment.marks;
    input.sentences = segment.sentences;
    input.tag = tags[static_cast<std::size_t>(section.tag)];
    input.level = levels[static_cast<std::size_t>(section.level)];
    document.segments.push_back(input);
  }
  return document;
}

}  // namespace proviso::tasks
