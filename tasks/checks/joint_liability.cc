#include "tasks/checks/joint_liability.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "tasks/checks/cast.h"
#include "tasks/checks/ruling.h"
#include "tasks/checks/stance.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

constexpr std::array<string_view, 3> kWays{"joint", "supplementary", "several"};
constexpr std::size_t kJoint = 0;

// A place that says how somebody is liable.
struct Mention {
  std::size_t way = 0;
  Span clause;
  std::vector<std::size_t> people;  // indices into people_; empty: not by name
  bool decided = false;
  bool reported = false;  // a contract, a statute or a party says so
  bool with_plaintiff = false;
  bool outright = false;  // the clause itself decides or asks
  bool refused = false;   // 不承担连带责任
};

class Liability {
 public:
  explicit Liability(const JudgmentView& judgment) : view_(judgment.view) {
    const Cast& cast = judgment.cast;
    for (const CastMember& member : cast.members) {
      // Without a head a company may stand twice in the cast, in full and in short: who is liable
      // is not told apart then.
      const bool sues = Cast::carries(member, "原告");
      if (member.roles.empty() || (!cast.from_head && !sues)) continue;
      people_.push_back({{member.words}, sues});
      const auto party =
          std::find_if(view_.structure.parties.begin(), view_.structure.parties.end(),
                       [&](const segmenter::Party& each) { return each.span == member.span; });
      if (party == view_.structure.parties.end()) continue;
      people_.back().names.insert(people_.back().names.end(), party->aliases.begin(),
                                  party->aliases.end());
    }
  }

  std::vector<Finding> run() {
    for (const Span& item : view_.disposition_items()) {
      if (contains(view_.quote(item), {"驳回"})) continue;
      order_ += view_.quote(item);
      note(item, ordered_);
    }
    if (order_.empty()) return {};
    // An item about a fee may be read as costs.
    for (const Span& part : view_.spans(segmenter::Tag::kCosts)) {
      if (!contains(view_.quote(part), {"连带"})) continue;
      order_ += view_.quote(part);
      note(part, ordered_);
    }
    for (const Span& part : view_.spans(segmenter::Tag::kReasoning)) {
      for (std::size_t at = part.start; at < part.end;) {
        const Span sentence = sentence_around(view_.text, {at, at}, part.end - at + 1);
        const Span whole{at, std::min(std::max(sentence.end, at), part.end)};
        note(whole, reasoned_);
        at = whole.end < part.end ? whole.end + code_point_bytes(view_.text[whole.end]) : part.end;
      }
    }
    for (const Mention& order : ordered_)
      for (const Mention& decision : reasoned_) {
        if (refuses(order, decision)) return {not_ordered(order.clause, decision)};
        if (contradicts(order, decision)) return {told(order, decision)};
      }
    return forgotten();
  }

 private:
  // One place of each way in the sentence or item: the first, else one that is granted as asked
  // (自愿提供连带责任保证，…要求其承担连带清偿责任，本院予以支持).
  void note(Span sentence, std::vector<Mention>& mentions) const {
    for (std::size_t way = 0; way < kWays.size(); ++way) {
      bool noted = false;
      for (const string_view word : words(kWays[way])) {
        // Words begin in the sentence and may end behind it; the rest of the text is not searched.
        const std::size_t reach = std::min(view_.text.size(), sentence.end + word.size() - 1);
        const std::size_t at = view_.text.substr(sentence.start, reach - sentence.start).find(word);
        if (at == string_view::npos) continue;
        const std::size_t start = sentence.start + at;
        Mention mention{
            way, clause_around(view_.text, {start, start + word.size()}), {}, false, false};
        read_people({sentence.start, start}, mention);
        judge(sentence, mention);
        // 承担连带责任后，有权追偿.
        const string_view behind = view_.text.substr(start + word.size());
        if (behind.starts_with("后") || behind.starts_with("责任后") ||
            has_word(behind.substr(0, 24), words("questions")))
          mention.decided = false;
        if (!noted) {
          noted = true;
          mentions.push_back(std::move(mention));
          if (mentions.back().decided || !mentions.back().reported) break;
          continue;
        }
        if (!mention.decided || !has_word(view_.quote(mention.clause), words("asks_for"))) continue;
        mentions.push_back(std::move(mention));
        break;
      }
    }
  }

  // The parties named on the way to the word, but for those whose debt it is (对被告甲的债务).
  void read_people(Span lead, Mention& mention) const {
    const string_view said = view_.quote(lead);
    for (std::size_t i = 0; i < people_.size(); ++i) {
      const auto& names = people_[i].names;
      if (std::none_of(names.begin(), names.end(),
                       [&](const std::string& name) { return names_as_liable(said, name); }))
        continue;
      if (people_[i].sues)
        mention.with_plaintiff = !has_word(said, words("asks_for"));
      else
        mention.people.push_back(i);
    }
  }

  static bool names_as_liable(string_view said, string_view name) {
    for (std::size_t at = said.find(name); at != said.npos && !name.empty();
         at = said.find(name, at + name.size())) {
      string_view before = said.substr(0, at);
      if (before.ends_with("被告")) before.remove_suffix(string_view("被告").size());
      if (!ends_with_word(before, words("leads_to_debtor"))) return true;
    }
    return false;
  }

  void judge(Span sentence, Mention& mention) const {
    static const RE2 ground(
        "(?:按照?|依照?|依据|根据|符合)[^，。；]{0,30}?(?:约定|规定)(?:[和及与、][^，。；]{0,12}?"
        "规定)?");
    const string_view whole = view_.quote(sentence);
    std::string clause(between_commas(whole, mention.clause.end - sentence.start));
    RE2::GlobalReplace(&clause, ground, "");
    mention.reported = has_word(clause, words("reports"));
    mention.refused = has_word(clause, words("refuses"));
    if (mention.reported || has_word(clause, words("denies")) ||
        contains(whole, {"不予支持", "驳回"}))
      return;
    mention.outright = has_word(clause, words("decides")) || has_word(clause, words("asks_for"));
    mention.decided =
        has_word(clause, words("asks_for"))
            ? has_word(whole, words("finds_for")) && !has_word(whole, words("finds_against"))
            : has_word(whole, words("decides"));
  }

  // Wider than a clause: 不应对被告甲、乙的债务承担 is one denial.
  static string_view between_commas(string_view sentence, std::size_t end) {
    static constexpr string_view kComma = "，";
    const std::size_t until = std::min(end, sentence.size());
    const std::size_t comma = sentence.substr(0, until).rfind(kComma);
    const std::size_t from = comma == string_view::npos ? 0 : comma + kComma.size();
    return sentence.substr(from, until - from);
  }

  static bool same_people(const Mention& a, const Mention& b) {
    return std::any_of(a.people.begin(), a.people.end(), [&](std::size_t one) {
      return std::find(b.people.begin(), b.people.end(), one) != b.people.end();
    });
  }

  bool contradicts(const Mention& order, const Mention& decision) const {
    if (!decision.decided || joint(order) == joint(decision)) return false;
    const bool known = !order.people.empty() && !decision.people.empty();
    if (known && !same_people(order, decision)) return false;
    // The reasoning has the ordered way too, for the same people or without a name.
    return std::none_of(reasoned_.begin(), reasoned_.end(), [&](const Mention& each) {
      return joint(each) == joint(order) && !each.reported &&
             (each.people.empty() || order.people.empty() || same_people(each, order) || !known);
    });
  }

  // 被告乙不承担连带责任, against the reasoning.
  bool refuses(const Mention& order, const Mention& decision) const {
    return order.refused && joint(order) && decision.decided && joint(decision) &&
           same_people(order, decision);
  }

  static bool joint(const Mention& mention) { return mention.way == kJoint; }

  // Decided as joint, and the order knows no way at all, or does not name any of those liable.
  std::vector<Finding> forgotten() const {
    if (contains(order_, {"离婚"})) return {};
    for (const Mention& decision : reasoned_) {
      if (!decision.decided || !joint(decision) || decision.with_plaintiff || !decision.outright ||
          !contains(view_.quote(decision.clause), {"连带"}))
        continue;
      const bool silent = ordered_.empty() && !has_word(order_, words("any_way")) &&
                          (asked() || !bound_together(decision));
      if (!silent && !left_out(decision)) continue;
      return {not_ordered(item_against(), decision)};
    }
    return {};
  }

  // The item that dismisses such a claim, else the first.
  Span item_against() const {
    const std::vector<Span> items = view_.disposition_items();
    const auto dismissal = std::find_if(items.begin(), items.end(), [&](const Span& item) {
      return contains(view_.quote(item), {"连带"});
    });
    return dismissal == items.end() ? items.front() : *dismissal;
  }

  Finding not_ordered(Span place, const Mention& decision) const {
    return finding("joint_liability", "checks/joint_liability", place, decision.clause,
                   view_.chinese()
                       ? "理由部分认定承担连带责任，主文却未判令连带承担。"
                       : "The reasoning decides on joint liability, the order does not.");
  }

  // Whether joint liability is among the claims.
  bool asked() const {
    const std::vector<Span> claims = view_.spans(segmenter::Tag::kClaims);
    return std::any_of(claims.begin(), claims.end(),
                       [&](const Span& part) { return contains(view_.quote(part), {"连带"}); });
  }

  // All who are liable pay by name in one item: 被告甲、被告乙偿还.
  bool bound_together(const Mention& decision) const {
    const std::vector<Span> items = view_.disposition_items();
    return std::any_of(items.begin(), items.end(), [&](const Span& item) {
      Mention payers;
      read_people(item, payers);
      return payers.people.size() > 1 &&
             std::all_of(decision.people.begin(), decision.people.end(), [&](std::size_t each) {
               return std::find(payers.people.begin(), payers.people.end(), each) !=
                      payers.people.end();
             });
    });
  }

  bool left_out(const Mention& decision) const {
    if (decision.people.empty() || has_word(order_, words("all_of_them"))) return false;
    return std::none_of(decision.people.begin(), decision.people.end(), [&](std::size_t person) {
      const auto& names = people_[person].names;
      return std::any_of(names.begin(), names.end(),
                         [&](const std::string& name) { return names_in_short(order_, name); });
    });
  }

  Finding told(const Mention& order, const Mention& decision) const {
    return finding("joint_liability", "checks/joint_liability", order.clause, decision.clause,
                   !view_.chinese() ? "The order and the reasoning differ on joint liability."
                   : joint(order) ? "主文判令承担连带责任，而理由部分认定的不是连带责任。"
                                  : "理由部分认定承担连带责任，主文判令承担的却不是连带责任。");
  }

  struct Person {
    std::vector<std::string> names;
    bool sues = false;
  };

  const CaseView& view_;
  std::vector<Person> people_;  // of the cast, whose side is known
  std::string order_;           // the words of all items that order
  std::vector<Mention> ordered_, reasoned_;
};

}  // namespace

std::vector<Finding> check_joint_liability(const JudgmentView& judgment) {
  const std::string& instance = judgment.view.structure.instance;
  if (instance == "second" || instance == "retrial") return {};
  std::vector<Finding> findings = Liability(judgment).run();
  for (Finding& each : misjudged_defendants(judgment))
    if (!told_already(findings, each.place)) findings.push_back(std::move(each));
  return findings;
}

}  // namespace proviso::tasks
