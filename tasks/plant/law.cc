// Errors in the citation of statutes.
#include <re2/re2.h>

#include <algorithm>

#include "planting_data.h"
#include "tasks/plant/families.h"
#include "tasks/plant/slips.h"
#include "tasks/plant/word_lists.h"

namespace proviso::tasks::planting {
namespace {

struct Law {
  std::string name;
  int articles = 0, from = 0, until = 0;
};

// A citation 《中华人民共和国民法典》第一百二十条.
struct Citation {
  Span name;     // with its brackets
  Span numeral;  // between 第 and 条
  Law law;
};

const std::string kCountry = "中华人民共和国";

std::vector<Law> laws() {
  std::vector<Law> list;
  for (const auto& row : rows_of(::proviso::planting::data::laws))
    list.push_back({row[0], std::stoi(row[1]), std::stoi(row[2]), std::stoi(row[3])});
  return list;
}

// A court's own citations; quoted lower judgments and the parties' words are left alone.
std::vector<Citation> citations(const Ground& ground) {
  static const RE2 name("《(?:中华人民共和国)?(\\p{Han}{2,8})》");
  static const RE2 article("^第([一二三四五六七八九十百千零〇]+)条");
  std::vector<Span> parts = ground.reasoning;
  for (const segmenter::Section& each : ground.structure.sections)
    if (each.tag == segmenter::Tag::kBasis && each.level == segmenter::Level::kThis)
      parts.push_back(each.span);
  std::vector<Citation> found;
  const std::vector<Law> known = laws();
  for (const Span& part : parts) {
    for (const Span& whole : matches(ground.text, part, name)) {
      std::string short_name(ground.words({whole.start + 3, whole.end - 3}));
      if (short_name.starts_with(kCountry)) short_name.erase(0, kCountry.size());
      const auto law = std::find_if(known.begin(), known.end(),
                                    [&](const Law& each) { return each.name == short_name; });
      if (law == known.end()) continue;
      const string_view behind = ground.text.substr(whole.end, 60);
      re2::StringPiece numeral;
      if (!RE2::PartialMatch(re2::StringPiece(behind.data(), behind.size()), article, &numeral))
        continue;
      const auto start = static_cast<std::size_t>(numeral.data() - ground.text.data());
      const long long number =
          chinese_number(string_view(numeral.data(), numeral.size())).value_or(0);
      if (number < 1 || number > law->articles) continue;
      found.push_back({whole, {start, start + numeral.size()}, *law});
    }
  }
  return found;
}

}  // namespace

// An article that the law does not have.
std::optional<Planted> plant_statute(const Ground& ground, Dice& dice) {
  std::vector<Citation> found = citations(ground);
  dice.shuffle(found);
  for (const Citation& citation : found) {
    const auto old = chinese_number(ground.words(citation.numeral)).value_or(0);
    std::vector<long long> wrong;
    for (const long long now :
         {old * 10, old + 1000, old + 500, old % 100 + 600, old + 400, old + 300})
      if (now > citation.law.articles && now < 1900) wrong.push_back(now);
    if (wrong.empty()) continue;
    const int now = static_cast<int>(wrong[dice.below(wrong.size())]);
    const Span quote{citation.name.start, citation.numeral.end + 3};
    return apply(ground.text, {citation.numeral, in_chinese(now)}, "statute", quote, {});
  }
  return std::nullopt;
}

// 《甲法》第二条、《乙法》第三百条 → 《甲法》第二条、第三百条, which 《甲法》 does not have.
std::optional<Planted> plant_statute_name(const Ground& ground, Dice& dice) {
  const std::vector<Citation> found = citations(ground);
  std::vector<std::pair<Citation, Citation>> pairs;
  for (std::size_t i = 0; i + 1 < found.size(); ++i) {
    const Citation& first = found[i];
    const Citation& second = found[i + 1];
    const Span between{first.numeral.end, second.name.start};
    if (second.name.start < first.numeral.end || between.size() > 200) continue;
    const string_view words = ground.words(between);
    if (words.find("《") != string_view::npos || words.find("。") != string_view::npos) continue;
    if (chinese_number(ground.words(second.numeral)).value_or(0) > first.law.articles)
      pairs.emplace_back(first, second);
  }
  if (pairs.empty()) return std::nullopt;
  const auto& [first, second] = pairs[dice.below(pairs.size())];
  return apply(ground.text, {second.name, ""}, "statute_name",
               {second.name.start, second.numeral.end + 3},
               {first.name.start, first.numeral.end + 3});
}

// A law that was no longer, or not yet, in force when the court judged.
std::optional<Planted> plant_statute_version(const Ground& ground, Dice& dice) {
  const int year = ground.year();
  if (year == 0) return std::nullopt;
  std::vector<Citation> found = citations(ground);
  dice.shuffle(found);
  for (const Citation& citation : found) {
    // The year of change itself proves nothing.
    const bool now_code = citation.law.name == "民法典" && year >= 2022;
    const bool was_old = citation.law.until > 0 && year + 1 < citation.law.until;
    if (!now_code && !was_old) continue;
    const auto number = chinese_number(ground.words(citation.numeral)).value_or(0);
    std::string name = "民法典";
    if (now_code) {
      // A law of before whose articles reach so far.
      name.clear();
      for (const Law& law : laws())
        if (law.until == 2020 && law.articles >= number) name = law.name;
      if (name.empty()) continue;
    }
    std::vector<Edit> edits{{citation.name, "《" + kCountry + name + "》"}};
    const Span quote{citation.name.start, citation.numeral.end + 3};
    Span other;
    for (const segmenter::Section& each : ground.structure.sections)
      if (each.tag == segmenter::Tag::kCaseNumber && each.level == segmenter::Level::kThis)
        other = ground.trimmed(each.span);
    return apply(ground.text, edits, "statute_version", quote, other);
  }
  return std::nullopt;
}

}  // namespace proviso::tasks::planting
