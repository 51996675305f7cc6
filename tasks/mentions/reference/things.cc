#include "tasks/mentions/reference/things.h"

#include <re2/re2.h>

#include <algorithm>
#include <string>

#include "tasks/checks/words.h"

namespace proviso::tasks::reference {

using segmenter::Span;
using std::string;
using std::string_view;

Span Things::noun_phrase(std::size_t start, std::size_t end) const {
  if (page_.begins(end, "》")) {
    const std::size_t open = page_.text.rfind("《", start);
    if (open != string_view::npos && start - open < 200) return {open, end + 3};
  }
  std::size_t at = start;
  constexpr std::size_t kMost = 18;  // bytes
  const std::size_t name = page_.mention_before(start);
  const std::size_t least = name == segmenter::kNone ? 0 : page_.mentions[name].end;
  while (at > least && start - at < kMost) {
    const std::size_t before = previous_code_point(page_.text, at);
    const string_view c = page_.text.substr(before, at - before);
    if (c == "\n" || c == " " || c == "(" || c == ")" || has_word(c, words("reference_breaks")) ||
        has_word(c, words("reference_function"))) {
      break;
    }
    at = before;
  }
  return {at, end};
}

std::optional<Span> Things::thing_before(string_view noun, std::size_t at) const {
  std::size_t looked = 0;
  for (std::size_t found = page_.text.rfind(noun, at - 1);
       found != string_view::npos && at - found < 20000 && looked < 200;
       found = found == 0 ? string_view::npos : page_.text.rfind(noun, found - 1), ++looked) {
    if (found + noun.size() > at) continue;
    Span phrase = noun_phrase(found, found + noun.size());
    const std::size_t sentence = page_.sentence_start(found);
    // A law that is quoted speaks of no thing of this case.
    const string_view said = page_.between(sentence, found);
    const std::size_t quote = said.rfind("“");
    const bool quoted = quote != string_view::npos && said.find("”", quote) == string_view::npos;
    if (sentence != page_.sentence_start(at) &&
        (quoted ||
         page_.between(page_.clause_start(found), found).find("规定") != string_view::npos)) {
      continue;
    }
    const std::size_t open = page_.text.rfind("《", found), close = page_.text.rfind("》", found);
    if (open != string_view::npos && (close == string_view::npos || close < open) &&
        !page_.begins(found + noun.size(), "》")) {
      if (!page_.begins(found + noun.size(), "书》")) continue;
      return noun_phrase(found + noun.size() + 3, found + noun.size() + 3);
    }
    for (const string_view verb : words("reference_verb")) {
      const std::size_t verb_at = page_.between(phrase.start, found).rfind(verb);
      if (verb_at != string_view::npos) phrase.start += verb_at + verb.size();
    }
    if (begins_with_word(page_.text.substr(found + noun.size()), words("reference_compound")))
      continue;
    const string_view before = page_.text.substr(0, found);
    if (ends_with_word(before, words("reference_points")) ||
        has_word(page_.between(phrase.start, found), words("reference_points"))) {
      continue;
    }
    return phrase;
  }
  return std::nullopt;
}

std::optional<Span> Things::told_before(std::size_t at) const {
  const std::size_t sentence = page_.sentence_start(at);
  constexpr std::size_t kSomething = 24;  // bytes
  if (at > sentence + kSomething) return Span{sentence, at};
  std::size_t end = sentence;
  while (end > 0) {
    std::size_t trimmed = end;
    while (trimmed > 0 && page_.text[trimmed - 1] == ' ') --trimmed;
    while (trimmed > 0) {
      const std::size_t before = previous_code_point(page_.text, trimmed);
      const string_view c = page_.text.substr(before, trimmed - before);
      if (c != "\n" && c != "。" && c != ";" && c != " ") break;
      trimmed = before;
    }
    if (trimmed == 0) return std::nullopt;
    std::size_t start = page_.sentence_start(trimmed - 1);
    while (start < trimmed && page_.text[start] == ' ') ++start;
    if (trimmed > start + kSomething) return Span{start, trimmed};
    end = page_.sentence_start(trimmed - 1);
  }
  return std::nullopt;
}

std::optional<Span> Things::told_before_clause(std::size_t at) const {
  const std::size_t clause = page_.clause_start(at);
  const std::size_t sentence = page_.sentence_start(at);
  constexpr std::size_t kSomething = 24;  // bytes
  if (clause > sentence + kSomething) return Span{sentence, clause};
  return told_before(sentence);
}

std::optional<Span> Things::paper_before(std::size_t at) const {
  std::optional<Span> nearest;
  // 证据7经询问…该证据.
  static const RE2 numbered("证据[0-9一二三四五六七八九十]{1,3}");
  re2::StringPiece found_number;
  const re2::StringPiece whole(page_.text.data(), page_.text.size());
  for (std::size_t from = page_.sentence_start(at);
       numbered.Match(whole, from, at, RE2::UNANCHORED, &found_number, 1);) {
    const auto start = static_cast<std::size_t>(found_number.data() - page_.text.data());
    from = start + found_number.size();
    nearest = Span{start, from};
  }
  if (nearest) return nearest;
  const std::size_t from = page_.paragraph_start(at);
  for (const string_view kind : words("reference_paper_kind")) {
    for (std::size_t found = page_.text.rfind(kind, at == 0 ? 0 : at - 1);
         found != string_view::npos && found >= from;
         found = found == 0 ? string_view::npos : page_.text.rfind(kind, found - 1)) {
      if (found + kind.size() > at || (nearest && found + kind.size() <= nearest->end)) break;
      const string_view said = page_.between(page_.clause_start(found), found);
      if (has_word(said, words("reference_lacks")) ||
          ends_with_word(page_.text.substr(0, found), words("reference_points"))) {
        continue;
      }
      const Span paper =
          kind == "》" ? noun_phrase(found, found) : noun_phrase(found, found + kind.size());
      if (has_word(page_.between(paper.start, paper.end), words("reference_points"))) continue;
      nearest = paper;
      break;
    }
  }
  return nearest;
}

std::optional<Span> Things::facts_before(std::size_t at) const {
  auto told = told_before(page_.sentence_start(at));
  for (int back = 0; told && back < 6; ++back) {
    const string_view sentence = page_.between(told->start, told->end);
    if (!begins_with_word(sentence, words("reference_opines"))) return told;
    told = told_before(told->start);
  }
  return told;
}

std::optional<Span> Things::item_before(string_view noun, std::size_t at) const {
  if (!noun.starts_with("第")) return std::nullopt;
  const std::size_t end = noun.find("项");
  const string where(noun.substr(3, end == noun.npos ? 3 : end - 3));
  for (const string_view mark : {"、", "."}) {
    const std::size_t found = page_.text.rfind(where + string(mark), at);
    if (found == string_view::npos) continue;
    const std::size_t stop = page_.text.find("。", found);
    return Span{found, std::min(at, stop == string_view::npos ? at : stop)};
  }
  return std::nullopt;
}

std::optional<Span> Things::same_thing(string_view noun, std::size_t at) const {
  for (const string_view group :
       {"reference_same_sort", "reference_same_sort_2", "reference_same_sort_3",
        "reference_same_sort_4", "reference_same_sort_5", "reference_same_sort_6",
        "reference_same_sort_7", "reference_same_sort_8", "reference_same_sort_9"}) {
    const auto sort = words(group);
    if (!noun.starts_with(sort.front())) continue;
    constexpr std::size_t kNear = 900;  // bytes
    std::optional<Span> nearest = thing_before(sort.front(), at);
    const bool papers = sort.front() == "协议" || sort.front() == "合同";
    if (papers && nearest && nearest->end + kNear > at) return nearest;
    for (const string_view each : sort) {
      const auto thing = thing_before(each, at);
      if (thing && (!nearest || thing->end > nearest->end)) nearest = thing;
    }
    if (nearest) return nearest;
  }
  for (std::size_t keep = noun.size(); keep >= 6; keep -= 3)
    if (const auto thing = thing_before(noun.substr(0, keep), at)) return thing;
  if (begins_with_word(noun, words("reference_one_character")))
    if (const auto thing = thing_before(noun.substr(0, 3), at)) return thing;
  constexpr std::size_t kLongNoun = 15;  // bytes: a longer one holds another word behind it
  for (std::size_t cut = 3; noun.size() <= kLongNoun && cut + 6 <= noun.size(); cut += 3)
    if (const auto thing = thing_before(noun.substr(cut), at)) return thing;
  return noun.size() == 3 && !begins_with_word(noun, words("reference_no_noun"))
             ? thing_before(noun, at)
             : std::nullopt;
}

}  // namespace proviso::tasks::reference
