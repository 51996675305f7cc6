#include <re2/re2.h>

#include <algorithm>
#include <set>

#include "tasks/checks/contract/bound_value.h"
#include "tasks/checks/words.h"

namespace proviso::tasks::contract {
namespace {

constexpr std::size_t kReach = 120;  // bytes from a name to its value

// Words that lead from the name of a sum or rate to its figure.
const RE2& leads_to_sum() {
  static const RE2 pattern(
      "(?:[”\"]|[（(](?:含税|不含税)[）)]|的)?(?:金额|数额|总额|标准|比例)?(?:约定|确定|合计|共计|"
      "总计|"
      "计|统一|固定)?(?:为|是|指|即|系|：|:|，即|，计|共计|合计|总计)?(?:年利率|人民币|RMB|￥|¥|["
      "（(]?"
      "大写[：:]?|"
      "[零壹贰叁肆伍陆柒捌玖拾佰仟万亿元整圆]|[（(]?小写[：:]?|[：:）)（( 　])*");
  return pattern;
}

// A verb, or 自…起 by itself; 期限届满之日起 alone says when another period begins.
const RE2& leads_to_time() {
  static const RE2 pattern(
      "(?:[”\"]|的)?(?:期限|时间)?(?:约定|确定|共|共计|统一)?(?:(?:为|是|指|即|系|：|:|，即)(?:自|"
      "从)?"
      "(?:[^，。；：\\n0-9]{0,30}?(?:之日|之次日|日)起(?:的|计算|算)*(?:，)?(?:共|满)?)?|(?:自|从)["
      "^，。；：\\n0-9]{1,30}?"
      "(?:之日|之次日|日)起(?:的|计算|算)*(?:，)?(?:共|为)?)?(?:[：: 　]|约定为|共)*");
  return pattern;
}

// What may stand before a name without making another thing of it.
const RE2& bare_before() {
  static const RE2 pattern(
      "(?:^|[，。；：:、（(“\"》）) "
      "　.．\\d]|支付|缴纳|交纳|交付|收取|退还|返还|约定|本合同|本协议|项下|"
      "项下的|在|于|该|即|总|共|同意|提供|确认|如下|条款|本条|本?工程|[甲乙丙丁]方的?|上述|前述|"
      "所称|涉案|租赁房屋|"
      "设备|"
      "房屋)$");
  return pattern;
}

// The names that drafters use for one thing in one contract.
std::string one_name(const std::string& name) {
  for (const string_view group :
       {"zh_one_warranty", "zh_one_lease", "zh_one_deposit", "zh_one_loan", "zh_one_rate"}) {
    const auto list = words(group);
    if (std::find(list.begin(), list.end(), name) != list.end()) return std::string(list.front());
  }
  return name;
}

class ChineseBounds {
 public:
  explicit ChineseBounds(const ContractView& contract)
      : contract_(contract), figures_(figures_of(contract)) {
    std::set<std::string> names;
    for (const string_view group : {"zh_bound_name", "zh_amount_name", "zh_period_name"}) {
      for (const string_view name : words(group)) names.emplace(name);
    }
    for (const Item& item : contract.structure.items) {
      if (item.kind == ItemKind::kDefinition && item.number.size() >= 6) names.insert(item.number);
    }
    for (const string_view open : words("zh_open_name")) names.erase(std::string(open));
    std::erase_if(names,
                  [&](const std::string& each) { return for_several_things(contract, each); });
    names_.assign(names.begin(), names.end());
    std::stable_sort(names_.begin(), names_.end(),
                     [](const auto& a, const auto& b) { return a.size() > b.size(); });
  }

  std::vector<Bound> read() {
    for (const std::string& name : names_) {
      for (std::size_t at = contract_.text.find(name); at != string_view::npos;
           at = contract_.text.find(name, at + name.size())) {
        const Span place{at, at + name.size()};
        const bool longer = std::any_of(taken_.begin(), taken_.end(), [&](Span each) {
          return each.start < place.end && place.start < each.end;
        });
        if (longer) continue;
        taken_.push_back(place);
        if (contract_.in_body(at) || contract_.tag(at) == Tag::kSchedule) look_at(name, place);
      }
    }
    caps();
    std::stable_sort(out_.begin(), out_.end(),
                     [](const Bound& a, const Bound& b) { return a.place.start < b.place.start; });
    return std::move(out_);
  }

 private:
  void look_at(const std::string& name, Span place) {
    if (const Figure* figure = named_in_bracket(place)) return bind(name, *figure, place);
    if (!found_in(contract_.before(place.start, 30), bare_before())) return look_ahead(name, place);
    const auto next = std::lower_bound(
        figures_.begin(), figures_.end(), place.end,
        [](const Figure& each, std::size_t value) { return each.span.start < value; });
    if (next == figures_.end() || next->span.start > place.end + kReach) return;
    const string_view between = contract_.text.substr(place.end, next->span.start - place.end);
    const bool joined =
        RE2::FullMatch(re2::StringPiece(between.data(), between.size()),
                       next->kind == FigureKind::kTime ? leads_to_time() : leads_to_sum());
    if (!joined) return look_ahead(name, place);
    bind(name, *next, place);
  }

  // 借款人民币2000000元（大写：贰佰万元整）（以下称“借款本金”）.
  const Figure* named_in_bracket(Span place) const {
    static const RE2 opens(
        "([（(](?:[^（）()]{0,40}[）)][（(])?以下(?:简)?(?:合)?称(?:为|作)?[：:]?[“\"])$");
    const string_view ahead = contract_.before(place.start, 160);
    re2::StringPiece bracket;
    if (!RE2::PartialMatch(re2::StringPiece(ahead.data(), ahead.size()), opens, &bracket))
      return nullptr;
    const auto at = static_cast<std::size_t>(bracket.data() - contract_.text.data());
    for (const Figure& each : figures_) {
      if (each.span.end <= at && at - each.span.end <= 1) return &each;
      if (each.span.start < at && each.span.end > at && each.span.end <= place.start) return &each;
    }
    return nullptr;
  }

  // 自最终验收之日起十二个月的质量保证期内.
  void look_ahead(const std::string& name, Span place) {
    if (!string_view(contract_.text).substr(0, place.start).ends_with("的")) return;
    const std::size_t end = place.start - string_view("的").size();
    for (const Figure& each : figures_) {
      if (each.span.end == end && each.kind == FigureKind::kTime) bind(name, each, place);
    }
  }

  void bind(const std::string& name, const Figure& figure, Span place) {
    const Span whole{std::min(place.start, figure.span.start),
                     std::max(place.end, figure.span.end)};
    if (figure.kind == FigureKind::kMoney && is_time(name)) return;
    if (figure.kind == FigureKind::kTime && !is_time(name)) return;
    // 合同价款的40% is a part of it.
    static const RE2 rate("(?:率|比例)$");
    if (figure.kind == FigureKind::kPercent && !found_in(name, rate) &&
        contract_.behind(place.end, 3) == "的")
      return;
    if (stepped(whole)) return;
    Bound bound{one_name(name), whole, figure.kind, figure.value, figure.unit};
    static const RE2 counted_by(
        "^[^，。；\\n]{0,3}?(?:/|每)[ ]?(?:平方米|月|年|季|日|天|人|台|次)");
    static const RE2 counted_before("(?:每|/)(?:平方米|月|年|季|季度|日|天|人|台|次)");
    if (found_in(contract_.behind(figure.span.end, 18), counted_by)) return;
    if (found_in(contract_.words(whole), counted_before)) return;
    // At least, at most: a bound of the value, not the value.
    static const RE2 no_value(
        "^(?:[（(][^（）()]{0,60}[）)])?(?:以上|以下|以内的部分|的部分|内的部分|左右|或)");
    if (found_in(contract_.behind(figure.span.end, 90), no_value)) return;
    common_unit(bound);
    out_.push_back(std::move(bound));
  }

  // 卖方的赔偿责任总额不超过人民币500000元.
  void caps() {
    static const RE2 pattern(
        "(?:^|[，。；\\n\\d "
        "　])([\\p{Han}]{0,8}?)(?:在本合同项下)?的?(?:累计|最高|全部)?(?:赔偿|违约)?责任(?:的)?(?:"
        "总额|上限|限额|总和|最高限额)(?:不应|不得)?(?:不超过|超过|以|为|最高不超过)(?:人民币)?$");
    for (const Figure& each : figures_) {
      if (each.kind != FigureKind::kMoney || !contract_.in_body(each.span.start)) continue;
      const string_view before = contract_.before(each.span.start, 120);
      re2::StringPiece whose;
      if (!RE2::PartialMatch(re2::StringPiece(before.data(), before.size()), pattern, &whose))
        continue;
      static const RE2 apart("每|年度|单次|因|如|若|除");
      const auto at = static_cast<std::size_t>(whose.data() - contract_.text.data());
      const Span sentence = contract_.sentence({at, each.span.end});
      if (found_in(contract_.words({sentence.start, each.span.end}), apart)) continue;
      out_.push_back(
          {"责任总额 " + whose.as_string(), {at, each.span.end}, each.kind, each.value, each.unit});
    }
  }

  static bool is_time(const std::string& name) {
    return name.ends_with("期") || name.ends_with("期限") || name.ends_with("期间");
  }

  // A step in the clause itself, a condition before it in its sentence.
  bool stepped(Span place) const {
    static const RE2 condition(
        "如|若|倘|除|但|续|逾期|超过|变更|调整|延长|展期|的，|时，|后，|其中|分别|第[一二三四1-4](?"
        ":年|期|笔|次|阶段)|"
        "首|尾|原|[A-D]类|甲类|乙类|部分|不同|上浮|下浮|上调|下调|递增|递减|增长|基础上|租赁年度|"
        "合同年度");
    static const RE2 step(
        "第[一二三四五1-5](?:年|期|笔|次|阶段)|首|尾|余|递增|递减|上浮|下浮|调整|续|延长|顺延|其中|"
        "分期|分次|每期|"
        "追加|增加|减少|变更|剩余|重新|部分|另行|试用期|至多|最长|最短|不超过|不低于|不少于");
    const Span sentence = contract_.sentence(place);
    std::size_t from = place.start;
    while (from > sentence.start && !contract_.text.substr(0, from).ends_with("，")) --from;
    std::size_t to = std::min(contract_.text.find("，", place.end), sentence.end);
    to = std::max(to, place.end);
    return found_in(contract_.words({sentence.start, place.start}), condition) ||
           found_in(contract_.words({from, to}), step);
  }

  const ContractView& contract_;
  std::vector<Figure> figures_;
  std::vector<std::string> names_;
  std::vector<Span> taken_;
  std::vector<Bound> out_;
};

}  // namespace

std::vector<Bound> bound_in_chinese(const ContractView& contract) {
  return ChineseBounds(contract).read();
}

}  // namespace proviso::tasks::contract
