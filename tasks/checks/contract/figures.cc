#include "tasks/checks/contract/figures.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "tasks/mentions/english.h"

namespace proviso::tasks::contract {
namespace {

// "two hundred and " right before `at`: where it begins, and 200.
std::pair<std::size_t, Exact> hundreds_before(string_view text, std::size_t at) {
  static const RE2 pattern(
      "(?i)\\b(a|one|two|three|four|five|six|seven|eight|nine) hundred (?:and )?$");
  constexpr std::size_t kReach = 20;
  const std::size_t from = at > kReach ? at - kReach : 0;
  const string_view before = text.substr(from, at - from);
  re2::StringPiece count;
  if (!RE2::PartialMatch(re2::StringPiece(before.data(), before.size()), pattern, &count))
    return {at, Exact()};
  const auto value =
      count == "a" ? Exact(1) : english_number({count.data(), count.size()}).value_or(Exact());
  return {static_cast<std::size_t>(count.data() - text.data()), value * Exact(100)};
}

void english(string_view text, std::vector<Figure>& figures) {
  for (const Money& money : find_english_money(text)) {
    figures.push_back({money.span, FigureKind::kMoney, money.value, money.currency});
  }
  static const RE2 counted(
      "(?i)\\b(?:([a-z]+(?:-[a-z]+)?) "
      "?\\(([0-9]{1,4}(?:\\.[0-9]+)?)%?\\)|([0-9]{1,4}(?:\\.[0-9]+)?)|([a-z]+(?:-[a-z]+)?))[ -]?"
      "(?:(?:(?:consecutive|calendar|business|working|full)[ "
      "-])?(day|week|month|year)s?\\b|(percent|per cent|%))");
  const re2::StringPiece piece(text.data(), text.size());
  std::array<re2::StringPiece, 7> groups;
  for (std::size_t at = 0;
       counted.Match(piece, at, piece.size(), RE2::UNANCHORED, groups.data(), 7);) {
    const auto start = static_cast<std::size_t>(groups[0].data() - text.data());
    at = start + groups[0].size();
    std::optional<Exact> value;
    for (const std::size_t i : {2, 3}) {
      if (groups.at(i).data() != nullptr)
        value = Exact::parse({groups.at(i).data(), groups.at(i).size()});
    }
    if (groups[4].data() != nullptr) value = english_number({groups[4].data(), groups[4].size()});
    if (!value) {
      at = start + std::max<std::size_t>(groups[4].size(), 1);
      continue;
    }
    // One hundred and eighty days are not eighty.
    std::size_t from = start;
    if (const auto hundreds = hundreds_before(text, start); hundreds.second.sign() > 0) {
      from = hundreds.first;
      if (groups[2].data() == nullptr) value = *value + hundreds.second;
    }
    const bool percent = groups[6].data() != nullptr;
    figures.push_back({{from, start + groups[0].size()},
                       percent ? FigureKind::kPercent : FigureKind::kTime,
                       *value,
                       percent ? "" : lowered({groups[5].data(), groups[5].size()})});
  }
}

void chinese(const CaseView& view, std::vector<Figure>& figures) {
  for (const Number& number : view.numbers) {
    if (number.approximate) continue;
    switch (number.measure) {
      case Measure::kMoney:
        if (!number.per) figures.push_back({number.span, FigureKind::kMoney, number.value, "元"});
        break;
      case Measure::kPercent:
        figures.push_back({number.span, FigureKind::kPercent, number.value, ""});
        break;
      case Measure::kYears:
        figures.push_back({number.span, FigureKind::kTime, number.value, "年"});
        break;
      case Measure::kMonths:
        figures.push_back({number.span, FigureKind::kTime, number.value, "月"});
        break;
      case Measure::kDays:
        figures.push_back({number.span, FigureKind::kTime, number.value, "日"});
        break;
      case Measure::kOther:
        if (view.text.substr(number.span.start, number.span.size()).ends_with("工作日"))
          figures.push_back({number.span, FigureKind::kTime, number.value, "工作日"});
        break;
      default:
        break;
    }
  }
}

}  // namespace

std::vector<Figure> figures_of(const ContractView& contract) {
  std::vector<Figure> figures;
  if (contract.chinese) {
    chinese(contract.view, figures);
  } else {
    english(contract.text, figures);
  }
  std::stable_sort(figures.begin(), figures.end(),
                   [](const Figure& a, const Figure& b) { return a.span.start < b.span.start; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    if (kept > 0 && figures[i].span.start < figures[kept - 1].span.end) continue;
    figures[kept++] = figures[i];
  }
  figures.resize(kept);
  return figures;
}

string_view kind_name(FigureKind kind) {
  return kind == FigureKind::kMoney ? "amount" : kind == FigureKind::kPercent ? "share" : "term";
}

}  // namespace proviso::tasks::contract
