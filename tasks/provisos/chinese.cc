#include <algorithm>

#include "segmenter/utf8.h"
#include "tasks/provisos/limb.h"
#include "tasks/provisos/reported_norm.h"
#include "tasks/provisos/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

const ProvisoWords& words() {
  return chinese_words();
}

// The words of one limb, and what has been found in it.
class Reader {
 public:
  explicit Reader(const Limb& limb) : limb_(limb), text_(limb.text) {}

  std::vector<Proviso> read() {
    frames();
    unless();
    notwithstanding();
    openers();
    caps();
    if (!opened_) closers();
    untouched();
    not_applied();
    return std::move(found_);
  }

 private:
  string_view words_of(Span span) const { return text_.substr(span.start, span.size()); }
  Span limb_to(std::size_t end) const { return rule_before(limb_.span.start, end); }

  // A rule that ends at `end`: within quotation marks it starts behind the mark, after 规定，or
  // 约定： behind those.
  Span rule_before(std::size_t start, std::size_t end) const {
    static const string_view kOpen[] = {"“", "＂", "「", "『"};
    bool quoted = false;
    for (const string_view mark : kOpen) {
      const std::size_t at = text_.substr(start, end - start).rfind(mark);
      if (at == string_view::npos) continue;
      const std::size_t inside = start + at + mark.size();
      const string_view rest = text_.substr(inside, end - inside);
      if (rest.find("”") == string_view::npos && rest.find("」") == string_view::npos) {
        start = inside;
        quoted = true;
      }
    }
    if (const string_view before = text_.substr(start, end - start);
        std::count(before.begin(), before.end(), '"') % 2 == 1) {
      start += before.rfind('"') + 1;
      quoted = true;
    }
    std::vector<Span> groups;
    // Inside quotation marks the norm speaks itself; and 予以确认，但… reports nothing.
    if (!limb_.norm && !quoted && match(text_, start, end, words().pattern("reported"), groups) &&
        (trimmed(text_, groups[0].end, end).size() > 0 ||
         !words().found("accepts", words_of(trimmed(text_, start, end))))) {
      start = groups[0].end;
    }
    for (std::size_t from = start;
         !limb_.norm && match(text_, from, end, words().pattern("article_inline"), groups);) {
      start = groups[1].start;  // 依据第二十一条保证人应当…
      from = groups[1].end;
    }
    // What a frame in front has taken out is no part of the rule.
    for (const Proviso& other : found_) {
      if (other.trigger.start < other.limits.start && other.limits.start > start &&
          other.limits.start < end &&
          (other.trigger.start == limb_.span.start || other.limits.end <= end)) {
        start = other.limits.start;
      }
    }
    return trimmed(text_, start, end);
  }

  // The sentence before with all its limbs: 有约定的…；没有约定的…。法律另有规定的，从其规定.
  Span rule_of_sentence_before() const {
    return rule_before(
        limb_.sentence_before.size() > 0 ? limb_.sentence_before.start : limb_.before.start,
        limb_.before.end);
  }

  // 前款 is the paragraph before, 本条第一款 the first of the article; else the sentence before.
  Span rule_named(string_view trigger) const {
    const bool first = trigger.find("本条第一款") != string_view::npos;
    if (!limb_.norm) return rule_of_sentence_before();
    if (!first && trigger.find("前款") == string_view::npos) return rule_of_sentence_before();
    std::size_t line = limb_.span.start;
    Span paragraph;
    std::vector<Span> groups;
    for (int i = 0; i < (first ? 12 : 1); ++i) {
      const std::size_t end = text_.substr(0, line).rfind('\n');
      if (end == string_view::npos || end < 2) break;
      const std::size_t start = text_.substr(0, end - 1).rfind('\n') + 1;  // npos + 1 is 0
      paragraph = trimmed(text_, start, end);
      line = start + 1;
      if (match(text_, start, end, words().pattern("article"), groups)) break;
    }
    if (match(text_, paragraph.start, paragraph.end, words().pattern("mark"), groups)) {
      paragraph = trimmed(text_, groups[0].end, paragraph.end);
    }
    const bool holds = paragraph.size() > 0 && paragraph.start <= limb_.before.start;
    return holds ? paragraph : rule_of_sentence_before();
  }

  // Before the opener a rule stands and no half of an argument or of a hypothesis.
  bool limits_a_rule(Span rule, Span scope) const {
    const string_view before = words_of(rule);
    if (words().found("concession", before)) return false;
    const std::size_t comma = before.rfind("，");
    if (comma != string_view::npos && words().found("concession", before.substr(comma + 3))) {
      return false;
    }
    const string_view behind = words_of(scope);
    if (words().found("argued_anywhere", behind)) return false;
    if (!limb_.norm && words().found("weighs", behind) && !words().found("closing", behind)) {
      return false;  // 但综合全案，…
    }
    if (words().found("norm", words().without("inability", before))) return true;
    if (words().found("closing", behind)) return true;
    // 仓租按月计算，但每月最低不少于…: a cap.
    if (limb_.norm && behind.find("的，") == string_view::npos &&
        kind_of(behind) == ProvisoKind::kLimit) {
      return true;
    }
    // 尾款于验收后支付，但尚有缺陷未修复的，买方有权扣减.
    if (limb_.norm && words().found("bare_duty", before) &&
        words().found("rule_for_a_case", behind)) {
      return true;
    }
    // 法律另有规定的，按照规定执行.
    if (limb_.norm && behind.find("另有") != string_view::npos) return true;
    // 未付款，但货已交付的，应予支持: the opener joins two conditions.
    return limb_.norm && behind.find("的，") == string_view::npos && words().found("norm", behind);
  }

  void add(Span trigger, Span scope, Span limits, ProvisoKind kind) {
    if (scope.size() == 0) return;
    found_.push_back({trigger, scope, limits, kind, segmenter::kNone, segmenter::kNone});
  }

  ProvisoKind kind_of(string_view scope) const {
    for (const ProvisoForm& form : words().forms("kinds")) {
      if (RE2::PartialMatch(scope, *form.pattern)) return form.kind;
    }
    return ProvisoKind::kException;
  }

  // 但 A，A: the scope ends with the limb, before a closing quotation mark, before a list.
  void openers() {
    std::vector<Span> groups;
    std::size_t from = limb_.span.start;
    while (match(text_, from, limb_.span.end, words().pattern("opener"), groups)) {
      Span trigger = groups[1];
      if (words_of(trigger).ends_with("，")) trigger.end -= 3;
      from = groups[1].end;
      if (text_.substr(from).starts_with("否")) continue;      // 但是否
      if (text_.substr(from).starts_with("不限于")) continue;  // 包括但不限于
      const Span whole = trimmed(text_, groups[1].end, quoted_end(groups[1].end));
      const ProvisoKind kind = kind_of(words_of(before_list(whole)));
      const Span scope = without_closing(before_list(whole));
      Span rule = limb_to(trigger.start);
      if (rule.size() == 0) rule = rule_of_sentence_before();
      if (rule.size() == 0 || !limits_a_rule(rule, before_list(whole))) continue;
      opened_ = true;
      opened_at_ = std::min(opened_at_, trigger.start);
      if (const Span inner = excepted_within(whole); inner.size() > 0) {
        add(trigger, whole, rule, kind_of(words_of(inner)));
        const Span closing{whole.end - string_view("除外").size(), whole.end};
        add(closing, trimmed(text_, inner.end, closing.start), inner, ProvisoKind::kException);
        continue;
      }
      if (const Span bracket = excepted_in_bracket(whole); bracket.size() > 0) {
        const Span inner = trimmed(text_, whole.start, bracket.start);
        add(trigger, whole, rule, kind_of(words_of(inner)));
        const std::size_t closing = bracket.end - string_view("除外").size();
        add({closing, bracket.end}, trimmed(text_, segmenter::next(text_, bracket.start), closing),
            inner, ProvisoKind::kException);
        continue;
      }
      add(trigger, scope, rule, kind);
    }
  }

  // 但应当提前通知（情况紧急的除外）: likewise; from the bracket to 除外.
  Span excepted_in_bracket(Span whole) const {
    std::vector<Span> groups;
    if (!match(text_, whole.start, whole.end, words().pattern("bracketed_except"), groups)) {
      return {};
    }
    const Span rule = trimmed(text_, whole.start, groups[1].start);
    return words().found("own_rule", words_of(rule)) ? groups[1] : Span{};
  }

  // 但应当提前通知，情况紧急的除外: behind the opener a rule stands, and at its end a case is taken
  // out of that. The rule; empty where the words between opener and 除外 are but cases.
  Span excepted_within(Span whole) const {
    if (!words_of(whole).ends_with("除外")) return {};
    const std::size_t comma = words_of(whole).rfind("，");
    if (comma == string_view::npos) return {};
    const Span rule = trimmed(text_, whole.start, whole.start + comma);
    const string_view last = words_of({whole.start + comma, whole.end});
    const bool goes_on = words().found("goes_on", last);
    return !goes_on && words().found("own_rule", words_of(rule)) ? rule : Span{};
  }

  // Where the quotation around `at` closes, else the limb's end.
  std::size_t quoted_end(std::size_t at) const {
    int depth = 0;
    const string_view before = text_.substr(limb_.span.start, at - limb_.span.start);
    const bool plain = std::count(before.begin(), before.end(), '"') % 2 == 1;
    for (std::size_t i = at; i < limb_.span.end; i = segmenter::next(text_, i)) {
      const char32_t c = segmenter::code_point(text_, i);
      if (plain && c == U'"') return i;
      if (c == U'“' || c == U'「' || c == U'（' || c == U'(') ++depth;
      if ((c == U'”' || c == U'」' || c == U'）' || c == U')') && --depth < 0) return i;
    }
    return limb_.span.end;
  }

  Span before_list(Span scope) const {
    const std::size_t at = words_of(scope).find("：");
    return at == string_view::npos ? scope : trimmed(text_, scope.start, scope.start + at);
  }

  // 法律另有规定的除外 → 法律另有规定的.
  Span without_closing(Span scope) const {
    static const string_view kClosings[] = {"除外", "不在此限", "不受此限"};
    const string_view inside = words_of(scope);
    for (const string_view closing : kClosings) {
      if (inside.ends_with(closing)) {
        return trimmed(text_, scope.start, scope.end - closing.size());
      }
    }
    return scope;
  }

  // What a frame in front limits: to the end of the limb, before a list, before the next 但.
  Span rule_behind(std::size_t start) const {
    Span rule = before_list(trimmed(text_, start, quoted_end(start)));
    if (words_of(rule).ends_with("除外")) {  // A，B除外 is a proviso of its own
      const std::size_t comma = words_of(rule).rfind("，");
      if (comma != string_view::npos) rule = trimmed(text_, rule.start, rule.start + comma);
    }
    std::vector<Span> groups;
    for (const string_view stop : {"opener", "conclusion"}) {
      if (stop == "conclusion" && limb_.norm) continue;
      if (match(text_, rule.start, rule.end, words().pattern(stop), groups) &&
          groups[0].start > rule.start) {
        rule = trimmed(text_, rule.start, groups[0].start);
      }
    }
    return rule;
  }

  void frames() {
    std::vector<Span> groups;
    std::size_t from = limb_.span.start;
    while (match(text_, from, limb_.span.end, words().pattern("frame"), groups)) {
      from = groups[2].end;
      const bool narrows_a_noun = words_of(groups[3]) == "的";
      Span rule =
          rule_behind(narrows_a_noun ? groups[3].end : groups[2].end + outer_size(groups[2].end));
      std::vector<Span> end;
      if (narrows_a_noun && match(text_, rule.start, rule.end, words().pattern("noun_end"), end) &&
          end[0].start > rule.start) {
        add(groups[1], trimmed(text_, groups[2].start, groups[2].end),
            trimmed(text_, rule.start, end[0].start), ProvisoKind::kException);
        continue;
      }
      const bool second_duty =
          words().found("duty", words_of(groups[2])) && words_of(rule).starts_with("应");
      if ((!adds(rule) && !second_duty) || deviates(groups[2], rule)) {
        add(groups[1], trimmed(text_, groups[2].start, groups[2].end), rule,
            ProvisoKind::kException);
      }
    }
    for (const string_view form : {"frame_open", "frame_inside"}) {
      if (!found_.empty() ||
          !match(text_, limb_.span.start, limb_.span.end, words().pattern(form), groups)) {
        continue;
      }
      const Span rule = rule_behind(groups[2].end);
      if (!adds(rule)) add(groups[1], groups[2], rule, ProvisoKind::kException);
    }
  }

  // 除另有约定外: whatever follows is a rule, if it adds nothing.
  bool deviates(Span inside, Span rule) const {
    return rule.size() > 0 && words().found("deferred_to", words_of(inside)) &&
           !words().found("addition", words_of(rule));
  }

  std::size_t outer_size(std::size_t at) const {
    return text_.substr(at).starts_with("外") ? 3 : 6;
  }

  bool adds(Span rule) const {
    return rule.size() == 0 || words().found("addition", words_of(rule)) ||
           (!limb_.norm && !words().found("argued_norm", words_of(rule)));
  }

  // 除非 X，否则 Y; 除非 X，Y; Y，除非 X.
  void unless() {
    std::vector<Span> groups;
    if (!match(text_, limb_.span.start, limb_.span.end, words().pattern("unless"), groups)) return;
    const Span trigger = groups[1];
    if (words().found("not_unless", words_of(groups[2]))) return;
    const std::size_t end = std::min(groups[2].end, quoted_end(groups[2].start));
    const string_view behind = text_.substr(groups[2].start, end - groups[2].start);
    std::vector<Span> other;
    if (match(text_, groups[2].start, end, words().pattern("otherwise"), other)) {
      add(trigger, trimmed(text_, groups[2].start, other[0].start), rule_behind(other[0].end),
          ProvisoKind::kException);
      return;
    }
    // 甲方可以解除，但除非乙方同意，甲方不得…: its rule stands behind the opener.
    const Span head = limb_to(trigger.start);
    const bool opens = words_of(head).ends_with("但") || words_of(head).ends_with("但是");
    const Span before = opens ? Span{} : head;
    std::size_t comma = behind.find("，");
    while (comma != string_view::npos && goes_on(behind.substr(comma + 3))) {
      comma = behind.find("，", comma + 3);
    }
    const bool trails = before.size() > 0 && comma == string_view::npos;
    const bool leads = !trails && (before.size() == 0 || !words().found("norm", words_of(before)));
    if (leads && comma == string_view::npos) return;
    const std::size_t scope_end = comma == string_view::npos ? end : groups[2].start + comma;
    Span scope = trimmed(text_, groups[2].start, scope_end);
    if (words_of(scope).ends_with("外")) scope.end -= words_of(scope).ends_with("以外") ? 6 : 3;
    add(trigger, scope, leads ? rule_behind(scope_end) : before, ProvisoKind::kException);
  }

  // 尽管有第三条的约定，A: A wins over it.
  void notwithstanding() {
    std::vector<Span> groups;
    if (!limb_.norm || !match(text_, limb_.span.start, limb_.span.end,
                              words().pattern("notwithstanding"), groups)) {
      return;
    }
    const Span wins = before_list(trimmed(text_, groups[0].end, quoted_end(groups[0].end)));
    if (wins.size() > 0 && words().found("norm", words_of(wins)))
      add(groups[1], wins, trimmed(text_, groups[2].start, groups[2].end), ProvisoKind::kPriority);
  }

  static bool goes_on(string_view words) {
    return words.starts_with("或") || words.starts_with("且") || words.starts_with("并");
  }

  void caps() {
    std::vector<Span> groups;
    std::size_t from = limb_.span.start;
    while (match(text_, from, limb_.span.end, words().pattern("cap"), groups)) {
      from = groups[0].end;
      // The last 以 before 为限 opens the frame.
      Span scope = groups[2];
      Span trigger = groups[1];
      const std::size_t later = words_of(scope).rfind("以");
      if (later != string_view::npos && !words_of(scope).substr(later).starts_with("以上") &&
          !words_of(scope).substr(later).starts_with("以下") &&
          !words_of(scope).substr(0, later).ends_with("足") &&
          !words_of(scope).substr(0, later).ends_with("可") &&
          !words_of(scope).substr(0, later).ends_with("予")) {
        trigger = {scope.start + later, scope.start + later + 3};
        scope.start = trigger.end;
      }
      if (opened_ && trigger.start > opened_at_) continue;  // 但以…为限 counts once
      const Span behind = capped_behind(scope.end);
      Span rule = behind.size() > 0 ? behind : capped_before(trigger.start);
      add(trigger, trimmed(text_, scope.start, scope.end), trimmed(text_, rule.start, rule.end),
          ProvisoKind::kLimit);
    }
  }

  // 以保险金为限承担责任: what follows, to the end of its clause.
  Span capped_behind(std::size_t scope_end) const {
    std::size_t start = scope_end + string_view("为限").size();
    if (text_.substr(start).starts_with("度")) start += 3;
    const string_view behind = text_.substr(start, quoted_end(start) - start);
    if (!words().found("capped", behind)) return {};
    return trimmed(text_, start, start + std::min(behind.find("，"), behind.size()));
  }

  // 赔偿金额应以保险金为限: the clause before without its modal, the clauses before that too while
  // it is but half of a rule.
  Span capped_before(std::size_t end) const {
    const Span whole = limb_to(end);
    Span rule = whole;
    const std::size_t bracket = words_of(rule).rfind("（");
    if (bracket != string_view::npos &&
        words_of(rule).substr(bracket).find("）") == string_view::npos) {
      rule = trimmed(text_, rule.start, rule.start + bracket);
    }
    for (const string_view modal : {"应当", "应", "均", "须", "但", "一般", "一律"}) {
      if (words_of(rule).ends_with(modal)) rule.end -= modal.size();
    }
    rule = trimmed(text_, rule.start, rule.end);
    if (!limb_.norm) return rule;
    // With its hypothesis: the clauses before that are but half of a rule.
    Span clause = last_clause(rule);
    while (clause.start > rule.start) {
      const Span before = last_clause(trimmed(text_, rule.start, clause.start));
      if (!words().found("half", words_of(before)) && !words().found("half", words_of(clause)))
        break;
      if (before.start >= clause.start) break;
      clause = {before.start, rule.end};
    }
    return clause;
  }

  // Behind the last comma, colon or number of a list.
  Span last_clause(Span rule) const {
    const std::size_t comma = words_of(rule).rfind("，");
    if (comma != string_view::npos) rule = trimmed(text_, rule.start + comma, rule.end);
    for (const string_view colon : {"：", ":"}) {
      const std::size_t at = words_of(rule).rfind(colon);
      if (at != string_view::npos) rule = trimmed(text_, rule.start + at, rule.end);
    }
    std::vector<Span> groups;
    if (match(text_, rule.start, rule.end, words().pattern("mark"), groups)) {
      rule = trimmed(text_, groups[0].end, rule.end);
    }
    return rule;
  }

  void closers() {
    std::vector<Span> groups;
    for (const ProvisoForm& form : words().forms("closers")) {
      if (!match(text_, limb_.span.start, limb_.span.end, *form.pattern, groups)) continue;
      const Span scope = rule_before(limb_.span.start, groups[1].start);
      if (form.deviation && !words().found("deviation", words_of(scope))) continue;
      if (const std::size_t comma = rule_ends_in(scope, form.deviation);
          comma != string_view::npos) {
        add(groups[1], trimmed(text_, scope.start + comma, scope.end),
            trimmed(text_, scope.start, scope.start + comma), form.kind);
        return;
      }
      // A clause that only defers limits no rule of its own.
      if (limb_.before.size() == 0 || (form.deviation && limb_.opens_clause)) continue;
      add(groups[1], scope, rule_named(words_of(groups[1])), form.kind);
      return;
    }
    const string_view here = text_.substr(0, limb_.span.end);
    std::size_t at = limb_.span.start;
    while ((at = here.find("除外", at)) != string_view::npos) {
      except(at);
      at += 6;
    }
  }

  // 禁止携带出境，国家另有规定的 | 从其规定: where the rule ends that stands before the deviating
  // case; npos where the whole is the case.
  // 不得公开，法律要求公开的 | 不在此限: likewise, and there the case need not deviate.
  std::size_t rule_ends_in(Span scope, bool deviation) const {
    const string_view words_in = words_of(scope);
    const std::size_t comma = words_in.rfind("，");
    if (comma == string_view::npos) return comma;
    const string_view left = words_in.substr(0, comma), right = words_in.substr(comma);
    const bool rule = words().found("norm", left) && !left.ends_with("的") &&
                      !words().found("deviation", left) &&
                      (words().found("deviation", right) || (!deviation && right.ends_with("的")));
    return rule ? comma : string_view::npos;
  }

  // Where the bracket opens that `words` leave open.
  static std::size_t open_bracket(string_view words) {
    for (const auto& [open, close] : {std::pair{"（", "）"}, std::pair{"(", ")"}}) {
      const std::size_t at = words.rfind(open);
      if (at != string_view::npos && words.find(close, at) == string_view::npos) return at;
    }
    return string_view::npos;
  }

  // （X除外） and A，X除外.
  void except(std::size_t at) {
    const Span trigger{at, at + 6};
    const string_view before = text_.substr(limb_.span.start, at - limb_.span.start);
    for (const Proviso& other : found_) {
      if (other.trigger.start < at && other.scope.end + 12 >= at) return;  // 除…除外
    }
    std::size_t cut = open_bracket(before);
    const bool in_bracket = cut != string_view::npos;
    if (!in_bracket) cut = before.rfind("，");
    if (before.ends_with("“") || before.ends_with("‘")) return;  // 此“除外”约定
    // A sentence of its own: …用语。法律另有规定的除外。
    const bool ends = trigger.end == limb_.span.end || text_.substr(trigger.end).starts_with("”") ||
                      text_.substr(trigger.end).starts_with("＂");
    const bool whole =
        !in_bracket && ends && limb_.before.size() > 0 && !limb_.opens_clause &&
        (cut == string_view::npos || words().found("pointer", before.substr(0, cut)) ||
         (words().found("deviation", before.substr(0, cut)) &&
          !words().found("norm", before.substr(0, cut))));
    if (whole) {
      add(trigger, trimmed(text_, limb_.span.start, at), rule_of_sentence_before(),
          ProvisoKind::kException);
      return;
    }
    if (cut == string_view::npos) return;
    const std::size_t start = limb_.span.start + cut;
    Span scope = trimmed(text_, segmenter::next(text_, start), at);
    if (in_bracket && words_of(scope).starts_with("其中：")) {
      scope = trimmed(text_, scope.start + string_view("其中：").size(), scope.end);
    }
    Span rule = limb_to(limb_.span.start + cut);
    const bool deviates = words_of(scope).find("另有") != string_view::npos;
    if (!in_bracket) {
      if (!deviates) rule = last_clause(rule);  // 另有约定 touches all that was said
    } else {
      rule = before_bracket(rule, scope, trigger.end);
    }
    add(trigger, scope, rule, ProvisoKind::kException);
  }

  // What a bracket narrows: the clause before it; where that states no rule, the last thing that it
  // lists; where the sentence goes on, what its verb governs: 应将住宅（车库除外）交付.
  Span before_bracket(Span rule, Span scope, std::size_t closing) const {
    const Span clause = last_clause(rule);
    const bool states = words().found("norm", words_of(clause));
    if (!limb_.norm || !states) rule = clause;
    std::vector<Span> groups;
    const bool goes_on = trimmed(text_, closing, limb_.span.end).size() > 6;
    if (goes_on && !words_of(scope).ends_with("的") &&
        match(text_, rule.start, rule.end, words().pattern("governs_noun"), groups)) {
      rule = trimmed(text_, groups[0].end, rule.end);
    }
    const std::size_t item = words_of(rule).rfind("、");
    const bool lists = limb_.norm && !states && item != string_view::npos;
    return lists ? trimmed(text_, rule.start + item + 3, rule.end) : rule;
  }

  // 前款规定不适用于样品.
  void not_applied() {
    std::vector<Span> groups;
    if (!found_.empty() ||
        !match(text_, limb_.span.start, limb_.span.end, words().pattern("not_applied"), groups)) {
      return;
    }
    const bool back = words().found("points_back", words_of(groups[1]));
    add(groups[2], trimmed(text_, groups[3].start, groups[3].end),
        back ? rule_before(limb_.before.start, limb_.before.end) : groups[1],
        ProvisoKind::kException);
  }

  void untouched() {
    std::vector<Span> groups;
    std::size_t from = limb_.span.start;
    while (match(text_, from, limb_.span.end, words().pattern("untouched"), groups)) {
      from = groups[2].start;
      if (opened_ && groups[1].start > opened_at_) continue;  // 但不影响… counts once
      if (std::any_of(found_.begin(), found_.end(), [&](const Proviso& other) {
            return other.scope.start <= groups[1].start && groups[1].start < other.scope.end;
          })) {
        continue;  // 以不影响…为限
      }
      groups[2].end = std::min(groups[2].end, quoted_end(groups[2].start));
      const string_view behind = text_.substr(groups[2].end, limb_.span.end - groups[2].end);
      const string_view scope = words_of(groups[2]);
      if (scope.ends_with("的") && !behind.empty()) continue;  // a hypothesis of another rule
      if (words().found("untouched_hypothesis", scope)) continue;
      const string_view head = text_.substr(limb_.span.start, groups[1].start - limb_.span.start);
      if (words().found("opener_last", head)) continue;  // 虽…，但不影响…: argued
      if (words().found("attribute", head) || words().found("of_the_case", head)) continue;
      Span rule = limb_to(groups[1].start);
      if (rule.size() == 0) rule = rule_before(limb_.before.start, limb_.before.end);
      add(groups[1], trimmed(text_, groups[2].start, groups[2].end), rule,
          ProvisoKind::kReservation);
    }
  }

  const Limb& limb_;
  const string_view text_;
  std::vector<Proviso> found_;
  bool opened_ = false;
  std::size_t opened_at_ = segmenter::kNone;
};

}  // namespace

std::vector<Proviso> chinese_provisos(const Limb& limb) {
  std::vector<Proviso> found = Reader(limb).read();
  if (limb.norm) return found;
  std::erase_if(found, [&](const Proviso& each) { return !reports_a_norm(limb, each); });
  return found;
}

}  // namespace proviso::tasks
