#include "segmenter/english/judgment.h"

#include <algorithm>

#include "segmenter/english/evidence.h"
#include "segmenter/english/front.h"
#include "segmenter/english/outline.h"
#include "segmenter/language.h"

namespace proviso::segmenter::english {
namespace {

constexpr std::size_t kHeadLines = 70;
constexpr std::size_t kTitleLines = 300, kTitle = 60;
constexpr std::size_t kListedName = 40;  // bytes of a party in a numbered list

// A list of parties or a headnote before "JUDGMENT" may be numbered too: then those behind it
// count, if they begin anew. "The Decision" in the midst of a judgment is a heading, behind which
// the count goes on.
std::vector<NumberedLine> own_paragraphs(std::string_view text, const std::vector<Line>& lines,
                                         const Grammar& grammar) {
  std::vector<NumberedLine> all = numbered_paragraphs(text, lines);
  if (all.empty()) return all;
  std::size_t title = kNone;
  for (std::size_t i = all.front().line; i < std::min(lines.size(), kTitleLines); ++i) {
    if (lines[i].span.start > text.size() / 2) break;
    if (lines[i].words.size() <= kTitle && grammar.titles.any(words_of(text, lines[i]))) title = i;
  }
  if (title == kNone) return all;
  const std::vector<Line> rest(lines.begin() + static_cast<std::ptrdiff_t>(title) + 1, lines.end());
  std::vector<NumberedLine> behind = numbered_paragraphs(text, rest);
  for (NumberedLine& p : behind) p.line += title + 1;
  // what a reporter put before the opinion is no part of it
  for (std::size_t i = 0; i < title; ++i) {
    if (grammar.syllabus.any(words_of(text, lines[i], kTitle))) return behind;
  }
  const auto next =
      std::find_if(all.begin(), all.end(), [&](const NumberedLine& p) { return p.line > title; });
  const auto left = static_cast<std::size_t>(all.end() - next);
  if (behind.empty()) return left * 3 >= all.size() ? all : behind;
  const bool names = std::all_of(all.begin(), all.end(), [&](const NumberedLine& p) {
    return p.line > title || lines[p.line].words.size() <= kListedName;
  });
  if (behind.front().number != 1) return names ? behind : all;
  const bool goes_on = next != all.end() && next->line < behind.front().line;
  if (goes_on || behind.size() < left) return all;
  return behind;
}

bool before_strasbourg(std::string_view text, const std::vector<Line>& lines,
                       const Grammar& grammar) {
  for (std::size_t i = 0; i < std::min(lines.size(), kHeadLines); ++i) {
    const std::string_view words = words_of(text, lines[i], 200);
    if (RE2::PartialMatch({words.data(), words.size()}, *grammar.strasbourg_court)) return true;
  }
  return false;
}

// The lines of the head, without the reporter's syllabus; one that the opinion begins in is cut
// there.
std::vector<Line> head_lines(const std::vector<Line>& lines, const std::vector<Section>& sections) {
  std::vector<Line> out;
  std::size_t line = 0;
  for (const Section& section : sections) {
    if (section.tag != Tag::kFront && section.tag != Tag::kOther) break;
    for (; line < lines.size() && lines[line].span.start < section.span.end; ++line) {
      if (section.tag == Tag::kOther) continue;
      out.push_back(lines[line]);
      out.back().words.end = std::min(out.back().words.end, section.span.end);
    }
  }
  return out;
}

// Paragraphs end where the next begins, or the section.
void paragraph_items(std::string_view text, const std::vector<Line>& lines,
                     const std::vector<NumberedLine>& paragraphs, Structure& out) {
  std::size_t section = 0;
  for (std::size_t k = 0; k < paragraphs.size(); ++k) {
    const std::size_t start = lines[paragraphs[k].line].words.start;
    while (section + 1 < out.sections.size() && out.sections[section + 1].span.start <= start) {
      ++section;
    }
    std::size_t end =
        k + 1 < paragraphs.size() ? lines[paragraphs[k + 1].line].span.start : text.size();
    // notes at the foot of a page interrupt a paragraph and do not end it
    for (std::size_t s = section + 1; s < out.sections.size(); ++s) {
      if (out.sections[s].span.start >= end) break;
      if (out.sections[s].tag == Tag::kFootnotes && s + 1 < out.sections.size()) continue;
      if (out.sections[s - 1].tag == Tag::kFootnotes && out.sections[s].heading.size() == 0)
        continue;
      end = out.sections[s].span.start;
      break;
    }
    while (end > start &&
           (text[end - 1] == '\n' || text[end - 1] == '\r' || text[end - 1] == ' ')) {
      --end;
    }
    out.items.push_back(
        {ItemKind::kParagraph, std::to_string(paragraphs[k].number), kNone, section, {start, end}});
  }
}

// "1. Declares … 2. Holds …" in a section of orders.
void disposition_items(std::string_view text, const std::vector<Line>& lines,
                       const std::vector<NumberedLine>& paragraphs, Structure& out) {
  static const RE2 mark("^[(\\[]?(\\d{1,2})[.)\\]]\\s");
  std::vector<bool> own(lines.size(), false);
  for (const NumberedLine& p : paragraphs) own[p.line] = true;
  std::size_t line = 0;
  for (std::size_t s = 0; s < out.sections.size(); ++s) {
    const Section& section = out.sections[s];
    while (line < lines.size() && lines[line].span.start < section.span.start) ++line;
    if (section.tag != Tag::kOrder) continue;
    int expected = 1;
    const std::size_t first = out.items.size();
    std::size_t at = line;
    for (; at < lines.size() && lines[at].words.start < section.span.end; ++at) {
      const std::string_view words = words_of(text, lines[at]);
      int number = 0;
      if (own[at] || !RE2::PartialMatch({words.data(), words.size()}, mark, &number) ||
          number != expected) {
        continue;
      }
      ++expected;
      out.items.push_back(
          {ItemKind::kDisposition, std::to_string(number), kNone, s, lines[at].words});
    }
    if (expected > 1 || line >= lines.size()) continue;
    std::size_t sole = line;
    if (section.heading == lines[sole].words && sole + 1 < at) ++sole;
    if (sole < at && !own[sole] && out.items.size() == first) {
      out.items.push_back({ItemKind::kDisposition, "", kNone, s, lines[sole].words});
    }
  }
}

}  // namespace

std::optional<Structure> read_judgment(std::string_view text) {
  if (language_of(text) != "en") return std::nullopt;
  const std::vector<Line> lines = lines_of(text);
  if (lines.empty()) return std::nullopt;
  const Grammar& words = grammar();
  std::vector<NumberedLine> paragraphs = own_paragraphs(text, lines, words);
  if (!is_judgment(text, lines, paragraphs, words)) return std::nullopt;

  Outline outline = read_outline(text, lines, std::move(paragraphs),
                                 before_strasbourg(text, lines, words), words);
  Structure out;
  out.kind = Kind::kEnJudgment;
  out.language = "en";
  out.sections = std::move(outline.sections);
  Front front = read_front(text, head_lines(lines, out.sections), words);
  out.court = std::move(front.court);
  out.case_number = std::move(front.case_number);
  out.instance = std::move(front.instance);
  out.parties = std::move(front.parties);
  paragraph_items(text, lines, outline.paragraphs, out);
  disposition_items(text, lines, outline.paragraphs, out);
  std::stable_sort(out.items.begin(), out.items.end(),
                   [](const Item& a, const Item& b) { return a.span.start < b.span.start; });
  return out;
}

}  // namespace proviso::segmenter::english
