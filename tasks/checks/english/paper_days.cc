#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <string>

#include "tasks/checks/contract/contract_view.h"
#include "tasks/checks/english/english_checks.h"
#include "tasks/mentions/english.h"

namespace proviso::tasks::english {
namespace {

using contract::found_in;

// The same month, and one digit of the day or its two exchanged; or the same day of another year.
bool slip_of_the_day(const Date& a, const Date& b) {
  if (a.month != b.month) return false;
  if (a.day == b.day) return a.year != b.year;
  if (a.year != b.year) return false;
  const bool tens = a.day % 10 == b.day % 10;
  const bool turned = a.day / 10 == b.day % 10 && a.day % 10 == b.day / 10;
  return tens || turned;
}

// A paper's kind and the day it is told to be of.
struct Told {
  std::string name;
  const Date* date;
};

}  // namespace

std::vector<Finding> check_paper_days(const CaseView& view) {
  const contract::ContractView judgment(view);
  std::vector<Finding> findings;

  static const RE2 paper(
      "(?i)\\b(agreement|contract|lease|guarantee|guaranty|deed|mortgage|charterparty|"
      "order of [^.;\\n]{3,50}?|under the order)(?: (?:which |that )?was)?(?:,? "
      "(?:made|dated|signed|executed|"
      "given|entered into)(?: on)?| of)? (?:the )?$");
  static const RE2 made(
      "^,? [^.;\\n]{0,80}\\b(?:entered into|signed|executed|made|gave|concluded) (?:an?|the) "
      "(?:[a-z]+ ){0,2}(agreement|contract|lease|guarantee|guaranty|deed|mortgage)\\b");
  if (found_in(judgment.text,
               RE2("(?i)\\b(?:second|further|later|earlier|first|new|another|supplemental|original|"
                   "replacement|amend(?:ed|ing)|var(?:ied|iation)) "
                   "(?:agreement|contract|lease|guarantee|guaranty|deed|mortgage|order)\\b|"
                   "\\b(?:two|"
                   "three|both|these|those|several) "
                   "(?:[a-z]+ "
                   ")?(?:agreements|contracts|leases|guarantees|deeds|mortgages|orders)\\b")))
    return findings;
  const std::vector<Date> dates = find_english_dates(judgment.text);
  std::vector<Told> told;
  for (const Date& date : dates) {
    if (!date.exists()) continue;
    const std::string_view before = judgment.before(date.span.start, 90);
    const std::string_view behind = judgment.behind(date.span.end, 160);
    std::string name;
    if (RE2::PartialMatch(re2::StringPiece(before.data(), before.size()), paper, &name))
      told.push_back({contract::lowered(name), &date});
    else if (RE2::PartialMatch(re2::StringPiece(behind.data(), behind.size()), made, &name))
      told.push_back({contract::lowered(name), &date});
  }
  for (const Told& odd : told) {
    const Told* other = nullptr;
    bool several = false;
    for (const Told& each : told) {
      const bool same = each.name == odd.name ||
                        (odd.name == "under the order" && each.name.starts_with("order of "));
      if (!same || (*each.date <=> *odd.date) == 0) continue;
      several = several || (other != nullptr && (*other->date <=> *each.date) != 0);
      other = &each;
    }
    if (other == nullptr || several || !slip_of_the_day(*odd.date, *other->date)) continue;
    const auto times = [&](const Date& date) {
      return std::count_if(dates.begin(), dates.end(),
                           [&](const Date& each) { return (each <=> date) == 0; });
    };
    const auto named = std::count_if(told.begin(), told.end(), [&](const Told& each) {
      return each.name == other->name && (*each.date <=> *other->date) == 0;
    });
    // One of the two stands alone; of two that do the second is told.
    if (times(*odd.date) != 1) continue;
    if (named == 1 && (odd.name == "under the order" || odd.date->year != other->date->year ||
                       odd.date->span.start < other->date->span.start))
      continue;
    // A judge makes many orders: of two that are told once, only the one that is set aside is
    // meant.
    static const RE2 undone("^[^.;\\n]{0,20}\\b(?:set aside|varied|discharged)\\b");
    const std::size_t from = std::min(odd.date->span.end, other->date->span.end);
    const std::size_t to = std::max(odd.date->span.start, other->date->span.start);
    static const RE2 duty(
        "^[^.;\\n]{0,80}\\b(?:agreed|undertook|sold|let|granted|bought|hired)\\b");
    const auto binds = [&](const Date& date) {
      return found_in(judgment.behind(date.span.end, 100), duty);
    };
    // Told side by side, or each with what was agreed by it, they are two papers.
    if (named == 1 && (judgment.text.substr(from, to - from).find('\n') == std::string_view::npos ||
                       (binds(*odd.date) && binds(*other->date))))
      continue;
    if (named == 1 && odd.name.starts_with("order") &&
        !found_in(judgment.behind(odd.date->span.end, 60), undone))
      continue;
    const std::string noun = odd.name.find("order") != odd.name.npos ? "order" : odd.name;
    findings.push_back(contract::tell(
        judgment, "date", "checks/order_and_reasons", odd.date->span, other->date->span,
        fmt::format("The {} is of {} here, of {} there.", noun, judgment.words(odd.date->span),
                    judgment.words(other->date->span)),
        ""));
    return findings;
  }
  return findings;
}

}  // namespace proviso::tasks::english
