#include "tasks/checks/particulars.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "tasks/checks/judgment_day.h"
#include "tasks/checks/search.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

string_view view_of(const re2::StringPiece& words) {
  return {words.data(), words.size()};
}

// Something that a section says, and where.
struct Said {
  std::string what;
  Span place;  // in the document
};

int small_number(string_view figure) {
  if (figure.empty()) return 0;
  const std::optional<Exact> value =
      figure[0] >= '0' && figure[0] <= '9' ? Exact::parse(figure) : chinese_value(figure);
  return value && value->is_whole() && *value < Exact(1000) ? std::stoi(value->str(0)) : 0;
}

// Whole years from the one day to the other.
int years_between(const Date& from, const Date& to) {
  const bool reached = to.month > from.month || (to.month == from.month && to.day >= from.day);
  return to.year - from.year - (reached ? 0 : 1);
}

class Particulars {
 public:
  explicit Particulars(const CaseView& view) : view_(view), text_(view.folded.text) {}

  std::vector<Finding> run() {
    static const RE2 injury("((?:轻伤|重伤)[一二]级)");
    static const RE2 disability(
        "([一二三四五六七八九十])级伤残|"
        "(?:伤残|功能障碍程度|功能障碍等级|致残程度)(?:等级)?(?:为|系|属)?([一二三四五六七八九十])"
        "级");
    // Each of these matters stands in few judgments; patterns are slow beside words.
    if (contains(view_.text, {"轻伤", "重伤"})) degrees(injury);
    if (contains(view_.text, {"伤残", "功能障碍", "致残"})) {
      degrees(disability);
      share_of_degree(disability);
    }
    if (contains(view_.text, {"岁"})) ages();
    if (contains(view_.text, {"抚养", "抚育"})) {
      children();
      unnamed_child();
    }
    for (const auto& [time, cost] : {std::pair("误工期", "误工费"), std::pair("护理期", "护理费"),
                                     std::pair("营养期", "营养费")})
      if (contains(view_.text, {time})) time_of_care(time, cost);
    if (contains(view_.text, {"停工留薪期"})) off_work();
    return std::move(findings_);
  }

 private:
  // All that the pattern's first group that took part says in this court's sections of a tag.
  std::vector<Said> all(Tag tag, const RE2& pattern) const {
    std::vector<Said> found;
    constexpr int kGroups = 4;
    re2::StringPiece groups[kGroups];
    for (const Span& part : view_.spans(tag)) {
      const std::size_t end = view_.folded.folded(part.end);
      for (std::size_t at = view_.folded.folded(part.start);
           pattern.Match(piece(text_), at, end, RE2::UNANCHORED, groups,
                         std::min(kGroups, pattern.NumberOfCapturingGroups() + 1));) {
        const auto start = static_cast<std::size_t>(groups[0].data() - text_.data());
        at = start + groups[0].size();
        for (int i = 1; i <= pattern.NumberOfCapturingGroups(); ++i) {
          if (groups[i].empty()) continue;
          found.push_back({std::string(groups[i]), view_.folded.original(start, at)});
          break;
        }
      }
    }
    return found;
  }

  static bool one(const std::vector<Said>& list) {
    return !list.empty() && std::all_of(list.begin(), list.end(), [&](const Said& each) {
      return each.what == list.front().what;
    });
  }

  // What a statute says, a range of degrees, a plea.
  bool of_nobody(const Said& said) const {
    return has_word(view_.quote(sentence_around(view_.text, said.place)),
                    words("degree_of_nobody"));
  }

  std::vector<Said> degrees_of(Tag tag, const RE2& pattern) const {
    std::vector<Said> found = all(tag, pattern);
    std::erase_if(found, [&](const Said& each) { return of_nobody(each); });
    return found;
  }

  void degrees(const RE2& pattern) {
    if (has_word(view_.text, words("examined_again"))) return;
    const std::vector<Said> charged = degrees_of(Tag::kClaims, pattern);
    const std::vector<Said> found = degrees_of(Tag::kFacts, pattern);
    const std::vector<Said> proved = degrees_of(Tag::kEvidence, pattern);
    const std::vector<Said> reasoned = degrees_of(Tag::kReasoning, pattern);
    const auto among = [](const std::vector<Said>& list, const Said& one) {
      return std::any_of(list.begin(), list.end(),
                         [&](const Said& each) { return each.what == one.what; });
    };
    if (one(found) && one(reasoned) && found.front().what != reasoned.front().what &&
        !among(proved, reasoned.front()))
      differ(reasoned.front(), found.front());
    else if (one(found) && one(charged) && charged.front().what != found.front().what &&
             !among(proved, found.front()) && criminal())
      differ(found.front(), charged.front());
  }

  bool criminal() const { return contains(view_.text, {"公诉机关"}); }

  void differ(const Said& here, const Said& there) {
    report("semantic", clause_around(view_.text, here.place),
           clause_around(view_.text, there.place),
           fmt::format("同一伤情前后不一：前文为“{}”，此处为“{}”。", view_.quote(there.place),
                       view_.quote(here.place)));
  }

  // 残疾赔偿金86000元（43000元/年×20年×10%）: so much for each degree.
  void share_of_degree(const RE2& disability) {
    static const RE2 figured(
        "(?:残疾|伤残)赔偿金[^。;\\n]{0,60}?([0-9][0-9.]*元?[^。;,\\n()=]{0,30}?[×*][^。;,\\n()=]{"
        "0,40})");
    std::vector<Said> degrees = degrees_of(Tag::kFacts, disability);
    for (const Tag tag : {Tag::kReasoning, Tag::kEvidence})
      for (const Said& each : degrees_of(tag, disability)) degrees.push_back(each);
    if (!one(degrees) || has_word(view_.text, words("several_degrees"))) return;
    const int share = (11 - small_number(degrees.front().what)) * 10;
    for (const Said& formula : all(Tag::kReasoning, figured)) {
      const auto found =
          std::find_if(view_.numbers.begin(), view_.numbers.end(), [&](const Number& each) {
            return each.measure == Measure::kPercent && each.span.start >= formula.place.start &&
                   each.span.end <= formula.place.end;
          });
      if (found == view_.numbers.end() || !contains(view_.quote(formula.place), {"20年", "×20"}))
        continue;
      const Exact percent = found->value * 100;
      if (!percent.is_whole() || std::stoi(percent.str(0)) % 10 != 0 || percent == Exact(share) ||
          percent == Exact(100))
        continue;
      report("amount", found->span, clause_around(view_.text, degrees.front().place),
             fmt::format("“{}”的赔偿系数应为{}%，此处按{}计算。",
                         view_.quote(degrees.front().place), share, view_.quote(found->span)));
      return;
    }
  }

  // Birthdays by name: of the head, and of children in the findings.
  std::map<std::string, const Date*> birthdays() const {
    std::map<std::string, const Date*> born;
    static const RE2 behind("^(?:出生|生(?:,|。|;|\\)|于)|生育|生[下一长次])");
    for (const auto& party : view_.structure.parties) {
      const std::size_t from = view_.folded.folded(party.span.start);
      const std::size_t end = std::min(text_.find('\n', from), text_.size());
      for (const Date& each : view_.dates) {
        if (each.start < from || each.start > std::min(end, from + 150)) continue;
        if (each.day > 0 && each.exists() &&
            RE2::PartialMatch(piece(text_.substr(each.end, 30)), behind))
          born.try_emplace(party.name, &each);
        break;
      }
    }
    static const RE2 child(
        "^(?:生育|生|出生)(?:了|下|有)?(?:一|婚生|长|次)?(?:女儿|儿子|男孩|女孩|女|子)?"
        "(?:,?取?名(?:为|叫)?)?(\\p{Han}{2,4}?)(?:,|。|;|\\(|现)");
    for (const Date& each : view_.dates) {
      if (each.day == 0 || !each.exists() || !view_.this_level(each.span.start)) continue;
      re2::StringPiece name;
      if (RE2::PartialMatch(piece(text_.substr(each.end, 60)), child, &name))
        born.try_emplace(std::string(name), &each);
    }
    return born;
  }

  void ages() {
    const Date* day = judgment_day(view_);
    if (day == nullptr) return;
    static const RE2 pattern(
        "(?:年满|已满|现年|年已|时年)([0-9]{1,3}|[一二三四五六七八九十]{1,4})(周?)岁");
    const auto born = birthdays();
    re2::StringPiece groups[3];
    for (std::size_t at = 0;
         pattern.Match(piece(text_), at, text_.size(), RE2::UNANCHORED, groups, 3);) {
      const auto start = static_cast<std::size_t>(groups[0].data() - text_.data());
      at = start + groups[0].size();
      const Span place = view_.folded.original(start, at);
      const Tag tag = view_.section(place.start).tag;
      if (!view_.this_level(place.start) || (tag != Tag::kFacts && tag != Tag::kReasoning))
        continue;
      if (has_word(text_.substr(at, 12), words("until_an_age"))) continue;
      const Span clause = clause_around(text_, {start, at}, 120);
      const string_view lead = text_.substr(clause.start, start - clause.start);
      if (has_word(lead, words("age_to_come"))) continue;
      // 卢某虽已年满六十周岁: the name leads to the age.
      const auto who = std::find_if(born.begin(), born.end(), [&](const auto& each) {
        constexpr std::size_t kNear = 12;  // bytes
        const std::size_t name = lead.rfind(each.first);
        if (name == lead.npos) return false;
        const string_view behind = lead.substr(name + each.first.size());
        return behind.size() <= kNear && !begins_with_word(behind, words("name_goes_on"));
      });
      if (who == born.end()) continue;
      // 虚岁 is a year more.
      const int told = small_number(view_of(groups[1])) - (groups[2].empty() ? 1 : 0);
      const int years = years_between(*who->second, *day);
      if (told <= years || years < 0) continue;
      report("semantic", clause_around(view_.text, place), who->second->span,
             fmt::format("“{}”于{}出生，至裁判之日为{}周岁，此处称“{}”。", who->first,
                         view_.quote(who->second->span), years, view_.quote(place)));
    }
  }

  static constexpr const char* kDaughter = "(?:婚生女儿?|女儿|长女|次女|之女|小女|二女|三女)";
  static constexpr const char* kSon = "(?:婚生子|儿子|长子|次子|之子|小儿|二子|三子)";

  std::map<std::string, Span> named_children(const char* word) const {
    const RE2 pattern(fmt::format(
        "{}(\\p{{Han}}{{2,4}}?)(?:由|随|归|,|、|。|;|\\(|的|一直|现|于|自|已|出生|跟|年满)", word));
    std::map<std::string, Span> found;
    re2::StringPiece name;
    re2::StringPiece groups[2];
    for (std::size_t at = 0;
         pattern.Match(piece(text_), at, text_.size(), RE2::UNANCHORED, groups, 2);) {
      const auto start = static_cast<std::size_t>(groups[1].data() - text_.data());
      at = start;
      found.insert_or_assign(
          std::string(groups[1]),
          view_.folded.original(static_cast<std::size_t>(groups[0].data() - text_.data()),
                                start + groups[1].size()));
    }
    return found;
  }

  void children() {
    const auto daughters = named_children(kDaughter);
    const auto sons = named_children(kSon);
    for (const auto& [name, place] : daughters) {
      const auto son = sons.find(name);
      if (son == sons.end() || has_word(name, words("mask")) || has_word(name, words("no_child")))
        continue;
      const bool later = son->second.start > place.start;
      const Span here = later ? son->second : place;
      const Span there = later ? place : son->second;
      report("semantic", here, there,
             fmt::format("“{}”在此处为“{}”，别处为“{}”。", name, view_.quote(here),
                         view_.quote(there)));
      return;
    }
  }

  bool told_of_child(Span sentence) const {
    return std::any_of(findings_.begin(), findings_.end(), [&](const Finding& each) {
      return each.kind == "semantic" && each.place.start >= sentence.start &&
             each.place.end <= sentence.end;
    });
  }

  // The order has a son where all else has a daughter.
  void unnamed_child() {
    static const RE2 son("(婚生子|儿子|长子|次子|之子|男孩)(?:[^女]|$)");
    static const RE2 daughter("(婚生女|女儿|长女|次女|之女|女孩)");
    const auto before = [&](const RE2& pattern) {
      std::vector<Said> found;
      for (const Tag tag : {Tag::kClaims, Tag::kDefence, Tag::kFacts, Tag::kReasoning})
        for (Said& each : all(tag, pattern)) found.push_back(std::move(each));
      return found;
    };
    const auto sons = before(son);
    const auto daughters = before(daughter);
    if (sons.empty() == daughters.empty() || sons.size() + daughters.size() < 3) return;
    for (const Said& each : all(Tag::kDisposition, sons.empty() ? son : daughter)) {
      const Span sentence = sentence_around(view_.text, each.place);
      if (!contains(view_.quote(sentence), {"抚养", "抚育"}) || told_of_child(sentence)) continue;
      const Said& other = (sons.empty() ? daughters : sons).back();
      report("semantic", clause_around(view_.text, each.place),
             clause_around(view_.text, other.place),
             fmt::format("子女的性别前后不一：前文为“{}”，此处为“{}”。", other.what, each.what));
      return;
    }
  }

  // 营养期60日, 营养费1800元（30元/天×60天） beside 护理期: another time, however long.
  bool of_another(const Number& number, string_view time, string_view cost) const {
    const string_view clause = view_.quote(clause_around(view_.text, number.span));
    return !contains(clause, {time, cost}) &&
           contains(clause, {"护理期", "护理费", "营养期", "营养费", "误工期", "误工费"});
  }

  // 护理期60日 in the findings, 护理费（90天×120元） in the reasons.
  void time_of_care(const char* time, const char* cost) {
    const RE2 found(fmt::format("{}限?(?:为|评定为|以|至)?(?:伤后)?([0-9]{{1,3}})[日天]", time));
    const RE2 figured(fmt::format(
        "{}[^。;\\n()0-9]{{0,8}}[0-9.,]*元?\\((?:[^()0-9×]{{0,12}})?([0-9]{{1,3}})[日天]×", cost));
    const RE2 figured_behind(fmt::format(
        "{}[^。;\\n()0-9]{{0,8}}[0-9.,]*元?\\([0-9.]+元(?:/[日天])?×([0-9]{{1,3}})[日天]\\)",
        cost));
    std::vector<Said> days = all(Tag::kFacts, found);
    for (Said& each : all(Tag::kEvidence, found)) days.push_back(std::move(each));
    if (!one(days)) return;
    for (const RE2* each : {&figured, &figured_behind}) {
      const std::vector<Said> used = all(Tag::kReasoning, *each);
      if (used.size() != 1 || used.front().what == days.front().what) continue;
      // The days in hospital, or until somebody was examined, are told elsewhere.
      const std::string shown = used.front().what;
      const auto again =
          std::count_if(view_.numbers.begin(), view_.numbers.end(), [&](const Number& number) {
            return number.measure == Measure::kDays && number.value.str(0) == shown &&
                   !of_another(number, time, cost);
          });
      if (again > 1) continue;
      report("amount", used.front().place, clause_around(view_.text, days.front().place),
             fmt::format("事实部分认定“{}”，此处按{}天计算。", view_.quote(days.front().place),
                         shown));
    }
  }

  // 停工留薪期为六个月, 停工留薪期工资27000元（4500元×6个月）.
  void off_work() {
    static const RE2 found(
        "停工留薪期(?:限)?(?:为|确定为|评定为|应为)?([0-9]{1,2}|[一二三四五六七八九十]{1,2})个月");
    static const RE2 figured(
        "停工留薪期(?:间)?(?:的)?工资(?:待遇)?[^。;\\n()0-9]{0,8}[0-9.,]*元?\\([0-9.]+元?(?:/月)?×"
        "([0-9]{1,2})个?月?\\)");
    const std::vector<Said> months = all(Tag::kFacts, found);
    const std::vector<Said> used = all(Tag::kReasoning, figured);
    if (!one(months) || used.size() != 1 || !all(Tag::kReasoning, found).empty() ||
        small_number(months.front().what) == small_number(used.front().what))
      return;
    report("amount", used.front().place, clause_around(view_.text, months.front().place),
           fmt::format("事实部分认定“{}”，此处按{}个月计算。", view_.quote(months.front().place),
                       used.front().what));
  }

  void report(string_view kind, Span place, Span other, std::string why) {
    if (told_already(findings_, place)) return;
    findings_.push_back(finding(kind, kind == "amount" ? "checks/amount" : "checks/opposite", place,
                                other, std::move(why)));
  }

  const CaseView& view_;
  string_view text_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_particulars(const CaseView& view) {
  if (!view.chinese()) return {};
  return Particulars(view).run();
}

}  // namespace proviso::tasks
