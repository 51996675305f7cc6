#include "tasks/checks/alias.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <optional>
#include <string>

#include "tasks/checks/names.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

struct Definition {
  string_view full, alias;
  Span span;  // of the alias, in the document
  // Short for an organisation or a court: its own words say so, or those it stands for.
  bool named() const { return organisation(alias) || organisation(full) || full.ends_with("院"); }
};

// The characters of the short name stand in the full one in this order.
bool shortens(string_view full, string_view alias) {
  std::size_t from = 0;
  for (const string_view each : characters(alias)) {
    const std::size_t at = full.find(each, from);
    if (at == full.npos) return false;
    from = at + each.size();
  }
  return alias.size() < full.size();
}

// The matches of a pattern with two groups, in the lines that hold one of `words` alone: to search
// a whole judgment for groups is slow, and no match crosses a line.
template <typename Met>
void each_match(string_view text, const RE2& pattern, std::initializer_list<string_view> words,
                Met met) {
  const re2::StringPiece whole(text.data(), text.size());
  re2::StringPiece groups[3];
  for (std::size_t line = 0; line < text.size();) {
    const std::size_t end = std::min(text.find('\n', line), text.size());
    if (contains(text.substr(line, end - line), words)) {
      for (std::size_t at = line; pattern.Match(whole, at, end, RE2::UNANCHORED, groups, 3);) {
        const string_view full(groups[1].data(), groups[1].size());
        const string_view alias(groups[2].data(), groups[2].size());
        at = static_cast<std::size_t>(alias.data() - text.data()) + alias.size();
        met(full, alias, at);
      }
    }
    line = end + 1;
  }
}

std::vector<Definition> definitions(const CaseView& view) {
  static const RE2 defined(
      "([\\p{Han}()A-Za-z.&]{2,40}?)》?(?:\\((?:以下|下|后)?(?:均|统一|合)?(?:简)?称(?:为|:)?["
      "“\"‘《]?|"
      "(?:以下简称|下称|简称)(?:为|:)?[“\"‘])"
      "([^”\"’()，,。、;》\n]{2,20})[”\"’》]?(?:\\)|,|。|;)");
  // 远帆重庆置业有限公司(远帆公司): no word says that it is short, its characters do.
  static const RE2 bare(
      "(\\p{Han}{6,40}(?:公司|银行|集团))\\((\\p{Han}{2,8}(?:公司|银行|集团))\\)");
  std::vector<Definition> list;
  const string_view text = view.folded.text;
  const auto add = [&](string_view full, string_view alias, std::size_t end) {
    list.push_back({full, alias, view.folded.original(end - alias.size(), end)});
  };
  each_match(text, defined, {"简称", "下称", "后称", "均称", "一称", "合称", "(称"}, add);
  each_match(text, bare, {"公司(", "银行(", "集团("},
             [&](string_view full, string_view alias, std::size_t end) {
               if (shortens(full, alias)) add(full, alias, end);
             });
  std::sort(list.begin(), list.end(),
            [](const Definition& a, const Definition& b) { return a.span.start < b.span.start; });
  return list;
}

// A spelling that only a slip makes of a short name; `lost`: a character is missing, and what is
// left may be a word of its own; `joint`: the two characters that met by it.
struct Misspelt {
  std::string words;
  bool lost = false;
  std::string joint;
};

// 案涉协议 and 涉案协议 are both right.
bool said_both_ways(string_view a, string_view b) {
  const auto list = words("either_way");
  return std::any_of(list.begin(), list.end(), [&](string_view each) {
    return (each.starts_with(a) && each.ends_with(b)) || (each.starts_with(b) && each.ends_with(a));
  });
}

// A word that other words shorten too (所涉合同 for 案涉合同): a character less may be right.
bool shortened_by_others(string_view alias) {
  return has_word(alias, words("of_the_case")) || has_word(alias, words("counted_by"));
}

// Two neighbours exchanged; of what is short for an organisation also one character lost, the
// ending's too (甲司); of other short names one of four characters and more.
std::vector<Misspelt> slips(const Definition& definition) {
  std::vector<Misspelt> list;
  const std::vector<string_view> right = characters(definition.alias);
  const auto joined = [&](std::size_t skip, std::size_t exchange) {
    std::string words;
    for (std::size_t i = 0; i < right.size(); ++i) {
      if (i == skip) continue;
      words += i == exchange ? right[i + 1] : exchange + 1 == i ? right[exchange] : right[i];
    }
    return words;
  };
  constexpr std::size_t kNone = string_view::npos - 1;
  if (right.size() < 3) return list;
  for (std::size_t i = 0; i + 1 < right.size(); ++i)
    if (right[i] != right[i + 1] && !said_both_ways(right[i], right[i + 1]))
      list.push_back({joined(kNone, i), false});
  const bool loses = definition.named() || (right.size() >= 4 && !masked(definition.alias) &&
                                            !shortened_by_others(definition.alias));
  for (std::size_t i = 1; loses && i + 1 < right.size(); ++i) {
    // 分公司 is another company, 上海高级人民法院 the same court.
    const bool branch = (contains(right[i], {"分", "总", "子"}) &&
                         contains(right[i + 1], {"公", "行", "部", "店", "厂", "社"})) ||
                        contains(right[i], {"市", "省", "县", "区"});
    const bool broken = definition.named() && i + 2 == right.size();
    if (branch || (right.size() < 4 && !broken)) continue;
    list.push_back({joined(i, kNone), true, std::string(right[i - 1]) + std::string(right[i + 1])});
  }
  return list;
}

bool begins_name(string_view before) {
  return before.empty() || before.ends_with('\n') || ends_with_word(before, words("before_name"));
}

// Whether a short name that lost a character is no part of other words: a name may begin where it
// stands, it is no word of its own (三公司, 该公司), and its first character does not belong to the
// one before (其中公司, 北京公司): that pair stands nowhere else but before the right name. What
// leads to the right name elsewhere leads to this one too.
bool stands_apart(string_view text, std::size_t start, const Misspelt& slip, string_view alias) {
  const string_view before = text.substr(0, start);
  const string_view next = text.substr(start + slip.words.size());
  if (begins_with_word(slip.words, words("no_short_name"))) return false;
  constexpr std::size_t kThree = 9;  // bytes: 大公司, 公司法
  if (slip.words.size() <= kThree && begins_with_word(slip.words, words("no_short_word")))
    return false;
  if (next.starts_with("法") && !next.starts_with("法定") && !next.starts_with("法人"))
    return false;
  if (before.empty() || before.ends_with('\n')) return true;
  const std::size_t previous = previous_code_point(text, start);
  const std::size_t first = code_point_bytes(text[start]);
  const string_view pair = text.substr(previous, start + first - previous);
  if (has_word(text.substr(previous, start - previous), words("stops"))) return true;
  const std::string right =
      std::string(text.substr(previous, start - previous)) + std::string(alias);
  const std::size_t as_right = count(text, right);
  if (as_right > 0 && count(text, slip.joint) == 1) return true;
  // 是沃隆公司 and 是沃隆国际有限公司 lead to one name.
  const std::size_t second = first + code_point_bytes(alias[first]);
  const std::string begun =
      std::string(text.substr(previous, start - previous)) + std::string(alias.substr(0, second));
  if (count(text, pair) > 1 + count(text, begun) || has_word(pair, words("common_pair")))
    return false;
  return as_right > 0 || begins_name(before) || ends_with_word(before, words("before_name_loose"));
}

bool is_party(const CaseView& view, string_view full) {
  return std::any_of(view.structure.parties.begin(), view.structure.parties.end(),
                     [&](const auto& party) { return full.ends_with(fold(party.name).text); });
}

// Somebody or something else is short for these words; the same one twice is a slip of the hand.
bool defined_so(const std::vector<Definition>& list, string_view words, string_view full) {
  return std::any_of(list.begin(), list.end(), [&](const Definition& each) {
    return each.alias == words && each.full != full;
  });
}

// Whether a spelling that stands once is told: how often the right one must stand beside it.
bool outweighed(string_view text, const Definition& definition, const Misspelt& slip) {
  constexpr std::size_t kOften = 4;  // of a word that names no organisation
  // A short name that is never used but so is the one misspelt.
  const std::size_t enough = definition.named() ? (slip.lost ? 2 : 1) : slip.lost ? 3 : kOften;
  if (count(text, definition.alias) < enough) return false;
  return definition.named() || !slip.lost || count(text, slip.joint) == 1;
}

// One short name for two parties.
std::optional<Finding> defined_twice(const CaseView& view, const std::vector<Definition>& list,
                                     std::size_t index) {
  const Definition& here = list[index];
  if (!organisation(here.alias) || masked(here.alias) || masked(here.full)) return std::nullopt;
  for (std::size_t j = 0; j < index; ++j) {
    const Definition& there = list[j];
    if (there.alias != here.alias || !is_party(view, here.full) || !is_party(view, there.full) ||
        here.full.ends_with(there.full) || there.full.ends_with(here.full)) {
      continue;
    }
    return finding("alias", "checks/alias", clause_around(view.text, here.span), there.span,
                   view.chinese() ? fmt::format("简称“{}”先后用于“{}”和“{}”。", here.alias,
                                                there.full, here.full)
                                  : fmt::format("{} is short for two names.", here.alias));
  }
  return std::nullopt;
}

}  // namespace

std::vector<Finding> check_alias(const CaseView& view) {
  const std::vector<Definition> list = definitions(view);
  const string_view text = view.folded.text;
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (auto twice = defined_twice(view, list, i)) findings.push_back(std::move(*twice));
    const string_view alias = list[i].alias;
    const bool again = std::any_of(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(i),
                                   [&](const Definition& each) { return each.alias == alias; });
    if (again) continue;
    for (const Misspelt& slip : slips(list[i])) {
      if (count(text, slip.words) != 1 || !outweighed(text, list[i], slip) ||
          defined_so(list, slip.words, list[i].full))
        continue;
      const std::size_t start = text.find(slip.words);
      const Span place = view.folded.original(start, start + slip.words.size());
      const Tag tag = view.section(place.start).tag;
      const bool own = tag == Tag::kReasoning || tag == Tag::kDisposition || tag == Tag::kCosts ||
                       tag == Tag::kFacts;
      if (!own || told_already(findings, place) ||
          (slip.lost && (masked(alias) || !stands_apart(text, start, slip, alias))))
        continue;
      findings.push_back(finding(
          "alias", "checks/alias", clause_around(view.text, place), list[i].span,
          view.chinese() ? fmt::format("此处称“{}”，而前文确定的简称为“{}”。", slip.words, alias)
                         : fmt::format("{} is called {} here.", alias, slip.words)));
    }
  }
  return findings;
}

}  // namespace proviso::tasks
