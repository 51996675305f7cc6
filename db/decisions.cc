#include "db/decisions.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>

#include "db/flag_id.h"

namespace proviso::db {
namespace {

constexpr std::size_t kAround = 24;  // characters of context
constexpr double kAlike = 0.8;       // Dice coefficient of the pairs of characters
constexpr double kSameQuotes = 1;    // of sureness; below it the quotes are alike only
constexpr double kSameId = 0.01;     // decides between flags that stand in the same surroundings

// Where a corrected word leaves the finding what it was. A name, an outcome or a reference may be
// that word: other kinds need the same quotes.
constexpr std::array<std::string_view, 12> kAboutFigures{
    "amount", "sum", "capital_figure", "unit",        "date",   "date_order", "interest",
    "share",  "fee", "sentence_term",  "case_number", "statute"};

bool continues(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// The code points of valid UTF-8, each as its own string_view.
std::vector<std::string_view> characters(std::string_view text) {
  std::vector<std::string_view> out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    while (end < text.size() && continues(text[end])) ++end;
    out.push_back(text.substr(at, end - at));
    at = end;
  }
  return out;
}

std::string_view last_characters(std::string_view text, std::size_t count) {
  std::size_t at = text.size();
  while (at > 0 && count > 0) {
    --at;
    if (!continues(text[at])) --count;
  }
  return text.substr(at);
}

std::string_view first_characters(std::string_view text, std::size_t count) {
  std::size_t at = 0;
  while (at < text.size() && (count > 0 || continues(text[at]))) {
    if (!continues(text[at])) --count;
    ++at;
  }
  return text.substr(0, at);
}

RememberedPlace remembered(const Place& place, std::string_view text) {
  RememberedPlace out;
  out.quote = fold(place.quote);
  out.section = place.section;
  if (place.span.end > text.size() || place.span.start > place.span.end) return out;
  // Folding drops spaces: twice as much is looked at as is kept.
  const std::string before = fold(last_characters(text.substr(0, place.span.start), 2 * kAround));
  const std::string after = fold(first_characters(text.substr(place.span.end), 2 * kAround));
  out.before = last_characters(before, kAround);
  out.after = first_characters(after, kAround);
  return out;
}

std::vector<RememberedPlace> places_of(const Flag& flag, std::string_view text) {
  std::vector<RememberedPlace> out{remembered(flag.place, text)};
  if (flag.other) out.push_back(remembered(*flag.other, text));
  return out;
}

// What a quote says in figures: digits of any script folded by NFKC, and Chinese numerals.
std::string figures(std::string_view quote) {
  static constexpr std::string_view kNumerals =
      "0123456789.%〇零一二三四五六七八九十百千万亿两壹贰叁肆伍陆柒捌玖拾佰仟半不无未";
  static const std::vector<std::string_view> kAll = characters(kNumerals);
  std::string out;
  for (const std::string_view c : characters(quote)) {
    if (std::find(kAll.begin(), kAll.end(), c) != kAll.end()) out += c;
  }
  return out;
}

// Dice coefficient of the pairs of neighbouring characters, 0..1.
double likeness(std::string_view a, std::string_view b) {
  if (a == b) return 1;
  const auto pairs = [](std::string_view text) {
    const auto all = characters(text);
    std::vector<std::string> out;
    for (std::size_t i = 0; i + 1 < all.size(); ++i)
      out.push_back(std::string(all[i]) + std::string(all[i + 1]));
    std::sort(out.begin(), out.end());
    return out;
  };
  const auto of_a = pairs(a), of_b = pairs(b);
  if (of_a.empty() || of_b.empty()) return 0;
  std::vector<std::string> common;
  std::set_intersection(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(),
                        std::back_inserter(common));
  return 2 * static_cast<double>(common.size()) / static_cast<double>(of_a.size() + of_b.size());
}

// How many characters next to the quote are the same, 0..1 of those that are kept.
double common_beginning(std::vector<std::string_view> a, std::vector<std::string_view> b) {
  const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  return static_cast<double>(end - a.begin()) / kAround;
}

double same_surroundings(const RememberedPlace& a, const RememberedPlace& b) {
  auto before_a = characters(a.before), before_b = characters(b.before);
  std::reverse(before_a.begin(), before_a.end());
  std::reverse(before_b.begin(), before_b.end());
  return (common_beginning(before_a, before_b) +
          common_beginning(characters(a.after), characters(b.after))) /
         2;
}

// 0 when the quotes are no longer the same finding; kSameQuotes to 2 for equal quotes, by their
// surroundings; below kSameQuotes for quotes that are alike.
double sureness(const std::vector<RememberedPlace>& then, const std::vector<RememberedPlace>& now,
                bool about_figures) {
  double quotes = 1, around = 0;
  for (std::size_t i = 0; i < then.size(); ++i) {
    const bool same = then[i].quote == now[i].quote;
    if (!same && (!about_figures || figures(then[i].quote) != figures(now[i].quote))) return 0;
    const double alike = same ? 1 : likeness(then[i].quote, now[i].quote);
    if (alike < kAlike) return 0;
    quotes = std::min(quotes, alike);
    around += same_surroundings(then[i], now[i]);
  }
  around /= static_cast<double>(then.size());
  return quotes < 1 ? quotes * 0.9 : kSameQuotes + around;
}

double sureness(const Remembered& decision, const Flag& flag,
                const std::vector<RememberedPlace>& now) {
  if (decision.kind != flag.kind) return 0;
  const std::vector<RememberedPlace>& then = decision.places;
  if (then.size() != now.size() || then.empty()) return 0;
  const double id = decision.decision.flag == flag.id ? kSameId : 0;
  const bool about_figures =
      std::find(kAboutFigures.begin(), kAboutFigures.end(), flag.kind) != kAboutFigures.end();
  double best = sureness(then, now, about_figures);
  if (now.size() == 2) best = std::max(best, sureness(then, {now[1], now[0]}, about_figures));
  return best > 0 ? best + id : 0;
}

}  // namespace

Remembered remember(const Flag& flag, std::string_view text, Decision decision) {
  decision.flag = flag.id;
  return {std::move(decision), flag.kind, places_of(flag, text)};
}

void apply_decisions(const std::vector<Remembered>& decisions, std::string_view text,
                     std::vector<Flag>& flags) {
  struct Pair {
    double sureness;
    std::size_t decision, flag;
  };
  std::vector<Pair> pairs;
  for (std::size_t f = 0; f < flags.size(); ++f) {
    flags[f].decision.reset();
    if (decisions.empty()) continue;
    const std::vector<RememberedPlace> now = places_of(flags[f], text);
    for (std::size_t d = 0; d < decisions.size(); ++d) {
      const double sure = sureness(decisions[d], flags[f], now);
      if (sure > 0) pairs.push_back({sure, d, f});
    }
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Pair& a, const Pair& b) { return a.sureness > b.sureness; });
  std::vector<bool> used(decisions.size());
  for (const Pair& pair : pairs) {
    if (used[pair.decision] || flags[pair.flag].decision) continue;
    used[pair.decision] = true;
    flags[pair.flag].decision = decisions[pair.decision].decision;
  }
}

}  // namespace proviso::db
