// The words of a language's provisos, read from its data file once.
#pragma once

#include <re2/re2.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"
#include "tasks/provisos/proviso.h"

namespace proviso::tasks {

// A pattern of the data file with what it makes of a proviso.
struct ProvisoForm {
  std::unique_ptr<RE2> pattern;
  ProvisoKind kind = ProvisoKind::kException;
  std::string end;         // where the scope ends: "limb", "phrase", "noun"; English alone
  bool deviation = false;  // counts only where the case deviates from the rule (另有…)
  bool wins = false;       // the words behind it lose: notwithstanding
};

// The object of a JSON file with comments: each string is a pattern, each list a list of forms.
// Immutable, so safe to read from several threads. Throws std::logic_error for a file that cannot
// be used: it is compiled in, so that is a bug.
class ProvisoWords {
 public:
  ProvisoWords(std::string_view json, bool any_case);
  ~ProvisoWords();
  ProvisoWords(const ProvisoWords&) = delete;
  ProvisoWords& operator=(const ProvisoWords&) = delete;

  const RE2& pattern(std::string_view name) const;
  const std::vector<ProvisoForm>& forms(std::string_view name) const;
  bool found(std::string_view name, std::string_view in) const {
    return RE2::PartialMatch(in, pattern(name));
  }
  // `in` without what matches the pattern.
  std::string without(std::string_view name, std::string_view in) const;

 private:
  struct Tables;
  std::unique_ptr<Tables> tables_;
};

// zh.json and en.json of this folder, compiled when first asked for. Thread-safe.
const ProvisoWords& chinese_words();
const ProvisoWords& english_words();
const ProvisoWords& proposal_words();  // proposals.json

// A match of `pattern` in text[from, to): its groups as spans in `text`, group 0 the whole; a group
// that took no part is empty at 0. False where there is none.
bool match(std::string_view text, std::size_t from, std::size_t to, const RE2& pattern,
           std::vector<segmenter::Span>& groups);

}  // namespace proviso::tasks
