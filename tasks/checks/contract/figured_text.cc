#include "tasks/checks/contract/figured_text.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <cstdlib>

#include "tasks/mentions/english.h"

namespace proviso::tasks::contract {
namespace {

// A word whole: not the six of sixteen.
constexpr const char* kNumberWord =
    "(?:(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|"
    "fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|"
    "ninety|hundred|thousand|million|billion)\\b)";

// Words that say a sum again before or behind its figures are taken into it.
void with_words(string_view text, Marked& money) {
  static const RE2 ahead(
      fmt::format("(?i)({0}(?:[\\s,-]+(?:and )?{0})*[\\s-]*(?:(?:united states |u\\.?s\\.? "
                  ")?(?:dollars|euros?|pounds(?: sterling)?))?\\s*\\()$",
                  kNumberWord));
  static const RE2 behind(
      fmt::format("(?i)^( ?\\({0}(?:[\\s,-]+(?:and )?{0})*[\\s-]*(?:(?:united states |u\\.?s\\.? "
                  ")?(?:dollars|euros?|pounds(?: sterling)?))?\\))",
                  kNumberWord));
  constexpr std::size_t kReach = 160;
  const std::size_t from = money.span.start - std::min(money.span.start, kReach);
  const string_view before = text.substr(from, money.span.start - from);
  re2::StringPiece found;
  if (text.substr(money.span.end).starts_with(")") &&
      RE2::PartialMatch(re2::StringPiece(before.data(), before.size()), ahead, &found)) {
    money.span.start -= found.size();
    ++money.span.end;
    return;
  }
  const string_view rest = text.substr(money.span.end, kReach);
  if (RE2::PartialMatch(re2::StringPiece(rest.data(), rest.size()), behind, &found))
    money.span.end += found.size();
}

void gather_english(string_view text, std::vector<Marked>& figures) {
  for (const Money& money : find_english_money(text)) {
    Marked marked{money.span, 'M', money.value, money.currency};
    with_words(text, marked);
    figures.push_back(std::move(marked));
  }
  static const RE2 counted(fmt::format(
      "(?i)\\b(?:({0}(?:[ -](?:and )?{0})*)(?: ?per ?cent)? ?\\(([0-9][0-9,]*(?:\\.[0-9]+)?)( "
      "?%)?\\)|({0}(?:[ -](?:and )?{0})*)|([0-9][0-9,]*(?:\\.[0-9]+)?))(?:[ "
      "-]?(?:(?:(?:consecutive|"
      "calendar|business|working|full)[ -])?(day|week|month|year)s?\\b|(percent|per cent|%)))?",
      kNumberWord));
  const re2::StringPiece piece(text.data(), text.size());
  std::array<re2::StringPiece, 8> groups;
  for (std::size_t at = 0;
       counted.Match(piece, at, piece.size(), RE2::UNANCHORED, groups.data(), 8);) {
    const auto start = static_cast<std::size_t>(groups[0].data() - text.data());
    const std::size_t end = start + groups[0].size();
    at = end;
    // A model's or clause's number: LM-400, 3.1.2, 12th.
    const auto part = [&](std::size_t i) {
      return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0);
    };
    if (start > 0 && (part(start - 1) || text[start - 1] == '-' || text[start - 1] == '.' ||
                      text[start - 1] == '/'))
      continue;
    if (part(end) ||
        (end + 1 < text.size() && (text[end] == '.' || text[end] == '/') && part(end + 1)))
      continue;
    std::string digits;
    for (const std::size_t i : {2, 5}) {
      if (groups.at(i).data() != nullptr) digits = groups.at(i).as_string();
    }
    digits.erase(std::remove(digits.begin(), digits.end(), ','), digits.end());
    std::optional<Exact> value = digits.empty()
                                     ? english_number({groups[4].data(), groups[4].size()})
                                     : Exact::parse(digits);
    if (!value) continue;
    const bool share = groups[3].data() != nullptr || groups[7].data() != nullptr;
    const bool time = groups[6].data() != nullptr;
    figures.push_back({{start, end},
                       share  ? 'P'
                       : time ? 'T'
                              : 'N',
                       share ? *value / Exact(100) : *value,
                       time ? lowered({groups[6].data(), groups[6].size()}) : ""});
  }
}

void gather_chinese(const CaseView& view, std::vector<Marked>& figures) {
  for (const Number& number : view.numbers) {
    if (number.approximate) continue;
    Marked marked{number.span, 'N', number.value, ""};
    switch (number.measure) {
      case Measure::kMoney:
        marked.sort = 'M';
        marked.unit = "RMB";
        break;
      case Measure::kForeign:
        marked.sort = 'M';
        marked.unit = "foreign";
        break;
      case Measure::kPercent:
        marked.sort = 'P';
        break;
      case Measure::kYears:
        marked.sort = 'T';
        marked.unit = "year";
        break;
      case Measure::kMonths:
        marked.sort = 'T';
        marked.unit = "month";
        break;
      case Measure::kDays:
        marked.sort = 'T';
        marked.unit = "day";
        break;
      case Measure::kOther:
        break;
      default:
        continue;
    }
    figures.push_back(std::move(marked));
  }
}

}  // namespace

FiguredText::FiguredText(const ContractView& its_contract) : contract_(its_contract) {
  const string_view text = contract_.text;
  if (contract_.chinese) {
    gather_chinese(contract_.view, figures_);
  } else {
    gather_english(text, figures_);
  }
  std::stable_sort(figures_.begin(), figures_.end(), [](const Marked& a, const Marked& b) {
    return a.span.start != b.span.start ? a.span.start < b.span.start : a.span.end > b.span.end;
  });
  std::vector<Marked> kept;
  for (Marked& each : figures_) {
    if (!kept.empty() && each.span.start < kept.back().span.end) {
      // Ten Thousand Dollars ($10,000): the words began first.
      if (each.sort == 'M' && kept.back().sort != 'M') kept.back() = std::move(each);
      continue;
    }
    if (!kept.empty()) {
      Marked& last = kept.back();
      const string_view between = text.substr(last.span.end, each.span.start - last.span.end);
      if (last.sort == each.sort && last.value == each.value &&
          text.substr(each.span.end).starts_with(")") && (between == " (" || between == "(")) {
        last.span.end = each.span.end + 1;
        continue;
      }
    }
    kept.push_back(std::move(each));
  }
  figures_ = std::move(kept);
  std::size_t at = 0;
  for (std::size_t i = 0; i < figures_.size(); ++i) {
    text_ += text.substr(at, figures_[i].span.start - at);
    text_ += fmt::format("\x01{}{}\x02", figures_[i].sort, i);
    at = figures_[i].span.end;
  }
  text_ += text.substr(at);
  low_ = lowered(text_);
}

std::vector<FiguredText::Match> FiguredText::matches(const RE2& pattern) const {
  std::vector<Match> found;
  const re2::StringPiece piece(text_);
  std::array<re2::StringPiece, 10> groups;
  const int count = std::min(pattern.NumberOfCapturingGroups() + 1, 10);
  for (std::size_t at = 0;
       at <= piece.size() &&
       pattern.Match(piece, at, piece.size(), RE2::UNANCHORED, groups.data(), count);) {
    Match match;
    for (int i = 0; i < count; ++i) {
      const re2::StringPiece& group = groups.at(static_cast<std::size_t>(i));
      if (group.data() == nullptr) continue;
      const auto start = static_cast<std::size_t>(group.data() - text_.data());
      match.groups.at(static_cast<std::size_t>(i)) = {start, start + group.size()};
    }
    at = match.groups[0].end + (match.groups[0].size() == 0 ? 1 : 0);
    found.push_back(match);
  }
  return found;
}

const Marked& FiguredText::figure(const Match& match, std::size_t group) const {
  const std::string digits(words(match.groups.at(group)));
  return figures_.at(static_cast<std::size_t>(std::atol(digits.c_str())));
}

std::vector<const Marked*> FiguredText::sums_in(Span marked, char sort) const {
  static const RE2 mark("\x01([A-Z])([0-9]+)\x02");
  std::vector<const Marked*> found;
  const string_view within = words(marked);
  re2::StringPiece rest(within.data(), within.size());
  std::string which, index;
  while (RE2::FindAndConsume(&rest, mark, &which, &index)) {
    if (which[0] == sort)
      found.push_back(&figures_.at(static_cast<std::size_t>(std::atol(index.c_str()))));
  }
  return found;
}

Span FiguredText::lead(std::size_t at, std::size_t limit) const {
  const std::size_t from = at - std::min(at, limit);
  std::size_t start = at;
  while (start > from && text_[start - 1] != '.' && text_[start - 1] != ';' &&
         text_[start - 1] != '\n')
    --start;
  // Not inside a mark or a character.
  while (start < at && (static_cast<unsigned char>(text_[start]) & 0xC0U) == 0x80U) ++start;
  return {start, at};
}

std::vector<const Marked*> FiguredText::named(string_view name) const {
  static const RE2 behind(
      "^s?[\"”’')）]*,?(?: "
      "?(?:is|are|shall|will|be|means|of|the|a|an|sum|total|amount|annual|monthly|"
      "fixed|equal|to|at|in|for|this|agreement|contract|equipment|lease|under|per|year|month|"
      "hereunder|"
      "为|是|大写|小写|[)）]|共计|合计|总计|总额|人民币|标准|按|每月|每年|每季度|支付|[:：=(（，]))"
      "{0,9} "
      "?\x01m([0-9]+)\x02");
  static const RE2 before(
      "\x01m([0-9]+)\x02[^.;。；\\n\x01]{0,50}[(（][^.;。；\\n()（）]{0,24}[\"“'‘]$");
  std::vector<const Marked*> found;
  const std::string wanted = lowered(name);
  constexpr std::size_t kBefore = 120, kBehind = 160;
  for (std::size_t at = low_.find(wanted); at != low_.npos;
       at = low_.find(wanted, at + wanted.size())) {
    if (at > 0 && std::isalpha(static_cast<unsigned char>(low_[at - 1])) != 0) continue;
    const string_view rest = string_view(low_).substr(at + wanted.size(), kBehind);
    const std::size_t from = at - std::min(at, kBefore);
    const string_view ahead = string_view(low_).substr(from, at - from);
    std::string index;
    if (RE2::PartialMatch(re2::StringPiece(rest.data(), rest.size()), behind, &index) ||
        RE2::PartialMatch(re2::StringPiece(ahead.data(), ahead.size()), before, &index)) {
      found.push_back(&figures_.at(static_cast<std::size_t>(std::atol(index.c_str()))));
    }
  }
  return found;
}

std::string pattern_of(string_view written) {
  std::string out(written);
  for (const char sort : {'M', 'P', 'T', 'N'}) {
    const std::string slot{'{', sort, '}'};
    for (std::size_t at = out.find(slot); at != out.npos; at = out.find(slot, at + 1)) {
      out.replace(at, slot.size(), fmt::format("\x01{}([0-9]+)\x02", sort));
    }
  }
  return out;
}

bool about(const Exact& a, const Exact& b) {
  const Exact off = (a - b).abs();
  return off <= Exact(1) || off * Exact(1000) <= b.abs();
}

}  // namespace proviso::tasks::contract
