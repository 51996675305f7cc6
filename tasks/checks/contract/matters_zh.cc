#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "tasks/checks/contract/matters.h"
#include "tasks/mentions/number.h"

namespace proviso::tasks::contract {
namespace {

class ChineseMatters {
 public:
  explicit ChineseMatters(const ContractView& contract) : contract_(contract) {}

  std::vector<Matter> read() {
    for (const Figure& figure : figures_of(contract_)) {
      if (!own(figure.span.start)) continue;
      figure_ = &figure;
      const Span sentence = contract_.sentence(figure.span);
      words_ = contract_.words(sentence);
      before_ = contract_.words({sentence.start, figure.span.start});
      behind_ = contract_.words({figure.span.end, std::max(figure.span.end, sentence.end)});
      if (figure.kind == FigureKind::kTime) {
        endings();
        deposits();
        secrets();
        restraints();
        warranties();
        registrations();
        payments();
      } else if (figure.kind == FigureKind::kPercent) {
        penalties();
      }
    }
    repairs();
    std::stable_sort(out_.begin(), out_.end(), [](const Matter& a, const Matter& b) {
      return a.value.place.start < b.value.place.start;
    });
    return std::move(out_);
  }

 private:
  bool own(std::size_t at) const {
    return contract_.in_body(at) || contract_.tag(at) == Tag::kSchedule;
  }

  bool has(const RE2& pattern) const { return found_in(words_, pattern); }

  // The side that a sentence begins with or speaks of first; "each" where both are meant.
  static std::string actor_of(string_view words) {
    static const RE2 side(
        "(任何一方|任一方|一方|双方|各方|[甲乙丙丁]方|[买卖供需]方|[出承]租[方人])");
    std::string name;
    if (!RE2::PartialMatch(re2::StringPiece(words.data(), words.size()), side, &name)) return "";
    return name.ends_with("一方") || name == "双方" || name == "各方" ? "each" : name;
  }

  // From when a length of time counts.
  static std::string event_of(string_view words) {
    static const RE2 over("终止|解除|届满|期满|结束|完毕"), leaves("离职|离任"),
        signing("签[订署]|生效|订立"), told("披露|提供|接收|知悉|获得"), closing("交割|登记");
    if (found_in(words, leaves)) return "离职";
    if (found_in(words, over)) return "终止";
    if (found_in(words, closing)) return "交割";
    if (found_in(words, signing)) return "签订";
    return found_in(words, told) ? "披露" : "";
  }

  void add(string_view topic, std::string actor, std::string object, std::string event) {
    Bound bound{std::string(topic), figure_->span, figure_->kind, figure_->value, figure_->unit};
    if (contract_.words(figure_->span).find("工作日") != string_view::npos ||
        behind_.starts_with("工作日"))
      bound.unit = "工作日";
    common_unit(bound);
    out_.push_back({std::string(topic), std::move(actor), std::move(object), std::move(event),
                    std::move(bound)});
  }

  // 任何一方提前解除合同的，应提前60日以书面形式通知对方.
  void endings() {
    static const RE2 ahead("提前(?:至少)?$"),
        notice("^(?:之前)?(?:以|向)?(?:对方)?(?:书面)?(?:的)?(?:形式|方式)?(?:通知|告知)");
    static const RE2 ends("解除|终止"), contract("合同|协议|劳动关系|合作");
    static const RE2 another(
        "试用|续|届满|期满|逾期|除外|除非|，除|除因|除法|违约|不可抗力|医疗|裁|如|若|未能|严重|"
        "根本|搬|拆");
    if (!found_in(before_, ahead) || !found_in(behind_, notice) || !has(ends) || !has(contract) ||
        has(another))
      return;
    add("提前解除合同的通知期限", actor_of(words_), "", "");
  }

  // 甲方应在15日内将押金无息退还乙方.
  void deposits() {
    static const RE2 back("退还|返还|退回|归还"), inside("^(?:个工作日|工作日)?(?:之)?内"),
        follows("(?:应|在|于|起|后|内|将)$");
    static const RE2 another(
        "逾期|违约|提前|单方|如|若|但|未按|投标|部分|剩余|余额|不合格|一半|分");
    std::string words(words_);
    RE2::GlobalReplace(&words, "无(?:任何)?违约", "");
    static const RE2 which("(质量保证金|质保金|履约保证金|押金|租赁保证金)");
    std::string name;
    if (!has(back) || !found_in(behind_, inside) || !found_in(before_, follows) ||
        found_in(words, another) || !RE2::PartialMatch(words, which, &name))
      return;
    if (name == "质保金") name = "质量保证金";
    if (name == "租赁保证金") name = "押金";
    static const RE2 over("届满|期满|终止|解除|交还|结清|结束|搬离|返还房屋|验收|迁");
    add("退还" + name + "的期限", "", name, has(over) ? "期满" : "");
  }

  // 保密义务自本合同终止之日起三年内有效.
  void secrets() {
    static const RE2 secret("保密(?:义务|期限|期|责任|条款)"),
        lasts("^(?:内|以内|之内)?(?:均|持续|继续|仍|仍然|一直|保持)*(?:有效|对|不得|存续|$)"),
        leads("(?:起|后|为|：|:|后的|起的|延续|持续|至)$");
    static const RE2 another(
        "除外|除非|，除|除因|除法|如|若|商业秘密|技术秘密|源代码|个人信息|或|长期|永久|逾期|竞业");
    if (!has(secret) || !found_in(before_, leads) || !found_in(behind_, lasts) || has(another))
      return;
    add("保密期限", "", "", event_of(before_));
  }

  // 自交割日起两年内，不得从事同类业务; 竞业限制期限：十二个月.
  void restraints() {
    static const RE2 competes("竞业|竞争|同类|相同或者?类似|相类似|类似的(?:其他|业务|产品|品牌)"),
        barred("^(?:内|之内|以内)?(?:不|[，,]?[^。；]{0,24}(?:不得|不会|不从事|不应))"),
        label("竞业(?:限制|禁止)(?:的)?(?:期限|期)(?:为|是|：|:)(?:[^，。；]{0,20}(?:起|后))?$"),
        leads("(?:起|后|起的|后的)$");
    static const RE2 another("如|若|除外|除非|，除|除因|除法|员工|招揽|违约金|每|分别|最长");
    const bool labelled = found_in(before_, label);
    if (!labelled && (!has(competes) || !found_in(before_, leads) || !found_in(behind_, barred)))
      return;
    // 甲方违反…三年内不从事竞争业务的承诺的，应支付违约金 names the duty again.
    static const RE2 again("违反[^。；]{0,60}承诺");
    if (has(another) && !has(again)) return;
    constexpr std::size_t kNear = 40;
    const std::size_t from = before_.size() > kNear ? before_.size() - kNear : 0;
    // What binds a side's people is another duty than its own.
    static const RE2 people("员工|经理|人员|职工");
    add("竞业限制的期限", labelled ? "" : actor_of(words_), has(people) ? "人员" : "",
        event_of(before_.substr(from)));
  }

  // 自验收合格之日起提供24个月的免费保修服务; 质保期为24个月.
  void warranties() {
    static const RE2 serves(
        "验收(?:合格|通过)?(?:之日|之次日|日|后)?起?(?:后)?[，,]?(?:乙方|卖方|供方)?(?:免费)?(?:"
        "提供)?$"),
        of("^(?:的)?(?:免费|无偿)?(?:的)?(?:质量)?(?:保修|质保|维保|保证)");
    static const RE2 named(
        "(?:^|[，。；：、的\\d.）) "
        "　]|设备|产品|货物|商品|系统|软件)(?:免费)?(?:质保期|质量保证期|保修期|"
        "质量保修期)(?:限)?(?:为|是|：|:|共|，)*(?:自[^，。；\\n]{2,24}起(?:计算|算)?[，,]?(?:为|"
        "共)?)?$");
    static const RE2 another("如|若|除[外非]|延长|顺延|更换|分别|其中|质保期满|续|重新|每");
    static const RE2 building("缺陷责任期");
    if (found_in(before_, another) || found_in(contract_.text, building)) return;
    for (const string_view name : {"质保期", "质量保证期", "保修期"}) {
      if (for_several_things(contract_, name)) return;
    }
    if ((found_in(before_, serves) && found_in(behind_, of)) || found_in(before_, named))
      add("质保期", "", "", "");
  }

  // 甲方应在收到首期款之日起30日内办理完毕变更登记.
  void registrations() {
    static const RE2 registered("^(?:个工作日|工作日)?(?:之)?内[^。；，]{0,30}变更登记"),
        from("(首期款|第一期|全部(?:转让)?价款|签[订署]|审批|批准)[^，。；]{0,12}(?:起|后)$");
    static const RE2 another("如|若|逾期|未能|超过|预告|撤销|抵押");
    std::string event;
    if (!found_in(behind_, registered) || has(another) ||
        !RE2::PartialMatch(re2::StringPiece(before_.data(), before_.size()), from, &event))
      return;
    add("办理变更登记的期限", "", "", event);
  }

  // 甲方应在收到乙方发票后30日内付款.
  void payments() {
    static const RE2 invoice("(?:收到|接到)[^，。；]{0,24}发票[^，。；]{0,6}(?:后|起)(?:的)?$"),
        pays("^(?:个工作日|工作日)?(?:之)?内[^。；，]{0,20}(?:支付|付款|付清|结清)");
    static const RE2 stage(
        "预付|首|尾|余|进度|阶段|节点|质保|保证金|第[一二三四1-4]|[0-9]% "
        "?|百分之|验收|签订|到货|交货|竣工|"
        "逾期|如|若|期|季|月");
    if (!found_in(before_, invoice) || !found_in(behind_, pays) || has(stage)) return;
    add("收到发票后付款的期限", actor_of(words_), "", "");
  }

  // 乙方逾期交货的，每逾期一日，应按合同总价的0.5‰支付违约金.
  void penalties() {
    static const RE2 late(
        "([甲乙丙]方|[买卖供需]方|[出承]租[方人])(?:如|若)?(?:逾期|迟延|延迟|延期)(交货|交付|供货|"
        "付款|支付|竣工|"
        "完工)([\\p{Han}]{0,10}?)(?:的|，|$)");
    static const RE2 daily("每(?:逾期|延迟|迟延|延期)?[一1]?[日天]|每日|按日|日[千万]分之");
    static const RE2 penalty("违约金|滞纳金"),
        another("超过|以上|以内|[以之]前|不满|累计|上限|最高|违约金总额|至多|内的");
    std::string who, what, thing;
    if (!has(daily) || !has(penalty) || found_in(before_, another) ||
        found_in(behind_.substr(0, behind_.find("，")), another) ||
        !RE2::PartialMatch(re2::StringPiece(words_.data(), words_.size()), late, &who, &what,
                           &thing))
      return;
    static const RE2 percents("[%％‰]|[百千万]分之");
    if (all(words_, {0, words_.size()}, percents).size() != 1) return;
    if (what == "供货" || what == "交付") what = "交货";
    if (what == "支付") what = "付款";
    if (what == "完工") what = "竣工";
    static const RE2 base(
        "(合同总?(?:价款?|金额)|总价款?|货款|应付|逾期|未付|租金)[^，。；]{0,12}$");
    std::string of;
    RE2::PartialMatch(re2::StringPiece(before_.data(), before_.size()), base, &of);
    // Rent and water are two debts; what is late without its name is a third.
    if (thing.empty()) thing = "-";
    add("逾期" + what + "的违约金", who, thing, of.starts_with("合同") ? "合同价" : of);
  }

  // 接到通知后48小时内派员到场.
  void repairs() {
    static const RE2 pattern(
        "(?:接到|收到)[^，。；\\n]{0,14}(?:通知|报修|报障|电话)(?:之日|之时)?(?:起|后)(?:的)?[，,]?"
        "(?:应)?(?:当)?(?:在)?"
        "(([0-9]{1,3}|[一二两三四五六七八九十]{1,4})(?:个)?(小时|日|天|工作日)(?:之)?内[^。；，\\n]"
        "{0,10}?(?:到|派|赶|"
        "抵|进场|响应|答复|修复|处理|解决))");
    // 收到通知后2小时内响应，24小时内修复: the second time of one sentence.
    static const RE2 second(
        "(?:接到|收到)[^。；\\n]{0,40}?[，、](?:并?(?:应)?(?:在|于)?)"
        "(([0-9]{1,3}|[一二两三四五六七八九十]{1,4})(?:个)?(小时|日|天|工作日)(?:之)?内[^。；，\\n]"
        "{0,6}?(?:修复|解决|排除))");
    repairs_by(pattern);
    repairs_by(second);
  }

  void repairs_by(const RE2& pattern) {
    static const RE2 another(
        "紧急|一般|重大|普通|分别|节假日|特别|市内|外地|逾期|如|若|超过|级|期外|保外|期满|届满");
    static const RE2 answers("响应|答复"), mends("修复|解决|排除");
    for (const Span& place : all(contract_.text, contract_.whole, pattern, 1)) {
      const Span sentence = contract_.sentence(place);
      if (!own(place.start) || found_in(contract_.words(sentence), another)) continue;
      std::string whole, number, unit;
      const string_view words = contract_.words({sentence.start, place.end});
      RE2::PartialMatch(re2::StringPiece(words.data(), words.size()), pattern, &whole, &number,
                        &unit);
      const std::optional<Exact> value =
          number[0] >= '0' && number[0] <= '9' ? Exact::parse(number) : chinese_value(number);
      if (!value) continue;
      const string_view act =
          contract_.words({place.start, std::min(sentence.end, place.end + 24)});
      const std::string topic = found_in(act, answers) ? "响应的时限"
                                : found_in(act, mends) ? "修复的时限"
                                                       : "到场的时限";
      out_.push_back({topic, "", "", "", {topic, place, FigureKind::kTime, *value, unit}});
    }
  }

  const ContractView& contract_;
  const Figure* figure_ = nullptr;
  string_view words_, before_, behind_;
  std::vector<Matter> out_;
};

}  // namespace

std::vector<Matter> matters_in_chinese(const ContractView& contract) {
  return ChineseMatters(contract).read();
}

}  // namespace proviso::tasks::contract
