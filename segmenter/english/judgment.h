// English-language judgments: courts of the United Kingdom, the United States, India, Singapore and
// others that write like them, and the European Court of Human Rights.
#pragma once

#include <optional>
#include <string_view>

#include "segmenter/structure.h"

namespace proviso::segmenter::english {

// The structure of a judgment, decision or opinion; nullopt where the document is none: contracts,
// statutes, pleadings, letters of a court's office, articles about judgments. Sections as
// outline.h, court and parties as front.h tell. Items: each numbered paragraph is a `paragraph`
// with its number, its quotations and lists included; the operative items of an order, or its first
// sentence where they are not numbered, are `disposition`. Linear in the text.
std::optional<Structure> read_judgment(std::string_view text);

}  // namespace proviso::segmenter::english
