#include "tasks/checks/opposite.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

#include "opposite_data.h"
#include "tasks/checks/accident.h"
#include "tasks/checks/accused.h"
#include "tasks/checks/appeal_form.h"
#include "tasks/checks/cast.h"
#include "tasks/checks/caught.h"
#include "tasks/checks/office_acts.h"
#include "tasks/checks/particulars.h"
#include "tasks/checks/restated.h"
#include "tasks/checks/retold.h"
#include "tasks/checks/search.h"
#include "tasks/checks/words.h"
#include "tasks/law/table.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

struct Word {
  string_view words;
  std::size_t side = 0;
};

struct Group {
  string_view kind;
  std::size_t least_shared = 0;
  bool by_person = false;  // the clauses must begin with the same person
  std::vector<Word> words;
};

const std::vector<Group>& groups() {
  static const auto all = [] {
    std::vector<Group> list;
    for (const auto& row : law::rows(opposite::data::opposite)) {
      Group group{row[0], 0, row[2] == "who", {}};
      for (std::size_t side = 3; side < row.size(); ++side)
        for (const string_view each : law::pieces(row[side], '/'))
          group.words.push_back({each, side});
      std::from_chars(row[1].data(), row[1].data() + row[1].size(), group.least_shared);
      list.push_back(std::move(group));
    }
    return list;
  }();
  return all;
}

// A word of a group in the document.
struct Place {
  Span span;    // folded
  Span clause;  // folded
  Word word;
  Restated::Pairs pairs;  // of the clause without the word
  bool early = false;     // may be what a later place contradicts
  bool late = false;
  bool own = false;   // of this court's text, whoever speaks
  bool wish = false;  // a party's, a contract's: no finding
};

class Opposites {
 public:
  explicit Opposites(const JudgmentView& judgment)
      : view_(judgment.view), text_(view_.folded.text), restated_(text_), cast_(judgment.cast) {}

  std::vector<Finding> run() {
    for (const Group& group : groups()) compare(group);
    return std::move(findings_);
  }

 private:
  void compare(const Group& group) {
    const std::vector<Place> places = places_of(group);
    for (const Place& later : places) {
      if (!later.late && !later.own) continue;
      const Place* best = nullptr;
      double best_part = 0;
      bool supported = false;
      for (const Place& other : places) {
        if (&other == &later || other.clause.start == later.clause.start) continue;
        if (group.by_person && !same_person(other, later)) continue;
        const auto like = Restated::like(other.pairs, later.pairs);
        if (other.word.side == later.word.side) {
          // A party that says so supports nothing.
          supported =
              supported || (like.shared >= group.least_shared && (other.early || other.late));
          continue;
        }
        const bool verbatim = like.part >= kVerbatim && like.shared >= kVerbatimPairs &&
                              other.own && later.own && other.wish == later.wish && !asks(other) &&
                              !asks(later);
        if ((!verbatim && (!other.early || !later.late)) || other.span.end > later.span.start ||
            !same_matter(other, later))
          continue;
        // Of which a case has but one: 存在劳动关系.
        if (group.least_shared == 0) {
          if (best == nullptr && other.early && later.late && !unproved(other) &&
              !unproved(later) &&
              (share_a_day(other, later) ||
               (cast_.with_role("被告").size() < 2 && !of_a_time(other) && !of_a_time(later))))
            best = &other;
          continue;
        }
        const double least =
            kLeastPart * (same_parties(other, later) == Parties::kUnsure ? 2.5 : 1);
        if (like.shared < group.least_shared || like.part < least || like.part <= best_part)
          continue;
        best = &other;
        best_part = like.part;
      }
      if (best != nullptr && !supported) report(group, later, *best);
    }
  }

  static constexpr double kLeastPart = 0.06;
  // A clause that stands twice, nearly word for word: then it does not matter who says it.
  static constexpr double kVerbatim = 0.75;
  static constexpr std::size_t kVerbatimPairs = 6;

  std::vector<Place> places_of(const Group& group) const {
    std::vector<Place> places;
    for (const Word& word : group.words) {
      const string_view words = word.words;
      for (std::size_t at = find_word(text_, words); at != text_.npos;
           at = find_word(text_, words, at + 1)) {
        // 已归还的借款 is that part of it, whatever else 尚未归还.
        const string_view behind = text_.substr(at + words.size());
        if (ends_with_word(text_.substr(0, at), proviso::tasks::words("negation")) ||
            begins_with_word(behind, proviso::tasks::words("until")) || qualifies(words, behind))
          continue;
        const Span span{at, at + words.size()};
        const bool longer =
            std::any_of(group.words.begin(), group.words.end(), [&](const Word& each) {
              const std::size_t inside = each.words.find(words);
              return each.words.size() > words.size() && inside != string_view::npos &&
                     at >= inside && text_.substr(at - inside).starts_with(each.words);
            });
        const Span original = view_.folded.original(span.start, span.end);
        const segmenter::Section& section = view_.section(original.start);
        if (longer || section.level != segmenter::Level::kThis) continue;
        const Span clause = clause_around(text_, span);
        Place place{span, clause, word, {}, false, false, false, false};
        const bool found = finds(place);
        const string_view said = text_.substr(clause.start, clause.size());
        place.wish = has_word(said, proviso::tasks::words("no_finding"));
        place.own = section.tag == Tag::kFacts || section.tag == Tag::kReasoning ||
                    section.tag == Tag::kDisposition || section.tag == Tag::kEvidence;
        place.early = found && (section.tag == Tag::kFacts || section.tag == Tag::kReasoning);
        place.late = found && (section.tag == Tag::kReasoning || section.tag == Tag::kDisposition);
        place.pairs = restated_.pairs(passage(place));
        places.push_back(std::move(place));
      }
    }
    return places;
  }

  // Whether the word tells which part of a debt is meant: 已支付的货款, 未支付部分.
  static bool qualifies(string_view word, string_view behind) {
    return (word.starts_with("已") || word.starts_with("未") || word.starts_with("尚未")) &&
           (behind.starts_with("的") || behind.starts_with("部分"));
  }

  // 无法证明双方存在劳动关系.
  bool unproved(const Place& place) const {
    const Span sentence = sentence_around(text_, place.span);
    return has_word(text_.substr(sentence.start, sentence.size()), words("unproved"));
  }

  bool of_a_time(const Place& place) const {
    const Span sentence = sentence_around(text_, place.span);
    return has_word(text_.substr(sentence.start, sentence.size()), words("of_a_time"));
  }

  bool asks(const Place& place) const {
    return has_word(text_.substr(place.clause.start, place.clause.size()), words("question"));
  }

  // The court finds it: a question, a party's words and a statute's are no finding.
  bool finds(const Place& place) const {
    const string_view clause = text_.substr(place.clause.start, place.clause.size());
    const string_view ahead =
        text_.substr(place.clause.start, place.span.start - place.clause.start);
    if (has_word(clause, words("of_the_rest")) || has_word(ahead, words("denied"))) return false;
    if (!has_word(clause, words("no_finding"))) return true;
    const Span sentence = sentence_around(text_, place.span);
    return has_word(clause, words("wish")) && !has_word(clause, words("question")) &&
           has_word(text_.substr(sentence.start, sentence.size()), words("granted"));
  }

  bool same_matter(const Place& a, const Place& b) const {
    const Restated::Passage here = passage(a);
    const Restated::Passage there = passage(b);
    return !figures_differ(here, there) && !titles_differ(here, there) && !days_differ(a, b) &&
           same_parties(a, b) != Parties::kOther;
  }

  // Each clause has days of its own: what was unpaid in March may be paid in April.
  bool days_differ(const Place& a, const Place& b) const {
    bool here = false;
    bool there = false;
    for (const Date& one : view_.dates) {
      if (!inside(one, a)) continue;
      here = true;
      for (const Date& other : view_.dates)
        if (inside(other, b) && (one <=> other) == 0) return false;
    }
    for (const Date& other : view_.dates) there = there || inside(other, b);
    return here && there;
  }
  // With two defendants the one may be the employer and the other not; the same time is one's.
  bool share_a_day(const Place& a, const Place& b) const {
    return std::any_of(view_.dates.begin(), view_.dates.end(), [&](const Date& one) {
      return inside(one, a) &&
             std::any_of(view_.dates.begin(), view_.dates.end(), [&](const Date& other) {
               return inside(other, b) && (one <=> other) == 0;
             });
    });
  }
  static bool inside(const Date& date, const Place& place) {
    return date.start >= place.clause.start && date.end <= place.clause.end;
  }

  // 张某负事故主要责任, 李某负次要责任: who it is stands before 负 or 承担.
  bool same_person(const Place& a, const Place& b) const {
    const string_view here = person(a);
    const string_view there = person(b);
    // 其行为 may be another deed of another man.
    if (begins_with_word(here, words("pronoun")) || begins_with_word(there, words("pronoun")))
      return false;
    return !here.empty() && !there.empty() && (here.ends_with(there) || there.ends_with(here));
  }

  string_view person(const Place& place) const {
    string_view before = text_.substr(place.clause.start, place.span.start - place.clause.start);
    for (const string_view verb : words("bears")) before = before.substr(0, before.find(verb));
    for (const string_view lead : words("leads_to_person")) {
      const std::size_t at = before.rfind(lead);
      if (at != before.npos) before.remove_prefix(at + lead.size());
    }
    return before;
  }

  enum class Parties : std::uint8_t { kSame, kOther, kUnsure };
  Parties same_parties(const Place& a, const Place& b) const {
    std::size_t here = 0;
    std::size_t there = 0;
    for (const std::string& name : cast_.known) {
      const bool in_a = contains(text_.substr(a.clause.start, a.clause.size()), {name});
      const bool in_b = contains(text_.substr(b.clause.start, b.clause.size()), {name});
      if (in_a && in_b) return Parties::kSame;
      here += in_a ? 1 : 0;
      there += in_b ? 1 : 0;
    }
    if (here > 0 && there > 0) return Parties::kOther;
    return here == there ? Parties::kSame : Parties::kUnsure;
  }

  Restated::Passage passage(const Place& place) const {
    return {text_.substr(place.clause.start, place.span.start - place.clause.start),
            text_.substr(place.span.end, place.clause.end - place.span.end)};
  }

  void report(const Group& group, const Place& later, const Place& earlier) {
    const auto original = [&](Span folded) {
      return view_.folded.original(folded.start, folded.end);
    };
    findings_.push_back(finding(
        group.kind, "checks/opposite", original(later.clause), original(earlier.clause),
        view_.chinese()
            ? fmt::format("同一事项前文称“{}”，此处称“{}”。", earlier.word.words, later.word.words)
            : fmt::format("The same is {} before and {} here.", earlier.word.words,
                          later.word.words)));
  }

  const CaseView& view_;
  string_view text_;
  Restated restated_;
  const Cast& cast_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_opposite(const JudgmentView& judgment) {
  if (!judgment.view.chinese()) return {};
  std::vector<Finding> findings = Opposites(judgment).run();
  for (auto& more :
       {check_accident(judgment), check_caught(judgment.view), check_particulars(judgment.view),
        check_accused(judgment.view), check_office_acts(judgment.view),
        check_appeal_form(judgment.view), check_retold(judgment.view)})
    for (const Finding& each : more)
      if (!told_already(findings, each.place)) findings.push_back(each);
  return findings;
}

}  // namespace proviso::tasks
