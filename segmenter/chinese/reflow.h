// A judgment as the court laid it out, made again from a copy that lost its layout: line ends that
// became spaces or nothing, lines cut at a page's width, ASCII and look-alike punctuation between
// Chinese characters, words spaced out letter by letter. Offsets in the one lead to offsets in the
// other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace proviso::segmenter::chinese {

class Reflow {
 public:
  // Nothing where `text` (valid UTF-8) needs no change or has 2 GiB or more; time and memory are
  // linear in its length.
  static std::optional<Reflow> of(std::string_view text);

  std::string_view text() const { return text_; }

  // The byte of the original where what stands at byte `at` of text() begins: behind whatever was
  // left out there. Non-decreasing; 0 gives 0, text().size() gives the original's size.
  std::size_t begins(std::size_t at) const;
  // Where what stands before `at` ends: before whatever was left out.
  std::size_t ends(std::size_t at) const;

 private:
  class Builder;
  // From text_ byte `at` on, the original goes on from byte `from`; before it, it ended at `to`.
  struct Step {
    std::uint32_t at, to, from;  // a hostile text has one for every other character
  };
  std::string text_;
  std::vector<Step> steps_;
};

}  // namespace proviso::segmenter::chinese
