// Notes at the foot of the pages.
#pragma once

#include <string>
#include <vector>

#include "ingest/layout/page_lines.h"

namespace proviso::ingest {

// A note's mark as it stands at its first line and, raised, in the body: superscript figures, ①,
// *, †, ‡, §; empty where the line begins with none. `1`, `[1]` and `(1)` are marks only where
// `plain` is set.
std::string note_mark(const std::string& line, bool plain);

// Flags kFootnote the lines that close a page's column (furniture aside) from the first that begins
// with a mark and is set smaller than the body (to 0.92), or stands under a short rule, or under the
// only rule of the lower part that is wider than half the page and then is smaller or has a raised
// mark; all lines behind it are smaller too, or of the same size where a rule stands above. A
// column's close that is set like the note the page before ended with and stands under a rule, or
// is smaller than the body, continues it. Gives flagged lines columns of their own. Pages read by
// OCR have no sizes to trust: there only what stands under a rule counts.
void mark_footnotes(std::vector<PageLines>& pages);

}  // namespace proviso::ingest
