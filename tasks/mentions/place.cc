#include "tasks/mentions/place.h"

#include <algorithm>
#include <map>
#include <set>

#include "law_data.h"
#include "tasks/law/table.h"

namespace proviso::tasks {
namespace {

using std::string_view;

struct Places {
  std::set<string_view> provinces;
  std::map<string_view, string_view> prefectures;         // to its province
  std::map<string_view, std::vector<string_view>> upper;  // any lower name to its provinces
  std::set<string_view> moved;
  std::size_t longest = 0;  // bytes of the longest lower name
};

const Places& places() {
  static const Places table = [] {
    Places result;
    const auto add = [&](string_view name, string_view province) {
      std::vector<string_view>& list = result.upper[name];
      if (std::find(list.begin(), list.end(), province) == list.end()) list.push_back(province);
      result.longest = std::max(result.longest, name.size());
    };
    for (const auto& row : law::rows(law::data::places)) {
      if (row[0].starts_with("> ")) {
        for (const string_view name : law::pieces(row[0].substr(2), ' ')) result.moved.insert(name);
        continue;
      }
      result.provinces.insert(row[0]);
      if (row[1] != "-") {
        result.prefectures[row[1]] = row[0];
        add(row[1], row[0]);
      }
      if (row.size() < 3) continue;
      for (const string_view name : law::pieces(row[2], ' ')) add(name, row[0]);
    }
    return result;
  }();
  return table;
}

}  // namespace

std::vector<PlacePair> find_places(const Folded& folded) {
  const Places& table = places();
  const string_view text = folded.text;
  std::vector<PlacePair> pairs;
  for (const string_view province : table.provinces) {
    for (std::size_t at = text.find(province); at != string_view::npos;
         at = text.find(province, at + province.size())) {
      const string_view rest = text.substr(at + province.size(), table.longest);
      for (std::size_t length = rest.size(); length > 3; --length) {
        const auto found = table.upper.find(rest.substr(0, length));
        if (found == table.upper.end()) continue;
        PlacePair pair;
        pair.start = at;
        pair.end = at + province.size() + length;
        pair.span = folded.original(pair.start, pair.end);
        pair.upper = province;
        pair.lower = found->first;
        pairs.push_back(pair);
        break;
      }
    }
  }
  std::sort(pairs.begin(), pairs.end(),
            [](const PlacePair& a, const PlacePair& b) { return a.start < b.start; });
  return pairs;
}

std::vector<string_view> provinces_of(string_view name) {
  const auto found = places().upper.find(name);
  if (found == places().upper.end() || places().moved.contains(name)) return {};
  return found->second;
}

std::optional<Prefecture> prefecture_at(string_view name) {
  const Places& table = places();
  for (std::size_t length = std::min(name.size(), table.longest); length > 3; --length) {
    const auto found = table.prefectures.find(name.substr(0, length));
    if (found != table.prefectures.end()) return Prefecture{found->first, found->second};
  }
  return std::nullopt;
}

string_view province_at(string_view name) {
  for (const string_view province : places().provinces) {
    if (name.starts_with(province)) return province;
  }
  return {};
}

}  // namespace proviso::tasks
