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

// The candidates of a text, read once for all its parts. Keeps views of `text` and `lines`, which
// must outlive it.
class CandidateIndex {
 public:
  // `lines` are those of `text`. Linear in the text's length.
  CandidateIndex(std::string_view text, const std::vector<Line>& lines, const Numbering& numbering);

  // Those in text[part], in order, linked among each other; a mark at the very start of the part
  // counts as one at the start of a line.
  std::vector<Candidate> in(Span part) const;

  std::string_view text() const { return text_; }
  const std::vector<Line>& lines() const { return lines_; }
  const Numbering& numbering() const { return numbering_; }

 private:
  std::string_view text_;
  const std::vector<Line>& lines_;
  const Numbering& numbering_;
  std::vector<Candidate> all_;  // not linked
};

}  // namespace proviso::segmenter::clauses
