// The defined terms of a contract, and how English ones compare.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tasks/checks/contract/contract_view.h"

namespace proviso::tasks::contract {

// An English term in the singular, in small letters, without "the": how terms compare.
std::string key_of(string_view term);

// Keys of all that the contract defines or puts in quotation marks, and of its parties' names.
std::set<std::string> defined_in(const ContractView& contract);

// A term of several words that an English contract defines.
struct Term {
  const Item* item = nullptr;  // its definition
  std::vector<std::string> words;
  std::size_t uses = 0;  // outside its definition, in whatever letters
};

// The words of one English contract, gathered once for all that is asked of its terms. Holds a
// reference: `contract` must outlive it.
class Vocabulary {
 public:
  explicit Vocabulary(const ContractView& contract);

  const ContractView& contract() const { return contract_; }
  const std::vector<Term>& terms() const { return terms_; }
  bool defines(string_view phrase) const { return defined_.count(key_of(phrase)) != 0; }
  // "Initial Term" where "Term" is defined, "Product Data" where "Product" is.
  bool made_of_terms(const std::vector<std::string>& words) const;
  // Whether the word stands somewhere in small letters: then it is no proper name.
  bool plain(string_view word) const { return small_.count(word) != 0; }
  // Places of `phrase` as words of their own (its plural too), in the letters given.
  std::vector<Span> places_of(string_view phrase) const;
  // Whether the phrase needs no definition or has one in another form: in quotation marks, "X
  // means", "X, as defined in", a title, a column of a table, plain words elsewhere.
  bool explained(string_view phrase) const;
  // Phrases in capitals in mid-sentence that nothing defines ("the Relevant Date"), with their
  // places in the body: behind a word that leads to a noun where `led`, else behind any plain word.
  std::map<std::string, std::vector<Span>> undefined_phrases(bool led) const;

 private:
  const ContractView& contract_;
  std::string low_;  // the text in small letters
  std::set<std::string> defined_;
  std::set<std::string, std::less<>> small_;
  std::vector<Term> terms_;
};

std::vector<std::string> words_of(string_view phrase);
std::string joined(const std::vector<std::string>& words);

// english_terms.cc: terms that are used but not defined, exchanged or misnamed; not for contracts
// in Chinese. Of an amendment only what its own definitions contradict is told.
void undefined_in_english(const ContractView& contract, std::vector<Finding>& findings);

}  // namespace proviso::tasks::contract
