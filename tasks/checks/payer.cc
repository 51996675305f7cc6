#include "tasks/checks/payer.h"

#include <re2/re2.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tasks/checks/ruling.h"
#include "tasks/checks/sides.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

struct Payment {
  char payer = 0;  // 0: not said
  char payee = 0;  // 0: not said
  std::string verb;
  Span span;                // in the document
  bool sure = true;         // no party says so, no contract
  std::vector<Exact> sums;  // of the verb
  std::string thing;        // 房屋, 车辆 …; empty for money
  std::uint64_t who = 0;    // the payer, where one is named (Sides)
  std::uint64_t to = 0;     // the payee, the same

  // Whose duty it is: the payer, else the side across from the payee.
  char side() const {
    if (payer != 0) return payer;
    return payee == kPlaintiff ? kDefendant : payee == kDefendant ? kPlaintiff : '\0';
  }
};

class Payments {
 public:
  explicit Payments(const JudgmentView& judgment)
      : view_(judgment.view),
        text_(view_.folded.text),
        cast_(judgment.cast),
        sides_(judgment.sides) {}

  std::vector<Finding> run() {
    if (cast_.zones.empty() || changes_sides()) return {};
    std::vector<Payment> ordered;
    for (const Span& item : view_.disposition_items()) {
      if (contains(view_.quote(item), {"驳回"})) continue;
      if (auto payment = order_of(item)) ordered.push_back(std::move(*payment));
    }
    if (ordered.empty()) return {};
    read_reasons();
    for (const Payment& each : ordered) {
      const Payment* owed = contrary(each, ordered);
      if (owed != nullptr) return {told(each, *owed)};
    }
    for (const Payment& each : ordered)
      if (const Payment* owed = to_another(each); owed != nullptr)
        return {
            finding("role", "checks/role", trimmed(view_, each.span), trimmed(view_, owed->span),
                    view_.chinese()
                        ? "主文判令向其给付的受款人，与理由部分认定应受领这一数额的人不是同一人。"
                        : "The order has this sum paid to somebody else than the reasoning.")};
    for (const Payment& each : ordered)
      if (const Payment* owed = of_another(each); owed != nullptr)
        return {
            finding("role", "checks/role", trimmed(view_, each.span), trimmed(view_, owed->span),
                    view_.chinese()
                        ? "主文判令给付的被告，与理由部分认定应给付这一数额的被告不是同一人。"
                        : "The order makes another defendant pay this sum than the reasoning.")};
    return {};
  }

 private:
  // In an appeal the words of the first trial change sides.
  bool changes_sides() {
    const string_view before = text_.substr(0, cast_.zones.front().start);
    if (contains(before, {"上诉人", "原审", "再审"})) return true;
    // A counterclaim that the head does not know: then 原告 may be either.
    counterclaim_ = contains(before, {"反诉"});
    return !cast_.from_head && counterclaim_;
  }

  static std::string thing_in(const std::string& said) {
    static const RE2 thing(
        "(房屋|商铺|厂房|店铺|铺面|门面|车库|车位|场地|土地|宅基地|车辆|机动车|轿车|客车|货车|"
        "挖掘机|"
        "设备|机器|公章|印章|营业执照|货物|商品|手机|电脑|围墙|言论|道歉)");
    std::string found;
    RE2::PartialMatch(said, thing, &found);
    return found;
  }

  std::vector<Exact> sums_in(Span span) const {
    std::vector<Exact> sums;
    for (const Number& each : numbers_in(view_, span))
      if (each.measure == Measure::kMoney && !each.per) sums.push_back(each.value);
    return sums;
  }

  std::optional<Payment> order_of(Span item) const {
    static const RE2 order(
        "^([^\\x01-\\x03]{0,60})([\\x01\\x02])[^\\x01-\\x03。;\\n]{0,120}?(?:"
        "(?:向|给)([\\x01\\x02])[^。;\\n]{0,60}?(支付|偿还|赔偿|给付|返还|退还|归还|赔付|补偿|交付|"
        "交还|移交|道歉)|"
        "(支付|偿还|赔偿|给付|返还|退还|归还|赔付|补偿|交付|交还|移交)给?([\\x01\\x02])|"
        "(支付|偿还|赔偿|给付|返还|退还|归还|赔付|补偿|交付|交还|移交)[^\\x01-\\x03。;\\n]{0,60}给"
        "([\\x01\\x02]))");
    static const RE2 alone(
        "^([^\\x01-\\x03]{0,60})([\\x01\\x02])(?:于|应|自|立即|在)[^\\x01-\\x03。;\\n]{0,80}?"
        "(拆除|清除|腾退|腾空|搬离|搬出|迁出|停止侵害|停止侵权|协助)");
    const SidedText read = sides_.read(item);
    const std::string& said = read.said;
    std::string lead, payer;
    re2::StringPiece to[3];
    std::string verb[3];
    // 停止侵害原告的商标权，并赔偿: who is done something to does nothing.
    if (RE2::PartialMatch(said, order, &lead, &payer, &to[0], &verb[0], &verb[1], &to[1], &verb[2],
                          &to[2]) &&
        !ends_with_word(lead, words("before_object"))) {
      for (int way = 0; way < 3; ++way) {
        if (to[way].empty()) continue;
        if (to[way][0] == payer.front()) return std::nullopt;
        const auto place = static_cast<std::size_t>(to[way].data() - said.data());
        return Payment{payer.front(),
                       to[way][0],
                       verb[way],
                       item,
                       true,
                       sums_in(item),
                       thing_in(said),
                       one_named(read, lead.size()),
                       one_named(read, place)};
      }
    }
    if (RE2::PartialMatch(said, alone, &lead, &payer, &verb[0]) &&
        !ends_with_word(lead, words("before_object")))
      return Payment{payer.front(), 0, verb[0], item, true, {}, thing_in(said), 0, 0};
    return std::nullopt;
  }

  // Sentences in which the court makes one side pay the other.
  void read_reasons() {
    static const RE2 both("相互|互相|互负|各自返还|双方返还|劳动|离婚|同居|抚养");
    for (const Span& part : view_.spans(Tag::kReasoning)) {
      for (std::size_t at = part.start; at < part.end;) {
        const Span sentence = sentence_around(view_.text, {at, at}, part.end - at + 1);
        const std::size_t end = std::min(std::max(sentence.end, at), part.end);
        const SidedText read = sides_.read({at, end});
        both_owe_ = both_owe_ || RE2::PartialMatch(read.said, both);
        read_sentence(read, {at, end});
        at = end < part.end ? end + code_point_bytes(view_.text[end]) : part.end;
      }
    }
  }

  // Each word of paying in the sentence that the court imposes, with who pays whom and how much.
  void read_sentence(const SidedText& read, Span span) {
    const std::string& said = read.said;
    static const RE2 verb(
        "(支付|偿还|赔偿|给付|返还|退还|归还|赔付|补偿|应付|付给|承担|协助|交付|交还|移交|道歉|"
        "拆除|清除|"
        "腾退|腾空|搬离|"
        "搬出|迁出|停止侵害|停止侵权)");
    static const RE2 imposed("应|需|须|由|酌|判令|义务|承担|有权|负责|即$");
    const bool granted = has_word(said, words("supported")) && !has_word(said, words("refused"));
    const bool sure = granted || reported_by_nobody(span);
    const re2::StringPiece whole(said);
    re2::StringPiece found;
    std::size_t last_end = 0;
    for (std::size_t at = 0; verb.Match(whole, at, said.size(), RE2::UNANCHORED, &found, 1);) {
      const auto start = static_cast<std::size_t>(found.data() - said.data());
      at = start + found.size();
      const string_view before = string_view(said).substr(0, start);
      const std::size_t stop = clause_start(before);
      const string_view clause = before.substr(stop);
      // 应负责修复，排除妨害，并赔偿原告: one duty.
      const bool goes_on = begins_with_word(clause, words("goes_on_with"));
      const string_view lead =
          goes_on ? before : before.substr(clause_start(before.substr(0, stop > 0 ? stop - 1 : 0)));
      string_view behind = string_view(said).substr(at);
      if (behind.starts_with("给")) behind.remove_prefix(3);
      const std::size_t payee_at = said.size() - behind.size();
      const bool noun = begins_with_word(string_view(said).substr(at), words("noun_of_paying")) ||
                        ends_with_word(before, words("makes_it_noun"));
      // 承担35000元 pays, 承担责任 does not.
      const bool vague = contains({found.data(), found.size()}, {"承担"}) &&
                         (at >= said.size() || said[at] < '0' || said[at] > '9');
      if (noun || vague) continue;
      const bool denied =
          has_word(clause, words("no_duty")) || behind.starts_with("了") ||
          ends_with_word(before, words("negation")) ||
          (has_word(clause, words("wish")) && !granted && !contains(clause, {"有权"}));
      // 原告补偿被告40000元.
      const bool plain = !before.empty() && is_side(before.back()) && behind.size() > 1 &&
                         is_side(behind.front()) && behind[1] >= '0' && behind[1] <= '9';
      if (denied || !(plain || (granted && has_word(clause, words("wish"))) ||
                      RE2::PartialMatch(re2::StringPiece(lead.data(), lead.size()), imposed))) {
        continue;
      }
      Payment payment;
      payment.verb = std::string(found.data(), found.size());
      payment.span = span;
      payment.sure = sure;
      payment.thing = thing_in(said);
      if (!behind.empty() && is_side(behind.front()))
        payment.payee = behind.front();
      else
        payment.payee = addressed(clause);
      std::size_t place = string_view::npos;
      payment.payer = actor(before, place);
      if (place != string_view::npos) payment.who = one_named(read, place);
      if (!behind.empty() && is_side(behind.front())) payment.to = one_named(read, payee_at);
      // 由方某补偿给卞某, both plaintiffs: no side pays the other.
      if (payment.payer != 0 && payment.payer == payment.payee && payment.who != 0 &&
          payment.to != 0 && payment.who != payment.to) {
        payment.sums = sums_near(said, last_end, start, at, span);
        within_.push_back(std::move(payment));
        last_end = at;
        continue;
      }
      if (payment.payer == payment.payee) payment.payer = 0;
      if (payment.side() != 0) {
        static constexpr string_view kHelp = "协助";
        if (payment.verb != kHelp) payment.sums = sums_near(said, last_end, start, at, span);
        owed_.push_back(std::move(payment));
      }
      last_end = at;
    }
  }

  // The person of the party byte at `at`, 0 where it is not one who is named.
  static std::uint64_t one_named(const SidedText& read, std::size_t at) {
    const std::size_t mark = read.mark(at);
    const std::uint64_t who = read.who[mark];
    return read.named[mark] && (who & (who - 1)) == 0 ? who : 0;
  }

  // No wish, no contract; 甲垫付的款项，由原告返还 is the court's word.
  bool reported_by_nobody(Span span) const {
    std::string said(view_.quote(span));
    static const string_view kAdvanced = "垫付";
    if (contains(said, {"由"}))
      for (std::size_t at = said.find(kAdvanced); at != said.npos; at = said.find(kAdvanced))
        said.erase(at, kAdvanced.size());
    return !has_word(said, words("not_the_court"));
  }

  static std::size_t clause_start(string_view before) {
    std::size_t from = 0;
    for (const string_view stop : {",", "，", ";", "；", ":", "："}) {
      const std::size_t at = before.rfind(stop);
      if (at != before.npos) from = std::max(from, at + stop.size());
    }
    return from;
  }

  // 向两 of 向两原告 without its last word.
  static string_view without_count(string_view before) {
    for (const string_view count : words("several_before_role")) {
      if (before.ends_with(count)) return before.substr(0, before.size() - count.size());
    }
    return before;
  }

  // 向原告, 给原告, 向两原告 before the verb.
  static char addressed(string_view clause) {
    for (std::size_t i = clause.size(); i-- > 0;) {
      if (!is_side(clause[i])) continue;
      const string_view before = without_count(clause.substr(0, i));
      if (before.ends_with("向") || before.ends_with("给")) return clause[i];
    }
    return 0;
  }

  // 原告与被告: a party, and one of the other side tied to it.
  static bool joined(string_view from) {
    const string_view rest = from.substr(1);
    for (const string_view tie : words("joins_names")) {
      if (!rest.starts_with(tie) || rest.size() == tie.size()) continue;
      const char other = rest[tie.size()];
      if (is_side(other) && other != from.front()) return true;
    }
    return false;
  }

  // Who does it: the last party of the clause that nothing is done to, else the one that an earlier
  // clause begins with.
  static char actor(string_view before, std::size_t& place) {
    const std::size_t own = clause_start(before);
    for (std::size_t i = before.size(); i-- > 0;) {
      if (!is_side(before[i])) continue;
      const string_view ahead = without_count(before.substr(0, i));
      if (ends_with_word(ahead, words("done_to")) ||
          begins_with_word(before.substr(i + 1), words("suffers")))
        continue;
      // 原告请求返还80000元: who asks is to get it.
      if (begins_with_word(before.substr(i + 1), words("wish")) ||
          before.substr(i + 1).starts_with("有权"))
        return before[i] == kPlaintiff ? kDefendant : before[i] == kDefendant ? kPlaintiff : '\0';
      if (i < own && !ahead.empty() && !ends_with_word(ahead, words("opens_clause"))) continue;
      // 被告与原告: either may be meant.
      if (ends_with_word(ahead, words("joins_names")) || joined(before.substr(i))) return 0;
      place = i;
      return before[i] == kThirdParty ? '\0' : before[i];
    }
    return 0;
  }

  // The sums behind the verb up to the next one, else those between it and the verb before.
  std::vector<Exact> sums_near(const std::string& said, std::size_t last, std::size_t start,
                               std::size_t end, Span span) const {
    static const RE2 next(
        "支付|偿还|赔偿|给付|返还|退还|归还|赔付|补偿|交付|[\\x01-\\x03][^\\x01-\\x03]{0,3}(?:应|"
        "需|须)");
    const re2::StringPiece whole(said);
    re2::StringPiece found;
    std::size_t until = said.size();
    if (end < said.size() && is_side(said[end])) ++end;
    for (std::size_t i = end; i < until; ++i)
      if (is_side(said[i])) until = i;
    if (next.Match(whole, end, said.size(), RE2::UNANCHORED, &found, 1))
      until = std::min(until, static_cast<std::size_t>(found.data() - said.data()));
    std::vector<Exact> sums = sums_of(said.substr(end, until - end), span);
    return sums.empty() ? sums_of(said.substr(last, start - last), span) : sums;
  }

  // The sums of the document's span that a piece of its read words holds, as written.
  std::vector<Exact> sums_of(const std::string& piece, Span span) const {
    std::vector<Exact> sums;
    for (const Number& each : numbers_in(view_, span)) {
      if (each.measure != Measure::kMoney || each.per) continue;
      const std::string written = fold(view_.quote(each.span)).text;
      if (piece.find(written) != std::string::npos) sums.push_back(each.value);
    }
    return sums;
  }

  static bool share(const std::vector<Exact>& a, const std::vector<Exact>& b) {
    return std::any_of(a.begin(), a.end(), [&](const Exact& each) {
      return std::find(b.begin(), b.end(), each) != b.end();
    });
  }

  const Payment* contrary(const Payment& order, const std::vector<Payment>& ordered) const {
    const bool both_pay = std::any_of(ordered.begin(), ordered.end(), [&](const Payment& each) {
      return each.payer != order.payer;
    });
    const bool same_side = std::any_of(owed_.begin(), owed_.end(), [&](const Payment& each) {
      return each.side() == order.payer;
    });
    // The very sum, where the reasoning fixes it.
    const Payment* against = nullptr;
    bool agreed = false;
    for (const Payment& each : owed_) {
      if (!share(order.sums, each.sums)) continue;
      if (each.side() == order.payer || (each.payer == 0 && each.payee == order.payee))
        agreed = true;
      else if (each.sure && against == nullptr)
        against = &each;
    }
    if (against != nullptr && !agreed) return against;
    if (same_side || counterclaim_) return of_a_thing(order);
    for (const Payment& each : owed_) {
      if (!each.sure && each.side() == kPlaintiff) continue;
      if (share_a_sum(order.span, each.span)) return &each;
      if (order.payer == kPlaintiff && !both_pay && !both_owe_ && each.verb == order.verb)
        return &each;
    }
    return of_a_thing(order);
  }

  // The very sum, which the reasoning makes another defendant pay and nobody else.
  const Payment* of_another(const Payment& order) const {
    // Without a head a company may stand in the cast twice.
    if (!cast_.from_head || order.payer != kDefendant || order.who == 0 || order.sums.size() != 1)
      return nullptr;
    const Payment* against = nullptr;
    for (const Payment& each : owed_) {
      if (!share(order.sums, each.sums)) continue;
      if (!each.sure || each.payer != kDefendant || each.who == 0 || each.who == order.who ||
          each.sums.size() != 1)
        return nullptr;
      against = &each;
    }
    return against;
  }

  // The very sum, which the reasoning has the same person pay to another of his own side.
  const Payment* to_another(const Payment& order) const {
    if (order.who == 0 || order.to == 0 || order.sums.size() != 1) return nullptr;
    if (std::any_of(owed_.begin(), owed_.end(),
                    [&](const Payment& each) { return share(order.sums, each.sums); }))
      return nullptr;
    const auto other = std::find_if(within_.begin(), within_.end(), [&](const Payment& each) {
      return each.sure && each.who == order.who && each.to != order.to &&
             share(order.sums, each.sums);
    });
    return other == within_.end() ? nullptr : &*other;
  }

  // 房屋 to be returned by the one and not by the other.
  const Payment* of_a_thing(const Payment& order) const {
    if (order.thing.empty() || !order.sums.empty()) return nullptr;
    const Payment* against = nullptr;
    for (const Payment& each : owed_) {
      if (each.thing != order.thing || !each.sure) continue;
      if (each.side() == order.payer) return nullptr;
      if (each.verb == order.verb && each.payer != 0) against = &each;
    }
    return against;
  }

  // A sum of the item stands in the sentence too.
  bool share_a_sum(Span item, Span sentence) const {
    const auto sums = numbers_in(view_, item);
    const auto owed = numbers_in(view_, sentence);
    return std::any_of(sums.begin(), sums.end(), [&](const Number& each) {
      return each.measure == Measure::kMoney &&
             std::any_of(owed.begin(), owed.end(), [&](const Number& other) {
               return other.measure == Measure::kMoney && other.value == each.value;
             });
    });
  }

  Finding told(const Payment& order, const Payment& owed) const {
    const bool plaintiff = order.payer == kPlaintiff;
    if (order.payee == 0 || (order.sums.empty() && !order.thing.empty()))
      return finding(
          "role", "checks/role", trimmed(view_, order.span), trimmed(view_, owed.span),
          !view_.chinese()
              ? (plaintiff ? "The order makes the plaintiff act whom the reasoning does not bind."
                           : "The order makes the defendant act whom the reasoning does not bind.")
          : plaintiff ? "主文判令原告履行，而理由部分认定应由被告履行，义务人相反。"
                      : "主文判令被告履行，而理由部分认定应由原告履行，义务人相反。");
    return finding(
        "role", "checks/role", trimmed(view_, order.span), trimmed(view_, owed.span),
        !view_.chinese() ? "The order makes the one pay whom the reasoning makes the payee."
        : plaintiff      ? "主文判令原告向被告给付，而理由部分认定应由被告给付，二者的给付方向相反。"
                         : "主文判令被告向原告给付，而理由部分认定应由原告给付，二者的给付方向相反。");
  }

  const CaseView& view_;
  string_view text_;
  const Cast& cast_;
  const Sides& sides_;
  std::vector<Payment> owed_;
  std::vector<Payment> within_;  // from one to another of the same side
  bool both_owe_ = false;
  bool counterclaim_ = false;
};

}  // namespace

std::vector<Finding> reversed_payments(const JudgmentView& judgment) {
  if (!judgment.view.chinese()) return {};
  return Payments(judgment).run();
}

}  // namespace proviso::tasks
