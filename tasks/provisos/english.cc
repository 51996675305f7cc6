#include <algorithm>

#include "tasks/provisos/limb.h"
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
  explicit Reader(const Limb& limb) : limb_(limb), text_(limb.text) {}

  std::vector<Proviso> read() {
    for (const ProvisoForm& form : words().forms("connectors")) {
      std::vector<Span> groups;
      std::size_t from = limb_.span.start;
      while (match(text_, from, limb_.span.end, *form.pattern, groups)) {
        from = groups[0].end;
        if (whole_words(groups[0]) && !taken(groups[0])) consider(form, groups[0]);
      }
    }
    return std::move(found_);
  }

 private:
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
    const string_view behind = text_.substr(trigger.end, limb_.span.end - trigger.end);
    if (form.kind == ProvisoKind::kPriority && !form.wins && exposed(trigger, behind)) return;
    if (form.kind == ProvisoKind::kException && text_[trigger.start] >= 'A' &&
        text_[trigger.start] <= 'Z' && !leads(trigger) &&
        words().found("except_title", text_.substr(trigger.start, 60))) {
      return;  // a title: No Waiver Except in Writing
    }
    if (form.end == "limb" && trigger.start == limb_.span.start) {
      const Span scope = trimmed(text_, trigger.end, limb_.span.end);
      add(trigger, scope, limb_.before, kind_of(form, scope));
    } else if (leads(trigger) || (form.end == "phrase" && between_commas(trigger))) {
      lead(form, trigger);
    } else {
      follow(form, trigger);
    }
  }

  bool before_words(Span trigger) const {
    return trimmed(text_, limb_.span.start, trigger.start).size() > 0;
  }

  // "shall be subject to arbitration" says what one is exposed to.
  bool exposed(Span trigger, string_view behind) const {
    return words().found("exposure", behind) ||
           (!words().found("norms", behind.substr(0, 160)) && !leads(trigger));
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
    return text_[last] == ':' ||
           (left.size() < 60 && (left.ends_with(" and") || left.ends_with(" that")));
  }

  // "waives, to the fullest extent permitted by law, any objection": it limits what follows.
  bool between_commas(Span trigger) const {
    const string_view before = text_.substr(limb_.span.start, trigger.start - limb_.span.start);
    const std::size_t last = before.find_last_not_of(" \n");
    if (last == string_view::npos || before[last] != ',') return false;
    const std::size_t comma = comma_behind(trigger.end);
    return comma < limb_.span.end && text_[comma] == ',' &&
           trimmed(text_, comma, limb_.span.end).size() > 12;
  }

  // The first comma outside brackets behind `at` that does not go on with the complement.
  std::size_t comma_behind(std::size_t at) const {
    int depth = 0;
    for (std::size_t i = at; i < limb_.span.end; ++i) {
      const char c = text_[i];
      if (c == '(' || c == '[') ++depth;
      if (c == ')' || c == ']') {
        if (--depth < 0) return i;
      }
      if (depth == 0 && c == ';') return i;
      if (depth == 0 && c == ',' && !goes_on(i + 1)) return i;
    }
    return limb_.span.end;
  }

  bool goes_on(std::size_t at) const {
    while (at < limb_.span.end && (text_[at] == ' ' || text_[at] == '\n')) ++at;
    const string_view rest = text_.substr(at, limb_.span.end - at);
    for (const string_view word :
         {"or ", "and ", "including ", "Article ", "Section ", "Clause ", "Paragraph "}) {
      if (rest.starts_with(word)) return true;
    }
    return false;
  }

  void lead(const ProvisoForm& form, Span trigger) {
    const std::size_t comma = comma_behind(trigger.end);
    const Span complement = phrase(trigger.end, comma);
    const Span rule = rule_behind(comma);
    if (complement.size() == 0 || rule.size() == 0) return;
    if (form.wins) {
      const bool foregoing = words().found("foregoing", words_of(complement));
      add(trigger, rule, foregoing ? limb_.before : complement, form.kind);
      return;
    }
    add(trigger, complement, rule, kind_of(form, complement));
  }

  void follow(const ProvisoForm& form, Span trigger) {
    if (form.wins) {
      const Span complement = trimmed(text_, trigger.end, comma_behind(trigger.end));
      const Span rule = trimmed(text_, limb_.span.start, trigger.start);
      add(trigger, rule, complement, form.kind);
      return;
    }
    const bool bare = words_of(trigger).size() == string_view("except").size() &&
                      form.kind == ProvisoKind::kException && text_[trigger.start + 1] == 'x';
    if (form.end == "noun" ||
        (bare && !words().found("adverbial", text_.substr(trigger.end, 20)))) {
      noun(form, trigger);
      return;
    }
    const Span scope = form.end == "limb"
                           ? trimmed(text_, trigger.end, semicolon_behind(trigger.end))
                           : phrase(trigger.end, comma_behind(trigger.end));
    Span rule = trimmed(text_, clause_start(trigger.start), trigger.start);
    std::vector<Span> groups;
    if (match(text_, rule.start, rule.end, words().pattern("copula"), groups)) {
      rule.end = groups[0].start;
    }
    add(trigger, scope, rule, kind_of(form, scope));
  }

  // What a connector governs: to `end`, before another coordinate clause or a second connector that
  // "and" joins, without the definition behind it.
  Span phrase(std::size_t start, std::size_t end) const {
    std::vector<Span> groups;
    if (match(text_, start, end, words().pattern("clause"), groups)) end = groups[0].start;
    for (const string_view stop : {"second", "predicate"}) {
      if (match(text_, start, end, words().pattern(stop), groups)) end = groups[0].start;
    }
    Span span = trimmed(text_, start, end);
    if (match(text_, span.start, span.end, words().pattern("definition"), groups)) {
      span.end = groups[0].start;
    }
    return span;
  }

  // The rule behind a complement: to the limb's end, before the next connector behind a comma.
  Span rule_behind(std::size_t start) const {
    Span rule = trimmed(text_, start, limb_.span.end);
    std::vector<Span> groups;
    if (match(text_, rule.start, rule.end, words().pattern("mark"), groups)) {
      rule.start = groups[0].end;
    }
    if (match(text_, rule.start, rule.end, words().pattern("next"), groups)) {
      rule.end = groups[0].start;
    }
    return trimmed(text_, rule.start, rule.end);
  }

  std::size_t semicolon_behind(std::size_t at) const {
    int depth = 0;
    for (std::size_t i = at; i < limb_.span.end; ++i) {
      if (text_[i] == '(') ++depth;
      if (text_[i] == ')' && --depth < 0) return i;
      if (depth == 0 && text_[i] == ';') return i;
    }
    return limb_.span.end;
  }

  // The limb's start, or behind the bracket or semicolon before `at`, or behind the complement of a
  // connector that leads.
  std::size_t clause_start(std::size_t at) const {
    std::size_t start = limb_.span.start;
    int depth = 0;
    for (std::size_t i = at; i > start; --i) {
      const char c = text_[i - 1];
      if (c == ')') ++depth;
      const bool opens = c == '(' && --depth < 0;
      if (opens) depth = 0;
      // A bracket or semicolon right before the connector parts it from its rule.
      if ((opens || (c == ';' && depth == 0)) && trimmed(text_, i, at).size() > 0) return i;
    }
    std::vector<Span> groups;
    for (std::size_t from = start; match(text_, from, at, words().pattern("clause"), groups);) {
      from = groups[0].end;
      const std::size_t joint = groups[1].start;
      if (std::none_of(found_.begin(), found_.end(), [&](const Proviso& other) {
            return other.scope.start <= joint && joint < other.scope.end;
          })) {
        start = joint;
      }
    }
    for (const Proviso& other : found_) {
      if (other.trigger.start != limb_.span.start) continue;
      const std::size_t rule = std::max(other.limits.start, other.scope.start);
      if (rule > start && rule < at) start = rule;
    }
    return start;
  }

  // Any person other than the parties.
  void noun(const ProvisoForm& form, Span trigger) {
    std::size_t end = trigger.end;
    while (end < limb_.span.end && string_view(",;)]").find(text_[end]) == string_view::npos) ++end;
    std::vector<Span> groups;
    if (match(text_, trigger.end, end, words().pattern("noun_end"), groups) &&
        groups[0].start > trigger.end) {
      end = groups[0].start;
    }
    const Span scope = trimmed(text_, trigger.end, end);
    const string_view before = text_.substr(limb_.span.start, trigger.start - limb_.span.start);
    std::size_t start = segmenter::kNone;
    std::size_t from = limb_.span.start;
    while (match(text_, from, trigger.start, words().pattern("determiner"), groups)) {
      from = groups[0].end;
      if (whole_words(groups[0])) start = groups[0].start;
    }
    if (start == segmenter::kNone || before.size() < 3) return;
    add(trigger, scope, trimmed(text_, start, trigger.start), form.kind);
  }

  ProvisoKind kind_of(const ProvisoForm& form, Span scope) const {
    const string_view words_in = words_of(scope);
    if (form.kind == ProvisoKind::kCondition) {
      if (words().found("reservation", words_in)) return ProvisoKind::kReservation;
      if (words().found("limit", words_in)) return ProvisoKind::kLimit;
      if (words().found("exception", words_in)) return ProvisoKind::kException;
    }
    if (form.kind == ProvisoKind::kPriority && words().found("condition", words_in)) {
      return ProvisoKind::kCondition;
    }
    return form.kind;
  }

  void add(Span trigger, Span scope, Span limits, ProvisoKind kind) {
    if (scope.size() == 0 || limits.size() == 0) return;
    found_.push_back({trigger, scope, limits, kind, segmenter::kNone, segmenter::kNone});
  }

  const Limb& limb_;
  const string_view text_;
  std::vector<Span> seen_;
  std::vector<Proviso> found_;
};

}  // namespace

std::vector<Proviso> english_provisos(const Limb& limb) {
  return Reader(limb).read();
}

}  // namespace proviso::tasks
