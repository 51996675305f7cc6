#include "tasks/checks/unknown_party.h"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <string>

#include "tasks/checks/cast.h"
#include "tasks/checks/names.h"
#include "tasks/checks/search.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

std::string any_of_group(string_view group) {
  return fmt::format("(?:{})", fmt::join(words(group), "|"));
}

// What says that a name stands there.
enum class Led { kBySide, kByNames, kLoosely };

class Strangers {
 public:
  explicit Strangers(const JudgmentView& judgment)
      : view_(judgment.view), text_(view_.folded.text), cast_(judgment.cast) {}

  std::vector<Finding> run() {
    if (cast_.members.empty() || (cast_.from_head && !has_head(view_))) return {};
    static const std::string ends = "(?:[、,。;()\\n0-9]|" + any_of_group("after_name") + "|" +
                                    any_of_group("order_goes_on") + ")";
    static const RE2 person_of_side(
        "(被上诉人|上诉人|再审申请人|被申请人|申请人|申请执行人|被执行人|附带民事诉讼原告人|"
        "附带民事诉讼被告人|原告人|原告|被告人|被告|第三人)"
        "(?:\\([^()]{1,12}\\))?(\\p{Han}{2,4}?)" +
        ends);
    static const RE2 listed("(、|和|与|及|以及)(\\p{Han}{2,4}?)" + ends);
    static const RE2 bears(
        "(由|驳回|准予|准许|向|[、,;。\\n])(\\p{Han}{2,4}?)(?:负担|承担|自行负担|的|对|支付|返还|"
        "赔偿|"
        "偿还|自愿|追缴|向|、)");
    static const RE2 company(
        "(被上诉人|上诉人|被申请人|申请人|原告|被告单位|被告|第三人|[、,;。\\n)]|由|驳回|向|给|与|"
        "和|及|返还|支付|赔偿|退回|发还|" +
        any_of_group("leads_to_name") + ")(\\p{Han}{4,26}?" + any_of_group("company") + ")" + ends);
    static const RE2 masked_of_side(
        "((?:被上诉人|上诉人|再审申请人|被申请人|附带民事诉讼原告人|附带民事诉讼被告人|原告|被告人|"
        "被告|第三人)(?:\\([^()]{1,12}\\))?)((?:\\p{Han}[某×*xX]{1,2}\\p{Han}?))" +
        ends);
    static const RE2 masked_in_list("(、|和|与|及|以及|由)((?:\\p{Han}[某×*xX]{1,2}\\p{Han}?))" +
                                    ends);
    for (const Span& zone : cast_.zones) {
      scan_masked(zone, masked_of_side, false);
      scan_masked(zone, masked_in_list, true);
      scan(zone, person_of_side, Led::kBySide);
      scan(zone, listed, Led::kByNames);
      scan(zone, bears, Led::kLoosely);
      scan(zone, company, Led::kBySide);
    }
    return std::move(findings_);
  }

 private:
  // A name with what stands before it, and where in the folded text both begin.
  struct LedName {
    string_view lead, name;
    std::size_t before = 0, start = 0;
  };

  // The matches of a pattern whose groups are what leads to a name and the name; the next may begin
  // in the name before it.
  std::vector<LedName> led_names(Span zone, const RE2& pattern) const {
    std::vector<LedName> found;
    const re2::StringPiece whole(text_.data(), text_.size());
    re2::StringPiece groups[3];
    for (std::size_t at = zone.start;
         pattern.Match(whole, at, zone.end, RE2::UNANCHORED, groups, 3);) {
      at = static_cast<std::size_t>(groups[2].data() - text_.data());
      found.push_back({{groups[1].data(), groups[1].size()},
                       {groups[2].data(), groups[2].size()},
                       static_cast<std::size_t>(groups[1].data() - text_.data()),
                       at});
    }
    return found;
  }

  // Where no side's word leads to a person, nothing in the name may be of another word; in a list a
  // name of the parties stands before it.
  void scan(Span zone, const RE2& pattern, Led led) {
    for (const auto& [lead, name, before, start] : led_names(zone, pattern)) {
      if (led == Led::kByNames && !behind_a_name(before)) continue;
      const bool loose =
          led == Led::kLoosely && (lead.size() < 3 || lead == "、" || lead == "。" || lead == "向");
      if (loose && has_word(name, words("no_name"))) continue;
      // 鞋子、钱包、: a list of things.
      if (loose && lead == "、" && !behind_a_name(before)) continue;
      if (stranger(name, led) && expected(lead)) report(start, name);
    }
  }

  // 被告谭某强: hidden, but nobody of the document has this family name.
  void scan_masked(Span zone, const RE2& pattern, bool in_list) {
    for (const auto& [lead, name, before, start] : led_names(zone, pattern)) {
      if (in_list && lead != "由" && !behind_a_name(before)) continue;
      if (cast_.from_head && begins_with_family_name(name) && nobody_called(characters(name)[0]))
        report(start, name);
    }
  }

  // No party has the family name, and nobody else who is spoken of and hidden.
  bool nobody_called(string_view family) const {
    for (const std::string& each : cast_.known)
      if (each.find(family) != each.npos) return false;
    std::size_t hidden = 0;
    for (const string_view mask : words("mask"))
      hidden += count(text_, fmt::format("{}{}", family, mask));
    return hidden == 1;
  }

  bool behind_a_name(std::size_t at) const {
    const string_view before = text_.substr(0, at);
    return std::any_of(cast_.known.begin(), cast_.known.end(),
                       [&](const std::string& each) { return before.ends_with(each); });
  }

  bool stranger(string_view name, Led led) const {
    // What looks at the name alone comes before what looks through the whole text.
    if (masked(name) || !may_be_name(name)) return false;
    if (contains(name, {"原告", "被告", "法院", "判决"}) || !stands_once(name)) return false;
    if (near_known(name, led)) return false;
    if (organisation(name)) return !abbreviated_elsewhere(name);
    // Who is called 徐某 elsewhere may be written out here.
    const auto list = characters(name);
    const std::size_t shorter = list.size() > 2 ? list[0].size() + list[1].size() : name.size();
    if (shorter < name.size() && named_elsewhere(name, name.substr(0, shorter))) return false;
    return begins_with_family_name(name) && !begins_with_word(name, words("verb_like_name")) &&
           !contains(text_, {fmt::format("{}某", list.front())}) &&
           !contains(text_, {fmt::format("{}×", list.front())});
  }

  // 程浩不 is 程浩, who stands elsewhere; 受理费承担 names no 费承.
  bool named_elsewhere(string_view name, string_view shorter) const {
    for (std::size_t at = find_word(text_, shorter); at != text_.npos;
         at = find_word(text_, shorter, at + shorter.size())) {
      if (text_.substr(at).starts_with(name)) continue;
      const string_view before = text_.substr(0, at);
      if (before.empty() || before.ends_with('\n') ||
          ends_with_word(before, words("before_name")) ||
          ends_with_word(before, words("leads_to_name")) ||
          ends_with_word(before, words("before_name_loose")))
        return true;
    }
    return false;
  }

  // Of a phrase that every item repeats the second place is near, the last one far.
  bool stands_once(string_view name) const {
    const std::size_t first = find_word(text_, name);
    return first != text_.npos && find_word(text_, name, first + name.size()) == text_.npos;
  }

  // Of two characters one is the whole given name: 被告王立军、赵婷 is nobody where the head has
  // 赵敏.
  bool near_known(string_view name, Led led) const {
    const auto written = characters(name);
    return std::any_of(cast_.known.begin(), cast_.known.end(), [&](const std::string& each) {
      if (each.find(name) != each.npos || name.find(each) != name.npos) return true;
      const auto right = characters(each);
      const std::size_t off = edit_distance(written, right);
      if (organisation(name)) return off <= 3 && !(off > 1 && named_otherwise(written, right));
      if (led != Led::kLoosely && written.size() == 2 && right.size() == 2 &&
          written[0] == right[0])
        return false;
      return off + 1 < std::max<std::size_t>(right.size(), 3);
    });
  }

  // 旭日 in the place of 晨曦: where the two names differ no character is the same.
  static bool named_otherwise(const std::vector<string_view>& a,
                              const std::vector<string_view>& b) {
    std::size_t ahead = 0;
    while (ahead < a.size() && ahead < b.size() && a[ahead] == b[ahead]) ++ahead;
    std::size_t behind = 0;
    while (behind + ahead < a.size() && behind + ahead < b.size() &&
           a[a.size() - 1 - behind] == b[b.size() - 1 - behind])
      ++behind;
    const auto own = [&](const std::vector<string_view>& name) {
      return std::vector<string_view>(name.begin() + static_cast<std::ptrdiff_t>(ahead),
                                      name.end() - static_cast<std::ptrdiff_t>(behind));
    };
    const auto of_a = own(a);
    const auto of_b = own(b);
    return of_a.size() > 1 && of_b.size() > 1 &&
           std::none_of(of_a.begin(), of_a.end(), [&](string_view each) {
             return std::find(of_b.begin(), of_b.end(), each) != of_b.end();
           });
  }

  // A company's name without its seat, '|' for its form and trade.
  static std::string own_words(string_view name) {
    static const RE2 seat(
        "^(?:\\p{Han}{2,3}省)?(?:\\p{Han}{2,4}[市州盟])?(?:\\p{Han}{1,4}[县区旗])?");
    re2::StringPiece rest(name.data(), name.size());
    RE2::Consume(&rest, seat);
    name = {rest.data(), rest.size()};
    std::string own;
    for (std::size_t at = 0; at < name.size();) {
      std::size_t form = 0;
      for (const string_view group : {"company_form", "company_trade"}) {
        for (const string_view each : words(group))
          if (name.substr(at).starts_with(each)) form = std::max(form, each.size());
      }
      const std::size_t bytes = form == 0 ? code_point_bytes(name[at]) : form;
      own += form == 0 ? name.substr(at, bytes) : string_view("|");
      at += bytes;
    }
    return own;
  }

  // 太平洋公司 for 中国太平洋财产保险股份有限公司: of the pairs of characters that are its own, not
  // of its form and trade, half and more stand elsewhere.
  bool abbreviated_elsewhere(string_view name) const {
    const std::string own = own_words(name);
    const auto list = characters(own);
    std::size_t pairs = 0;
    std::size_t known = 0;
    for (std::size_t i = 0; i + 1 < list.size(); ++i) {
      if (list[i] == "|" || list[i + 1] == "|") continue;
      ++pairs;
      const std::string pair = fmt::format("{}{}", list[i], list[i + 1]);
      if (contains(text_, {pair + "公司", pair + "集团", pair + "银行"})) return true;
      if (count(text_, pair) > 1) ++known;
    }
    return known * 2 >= pairs;
  }

  // The document names its parties: then one who stands nowhere else is none of them. Without a
  // head the same side must be known by a name.
  bool expected(string_view lead) const {
    if (cast_.from_head) return true;
    if (lead == "原告" || lead == "被告") return !cast_.with_role(lead).empty();
    return std::any_of(cast_.members.begin(), cast_.members.end(),
                       [](const CastMember& each) { return !each.roles.empty(); });
  }

  void report(std::size_t start, string_view name) {
    const Span place = view_.folded.original(start, start + name.size());
    const Span clause = clause_around(view_.text, place);
    for (const Finding& known : findings_)
      if (known.place == clause) return;
    findings_.push_back(
        finding("unknown_party", "checks/unknown_party", clause, cast_.members.front().span,
                view_.chinese() ? fmt::format("此处的“{}”在判决书其他部分均未出现。", name)
                                : fmt::format("{} stands nowhere else in the judgment.", name)));
  }

  const CaseView& view_;
  string_view text_;
  const Cast& cast_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_unknown_party(const JudgmentView& judgment) {
  return Strangers(judgment).run();
}

}  // namespace proviso::tasks
