#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <set>

#include "tasks/checks/contract/contract_checks.h"
#include "tasks/checks/words.h"

namespace proviso::tasks::contract {
namespace {

constexpr string_view kCheck = "checks/contract_duty";

// The names by which the contract calls those who owe: "Seller", "Receiving Party".
std::set<std::string> sides_in_english(const ContractView& contract) {
  std::set<std::string> sides;
  for (const auto& party : contract.structure.parties) {
    for (const std::string& alias : party.aliases) {
      if (alias.size() >= 3 && alias.size() <= 40) sides.insert(alias);
    }
  }
  for (const string_view role : {"Receiving Party", "Disclosing Party", "Indemnifying Party",
                                 "Indemnified Party", "Guarantor"}) {
    if (contract.text.find(role) != string_view::npos) sides.emplace(role);
  }
  return sides;
}

Span party_of(const ContractView& contract, const std::string& side, Span otherwise) {
  for (const auto& party : contract.structure.parties) {
    if (std::find(party.aliases.begin(), party.aliases.end(), side) != party.aliases.end())
      return party.span;
  }
  return otherwise;
}

// Seller shall pay to Seller; the Purchaser shall deliver the documents to the Purchaser; if the
// Receiving Party is asked, it shall notify the Receiving Party.
void owes_itself_in_english(const ContractView& contract, std::vector<Finding>& findings) {
  static const RE2 goes_on(
      "^ ?(?:[A-Z]|and\\b|or\\b|personnel|employees|products?|under\\b|as\\b|by\\b|[’']|its\\b)");
  static const RE2 own_again(
      "^ ?(?:US ?\\$|USD|EUR|GBP|RMB|CNY|and "
      "(?:shall|will|pay|hold|its?|to|agrees?|defend|keep)\\b)");
  const std::set<std::string> sides = sides_in_english(contract);
  for (const std::string& side : sides) {
    const std::string name = RE2::QuoteMeta(side);
    const RE2 straight(fmt::format(
        "\\b({0} (?:shall|will|must|agrees to|hereby agrees to) (?:promptly |immediately |also "
        ")?(?:pay|repay|reimburse|indemnify|compensate|notify|deliver|provide|grant|sell|supply|"
        "ship|"
        "lease|license)(?: to)?(?: the)? {0}\\b(?:[^’'\\w-]|$))",
        name));
    const RE2 farther(fmt::format(
        "\\b({0} (?:shall|will|must) (?:promptly |immediately |also )?(?:pay|repay|deliver|provide|"
        "transfer|give|submit|send|return|surrender) ([^.;,()\\n]{{4,90}}?) to(?: the)? "
        "{0}\\b(?:[^’'\\w-]|$))",
        name));
    const RE2 it(fmt::format(
        "\\b[Ii]f (?:the )?({0} [^.;\\n]{{4,140}}?, it (?:shall|will|must) (?:promptly "
        "|immediately "
        ")?(?:notify|inform|pay|tell|reimburse)(?: to)?(?: the)? {0}\\b(?:[^’'\\w-]|$))",
        name));
    std::set<std::size_t> told;
    const auto tell_of = [&](const Span& place, bool middle, bool it_owes = false) {
      const string_view rest = contract.behind(place.end - 1, 14);
      if (!found_in(rest, own_again) && found_in(rest, goes_on)) return;
      // Somebody else, or the party's own people, stand between.
      const string_view between =
          contract.words(place).substr(side.size(), place.size() - 2 * side.size());
      static const RE2 another(
          "(?i)\\b(?:delivered|given|sent|paid|provided|owed|payable|due|from|addressed|available|"
          "request\\w*|other "
          "party|returned|required|entitled|instruct\\w*|cause|ensure|known|shipments?|return|"
          "access|belong\\w*|attribut\\w+|relat\\w+|applicable|respect|copies|right)\\b");
      if (middle && !it_owes && found_in(between, another)) return;
      for (const std::string& other : sides) {
        if (middle && other != side && between.find(other) != string_view::npos) return;
      }
      if (!told.insert(place.start).second) return;
      findings.push_back(tell(contract, "role", kCheck, place, party_of(contract, side, place),
                              fmt::format("{} owes this to itself.", side), ""));
    };
    for (const Span& place : all(contract.text, contract.whole, straight, 1)) tell_of(place, false);
    for (const Span& place : all(contract.text, contract.whole, farther, 1)) tell_of(place, true);
    for (const Span& place : all(contract.text, contract.whole, it, 1)) tell_of(place, true, true);
  }
}

// The Landlord shall pay the Rent: what he is to get. A row of the data has who is paid, and what
// for.
void paid_by_the_payee_in_english(const ContractView& contract, std::vector<Finding>& findings) {
  static const RE2 changed(
      "^(?: ?\\([^()]{0,40}\\))?s? (?:adjust|refund|difference|increase|over|back|allocat|credit|"
      "invoices?\\b|to (?:any|its|a third)|owed|due under|for which)");
  for (const string_view row : words("payee_and_due")) {
    const std::size_t parted = row.find('=');
    const RE2 pattern(
        fmt::format("\\b((?:{}) (?:shall|will|must|agrees to|hereby agrees to) (?:promptly )?{} "
                    "(?:(?:to )?(?:the )?"
                    "[A-Z][a-z]+ )?(?:the |its )?(?:{})\\b)",
                    row.substr(0, parted), row.starts_with("Lender") ? "repay" : "pay",
                    row.substr(parted + 1)));
    // "the purchase price is $5, which the Seller shall pay".
    const RE2 turned(
        fmt::format("((?i:{})\\b[^.;\\n]{{0,70}}?, which (?:the )?(?:{}) (?:shall|will) "
                    "{}\\b)",
                    row.substr(parted + 1), row.substr(0, parted),
                    row.starts_with("Lender") ? "repay" : "pay"));
    std::vector<Span> places = all(contract.text, contract.whole, pattern, 1);
    for (const Span& place : all(contract.text, contract.whole, turned, 1)) places.push_back(place);
    for (const Span& place : places) {
      if (!contract.in_body(place.start) || found_in(contract.behind(place.end, 30), changed))
        continue;
      const RE2 payee(fmt::format("\\b({})\\b", row.substr(0, parted)));
      std::string who;
      RE2::PartialMatch(re2::StringPiece(contract.words(place).data(), place.size()), payee, &who);
      findings.push_back(tell(contract, "role", kCheck, place, contract.sentence(place),
                              fmt::format("{} is to be paid this, and pays it here.", who), ""));
    }
  }
}

// The Buyer shall sell to the Seller; the Tenant shall repay the deposit: the other side's part.
void parts_exchanged_in_english(const ContractView& contract, std::vector<Finding>& findings) {
  static const RE2 back(
      "(?i)repurchase|buy[- ]?back|option|return(?:ed)? |resale|put\\b|unsold|terminat|surplus|"
      "\\bnot\\b|\\bif\\b|upon|inventory");
  static const RE2 sells(
      "\\b((Buyer|Purchaser) (?:shall|will|agrees to|hereby agrees to) sell(?:, [a-z]+)*(?:,? and "
      "[a-z]+)? to (?:the )?(?:Seller|Vendor))\\b");
  static const RE2 buys(
      "\\b((Seller|Vendor) (?:shall|will|agrees to|hereby agrees to) (?:purchase|buy)(?: and "
      "[a-z]+)? from (?:the )?(?:Buyer|Purchaser))\\b");
  static const RE2 lets(
      "\\b((Tenant|Lessee) (?:hereby )?(?:lets|leases|demises|shall let|shall lease) (?:unto|to) "
      "(?:the )?(?:Landlord|Lessor))\\b");
  static const RE2 repays(
      "\\b((Tenant|Lessee) (?:shall|will|must) (?:promptly )?(?:repay|return|refund) the "
      "(?:[Ss]ecurity )?[Dd]eposit)\\b");
  static const RE2 lends(
      "\\b((Lender|Bank) (?:shall|will|must) pay (?:to )?(?:the )?Borrower (?:an? |the "
      ")(?:arrangement|commitment|facility|origination) fee)\\b");
  for (const RE2* pattern : {&sells, &buys, &lets, &repays, &lends}) {
    for (const Span& place : all(contract.text, contract.whole, *pattern, 1)) {
      const Span sentence = contract.sentence(place);
      if (!contract.in_body(place.start)) continue;
      if (pattern != &repays && pattern != &lends && found_in(contract.words(sentence), back))
        continue;
      std::string whole, who;
      RE2::PartialMatch(re2::StringPiece(contract.words(place).data(), place.size()), *pattern,
                        &whole, &who);
      findings.push_back(tell(contract, "role", kCheck, place, sentence,
                              fmt::format("Here the {} does what is the other side's part.", who),
                              ""));
    }
  }
}

constexpr const char* kVerbs =
    "支付|赔偿|交付|返还|退还|偿还|归还|交纳|缴纳|给付|补偿|提供|开具|移交|承担|报送|提交|汇报|"
    "出具";

void owes_itself_in_chinese(const ContractView& contract, std::vector<Finding>& findings) {
  // Who else may be the one that owes: 要求对方向甲方支付.
  static const RE2 another(
      "要求|有权|可以|对方|另一方|违约方|责任方|守约方|第三|担保|保证人|银行|客户|双方|各方|由["
      "甲乙丙对双第]|经[甲乙丙双对协书]|"
      "请求|"
      "责令|通知后|催告|指定|委派|人员|股东|员工|除|前[，,]|公司|以便|是指|为[甲乙丙]");
  for (const string_view side :
       {"甲方",   "乙方",   "丙方",   "出租人", "承租人", "出租方", "承租方",
        "买方",   "卖方",   "出卖人", "买受人", "发包人", "承包人", "委托人",
        "受托人", "贷款人", "借款人", "转让方", "受让方", "供方",   "需方"}) {
    if (contract.text.find(side) == string_view::npos) continue;  // no pattern to compile
    constexpr const char* kStart = "(?:^|[，。；：、\\n）) 　.\\d])";
    const RE2 straight(
        fmt::format("({1}{0}(?:应当|应|须|必须|需|有权|同意|承诺|将)(?:[^，。；：\\n甲乙丙方人]"
                    "{{0,16}})(?:向|要求|通知|支付给|交付给|赔偿|补偿){0})(?:[^指委的及和与、]|$)",
                    side, kStart));
    // 乙方逾期支付租金的，每逾期一日，应按欠付租金的千分之一向乙方支付违约金.
    const RE2 farther(
        fmt::format("(?:^|[。；\\n]|[.、）)] ?|[0-9] "
                    ")([0-9一二三四五六七八九十（(]{{0,3}}{0}(?:未|逾期|违反|迟延|延期|"
                    "拖欠|不履行|提前|擅自|应|须|需|于|在|按|同意|承诺|将)[^。；\\n]{{2,70}}?(?:向{"
                    "0}(?:{1})|(?:书面|形式|立即|"
                    "及时|提前)通知{0}|(?:交付|移交|交还|返还|退还)(?:给)?{0}))",
                    side, kVerbs));
    // 合同签订后5日内，乙方向乙方支付.
    const RE2 plainly(
        fmt::format("(?:^|[，。；\\n]|[.、）)] ?|[0-9] |条[ 　]?)({0}向{0}(?:{1}))", side, kVerbs));
    std::set<std::size_t> told;
    for (Span place : all(contract.text, contract.whole, straight, 1)) {
      place.start = contract.text.find(side, place.start);
      if (!told.insert(place.start).second) continue;
      findings.push_back(tell(contract, "role", kCheck, place, contract.sentence(place), "",
                              fmt::format("此处{}对自己负有义务，疑为双方写错。", side)));
    }
    std::vector<Span> places = all(contract.text, contract.whole, farther, 1);
    for (const Span& place : all(contract.text, contract.whole, plainly, 1))
      places.push_back(place);
    for (Span place : places) {
      place.start = contract.text.find(side, place.start);
      const std::size_t last = contract.words(place).rfind(side);
      const string_view between = contract.words(place).substr(side.size(), last - side.size());
      if (last < side.size() || found_in(between, another)) continue;
      static const RE2 other_side(
          "[甲乙丙丁]方|[买卖供需]方|[出承]租[方人]|[发承]包[方人]|[出买][卖受]人|[委受]托[方人]|["
          "贷借]款人");
      if (found_in(between, other_side) || !told.insert(place.start).second) continue;
      findings.push_back(tell(contract, "role", kCheck, place, contract.sentence(place), "",
                              fmt::format("此处{}对自己负有义务，疑为双方写错。", side)));
    }
  }
}

// 甲方 -> 出租方, by 出租方（甲方）： or 甲方（出租人）： at the head.
std::map<std::string, std::string> roles_of(const ContractView& contract) {
  static const RE2 letter_behind(
      "(?m)^[ 　]*([\\p{Han}]{2,8})[ 　]*[（(](?:以下(?:简)?称)?[“\"]?([甲乙丙]方)[”\"]?[）)][ "
      "　]*[：:]");
  static const RE2 letter_ahead(
      "(?m)^[ 　]*([甲乙丙]方)[ 　]*[（(]([\\p{Han}]{2,8})[）)][ 　]*[：:]");
  std::map<std::string, std::string> roles;
  const string_view head = contract.text.substr(0, 3000);
  for (const bool behind : {true, false}) {
    re2::StringPiece rest(head.data(), head.size());
    std::string a, b;
    while (RE2::FindAndConsume(&rest, behind ? letter_behind : letter_ahead, &a, &b)) {
      roles.emplace(behind ? b : a, behind ? a : b);
    }
  }
  return roles;
}

// 卖方迟延交货的，应向买方支付价款的千分之一作为违约金: of his own default, the price is the
// measure of what he pays, or what he gives back.
bool measure_of_a_penalty(const ContractView& contract, Span place) {
  static const RE2 breach(
      "逾期(?:[^支付交缴]|交[付货房]|付货)|迟延|迟交|延迟|延误|拖延|不能|未能|无法|拒绝|未按|未在|"
      "不符|不合格|违反|违约|解除|解约|终止|提前收回|瑕疵|质量|单方");
  static const RE2 penalty("^[^。；，\n]{0,40}(?:违约金|赔偿|补偿|滞纳金|罚金|罚款|占用费)");
  static const RE2 share(
      "^[^。；，\n]{0,6}(?:百分之|千分之|万分之|[0-9.]+ ?(?:%|％|‰|倍)|[一二两三]倍)");
  static const RE2 given_back("(?:多[交付收缴支]|超[付收额]|差|溢|误付|双倍|加倍)[^，。；]{0,8}$");
  static const RE2 months("[一二两三四五六0-9]个?月的?[^，。；]{0,4}$");
  const Span sentence = contract.sentence(place);
  const string_view words = contract.words(place);
  const string_view behind = contract.behind(place.end, 160);
  if (found_in(behind, penalty) || found_in(words, given_back)) return true;
  return (found_in(behind, share) || found_in(words, months)) &&
         found_in(contract.words({sentence.start, place.end}), breach);
}

// 出租方应于每月5日前向承租方支付租金: by who is paid for what (words/contract_zh.txt).
void paid_by_the_payee_in_chinese(const ContractView& contract, std::vector<Finding>& findings) {
  // 交付, 应付, 已付 are no paying.
  constexpr const char* kPaid = "支付|交纳|缴纳|偿还|归还|给付|[^交应已未预支给托垫甲乙丙返退]付";
  const auto roles = roles_of(contract);
  std::set<std::size_t> told;
  for (const string_view row : words("zh_payee_and_due")) {
    const std::size_t first = row.find('='), second = row.find('=', first + 1);
    const RE2 payee(fmt::format("^(?:{})", row.substr(0, first)));
    const RE2 payer(fmt::format("^(?:{})", row.substr(first + 1, second - first - 1)));
    const std::string due(row.substr(second + 1));
    std::vector<std::string> payees, payers;
    for (const auto& [letter, role] : roles) {
      if (found_in(role, payee)) payees.push_back(letter);
      if (found_in(role, payer)) payers.push_back(letter);
    }
    if (payees.size() != 1 || payers.size() != 1) continue;
    const RE2 pattern(
        fmt::format("(?:^|[。；，\n]|[.、）)] ?|[0-9] "
                    ")({0}(?:向{1}(?:{3})|(?:应|于|在|须|需|同意|逾期|未按|未能|每|一次性|拖欠)"
                    "(?:付|[^。；\n甲乙丙返退]{{0,40}}?(?:向{1})?(?:{3})))[^"
                    "。；，\n甲乙丙返退]{{0,12}}?(?:{2}))",
                    payees[0], payers[0], due, kPaid));
    static const RE2 innocent(
        "违约金|赔偿|补偿|代|垫|退|返|收到|开具|提供|除外|扣|抵|[\\p{Han}]的{0,1}保证人");
    for (const Span& place : all(contract.text, contract.whole, pattern, 1)) {
      if (!contract.in_body(place.start) || found_in(contract.words(place), innocent)) continue;
      if (measure_of_a_penalty(contract, place)) continue;
      const string_view behind = contract.behind(place.end, 12);
      static const RE2 no_due("^(?:的?(?:发票|凭证|收据|票据|通知|方式|时间))");
      if (found_in(behind, no_due) || !told.insert(place.start).second) continue;
      findings.push_back(tell(contract, "role", kCheck, place, contract.sentence(place), "",
                              fmt::format("此处由{}付款，而{}是{}，应为收款的一方。", payees[0],
                                          payees[0], roles.at(payees[0]))));
    }
  }
}

// 甲方出租，押金却由承租的乙方退还.
void returned_by_the_payer_in_chinese(const ContractView& contract,
                                      std::vector<Finding>& findings) {
  for (const auto& [letter, role] : roles_of(contract)) {
    if (role.find("承租") == role.npos) continue;
    const RE2 pattern(
        fmt::format("(?:^|[。；，\\n]|[.、）)] ?|[0-9] "
                    ")({}(?:应|须|需|在|于|将)[^。；，\\n甲乙丙]{{0,24}}?(?:退还|返还)"
                    "[^。；，\\n甲乙丙]{{0,6}}?押金)",
                    letter));
    for (const Span& place : all(contract.text, contract.whole, pattern, 1)) {
      findings.push_back(
          tell(contract, "role", kCheck, place, contract.sentence(place), "",
               fmt::format("此处由{}退还押金，而{}是{}，押金由其支付。", letter, letter, role)));
    }
  }
}

// 乙方向甲方缴纳履约保证金……乙方将履约保证金退还甲方: it goes back the way that it came.
void returned_by_who_paid_in_chinese(const ContractView& contract, std::vector<Finding>& findings) {
  constexpr const char* kDeposit = "(履约保证金|押金|租赁保证金|质量保证金|定金)";
  static const RE2 paid(
      fmt::format("([甲乙丙]方)[^。；\\n甲乙丙]{{0,30}}向([甲乙丙]方)(?:一次性)?(?:缴纳|交纳|支付|"
                  "交付)[^。；，\\n]{{0,10}}{}",
                  kDeposit));
  static const RE2 back(
      fmt::format("(([甲乙丙]方)[^。；，\\n甲乙丙]{{0,16}}将[^。；，\\n]{{0,8}}{}[^。；，\\n甲乙丙]"
                  "{{0,10}}(?:退还|返还)(?:给)?([甲乙丙]方))",
                  kDeposit));
  std::map<std::string, std::string> payer;
  const re2::StringPiece piece(contract.text.data(), contract.text.size());
  re2::StringPiece rest(piece);
  std::string who, whom, what, whole;
  while (RE2::FindAndConsume(&rest, paid, &who, &whom, &what)) {
    const auto [there, fresh] = payer.emplace(what, who);
    if (!fresh && there->second != who) there->second.clear();  // both sides pay one
  }
  for (const Span& place : all(contract.text, contract.whole, back, 1)) {
    const string_view words = contract.words(place);
    RE2::FullMatch(re2::StringPiece(words.data(), words.size()), back, &whole, &who, &what, &whom);
    const auto there = payer.find(what);
    if (there == payer.end() || there->second != who || who == whom ||
        !contract.in_body(place.start))
      continue;
    findings.push_back(tell(contract, "role", kCheck, place, contract.sentence(place), "",
                            fmt::format("此处由{}退还{}，而{}正是支付它的一方。", who, what, who)));
  }
}

}  // namespace

std::vector<Finding> check_contract_duty(const ContractView& contract) {
  std::vector<Finding> findings;
  if (contract.chinese) {
    paid_by_the_payee_in_chinese(contract, findings);
    owes_itself_in_chinese(contract, findings);
    returned_by_the_payer_in_chinese(contract, findings);
    returned_by_who_paid_in_chinese(contract, findings);
  } else {
    owes_itself_in_english(contract, findings);
    paid_by_the_payee_in_english(contract, findings);
    parts_exchanged_in_english(contract, findings);
  }
  return findings;
}

}  // namespace proviso::tasks::contract
