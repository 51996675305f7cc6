#include "cli/kind_names.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <vector>

namespace proviso::cli {
namespace {

struct Words {
  std::string_view name, english, chinese;
};

constexpr std::array<Words, 32> kKinds{{
    {"amount", "amount", "金额"},
    {"sum", "sum", "合计或算式"},
    {"capital_figure", "amount in words", "大小写金额"},
    {"unit", "unit", "单位"},
    {"date", "date", "日期"},
    {"date_order", "order of dates", "日期先后"},
    {"interest", "interest", "利息"},
    {"party", "party", "当事人"},
    {"alias", "short name", "简称"},
    {"unknown_party", "unknown party", "未列明的当事人"},
    {"party_count", "number of parties", "当事人人数"},
    {"role", "role", "诉讼地位"},
    {"joint_liability", "joint liability", "连带责任"},
    {"share", "share", "比例"},
    {"outcome", "outcome", "裁判结果"},
    {"dropped_claim", "claim left out", "漏判请求"},
    {"excess_award", "award beyond claim", "超出诉请"},
    {"statute", "statute", "法条"},
    {"statute_name", "name of statute", "法律名称"},
    {"statute_version", "version of statute", "法律版本"},
    {"fee", "court fee", "诉讼费"},
    {"case_number", "case number", "案号"},
    {"court", "court", "法院"},
    {"sentence_term", "term of sentence", "刑期"},
    {"place", "place", "地点"},
    {"numbering", "numbering", "编号"},
    {"defined_term", "defined term", "定义术语"},
    {"cross_reference", "cross-reference", "条款引用"},
    {"term", "term", "期限"},
    {"blank", "blank left open", "空白"},
    {"governing_law", "governing law or forum", "适用法律与管辖"},
    {"semantic", "meaning", "语义"},
}};

template <std::size_t N>
std::string_view word(const std::array<Words, N>& table, Language language, std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const Words& words) { return words.name == name; });
  return found == table.end() ? name : in(language, found->english, found->chinese);
}

}  // namespace

bool are_built_in(std::span<const std::string> wanted) {
  return std::all_of(wanted.begin(), wanted.end(), [](const std::string& kind) {
    return std::any_of(kKinds.begin(), kKinds.end(),
                       [&](const Words& words) { return words.name == kind; });
  });
}

void check_kinds(const std::string& option, std::span<const std::string> wanted,
                 std::span<const std::string> more) {
  std::vector<std::string> kinds;
  for (const Words& words : kKinds) kinds.emplace_back(words.name);
  for (const std::string& kind : more) {
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
  }
  for (const std::string& kind : wanted) {
    if (std::find(kinds.begin(), kinds.end(), kind) != kinds.end()) continue;
    throw CLI::ValidationError(option, fmt::format("there is no kind '{}'; the kinds are {}", kind,
                                                   fmt::join(kinds, " ")));
  }
}

std::string kind_name(Language language, std::string_view kind) {
  return std::string(word(kKinds, language, kind));
}

}  // namespace proviso::cli
