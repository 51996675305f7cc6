#include "tasks/provisos/stops.h"

#include <algorithm>
#include <vector>

#include "tasks/provisos/limb.h"
#include "tasks/provisos/sentence.h"
#include "tasks/provisos/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

const ProvisoWords& words() {
  return english_words();
}

}  // namespace

std::size_t EnglishStops::comma_behind(std::size_t at) const {
  int depth = 0;
  for (std::size_t i = at; i < end_; ++i) {
    const char c = text_[i];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') {
      if (--depth < 0) return i;
    }
    if (depth == 0 && c == ';') return i;
    if (depth == 0 && c == ':' && words().found("listed", text_.substr(i, 12))) return i;
    if (depth == 0 && c == ',' && !parts_thousands(text_, i) && !goes_on(i + 1) &&
        !in_series(i + 1))
      return i;
  }
  return end_;
}

bool EnglishStops::in_series(std::size_t at) const {
  constexpr std::size_t kWords = 3;
  for (int members = 0; members < 4; ++members) {
    const string_view rest = text_.substr(at, std::min<std::size_t>(60, end_ - at));
    const std::size_t comma = rest.find(',');
    if (comma == string_view::npos) return false;
    const Span member = trimmed(text_, at, at + comma);
    const auto spaces = static_cast<std::size_t>(
        std::count(text_.begin() + static_cast<std::ptrdiff_t>(member.start),
                   text_.begin() + static_cast<std::ptrdiff_t>(member.end), ' '));
    if (member.size() == 0 || spaces >= kWords) return false;
    at += comma + 1;
    if (goes_on(at)) return true;
  }
  return false;
}

Span EnglishStops::before_list(Span scope) const {
  for (std::size_t at = words_of(scope).find(':'); at != string_view::npos;
       at = words_of(scope).find(':', at + 1)) {
    if (words().found("listed", text_.substr(scope.start + at, 12))) {
      return trimmed(text_, scope.start, scope.start + at);
    }
  }
  return scope;
}

bool EnglishStops::goes_on(std::size_t at) const {
  while (at < end_ && (text_[at] == ' ' || text_[at] == '\n')) ++at;
  const string_view rest = text_.substr(at, end_ - at);
  if (rest.substr(0, 40).find(" or otherwise,") < rest.find(',')) return true;
  for (const string_view word :
       {"or ", "and ", "including ", "Article ", "Section ", "Clause ", "Paragraph "}) {
    if (rest.starts_with(word)) return true;
  }
  return false;
}

std::size_t EnglishStops::subject_behind(std::size_t at) const {
  std::size_t best = end_;
  for (std::size_t i = at + 1; i + 2 < end_ && i < at + 160; ++i) {
    if (text_[i] != ' ' || !words().found("subject", text_.substr(i, end_ - i))) continue;
    const Span left = trimmed(text_, at, i);
    if (left.size() < 4 || words().found("preposition", words_of(left))) continue;
    best = i;
    break;
  }
  return best;
}

std::size_t EnglishStops::statement_end(std::size_t at) const {
  const std::size_t end = semicolon_behind(at);
  std::vector<Span> groups;
  return match(text_, at, end, words().pattern("another_statement"), groups) ? groups[0].start
                                                                             : end;
}

std::size_t EnglishStops::semicolon_behind(std::size_t at) const {
  int depth = 0;
  for (std::size_t i = at; i < end_; ++i) {
    if (text_[i] == '(') ++depth;
    if (text_[i] == ')' && --depth < 0) return i;
    if (depth == 0 && text_[i] == ';') return i;
  }
  return end_;
}

}  // namespace proviso::tasks
