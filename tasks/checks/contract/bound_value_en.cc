#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <set>

#include "tasks/checks/contract/bound_value.h"
#include "tasks/checks/words.h"

namespace proviso::tasks::contract {
namespace {

constexpr std::size_t kReach = 100;  // bytes from a name to its value

// Words that lead from a name to its value.
const RE2& leads() {
  static const RE2 pattern(
      "(?i)[”\"’']?(?:,? ?\\((?:the |this )?[“\"][^”\"\\n]{1,40}[”\"]\\))?,?(?: "
      "(?:hereunder|hereof|under "
      "this \\w+|of this \\w+|for this \\w+|payable|due|in effect))* "
      "?(?:is|are|was|of|in|means|being|equals?|shall "
      "(?:be|mean|equal|last|continue|run)|will "
      "(?:be|mean|last)|has been|\\(|:|=|continues?|lasts?)(?:(?: "
      "(?:agreed|fixed|set|equal|hereby|deemed|initially|to "
      "be|to "
      "mean|to|at|for|as|the|a|an|total|aggregate|period|sum|amount|term|of|that|which|is|in|US|"
      "exactly))|[ :$(])*");
  return pattern;
}

// "the", "such", nothing: no word before the name that makes another thing of it.
bool bare(string_view before) {
  static const RE2 pattern(
      "(?i)(?:^|[.;:,(“\"]|\\d[.)]|\\b(?:the|a|an|such|said|this|full|entire|total|aggregate|"
      "agreed|of|and|in|for)) "
      "?[“\"]?$");
  return found_in(before, pattern);
}

class EnglishBounds {
 public:
  explicit EnglishBounds(const ContractView& contract)
      : contract_(contract), figures_(figures_of(contract)), low_(lowered(contract.text)) {
    for (const Item& item : contract.structure.items) {
      static const RE2 term("^[A-Z][a-zA-Z’'-]+(?: (?:of |and )?[A-Z][a-zA-Z’'-]+){0,4}$");
      if (item.kind == ItemKind::kDefinition && item.number.size() > 3 &&
          found_in(item.number, term))
        names_.insert(item.number);
    }
  }

  std::vector<Bound> read() {
    std::vector<std::string> longest(names_.begin(), names_.end());
    std::stable_sort(longest.begin(), longest.end(),
                     [](const auto& a, const auto& b) { return a.size() > b.size(); });
    for (const std::string& name : longest) {
      const std::string key = lowered(name);
      for (std::size_t at = low_.find(key); at != low_.npos; at = low_.find(key, at + 1)) {
        const Span place{at, at + key.size()};
        if (letter(at - 1) || letter(place.end)) continue;
        if (std::any_of(taken_.begin(), taken_.end(), [&](Span each) {
              return each.start < place.end && place.start < each.end;
            }))
          continue;
        taken_.push_back(place);
        if (!contract_.in_body(at) && contract_.tag(at) != Tag::kSchedule) continue;
        look_at(name, key, place);
      }
    }
    caps();
    std::stable_sort(out_.begin(), out_.end(),
                     [](const Bound& a, const Bound& b) { return a.place.start < b.place.start; });
    return std::move(out_);
  }

 private:
  bool letter(std::size_t at) const {
    return at < low_.size() && std::isalnum(static_cast<unsigned char>(low_[at])) != 0;
  }

  void look_at(const std::string& name, const std::string& key, Span place) {
    if (const Figure* figure = introduced(place)) return bind(key, *figure, place);
    const bool several = name.find(' ') != name.npos;
    const bool as_defined = contract_.words(place) == name;
    if (!as_defined && !several) return;
    if (!bare(contract_.before(place.start, 24))) return;
    const auto next = std::lower_bound(
        figures_.begin(), figures_.end(), place.end,
        [](const Figure& each, std::size_t value) { return each.span.start < value; });
    if (next != figures_.end() && next->span.start <= place.end + kReach) {
      const string_view between = contract_.text.substr(place.end, next->span.start - place.end);
      if (RE2::FullMatch(re2::StringPiece(between.data(), between.size()), leads()) ||
          period_for(between))
        return bind(key, *next, place);
    }
    if (several) look_ahead(key, place);
  }

  // "means the period commencing on the Effective Date and continuing for".
  static bool period_for(string_view between) {
    static const RE2 pattern(
        "(?i)[”\"] (?:means|shall mean) (?:the|a|that) (?:period|term)[^.;\\d$]{0,70}? "
        "(?:for|of)(?: a (?:period|term) of)? ");
    return RE2::FullMatch(re2::StringPiece(between.data(), between.size()), pattern);
  }

  // eighteen thousand dollars ($18,000) as security (the "Security Deposit"): the only value of its
  // sort in the sentence so far, right before.
  const Figure* introduced(Span place) const {
    static const RE2 opens(
        "(\\((?:the |each,? an? |this |such sum,? the |hereinafter,? (?:the )?|collectively,? the "
        ")?[“\"])$");
    const string_view ahead = contract_.before(place.start, 40);
    re2::StringPiece bracket;
    if (place.end >= low_.size() || !found_in(contract_.behind(place.end, 3), closing()) ||
        !RE2::PartialMatch(re2::StringPiece(ahead.data(), ahead.size()), opens, &bracket))
      return nullptr;
    const auto at = static_cast<std::size_t>(bracket.data() - contract_.text.data());
    const Span sentence = contract_.sentence({at, at});
    const Figure* only = nullptr;
    for (const Figure& each : figures_) {
      if (each.span.start < sentence.start || each.span.end > at) continue;
      if (only != nullptr) return nullptr;
      only = &each;
    }
    constexpr std::size_t kNear = 40;
    static const RE2 other(
        "[,;(]|\\b(?:after|before|from|within|per|following|prior|plus|less|and)\\b");
    if (only == nullptr || at - only->span.end > kNear) return nullptr;
    const string_view between = contract_.text.substr(only->span.end, at - only->span.end);
    const string_view before = contract_.before(only->span.start, 30);
    static const RE2 no_sum(
        "(?i)(?:\\bwithin|\\bafter|at least|up to|more than|less than|exceed\\w*|every|each) $");
    return found_in(between, other) || found_in(before, no_sum) ? nullptr : only;
  }

  static const RE2& closing() {
    static const RE2 pattern("^[,.]?[”\"]");
    return pattern;
  }

  // "the 24-month Initial Term", "twelve (12) months after the Closing Date, when the Survival
  // Period expires".
  void look_ahead(const std::string& key, Span place) {
    const Figure* last = nullptr;
    for (const Figure& each : figures_) {
      if (each.span.end > place.start) break;
      last = &each;
    }
    if (last == nullptr || place.start - last->span.end > 90) return;
    const string_view between = contract_.text.substr(last->span.end, place.start - last->span.end);
    static const RE2 adjacent(" ");
    static const RE2 when(
        "(?i)[^.;\\n]{0,60}, (?:when|being when|on which|at which time|upon which) (?:the |such "
        ")?");
    static const RE2 over(
        "(?i)^ (?:shall |will )?(?:expires?|ends?|terminates?|is over|lapses?)\\b");
    static const RE2 led("(?i)\\b(?:the|a|an|this|such) $");
    const bool right_before =
        RE2::FullMatch(re2::StringPiece(between.data(), between.size()), adjacent) &&
        found_in(contract_.before(last->span.start, 8), led);
    const bool expires = RE2::FullMatch(re2::StringPiece(between.data(), between.size()), when) &&
                         found_in(contract_.behind(place.end, 24), over) &&
                         last->kind == FigureKind::kTime;
    if (right_before || expires) bind(key, *last, place);
  }

  void bind(const std::string& key, const Figure& figure, Span place) {
    if (figure.kind == FigureKind::kTime ? !is_time(key) : is_time(key)) return;
    const Span whole{std::min(place.start, figure.span.start),
                     std::max(place.end, figure.span.end)};
    const Span sentence = contract_.sentence(whole);
    const std::string around = lowered(contract_.words(sentence));
    if (has_word(around, words("bound_steps"))) return;
    static const RE2 condition(
        "(?i)(?:^|[,.(] |\\d\\.? )(?:if|unless|where|in the event|in case|upon|for (?:each|any|the "
        "(?:first|second|third))|during|with respect to|as to|in respect "
        "of|except|notwithstanding|provided)\\b|\\bthat (?:if|in)\\b");
    if (found_in(contract_.words({sentence.start, whole.start}), condition)) return;
    const string_view behind = contract_.behind(figure.span.end, 40);
    static const RE2 no_value(
        "(?i)^(?:,? or\\b|,? (?:plus|less|minus|and an additional)\\b|(?:[^.;,]{0,12})? or "
        "(?:more|less|such)| (?:to|through|-) | of the\\b| above| below| in excess|[ -]old)");
    static const RE2 of_bound(
        "(?i)(?:at least|no more than|not more than|not less than|up "
        "to|exceed\\w*|minimum|maximum|approximately|about) ?(?:of )?\\(?$");
    if (found_in(behind, no_value) || found_in(contract_.before(figure.span.start, 24), of_bound))
      return;
    Bound bound{key, whole, figure.kind, figure.value, figure.unit};
    static const RE2 by(
        "(?i)^ ?\\)?,? ?(?:(?:per|each|an?|every|for each|for every) |/ ?)(?:calendar )?([a-z]+)");
    std::string unit;
    if (RE2::PartialMatch(re2::StringPiece(behind.data(), behind.size()), by, &unit))
      bound.name.append("|").append(lowered(unit));
    for (const char* times : {"annual", "month", "quarter", "week", "year"}) {
      if (lowered(contract_.before(whole.start, 16)).find(times) != std::string::npos)
        bound.name.append("|").append(times);
    }
    common_unit(bound);
    out_.push_back(std::move(bound));
  }

  // The Supplier's total liability under this Agreement shall not exceed £750,000.
  void caps() {
    static const RE2 pattern(
        "(?:\\b[Tt]he )?\\b([A-Z]\\w+(?: [A-Z]\\w+)?)[’']s?(?: total| aggregate| maximum| entire| "
        "cumulative| and)+ "
        "liability((?: [^.;\\n]{0,120}?)?) (?:(?:shall|will|must) not exceed|(?:is|shall be|will "
        "be) (?:limited to|capped at))(?: the (?:sum|amount) of)? ?$");
    static const RE2 turned(
        "(?i:total|aggregate|maximum|entire|cumulative) liability of (?:the )?([A-Z]\\w+(?: "
        "[A-Z]\\w+)?)((?: [^.;\\n]{0,120}?)?) "
        "(?:(?:shall|will|must) not exceed|(?:is|shall be|will be) (?:limited to|capped at))(?: "
        "the (?:sum|amount) of)? ?$");
    static const RE2 in_no_case(
        "(?i:in no (?:event|case|circumstances?) (?:shall|will)) (?:the )?([A-Z]\\w+(?: "
        "[A-Z]\\w+)?)(?:[’']s? (?:total |aggregate |maximum |entire |cumulative )*liability((?: "
        "[^.;\\n]{0,80}?)?) exceed| be liable((?: [^.;\\n]{0,60}?)?) for more than)(?: the "
        "(?:sum|amount) "
        "of)? ?$");
    // A cap of its own for some losses, years or events.
    static const RE2 narrow(
        "(?i)\\b(?:for|respect|each|per|any|year|data|breach|indemni\\w+|section|clause|article|"
        "claims?|loss\\w*|insur\\w+|property)\\b");
    static const RE2 counted(
        "(?i)^,? ?(?:per|in any|in each|for each|in respect|for|or|times|each|a|an|in the "
        "aggregate for)\\b");
    static const RE2 condition(
        "(?i)\\b(?:if|where|except|event|case|before|after|until|during|for|in respect)\\b");
    for (const Figure& each : figures_) {
      if (each.kind != FigureKind::kMoney || !contract_.in_body(each.span.start)) continue;
      const string_view before = contract_.before(each.span.start, 260);
      std::string whose;
      re2::StringPiece between;
      const re2::StringPiece piece(before.data(), before.size());
      if (!RE2::PartialMatch(piece, pattern, &whose, &between) &&
          !RE2::PartialMatch(piece, turned, &whose, &between) &&
          !RE2::PartialMatch(piece, in_no_case, &whose, &between))
        continue;
      const Span sentence = contract_.sentence(each.span);
      const std::size_t at = contract_.text.rfind(whose, each.span.start);
      // "In no event" is no event.
      static const RE2 none("(?i)^(?:[0-9.]+ )?in no (?:event|case|circumstances?)\\b");
      std::string lead;
      if (at != string_view::npos && at >= sentence.start)
        lead = std::string(contract_.words({sentence.start, at}));
      RE2::Replace(&lead, none, "");
      if (at == string_view::npos || at < sentence.start ||
          found_in({between.data(), between.size()}, narrow) ||
          found_in(contract_.behind(each.span.end, 24), counted) || found_in(lead, condition))
        continue;
      out_.push_back(
          {"cap of " + lowered(whose), {at, each.span.end}, each.kind, each.value, each.unit});
    }
  }

  static bool is_time(const std::string& key) {
    static const RE2 pattern("\\b(?:term|period|duration|time|life)$");
    return found_in(key, pattern);
  }

  const ContractView& contract_;
  std::vector<Figure> figures_;
  std::string low_;
  std::set<std::string> names_;
  std::vector<Span> taken_;
  std::vector<Bound> out_;
};

}  // namespace

std::vector<Bound> bound_in_english(const ContractView& contract) {
  return EnglishBounds(contract).read();
}

}  // namespace proviso::tasks::contract
