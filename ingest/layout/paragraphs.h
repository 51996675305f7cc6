// Which lines make one paragraph, and how they are joined.
#pragma once

#include <map>
#include <set>
#include <string_view>
#include <tuple>
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
// kept out. Three lines and more in a row that begin at one x, an em or more inside the column, are
// a block with a right margin of its own.
class Setting {
 public:
  explicit Setting(const std::vector<PageLines>& pages);

  // Of the block of indented lines that the line stands in (a quotation), else of its column.
  Margins margins(const PageLine& line) const;
  // True where paragraphs of Chinese begin two characters inside the margin: then a line at the
  // margin goes on with the one before it.
  bool indents() const { return indents_; }
  // True for a column whose lines are mostly short: names and addresses, not prose.
  bool is_list(const PageLine& line) const;
  // True when more space stands above the line than between the lines around it: what many word
  // processors and every browser put between paragraphs.
  bool stands_apart(const PageLine& line) const;
  double leading() const {
    return leading_;
  }  // points between the bottoms of neighbouring lines; 0 where unknown

 private:
  void find_blocks(const std::vector<PageLines>& pages);
  void find_gaps(const PageLines& page);
  Margins of_column(int page, int column) const;

  std::map<std::pair<int, int>, Margins> margins_;
  std::set<std::pair<int, int>> lists_;
  // By page, column and the hundredth of a point at which the line's box ends.
  std::map<std::tuple<int, int, long>, Margins> blocks_;
  std::set<std::tuple<int, int, long>> apart_;
  double leading_ = 0;
  bool indents_ = false;
};

// True when `next` goes on with the paragraph of `line`, its predecessor in reading order, also
// over a column or page break: `line` is so full that the first word (Chinese: character) of `next`
// had no room in it (where paragraphs are indented a few characters more may be missing, as in
// lines set ragged), `next` begins at the left margin (or under the text of a marked item), sizes
// agree, no wide gap stands between or inside the lines, no more space than between the lines
// around, and `next` does not begin with an item
// mark behind a finished sentence.
bool continues(const PageLine& line, const PageLine& next, const Setting& setting);

// How the text of `line` is joined to `next`.
struct Joint {
  bool space = false;        // a space between them (words of an alphabet)
  bool drop_hyphen = false;  // the hyphen at the end of `line` is not carried over
};

// `words`: all words of the document in lower case, compounds with their hyphens. A hyphen at the
// line's end goes when the joined word occurs in them, or its first half never stands alone and the
// compound occurs nowhere; a soft one always.
Joint joint(std::string_view line, std::string_view next,
            const std::unordered_set<std::string>& words);

}  // namespace proviso::ingest
