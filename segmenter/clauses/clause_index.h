// Finds a clause by the number by which people refer to it.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "segmenter/structure.h"

namespace proviso::segmenter::clauses {

// "3.2", "3.2(a)", "IV", "四", "第八条" → the item. Holds views into no document: it may outlive
// it.
class ClauseIndex {
 public:
  // `items`: the clauses (kClause) of a document in the order of the text, parents first; those of
  // a schedule stand under the schedule's item. `text` is the document.
  ClauseIndex(std::string_view text, const std::vector<Item>& items);

  // The clause named `number` ("3.2(a)", "IV") as seen from the clause `from` (kNone: from none):
  // in the same schedule first, then in the body. kNone where there is none.
  std::size_t find(std::string_view number, std::size_t from) const;
  // The clause "(a)" beside or below `from` or one of those that hold it.
  std::size_t find_beside(std::string_view marks, std::size_t from) const;
  // A schedule by its word and label ("Exhibit A", "附件一"), kNone where there is none.
  std::size_t find_schedule(std::string_view word, std::string_view label) const;
  // The `n`-th child of `parent` (1-based) with an empty number: 款 of an article; kNone past the
  // last.
  std::size_t paragraph(std::size_t parent, std::uint32_t n) const;
  // The child of `parent`, or of its first unnumbered child, that bears the number `n`.
  std::size_t point(std::size_t parent, std::uint32_t n) const;
  // The innermost clause that holds `offset`; kNone where none does.
  std::size_t holder(std::size_t offset) const;
  // The innermost clause that holds the whole of `span`; kNone where none does.
  std::size_t holder(Span span) const;
  // The item's span; `item` is a place in the items given.
  Span span(std::size_t item) const { return items_[item].span; }

 private:
  std::string key_of(std::size_t item, std::string_view text) const;
  std::size_t scope_of(std::size_t item) const;

  const std::vector<Item>& items_;
  std::vector<std::string> keys_;                           // by item
  std::unordered_map<std::string, std::size_t> by_key_;     // "scope|key"
  std::unordered_map<std::string, std::size_t> schedules_;  // "exhibit a"
  std::vector<std::vector<std::size_t>> children_;          // by item
  std::vector<bool> schedule_;                              // by item: it is a schedule's own
  std::vector<std::size_t> order_;                          // clauses by start
};

// A number as it compares: full-width digits, leading zeros of each part and blanks taken off;
// Roman, Chinese and English words as digits where the whole is one.
std::string plain_number(std::string_view written);

}  // namespace proviso::segmenter::clauses
