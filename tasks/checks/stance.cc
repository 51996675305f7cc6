#include "tasks/checks/stance.h"

#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

class Stances {
 public:
  explicit Stances(const JudgmentView& judgment)
      : ruling_(judgment.ruling), sides_(judgment.sides) {}

  std::vector<Finding> run() {
    if (ruling_.items.empty() || ruling_.sentences.empty() || ruling_.appeal || ruling_.appellate())
      return {};
    for (const Span& item : ruling_.items) read_item(item);
    for (const ReasonedSentence& sentence : ruling_.sentences) read_sentence(sentence);
    std::vector<Finding> findings;
    for (std::size_t i = 0; i < sides_.people(); ++i) {
      if (sides_.side(i) != kDefendant) continue;
      if (dismissed_.contains(i) && bound_.contains(i) && findings.empty())
        findings.push_back(both(dismissed_.at(i), bound_.at(i)));
      if (dismissed_.contains(i) && !bound_.contains(i) && liable_.contains(i) &&
          !freed_.contains(i) && findings.empty())
        findings.push_back(told(dismissed_.at(i), liable_.at(i), true));
      if (bound_.contains(i) && freed_.contains(i) && !liable_.contains(i) &&
          !of_another_way(bound_.at(i), freed_.at(i)) && findings.empty())
        findings.push_back(told(bound_.at(i), freed_.at(i), false));
      if (together_.contains(i) && !bound_.contains(i) && !dismissed_.contains(i) &&
          !freed_.contains(i) && findings.empty() && left_out(i))
        findings.push_back(left_out_finding(bound_.begin()->second, together_.at(i)));
    }
    return findings;
  }

 private:
  using Places = std::map<std::size_t, Span>;  // of each person

  static void note(std::uint64_t who, Span place, Places& places) {
    for (std::size_t i = 0; i < 64; ++i)
      if ((who >> i & 1U) != 0) places.emplace(i, place);
  }

  void read_item(Span item) {
    const SidedText text = sides_.read(item);
    if (dismisses(ruling_.view.quote(item))) {
      static const RE2 against(
          "(?:对|要求|请求)((?:[\\x02\\x03]))(?:的|提出的|承担|对)[^其余超部。;]{0,40}"
          "(?:诉讼请求|诉请|请求|起诉)");
      re2::StringPiece who;
      const re2::StringPiece whole(text.said);
      if (contains(ruling_.view.quote(item), {"其他", "其它", "其余", "超出", "部分"})) return;
      if (!RE2::PartialMatch(whole, against, &who)) return;
      const std::size_t mark = text.mark(static_cast<std::size_t>(who.data() - whole.data()));
      if (text.named[mark] || one(text.who[mark])) note(text.who[mark], item, dismissed_);
      return;
    }
    // Who opens a clause of an order to pay is bound; in brackets and behind 若 nobody is.
    int brackets = 0;
    for (std::size_t at = 0; at < text.said.size(); ++at) {
      brackets += text.said[at] == '(' ? 1 : text.said[at] == ')' ? -1 : 0;
      if (text.said[at] != kDefendant || brackets > 0) continue;
      const std::size_t mark = text.mark(at);
      const string_view before = string_view(text.said).substr(0, at);
      const string_view clause = string_view(text.said).substr(at, clause_end(text.said, at) - at);
      if (text.named[mark] && (before.empty() || ends_with_word(before, words("opens_order"))) &&
          has_word(clause, words("pays_or_answers")))
        note(text.who[mark], item, bound_);
    }
  }

  // Others who are liable together with him are bound, and the order does not speak of him but as
  // of one against whom there is recourse.
  bool left_out(std::size_t who) const {
    const bool others = std::any_of(bound_.begin(), bound_.end(), [&](const auto& each) {
      return together_.contains(each.first) && together_.at(each.first) == together_.at(who);
    });
    if (!others || has_word(ruling_.ordered, words("all_of_them"))) return false;
    static const RE2 recourse("(?:有权|可以?)向[^；。\n]{0,80}追偿");
    std::string order = ruling_.ordered;
    RE2::GlobalReplace(&order, recourse, "");
    return !names_in_short(order, sides_.name(who));
  }

  Finding left_out_finding(Span item, Span sentence) const {
    return finding("joint_liability", "checks/joint_liability", trimmed(ruling_.view, item),
                   trimmed(ruling_.view, sentence),
                   ruling_.view.chinese()
                       ? "理由部分认定数名被告共同承担责任，主文遗漏其中一人。"
                       : "The reasoning holds several defendants liable together, the order leaves "
                         "one of them out.");
  }

  static bool one(std::uint64_t who) { return who != 0 && (who & (who - 1)) == 0; }

  void read_sentence(const ReasonedSentence& sentence) {
    static const RE2 free(
        "((?:不(?:应|再|需|用)?(?:当|予)?(?:承担|负有?)|无[需须](?:承担|负)|免除|免于承担|不负)"
        "[^,。;不]{0,24}(?:责任|义务)|(?:保证|担保|赔偿)责任[^,。;]{0,6}(?:免除|不成立))");
    static const RE2 duty(
        "(?:应|须|需|自愿)[^,。;]{0,60}(?:连带|补充|共同|清偿|偿还|返还|支付|给付|赔偿|保证|担保|"
        "补偿|归还)|^(?:并|且|故|依法)?(?:对|就)[^,。;]{0,60}承担[^,。;]{0,12}责任|[\\x02](?:依法)?"
        "(?:对|就)[^,。;]{0,60}承担[^,。;]{0,"
        "12}责任");
    static const RE2 duty_of("由([\\x02])[^,。;]{0,30}(?:承担|赔偿|支付|偿还|返还|给付|补偿)");
    if (!by_court(sentence.words) || has_word(sentence.words, words("no_own_word"))) return;
    // What a plea says that is not heeded is not so.
    const bool plea = contains(sentence.words, {"辩", "不予采纳", "不予采信", "意见"});
    const SidedText text = sides_.read(sentence.words);
    const bool refused = sentence.stand == Stand::kRefuse && sentence.of_claim &&
                         !takes_a_part(sentence.wish) && !sentence.wish.negative;
    const bool granted = sentence.stand == Stand::kSupport && sentence.of_claim;
    if (refused && !sentence.wish.object.empty()) {
      const SidedText wish = sides_.read(sentence.wish.object);
      for (std::size_t i = 0; i < wish.who.size(); ++i)
        if (wish.named[i] && one(wish.who[i] & sides_.all(kDefendant)) && outright(sentence))
          note(wish.who[i], sentence.span, freed_);
    }
    std::uint64_t subject = 0;
    std::uint64_t by_name = 0;  // the subject, where names stand for it
    std::size_t mark = 0;
    for (std::size_t from = 0; from < text.said.size();) {
      const std::size_t to = clause_end(text.said, from);
      const string_view clause = string_view(text.said).substr(from, to - from);
      std::uint64_t here = 0;
      bool named = false;
      for (std::size_t at = 0; at < clause.size(); ++at) {
        if (!is_side(clause[at])) continue;
        const std::size_t own = mark++;
        if (clause[at] != kDefendant || ends_with_word(clause.substr(0, at), words("done_to")) ||
            begins_with_word(clause.substr(at + 1), words("suffers")))
          continue;
        const bool everybody = ends_with_word(clause.substr(0, at), words("several_before_role"));
        if (!named) by_name = text.named[own] ? text.who[own] : 0;
        if (!named) here = text.named[own] || one(text.who[own]) || everybody ? text.who[own] : 0;
        named = true;
      }
      if (named) subject = here;
      const re2::StringPiece said(clause.data(), clause.size());
      const bool wished = has_word(clause, words("wish")) || has_word(clause, words("supposed"));
      const bool partly = contains(clause, {"部分", "之外", "以外", "超出", "范围", "限额"});
      re2::StringPiece way_out;
      const bool lets_go = subject != 0 && RE2::PartialMatch(said, free, &way_out) && !wished &&
                           !plea && !partly && (named || !has_own_subject(clause, way_out));
      if (lets_go)
        note(subject, sentence.span, freed_);
      else if (subject != 0 && (!wished || granted) && !refused &&
               (RE2::PartialMatch(said, duty) || RE2::PartialMatch(said, duty_of) ||
                (granted && has_word(clause, words("performs")))) &&
               !has_word(clause, words("not_liable")))
        note_liable(subject, subject == by_name && !wished, clause, sentence.span);
      from = to + 1;
    }
    // 原告要求其承担责任没有依据，不予支持.
    if (refused && one(subject) && contains(sentence.wish.object, {"其"}) &&
        names_liability(sentence.wish.object))
      note(subject, sentence.span, freed_);
  }

  // 甲、乙应当共同归还: who is named so is liable together with the others.
  void note_liable(std::uint64_t who, bool by_name, string_view clause, Span sentence) {
    note(who, sentence, liable_);
    static const RE2 jointly(
        "共同(?:承担|负责|负担|偿还|归还|返还|清偿|支付|给付|赔偿|退还|补偿|付款|还款)");
    if (!one(who) && by_name && RE2::PartialMatch({clause.data(), clause.size()}, jointly))
      note(who, sentence, together_);
  }

  // 甲负全部责任，行人不承担责任: the second clause is not about 甲.
  static bool has_own_subject(string_view clause, const re2::StringPiece& predicate) {
    static const RE2 none(
        "^(?:故|因此|因而|所以|依法|且|并|亦|也|其|而|则|可|在|对|就|均|都|该|但|"
        "据此|综上|依照|根据|按照).*|^$");
    const auto before = static_cast<std::size_t>(predicate.data() - clause.data());
    return !RE2::FullMatch({clause.data(), before}, none);
  }

  static std::size_t clause_end(const std::string& said, std::size_t from) {
    return std::min(said.find_first_of(",;:", from), said.size());
  }

  // 责任, which is no 有限责任公司.
  static bool names_liability(string_view words_of_it) {
    static const RE2 liability("(?:^|[^限])责任");
    return RE2::PartialMatch({words_of_it.data(), words_of_it.size()}, liability);
  }

  // The refusal is about all that is asked of him: 要求乙承担责任, 对乙的诉讼请求.
  static bool outright(const ReasonedSentence& sentence) {
    return (names_liability(sentence.wish.object) ||
            !has_word(sentence.wish.object, words("performs"))) &&
           !contains(sentence.words, {"受理费", "鉴定费", "律师费", "保全费", "利息", "部分"});
  }

  // 不应承担连带责任: he may be liable otherwise.
  bool of_another_way(Span item, Span sentence) const {
    return contains(ruling_.view.quote(sentence), {"连带"}) &&
           !contains(ruling_.view.quote(item), {"连带", "共同"});
  }

  // The claim against him is dismissed, and he is ordered to pay.
  Finding both(Span dismissal, Span order) const {
    return finding("outcome", "checks/joint_liability", trimmed(ruling_.view, dismissal),
                   trimmed(ruling_.view, order),
                   ruling_.view.chinese()
                       ? "主文一项判令该被告承担责任，另一项却驳回对该被告的诉讼请求。"
                       : "One item binds this defendant, another dismisses the claim against him.");
  }

  Finding told(Span item, Span sentence, bool liable) const {
    const bool several = contains(ruling_.view.quote(sentence), {"连带", "保证", "担保", "补充"}) ||
                         contains(ruling_.view.quote(item), {"连带", "保证", "担保", "补充"});
    const bool chinese = ruling_.view.chinese();
    return finding(
        several ? "joint_liability" : "outcome", "checks/joint_liability",
        trimmed(ruling_.view, item), trimmed(ruling_.view, sentence),
        liable ? (chinese ? "理由部分认定该被告应承担责任，主文却驳回对该被告的诉讼请求。"
                          : "The reasoning holds this defendant liable, the order dismisses the "
                            "claim against him.")
               : (chinese ? "理由部分认定该被告不承担责任，主文却判令其承担。"
                          : "The reasoning lets this defendant go, the order binds him."));
  }

  const Ruling& ruling_;
  const Sides& sides_;
  Places liable_, freed_, bound_, dismissed_;
  Places together_;  // liable together, by one sentence
};

}  // namespace

std::vector<Finding> misjudged_defendants(const JudgmentView& judgment) {
  if (!judgment.view.chinese()) return {};
  return Stances(judgment).run();
}

}  // namespace proviso::tasks
