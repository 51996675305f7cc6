// A judgment's text with its parties told apart: by name, by short name, by the word of their side,
// also where a counterclaim changes the words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tasks/checks/case_view.h"
#include "tasks/checks/cast.h"

namespace proviso::tasks {

// In a piece that was read for sides one byte stands for each party or list of parties of one side,
// its role word included.
constexpr char kPlaintiff = '\x01';
constexpr char kDefendant = '\x02';
constexpr char kThirdParty = '\x03';

// Folded text with such bytes. `who[i]` are the people of the i-th of them, a bit for each (see
// Sides::person); all of a side where only its word stands there. `named[i]`: a name stands there.
struct SidedText {
  std::string said;
  std::vector<std::uint64_t> who;
  std::vector<bool> named;

  // The index into `who` of the party byte at `at`.
  std::size_t mark(std::size_t at) const;
};

inline bool is_side(char c) {
  return c >= kPlaintiff && c <= kThirdParty;
}

// Holds the view. The first 64 people of the cast are known; 保险公司 is the only insurer among
// them, 鼎丰公司 the company whose name holds these characters. Words that two sides share are
// nobody's.
class Sides {
 public:
  Sides(const CaseView& view, const Cast& cast);

  SidedText read(segmenter::Span span) const;
  SidedText read(std::string_view piece_of_the_document) const;
  // The people of a side, as bits.
  std::uint64_t all(char side) const;
  std::size_t people() const { return people_.size(); }
  const std::string& name(std::size_t person) const { return people_[person].name; }
  char side(std::size_t person) const { return people_[person].side; }
  // 男 or 女 as the head has it behind the name, else empty.
  std::string_view sex(std::size_t person) const { return people_[person].sex; }

 private:
  struct Person {
    std::string name;
    char side = 0;
    std::string_view sex;
  };
  struct Name {
    std::string words;
    char side = 0;
    std::uint64_t who = 0;
    bool role = false;
  };
  void add(const std::string& words, std::size_t person);
  void add_short_names(std::size_t person);
  const Name* name_at(std::string_view rest) const;

  const CaseView& view_;
  std::vector<Person> people_;
  std::vector<Name> names_;  // the longer first
};

}  // namespace proviso::tasks
