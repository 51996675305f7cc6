#include "tasks/checks/accident.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>

#include "tasks/checks/cast.h"
#include "tasks/checks/names.h"
#include "tasks/checks/ruling.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

constexpr std::array<string_view, 5> kGrades{"全部责任", "主要责任", "同等责任", "次要责任",
                                             "无责任"};
constexpr std::size_t kAll = 0;
constexpr std::size_t kChief = 1;
constexpr std::size_t kEqual = 2;
constexpr std::size_t kLesser = 3;
constexpr std::size_t kNone = 4;

struct Grade {
  std::string who;  // folded
  std::size_t grade = 0;
  Span span;  // in the document
};

class Accident {
 public:
  explicit Accident(const JudgmentView& judgment)
      : view_(judgment.view), text_(view_.folded.text), cast_(judgment.cast) {}

  std::vector<Finding> run() {
    if (!contains(view_.text, {"事故"})) return causes();
    for (const Tag tag : {Tag::kFacts, Tag::kEvidence})
      for (const Span& part : view_.spans(tag)) read(part, found_);
    for (const Span& part : view_.spans(Tag::kReasoning)) {
      read(part, reasoned_);
      departs_ = departs_ || has_word(view_.quote(part), words("departs"));
    }
    std::vector<Finding> findings = causes();
    if (!departs_) exchanged(findings);
    shares(findings);
    return findings;
  }

 private:
  // 张某负事故主要责任, 李某、王某负同等责任, 行人无责任. A clause that only reports a wish does
  // not count.
  void read(Span span, std::vector<Grade>& grades) const {
    static const RE2 graded(
        "((?:[^,。;:、()\\n“”]{2,24}?(?:[、和与及][^,。;:、()\\n“”]{2,16}?)?){0,1}?)(?:均|各|应|"
        "应当|共同|依法|同){0,2}"
        "(?:(?:负|承担|负有)(?:本次|该起|本起|此次|该次|交通|道路|的|事故)*(?:的)?"
        "(全部|主要|同等|次要)(?:的)?(?:事故)?责任|"
        "((?:不负|不承担|无)(?:本次|该起|本起|此次|该次|交通|道路|的|事故)*(?:的)?责任))");
    const std::size_t start = view_.folded.folded(span.start);
    const std::size_t end = view_.folded.folded(span.end);
    const re2::StringPiece whole(text_.data(), text_.size());
    re2::StringPiece groups[4];
    for (std::size_t at = start; graded.Match(whole, at, end, RE2::UNANCHORED, groups, 4);) {
      const auto begun = static_cast<std::size_t>(groups[0].data() - text_.data());
      at = begun + groups[0].size();
      const std::size_t behind = std::min<std::size_t>(text_.size() - at, 12);
      if (has_word(text_.substr(at, behind), words("grade_goes_on"))) continue;
      const Span clause = clause_around(text_, {begun, at});
      if (has_word(text_.substr(clause.start, clause.size()), words("no_grade"))) continue;
      std::size_t grade = kNone;
      if (groups[2].data() != nullptr && !groups[2].empty()) {
        const string_view word(groups[2].data(), groups[2].size());
        for (std::size_t i = 0; i < kGrades.size(); ++i)
          if (kGrades[i].starts_with(word)) grade = i;
      }
      string_view who_bears(groups[1].data(), groups[1].size());
      // 张某未让行,应负全部责任: whom the sentence begins with.
      if (who_bears.size() < kShortName) {
        const Span sentence = sentence_around(text_, {begun, at});
        who_bears = first_named(text_.substr(sentence.start, begun - sentence.start));
        if (who_bears.empty()) continue;
      }
      for (const std::string& who : people_in(who_bears))
        grades.push_back({who, grade, view_.folded.original(begun, at)});
    }
  }

  static constexpr std::size_t kShortName = 6;  // bytes

  // The party that stands first.
  string_view first_named(string_view said) const {
    string_view first;
    std::size_t at = said.npos;
    for (const std::string& name : cast_.known)
      if (const std::size_t here = said.find(name); here < at) {
        at = here;
        first = name;
      }
    return first;
  }

  // Parties and others by the names that the text has elsewhere too: the last words before 负.
  std::vector<std::string> people_in(string_view said) const {
    std::vector<std::string> people;
    for (const std::string& name : cast_.known)
      if (said.find(name) != said.npos) people.push_back(name);
    if (!people.empty()) return people;
    for (const string_view lead : words("leads_to_person")) {
      const std::size_t at = said.rfind(lead);
      if (at != said.npos) said.remove_prefix(at + lead.size());
    }
    if (said.empty()) return {};
    return {std::string(said)};
  }

  // A person's only grade in the list; kGrades.size() where there is none or more than one.
  static std::size_t only(const std::vector<Grade>& list, const std::string& who) {
    std::size_t grade = kGrades.size();
    for (const Grade& each : list) {
      if (each.who != who) continue;
      if (grade != kGrades.size() && grade != each.grade) return kGrades.size();
      grade = each.grade;
    }
    return grade;
  }

  void exchanged(std::vector<Finding>& findings) const {
    for (const Grade& later : reasoned_) {
      const std::size_t before = only(found_, later.who);
      if (before == kGrades.size() || before == later.grade ||
          only(reasoned_, later.who) != later.grade)
        continue;
      const auto earlier = std::find_if(found_.begin(), found_.end(),
                                        [&](const Grade& each) { return each.who == later.who; });
      findings.push_back(
          finding("semantic", "checks/opposite", clause_around(view_.text, later.span),
                  clause_around(view_.text, earlier->span),
                  view_.chinese() ? fmt::format("“{}”在事实部分负{}，此处为{}。", later.who,
                                                kGrades[before], kGrades[later.grade])
                                  : fmt::format("By the findings {} bears {}; here it is {}.",
                                                later.who, kGrades[before], kGrades[later.grade])));
      return;
    }
  }

  // 为次要原因，过错参与度为70%.
  std::vector<Finding> causes() const {
    static const RE2 weighed(
        "((主要|次要|轻微|同等)(?:原因|因素|责任))[^。；\n]{0,40}参与度[^。；\n0-9]{0,12}"
        "([0-9]{1,3})(?:%|％)");
    for (const Tag tag : {Tag::kFacts, Tag::kEvidence, Tag::kReasoning})
      for (const Span& part : view_.spans(tag)) {
        const string_view said = view_.quote(part);
        re2::StringPiece whole(said.data(), said.size());
        re2::StringPiece word;
        std::string grade;
        int share = 0;
        while (RE2::FindAndConsume(&whole, weighed, &word, &grade, &share)) {
          const bool odd = grade == "主要" ? share < 50 : grade == "同等" ? false : share > 50;
          if (!odd) continue;
          const auto start = static_cast<std::size_t>(word.data() - view_.text.data());
          const Span place{start, start + word.size()};
          return {finding("semantic", "checks/opposite", sentence_around(view_.text, place),
                          clause_around(view_.text, place),
                          view_.chinese()
                              ? fmt::format("“{}”与所称的参与度{}%不符。",
                                            std::string_view(word.data(), word.size()), share)
                              : fmt::format("{} does not fit the share of {}%.",
                                            std::string_view(word.data(), word.size()), share))};
        }
      }
    return {};
  }

  // 负全部责任 …按70%赔偿; 负次要责任…承担70%.
  void shares(std::vector<Finding>& findings) const {
    if (!findings.empty()) return;
    const std::vector<Grade>& grades = reasoned_.empty() ? found_ : reasoned_;
    for (const Span& part : view_.spans(Tag::kReasoning)) {
      if (has_word(view_.quote(part), words("weighs_else"))) return;
      for (const Number& number : numbers_in(view_, part)) {
        if (number.measure != Measure::kPercent || number.approximate) continue;
        const Span clause = clause_around(view_.text, number.span);
        const string_view said = view_.quote(clause);
        if (!has_word(said, words("share_borne")) || has_word(said, words("no_share_borne")))
          continue;
        const Grade* of = bearer(clause, number, grades);
        if (of == nullptr || fits(of->grade, number.value)) continue;
        findings.push_back(finding(
            "semantic", "checks/opposite", clause, clause_around(view_.text, of->span),
            view_.chinese()
                ? fmt::format("“{}”负{}，与此处的责任比例不符。", of->who, kGrades[of->grade])
                : fmt::format("{} bears {}, which this share does not fit.", of->who,
                              kGrades[of->grade])));
        return;
      }
    }
  }

  static bool fits(std::size_t grade, const Exact& share) {
    const Exact half = Exact::ratio(1, 2);
    switch (grade) {
      case kAll:
        return !(share < Exact(1));
      case kChief:
        return half < share;
      case kLesser:
        return share < half;
      case kNone:
        return true;
      default:
        // Against a pedestrian or a bicycle more than the half.
        return !(share < Exact::ratio(4, 10)) && !(Exact::ratio(6, 10) < share);
    }
  }

  // Who bears the share: named in its clause, or for 其 named last before it in the sentence.
  // Nobody where the clause names two.
  const Grade* bearer(Span clause, const Number& number, const std::vector<Grade>& grades) const {
    const string_view said = view_.text.substr(clause.start, number.span.start - clause.start);
    const Grade* found = nullptr;
    for (const Grade& each : grades) {
      if (said.find(each.who) == said.npos || only(grades, each.who) != each.grade) continue;
      if (found != nullptr && found->who != each.who) return nullptr;
      found = &each;
    }
    if (found != nullptr) return found;
    // 负全部责任, and whoever pays pays a part.
    const bool everything = std::all_of(grades.begin(), grades.end(), [](const Grade& each) {
      return each.grade == kAll || each.grade == kNone;
    });
    if (everything && !grades.empty() && contains(view_.quote(clause), {"比例", "责任"}) &&
        !contains(said, {"自负", "自行", "自担"})) {
      const auto all = std::find_if(grades.begin(), grades.end(),
                                    [](const Grade& each) { return each.grade == kAll; });
      if (all != grades.end()) return &*all;
    }
    if (!contains(said, {"其"})) return nullptr;
    const Span sentence = sentence_around(view_.text, number.span);
    const string_view ahead = view_.text.substr(sentence.start, clause.start - sentence.start);
    std::size_t last = 0;
    for (const Grade& each : grades) {
      const std::size_t at = ahead.rfind(each.who);
      if (at == ahead.npos || at < last || only(grades, each.who) != each.grade) continue;
      last = at;
      found = &each;
    }
    return found;
  }

  const CaseView& view_;
  string_view text_;
  const Cast& cast_;
  std::vector<Grade> found_, reasoned_;
  bool departs_ = false;
};

}  // namespace

std::vector<Finding> check_accident(const JudgmentView& judgment) {
  const CaseView& view = judgment.view;
  if (!view.chinese() || view.structure.instance == "second" ||
      view.structure.instance == "retrial")
    return {};
  return Accident(judgment).run();
}

}  // namespace proviso::tasks
