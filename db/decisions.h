// What a person decided about a flag, and how it is found again when the document, the program or
// the flag's id has changed. Pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "db/records.h"

namespace proviso::db {

// One place of a flag as a decision remembers it: folded (db/flag_id.h), no offsets.
struct RememberedPlace {
  std::string quote, section;
  std::string before, after;  // up to 24 characters of the text around the quote
};

struct Remembered {
  Decision decision;
  std::string kind;
  std::vector<RememberedPlace> places;  // one or two
};

// `flag`, whose spans point into `text`, as a decision about it is kept.
Remembered remember(const Flag& flag, std::string_view text, Decision decision);

// Sets Flag::decision of the flags of one document, given the decisions of its lineage. Each
// decision goes to one flag at most, each flag gets one at most, the surest first:
//  1. kind and both quotes, in either order, in whatever section they stand now; among several the
//     one whose surroundings are most alike, then the one with the same id;
//  2. for kinds that are about figures: all digits and numerals of both quotes, and quotes that
//     share 80 % of their pairs of characters: a word was corrected in one of the sentences.
// A quote whose figures have changed is another finding: no old decision silences it.
void apply_decisions(const std::vector<Remembered>& decisions, std::string_view text,
                     std::vector<Flag>& flags);

}  // namespace proviso::db
