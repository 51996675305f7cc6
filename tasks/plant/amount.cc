#include <re2/re2.h>

#include "tasks/plant/families.h"
#include "tasks/plant/slips.h"

namespace proviso::tasks::planting {

namespace {

// An amount of the disposition and the same figure ahead of it.
struct Pair {
  Span later;
  std::vector<Span> same;
};

std::vector<Pair> pairs_of(const Ground& ground) {
  static const RE2 amount("[1-9][0-9]*(?:,[0-9]{3})*(?:\\.[0-9]{1,6})?(?:万|亿)?元");
  std::vector<Pair> pairs;
  std::vector<Span> earlier;
  for (const Span& span : ground.before)
    for (const Span& each : matches(ground.text, span, amount)) earlier.push_back(each);
  for (const Span& part : ground.disposition) {
    for (const Span& later : matches(ground.text, part, amount)) {
      if (later.start > 0 &&
          (ground.text[later.start - 1] == '.' || ground.text[later.start - 1] == ','))
        continue;
      std::vector<Span> same;
      for (const Span& each : earlier) {
        if (each.end <= part.start && ground.words(each) == ground.words(later))
          same.push_back(each);
      }
      if (!same.empty()) pairs.push_back({later, std::move(same)});
    }
  }
  return pairs;
}

}  // namespace

std::optional<Planted> plant_amount(const Ground& ground, Dice& dice) {
  std::vector<Pair> pairs = pairs_of(ground);
  dice.shuffle(pairs);
  for (auto& [later, same] : pairs) {
    const bool change_earlier = same.size() == 1 && dice.chance(30);
    const Span other = same[dice.below(same.size())];
    const Span place = change_earlier ? other : later;
    for (int attempt = 0; attempt < 8; ++attempt) {
      const std::string now = slip(ground.words(place), dice);
      // Nothing is contradicted when the new figure stands in the document too.
      if (now.empty() || ground.text.find(now) != string_view::npos) continue;
      return apply(ground.text, {place, now}, "amount", ground.clause(later), ground.clause(other));
    }
  }
  return std::nullopt;
}

// 30万元 → 30元, 30元 → 30万元.
std::optional<Planted> plant_unit(const Ground& ground, Dice& dice) {
  static const string_view kWan = "万";
  std::vector<Pair> pairs = pairs_of(ground);
  dice.shuffle(pairs);
  for (const auto& [later, same] : pairs) {
    const Span other = same[dice.below(same.size())];
    const Span place = same.size() == 1 && dice.chance(30) ? other : later;
    std::string now(ground.words(place));
    if (const std::size_t wan = now.find(kWan); wan != std::string::npos) {
      now.erase(wan, kWan.size());
    } else if (now.size() < 12 && now.find("亿") == std::string::npos) {
      now.insert(now.find("元"), kWan);
    } else {
      continue;
    }
    if (ground.text.find(now) != string_view::npos) continue;
    return apply(ground.text, {place, now}, "unit", ground.clause(later), ground.clause(other));
  }
  return std::nullopt;
}

}  // namespace proviso::tasks::planting
