#include "tasks/checks/payer.h"

#include <re2/re2.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tasks/checks/ruling.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

// In a piece that was read for sides one byte stands for each party, its role word included.
constexpr char kPlaintiff = '\x01';
constexpr char kDefendant = '\x02';

struct Payment {
  char payer = 0;
  std::string verb;
  Span span;         // in the document
  bool sure = true;  // no party says so, no contract
};

class Payments {
 public:
  Payments(const CaseView& view, const Cast& cast)
      : view_(view), text_(view.folded.text), cast_(cast) {
    names_ = {{"原告", kPlaintiff}, {"被告", kDefendant}};
    for (const CastMember& member : cast.members) add(member.words, member.roles);
    for (const segmenter::Party& party : view.structure.parties)
      for (const std::string& alias : party.aliases) add(fold(alias).text, party.roles);
    std::sort(names_.begin(), names_.end(), [](const auto& a, const auto& b) {
      return std::pair(b.first.size(), a.first) < std::pair(a.first.size(), b.first);
    });
  }

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
    return {};
  }

 private:
  void add(const std::string& name, const std::vector<std::string>& roles) {
    constexpr std::size_t kShortest = 6;  // bytes
    if (name.size() < kShortest) return;
    const bool sues = carries(roles, "原告");
    if (sues != carries(roles, "被告")) names_.emplace_back(name, sues ? kPlaintiff : kDefendant);
  }
  static bool carries(const std::vector<std::string>& roles, string_view side) {
    return std::any_of(roles.begin(), roles.end(), [&](const std::string& role) {
      return role.find(side) != std::string::npos;
    });
  }

  bool changes_sides() const {
    return contains(text_.substr(0, cast_.zones.front().start), {"反诉", "上诉人", "原审", "再审"});
  }

  // The folded text of the span with a byte for each party: 原告甲 is one party, 甲、乙 too.
  std::string sides_in(Span span) const {
    const string_view said =
        text_.substr(view_.folded.folded(span.start),
                     view_.folded.folded(span.end) - view_.folded.folded(span.start));
    std::string read;
    for (std::size_t at = 0; at < said.size();) {
      const auto name = std::find_if(names_.begin(), names_.end(), [&](const auto& each) {
        return said.substr(at).starts_with(each.first);
      });
      if (name == names_.end()) {
        const std::size_t bytes = std::min(code_point_bytes(said[at]), said.size() - at);
        read += said.substr(at, bytes);
        at += bytes;
        continue;
      }
      at += name->first.size();
      string_view tail(read);
      for (const string_view joint : {"、", "和", "与", "及"})
        if (tail.ends_with(joint)) tail.remove_suffix(joint.size());
      if (!tail.empty() && tail.back() == name->second)
        read.resize(tail.size());
      else
        read += name->second;
    }
    return read;
  }

  std::optional<Payment> order_of(Span item) const {
    static const RE2 order(
        "^([^\\x01\\x02]{0,60})([\\x01\\x02])[^\\x01\\x02。;\\n]{0,80}?(?:"
        "(?:向|给)([\\x01\\x02])[^。;\\n]{0,60}?(支付|偿还|赔偿|给付|返还|退还|归还|赔付|补偿)|"
        "(支付|偿还|赔偿|给付|返还|退还|归还|赔付|补偿)给?([\\x01\\x02])|"
        "(支付|偿还|赔偿|给付|返还|退还|归还|赔付|补偿)[^\\x01\\x02。;\\n]{0,60}给([\\x01\\x02]))");
    const std::string said = sides_in(item);
    std::string lead, payer;
    std::string to[3];
    std::string verb[3];
    // 停止侵害原告的商标权，并赔偿: who is done something to does nothing.
    if (!RE2::PartialMatch(said, order, &lead, &payer, &to[0], &verb[0], &verb[1], &to[1], &verb[2],
                           &to[2]) ||
        ends_with_word(lead, words("before_object")))
      return std::nullopt;
    for (int way = 0; way < 3; ++way) {
      if (to[way].empty()) continue;
      if (to[way] == payer) return std::nullopt;
      return Payment{payer.front(), verb[way], item, true};
    }
    return std::nullopt;
  }

  // Sentences in which the court makes one side pay the other.
  void read_reasons() {
    static const RE2 owes(
        "([\\x01\\x02])[^\\x01\\x02,。;\\n不无]{0,40}(?:应|需|须)[^\\x01\\x02,。;\\n]{0,40}?(?:"
        "(?:向|给)([\\x01\\x02])[^\\x01\\x02。;\\n]{0,40}?)?"
        "(支付|偿还|赔偿|给付|返还|退还|归还|赔付|补偿|承担)(?:给?([\\x01\\x02]))?");
    static const RE2 both("相互|互相|互负|各自返还|双方返还|劳动|离婚|同居|抚养");
    for (const Span& part : view_.spans(Tag::kReasoning)) {
      for (std::size_t at = part.start; at < part.end;) {
        const Span sentence = sentence_around(view_.text, {at, at}, part.end - at + 1);
        const std::size_t end = std::min(std::max(sentence.end, at), part.end);
        const std::string said = sides_in({at, end});
        const bool sure = !has_word(view_.quote({at, end}), words("not_the_court"));
        both_owe_ = both_owe_ || RE2::PartialMatch(said, both);
        re2::StringPiece rest(said);
        std::string payer, to, verb, behind;
        while (RE2::FindAndConsume(&rest, owes, &payer, &to, &verb, &behind)) {
          const std::string payee = to.empty() ? behind : to;
          if (payee == payer || verb == "承担") continue;
          owed_.push_back({payer.front(), verb, {at, end}, sure});
        }
        at = end < part.end ? end + code_point_bytes(view_.text[end]) : part.end;
      }
    }
  }

  const Payment* contrary(const Payment& order, const std::vector<Payment>& ordered) const {
    const bool both_pay = std::any_of(ordered.begin(), ordered.end(), [&](const Payment& each) {
      return each.payer != order.payer;
    });
    const bool same_side = std::any_of(
        owed_.begin(), owed_.end(), [&](const Payment& each) { return each.payer == order.payer; });
    if (same_side) return nullptr;
    for (const Payment& each : owed_) {
      if (!each.sure && each.payer == kPlaintiff) continue;
      if (share_a_sum(order.span, each.span)) return &each;
      if (order.payer == kPlaintiff && !both_pay && !both_owe_ && each.verb == order.verb)
        return &each;
    }
    return nullptr;
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
    return finding(
        "role", "checks/role", trimmed(view_, order.span), trimmed(view_, owed.span),
        !view_.chinese() ? "The order makes the one pay whom the reasoning makes the payee."
        : plaintiff      ? "主文判令原告向被告给付，而理由部分认定应由被告给付，二者的给付方向相反。"
                         : "主文判令被告向原告给付，而理由部分认定应由原告给付，二者的给付方向相反。");
  }

  const CaseView& view_;
  string_view text_;
  const Cast& cast_;
  std::vector<std::pair<std::string, char>> names_;  // the longer first
  std::vector<Payment> owed_;
  bool both_owe_ = false;
};

}  // namespace

std::vector<Finding> reversed_payments(const CaseView& view, const Cast& cast) {
  if (!view.chinese()) return {};
  return Payments(view, cast).run();
}

}  // namespace proviso::tasks
