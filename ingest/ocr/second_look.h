// A line read twice: what is kept of two readings that differ.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "ingest/layout/glyph.h"

namespace proviso::ingest {

struct ReadCharacter {
  char32_t character = 0;
  float confidence = 0;  // of this character alone, 0..1
};

// `line`: the glyphs of the first reading with their confidences (spaces among them are passed
// over); `second`: the same line read from a picture of another size, without spaces. Where one
// ideograph stands against another, or a figure against another, the surer one is taken. Figures on
// which the readings differ, also by one that only one of them has, are flagged kLowTrust together
// with the rest of their number. Gives how many characters were exchanged.
int reconcile(std::span<Glyph> line, std::span<float> confidences,
              std::span<const ReadCharacter> second);

// True when a line is to be read again: some ideograph or figure is less sure than 0.9 by itself.
bool is_doubtful(std::span<const Glyph> line, std::span<const float> confidences);

// A number that may be a percentage whose sign was read as figures: chi_sim gives "709", "709%" or
// "7096" for a printed 70%. `first`: its first glyph; `sign`: the 9 that may be the sign.
struct DoubtfulPercent {
  std::size_t first = 0, sign = 0;
};
std::vector<DoubtfulPercent> doubtful_percents(std::span<const Glyph> line);

// `again`: what another model reads in that place, with what stands around it. Where it reads the
// figures before the 9 and a percent sign, the sign is put in, what stood for its second half
// becomes a space, and the number is flagged kLowTrust. Tells whether it did.
bool restore_percent(std::span<Glyph> line, const DoubtfulPercent& doubt,
                     std::span<const ReadCharacter> again);

}  // namespace proviso::ingest
