#include "tasks/checks/sides.h"

#include <algorithm>

#include "tasks/checks/names.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

constexpr string_view kCounter = "反诉";

char other(char side) {
  return side == kPlaintiff ? kDefendant : side == kDefendant ? kPlaintiff : side;
}

char side_of(string_view role) {
  if (role.starts_with(kCounter)) return other(side_of(role.substr(kCounter.size())));
  if (role.find("原告") != role.npos) return kPlaintiff;
  if (role.find("被告") != role.npos) return kDefendant;
  return role.find("第三人") != role.npos ? kThirdParty : '\0';
}

// The first role counts: 原告(反诉被告).
char side_of(const std::vector<std::string>& roles) {
  for (const std::string& role : roles)
    if (const char side = side_of(role); side != 0) return side;
  return 0;
}

// 鼎丰置业 of 江海市鼎丰置业有限公司.
std::string core_of(string_view name) {
  constexpr std::size_t kLongestPlace = 21;  // bytes
  constexpr std::size_t kShortest = 6;
  std::size_t from = 0;
  for (const string_view place : {"省", "市", "区", "县"}) {
    const std::size_t at = name.substr(0, kLongestPlace).rfind(place);
    if (at != name.npos && at > 0) from = std::max(from, at + place.size());
  }
  std::size_t to = name.size();
  for (const string_view form : {"股份有限公司", "有限责任公司", "有限公司", "集团", "公司"})
    to = std::min(to, name.find(form));
  if (to < from + kShortest) from = 0;
  return to >= from + kShortest ? std::string(name.substr(from, to - from)) : std::string();
}

}  // namespace

std::size_t SidedText::mark(std::size_t at) const {
  return static_cast<std::size_t>(
      std::count_if(said.begin(), said.begin() + static_cast<std::ptrdiff_t>(at), is_side));
}

Sides::Sides(const CaseView& view, const Cast& cast) : view_(view) {
  constexpr std::size_t kMost = 64;
  constexpr std::size_t kSexWithin = 48;  // bytes behind the name
  for (const CastMember& member : cast.members) {
    const char side = side_of(member.roles);
    if (side == 0 || people_.size() == kMost) continue;
    const string_view behind = view.text.substr(member.span.end, kSexWithin);
    const std::size_t line = std::min(behind.find('\n'), behind.size());
    string_view sex;
    for (const string_view each : {"男", "女"})
      if (behind.substr(0, line).find(each) != string_view::npos && sex.empty()) sex = each;
    people_.push_back({member.words, side, sex});
    const std::size_t person = people_.size() - 1;
    add(member.words, person);
    for (const segmenter::Party& party : view.structure.parties) {
      if (!(party.span == member.span)) continue;
      for (const std::string& alias : party.aliases) add(fold(alias).text, person);
    }
  }
  const std::size_t full = names_.size();
  for (std::size_t i = 0; i < people_.size(); ++i) add_short_names(i);
  // A short name that somebody bears in full, or two sides share, tells nobody.
  for (std::size_t i = full; i < names_.size(); ++i)
    for (std::size_t j = 0; j < names_.size(); ++j)
      if (j != i && names_[j].words == names_[i].words && names_[j].side != names_[i].side)
        names_[i].side = names_[j].side = 0;
  std::erase_if(names_, [](const Name& each) { return each.side == 0; });
  for (const auto& [words, side] : {std::pair<const char*, char>{"原告(反诉被告)", kPlaintiff},
                                    {"被告(反诉原告)", kDefendant},
                                    {"反诉被告(原告)", kPlaintiff},
                                    {"反诉原告(被告)", kDefendant},
                                    {"反诉被告", kPlaintiff},
                                    {"反诉原告", kDefendant},
                                    {"本诉原告", kPlaintiff},
                                    {"本诉被告", kDefendant},
                                    {"原告", kPlaintiff},
                                    {"被告", kDefendant},
                                    {"第三人", kThirdParty}})
    names_.push_back({words, side, all(side), true});
  std::stable_sort(names_.begin(), names_.end(),
                   [](const Name& a, const Name& b) { return a.words.size() > b.words.size(); });
}

std::uint64_t Sides::all(char side) const {
  std::uint64_t who = 0;
  for (std::size_t i = 0; i < people_.size(); ++i)
    if (people_[i].side == side) who |= std::uint64_t{1} << i;
  return who;
}

void Sides::add(const std::string& words, std::size_t person) {
  constexpr std::size_t kShortest = 6;  // bytes
  if (words.size() < kShortest) return;
  const std::uint64_t bit = std::uint64_t{1} << person;
  for (Name& each : names_) {
    if (each.words != words || each.side != people_[person].side) continue;
    each.who |= bit;
    return;
  }
  names_.push_back({words, people_[person].side, bit, false});
}

void Sides::add_short_names(std::size_t person) {
  const std::string& name = people_[person].name;
  if (!organisation(name) && name.find("公司") == std::string::npos) return;
  const std::string core = core_of(name);
  constexpr std::size_t kTwo = 6;  // bytes
  constexpr std::size_t kFour = 12;
  if (core.size() >= kFour) add(core + "公司", person), add(core, person);
  if (core.size() > kTwo) add(core.substr(0, kTwo) + "公司", person);
  if (core.size() > kFour) add(core.substr(0, kFour) + "公司", person);
  if (name.find("保险") == std::string::npos) return;
  add("保险公司", person);
  if (core.size() <= kTwo) return;
  for (const char* kind : {"财险", "保险", "人寿", "人保", "产险"})
    add(core.substr(0, kTwo) + kind, person);
}

const Sides::Name* Sides::name_at(string_view rest) const {
  const auto name = std::find_if(names_.begin(), names_.end(), [&](const Name& each) {
    return each.words.front() == rest.front() && rest.starts_with(each.words) &&
           (each.role || !masked(each.words) ||
            !begins_with_word(rest.substr(each.words.size()), words("name_goes_on")));
  });
  return name == names_.end() ? nullptr : &*name;
}

SidedText Sides::read(string_view piece) const {
  const auto start = static_cast<std::size_t>(piece.data() - view_.text.data());
  return read(Span{start, start + piece.size()});
}

SidedText Sides::read(Span span) const {
  const std::size_t from = view_.folded.folded(span.start);
  const string_view said =
      string_view(view_.folded.text).substr(from, view_.folded.folded(span.end) - from);
  SidedText read;
  bool after_role = false;  // the last byte was a role word: 原告 of 原告甲
  for (std::size_t at = 0; at < said.size();) {
    const Name* name = name_at(said.substr(at));
    if (name == nullptr) {
      const std::size_t bytes = std::min(code_point_bytes(said[at]), said.size() - at);
      read.said += said.substr(at, bytes);
      at += bytes;
      continue;
    }
    at += name->words.size();
    string_view tail(read.said);
    bool listed = false;
    for (const string_view joint : {"、", "和", "与", "及", "以及"})
      if (tail.ends_with(joint)) {
        tail.remove_suffix(joint.size());
        listed = true;
      }
    if (!tail.empty() && tail.back() == name->side) {
      read.said.resize(tail.size());
      // 甲、乙 are two, 原告甲 is 甲 alone; in 甲、被告乙 the word adds nobody.
      const bool told_by_name = !listed && after_role && !name->role;
      const bool idle = name->role && read.named.back();
      if (told_by_name)
        read.who.back() = name->who;
      else if (!idle)
        read.who.back() |= name->who;
      read.named.back() = read.named.back() || !name->role;
      if (listed && name->role) {
        // 甲、被告乙: the name that follows is added, the word alone would be all of the side.
        after_role = false;
        continue;
      }
    } else {
      read.said += name->side;
      read.who.push_back(name->who);
      read.named.push_back(!name->role);
    }
    after_role = name->role;
  }
  return read;
}

}  // namespace proviso::tasks
