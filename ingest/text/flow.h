// Text that flows: formats without pages of their own (text files, HTML, DOCX), where a paragraph
// is what the author made one and nothing has to be put together from places on paper.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/document.h"
#include "ingest/layout/page_lines.h"

namespace proviso::ingest {

// Set on a piece beside LineFlag bits: it is the mark of a note, in the body. to_document() takes
// it off and pairs it with the note that begins with the same mark (Document::footnotes).
inline constexpr std::uint16_t kNoteMark = 1 << 15;

// What a reader of a flowing format gives: `lines` in reading order, without boxes, offsets or page
// numbers. A paragraph is a line with those behind it that are `joined`; where something marks a
// part of it (an insertion, a deletion), that part is a line of its own.
struct Flow {
  std::string error;  // why the document cannot be read at all; the rest is empty then
  std::string note;   // what the user should know of a document that was read; also as a reason
  PageStatus status = PageStatus::kOk;
  std::string reason;  // of a status other than kOk
  std::vector<PageLine> lines;
};

// Builds the lines of a Flow paragraph by paragraph. A row of a table becomes one paragraph, its
// cells parted by tabs; rows of a table that only arranges prose (no second cell with text in it,
// or a cell of more than four paragraphs or 1,500 bytes) give their paragraphs, cell by cell.
// Tables nest.
class FlowWriter {
 public:
  // Adds to the paragraph under construction. `flags`: LineFlag bits of this piece; a change of
  // flags begins another line of the same paragraph. '\n' and form feed end the paragraph.
  void text(std::string_view utf8, std::uint16_t flags = 0);
  void character(char32_t c, std::uint16_t flags = 0);
  void end_paragraph();
  bool in_paragraph() const { return !pieces_.empty(); }

  // Outside a table, rows and cells mean nothing. Tables nested deeper than 64 are taken for rows
  // of the 64th.
  void begin_table();
  void begin_row();
  void begin_cell();
  void end_table();

  // Paragraphs of nothing but white space are dropped. Ends what is open.
  std::vector<PageLine> take();

 private:
  using Pieces = std::vector<PageLine>;  // one paragraph
  using Cell = std::vector<Pieces>;
  struct Table {
    std::vector<Cell> row;
    std::vector<Pieces> done;  // what its rows gave
  };
  static bool is_row_of_data(const std::vector<Cell>& row);
  static Pieces joined(std::vector<Cell> row);
  std::vector<Pieces>& here();
  void end_row();

  Pieces pieces_;
  bool has_ink_ = false;
  std::vector<Table> tables_;
  std::size_t too_deep_ = 0;
  std::vector<Pieces> done_;
};

// Without the spaces (also U+00A0 and U+3000) and tabs at both ends.
std::string_view trim(std::string_view text);

// One page, numbered 1, of all lines. White space at both ends of a paragraph is not carried into
// `text`. A paragraph whose lines are all kept out is none; fails with "empty: …" when nothing is
// left. Lines that hold U+FFFD are kRepaired. A kFootnote paragraph begins with its mark and a
// space. Sets no hash.
Document to_document(Flow flow, std::string_view source_kind);

// Cuts a Flow into pages for the way from the worker to the parent, each of a size that fits a
// frame; lines too long for one are cut, at code points, and the rest is `joined`. At least one.
std::vector<PageLines> to_pieces(Flow flow);

// Puts pieces together again. A piece whose page kFailed makes the whole kFailed: text with a hole
// in it is no document.
Flow from_pieces(std::vector<PageLines> pieces);

}  // namespace proviso::ingest
