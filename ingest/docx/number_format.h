// How Word writes the number of an automatic list.
#pragma once

#include <string>
#include <string_view>

namespace proviso::ingest {

// `value` in the format `number_format` of ECMA-376 part 1, 17.18.59 ST_NumberFormat: decimal,
// lowerRoman, chineseCountingThousand, ideographTraditional, decimalEnclosedCircle, … Formats not
// known here, and values that a format has no sign for, give figures; "none" and "bullet" nothing.
std::string format_number(int value, std::string_view number_format);

// ¹²³: how a reference to a note stands in the text, where figures would run into those before it.
std::string superscript(int value);

}  // namespace proviso::ingest
