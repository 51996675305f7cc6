// What a prompt fixes: who the parties are, which roles, terms and amounts there are. What is
// drafted may use these and invent none.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"

namespace proviso::tasks {

// Two roles that stand opposite each other, and what only the one or the other does; see
// data/roles.txt. Expressions are RE2, empty where there is none.
struct RolePair {
  std::string language, giver, taker, giver_acts, taker_acts;
  bool general = false;  // the words may mean anybody: they do not make another contract
};
const std::vector<RolePair>& role_pairs();

// A party and the words that stand for it.
struct PromptParty {
  std::string name;
  std::vector<std::string> aliases, roles;
};

struct PromptFacts {
  bool chinese = false;
  segmenter::Kind kind = segmenter::Kind::kOther;
  std::string text;  // the prompt
  std::vector<PromptParty> parties;
  std::string role_language;           // of the pairs below: zh, zh_case, en, en_case
  std::vector<const RolePair*> roles;  // pairs of which the prompt uses both, or one and no other
  std::set<std::string> terms;         // defined: "Goods", 合同设备
  std::set<std::string> amounts;       // values of money, as amount_key() writes them
};

PromptFacts prompt_facts(std::string_view prompt, const segmenter::Structure& structure);

// An amount of money in running text.
struct Amount {
  segmenter::Span span;        // with currency and unit
  std::string key;             // its value, the same for 5万元 and 50,000元
  std::string before, behind;  // what of it is no figure and stays: "人民币", "元"; "US$"
};
std::vector<Amount> find_amounts(std::string_view text, bool chinese);

// A place that gives a term a meaning: ("Goods"), 以下简称"甲方".
struct Definition {
  segmenter::Span span;  // brackets included
  std::string term;
};
std::vector<Definition> find_definitions(std::string_view text);

}  // namespace proviso::tasks
