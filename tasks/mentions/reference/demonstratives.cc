// 该合同, 上述事实: the thing named last with the noun, the court, the ruling, what was told.
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "tasks/checks/words.h"
#include "tasks/mentions/reference/kinds.h"
#include "tasks/mentions/reference/things.h"

namespace proviso::tasks::reference {
namespace {

using segmenter::kNone;
using segmenter::Span;
using std::string;
using std::string_view;

class Demonstratives {
 public:
  Demonstratives(const Page& page, Answers& answers)
      : page_(page), things_(page), answers_(answers) {}
  void resolve();

 private:
  bool begins_clause_or_led(std::size_t at) const;
  static std::size_t count(const re2::StringPiece& word);
  static bool within_word(string_view noun, std::size_t i);
  // `counted`: 2 for 上述两起; 0 where nothing is counted.
  void point(std::size_t start, std::size_t noun_start, string_view noun, bool above,
             std::size_t counted);
  std::optional<Span> person_before(std::size_t at) const;
  std::optional<Span> asked_before(std::size_t at) const;
  std::vector<Span> facts_counted(std::size_t at, std::size_t number) const;

  const Page& page_;
  Things things_;
  Answers& answers_;
  // What was resolved last: its words, place and answer.
  struct Pointed {
    string_view noun;
    std::size_t start = 0;
    Span thing;
    string_view rule;
  };
  std::vector<Pointed> pointed_;
};

void Demonstratives::resolve() {
  // Measures that begin other words too (处理, 条款) stand behind a count alone.
  static const RE2 pointing(
      "(该|上述|前述|上列|前列|以上)"
      "(?:(两|二|三|四|五|六|七|几)(?:份|笔|项|个|名|张|起|部分|艘|辆|套|间|幢|栋|宗|台|枚|幅|块|"
      "处|条|次|类|段|批|组|本|支|件|家|位|种|节|桩)?|"
      "份|笔|项|个|名|张|起|部分|艘|辆|套|间|幢|栋|宗|台|枚|幅|块|组|几)?"
      "(\\p{Han}{1,8})");
  const re2::StringPiece whole(page_.text.data(), page_.text.size());
  re2::StringPiece groups[4];
  for (std::size_t at = 0;
       pointing.Match(whole, at, page_.text.size(), RE2::UNANCHORED, groups, 4);) {
    const auto start = static_cast<std::size_t>(groups[0].data() - page_.text.data());
    auto noun_start = static_cast<std::size_t>(groups[3].data() - page_.text.data());
    // 该组织, 该项目, 该部分: the measure is part of the noun.
    const std::size_t behind = start + groups[1].size();
    if (groups[2].empty() &&
        begins_with_word(page_.text.substr(behind), words("reference_no_measure"))) {
      noun_start = behind;
    }
    at = behind;
    const string_view before = page_.text.substr(0, start);
    if (groups[1] == "该" && ends_with_word(before, words("reference_no_that"))) continue;
    if (groups[1] == "以上" && !begins_clause_or_led(start)) continue;
    const auto noun_end =
        static_cast<std::size_t>(groups[3].data() - page_.text.data()) + groups[3].size();
    string_view noun = page_.between(noun_start, noun_end);
    static const RE2 people_counted("(?:二|两|三|四|五|六|七|八|九)人");  // Pronouns has them
    if (RE2::FullMatch(page_.text.substr(start + groups[1].size(), 6), people_counted)) continue;
    // 上述原审查明的事实: what is told; 上述未施工的后续工程: the head behind 的.
    static const RE2 with_head("^(\\p{Han}{1,8}?的)(\\p{Han}{2,5})");
    re2::StringPiece head[3];
    std::size_t noun_at = noun_start;
    const string_view ahead = page_.text.substr(noun_start, 60);
    if (groups[1] != "该" &&
        with_head.Match(re2::StringPiece(ahead.data(), ahead.size()), 0, ahead.size(),
                        RE2::ANCHOR_START, head, 3) &&
        has_word(string_view(head[1].data(), head[1].size()), words("reference_before_head"))) {
      noun_at = noun_start + head[1].size();
      noun = string_view(head[2].data(), head[2].size());
    }
    // The noun ends before the first function word.
    for (std::size_t i = 3; i < noun.size(); i += 3) {
      const string_view rest = noun.substr(i);
      if (rest.starts_with("为") && noun.substr(0, i).ends_with("行")) continue;  // 行为
      if (within_word(noun, i)) continue;
      if (begins_with_word(rest, words("reference_function")) ||
          begins_with_word(rest, words("reference_noun_ends"))) {
        noun = noun.substr(0, i);
        break;
      }
    }
    point(start, noun_at, noun, groups[1] != "该", !groups[2].empty() ? count(groups[2]) : 0);
  }
}

std::size_t Demonstratives::count(const re2::StringPiece& word) {
  static constexpr std::array<string_view, 6> kCounts = {"二", "三", "四", "五", "六", "七"};
  const auto found =
      std::find(kCounts.begin(), kCounts.end(), string_view(word.data(), word.size()));
  if (found == kCounts.end()) return word == "两" ? 2 : 0;
  return static_cast<std::size_t>(found - kCounts.begin()) + 2;
}

// Whether the noun's byte i stands inside a word that must not be cut: 财产, 委员会.
bool Demonstratives::within_word(string_view noun, std::size_t i) {
  for (const string_view word : words("reference_noun_keeps")) {
    const std::size_t found = noun.find(word);
    if (found != string_view::npos && found < i && found + word.size() > i) return true;
  }
  return false;
}

// 以上 as a pointer stands at a clause's beginning or behind a preposition, not behind a measure.
bool Demonstratives::begins_clause_or_led(std::size_t at) const {
  const string_view before = page_.between(page_.clause_start(at), at);
  return before.empty() || before.ends_with(" ") ||
         ends_with_word(before, words("reference_leads_above"));
}

// 该犯, 该人: who is accused or was named last.
std::optional<Span> Demonstratives::person_before(std::size_t at) const {
  for (std::size_t i = page_.world.place_before(at); i != kNone; i = i == 0 ? kNone : i - 1) {
    const NamedPlace& place = page_.world.places[i];
    if (!page_.world.all[place.who].organisation && !page_.world.all[place.who].no_one)
      return Span{place.start, place.end};
  }
  return std::nullopt;
}

// The last sentence of the claims that asks for something.
std::optional<Span> Demonstratives::asked_before(std::size_t at) const {
  auto told = things_.told_before(page_.sentence_start(at));
  for (int back = 0; told && back < 60; ++back) {
    if (page_.section(told->start).tag == segmenter::Tag::kClaims &&
        has_word(page_.between(told->start, told->end), words("reference_asks"))) {
      return told;
    }
    if (told->start == 0) break;
    told = things_.told_before(page_.sentence_start(told->start));
  }
  return std::nullopt;
}

// The beginnings of the numbered paragraphs before: 上述两起事实 behind (一) and (二).
std::vector<Span> Demonstratives::facts_counted(std::size_t at, std::size_t number) const {
  static const RE2 numbered(
      "^(?:\\(?[一二三四五六七八九十0-9]{1,3}\\)|[一二三四五六七八九十0-9]{1,3}[、.])");
  std::vector<Span> facts;
  for (std::size_t paragraph = page_.paragraph_start(at);
       paragraph > 0 && facts.size() < number && paragraph + 12000 > at;) {
    paragraph = page_.paragraph_start(paragraph - 1);
    const string_view line = page_.text.substr(paragraph, 30);
    if (!RE2::PartialMatch(re2::StringPiece(line.data(), line.size()), numbered)) continue;
    const std::size_t stop = page_.text.find("。", paragraph);
    if (stop != string_view::npos && stop < at) facts.insert(facts.begin(), Span{paragraph, stop});
  }
  return facts.size() == number ? facts : std::vector<Span>();
}

void Demonstratives::point(std::size_t start, std::size_t noun_start, string_view noun, bool above,
                           std::size_t counted) {
  if (noun.empty()) return;
  const std::size_t end = noun_start + noun.size();
  const auto answer = [&](const std::optional<Span>& thing, string_view rule) {
    if (!thing) return false;
    answers_.give(start, end, ReferenceKind::kDemonstrative, {*thing}, rule);
    pointed_.push_back({noun, start, *thing, rule});
    return true;
  };
  // The same words again: what they meant, where nothing else is so called between.
  const auto again = [&](std::size_t after) -> const Pointed* {
    for (auto each = pointed_.rbegin(); each != pointed_.rend(); ++each) {
      if (each->start + 1500 < start || each->start < after) break;
      if (each->noun == noun) return &*each;
    }
    return nullptr;
  };
  if (noun == "犯" ||
      (noun.starts_with("犯") && !begins_with_word(noun, words("reference_crime")))) {
    if (answer(person_before(start), "person")) return;
  }
  const auto organisation_before = [&](string_view ending) -> std::optional<Span> {
    for (std::size_t i = page_.world.place_before(start);
         i != kNone && page_.world.places[i].start + 6000 > start; i = i == 0 ? kNone : i - 1) {
      const Named& each = page_.world.all[page_.world.places[i].who];
      const string_view here =
          page_.between(page_.world.places[i].start, page_.world.places[i].end);
      if (page_.text.substr(0, page_.world.places[i].start).ends_with("(原")) continue;
      if (each.organisation && (here.ends_with(ending) || each.name.ends_with(ending)))
        return Span{page_.world.places[i].start, page_.world.places[i].end};
    }
    return std::nullopt;
  };
  if (noun.starts_with("院") || noun.starts_with("法院")) {
    auto court = organisation_before("院");
    // 向一审法院起诉,该院….
    static constexpr std::array<string_view, 4> kCourts = {"一审法院", "原审法院", "二审法院",
                                                           "再审法院"};
    for (const string_view each : kCourts) {
      const std::size_t found = page_.text.rfind(each, start);
      if (found != string_view::npos && start - found < 600 && (!court || found > court->start))
        court = Span{found, found + each.size()};
    }
    if (answer(court, "court")) return;
  }
  if (noun.starts_with("委") && !noun.starts_with("委托") &&
      answer(organisation_before("委员会"), "organisation")) {
    return;
  }
  for (const string_view body : words("reference_organisation")) {
    if (!noun.starts_with(body) || begins_with_word(noun, words("reference_no_body"))) continue;
    if (answer(organisation_before(body), "organisation")) return;
    if (body == "公司" && answer(organisation_before(""), "organisation")) return;
    break;
  }
  if (noun.starts_with("案")) {
    std::optional<Span> last;
    for (const CaseNumber& each : page_.case_numbers) {
      if (each.end > start) break;
      last = Span{each.start, each.end};
    }
    if (answer(last, "case")) return;
    const std::size_t one = page_.text.rfind("一案", start);
    if (one != string_view::npos && answer(things_.noun_phrase(one, one + 6), "case")) return;
  }
  if ((noun.starts_with("时间") && !noun.starts_with("时间段")) || noun.starts_with("日期")) {
    std::optional<Span> last;
    for (const Date& each : page_.view.dates) {
      if (each.end > start) break;
      last = Span{each.start, each.end};
    }
    if (answer(last, "date")) return;
  }
  if (noun.starts_with("第") && answer(things_.item_before(noun, start), "item")) return;
  const auto has = [&](string_view group) { return has_word(noun, words(group)); };
  if (has("reference_ruling")) {
    const auto last_number = [&](string_view act) {
      std::optional<Span> number;
      for (const CaseNumber& each : page_.case_numbers) {
        if (each.end > start) break;
        if (act.empty() || each.act.find(act) != each.act.npos) number = Span{each.start, each.end};
      }
      return number;
    };
    const auto told = things_.told_before(start);
    const bool ruled =
        told && has_word(page_.between(told->start, told->end), words("reference_rules"));
    auto last = last_number(noun.find("判决") != noun.npos   ? "判决"
                            : noun.find("裁定") != noun.npos ? "裁定"
                                                             : "");
    if (!last) last = last_number("");
    if (has("reference_effective") && answer(last, "ruling")) return;
    if (ruled && answer(told, "ruling told")) return;
    if (answer(last, "ruling")) return;
  }
  if (has("reference_law")) {
    for (std::size_t close = page_.text.rfind("》", start);
         close != string_view::npos && close > 0 && start - close < 1500;
         close = page_.text.rfind("》", close - 1)) {
      if (!ends_with_word(page_.text.substr(0, close), words("reference_law_title")) &&
          !page_.begins(close + 3, "第")) {
        continue;
      }
      if (answer(things_.noun_phrase(close, close), "law")) return;
    }
  }
  const bool told_on =
      ends_with_word(page_.between(page_.clause_start(start), start), words("reference_confesses"));
  if (has("reference_facts") && above && counted > 0) {
    const auto facts = facts_counted(start, counted);
    if (!facts.empty()) {
      answers_.give(start, end, ReferenceKind::kDemonstrative, facts, "counted");
      return;
    }
  }
  if (has("reference_facts") && (told_on || start <= page_.sentence_start(start) + 6) &&
      answer(things_.facts_before(start), "facts")) {
    return;
  }
  if (noun.starts_with("证据")) {
    const string_view said = page_.between(page_.sentence_start(start), page_.clause_start(start));
    const bool own = has_word(said, words("reference_evidence")) ||
                     has_word(said, words("reference_paper_kind"));
    for (auto told = things_.told_before(own ? start : page_.sentence_start(start));
         told && told->start + 4000 > start; told = things_.told_before(told->start)) {
      if (!has_word(page_.between(told->start, told->end), words("reference_evidence"))) continue;
      if (above && answer(told, "told")) return;
      break;
    }
  }
  if (noun.starts_with("证据") && !above && answer(things_.paper_before(start), "paper")) return;
  if (noun.starts_with("证据") && answer(things_.same_thing(noun, start), "same noun")) return;
  // 提出上述诉讼请求, told behind the claims: what they ask.
  if (above && has("reference_claim") && page_.section(start).tag != segmenter::Tag::kClaims &&
      answer(asked_before(start), "told")) {
    return;
  }
  if (has("reference_told")) {
    if (const Pointed* before = again(page_.sentence_start(start));
        before != nullptr && answer(before->thing, before->rule)) {
      return;
    }
    constexpr std::size_t kNear = 600;  // bytes
    if (!above && begins_with_word(noun, words("reference_sums"))) {
      const auto thing = things_.same_thing(noun, start);
      if (thing && thing->start + kNear > start && answer(thing, "same noun")) return;
    }
    const bool owned = page_.text.substr(0, start).ends_with("的");
    const auto told = owned ? things_.told_before(start) : things_.told_before_clause(start);
    if (answer(told, "told")) return;
  }
  if (noun.starts_with("条") && !noun.starts_with("条款")) {
    static const RE2 article("第[一二三四五六七八九十百零0-9]+条");
    re2::StringPiece found;
    const re2::StringPiece whole(page_.text.data(), page_.text.size());
    std::optional<Span> last;
    for (std::size_t from = start > 1500 ? start - 1500 : 0;
         article.Match(whole, from, start, RE2::UNANCHORED, &found, 1);) {
      from = static_cast<std::size_t>(found.data() - page_.text.data()) + found.size();
      last = Span{from - found.size(), from};
    }
    if (answer(last, "article")) return;
  }
  const auto thing = things_.same_thing(noun, start);
  if (const Pointed* before = again(thing ? thing->end : 0);
      before != nullptr && answer(before->thing, before->rule)) {
    return;
  }
  if (answer(thing, "same noun")) return;
  if (above || begins_with_word(noun, words("reference_happening")))
    answer(things_.told_before_clause(start), "told");
}

}  // namespace

void resolve_demonstratives(const Page& page, Answers& answers) {
  Demonstratives(page, answers).resolve();
}

}  // namespace proviso::tasks::reference
