// The piece of text that a proviso is read from: a sentence, or the limb of one between semicolons.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"
#include "tasks/provisos/proviso.h"

namespace proviso::tasks {

// `text` is the whole document's; spans are in it, without marks of lists, space or punctuation at
// their ends.
struct Limb {
  std::string_view text;
  segmenter::Span span;
  segmenter::Span before;  // the limb before it in its section; empty at the start
  bool norm = false;       // it stands where every sentence is a norm
  bool quoted = false;     // it starts inside quotation marks
  segmenter::Span earlier =
      {};  // `before`, or where that is empty the last limb of another section

  segmenter::Span sentence_before =
      {};  // where it opens a sentence: that before it, to `before`'s end; else empty
  bool opens_clause = false;  // the number of a clause of its own stands before it: 3.4

  std::string_view words() const { return text.substr(span.start, span.size()); }
};

// A limb of a document, in its section.
struct PlacedLimb {
  Limb limb;
  std::size_t section = segmenter::kNone;
  bool chinese = false;
};

// The limbs of all sections in which provisos count, in order. They point into `text`.
std::vector<PlacedLimb> limbs_of(std::string_view text, const segmenter::Structure& structure);

// Puts provisos in the order of their triggers and says in whose scope each stands.
void order_and_nest(std::vector<Proviso>& found);

// What stands between `start` and `end` without space, punctuation, and brackets or quotation marks
// whose partner is outside.
segmenter::Span trimmed(std::string_view text, std::size_t start, std::size_t end);

// The provisos of one limb, in any order, without parent and section. Thread-safe.
std::vector<Proviso> chinese_provisos(const Limb& limb);
std::vector<Proviso> english_provisos(const Limb& limb);

}  // namespace proviso::tasks
