#include "tasks/checks/ruling.h"

#include <algorithm>

#include "tasks/checks/claim_heads.h"
#include "tasks/checks/wish.h"
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
  if (support) return Stand::kSupport;
  const bool permitted = contains(said, {"离婚"}) && has_word(said, words("permitted")) &&
                         !has_word(said, words("permits_else"));
  return permitted ? Stand::kSupport : Stand::kNone;
}

ReasonedSentence reasoned(const CaseView& view, string_view said) {
  const auto start = static_cast<std::size_t>(said.data() - view.text.data());
  ReasonedSentence next;
  next.span = {start, start + said.size()};
  next.words = said;
  next.stand = stand_of(said);
  if (next.stand == Stand::kNone) return next;
  next.wish = wish_of(said);
  next.heads = heads_in(next.wish.object);
  next.of_claim = next.wish.asker == Wish::Asker::kClaims;
  return next;
}

}  // namespace

bool dismisses(string_view item) {
  if (has_word(item, words("to_perform"))) return false;
  if (contains(item, {"离婚"}) && has_word(item, words("not_divorced"))) return true;
  for (const string_view word : words("dismissed")) {
    const std::size_t at = item.find(word);
    // Behind a stop it is the last of several orders that were not told apart.
    if (at != item.npos && !contains(item.substr(0, at), {"；", "\n"})) return true;
  }
  for (const string_view stop : {"\n", " ", "。", "；", ";"}) {
    while (item.ends_with(stop)) item.remove_suffix(stop.size());
  }
  return ends_with_word(item, words("claim_ends")) && !has_word(item, words("lets_go"));
}

bool by_court(string_view said) {
  return !has_word(said, words("statute_quoted")) &&
         (contains(said, {"本院"}) || !has_word(said, words("other_authority")));
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
        for (const string_view part_of_it : verdicts_of(view.quote({at, end})))
          sentences.push_back(reasoned(view, part_of_it));
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
    // A plea refused is no claim refused.
    if (each.stand == Stand::kRefuse && each.wish.asker == Wish::Asker::kDefends) return false;
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

Ruling::Figures Ruling::figures(string_view wanted, Span item) const {
  const auto start = static_cast<std::size_t>(wanted.data() - view.text.data());
  const std::size_t end = start + wanted.size();
  const auto asked = [&](Span span) { return span.start >= start && span.end <= end; };
  const auto in_item = [&](Span span) { return span.start >= item.start && span.end <= item.end; };
  bool any = false;
  bool all = true;
  for (const Number& number : view.numbers) {
    if (!asked(number.span) ||
        (number.measure != Measure::kMoney && number.measure != Measure::kForeign &&
         number.measure != Measure::kPercent))
      continue;
    const bool here =
        std::any_of(view.numbers.begin(), view.numbers.end(), [&](const Number& other) {
          return in_item(other.span) && other.measure == number.measure &&
                 other.value == number.value;
        });
    if (here && number.measure == Measure::kMoney) return Figures::kSame;
    any = true;
    all = all && here;
  }
  for (const Date& date : view.dates) {
    if (!asked(date.span)) continue;
    any = true;
    all = all && std::any_of(view.dates.begin(), view.dates.end(), [&](const Date& other) {
            return in_item(other.span) && (other <=> date) == 0;
          });
  }
  if (!any) return Figures::kNone;
  return all ? Figures::kSame : Figures::kOther;
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
