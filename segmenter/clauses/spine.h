// The main list of a document, told by the whole run of its numbers.
#pragma once

#include <string_view>
#include <vector>

#include "segmenter/clauses/candidates.h"
#include "segmenter/clauses/numbering.h"

namespace proviso::segmenter::clauses {

// The chain of marks of one kind (ARTICLE I, II …; 1., 2. …; 第一条 …) whose numbers run best
// through a part: each the next after the one before or a few further, most of them at the start of
// a line or behind a sentence, followed by words of the same shape. A mark that is torn, missing or
// run into a sentence does not end it, and a list inside one of its clauses does not take its
// numbers away.
class Spine {
 public:
  // `candidates` are those of text[part], in order. Linear in their number.
  Spine(std::string_view text, Span part, const std::vector<Candidate>& candidates,
        const Numbering& numbering);

  // The reading by which a candidate is a clause of the chain; kNone where it is none.
  std::size_t reading(std::size_t candidate) const {
    return members_.empty() ? kNone : members_[candidate];
  }
  // Whether a candidate reads like one of the chain's marks, stands between its first and its last
  // and is none of them: it can only belong to a list inside a clause.
  bool bars(std::size_t candidate) const {
    return candidate > first_ && candidate < last_ && members_[candidate] == kNone &&
           same_kind_[candidate];
  }
  // Whether marks of `style` (an index into Numbering::styles()) may belong to the chain.
  bool has_style(std::uint8_t style) const {
    return !members_.empty() && style < styles_.size() && styles_[style];
  }
  // The kind of words behind the chain's marks is that behind this one's (a title, capitals).
  bool looks_like(std::size_t candidate) const { return !members_.empty() && alike_[candidate]; }
  bool empty() const { return members_.empty(); }
  // Place of the first candidate of the chain; kNone without one.
  std::size_t first() const { return first_; }
  std::size_t last() const { return last_; }

 private:
  std::vector<std::size_t> members_;  // by candidate; empty where no chain was found
  std::vector<bool> same_kind_;       // by candidate
  std::vector<bool> alike_;           // by candidate
  std::vector<bool> styles_;          // by style
  std::size_t first_ = kNone, last_ = 0;
};

}  // namespace proviso::segmenter::clauses
