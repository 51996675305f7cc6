// The marks that number clauses: ARTICLE I, Section 1.1, 1., (a), 第一条, 一、, （一）, ①. The
// styles are data: grammar/contract_numbering.json.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"

namespace proviso::segmenter::clauses {

enum class Value : std::uint8_t {
  kArabic,       // 1, １
  kDotted,       // 1, 1.1, 1.01.3; 3.0 is one deep, with Mark::zero
  kDeep,         // 1.1 and deeper
  kRomanUpper,   // I … XLIX
  kRomanLower,   // i … xlix
  kLetterUpper,  // A … Z, AA …
  kLetterLower,
  kWord,     // One … Twenty
  kChinese,  // 一 … 九千九百九十九, also 1
  kCircled,  // ① … ⑳
};

enum class Inline : std::uint8_t { kNever, kClause, kList };

struct Style {
  std::string name;
  std::vector<std::string> word, open, close;
  Value value = Value::kArabic;
  std::uint8_t rank = 9;
  bool peer = false, top = false, heading_only = false;
  Inline inside = Inline::kNever;
};

// One way to read a mark: "(i)" is the first of (i), (ii) or the ninth of (a), (b).
struct Reading {
  std::uint8_t style = 0;  // index into Numbering::styles()
  std::uint32_t value = 0;
};

struct Mark {
  static constexpr std::size_t kMaxDepth = 6, kMaxReadings = 3;
  Span span;    // word, brackets and closing stop included
  Span number;  // the number alone
  std::array<std::uint16_t, kMaxDepth>
      path{};  // {3, 2} for 3.2; {5} for (e); 第三条之一 is {3} with sub 1
  std::uint8_t depth = 0, sub = 0;
  bool zero = false;  // 3.0: clause 3, or the first under clause III
  std::array<Reading, kMaxReadings> readings{};
  std::uint8_t count = 0;  // readings in use, at least one
};

class Numbering {
 public:
  // Throws std::runtime_error on a bug in the data file.
  explicit Numbering(std::string_view json);

  const std::vector<Style>& styles() const { return styles_; }
  // Whether `words` (no mark in it) could be a heading: short, its words in capitals but for those
  // of `heading_words`.
  bool heading_like(std::string_view words) const;
  // Whether text that ends as `before` does leads to a reference ("Section", "pursuant to
  // Section").
  bool refers(std::string_view before) const;
  // The same, or the line goes on in the next one ("in accordance with").
  bool joins(std::string_view before) const;
  // `before` without a conjunction at its end, when there is one behind a stop or comma.
  std::string_view without_conjunction(std::string_view before) const;
  // Whether what stands behind 第五条 makes it a reference.
  bool refers_when_before(std::string_view behind) const;
  // Whether text that ends as `before` does leads to wording of another contract ("… is amended to
  // read as follows:"); `opened`: a quotation mark opens it.
  bool amends(std::string_view before, bool& opened) const;
  // Whether a mark may begin with `byte`: a cheap test before match().
  bool may_begin(unsigned char byte) const { return begins_[byte] != 0; }
  // Whether a mark in the middle of a paragraph may begin at `at`: a cheap test before match().
  bool may_begin(std::string_view text, std::size_t at) const {
    const std::uint64_t open = inside_[static_cast<unsigned char>(text[at])];
    if (open == 0) return false;
    // A bare letter or Roman number has its stop close behind.
    if ((open & ~letters_) != 0) return true;
    for (std::size_t i = at + 1; i < text.size() && i <= at + 8; ++i) {
      const char c = text[i];
      if (c == '.' || c == ')' || static_cast<unsigned char>(c) >= 0x80) return true;
      if (c == ' ' || c == '\n' || c == ',') return false;
    }
    return false;
  }
  // The mark that stands at `at` (a code-point boundary), read in all ways that fit; `inside`: only
  // those that may stand in the middle of a paragraph. Looks at most some 60 bytes ahead.
  std::optional<Mark> match(std::string_view text, std::size_t at, bool inside) const;

 private:
  std::vector<Style> styles_;
  std::vector<std::string> heading_words_, reference_words_, joining_words_, conjunctions_, behind_,
      amending_words_;
  std::array<std::uint64_t, 256> begins_{};  // bit i: style i may begin with the byte
  std::array<std::uint64_t, 256> inside_{};  // the same, of styles that may stand in a paragraph
  std::uint64_t letters_ = 0, words_ = 0, brackets_ = 0;  // styles that need a stop behind letters,
                                                          // a word, a closing bracket
};

const Numbering& contract_numbering();

// The value of a number by its kind, 0 where it is none; for lookups of references ("Article IV").
std::uint32_t roman_value(std::string_view word);    // either case, below 50
std::uint32_t chinese_value(std::string_view word);  // 一百二十, also 120 and １２０

}  // namespace proviso::segmenter::clauses
