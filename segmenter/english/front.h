// The head of a judgment: court, number, parties.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "segmenter/english/grammar.h"
#include "segmenter/english/lines.h"
#include "segmenter/structure.h"

namespace proviso::segmenter::english {

struct Front {
  std::string court;        // as written, without "IN THE"; two lines of it joined by a blank
  std::string case_number;  // the neutral citation where there is one, else the number of the case
  std::string instance;  // "second" on appeal, also to the last instance; "first" where the parties
                         // are claimant or plaintiff and defendant alone; else empty
  std::vector<Party>
      parties;  // roles as written; aliases that a bracket in the text gives: ACME LIMITED ("Acme")
};

// Reads `head`, the lines of the head (of very many only the first). Parties stand before their
// role
// ("ACME LIMITED / Claimant", "Jane Doe, Plaintiff,"), behind it ("RESPONDENT: …") or on both sides
// of "v.".
Front read_front(std::string_view text, const std::vector<Line>& head, const Grammar& grammar);

}  // namespace proviso::segmenter::english
