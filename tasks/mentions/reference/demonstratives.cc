// 该合同, 上述事实: the thing named last with the noun, the court, the ruling, what was told.
#include <re2/re2.h>

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
  void point(std::size_t start, std::size_t noun_start, string_view noun, bool above);

  const Page& page_;
  Things things_;
  Answers& answers_;
};

void Demonstratives::resolve() {
  static const RE2 pointing(
      "(该|上述|前述|上列|前列|以上)(?:(?:两|二|三|四|五|六|七)?(?:份|笔|项|个|名|张|起|部分|几)?)"
      "(\\p{Han}{1,8})");
  const re2::StringPiece whole(page_.text.data(), page_.text.size());
  re2::StringPiece groups[3];
  for (std::size_t at = 0;
       pointing.Match(whole, at, page_.text.size(), RE2::UNANCHORED, groups, 3);) {
    const auto start = static_cast<std::size_t>(groups[0].data() - page_.text.data());
    const auto noun_start = static_cast<std::size_t>(groups[2].data() - page_.text.data());
    at = start + groups[1].size();
    const string_view before = page_.text.substr(0, start);
    if (groups[1] == "该" && ends_with_word(before, words("reference_no_that"))) continue;
    if (groups[1] == "以上" && !begins_clause_or_led(start)) continue;
    string_view noun(groups[2].data(), groups[2].size());
    static const RE2 people_counted("(?:二|两|三|四|五|六)人");  // Pronouns has them
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
      if (begins_with_word(rest, words("reference_function")) ||
          begins_with_word(rest, words("reference_noun_ends"))) {
        noun = noun.substr(0, i);
        break;
      }
    }
    point(start, noun_at, noun, groups[1] != "该");
  }
}

// 以上 as a pointer stands at a clause's beginning or behind a preposition, not behind a measure.
bool Demonstratives::begins_clause_or_led(std::size_t at) const {
  const string_view before = page_.between(page_.clause_start(at), at);
  return before.empty() || before.ends_with(" ") ||
         ends_with_word(before, words("reference_leads_above"));
}

void Demonstratives::point(std::size_t start, std::size_t noun_start, string_view noun,
                           bool above) {
  if (noun.empty()) return;
  const std::size_t end = noun_start + noun.size();
  const auto answer = [&](const std::optional<Span>& thing, string_view rule) {
    if (!thing) return false;
    answers_.give(start, end, ReferenceKind::kDemonstrative, {*thing}, rule);
    return true;
  };
  const auto organisation_before = [&](string_view ending) -> std::optional<Span> {
    for (std::size_t i = page_.world.place_before(start);
         i != kNone && page_.world.places[i].start + 6000 > start; i = i == 0 ? kNone : i - 1) {
      const Named& each = page_.world.all[page_.world.places[i].who];
      const string_view here =
          page_.between(page_.world.places[i].start, page_.world.places[i].end);
      if (each.organisation && (here.ends_with(ending) || each.name.ends_with(ending)))
        return Span{page_.world.places[i].start, page_.world.places[i].end};
    }
    return std::nullopt;
  };
  if ((noun.starts_with("院") || noun.starts_with("法院")) &&
      answer(organisation_before("院"), "court"))
    return;
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
  }
  if (noun.starts_with("时间") || noun.starts_with("日期")) {
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
    const std::size_t close = page_.text.rfind("》", start);
    if (close != string_view::npos && start - close < 1500 &&
        answer(things_.noun_phrase(close, close), "law")) {
      return;
    }
  }
  const bool told_on =
      ends_with_word(page_.between(page_.clause_start(start), start), words("reference_confesses"));
  if (has("reference_facts") && (told_on || start <= page_.sentence_start(start) + 6) &&
      answer(things_.facts_before(start), "facts")) {
    return;
  }
  if (noun.starts_with("证据")) {
    const bool own = has_word(page_.between(page_.sentence_start(start), page_.clause_start(start)),
                              words("reference_evidence"));
    for (auto told = things_.told_before(own ? start : page_.sentence_start(start));
         told && told->start + 4000 > start; told = things_.told_before(told->start)) {
      if (!has_word(page_.between(told->start, told->end), words("reference_evidence"))) continue;
      if (above && answer(told, "told")) return;
      break;
    }
  }
  if (noun.starts_with("证据") && answer(things_.same_thing(noun, start), "same noun")) return;
  if (has("reference_told") && answer(things_.told_before(start), "told")) return;
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
  if (answer(things_.same_thing(noun, start), "same noun")) return;
  if (above) answer(things_.told_before(start), "told");
}

}  // namespace

void resolve_demonstratives(const Page& page, Answers& answers) {
  Demonstratives(page, answers).resolve();
}

}  // namespace proviso::tasks::reference
