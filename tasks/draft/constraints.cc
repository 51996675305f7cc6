#include "tasks/draft/constraints.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "tasks/learning/personal_names.h"

namespace proviso::tasks {
namespace {

using segmenter::Kind;
using segmenter::Span;

re2::StringPiece piece(std::string_view text) {
  return {text.data(), text.size()};
}

bool letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Whether text[at, at + size) is no part of a longer Latin word; a plural's s may follow.
bool whole_word(std::string_view text, std::size_t at, std::size_t size) {
  if (!letter(text[at])) return true;
  const std::size_t end = at + size;
  const bool before = at > 0 && letter(text[at - 1]);
  const bool behind = end < text.size() && letter(text[end]) && text[end] != 's';
  return !before && !behind;
}

template <class Take>
void each_word(std::string_view text, std::string_view word, const Take& take) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + word.size())) {
    if (whole_word(text, at, word.size())) take(at);
  }
}

// The name that stands at the front of `text`, behind a role; empty where what follows is no name.
std::string_view name_at_front(std::string_view text) {
  static const RE2 stop(
      "^[的向与和对在于应未不将已自因为是至按从以及由给还则所其等均系之称诉辩提主请要认支承偿返赔"
      "委经有无到申述陈负享系一二两三各双方]");
  static const RE2 masked("^(\\p{Han}{1,2}?(?:某[某0-9甲乙丙丁]?|[×Xx*＊]{1,2}))");
  static const RE2 company(
      "^([\\p{Han}（）()A-Za-z×*]{2,24}?(?:有限责任公司|股份有限公司|有限公司|集团公司|公司|"
      "银行|合作社|事务所|委员会))");
  re2::StringPiece found;
  if (RE2::PartialMatch(piece(text), stop)) return {};
  if (RE2::PartialMatch(piece(text), masked, &found) ||
      RE2::PartialMatch(piece(text), company, &found))
    return {found.data(), found.size()};
  return {};
}

bool is_judgment(Kind kind) {
  return kind != Kind::kContract && kind != Kind::kStatute && kind != Kind::kOther &&
         kind != Kind::kEnJudgment;
}

void put(std::vector<Problem>& out, Slip slip, std::size_t start, std::size_t size,
         std::string instead) {
  out.push_back({slip, {start, start + size}, std::move(instead)});
}

}  // namespace

std::string_view name(Slip slip) {
  static constexpr std::array<std::string_view, 8> kNames{"amount", "swap", "party",     "role",
                                                          "name",   "term", "numbering", "repeat"};
  return kNames[static_cast<std::size_t>(slip)];
}

std::string with_replacements(std::string_view text, const std::vector<Problem>& problems) {
  std::string out;
  std::size_t at = 0;
  for (const Problem& one : problems) {
    out += text.substr(at, one.span.start - at);
    out += one.instead;
    at = one.span.end;
  }
  return out += text.substr(at);
}

Constraints::Constraints(PromptFacts facts) : facts_(std::move(facts)), terms_(facts_.terms) {
  for (std::string_view rest = facts_.text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1);
    numbers_.take(rest.substr(0, end + 1));
    rest.remove_prefix(end + 1);
  }
  for (const PromptParty& party : facts_.parties) {
    for (const std::string& role : party.roles) {
      std::vector<std::string>& names = by_role_[role];
      names.push_back(party.name);
      names.insert(names.end(), party.aliases.begin(), party.aliases.end());
    }
  }
  for (const RolePair* pair : facts_.roles) {
    const auto add = [&](const std::string& role, const std::string& other,
                         const std::string& acts) {
      if (acts.empty()) return;
      const std::string pattern = "^([^，。；：,.;:\\n]{0,12}?)(?:" + acts + ")";
      acts_.push_back({role, other, std::make_shared<const RE2>(pattern)});
    };
    add(pair->giver, pair->taker, pair->taker_acts);
    add(pair->taker, pair->giver, pair->giver_acts);
    for (const bool giver : {true, false}) {
      const std::string& role = giver ? pair->giver : pair->taker;
      const std::string pattern = facts_.chinese
                                      ? "^(?:应当?|有权|须|可以?|将|不得|仍)?(?:于[^，。；：]{0,12}"
                                        "?)?(?:向|给付|支付给?|通知|赔偿)(" +
                                            role + ")"
                                      : "^ (?:shall|must|will|may|agrees to)[^,.;:\\n]{0,60}? "
                                        "(?:to|pay|notify|indemnify|reimburse) (?:the )?(" +
                                            role + ")\\b";
      const std::string& other = giver ? pair->taker : pair->giver;
      debts_.push_back({role, other, std::make_shared<const RE2>(pattern)});
      if (!facts_.chinese) continue;
      // 因乙方未… is what somebody else's act led to; only the breach that the limb is about
      // counts.
      breaches_.push_back(
          {role, other,
           std::make_shared<const RE2>("^(?:违约|违反|逾期|迟延)[^，。；：\n]{0,20}的，"
                                       "(?:应当?|须)?由(" +
                                       other + ")(?:自行)?(?:承担|赔偿|负责)")});
    }
  }
  roles_ = {"再审申请人", "被申请人",   "被上诉人", "原审原告", "原审被告",
            "原审第三人", "申请执行人", "被执行人", "上诉人",   "申请人",
            "第三人",     "原告",       "被告"};
}

std::vector<Problem> Constraints::look(std::string_view sentence, bool line_start) const {
  std::vector<Problem> all;
  if (line_start) {
    if (const auto right = numbers_.expected(sentence)) {
      const auto number = line_number(sentence);
      all.push_back({Slip::kNumbering, {number->start, number->end}, *right});
    }
  }
  look_for_amounts(sentence, all);
  if (facts_.chinese && is_judgment(facts_.kind)) look_for_parties(sentence, all);
  look_for_roles_in_a_row(sentence, all);
  look_for_roles(sentence, all);
  look_for_breaches_of_another(sentence, all);
  look_for_acts(sentence, all);
  look_for_debts_to_oneself(sentence, all);
  look_for_terms(sentence, all);
  look_for_names(sentence, all);
  std::stable_sort(all.begin(), all.end(),
                   [](const Problem& a, const Problem& b) { return a.span.start < b.span.start; });
  std::vector<Problem> out;
  for (Problem& one : all) {
    if (out.empty() || one.span.start >= out.back().span.end) out.push_back(std::move(one));
  }
  constexpr std::size_t kLong = 24;  // bytes: shorter ones may well come again
  if (out.empty() && sentence.size() >= kLong && sentences_.contains(std::string(sentence)))
    put(out, Slip::kRepeat, 0, sentence.size(), "");
  return out;
}

void Constraints::take(std::string_view sentence, bool line_start) {
  if (line_start) numbers_.take(sentence);
  for (const Definition& one : find_definitions(sentence)) terms_.insert(one.term);
  sentences_.insert(std::string(sentence));
}

void Constraints::look_for_amounts(std::string_view sentence, std::vector<Problem>& out) const {
  for (const Amount& one : find_amounts(sentence, facts_.chinese)) {
    if (facts_.amounts.contains(one.key)) continue;
    const std::string mark = facts_.chinese ? "【待填】" : "[●]";
    put(out, Slip::kAmount, one.span.start, one.span.size(), one.before + mark + one.behind);
  }
}

const std::string& Constraints::party_for(std::string_view role, std::string_view invented) const {
  std::vector<const std::string*> names;
  for (const PromptParty& party : facts_.parties) {
    if (std::find(party.roles.begin(), party.roles.end(), role) != party.roles.end())
      names.push_back(&party.name);
  }
  std::size_t sum = 0;
  for (const char c : invented) sum = sum * 31 + static_cast<unsigned char>(c);
  return *names[sum % names.size()];
}

void Constraints::look_for_parties(std::string_view sentence, std::vector<Problem>& out) const {
  for (std::size_t at = 0; at < sentence.size();) {
    const auto role = std::find_if(roles_.begin(), roles_.end(), [&](const std::string& one) {
      return sentence.substr(at).starts_with(one);
    });
    if (role == roles_.end()) {
      ++at;
      continue;
    }
    at += role->size();
    const auto known = by_role_.find(*role);
    if (known == by_role_.end()) continue;
    const std::string_view rest = sentence.substr(at);
    const auto begins = [&](const std::string& one) { return rest.starts_with(one); };
    if (std::any_of(known->second.begin(), known->second.end(), begins)) continue;
    const std::string* other = nullptr;
    for (const auto& [_, names] : by_role_) {
      for (const std::string& one : names) {
        if (begins(one)) other = &one;
      }
    }
    const std::string_view name = other != nullptr ? std::string_view(*other) : name_at_front(rest);
    if (name.empty()) continue;
    put(out, other != nullptr ? Slip::kSwap : Slip::kParty, at, name.size(),
        party_for(*role, name));
    at += name.size();
  }
}

void Constraints::look_for_roles(std::string_view sentence, std::vector<Problem>& out) const {
  if (facts_.roles.empty()) return;
  const auto in_prompt = [&](const std::string& role) {
    return facts_.text.find(role) != std::string::npos;
  };
  for (const RolePair& pair : role_pairs()) {
    if (pair.language != facts_.role_language || pair.general) continue;
    for (const bool giver : {true, false}) {
      const std::string& role = giver ? pair.giver : pair.taker;
      if (in_prompt(role)) continue;
      const std::string& own = giver ? facts_.roles[0]->giver : facts_.roles[0]->taker;
      each_word(sentence, role,
                [&](std::size_t at) { put(out, Slip::kRole, at, role.size(), own); });
    }
  }
}

// 买方卖方应当…: the first goes; 甲方乙方双方 and 甲乙双方 speak of both.
void Constraints::look_for_roles_in_a_row(std::string_view sentence,
                                          std::vector<Problem>& out) const {
  static const RE2 both("^(?:双方|均|都|各|共同|协商|应?(?:共同|分别|各自))");
  if (facts_.roles.empty()) return;
  std::vector<const std::string*> names;
  for (const RolePair& pair : role_pairs()) {
    if (pair.language != facts_.role_language || pair.general) continue;
    names.push_back(&pair.giver);
    names.push_back(&pair.taker);
  }
  for (const std::string* first : names) {
    each_word(sentence, *first, [&](std::size_t at) {
      std::size_t behind = at + first->size();
      if (!facts_.chinese) {
        if (behind >= sentence.size() || sentence[behind] != ' ') return;
        ++behind;
      }
      const std::string_view rest = sentence.substr(behind);
      const bool second = std::any_of(names.begin(), names.end(), [&](const std::string* one) {
        return rest.starts_with(*one) && whole_word(sentence, behind, one->size()) &&
               !RE2::PartialMatch(piece(rest.substr(one->size())), both);
      });
      if (second) put(out, Slip::kSwap, at, behind - at, "");
    });
  }
}

// 买方违约的，由卖方承担: who breaks the contract answers for it.
void Constraints::look_for_breaches_of_another(std::string_view sentence,
                                               std::vector<Problem>& out) const {
  for (const Debt& breach : breaches_) {
    each_word(sentence, breach.role, [&](std::size_t at) {
      re2::StringPiece bearer;
      if (!RE2::PartialMatch(piece(sentence.substr(at + breach.role.size())), *breach.pattern,
                             &bearer))
        return;
      put(out, Slip::kSwap, static_cast<std::size_t>(bearer.data() - sentence.data()),
          bearer.size(), breach.role);
    });
  }
}

// A role, at most some words of the same clause, then what only its counterpart does.
void Constraints::look_for_acts(std::string_view sentence, std::vector<Problem>& out) const {
  static const RE2 object(
      "(?:向|给|对|与|为|和|针对|\\b[Tt]o|\\b[Bb]y|\\b[Ff]or|\\b[Ff]rom|\\bof)(?: the)?\\s*$");
  for (const Act& act : acts_) {
    each_word(sentence, act.role, [&](std::size_t at) {
      re2::StringPiece between;
      const std::string_view rest = sentence.substr(at + act.role.size());
      if (!RE2::PartialMatch(piece(rest), *act.pattern, &between)) return;
      const bool names_other = std::string_view(between.data(), between.size()).find(act.other) !=
                               std::string_view::npos;
      // 被告 within 原审被告 or 上诉人 within 被上诉人 is another role.
      const bool inside =
          at >= 3 && (sentence.substr(at - 3, 3) == "被" || sentence.substr(at - 3, 3) == "审");
      if (names_other || inside || RE2::PartialMatch(piece(sentence.substr(0, at)), object)) return;
      put(out, Slip::kSwap, at, act.role.size(), act.other);
    });
  }
}

void Constraints::look_for_debts_to_oneself(std::string_view sentence,
                                            std::vector<Problem>& out) const {
  for (const Debt& debt : debts_) {
    each_word(sentence, debt.role, [&](std::size_t at) {
      const std::string_view rest = sentence.substr(at + debt.role.size());
      re2::StringPiece again;
      if (!RE2::PartialMatch(piece(rest), *debt.pattern, &again)) return;
      const auto place = static_cast<std::size_t>(again.data() - sentence.data());
      put(out, Slip::kSwap, place, again.size(), debt.other);
    });
  }
}

void Constraints::look_for_names(std::string_view sentence, std::vector<Problem>& out) const {
  std::set<std::string> names;
  if (facts_.chinese) {
    for (const std::u32string& one : find_chinese_names(to_code_points(sentence)))
      names.insert(to_utf8(one));
  } else {
    names = find_english_names(sentence);
  }
  for (const std::string& one : names) {
    if (one.empty() || facts_.text.find(one) != std::string::npos) continue;
    for (std::size_t at = sentence.find(one); at != std::string_view::npos;
         at = sentence.find(one, at + one.size()))
      put(out, Slip::kName, at, one.size(), facts_.chinese ? "某某" : "[●]");
  }
}

void Constraints::look_for_terms(std::string_view sentence, std::vector<Problem>& out) const {
  for (const Definition& one : find_definitions(sentence)) {
    if (terms_.contains(one.term)) put(out, Slip::kTerm, one.span.start, one.span.size(), "");
  }
}

}  // namespace proviso::tasks
