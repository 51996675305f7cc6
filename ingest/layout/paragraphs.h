// Which lines make one paragraph, and how they are joined.
#pragma once

#include <map>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "ingest/layout/page_lines.h"

namespace proviso::ingest {

// Left and right edge of the text, points.
struct Margins {
  double left = 0, right = 0;
};

// Margins of each page and column, and the usual distance of two lines, from all lines that are not
// kept out.
class Setting {
 public:
  explicit Setting(const std::vector<PageLines>& pages);

  Margins margins(int page, int column) const;
  double leading() const {
    return leading_;
  }  // points between the bottoms of neighbouring lines; 0 where unknown

 private:
  std::map<std::pair<int, int>, Margins> margins_;
  double leading_ = 0;
};

// True when `next` goes on with the paragraph of `line`, its predecessor in reading order, also
// over a column or page break: `line` is so full that the first word (Chinese: character) of `next`
// had no room in it, `next` begins at the left margin (or under the text of a marked item), sizes
// agree, no wide gap stands between or inside the lines, and `next` does not begin with an item
// mark behind a finished sentence.
bool continues(const PageLine& line, const PageLine& next, const Setting& setting);

// How the text of `line` is joined to `next`.
struct Joint {
  bool space = false;        // a space between them (words of an alphabet)
  bool drop_hyphen = false;  // the hyphen at the end of `line` is not carried over
};

// `words`: all words of the document in lower case. A hyphen at the line's end goes only when the
// joined word occurs in them.
Joint joint(std::string_view line, std::string_view next,
            const std::unordered_set<std::string>& words);

}  // namespace proviso::ingest
