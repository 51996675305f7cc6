// The provisos of an invented rule, as words.
#pragma once

#include <string>
#include <vector>

#include "tasks/provisos/proviso.h"

namespace proviso::tasks::testing {

// A document of one section.
inline segmenter::Structure of(const std::string& text, segmenter::Kind kind, segmenter::Tag tag) {
  segmenter::Structure structure;
  structure.kind = kind;
  segmenter::Section section;
  section.tag = tag;
  section.span = {0, text.size()};
  structure.sections.push_back(section);
  return structure;
}

// "trigger|scope|limits|kind" of each.
inline std::vector<std::string> said(const std::string& text, segmenter::Kind kind,
                                     segmenter::Tag tag) {
  std::vector<std::string> result;
  for (const Proviso& each : find_provisos(text, of(text, kind, tag))) {
    const auto words = [&](segmenter::Span span) { return text.substr(span.start, span.size()); };
    result.push_back(words(each.trigger) + "|" + words(each.scope) + "|" + words(each.limits) +
                     "|" + std::string(name(each.kind)));
  }
  return result;
}
inline std::vector<std::string> in_contract(const std::string& text) {
  return said(text, segmenter::Kind::kContract, segmenter::Tag::kClause);
}
inline std::vector<std::string> in_reasoning(const std::string& text) {
  return said(text, segmenter::Kind::kZhCivil, segmenter::Tag::kReasoning);
}

}  // namespace proviso::tasks::testing
