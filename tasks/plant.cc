#include "tasks/plant.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

namespace proviso::tasks {
namespace {

using segmenter::Level;
using segmenter::Span;
using segmenter::Structure;
using segmenter::Tag;
using std::string_view;

constexpr std::array<string_view, 3> kKinds{"amount", "party", "outcome"};

// SplitMix64 (Steele, Lea, Flood 2014): the same numbers on every machine.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
  }
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(next() % count); }
  bool chance(std::size_t percent) { return below(100) < percent; }
  template <typename T>
  void shuffle(std::vector<T>& list) {
    for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[below(i)]);
  }

 private:
  std::uint64_t state_;
};

std::size_t bytes_at(string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  return lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

std::vector<std::string> characters(string_view text) {
  std::vector<std::string> list;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t bytes = std::min(bytes_at(text, at), text.size() - at);
    list.emplace_back(text.substr(at, bytes));
    at += bytes;
  }
  return list;
}

std::string join(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& each : list) text += each;
  return text;
}

std::vector<Span> matches(string_view text, Span within, const RE2& pattern) {
  std::vector<Span> found;
  const re2::StringPiece whole(text.data(), text.size());
  re2::StringPiece match;
  std::size_t at = within.start;
  while (at < within.end && pattern.Match(whole, at, within.end, RE2::UNANCHORED, &match, 1)) {
    const auto start = static_cast<std::size_t>(match.data() - text.data());
    found.push_back({start, start + match.size()});
    at = start + std::max<std::size_t>(match.size(), 1);
  }
  return found;
}

bool masked(string_view name) {
  for (const string_view mask : {"某", "×", "*", "＊", "X", "x", "Ｘ"}) {
    if (name.find(mask) != string_view::npos) return true;
  }
  return false;
}

// The document with one replacement; where the pieces lie afterwards.
struct Edit {
  Span old;
  std::string now;
};

Span moved(Span span, const Edit& edit) {
  const auto shift = [&](std::size_t offset, bool end) {
    if (offset < edit.old.start || (offset == edit.old.start && !end)) return offset;
    if (offset >= edit.old.end) return offset - edit.old.size() + edit.now.size();
    return end ? edit.old.start + edit.now.size() : edit.old.start;
  };
  return {shift(span.start, false), shift(span.end, true)};
}

Planted apply(string_view text, const Edit& edit, string_view kind, Span quote, Span other) {
  Planted planted;
  planted.text = std::string(text.substr(0, edit.old.start)) + edit.now +
                 std::string(text.substr(edit.old.end));
  planted.kind = kind;
  planted.quote = moved(quote, edit);
  planted.other = moved(other, edit);
  return planted;
}

// What the judgment offers.
struct Ground {
  Ground(string_view document, const Structure& its_structure)
      : text(document), structure(its_structure) {
    for (const segmenter::Section& each : structure.sections) {
      if (each.level != Level::kThis) continue;
      if (each.tag == Tag::kDisposition) disposition.push_back(each.span);
      if (each.tag == Tag::kCosts) costs.push_back(each.span);
      if (each.tag == Tag::kReasoning) reasoning.push_back(each.span);
      if (each.tag == Tag::kFacts) facts.push_back(each.span);
    }
    for (const segmenter::Item& item : structure.items) {
      if (item.kind != segmenter::ItemKind::kDisposition ||
          item.section >= structure.sections.size())
        continue;
      if (structure.sections[item.section].level == Level::kThis)
        items.push_back(trimmed(item.span));
    }
    if (items.empty()) items = disposition;
    parties = structure.parties;
    if (parties.empty()) parties_named();
  }

  // A judgment without its head: whom facts and reasoning call 原告 or 被告 by name twice and more,
  // never the one and the other.
  void parties_named() {
    static const RE2 named(
        "(原告|被告)(\\p{Han}{4,26}?(?:公司|银行|支行|分行|合作社|医院|学校|中心|委员会|厂|店)|"
        "\\p{Han}{2,4}?)(?:、|，|。|；|：|（|于|应|在|向|与|和|及|的|支付|偿还|赔偿|返还|给付|承担|"
        "负担|主张|要求|请求|提交|提供|签订|之间|系|对|借|欠|共同)");
    static const RE2 no_name(
        "原告|被告|第三人|本院|人民法院|["
        "应未已于在向与和及对的并又还不无因自均各共按系是依所双方主提辩请要支返"
        "赔偿承认诉答签合逾没有为而且若如亦也购买付款就以其后前此该]");
    struct Seen {
      Span span;
      std::size_t plaintiff = 0, defendant = 0;
    };
    std::map<std::string, Seen> seen;
    const re2::StringPiece whole(text.data(), text.size());
    for (const auto* part : {&facts, &reasoning}) {
      for (const Span& within : *part) {
        re2::StringPiece groups[3];
        for (std::size_t at = within.start;
             at < within.end && named.Match(whole, at, within.end, RE2::UNANCHORED, groups, 3);) {
          const auto start = static_cast<std::size_t>(groups[2].data() - text.data());
          at = start;
          const std::string name(groups[2].data(), groups[2].size());
          const bool person = name.size() <= 12;
          if (RE2::PartialMatch(person ? name : name.substr(0, 6), no_name)) continue;
          Seen& who = seen[name];
          if (who.span.end == 0) who.span = {start, start + name.size()};
          ++(groups[1] == "原告" ? who.plaintiff : who.defendant);
        }
      }
    }
    for (const auto& [name, who] : seen) {
      if (who.plaintiff + who.defendant < 2 || (who.plaintiff > 0 && who.defendant > 0)) continue;
      segmenter::Party party;
      party.name = name;
      party.roles = {who.plaintiff > 0 ? "原告" : "被告"};
      party.span = who.span;
      parties.push_back(party);
    }
  }

  Span trimmed(Span span) const {
    while (span.end > span.start && (text[span.end - 1] == '\n' || text[span.end - 1] == ' '))
      --span.end;
    return span;
  }

  // From stop to stop around a place, never across a line.
  Span clause(Span inside) const {
    static const RE2 stop("[。；;，,：:\\n]");
    std::size_t line = text.rfind('\n', inside.start == 0 ? 0 : inside.start - 1);
    line = line == string_view::npos ? 0 : line + 1;
    Span clause{line, text.size()};
    for (const Span& each : matches(text, {line, inside.start}, stop)) {
      if (!inside_figure(each)) clause.start = each.end;
    }
    const std::size_t line_end = std::min(text.find('\n', inside.end), text.size());
    clause.end = line_end;
    for (const Span& each : matches(text, {inside.end, line_end}, stop)) {
      if (inside_figure(each)) continue;
      clause.end = each.start;
      break;
    }
    return clause;
  }

  bool inside_figure(Span stop) const {
    const auto digit = [&](std::size_t at) {
      return at < text.size() && text[at] >= '0' && text[at] <= '9';
    };
    return stop.start > 0 && digit(stop.start - 1) && digit(stop.end);
  }

  string_view text;
  const Structure& structure;
  std::vector<segmenter::Party> parties;
  std::vector<Span> disposition, costs, reasoning, facts, items;
};

// A slip of the hand in an Arabic amount ("12500.50元", "3.5万元"); empty where this slip does not
// apply.
std::string slip(string_view amount, Dice& dice) {
  std::string changed(amount);
  std::vector<std::size_t> digits;
  for (std::size_t i = 0; i < changed.size(); ++i) {
    if (changed[i] >= '0' && changed[i] <= '9') digits.push_back(i);
  }
  if (digits.size() < 2) return {};
  const std::size_t way = dice.below(10);
  if (way < 5) {  // one digit
    const std::size_t at = digits[dice.below(digits.size())];
    const char old = changed[at];
    char now = old;
    while (now == old || (at == digits.front() && now == '0'))
      now = static_cast<char>('0' + dice.below(10));
    changed[at] = now;
  } else if (way < 8) {  // neighbours exchanged
    const std::size_t first = dice.below(digits.size() - 1);
    if (changed[digits[first]] == changed[digits[first + 1]]) return {};
    std::swap(changed[digits[first]], changed[digits[first + 1]]);
    if (changed[digits.front()] == '0') return {};
  } else if (way == 8) {  // a digit doubled or lost
    const std::size_t at = digits[1 + dice.below(digits.size() - 1)];
    if (changed.find(',') != std::string::npos) return {};
    if (dice.chance(50)) {
      changed.insert(at, 1, changed[at]);
    } else {
      changed.erase(at, 1);
      if (changed.find(".元") != std::string::npos || changed.find(".万") != std::string::npos)
        return {};
    }
  } else {  // 万 lost or put in
    const std::size_t wan = changed.find("万");
    if (wan != std::string::npos) {
      changed.erase(wan, std::string("万").size());
    } else {
      changed.insert(changed.find("元"), "万");
    }
  }
  return changed == amount ? std::string() : changed;
}

std::optional<Planted> plant_amount(const Ground& ground, Dice& dice) {
  static const RE2 amount("[1-9][0-9]*(?:,[0-9]{3})*(?:\\.[0-9]{1,6})?(?:万|亿)?元");
  std::vector<std::pair<Span, std::vector<Span>>>
      pairs;  // in the disposition, the same figure before it
  std::vector<Span> earlier;
  for (const auto* part : {&ground.reasoning, &ground.facts}) {
    for (const Span& span : *part) {
      for (const Span& each : matches(ground.text, span, amount)) earlier.push_back(each);
    }
  }
  const auto words = [&](Span span) { return ground.text.substr(span.start, span.size()); };
  for (const Span& part : ground.disposition) {
    for (const Span& later : matches(ground.text, part, amount)) {
      if (later.start > 0 &&
          (ground.text[later.start - 1] == '.' || ground.text[later.start - 1] == ','))
        continue;
      std::vector<Span> same;
      for (const Span& each : earlier) {
        if (each.end <= part.start && words(each) == words(later)) same.push_back(each);
      }
      if (!same.empty()) pairs.emplace_back(later, std::move(same));
    }
  }
  dice.shuffle(pairs);
  for (auto& [later, same] : pairs) {
    const bool change_earlier = same.size() == 1 && dice.chance(30);
    const Span other = same[dice.below(same.size())];
    const Span place = change_earlier ? other : later;
    for (int attempt = 0; attempt < 8; ++attempt) {
      const std::string now = slip(words(place), dice);
      // Nothing is contradicted when the new figure stands in the document too.
      if (now.empty() || ground.text.find(now) != string_view::npos) continue;
      return apply(ground.text, {place, now}, "amount", ground.clause(later), ground.clause(other));
    }
  }
  return std::nullopt;
}

// A name with a slip; empty where it does not apply. Characters come from the document, so that
// they are plausible.
std::string misspell(string_view name, string_view text, Dice& dice) {
  std::vector<std::string> list = characters(name);
  const std::string company = "公司";
  if (name.ends_with(company)) {
    std::string changed(name);
    const std::size_t limited = changed.find("有限公司");
    const std::size_t liable = changed.find("有限责任公司");
    switch (dice.below(4)) {
      case 0:
        if (liable != std::string::npos) return changed.erase(liable + 6, 6);
        if (limited != std::string::npos && changed.find("股份") == std::string::npos) {
          return changed.insert(limited + 6, "责任");
        }
        return {};
      case 1: {
        const std::size_t city = changed.find("市");
        return city == std::string::npos ? std::string() : changed.erase(city, 3);
      }
      case 2:
        if (list.size() < 8) return {};
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(2 + dice.below(list.size() - 7)));
        return join(list);
      default:
        if (list.size() < 8) return {};
        std::swap(list[2], list[3]);
        return list[2] == list[3] ? std::string() : join(list);
    }
  }
  if (list.size() < 2 || list.size() > 4) return {};
  static const RE2 given("(?:原告|被告|证人|法定代表人|负责人)[:：]?(\\p{Han}{2,3})");
  std::vector<Span> names = matches(text, {0, text.size()}, given);
  if (names.empty()) return {};
  const Span drawn = names[dice.below(names.size())];
  const std::vector<std::string> source = characters(text.substr(drawn.start, drawn.size()));
  std::string& changed = list[1 + dice.below(list.size() - 1)];
  if (source.empty() || source.back() == changed || masked(source.back())) return {};
  changed = source.back();
  return join(list);
}

std::optional<Planted> misspelt_party(const Ground& ground, Dice& dice) {
  struct Place {
    Span later, head;
  };
  std::vector<Place> places;
  for (const segmenter::Party& party : ground.parties) {
    if (party.name.size() < 6 || masked(party.name)) continue;
    for (const auto* part : {&ground.disposition, &ground.costs}) {
      for (const Span& span : *part) {
        const string_view words = ground.text.substr(span.start, span.size());
        for (std::size_t at = words.find(party.name); at != string_view::npos;
             at = words.find(party.name, at + 1)) {
          places.push_back({{span.start + at, span.start + at + party.name.size()}, party.span});
        }
      }
    }
  }
  dice.shuffle(places);
  for (const Place& place : places) {
    const string_view name = ground.text.substr(place.later.start, place.later.size());
    for (int attempt = 0; attempt < 6; ++attempt) {
      const std::string now = misspell(name, ground.text, dice);
      if (now.empty() || ground.text.find(now) != string_view::npos) continue;
      return apply(ground.text, {place.later, now}, "party", ground.clause(place.later),
                   ground.clause(place.head));
    }
  }
  return std::nullopt;
}

// 被告甲给付原告乙 -> 原告甲给付被告乙, in one clause of an item or of the costs.
std::optional<Planted> exchanged_roles(const Ground& ground, Dice& dice) {
  static const RE2 role("(?:反诉)?(?:原告|被告)");
  std::vector<std::pair<Span, Span>> places;
  for (const segmenter::Party& party : ground.parties) {
    if (party.name.size() < 6 || party.roles.empty()) continue;
    for (const string_view word : {"原告", "被告"}) {
      if (party.roles.front() != word || party.roles.size() > 1) continue;
      const std::string written = std::string(word) + party.name;
      for (const auto* part : {&ground.disposition, &ground.costs}) {
        for (const Span& span : *part) {
          const string_view words = ground.text.substr(span.start, span.size());
          const std::size_t at = words.find(written);
          if (at == string_view::npos) continue;
          places.push_back({{span.start + at, span.start + at + word.size()}, party.span});
        }
      }
    }
  }
  if (places.empty()) return std::nullopt;
  const auto [later, head] = places[dice.below(places.size())];
  const bool plaintiff = ground.text.substr(later.start, later.size()) == "原告";
  return apply(ground.text, {later, plaintiff ? "被告" : "原告"}, "party", ground.clause(later),
               ground.clause(head));
}

// 被告甲向原告乙支付 -> 原告乙向被告甲支付, in an item of the disposition.
std::optional<Planted> reversed_sides(const Ground& ground, Dice& dice) {
  struct Sides {
    Span payer, payee, other;
  };
  std::vector<Sides> places;
  for (const segmenter::Party& payer : ground.parties) {
    for (const segmenter::Party& payee : ground.parties) {
      if (payer.roles != std::vector<std::string>{"被告"}) continue;
      if (payee.roles != std::vector<std::string>{"原告"}) continue;
      const std::string debtor = "被告" + payer.name;
      const std::string creditor = "原告" + payee.name;
      for (const Span& item : ground.items) {
        const string_view words = ground.text.substr(item.start, item.size());
        const std::size_t first = words.find(debtor);
        const std::size_t second = words.find(creditor);
        if (first == string_view::npos || second == string_view::npos || second < first) continue;
        if (words.substr(first + debtor.size()).starts_with("、")) continue;
        places.push_back({{item.start + first, item.start + first + debtor.size()},
                          {item.start + second, item.start + second + creditor.size()},
                          payer.span});
      }
    }
  }
  if (places.empty()) return std::nullopt;
  const Sides& place = places[dice.below(places.size())];
  const auto words = [&](std::size_t start, std::size_t end) {
    return std::string(ground.text.substr(start, end - start));
  };
  const Span whole{place.payer.start, place.payee.end};
  const std::string now = words(place.payee.start, place.payee.end) +
                          words(place.payer.end, place.payee.start) +
                          words(place.payer.start, place.payer.end);
  return apply(ground.text, {whole, now}, "party", whole, ground.clause(place.other));
}

std::optional<Planted> plant_party(const Ground& ground, Dice& dice) {
  const bool roles_first = dice.chance(30);
  if (roles_first && dice.chance(50)) {
    if (auto planted = reversed_sides(ground, dice)) return planted;
  }
  if (roles_first) {
    if (auto planted = exchanged_roles(ground, dice)) return planted;
  }
  if (auto planted = misspelt_party(ground, dice)) return planted;
  return exchanged_roles(ground, dice);
}

bool dismisses(string_view item) {
  return item.find("驳回") != string_view::npos;
}

// 予以支持 -> 不予支持 where the sentence names a thing that an item orders.
struct Support {
  Span sentence;  // from stop to stop
  Span words;     // 予以支持
  Span item;      // the item that orders it
};

std::vector<Support> supports(const Ground& ground) {
  static const RE2 support("本院(?:依法)?(?:予以|应予)支持");
  static const RE2 wish("请求|要求|主张|诉请|诉求");
  static const RE2 quoted("人民法院|规定[:：]|不予|部分");
  static const RE2 thing(
      "(?:违约金|利息|罚息|律师(?:代理)?费|货款|借款本金|借款|租金|工程款|医疗费|误工费|护理费|"
      "营养费|交通费|鉴定费|残疾赔偿金|"
      "死亡赔偿金|丧葬费|精神损害抚慰金|精神抚慰金|住院伙食补助费|工资|经济补偿金?|赔偿金|物业(?:"
      "服务|管理)?费|保证金|定金|"
      "损失|连带|优先受偿|抚养费|离婚|解除|返还)");
  static const RE2 stop("[。；\\n]");
  std::vector<Support> found;
  for (const Span& part : ground.reasoning) {
    for (const Span& words : matches(ground.text, part, support)) {
      Span sentence{part.start, part.end};
      for (const Span& each : matches(ground.text, {part.start, words.start}, stop))
        sentence.start = each.end;
      const std::vector<Span> ends = matches(ground.text, {words.end, part.end}, stop);
      if (!ends.empty()) sentence.end = ends.front().start;
      const string_view written = ground.text.substr(sentence.start, sentence.size());
      const re2::StringPiece piece(written.data(), written.size());
      if (!RE2::PartialMatch(piece, wish) || RE2::PartialMatch(piece, quoted)) continue;
      for (const Span& name : matches(ground.text, {sentence.start, words.start}, thing)) {
        const string_view word = ground.text.substr(name.start, name.size());
        const auto item = std::find_if(ground.items.begin(), ground.items.end(), [&](Span each) {
          const string_view its = ground.text.substr(each.start, each.size());
          return !dismisses(its) && its.find(word) != string_view::npos;
        });
        if (item == ground.items.end()) continue;
        found.push_back({sentence, words, *item});
        break;
      }
    }
  }
  return found;
}

// Strikes an ordered item and counts the later ones anew.
std::optional<Planted> dropped_item(const Ground& ground, const Support& support) {
  static constexpr std::array<string_view, 10> kMarks{"一、", "二、", "三、", "四、", "五、",
                                                      "六、", "七、", "八、", "九、", "十、"};
  const auto at = std::find(ground.items.begin(), ground.items.end(), support.item);
  const auto index = static_cast<std::size_t>(at - ground.items.begin());
  if (ground.items.size() < 3 || ground.items.size() > kMarks.size()) return std::nullopt;
  for (std::size_t i = 0; i < ground.items.size(); ++i) {
    if (!ground.text.substr(ground.items[i].start).starts_with(kMarks[i])) return std::nullopt;
  }
  const std::size_t last = ground.items.size() - 1;
  if (index == last || support.sentence.end > support.item.start) return std::nullopt;
  Edit edit{{support.item.start, ground.items[last].end}, {}};
  Span rest{edit.old.start, 0};
  for (std::size_t i = index + 1; i <= last; ++i) {
    const std::size_t end = i < last ? ground.items[i + 1].start : ground.items[last].end;
    if (i == last) rest.start = edit.old.start + edit.now.size();
    edit.now += kMarks[i - 1];
    edit.now += ground.text.substr(ground.items[i].start + kMarks[i].size(),
                                   end - ground.items[i].start - kMarks[i].size());
  }
  rest.end = edit.old.start + edit.now.size();
  Planted planted = apply(ground.text, edit, "outcome", support.sentence, support.sentence);
  planted.quote = rest;
  return planted;
}

std::optional<Planted> refused(const Ground& ground, const Support& support) {
  std::string words(ground.text.substr(support.words.start, support.words.size()));
  const std::size_t at = words.find(words.find("予以") != std::string::npos ? "予以" : "应予");
  words.replace(at, 6, "不予");
  return apply(ground.text, {support.words, words}, "outcome", support.item, support.sentence);
}

// The one ordered item turned into a dismissal of everything.
std::optional<Planted> dismissed(const Ground& ground, const Support& support) {
  std::size_t ordered = 0;
  for (const Span& item : ground.items) {
    if (!dismisses(ground.text.substr(item.start, item.size()))) ++ordered;
  }
  if (ordered != 1 || ground.items.size() > 2 ||
      support.sentence.end > ground.items.front().start) {
    return std::nullopt;
  }
  std::string plaintiff = "原告";
  for (const segmenter::Party& party : ground.parties) {
    if (!party.roles.empty() && party.roles.front().find("原告") != std::string::npos) {
      plaintiff += party.name;
      break;
    }
  }
  const Span old{ground.items.front().start, ground.items.back().end};
  Edit edit{old, "驳回" + plaintiff + "的全部诉讼请求。"};
  Planted planted = apply(ground.text, edit, "outcome", support.sentence, support.sentence);
  planted.quote = {old.start, old.start + edit.now.size()};
  return planted;
}

// 上诉请求不能成立 … 维持原判: the appeal is said to be well founded and dismissed all the same.
std::optional<Planted> appeal(const Ground& ground, Dice& dice) {
  static const RE2 unfounded(
      "上诉(?:请求|理由|主张)(?:和理由|及理由)?(?:均)?(?:不能成立|不成立|缺乏[^，。；]{0,20}依据)(?"
      ":，(?:本院)?(?:应予驳回|不予支持|"
      "应当予以驳回|依法应予驳回))?");
  for (const Span& item : ground.items) {
    const std::size_t at = ground.text.substr(item.start, item.size()).find("驳回上诉");
    if (at == string_view::npos) continue;
    std::vector<Span> places;
    for (const Span& part : ground.reasoning) {
      for (const Span& each : matches(ground.text, part, unfounded)) places.push_back(each);
    }
    if (places.empty()) return std::nullopt;
    const Span place = dice.chance(70) ? places.back() : places[dice.below(places.size())];
    return apply(ground.text, {place, "上诉请求成立，本院予以支持"}, "outcome", item,
                 ground.clause(place));
  }
  return std::nullopt;
}

std::optional<Planted> plant_outcome(const Ground& ground, Dice& dice) {
  std::vector<Support> found = supports(ground);
  dice.shuffle(found);
  for (const Support& support : found) {
    const std::size_t way = dice.below(10);
    std::optional<Planted> planted;
    if (way < 3) planted = dropped_item(ground, support);
    if (way >= 3 && way < 6) planted = dismissed(ground, support);
    if (!planted && support.sentence.end <= support.item.start) planted = refused(ground, support);
    if (planted) return planted;
  }
  return appeal(ground, dice);
}

}  // namespace

std::span<const string_view> plant_kinds() {
  return kKinds;
}

std::optional<Planted> plant(string_view text, const Structure& structure, string_view kind,
                             std::uint64_t seed) {
  const Ground ground(text, structure);
  if (ground.disposition.empty() || ground.reasoning.empty()) return std::nullopt;
  Dice dice(seed);
  if (kind == "amount") return plant_amount(ground, dice);
  if (kind == "party") return plant_party(ground, dice);
  return plant_outcome(ground, dice);
}

}  // namespace proviso::tasks
