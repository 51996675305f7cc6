#include "tasks/mentions/named.h"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "tasks/checks/cast.h"
#include "tasks/checks/names.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::kNone;
using std::string;
using std::string_view;

string any_of_group(string_view group) {
  return fmt::format("(?:{})", fmt::join(words(group), "|"));
}

constexpr string_view kMasked = "\\p{Han}某{1,2}(?:[甲乙丙丁戊己庚辛壬癸]|[0-9]{1,2})?";

// A branch behind the company's own name.
const string kBranch = "(?:\\p{Han}{2,10}?(?:中心支公司|支公司|分公司|分行|支行|营业部))?";

// Grows a World. Names are kept once, whatever way they come in.
class Census {
 public:
  explicit Census(const CaseView& view) : view_(view), text_(view.folded.text) {}

  World take() {
    parties();
    defined();
    called_by_role();
    organisations();
    masked_names();
    often_named();
    merge_short_names();
    short_companies();
    plain_companies();
    places();
    return std::move(world_);
  }

 private:
  std::size_t add(const string& name, std::size_t order, bool organisation) {
    const auto [at, fresh] = known_.try_emplace(name, world_.all.size());
    if (fresh) world_.all.push_back({name, {}, {}, organisation, false, order});
    return at->second;
  }

  void spell(std::size_t who, const string& spelling) {
    if (spelling.size() < 6 || !known_.try_emplace(spelling, who).second) return;
    world_.all[who].spellings.push_back(spelling);
  }

  void call(std::size_t who, const string& role) {
    auto& roles = world_.all[who].roles;
    if (std::find(roles.begin(), roles.end(), role) == roles.end()) roles.push_back(role);
  }

  void parties() {
    headed_ = has_head(view_);
    if (!headed_) return;
    for (const segmenter::Party& party : view_.structure.parties) {
      const string name = fold(party.name).text;
      if (name.size() < 6) continue;
      const std::size_t who =
          add(name, view_.folded.folded(party.span.start), tasks::organisation(name));
      for (const string& role : party.roles) call(who, fold(role).text);
      for (const string& alias : party.aliases) spell(who, fold(alias).text);
    }
    heads_ = world_.all.size();
  }

  // 被害人李某, 原告江海甲公司, and whoever is joined to them by 、 and 和.
  void called_by_role() {
    static const RE2 called(
        any_of_group("reference_called") + "(?:\\([^()\\n]{1,20}\\))?:?(" +
        "[\\p{Han}()某×A-Za-z0-9]{2,36}?" + any_of_group("company") + kBranch + "|" +
        string(kMasked) + "(?:\\([甲乙丙丁]\\))?|\\p{Han}{2,4}?)((?:[、,。;:()\\n ]|" +
        any_of_group("after_name") +
        "|提交|提供|申请|上诉|诉|辩|已|不|及其|作出|之|等|(?:、)?(?:原告|被告|第三人)))");
    static const RE2 role_words(any_of_group("reference_called"));
    static const RE2 joined(
        "(?:、|和|及)(" + string(kMasked) + "|\\p{Han}{4,20}?" + any_of_group("company") +
        "|\\p{Han}{2,3}?)(?:[、,。;:()\\n ]|答辩|辩称|诉称|" + any_of_group("after_name") + ")");
    const re2::StringPiece whole(text_.data(), text_.size());
    re2::StringPiece groups[3];
    for (std::size_t at = 0; called.Match(whole, at, text_.size(), RE2::UNANCHORED, groups, 3);) {
      const auto begin = static_cast<std::size_t>(groups[0].data() - text_.data());
      auto start = static_cast<std::size_t>(groups[1].data() - text_.data());
      at = start;
      string name(groups[1].data(), groups[1].size());
      // 原告谢某起诉称: 起 begins the next word.
      if (text_.substr(start + name.size()).starts_with("诉") && name.size() > 6)
        for (const string_view begun : {"起", "上", "反", "申"})
          if (name.ends_with(begun)) name.resize(name.size() - begun.size());
      if (!tasks::organisation(name))
        name = masked(name) ? mask_alone(name) : shortest(name, start);
      re2::StringPiece role;
      re2::StringPiece from(text_.data() + begin, start - begin);
      if (!RE2::PartialMatch(from, "^(" + any_of_group("reference_called") + ")", &role)) continue;
      string called_as(role.data(), role.size());
      if (!accept(name)) continue;
      if (begin >= 3 && text_.substr(begin - 3, 3) == "被" && called_as == "上诉人") continue;
      std::size_t who = who_is(name, start);
      if (!headed_ || called_as == "被害人" || called_as == "证人") call(who, called_as);
      std::size_t end = start + name.size();
      re2::StringPiece next;
      while (joined.Match(whole, end, text_.size(), RE2::ANCHOR_START, groups, 2)) {
        start = static_cast<std::size_t>(groups[1].data() - text_.data());
        name.assign(groups[1].data(), groups[1].size());
        if (!accept(name)) break;
        if (tasks::organisation(name) && has_word(name, words("reference_and"))) break;
        who = who_is(name, start);
        if (!headed_) call(who, called_as);
        end = start + name.size();
      }
      at = end;
    }
  }

  std::size_t who_is(const string& name, std::size_t at) {
    const auto known = known_.find(name);
    return known != known_.end() ? known->second : add(name, at, tasks::organisation(name));
  }

  bool accept(string_view name) const {
    if (has_word(name, words("reference_no_name"))) return false;
    constexpr std::size_t kFour = 12;                                     // bytes
    const bool works = name.size() + 3 == kFour && name.ends_with("厂");  // 皮件厂
    if (tasks::organisation(name) &&
        ((name.size() < kFour && !works) || begins_with_word(name, words("reference_joins"))))
      return false;
    if (tasks::organisation(name)) {
      // 甲公司与乙支行 are two.
      static const RE2 two(
          "(?:公司|厂|行|院|局|会|所|社|集团|中心|店)(?:与|和|及|、|向|对|诉|欠)|系[^统列]");
      return !has_word(name, words("reference_verb")) &&
             !has_word(name, words("reference_in_no_body")) &&
             !RE2::PartialMatch(string(name), two);
    }
    constexpr std::size_t kTwice = 2;
    if (masked(name)) {
      // 称甘某 is no name: the family stands before 某.
      const std::size_t mask = name.find("某");
      if (mask == 3 || mask == name.npos) return family(name) || count(text_, name) > kTwice;
      return family(name) || mask == 0;
    }
    if (!family(name) || !may_be_name(name) || has_word(name, words("reference_no_person")))
      return false;
    constexpr std::size_t kOften = 3;
    return !begins_with_word(name, words("reference_seldom_family")) ||
           count(text_, name) >= kOften;
  }

  static bool family(string_view name) {
    return begins_with_family_name(name) || begins_with_word(name, words("reference_family"));
  }

  // 秦文堂所 is 秦文堂: of a name's beginnings the one that stands as often elsewhere and oftener.
  string shortest(const string& name, std::size_t) const {
    constexpr std::size_t kThree = 9;  // bytes
    if (name.size() == kThree) {
      const string two = name.substr(0, 6);
      return known_.contains(two) && count(text_, two) > count(text_, name) ? two : name;
    }
    if (name.size() < kThree) return name;
    const string front = name.substr(0, kThree);
    return count(text_, front) > count(text_, name) ? front : name;
  }

  // 单某甲答 is 单某甲.
  string mask_alone(const string& name) const {
    // 陈某胜, where the court has hidden the middle alone: it stands so more than once.
    static const RE2 hidden_middle("\\p{Han}某\\p{Han}");
    constexpr std::size_t kTwo = 6;  // bytes
    if (RE2::FullMatch(name, hidden_middle) && family(name) && count(text_, name) > 1 &&
        !begins_with_word(string_view(name).substr(kTwo), words("reference_after_name")) &&
        !begins_with_word(string_view(name).substr(kTwo), words("after_name"))) {
      return name;
    }
    static const RE2 masked_name("^(" + string(kMasked) + "(?:\\([甲乙丙丁]\\))?)");
    re2::StringPiece found;
    return RE2::PartialMatch(name, masked_name, &found) ? string(found.data(), found.size()) : name;
  }

  // People whom no role introduces: 冉显秀, three times and more where a name may stand.
  void often_named() {
    static const RE2 named(
        "(?:[,。;:、\n ()]|与|和|及|对|由|向|被|因|系|的)(\\p{Han}{2,3}?)(?:[、,。;:()]|" +
        any_of_group("after_name") + ")");
    const re2::StringPiece whole(text_.data(), text_.size());
    re2::StringPiece groups[2];
    std::map<string, std::pair<std::size_t, std::size_t>> seen;  // first place, times
    for (std::size_t at = 0; named.Match(whole, at, text_.size(), RE2::UNANCHORED, groups, 2);) {
      const auto start = static_cast<std::size_t>(groups[1].data() - text_.data());
      at = start;
      auto& [first, times] = seen[string(groups[1].data(), groups[1].size())];
      if (times++ == 0) first = start;
    }
    constexpr std::size_t kOften = 3;
    for (const auto& [name, places] : seen) {
      if (places.second < kOften || known_.contains(name) || masked(name)) continue;
      if (has_word(name, words("reference_no_person")) || !accept(name)) continue;
      add(name, places.first, false);
    }
  }

  // 银力公司 beside 浙江银力建设集团有限公司 is the same; a full legal name never is another's.
  void merge_short_names() {
    for (std::size_t i = 0; i < world_.all.size(); ++i) {
      Named& here = world_.all[i];
      const bool legal = here.name.ends_with("有限公司") || here.name.ends_with("有限责任公司");
      if (!here.organisation || here.name.empty() || i < heads_) continue;
      std::size_t only = kNone;
      for (std::size_t j = 0; j < world_.all.size(); ++j) {
        const Named& there = world_.all[j];
        if (i == j || !there.organisation || there.name.empty()) continue;
        const bool twin = legal && !there.roles.empty() && plain(here.name) == plain(there.name);
        const bool tail = there.name.ends_with(here.name);
        if (!twin && !tail &&
            (legal || !shortened(here.name) || !abbreviates(here.name, there.name)))
          continue;
        if (only == kNone || better(j, only)) only = j;
      }
      if (only == kNone) continue;
      Named& there = world_.all[only];
      there.spellings.push_back(here.name);
      for (const string& each : here.spellings) there.spellings.push_back(each);
      for (const string& role : here.roles) call(only, role);
      for (auto& [name, who] : known_)
        if (who == i) who = only;
      here = Named{};
    }
  }

  // Bodies of the state are named by their place, not by characters of a longer name.
  static bool shortened(string_view name) { return !has_word(name, words("reference_body")); }

  // Of two that a short name may stand for: a party, then the shorter name.
  bool better(std::size_t a, std::size_t b) const {
    const bool party_a = !world_.all[a].roles.empty(), party_b = !world_.all[b].roles.empty();
    if (party_a != party_b) return party_a;
    return world_.all[a].name.size() < world_.all[b].name.size();
  }

  // Without the words of form: 深圳某公司 is 深圳某有限公司.
  static string plain(string name) {
    for (const string_view form : {"有限", "责任", "股份"})
      if (const std::size_t at = name.find(form); at != name.npos) name.erase(at, form.size());
    return name;
  }

  // 江海市人民法院(以下简称江海法院), 《房屋买卖合同》(以下简称《合同》).
  void defined() {
    static const RE2 bracket(
        "\\((?:以下|下|后)?(?:均|统一|合)?(?:简称|称)(?:为|:)?[“\"‘《]?([^”\"’(),。;》\\n]{2,20}?)["
        "”\"’》]?"
        "(?:\\)|,)");
    const re2::StringPiece whole(text_.data(), text_.size());
    re2::StringPiece groups[2];
    for (std::size_t at = 0; bracket.Match(whole, at, text_.size(), RE2::UNANCHORED, groups, 2);) {
      const auto open = static_cast<std::size_t>(groups[0].data() - text_.data());
      at = open + groups[0].size();
      const string alias(groups[1].data(), groups[1].size());
      // A party's name may hold what leads to names elsewhere (和 in 呼和浩特).
      const string_view before = text_.substr(0, open);
      auto holder = world_.all.end();
      for (auto each = world_.all.begin(); each != world_.all.end(); ++each) {
        if (each->name.empty() || !before.ends_with(each->name)) continue;
        if (holder == world_.all.end() || each->name.size() > holder->name.size()) holder = each;
      }
      const std::size_t start = holder == world_.all.end()
                                    ? name_start(open)
                                    : std::min(name_start(open), open - holder->name.size());
      if (start + 6 > open) continue;
      string full(text_.substr(start, open - start));
      if (full == alias) continue;
      if (const auto again = known_.find(alias); again != known_.end()) {
        Named& same = world_.all[again->second];
        if (same.name != alias) continue;
        // Named short before it was defined, or called so by its role: the bracket has the name.
        same.spellings.push_back(alias);
        same.name = full;
        same.order = start;
        known_.emplace(full, again->second);
        continue;
      }
      std::size_t who;
      if (holder != world_.all.end()) {
        who = static_cast<std::size_t>(holder - world_.all.begin());
      } else {
        who = add(full, start, tasks::organisation(full) || full.ends_with("院"));
        if (!world_.all[who].organisation) world_.all[who].no_one = true;
      }
      spell(who, alias);
    }
  }

  // Where the words before `end` that may be a name begin.
  std::size_t name_start(std::size_t end) const {
    if (end >= 3 && text_.substr(end - 3, 3) == "》") {
      const std::size_t open = text_.rfind("《", end);
      return open == string_view::npos || end - open > 300 ? end : open;
    }
    std::size_t at = end;
    int depth = 0;
    while (at > 0 && end - at < 120) {
      const std::size_t before = previous_code_point(text_, at);
      const string_view c = text_.substr(before, at - before);
      if (c == ")") ++depth;
      if (c == "(" && --depth < 0) break;
      if (c == "\n" || c == " ") break;
      if (depth == 0 && has_word(c, words("reference_breaks"))) break;
      at = before;
    }
    string_view name = text_.substr(at, end - at);
    std::size_t cut = 0;
    for (const string_view lead : words("reference_leads")) {
      const std::size_t found = name.rfind(lead);
      if (found == name.npos || found + lead.size() + 6 > name.size()) continue;
      if (lead == "被告人" && tasks::organisation(name)) continue;  // 被告人寿公司
      cut = std::max(cut, found + lead.size());
    }
    // 中华人民共和国 is one word.
    if (name.substr(cut).starts_with("国") && name.substr(0, cut).ends_with("共和")) return at;
    return at + cut;
  }

  void organisations() {
    static const RE2 named(any_of_group("company") + kBranch + "|" +
                           any_of_group("reference_body"));
    const re2::StringPiece whole(text_.data(), text_.size());
    re2::StringPiece found;
    for (std::size_t at = 0; named.Match(whole, at, text_.size(), RE2::UNANCHORED, &found, 1);) {
      at = static_cast<std::size_t>(found.data() - text_.data()) + found.size();
      const std::size_t start = name_start(at);
      const string name(text_.substr(start, at - start));
      if (name.size() < found.size() + 6 || has_word(name, words("reference_no_name")) ||
          has_word(name, words("reference_verb"))) {
        continue;
      }
      add(name, start, true);
    }
  }

  void masked_names() {
    static const RE2 named("(" + string(kMasked) + ")");
    const re2::StringPiece whole(text_.data(), text_.size());
    re2::StringPiece found;
    for (std::size_t at = 0; named.Match(whole, at, text_.size(), RE2::UNANCHORED, &found, 1);) {
      const auto start = static_cast<std::size_t>(found.data() - text_.data());
      at = start + found.size();
      const string name(found.data(), found.size());
      if (name.starts_with("某") || !begins_with_family_name(name) ||
          begins_with_word(name, words("reference_seldom_family"))) {
        continue;
      }
      if (organisation(text_.substr(start, found.size() + 6)) ||
          organisation(text_.substr(start, found.size() + 9))) {
        continue;
      }
      add(name, start, false);
    }
  }

  // 银力公司 for 浙江银力建设集团有限公司, where one organisation alone has these characters.
  void short_companies() {
    static const RE2 named("(\\p{Han}{2,10}?(?:公司|支行|银行|集团|医院|厂|合作社|学校))");
    const re2::StringPiece whole(text_.data(), text_.size());
    re2::StringPiece found;
    std::map<string, std::size_t> seen;
    for (std::size_t at = 0; named.Match(whole, at, text_.size(), RE2::UNANCHORED, &found, 1);) {
      const auto start = static_cast<std::size_t>(found.data() - text_.data());
      at = start + found.size();
      string_view words_there(found.data(), found.size());
      const std::size_t begin = name_start(at);
      if (begin > start) words_there = text_.substr(begin, at - begin);
      for (string_view role : words("reference_called")) {
        const bool person = role == "被告人" || role == "被害人" || role == "证人";
        if (!person && words_there.starts_with(role)) words_there.remove_prefix(role.size());
      }
      seen.try_emplace(string(words_there), start);
    }
    for (const auto& [words_there, start] : seen) {
      if (words_there.size() < 12 || known_.contains(words_there)) continue;
      std::size_t only = kNone;
      for (std::size_t i = 0; i < world_.all.size(); ++i) {
        if (!world_.all[i].organisation || !abbreviates(words_there, world_.all[i].name)) continue;
        if (only == kNone || better(i, only)) only = i;
      }
      if (only != kNone) spell(only, words_there);
    }
  }

  // 江海市建投天然气公司, which ends in 公司 alone and is nobody known.
  void plain_companies() {
    constexpr std::size_t kFull = 18;  // bytes
    for (std::size_t at = text_.find("公司"); at != string_view::npos;
         at = text_.find("公司", at + 6)) {
      const std::size_t start = name_start(at + 6);
      const string name(text_.substr(start, at + 6 - start));
      if (name.size() < kFull || has_word(name, words("reference_no_name")) || !accept(name))
        continue;
      const bool known = std::any_of(known_.begin(), known_.end(),
                                     [&](const auto& each) { return name.ends_with(each.first); });
      if (!known) add(name, start, true);
    }
  }

  // Whether `words_there` is made of characters of the name in their order, two of the first that
  // are no place standing together.
  static bool abbreviates(string_view words_there, string_view name) {
    if (words_there.size() >= name.size()) return false;
    const auto a = characters(words_there);
    const auto b = characters(name);
    std::size_t j = 0;
    for (const string_view c : a) {
      while (j < b.size() && b[j] != c) ++j;
      if (j == b.size()) return false;
      ++j;
    }
    return name.find(words_there.substr(0, 6)) != name.npos;
  }

  void places() {
    std::unordered_map<string_view, std::vector<std::pair<string_view, std::size_t>>> by_first;
    for (std::size_t i = 0; i < world_.all.size(); ++i) {
      const Named& each = world_.all[i];
      if (each.name.empty()) continue;
      by_first[characters(each.name).front()].push_back({each.name, i});
      for (const string& spelling : each.spellings)
        by_first[characters(spelling).front()].push_back({spelling, i});
    }
    for (auto& [first, list] : by_first) {
      std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
        return a.first.size() > b.first.size();
      });
    }
    for (std::size_t at = 0; at < text_.size();) {
      const std::size_t bytes = std::min(code_point_bytes(text_[at]), text_.size() - at);
      const auto list = by_first.find(text_.substr(at, bytes));
      std::size_t next = at + bytes;
      if (list != by_first.end()) {
        for (const auto& [name, who] : list->second) {
          if (!text_.substr(at).starts_with(name) || goes_on(name, at + name.size())) continue;
          if (name.size() == 6 && name.ends_with("某") && body_at(by_first, at + 3)) continue;
          world_.places.push_back({at, at + name.size(), who, name == world_.all[who].name});
          next = at + name.size();
          break;
        }
      }
      at = next;
    }
  }

  // 主张某职业学校 holds no 张某.
  template <typename Names>
  bool body_at(const Names& by_first, std::size_t at) const {
    const auto list = by_first.find(text_.substr(at, 3));
    return list != by_first.end() &&
           std::any_of(list->second.begin(), list->second.end(), [&](const auto& each) {
             return tasks::organisation(each.first) && text_.substr(at).starts_with(each.first);
           });
  }

  // 张某 is not 张某某.
  bool goes_on(string_view name, std::size_t end) const {
    if (!masked(name)) return false;
    const string_view behind = text_.substr(end);
    if (organisation(name)) return false;
    return begins_with_word(behind, words("name_goes_on")) &&
           !begins_with_word(behind, words("reference_after_mask"));
  }

  const CaseView& view_;
  string_view text_;
  World world_;
  std::map<string, std::size_t, std::less<>> known_;
  bool headed_ = false;
  std::size_t heads_ = 0;  // of World::all, the parties of the head
};

}  // namespace

std::size_t World::place_before(std::size_t offset) const {
  const auto after =
      std::upper_bound(places.begin(), places.end(), offset,
                       [](std::size_t value, const NamedPlace& each) { return value < each.end; });
  return after == places.begin() ? segmenter::kNone
                                 : static_cast<std::size_t>(after - places.begin()) - 1;
}

World find_named(const CaseView& view) {
  return Census(view).take();
}

}  // namespace proviso::tasks
