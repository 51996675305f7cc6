// Sets texts as pages of a PDF, for measures: Chinese in a font of the machine that is not
// embedded, ASCII in an embedded one, as word processors leave them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/ingest/make_pdf.h"

namespace proviso::ingest {

// The bytes of a file; empty where it cannot be read.
std::string bytes_of(const std::string& file);
std::string utf8(std::u32string_view text);

// One line with its first character at x, `y` points under the top edge: a Chinese character is one
// em wide, an ASCII character as wide as its font has it.
void set_chinese(MakePdf& pdf, float x, float y, float size, std::u32string_view line);

// The lines of a paragraph, `width` ems each, the first one indented by two (Chinese); closing
// punctuation hangs. Text that is not `chinese` comes as one line.
std::vector<std::u32string> wrapped(std::u32string_view paragraph, float width, bool chinese);

// Embeds the Latin font of the machine, so that letters stand at their own widths.
void embed_latin(MakePdf& pdf);

// The whole of a Chinese text: a paragraph a line of `text`, 28 characters of 14 points a line, 24
// lines a page, with page numbers at the foot. Gives the bytes of the PDF.
std::string typeset(std::u32string_view text);

}  // namespace proviso::ingest
