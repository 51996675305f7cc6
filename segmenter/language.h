// The language that a document is written in.
#pragma once

#include <string>
#include <string_view>

namespace proviso::segmenter {

// "zh", "en", or empty where there are no letters of either: by the letters of the first 20,000
// bytes.
std::string language_of(std::string_view text);

}  // namespace proviso::segmenter
