#include "tasks/checks/alias.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <string>

#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

struct Definition {
  string_view full, alias;
  Span span;  // of the alias, in the document
};

std::vector<Definition> definitions(const CaseView& view) {
  static const RE2 defined(
      "(\\p{Han}{2,40})\\((?:以下|下)?(?:均|统一)?简称(?:为|:)?[“\"‘]?([^”\"’()，,。、;]{2,20})["
      "”\"’]?\\)");
  std::vector<Definition> list;
  const string_view text = view.folded.text;
  const re2::StringPiece whole(text.data(), text.size());
  re2::StringPiece groups[3];
  for (std::size_t at = 0; defined.Match(whole, at, text.size(), RE2::UNANCHORED, groups, 3);) {
    const auto start = static_cast<std::size_t>(groups[2].data() - text.data());
    at = start + groups[2].size();
    list.push_back({{groups[1].data(), groups[1].size()},
                    {groups[2].data(), groups[2].size()},
                    view.folded.original(start, at)});
  }
  return list;
}

bool organisation(string_view name) {
  return (name.ends_with("公司") || name.ends_with("银行") || name.ends_with("支行") ||
          name.ends_with("医院") || name.ends_with("合作社") || name.ends_with("厂"));
}

bool masked(string_view name) {
  return contains(name, {"某", "×", "*", "x", "X"});
}

std::size_t count(string_view text, string_view piece) {
  std::size_t times = 0;
  for (std::size_t at = text.find(piece); at != text.npos; at = text.find(piece, at + 1)) ++times;
  return times;
}

// Two neighbours exchanged, or one character before the ending (公司) lost.
std::vector<std::string> slips(string_view alias) {
  std::vector<std::string> list;
  for (std::size_t at = 0; at + 6 <= alias.size(); at += 3) {
    const std::string before(alias.substr(0, at));
    const string_view one = alias.substr(at, 3);
    const string_view two = alias.substr(at + 3, 3);
    if (one != two)
      list.push_back(before + std::string(two) + std::string(one) +
                     std::string(alias.substr(at + 6)));
    const bool branch = contains(one, {"分", "总", "子"});  // 分公司 is another company
    if (!branch && alias.size() >= 12 && at > 0 && at + 6 < alias.size())
      list.push_back(before + std::string(alias.substr(at + 3)));
  }
  return list;
}

bool begins_name(string_view before) {
  const auto list = words("before_name");
  return before.empty() || before.ends_with('\n') ||
         std::any_of(list.begin(), list.end(),
                     [&](string_view word) { return before.ends_with(word); });
}

bool is_party(const CaseView& view, string_view full) {
  return std::any_of(view.structure.parties.begin(), view.structure.parties.end(),
                     [&](const auto& party) { return full.ends_with(fold(party.name).text); });
}

}  // namespace

std::vector<Finding> check_alias(const CaseView& view) {
  const std::vector<Definition> list = definitions(view);
  const string_view text = view.folded.text;
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!organisation(list[i].alias) || masked(list[i].alias) || masked(list[i].full)) continue;
    for (std::size_t j = 0; j < i; ++j) {
      if (list[j].alias != list[i].alias || !is_party(view, list[i].full) ||
          !is_party(view, list[j].full) || list[i].full.ends_with(list[j].full) ||
          list[j].full.ends_with(list[i].full)) {
        continue;
      }
      findings.push_back(
          finding("alias", "checks/alias", clause_around(view.text, list[i].span), list[j].span,
                  view.chinese() ? fmt::format("简称“{}”先后用于“{}”和“{}”。", list[i].alias,
                                               list[j].full, list[i].full)
                                 : fmt::format("{} is short for two names.", list[i].alias)));
      break;
    }
    const string_view alias = list[i].alias;
    if (count(text, alias) < 3) continue;
    for (const std::string& slip : slips(alias)) {
      if (count(text, slip) != 1) continue;
      const std::size_t start = text.find(slip);
      const Span place = view.folded.original(start, start + slip.size());
      const Tag tag = view.section(place.start).tag;
      const bool own = tag == Tag::kReasoning || tag == Tag::kDisposition || tag == Tag::kCosts ||
                       tag == Tag::kFacts;
      if (!own || (slip.size() < alias.size() && !begins_name(text.substr(0, start)))) continue;
      findings.push_back(
          finding("alias", "checks/alias", clause_around(view.text, place), list[i].span,
                  view.chinese() ? fmt::format("此处称“{}”，而前文确定的简称为“{}”。", slip, alias)
                                 : fmt::format("{} is called {} here.", alias, slip)));
    }
  }
  return findings;
}

}  // namespace proviso::tasks
