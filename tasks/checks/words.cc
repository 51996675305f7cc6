#include "tasks/checks/words.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "check_words_data.h"
#include "contract_words_data.h"
#include "tasks/checks/search.h"
#include "tasks/law/table.h"

namespace proviso::tasks {
namespace {

using Groups = std::map<std::string_view, std::vector<std::string_view>>;

Groups read_groups() {
  Groups groups;
  for (const std::string_view table :
       {check_words::data::case_number, check_words::data::people, check_words::data::liability,
        check_words::data::share, check_words::data::amount, check_words::data::interest,
        check_words::data::sum, check_words::data::unit, check_words::data::telling,
        check_words::data::court, check_words::data::verdict, check_words::data::owed,
        check_words::data::reference, contract_words::data::contract_en,
        contract_words::data::contract_zh, contract_words::data::contract_bound}) {
    for (const auto& row : law::rows(table)) {
      if (!groups.try_emplace(row.front(), row.begin() + 1, row.end()).second)
        throw std::logic_error("Two groups of words are called " + std::string(row.front()));
    }
  }
  return groups;
}

}  // namespace

std::span<const std::string_view> words(std::string_view group) {
  static const Groups groups = read_groups();
  return groups.at(group);
}

bool has_word(std::string_view text, std::span<const std::string_view> list) {
  return std::any_of(list.begin(), list.end(),
                     [&](std::string_view word) { return find_word(text, word) != text.npos; });
}

bool begins_with_word(std::string_view text, std::span<const std::string_view> list) {
  return std::any_of(list.begin(), list.end(),
                     [&](std::string_view word) { return text.starts_with(word); });
}

bool ends_with_word(std::string_view text, std::span<const std::string_view> list) {
  return std::any_of(list.begin(), list.end(),
                     [&](std::string_view word) { return text.ends_with(word); });
}

}  // namespace proviso::tasks
