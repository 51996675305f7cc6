#include "tasks/checks/case_number.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "tasks/checks/case_slip.h"
#include "tasks/checks/case_year.h"
#include "tasks/checks/own_case_number.h"
#include "tasks/checks/paper_number.h"
#include "tasks/checks/words.h"
#include "tasks/mentions/case_number.h"

namespace proviso::tasks {
namespace {

using segmenter::Tag;
using std::string_view;

bool near_serials(const CaseNumber& a, const CaseNumber& b) {
  constexpr long kSisters = 100;
  return a.serial != b.serial && serials_apart(a, b) <= kSisters;
}

// A serial that two numbers of one court share is no chance: the year or a digit of the court's
// code is wrong. 初 and 终 in the code are two instances of one dispute.
bool unmistakable(const CaseNumber& a, const CaseNumber& b) {
  constexpr std::size_t kLong = 3;  // digits
  if (a.serial != b.serial) return false;
  if (a.code == b.code) return a.serial.size() >= kLong || (of_a_court(a) && a.serial.size() > 1);
  if (a.serial.size() + 1 < kLong || !of_a_court(a)) return false;
  std::string letters_a = a.code;
  std::string letters_b = b.code;
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  std::erase_if(letters_a, digit);
  std::erase_if(letters_b, digit);
  return a.year == b.year && letters_a == letters_b;
}

// Two serials of one court and year that are no sisters: digits exchanged, one lost, or one
// changed that puts them far apart.
bool mistyped_serial(const CaseNumber& a, const CaseNumber& b) {
  constexpr std::size_t kLong = 3;  // digits
  constexpr long kSisters = 20;
  if (a.year != b.year || a.code != b.code) return false;
  // A notary's papers follow one another, but not with digits exchanged.
  constexpr std::size_t kVeryLong = 5;
  if (!of_a_court(a))
    return a.code.ends_with("证") && a.serial.size() >= kVeryLong && digits_exchanged(a, b) &&
           serials_apart(a, b) > 100;
  if (std::max(a.serial.size(), b.serial.size()) < kLong) return false;
  return serials_apart(a, b) > kSisters || digits_exchanged(a, b);
}

// The last year that the document tells of.
int last_year(const CaseView& view) {
  int last = 0;
  for (const Date& each : view.dates) {
    if (each.day > 0 && each.exists() && !view.in(each.span.start, Tag::kDisposition))
      last = std::max(last, each.year);
  }
  return last;
}

// The decision that is appealed, upheld or set aside: 不服…号判决, 撤销…号判决,
// …号裁定即发生法律效力.
bool under_attack(string_view text, const CaseNumber& number) {
  constexpr std::size_t kBehind = 60;  // bytes
  if (number.act.empty()) return false;
  const string_view before = before_in_sentence(text, number.start);
  const string_view behind = text.substr(number.end, kBehind);
  if (has_word(before, words("another_case"))) return false;
  return has_word(before, words("attacks")) || behind.find("即发生法律效力") != behind.npos;
}

// 判决 and 民事二审判决 are one kind of act.
bool same_act(const CaseNumber& a, const CaseNumber& b) {
  constexpr std::size_t kKind = 6;  // bytes of 判决
  return a.act.size() >= kKind && b.act.size() >= kKind &&
         a.act.substr(a.act.size() - kKind) == b.act.substr(b.act.size() - kKind);
}

// 青海高级人民法院 is 青海省高级人民法院.
bool same_court(const CaseNumber& a, const CaseNumber& b) {
  const auto plain = [](std::string name) {
    for (const string_view level : {"省", "自治区", "维吾尔", "壮族", "回族"}) {
      const std::size_t at = name.find(level);
      if (at != std::string::npos) name.erase(at, level.size());
    }
    return name;
  };
  const std::string one = plain(a.court);
  const std::string other = plain(b.court);
  return !one.empty() && !other.empty() && (one.ends_with(other) || other.ends_with(one));
}

// What the court decided by this number is quoted: …号判决，判决：一、…
bool ruling_quoted(string_view text, const CaseNumber& made) {
  static const RE2 numbered("^[^,。;\\n]{0,12}[,。:]?(?:判决|裁定)?(?:如下)?:? ?[一1][、.]");
  static const RE2 follows("^[^,。;\\n]{0,15}[,:](?:判决|判令|裁定)");
  constexpr std::size_t kBehind = 90;  // bytes
  const re2::StringPiece behind(text.data() + made.end, std::min(kBehind, text.size() - made.end));
  return RE2::PartialMatch(behind, numbered) || RE2::PartialMatch(behind, follows);
}

// So, or the attack follows within a few sentences: then it is this decision that is attacked.
bool decided_before(string_view text, const CaseNumber& made, const CaseNumber& attacked) {
  constexpr std::size_t kNear = 500;  // bytes
  if (ruling_quoted(text, made)) return true;
  return made.end < attacked.start && attacked.start - made.end < kNear &&
         !has_word(text.substr(made.end, attacked.start - made.end), words("another_case"));
}

// The decision under attack, told by this number nowhere else, against one of the same court, year
// and kind a slip away: where that one is under attack too, or is no neighbour and told as made.
bool one_decision(string_view text, const CaseNumber& a, const CaseNumber& b, bool a_once,
                  bool b_once) {
  constexpr long kNeighbours = 20;
  if (a.year != b.year || a.code != b.code || !same_act(a, b) || !of_a_court(a)) return false;
  // 原审法院 is any court.
  const auto named = [](const CaseNumber& each) {
    return !each.court.empty() && !contains(each.court, {"审法院", "该院", "本院"});
  };
  if (named(a) && named(b) && !same_court(a, b)) return false;
  const bool a_attacked = under_attack(text, a);
  const bool b_attacked = under_attack(text, b);
  const bool a_odd = a_attacked && a_once;
  if (!a_odd && !(b_attacked && b_once)) {
    // Attacked by its right number, and told as made by another that stands nowhere else.
    if (a_attacked == b_attacked) return false;
    const CaseNumber& made = a_attacked ? b : a;
    return (a_attacked ? b_once : a_once) && ruling_quoted(text, made) &&
           !has_word(before_in_sentence(text, made.start), words("another_case"));
  }
  const CaseNumber& told = a_odd ? b : a;
  const string_view sentence = before_in_sentence(text, told.start);
  if (has_word(sentence, words("another_case"))) return false;
  if (a_attacked && b_attacked) return true;
  if (!contains(sentence, {"作出", "审理"})) return false;
  return (a_once && b_once && serials_apart(a, b) >= kNeighbours) ||
         decided_before(text, told, a_odd ? a : b);
}

// 于2014年12月15日作出（2018）…号判决: the year of a case is never later than its decision.
std::optional<Finding> numbered_after_decision(const CaseView& view, const CaseNumber& number) {
  static const RE2 made(
      "((?:19|20)\\d\\d)年\\d{1,2}月\\d{1,2}日(?:依法|就此案|对本案|对该案)?(?:作出的?|以|下达)? "
      "?$");
  const string_view before = before_in_sentence(view.folded.text, number.start);
  std::string year;
  re2::StringPiece groups[2];
  const re2::StringPiece piece(before.data(), before.size());
  if (!of_a_court(number) || !made.Match(piece, 0, piece.size(), RE2::UNANCHORED, groups, 2))
    return std::nullopt;
  year = std::string(groups[1]);
  if (std::stoi(number.year) <= std::stoi(year)) return std::nullopt;
  const auto start = static_cast<std::size_t>(groups[0].data() - view.folded.text.data());
  const segmenter::Span day = view.folded.original(start, start + groups[0].size());
  return finding(
      "case_number", "checks/case_number", number.span, day,
      fmt::format("案号“{}”的年份晚于该裁判作出的日期（{}年）。", view.quote(number.span), year));
}

}  // namespace

std::vector<Finding> check_case_number(const CaseView& view) {
  std::vector<Finding> findings;
  if (!view.chinese()) return findings;
  const std::vector<CaseNumber> numbers = find_case_numbers(view.folded);
  const auto times = [&](const CaseNumber& one) {
    return std::count_if(numbers.begin(), numbers.end(),
                         [&](const CaseNumber& each) { return each.str() == one.str(); });
  };
  const string_view text = view.folded.text;
  const int last = last_year(view);
  // The judgment's own number is no slip of another's.
  const auto own = [&](const CaseNumber& one) {
    return view.in(one.span.start, Tag::kCaseNumber) || view.in(one.span.start, Tag::kTitle);
  };
  // Year alone differs, and one of the two is told again and again.
  const auto often = [&](const CaseNumber& a, const CaseNumber& b) {
    constexpr std::ptrdiff_t kOften = 3;
    return a.code == b.code && a.serial == b.serial && of_a_court(a) &&
           std::max(times(a), times(b)) >= kOften;
  };
  // Two that are no two cases, whatever is said of them.
  const auto one_case = [&](const CaseNumber& a, const CaseNumber& b) {
    if (own(a) || own(b)) return false;
    if (unmistakable(a, b) || mistyped_serial(a, b) || often(a, b)) return true;
    return a.code == b.code && a.serial == b.serial && last > 0 &&
           std::max(std::stoi(a.year), std::stoi(b.year)) > last;
  };
  // The only two of their court and year, one of them told again and again.
  const auto only_two = [&](const CaseNumber& a, const CaseNumber& b) {
    if (own(a) || own(b) || !of_a_court(a) || a.year != b.year || a.code != b.code) return false;
    // A single digit is enough where one of the two is the decision under attack.
    const bool attacked =
        same_act(a, b) && same_court(a, b) && under_attack(text, a) != under_attack(text, b);
    if (!attacked && (a.printed.size() < 2 || b.printed.size() < 2)) return false;
    constexpr long kNext = 4;
    if (serials_apart(a, b) <= kNext) return false;
    return std::max(times(a), times(b)) > 1 &&
           std::all_of(numbers.begin(), numbers.end(), [&](const CaseNumber& each) {
             return own(each) || each.year != a.year || each.code != a.code ||
                    each.serial == a.serial || each.serial == b.serial;
           });
  };
  for (const CaseNumber& odd : numbers) {
    if (times(odd) != 1) continue;
    const Tag tag = view.section(odd.span.start).tag;
    if (tag == Tag::kAppendix || tag == Tag::kSignature) continue;
    const bool ours = view.this_level(odd.span.start);
    const bool ruled = ours && tag == Tag::kDisposition && under_attack(text, odd);
    const CaseNumber* right = nullptr;
    bool rival = false;
    bool told = false;  // by what holds wherever the two stand
    for (const CaseNumber& each : numbers) {
      if (&each == &odd || each.str() == odd.str() || !slipped(odd, each)) continue;
      const bool alike =
          ruled ? each.end <= odd.start && (same_act(odd, each) || times(each) > 1)
                : ours && same_act(odd, each) && same_court(odd, each) && !near_serials(odd, each);
      const bool sure =
          one_case(odd, each) || (!own(odd) && !own(each) &&
                                  one_decision(text, odd, each, times(odd) == 1, times(each) == 1));
      if (!alike && !sure && !(ours && only_two(odd, each))) continue;
      // Both stand side by side: two cases.
      const CaseNumber& first = each.start < odd.start ? each : odd;
      const CaseNumber& second = each.start < odd.start ? odd : each;
      const string_view between = text.substr(first.end, second.start - first.end);
      // 4061 and 0461 are one, also in a list.
      const bool no_chance = !own(odd) && !own(each) &&
                             (unmistakable(odd, each) ||
                              (odd.printed.size() > 3 && odd.code == each.code &&
                               digits_exchanged(odd, each) && serials_apart(odd, each) > 100));
      const std::size_t beside = no_chance ? 12 : 60;
      if (between.size() < beside && !contains(between, {"。", "\n"})) rival = true;
      // Of several, the one that is told most often.
      if (right != nullptr && right->str() != each.str() && times(*right) == times(each))
        rival = rival || !sure || !told;
      if (right == nullptr || times(each) > times(*right)) right = &each;
      told = told || sure;
    }
    if (right == nullptr || rival) continue;
    if (!ruled && !told && times(*right) < 2) continue;
    // Of two that stand once each, the later is told.
    if (!ruled && times(*right) == 1 && right->start > odd.start) continue;
    findings.push_back(finding("case_number", "checks/case_number", odd.span, right->span,
                               fmt::format("案号写作“{}”，别处为“{}”，似为同一案件。",
                                           view.quote(odd.span), view.quote(right->span))));
  }
  for (Finding& each : misspelt_own_number(view, numbers))
    if (!told_already(findings, each.place)) findings.push_back(std::move(each));
  for (auto& list : {impossible_numbers(view, numbers), misspelt_paper_number(view)}) {
    for (const Finding& each : list) {
      const bool met = std::any_of(findings.begin(), findings.end(), [&](const Finding& other) {
        return other.place.start < each.place.end && each.place.start < other.place.end;
      });
      if (met) continue;
      // What was held to differ from a number that cannot be is right.
      std::erase_if(findings, [&](const Finding& other) { return other.other == each.place; });
      findings.push_back(each);
    }
  }
  for (const CaseNumber& each : numbers) {
    if (told_already(findings, each.span)) continue;
    if (auto late = numbered_after_decision(view, each)) findings.push_back(std::move(*late));
  }
  return findings;
}

}  // namespace proviso::tasks
