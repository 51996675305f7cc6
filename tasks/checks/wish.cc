#include "tasks/checks/wish.h"

#include <re2/re2.h>

#include <algorithm>
#include <string>

#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using std::string_view;

constexpr string_view kComma = "，";

struct Verdict {
  std::size_t start = string_view::npos, end = string_view::npos;
};

// The first verdict at or behind `from`, the longest word at its place.
Verdict verdict_in(string_view said, std::size_t from) {
  Verdict first;
  for (const string_view word : words("verdict")) {
    const std::size_t at = said.find(word, from);
    if (at == said.npos) continue;
    if (at < first.start || (at == first.start && at + word.size() > first.end))
      first = {at, at + word.size()};
  }
  return first;
}

Verdict last_verdict(string_view said) {
  Verdict last;
  for (Verdict next = verdict_in(said, 0); next.start != said.npos;
       next = verdict_in(said, next.end))
    last = next;
  return last;
}

// Where the last of the words begins that opens a wish: 请求, not the 请求 of 的诉讼请求.
std::size_t opening(string_view before) {
  std::size_t start = before.npos;
  for (const string_view word : words("asks_for")) {
    for (std::size_t at = before.rfind(word); at != before.npos;
         at = at == 0 ? before.npos : before.rfind(word, at - 1)) {
      if (ends_with_word(before.substr(0, at), words("closes_wish")) ||
          begins_with_word(before.substr(at + word.size()), words("ends_wish")))
        continue;
      start = start == before.npos ? at : std::max(start, at);
      break;
    }
  }
  return start;
}

std::size_t clause_start(string_view said, std::size_t at) {
  std::size_t from = 0;
  for (const string_view stop : {"，", "：", "。", "；", ","}) {
    const std::size_t found = said.substr(0, at).rfind(stop);
    if (found != said.npos) from = std::max(from, found + stop.size());
  }
  return from;
}

// The end of the object that begins at `start`: where the wish is closed (的诉讼请求), else where a
// clause begins that gives a ground.
std::size_t object_end(string_view before, std::size_t start) {
  for (std::size_t clause = start; clause < before.size();) {
    const std::size_t comma = before.find(kComma, clause);
    const std::size_t end = std::min(comma, before.size());
    const string_view piece = before.substr(clause, end - clause);
    if (clause > start && has_word(piece, words("gives_ground"))) return clause - kComma.size();
    std::size_t close = string_view::npos;
    for (const string_view word : words("wish_closed")) close = std::min(close, piece.find(word));
    if (close != string_view::npos) return clause + close;
    clause = comma == before.npos ? before.size() : end + kComma.size();
  }
  return before.size();
}

Wish::Asker asker_of(string_view subject, string_view object) {
  if (has_word(subject, words("no_claim")) || has_word(object, words("no_claim")))
    return Wish::Asker::kDefends;
  // 被告提出，原告要求离婚，应给予其赔偿.
  const string_view speaker = subject.substr(0, subject.find(kComma));
  if (speaker.size() < subject.size() && has_word(speaker, words("other_side")))
    return Wish::Asker::kDefends;
  if (has_word(subject, words("claimant"))) return Wish::Asker::kClaims;
  if (!has_word(subject, words("other_side"))) return Wish::Asker::kClaims;
  return has_word(object, words("from_claimant")) ? Wish::Asker::kClaims : Wish::Asker::kDefends;
}

}  // namespace

Wish wish_of(string_view said) {
  Wish wish;
  const Verdict verdict = last_verdict(said);
  const string_view before = said.substr(0, verdict.start);
  if (verdict.end != said.npos) wish.tail = said.substr(verdict.end);
  std::size_t start = opening(before);
  std::size_t from = 0;
  std::size_t end = 0;
  if (start != before.npos) {
    from = clause_start(before, start);
    if (from >= kComma.size() &&
        ends_with_word(before.substr(0, from - kComma.size()), words("speaks")))
      from = clause_start(before, from - kComma.size());
    end = object_end(before, start);
  } else {
    // 原告的离婚诉讼请求: closed and not opened.
    end = before.npos;
    std::size_t noun_end = 0;
    for (const string_view word : words("wish_noun")) {
      const std::size_t at = before.rfind(word);
      if (at == before.npos || at + word.size() < noun_end) continue;
      end = at + word.size() > noun_end ? at : std::min(end, at);
      noun_end = at + word.size();
    }
    if (end == before.npos) return wish;
    from = clause_start(before, end);
    start = from;
    for (const string_view about : words("wish_about")) {
      const std::size_t at = before.substr(0, end).rfind(about);
      if (at != before.npos && at >= from) start = std::max(start, at + about.size());
    }
  }
  wish.object = before.substr(start, end - start);
  wish.ground = before.substr(end);
  // Without a word of asking the asker stands in the object: 对被告的主张.
  const std::size_t opened = opening(before) == before.npos ? end : start;
  wish.subject = before.substr(from, opened - from);
  wish.asker = asker_of(wish.subject, wish.object);
  wish.negative = has_word(wish.object, words("asks_not_to"));
  return wish;
}

std::vector<string_view> verdicts_of(string_view said) {
  std::vector<string_view> parts;
  std::size_t begun = 0;
  for (Verdict verdict = verdict_in(said, 0); verdict.end < said.size();
       verdict = verdict_in(said, verdict.end)) {
    const string_view rest = said.substr(verdict.end);
    const Verdict next = verdict_in(rest, 0);
    if (next.start == rest.npos) break;
    const string_view until = rest.substr(0, next.start);
    const bool own_wish = rest.starts_with(kComma) && !has_word(until, words("leaves_a_part")) &&
                          (opening(until) != until.npos || has_word(until, words("wish_noun")));
    if (!own_wish) continue;
    parts.push_back(said.substr(begun, verdict.end - begun));
    begun = verdict.end + kComma.size();
  }
  parts.push_back(said.substr(begun));
  return parts;
}

bool takes_a_part(const Wish& wish) {
  if (ends_with_word(wish.subject, words("wants_more")) ||
      has_word(wish.object, words("leaves_a_part")) || has_word(wish.tail, words("turns_back")))
    return true;
  std::string ground(wish.ground);
  // 已超过仲裁时效 leaves nothing.
  static const RE2 late("超过[^，。]{0,16}(?:时效|期间|期限)");
  RE2::GlobalReplace(&ground, late, "");
  for (const string_view bounded : words("within_bounds")) {
    for (std::size_t at = ground.find(bounded); at != ground.npos; at = ground.find(bounded))
      ground.erase(at, bounded.size());
  }
  return has_word(ground, words("leaves_a_part"));
}

}  // namespace proviso::tasks
