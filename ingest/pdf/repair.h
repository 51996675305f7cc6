// Fonts whose characters the file states wrongly, where the right ones can be computed.
#pragma once

#include "ingest/pdf/content.h"

namespace proviso::ingest {

// Decodes anew, font by font, and flags the glyphs kRepaired:
// - kShifted: an embedded CID font without ToUnicode whose "characters" are glyph numbers. TrueType
//   fonts keep the order of ASCII from glyph 3 (space) on: 29 is added where words come of it.
// - kGbk: a simple font in which over half of the codes are 0x80 and more and pair up as GBK that
//   is mostly of GB 2312's first level.
// - kSwapped: more than half of at least 8 characters end in 00: the bytes are put in order.
// - kSmallCapital: U+F721 to U+F7FE of Adobe's Corporate Use Subarea. Bullets and check boxes that
//   Symbol and Wingdings leave in U+F000 to U+F0FF become the characters of their shape.
// - kRadical: Kangxi radicals (U+2F00 block) and their like become the ideographs they look like.
// What is left without a character (0, controls) goes; U+FFFD stays. Empties PageContent::codes.
void repair_fonts(PageContent& content);

}  // namespace proviso::ingest
