#include <algorithm>

#include "segmenter/segmenter.h"
#include "segmenter/utf8.h"
#include "tasks/provisos/limb.h"
#include "tasks/provisos/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Kind;
using segmenter::Section;
using segmenter::Span;
using segmenter::Structure;
using segmenter::Tag;
using std::string_view;

bool is_judgment(Kind kind) {
  return kind != Kind::kContract && kind != Kind::kStatute && kind != Kind::kOther;
}

// In a contract the head may hold rules too, where its end is not marked.
bool read_at_all(Kind kind, Tag tag) {
  return tag != Tag::kTitle && tag != Tag::kCaseNumber && tag != Tag::kFront &&
         (!is_judgment(kind) || (tag != Tag::kParties && tag != Tag::kSignature));
}

bool every_sentence_is_a_norm(Kind kind, Tag tag) {
  return !is_judgment(kind) || tag == Tag::kDisposition || tag == Tag::kOrder;
}

bool chinese(string_view words) {
  return std::any_of(words.begin(), words.end(),
                     [](char c) { return static_cast<unsigned char>(c) >= 0xE3; });
}

// Behind the mark of an article or item.
std::size_t behind_mark(string_view text, Span sentence, bool is_chinese) {
  std::vector<Span> groups;
  const RE2& mark = (is_chinese ? chinese_words() : english_words()).pattern("mark");
  if (!match(text, sentence.start, sentence.end, mark, groups)) return sentence.start;
  const std::size_t end = groups[0].end;
  // 5.2 Section 5.1 does not apply: the second one is spoken of.
  const bool goes_on = end < sentence.end && text[end] >= 'a' && text[end] <= 'z';
  if (!is_chinese && goes_on &&
      match(text, sentence.start, end, english_words().pattern("part_last"), groups)) {
    return groups[1].start;
  }
  return end;
}

bool opens_line(string_view text, Span sentence) {
  return sentence.start == 0 || text[sentence.start - 1] == '\n';
}

// Whether a line begins here with the number of a clause: 3.4, 第四条.
bool opens_clause(string_view text, Span sentence) {
  std::vector<Span> groups;
  return opens_line(text, sentence) &&
         match(text, sentence.start, sentence.end, chinese_words().pattern("clause"), groups);
}

// Whether a line begins here with the number of an article: the article is printed, not spoken of.
bool opens_article(string_view text, Span sentence) {
  std::vector<Span> groups;
  const auto& words = chinese_words();
  return opens_line(text, sentence) &&
         match(text, sentence.start, sentence.end, words.pattern("article"), groups) &&
         !words.found("of_article", text.substr(groups[0].end, 24));
}

// Whether quotation marks are open behind `words`.
bool open_behind(string_view words, bool before) {
  const std::size_t open = words.rfind("“"), close = words.rfind("”");
  if (open == string_view::npos && close == string_view::npos) return before;
  return close == string_view::npos || (open != string_view::npos && open > close);
}

// A line that a typewriter broke: long, no stop at its end, and no mark where the next one starts.
bool broken(string_view text, Span line, Span next) {
  constexpr std::size_t kLong = 60;  // bytes
  const string_view words = text.substr(line.start, line.size());
  if (!words.ends_with('\n')) return false;
  const std::size_t begin = text.substr(0, line.end - 1).rfind('\n') + 1;
  if (line.end - begin < kLong) return false;
  const Span end = trimmed(text, line.start, line.end);
  const string_view stops = text.substr(end.end, line.end - end.end);
  if (stops.find_first_not_of(" \t\r\n") != string_view::npos) return false;
  return behind_mark(text, next, chinese(words)) == next.start;
}

// The sentences of `span`, those put together again that hard line ends cut.
std::vector<Span> whole_sentences(string_view text, Span span) {
  std::vector<Span> whole;
  for (const Span& sentence : segmenter::sentences(text, span)) {
    if (!whole.empty() && broken(text, whole.back(), sentence)) {
      whole.back().end = sentence.end;
    } else {
      whole.push_back(sentence);
    }
  }
  return whole;
}

// Whether a full stop stands between two limbs.
bool ends_sentence(string_view text, std::size_t from, std::size_t to) {
  const string_view between = text.substr(from, to - from);
  return between.find("；") == string_view::npos && between.find(';') == string_view::npos;
}

// Whether `i` stands above `j`, or is it, or `j` stands deeper than any sentence of law nests.
bool stands_above(const std::vector<Proviso>& found, std::size_t i, std::size_t j) {
  constexpr int kDeepest = 16;
  for (int depth = 0; j != segmenter::kNone; ++depth, j = found[j].parent) {
    if (j == i || depth == kDeepest) return true;
  }
  return false;
}

void add_parents(std::vector<Proviso>& found) {
  for (std::size_t i = 0; i < found.size(); ++i) {
    std::size_t best = segmenter::kNone;
    for (std::size_t j = i < 8 ? 0 : i - 8; j < std::min(found.size(), i + 8); ++j) {
      if (j == i || found[j].scope.start > found[i].trigger.start ||
          found[j].scope.end < found[i].trigger.end || stands_above(found, i, j)) {
        continue;
      }
      if (best == segmenter::kNone || found[j].scope.size() < found[best].scope.size()) best = j;
    }
    found[i].parent = best;
  }
}

}  // namespace

std::vector<PlacedLimb> limbs_of(string_view text, const Structure& structure) {
  std::vector<PlacedLimb> limbs;
  Span last;  // the last limb of the section before
  for (std::size_t index = 0; index < structure.sections.size(); ++index) {
    const Section& section = structure.sections[index];
    if (!read_at_all(structure.kind, section.tag)) continue;
    const bool norms = every_sentence_is_a_norm(structure.kind, section.tag);
    Limb limb{text, {}, {section.span.start, section.span.start}, norms};
    bool quoted = false;
    Span chain;  // the limbs of the sentence so far
    for (const Span& sentence : whole_sentences(text, section.span)) {
      const string_view words = text.substr(sentence.start, sentence.size());
      const bool is_chinese = chinese(words);
      limb.span = trimmed(text, behind_mark(text, sentence, is_chinese), sentence.end);
      limb.opens_clause = is_chinese && opens_clause(text, sentence);
      limb.quoted = quoted;
      quoted = !words.ends_with('\n') && open_behind(words, quoted);
      if (limb.span.size() == 0) continue;
      if (is_chinese && opens_article(text, sentence)) {
        limb.before = {limb.span.start, limb.span.start};  // an article stands by itself
        limb.norm = true;                                  // also one that a judgment prints
      } else if (opens_line(text, sentence)) {
        limb.norm = norms;
      }
      limb.earlier = limb.before.size() > 0 ? limb.before : last;
      if (limb.before.size() == 0) chain = {};
      const bool opens = chain.size() > 0 && ends_sentence(text, limb.before.end, limb.span.start);
      limb.sentence_before = opens ? chain : Span{};
      const bool goes_on = chain.size() > 0 && !opens && !opens_line(text, sentence);
      chain = {goes_on ? chain.start : limb.span.start, limb.span.end};
      limbs.push_back({limb, index, is_chinese});
      limb.before = limb.span;
    }
    if (limb.before.size() > 0) last = limb.before;
  }
  return limbs;
}

void order_and_nest(std::vector<Proviso>& found) {
  std::stable_sort(found.begin(), found.end(), [](const Proviso& a, const Proviso& b) {
    return a.trigger.start < b.trigger.start;
  });
  add_parents(found);
}

std::vector<Proviso> find_provisos(string_view text, const Structure& structure) {
  std::vector<Proviso> found;
  for (const auto& [limb, section, is_chinese] : limbs_of(text, structure)) {
    for (Proviso& each : is_chinese ? chinese_provisos(limb) : english_provisos(limb)) {
      each.section = section;
      found.push_back(each);
    }
  }
  order_and_nest(found);
  return found;
}

std::optional<segmenter::Structure> one_section(std::string_view name, std::size_t size) {
  const auto at = std::find(segmenter::kTagNames.begin(), segmenter::kTagNames.end(), name);
  if (at == segmenter::kTagNames.end()) return std::nullopt;
  segmenter::Structure structure;
  structure.kind = segmenter::Kind::kZhCivil;
  segmenter::Section section;
  section.tag = static_cast<segmenter::Tag>(at - segmenter::kTagNames.begin());
  section.span = {0, size};
  structure.sections.push_back(section);
  return structure;
}

}  // namespace proviso::tasks
