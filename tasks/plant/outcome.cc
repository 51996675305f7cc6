#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "tasks/plant/families.h"
#include "tasks/plant/slips.h"

namespace proviso::tasks::planting {
namespace {

bool dismisses(string_view item) {
  return item.find("驳回") != string_view::npos;
}

// 予以支持 -> 不予支持 where the sentence names a thing that an item orders.
struct Support {
  Span sentence;  // from stop to stop
  Span words;     // 予以支持
  Span item;      // the item that orders it
  Span thing;     // what it names
};

std::vector<Support> supports(const Ground& ground) {
  static const RE2 support("本院(?:依法)?(?:予以|应予)支持");
  static const RE2 wish("请求|要求|主张|诉请|诉求");
  static const RE2 quoted("人民法院|规定[:：]|不予|部分|辩|被告的?主张|高于|如果");
  // 违法解除劳动合同赔偿金 asks for no ending, 离婚协议 for no divorce.
  static const RE2 only_of_what(
      "^(?:劳动|合同|关系|与被告|的)*(?:协议|通知|手续|证明|赔偿金|经济补偿)");
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
        const string_view behind = ground.text.substr(name.end, sentence.end - name.end);
        if (RE2::PartialMatch(re2::StringPiece(behind.data(), behind.size()), only_of_what))
          continue;
        const auto item = std::find_if(ground.items.begin(), ground.items.end(), [&](Span each) {
          const string_view its = ground.text.substr(each.start, each.size());
          return !dismisses(its) && its.find(word) != string_view::npos;
        });
        if (item == ground.items.end()) continue;
        found.push_back({sentence, words, *item, name});
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
  // Another order on the same thing would still be there.
  for (std::size_t i = 0; i < ground.items.size(); ++i) {
    const string_view its = ground.words(ground.items[i]);
    if (i != index && !dismisses(its) && its.find(ground.words(support.thing)) != string_view::npos)
      return std::nullopt;
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

}  // namespace

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

std::optional<Planted> plant_dropped_claim(const Ground& ground, Dice& dice) {
  std::vector<Support> found = supports(ground);
  dice.shuffle(found);
  for (const Support& support : found) {
    auto planted = dropped_item(ground, support);
    if (!planted) continue;
    planted->kind = "dropped_claim";
    return planted;
  }
  return std::nullopt;
}

// What was asked for and awarded in full is awarded with more, by reasoning and disposition alike.
std::optional<Planted> plant_excess_award(const Ground& ground, Dice& dice) {
  if (ground.structure.kind != segmenter::Kind::kZhCivil) return std::nullopt;
  static const RE2 amount("[1-9][0-9]{3,}(?:\\.[0-9]{1,2})?元");
  // Asked by a party; what the court says behind the wish is no longer asked.
  static const RE2 wish(
      "(?:请求|诉请|要求|主张|判令)(?:[^。；本酌支约不无]|本金|本息|支付|支出|支取)*$");
  // What a court gives children and spouses is not bound by what was asked.
  static const RE2 not_bound("抚养费|抚育费|生活费|分割|转账|借款给|接受|共接受|取款");
  const auto wished = [&](Span place) {
    const string_view ahead = ground.words({ground.sentence(place).start, place.start});
    return RE2::PartialMatch(re2::StringPiece(ahead.data(), ahead.size()), wish);
  };
  // 2、判令被告支付…: an item of the claims has its word of asking in the line before.
  static const RE2 item("^\\s*(?:[（(]?[0-9一二三四五六七八九十]{1,2}[)）]?[、.．：:]|判令|要求)");
  const auto listed = [&](Span place) {
    const string_view own = ground.words(ground.sentence(place));
    return RE2::PartialMatch(re2::StringPiece(own.data(), own.size()), item);
  };
  const auto whole = [&](Span place) {
    const char ahead = place.start > 0 ? ground.text[place.start - 1] : ' ';
    return ahead != '.' && ahead != ',' && (ahead < '0' || ahead > '9');
  };
  std::vector<std::pair<Span, Span>> pairs;
  for (const Span& part : ground.disposition) {
    for (const Span& later : matches(ground.text, part, amount)) {
      const string_view around = ground.words(ground.clause(later));
      if (!whole(later) ||
          RE2::PartialMatch(re2::StringPiece(around.data(), around.size()), not_bound))
        continue;
      for (const auto* parts : {&ground.claims, &ground.before})
        for (const Span& asked : ground.places(*parts, ground.words(later)))
          if (whole(asked) && (wished(asked) || (parts == &ground.claims && listed(asked))))
            pairs.emplace_back(later, asked);
    }
  }
  dice.shuffle(pairs);
  for (const auto& [later, asked] : pairs) {
    const string_view old = ground.words(later);
    std::string now(old);
    const std::size_t at = dice.below(2);
    if (now[at] == '9') continue;
    now[at] = static_cast<char>(now[at] + 1);
    if (ground.text.find(now) != string_view::npos) continue;
    std::vector<Edit> edits;
    for (const auto* parts : {&ground.disposition, &ground.reasoning})
      for (const Span& each : ground.places(*parts, old))
        if (whole(each) && !(each == asked) && (parts == &ground.disposition || !wished(each)))
          edits.push_back({each, now});
    return apply(ground.text, std::move(edits), "excess_award", ground.clause(later),
                 ground.clause(asked));
  }
  return std::nullopt;
}

}  // namespace proviso::tasks::planting
