// The clauses of one part of a document (its body, one of its schedules) as a tree, found by the
// sequence of their numbers.
#pragma once

#include <vector>

#include "segmenter/clauses/candidates.h"
#include "segmenter/clauses/lines.h"
#include "segmenter/clauses/numbering.h"
#include "segmenter/structure.h"

namespace proviso::segmenter::clauses {

struct Clause {
  Mark mark;  // an empty span where the number is missing in the document (4.1 without 4)
  Reading reading;
  std::size_t parent = kNone;  // index into the tree
  Span span;                   // with its sub-clauses, without white space and furniture behind
};

// Marks that begin a line are clauses when their number goes on where an open list stopped, begins
// one, or leaves a gap of a few (numbering may be broken); in the middle of a paragraph only an
// exact next number counts, behind the end of a sentence or a heading, and a list in brackets is
// taken or left as a whole: it must be opened by a colon or a mark and its items parted by
// semicolons or full stops. "(i)" is read by what the neighbours are. Lines of furniture and
// contents hold no marks. Order of the text; a parent stands before its children. Linear in the
// part's length.
std::vector<Clause> read_tree(const CandidateIndex& candidates, Span part);

}  // namespace proviso::segmenter::clauses
