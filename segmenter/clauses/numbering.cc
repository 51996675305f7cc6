#include "segmenter/clauses/numbering.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "segmenter/utf8.h"
#include "segmenter_data.h"

namespace proviso::segmenter::clauses {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 10> kValueNames{
    "arabic",       "dotted",       "deep", "roman_upper", "roman_lower",
    "letter_upper", "letter_lower", "word", "chinese",     "circled"};
constexpr std::array<std::string_view, 20> kWords{
    "one",     "two",     "three",     "four",     "five",     "six",      "seven",
    "eight",   "nine",    "ten",       "eleven",   "twelve",   "thirteen", "fourteen",
    "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"};

// A number read at some place: its value and where it ends.
struct Number {
  std::array<std::uint16_t, Mark::kMaxDepth> path{};
  std::uint8_t depth = 0;
  std::uint8_t written = 0;  // components as written: 3.0 is one level deep, written with two
  std::size_t end = 0;
};

// The digit at `at`, ASCII or full width, and its length in bytes; -1 if there is none.
int digit_at(std::string_view text, std::size_t at, std::size_t& length) {
  const unsigned char c = static_cast<unsigned char>(text[at]);
  length = 1;
  if (c >= '0' && c <= '9') return c - '0';
  if (c != 0xEF || at + 2 >= text.size()) return -1;
  const char32_t wide = code_point(text, at);
  length = 3;
  return wide >= 0xFF10 && wide <= 0xFF19 ? static_cast<int>(wide - 0xFF10) : -1;
}

// Up to `most` digits.
std::optional<std::uint16_t> digits(std::string_view text, std::size_t& at, int most) {
  std::uint32_t value = 0;
  int count = 0;
  for (std::size_t length = 0; at < text.size(); at += length, ++count) {
    const int digit = digit_at(text, at, length);
    if (digit < 0) break;
    if (count == most) return std::nullopt;
    value = value * 10 + static_cast<std::uint32_t>(digit);
  }
  if (count == 0) return std::nullopt;
  return static_cast<std::uint16_t>(value);
}

std::size_t dot_at(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at, 3);
  return rest.starts_with(".") ? 1 : rest.starts_with("．") ? 3 : 0;
}

std::optional<Number> dotted(std::string_view text, std::size_t at) {
  Number out;
  for (;;) {
    const auto part = digits(text, at, 3);
    if (!part) return std::nullopt;
    if (out.depth == Mark::kMaxDepth) return std::nullopt;
    out.path[out.depth++] = *part;
    out.end = at;
    std::size_t length = 0;
    const std::size_t dot = at < text.size() ? dot_at(text, at) : 0;
    if (dot == 0 || at + dot >= text.size() || digit_at(text, at + dot, length) < 0) break;
    at += dot;
  }
  if (out.path[0] == 0) return std::nullopt;
  out.written = out.depth;
  if (out.depth == 2 && out.path[1] == 0) out.depth = 1;
  return out;
}

std::optional<Number> single(std::uint32_t value, std::size_t end) {
  if (value == 0) return std::nullopt;
  Number out;
  out.path[0] = static_cast<std::uint16_t>(value);
  out.depth = out.written = 1;
  out.end = end;
  return out;
}

std::size_t letters_end(std::string_view text, std::size_t at, char first, char last) {
  std::size_t end = at;
  while (end < text.size() && end - at < 12 && text[end] >= first && text[end] <= last) ++end;
  return end;
}

std::optional<Number> roman(std::string_view text, std::size_t at, bool upper) {
  const std::size_t end = letters_end(text, at, upper ? 'A' : 'a', upper ? 'Z' : 'z');
  return single(roman_value(text.substr(at, end - at)), end);
}

std::optional<Number> letter(std::string_view text, std::size_t at, bool upper) {
  const char base = upper ? 'A' : 'a';
  const std::size_t end = letters_end(text, at, base, static_cast<char>(base + 25));
  const std::size_t size = end - at;
  if (size == 0 || size > 2 || (size == 2 && text[at] != text[at + 1])) return std::nullopt;
  return single(static_cast<std::uint32_t>(text[at] - base + 1) + (size == 2 ? 26 : 0), end);
}

std::optional<Number> word(std::string_view text, std::size_t at) {
  std::string lower;
  std::size_t end = at;
  for (; end < text.size() && end - at < 12 && std::isalpha(static_cast<unsigned char>(text[end]));
       ++end) {
    lower += static_cast<char>(std::tolower(static_cast<unsigned char>(text[end])));
  }
  const auto found = std::find(kWords.begin(), kWords.end(), lower);
  if (found == kWords.end()) return std::nullopt;
  return single(static_cast<std::uint32_t>(found - kWords.begin()) + 1, end);
}

constexpr std::u32string_view kChineseDigits = U"〇一二三四五六七八九";

bool is_chinese_number(char32_t c) {
  return kChineseDigits.find(c) != std::u32string_view::npos || c == U'十' || c == U'百' ||
         c == U'千' || c == U'零' || c == U'两' || c == U'○';
}

std::optional<Number> chinese(std::string_view text, std::size_t at, bool digits_too) {
  std::size_t length = 0;
  std::size_t end = at;
  if (at < text.size() && digit_at(text, at, length) >= 0) {
    if (!digits_too) return std::nullopt;
    const auto value = digits(text, end, 4);
    return value ? single(*value, end) : std::nullopt;
  }
  while (end < text.size() && end - at < 30 && is_chinese_number(code_point(text, end))) {
    end = next(text, end);
  }
  return single(chinese_value(text.substr(at, end - at)), end);
}

std::optional<Number> circled(std::string_view text, std::size_t at) {
  const char32_t c = code_point(text, at);
  if (c < 0x2460 || c > 0x2473) return std::nullopt;
  return single(static_cast<std::uint32_t>(c - 0x2460) + 1, next(text, at));
}

std::optional<Number> read_number(std::string_view text, std::size_t at, const Style& style) {
  if (at >= text.size()) return std::nullopt;
  switch (style.value) {
    case Value::kArabic: {
      const auto value = digits(text, at, 3);
      return value ? single(*value, at) : std::nullopt;
    }
    case Value::kDotted:
      return dotted(text, at);
    case Value::kDeep: {
      const auto number = dotted(text, at);
      return number && number->written > 1 ? number : std::nullopt;
    }
    case Value::kRomanUpper:
      return roman(text, at, true);
    case Value::kRomanLower:
      return roman(text, at, false);
    case Value::kLetterUpper:
      return letter(text, at, true);
    case Value::kLetterLower:
      return letter(text, at, false);
    case Value::kWord:
      return word(text, at);
    case Value::kChinese:
      return chinese(text, at, !style.open.empty());
    case Value::kCircled:
      return circled(text, at);
  }
  return std::nullopt;
}

// Length of the first of `literals` that stands at `at`; npos when none does. Longest first.
std::size_t literal_at(std::string_view text, std::size_t at,
                       const std::vector<std::string>& literals) {
  if (literals.empty()) return 0;
  for (const std::string& one : literals) {
    if (text.substr(at, one.size()) == one) return one.size();
  }
  return std::string_view::npos;
}

// Behind the blanks and dashes between "ARTICLE" and its number; npos where nothing parts them.
std::size_t behind_join(std::string_view text, std::size_t at) {
  const std::size_t start = at;
  while (at < text.size() && at - start < 8) {
    const std::string_view rest = text.substr(at, 3);
    if (rest.starts_with(' ') || rest.starts_with('-') || rest.starts_with('\t')) {
      ++at;
    } else if (rest.starts_with("\xC2\xA0")) {
      at += 2;
    } else if (rest == "–" || rest == "—" || rest == "　") {
      at += 3;
    } else {
      break;
    }
  }
  return at == start ? std::string_view::npos : at;
}

bool upper_at(std::string_view text, std::size_t at) {
  return at < text.size() && text[at] >= 'A' && text[at] <= 'Z';
}
bool lower_at(std::string_view text, std::size_t at) {
  return at < text.size() && text[at] >= 'a' && text[at] <= 'z';
}

// Whether what follows lets the words before `at` be a mark: "3.5%", "U.S.", "4.2(a)" are none.
// `written`: components of its number; `inside`: it stands in the middle of a paragraph.
bool ends_well(std::string_view text, std::size_t at, const Style& style, bool closed,
               std::uint8_t written, bool inside) {
  if (at >= text.size()) return true;
  const char c = text[at];
  if (c == ' ' || c == '\n' || c == '\t' || static_cast<unsigned char>(c) >= 0x80) return true;
  const bool deep = style.value == Value::kDotted && written > 1;
  if (deep && c == '"' && !inside) return true;  // 1.1"Term"
  if (written > 2 && upper_at(text, at) && text.substr(at + 1, 1) != ".") return true;
  if (written > 2 && lower_at(text, at) && lower_at(text, at + 1)) return true;  // 2.11.1monitor
  if (!closed) return upper_at(text, at) && lower_at(text, at + 1);
  if (!style.word.empty()) return true;
  if (style.close.front() != ".") return c != '(' && c != ',' && c != ';' && c != '.';
  const bool quoted = c == '"' || c == '[' || c == '(' || c == '_' || c == '$';
  return quoted || (upper_at(text, at) && (lower_at(text, at + 1) || upper_at(text, at + 1)));
}

std::optional<Mark> match_style(std::string_view text, std::size_t at, const Style& style,
                                bool inside) {
  std::size_t place = at;
  if (!style.word.empty()) {
    const std::size_t length = literal_at(text, place, style.word);
    if (length == std::string_view::npos) return std::nullopt;
    place = behind_join(text, place + length);
    if (place == std::string_view::npos) return std::nullopt;
  }
  const std::size_t open = literal_at(text, place, style.open);
  if (open == std::string_view::npos) return std::nullopt;
  place += open;
  if (!style.open.empty()) {
    while (place < text.size() && text[place] == ' ' && place - at < 8) ++place;  // 第 一 条
  }
  auto number = read_number(text, place, style);
  if (!number) return std::nullopt;
  std::size_t end = number->end;
  if (!style.open.empty()) {
    while (end < text.size() && text[end] == ' ' && end - number->end < 3) ++end;
  }
  const std::size_t close = literal_at(text, end, style.close);
  if (close == std::string_view::npos) return std::nullopt;
  if (style.value == Value::kDotted && style.word.empty() && number->written == 1 && close == 0) {
    return std::nullopt;
  }
  if (!style.open.empty() && close == 0) return std::nullopt;
  end += close;
  const bool chinese = style.value == Value::kChinese || style.value == Value::kCircled;
  if (!chinese && !ends_well(text, end, style, close != 0, number->written, inside))
    return std::nullopt;
  Mark mark;
  mark.span = {at, end};
  mark.number = {place, number->end};
  mark.path = number->path;
  mark.depth = number->depth;
  mark.zero = number->written == 2 && number->depth == 1;
  if (chinese && text.substr(end, 3) == "之" && close != 0) {  // 第三条之一
    if (const auto sub = clauses::chinese(text, end + 3, false); sub && sub->path[0] < 100) {
      mark.sub = static_cast<std::uint8_t>(sub->path[0]);
      mark.span.end = sub->end;
    }
  }
  return mark;
}

std::vector<std::string> strings(const Json& json, const char* key) {
  return json.value(key, std::vector<std::string>{});
}

Style parse_style(const Json& json) {
  Style style;
  style.name = json.at("name");
  style.word = strings(json, "word");
  style.open = strings(json, "open");
  style.close = strings(json, "close");
  const std::string value = json.at("value");
  const auto found = std::find(kValueNames.begin(), kValueNames.end(), value);
  if (found == kValueNames.end()) {
    throw std::runtime_error(
        fmt::format("numbering style '{}': unknown value '{}'", style.name, value));
  }
  style.value = static_cast<Value>(found - kValueNames.begin());
  style.rank = json.at("rank");
  style.peer = json.value("peer", false);
  style.top = json.value("top", false);
  style.heading_only = json.value("line", std::string()) == "heading";
  const std::string inside = json.value("inline", std::string());
  style.inside = inside == "clause" ? Inline::kClause
                 : inside == "list" ? Inline::kList
                                    : Inline::kNever;
  return style;
}

bool holds(const std::vector<std::string>& words, std::string_view wanted) {
  return !wanted.empty() && std::find(words.begin(), words.end(), wanted) != words.end();
}

std::string_view without_blanks(std::string_view words) {
  const std::size_t last = words.find_last_not_of(" \t\n");
  return words.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

std::string_view last_word(std::string_view words) {
  words = without_blanks(words);
  words.remove_prefix(words.size() - std::min<std::size_t>(words.size(), 24));
  const std::size_t start = words.find_last_of(" \t\n(");
  return start == std::string_view::npos ? words : words.substr(start + 1);
}

// The bytes with which a number of a kind may begin.
std::string first_bytes(Value value) {
  switch (value) {
    case Value::kArabic:
    case Value::kDotted:
    case Value::kDeep:
      return "0123456789\xEF";
    case Value::kRomanUpper:
      return "IVX";
    case Value::kRomanLower:
      return "ivx";
    case Value::kLetterUpper:
      return "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    case Value::kLetterLower:
      return "abcdefghijklmnopqrstuvwxyz";
    case Value::kChinese:
      return "\xE3\xE4\xE5\xE7\xE8\xE9\xE2";
    default:
      return "\xE2";
  }
}

}  // namespace

std::uint32_t roman_value(std::string_view word) {
  static constexpr std::array<std::string_view, 10> kOnes{"",  "i",  "ii",  "iii",  "iv",
                                                          "v", "vi", "vii", "viii", "ix"};
  std::string lower;
  for (const char c : word.substr(0, 12)) {
    lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  std::string_view rest = lower;
  std::uint32_t tens = 0;
  if (rest.starts_with("xl")) {
    tens = 4;
    rest.remove_prefix(2);
  } else {
    for (; tens < 3 && rest.starts_with('x'); ++tens) rest.remove_prefix(1);
  }
  const auto ones = std::find(kOnes.begin(), kOnes.end(), rest);
  if (word.empty() || ones == kOnes.end()) return 0;
  return tens * 10 + static_cast<std::uint32_t>(ones - kOnes.begin());
}

std::uint32_t chinese_value(std::string_view word) {
  std::size_t length = 0;
  if (word.empty()) return 0;
  if (digit_at(word, 0, length) >= 0) {
    std::size_t at = 0;
    const auto value = digits(word, at, 4);
    return value && at == word.size() ? *value : 0;
  }
  std::uint32_t total = 0, digit = 0;
  bool unit_seen = false;
  for (std::size_t at = 0; at < word.size(); at = next(word, at)) {
    const char32_t c = code_point(word, at);
    const std::uint32_t unit = c == U'十' ? 10 : c == U'百' ? 100 : c == U'千' ? 1000 : 0;
    if (unit != 0) {
      total += (digit == 0 ? 1 : digit) * unit;
      digit = 0;
      unit_seen = true;
    } else if (c == U'零' || c == U'〇' || c == U'○') {
      digit = unit_seen ? 0 : digit * 10;  // 一百零三; 一〇三
    } else {
      const std::size_t found = c == U'两' ? 2 : kChineseDigits.find(c);
      if (found == std::u32string_view::npos) return 0;
      digit = (unit_seen ? 0 : digit * 10) + static_cast<std::uint32_t>(found);
    }
    if (total + digit > 9999) return 0;
  }
  return total + digit;
}

Numbering::Numbering(std::string_view text) {
  const Json json = Json::parse(text, nullptr, true, true);
  heading_words_ = strings(json, "heading_words");
  reference_words_ = strings(json, "reference_words");
  joining_words_ = strings(json, "joining_words");
  conjunctions_ = strings(json, "conjunctions");
  behind_ = strings(json, "refers_when_before");
  amending_words_ = strings(json, "amending_words");
  for (const Json& style : json.at("styles")) styles_.push_back(parse_style(style));
  if (styles_.size() > 64) throw std::runtime_error("more than 64 numbering styles");
  for (std::size_t i = 0; i < styles_.size(); ++i) {
    const Style& style = styles_[i];
    const std::uint64_t bit = std::uint64_t{1} << i;
    if (!style.word.empty()) {
      words_ |= bit;
    } else if (!style.open.empty() && style.open.front() == "(") {
      brackets_ |= bit;
    } else if (style.open.empty() &&
               (style.value == Value::kRomanUpper || style.value == Value::kRomanLower ||
                style.value == Value::kLetterUpper || style.value == Value::kLetterLower)) {
      letters_ |= bit;
    }
    const auto add = [&](char byte) {
      begins_[static_cast<unsigned char>(byte)] |= std::uint64_t{1} << i;
    };
    if (!style.word.empty()) {
      for (const std::string& one : style.word) add(one.front());
    } else if (!style.open.empty()) {
      for (const std::string& one : style.open) add(one.front());
    } else {
      for (const char byte : first_bytes(style.value)) add(byte);
    }
  }
  std::uint64_t inside = 0;
  for (std::size_t i = 0; i < styles_.size(); ++i) {
    if (styles_[i].inside != Inline::kNever) inside |= std::uint64_t{1} << i;
  }
  for (std::size_t byte = 0; byte < 256; ++byte) inside_[byte] = begins_[byte] & inside;
}

bool Numbering::heading_like(std::string_view words) const {
  if (words.size() > 120) return false;
  bool any = false;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = std::min(words.find_first_of(" \n\t", at), words.size());
    const std::string_view word = words.substr(at, end - at);
    at = end + 1;
    if (word.empty()) continue;
    const unsigned char first = static_cast<unsigned char>(word.front());
    if (std::islower(first) && !holds(heading_words_, word)) return false;
    if (word.find_first_of(".;:") + 1 == word.size() && at < words.size()) return false;
    any = any || std::isupper(first) || first >= 0x80 || first == '[';
  }
  return any;
}

bool Numbering::refers(std::string_view before) const {
  return holds(reference_words_, last_word(before));
}

bool Numbering::joins(std::string_view before) const {
  const std::string_view word = last_word(before);
  if (holds(reference_words_, word)) return true;
  if (!holds(joining_words_, word)) return false;
  // "…; and" ends an item of a list.
  const std::string_view shorter = without_conjunction(before);
  return !shorter.ends_with(';') && !shorter.ends_with(',') && !shorter.ends_with('.');
}

std::string_view Numbering::without_conjunction(std::string_view before) const {
  const std::string_view trimmed = without_blanks(before);
  for (const std::string& one : conjunctions_) {
    if (!trimmed.ends_with(one)) continue;
    const std::string_view rest = trimmed.substr(0, trimmed.size() - one.size());
    const std::string_view shorter = without_blanks(rest);
    const bool apart = shorter.size() < rest.size() || static_cast<unsigned char>(one[0]) >= 0x80;
    if (apart) return shorter;
  }
  return trimmed;
}

bool Numbering::amends(std::string_view before, bool& opened) const {
  before = without_blanks(before);
  for (const std::string_view quote : {"\"", "“", "'", "‘", "「"}) {
    if (!before.ends_with(quote)) continue;
    opened = true;
    before = without_blanks(before.substr(0, before.size() - quote.size()));
    break;
  }
  if (!before.ends_with(':') && !before.ends_with("：")) return false;
  return std::any_of(amending_words_.begin(), amending_words_.end(), [&](const std::string& one) {
    return before.find(one) != std::string_view::npos;
  });
}

bool Numbering::refers_when_before(std::string_view behind) const {
  return std::any_of(behind_.begin(), behind_.end(),
                     [&](const std::string& one) { return behind.starts_with(one); });
}

std::optional<Mark> Numbering::match(std::string_view text, std::size_t at, bool inside) const {
  std::optional<Mark> best;
  std::uint64_t open = (inside ? inside_ : begins_)[static_cast<unsigned char>(text[at])];
  if ((open & (letters_ | words_)) != 0) {
    std::size_t end = at;
    while (end < text.size() && end - at < 9 &&
           static_cast<unsigned char>((text[end] | 32) - 'a') < 26) {
      ++end;
    }
    const char stop = end < text.size() ? text[end] : ' ';
    const bool wide = static_cast<unsigned char>(stop) >= 0x80;
    if (end == at || end - at > 7 || (stop != '.' && stop != ')' && !wide)) open &= ~letters_;
    if (end - at > 7 || (stop != ' ' && stop != '.' && stop != '\t' && !wide && stop != '-')) {
      if (end != at) open &= ~words_;
    }
  }
  if ((open & brackets_) != 0 && text[at] == '(') {
    const std::size_t close = text.substr(at, 14).find(')');
    if (close == std::string_view::npos &&
        text.substr(at, 16).find("）") == std::string_view::npos) {
      open &= ~brackets_;
    }
  }
  for (; open != 0; open &= open - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(open));
    auto mark = match_style(text, at, styles_[i], inside);
    if (!mark || (best && mark->span.size() < best->span.size())) continue;
    if (best && mark->span.size() > best->span.size()) best.reset();
    const Reading reading{static_cast<std::uint8_t>(i), mark->path[mark->depth - 1U]};
    if (!best) best = mark;
    if (best->count < Mark::kMaxReadings) best->readings[best->count++] = reading;
  }
  return best;
}

const Numbering& contract_numbering() {
  static const Numbering numbering(data::contract_numbering);
  return numbering;
}

}  // namespace proviso::segmenter::clauses
