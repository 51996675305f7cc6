#include "tasks/checks/allotted.h"

#include <re2/re2.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "tasks/checks/cast.h"
#include "tasks/checks/names.h"
#include "tasks/checks/sides.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

// 婚生女由原告抚养: what goes to whom.
struct Allotment {
  std::string object;  // the words that name it
  char side = 0;
  bool care = false;
  Span span;  // in the document: the sentence or item
};

class Allotments {
 public:
  Allotments(const JudgmentView& judgment, std::vector<Finding>& findings)
      : ruling_(judgment.ruling),
        cast_(judgment.cast),
        sides_(judgment.sides),
        findings_(findings) {}

  void run() {
    visits();
    std::vector<Allotment> ordered;
    for (const Span& item : ruling_.items) {
      if (dismisses(ruling_.view.quote(item))) continue;
      read(item, true, false, ordered);
    }
    if (ordered.empty()) return;
    paid_by_the_keeper(ordered);
    std::vector<Allotment> reasoned;
    for (const ReasonedSentence& sentence : ruling_.sentences) {
      if (sentence.stand == Stand::kRefuse || sentence.stand == Stand::kPart ||
          !by_court(sentence.words))
        continue;
      read(sentence.span, false, sentence.stand == Stand::kSupport && sentence.of_claim, reasoned);
    }
    for (const Allotment& order : ordered) {
      const Allotment* against = contrary(order, ordered, reasoned);
      if (against == nullptr) continue;
      report(order, *against);
      return;
    }
  }

 private:
  void read(Span span, bool order, bool granted, std::vector<Allotment>& list) const {
    static const RE2 allotted(
        "(?:由|随|归|跟随|判归|跟|变更为)((?:其)?(?:父亲|母亲|父|母|生父|生母|爸爸|妈妈)?["
        "\\x01\\x02]|其|"
        "男方|女方|"
        "(?:其|孩子)?(?:父亲|母亲|生父|生母))"
        "(?:自行|直接|负责|携带|继续|共同|一起|一方|个人|单独|进行|依法|监护|、|和|并){0,3}"
        "(抚养|抚育|监护|生活|居住生活|继承|所有|享有|取得|分得)");
    static const RE2 unsettled(
        "要求|请求|主张|辩称|诉称|约定|协议|表示|愿意?随|愿意?跟|一直|长期|现随|现由|目前|"
        "自行协商|已随|均随|分居后|同意|自.{1,20}起随|如|若|是否|不宜|不应|不能|不利|认为|曾");
    static const RE2 decided("应|宜|可|判决|判归|确定|酌定|本院|故|因此|确认|综上|准[予许]");
    static const RE2 fit(
        "^[^,。;]{0,12}(?:为宜|为妥|适宜|更为|较为|更有利|有利|合理|合适|妥当|较好|更好)|"
        "^[^。;]{0,4},?(?:更为|较为|更|较)(?:有利|适宜|合适|妥当)");
    const SidedText text = sides_.read(span);
    const string_view said = text.said;
    const re2::StringPiece whole(text.said);
    re2::StringPiece found[3];
    for (std::size_t at = 0; allotted.Match(whole, at, said.size(), RE2::UNANCHORED, found, 3);) {
      const auto start = static_cast<std::size_t>(found[0].data() - said.data());
      at = start + found[0].size();
      const string_view before = said.substr(0, start);
      const std::size_t clause = clause_start(before);
      const string_view lead = before.substr(clause);
      const string_view behind = said.substr(at);
      const string_view verb(found[2].data(), found[2].size());
      const bool care = verb != "继承" && verb != "所有" && verb != "享有" && verb != "取得" &&
                        verb != "分得" && verb != "生活";
      const bool lives = verb == "生活";
      // 由被告抚养变更为原告抚养.
      if (behind.substr(0, 24).find("变更为") != string_view::npos) continue;
      if (!order) {
        const re2::StringPiece ahead(lead.data(), lead.size());
        const bool wished = RE2::PartialMatch(ahead, unsettled);
        if (wished && !(granted && !contains(lead, {"不", "如", "若"}))) continue;
        if (!granted && !RE2::PartialMatch(ahead, decided) &&
            !RE2::PartialMatch({behind.data(), behind.size()}, fit) &&
            !(verb == "所有" && parted(said, lead)))
          continue;
        if (contains(behind.substr(0, 18), {"但", "的请求", "的主张", "的意见"}) && !granted)
          continue;
      }
      const char side = whose({found[1].data(), found[1].size()}, before);
      if (side == 0) continue;
      list.push_back(
          {object_of(lead, before.substr(0, clause), verb == "所有"), side, care || lives, span});
    }
  }

  // 轿车价值60000元，归被告所有，被告给付原告折价款30000元: what is owned in common is parted by
  // the court, and nobody's agreement or wish is told.
  static bool parted(string_view said, string_view lead) {
    return lead.find("归") == lead.npos && contains(said, {"折价款", "补偿款", "折价补偿"}) &&
           !contains(said, {"约定", "协议", "要求", "请求", "主张", "辩称", "同意", "愿意", "登记",
                            "赠与", "调解", "曾", "如", "若", "告认为"});
  }

  // 每月探望两次: how often a parent sees the child.
  struct Visits {
    std::string how_often;  // 每月2
    Span span;
  };

  static void read_visits(string_view words_of_it, Span span, std::vector<Visits>& list) {
    static const RE2 visits(
        "每(月|周|年|星期|季度)[^，。；、]{0,24}探[望视][^，。；、]{0,16}?([一二两三四五六七八九十]"
        "|[0-9]{1,2})次");
    re2::StringPiece rest(words_of_it.data(), words_of_it.size());
    std::string time;
    std::string count;
    while (RE2::FindAndConsume(&rest, visits, &time, &count)) {
      static constexpr string_view kDigits = "零一二三四五六七八九";
      if (count == "两") count = "二";
      const std::size_t at = kDigits.find(count);
      if (at != kDigits.npos) count = std::to_string(at / 3);
      list.push_back({time + count, span});
    }
  }

  // One number of visits reasoned and one ordered, and they differ.
  void visits() {
    std::vector<Visits> ordered;
    std::vector<Visits> reasoned;
    for (const Span& item : ruling_.items)
      if (!dismisses(ruling_.view.quote(item)))
        read_visits(ruling_.view.quote(item), item, ordered);
    for (const ReasonedSentence& each : ruling_.sentences) {
      const bool own = each.stand != Stand::kRefuse && each.stand != Stand::kPart &&
                       by_court(each.words) &&
                       (each.stand == Stand::kSupport ||
                        !contains(each.words, {"要求", "请求", "主张", "辩称", "约定", "协议"}));
      if (own) read_visits(each.words, each.span, reasoned);
    }
    const auto one = [](const std::vector<Visits>& list) {
      return !list.empty() && std::all_of(list.begin(), list.end(), [&](const Visits& each) {
        return each.how_often == list.front().how_often;
      });
    };
    if (!one(ordered) || !one(reasoned) || ordered.front().how_often == reasoned.front().how_often)
      return;
    findings_.push_back(finding(
        "outcome", "checks/outcome", trimmed(ruling_.view, ordered.front().span),
        trimmed(ruling_.view, reasoned.front().span),
        ruling_.view.chinese() ? "主文确定的探望次数与理由部分不一致。"
                               : "How often the child is seen differs between reasons and order."));
  }

  // 女儿由甲抚养，甲每月支付抚养费: who has the child is paid.
  void paid_by_the_keeper(const std::vector<Allotment>& ordered) {
    static const RE2 pays(
        "(?:^|[^向给对与])([\\x01\\x02])[^\\x01-\\x03。;]{0,40}(?:支付|给付)[^\\x01-\\x03。;,]{0,"
        "24}(?:抚养费|"
        "抚育费)");
    char keeper = 0;
    for (const Allotment& each : ordered) {
      if (!each.care) continue;
      if (keeper != 0 && keeper != each.side) return;
      keeper = each.side;
    }
    if (keeper == 0) return;
    for (const Span& item : ruling_.items) {
      if (dismisses(ruling_.view.quote(item))) continue;
      const SidedText text = sides_.read(item);
      std::string payer;
      if (!RE2::PartialMatch(text.said, pays, &payer) || payer.front() != keeper ||
          contains(text.said, {"反诉", "互", "自行", "垫付", "补付"}))
        continue;
      const auto care = std::find_if(ordered.begin(), ordered.end(),
                                     [](const Allotment& each) { return each.care; });
      findings_.push_back(finding(
          "role", "checks/outcome", trimmed(ruling_.view, item), trimmed(ruling_.view, care->span),
          ruling_.view.chinese() ? "主文判令直接抚养子女的一方支付抚养费，支付人疑似误写。"
                                 : "Who is given the child is ordered to pay for its support."));
      return;
    }
  }

  static std::size_t clause_start(string_view before) {
    std::size_t from = 0;
    for (const string_view stop : {",", ";", ":", "。", "\n"}) {
      const std::size_t at = before.rfind(stop);
      if (at != before.npos) from = std::max(from, at + stop.size());
    }
    return from;
  }

  // The words of the clause that name what goes; where the clause has none, those of the clause
  // before (关于婚生女的抚养问题,应由原告抚养).
  static std::string object_of(string_view lead, string_view earlier, bool thing) {
    // Without the item's number.
    const std::size_t mark = lead.find("、");
    constexpr std::size_t kNumber = 6;  // bytes
    if (mark != lead.npos && mark <= kNumber) lead.remove_prefix(mark + string_view("、").size());
    std::string object;
    for (const char c : lead)
      if (!is_side(c)) object += c;
    constexpr std::size_t kShort = 9;  // bytes
    // Of a thing that is parted two clauses back, no further than the sentence.
    for (int back = 0; back < (thing ? 2 : 1) && !earlier.empty(); ++back) {
      if (object.size() >= (back == 0 ? kShort : 2 * kShort)) break;
      const string_view last = earlier.substr(0, earlier.size() - 1);
      const std::size_t from = clause_start(last);
      for (const char c : last.substr(from))
        if (!is_side(c)) object += c;
      earlier = last.substr(0, from);
      if (!earlier.ends_with(",")) break;
    }
    return object;
  }

  // 原告, the mother of the two, or whoever asks (其).
  char whose(string_view words_of_it, string_view before) const {
    if (is_side(words_of_it.back())) return words_of_it.back();
    // 原告要求婚生子由其抚养: whoever asks.
    if (words_of_it == "其") {
      for (std::size_t i = before.size(); i-- > clause_start(before);)
        if (is_side(before[i]) && begins_with_word(before.substr(i + 1), words("wish")))
          return before[i];
      return 0;
    }
    if (!cast_.from_head) return 0;
    const bool woman = contains(words_of_it, {"母", "女方", "妈"});
    char side = 0;
    for (std::size_t i = 0; i < sides_.people(); ++i) {
      if (sides_.sex(i) != (woman ? "女" : "男")) continue;
      if (side != 0 && side != sides_.side(i)) return 0;
      side = sides_.side(i);
    }
    return side;
  }

  // How much two objects have in common: the longest run of characters, without words that any
  // child or thing is called by.
  static std::size_t alike(const std::string& a, const std::string& b) {
    const std::string one = bare(a, '|');
    const std::string other = bare(b, '/');
    const auto x = characters(one);
    const auto y = characters(other);
    std::size_t longest = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t j = 0; j < y.size(); ++j) {
        std::size_t n = 0;
        while (i + n < x.size() && j + n < y.size() && x[i + n] == y[j + n]) ++n;
        longest = std::max(longest, n);
      }
    return longest;
  }

  // 轿车 and 川B5T816号小型轿车: the only thing of its sort in order and reasoning.
  static std::size_t one_of_its_sort(const Allotment& order, const Allotment& each,
                                     const std::vector<Allotment>& ordered,
                                     const std::vector<Allotment>& reasoned) {
    constexpr std::size_t kSure = 4;  // characters
    for (const string_view sort : words("things_parted")) {
      const auto of_it = [&](const Allotment& one) {
        return !one.care && one.object.find(sort) != std::string::npos;
      };
      if (of_it(order) && of_it(each) &&
          std::count_if(ordered.begin(), ordered.end(), of_it) == 1 &&
          std::count_if(reasoned.begin(), reasoned.end(), of_it) == 1)
        return kSure;
    }
    return 0;
  }

  // With a mark in the place of common words.
  static std::string bare(std::string object, char mark) {
    for (const string_view word : words("child"))
      for (std::size_t at = object.find(word); at != object.npos; at = object.find(word))
        object.replace(at, word.size(), 1, mark);
    return object;
  }

  const Allotment* contrary(const Allotment& order, const std::vector<Allotment>& ordered,
                            const std::vector<Allotment>& reasoned) const {
    constexpr std::size_t kAlike = 2;  // characters
    std::vector<const Allotment*> same;
    const auto of_sort = [&](const Allotment& each) { return each.care == order.care; };
    const auto one_side = [&](const std::vector<Allotment>& list) {
      char side = 0;
      for (const Allotment& each : list) {
        if (!of_sort(each)) continue;
        if (side != 0 && side != each.side) return '\0';
        side = each.side;
      }
      return side;
    };
    const auto last = std::find_if(reasoned.rbegin(), reasoned.rend(), of_sort);
    if (last == reasoned.rend()) return nullptr;
    // All children to one side here, all to the other there.
    if (order.care && one_side(ordered) != 0 && one_side(reasoned) != 0)
      return one_side(ordered) != one_side(reasoned) ? &*last : nullptr;
    // 两名子女均由原告抚养: none goes to the other.
    if (order.care && one_side(reasoned) != 0 && one_side(reasoned) != order.side &&
        std::any_of(reasoned.begin(), reasoned.end(), [&](const Allotment& each) {
          return of_sort(each) && has_word(each.object, words("all_children"));
        }))
      return &*last;
    std::size_t best = 0;
    for (const Allotment& each : reasoned) {
      if (!of_sort(each)) continue;
      if (!order.care && contains(each.object, {"上述", "该", "前述", "其他", "财产"})) continue;
      const std::size_t likeness = std::max(alike(order.object, each.object),
                                            one_of_its_sort(order, each, ordered, reasoned));
      // 轿车 is all that the order says of it.
      const std::size_t own = characters(order.object).size();
      const std::size_t least = order.care ? kAlike : std::max(kAlike, std::min(kAlike * 2, own));
      if (likeness < std::max(best, least)) continue;
      if (likeness > best) same.clear();
      best = likeness;
      same.push_back(&each);
    }
    // Another item is nearer to it: then that one is meant.
    std::erase_if(same, [&](const Allotment* each) {
      return std::any_of(ordered.begin(), ordered.end(), [&](const Allotment& other) {
        return &other != &order && of_sort(other) && other.side != order.side &&
               alike(other.object, each->object) >= best;
      });
    });
    if (same.empty() || std::any_of(same.begin(), same.end(), [&](const Allotment* each) {
          return each->side == order.side;
        }))
      return nullptr;
    return same.back();
  }

  void report(const Allotment& order, const Allotment& decision) {
    const bool chinese = ruling_.view.chinese();
    findings_.push_back(finding(
        "outcome", "checks/outcome", trimmed(ruling_.view, order.span),
        trimmed(ruling_.view, decision.span),
        order.care
            ? (chinese ? "理由部分确定子女由一方抚养，主文却判由另一方抚养。"
                       : "The reasoning gives the child to the one, the order to the other.")
            : (chinese ? "理由部分确定该财产归一方，主文却判归另一方。"
                       : "The reasoning gives the thing to the one, the order to the other.")));
  }

  const Ruling& ruling_;
  const Cast& cast_;
  const Sides& sides_;
  std::vector<Finding>& findings_;
};

}  // namespace

void add_misallotted(const JudgmentView& judgment, std::vector<Finding>& findings) {
  if (judgment.view.chinese()) Allotments(judgment, findings).run();
}

}  // namespace proviso::tasks
