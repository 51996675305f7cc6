#include "tasks/checks/role.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "tasks/checks/cast.h"
#include "tasks/checks/names.h"
#include "tasks/checks/payer.h"
#include "tasks/checks/proceedings.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

constexpr string_view kCounter = "反诉";

class Roles {
 public:
  explicit Roles(const JudgmentView& judgment)
      : judgment_(judgment), view_(judgment.view), text_(view_.folded.text), cast_(judgment.cast) {}

  std::vector<Finding> run() {
    for (const CastMember& member : cast_.members) exchanged_role(member);
    for (const CastMember& member : cast_.members) paid_to_himself(member);
    if (findings_.empty()) divorced_from_own_side();
    if (findings_.empty()) findings_ = reversed_payments(judgment_);
    for (Finding& each : check_proceedings(judgment_))
      if (!told_already(findings_, each.place)) findings_.push_back(std::move(each));
    return std::move(findings_);
  }

 private:
  // 原告 before the name of one who is only defendant.
  void exchanged_role(const CastMember& name) {
    if (name.roles.empty()) return;
    if (std::count(cast_.known.begin(), cast_.known.end(), name.words) > 1) return;
    for (const Span& zone : cast_.zones) {
      for (std::size_t at = text_.find(name.words, zone.start); at < zone.end;
           at = text_.find(name.words, at + 1)) {
        const std::size_t end = at + name.words.size();
        if (longer_name_at(at, name.words) ||
            begins_with_word(text_.substr(end), words("name_goes_on")))
          continue;
        const string_view word = side_before(at);
        if (word.empty() || word == "第三人" || Cast::carries(name, word)) continue;
        // 反诉原告: the sides of a counterclaim that the body reports, whatever the head says.
        if (text_.substr(0, at - word.size()).ends_with(kCounter) &&
            text_.substr(0, zone.start).find(kCounter) != string_view::npos)
          continue;
        const string_view other_side = opposite(word);
        if (!Cast::carries(name, other_side)) continue;
        const std::string here = std::string(word) + name.words;
        const std::string there = std::string(other_side) + name.words;
        // A masked name may be two people's: then the text calls somebody so more than once.
        if (masked(name.words) && (count(text_, here) > 1 || count(text_, there) < 2)) continue;
        // Without a head the operative part itself may be right: it calls him so throughout.
        if (!cast_.from_head && in_zones(here) > 1 && in_zones(there) == 0) continue;
        report(view_.folded.original(at - word.size(), end), name.span,
               fmt::format("“{}”在{}为{}，此处称为“{}”。", name.words,
                           cast_.from_head ? "首部" : "前文", name.roles.front(), word),
               fmt::format("{} is {} in the head, but is called {} here.", name.words,
                           name.roles.front(), word));
      }
    }
  }

  // 被告王某于十日内支付被告王某…: who pays is paid.
  void paid_to_himself(const CastMember& name) {
    static constexpr std::size_t kFar = 240;  // bytes
    for (const string_view side : words("side")) {
      const std::string written = std::string(side) + name.words;
      for (const Span& zone : cast_.zones) {
        for (std::size_t at = text_.find(written, zone.start); at < zone.end;
             at = text_.find(written, at + 1)) {
          const std::size_t end = at + written.size();
          const std::size_t again = text_.find(written, end);
          if (again == string_view::npos || again > end + kFar || again >= zone.end) continue;
          const string_view between = text_.substr(end, again - end);
          if (longer_name_at(at + side.size(), name.words) ||
              longer_name_at(again + side.size(), name.words) ||
              begins_with_word(between, words("name_goes_on")) ||
              begins_with_word(text_.substr(again + written.size()), words("name_goes_on")))
            continue;
          if (contains(between, {"。", ";", "\n", "原告", "被告", "第三人", "、", "及", "上诉人"}))
            continue;
          if (!contains(between, {"于", "应", "在", "立即", "需", "自"}) ||
              !ends_with_word(between, words("pays_to")))
            continue;
          report(view_.folded.original(at, again + written.size()), name.span,
                 fmt::format("此处判令“{}”向其本人给付，收款人或付款人疑似误写。", written),
                 fmt::format("{} is ordered to pay to himself.", written));
        }
      }
    }
  }

  // 准予原告甲与原告乙离婚: husband and wife stand on two sides.
  void divorced_from_own_side() {
    static const RE2 divorced(
        "(原告[^,。;、()\\n]{1,24}[与和]原告[^,。;、()\\n]{1,24}离婚|"
        "被告[^,。;、()\\n]{1,24}[与和]被告[^,。;、()\\n]{1,24}离婚)");
    const re2::StringPiece whole(text_.data(), text_.size());
    re2::StringPiece found;
    for (const Span& zone : cast_.zones) {
      if (!divorced.Match(whole, zone.start, zone.end, RE2::UNANCHORED, &found, 1)) continue;
      const auto start = static_cast<std::size_t>(found.data() - text_.data());
      const Span place = view_.folded.original(start, start + found.size());
      const Span other = cast_.members.empty() ? place : cast_.members.front().span;
      report(place, other, "此处离婚双方的诉讼地位相同，其中一方的称谓疑似误写。",
             "Both spouses are called by one side here.");
    }
  }

  string_view side_before(std::size_t at) const {
    const auto sides = words("side");
    const auto word = std::find_if(sides.begin(), sides.end(), [&](string_view each) {
      return text_.substr(0, at).ends_with(each);
    });
    return word == sides.end() ? string_view() : *word;
  }

  std::size_t in_zones(const std::string& words) const {
    std::size_t times = 0;
    for (const Span& zone : cast_.zones)
      times += count(text_.substr(zone.start, zone.end - zone.start), words);
    return times;
  }

  static string_view opposite(string_view word) {
    if (word == "原告") return "被告";
    if (word == "被告") return "原告";
    return word == "上诉人" ? "被上诉人" : "上诉人";
  }

  bool longer_name_at(std::size_t at, string_view name) const {
    return std::any_of(cast_.known.begin(), cast_.known.end(), [&](const std::string& each) {
      return each.size() > name.size() && text_.substr(at).starts_with(each);
    });
  }

  void report(Span written, Span right, std::string chinese, std::string english) {
    if (told_already(findings_, written)) return;
    findings_.push_back(finding("role", "checks/role", clause_around(view_.text, written), right,
                                view_.chinese() ? std::move(chinese) : std::move(english)));
  }

  const JudgmentView& judgment_;
  const CaseView& view_;
  string_view text_;
  const Cast& cast_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_role(const JudgmentView& judgment) {
  return Roles(judgment).run();
}

}  // namespace proviso::tasks
