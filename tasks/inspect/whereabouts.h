// Where in a document a place is, in the words that its readers use: "裁判主文 四", "7.2", "facts".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "segmenter/structure.h"
#include "tasks/inspect/words.h"

namespace proviso::tasks {

// The section that byte `offset` of `text` stands in, with the mark of the innermost numbered item
// there as it is written: in contracts and statutes the clause alone ("第七条", "十（二）" for a
// part of 十), elsewhere behind the section's name ("诉讼请求和理由 2", "schedule 3"). The
// section's name where nothing is numbered; empty where there is no section.
std::string whereabouts(std::string_view text, const segmenter::Structure& structure,
                        std::size_t offset, const Words& words);

}  // namespace proviso::tasks
