// A contract as its checks see it: a CaseView and what only contracts have.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"
#include "tasks/checks/case_view.h"

namespace re2 {
class RE2;
}

namespace proviso::tasks::contract {

using segmenter::Item;
using segmenter::ItemKind;
using segmenter::kNone;
using segmenter::Span;
using segmenter::Tag;
using std::string_view;

// Every match of `pattern` inside `within`, left to right, without overlap: the whole, or its group
// `group` (matches in which the group is empty are left out). ^ and $ refer to `within`.
std::vector<Span> all(string_view text, Span within, const re2::RE2& pattern, int group = 0);
bool found_in(string_view words, const re2::RE2& pattern);

// Holds a reference: `its_view` must outlive it.
struct ContractView {
  explicit ContractView(const CaseView& its_view);

  const CaseView& view;
  string_view text;
  const segmenter::Structure& structure;
  bool chinese = false;
  // The document changes or adds to another one, whose clauses and terms it uses.
  bool amends = false;
  Span whole;

  string_view words(Span span) const { return text.substr(span.start, span.size()); }
  Tag tag(std::size_t offset) const { return view.section(offset).tag; }
  // In the contract's own words: not in its title, signatures, schedules or another document.
  bool in_body(std::size_t offset) const;
  // Whether the item stands in the body.
  bool own(const Item& item) const { return in_body(item.span.start); }
  // The sentence around a place: to the full stop, semicolon or end of the line.
  Span sentence(Span inside) const;
  // At most `limit` bytes before or behind a place, in its line, cut at code points.
  string_view before(std::size_t at, std::size_t limit) const;
  string_view behind(std::size_t at, std::size_t limit) const;
  // The first words of an item, to be shown: at most `limit` bytes of its first line.
  Span opening(const Item& item, std::size_t limit = 80) const;
  // The innermost clause that holds `offset`, kNone where none does.
  std::size_t clause_of(std::size_t offset) const;

 private:
  std::vector<std::size_t> clauses_;  // indices of items, by start
};

// `english` or `chinese`, as the document speaks.
Finding tell(const ContractView& contract, string_view kind, string_view check, Span place,
             Span other, std::string english, std::string chinese);

// Whether a Chinese contract has the name for several things: 厂房租赁期限, 办公楼租赁期限
// (zh_thing in the words).
bool for_several_things(const ContractView& contract, string_view name);

// ASCII letters lowered.
std::string lowered(string_view words);

}  // namespace proviso::tasks::contract
