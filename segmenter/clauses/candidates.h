// Places where a clause could begin.
#pragma once

#include <string_view>
#include <vector>

#include "segmenter/clauses/lines.h"
#include "segmenter/clauses/numbering.h"

namespace proviso::segmenter::clauses {

// What stands in front of a mark.
enum class Before : std::uint8_t {
  kLine,   // the start of a line
  kMark,   // another mark
  kColon,  // a colon
  kStop,   // the end of a sentence, a semicolon (also with "and"), or a gap as columns have
  kComma,
  kWord,
};

struct Candidate {
  Mark mark;
  Before before = Before::kLine;
  bool starts_sentence = false;  // a capital, quotation mark or ideograph follows
  std::size_t line = 0;
  // For each reading: the nearest later candidate that goes on with it ("(b)" for "(a)"), or kNone.
  std::array<std::size_t, Mark::kMaxReadings> after{kNone, kNone, kNone};
  std::size_t again = kNone;  // the nearest later candidate with the first reading's number
};

std::vector<Candidate> read_candidates(std::string_view text, const std::vector<Line>& lines,
                                       Span part, const Numbering& numbering);

}  // namespace proviso::segmenter::clauses
