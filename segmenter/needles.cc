#include "segmenter/needles.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include "segmenter/utf8.h"

namespace proviso::segmenter {
namespace {

constexpr std::size_t kMostStrings = 64;  // alternatives kept of one exact part
constexpr std::size_t kMostClauses = 4;   // kept of one pattern
constexpr std::size_t kMostWays = 48;
constexpr std::size_t kShortest = 3;      // bytes: one Chinese character
constexpr std::size_t kLongestWord = 12;  // bytes kept of a word: its first characters tell enough

// What is known of a part of a pattern: all strings it can match, if they are few, and the clauses
// that hold besides.
struct Part {
  std::optional<Clause> exact = Clause{""};
  std::vector<Clause> clauses;
  std::vector<Way> ways;  // of the largest choice in it; empty: one way
};

Part anything() {
  return {std::nullopt, {}, {}};
}

std::size_t shortest(const Clause& clause) {
  std::size_t size = std::numeric_limits<std::size_t>::max();
  for (const std::string& word : clause) size = std::min(size, word.size());
  return clause.empty() ? 0 : size;
}

// Longer words first, then fewer of them.
bool tells_more(const Clause& a, const Clause& b) {
  const std::size_t of_a = std::min(shortest(a), kLongestWord);
  const std::size_t of_b = std::min(shortest(b), kLongestWord);
  if (of_a != of_b) return of_a > of_b;
  return a.size() < b.size();
}

void keep(Part& part, Clause clause) {
  if (shortest(clause) < kShortest) return;
  std::sort(clause.begin(), clause.end());
  clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
  part.clauses.push_back(std::move(clause));
}

// The strings of an exact part become a clause.
void settle(Part& part) {
  if (!part.exact) return;
  keep(part, std::move(*part.exact));
  part.exact = std::nullopt;
}

Part joined(Part first, Part second) {
  if (first.exact && second.exact && first.exact->size() * second.exact->size() <= kMostStrings) {
    Clause both;
    for (const std::string& head : *first.exact) {
      for (const std::string& tail : *second.exact) both.push_back(head + tail);
    }
    first.exact = std::move(both);
    for (Clause& clause : second.clauses) first.clauses.push_back(std::move(clause));
    return first;
  }
  settle(first);
  for (Clause& clause : second.clauses) first.clauses.push_back(std::move(clause));
  if (second.ways.size() > first.ways.size()) first.ways = std::move(second.ways);
  // What is exact at the end may still grow with what follows.
  first.exact = std::move(second.exact);
  return first;
}

Part either(std::vector<Part> parts) {
  if (parts.size() == 1) return std::move(parts.front());
  Part out;
  out.exact = Clause{};
  std::size_t strings = 0;
  bool all_exact = true;
  for (const Part& part : parts) {
    all_exact = all_exact && part.exact && part.clauses.empty();
    if (part.exact) strings += part.exact->size();
  }
  if (all_exact && strings <= kMostStrings) {
    for (Part& part : parts) {
      for (std::string& word : *part.exact) out.exact->push_back(std::move(word));
    }
    return out;
  }
  out.exact = std::nullopt;
  Clause any;
  bool all_tell = true;
  for (Part& part : parts) {
    settle(part);
    if (part.ways.empty()) part.ways.emplace_back();
    for (Way& way : part.ways) {
      way.insert(way.end(), part.clauses.begin(), part.clauses.end());
      out.ways.push_back(std::move(way));
    }
    all_tell = all_tell && !part.clauses.empty();
    if (!all_tell) continue;
    const Clause& best = *std::min_element(part.clauses.begin(), part.clauses.end(), tells_more);
    any.insert(any.end(), best.begin(), best.end());
  }
  if (all_tell) keep(out, std::move(any));
  // A choice of which one alternative says nothing is none.
  const bool silent =
      std::any_of(out.ways.begin(), out.ways.end(), [](const Way& way) { return way.empty(); });
  if (silent || out.ways.size() > kMostWays) out.ways.clear();
  return out;
}

class Parser {
 public:
  explicit Parser(std::string_view pattern) : pattern_(pattern) {}

  std::optional<Part> parse() {
    Part part = alternatives();
    if (failed_ || at_ < pattern_.size()) return std::nullopt;
    settle(part);
    return part;
  }

 private:
  bool at(std::string_view words) const { return pattern_.substr(at_).starts_with(words); }

  bool take(std::string_view words) {
    if (!at(words)) return false;
    at_ += words.size();
    return true;
  }

  Part alternatives() {
    std::vector<Part> parts;
    do parts.push_back(sequence());
    while (take("|"));
    return either(std::move(parts));
  }

  Part sequence() {
    Part out;
    while (at_ < pattern_.size() && !at("|") && !at(")") && !failed_) {
      out = joined(std::move(out), repeated(atom()));
    }
    return out;
  }

  Part atom() {
    if (take("(")) return group();
    if (take("[")) return character_class();
    if (take("^") || take("$")) return {};
    if (take(".")) return anything();
    if (take("\\")) return escaped();
    const std::size_t end = next(pattern_, at_);
    const std::string character(pattern_.substr(at_, end - at_));
    at_ = end;
    return {Clause{character}, {}, {}};
  }

  Part group() {
    if (take("?P<")) {
      at_ = std::min(pattern_.find('>', at_), pattern_.size() - 1) + 1;
    } else if (at("?") && !take("?:")) {
      failed_ = true;
      return anything();
    }
    Part inner = alternatives();
    failed_ = failed_ || !take(")");
    return inner;
  }

  Part escaped() {
    const char c = at_ < pattern_.size() ? pattern_[at_++] : '\0';
    if (c == 'n') return {Clause{"\n"}, {}, {}};
    if (c == 't') return {Clause{"\t"}, {}, {}};
    const bool letter = (c | 32) >= 'a' && (c | 32) <= 'z';
    return letter || (c >= '0' && c <= '9') ? anything() : Part{Clause{std::string(1, c)}, {}, {}};
  }

  // A class of a few characters is each of them; any other is anything.
  Part character_class() {
    constexpr std::size_t kFew = 8;
    bool open = take("^");
    Clause characters;
    for (bool first = true; at_ < pattern_.size() && (first || !at("]")); first = false) {
      if (at("\\")) {
        at_ += 2;
        open = true;
        continue;
      }
      const std::size_t end = next(pattern_, at_);
      characters.emplace_back(pattern_.substr(at_, end - at_));
      open = open || characters.back() == "-";
      at_ = end;
    }
    failed_ = failed_ || !take("]");
    if (open || characters.size() > kFew) return anything();
    return {std::move(characters), {}, {}};
  }

  Part repeated(Part part) {
    for (;;) {
      if (take("*")) {
        part = anything();
      } else if (take("?")) {
        part = optional(std::move(part));
      } else if (take("+")) {
        settle(part);
      } else if (at("{")) {
        part = counted(std::move(part));
      } else {
        return part;
      }
      take("?");  // lazy
    }
  }

  static Part optional(Part part) {
    if (!part.exact || !part.clauses.empty()) return anything();
    part.exact->emplace_back();
    return part;
  }

  Part counted(Part part) {
    const std::size_t end = pattern_.find('}', at_);
    if (end == std::string_view::npos) {
      failed_ = true;
      return anything();
    }
    const bool none = at("{0");
    at_ = end + 1;
    if (none) return anything();
    settle(part);
    return part;
  }

  std::string_view pattern_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

// The first characters of a word.
std::string_view shortened(std::string_view word) {
  std::size_t end = std::min(word.size(), kLongestWord);
  while (end < word.size() && (static_cast<unsigned char>(word[end]) & 0xC0) == 0x80) --end;
  return word.substr(0, end);
}

// A clause that holds whenever another does asks nothing more. Words are sorted.
void drop_implied(Way& way) {
  Way kept;
  for (const Clause& clause : way) {
    const bool implied = std::any_of(way.begin(), way.end(), [&](const Clause& other) {
      return other.size() < clause.size() &&
             std::includes(clause.begin(), clause.end(), other.begin(), other.end());
    });
    if (!implied) kept.push_back(clause);
  }
  way = std::move(kept);
}

}  // namespace

std::vector<Way> needles(std::string_view pattern) {
  std::optional<Part> part = Parser(pattern).parse();
  if (!part) return {{}};
  std::vector<Way> ways = std::move(part->ways);
  if (ways.empty()) ways.emplace_back();
  for (Way& way : ways) {
    way.insert(way.end(), part->clauses.begin(), part->clauses.end());
    for (Clause& clause : way) {
      for (std::string& word : clause) word = shortened(word);
      std::sort(clause.begin(), clause.end());
      clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
    }
    std::stable_sort(way.begin(), way.end(), tells_more);
    way.erase(std::unique(way.begin(), way.end()), way.end());
    drop_implied(way);
    if (way.size() > kMostClauses) way.resize(kMostClauses);
  }
  return ways;
}

ClauseSet Scanner::add(const Way& way) {
  ClauseSet out;
  for (const Clause& clause : way) {
    const auto known = std::find(clauses_.begin(), clauses_.end(), clause);
    if (known == clauses_.end() && clauses_.size() == ClauseSet::kMost) continue;
    out.add(static_cast<std::size_t>(known - clauses_.begin()));
    if (known == clauses_.end()) clauses_.push_back(clause);
  }
  return out;
}

namespace {

// A place in the table of pairs: a code point and the last byte of what follows it, which tells
// Chinese characters apart best; nothing may follow.
std::size_t pair_of(char32_t first, std::string_view behind) {
  std::size_t last = 0;
  if (!behind.empty()) {
    const bool wide = behind.size() >= 3 && (static_cast<unsigned char>(behind[0]) & 0xE0) == 0xE0;
    last = static_cast<unsigned char>(behind[wide ? 2 : 0]);
  }
  return (static_cast<std::size_t>(first) * 151 + last) & 0x7FFF;
}

}  // namespace

void Scanner::build() {
  std::map<std::string, std::vector<std::uint16_t>> words;
  for (std::size_t i = 0; i < clauses_.size(); ++i) {
    for (const std::string& word : clauses_[i])
      words[word].push_back(static_cast<std::uint16_t>(i));
  }
  begins_.assign(kCodePoints / 64, 0);
  at_pair_.assign(kPairs, 0);
  words_.assign(1, {});
  for (const auto& [word, clauses] : words) {
    const std::size_t first = code_point(word, 0) & (kCodePoints - 1);
    begins_[first / 64] |= std::uint64_t{1} << (first % 64);
    std::uint16_t& at = at_pair_[pair_of(static_cast<char32_t>(first),
                                         std::string_view(word).substr(next(word, 0)))];
    if (at == 0) {
      at = static_cast<std::uint16_t>(words_.size());
      words_.emplace_back();
    }
    words_[at].push_back({word, clauses});
  }
}

ClauseSet Scanner::scan(std::string_view text) const {
  ClauseSet out;
  if (words_.empty()) return out;
  const auto look = [&](std::uint16_t pair, std::string_view from) {
    for (const Word& word : words_[pair]) {
      if (!from.starts_with(word.bytes)) continue;
      for (const std::uint16_t clause : word.clauses) out.add(clause);
    }
  };
  for (std::size_t at = 0, end; at < text.size(); at = end) {
    char32_t c;
    const auto lead = static_cast<unsigned char>(text[at]);
    if (lead >= 0xE0 && lead < 0xF0 && text.size() - at >= 3) {  // the usual case
      c = static_cast<char32_t>((lead & 0x0F) << 12 | (text[at + 1] & 0x3F) << 6 |
                                (text[at + 2] & 0x3F));
      end = at + 3;
    } else {
      c = code_point(text, at);
      end = at + (c < 0x80 ? 1 : c < 0x800 ? 2 : 4);
    }
    const std::size_t first = c & (kCodePoints - 1);
    if ((begins_[first / 64] >> (first % 64) & 1) == 0) continue;
    const std::string_view from = text.substr(at);
    const auto wide = static_cast<char32_t>(first);
    if (const std::uint16_t alone = at_pair_[pair_of(wide, {})]; alone != 0) look(alone, from);
    if (end >= text.size()) break;
    if (const std::uint16_t two = at_pair_[pair_of(wide, text.substr(end))]; two != 0)
      look(two, from);
  }
  return out;
}

}  // namespace proviso::segmenter
