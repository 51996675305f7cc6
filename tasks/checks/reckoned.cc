#include "tasks/checks/reckoned.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/checks/explained_by.h"
#include "tasks/checks/figure_head.h"
#include "tasks/checks/search.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

string_view view_of(const re2::StringPiece& words) {
  return {words.data(), words.size()};
}

// A slip of the hand with so many significant digits on one side at least.
bool slip_of_hand(const Exact& a, const Exact& b, int digits) {
  const Slip slip = slip_between(a, b, 1);
  return (slip == Slip::kDigit || slip == Slip::kTransposed) &&
         std::max(significant_digits(a), significant_digits(b)) >= digits;
}

class Reckoned {
 public:
  explicit Reckoned(const CaseView& view) : view_(view), text_(view.folded.text) {
    for (const Number& each : view.numbers)
      if (each.measure == Measure::kMoney) ++times_[each.value];
  }

  std::vector<Finding> run() {
    for (std::size_t line = 0; line < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', line), text_.size());
      const Tag tag = view_.section(view_.folded.origin[line]).tag;
      if ((tag == Tag::kFacts || tag == Tag::kReasoning) && end > line) {
        shares(line, end);
        rests(line, end);
        halves(line, end);
        named_heads(line, end);
        totals(line, end);
        owed(line, end);
        payments(line, end);
        two_parts(line, end);
        loot(line, end);
      }
      line = end + 1;
    }
    things_taken();
    return std::move(findings_);
  }

 private:
  // The figure that begins or ends at a place of the folded text.
  const Number* figure_at(const re2::StringPiece& group) const {
    const auto start = static_cast<std::size_t>(group.data() - text_.data());
    const auto at =
        std::lower_bound(view_.numbers.begin(), view_.numbers.end(), start,
                         [](const Number& each, std::size_t place) { return each.end <= place; });
    return at != view_.numbers.end() && at->start <= start ? &*at : nullptr;
  }

  const Number* money_at(const re2::StringPiece& group) const {
    const Number* number = figure_at(group);
    return number != nullptr && number->measure == Measure::kMoney && !number->per &&
                   !number->approximate
               ? number
               : nullptr;
  }

  std::size_t times(const Exact& value) const {
    const auto found = times_.find(value);
    return found == times_.end() ? 0 : found->second;
  }

  // The figures of a piece of the folded text.
  std::span<const Number> between(std::size_t start, std::size_t end) const {
    const auto before = [](const Number& each, std::size_t place) { return each.start < place; };
    const auto first = std::lower_bound(view_.numbers.begin(), view_.numbers.end(), start, before);
    const auto last = std::lower_bound(first, view_.numbers.end(), end, before);
    return {first, last};
  }

  // Calls `take` with the groups of each match in a line.
  template <std::size_t count, typename Take>
  void each_match(std::size_t line, std::size_t end, const RE2& pattern, Take take) {
    re2::StringPiece groups[count];
    for (std::size_t at = line;
         pattern.Match(piece(text_), at, end, RE2::UNANCHORED, groups, count);) {
      at = static_cast<std::size_t>(groups[1].data() - text_.data()) + groups[1].size();
      take(groups);
    }
  }

  static constexpr const char* kMoney = "([0-9][0-9,.]*(?:万|亿)?)元";

  // 鉴定费2100元，由甲承担80%即1680元; 43000元，在限额内按80%赔偿34400元.
  void shares(std::size_t line, std::size_t end) {
    static const RE2 pattern(fmt::format(
        "{0},?([^0-9。;\\n元]{{0,45}})([0-9]+(?:\\.[0-9]+)?%)(?:的?(?:赔偿)?(?:责任|比例|"
        "部分|份额))?,?(?:即|为|计|赔偿|承担|支付|应赔偿|应承担|应支付){{1,2}}(?:人民币)?{0}",
        kMoney));
    each_match<5>(line, end, pattern, [&](const re2::StringPiece* groups) {
      const Number* base = money_at(groups[1]);
      const Number* share = figure_at(groups[3]);
      const Number* part = money_at(groups[4]);
      if (base == nullptr || share == nullptr || part == nullptr ||
          share->measure != Measure::kPercent ||
          contains(view_of(groups[2]), {"扣", "减", "免赔", "利", "息", "另", "各", "限额为"}))
        return;
      const Exact made = base->value * share->value;
      if ((made - part->value).abs() <= Exact(1) || part->value >= base->value) return;
      const bool another =
          std::any_of(view_.numbers.begin(), view_.numbers.end(), [&](const Number& each) {
            return each.measure == Measure::kPercent && each.value != share->value &&
                   each.value + share->value != Exact(1) &&
                   (base->value * each.value - part->value).abs() < Exact::ratio(1, 100);
          });
      if (!another && !slip_of_hand(made, part->value, 3)) return;
      report("amount", part->span, {base->span.start, share->span.end},
             fmt::format("{}的{}应为{}，文中写作“{}”。", view_.quote(base->span),
                         view_.quote(share->span), money_text(made), view_.quote(part->span)));
    });
  }

  // 价值820000元，扣除尚欠贷款220000元，净值为600000元.
  void rests(std::size_t line, std::size_t end) {
    static const RE2 pattern(fmt::format(
        "{0},(?:在?扣除|减去|扣减|减除)([^0-9。;\\n元%()]{{0,24}}){0}([^0-9。;\\n元%()]{{0,"
        "30}}?(?:净值|净额|余额|余款|剩余|尚余|还剩|差额|尚应|尚需|还应|还需|尚欠)"
        "[^0-9。;\\n元%(),]{{0,20}}){0}",
        kMoney));
    each_match<6>(line, end, pattern, [&](const re2::StringPiece* groups) {
      const Number* whole = money_at(groups[1]);
      const Number* less = money_at(groups[3]);
      const Number* left = money_at(groups[5]);
      if (whole == nullptr || less == nullptr || left == nullptr) return;
      if (contains(view_of(groups[2]), {"及", "和", "、", "等", "与"}) ||
          contains(view_of(groups[4]), {"及", "和", "、", "等", "利息", "再", "另"}))
        return;
      const Exact right = whole->value - less->value;
      if ((right - left->value).abs() <= Exact(1) || left->value >= whole->value ||
          right.sign() <= 0)
        return;
      if (!slip_of_hand(right, left->value, 1) && times(right) == 0) return;
      report("sum", left->span, {whole->span.start, less->span.end},
             fmt::format("{}减去{}为{}，文中写作“{}”。", view_.quote(whole->span),
                         view_.quote(less->span), money_text(right), view_.quote(left->span)));
    });
  }

  // 净值为600000元…由双方各半分割…给付房屋折价款300000元.
  void halves(std::size_t line, std::size_t end) {
    static const RE2 pattern(fmt::format(
        "(?:净值|净额|价值|现值|余额)(?:为|共计|人民币){{0,2}}{0}([^0-9\\n元]{{4,120}}?(?:折价款|"
        "补偿款|补偿)(?:人民币)?){0}",
        kMoney));
    each_match<4>(line, end, pattern, [&](const re2::StringPiece* groups) {
      const Number* whole = money_at(groups[1]);
      const Number* half = money_at(groups[3]);
      if (whole == nullptr || half == nullptr || told_already(findings_, whole->span) ||
          !contains(view_of(groups[2]),
                    {"各半", "平均分割", "均等分割", "平分", "各享有一半", "各占一半"}) ||
          contains(view_of(groups[2]), {"酌", "适当", "照顾", "多分", "少分", "首付", "婚前"}))
        return;
      const Exact right = whole->value / Exact(2);
      if ((right - half->value).abs() <= Exact(1) || !slip_of_hand(right, half->value, 2)) return;
      report("sum", half->span, whole->span,
             fmt::format("{}的一半为{}，文中写作“{}”。", view_.quote(whole->span),
                         money_text(right), view_.quote(half->span)));
    });
  }

  // The only amount that stands directly behind a head in this court's reasons.
  std::optional<Exact> amount_of(string_view head) const {
    static const string_view kFillers[] = {"共计", "为", "人民币", ":", "计"};
    std::optional<Exact> amount;
    for (const Number& each : view_.numbers) {
      if (each.measure != Measure::kMoney || !view_.in(each.span.start, Tag::kReasoning) ||
          !view_.this_level(each.span.start))
        continue;
      string_view lead = text_.substr(0, each.start);
      for (const string_view filler : kFillers)
        if (lead.ends_with(filler)) lead.remove_suffix(filler.size());
      if (!lead.ends_with(head)) continue;
      lead.remove_suffix(head.size());
      const bool alone = lead.empty() || lead.ends_with("\n") || lead.ends_with(".") ||
                         lead.ends_with("、") || lead.ends_with(",") || lead.ends_with(";") ||
                         lead.ends_with("。") || lead.ends_with(")") || lead.ends_with(" ") ||
                         lead.ends_with(":");
      if (!alone) continue;
      if (each.per || each.approximate || (amount && !(*amount == each.value))) return std::nullopt;
      amount = each.value;
    }
    return amount;
  }

  // 护理费、误工费、交通费合计131702元.
  void named_heads(std::size_t line, std::size_t end) {
    static const RE2 pattern(
        fmt::format("((?:\\p{{Han}}{{2,14}}、){{1,14}}\\p{{Han}}{{2,12}}?)(?:共计|合计|总计|共)(?:"
                    "为|人民币)?{0}",
                    kMoney));
    if (!view_.this_level(view_.folded.origin[line]) ||
        !view_.in(view_.folded.origin[line], Tag::kReasoning))
      return;
    each_match<3>(line, end, pattern, [&](const re2::StringPiece* groups) {
      const Number* total = money_at(groups[2]);
      if (total == nullptr || times(total->value) > 1 || ++searches_ > kMostSearches) return;
      const string_view sentence = view_.quote(sentence_around(view_.text, total->span));
      if (contains(sentence, {"主张", "请求", "垫付", "已支付", "辩", "%", "％"})) return;
      Exact sum;
      string_view list = view_of(groups[1]);
      while (!list.empty()) {
        const std::size_t stop = list.find("、");
        string_view head = list.substr(0, stop);
        const bool first = head.data() == view_of(groups[1]).data();
        std::optional<Exact> amount = amount_of(head);
        // 其中医疗费、误工费: other words stand before the first.
        while (first && !amount && head.size() > 9) {
          head.remove_prefix(3);
          amount = amount_of(head);
        }
        if (!amount) return;
        sum = sum + *amount;
        list = stop == list.npos ? string_view() : list.substr(stop + string_view("、").size());
      }
      if ((sum - total->value).abs() <= Exact(1) || !slip_of_hand(sum, total->value, 3)) return;
      const auto start = static_cast<std::size_t>(groups[1].data() - text_.data());
      report("sum", total->span, view_.folded.original(start, start + groups[1].size()),
             fmt::format("所列各项相加为{}，文中写作“{}”。", money_text(sum),
                         view_.quote(total->span)));
    });
  }

  // 赔偿18000元；…131702元…。交强险共计赔偿149702元.
  void totals(std::size_t line, std::size_t end) {
    static const RE2 pattern(
        fmt::format("(?:共计|合计|总计|共)(?:应)?(?:赔偿|支付|承担)?(?:为|人民币)?{0}", kMoney));
    each_match<2>(line, end, pattern, [&](const re2::StringPiece* groups) {
      constexpr int kNoChance = 5;  // significant digits
      constexpr std::size_t kMost = 12;
      constexpr std::size_t kMostBefore = 60;  // figures of any kind
      const Number* total = money_at(groups[1]);
      if (total == nullptr || times(total->value) > 1 ||
          significant_digits(total->value) < kNoChance)
        return;
      std::vector<const Number*> parts;
      const auto before = between(line, total->start);
      if (before.size() > kMostBefore) return;
      for (const Number& each : before)
        if (each.measure == Measure::kMoney && !each.per && each.value < total->value)
          parts.push_back(&each);
      // A list in the total's own sentence is sum.h's.
      const Span sentence = sentence_around(view_.text, total->span);
      if (parts.size() > kMost || (!parts.empty() && parts.back()->span.start >= sentence.start))
        return;
      const Number* first = nullptr;
      const Number* second = nullptr;
      for (std::size_t i = 0; i < parts.size(); ++i) {
        for (std::size_t j = i + 1; j < parts.size(); ++j) {
          const Exact sum = parts[i]->value + parts[j]->value;
          if (sum == total->value) return;
          if (slip_of_hand(sum, total->value, kNoChance)) {
            first = parts[i];
            second = parts[j];
          }
        }
      }
      if (first == nullptr || ++searches_ > kMostSearches) return;
      const Terms others = terms_of(view_, [&](const Number& each) { return &each != total; });
      if (explained_by(total->value, others, Reach::kPlain) != Reading::kNone) return;
      report("sum", total->span, {first->span.start, second->span.end},
             fmt::format("{}与{}相加为{}，文中写作“{}”。", view_.quote(first->span),
                         view_.quote(second->span), money_text(first->value + second->value),
                         view_.quote(total->span)));
    });
  }

  // 共支付240000元，尚欠468000元, where 486000元 stands everywhere else.
  void owed(std::size_t line, std::size_t end) {
    static const RE2 pattern(
        fmt::format("(?:已经?支付|共支付|已付|仅支付|仅付|支付了|已还|已归还|仅归还|归还了)[^0-9。;"
                    "\\n元]{{0,12}}{0},(?:"
                    "尚欠|仍欠|还欠|下欠|余款|尚余|剩余)[^0-9。;\\n元]{{0,12}}{0}",
                    kMoney));
    each_match<3>(line, end, pattern, [&](const re2::StringPiece* groups) {
      const Number* paid = money_at(groups[1]);
      const Number* left = money_at(groups[2]);
      if (paid == nullptr || left == nullptr || times(left->value) != 1 ||
          times(left->value + paid->value) != 0 || ++searches_ > kMostSearches)
        return;
      for (const Number& each : view_.numbers) {
        if (each.measure != Measure::kMoney || times(each.value) < 2 ||
            !slip_of_hand(each.value, left->value, 3) || times(each.value + paid->value) == 0)
          continue;
        report("sum", left->span, each.span,
               fmt::format("{}与已付的{}相加才是{}，此处写作“{}”。", view_.quote(each.span),
                           view_.quote(paid->span), money_text(each.value + paid->value),
                           view_.quote(left->span)));
        return;
      }
    });
  }

  // 支付预付款140000元。…支付货款110000元。至此，共支付240000元.
  void payments(std::size_t line, std::size_t end) {
    static const RE2 pattern(
        fmt::format("(?:至此|以上|综上|上述|累计),?[^0-9。;,\\n]{{0,24}}(?:共|合计|累计|共计)(?:"
                    "支付|付款|归还|偿还|付)[^0-"
                    "9。;\\n元]{{0,8}}{0}",
                    kMoney));
    each_match<2>(line, end, pattern, [&](const re2::StringPiece* groups) {
      const Number* total = money_at(groups[1]);
      if (total == nullptr || times(total->value) < 2) return;
      std::vector<const Number*> parts;
      for (const Number& each : between(line, total->start)) {
        if (each.measure != Measure::kMoney) continue;
        const string_view clause = view_.quote(clause_around(view_.text, each.span));
        if (each.per || each.approximate ||
            !contains(clause, {"支付", "付款", "转账", "归还", "偿还"}) ||
            contains(clause, {"应", "约定", "未", "其中"}))
          return;
        parts.push_back(&each);
      }
      if (parts.size() < 2) return;
      Exact sum;
      for (const Number* each : parts) sum = sum + each->value;
      if ((sum - total->value).abs() <= Exact(1)) return;
      for (const Number* each : parts) {
        const Exact meant = total->value - (sum - each->value);
        if (times(each->value) != 1 || !slip_of_hand(meant, each->value, 1)) continue;
        report("sum", total->span, {parts.front()->span.start, parts.back()->span.end},
               fmt::format("所列各笔付款相加为{}，文中写作“{}”。", money_text(sum),
                           view_.quote(total->span)));
        return;
      }
    });
  }

  // 转账78000元，双方确认其中50000元为归还的本金，28000元为利息.
  void two_parts(std::size_t line, std::size_t end) {
    static const RE2 pattern(
        fmt::format("{0},([^0-9。;\\n元]{{0,24}}其中){0}((?:为|系|是|作为|用于)[^0-9。;\\n元,]{{2,"
                    "16}}),{0}((?:为|系|是|作为|"
                    "用于)[^。;\\n元,]{{2,45}})(?:。|;|$)",
                    kMoney));
    each_match<7>(line, end, pattern, [&](const re2::StringPiece* groups) {
      const Number* whole = money_at(groups[1]);
      const Number* one = money_at(groups[3]);
      const Number* other = money_at(groups[5]);
      if (whole == nullptr || one == nullptr || other == nullptr) return;
      const Exact sum = one->value + other->value;
      if (sum == whole->value || !slip_of_hand(sum, whole->value, 2)) return;
      report("sum", whole->span, {one->span.start, other->span.end},
             fmt::format("{}与{}相加为{}，与总额{}不符。", view_.quote(one->span),
                         view_.quote(other->span), money_text(sum), view_.quote(whole->span)));
    });
  }

  // 以共计6000元的价格卖给石某。…韩某分得赃款4000元，孟某分得赃款3000元.
  void loot(std::size_t line, std::size_t end) {
    static const RE2 share(fmt::format("分得(?:赃款|现金|好处费|人民币)?{0}", kMoney));
    static const RE2 gain(
        fmt::format("(?:以(?:共计|总价|合计)?{0}的?(?:价格|价款)?(?:将[^0-9,。;\\n]{{1,18}}?)?(?:"
                    "卖|销售|出售|销赃)|(?:获利|得款|销赃得款|卖得|获赃款|所得赃款)"
                    "(?:共计|合计|人民币)?{0})",
                    kMoney));
    Exact shared;
    const Number* first = nullptr;
    const Number* last = nullptr;
    std::size_t count = 0;
    each_match<2>(line, end, share, [&](const re2::StringPiece* groups) {
      const Number* part = money_at(groups[1]);
      if (part == nullptr) return;
      first = first == nullptr ? part : first;
      last = part;
      shared = shared + part->value;
      ++count;
    });
    if (count < 2 || contains(text_.substr(line, end - line), {"各分得", "分别分得", "均分"}))
      return;
    const Number* sold = nullptr;
    std::size_t sales = 0;
    std::size_t gains = 0;
    re2::StringPiece groups[3];
    for (std::size_t at = line;
         gain.Match(piece(text_), at, first->start, RE2::UNANCHORED, groups, 3);) {
      at = static_cast<std::size_t>(groups[0].data() - text_.data()) + groups[0].size();
      const Number* sum = money_at(groups[1].empty() ? groups[2] : groups[1]);
      if (sum == nullptr) return;
      // 转卖两辆，获利1500元: the buyer's gain.
      if (!groups[1].empty() || sold == nullptr) sold = sum;
      sales += groups[1].empty() ? 0 : 1;
      ++gains;
    }
    if (sold == nullptr || sales > 1 || (sales == 0 && gains > 1) || shared <= sold->value) return;
    // Other sums may have been shared too.
    for (const Number& each : between(sold->end, first->start))
      if (each.measure == Measure::kMoney && each.value > sold->value) return;
    report("sum", {first->span.start, last->span.end}, sold->span,
           fmt::format("各人分得的赃款相加为{}，超过销赃所得的{}。", money_text(shared),
                       view_.quote(sold->span)));
  }

  static std::optional<int> small_number(const re2::StringPiece& figure) {
    const string_view said(figure.data(), figure.size());
    const std::optional<Exact> number =
        said[0] >= '0' && said[0] <= '9' ? Exact::parse(said)
                                         : chinese_value(said == "两" ? string_view("二") : said);
    if (!number || !number->is_whole()) return std::nullopt;
    return std::stoi(number->str(0));
  }

  // 综上，盗窃三次，盗得电动自行车五辆, behind numbered deeds of one, one and two.
  void things_taken() {
    static const RE2 total(
        "综上[^。;\\n]{0,40}(?:盗窃|作案)([0-9]{1,2}|[一二三四五六七八九十两]{1,2})(?:次|起),(?:共)"
        "?(?:盗得|窃得|"
        "盗走|盗窃)(?:\\p{Han}{0,4}?)([\\p{Han}]{3,8}?)([0-9]{1,2}|[一二三四五六七八九十两]{1,2})("
        "辆|部|台|头|只)(?:,"
        "|。|;)");
    static const RE2 deed(
        "^ "
        "?(?:[0-9]{1,2}[.、]|\\([一二三四五六七八九十0-9]{1,2}\\)|[一二三四五六七八九十]{1,2}、)");
    re2::StringPiece groups[5];
    if (!total.Match(piece(text_), 0, text_.size(), RE2::UNANCHORED, groups, 5)) return;
    const auto at = static_cast<std::size_t>(groups[0].data() - text_.data());
    const auto deeds_told = small_number(groups[1]);
    const auto told = small_number(groups[3]);
    const RE2 thing(fmt::format("{}([0-9]{{1,2}}|[一二三四五六七八九十两]{{1,2}}){}",
                                RE2::QuoteMeta(groups[2]), std::string(groups[4])));
    if (!deeds_told || !told || !view_.in(view_.folded.origin[at], Tag::kFacts)) return;
    int sum = 0;
    int deeds = 0;
    std::size_t first = 0;
    std::size_t last = 0;
    std::size_t stop = text_.rfind('\n', at);
    while (stop != text_.npos && stop > 0) {
      const std::size_t before = text_.rfind('\n', stop - 1);
      const std::size_t begin = before == text_.npos ? 0 : before + 1;
      const string_view line = text_.substr(begin, stop - begin);
      if (!RE2::PartialMatch(piece(line), deed)) break;
      re2::StringPiece rest = piece(line);
      re2::StringPiece number;
      int of_line = 0;
      int counts = 0;
      while (RE2::FindAndConsume(&rest, thing, &number)) {
        const auto value = small_number(number);
        if (!value) return;
        of_line = *value;
        ++counts;
      }
      if (counts != 1 || contains(line, {"未遂", "未得逞"})) return;
      sum += of_line;
      ++deeds;
      first = begin;
      last = last == 0 ? stop : last;
      stop = before;
    }
    if (deeds < 2 || deeds != *deeds_told || sum == *told) return;
    const auto named = static_cast<std::size_t>(groups[2].data() - text_.data());
    const auto figure = static_cast<std::size_t>(groups[4].data() - text_.data());
    report("sum", view_.folded.original(named, figure + groups[4].size()),
           view_.folded.original(first, last),
           fmt::format("所列各起相加为{}，文中写作“{}”。",
                       fmt::format("{}{}", sum, view_of(groups[4])),
                       fmt::format("{}{}", view_of(groups[3]), view_of(groups[4]))));
  }

  void report(string_view kind, Span place, Span other, std::string why) {
    if (told_already(findings_, place) || corrected_beside(view_, place)) return;
    findings_.push_back(finding(kind, kind == "amount" ? "checks/amount" : "checks/sum", place,
                                other, std::move(why)));
  }

  const CaseView& view_;
  string_view text_;
  std::map<Exact, std::size_t> times_;  // how often each sum stands
  // Searches through the whole document are for judgments, not for a list of a hundred thousand
  // sums.
  static constexpr std::size_t kMostSearches = 200;
  std::size_t searches_ = 0;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_reckoned(const CaseView& view) {
  if (!view.chinese()) return {};
  return Reckoned(view).run();
}

}  // namespace proviso::tasks
