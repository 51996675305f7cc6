#include "tasks/checks/ruling.h"

#include <algorithm>

#include "tasks/checks/claim_heads.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

Stand stand_of(string_view said) {
  const bool refuse = has_word(said, words("refused"));
  const bool support =
      has_word(said, words("supported")) && !has_word(said, words("not_supported"));
  // 不予支持，但可…: something is granted all the same.
  const std::size_t refusal = said.rfind("不予支持");
  if (refusal != said.npos && said.find("但", refusal) != said.npos) return Stand::kPart;
  if (has_word(said, words("in_part")) || (refuse && support)) return Stand::kPart;
  if (refuse) return Stand::kRefuse;
  return support ? Stand::kSupport : Stand::kNone;
}

// Whose wish a sentence is about: that of a defence, an objection, evidence or an application does
// not count. 被告的证据不足以证明…，原告请求…: what stands before the plaintiff's wish does not
// matter.
bool of_claim(string_view said) {
  std::size_t from = 0;
  for (const string_view asks : words("plaintiff_asks")) {
    const std::size_t at = said.rfind(asks);
    if (at != said.npos) from = std::max(from, at);
  }
  return has_word(said, words("wants")) && !has_word(said.substr(from), words("no_claim"));
}

}  // namespace

bool dismisses(string_view item) {
  if (has_word(item, words("to_perform"))) return false;
  if (has_word(item, words("dismissed"))) return true;
  for (const string_view stop : {"\n", " ", "。", "；", ";"}) {
    while (item.ends_with(stop)) item.remove_suffix(stop.size());
  }
  return ends_with_word(item, words("claim_ends")) && !has_word(item, words("lets_go"));
}

bool by_court(string_view said) {
  return contains(said, {"本院"}) && !has_word(said, words("statute_quoted"));
}

string_view wish(string_view said) {
  std::size_t verdict = said.npos;
  for (const string_view word : words("verdict")) verdict = std::min(verdict, said.rfind(word));
  const string_view before = said.substr(0, verdict);
  std::size_t start = before.npos;
  for (const string_view word : words("asks_for")) {
    const std::size_t at = before.rfind(word);
    // 的诉讼请求, 的主张 close a wish; they do not open one.
    if (at == before.npos || ends_with_word(before.substr(0, at), words("closes_wish"))) continue;
    start = start == before.npos ? at : std::max(start, at);
  }
  if (start != before.npos) return before.substr(start);
  for (const string_view close : words("wish_closed")) {
    const std::size_t end = before.rfind(close);
    if (end == before.npos) continue;
    std::size_t from = 0;
    for (const string_view about : words("wish_about")) {
      const std::size_t at = before.substr(0, end).rfind(about);
      if (at != before.npos) from = std::max(from, at + about.size());
    }
    if (from > 0) return before.substr(from, end - from);
  }
  return {};
}

bool narrows(string_view said) {
  return has_word(said, words("narrows"));
}

Span trimmed(const CaseView& view, Span span) {
  const auto blank = [&](std::size_t at) { return view.text[at] == '\n' || view.text[at] == ' '; };
  while (span.end > span.start && blank(span.end - 1)) --span.end;
  while (span.start < span.end && blank(span.start)) ++span.start;
  return span;
}

Ruling::Ruling(const CaseView& its_view) : view(its_view), items(its_view.disposition_items()) {
  for (const Span& part : view.spans(Tag::kReasoning)) {
    for (std::size_t at = part.start; at < part.end;) {
      const Span sentence = sentence_around(view.text, {at, at}, part.end - at + 1);
      const std::size_t end = std::min(std::max(sentence.end, at), part.end);
      if (end > at) {
        ReasonedSentence next{{at, end}, view.quote({at, end})};
        next.stand = stand_of(next.words);
        next.of_claim = of_claim(next.words);
        sentences.push_back(next);
      }
      at = end < part.end ? end + code_point_bytes(view.text[end]) : part.end;
    }
  }
  for (const Span& item : items) {
    const string_view said = view.quote(item);
    if (dismisses(said)) {
      if (contains(said, {"驳回上诉", "维持原判"})) appeal = item;
    } else {
      orders = true;
      ordered += said;
    }
  }
}

bool Ruling::appellate() const {
  return std::any_of(items.begin(), items.end(), [&](Span item) {
    return has_word(view.quote(item), words("changes_below")) &&
           has_word(view.quote(item), words("below"));
  });
}

bool Ruling::said_elsewhere(std::size_t head, const ReasonedSentence& not_this,
                            std::initializer_list<Stand> stands) const {
  return std::any_of(sentences.begin(), sentences.end(), [&](const ReasonedSentence& each) {
    if (&each == &not_this || std::find(stands.begin(), stands.end(), each.stand) == stands.end())
      return false;
    const std::vector<std::size_t> named = heads_in(each.words);
    return std::find(named.begin(), named.end(), head) != named.end();
  });
}

bool Ruling::names_sum(Span span) const {
  return std::any_of(view.numbers.begin(), view.numbers.end(), [&](const Number& number) {
    return number.measure == Measure::kMoney && number.span.start >= span.start &&
           number.span.end <= span.end;
  });
}

bool Ruling::same_sum(Span a, Span b) const {
  const auto within = [](const Number& number, Span span) {
    return number.measure == Measure::kMoney && number.span.start >= span.start &&
           number.span.end <= span.end;
  };
  return std::any_of(view.numbers.begin(), view.numbers.end(), [&](const Number& one) {
    return within(one, a) && one.value >= Exact(100) &&
           std::any_of(view.numbers.begin(), view.numbers.end(), [&](const Number& other) {
             return within(other, b) && other.value == one.value;
           });
  });
}

bool Ruling::same_amount(string_view wanted, Span item) const {
  const auto start = static_cast<std::size_t>(wanted.data() - view.text.data());
  const std::size_t end = start + wanted.size();
  for (const Date& date : view.dates) {
    if (date.span.start >= start && date.span.end <= end) return false;
  }
  bool named = false;
  for (const Number& number : view.numbers) {
    if (number.measure != Measure::kMoney || number.span.start < start || number.span.end > end)
      continue;
    named = true;
    for (const Number& other : view.numbers) {
      if (other.span.start >= item.start && other.span.end <= item.end &&
          other.value == number.value)
        return true;
    }
  }
  return !named;
}

bool Ruling::spares(string_view wish_words, string_view item) const {
  std::vector<string_view> named;
  for (const segmenter::Party& party : view.structure.parties) {
    const bool defendant =
        std::any_of(party.roles.begin(), party.roles.end(),
                    [](const std::string& role) { return role.find("原告") == role.npos; });
    if (defendant && wish_words.find(party.name) != wish_words.npos) named.push_back(party.name);
    for (const std::string& alias : party.aliases) {
      if (defendant && wish_words.find(alias) != wish_words.npos) named.push_back(alias);
    }
  }
  if (!named.empty()) {
    return std::none_of(named.begin(), named.end(),
                        [&](string_view name) { return item.find(name) != item.npos; });
  }
  // Without a head: 被告 with a name behind it.
  const std::size_t at = wish_words.find("被告");
  if (at == wish_words.npos) return false;
  const string_view name = wish_words.substr(at + 6, 6);
  return !has_word(name, words("performs")) && item.find(name) == item.npos;
}

}  // namespace proviso::tasks
