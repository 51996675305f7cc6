// What is no person: the noun phrases before a place, and what was told before it.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "tasks/mentions/reference/page.h"

namespace proviso::tasks::reference {

// Offsets are in the folded text. Holds a reference to `page`, which must outlive it.
class Things {
 public:
  explicit Things(const Page& page) : page_(page) {}

  // The noun phrase that ends with [start, end): a title in its brackets, or the characters before
  // it that are no function words.
  segmenter::Span noun_phrase(std::size_t start, std::size_t end) const;
  // The last place before with this noun that does not itself point back.
  std::optional<segmenter::Span> thing_before(std::string_view noun, std::size_t at) const;
  // The nearest thing of which the noun, one of its beginnings or ends speaks, or one of its sort.
  std::optional<segmenter::Span> same_thing(std::string_view noun, std::size_t at) const;
  // What was told right before: the beginning of the sentence, else the sentence before.
  std::optional<segmenter::Span> told_before(std::size_t at) const;
  // The same before a clause: what stands in the reference's own clause is not yet told.
  std::optional<segmenter::Span> told_before_clause(std::size_t at) const;
  // The nearest paper that is evidence, said to be there (not 未提供合同).
  std::optional<segmenter::Span> paper_before(std::size_t at) const;
  // The last sentence of what was found or charged.
  std::optional<segmenter::Span> facts_before(std::size_t at) const;
  // 上述第一项: the item 一、.
  std::optional<segmenter::Span> item_before(std::string_view noun, std::size_t at) const;

 private:
  const Page& page_;
};

}  // namespace proviso::tasks::reference
