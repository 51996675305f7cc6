#include "tasks/checks/renamed.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "tasks/checks/names.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Party;
using segmenter::Span;
using std::string_view;

bool one_character_off(string_view a, string_view b) {
  const auto one = characters(a);
  const auto other = characters(b);
  if (one.size() != other.size() || one.size() < 2) return false;
  std::size_t off = 0;
  for (std::size_t i = 0; i < one.size(); ++i) off += one[i] == other[i] ? 0 : 1;
  return off == 1;
}

// The name without its form of business: 恒丰饲料 of 恒丰饲料有限公司. Empty where it has none.
string_view stem(string_view name) {
  static const RE2 form(
      "(?:股份有限公司|有限责任公司|有限公司|集团公司|公司|厂|商店|商行|经营部|中心|合作社|事务所|"
      "门市部|超市|工作室|农场|店)$");
  const re2::StringPiece whole(name.data(), name.size());
  re2::StringPiece found;
  if (!form.Match(whole, 0, whole.size(), RE2::UNANCHORED, &found, 1)) return {};
  return name.substr(0, static_cast<std::size_t>(found.data() - whole.data()));
}

class Renamed {
 public:
  explicit Renamed(const CaseView& view) : view_(view) {}

  std::vector<Finding> run() {
    const std::vector<Span> items = view_.disposition_items();
    if (items.empty()) return {};
    before_ = view_.text.substr(0, items.front().start);
    static const RE2 accused(
        "被告人((?:\\p{Han}){2,4}?)(?:犯|于本判决|于判决|应于|应赔偿|应当|赔偿|退赔|退缴|"
        "的违法所得)");
    static const RE2 firm(
        "(?:原告|被告|第三人)(\\p{Han}{4,26}?(?:股份有限公司|有限责任公司|有限公司|集团公司|公司|"
        "厂|"
        "商店|商行|经营部|中心|合作社|事务所|门市部|超市|工作室|农场|店))(?:[、，。；：（]|于|在|"
        "应|支付|返还|赔偿|给付|偿还|货款|人民币|的|借款|工程款|租金|价款|负担|承担|各项|与|和|对|"
        "向|[0-9])");
    for (const Span& item : items) {
      scan(item, accused, true);
      scan(item, firm, false);
    }
    return std::move(findings_);
  }

 private:
  void scan(Span item, const RE2& pattern, bool person) {
    const re2::StringPiece whole(view_.text.data(), view_.text.size());
    re2::StringPiece groups[2];
    for (std::size_t at = item.start;
         pattern.Match(whole, at, item.end, RE2::UNANCHORED, groups, 2);) {
      const auto start = static_cast<std::size_t>(groups[1].data() - whole.data());
      at = start + groups[1].size();
      const string_view name = view_.text.substr(start, groups[1].size());
      // 被告沈某支付原告某厂: the name begins behind the last word of a side.
      if (contains(name, {"原告", "被告", "第三人"})) {
        at = start;
        continue;
      }
      if (before_.find(name) != before_.npos || masked(name)) continue;
      for (const Party& each : view_.structure.parties) {
        if (each.name.empty() || masked(each.name) || each.name == name || each.span.size() == 0)
          continue;
        const bool meant = person ? accused(each) && one_character_off(name, each.name)
                                  : same_stem(name, each.name);
        if (!meant) continue;
        report({start, at}, each);
        break;
      }
    }
  }

  static bool accused(const Party& party) {
    return std::any_of(party.roles.begin(), party.roles.end(), [](const std::string& role) {
      return role.find("被告人") != std::string::npos;
    });
  }

  // A different form of business behind the same words. 公司 alone says 有限公司 in short.
  static bool same_stem(string_view name, string_view known) {
    const string_view own = stem(name);
    constexpr std::size_t kOwn = 12;  // bytes: four characters
    if (own.size() < kOwn || own != stem(known)) return false;
    return !(name.ends_with("公司") && known.ends_with("公司"));
  }

  void report(Span written, const Party& party) {
    if (told_already(findings_, written)) return;
    findings_.push_back(finding("party", "checks/party", clause_around(view_.text, written),
                                party.span,
                                fmt::format("主文中的当事人名称为“{}”，首部为“{}”，二者不一致。",
                                            view_.quote(written), party.name)));
  }

  const CaseView& view_;
  string_view before_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_renamed(const CaseView& view) {
  if (!view.chinese()) return {};
  return Renamed(view).run();
}

}  // namespace proviso::tasks
