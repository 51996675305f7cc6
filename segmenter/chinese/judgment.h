// Chinese judgments, rulings, decisions and mediation records.
#pragma once

#include <optional>
#include <string_view>

#include "segmenter/structure.h"

namespace proviso::segmenter::chinese {

// The whole structure of `text` (not empty), or nothing when it is no document of a Chinese court.
std::optional<Structure> read_judgment(std::string_view text);

// Whether the text begins with the name of a Chinese court and with a document's name or a case
// number: then it is no statute and no contract, whatever it quotes. Looks at the first lines only.
bool headed_by_court(std::string_view text);

}  // namespace proviso::segmenter::chinese
