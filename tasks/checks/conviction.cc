#include "tasks/checks/conviction.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "tasks/checks/names.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

struct Crime {
  std::string name;  // without 罪
  Span place;        // in the document
};

// All that `pattern` names in a span, its first group being the name.
std::vector<Crime> crimes(const CaseView& view, Span span, const RE2& pattern) {
  const string_view text = view.folded.text;
  const re2::StringPiece whole(text.data(), text.size());
  const std::size_t end = view.folded.folded(span.end);
  std::vector<Crime> found;
  re2::StringPiece groups[2];
  for (std::size_t at = view.folded.folded(span.start);
       pattern.Match(whole, at, end, RE2::UNANCHORED, groups, 2);) {
    const auto start = static_cast<std::size_t>(groups[1].data() - text.data());
    at = start + groups[1].size();
    found.push_back(
        {std::string(groups[1].data(), groups[1].size()), view.folded.original(start, at)});
  }
  return found;
}

// One crime under two spellings: 偷越边境 for 偷越国（边）境, 诈骗 for 合同诈骗.
bool alike(const std::string& a, const std::string& b) {
  const auto one = characters(a);
  const auto other = characters(b);
  const auto shared = std::count_if(one.begin(), one.end(), [&](string_view each) {
    return std::find(other.begin(), other.end(), each) != other.end();
  });
  return static_cast<std::size_t>(shared) * 4 >= std::min(one.size(), other.size()) * 3;
}

// What prosecutor or defence say, and what is denied, is no finding.
bool found_by_court(string_view sentence) {
  return !contains(sentence, {"不构成", "未构成", "不能构成", "辩称", "辩解", "辩护", "指控的",
                              "是否", "如果", "的，"}) &&
         contains(sentence, {"其行为", "行为已", "行为均", "已构成", "均构成", "的行为构成"});
}

}  // namespace

std::vector<Finding> check_conviction(const CaseView& view) {
  if (!view.chinese() || view.structure.instance == "second" ||
      view.structure.instance == "retrial")
    return {};
  static const RE2 convicts("被告人[^,。;、:]{1,18}?犯(\\p{Han}{2,20}?)罪");
  static const RE2 finds("构成了?(\\p{Han}{2,20}?)罪");
  std::string reasons;
  std::string order;
  std::vector<Crime> ordered;
  for (const Span& item : view.disposition_items()) {
    if (contains(view.quote(item), {"撤销", "维持", "原判", "驳回", "一审", "原审", "再审"}))
      return {};
    order += view.quote(item);
    for (Crime& each : crimes(view, item, convicts)) ordered.push_back(std::move(each));
  }
  if (ordered.empty()) return {};
  std::vector<Crime> found;
  for (const Span& part : view.spans(Tag::kReasoning)) {
    reasons += view.quote(part);
    for (Crime& each : crimes(view, part, finds))
      if (found_by_court(view.quote(sentence_around(view.text, each.place))))
        found.push_back(std::move(each));
  }
  for (const Crime& each : ordered) {
    if (contains(reasons, {each.name})) continue;
    for (const Crime& reasoned : found) {
      if (alike(each.name, reasoned.name) || contains(order, {reasoned.name})) continue;
      return {finding(
          "outcome", "checks/outcome", clause_around(view.text, each.place),
          clause_around(view.text, reasoned.place),
          fmt::format("理由部分认定构成“{}罪”，主文却判其犯“{}罪”。", reasoned.name, each.name))};
    }
  }
  return {};
}

}  // namespace proviso::tasks
