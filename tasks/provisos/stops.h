// Where the next stop of an English limb stands that ends what hangs on a connector: told by
// commas, brackets and colons alone, without looking for verbs (sentence.h does that).
#pragma once

#include <cstddef>
#include <string_view>

#include "segmenter/structure.h"

namespace proviso::tasks {

class EnglishStops {
 public:
  // The limb ends at `end` of `text`, which must outlive this.
  EnglishStops(std::string_view text, std::size_t end) : text_(text), end_(end) {}

  // The first comma outside brackets behind `at` that does not go on with the complement.
  std::size_t comma_behind(std::size_t at) const;
  // What follows "that" ends before a semicolon, or before another connector that "and" joins.
  std::size_t statement_end(std::size_t at) const;
  // A scope that opens a list stops before its colon.
  segmenter::Span before_list(segmenter::Span scope) const;
  // Save for the limits in Clause 3 nothing shall bind him: where the subject of the verb begins;
  // the limb's end where that cannot be told.
  std::size_t subject_behind(std::size_t at) const;

 private:
  bool goes_on(std::size_t at) const;
  // prevention, restriction, or interference: a few words, and behind their comma "or" or "and".
  bool in_series(std::size_t at) const;
  std::size_t semicolon_behind(std::size_t at) const;
  std::string_view words_of(segmenter::Span span) const {
    return text_.substr(span.start, span.size());
  }

  std::string_view text_;
  std::size_t end_;
};

}  // namespace proviso::tasks
