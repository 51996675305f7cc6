#include "tasks/checks/share_figured.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

constexpr std::size_t kGroups = 6;

// Matches of a pattern over the folded text of findings and reasons, with their groups.
class Search {
 public:
  Search(const CaseView& view, const RE2& pattern) : view_(view), pattern_(pattern) {}

  template <typename Each>
  void each(const Each& told) {
    const string_view text = view_.folded.text;
    for (const Tag tag : {Tag::kFacts, Tag::kReasoning}) {
      for (const Span& part : view_.spans(tag)) {
        const std::size_t end = view_.folded.folded(part.end);
        const re2::StringPiece whole(text.data(), text.size());
        for (std::size_t at = view_.folded.folded(part.start);
             pattern_.Match(whole, at, end, RE2::UNANCHORED, groups_.data(), kGroups);) {
          at = start(1) + groups_[1].size();
          told(*this);
        }
      }
    }
  }

  string_view words(std::size_t group) const {
    return {groups_.at(group).data(), groups_.at(group).size()};
  }
  std::optional<Exact> value(std::size_t group) const {
    std::string digits(words(group));
    std::erase(digits, ',');
    return Exact::parse(digits);
  }
  // The place of a group, and from one group to another, in the document.
  Span place(std::size_t first, std::size_t last) const {
    return view_.folded.original(start(first), start(last) + groups_.at(last).size());
  }
  Span clause(std::size_t group) const { return clause_around(view_.text, place(group, group)); }

 private:
  std::size_t start(std::size_t group) const {
    return static_cast<std::size_t>(groups_.at(group).data() - view_.folded.text.data());
  }

  const CaseView& view_;
  const RE2& pattern_;
  std::array<re2::StringPiece, kGroups> groups_;
};

bool of_a_share(string_view clause) {
  return (has_word(clause, words("share_of_whole")) || has_word(clause, words("gets_share"))) &&
         !has_word(clause, words("no_part"));
}

std::string told(const CaseView& view, string_view share, string_view other) {
  return view.chinese()
             ? fmt::format("此处比例为{}%，而据以计算的比例为{}%。", share, other)
             : fmt::format("The share is {}%, and {}% in the calculation.", share, other);
}

// 按80%的责任比例赔偿7840元(11200元×70%)
void against_bracket(const CaseView& view, std::vector<Finding>& findings) {
  static const RE2 pattern(
      "([0-9][0-9.]*)%([^%。;\\n]{0,120}?)([0-9][0-9.,]*)元\\(([0-9][0-9.,]*)元?×([0-9][0-9.]*)%"
      "\\)");
  Search search(view, pattern);
  search.each([&](const Search& found) {
    const auto share = found.value(1);
    const auto used = found.value(5);
    const auto result = found.value(3);
    const auto base = found.value(4);
    if (!share || !used || !result || !base || *share == *used) return;
    if (*share + *used == Exact(100) || !(*share < Exact(100)) || !(*used < Exact(100))) return;
    // The bracket calculates what stands before it.
    if (Exact(1) < (*base * *used / Exact(100) - *result).abs()) return;
    if (!of_a_share(view.quote(found.clause(1)))) return;
    findings.push_back(finding("share", "checks/share", found.clause(1), found.place(4, 5),
                               told(view, found.words(1), found.words(5))));
  });
}

// 57781.67元，按责任比例60%即28890.83元: half of it, and 50% stands elsewhere.
void against_result(const CaseView& view, std::vector<Finding>& findings) {
  static const RE2 pattern(
      "([0-9][0-9.,]*)元[^%。;\\n0-9]{0,40}?([0-9][0-9.]*)%[^%。;\\n0-9]{0,24}?(?:即|计|为|赔偿|"
      "承担|支付|分得|返还|给付)[^%。;\\n0-9]{0,8}?([0-9][0-9.,]*)元");
  constexpr std::size_t kLong = 5;  // digits of a sum that meets no round share by chance
  Search search(view, pattern);
  search.each([&](const Search& found) {
    const auto base = found.value(1);
    const auto share = found.value(2);
    const auto result = found.value(3);
    if (!base || !share || !result || found.words(1).size() < kLong) return;
    const Exact cent = Exact::ratio(2, 100);
    const auto makes = [&](const Exact& percent) {
      return (*base * percent / Exact(100) - *result).abs() < cent;
    };
    if (makes(*share) || !of_a_share(view.quote(found.clause(2)))) return;
    for (int other = 5; other < 100; other += 5) {
      if (!makes(Exact(other))) continue;
      const std::size_t at = view.folded.text.find(fmt::format("{}%", other));
      if (at == string_view::npos) continue;
      const Span place = view.folded.original(at, at + 2);
      // A round base meets some round share easily: there the other must be a share too.
      const string_view told_there = view.quote(sentence_around(view.text, place));
      if (found.words(1).ends_with("00") && !of_a_share(told_there)) continue;
      findings.push_back(finding("share", "checks/share", found.clause(2),
                                 clause_around(view.text, place),
                                 told(view, found.words(2), std::to_string(other))));
      return;
    }
  });
}

// 甲出资1200万元，持股比例为60%；乙出资800万元，持股比例为40%.
void against_contributions(const CaseView& view, std::vector<Finding>& findings) {
  static const RE2 pattern(
      "出资(?:额)?(?:为)?(?:人民币)?([0-9][0-9.,]*)万?元[,、]?[^0-9%。;\\n]{0,16}?(?:占|比例|股权|"
      "份额)[^0-9%。"
      ";\\n]{0,16}?([0-9][0-9.]*)%");
  struct Holding {
    Exact paid, share;
    Span place;
    std::string words;
  };
  constexpr std::size_t kFar = 200;  // bytes
  std::vector<std::vector<Holding>> groups;
  Search search(view, pattern);
  search.each([&](const Search& found) {
    const auto paid = found.value(1);
    const auto share = found.value(2);
    if (!paid || !share) return;
    const Span place = found.place(1, 2);
    if (groups.empty() || place.start < groups.back().back().place.end ||
        place.start - groups.back().back().place.end > kFar)
      groups.emplace_back();
    groups.back().push_back({*paid, *share, place, std::string(found.words(2))});
  });
  const Exact rounding = Exact::ratio(1, 2);
  for (const auto& group : groups) {
    if (group.size() < 2) continue;
    Exact whole = 0;
    for (const Holding& each : group) whole = whole + each.paid;
    const auto fits = [&](const Holding& each) {
      return (each.paid * Exact(100) / whole - each.share).abs() < rounding;
    };
    const auto odd = std::find_if_not(group.begin(), group.end(), fits);
    if (odd == group.end() || std::count_if(group.begin(), group.end(), fits) + 1 !=
                                  static_cast<std::ptrdiff_t>(group.size()))
      continue;
    const Holding& other = odd == group.begin() ? group.back() : group.front();
    findings.push_back(
        finding("share", "checks/share", clause_around(view.text, {odd->place.end, odd->place.end}),
                clause_around(view.text, other.place),
                view.chinese() ? fmt::format("按所列出资额计算，该比例应为{}%，文中写作“{}%”。",
                                             (odd->paid * Exact(100) / whole).str(), odd->words)
                               : fmt::format("The contributions make {}%, not {}%.",
                                             (odd->paid * Exact(100) / whole).str(), odd->words)));
  }
}

// 双方各承担40%: the rest is nobody's.
void of_two_each(const CaseView& view, std::vector<Finding>& findings) {
  static const RE2 pattern(
      "((?:双方|原、被告|原告与被告|原告和被告|两人|二人)(?:当事人)?各(?:自)?(?:应)?(?:承担|负担|"
      "享有|占|分得|负))"
      "[^0-9%。;\\n]{0,20}?([0-9][0-9.]*)%");
  Search search(view, pattern);
  search.each([&](const Search& found) {
    const auto share = found.value(2);
    if (!share || *share == Exact(50) || *share == Exact(100)) return;
    const Span sentence = sentence_around(view.text, found.place(1, 2));
    const string_view said = view.quote(sentence);
    const string_view more =
        view.text.substr(found.place(1, 2).end,
                         std::min<std::size_t>(120, view.text.size() - found.place(1, 2).end));
    if (has_word(said, words("rest")) || has_word(more, words("rest")) ||
        has_word(said, words("a_third")) || !of_a_share(view.quote(found.clause(2))) ||
        std::count(said.begin(), said.end(), '%') > 1 || contains(said, {"百分之", "％"}))
      return;
    findings.push_back(finding("share", "checks/share", found.clause(2), found.place(1, 1),
                               view.chinese()
                                   ? fmt::format("双方各为{}%，合计为{}%，不等于100%。",
                                                 found.words(2), (*share * Exact(2)).str())
                                   : fmt::format("Two bear {}% each.", found.words(2))));
  });
}

}  // namespace

std::vector<Finding> check_figured_shares(const CaseView& view) {
  std::vector<Finding> findings;
  against_bracket(view, findings);
  against_result(view, findings);
  against_contributions(view, findings);
  of_two_each(view, findings);
  return findings;
}

}  // namespace proviso::tasks
