#include "tasks/checks/role.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "tasks/checks/cast.h"
#include "tasks/checks/names.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

class Roles {
 public:
  explicit Roles(const CaseView& view) : view_(view), text_(view.folded.text), cast_(view) {}

  std::vector<Finding> run() {
    for (const CastMember& member : cast_.members) exchanged_role(member);
    for (const CastMember& member : cast_.members) paid_to_himself(member);
    if (findings_.empty()) reversed_payment();
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

  string_view side_before(std::size_t at) const {
    const auto sides = words("side");
    const auto word = std::find_if(sides.begin(), sides.end(), [&](string_view each) {
      return text_.substr(0, at).ends_with(each);
    });
    return word == sides.end() ? string_view() : *word;
  }

  // The reasoning makes 被告甲 pay, the order makes 原告 pay him: the same sum, or the only order
  // that there is.
  void reversed_payment() {
    static const RE2 paid_to_defendant(
        "^[^告]{0,40}原告(?:[^,。;\n]{0,60}?,)?[^,。;\n]{0,60}?(支付|偿还|赔偿|给付|返还|退还|归还|"
        "赔付|"
        "补偿)[^,。;\n]{0,50}?被告");
    static const RE2 to_defendant(
        "^[^告]{0,40}原告[^。;\n]{0,80}?(?:向|给)被告[^。;\n]{0,60}?(支付|偿还|赔偿|给付|返还|退还|"
        "归还|赔付|补偿)");
    static const RE2 defendant_pays("被告[^,。;\n]{0,40}(?:支付|偿还|赔偿|给付|返还|交付|承担)");
    if (cast_.zones.empty()) return;
    if (contains(text_.substr(0, cast_.zones.front().start), {"反诉", "上诉人", "原审", "再审"}))
      return;
    std::optional<Span> paid;
    std::string verb;
    bool defendant_too = false;
    for (const Span& item : view_.disposition_items()) {
      const std::string said = fold(view_.quote(item)).text;
      if (contains(said, {"驳回"})) continue;
      if (RE2::PartialMatch(said, to_defendant, &verb) ||
          RE2::PartialMatch(said, paid_to_defendant, &verb)) {
        if (!paid) paid = item;
      } else if (RE2::PartialMatch(said, defendant_pays)) {
        defendant_too = true;
      }
    }
    if (!paid) return;
    const auto owed = owed_by_defendant(*paid, defendant_too ? std::string() : verb);
    if (!owed) return;
    report(*paid, clause_around(view_.text, *owed),
           "主文判令原告向被告给付，而理由部分认定应由被告给付，二者的给付方向相反。",
           "The plaintiff is ordered to pay, though the reasoning makes the defendant pay.");
  }

  // Where the reasoning makes the defendant pay a sum of `paid`, or do what `verb` says; nothing
  // where it knows a debt of the plaintiff.
  std::optional<Span> owed_by_defendant(Span paid, const std::string& verb) const {
    static const RE2 plaintiff_owes(
        "原告[^,。;\n]{0,30}(?:应|需|须)[^,。;\n]{0,20}(?:支付|偿还|赔偿|给付|返还|退还|归还|"
        "补偿)");
    static const RE2 defendant_owes(
        "被告[^,。;\n]{0,30}(?:应|需|须)[^,。;\n]{0,30}(?:支付|偿还|赔偿|给付|返还|退还|归还|"
        "承担)");
    static const RE2 both_owe("相互|互相|互负|各自返还|双方返还|劳动|离婚|同居|抚养");
    std::optional<Span> owed;
    for (const Span& part : view_.spans(Tag::kReasoning)) {
      const std::size_t start = view_.folded.folded(part.start);
      const std::size_t end = view_.folded.folded(part.end);
      const re2::StringPiece whole(text_.data(), text_.size());
      re2::StringPiece found;
      if (plaintiff_owes.Match(whole, start, end, RE2::UNANCHORED, &found, 1)) return std::nullopt;
      const bool both = both_owe.Match(whole, start, end, RE2::UNANCHORED, &found, 1);
      for (std::size_t at = start;
           !owed && defendant_owes.Match(whole, at, end, RE2::UNANCHORED, &found, 1);) {
        const auto place = static_cast<std::size_t>(found.data() - text_.data());
        at = place + found.size();
        const Span span = view_.folded.original(place, at);
        const string_view clause(found.data(), found.size());
        if (share_a_sum(paid, sentence_around(view_.text, span)) ||
            (!both && !verb.empty() && contains(clause, {verb})))
          owed = span;
      }
    }
    return owed;
  }

  std::size_t in_zones(const std::string& words) const {
    std::size_t times = 0;
    for (const Span& zone : cast_.zones)
      times += count(text_.substr(zone.start, zone.end - zone.start), words);
    return times;
  }

  // A sum of the item stands in the sentence too.
  bool share_a_sum(Span item, Span sentence) const {
    const auto within = [](const Number& number, Span span) {
      return number.measure == Measure::kMoney && number.span.start >= span.start &&
             number.span.end <= span.end;
    };
    return std::any_of(view_.numbers.begin(), view_.numbers.end(), [&](const Number& ordered) {
      return within(ordered, item) &&
             std::any_of(view_.numbers.begin(), view_.numbers.end(), [&](const Number& owed) {
               return within(owed, sentence) && owed.value == ordered.value;
             });
    });
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

  const CaseView& view_;
  string_view text_;
  Cast cast_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_role(const CaseView& view) {
  return Roles(view).run();
}

}  // namespace proviso::tasks
