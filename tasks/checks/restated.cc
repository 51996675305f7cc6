#include "tasks/checks/restated.h"

#include <algorithm>
#include <set>
#include <vector>

#include "tasks/mentions/folded.h"

namespace proviso::tasks {
namespace {

using std::string_view;

// Of the block of common Chinese characters (U+4E00 to U+9FFF): E4 B8 80 to E9 BF BF.
bool chinese_at(string_view text, std::size_t at) {
  if (at + 3 > text.size()) return false;
  const auto lead = static_cast<unsigned char>(text[at]);
  const auto second = static_cast<unsigned char>(text[at + 1]);
  return (lead > 0xE4 && lead <= 0xE9) || (lead == 0xE4 && second >= 0xB8);
}

template <typename Take>
void pairs_of(string_view text, Take take) {
  for (std::size_t at = 0; at < text.size(); at += code_point_bytes(text[at]))
    if (chinese_at(text, at) && chinese_at(text, at + 3)) take(text.substr(at, 6));
}

void figures_of(string_view text, std::set<string_view>& figures) {
  const auto part = [&](std::size_t at) {
    return at < text.size() && ((text[at] >= '0' && text[at] <= '9') || text[at] == '.');
  };
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (part(end)) ++end;
    if (end > at) figures.insert(text.substr(at, end - at));
    at = std::max(end, at + 1);
  }
}

void titles_of(string_view text, std::set<string_view>& titles) {
  static constexpr string_view kOpen = "《";
  static constexpr string_view kClose = "》";
  for (std::size_t at = text.find(kOpen); at != text.npos; at = text.find(kOpen, at + 3)) {
    const std::size_t end = text.find(kClose, at);
    if (end != text.npos) titles.insert(text.substr(at + 3, end - at - 3));
  }
}

bool none_shared(const std::set<string_view>& a, const std::set<string_view>& b) {
  return !a.empty() && !b.empty() &&
         std::none_of(a.begin(), a.end(), [&](string_view each) { return b.contains(each); });
}

template <typename Read>
bool differ(const Restated::Passage& a, const Restated::Passage& b, Read read) {
  std::set<string_view> of_a;
  std::set<string_view> of_b;
  for (const string_view piece : {a.before, a.behind}) read(piece, of_a);
  for (const string_view piece : {b.before, b.behind}) read(piece, of_b);
  return none_shared(of_a, of_b);
}

}  // namespace

Restated::Restated(string_view text) {
  pairs_of(text, [&](string_view pair) { ++times_[pair]; });
}

Restated::Pairs Restated::pairs(const Passage& passage) const {
  std::vector<string_view> all;
  const auto take = [&](string_view pair) { all.push_back(pair); };
  pairs_of(passage.before, take);
  pairs_of(passage.behind, take);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  Pairs pairs;
  pairs.reserve(all.size());
  for (const string_view pair : all) {
    const auto found = times_.find(pair);
    pairs.emplace_back(pair,
                       found == times_.end() ? 1.0 : 1.0 / static_cast<double>(found->second));
  }
  return pairs;
}

Restated::Likeness Restated::like(const Pairs& a, const Pairs& b) {
  Likeness likeness;
  double shared = 0;
  double either = 0;
  auto other = b.begin();
  for (const auto& [pair, weight] : a) {
    while (other != b.end() && other->first < pair) either += (other++)->second;
    either += weight;
    if (other == b.end() || other->first != pair) continue;
    ++other;
    ++likeness.shared;
    shared += weight;
  }
  for (; other != b.end(); ++other) either += other->second;
  likeness.part = either > 0 ? shared / either : 0;
  return likeness;
}

bool figures_differ(const Restated::Passage& a, const Restated::Passage& b) {
  return differ(a, b, figures_of);
}

bool titles_differ(const Restated::Passage& a, const Restated::Passage& b) {
  return differ(a, b, titles_of);
}

}  // namespace proviso::tasks
