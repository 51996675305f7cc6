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

// 江海银力建设集团有限公司 and 银力公司 are one: the characters of the short name stand in the long
// one in this order.
bool short_for(string_view shorter, string_view longer) {
  if (!organisation(shorter) || !organisation(longer)) return false;
  const auto letters = characters(longer);
  auto at = letters.begin();
  for (const string_view each : characters(shorter)) {
    at = std::find(at, letters.end(), each);
    if (at == letters.end()) return false;
    ++at;
  }
  return true;
}

// How many there are, each company once whatever it is called.
std::size_t told_apart(const std::vector<const CastMember*>& members) {
  std::size_t number = 0;
  for (const CastMember* one : members) {
    number += std::any_of(members.begin(), members.end(),
                          [&](const CastMember* other) {
                            return one->words.size() < other->words.size() &&
                                   short_for(one->words, other->words);
                          })
                  ? 0
                  : 1;
  }
  return number;
}

// Whoever left or joined the suit on the way was counted in or out before.
bool sides_changed(const CaseView& view) {
  static const RE2 changed(
      "撤回(?:了)?对|撤回起诉|撤诉|追加|不再要求|放弃对|变更[^。]{0,12}为(?:本案)?被告|死亡");
  return RE2::PartialMatch(re2::StringPiece(view.folded.text.data(), view.folded.text.size()),
                           changed);
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
  // 二被告, 四被告 and 五被告 are some of them and others.
  for (std::size_t other = 2; other <= 9; ++other) {
    if (other != fewer && other != value &&
        count(text, std::string(kNumbers[other - 2]) + std::string(role)) > 0)
      return false;
  }
  std::size_t times = count(text, std::string(kNumbers[fewer - 2]) + std::string(role));
  if (fewer == 2) times += count(text, "两" + std::string(role));
  return times > 1 || (times == 1 && fewer == named);
}

// Names of the document's people one behind the other from `at` on, parted by 、 and the like: how
// many, and where the last one ends. Nothing where a name follows that nobody is known by.
struct Row {
  std::size_t names = 0;
  std::size_t end = 0;
};

Row row_from(const Cast& cast, string_view text, std::size_t at) {
  Row row{0, at};
  for (bool joined = true; joined;) {
    std::size_t longest = 0;
    for (const std::string& each : cast.known) {
      if (each.size() >= 6 && each.size() > longest && text.substr(at).starts_with(each))
        longest = each.size();
    }
    if (longest == 0) return {};
    ++row.names;
    row.end = at += longest;
    joined = false;
    for (const string_view joint : words("joins_names")) {
      if (!text.substr(at).starts_with(joint)) continue;
      at += joint.size();
      joined = true;
      break;
    }
  }
  return row;
}

// 二被告甲、乙、丙; 子女三人，即甲、乙: the names that are listed are not so many.
void listed_otherwise(const CaseView& view, const Cast& cast, std::vector<Finding>& findings) {
  static const RE2 counted(
      "([第、一二两三四五六七八九十〇0-9]?)([二两三四五六七八九])(?:(?:名|位|个)?(?:被上诉人|"
      "上诉人|"
      "被申请人|原告|被告人|被告|第三人)|(?:名|个)?(?:子女|继承人|合伙人|股东)?人?,?(?:即|分别为|"
      "分别是))(?:为|是|:)?");
  static const RE2 more("^(?:、|和|与|及|等|以及|,|\\()");
  const string_view text = view.folded.text;
  const re2::StringPiece whole(text.data(), text.size());
  re2::StringPiece groups[3];
  for (std::size_t at = 0; counted.Match(whole, at, text.size(), RE2::UNANCHORED, groups, 3);) {
    const auto start = static_cast<std::size_t>(groups[0].data() - text.data());
    at = start + groups[0].size();
    if (!groups[1].empty() || !view.this_level(view.folded.origin[start])) continue;
    const string_view number(groups[2].data(), groups[2].size());
    const auto value = number == "两" ? std::optional(Exact(2)) : chinese_value(number);
    const Row row = row_from(cast, text, at);
    if (!value || row.names < 2 || Exact(static_cast<std::int64_t>(row.names)) == *value) continue;
    const string_view next = text.substr(row.end);
    if (RE2::PartialMatch(re2::StringPiece(next.data(), std::min<std::size_t>(9, next.size())),
                          more))
      continue;
    const Span said = view.folded.original(start, at);
    if (told_already(findings, said)) continue;
    findings.push_back(finding(
        "party_count", "checks/party_count", said, view.folded.original(at, row.end),
        view.chinese()
            ? fmt::format("此处称“{}”，其后列出的却是{}名。", view.quote(said), row.names)
            : fmt::format("{} are spoken of, {} are listed.", view.quote(said), row.names)));
  }
}

}  // namespace

std::vector<Finding> check_party_count(const JudgmentView& judgment) {
  const CaseView& view = judgment.view;
  const Cast& cast = judgment.cast;
  const bool head = has_head(view);
  if (!head && !view.structure.parties.empty()) return {};
  static const RE2 counted(
      "([第、一二两三四五六七八九十〇0-9]?)([二两三四五六七八九])(?:名|位|个)?"
      "(被上诉人|上诉人|被申请人|再审申请人|原告|被告人|被告单位|被告|第三人)");
  std::vector<Finding> findings;
  const string_view text = view.folded.text;
  const re2::StringPiece whole(text.data(), text.size());
  re2::StringPiece groups[4];
  for (std::size_t at = 0; counted.Match(whole, at, text.size(), RE2::UNANCHORED, groups, 4);) {
    const auto start = static_cast<std::size_t>(groups[0].data() - text.data());
    at = start + groups[0].size();
    const Span place = view.folded.original(start, at);
    const Tag tag = view.section(place.start).tag;
    const bool asked = tag == Tag::kClaims || tag == Tag::kProcedure;
    const bool own =
        view.this_level(place.start) && (tag == Tag::kReasoning || tag == Tag::kDisposition ||
                                         tag == Tag::kCosts || tag == Tag::kFacts || asked);
    if (!own || (asked && head && sides_changed(view))) continue;
    const bool item =
        groups[1] == "、" && (behind_item_number(text, start) || !behind_number(text, start));
    if (!groups[1].empty() && !item) continue;
    const string_view sentence = view.quote(sentence_around(view.text, place));
    if (has_word(sentence, words(head ? "other_people" : "elsewhere"))) continue;
    const string_view number(groups[2].data(), groups[2].size());
    const auto value = number == "两" ? std::optional(Exact(2)) : chinese_value(number);
    const string_view role(groups[3].data(), groups[3].size());
    const std::vector<const CastMember*> listed = cast.with_role(role);
    if (!value || listed.empty()) continue;
    std::size_t number_said = 0;
    while (Exact(static_cast<std::int64_t>(number_said)) < *value) ++number_said;
    const std::size_t most =
        head ? std::max(listed.size(), introduced(view, role)) : told_apart(listed);
    if (number_said <= most) continue;
    // Findings and charges tell of accomplices who are tried elsewhere.
    const bool of_accused = role.starts_with("被告人") && tag == Tag::kClaims;
    if ((tag == Tag::kFacts || of_accused) && head &&
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
  listed_otherwise(view, cast, findings);
  return findings;
}

}  // namespace proviso::tasks
