#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <set>

#include "tasks/checks/contract/party_names.h"

namespace proviso::tasks::contract {
namespace {

constexpr string_view kCheck = "checks/contract_party";

std::string trimmed(string_view words) {
  constexpr string_view kSpace = " \t　，。；;,:：_（）()";
  std::string out(words);
  while (!out.empty() && (out.front() == ' ' || out.front() == '\t' || out.front() == ':'))
    out.erase(0, 1);
  while (out.starts_with("　") || out.starts_with("：")) out.erase(0, 3);
  while (!out.empty() && (out.back() == ' ' || out.back() == '\t' || out.back() == '_'))
    out.pop_back();
  while (out.ends_with("　") || out.ends_with("。")) out.erase(out.size() - 3);
  (void)kSpace;
  return out;
}

struct Side {
  std::string role, name;
  Span place;
};

// 甲方（盖章）：某某公司 in the signatures; 甲方：某某公司 anywhere.
std::vector<Side> sides_of(const ContractView& contract) {
  static const RE2 line(
      "(?m)^[ 　]*((?:[甲乙丙丁][ "
      "　]*方)|出租人|承租人|出卖人|买受人|卖方|买方|发包人|承包人|委托人|受托人|贷款人|借款人|"
      "转让方|受让方|供方|需方|出租方|承租方|采购方|供应商|用人单位|劳动者|[\\p{Han}]{2,8}[ "
      "　]*[（(](?:以下(?:简)?称(?:为)?)?[“\"]?[甲乙丙丁]方[”\"]?[）)])"
      "[ 　]*(?:[（(][^（）()\\n]{0,20}[）)])?[ 　]*(?:[（(][^（）()\\n]{0,12}[）)])?[ 　]*[：:][ "
      "　]*([^\\n，,；;。_＿：:]{2,60}?)[ "
      "　]*(?:[（(](?:盖章|签章|公章|签字|签名|以下|下称|身份证)[^\\n]*)?(?:[，,；;。]|$|[ "
      "　]{3,})");
  std::vector<Side> sides;
  std::map<std::string, std::string> letters;  // 发包人 -> 甲方
  const re2::StringPiece piece(contract.text.data(), contract.text.size());
  re2::StringPiece groups[3];
  for (std::size_t at = 0; line.Match(piece, at, piece.size(), RE2::UNANCHORED, groups, 3);) {
    const auto start = static_cast<std::size_t>(groups[2].data() - contract.text.data());
    at = start + std::max<std::size_t>(groups[2].size(), 1);
    // 出租方（甲方）: by the letter, as the signatures have it.
    static const RE2 letter("[（(](?:以下(?:简)?称(?:为)?)?[“\"]?(甲方|乙方|丙方|丁方)[”\"]?[）)]");
    std::string role, word;
    for (const std::string& each : characters({groups[1].data(), groups[1].size()})) {
      if (each == "（" || each == "(") break;
      if (each != " " && each != "　") word += each;
    }
    if (RE2::PartialMatch(groups[0], letter, &role)) {
      letters.emplace(word, role);
    } else {
      const auto known = letters.find(word);
      role = known == letters.end() ? word : known->second;
    }
    const std::string name = trimmed({groups[2].data(), groups[2].size()});
    static const RE2 filler(
        "盖章|签字|签章|公章|年|月|日期|地址|电话|代表|名称|姓名|___|负责|应当|不得|承担|[0-9]{4}|"
        "可以是|^[甲乙丙丁]方");
    if (name.size() < 6 || found_in(name, filler)) continue;
    sides.push_back({role, name, {start, start + groups[2].size()}});
  }
  return sides;
}

// A side's name with one character changed, lost, doubled or exchanged, anywhere.
void misspelled_in_chinese(const ContractView& contract,
                           const std::map<std::string, const Side*>& head,
                           std::vector<Finding>& findings) {
  static const RE2 numeral("[一二三四五六七八九十东西南北甲乙A-Za-z0-9]");
  constexpr std::size_t kShortest = 6;  // characters: shorter names differ in one by chance
  std::vector<std::size_t> at;
  for (std::size_t i = 0; i < contract.text.size(); i += code_point_bytes(contract.text[i]))
    at.push_back(i);
  at.push_back(contract.text.size());
  std::set<std::string> known, told;
  for (const auto& [role, side] : head) known.insert(side->name);
  for (const auto& [role, side] : head) {
    const std::vector<std::string> name = characters(side->name);
    if (name.size() < kShortest) continue;
    for (std::size_t i = 0; i + name.size() <= at.size(); ++i) {
      if (!contract.text.substr(at[i]).starts_with(name[0])) continue;
      for (const std::size_t length : {name.size(), name.size() - 1, name.size() + 1}) {
        if (i + length >= at.size()) continue;
        const Span place{at[i], at[i + length]};
        const string_view written = contract.words(place);
        if (!written.ends_with(name.back()) || written.find('\n') != written.npos) continue;
        if (known.count(std::string(written)) != 0) break;
        const std::vector<std::string> other = characters(written);
        if (slips_between(name, other) != 1) continue;
        // 一公司 and 二公司, 东城 and 西城 are two; a name cut by one at its end goes on.
        bool numbers = false;
        for (std::size_t j = 0; j < std::min(name.size(), other.size()); ++j)
          numbers |=
              name[j] != other[j] && found_in(name[j], numeral) && found_in(other[j], numeral);
        if (numbers || place.start == side->place.start ||
            !told.insert(std::string(written)).second)
          continue;
        findings.push_back(
            tell(contract, "party", kCheck, place, side->place, "",
                 fmt::format("此处写作“{}”，首部{}写作“{}”。", written, side->role, side->name)));
        break;
      }
    }
  }
}

// 丁方 in a clause where the head has 甲方, 乙方 and 丙方.
void unknown_side(const ContractView& contract, std::vector<Finding>& findings) {
  static const RE2 introduced(
      "([甲乙丙丁戊])方[ 　]*(?:[（(][^（）()\n]{0,20}[）)])?[ "
      "　]*[：:]|[（(“\"]([甲乙丙丁戊])方[”\"）)]");
  std::map<std::string, Span> known;
  for (const int group : {1, 2}) {
    for (const Span& place : all(contract.text, contract.whole, introduced, group)) {
      const Tag tag = contract.tag(place.start);
      if (group == 2 || tag == Tag::kParties || tag == Tag::kTitle)
        known.emplace(contract.words(place), Span{place.start, place.start + 6});
    }
  }
  if (known.count("甲") == 0 || known.count("乙") == 0) return;
  static const RE2 used(
      "([丙丁戊])方(?:[应须需向将保承同负有享不可和与及、支在于按执各对因未违提收付确认逾拒延擅单]|"
      "的|持有|"
      "签)");
  for (const Span& letter : all(contract.text, contract.whole, used, 1)) {
    if (!contract.in_body(letter.start) || known.count(std::string(contract.words(letter))) != 0)
      continue;
    const Span place{letter.start, letter.start + 6};
    findings.push_back(tell(contract, "party", kCheck, place, known.rbegin()->second, "",
                            fmt::format("正文使用“{}”，而合同首部没有{}。", contract.words(place),
                                        contract.words(place))));
    return;
  }
}

}  // namespace

void sides_in_chinese(const ContractView& contract, std::vector<Finding>& findings) {
  const std::vector<Side> sides = sides_of(contract);
  std::map<std::string, const Side*> head;
  std::set<std::string> turned;  // sides of which an exchange was told
  for (const Side& side : sides) {
    const auto [there, fresh] = head.emplace(side.role, &side);
    if (fresh || there->second->name == side.name) continue;
    if (contract.tag(side.place.start) == Tag::kOther) continue;
    const Side& first = *there->second;
    // 某某公司（以下简称…） and a name cut short are the same.
    if (first.name.find(side.name) != first.name.npos ||
        side.name.find(first.name) != side.name.npos)
      continue;
    const Side* exchanged = nullptr;
    for (const auto& [role, other] : head) {
      if (role != side.role && other->name == side.name) exchanged = other;
    }
    // The other half of an exchange is told with the first.
    if (exchanged != nullptr && turned.count(side.role + first.name) != 0) continue;
    if (exchanged != nullptr) turned.insert(exchanged->role + side.name);
    findings.push_back(
        tell(contract, "party", kCheck, side.place, first.place, "",
             exchanged != nullptr
                 ? fmt::format("此处{}为“{}”，而首部{}为“{}”，“{}”是{}，双方写反。", side.role,
                               side.name, side.role, first.name, side.name, exchanged->role)
                 : fmt::format("此处{}写作“{}”，首部写作“{}”，二者不一致。", side.role, side.name,
                               first.name)));
  }
  misspelled_in_chinese(contract, head, findings);
  if (!contract.amends) unknown_side(contract, findings);
}

}  // namespace proviso::tasks::contract
