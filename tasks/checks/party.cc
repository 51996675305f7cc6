#include "tasks/checks/party.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

constexpr std::array<string_view, 5> kRoleWords{"被上诉人", "上诉人", "原告", "被告", "第三人"};
constexpr std::array<string_view, 6> kLeadToPersons{"被上诉人", "上诉人", "原告",
                                                    "被告",     "第三人", "由"};
constexpr std::size_t kShortestOrganisation =
    7;  // code points: 甲乙有限公司 is too short to be near to anything

struct Name {
  std::string words;               // folded
  std::vector<std::string> roles;  // empty where unknown
  Span span;                       // in the document
};

std::vector<string_view> characters(string_view text) {
  std::vector<string_view> list;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t bytes = std::min(code_point_bytes(text[at]), text.size() - at);
    list.push_back(text.substr(at, bytes));
    at += bytes;
  }
  return list;
}

std::size_t edit_distance(const std::vector<string_view>& a, const std::vector<string_view>& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

bool masked(string_view name) {
  for (const string_view mask : {"某", "×", "X", "x", "*"}) {
    if (name.find(mask) != name.npos) return true;
  }
  return false;
}

bool organisation(string_view name) {
  for (const string_view end : {"公司", "银行", "支行", "分行", "合作社", "厂", "局", "医院",
                                "学校", "中心", "委员会", "政府", "事务所", "联合社"}) {
    if (name.ends_with(end)) return true;
  }
  return false;
}

std::size_t count(string_view text, string_view words) {
  std::size_t times = 0;
  for (std::size_t at = text.find(words); at != text.npos; at = text.find(words, at + words.size()))
    ++times;
  return times;
}

// Whether a role as written (原审原告, 反诉被告) holds the role word; 被上诉人 does not hold
// 上诉人.
bool holds(string_view role, string_view word) {
  const std::size_t at = role.find(word);
  if (at == role.npos) return false;
  return !(word == "上诉人" && at >= 3 && role.substr(at - 3, 3) == "被");
}

class Parties {
 public:
  explicit Parties(const CaseView& view) : view_(view), text_(view.folded.text) {
    for (const Tag tag : {Tag::kDisposition, Tag::kCosts}) {
      for (const Span& span : view.spans(tag)) {
        zones_.push_back({view.folded.folded(span.start), view.folded.folded(span.end)});
      }
    }
    for (const segmenter::Party& party : view.structure.parties) {
      names_.push_back({fold(party.name).text, party.roles, party.span});
      known_.push_back(names_.back().words);
      for (const std::string& alias : party.aliases) known_.push_back(fold(alias).text);
    }
    if (names_.empty()) {
      organisations_named();
      parties_by_usage();
    }
  }

  std::vector<Finding> run() {
    for (const Name& name : names_) {
      if (organisation(name.words)) {
        misspelt_organisation(name);
      } else {
        misspelt_person(name);
      }
      exchanged_role(name);
    }
    if (findings_.empty()) reversed_payment();
    return std::move(findings_);
  }

 private:
  // Without a head: whom everything before the operative part calls 原告 or 被告 by name, twice and
  // more and never the other. With a counterclaim or a court below the words change sides.
  void parties_by_usage() {
    static const RE2 named(
        "(原告|被告)(\\p{Han}{4,26}?(?:公司|银行|支行|分行|合作社|医院|学校|中心|委员会)|"
        "\\p{Han}{2,3}?)(?:、|,|。|;|\\(|于|应|在|向|与|和|及|的|支付|偿还|赔偿|返还|给付|承担|"
        "负担|"
        "主张|要求|请求|提交|提供|签订|之间|系|对|借|欠|共同|未|已|辩称)");
    static const RE2 no_name(
        "原告|被告|第三人|法院|["
        "应未已于在向与和及对的并又还不无因自均各共按系是依所双主提辩请要支返赔偿承认"
        "诉答签逾没有为而且若如亦也购买付款就以其后前此该给收出借欠某×抚]");
    if (contains(text_, {"反诉", "上诉人", "原审", "一审", "再审"})) return;
    const std::size_t end = first_zone();
    const re2::StringPiece whole(text_.data(), text_.size());
    re2::StringPiece groups[3];
    for (std::size_t at = 0; named.Match(whole, at, end, RE2::UNANCHORED, groups, 3);) {
      const auto start = static_cast<std::size_t>(groups[2].data() - text_.data());
      at = start;
      const string_view name(groups[2].data(), groups[2].size());
      const bool known = std::any_of(names_.begin(), names_.end(), [&](const Name& each) {
        return each.words == name && !each.roles.empty();
      });
      const string_view judged = organisation(name) ? name.substr(0, 6) : name;
      if (known || RE2::PartialMatch({judged.data(), judged.size()}, no_name)) continue;
      const string_view before = string_view(text_).substr(0, end);
      const std::size_t plaintiff = count(before, "原告" + std::string(name));
      const std::size_t defendant = count(before, "被告" + std::string(name));
      if (plaintiff + defendant < 2 || (plaintiff > 0 && defendant > 0)) continue;
      if (!reasoned(std::string(plaintiff > 0 ? "原告" : "被告") + std::string(name))) continue;
      Name found{std::string(name), {}, view_.folded.original(start, start + name.size())};
      found.roles = {plaintiff > 0 ? "原告" : "被告"};
      if (std::find(known_.begin(), known_.end(), found.words) == known_.end())
        known_.push_back(found.words);
      names_.push_back(std::move(found));
    }
  }

  // This court's reasoning says it: in the facts it may be the role of an earlier case.
  bool reasoned(string_view words) const {
    const std::vector<Span> parts = view_.spans(Tag::kReasoning);
    return std::any_of(parts.begin(), parts.end(), [&](const Span& part) {
      const std::size_t start = view_.folded.folded(part.start);
      const std::size_t end = view_.folded.folded(part.end);
      return contains(string_view(text_).substr(start, end - start), {words});
    });
  }

  std::size_t first_zone() const {
    std::size_t first = text_.size();
    for (const Span& zone : zones_) first = std::min(first, zone.start);
    return first;
  }

  // Without a head: organisations behind role words in the operative part, the longest spelling at
  // each place.
  void organisations_named() {
    static const RE2 named(
        "(?:原告|被告|第三人)(?:\\([^()]{1,12}\\))?([^,。;、:()\\n\"“”《》]{4,40}?(?:股份有限公司|"
        "有限责任公司|有限公司|分公司|支行|合作社|医院|委员会))");
    for (const Span& zone : zones_) {
      if (!view_.in(view_.folded.origin[zone.start], Tag::kDisposition)) continue;
      const re2::StringPiece whole(text_.data(), text_.size());
      re2::StringPiece groups[2];
      for (std::size_t at = zone.start;
           named.Match(whole, at, zone.end, RE2::UNANCHORED, groups, 2);) {
        const auto start = static_cast<std::size_t>(groups[1].data() - text_.data());
        at = start + groups[1].size();
        const std::string words(groups[1].data(), groups[1].size());
        const bool sentence = words.find("原告") != words.npos ||
                              words.find("被告") != words.npos ||
                              words.find("支付") != words.npos || words.find("判决") != words.npos;
        if (sentence || std::find(known_.begin(), known_.end(), words) != known_.end()) continue;
        names_.push_back({words, {}, view_.folded.original(start, at)});
        known_.push_back(words);
      }
    }
  }

  bool stands_known(std::size_t start, std::size_t end) const {
    const string_view words = text_.substr(start, end - start);
    return std::any_of(known_.begin(), known_.end(),
                       [&](const std::string& name) { return name == words; });
  }

  // Every spelling in the zones that ends as the name does and lies one or two characters from it.
  void misspelt_organisation(const Name& name) {
    const std::vector<string_view> right = characters(name.words);
    if (right.size() < kShortestOrganisation || masked(name.words)) return;
    const std::string ending = std::string(right[right.size() - 2]) + std::string(right.back());
    for (const Span& zone : zones_) {
      for (std::size_t at = text_.find(ending, zone.start); at < zone.end;
           at = text_.find(ending, at + 1)) {
        const std::size_t end = at + ending.size();
        if (const auto start = nearest_start(right, zone.start, end))
          misspelling(name, *start, end);
      }
    }
  }

  // Where a spelling that ends at `end` and differs from `right` in one or two characters begins;
  // nothing when it is the name itself, or another's.
  std::optional<std::size_t> nearest_start(const std::vector<string_view>& right, std::size_t from,
                                           std::size_t end) const {
    std::optional<std::size_t> best;
    std::size_t best_distance = 3;
    std::size_t start = end;
    for (std::size_t length = 1; length <= right.size() + 2 && start > from; ++length) {
      start = previous_code_point(text_, start);
      if (stands_known(start, end)) return std::nullopt;
      if (length + 2 < right.size()) continue;
      const std::vector<string_view> written = characters(text_.substr(start, end - start));
      if (written.front() != right.front() && !begins_name(start)) continue;
      const std::size_t distance = edit_distance(written, right);
      if (distance == 0) return std::nullopt;
      if (written.size() == right.size() && distance == 2 &&
          !neighbours_exchanged(written, right)) {
        continue;
      }
      if (distance < best_distance && begins_name(start)) {
        best = start;
        best_distance = distance;
      }
    }
    return best;
  }

  // Two characters replaced make another company (集团 and 股份), two exchanged a slip.
  static bool neighbours_exchanged(const std::vector<string_view>& a,
                                   const std::vector<string_view>& b) {
    for (std::size_t i = 0; i + 1 < a.size(); ++i) {
      if (a[i] != b[i]) return a[i] == b[i + 1] && a[i + 1] == b[i];
    }
    return false;
  }

  // Behind a role word, a stop, a bracket or a word that leads to a name.
  bool begins_name(std::size_t start) const {
    const string_view before = text_.substr(0, start);
    for (const string_view word : {"原告", "被告", "上诉人",   "第三人", "、",   "由", "向", "给",
                                   "与",   "和",   "及",       "对",     ",",    ":",  ")",  "。",
                                   ";",    "\n",   "被申请人", "申请人", "驳回", "付"}) {
      if (before.ends_with(word)) return true;
    }
    return false;
  }

  void misspelling(const Name& name, std::size_t start, std::size_t end) {
    const string_view written = text_.substr(start, end - start);
    // An organisation that the document knows from elsewhere is another one (a branch, a sister
    // company).
    std::size_t in_zones = 0;
    for (const Span& zone : zones_)
      in_zones += count(text_.substr(zone.start, zone.end - zone.start), written);
    const std::size_t elsewhere = count(text_, written) - in_zones;
    if (elsewhere > 1 || count(text_, name.words) < 2) return;
    if (masked(written) || differs_in_number(written, name.words)) return;
    report(view_.folded.original(start, end), name.span,
           fmt::format("此处当事人名称为“{}”，与“{}”不一致，疑似误写。", written, name.words),
           fmt::format("The party is called {} here, but {} elsewhere.", written, name.words));
  }

  // 一分公司 and 二分公司, 甲 and 乙 are two.
  static bool differs_in_number(string_view a, string_view b) {
    const auto stripped = [](string_view text) {
      std::string rest;
      for (const string_view c : characters(text)) {
        static constexpr string_view kNumbers = "一二三四五六七八九十甲乙丙丁戊己0123456789";
        if (kNumbers.find(c) == kNumbers.npos) rest += c;
      }
      return rest;
    };
    return stripped(a) == stripped(b);
  }

  void misspelt_person(const Name& name) {
    const std::vector<string_view> right = characters(name.words);
    if (right.size() < 2 || right.size() > 4 || masked(name.words)) return;
    for (const Span& zone : zones_) {
      for (const string_view role : kLeadToPersons) {
        if (role != "由" && !carries(name, role)) continue;
        for (std::size_t at = text_.find(role, zone.start); at < zone.end;
             at = text_.find(role, at + 1)) {
          person_at(name, right, at + role.size());
        }
      }
    }
  }

  static bool carries(const Name& name, string_view word) {
    return std::any_of(name.roles.begin(), name.roles.end(),
                       [&](const std::string& role) { return holds(role, word); });
  }

  void person_at(const Name& name, const std::vector<string_view>& right, std::size_t start) {
    std::size_t end = start;
    std::size_t differing = 0;
    for (const string_view character : right) {
      if (end >= text_.size()) return;
      const std::size_t bytes = code_point_bytes(text_[end]);
      if (bytes != 3) return;
      if (text_.substr(end, bytes) != character) ++differing;
      end += bytes;
    }
    if (differing != 1 || text_.substr(start, right[0].size()) != right[0]) return;
    for (const std::string& known : known_) {
      if (text_.substr(start).starts_with(known)) return;
    }
    if (!ends_name(end) || count(text_, text_.substr(start, end - start)) > 1) return;
    const string_view written = text_.substr(start, end - start);
    // Both in one sentence are two persons.
    const Span sentence = sentence_around(view_.text, view_.folded.original(start, end));
    if (count(text_, name.words) < 2 || contains(view_.quote(sentence), {name.words})) return;
    report(view_.folded.original(start, end), name.span,
           fmt::format("此处当事人姓名为“{}”，{}为“{}”，疑似误写。", written,
                       view_.structure.parties.empty() ? "前文" : "首部", name.words),
           fmt::format("The party is called {} here, but {} in the head.", written, name.words));
  }

  bool ends_name(std::size_t at) const {
    const string_view next = text_.substr(std::min(at, text_.size()));
    for (const string_view word :
         {"、", ",",  "。", ";",  "(",  "于", "应", "在", "向", "给", "对", "与",
          "和", "及", "的", "负", "承", "支", "偿", "赔", "返", "履", "连", "自",
          "共", "各", "均", "按", "将", "需", "须", "预", "已", "立", "一"}) {
      if (next.starts_with(word)) return true;
    }
    return next.empty();
  }

  // 原告 before the name of one who is only defendant.
  void exchanged_role(const Name& name) {
    if (name.roles.empty() || masked(name.words)) return;
    if (std::count(known_.begin(), known_.end(), name.words) > 1) return;
    for (const Span& zone : zones_) {
      for (std::size_t at = text_.find(name.words, zone.start); at < zone.end;
           at = text_.find(name.words, at + 1)) {
        if (longer_name_at(at, name.words)) continue;
        const string_view before = text_.substr(0, at);
        const auto* word = std::find_if(kRoleWords.begin(), kRoleWords.end(),
                                        [&](string_view each) { return before.ends_with(each); });
        if (word == kRoleWords.end() || *word == "第三人" || carries(name, *word)) continue;
        const string_view other_side = opposite(*word);
        if (!carries(name, other_side)) continue;
        // Without a head the operative part itself may be right: it calls him so throughout.
        if (view_.structure.parties.empty() && in_zones(std::string(*word) + name.words) > 1 &&
            in_zones(std::string(other_side) + name.words) == 0) {
          continue;
        }
        report(view_.folded.original(at - word->size(), at + name.words.size()), name.span,
               fmt::format("“{}”在{}为{}，此处称为“{}”。", name.words,
                           view_.structure.parties.empty() ? "前文" : "首部", name.roles.front(),
                           *word),
               fmt::format("{} is {} in the head, but is called {} here.", name.words,
                           name.roles.front(), *word),
               "role");
      }
    }
  }

  // The reasoning makes 被告甲 pay, the only order to pay makes 原告 pay him.
  void reversed_payment() {
    static const RE2 paid_to_defendant(
        "(?:原告)[^,。;\\n]{0,40}?(?:于|应|在)[^,。;\\n]{0,40}?(?:向|给|支付|偿还|赔偿|给付|返还)"
        "[^,。;\\n]{0,6}?被告[^,。;\\n]{0,60}?[0-9]元");
    static const RE2 both_pay("由被告[^,。;\\n]{0,20}(?:偿还|支付|负责|承担)");
    static const RE2 defendant_pays("被告[^,。;\\n]{0,40}(?:支付|偿还|赔偿|给付|返还|交付|承担)");
    static const RE2 plaintiff_owes(
        "原告[^,。;\\n]{0,30}(?:应|需|须)[^,。;\\n]{0,20}(?:支付|偿还|"
        "赔偿|给付|返还|退还|补偿)");
    static const RE2 defendant_owes(
        "被告[^,。;\\n]{0,30}应[^,。;\\n]{0,30}(?:支付|偿还|赔偿|给付|返还)");
    if (contains(text_, {"反诉", "上诉人", "原审", "一审", "再审"})) return;
    std::optional<Span> paid;
    for (const Span& item : view_.disposition_items()) {
      const std::string words = fold(view_.quote(item)).text;
      if (RE2::PartialMatch(words, paid_to_defendant)) {
        if (RE2::PartialMatch(words, both_pay)) return;
        if (!paid) paid = item;
      } else if (RE2::PartialMatch(words, defendant_pays) && !contains(words, {"驳回"})) {
        return;
      }
    }
    if (!paid) return;
    std::optional<Span> owed;
    for (const Span& part : view_.spans(Tag::kReasoning)) {
      const std::size_t start = view_.folded.folded(part.start);
      const std::size_t end = view_.folded.folded(part.end);
      const re2::StringPiece whole(text_.data(), text_.size());
      re2::StringPiece found;
      if (plaintiff_owes.Match(whole, start, end, RE2::UNANCHORED, &found, 1)) return;
      if (!defendant_owes.Match(whole, start, end, RE2::UNANCHORED, &found, 1)) continue;
      const auto at = static_cast<std::size_t>(found.data() - text_.data());
      const Span place = view_.folded.original(at, at + found.size());
      if (share_a_sum(*paid, sentence_around(view_.text, place))) owed = place;
    }
    if (!owed) return;
    report(*paid, clause_around(view_.text, *owed),
           "主文判令原告向被告给付，而理由部分认定应由被告给付，二者的给付方向相反。",
           "The plaintiff is ordered to pay, though the reasoning makes the defendant pay.",
           "role");
  }

  std::size_t in_zones(const std::string& words) const {
    std::size_t times = 0;
    for (const Span& zone : zones_)
      times += count(string_view(text_).substr(zone.start, zone.end - zone.start), words);
    return times;
  }

  // A sum of the item stands in the sentence too.
  bool share_a_sum(Span item, Span sentence) const {
    const auto within = [](const Number& number, Span span) {
      return number.measure == Measure::kMoney && number.span.start >= span.start &&
             number.span.end <= span.end;
    };
    return std::any_of(view_.numbers.begin(), view_.numbers.end(), [&](const Number& ordered) {
      return within(ordered, item) &&
             std::any_of(view_.numbers.begin(), view_.numbers.end(), [&](const Number& owed) {
               return within(owed, sentence) && owed.value == ordered.value;
             });
    });
  }

  static string_view opposite(string_view word) {
    if (word == "原告") return "被告";
    if (word == "被告") return "原告";
    return word == "上诉人" ? "被上诉人" : "上诉人";
  }

  bool longer_name_at(std::size_t at, string_view name) const {
    return std::any_of(known_.begin(), known_.end(), [&](const std::string& each) {
      return each.size() > name.size() && text_.substr(at).starts_with(each);
    });
  }

  void report(Span written, Span right, std::string chinese, std::string english,
              string_view kind = "party") {
    for (const Finding& known : findings_) {
      if (known.place.start <= written.start && known.place.end >= written.end) return;
    }
    findings_.push_back(finding(kind, "checks/party", clause_around(view_.text, written), right,
                                view_.chinese() ? std::move(chinese) : std::move(english)));
  }

  const CaseView& view_;
  string_view text_;
  std::vector<Span> zones_;  // folded offsets
  std::vector<Name> names_;
  std::vector<std::string> known_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_party(const CaseView& view) {
  return Parties(view).run();
}

}  // namespace proviso::tasks
