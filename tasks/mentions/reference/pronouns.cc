// 其, 他 and 她: the speaker, the accused, the owner, the subject.
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "tasks/checks/words.h"
#include "tasks/mentions/reference/kinds.h"
#include "tasks/mentions/reference/sides.h"
#include "tasks/mentions/reference/speakers.h"
#include "tasks/mentions/reference/things.h"

namespace proviso::tasks::reference {
namespace {

using segmenter::kNone;
using segmenter::Span;
using std::string_view;

class Pronouns {
 public:
  Pronouns(const Page& page, Answers& answers) : page_(page), answers_(answers) {}
  void resolve();

 private:
  std::size_t other_than_subject(std::size_t at) const;
  std::size_t subject_before(std::size_t at) const;
  void its(std::size_t at);

  const Page& page_;
  const Things things_{page_};
  const Speakers speakers_{page_};
  Answers& answers_;

  // The 其 resolved last.
  struct LastIts {
    std::size_t sentence = 0, mention = 0;
    string_view rule;
    bool told = false, object = false;
  };
  std::optional<LastIts> last_its_;
};

// The nearest mention before, in the sentence or the one before, that is not the subject of the
// clause at `at`.
std::size_t Pronouns::other_than_subject(std::size_t at) const {
  const std::size_t clause = page_.clause_start(at);
  std::size_t subject = page_.first_mention_in(clause, at);
  if (subject != kNone && !page_.subject_like(subject)) subject = kNone;
  // 张某要求李某向其履行: who acts at another's wish; the other is meant.
  const std::size_t near = page_.mention_before(at);
  if (subject != kNone && near != subject && near != kNone && page_.mentions[near].start > clause &&
      ends_with_word(page_.between(clause, page_.mentions[near].start), words("reference_wish"))) {
    return subject;
  }
  // 王某因李某向其索要: who asks stands right before; the other is meant.
  if (subject != kNone && near != kNone && near != subject && page_.mentions[near].start > clause) {
    string_view gap = page_.between(page_.mentions[near].end, at);
    for (const string_view object : words("reference_object"))
      if (gap.ends_with(object)) {
        gap.remove_suffix(object.size());
        break;
      }
    for (const string_view adverb : words("reference_adverb"))
      if (gap.ends_with(adverb)) gap.remove_suffix(adverb.size());
    if (gap.empty()) return subject;
  }
  // 勒李某颈部致其昏迷: who is acted on stands right before, another word between.
  if (ends_with_word(page_.between(clause, at), words("reference_brings")) && near != kNone &&
      page_.mentions[near].start > clause) {
    const bool acted_on =
        page_.between(clause, page_.mentions[near].start).find("被") != string_view::npos;
    if (!acted_on && page_.mentions[near].end + 3 < at) return near;
  }
  // 卖给李某让其砍伐: who is governed right before.
  if (subject == kNone && near != kNone && page_.mentions[near].start >= clause) return near;
  if (subject == kNone) {
    // 单位未向其发放: somebody without a name acts; 并向其发放: the subject before acts on.
    string_view rest = page_.between(clause, at);
    for (const string_view object : words("reference_object"))
      if (rest.ends_with(object)) {
        rest.remove_suffix(object.size());
        break;
      }
    for (bool trimmed = true; trimmed && !rest.empty();) {
      trimmed = false;
      for (const string_view adverb : words("reference_adverb")) {
        if (!rest.ends_with(adverb)) continue;
        rest.remove_suffix(adverb.size());
        trimmed = true;
      }
    }
    const std::size_t before = subject_before(clause);
    if (!rest.empty()) return before;
    subject = before;
  }
  const std::size_t from =
      page_.sentence_start(page_.sentence_start(at) > 0 ? page_.sentence_start(at) - 1 : 0);
  std::vector<std::size_t> subjects;
  if (subject != kNone) subjects = page_.list_around(subject);
  std::size_t nearest = kNone;
  for (std::size_t i = page_.mention_before(at); i != kNone && page_.mentions[i].start >= from;
       i = i == 0 ? kNone : i - 1) {
    if (std::any_of(subjects.begin(), subjects.end(), [&](std::size_t each) {
          return same_people(page_.mentions[i], page_.mentions[each]);
        })) {
      continue;
    }
    if (nearest == kNone) nearest = i;
    if (page_.subject_like(i) && page_.mentions[i].start < clause) return i;
  }
  return nearest;
}

// The subject of the nearest clause before that has one; else the nearest mention.
std::size_t Pronouns::subject_before(std::size_t at) const {
  const auto after =
      std::upper_bound(page_.clauses.begin(), page_.clauses.end(), at == 0 ? 0 : at - 1);
  std::size_t end = at;
  // Whoever is named in the sentence comes before the subject of another sentence.
  std::size_t within = page_.sentence_start(at);
  if (within == at && at > page_.paragraph_start(at)) within = page_.sentence_start(at - 1);
  std::size_t in_sentence = kNone;
  constexpr int kMost = 12;  // clauses
  int looked = 0;
  for (auto clause = after; clause != page_.clauses.begin() && looked < kMost; ++looked) {
    --clause;
    if (*clause < within && in_sentence != kNone) return in_sentence;
    const std::size_t first = page_.first_mention_in(*clause, end);
    // 在明知李某盗号的情况下,仍为其编写: the main clause's subject stands elsewhere.
    const string_view words_here = page_.between(*clause, end);
    const bool adverbial = words_here.ends_with("情况下,") || words_here.ends_with("情形下,");
    if (first != kNone && !adverbial && page_.subject_like(first)) return first;
    if (first != kNone && in_sentence == kNone) in_sentence = first;
    end = *clause;
  }
  return page_.mention_before(at);
}

void Pronouns::its(std::size_t at) {
  const std::size_t end = at + 3;
  const string_view behind = page_.text.substr(end);
  const std::size_t sentence = page_.sentence_start(at);
  const std::size_t clause = page_.clause_start(at);
  const string_view before = page_.between(clause, at);
  const auto answer = [&](std::size_t mention, string_view rule, bool whole_list) {
    std::vector<std::size_t> list = {mention};
    if (whole_list) list = page_.list_around(mention);
    answers_.give(at, end, ReferenceKind::kPronoun, page_.spans_of(list, at), rule);
    const bool told = rule == "speaker" || rule == "silent speaker";
    last_its_ = LastIts{sentence, mention, rule, told, rule == "object"};
  };
  // 其真实性, 其内容: a thing's.
  if (begins_with_word(behind, words("reference_of_things"))) {
    static const RE2 thing("(?:《[^》\\n]{1,60}》|证据[0-9]+|[\\p{Han}]{0,4}" +
                           fmt::format("(?:{})", fmt::join(words("reference_paper"), "|")) + ")");
    re2::StringPiece found;
    const re2::StringPiece whole(page_.text.data(), page_.text.size());
    Span last{0, 0};
    for (std::size_t from = sentence; thing.Match(whole, from, at, RE2::UNANCHORED, &found, 1);) {
      const auto start = static_cast<std::size_t>(found.data() - page_.text.data());
      last = {start, start + found.size()};
      // 和证据 is 证据.
      for (std::size_t i = 0; i + 6 < found.size(); i += 3)
        if (begins_with_word(page_.text.substr(start + i), words("reference_function")))
          last.start = start + i + 3;
      from = last.end;
    }
    // 该证据…其内容: what that points to.
    if (last.end != 0 && begins_with_word(page_.text.substr(last.start), words("reference_points")))
      if (const auto paper = things_.paper_before(last.start)) last = *paper;
    if (last.end != 0) {
      answers_.give(at, end, ReferenceKind::kPronoun, {last}, "thing");
      return;
    }
  }
  const std::size_t near = page_.mention_before(at);
  if (near == kNone) return;
  if (auto first = speakers_.witness(at)) {
    // Another may speak further on: 案外人杨某到庭陈述.
    for (std::size_t i = near; i > *first; --i) {
      const string_view said =
          page_.between(page_.mentions[i].end, std::min(at, page_.mentions[i].end + 45));
      if (page_.mentions[i].start >= page_.clause_start(page_.mentions[i].start) + 30 ||
          !page_.subject_like(i))
        continue;
      const string_view own_clause = said.substr(0, std::min(said.find(","), said.size()));
      if (!ends_with_word(own_clause, words("reference_testifies"))) continue;
      first = i;
      break;
    }
    return answer(*first, "witness", false);
  }
  // 沈某及其辩护人: whoever stands right before.
  if (ends_with_word(before, words("reference_and")) && page_.mentions[near].end + 6 >= at &&
      page_.mentions[near].end + 3 <= at) {
    return answer(near, "owner", false);
  }
  constexpr std::size_t kNear = 18;  // bytes
  if (before.ends_with("及") && page_.mentions[near].start >= clause &&
      page_.mentions[near].end + kNear >= at) {
    return answer(near, "owner", false);
  }
  // 追究其刑事责任: the accused.
  const bool sentenced =
      before.ends_with("对") && begins_with_word(behind, words("reference_sentences"));
  if (before.ends_with("追究") || sentenced || before.ends_with("指控")) {
    for (std::size_t i = near; i != kNone && page_.mentions[i].start + 1500 > at;
         i = i == 0 ? kNone : i - 1) {
      const Mention& each = page_.mentions[i];
      const bool accused =
          each.role.ends_with("被告人") ||
          (each.who != kNone && page_.text.substr(0, each.start).ends_with("被告人"));
      if (accused) return answer(i, "accused", true);
    }
  }
  // The speaker: 甲公司主张其….
  for (std::size_t i = near; i != kNone && page_.mentions[i].start >= sentence;
       i = i == 0 ? kNone : i - 1) {
    if (!begins_with_word(page_.text.substr(page_.mentions[i].end), words("reference_speaks")))
      continue;
    const std::size_t said = page_.mentions[i].end;
    if (page_.first_mention_in(said, at) == kNone) return answer(i, "speaker", true);
    break;
  }
  if (const auto teller = speakers_.witness_in_sentence(at))
    return answer(*teller, "witness", false);
  const std::size_t speaker = has_word(page_.between(sentence, at), words("reference_other_voice"))
                                  ? kNone
                                  : speakers_.silent_speaker(at);
  // 请求驳回其诉讼请求: who asked, not who speaks.
  if (before.ends_with("驳回")) {
    const std::size_t asked = page_.first_mention_in(clause, at);
    for (std::size_t i = near; i != kNone && page_.mentions[i].start + 1500 > at;
         i = i == 0 ? kNone : i - 1) {
      const Mention& each = page_.mentions[i];
      if (each.who != kNone && page_.world.all[each.who].name.ends_with("法院")) continue;
      if (speaker != kNone && same_people(each, page_.mentions[speaker])) continue;
      if (asked != kNone && page_.subject_like(asked) && same_people(each, page_.mentions[asked]))
        continue;
      return answer(i, "dismissed", true);
    }
  }
  // The same 其 again: 主张其为…,其系….
  if (last_its_ && last_its_->sentence == sentence) {
    const bool goes_on = before.empty() && last_its_->told;
    const bool brought = ends_with_word(before, words("reference_brings")) && last_its_->object;
    if (goes_on || brought) return answer(last_its_->mention, last_its_->rule, true);
  }
  // 抚养费至其成年: the child.
  if (begins_with_word(behind, words("reference_grows"))) {
    for (std::size_t i = near; i != kNone && page_.mentions[i].start + 600 > at;
         i = i == 0 ? kNone : i - 1) {
      if (ends_with_word(page_.text.substr(0, page_.mentions[i].start), words("reference_child")))
        return answer(i, "child", false);
    }
  }
  // 直至其去世: whose death is told.
  if (begins_with_word(behind, words("reference_dies")) && !behind.starts_with("死亡赔偿")) {
    for (std::size_t i = near; i != kNone && page_.mentions[i].start + 600 > at;
         i = i == 0 ? kNone : i - 1) {
      const Mention& each = page_.mentions[i];
      if (each.who != kNone &&
          (begins_with_word(page_.text.substr(each.end), words("reference_dies")) ||
           ends_with_word(page_.text.substr(0, each.start), words("reference_dead")))) {
        return answer(i, "dead", false);
      }
    }
  }
  const bool own_thing = (before.ends_with("将") || before.ends_with("把")) &&
                         begins_with_word(behind, words("reference_own"));
  // 被告对其辩称提供证据, 针对其出具的借据: what is his own who acts.
  if ((before.ends_with("对") || before.ends_with("就")) &&
      begins_with_word(behind, words("reference_own_words"))) {
    if (page_.mentions[near].start >= clause) return answer(near, "own", true);
    if (speaker == kNone) {
      const std::size_t acts = subject_before(clause);
      if (acts != kNone) return answer(acts, "own", true);
    }
  }
  // 要求李某赔偿其损失: who asks.
  if (ends_with_word(before, words("reference_owes")) &&
      has_word(page_.between(sentence, at), words("reference_asks"))) {
    const std::size_t asks = page_.first_mention_in(sentence, at);
    if (asks != kNone && asks != near && page_.subject_like(asks))
      return answer(asks, "asks", true);
  }
  // 张某应缴纳部分由其承担: who is named before.
  if (before.ends_with("由") && speaker == kNone) {
    const std::size_t own = page_.first_mention_in(clause, at);
    if (own != kNone && page_.subject_like(own)) return answer(own, "subject", true);
  }
  // 但与其提供的承诺书不符: no one is acted on.
  const bool beside = before.ends_with("与") && page_.first_mention_in(clause, at) == kNone;
  if (!own_thing && !beside && ends_with_word(before, words("reference_object")) &&
      !before.ends_with("认为")) {
    const std::size_t subject_here = page_.first_mention_in(clause, at);
    if (speaker != kNone && (subject_here == kNone ||
                             !same_people(page_.mentions[subject_here], page_.mentions[speaker]))) {
      return answer(speaker, "silent speaker", true);
    }
    const std::size_t other = other_than_subject(at);
    if (other != kNone) return answer(other, "object", true);
  }
  const std::size_t own = page_.first_mention_in(clause, at);
  if (own != kNone && page_.subject_like(own)) return answer(own, "subject", true);
  // 根据米某的供述从其住处: the sentence begins with whom it names.
  if (own != kNone && clause == sentence && speaker == kNone)
    return answer(own, "named first", true);
  if (speaker != kNone) return answer(speaker, "silent speaker", true);
  const std::size_t subject = subject_before(clause);
  if (subject != kNone) return answer(subject, "subject before", true);
}

void Pronouns::resolve() {
  static const RE2 word("其|他|她|双方|(?:二|两|三|四|五|六|七|八|九)人");
  const re2::StringPiece whole(page_.text.data(), page_.text.size());
  re2::StringPiece found;
  for (std::size_t at = 0; word.Match(whole, at, page_.text.size(), RE2::UNANCHORED, &found, 1);) {
    const auto start = static_cast<std::size_t>(found.data() - page_.text.data());
    at = start + found.size();
    const string_view here(found.data(), found.size());
    const string_view behind = page_.text.substr(at);
    const string_view before = page_.text.substr(0, start);
    if (here == "双方") {
      resolve_both(page_, answers_, start, at);
    } else if (here == "其") {
      if (begins_with_word(behind, words("reference_no_its")) ||
          (ends_with_word(before, words("reference_no_its_before")) &&
           !(before.ends_with("与") && behind.substr(0, 60).find("不如") == string_view::npos))) {
        continue;
      }
      its(start);
    } else if (here == "他" || here == "她") {
      if (before.ends_with("其") || begins_with_word(behind, words("reference_no_he"))) continue;
      its(start);
    } else if (!before.ends_with("第") && !before.ends_with("一")) {
      static constexpr std::array<string_view, 9> kCounts = {"二", "三", "四", "五", "六",
                                                             "七", "八", "九", "两"};
      const auto which = std::find_if(kCounts.begin(), kCounts.end(),
                                      [&](string_view each) { return here.starts_with(each); });
      const auto number = static_cast<std::size_t>(which - kCounts.begin());
      resolve_several(page_, answers_, start, at, number == 8 ? 2 : number + 2);
    }
  }
}

}  // namespace

void resolve_pronouns(const Page& page, Answers& answers) {
  Pronouns(page, answers).resolve();
}

}  // namespace proviso::tasks::reference
