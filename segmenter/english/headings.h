// Which lines of a judgment are headings, speakers, captions, running heads or notes.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "segmenter/english/grammar.h"
#include "segmenter/english/lines.h"
#include "segmenter/english/numbering.h"

namespace proviso::segmenter::english {

struct LineRole {
  enum class Is : std::uint8_t {
    kText,
    kHeading,  // `tag` where the grammar knows it
    kSpeaker,  // `tag`: dissent or analysis
    kCaption,  // the court's name, printed again above a separate opinion
    kSyllabus,
    kRunning,
    kNote,      // one footnote
    kNoteRule,  // the rule above the notes of a page
  } is = Is::kText;
  std::optional<Opening> opening;
  Span heading;  // the heading's or speaker's own words; may end in the next line
};

struct Body {
  std::size_t line = 0;     // the first line that is not the head; lines.size() where all is head
  bool lone_parts = false;  // parts are headed "I", "II" alone
  std::vector<LineRole> roles;  // one for each line
};

// Roles of all lines. Linear.
Body read_lines(std::string_view text, const std::vector<Line>& lines,
                const std::vector<NumberedLine>& paragraphs, bool strasbourg,
                const Grammar& grammar);

}  // namespace proviso::segmenter::english
