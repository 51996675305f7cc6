#include "tasks/provisos/questions.h"

#include <algorithm>

#include "segmenter/utf8.h"
#include "tasks/provisos/cuts.h"
#include "tasks/provisos/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

constexpr std::size_t kMostCuts = 40;  // looked at on each side of a connector …
constexpr std::size_t kFar = 3000;     // … within so many bytes

string_view words_of(string_view text, Span span) {
  return text.substr(span.start, span.size());
}

std::string chinese_form(string_view trigger) {
  if (trigger.starts_with("但") || trigger == "然而") return "但";
  if (trigger == "除了") return "除";
  if (trigger == "不受此限") return "不在此限";
  if (trigger.starts_with("不受") || trigger.starts_with("不适用")) return "不受";
  if (trigger.ends_with("规定") || trigger.ends_with("约定")) return "从其";
  return std::string(trigger);
}

std::string english_form(string_view trigger) {
  const std::string form = first_words(trigger, 4, false);
  for (const string_view stem : {"provided", "subject", "to the", "notwithstanding", "without"}) {
    if (form.starts_with(stem)) return std::string(stem);
  }
  return form;
}

void add_chinese(string_view text, const PlacedLimb& at, std::vector<ProvisoQuestion>& found) {
  const ProvisoWords& words = proposal_words();
  const Span limb = at.limb.span;
  std::vector<Span> groups;
  for (std::size_t from = limb.start;
       match(text, from, limb.end, words.pattern("zh_trigger"), groups);) {
    const Span trigger = groups[1];
    from = trigger.end;
    const string_view before = text.substr(limb.start, trigger.end - limb.start);
    const string_view behind = text.substr(trigger.start, limb.end - trigger.start);
    if (words.found("zh_other_word", before) || words.found("zh_other_word_behind", behind))
      continue;
    std::string form = chinese_form(words_of(text, trigger));
    if (form == "除" && !words.found("zh_framed", behind)) continue;
    if (form == "以" && !words.found("zh_capped", behind)) continue;
    if (form == "从其" &&
        !words.found("zh_deferred", text.substr(limb.start, trigger.start - limb.start)))
      continue;
    found.push_back({at, trigger, std::move(form), std::nullopt, {}});
  }
}

void add_english(string_view text, const PlacedLimb& at, std::vector<ProvisoQuestion>& found) {
  const Span limb = at.limb.span;
  std::vector<Span> seen;
  std::vector<Span> groups;
  for (const ProvisoForm& form : english_words().forms("connectors")) {
    for (std::size_t from = limb.start; match(text, from, limb.end, *form.pattern, groups);) {
      from = groups[0].end;
      const Span whole = groups[0];
      const bool taken = std::any_of(seen.begin(), seen.end(), [&](Span other) {
        return whole.start < other.end && other.start < whole.end;
      });
      if (taken || !whole_word(text, whole)) continue;
      seen.push_back(whole);
      const Span trigger = groups.size() > 1 ? groups[1] : whole;
      found.push_back({at, trigger, english_form(words_of(text, trigger)), std::nullopt, {}});
    }
  }
}

void add_span(std::vector<Span>& spans, Span span) {
  if (span.size() > 0) spans.push_back(span);
}

void order(std::vector<Span>& spans) {
  const auto key = [](const Span& span) { return std::pair(span.start, span.end); };
  std::sort(spans.begin(), spans.end(),
            [&](const Span& a, const Span& b) { return key(a) < key(b); });
  spans.erase(std::unique(spans.begin(), spans.end(),
                          [&](const Span& a, const Span& b) { return key(a) == key(b); }),
              spans.end());
}

// The places near the other end.
std::size_t near_end(string_view text, std::size_t start, std::size_t end) {
  return end - start > kFar ? segmenter::next(text, segmenter::previous(text, start + kFar)) : end;
}
std::size_t near_start(string_view text, std::size_t start, std::size_t end) {
  return end - start > kFar ? segmenter::previous(text, segmenter::next(text, end - kFar)) : start;
}

// Ends of a span that starts at `start`: before each cut up to `end`, and there.
std::vector<std::size_t> ends_behind(string_view text, std::size_t start, std::size_t end,
                                     bool chinese) {
  std::vector<std::size_t> ends{end};
  for (const Cut& cut : cuts_of(text, start, near_end(text, start, end), chinese)) {
    if (ends.size() > kMostCuts) break;
    ends.push_back(cut.span.start);
  }
  return ends;
}

// Starts of a span that ends at `end`: the limb's, behind each cut and at each word.
std::vector<std::size_t> starts_before(string_view text, std::size_t start, std::size_t end,
                                       bool chinese) {
  std::vector<std::size_t> starts;
  std::vector<Cut> cuts = cuts_of(text, near_start(text, start, end), end, chinese);
  std::reverse(cuts.begin(), cuts.end());
  for (const Cut& cut : cuts) {
    if (starts.size() > 2 * kMostCuts) break;
    starts.push_back(cut.span.end);
    if (cut.word) starts.push_back(cut.span.start);
  }
  starts.push_back(start);
  return starts;
}

bool wins(const ProvisoQuestion& question) {
  return question.form == "notwithstanding";
}

bool closes(const ProvisoQuestion& question) {
  for (const string_view form : {"除外", "不在此限", "不受", "从其"}) {
    if (question.form == form) return true;
  }
  return false;
}

std::vector<Span> proposed_scopes(string_view text, const ProvisoQuestion& q) {
  const Span limb = q.at.limb.span;
  std::vector<Span> scopes;
  if (closes(q)) {
    for (const std::size_t start : starts_before(text, limb.start, q.trigger.start, q.at.chinese))
      add_span(scopes, trimmed(text, start, q.trigger.start));
  } else if (wins(q)) {
    // The clause that wins stands behind the comma, or before the connector.
    int left = 6;
    for (const Cut& cut :
         cuts_of(text, q.trigger.end, near_end(text, q.trigger.end, limb.end), q.at.chinese)) {
      if (cut.word || left == 0) continue;
      --left;
      add_span(scopes, trimmed(text, cut.span.end, limb.end));
      for (const Cut& end :
           cuts_of(text, cut.span.end, near_end(text, cut.span.end, limb.end), q.at.chinese)) {
        if (!end.word && text[end.span.start] == ':')
          add_span(scopes, trimmed(text, cut.span.end, end.span.start));
      }
    }
    for (const std::size_t start : starts_before(text, limb.start, q.trigger.start, q.at.chinese)) {
      add_span(scopes, trimmed(text, start, q.trigger.start));
      const std::size_t comma = text.substr(0, q.trigger.start).rfind(',');
      if (comma != string_view::npos && comma > start)
        add_span(scopes, trimmed(text, start, comma));
    }
  } else {
    for (const std::size_t end : ends_behind(text, q.trigger.end, limb.end, q.at.chinese))
      add_span(scopes, trimmed(text, q.trigger.end, end));
  }
  if (q.rules) add_span(scopes, q.rules->scope);
  order(scopes);
  return scopes;
}

}  // namespace

std::vector<Span> proposed_limits(string_view text, const ProvisoQuestion& q, Span scope) {
  const Span limb = q.at.limb.span;
  const bool chinese = q.at.chinese;
  const std::size_t first = std::min(q.trigger.start, scope.start);
  const std::size_t last = std::max(q.trigger.end, scope.end);
  std::vector<Span> limits;
  // Before: to the connector, to a modal or a conjunction that leads to it.
  std::vector<std::size_t> ends{first};
  std::vector<Cut> cuts = cuts_of(text, near_start(text, limb.start, first), first, chinese);
  for (auto cut = cuts.rbegin(); cut != cuts.rend() && ends.size() < 4; ++cut) {
    if (first - cut->span.start > 24) break;
    ends.push_back(cut->span.start);
  }
  for (const std::size_t start : starts_before(text, limb.start, first, chinese)) {
    for (const std::size_t end : ends) {
      if (end > start) add_span(limits, trimmed(text, start, end));
    }
  }
  // Behind: from the scope or from a stop behind it.
  std::vector<std::size_t> starts{last};
  for (const Cut& cut : cuts_of(text, last, near_end(text, last, limb.end), chinese)) {
    if (starts.size() > 5) break;
    starts.push_back(cut.span.end);
    if (cut.word) starts.push_back(cut.span.start);
  }
  for (const std::size_t start : starts) {
    std::size_t left = 24;
    add_span(limits, trimmed(text, start, limb.end));
    for (const std::size_t end : ends_behind(text, start, limb.end, chinese)) {
      if (left-- == 0) break;
      add_span(limits, trimmed(text, start, end));
    }
  }
  // Between the connector and the clause that wins.
  if (wins(q) && scope.start > q.trigger.end) {
    for (const std::size_t end : ends_behind(text, q.trigger.end, scope.start, chinese))
      add_span(limits, trimmed(text, q.trigger.end, end));
  }
  // The sentence before.
  const Span before = q.at.limb.earlier;
  if (before.size() > 0) {
    for (const Cut& cut :
         cuts_of(text, near_start(text, before.start, before.end), before.end, chinese)) {
      if (!cut.word || words_of(text, cut.span) == "and")
        add_span(limits, trimmed(text, cut.span.end, before.end));
    }
    add_span(limits, trimmed(text, before.start, before.end));
  }
  if (q.rules) add_span(limits, q.rules->limits);
  std::erase_if(limits, [&](const Span& span) {
    return span.start < q.trigger.end && q.trigger.start < span.end;
  });
  order(limits);
  return limits;
}

std::vector<ProvisoQuestion> proviso_questions(string_view text,
                                               const segmenter::Structure& structure,
                                               const std::vector<Proviso>& rules) {
  std::vector<ProvisoQuestion> questions;
  for (const PlacedLimb& at : limbs_of(text, structure)) {
    const std::size_t before = questions.size();
    if (at.chinese) {
      add_chinese(text, at, questions);
    } else {
      add_english(text, at, questions);
    }
    const auto first = std::lower_bound(
        rules.begin(), rules.end(), at.limb.span.start,
        [](const Proviso& rule, std::size_t start) { return rule.trigger.start < start; });
    for (auto rule = first; rule != rules.end() && rule->trigger.end <= at.limb.span.end; ++rule) {
      const Proviso& each = *rule;
      const auto same = std::find_if(questions.begin() + static_cast<std::ptrdiff_t>(before),
                                     questions.end(), [&](const ProvisoQuestion& q) {
                                       return q.trigger.start == each.trigger.start &&
                                              q.trigger.end == each.trigger.end;
                                     });
      if (same != questions.end()) {
        same->rules = each;
        continue;
      }
      const string_view words = words_of(text, each.trigger);
      questions.push_back(
          {at, each.trigger, at.chinese ? chinese_form(words) : english_form(words), each, {}});
    }
  }
  std::stable_sort(questions.begin(), questions.end(),
                   [](const ProvisoQuestion& a, const ProvisoQuestion& b) {
                     return a.trigger.start < b.trigger.start;
                   });
  for (ProvisoQuestion& question : questions) question.scopes = proposed_scopes(text, question);
  std::erase_if(questions, [](const ProvisoQuestion& q) { return q.scopes.empty(); });
  return questions;
}

}  // namespace proviso::tasks
