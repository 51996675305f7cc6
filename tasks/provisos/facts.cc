#include <algorithm>
#include <array>

#include "segmenter/utf8.h"
#include "tasks/provisos/cuts.h"
#include "tasks/provisos/questions.h"
#include "tasks/provisos/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

// Facts of one proposal: words hashed by FNV-1a behind the name of the decision.
class Facts {
 public:
  explicit Facts(string_view decision) : start_(hashed(14695981039346656037ULL, decision)) {}

  void add(string_view name, string_view value = {}) {
    std::uint64_t hash = hashed(start_, name);
    hash = hashed(hashed(hash, "="), value);
    hash ^= hash >> 29;
    out_.push_back(static_cast<std::uint32_t>(hash % kProvisoFacts));
  }
  void add(string_view name, std::size_t value) { add(name, std::to_string(value)); }
  // Alone and with the connector.
  void add_with(string_view form, string_view name, string_view value) {
    add(name, value);
    add(std::string(form) + '|' + std::string(name), value);
  }
  ProvisoFacts take() {
    std::sort(out_.begin(), out_.end());
    out_.erase(std::unique(out_.begin(), out_.end()), out_.end());
    return std::move(out_);
  }

 private:
  static std::uint64_t hashed(std::uint64_t hash, string_view words) {
    for (const char c : words) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    return hash;
  }

  std::uint64_t start_;
  ProvisoFacts out_;
};

std::string bucket(std::size_t count) {
  constexpr std::array<std::size_t, 9> kBounds{0, 1, 2, 3, 5, 8, 13, 21, 34};
  std::size_t at = 0;
  while (at < kBounds.size() && count > kBounds[at]) ++at;
  return std::to_string(at);
}

constexpr std::size_t kNear = 2400;  // bytes

// What is read at a question.
struct View {
  View(string_view whole, const ProvisoQuestion& question)
      : text(whole),
        q(question),
        limb(question.at.limb.span),
        chinese(question.at.chinese),
        form(std::string(chinese ? "zh " : "en ") + question.form +
             (question.at.limb.norm ? "" : " argued")) {}

  string_view words(Span span) const { return text.substr(span.start, span.size()); }
  // Between two places of the limb, empty where they are the other way round; of long passages what
  // is near the connector.
  string_view between(std::size_t from, std::size_t to) const {
    if (from >= to) return {};
    if (to - from > kNear) {
      if (from == limb.start) {
        from = segmenter::previous(text, segmenter::next(text, to - kNear));
      } else {
        to = segmenter::next(text, segmenter::previous(text, from + kNear));
      }
    }
    return text.substr(from, to - from);
  }
  const ProvisoWords& law() const { return chinese ? chinese_words() : english_words(); }
  bool norm(string_view in) const {
    in = in.substr(0, kNear);
    return chinese ? law().found("norm", in) : proposal_words().found("en_norm", in);
  }
  std::size_t length(Span span) const {
    return chinese ? span.size() / 3
                   : static_cast<std::size_t>(
                         std::count(text.begin() + static_cast<std::ptrdiff_t>(span.start),
                                    text.begin() + static_cast<std::ptrdiff_t>(span.end), ' '));
  }

  string_view text;
  const ProvisoQuestion& q;
  Span limb;
  bool chinese;
  std::string form;
};

std::string stops_in(string_view words) {
  words = words.substr(0, kNear);
  std::size_t count = 0;
  for (const string_view stop : {"，", ",", "；", ";"}) {
    for (std::size_t at = words.find(stop); at != string_view::npos; at = words.find(stop, at + 1))
      ++count;
  }
  return bucket(count);
}

bool unbalanced(string_view words) {
  int depth = 0;
  for (std::size_t i = 0; i < words.size(); i = segmenter::next(words, i)) {
    const char32_t c = segmenter::code_point(words, i);
    if (c == U'(' || c == U'（' || c == U'“' || c == U'[') ++depth;
    if (c == U')' || c == U'）' || c == U'”' || c == U']') --depth;
    if (depth < 0) return true;
  }
  return depth != 0;
}

// What follows a span: its next stop or word, and what comes behind that.
void add_behind(Facts& facts, const View& v, std::size_t end, const std::string& name) {
  const string_view rest = v.between(end, v.limb.end);
  if (rest.empty()) {
    facts.add_with(v.form, name, "end");
    return;
  }
  const std::string one = first_words(rest, 1, v.chinese);
  const std::string two = first_words(rest, 2, v.chinese);
  facts.add_with(v.form, name + "1", one);
  facts.add_with(v.form, name + "2", two);
  if (v.chinese) {
    facts.add_with(v.form, name + "4", first_words(rest, 4, true));
    return;
  }
  // Behind a comma: how many words to the next, and whether the series goes on there.
  if (one == ",") {
    const string_view member = rest.substr(1);
    const std::size_t next = member.find_first_of(",;:()");
    const string_view inner = member.substr(0, next);
    facts.add_with(v.form, name + " member",
                   bucket(static_cast<std::size_t>(std::count(inner.begin(), inner.end(), ' '))));
    facts.add_with(v.form, name + " member norm", v.norm(inner) ? "yes" : "no");
    const string_view then = next == string_view::npos ? string_view() : member.substr(next);
    const std::string follows = first_words(then, 2, false);
    facts.add_with(
        v.form, name + " series",
        follows == ", or" || follows == ", and" ? follows
        : two == ", or" || two == ", and"       ? "last" + two
        : inner.find(" or ") != string_view::npos || inner.find(" and ") != string_view::npos
            ? "joint"
            : "no");
    facts.add_with(v.form, name + " rest", v.norm(rest) ? "norm" : "none");
  }
}

// Where the first clause of its own begins behind a connector: the first comma before words with a
// verb of their own. The complement of a connector in front ends there; commas before it stand in a
// series or an insertion.
std::size_t first_clause(const View& v, std::size_t from) {
  const string_view rest = v.between(from, v.limb.end);
  int depth = 0;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const char c = rest[i];
    const bool comma = v.chinese ? rest.substr(i).starts_with("，") : c == ',' || c == ';';
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (!comma || depth != 0) continue;
    const std::size_t start = i + (v.chinese ? 3 : 1);
    const std::size_t end = v.chinese ? rest.find("，", start) : rest.find_first_of(",;:", start);
    const string_view member = rest.substr(start, end == string_view::npos ? end : end - start);
    if (v.norm(member) && first_words(member, 1, v.chinese) != "or") return from + i;
  }
  return v.limb.end;
}

void add_shape(Facts& facts, const View& v, Span span, const std::string& name) {
  const string_view words = v.words(span);
  facts.add_with(v.form, name + " first", first_words(words, v.chinese ? 2 : 1, v.chinese));
  facts.add_with(v.form, name + " last", last_words(words, v.chinese ? 2 : 1, v.chinese));
  facts.add_with(v.form, name + " last1", last_words(words, 1, v.chinese));
  facts.add_with(v.form, name + " length", bucket(v.length(span)));
  facts.add_with(v.form, name + " stops", stops_in(words));
  facts.add_with(v.form, name + " brackets", unbalanced(words) ? "open" : "closed");
  facts.add_with(v.form, name + " norm", v.norm(words) ? "yes" : "no");
}

std::string side_of(const View& v, Span span) {
  if (span.end <= v.limb.start) return "earlier";
  return span.start < v.q.trigger.start ? "before" : "behind";
}

void add_named(Facts& facts, const View& v, const std::string& where, string_view words,
               std::initializer_list<const char*> patterns) {
  for (const char* pattern : patterns) {
    facts.add_with(v.form, where + ' ' + pattern, v.law().found(pattern, words) ? "yes" : "no");
  }
}

}  // namespace

ProvisoFacts report_facts(string_view text, const ProvisoQuestion& q) {
  const View v(text, q);
  Facts facts("report");
  facts.add("always");
  facts.add(v.form);
  facts.add(std::string("words ") + v.form, v.words(q.trigger));
  const string_view before = v.between(v.limb.start, q.trigger.start);
  const string_view behind = v.between(q.trigger.end, v.limb.end);
  const string_view earlier = v.words(q.at.limb.before);
  facts.add_with(v.form, "left", last_words(before, 1, v.chinese));
  facts.add_with(v.form, "left2", last_words(before, 2, v.chinese));
  facts.add_with(v.form, "right", first_words(behind, v.chinese ? 2 : 1, v.chinese));
  facts.add_with(v.form, "right2", first_words(behind, v.chinese ? 4 : 2, v.chinese));
  facts.add_with(v.form, "ends", last_words(behind, 2, v.chinese));
  facts.add_with(v.form, "leads", before.empty() ? "yes" : "no");
  facts.add_with(v.form, "left length", bucket(v.length({v.limb.start, q.trigger.start}) / 4));
  facts.add_with(v.form, "right length", bucket(v.length({q.trigger.end, v.limb.end}) / 4));
  facts.add_with(v.form, "norm before", v.norm(before) ? "yes" : "no");
  facts.add_with(v.form, "norm behind", v.norm(behind) ? "yes" : "no");
  facts.add_with(v.form, "norm both",
                 std::string(v.norm(before) ? "1" : "0") + (v.norm(behind) ? "1" : "0") +
                     (v.norm(earlier) ? "1" : "0"));
  if (v.chinese) {
    const bool open =
        before.rfind("“") != string_view::npos &&
        (before.rfind("”") == string_view::npos || before.rfind("”") < before.rfind("“"));
    const bool inside = open || (q.at.limb.quoted && before.find("”") == string_view::npos);
    facts.add_with(v.form, "quoted", inside ? "yes" : "no");
    add_named(facts, v, "before", before,
              {"reported", "verbatim", "people", "concrete", "general", "deviation", "concession"});
    add_named(facts, v, "behind", behind,
              {"people", "concrete", "closing", "general", "deviation", "addition"});
    add_named(facts, v, "earlier", earlier, {"reported", "people", "concrete", "verbatim"});
    for (std::size_t at = 0, left = 24; at < behind.size() && left > 0; --left) {
      const std::size_t next = segmenter::next(behind, at);
      if (next >= behind.size()) break;
      facts.add("behind has", behind.substr(at, segmenter::next(behind, next) - at));
      at = next;
    }
  } else {
    add_named(facts, v, "behind", behind, {"exposure", "norms", "condition", "adverbial"});
    add_named(facts, v, "before",
              trimmed(text, v.limb.start, q.trigger.start).size() > 0
                  ? v.words(trimmed(text, v.limb.start, q.trigger.start))
                  : string_view(),
              {"exposed", "copula"});
    const char c = text[q.trigger.start];
    facts.add_with(v.form, "capital", c >= 'A' && c <= 'Z' ? "yes" : "no");
  }
  return facts.take();
}

ProvisoFacts scope_facts(string_view text, const ProvisoQuestion& q, std::size_t scope) {
  const View v(text, q);
  const Span span = q.scopes[scope];
  Facts facts("scope");
  const std::string side = side_of(v, span);
  facts.add_with(v.form, "side", side);
  const bool trails = span.end <= q.trigger.start;
  const std::size_t place = trails ? q.scopes.size() - 1 - scope : scope;
  facts.add_with(v.form, "place", bucket(place));
  facts.add_with(v.form, "from the end", bucket(q.scopes.size() - 1 - place));
  add_shape(facts, v, span, "scope");
  if (trails) {
    const string_view before = v.between(v.limb.start, span.start);
    facts.add_with(v.form, "in front", before.empty() ? "start" : last_words(before, 1, v.chinese));
    facts.add_with(v.form, "in front norm", v.norm(before) ? "yes" : "no");
  } else {
    add_behind(facts, v, span.end, "then ");
    facts.add_with(v.form, "rest norm", v.norm(v.between(span.end, v.limb.end)) ? "yes" : "no");
    facts.add(v.form + " last then",
              last_words(v.words(span), 1, v.chinese) + '|' +
                  first_words(v.between(span.end, v.limb.end), v.chinese ? 1 : 2, v.chinese));
    const bool leads = v.between(v.limb.start, q.trigger.start).size() < 4;
    const std::string where = leads ? "leading " : "following ";
    const std::size_t clause = first_clause(v, q.trigger.end);
    const std::string reach = span.end < clause ? "short of" : span.end > clause ? "beyond" : "to";
    const std::string goes_on = v.norm(v.between(clause, v.limb.end)) ? " a clause" : " the end";
    facts.add_with(v.form, "reaches", where + reach + goes_on);
    facts.add(v.form + " reaches then",
              where + reach + goes_on + first_words(v.between(span.end, v.limb.end), 1, v.chinese));
    facts.add(v.form + where + first_words(v.between(span.end, v.limb.end), 1, v.chinese),
              stops_in(v.words(span)));
    facts.add(where + first_words(v.between(span.end, v.limb.end), 1, v.chinese),
              stops_in(v.words(span)));
  }
  return facts.take();
}

ProvisoFacts limits_facts(string_view text, const ProvisoQuestion& q, Span scope, Span limits) {
  const View v(text, q);
  Facts facts("limits");
  const std::string side = side_of(v, limits);
  const bool leads = q.trigger.start < v.limb.start + 4 || scope.end <= q.trigger.start;
  facts.add_with(v.form, "side", side + (leads ? " leading" : ""));
  // Where the limb goes on behind the scope the rule may stand there.
  const std::size_t last = std::max(q.trigger.end, scope.end);
  const bool more = v.length({last, std::max(last, v.limb.end)}) > 3;
  facts.add_with(v.form, "side more", side + (leads ? " leading" : "") + (more ? " more" : ""));
  add_shape(facts, v, limits, side);
  const std::size_t first = std::min(q.trigger.start, scope.start);
  if (side == "before") {
    const string_view before = v.between(v.limb.start, limits.start);
    facts.add_with(v.form, "in front", before.empty() ? "start" : last_words(before, 1, v.chinese));
    facts.add_with(v.form, "in front2",
                   before.empty() ? "start" : last_words(before, 2, v.chinese));
    facts.add_with(v.form, "in front norm", v.norm(before) ? "yes" : "no");
    facts.add(v.form + " in front then first",
              (before.empty() ? "start" : last_words(before, 1, v.chinese)) + '|' +
                  first_words(v.words(limits), 1, v.chinese));
    const string_view gap = v.between(limits.end, first);
    facts.add_with(v.form, "gap", first_words(gap, 3, v.chinese));
    facts.add_with(v.form, "gap length", bucket(gap.size() / 2));
    facts.add_with(v.form, "right of scope",
                   first_words(v.words(scope), v.chinese ? 2 : 1, v.chinese) + '|' +
                       (before.empty() ? "start" : "inside"));
  } else if (side == "behind") {
    const string_view gap = v.between(last, limits.start);
    facts.add_with(v.form, "gap", first_words(gap, 3, v.chinese));
    facts.add_with(v.form, "gap length", bucket(gap.size() / 2));
    add_behind(facts, v, limits.end, "then ");
  } else {
    const bool whole = limits.start == q.at.limb.earlier.start;
    facts.add_with(v.form, "earlier", whole ? "whole" : "part");
    const string_view before = v.between(q.at.limb.earlier.start, limits.start);
    facts.add_with(v.form, "in front", before.empty() ? "start" : last_words(before, 1, v.chinese));
    facts.add_with(v.form, "in front norm", v.norm(before) ? "yes" : "no");
  }
  return facts.take();
}

ProvisoFacts kind_facts(string_view text, const ProvisoQuestion& q, Span scope, ProvisoKind kind) {
  const View v(text, q);
  Facts facts("kind " + std::string(name(kind)));
  facts.add("always");
  facts.add(v.form);
  facts.add("form", q.form);
  const string_view words = v.words(scope);
  facts.add_with(q.form, "first", first_words(words, v.chinese ? 1 : 1, v.chinese));
  facts.add_with(q.form, "first2", first_words(words, 2, v.chinese));
  facts.add_with(q.form, "last", last_words(words, 2, v.chinese));
  if (v.chinese) {
    std::size_t number = 0;
    for (const ProvisoForm& form : chinese_words().forms("kinds")) {
      facts.add_with(q.form, "kinds " + std::to_string(number++),
                     RE2::PartialMatch(re2::StringPiece(words.data(), words.size()), *form.pattern)
                         ? "yes"
                         : "no");
    }
    add_named(facts, v, "behind", v.between(scope.end, v.limb.end), {"closing"});
  } else {
    add_named(facts, v, "scope", words, {"reservation", "limit", "exception", "condition"});
  }
  return facts.take();
}

}  // namespace proviso::tasks
