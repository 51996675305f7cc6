#include "tasks/masking.h"

#include <algorithm>
#include <array>

#include "masking_data.h"

namespace proviso::tasks {
namespace {

std::vector<std::string_view> read_words(std::string_view data) {
  std::vector<std::string_view> words;
  while (!data.empty()) {
    const std::size_t end = std::min(data.find('\n'), data.size());
    const std::string_view line = data.substr(0, end);
    if (!line.empty() && line.front() != '#') words.push_back(line);
    data.remove_prefix(std::min(end + 1, data.size()));
  }
  return words;
}

bool is_organisation(std::string_view name) {
  static const std::vector<std::string_view> kWords = read_words(masking::data::organisation_words);
  return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
    return name.find(word) != std::string_view::npos;
  });
}

std::size_t length_of_character(char first) {
  const auto byte = static_cast<unsigned char>(first);
  if (byte < 0x80) return 1;
  if (byte < 0xE0) return 2;
  return byte < 0xF0 ? 3 : 4;
}

std::string_view first_of(std::string_view text) {
  return text.substr(0, length_of_character(text.front()));
}

// One character of the same number of bytes; what parts a name's words stays.
std::string_view mask_of(std::string_view character) {
  static constexpr std::array<std::string_view, 6> kStay{" ", ".", "-", "'", "·", "・"};
  if (std::find(kStay.begin(), kStay.end(), character) != kStay.end()) return character;
  switch (character.size()) {
    case 1:
      return "*";
    case 2:
      return "×";
    case 3:
      return "某";
    default:
      return "👤";
  }
}

// The name in "法定代表人：王五，经理" or "委托诉讼代理人：李四（特别授权）".
std::string_view representative(std::string_view text) {
  for (const std::string_view colon : {"：", ":"}) {
    if (const std::size_t at = text.find(colon); at != std::string_view::npos)
      text.remove_prefix(at + colon.size());
  }
  for (const std::string_view end : {"，", ",", "（", "(", "、", "；", ";", "。"}) {
    text = text.substr(0, std::min(text.find(end), text.size()));
  }
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

}  // namespace

NameMask::NameMask(const std::vector<segmenter::Party>& parties) {
  for (const segmenter::Party& party : parties) {
    if (!is_organisation(party.name)) {
      add(party.name);
      for (const std::string& alias : party.aliases) add(alias);
    }
    for (const std::string& text : party.representatives) {
      const std::string_view name = representative(text);
      if (!is_organisation(name)) add(name);
    }
  }
  std::stable_sort(names_.begin(), names_.end(),
                   [](const Name& a, const Name& b) { return a.from.size() > b.from.size(); });
}

void NameMask::add(std::string_view name) {
  if (name.empty() || first_of(name).size() >= name.size()) return;
  std::string to(first_of(name));
  for (std::string_view rest = name.substr(to.size()); !rest.empty();
       rest.remove_prefix(first_of(rest).size())) {
    to += mask_of(first_of(rest));
  }
  names_.push_back({std::string(name), std::move(to)});
}

std::string NameMask::apply(std::string_view text) const {
  std::string result(text);
  for (const Name& name : names_) {
    for (std::size_t at = result.find(name.from); at != std::string::npos;
         at = result.find(name.from, at + name.to.size())) {
      result.replace(at, name.from.size(), name.to);
    }
  }
  return result;
}

}  // namespace proviso::tasks
