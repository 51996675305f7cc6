#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "tasks/checks/contract/opposed.h"

namespace proviso::tasks::contract {
namespace {

// Whoever a contract calls a side.
constexpr const char* kSide =
    "(甲方|乙方|丙方|丁方|买方|卖方|出卖人|买受人|出租[人方]|承租[人方]|出借[人方]|借款[人方]|贷款["
    "人方]|保证人|担保人|发包[人方]|"
    "承包[人方]|委托[人方]|受托[人方]|转让方|受让方|供方|需方|采购方|供应商|许可[人方]|被许可[人方]"
    "|任何一方|一方|双方|各方)";

// Two words for one party are two strings: only one and the same word compares.
std::string actor_of(string_view word) {
  return word == "任何一方" || word == "一方" || word == "双方" || word == "各方"
             ? ""
             : std::string(word);
}

class ChineseStands {
 public:
  explicit ChineseStands(const ContractView& contract) : contract_(contract) {}

  std::vector<Stand> read() {
    consents();
    rights();
    owners();
    repairs();
    costs();
    guarantees();
    interest();
    tax();
    endings();
    exclusive();
    return std::move(out_);
  }

 private:
  struct Match {
    Span whole;
    std::array<string_view, 4> groups;
  };

  // Matches in the contract's own words, without a condition before them in their sentence.
  std::vector<Match> matches(const RE2& pattern, bool with_exception = false) const {
    std::vector<Match> found;
    for (const Span& whole : all(contract_.text, contract_.whole, pattern)) {
      if (!contract_.in_body(whole.start) && contract_.tag(whole.start) != Tag::kSchedule) continue;
      if (conditional(whole, with_exception)) continue;
      Match match{whole, {}};
      std::array<re2::StringPiece, 4> groups;
      pattern.Match(re2::StringPiece(contract_.text.data(), whole.end), whole.start, whole.end,
                    RE2::ANCHOR_START, groups.data(),
                    std::min(4, pattern.NumberOfCapturingGroups() + 1));
      for (std::size_t i = 0; i < 4; ++i) {
        if (groups.at(i).data() != nullptr)
          match.groups.at(i) = {groups.at(i).data(), groups.at(i).size()};
      }
      found.push_back(match);
    }
    return found;
  }

  // An exception behind counts too, unless `with_exception`.
  bool conditional(Span place, bool with_exception) const {
    static const RE2 condition(
        "如|若|倘|除|因|但|逾期|违约|经[^，。；]{0,12}同意|的，|时，|后，|前，|□|_|＿|选择|或者|"
        "任选");
    static const RE2 exception("^[^。；\\n]{0,60}(?:除外|但|除非)|^(?:的|之日|以外|或|□|、或)");
    const Span sentence = contract_.sentence(place);
    return found_in(contract_.words({sentence.start, place.start}), condition) ||
           (!with_exception && found_in(contract_.behind(place.end, 200), exception));
  }

  void add(string_view topic, std::string actor, std::string object, string_view side, Span place) {
    out_.push_back(
        {std::string(topic), std::move(actor), std::move(object), std::string(side), place});
  }

  // 未经甲方书面同意，乙方不得…转租; 乙方可以不经甲方同意，将…转租给第三人.
  void consents() {
    constexpr const char* kActs = "(转租|转让|分包|转包|转委托|再许可|分许可|转借)";
    static const RE2 no_a(
        fmt::format("(?:未经|未取得|未得到|不经|未获得)[^，。；\\n]{{1,14}}(?:同意|许可|批准)[，,]?"
                    "(?:{0})?(?:均)?(?:不得|不可|不能|无权)[^，。；\\n]{{0,30}}?{1}",
                    kSide, kActs));
    static const RE2 no_b(
        fmt::format("{0}(?:均)?未经[^，。；\\n]{{1,14}}(?:同意|许可|批准)[，,]?(?:均)?(?:不得|不可|"
                    "不能|无权)[^，。；\\n]{{0,30}}?{1}",
                    kSide, kActs));
    static const RE2 yes(
        fmt::format("{0}(?:均)?(?:可以|可|有权|得)?(?:不经|无需|无须|不需要?|不必|未经)(?:取得|"
                    "征得|事先|经)?[^，。；\\n]{{1,12}}(?:同意|许可|批准)[，,]?(?:即|便|也|亦|均)?("
                    "?:可以|可|有权|得)?[^，。；\\n不]{{0,30}}?{1}",
                    kSide, kActs));
    // 乙方有权自行转租，无需征得甲方同意.
    static const RE2 yes_behind(fmt::format(
        "{}(?:均)?(?:可以|可|有权)[^，。；\\n不]{{0,20}}?{}[^，。；\\n]{{0,20}}，(?:且|而)?"
        "(?:无需|无须|不需|不必|不经)[^，。；\\n]{{0,12}}(?:同意|许可|批准)",
        kSide, kActs));
    static const RE2 kin("关联|子公司|分公司|集团|继承|近亲属|银行|股东|合并|分立");
    for (const auto& [pattern, side] : {std::pair(&no_a, "不得"), std::pair(&no_b, "不得"),
                                        std::pair(&yes, "可以"), std::pair(&yes_behind, "可以")}) {
      for (const Match& each : matches(*pattern)) {
        if (pattern == &yes || pattern == &yes_behind) {
          static const RE2 may("可以|可|有权|得");
          const string_view words = contract_.words(each.whole);
          if (!found_in(words, may) || found_in(words, no_a) ||
              words.find("不得") != string_view::npos ||
              found_in(contract_.words(contract_.sentence(each.whole)), kin))
            continue;
        }
        add("consent " + std::string(each.groups[2]), actor_of(each.groups[1]),
            object_of_transfer(each.whole), side, each.whole);
      }
    }
  }

  // 乙方不得将工程主体结构的施工分包给第三人; 乙方可以将工程主体结构的施工分包给第三人.
  void rights() {
    constexpr const char* kActs = "(转租|转让|分包|转包|转委托|再许可|分许可|转借|出借)";
    static const RE2 no(
        fmt::format("{}(?:均)?(?:不得|不可|无权|不能)(?:擅自|自行)?将([^，。；、\\n]{{2,30}}?){}"
                    "(?:给[^，。；、\\n]{{1,14}})?",
                    kSide, kActs));
    static const RE2 yes(fmt::format(
        "{}(?:[^，。；\\n]{{1,10}}，)?(?:可以|可|有权)(?:自行|自由)?将([^，。；、\\n]{{2,"
        "30}}?){}(?:给[^，。；、\\n]{{1,24}})?",
        kSide, kActs));
    static const RE2 asked(
        "[^不未须需必][经取征获得][^，。；]{0,14}(?:同意|批准|许可)|[书面事先]同意后|同意的|通知|"
        "关联|子公司|集团|部分");
    for (const auto& [pattern, side] : {std::pair(&no, "不得"), std::pair(&yes, "可以")}) {
      for (const Match& each : matches(*pattern)) {
        const string_view sentence = contract_.words(contract_.sentence(each.whole));
        static const RE2 free(
            "(?:无需|无须|不需要?|不必|不经|未经)[^，。；]{0,14}(?:同意|批准|许可)");
        std::string plain(sentence);
        RE2::GlobalReplace(&plain, free, "");
        if (found_in(plain, asked) || actor_of(each.groups[1]).empty()) continue;
        std::string what = "right ";
        what.append(each.groups[3]).append("|").append(each.groups[2]);
        add(what, actor_of(each.groups[1]), "", side, each.whole);
      }
    }
  }

  // 软件的著作权归乙方所有; 软件著作权由甲方单独享有. With a day from which and without are two.
  void owners() {
    static const RE2 owned(fmt::format(
        "(?:^|[。；\\n\\d 　）])([\\p{{Han}}“”]{{2,20}}?(?:著作权|版权|专利权|专利申请权|"
        "知识产权|所有权|商标权|收益权))(自[^，。；\\n]{{2,24}}?起)?(?:均|应|即)?(?:由|归属于?|归|"
        "属于){}(?:单独|独家|独自)?(?:享有|所有|拥有)",
        kSide));
    for (const Match& each : matches(owned)) {
      const std::string side = actor_of(each.groups[3]);
      static const RE2 part(
          "其|本条|相关|有关|由此|产生|形成|所有的|前|后|期间|各自|其他|背景|原有|已有|改进|第三|"
          "相应|该|此|除|或");
      if (side.empty() || found_in(each.groups[1], part)) continue;
      std::string what(each.groups[1]);
      for (const string_view filler : {"的", "“", "”"}) {
        for (std::size_t at = what.find(filler); at != what.npos; at = what.find(filler))
          what.erase(at, filler.size());
      }
      if (what.starts_with("本")) what.erase(0, string_view("本").size());
      // The right alone (知识产权) is of what the words around it speak of.
      static const RE2 right_alone(
          "^(?:全部|所有)?(?:的)?[\\p{Han}]{2,3}权$|^版权$|^(?:知识产权|专利申请权)$");
      if (found_in(what, right_alone)) continue;
      if (!each.groups[2].empty()) what += "|起";
      const auto from = static_cast<std::size_t>(each.groups[1].data() - contract_.text.data());
      if (conditional({from, each.whole.end}, false)) continue;
      add("owner", "", what, side, {from, each.whole.end});
    }
  }

  // What is handed on: the whole contract and its rights are one thing, claims another.
  std::string object_of_transfer(Span place) const {
    const string_view words = contract_.words(contract_.sentence(place));
    for (const string_view thing :
         {"债权", "股权", "商标", "专利", "技术", "设备", "车辆", "资产"}) {
      if (words.find(thing) != string_view::npos) return std::string(thing);
    }
    return "";
  }

  // 甲方负责租赁房屋主体结构的维修; 租赁房屋主体结构的维修由乙方负责.
  void repairs() {
    constexpr const char* kRepair = "(?:维修|修缮|修理|养护|维护|保养|维修养护)";
    static const RE2 active(
        fmt::format("{}(?:应当?|须)?负责(?:对)?([^，。；：\\n]{{2,40}}?)(?:的|进行)?(?:日常)?{}(?:"
                    "义务|工作|责任)?(?:$|[，。；\\n])",
                    kSide, kRepair));
    static const RE2 passive(
        fmt::format("([\\p{{Han}}、“”]{{2,40}}?)(?:的)?{0}(?:义务|工作|责任|费用)?(?:均|应)?(?:由|"
                    "归){1}(?:负责|承担|进行|自行负责)",
                    kRepair, kSide));
    static const RE2 passive_b(fmt::format(
        "([\\p{{Han}}、“”]{{2,40}}?)(?:均|应)?由{1}(?:负责|承担)(?:日常)?{0}", kRepair, kSide));
    const auto take = [&](string_view actor, string_view object, Span place) {
      if (actor_of(actor).empty()) return;
      for (const string_view part :
           {"主体结构", "承重结构", "屋顶", "屋面", "外墙", "设施设备", "消防设施", "电梯", "空调",
            "管道", "地面", "门窗", "公共区域", "停车场", "内部装修", "自行添置"}) {
        if (object.find(part) != string_view::npos)
          add("repair", "", std::string(part), actor, place);
      }
    };
    for (const Match& each : matches(active, true))
      take(each.groups[1], each.groups[2], trimmed(each.whole));
    for (const Match& each : matches(passive, true))
      take(each.groups[2], each.groups[1], each.whole);
    for (const Match& each : matches(passive_b, true))
      take(each.groups[2], each.groups[1], each.whole);
  }

  Span trimmed(Span place) const {
    for (const string_view stop : {"，", "。", "；", "\n"}) {
      if (contract_.words(place).ends_with(stop)) place.end -= stop.size();
    }
    return place;
  }

  // 公证费由乙方承担; 运输费、保险费由卖方负担.
  void costs() {
    static const RE2 borne(fmt::format(
        "(?:^|[，。；：\\n\\d "
        "　）])((?:租赁期限内的|租赁期间的?|本合同项下的)?[\\p{{Han}}、]{{1,60}}?(?:费用?|"
        "税|税费))(?:均|全部|全额)?(?:由|归){}(?:自行)?(?:承担|负担|缴纳|支付|自理)",
        kSide));
    static const RE2 generic(
        "此|该|上述|前述|产生|发生|费用|相关|有关|其他|其它|一切|所有|各自|相应|额外|增加|另|超|前|"
        "后|损失|滞纳|追");
    for (const Match& each : matches(borne)) {
      const std::string side = actor_of(each.groups[2]);
      std::string list(each.groups[1]);
      for (const string_view lead : {"租赁期限内的", "租赁期间的", "租赁期间", "本合同项下的"}) {
        if (list.starts_with(lead)) list.erase(0, lead.size());
      }
      if (side.empty()) continue;
      for (std::size_t at = 0; at <= list.size();) {
        const std::size_t end = std::min(list.find("、", at), list.size());
        std::string one = list.substr(at, end - at);
        at = end + string_view("、").size();
        if (const std::size_t and_at = one.rfind("及"); and_at != one.npos)
          one.erase(0, and_at + 3);
        if (const std::size_t and_at = one.rfind("和"); and_at != one.npos)
          one.erase(0, and_at + 3);
        // 设备运输费用 is the 运输费, 用电的费用 the 用电费.
        static const RE2 thing("^(?:本合同)?(?:设备|货物|产品|标的物)(?:的)?");
        if (one.ends_with("费用")) one.erase(one.size() - string_view("用").size());
        if (one.ends_with("的费")) one.replace(one.size() - 6, 6, "费");
        if (RE2::Replace(&one, thing, "") && one.size() < 9) continue;
        if (one.size() < 6 || one.size() > 24 || found_in(one, generic)) continue;
        const std::size_t from = contract_.text.find(each.groups[1], each.whole.start);
        add("cost", "", one, side, {from, each.whole.end});
      }
    }
  }

  // 连带责任保证 and 一般保证.
  void guarantees() {
    static const RE2 joint(
        "(?:提供|承担|为|是|系)[^，。；\\n不非或]{0,24}?(?:连带责任保证|连带保证|连带责任担保|"
        "连带担保)");
    static const RE2 plain(
        "(?:为|是|系|提供|承担|属于)(?:的)?(?:是)?[^，。；\\n不非或]{0,6}?一般保证");
    static const RE2 of_form(
        "连带[^。；\\n]{0,20}(?:或|/|、)[^。；\\n]{0,6}一般|一般保证[^。；\\n]{0,6}(?:或|/"
        "|、)[^。；\\n]{0,8}连带|反担保");
    for (const auto& [pattern, side] : {std::pair(&joint, "连带"), std::pair(&plain, "一般")}) {
      for (const Match& each : matches(*pattern)) {
        if (!found_in(contract_.words(contract_.sentence(each.whole)), of_form))
          add("guarantee", "", "", side, each.whole);
      }
    }
  }

  // 借款为无息借款; 借款利率为年利率9.6%.
  void interest() {
    static const RE2 none(
        "(?:本)?(?:借款|贷款|借款本金)(?:为|系|是|均)?(?:无息|免息|不计利息|不计息|不收取利息|"
        "不支付利息)(?:借款|贷款)?");
    static const RE2 some(
        "(?:借款|贷款)(?:的)?(?:年|月)?利率(?:为|按|：)[^，。；\\n]{0,10}?[0-9.]+ ?[%％‰]");
    for (const Match& each : matches(none)) add("interest", "", "", "无息", each.whole);
    for (const Match& each : matches(some)) add("interest", "", "", "有息", each.whole);
  }

  // 合同总价为…，已含13%增值税; 合同总价不含税.
  void tax() {
    static const RE2 with(
        "(合同总价|合同价款|合同总价款|合同金额|总价款|合同价格|服务费|租金|固定单价|单价)[^"
        "。；\\n不未]{0,60}?(?:已?包?含[^。；，\\n不]{0,10}税|为含税(?:价|总价)?|（含税）|\\("
        "含税\\))");
    static const RE2 without(
        "(合同总价|合同价款|合同总价款|合同金额|总价款|合同价格|服务费|租金|固定单价|单价)[^"
        "。；，\\n]{0,20}?(?:均)?(?:不含|未含|不包含|不包括|未包含)[^。；，\\n]{0,6}税");
    static const RE2 parted("税额|不含税(?:价|金额|总价|价款)[^。；\\n]{0,30}元");
    if (found_in(contract_.text, parted)) return;
    for (const Match& each : matches(with))
      add("tax", "", std::string(each.groups[1]), "含税", each.whole);
    for (const Match& each : matches(without))
      add("tax", "", std::string(each.groups[1]), "不含税", each.whole);
  }

  // 甲方可以随时解除本合同; 甲方不得提前解除本合同.
  void endings() {
    static const RE2 yes(
        fmt::format("{}(?:均)?(?:可以?|有权|得)(?:无条件|单方|单方面)?(?:随时|任意)[^，。；\\n]{{0,"
                    "10}}?(?:解除|终止)(?:本)?(?:合同|协议)",
                    kSide));
    static const RE2 no(fmt::format(
        "{}(?:均)?(?:不得|不可|无权)(?:单方|单方面|提前)*(?:解除|终止)(?:本)?(?:合同|协议)",
        kSide));
    for (const Match& each : matches(yes))
      add("end", actor_of(each.groups[1]), "", "可以", each.whole);
    for (const Match& each : matches(no))
      add("end", actor_of(each.groups[1]), "", "不得", each.whole);
  }

  // 本合同项下的许可为独占许可, 非独占许可.
  void exclusive() {
    static const RE2 pattern(
        "(许可|授权|代理|经销|使用权)(?:方式|性质|类型)?(?:为|是|系|：)(非?(?:独占|独家|排他)|普通)"
        "(?:性)?(?:的)?(?:使用)?(?:许可|授权|代理|经销)");
    for (const Match& each : matches(pattern)) {
      const bool plain = each.groups[2].starts_with("非") || each.groups[2] == "普通";
      add("exclusive", "", std::string(each.groups[1]), plain ? "非独占" : "独占", each.whole);
    }
  }

  const ContractView& contract_;
  std::vector<Stand> out_;
};

}  // namespace

std::vector<Stand> stands_in_chinese(const ContractView& contract) {
  return ChineseStands(contract).read();
}

}  // namespace proviso::tasks::contract
