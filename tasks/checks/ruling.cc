#include "tasks/checks/ruling.h"

#include <re2/re2.h>

#include <algorithm>

#include "tasks/checks/claim_heads.h"
#include "tasks/checks/names.h"
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

bool names_money(const CaseView& view, string_view piece) {
  const auto start = static_cast<std::size_t>(piece.data() - view.text.data());
  const std::span<const Number> numbers = numbers_in(view, {start, start + piece.size()});
  return std::any_of(numbers.begin(), numbers.end(),
                     [](const Number& each) { return each.measure == Measure::kMoney; });
}

// 律师费合同未作约定，不予支持: what is refused stands first, without a word of asking.
void named_first(string_view said, ReasonedSentence& sentence) {
  constexpr std::size_t kLead = 9;  // bytes: 关于, 至于
  const string_view clause = said.substr(0, said.find("，"));
  for (const std::size_t head : heads_in(clause))
    for (const std::string& word : claim_heads()[head].spellings) {
      const std::size_t at = clause.find(word);
      if (at > kLead || heads_in(clause).size() != 1 || has_word(said, words("no_claim"))) continue;
      sentence.wish.object = clause.substr(at, word.size());
      sentence.wish.ground = clause.substr(at + word.size());
      sentence.wish.asker = Wish::Asker::kClaims;
      return;
    }
}

ReasonedSentence reasoned(const CaseView& view, string_view said) {
  const auto start = static_cast<std::size_t>(said.data() - view.text.data());
  ReasonedSentence next;
  next.span = {start, start + said.size()};
  next.words = said;
  next.stand = stand_of(said);
  if (next.stand == Stand::kNone) return next;
  next.wish = wish_of(said);
  if (next.wish.object.empty() && next.stand == Stand::kRefuse) named_first(said, next);
  next.heads = heads_in(next.wish.object);
  next.named = heads_in(said);
  next.of_claim = next.wish.asker == Wish::Asker::kClaims;
  return next;
}

// 关于律师费，双方未作约定，该项请求本院不予支持: the matter stands first, and its ground denies
// all of it.
bool of_matter(ReasonedSentence& said) {
  static const RE2 whole(
      "^(?:关于|至于|对于)([^，。；0-9]{2,30})，([^。；0-9]{0,60}(?:未作约定|没有约定|未约定|"
      "并无约定|"
      "无合同依据|没有合同依据|无事实|没有事实|于法无据|没有法律依据|无法律依据|缺乏|未提交|未提供|"
      "证据不足)[^。；0-9]{0,40})(?:该项|该)(?:诉讼)?(?:请求|诉请|主张|诉求)");
  re2::StringPiece matter;
  re2::StringPiece ground;
  if (said.stand != Stand::kRefuse ||
      !RE2::PartialMatch({said.words.data(), said.words.size()}, whole, &matter, &ground))
    return false;
  const string_view named(matter.data(), matter.size());
  const std::vector<std::size_t> heads = heads_in(named);
  if (heads.size() != 1 ||
      contains({ground.data(), ground.size()}, {"过高", "超", "部分", "其余", "标准", "虽"}))
    return false;
  said.heads = heads;
  said.wish.object = named;
  said.wish.asker = Wish::Asker::kClaims;
  said.of_claim = true;
  return true;
}

// 原告主张加班工资8640元。…对该项请求，本院予以支持: what is asked stands before.
void look_back(const CaseView& view, std::vector<ReasonedSentence>& sentences) {
  constexpr std::size_t kFarthest = 3;  // sentences
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    ReasonedSentence& said = sentences[i];
    if (said.heads.empty() && of_matter(said)) continue;
    if (said.stand == Stand::kNone || !said.heads.empty() || !said.of_claim ||
        !has_word(said.wish.object, words("same_wish")) || names_money(view, said.wish.object))
      continue;
    const auto own = static_cast<std::size_t>(said.wish.subject.data() - said.words.data());
    for (std::size_t j = i + 1; j-- > 0 && i - j <= kFarthest;) {
      if (j < i && (sentences[j].stand != Stand::kNone ||
                    view.text.substr(sentences[j].span.end).starts_with("\n")))
        break;
      const Wish before = wish_of(j == i ? said.words.substr(0, own) : sentences[j].words);
      if (before.asker != Wish::Asker::kClaims || before.object.empty()) continue;
      const std::vector<std::size_t> heads = heads_in(before.object);
      if (heads.empty()) continue;
      // A refusal of what stood before is known by its sum alone: 收益的利息 is no 利息.
      if (said.stand == Stand::kRefuse && !names_money(view, before.object)) break;
      said.heads = heads;
      said.wish.object = before.object;
      said.wish.negative = before.negative;
      break;
    }
  }
}

}  // namespace

std::span<const Number> numbers_in(const CaseView& view, Span span) {
  const auto first =
      std::lower_bound(view.numbers.begin(), view.numbers.end(), span.start,
                       [](const Number& number, std::size_t at) { return number.span.start < at; });
  auto last = first;
  while (last != view.numbers.end() && last->span.end <= span.end) ++last;
  return {first, last};
}

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

bool names_in_short(string_view text, string_view name) {
  if (text.find(name) != text.npos) return true;
  if (!organisation(name)) return false;
  const auto list = characters(name);
  for (std::size_t i = 0; i + 1 < list.size(); ++i) {
    std::string pair(list[i]);
    pair += list[i + 1];
    if (!has_word(pair, words("company_form")) && text.find(pair) != text.npos) return true;
  }
  return false;
}

std::string without_references(string_view order) {
  constexpr std::size_t kLongestReference = 60;  // bytes
  static const RE2 base(
      "以[^，。；]{0,40}为(?:计算|计息)?(?:基数|本金|基准)|在[^，。；]{0,40}范围内");
  std::string without_bases(order);
  RE2::GlobalReplace(&without_bases, base, "");
  string_view left = without_bases;
  std::string own;
  while (!left.empty()) {
    std::size_t start = left.npos;
    for (const string_view word : words("refers_back")) start = std::min(start, left.find(word));
    own += left.substr(0, start);
    if (start == left.npos) break;
    left.remove_prefix(start);
    std::size_t end = left.npos;
    for (const string_view word : words("referred_to")) {
      const std::size_t at = left.find(word);
      if (at != left.npos && at <= kLongestReference) end = std::min(end, at + word.size());
    }
    if (end == left.npos) {
      end = code_point_bytes(left.front());
      own += left.substr(0, end);
    }
    left.remove_prefix(end);
  }
  return own;
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
  look_back(view, sentences);
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

bool Ruling::dismisses_others() const {
  return !orders && std::any_of(items.begin(), items.end(), [&](Span item) {
    return has_word(view.quote(item), words("other_claims"));
  });
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
    // What is refused says the wish; its ground may name what was granted.
    if (each.stand == Stand::kRefuse && !each.heads.empty())
      return std::find(each.heads.begin(), each.heads.end(), head) != each.heads.end();
    return std::find(each.named.begin(), each.named.end(), head) != each.named.end();
  });
}

bool Ruling::added_up(std::size_t offset) const {
  return std::any_of(sentences.begin(), sentences.end(), [&](const ReasonedSentence& each) {
    return each.span.start >= offset && has_word(each.words, words("total")) &&
           has_word(each.words, words("all_before")) && names_money(view, each.words);
  });
}

bool Ruling::names_sum(Span span) const {
  return names_money(view, view.quote(span));
}

bool Ruling::same_sum(Span a, Span b) const {
  for (const Number& one : numbers_in(view, a)) {
    if (one.measure != Measure::kMoney || one.value < Exact(100)) continue;
    for (const Number& other : numbers_in(view, b))
      if (other.measure == Measure::kMoney && other.value == one.value) return true;
  }
  return false;
}

Ruling::Figures Ruling::figures(string_view wanted, Span item) const {
  const auto start = static_cast<std::size_t>(wanted.data() - view.text.data());
  const std::size_t end = start + wanted.size();
  const std::span<const Number> its = numbers_in(view, item);
  bool any = false;
  bool all = true;
  for (const Number& number : numbers_in(view, {start, end})) {
    if (number.measure != Measure::kMoney && number.measure != Measure::kForeign &&
        number.measure != Measure::kPercent)
      continue;
    const bool here = std::any_of(its.begin(), its.end(), [&](const Number& other) {
      return other.measure == number.measure && other.value == number.value;
    });
    if (here && number.measure == Measure::kMoney) return Figures::kSame;
    any = true;
    all = all && here;
  }
  const auto dates_in = [&](Span span) {
    const auto first =
        std::lower_bound(view.dates.begin(), view.dates.end(), span.start,
                         [](const Date& date, std::size_t at) { return date.span.start < at; });
    auto last = first;
    while (last != view.dates.end() && last->span.end <= span.end) ++last;
    return std::pair(first, last);
  };
  const auto [first, last] = dates_in({start, end});
  const auto [from, to] = dates_in(item);
  for (auto date = first; date != last; ++date) {
    any = true;
    all = all && std::any_of(from, to, [&](const Date& other) { return (other <=> *date) == 0; });
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
