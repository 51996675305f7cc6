#include <re2/re2.h>

#include <algorithm>

#include "tasks/plant/families.h"
#include "tasks/plant/slips.h"

namespace proviso::tasks::planting {

namespace {

// An amount of the disposition and the same figure ahead of it.
struct Pair {
  Span later;
  std::vector<Span> same;
};

// The Chinese characters that lead to a figure, fillers left out.
std::vector<std::string> lead_of(const Ground& ground, Span figure) {
  constexpr std::size_t kNear = 36;  // bytes
  std::size_t from = figure.start > kNear ? figure.start - kNear : 0;
  while (from < figure.start && (static_cast<unsigned char>(ground.text[from]) & 0xC0U) == 0x80U)
    ++from;
  std::string words(ground.text.substr(from, figure.start - from));
  for (const string_view filler : {"人民币", "原告", "被告", "共计", "合计"}) {
    for (std::size_t at = words.find(filler); at != words.npos; at = words.find(filler))
      words.erase(at, filler.size());
  }
  return characters(words);
}

// Whether a reader takes both figures for the same thing: by its digits, by the words before both,
// or because the court fixes it in its reasons. What a party wants binds nobody.
bool tied(const Ground& ground, Span later, Span earlier) {
  const string_view figure = ground.words(later);
  const auto digits =
      std::count_if(figure.begin(), figure.end(), [](char c) { return c >= '1' && c <= '9'; });
  const auto says = [&](const char* pattern) {
    const string_view clause = ground.words(ground.clause(earlier));
    return RE2::PartialMatch(re2::StringPiece(clause.data(), clause.size()), pattern);
  };
  const bool fixed = says("本院|酌定|酌情|支持|应当?(?:支付|给付|赔偿|偿还|返还|补偿|承担)");
  if (says("愿意|要求|请求|主张|诉称|辩称|表示|同意|诉请") && !fixed) return false;
  constexpr int kNoChance = 4;
  if (fixed || digits >= kNoChance) return true;
  const std::vector<std::string> a = lead_of(ground, later);
  const std::vector<std::string> b = lead_of(ground, earlier);
  for (std::size_t i = 0; i + 1 < a.size(); ++i) {
    for (std::size_t j = 0; j + 1 < b.size(); ++j) {
      if (a[i] == b[j] && a[i + 1] == b[j + 1] && a[i].size() == 3 && a[i + 1].size() == 3)
        return true;
    }
  }
  return false;
}

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
        if (each.end <= part.start && ground.words(each) == ground.words(later) &&
            tied(ground, later, each))
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
      // 900.0 for 900.00 is the same; fractions of a fen are nobody's.
      const auto value = hundredths(now);
      if (!value || value == hundredths(ground.words(place))) continue;
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
