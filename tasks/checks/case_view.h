// One document as the checks see it: text, structure and everything that was found in the text once
// for all of them.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"
#include "tasks/finding.h"
#include "tasks/mentions/date.h"
#include "tasks/mentions/folded.h"
#include "tasks/mentions/formula.h"
#include "tasks/mentions/number.h"

namespace proviso::tasks {

// Holds references: `text` and `structure` must outlive it. Spans are in `text`; `folded` offsets
// are named so.
struct CaseView {
  CaseView(std::string_view document, const segmenter::Structure& its_structure);

  std::string_view text;
  const segmenter::Structure& structure;
  Folded folded;
  std::vector<Number> numbers;      // in order
  std::vector<Equation> equations;  // in order
  std::vector<Date> dates;          // in order
  // For each number the folded offset of the bracket around it + 1, 0 outside brackets.
  std::vector<std::size_t> bracket;

  const segmenter::Section& section(std::size_t offset) const;
  bool in(std::size_t offset, segmenter::Tag tag) const { return section(offset).tag == tag; }
  bool this_level(std::size_t offset) const {
    return section(offset).level == segmenter::Level::kThis;
  }
  std::string_view quote(segmenter::Span span) const {
    return text.substr(span.start, span.size());
  }
  // Whether the document speaks Chinese (explanations do then too).
  bool chinese() const { return structure.language != "en"; }

  // All text of this court's sections with this tag, as spans in order.
  std::vector<segmenter::Span> spans(segmenter::Tag tag) const;
  // The disposition items of this court; where the structure lists none, its disposition sections'
  // sentences.
  std::vector<segmenter::Span> disposition_items() const;
};

// The clause around `inside`: from the stop before it to the stop behind it (。；，、 and their
// like outside figures), at most `limit` bytes to either side, cut at code points. Never crosses a
// '\n'.
segmenter::Span clause_around(std::string_view text, segmenter::Span inside,
                              std::size_t limit = 300);
// The same with full stops only (。；\n).
segmenter::Span sentence_around(std::string_view text, segmenter::Span inside,
                                std::size_t limit = 600);

// Whether any of `words` stands in `text`.
bool contains(std::string_view text, std::initializer_list<std::string_view> words);

// Whether the place of one of `findings` holds `span`: an error told is not told again.
bool told_already(const std::vector<Finding>& findings, segmenter::Span span);

// A finding of `check` ("checks/sum") with both places.
Finding finding(std::string_view kind, std::string_view check, segmenter::Span place,
                segmenter::Span other, std::string explanation);

}  // namespace proviso::tasks
