// A judgment as the resolver of references reads it: its sentences and clauses, and in order every
// name and every role word that stands without one.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"
#include "tasks/checks/case_view.h"
#include "tasks/mentions/case_number.h"
#include "tasks/mentions/named.h"

namespace proviso::tasks::reference {

// A name or a bare role word. Offsets here and below are in the folded text.
struct Mention {
  std::size_t start = 0, end = 0;
  std::size_t who = segmenter::kNone;  // index into World::all, of a name
  std::vector<std::size_t> holders;    // of a role: who hold it; may be empty
  std::string_view role;               // of a role
};

bool same_people(const Mention& a, const Mention& b);

// 2 for 二被告; 0 where nothing is counted.
std::size_t number_of(std::string_view role);

// Holds a reference to `view`, which must outlive it.
class Page {
 public:
  explicit Page(const CaseView& view);

  // ---- sentences and clauses ----
  std::size_t sentence_start(std::size_t at) const { return at_or_before(sentences, at); }
  std::size_t clause_start(std::size_t at) const { return at_or_before(clauses, at); }
  std::size_t paragraph_start(std::size_t at) const;
  std::string_view between(std::size_t from, std::size_t to) const {
    return from < to ? text.substr(from, to - from) : std::string_view();
  }
  bool begins(std::size_t at, std::string_view words) const {
    return text.substr(at).starts_with(words);
  }
  const segmenter::Section& section(std::size_t at) const {
    return view.section(view.folded.origin[at]);
  }

  // ---- people ----
  // Who hold a role where it is written: 原告 means, in the judgment below, who was plaintiff
  // there.
  std::vector<std::size_t> holders(std::string_view role, std::size_t at) const;
  // Index of the last mention that ends at or before `offset`; kNone.
  std::size_t mention_before(std::size_t offset) const;
  // Index of the first mention within [from, to); kNone.
  std::size_t first_mention_in(std::size_t from, std::size_t to) const;
  // The mentions that stand in one list with this one: 陈某、李某, 甲公司及乙公司.
  std::vector<std::size_t> list_around(std::size_t mention) const;
  // Whether the mention may be its clause's subject: nothing that governs it stands before it.
  bool subject_like(std::size_t mention) const;
  // Where `who` is named last before an offset; else the first time behind it.
  segmenter::Span named(std::size_t who, std::size_t before) const;
  std::vector<segmenter::Span> people(const std::vector<std::size_t>& who,
                                      std::size_t before) const;
  // The places of mentions; of a role word the names of its holders, where one stands before.
  std::vector<segmenter::Span> spans_of(const std::vector<std::size_t>& mentions,
                                        std::size_t before) const;

  const CaseView& view;
  std::string_view text;  // folded
  World world;
  std::vector<std::size_t> sentences, clauses;  // starts
  std::vector<Mention> mentions;                // in order
  std::vector<CaseNumber> case_numbers;

 private:
  static std::size_t at_or_before(const std::vector<std::size_t>& starts, std::size_t at);
  void cut();
  void collect_mentions();
};

}  // namespace proviso::tasks::reference
