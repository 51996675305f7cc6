// Numbered items inside sections: what is claimed, what is in issue, what is ordered.
#pragma once

#include <string_view>
#include <vector>

#include "segmenter/structure.h"

namespace proviso::segmenter::chinese {

// Claims of every `claims` section, issues (争议焦点) of every `reasoning` section, and the
// operative items of every `disposition` section, in order. An item runs from its mark to the next
// mark or the end of the list; where nothing is numbered the whole is one item without number
// (claims: one for each ；). Sections keep their level: what a lower court ordered are items of its
// disposition.
std::vector<Item> read_items(std::string_view text, const std::vector<Section>& sections);

}  // namespace proviso::segmenter::chinese
