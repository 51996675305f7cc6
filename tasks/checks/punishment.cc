#include "tasks/checks/punishment.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "tasks/checks/search.h"
#include "tasks/checks/words.h"
#include "tasks/mentions/number.h"
#include "tasks/mentions/period.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

std::string length(int months) {
  if (months % 12 == 0) return fmt::format("{}年", months / 12);
  if (months < 12) return fmt::format("{}个月", months);
  return fmt::format("{}年{}个月", months / 12, months % 12);
}

class Punishments {
 public:
  explicit Punishments(const CaseView& view)
      : view_(view), text_(view.folded.text), terms_(find_terms(view.folded)) {}

  std::vector<Finding> run() {
    for (const Span& part : view_.spans(Tag::kDisposition)) {
      std::size_t line = view_.folded.folded(part.start);
      const std::size_t end = view_.folded.folded(part.end);
      while (line < end) {
        const std::size_t stop = std::min(text_.find('\n', line), end);
        shortest_and_longest({line, stop});
        joint({line, stop});
        suspended({line, stop});
        line = stop + 1;
      }
    }
    for (const auto& party : view_.structure.parties) recidivist(party);
    return std::move(findings_);
  }

 private:
  // Folded offsets.
  struct Line {
    std::size_t start, end;
  };

  static bool fixed(string_view said) { return said.starts_with("有期徒刑"); }
  string_view words(const Term& term) const {
    return text_.substr(term.start, term.end - term.start);
  }

  // What the line says before `at`, from the last full stop on: a decision that is set aside stands
  // there, quoted.
  string_view sentence_before(Line line, std::size_t at) const {
    const string_view lead = text_.substr(line.start, at - line.start);
    const std::size_t stop = lead.rfind("。");
    return stop == lead.npos ? lead : lead.substr(stop);
  }

  // From where on the sentence is that of the person who was named last before `at`.
  std::size_t beginning(Line line, std::size_t at) const {
    static const RE2 named(
        "(?:被告人|上诉人\\(原审被告人\\)|上诉人|罪犯)([^,。;:、()\\n]{2,18}?)犯");
    const string_view lead = text_.substr(line.start, at - line.start);
    re2::StringPiece rest = piece(lead);
    re2::StringPiece name;
    std::size_t from = line.start;
    std::string last;
    while (RE2::FindAndConsume(&rest, named, &name)) {
      if (std::string(name) != last) from = static_cast<std::size_t>(name.data() - text_.data());
      last = std::string(name);
    }
    const std::size_t before = lead.rfind("决定执行");
    return before == lead.npos ? from : std::max(from, line.start + before);
  }

  void joint(Line line) {
    for (std::size_t at = text_.find("决定执行", line.start); at < line.end;
         at = text_.find("决定执行", at + 1)) {
      const std::size_t from = beginning(line, at);
      const string_view said = text_.substr(from, at - from);
      if (contains(sentence_before(line, at), {"撤销", "维持", "“"}) ||
          contains(said, {"原判", "余刑", "剩余", "未执行", "前罪", "前述", "前案", "漏罪",
                          "无期徒刑", "死刑", "判决中", "判决的", "与", "尚有", "刑事判决", "原审",
                          "加刑", "未履行", "减刑"}))
        continue;
      int total = 0;
      int longest = 0;
      int count = 0;
      const Term* first = nullptr;
      const Term* told = nullptr;
      const Term* joined = nullptr;
      for (const Term& each : terms_) {
        if (each.start >= from && each.end <= at && fixed(words(each))) {
          const std::size_t near = each.start - std::min<std::size_t>(each.start - from, 30);
          if (contains(text_.substr(near, each.start - near), {"总和", "合计", "合并", "共"})) {
            told = &each;
            continue;
          }
          if (first == nullptr) first = &each;
          total += each.months;
          longest = std::max(longest, each.months);
          ++count;
        }
        if (joined == nullptr && each.start >= at && each.start < at + 30) joined = &each;
      }
      if (count < 2 || joined == nullptr || !fixed(words(*joined)) || day_behind(*joined)) continue;
      if (told != nullptr && told->months != total && !contains(said, {"拘役", "管制"}))
        report(told->span, first->span,
               fmt::format("数罪的刑期相加为{}，此处总和刑期写作“{}”。", length(total),
                           view_.quote(told->span)));
      if (joined->months > total)
        report(joined->span, first->span,
               fmt::format("数罪并罚应在总和刑期{}以下决定执行的刑期，此处为“{}”。", length(total),
                           view_.quote(joined->span)));
      if (joined->months < longest)
        report(joined->span, first->span,
               fmt::format("数罪并罚应在数刑中最高刑期{}以上决定执行的刑期，此处为“{}”。",
                           length(longest), view_.quote(joined->span)));
    }
  }

  // 刑法 第四十二条, 第四十五条: 拘役 from one to six months, 有期徒刑 from six months on.
  void shortest_and_longest(Line line) {
    for (const Term& each : terms_) {
      if (each.start < line.start || each.end > line.end || day_behind(each)) continue;
      const string_view lead = text_.substr(line.start, each.start - line.start);
      if (!lead.ends_with("判处") ||
          contains(sentence_before(line, each.start), {"撤销", "维持", "“", "原判"}))
        continue;
      if (fixed(words(each)) && each.months < 6)
        alone(each, fmt::format("有期徒刑的最低期限为6个月，此处为“{}”。", view_.quote(each.span)));
      if (words(each).starts_with("拘役") && each.months > 6)
        alone(each, fmt::format("拘役的最高期限为6个月，此处为“{}”。", view_.quote(each.span)));
    }
  }

  void alone(const Term& term, std::string why) {
    report(term.span, term.span, std::move(why));
    findings_.back().other.reset();
  }

  // 拘役五个月二十天: more than was read.
  bool day_behind(const Term& term) const {
    static const RE2 more("^(?:又|零|另)?[一二三四五六七八九十0-9]+[天日]");
    return RE2::PartialMatch(piece(text_.substr(term.end, 30)), more);
  }

  void suspended(Line line) {
    static const RE2 pattern(
        "缓刑(?:考验期)?(?:([0-9]{1,2}|[一二三四五六七八九十两]{1,3})年)?"
        "(?:(?:又|零)?([0-9]{1,2}|[一二三四五六七八九十两]{1,3})个月)?");
    const string_view said = text_.substr(line.start, line.end - line.start);
    const re2::StringPiece whole = piece(said);
    re2::StringPiece groups[3];
    for (std::size_t at = 0; pattern.Match(whole, at, whole.size(), RE2::UNANCHORED, groups, 3);) {
      const auto start = static_cast<std::size_t>(groups[0].data() - text_.data());
      at = start + groups[0].size() - line.start;
      const int trial = small(groups[1]) * 12 + small(groups[2]);
      const Term* term = nullptr;
      for (const Term& each : terms_)
        if (each.start >= line.start && each.end <= start) term = &each;
      constexpr std::size_t kNear = 75;  // bytes: a fine may stand between
      if (trial == 0 || term == nullptr || start - term->end > kNear || day_behind(*term)) continue;
      const std::size_t from = beginning(line, start);
      if (contains(sentence_before(line, start), {"撤销", "维持", "“"}) ||
          contains(text_.substr(from, start - from), {"原判", "前罪", "变更"}))
        continue;
      const bool fixed_term = fixed(words(*term));
      if (told_already(findings_, term->span)) continue;  // no term at all
      if (!fixed_term && !words(*term).starts_with("拘役")) continue;
      const Span place = view_.folded.original(start, start + groups[0].size());
      const int least = std::max(term->months, fixed_term ? 12 : 2);
      const int most = fixed_term ? 60 : 12;
      if (fixed_term && term->months > 36)
        report(place, term->span,
               fmt::format("判处“{}”，不符合宣告缓刑的条件（三年以下有期徒刑）。",
                           view_.quote(term->span)));
      else if (trial < least || trial > most)
        report(
            place, term->span,
            fmt::format("判处“{}”，缓刑考验期应在{}以上{}以下，此处为“{}”。",
                        view_.quote(term->span), length(least), length(most), view_.quote(place)));
    }
  }

  static int small(const re2::StringPiece& figure) {
    const string_view said(figure.data(), figure.size());
    if (said.empty()) return 0;
    const std::optional<Exact> value =
        said[0] >= '0' && said[0] <= '9' ? Exact::parse(said) : chinese_value(said);
    return value && value->is_whole() ? std::stoi(value->str(0)) : 0;
  }

  // The clause of this court's reasons that calls the person a recidivist.
  std::optional<Span> called_recidivist(string_view name) const {
    for (const Span& part : view_.spans(Tag::kReasoning)) {
      const string_view said = view_.quote(part);
      for (std::size_t at = said.find("累犯"); at != said.npos; at = said.find("累犯", at + 1)) {
        const Span place{part.start + at, part.start + at + string_view("累犯").size()};
        const Span sentence = sentence_around(view_.text, place, 900);
        const string_view lead = view_.text.substr(sentence.start, place.start - sentence.start);
        const string_view whole = view_.quote(sentence);
        if (!lead.ends_with("系") && !lead.ends_with("是") && !lead.ends_with("构成") &&
            !lead.ends_with("属") && !lead.ends_with("属于"))
          continue;
        if (contains(whole, {"不系", "不是", "不构成", "不属", "辩护", "指控", "公诉机关", "提出",
                             "意见", "未满十八", "的犯罪分子"}) ||
            person_last_named(lead) != name)
          continue;
        return clause_around(view_.text, place);
      }
    }
    return std::nullopt;
  }

  // The accused who is named last; empty where a list of several leads on to what is said.
  string_view person_last_named(string_view lead) const {
    string_view last;
    std::size_t at = 0;
    for (const auto& each : view_.structure.parties) {
      if (!accused(each)) continue;
      const std::size_t here = last_place(lead, each.name);
      if (here == lead.npos || here + each.name.size() < at) continue;
      if (here + each.name.size() == at && each.name.size() < last.size()) continue;
      at = here + each.name.size();
      last = each.name;
    }
    if (last.empty()) return {};
    const std::size_t start = at - last.size();
    const bool several = lead.substr(0, start).ends_with("、") ||
                         lead.substr(at).starts_with("、") || contains(lead.substr(at), {"均"});
    return several ? string_view() : last;
  }

  // 张某 is not 张某甲.
  static std::size_t last_place(string_view lead, string_view name) {
    for (std::size_t at = lead.rfind(name); at != lead.npos; at = lead.rfind(name, at - 1)) {
      if (!begins_with_word(lead.substr(at + name.size()), tasks::words("name_goes_on"))) return at;
      if (at == 0) break;
    }
    return lead.npos;
  }

  static bool accused(const segmenter::Party& party) {
    return std::any_of(party.roles.begin(), party.roles.end(), [](const std::string& role) {
      return role.find("被告人") != role.npos || role == "上诉人";
    });
  }

  void recidivist(const segmenter::Party& party) {
    if (!accused(party) || party.name.empty()) return;
    const auto called = called_recidivist(party.name);
    if (!called) return;
    for (const Span& item : view_.disposition_items()) {
      const string_view said = view_.quote(item);
      const std::size_t suspended = said.find("缓刑");
      if (suspended == said.npos || contains(said, {"撤销", "维持", "原判"})) continue;
      const string_view lead = said.substr(0, suspended);
      if (!lead.ends_with(",") && !lead.ends_with("，") && !lead.ends_with("宣告")) continue;
      if (person_last_named(lead) != party.name) continue;
      report(item, *called, "理由部分认定系累犯，对累犯不适用缓刑，主文却宣告缓刑。");
      return;
    }
    released_long_ago(party, *called);
  }

  // The last release that the head tells of him, against the days of what he is found to have done.
  void released_long_ago(const segmenter::Party& party, Span called) {
    static const RE2 free("^,?(?:因)?(?:刑满|被?假释|获?释放|出狱)");
    const std::size_t from = view_.folded.folded(party.span.start);
    const std::size_t end = text_.find('\n', from);
    const Date* release = nullptr;
    for (const Date& each : view_.dates) {
      if (each.start < from || each.end > end || each.day == 0 || !each.exists()) continue;
      if (RE2::PartialMatch(piece(text_.substr(each.end, 30)), free)) release = &each;
    }
    if (release == nullptr) return;
    const Date limit = after_months(*release, 60);
    std::size_t days = 0;
    for (const Span& part : view_.spans(Tag::kFacts)) {
      for (const Date& each : view_.dates) {
        if (each.span.start < part.start || each.span.end > part.end || each.month == 0) continue;
        Date day = each;
        day.day = day.day == 0 ? 28 : day.day;
        if (day <= *release) continue;
        ++days;
        if (day <= limit) return;
      }
    }
    // 刑法 第六十六条: there no time counts.
    if (days == 0 ||
        contains(view_.text, {"脱逃", "漏罪", "危害国家安全", "恐怖", "黑社会性质", "分裂国家"}))
      return;
    report(called, release->span,
           fmt::format("前罪于{}执行完毕，本案犯罪均在五年之后，此处却认定为累犯。",
                       view_.quote(release->span)));
  }

  void report(Span place, Span other, std::string why) {
    if (told_already(findings_, place)) return;
    findings_.push_back(
        finding("sentence_term", "checks/sentence_term", place, other, std::move(why)));
  }

  const CaseView& view_;
  string_view text_;
  std::vector<Term> terms_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_punishment(const CaseView& view) {
  if (!view.chinese() || !contains(view.text, {"被告人"})) return {};
  return Punishments(view).run();
}

}  // namespace proviso::tasks
