#include <algorithm>

#include "tasks/checks/contract/contract_checks.h"
#include "tasks/checks/contract/party_names.h"

namespace proviso::tasks::contract {

std::vector<std::string> characters(string_view text) {
  std::vector<std::string> list;
  for (std::size_t at = 0; at < text.size(); at += code_point_bytes(text[at])) {
    list.emplace_back(text.substr(at, code_point_bytes(text[at])));
  }
  return list;
}

int slips_between(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  constexpr int kMany = 3;
  if (a.size() > b.size() + 2 || b.size() > a.size() + 2) return kMany;
  std::vector<std::vector<int>> cost(a.size() + 1, std::vector<int>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = static_cast<int>(i);
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1,
                             cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return std::min(cost[a.size()][b.size()], kMany);
}

std::vector<Finding> check_contract_party(const ContractView& contract) {
  std::vector<Finding> findings;
  if (contract.chinese) {
    sides_in_chinese(contract, findings);
  } else {
    names_in_english(contract, findings);
  }
  return findings;
}
}  // namespace proviso::tasks::contract
