#include "tasks/checks/words.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "check_words_data.h"
#include "contract_words_data.h"
#include "tasks/law/table.h"
#include "tasks/mentions/folded.h"

namespace proviso::tasks {
namespace {

struct Group {
  std::vector<std::string_view> list;
  Words words;
};

using Groups = std::unordered_map<std::string_view, Group>;

Groups read_groups() {
  Groups groups;
  for (const std::string_view table :
       {check_words::data::case_number, check_words::data::people, check_words::data::particulars,
        check_words::data::liability, check_words::data::share, check_words::data::amount,
        check_words::data::interest, check_words::data::sum, check_words::data::unit,
        check_words::data::telling, check_words::data::court, check_words::data::criminal,
        check_words::data::verdict, check_words::data::owed, check_words::data::reference,
        contract_words::data::contract_en, contract_words::data::contract_zh,
        contract_words::data::contract_bound}) {
    for (const auto& row : law::rows(table)) {
      std::vector<std::string_view> list(row.begin() + 1, row.end());
      const Words seen(list);  // of the buffer, which moves along with the vector
      if (!groups.try_emplace(row.front(), Group{std::move(list), seen}).second)
        throw std::logic_error("Two groups of words are called " + std::string(row.front()));
    }
  }
  return groups;
}

constexpr std::size_t kHanBytes = 3;

bool three_bytes(std::string_view text) {
  return text.size() >= kHanBytes && (static_cast<unsigned char>(text.front()) & 0xF0) == 0xE0;
}

// One bit, by the byte modulo 64.
constexpr std::uint64_t bit(char byte) {
  return std::uint64_t{1} << (static_cast<unsigned char>(byte) & 63U);
}

constexpr std::size_t upper_half(char byte) {
  return (static_cast<unsigned char>(byte) >> 6U) & 1U;
}

}  // namespace

Words::Words(std::span<const std::string_view> list) : list_(list) {
  for (const std::string_view word : list) {
    if (three_bytes(word)) {
      second_ |= bit(word[1]);
      third_ |= bit(word[2]);
    } else {
      first_[upper_half(word.front())] |= bit(word.front());
    }
  }
}

bool Words::may_open(std::string_view rest) const {
  if (three_bytes(rest)) return (second_ & bit(rest[1])) != 0 && (third_ & bit(rest[2])) != 0;
  return (first_[upper_half(rest.front())] & bit(rest.front())) != 0;
}

Words words(std::string_view group) {
  static const Groups groups = read_groups();
  return groups.at(group).words;
}

bool has_word(std::string_view text, const Words& group) {
  for (std::size_t at = 0; at < text.size(); at += code_point_bytes(text[at])) {
    const std::string_view rest = text.substr(at);
    if (group.may_open(rest) && begins_with_word(rest, group)) return true;
  }
  return false;
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
