// Between the displayed page and the frame in which turned text stands upright.
#pragma once

#include "ingest/layout/glyph.h"

namespace proviso::ingest {

// The glyph as it stands when the page (width by height points) is turned so that text standing as
// `turn` is upright; its own Glyph::turn becomes what is left.
Glyph turned_upright(const Glyph& glyph, Turn turn, double width, double height);

// The box likewise, and back.
Box turned_upright(const Box& box, Turn turn, double width, double height);
Box turned_back(const Box& box, Turn turn, double width, double height);

}  // namespace proviso::ingest
