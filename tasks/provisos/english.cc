#include <algorithm>

#include "tasks/provisos/limb.h"
#include "tasks/provisos/noun_phrase.h"
#include "tasks/provisos/sentence.h"
#include "tasks/provisos/stops.h"
#include "tasks/provisos/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

const ProvisoWords& words() {
  return english_words();
}

bool letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
}

class Reader {
 public:
  explicit Reader(const Limb& limb)
      : limb_(limb),
        text_(limb.text),
        sentence_(limb.text, limb.span),
        stops_(limb.text, limb.span.end) {}

  std::vector<Proviso> read() {
    std::vector<Connector> connectors;
    for (const ProvisoForm& form : words().forms("connectors")) {
      std::vector<Span> groups;
      std::size_t from = limb_.span.start;
      while (match(text_, from, limb_.span.end, *form.pattern, groups)) {
        from = groups[0].end;
        if (!whole_words(groups[0]) || taken(groups[0])) continue;
        // Two groups: the second is but what must follow, and belongs to the complement.
        connectors.push_back({&form, groups.size() > 1 ? groups[1] : groups[0],
                              groups.size() > 2 ? groups[1].end : groups[0].end});
      }
    }
    // In the order of the text: what stands in front decides where a later rule begins.
    std::sort(connectors.begin(), connectors.end(), [](const Connector& a, const Connector& b) {
      return a.trigger.start < b.trigger.start;
    });
    for (const Connector& each : connectors) {
      behind_ = each.end;
      consider(*each.form, each.trigger);
    }
    untouched();
    not_applied();
    return std::move(found_);
  }

 private:
  struct Connector {
    const ProvisoForm* form;
    Span trigger;
    std::size_t end;  // of the whole connector, where its trigger is but the first part
  };

  string_view words_of(Span span) const { return text_.substr(span.start, span.size()); }
  bool whole_words(Span span) const {
    return (span.start == 0 || !letter(text_[span.start - 1])) &&
           (span.end >= text_.size() || !letter(text_[span.end]));
  }
  // A longer connector stands there ("except that" before "except").
  bool taken(Span span) {
    for (const Span& other : seen_) {
      if (span.start < other.end && other.start < span.end) return true;
    }
    seen_.push_back(span);
    return false;
  }

  void consider(const ProvisoForm& form, Span trigger) {
    const string_view behind = text_.substr(behind_, limb_.span.end - behind_);
    const Span head = trimmed(text_, limb_.span.start, trigger.start);
    if (form.kind == ProvisoKind::kLimit && words().found("no_connector", words_of(head))) return;
    if (form.kind == ProvisoKind::kCondition && words().found("states", words_of(head))) return;
    if (form.kind == ProvisoKind::kCondition && tells(trigger, behind)) return;
    if (form.kind == ProvisoKind::kPriority && !form.wins && exposed(trigger, behind)) return;
    if (form.end == "noun" && words().found("nothing_excluded", words_of(head))) return;
    if (form.kind == ProvisoKind::kException && text_[trigger.start] >= 'A' &&
        text_[trigger.start] <= 'Z' && !leads(trigger) &&
        words().found("except_title", text_.substr(trigger.start, 60))) {
      return;  // a title: No Waiver Except in Writing
    }
    if (form.end == "limb" && (head.size() == 0 || words_of(head) == "and")) {
      const Span scope = stops_.before_list(trimmed(text_, behind_, limb_.span.end));
      add(trigger, scope, limb_.earlier, kind_of(form, scope, limb_.earlier));
    } else if (form.end == "noun" && shared_noun(trigger).size() > 0) {
      noun(form, trigger);
    } else if (opens_bracket(trigger) && form.end == "phrase" && inserted_bracket(trigger)) {
      lead(form, trigger, complement_end(form, trigger, false));
    } else if (opens_bracket(trigger) && words().found("but_for", words_of(trigger))) {
      noun(form, trigger);
    } else if (form.kind == ProvisoKind::kLimit && words().found("gives_up", words_of(head)) &&
               complement_end(form, trigger, true) < limb_.span.end) {
      lead(form, trigger,
           complement_end(form, trigger, true));  // waives to the extent permitted, …
    } else if (leads(trigger)) {
      lead(form, trigger, complement_end(form, trigger, true));
    } else if (narrows_the_subject(form, trigger)) {
      noun(form, trigger);
    } else if (form.end == "phrase" && between_commas(form, trigger)) {
      lead(form, trigger, insertion_end(form, trigger));
    } else {
      follow(form, trigger);
    }
  }

  // All notices, except notices of termination, may be sent by e-mail: a case of the class that the
  // subject names is taken out.
  bool narrows_the_subject(const ProvisoForm& form, Span trigger) const {
    if (form.kind != ProvisoKind::kException || form.end != "phrase" ||
        words().found("clausal", words_of(trigger)) ||
        words().found("adverbial", text_.substr(behind_, 20))) {
      return false;
    }
    const std::size_t start = clause_start(trigger.start, false);
    return words().found("class_subject", words_of(trimmed(text_, start, trigger.start))) &&
           words().found("excepts_a_noun", words_of(trigger)) &&
           !sentence_.has_verb(sentence_.word_from(start), sentence_.word_from(trigger.start)) &&
           !verb_before_comma(behind_);
  }

  // The lease provided that the rent was due weekly: its verb, no connector. No comma stands before
  // it, no other verb in its clause; where norms stand, what follows speaks of what was.
  bool tells(Span trigger, string_view behind) const {
    if (!predicative(trigger) || (limb_.norm && !words().found("was", behind))) return false;
    const std::size_t start = clause_start(trigger.start, false);
    return !sentence_.has_verb(sentence_.word_from(start), sentence_.word_from(trigger.start));
  }

  // "shall be subject to arbitration" says what one is exposed to.
  bool exposed(Span trigger, string_view behind) const {
    return words().found("exposure", behind) ||
           words().found("exposed", words_of(trimmed(text_, limb_.span.start, trigger.start))) ||
           (predicative(trigger) && !words().found("norms", head_noun(behind)) && !leads(trigger));
  }

  // is subject to, goods subject to: what one is exposed to may follow; not so behind a comma.
  bool predicative(Span trigger) const {
    const string_view before = text_.substr(limb_.span.start, trigger.start - limb_.span.start);
    return !words().found("comma_last", before);
  }

  // Behind a heading: Rights: Upon termination.
  static string_view behind_colon(string_view words_in) {
    const std::size_t colon = words_in.rfind(": ");
    return colon == string_view::npos ? words_in : words_in.substr(colon + 2);
  }

  // The first noun of a complement with what "of" hangs on it.
  static string_view head_noun(string_view behind) {
    std::vector<Span> groups;
    return match(behind, 0, behind.size(), words().pattern("head_end"), groups)
               ? behind.substr(0, groups[0].start)
               : behind.substr(0, std::min<std::size_t>(behind.size(), 160));
  }

  // At the start of a clause, so that a comma ends its complement: of the sentence, of what follows
  // "that", "and" or a comma.
  bool leads(Span trigger) const {
    const Span before = trimmed(text_, limb_.span.start, trigger.start);
    if (before.size() == 0) return true;
    const auto upper = [&](std::size_t i) { return text_[i] >= 'A' && text_[i] <= 'Z'; };
    if (upper(trigger.start) && !upper(trigger.start + 1)) return true;  // behind a heading
    // Behind a heading with a colon, behind "that" or "and" near the start.
    const std::size_t last = text_.find_last_not_of(" \n", trigger.start - 1);
    const string_view left = words_of(before);
    if (words().found("list_mark", left) || left.ends_with(" then")) return true;
    // During the Term and subject to Clause 3, …
    if (left.ends_with(" and") && words().found("fronts", behind_colon(left)) &&
        !sentence_.has_verb(0, sentence_.word_from(trigger.start))) {
      return true;
    }
    for (const Proviso& other : found_) {  // Except as agreed and subject to Clause 3, …
      if (other.limits.start < other.scope.start || other.scope.end > trigger.start) continue;
      const Span between = trimmed(text_, other.scope.end, trigger.start);
      if (words_of(between) == "and" || between.size() == 0) return true;
    }
    return text_[last] == ':' ||
           (left.size() < 60 && (left.ends_with(" and") || left.ends_with(" that")));
  }

  // "waives, to the fullest extent permitted by law, any objection": it limits what follows.
  bool between_commas(const ProvisoForm& form, Span trigger) const {
    const string_view before = text_.substr(limb_.span.start, trigger.start - limb_.span.start);
    Span left = {limb_.span.start, trigger.start};
    left.end = left.start + before.find_last_not_of(" \n") + 1;
    for (const string_view joint : {" and", " or", " but", " that"}) {
      if (words_of(left).ends_with(joint)) left.end -= joint.size();
    }
    const std::size_t last = words_of(left).find_last_not_of(" \n");
    if (last == string_view::npos || words_of(left)[last] != ',') return false;
    const std::size_t comma = insertion_end(form, trigger);
    const Span rest = trimmed(text_, comma, limb_.span.end);
    return comma < limb_.span.end && text_[comma] == ',' && rest.size() > 12 &&
           !words().found("no_rule", words_of(rest));
  }

  // Where an insertion ends: behind a modal or "that" at the next comma, else where its words end.
  std::size_t insertion_end(const ProvisoForm& form, Span trigger) const {
    const Span before = trimmed(text_, limb_.span.start, trigger.start);
    return words().found("insertion", words_of(before)) ? stops_.comma_behind(behind_)
                                                        : complement_end(form, trigger, false);
  }

  // `comma`: where its complement ends.
  void lead(const ProvisoForm& form, Span trigger, std::size_t comma) {
    if (comma >= limb_.span.end) comma = stops_.subject_behind(behind_);
    const Span complement = phrase(behind_, comma);
    const Span rule = rule_behind(behind_joined(comma));
    if (rule.size() == 0) return;
    if (form.wins) {
      const bool foregoing =
          complement.size() == 0 || words().found("foregoing", words_of(complement));
      add(trigger, stops_.before_list(rule), foregoing ? limb_.earlier : complement, form.kind);
      return;
    }
    if (complement.size() == 0) return;
    add(trigger, complement, rule, kind_of(form, complement));
  }

  // Except as agreed, and unless the Buyer objects, …: where the last complement in front ends.
  std::size_t behind_joined(std::size_t comma) const {
    constexpr int kMost = 4;
    std::vector<Span> groups;
    for (int i = 0; i < kMost; ++i) {
      if (!match(text_, comma, limb_.span.end, words().pattern("joined"), groups)) break;
      Complement next{groups[1].end, words().found("clausal", words_of(groups[1])), true, false, 0};
      const std::size_t end = sentence_.complement_end(next);
      if (end >= limb_.span.end) break;
      comma = end;
    }
    return comma;
  }

  void follow(const ProvisoForm& form, Span trigger) {
    if (form.wins) {
      const Span complement = trimmed(text_, behind_, complement_end(form, trigger, false));
      const Span rule = trimmed(text_, limb_.span.start, trigger.start);
      if (complement.size() == 0 || text_[behind_] == ',') {
        postposed(form, trigger);
      } else {
        add(trigger, rule, complement, form.kind);
      }
      return;
    }
    const bool bare = words_of(trigger).size() == string_view("except").size() &&
                      form.kind == ProvisoKind::kException && text_[trigger.start + 1] == 'x';
    const bool adverbial =
        form.end == "noun" && words().found("adverbial", text_.substr(behind_, 20));
    if (adverbial && for_a_class(trigger)) {
      noun(form, trigger);
      return;
    }
    // made public other than through a breach
    if (adverbial && (opens_bracket(trigger) || !denied(trigger))) return;
    if ((form.end == "noun" && !adverbial) ||
        (bare && !words().found("adverbial", text_.substr(trigger.end, 20)) &&
         !verb_before_comma(trigger.end))) {
      noun(form, trigger);
      return;
    }
    Span scope = form.end == "limb"
                     ? stops_.before_list(trimmed(text_, behind_, stops_.statement_end(behind_)))
                     : phrase(behind_, complement_end(form, trigger, false));
    if (std::vector<Span> mark;
        match(text_, scope.start, scope.end, words().pattern("first_mark"), mark)) {
      scope = trimmed(text_, mark[0].end, scope.end);
    }
    Span rule = trimmed(text_, clause_start(trigger.start, form.end == "limb"), trigger.start);
    if (form.end != "limb") rule = own_predicate(rule);
    if (form.end == "limb") rule = joined_rule(trigger, rule);
    std::vector<Span> groups;
    if (match(text_, rule.start, rule.end, words().pattern("copula"), groups)) {
      rule.end = groups[0].start;
    }
    if (match(text_, rule.start, rule.end, words().pattern("coupled"), groups)) {
      rule.end = groups[0].start;
    }
    if (match(text_, rule.start, rule.end, words().pattern("adverb"), groups)) {
      rule.start = groups[0].end;
    }
    add(trigger, scope, rule, kind_of(form, scope, rule));
  }

  // A, except that B, and provided that C: C conditions B; A, provided that B, and provided that C:
  // both condition A.
  Span joined_rule(Span trigger, Span rule) const {
    for (const Proviso& other : found_) {
      if (other.scope.end > trigger.start || other.scope.end < rule.start) continue;
      if (words_of(trimmed(text_, other.scope.end, trigger.start)) != "and") continue;
      if (!words().found("states_a_rule", words_of(other.trigger))) continue;
      return other.kind == ProvisoKind::kException ? other.scope : other.limits;
    }
    return rule;
  }

  // The foregoing notwithstanding, A; A, its conflict rules notwithstanding.
  void postposed(const ProvisoForm& form, Span trigger) {
    const Span before = trimmed(text_, limb_.span.start, trigger.start);
    const std::size_t comma = words_of(before).rfind(',');
    const Span rule = trimmed(text_, behind_, limb_.span.end);
    if (comma != string_view::npos) {
      add(trigger, trimmed(text_, before.start, before.start + comma),
          trimmed(text_, before.start + comma, before.end), form.kind);
    } else if (before.size() > 0 && rule.size() > 0) {
      const bool foregoing = words().found("foregoing_before", words_of(before));
      add(trigger, rule, foregoing ? limb_.earlier : before, form.kind);
    }
  }

  // for any purpose other than to perform
  bool for_a_class(Span trigger) const {
    return words().found("class_before", words_of({limb_.span.start, trigger.start}));
  }
  // Nothing in this Clause limits the liability for fraud: what stays untouched by the Clause.
  void untouched() {
    std::vector<Span> groups;
    std::size_t from = limb_.span.start;
    while (match(text_, from, limb_.span.end, words().pattern("untouched"), groups)) {
      from = groups[0].end;
      if (!whole_words(groups[1]) || counted(groups[1])) continue;
      const Span whole = groups[groups[2].size() > 0 ? 2 : 3];  // this Clause; herein
      const bool foregoing = words().found("foregoing_before", words_of(whole));
      behind_ = groups[0].end;
      const Span scope =
          phrase(behind_, sentence_.complement_end({behind_, true, false, false, 0}));
      add(groups[1], scope, foregoing ? limb_.earlier : whole, ProvisoKind::kReservation);
    }
  }

  // Clause 4 shall not apply to A: A is taken out of Clause 4.
  void not_applied() {
    std::vector<Span> groups;
    if (!match(text_, limb_.span.start, limb_.span.end, words().pattern("not_applied"), groups)) {
      return;
    }
    const Span trigger = trimmed(text_, groups[2].start, groups[2].end);
    if (counted(groups[1]) || counted(trigger)) return;
    const bool before = words().found("anaphoric", words_of(groups[1]));
    const std::size_t to = groups[3].size() > 0 ? groups[3].end : trigger.end;
    const Span scope = phrase(to, sentence_.complement_end({to, true, false, false, 0}));
    add(trigger, scope, before ? limb_.earlier : groups[1], ProvisoKind::kException);
  }

  // It stands at the start of what another connector governs, which says it all: provided that
  // nothing in this Clause limits ….
  bool counted(Span trigger) const {
    return std::any_of(found_.begin(), found_.end(), [&](const Proviso& other) {
      return (other.scope.start <= trigger.start && trigger.end <= other.scope.end) ||
             (other.trigger.start <= trigger.start && trigger.start < other.trigger.end);
    });
  }

  // No right passes other than as stated: what is denied is excepted from.
  bool denied(Span trigger) const {
    const std::size_t start = clause_start(trigger.start, false);
    return words().found("denial", words_of({start, trigger.start}));
  }

  // Where the words end that hang on a connector. What stands between commas right behind "unless"
  // is an insertion: unless, to the extent required, the Board agrees.
  std::size_t complement_end(const ProvisoForm& form, Span trigger, bool leads) const {
    Complement complement{behind_, false, leads, opens_bracket(trigger), 0};
    std::size_t first = text_.find_first_not_of(" \n", behind_);
    if (!leads && form.end == "phrase" && first < limb_.span.end && text_[first] == ',') {
      complement.least = stops_.comma_behind(first + 1);
      if (complement.least < limb_.span.end) ++complement.least;
      first = std::min(complement.least, limb_.span.end);
    }
    const string_view behind = text_.substr(first, limb_.span.end - first);
    complement.clause = words().found("clausal", words_of(trigger)) ||
                        words().found("clausal_behind", behind) || verb_before_comma(first);
    return sentence_.complement_end(complement);
  }

  bool verb_before_comma(std::size_t first) const {
    const EnglishWord* verb = sentence_.clause_at(sentence_.word_from(first));
    return verb != nullptr &&
           text_.substr(first, verb->span.start - first).find(',') == string_view::npos;
  }

  // shall not (except in war) exceed: it limits what follows.
  bool inserted_bracket(Span trigger) const {
    std::size_t end = trimmed(text_, limb_.span.start, trigger.start).end;
    while (end > limb_.span.start &&
           (text_[end - 1] == '(' || text_[end - 1] == '[' || text_[end - 1] == ' ')) {
      --end;
    }
    return words().found("insertion", text_.substr(limb_.span.start, end - limb_.span.start));
  }

  // (except A, B and C)
  bool opens_bracket(Span trigger) const {
    const std::size_t last = text_.substr(0, trigger.start).find_last_not_of(" \n");
    return last != string_view::npos && last >= limb_.span.start &&
           (text_[last] == '(' || text_[last] == '[');
  }

  // Each party shall keep the books, shall not show them | except …: the last predicate alone.
  Span own_predicate(Span rule) const {
    constexpr std::size_t kShortest = 14;  // "may not be used" says something
    std::vector<Span> groups;
    for (std::size_t from = rule.start;
         match(text_, from, rule.end, words().pattern("own_predicate"), groups);) {
      from = groups[0].end;
      if (std::none_of(found_.begin(), found_.end(), [&](const Proviso& other) {
            return other.scope.start <= groups[1].start && groups[1].start < other.scope.end;
          })) {
        if (rule.end - groups[1].start > kShortest) rule.start = groups[1].start;
      }
    }
    return rule;
  }

  // What a connector governs: to `end`, without the definition behind it.
  Span phrase(std::size_t start, std::size_t end) const {
    std::vector<Span> groups;
    Span span = trimmed(text_, start, end);
    if (match(text_, span.start, span.end, words().pattern("definition"), groups)) {
      span.end = groups[0].start;
    }
    return span;
  }

  // The rule behind a complement: to the limb's end, before the next connector behind a comma.
  Span rule_behind(std::size_t start) const {
    Span rule = trimmed(text_, start, limb_.span.end);
    for (const string_view filler : {"\" ", "then "}) {
      if (words_of(rule).starts_with(filler)) rule.start += filler.size();
    }
    std::vector<Span> groups;
    if (match(text_, rule.start, rule.end, words().pattern("mark"), groups)) {
      rule.start = groups[0].end;
    }
    for (std::size_t from = rule.start;
         match(text_, from, rule.end, words().pattern("next"), groups);) {
      from = groups[0].end;
      if (inserted(groups[0])) continue;
      rule.end = groups[0].start;
      break;
    }
    if (match(text_, rule.start, rule.end, words().pattern("bracket_last"), groups)) {
      rule.end = groups[1].start;
    }
    return stops_.before_list(trimmed(text_, rule.start, rule.end));
  }

  // it will, except where impracticable, give notice: the sentence goes on behind it.
  bool inserted(Span connector) const {
    const string_view before = text_.substr(limb_.span.start, connector.start - limb_.span.start);
    if (text_[connector.start] != ',' || !words().found("insertion", before)) return false;
    const std::size_t comma = stops_.comma_behind(connector.end);
    return comma < limb_.span.end && trimmed(text_, comma, limb_.span.end).size() > 12;
  }

  // The limb's start, or behind the bracket or semicolon before `at`, or behind the complement of a
  // connector that leads.
  std::size_t clause_start(std::size_t at, bool whole) const {
    std::size_t start = opened_before(at);
    // Within the clause that another connector governs its rule begins there.
    for (const Proviso& other : found_) {
      if (other.scope.start > start && other.scope.start < at && at < other.scope.end) {
        start = other.scope.start;
      }
    }
    const bool parted = words().found("comma_last", text_.substr(start, at - start));
    if (std::vector<Span> groups; !whole && !parted) {
      for (std::size_t from = start;
           match(text_, from, at, words().pattern("inner_mark"), groups);) {
        from = groups[0].end;
        if (from < at) start = from;
      }
    }
    // What follows "that" limits both: no right may be sold, nor may it be pledged, provided that.
    std::size_t joint = sentence_.last_clause(start, at);
    if (whole && words().found("denies_too", text_.substr(joint, at - joint))) joint = start;
    if (std::none_of(found_.begin(), found_.end(), [&](const Proviso& other) {
          return other.scope.start <= joint && joint < other.scope.end;
        })) {
      start = joint;
    }
    for (const Proviso& other : found_) {
      const std::size_t rule = std::max(other.limits.start, other.scope.start);
      if (whole && other.trigger.start != limb_.span.start) continue;
      if (other.trigger.start < rule && other.trigger.end <= other.scope.start &&
          other.limits.start > other.trigger.start && rule > start && rule < at) {
        start = rule;
      }
    }
    return start;
  }

  // Behind the innermost open bracket before `at`, or else behind the last semicolon outside
  // brackets, and behind the number of a list that stands there; else the limb's start. Brackets
  // without a partner are numbers: 2).
  std::size_t opened_before(std::size_t at) const {
    std::vector<std::size_t> open;
    std::size_t semicolon = limb_.span.start;
    for (std::size_t i = limb_.span.start; i < at; ++i) {
      const char c = text_[i];
      if (c == '(') open.push_back(i + 1);
      if (c == ')' && !open.empty()) open.pop_back();
      // A semicolon right before the connector parts it from its rule.
      if (c == ';' && open.empty() && trimmed(text_, i, at).size() > 0) semicolon = i + 1;
    }
    std::size_t start = semicolon;
    while (!open.empty() && trimmed(text_, open.back(), at).size() == 0) {
      // (except …): the last item of the list before the bracket.
      std::vector<Span> groups;
      const std::size_t bracket = open.back() - 1;
      open.pop_back();
      for (std::size_t from = start;
           match(text_, from, bracket, words().pattern("item"), groups);) {
        from = groups[0].end;
        start = groups[0].end;
      }
    }
    if (!open.empty()) start = open.back();
    std::vector<Span> groups;
    if (start != limb_.span.start && match(text_, start, at, words().pattern("mark"), groups)) {
      start = groups[0].end;
    }
    const string_view joint = text_.substr(start, at - start);
    if (start != limb_.span.start && joint.starts_with("and ")) start += 4;
    return start;
  }

  // Any person other than the parties.
  void noun(const ProvisoForm& form, Span trigger) {
    const std::size_t end = sentence_.noun_end({behind_, false, false, opens_bracket(trigger), 0});
    const Span scope = trimmed(text_, trigger.end, end);
    if (const Span shared = shared_noun(trigger); shared.size() > 0) {
      add(trigger, scope, shared, form.kind);
      return;
    }
    if (const auto noun = noun_phrase_before(sentence_, limb_.span.start, trigger.start, scope)) {
      add(trigger, scope, trimmed(text_, noun->start, noun->end), form.kind);
    } else {
      add(trigger, scope, trimmed(text_, clause_start(trigger.start, false), trigger.start),
          form.kind);
    }
  }

  // excluding A and excluding B: both narrow the same noun.
  Span shared_noun(Span trigger) const {
    for (const Proviso& other : found_) {
      if (other.scope.end >= trigger.start || other.limits.end > other.trigger.start) continue;
      const Span between = trimmed(text_, other.scope.end, trigger.start);
      if (between.size() == 0 || words_of(between) == "and") return other.limits;
    }
    return {};
  }

  // What stands before a rule and is none of it: a heading, "it is agreed that", "Fees means".
  // A definition as a whole may hold unless something is so.
  Span without_heading(Span rule, bool whole_definition) const {
    constexpr std::size_t kDefinition = 3;  // group of "introduced"
    std::vector<Span> groups;
    for (const string_view form : {"heading_line", "heading", "heading_mark", "introduced"}) {
      if (!match(text_, rule.start, rule.end, words().pattern(form), groups)) continue;
      for (std::size_t i = 1; i < groups.size(); ++i) {
        if (whole_definition && form == "introduced" && i == kDefinition) continue;
        if (groups[i].size() > 0) rule = trimmed(text_, groups[i].start, rule.end);
      }
    }
    return rule;
  }

  ProvisoKind kind_of(const ProvisoForm& form, Span scope, Span limits = {}) const {
    const string_view words_in = words_of(scope);
    if (form.kind == ProvisoKind::kCondition) {
      if (words_in.starts_with("if ")) return ProvisoKind::kException;
      if (words().found("reservation", words_in)) return ProvisoKind::kReservation;
      if (words().found("limit", words_in)) return ProvisoKind::kLimit;
      if (words().found("exception", words_in)) return ProvisoKind::kException;
      if (words().found("permits", words_in) && words().found("prohibits", words_of(limits)))
        return ProvisoKind::kException;
    }
    if (form.kind == ProvisoKind::kPriority && words().found("condition", words_in)) {
      return ProvisoKind::kCondition;
    }
    return form.kind;
  }

  void add(Span trigger, Span scope, Span limits, ProvisoKind kind) {
    if (limits.start < trigger.start) {
      limits = without_heading(limits, words().found("clausal", words_of(trigger)));
    }
    if (scope.size() == 0 || limits.size() == 0) return;
    found_.push_back({trigger, scope, limits, kind, segmenter::kNone, segmenter::kNone});
  }

  const Limb& limb_;
  const string_view text_;
  const EnglishSentence sentence_;
  const EnglishStops stops_;
  std::vector<Span> seen_;
  std::size_t behind_ = 0;  // where the connector in hand ends
  std::vector<Proviso> found_;
};

}  // namespace

std::vector<Proviso> english_provisos(const Limb& limb) {
  return Reader(limb).read();
}

}  // namespace proviso::tasks
