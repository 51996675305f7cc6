// The parties of a case, from the list at a judgment's head.
#pragma once

#include <string_view>
#include <vector>

#include "segmenter/structure.h"

namespace proviso::segmenter::chinese {

// Reads the sections `parties`: one party or representative a line
// ("上诉人（原审被告）：甲公司，住所地…"). Short names (以下简称乙) are looked for in the parties
// and in the course of the case.
std::vector<Party> read_parties(std::string_view text, const std::vector<Section>& sections);

}  // namespace proviso::segmenter::chinese
