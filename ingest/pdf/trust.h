// Which text of a page can be trusted, and whether the page must be read by OCR.
#pragma once

#include <string>
#include <vector>

#include "ingest/pdf/content.h"

namespace proviso::ingest {

enum class Way { kText, kOcr, kBlank };

struct Verdict {
  Way way = Way::kBlank;
  std::string reason;           // why OCR, in plain words; empty for the others
  std::vector<bool> bad_fonts;  // by index of PageContent::fonts
  double bad_share = 0;         // of the visible characters, those set in bad fonts; 0..1
  // kText alone: pictures whose content is no text of the layer, to be read besides it.
  std::vector<Box> pictures;
  // kOcr alone: the visible text is to be kept, since it was typed or stamped over the picture.
  bool keep_text = false;
  Decision decision;  // the figures that led to it
};

// Asks not whether a page has text but which text can be trusted and how much picture is left over.
// A font is bad, judged by the characters it gave on this page (spaces not counted) after
// repair_fonts(), when one of these holds: private-use, U+FFFD and C1 over 3 %; C0 over 10 %; over
// half of at least 8 code points end in 00 (bytes swapped); over half of at least 15 are Latin-1
// above U+00A0, or of at least 3 stand in 0x80 to 0x9F of Windows-1252; over 30 % of at least 8
// ideographs are outside the common sets of GB 2312, Big5 and JIS, and in the page's other parts of
// the same font too (or over 70 %); one ideograph makes up more than a quarter, 8 times or more,
// and three codes or more gave the same one; Latin letters (60, or 15 in an embedded CID font
// without ToUnicode) have under 22 % vowels or change from lower to upper case inside words in more
// than 10 % of the pairs; an embedded simple font without ToUnicode gives less than half letters
// and digits (of 15; of 3 when it has no encoding either).
//
// Good text is visible, not covered, not white, in no bad font; Han counts double. OCR when: bad
// text is over 20 %, most of it in embedded fonts (others are drawn by a substitute, which shows
// the same wrong letters); pictures cover 30 % or more and good text is under 400; more invisible
// than good text lies over pictures of 30 % or more; there is no text but a picture, or 50 paths or
// more (outlined letters). Blank when nothing of that is there. A page of text keeps its pictures
// of 3 % or more (with under 200 good characters: of 60 by 20 pixels or more) for OCR, unless text
// stands over them.
Verdict judge(const PageContent& content);

}  // namespace proviso::ingest
