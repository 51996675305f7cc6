#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <optional>

#include "tasks/checks/contract/contract_checks.h"
#include "tasks/mentions/number.h"

namespace proviso::tasks::contract {
namespace {

constexpr const char* kUnit =
    "(台|套|件|辆|个|只|把|张|组|吨|公斤|千克|箱|株|棵|头|块|樘|部|架|艘|支|根|卷|份|间|名|人)";

struct Row {
  std::string count, unit;  // the unit is empty where its column is another
  Span place;
  bool twice = false;
};

std::vector<Span> cells(const ContractView& contract, Span line) {
  static const RE2 cell("[^ \t　|]+");
  return all(contract.text, line, cell);
}

std::optional<Exact> value_of(string_view words) {
  if (!words.empty() && words[0] >= '0' && words[0] <= '9') return Exact::parse(words);
  return chinese_value(words);
}

// The rows of the schedules that name a thing and how many of it there are: a cell "4台", or the
// cell in the column 数量.
std::map<std::string, Row> rows_of(const ContractView& contract) {
  static const RE2 line("(?m)^[^\n]+$");
  static const RE2 count_cell(fmt::format("^([0-9]{{1,6}})(?:{})?$", kUnit));
  static const RE2 thing("^[\\p{Han}A-Za-z（）()-]{2,24}$");
  static const RE2 no_thing("^(?:合计|总计|小计|序号|名称|数量|单价|备注)");
  std::map<std::string, Row> rows;
  std::size_t column = kNone, width = 0;
  for (const Span& each : all(contract.text, contract.whole, line)) {
    if (contract.tag(each.start) != Tag::kSchedule) continue;
    std::string count, unit;
    re2::StringPiece what, number;
    // 设备名称：灌装机，型号HC-800，数量4台.
    static const RE2 told(fmt::format(
        "名称[：:] ?([\\p{{Han}}A-Za-z]{{2,24}})[，,；;][^\\n]{{0,60}}?数量[：:为]{{0,1}} "
        "?([0-9]{{1,6}}) ?{}",
        kUnit));
    const string_view whole = contract.words(each);
    if (RE2::PartialMatch(re2::StringPiece(whole.data(), whole.size()), told, &what, &number,
                          &unit)) {
      const auto from = static_cast<std::size_t>(what.data() - contract.text.data());
      const auto to =
          static_cast<std::size_t>(number.data() - contract.text.data()) + number.size();
      const auto [there, fresh] =
          rows.emplace(what.as_string(), Row{number.as_string(), unit, {from, to + unit.size()}});
      there->second.twice |= !fresh;
      continue;
    }
    const std::vector<Span> row = cells(contract, each);
    const auto head = std::find_if(row.begin(), row.end(),
                                   [&](Span cell) { return contract.words(cell) == "数量"; });
    if (head != row.end()) {
      column = static_cast<std::size_t>(head - row.begin());
      width = row.size();
      continue;
    }
    const auto name = std::find_if(row.begin(), row.end(), [&](Span cell) {
      return found_in(contract.words(cell), thing) && !found_in(contract.words(cell), no_thing);
    });
    if (name == row.end()) continue;
    for (std::size_t i = static_cast<std::size_t>(name - row.begin()) + 1; i < row.size(); ++i) {
      const string_view words = contract.words(row[i]);
      if (!RE2::FullMatch(re2::StringPiece(words.data(), words.size()), count_cell, &count,
                          &unit) ||
          (unit.empty() && (i != column || row.size() != width)))
        continue;
      const auto [there, fresh] = rows.emplace(std::string(contract.words(*name)),
                                               Row{count, unit, {name->start, row[i].end}});
      there->second.twice |= !fresh;
      break;
    }
  }
  return rows;
}

}  // namespace

std::vector<Finding> check_counted_goods(const ContractView& contract) {
  std::vector<Finding> findings;
  if (!contract.chinese || contract.amends) return findings;
  for (const auto& [name, row] : rows_of(contract)) {
    if (row.twice) continue;
    const RE2 counted(fmt::format(
        "({}(?:共计|合计|共|计|：|:)?([0-9]{{1,6}}|[一二两三四五六七八九十百]{{1,4}}){})",
        RE2::QuoteMeta(name), row.unit.empty() ? kUnit : "(" + row.unit + ")"));
    const std::optional<Exact> wanted = value_of(row.count);
    std::optional<Span> other;
    bool agrees = false;
    for (const Span& place : all(contract.text, contract.whole, counted, 1)) {
      if (!contract.in_body(place.start)) continue;
      std::string whole, count;
      const string_view words = contract.words(place);
      RE2::FullMatch(re2::StringPiece(words.data(), words.size()), counted, &whole, &count);
      const std::optional<Exact> value = value_of(count);
      static const RE2 part(
          "其中|首批|第[一二三]批|每(?:批|次|月|年|间|户|日|人)|另|备用|分批|先行");
      if (found_in(contract.words(contract.sentence(place)), part)) {
        agrees = true;
        break;
      }
      if (!value || !wanted || *value == *wanted) {
        agrees = true;
      } else {
        other = place;
      }
    }
    if (!other || agrees) continue;
    findings.push_back(tell(contract, "amount", "checks/counted_goods", *other, row.place, "",
                            fmt::format("此处“{}”，另一处“{}”，二者不一致。",
                                        contract.words(*other), contract.words(row.place))));
  }
  return findings;
}

}  // namespace proviso::tasks::contract
