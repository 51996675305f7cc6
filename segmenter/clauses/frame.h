// The frame of a contract: where its title, parties, recitals, body, signatures and schedules
// stand.
#pragma once

#include <string_view>
#include <vector>

#include "segmenter/clauses/form.h"
#include "segmenter/clauses/lines.h"

namespace proviso::segmenter::clauses {

enum class Region : std::uint8_t { kBody, kSignature, kSchedule };

struct Stretch {
  Region region = Region::kBody;
  Span span;
};

struct Frame {
  std::size_t parties = 0;         // where the parties begin; the title stands before
  std::size_t recitals = kNone;    // where the recitals begin, kNone where there are none
  std::vector<Stretch> stretches;  // from the end of the lead-in to the end of the text, gap-free
};

// `lines` are those of `text`. A contract may have several bodies (general and special conditions).
Frame read_frame(std::string_view text, const std::vector<Line>& lines, const Form& form);

}  // namespace proviso::segmenter::clauses
