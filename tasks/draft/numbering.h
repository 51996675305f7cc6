// The numbers at the beginning of lines, and how they go on: 第三条, 3., 3.2, （三）, (c), Article
// IV. Pure.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace proviso::tasks {

// The number that a line begins with.
struct LineNumber {
  std::string style;      // lines of one style are one row: "第#条", "#.", "(a)", "#.#"
  std::size_t start = 0;  // of the number itself, bytes of the line
  std::size_t end = 0;
  std::vector<std::uint32_t> path;  // {3, 2} for 3.2, {4} for IV
  enum class Script : std::uint8_t {
    kArabic,
    kChinese,
    kRomanUpper,
    kRomanLower,
    kLetterUpper,
    kLetterLower
  } script = Script::kArabic;
};

// Nothing where the line begins with no number: "2024年5月" and "3.5元" do not.
std::optional<LineNumber> line_number(std::string_view line);

// `value` in `script`: 十二, 12, XII, l.
std::string spelled(std::uint32_t value, LineNumber::Script script);

// Follows the numbers of a document line by line.
class NumberSequence {
 public:
  // What the number of this line ought to be: one more than its row's last; 1 for a row that
  // begins anew below a higher row; for 3.2 the number of the row above first. Behind a line that
  // ends with a colon a list may begin with 1. Nothing where the line's number is right or there is
  // none.
  std::optional<std::string> expected(std::string_view line) const;
  // The line with the expected number.
  std::string mended(std::string_view line) const;
  // `title` as the heading of the next clause of the outermost row: "第八条 违约责任", "8.
  // NOTICES"; the title alone where the document numbers no clauses. Lists that begin with 1 anew
  // and the lines of schedules count for nothing there.
  std::string next_heading(std::string_view title) const;
  // The line stands.
  void take(std::string_view line);

 private:
  struct Row {
    std::string style;
    std::vector<std::uint32_t> path;
    LineNumber::Script script;
    std::string before, behind;  // what stands around the number
    bool wide = false;           // in full-width digits
    std::uint32_t furthest = 0;  // of the clauses, each at most a few behind the last
  };
  std::optional<std::vector<std::uint32_t>> right_path(const LineNumber& number) const;
  std::vector<Row> open_;  // the rows that are open, outermost first
  bool after_colon_ = false, in_schedule_ = false;
};

}  // namespace proviso::tasks
