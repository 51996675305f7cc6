#include "tasks/checks/event_date.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "tasks/checks/death_day.h"
#include "tasks/checks/due_day.h"
#include "tasks/checks/length_of_time.h"
#include "tasks/checks/milestone.h"
#include "tasks/checks/restated.h"
#include "tasks/checks/ruling.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

// How much must be the same. Measured on judgments of the tune half and the training text: under
// it events of one sort (a payment, a delivery) are taken for one event.
constexpr std::size_t kLeastShared = 4;
constexpr double kLeastPart = 0.05;
constexpr double kLeastOfNextDay = 0.4;

// What a day is to its event.
enum class Part : std::uint8_t { kOn, kFrom, kTo, kBefore };

std::chrono::sys_days day_number(const Date& date) {
  return std::chrono::year(date.year) / date.month / date.day;
}

bool full(const Date& date) {
  return date.day > 0 && !date.inferred && date.exists();
}

// A slip of the hand: one of year, month and day.
bool one_field_off(const Date& a, const Date& b) {
  const int differing =
      (a.year != b.year ? 1 : 0) + (a.month != b.month ? 1 : 0) + (a.day != b.day ? 1 : 0);
  return differing == 1 && std::abs(a.year - b.year) <= 1;
}

// 至8月31日 and 自9月1日: the period goes on.
bool next_day(const Date& a, const Date& b) {
  const auto apart = day_number(b) - day_number(a);
  return apart == std::chrono::days(1) || apart == std::chrono::days(-1);
}

class Events {
 public:
  explicit Events(const CaseView& view) : view_(view), text_(view.folded.text), restated_(text_) {}

  std::vector<Finding> run() {
    for (std::size_t i = 0; i < view_.dates.size(); ++i) {
      const Date& later = view_.dates[i];
      if (!full(later) || !own(later, {Tag::kReasoning, Tag::kDisposition}) || !once(later))
        continue;
      if (const Date* earlier = told_before(i)) report(later, *earlier);
    }
    return std::move(findings_);
  }

 private:
  bool own(const Date& date, std::initializer_list<Tag> tags) const {
    const segmenter::Section& section = view_.section(date.span.start);
    const bool adopted = section.level == segmenter::Level::kFirst && section.tag == Tag::kFacts &&
                         has_word(view_.text, words("facts_adopted"));
    return (section.level == segmenter::Level::kThis || adopted) &&
           std::find(tags.begin(), tags.end(), section.tag) != tags.end() && !reported(date);
  }

  // 被告辩称，…: in a section that is not the party's own.
  bool reported(const Date& date) const {
    const Span sentence = sentence_around(view_.text, date.span);
    return has_word(view_.text.substr(sentence.start, date.span.start - sentence.start),
                    words("pleads"));
  }

  bool once(const Date& date) const {
    return std::count_if(view_.dates.begin(), view_.dates.end(),
                         [&](const Date& each) { return (each <=> date) == 0; }) == 1;
  }

  const Date* told_before(std::size_t index) const {
    const Date& later = view_.dates[index];
    const Restated::Passage there = passage(index);
    const Date* best = nullptr;
    double best_part = 0;
    for (std::size_t i = 0; i < index; ++i) {
      const Date& earlier = view_.dates[i];
      if (!full(earlier) || !one_field_off(earlier, later) ||
          !own(earlier, {Tag::kFacts, Tag::kReasoning, Tag::kEvidence}) ||
          one_sentence(earlier, later) || !same_part(earlier, later)) {
        continue;
      }
      const Restated::Passage here = passage(i);
      if (figures_differ(here, there) || titles_differ(here, there) ||
          sums_differ(earlier, later) || planned_and_done(earlier, later))
        continue;
      const Restated::Likeness like = restated_.like(here, there);
      const double least = next_day(earlier, later) ? kLeastOfNextDay : kLeastPart;
      if (like.shared < kLeastShared || like.part < least || like.part <= best_part) continue;
      best = &earlier;
      best_part = like.part;
    }
    return best;
  }

  // Both clauses name sums of money, and not one is the same: two debts with days of their own.
  bool sums_differ(const Date& a, const Date& b) const {
    const auto sums = [&](const Date& date) {
      std::vector<Exact> list;
      for (const Number& each : numbers_in(view_, clause_around(view_.text, date.span)))
        if (each.measure == Measure::kMoney) list.push_back(each.value);
      return list;
    };
    const std::vector<Exact> here = sums(a);
    const std::vector<Exact> there = sums(b);
    return !here.empty() && !there.empty() &&
           std::find_first_of(here.begin(), here.end(), there.begin(), there.end()) == here.end();
  }

  // 应在10月20日抵港 and 10月27日离港: what was to be is not what came.
  bool planned_and_done(const Date& a, const Date& b) const {
    const string_view here = view_.quote(clause_around(view_.text, a.span));
    const string_view there = view_.quote(clause_around(view_.text, b.span));
    const auto done = [](string_view clause) {
      return !has_word(clause, words("planned")) && !contains(clause, {"约定"});
    };
    return (has_word(here, words("planned")) && done(there)) ||
           (has_word(there, words("planned")) && done(here));
  }

  // Up to 16 characters before the day and 40 behind it, inside its clause and up to the next day.
  Restated::Passage passage(std::size_t index) const {
    constexpr std::size_t kBefore = 48;       // bytes
    constexpr std::size_t kBehind = 120;      // bytes
    constexpr std::size_t kShortClause = 24;  // bytes: over such a one the passage goes on
    const Date& date = view_.dates[index];
    std::size_t start = date.start;
    while (start > 0 && date.start - start < kBefore) {
      const std::size_t previous = previous_code_point(text_, start);
      if (stop(previous) || text_[previous] == ',') break;
      start = previous;
    }
    // Up to the next day; of a period up to the day behind its last.
    std::size_t next = index + 1;
    while (next < view_.dates.size() && joined(view_.dates[next - 1], view_.dates[next])) ++next;
    const std::size_t limit = next < view_.dates.size() ? view_.dates[next].start : text_.size();
    std::size_t end = date.end;
    while (end < limit && end - date.end < kBehind) {
      if (stop(end) || (text_[end] == ',' && end - date.end >= kShortClause)) break;
      end += code_point_bytes(text_[end]);
    }
    end = std::min(end, text_.size());
    return {text_.substr(start, date.start - start), text_.substr(date.end, end - date.end)};
  }

  // 自A起至B: nothing but the words of a period between two days.
  bool joined(const Date& from, const Date& to) const {
    if (to.start < from.end || to.start - from.end > kLongestJoint) return false;
    const string_view between = text_.substr(from.end, to.start - from.end);
    const auto joints = words("period");
    return std::any_of(joints.begin(), joints.end(),
                       [&](string_view joint) { return between.ends_with(joint); });
  }
  static constexpr std::size_t kLongestJoint = 15;  // bytes

  bool stop(std::size_t at) const {
    return text_[at] == '\n' || text_[at] == ';' || text_.substr(at).starts_with("。");
  }

  // A list of contracts or payments parted by semicolons is one sentence.
  bool one_sentence(const Date& earlier, const Date& later) const {
    for (std::size_t at = earlier.end; at < later.start; at += code_point_bytes(text_[at]))
      if (text_[at] != ';' && stop(at)) return false;
    return true;
  }

  bool same_part(const Date& earlier, const Date& later) const {
    const Part a = part(earlier);
    const Part b = part(later);
    const bool period = a != Part::kOn || b != Part::kOn;
    if (period && (wished(earlier) || wished(later))) return false;
    const auto begins = [](Part each) { return each == Part::kOn || each == Part::kFrom; };
    return a == b || (begins(a) && begins(b));
  }

  Part part(const Date& date) const {
    const string_view before = text_.substr(0, date.start);
    const string_view behind = text_.substr(date.end);
    if (begins_with_word(behind, words("day_before"))) return Part::kBefore;
    if (ends_with_word(before, words("day_to")) || behind.starts_with("止")) return Part::kTo;
    if (ends_with_word(before, words("day_from")) || begins_with_word(behind, words("from_day")))
      return Part::kFrom;
    return Part::kOn;
  }

  // A party's wish for a period that the court has not made its own.
  bool wished(const Date& date) const {
    const string_view clause = view_.quote(clause_around(view_.text, date.span));
    const string_view sentence = view_.quote(sentence_around(view_.text, date.span));
    return has_word(clause, words("wish")) && !has_word(sentence, words("granted"));
  }

  void report(const Date& later, const Date& earlier) {
    const auto written = [&](const Date& date) { return view_.quote(date.span); };
    findings_.push_back(finding("date", "checks/event_date", clause_around(view_.text, later.span),
                                clause_around(view_.text, earlier.span),
                                view_.chinese()
                                    ? fmt::format("同一事项的日期前后不一：前文为{}，此处为{}。",
                                                  written(earlier), written(later))
                                    : fmt::format("One event has two days: {} before, {} here.",
                                                  written(earlier), written(later))));
  }

  const CaseView& view_;
  string_view text_;
  Restated restated_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_event_date(const CaseView& view) {
  std::vector<Finding> findings = Events(view).run();
  for (const auto& more : {check_death_day(view), check_milestones(view),
                           check_length_of_time(view), check_due_day(view)}) {
    for (const Finding& each : more)
      if (!told_already(findings, each.place)) findings.push_back(each);
  }
  return findings;
}

}  // namespace proviso::tasks
