#include "tasks/checks/party.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "tasks/checks/cast.h"
#include "tasks/checks/names.h"
#include "tasks/checks/renamed.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

// Code points: 甲乙有限公司 is too short to be near to anything.
constexpr std::size_t kShortestOrganisation = 7;

class Spellings {
 public:
  explicit Spellings(const JudgmentView& judgment)
      : view_(judgment.view), text_(view_.folded.text), cast_(judgment.cast) {}

  std::vector<Finding> run() {
    for (const CastMember& member : cast_.members) {
      if (organisation(member.words)) {
        misspelt_organisation(member);
      } else {
        misspelt_person(member);
      }
    }
    return std::move(findings_);
  }

 private:
  // Every spelling in the zones that ends as the name does and lies one or two characters from it.
  void misspelt_organisation(const CastMember& name) {
    const std::vector<string_view> right = characters(name.words);
    if (right.size() < kShortestOrganisation || masked(name.words)) return;
    const std::string ending = std::string(right[right.size() - 2]) + std::string(right.back());
    for (const Span& zone : cast_.zones) {
      for (std::size_t at = text_.find(ending, zone.start); at < zone.end;
           at = text_.find(ending, at + 1)) {
        const std::size_t end = at + ending.size();
        if (const auto start = nearest_start(right, zone.start, end))
          misspelling(name, *start, end);
      }
    }
  }

  // Where a spelling that ends at `end` and differs from `right` in one or two characters begins;
  // nothing when it is the name itself, or another's.
  std::optional<std::size_t> nearest_start(const std::vector<string_view>& right, std::size_t from,
                                           std::size_t end) const {
    std::optional<std::size_t> best;
    std::size_t best_distance = 3;
    std::size_t start = end;
    for (std::size_t length = 1; length <= right.size() + 2 && start > from; ++length) {
      start = previous_code_point(text_, start);
      if (cast_.knows(text_.substr(start, end - start))) return std::nullopt;
      if (length + 2 < right.size()) continue;
      const std::vector<string_view> written = characters(text_.substr(start, end - start));
      if (written.front() != right.front() && !begins_name(start)) continue;
      const std::size_t distance = edit_distance(written, right);
      if (distance == 0) return std::nullopt;
      if (written.size() == right.size() && distance == 2 &&
          !neighbours_exchanged(written, right)) {
        continue;
      }
      if (distance < best_distance && begins_name(start)) {
        best = start;
        best_distance = distance;
      }
    }
    return best;
  }

  // Behind a role word, a stop, a bracket or a word that leads to a name.
  bool begins_name(std::size_t start) const {
    return ends_with_word(text_.substr(0, start), words("before_name")) ||
           ends_with_word(text_.substr(0, start), words("leads_to_name"));
  }

  void misspelling(const CastMember& name, std::size_t start, std::size_t end) {
    const string_view written = text_.substr(start, end - start);
    // An organisation that the document knows from elsewhere is another one (a branch, a sister
    // company).
    std::size_t in_zones = 0;
    for (const Span& zone : cast_.zones)
      in_zones += count(text_.substr(zone.start, zone.end - zone.start), written);
    const std::size_t elsewhere = count(text_, written) - in_zones;
    if (elsewhere > 1 || count(text_, name.words) < 2) return;
    if (masked(written) || differs_in_number(written, name.words)) return;
    report(view_.folded.original(start, end), name.span,
           fmt::format("此处当事人名称为“{}”，与“{}”不一致，疑似误写。", written, name.words),
           fmt::format("The party is called {} here, but {} elsewhere.", written, name.words));
  }

  // 一分公司 and 二分公司, 甲 and 乙 are two.
  static bool differs_in_number(string_view a, string_view b) {
    const auto stripped = [](string_view text) {
      std::string rest;
      for (const string_view c : characters(text)) {
        static constexpr string_view kNumbers = "一二三四五六七八九十甲乙丙丁戊己0123456789";
        if (kNumbers.find(c) == kNumbers.npos) rest += c;
      }
      return rest;
    };
    return stripped(a) == stripped(b);
  }

  // In operative part and costs, wherever a name may stand: a spelling with the same family name
  // and one other character.
  void misspelt_person(const CastMember& name) {
    const std::vector<string_view> right = characters(name.words);
    if (right.size() < 2 || right.size() > 4 || masked(name.words)) return;
    for (const Span& zone : cast_.zones) {
      for (std::size_t at = text_.find(right[0], zone.start); at < zone.end;
           at = text_.find(right[0], at + 1)) {
        const bool led = begins_name(at);
        // Of two characters only one is left to know him by: there a role word must lead.
        if (led && (right.size() > 2 || behind_role(at, name))) person_at(name, right, at);
      }
    }
    if (right.size() > 2) reasoned_of(name, right);
  }

  // Findings and reasons speak of brothers and witnesses too: there the side's word must lead to
  // him, or he must open a clause in which nobody's family is told.
  void reasoned_of(const CastMember& name, const std::vector<string_view>& right) {
    constexpr std::size_t kKnown = 4;  // places of the right name
    if (count(text_, name.words) < kKnown) return;
    for (const segmenter::Tag tag : {segmenter::Tag::kFacts, segmenter::Tag::kReasoning}) {
      for (const Span& part : view_.spans(tag)) {
        const std::size_t end = view_.folded.folded(part.end);
        for (std::size_t at = text_.find(right[0], view_.folded.folded(part.start)); at < end;
             at = text_.find(right[0], at + 1)) {
          const string_view before = text_.substr(0, at);
          const bool opens =
              tag == segmenter::Tag::kReasoning &&
              (before.ends_with("。") || before.ends_with(",") || before.ends_with(";"));
          const Span clause =
              sentence_around(view_.text, view_.folded.original(at, at + right[0].size()));
          if (behind_role(at, name) ||
              (opens && !has_word(view_.quote(clause), words("other_person"))))
            person_at(name, right, at);
        }
      }
    }
  }

  bool behind_role(std::size_t at, const CastMember& name) const {
    const string_view before = text_.substr(0, at);
    if (before.ends_with("由")) return true;
    const auto sides = words("side");
    return std::any_of(sides.begin(), sides.end(), [&](string_view side) {
      return before.ends_with(side) && Cast::carries(name, side);
    });
  }

  void person_at(const CastMember& name, const std::vector<string_view>& right, std::size_t start) {
    std::size_t end = start;
    std::size_t differing = 0;
    for (const string_view character : right) {
      if (end >= text_.size()) return;
      const std::size_t bytes = code_point_bytes(text_[end]);
      if (bytes != 3) return;
      if (text_.substr(end, bytes) != character) ++differing;
      end += bytes;
    }
    if (differing != 1) return;
    for (const std::string& known : cast_.known) {
      if (text_.substr(start).starts_with(known)) return;
    }
    if (!ends_name(end) || count(text_, text_.substr(start, end - start)) > 1) return;
    const string_view written = text_.substr(start, end - start);
    if (masked(written)) return;
    // Both in one sentence are two persons.
    const Span sentence = sentence_around(view_.text, view_.folded.original(start, end));
    if (count(text_, name.words) < 2 || contains(view_.quote(sentence), {name.words})) return;
    report(view_.folded.original(start, end), name.span,
           fmt::format("此处当事人姓名为“{}”，{}为“{}”，疑似误写。", written,
                       view_.structure.parties.empty() ? "前文" : "首部", name.words),
           fmt::format("The party is called {} here, but {} in the head.", written, name.words));
  }

  bool ends_name(std::size_t at) const {
    const string_view next = text_.substr(std::min(at, text_.size()));
    return next.empty() || begins_with_word(next, words("name_ends")) ||
           begins_with_word(next, words("after_name"));
  }

  void report(Span written, Span right, std::string chinese, std::string english) {
    if (told_already(findings_, written)) return;
    findings_.push_back(finding("party", "checks/party", clause_around(view_.text, written), right,
                                view_.chinese() ? std::move(chinese) : std::move(english)));
  }

  const CaseView& view_;
  string_view text_;
  const Cast& cast_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_party(const JudgmentView& judgment) {
  std::vector<Finding> findings = Spellings(judgment).run();
  for (Finding& each : check_renamed(judgment.view))
    if (!told_already(findings, each.place)) findings.push_back(std::move(each));
  return findings;
}

}  // namespace proviso::tasks
