// Whose words a place stands in: a witness's, or a party's who speaks of himself as 其.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tasks/mentions/reference/page.h"

namespace proviso::tasks::reference {

// Answers are indices into Page::mentions. Holds a reference to `page`, which must outlive it.
class Speakers {
 public:
  explicit Speakers(const Page& page) : page_(page) { find_speeches(); }

  // 证人李某证实,…其…; 被告人李某的供述…\n证明…其….
  std::optional<std::size_t> witness(std::size_t at) const;
  // 证人王某到庭, 证明李某将行李放在其店内: the witness, unless he is named again.
  std::optional<std::size_t> witness_in_sentence(std::size_t at) const;
  // The party in whose reported speech the place stands, where he is never named in it; kNone.
  std::size_t silent_speaker(std::size_t at) const;

 private:
  struct Speech {
    std::size_t start = 0, end = 0;
    std::size_t speaker = 0;
    bool often = false;  // 其 stands in it four times and more
  };
  void find_speeches();

  const Page& page_;
  std::vector<Speech> speeches_;
};

}  // namespace proviso::tasks::reference
