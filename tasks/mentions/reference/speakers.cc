#include "tasks/mentions/reference/speakers.h"

#include <re2/re2.h>

#include <algorithm>
#include <string_view>

#include "tasks/checks/names.h"
#include "tasks/checks/words.h"

namespace proviso::tasks::reference {

using segmenter::kNone;
using std::string_view;

std::optional<std::size_t> Speakers::witness(std::size_t at) const {
  std::size_t from = page_.paragraph_start(at);
  for (int line = 0; line < 2; ++line) {
    const std::size_t first = page_.first_mention_in(from, at);
    if (first != kNone && page_.mentions[first].start - from < 30) {
      const string_view behind = page_.text.substr(page_.mentions[first].end);
      if (begins_with_word(behind, words("reference_testifies"))) return first;
    }
    if (from == 0 || !begins_with_word(page_.text.substr(from), words("reference_proves"))) break;
    from = page_.paragraph_start(from - 1);
  }
  // 14.被告人曾某的供述 heads the paragraphs behind it.
  static const RE2 item("^[((]?[0-9一二三四五六七八九十]{1,3}[))、..]");
  constexpr std::size_t kHeading = 90;  // bytes
  from = page_.paragraph_start(at);
  for (int line = 0; line < 5 && from > 0; ++line) {
    const string_view here = page_.text.substr(from, 24);
    if (RE2::PartialMatch(re2::StringPiece(here.data(), here.size()), item)) break;
    const std::size_t end = from - 1;
    from = page_.paragraph_start(end);
    const std::size_t first = page_.first_mention_in(from, end);
    if (first == kNone || end - from > kHeading) continue;
    if (begins_with_word(page_.text.substr(page_.mentions[first].end),
                         words("reference_testifies")))
      return first;
  }
  return std::nullopt;
}

std::optional<std::size_t> Speakers::witness_in_sentence(std::size_t at) const {
  const std::size_t sentence = page_.sentence_start(at);
  const std::size_t first = page_.first_mention_in(sentence, at);
  if (first == kNone) return std::nullopt;
  const Mention& teller = page_.mentions[first];
  const string_view before = page_.between(sentence, teller.start);
  if (!before.ends_with("证人") || before.size() > 12) return std::nullopt;
  if (!has_word(page_.between(teller.end, at), words("reference_witness_says")))
    return std::nullopt;
  for (std::size_t i = page_.mention_before(at); i != kNone && i > first; --i)
    if (same_people(page_.mentions[i], teller)) return std::nullopt;
  return first;
}

// A paragraph that begins with a party and 诉称, 辩称, 提交意见称 is his speech, to its end.
void Speakers::find_speeches() {
  constexpr std::size_t kNearBeginning = 60, kLongestLead = 90;  // bytes
  std::size_t paragraph = 0;
  while (paragraph < page_.text.size()) {
    std::size_t end = page_.text.find('\n', paragraph);
    if (end == string_view::npos) end = page_.text.size();
    const std::size_t first = page_.first_mention_in(paragraph, end);
    if (first != kNone && page_.mentions[first].start < paragraph + kNearBeginning) {
      const Mention& speaker = page_.mentions[first];
      const std::size_t stop = page_.text.find_first_of(":,", speaker.end);
      const string_view lead = page_.between(speaker.end, std::min(stop, end));
      if (stop < end && stop < speaker.end + kLongestLead &&
          ends_with_word(lead, words("reference_speech"))) {
        bool named = page_.between(stop, end).find("我") != string_view::npos;
        for (std::size_t i = first + 1; i < page_.mentions.size() && page_.mentions[i].start < end;
             ++i)
          named = named ||
                  (page_.mentions[i].holders.size() < 2 && same_people(page_.mentions[i], speaker));
        constexpr std::size_t kOften = 4;
        // 辩称:其于…: who begins so speaks of himself so.
        const bool begins_so = page_.begins(stop + 1, "其") && !page_.begins(stop + 1, "其他");
        if (!named || begins_so)
          speeches_.push_back(
              {stop, end, first, begins_so || count(page_.between(stop, end), "其") >= kOften});
      }
    }
    paragraph = end + 1;
  }
}

std::size_t Speakers::silent_speaker(std::size_t at) const {
  for (const Speech& each : speeches_) {
    if (each.start > at || at > each.end) continue;
    if (each.often) return each.speaker;
    // 程某为农业户口,其残疾赔偿金…: another is spoken of in the sentence.
    const std::size_t first =
        page_.first_mention_in(page_.sentence_start(at), page_.clause_start(at));
    const bool other = first != kNone && first != each.speaker && page_.subject_like(first);
    if (other) return kNone;
    return each.speaker;
  }
  return kNone;
}

}  // namespace proviso::tasks::reference
