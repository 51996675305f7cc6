// The frame of a contract: where its title, parties, recitals, body, signatures and schedules
// stand.
#pragma once

#include <vector>

#include "segmenter/clauses/candidates.h"
#include "segmenter/clauses/form.h"

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

// `candidates` are those of the whole text. A contract may have several bodies (general and special
// conditions), and signatures on its first page.
Frame read_frame(const CandidateIndex& candidates, const Form& form);

}  // namespace proviso::segmenter::clauses
