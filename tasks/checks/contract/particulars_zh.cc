#include <re2/re2.h>

#include <algorithm>
#include <optional>
#include <set>

#include "tasks/checks/contract/figures.h"
#include "tasks/checks/contract/particulars.h"
#include "tasks/mentions/number.h"

namespace proviso::tasks::contract {
namespace {

constexpr const char* kNumber =
    "(?:人民币|￥|¥)?([0-9][0-9,]*(?:\\.[0-9]+)?|[一二两三四五六七八九十百]{1,5})(?:[（(][^（）()"
    "\\n]{1,12}[）)])?"
    "[ ]?(平方米|个月|年|日|天|万元|元|[%％‰]|小时|台|套|辆|件)";

struct Value {
  Exact value;
  std::string unit;
  Span place;
};

FigureKind kind_of(const std::string& unit) {
  if (unit == "%" || unit == "‰") return FigureKind::kPercent;
  return unit == "月" || unit == "日" || unit == "小时" ? FigureKind::kTime : FigureKind::kMoney;
}

// 三年 as 36个月, 4万元 as 40000元.
std::optional<Value> value_of(const std::string& number, const std::string& unit, Span place) {
  std::string plain;
  for (const char c : number) {
    if (c != ',') plain += c;
  }
  std::optional<Exact> value =
      plain[0] >= '0' && plain[0] <= '9' ? Exact::parse(plain) : chinese_value(plain);
  if (!value) return std::nullopt;
  if (unit == "年") return Value{*value * Exact(12), "月", place};
  if (unit == "个月") return Value{*value, "月", place};
  if (unit == "天") return Value{*value, "日", place};
  if (unit == "万元") return Value{*value * Exact(10000), "元", place};
  return Value{*value, unit == "％" ? "%" : unit, place};
}

class ChineseRows {
 public:
  explicit ChineseRows(const ContractView& contract) : contract_(contract) {}

  std::vector<RowAndClause> read() {
    static const RE2 row(
        std::string("(?:^|[；，\\n] ?)(?:[0-9]{1,2}[.、] "
                    "?|[（(]?[一二三四五六七八九十]{1,2}[）)、] ?)?([\\p{Han}]{3,12})[：:] "
                    "?[^0-9一二三四五六七八九十，。；\\n]{0,20}?") +
        kNumber + "(?:整|/月|每月)?(?:$|[；。，\\n])");
    std::set<std::string> labels;
    std::vector<std::pair<std::string, Value>> rows;
    const re2::StringPiece piece(contract_.text.data(), contract_.text.size());
    re2::StringPiece groups[4];
    for (std::size_t at = 0; row.Match(piece, at, piece.size(), RE2::UNANCHORED, groups, 4);) {
      const auto start = static_cast<std::size_t>(groups[1].data() - contract_.text.data());
      at = start + groups[1].size();
      if (!in_a_row(start)) continue;
      const auto end =
          static_cast<std::size_t>(groups[3].data() - contract_.text.data()) + groups[3].size();
      const auto value = value_of(groups[2].as_string(), groups[3].as_string(), {start, end});
      const std::string label = groups[1].as_string();
      if (!value) continue;
      // One label in two rows is a table of several things.
      if (!labels.insert(label).second)
        std::erase_if(rows, [&](const auto& each) { return each.first == label; });
      else
        rows.emplace_back(label, *value);
    }
    for (const auto& [label, value] : rows) compare(label, value);
    addresses();
    models();
    return std::move(out_);
  }

 private:
  // In a schedule, or behind the clauses among three lines with labels and more.
  bool in_a_row(std::size_t at) const {
    const Tag tag = contract_.tag(at);
    if (tag == Tag::kSchedule) return true;
    if (tag != Tag::kSignature) return false;
    static const RE2 line("(?m)^[\\p{Han}]{2,12}[：:][^\\n]+$");
    static const RE2 head("(?m)^附[件表][^\\n]*$");
    const std::vector<Span> heads = all(contract_.text, {0, at}, head);
    constexpr std::size_t kSeveral = 3;
    return !heads.empty() && contract_.tag(heads.back().start) == Tag::kSignature &&
           all(contract_.text, {heads.back().end, contract_.text.size()}, line).size() >= kSeveral;
  }

  // 地址：…书香路89号3层, where the clauses have …书香路99号3层.
  void addresses() {
    static const RE2 row(
        "(?:地址|坐落|位置)[：:] ?([^\\n，。；：:（(]{9,90}[0-9][^\\n，。；：:（(]{0,30})");
    std::vector<Span> rows;
    for (const Span& place : all(contract_.text, contract_.whole, row, 1)) {
      if (contract_.tag(place.start) == Tag::kSchedule) rows.push_back(place);
    }
    if (rows.size() != 1) return;
    static const RE2 digits("[0-9]+");
    std::string pattern;
    std::size_t at = rows[0].start;
    for (const Span& number : all(contract_.text, rows[0], digits)) {
      pattern.append(RE2::QuoteMeta(std::string(contract_.words({at, number.start}))));
      pattern.append("[0-9]+");
      at = number.end;
    }
    pattern.append(RE2::QuoteMeta(std::string(contract_.words({at, rows[0].end}))));
    std::vector<Span> twins;
    for (const Span& place : all(contract_.text, contract_.whole, RE2(pattern))) {
      if (!contract_.in_body(place.start)) continue;
      if (contract_.words(place) == contract_.words(rows[0])) return;
      twins.push_back(place);
    }
    if (twins.size() == 1) out_.push_back({rows[0], twins[0], "place"});
  }

  // 型号HC-800 in the clauses, 型号HC-600 in the schedule.
  void models() {
    static const RE2 model("型号(?:规格)?(?:为|：|:)? ?([A-Za-z0-9][A-Za-z0-9./-]{2,24})");
    std::optional<Span> body, schedule;
    for (const Span& place : all(contract_.text, contract_.whole, model, 1)) {
      const bool clause = contract_.in_body(place.start);
      if (!clause && contract_.tag(place.start) != Tag::kSchedule) continue;
      std::optional<Span>& seen = clause ? body : schedule;
      if (seen && contract_.words(*seen) != contract_.words(place)) return;
      if (!seen) seen = place;
    }
    if (body && schedule && contract_.words(*body) != contract_.words(*schedule))
      out_.push_back({*schedule, *body, "semantic"});
  }

  // 建筑面积500平方米; 竞业限制补偿，数额为离职前月工资的30%.
  void compare(const std::string& label, const Value& row) {
    static const RE2 another(
        "每逾期|续|延长|顺延|如|若|除|超过|不足|调整|递增|分别|部分|另|新|原|首|尾|余|至多|不超过|"
        "不低于|以上|以下");
    // 本合同为固定期限劳动合同，期限三年.
    const bool of_contract = label == "合同期限" || label == "劳动合同期限";
    const RE2 pattern((of_contract ? "(?:" + label + "|合同，期限)" : spaced(label)) +
                      "([^0-9一二三四五六七八九十。；：\\n]{0,20}?(?:为|是|：|共|计|约|的|，)?)" +
                      kNumber);
    const Value* other = nullptr;
    std::vector<Value> values;
    const re2::StringPiece piece(contract_.text.data(), contract_.text.size());
    re2::StringPiece groups[4];
    for (std::size_t at = 0; pattern.Match(piece, at, piece.size(), RE2::UNANCHORED, groups, 4);) {
      const auto start = static_cast<std::size_t>(groups[0].data() - contract_.text.data());
      at = start + label.size();
      // 经销期限内及本协议终止后一年内 tells another time.
      static const RE2 other_time("后|内|起|[之以]前|每");
      if (!contract_.in_body(start) || longer(start, label) ||
          found_in({groups[1].data(), groups[1].size()}, other_time))
        continue;
      const Span place{start, start + groups[0].size()};
      const auto value = value_of(groups[2].as_string(), groups[3].as_string(), place);
      if (!value || value->unit != row.unit) continue;
      if (value->value == row.value) return;
      const Span sentence = contract_.sentence(place);
      std::size_t from = start;
      while (from > sentence.start && !contract_.text.substr(0, from).ends_with("，")) --from;
      std::string around(contract_.words({from, place.end}));
      if (const std::size_t own = around.find(label); own != around.npos)
        around.erase(own, label.size());
      if (found_in(around, another)) return;
      values.push_back(*value);
    }
    for (const Value& each : values) {
      if (other != nullptr && each.value != other->value) return;
      other = &each;
    }
    if (other != nullptr)
      out_.push_back({row.place, other->place, std::string(kind_name(kind_of(row.unit)))});
  }

  // 年度销售任务 is the 年度的销售任务.
  static std::string spaced(const std::string& label) {
    std::string pattern;
    for (std::size_t at = 0; at < label.size(); at += code_point_bytes(label[at]))
      pattern.append(at == 0 ? "" : "的?").append(label.substr(at, code_point_bytes(label[at])));
    return pattern;
  }

  // 试用期月工资 is not 月工资.
  bool longer(std::size_t at, string_view label) const {
    static const RE2 each("每$"), counted("^(?:年|月|季)");
    if (!found_in(label, counted) && found_in(contract_.before(at, 3), each)) return true;
    static const RE2 another("(?:期|后|前|总|分|净|实|税|平均|最低|基本|一|二|三)$");
    return found_in(contract_.before(at, 9), another);
  }

  const ContractView& contract_;
  std::vector<RowAndClause> out_;
};

}  // namespace

std::vector<RowAndClause> rows_against_clauses_in_chinese(const ContractView& contract) {
  return ChineseRows(contract).read();
}

}  // namespace proviso::tasks::contract
