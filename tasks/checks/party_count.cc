#include "tasks/checks/party_count.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "tasks/checks/cast.h"
#include "tasks/checks/names.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

// How many names stand behind `role` where the parties are introduced, each at the beginning of a
// line or sentence: in a head that is run together the structure lists fewer, and one that the
// reader left too early goes on in the course of the case.
std::size_t introduced(const CaseView& view, string_view role) {
  static constexpr string_view kBetween[] = {"人", "：", ":", "（", "(", " ", "　"};
  constexpr std::size_t kTwoCharacters = 6;
  std::set<string_view> names;
  std::vector<Span> parts = view.spans(Tag::kParties);
  for (const Span& span : view.spans(Tag::kProcedure)) parts.push_back(span);
  for (const Span& span : parts) {
    const string_view words = view.quote(span);
    for (std::size_t at = words.find(role); at != words.npos; at = words.find(role, at)) {
      const string_view before = words.substr(0, at);
      at += role.size();
      const bool opens = before.empty() || before.ends_with('\n') || before.ends_with("。") ||
                         before.ends_with("（") || before.ends_with("、") ||
                         before.ends_with(" ") || before.ends_with("　");
      if (!opens) continue;
      for (const string_view mark : kBetween) {
        if (words.substr(at).starts_with(mark)) at += mark.size();
      }
      const string_view name = words.substr(at, kTwoCharacters);
      if (begins_with_family_name(name) || may_be_name(name)) names.insert(name);
    }
  }
  return names.size();
}

// 三、四被告: the third and the fourth.
bool behind_number(string_view text, std::size_t mark) {
  return ends_with_word(text.substr(0, mark), words("numerals"));
}

// 四、四被告人…: the number of an item, then the number of people.
bool behind_item_number(string_view text, std::size_t mark) {
  for (const string_view numeral : words("numerals")) {
    if (!text.substr(0, mark).ends_with(numeral)) continue;
    const string_view rest = text.substr(0, mark - numeral.size());
    return rest.empty() || rest.ends_with('\n') || rest.ends_with("。") || rest.ends_with(";");
  }
  return false;
}

string_view line_around(string_view text, std::size_t at) {
  const std::size_t before = text.rfind('\n', at);
  const std::size_t start = before == text.npos ? 0 : before + 1;
  return text.substr(start, std::min(text.find('\n', at), text.size()) - start);
}

// Without a head the names behind the word may be too few: the text must count fewer twice and
// more, no fewer than it names, and say this number once only, inside a sentence (not 三、原告… nor
// 证据三原告…).
bool counted_otherwise(string_view text, std::size_t start, string_view said, string_view role,
                       std::size_t value, std::size_t named) {
  if (count(text, said) != 1 || start == 0 || text[start - 1] == '\n' ||
      ends_with_word(text.substr(0, start), words("numbers_things")))
    return false;
  static constexpr string_view kNumbers[] = {"二", "三", "四", "五", "六", "七", "八", "九"};
  // One too many is a slip; 二被告 beside 五被告 are two of them.
  const std::size_t fewer = value - 1;
  if (fewer < std::max<std::size_t>(named, 2) || fewer > 9) return false;
  std::size_t times = count(text, std::string(kNumbers[fewer - 2]) + std::string(role));
  if (fewer == 2) times += count(text, "两" + std::string(role));
  return times > 1 || (times == 1 && fewer == named);
}

}  // namespace

std::vector<Finding> check_party_count(const CaseView& view) {
  const bool head = has_head(view);
  if (!head && !view.structure.parties.empty()) return {};
  static const RE2 counted(
      "([第、一二两三四五六七八九十〇0-9]?)([二两三四五六七八九])(?:名|位|个)?"
      "(被上诉人|上诉人|被申请人|再审申请人|原告|被告人|被告单位|被告|第三人)");
  std::vector<Finding> findings;
  const Cast cast(view);
  const string_view text = view.folded.text;
  const re2::StringPiece whole(text.data(), text.size());
  re2::StringPiece groups[4];
  for (std::size_t at = 0; counted.Match(whole, at, text.size(), RE2::UNANCHORED, groups, 4);) {
    const auto start = static_cast<std::size_t>(groups[0].data() - text.data());
    at = start + groups[0].size();
    const Span place = view.folded.original(start, at);
    const Tag tag = view.section(place.start).tag;
    const bool own =
        view.this_level(place.start) && (tag == Tag::kReasoning || tag == Tag::kDisposition ||
                                         tag == Tag::kCosts || tag == Tag::kFacts);
    if (!own) continue;
    const bool item =
        groups[1] == "、" && (behind_item_number(text, start) || !behind_number(text, start));
    if (!groups[1].empty() && !item) continue;
    if (has_word(view.quote(sentence_around(view.text, place)),
                 words(head ? "other_people" : "elsewhere")))
      continue;
    const string_view number(groups[2].data(), groups[2].size());
    const auto value = number == "两" ? std::optional(Exact(2)) : chinese_value(number);
    const string_view role(groups[3].data(), groups[3].size());
    const std::vector<const CastMember*> listed = cast.with_role(role);
    if (!value || listed.empty()) continue;
    std::size_t number_said = 0;
    while (Exact(static_cast<std::int64_t>(number_said)) < *value) ++number_said;
    const std::size_t most = head ? std::max(listed.size(), introduced(view, role)) : listed.size();
    if (number_said <= most) continue;
    // Findings tell of accomplices who are tried elsewhere.
    if (tag == Tag::kFacts && head &&
        (most < 2 || contains(line_around(text, start), {"同案", "另案"})))
      continue;
    if (!head && !counted_otherwise(text, start, string_view(groups[0].data(), groups[0].size()),
                                    role, number_said, most))
      continue;
    findings.push_back(finding(
        "party_count", "checks/party_count", clause_around(view.text, place), listed.back()->span,
        view.chinese() ? fmt::format("此处称“{}”，而{}只有{}名{}。", view.quote(place),
                                     head ? "首部列明的" : "全文提到的", most, role)
                       : fmt::format("{} are spoken of, there are {}.", view.quote(place), most)));
  }
  return findings;
}

}  // namespace proviso::tasks
