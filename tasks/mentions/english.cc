#include "tasks/mentions/english.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <utility>

namespace proviso::tasks {
namespace {

using std::string_view;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

constexpr std::array<std::pair<string_view, int>, 28> kSmall{
    {{"zero", 0},     {"one", 1},      {"two", 2},        {"three", 3},     {"four", 4},
     {"five", 5},     {"six", 6},      {"seven", 7},      {"eight", 8},     {"nine", 9},
     {"ten", 10},     {"eleven", 11},  {"twelve", 12},    {"thirteen", 13}, {"fourteen", 14},
     {"fifteen", 15}, {"sixteen", 16}, {"seventeen", 17}, {"eighteen", 18}, {"nineteen", 19},
     {"twenty", 20},  {"thirty", 30},  {"forty", 40},     {"fifty", 50},    {"sixty", 60},
     {"seventy", 70}, {"eighty", 80},  {"ninety", 90}}};

std::optional<int> small(string_view word) {
  for (const auto& [name, value] : kSmall) {
    if (word == name) return value;
  }
  return std::nullopt;
}

std::int64_t scale(string_view word) {
  if (word == "thousand") return 1000;
  if (word == "million") return 1'000'000;
  if (word == "billion") return 1'000'000'000;
  return 0;
}

// "forty-five" in words of its own.
std::vector<std::string> words_of(string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c == ' ' || c == '-' || c == '\n' || c == ',') {
      if (!words.back().empty()) words.emplace_back();
    } else {
      words.back() += lower(c);
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

constexpr const char* kMonth = "(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?:[a-z]*)";

int month_of(string_view word) {
  constexpr string_view kNames = "janfebmaraprmayjunjulaugsepoctnovdec";
  std::string head;
  for (const char c : word.substr(0, 3)) head += lower(c);
  return static_cast<int>(kNames.find(head) / 3) + 1;
}

// Whether the whole word is a month's name or its abbreviation, not Mayor or Marchand.
bool month_word(string_view word) {
  static const RE2 pattern(
      "(?i)(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?("
      "?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)");
  return RE2::FullMatch(re2::StringPiece(word.data(), word.size()), pattern);
}

std::string currency_of(string_view sign) {
  if (sign.find("US") != sign.npos || sign == "$" || sign.starts_with("dollar") ||
      sign.starts_with("Dollar") || sign.starts_with("DOLLAR")) {
    return "USD";
  }
  if (sign == "€" || lower(sign.front()) == 'e') return "EUR";
  if (sign == "£" || sign == "GBP" || lower(sign.front()) == 'p') return "GBP";
  if (sign == "¥" || sign == "￥" || sign == "CNY") return "RMB";
  return std::string(sign);
}

}  // namespace

std::optional<Exact> english_number(string_view text) {
  const std::vector<std::string> words = words_of(text);
  if (words.empty() || words.front() == "and" || words.back() == "and") return std::nullopt;
  std::int64_t total = 0, group = 0, largest = 1'000'000'000'000;
  int last = 0;  // 1: units, 2: tens, 3: hundred, 0: nothing yet
  bool any = false;
  for (const std::string& word : words) {
    if (word == "and") continue;
    if (const std::optional<int> value = small(word)) {
      const int kind = *value >= 20 ? 2 : 1;
      if (kind == 1 && (last == 1 || (last == 2 && *value > 9))) return std::nullopt;
      if (kind == 2 && (last == 1 || last == 2)) return std::nullopt;
      group += *value;
      last = kind;
    } else if (word == "hundred") {
      if (group == 0 || group > 99) return std::nullopt;
      group *= 100;
      last = 3;
    } else if (const std::int64_t by = scale(word); by != 0 && group != 0 && by < largest) {
      total += group * by;
      group = 0;
      largest = by;
      last = 0;
    } else {
      return std::nullopt;
    }
    any = true;
  }
  if (!any) return std::nullopt;
  return Exact(total + group);
}

std::vector<Money> find_english_money(string_view text) {
  static const RE2 pattern(
      "(US ?\\$|USD ?\\$?|U\\.S\\. "
      "?\\$|[A-Z]{1,3}\\$|\\$|€|£|¥|￥|EUR|GBP|RMB|CNY)\\s?([0-9]{1,3}(?:,[0-9]"
      "{3})+(?:\\.[0-9]+)?|[0-9]+(?:\\.[0-9]+)?)( (?:thousand|million|billion|Thousand|Million|"
      "Billion)\\b)?|\\b([0-9]{1,3}(?:,[0-9]{3})+(?:\\.[0-9]+)?|[0-9]+(?:\\.[0-9]+)?)( "
      "(?:thousand|million|billion|Thousand|Million|Billion))? (U\\.?S\\.? [Dd]ollars|[Dd]ollars|"
      "DOLLARS|[Ee]uros?|[Pp]ounds [Ss]terling)\\b");
  std::vector<Money> found;
  std::array<re2::StringPiece, 7> groups;
  const re2::StringPiece piece(text.data(), text.size());
  for (std::size_t at = 0; pattern.Match(piece, at, piece.size(), RE2::UNANCHORED, groups.data(),
                                         static_cast<int>(groups.size()));) {
    const auto start = static_cast<std::size_t>(groups[0].data() - text.data());
    at = start + groups[0].size();
    const bool ahead = groups[1].data() != nullptr;
    const re2::StringPiece& sign = groups[ahead ? 1 : 6];
    std::string digits(ahead ? groups[2].as_string() : groups[4].as_string());
    digits.erase(std::remove(digits.begin(), digits.end(), ','), digits.end());
    const std::optional<Exact> value = Exact::parse(digits);
    if (!value) continue;
    const re2::StringPiece& by = groups[ahead ? 3 : 5];
    std::string word;
    for (const char c : by) word += lower(c);
    const std::int64_t times = word.empty() ? 1 : scale(string_view(word).substr(1));
    found.push_back({{start, at}, *value * Exact(times), currency_of({sign.data(), sign.size()})});
  }
  return found;
}

std::vector<Date> find_english_dates(string_view text) {
  static const RE2 pattern(
      "(?i)\\b" + std::string(kMonth) +
      "\\.?\\s+([0-9]{1,2})(?:\\s?(?:st|nd|rd|th))?\\s*,?\\s+((?:19|20)[0-9]{2})\\b|"
      "(?i)\\b([0-9]{1,2})(?:\\s?(?:st|nd|rd|th))?\\s+(?:day\\s+of\\s+)?" +
      std::string(kMonth) + "\\.?\\s*,?\\s+((?:19|20)[0-9]{2})\\b");
  std::vector<Date> found;
  std::array<re2::StringPiece, 7> groups;
  const re2::StringPiece piece(text.data(), text.size());
  for (std::size_t at = 0; pattern.Match(piece, at, piece.size(), RE2::UNANCHORED, groups.data(),
                                         static_cast<int>(groups.size()));) {
    const auto start = static_cast<std::size_t>(groups[0].data() - text.data());
    at = start + groups[0].size();
    const bool american = groups[1].data() != nullptr;
    const re2::StringPiece& month = groups[american ? 1 : 5];
    const std::size_t word_at = static_cast<std::size_t>(month.data() - text.data());
    std::size_t word_end = word_at;
    while (word_end < text.size() && lower(text[word_end]) >= 'a' && lower(text[word_end]) <= 'z') {
      ++word_end;
    }
    if (!month_word(text.substr(word_at, word_end - word_at))) continue;
    Date date;
    date.span = {start, at};
    date.year = std::stoi(groups[american ? 3 : 6].as_string());
    date.month = month_of({month.data(), month.size()});
    date.day = std::stoi(groups[american ? 2 : 4].as_string());
    found.push_back(date);
  }
  return found;
}

}  // namespace proviso::tasks
