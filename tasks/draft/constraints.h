// What a draft may not do, given its prompt: invent amounts and names, let parties change their
// roles, define a term twice, jump in its numbers. Each sentence is looked at as it comes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/draft/facts.h"
#include "tasks/draft/numbering.h"

namespace re2 {
class RE2;
}

namespace proviso::tasks {

enum class Slip : std::uint8_t {
  kAmount,     // an amount of money that the prompt does not name
  kSwap,       // a party in another one's role, a role doing what its counterpart does, owing to
               // itself or answering for the other's breach; two roles in a row
  kParty,      // a name behind a role that is none of the prompt's parties
  kRole,       // a role of another kind of contract: Lessor where the prompt has Seller
  kName,       // a personal name that the prompt does not hold
  kTerm,       // a term defined again
  kNumbering,  // a number that does not follow its row
  kRepeat,     // a sentence that was there already
};
std::string_view name(Slip slip);  // "amount", …

// A slip and what should stand in its place.
struct Problem {
  Slip slip;
  segmenter::Span span;  // of the text looked at
  std::string instead;
};

// A string that replaces the problems' places (they do not overlap).
std::string with_replacements(std::string_view text, const std::vector<Problem>& problems);

class Constraints {
 public:
  // Reads the prompt's lines as the beginning of the numbers.
  explicit Constraints(PromptFacts facts);

  // What is wrong with `sentence`, in order, not overlapping; `line_start`: it begins a line.
  // kRepeat covers the whole sentence and has nothing in its place.
  std::vector<Problem> look(std::string_view sentence, bool line_start) const;
  // The sentence stands: its number, its terms and its words are known from now on.
  void take(std::string_view sentence, bool line_start);

  const PromptFacts& facts() const { return facts_; }
  const NumberSequence& numbers() const { return numbers_; }

 private:
  void look_for_amounts(std::string_view sentence, std::vector<Problem>& out) const;
  void look_for_parties(std::string_view sentence, std::vector<Problem>& out) const;
  void look_for_roles(std::string_view sentence, std::vector<Problem>& out) const;
  void look_for_roles_in_a_row(std::string_view sentence, std::vector<Problem>& out) const;
  void look_for_breaches_of_another(std::string_view sentence, std::vector<Problem>& out) const;
  void look_for_acts(std::string_view sentence, std::vector<Problem>& out) const;
  void look_for_debts_to_oneself(std::string_view sentence, std::vector<Problem>& out) const;
  void look_for_names(std::string_view sentence, std::vector<Problem>& out) const;
  void look_for_terms(std::string_view sentence, std::vector<Problem>& out) const;
  // What only the counterpart of `role` does, behind the role's name.
  struct Act {
    std::string role, other;
    std::shared_ptr<const re2::RE2> pattern;
  };
  // A role, and its name again as the one that is paid, told, delivered to.
  struct Debt {
    std::string role, other;
    std::shared_ptr<const re2::RE2> pattern;
  };
  // The party of `role` that stands in for an invented name; the same one for the same name.
  const std::string& party_for(std::string_view role, std::string_view invented) const;

  PromptFacts facts_;
  NumberSequence numbers_;
  std::set<std::string> terms_;
  std::set<std::string> sentences_;
  std::map<std::string, std::vector<std::string>, std::less<>> by_role_;  // names and aliases
  std::vector<Act> acts_;
  std::vector<Debt> debts_;
  std::vector<Debt> breaches_;      // a role in breach, and its counterpart that answers for it
  std::vector<std::string> roles_;  // all words for roles in a case, longest first
};

}  // namespace proviso::tasks
