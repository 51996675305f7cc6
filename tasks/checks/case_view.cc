#include "tasks/checks/case_view.h"

#include <algorithm>

#include "tasks/checks/search.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

bool digit(char c) {
  return c >= '0' && c <= '9';
}

// Whether a stop of `stops` begins at `at`. A comma between digits separates thousands.
bool stop_at(string_view text, std::size_t at, std::initializer_list<string_view> stops) {
  for (const string_view stop : stops) {
    if (!text.substr(at).starts_with(stop)) continue;
    const bool comma = stop == "," || stop == "，";
    const std::size_t next = at + stop.size();
    if (comma && at > 0 && digit(text[at - 1]) && next < text.size() && digit(text[next]))
      return false;
    return true;
  }
  return false;
}

Span around(string_view text, Span inside, std::size_t limit,
            std::initializer_list<string_view> stops) {
  std::size_t start = inside.start;
  while (start > 0 && inside.start - start < limit) {
    const std::size_t previous = previous_code_point(text, start);
    if (text[previous] == '\n' || stop_at(text, previous, stops)) break;
    start = previous;
  }
  std::size_t end = inside.end;
  while (end < text.size() && end - inside.end < limit) {
    if (text[end] == '\n' || stop_at(text, end, stops)) break;
    end += code_point_bytes(text[end]);
  }
  end = std::min(end, text.size());
  while (start < inside.start && (text[start] == ' ' || text.substr(start).starts_with("\u3000"))) {
    start += code_point_bytes(text[start]);
  }
  return {start, end};
}

std::vector<std::size_t> brackets_of(const Folded& folded, const std::vector<Number>& numbers) {
  std::vector<std::size_t> result;
  result.reserve(numbers.size());
  std::vector<std::size_t> open;
  std::size_t at = 0;
  for (const Number& number : numbers) {
    for (; at < number.start; ++at) {
      const char c = folded.text[at];
      if (c == '\n') open.clear();
      if (c == '(') open.push_back(at + 1);
      if (c == ')' && !open.empty()) open.pop_back();
    }
    result.push_back(open.empty() ? 0 : open.back());
  }
  return result;
}

}  // namespace

CaseView::CaseView(string_view document, const segmenter::Structure& its_structure)
    : text(document),
      structure(its_structure),
      folded(fold(document)),
      numbers(find_numbers(folded)),
      equations(find_equations(folded, numbers)),
      dates(find_dates(folded)),
      bracket(brackets_of(folded, numbers)) {}

const segmenter::Section& CaseView::section(std::size_t offset) const {
  static const segmenter::Section nowhere;
  const auto& sections = structure.sections;
  const auto after = std::upper_bound(
      sections.begin(), sections.end(), offset,
      [](std::size_t value, const segmenter::Section& each) { return value < each.span.start; });
  return after == sections.begin() ? nowhere : *std::prev(after);
}

std::vector<Span> CaseView::spans(segmenter::Tag tag) const {
  std::vector<Span> found;
  for (const segmenter::Section& each : structure.sections) {
    if (each.tag == tag && each.level == segmenter::Level::kThis) found.push_back(each.span);
  }
  return found;
}

std::vector<Span> CaseView::disposition_items() const {
  std::vector<Span> items;
  for (const segmenter::Item& item : structure.items) {
    if (item.kind == segmenter::ItemKind::kDisposition && this_level(item.span.start)) {
      items.push_back(item.span);
    }
  }
  if (!items.empty()) return items;
  for (const Span& part : spans(segmenter::Tag::kDisposition)) {
    for (std::size_t at = part.start; at < part.end;) {
      const Span sentence = sentence_around(text, {at, at}, part.end - at + 1);
      const std::size_t end = std::min(std::max(sentence.end, at + 1), part.end);
      if (end > at + 1) items.push_back({at, end});
      at = end < part.end ? end + code_point_bytes(text[end]) : part.end;
    }
  }
  return items;
}

Span clause_around(string_view text, Span inside, std::size_t limit) {
  return around(text, inside, limit, {"。", "；", "，", "、", ";", ",", "：", ":", "！", "？"});
}

Span sentence_around(string_view text, Span inside, std::size_t limit) {
  return around(text, inside, limit, {"。", "；", ";", "！", "？"});
}

bool contains(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return find_word(text, word) != text.npos; });
}

bool told_already(const std::vector<Finding>& findings, Span span) {
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& each) {
    return each.place.start <= span.start && each.place.end >= span.end;
  });
}

Finding finding(string_view kind, string_view check, Span place, Span other,
                std::string explanation) {
  Finding found;
  found.kind = kind;
  found.check = check;
  found.place = place;
  found.other = other;
  found.explanation = std::move(explanation);
  return found;
}

}  // namespace proviso::tasks
