// A structure as JSON that people can read: what golden files hold.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "segmenter/structure.h"

namespace proviso::segmenter {

nlohmann::ordered_json outline(std::string_view text, const Structure& structure);

}  // namespace proviso::segmenter
