#include "tasks/provisos/cuts.h"

#include <algorithm>

#include "segmenter/utf8.h"
#include "tasks/provisos/words.h"

namespace proviso::tasks {

using segmenter::Span;
using std::string_view;

namespace {

bool letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
}

bool space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

char small(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

bool whole_word(string_view text, Span span) {
  return (span.start == 0 || !letter(text[span.start - 1])) &&
         (span.end >= text.size() || !letter(text[span.end]));
}

std::vector<Cut> cuts_of(string_view text, std::size_t from, std::size_t to, bool chinese) {
  std::vector<Cut> cuts;
  std::vector<Span> groups;
  const ProvisoWords& words = proposal_words();
  const auto add_all = [&](const RE2& pattern, bool word) {
    for (std::size_t at = from; match(text, at, to, pattern, groups);) {
      cuts.push_back({groups[1], word});
      at = std::max(groups[1].end, at + 1);
    }
  };
  add_all(words.pattern(chinese ? "zh_stop" : "en_stop"), false);
  add_all(words.pattern(chinese ? "zh_word" : "en_word"), true);
  std::sort(cuts.begin(), cuts.end(), [](const Cut& a, const Cut& b) {
    return std::pair(a.span.start, a.span.end) < std::pair(b.span.start, b.span.end);
  });
  return cuts;
}

std::string first_words(string_view words, int count, bool chinese) {
  std::string out;
  std::size_t at = 0;
  if (chinese) {
    for (int i = 0; i < count && at < words.size(); ++i) at = segmenter::next(words, at);
    return std::string(words.substr(0, at));
  }
  for (int i = 0; i < count && at < words.size(); ++i) {
    while (at < words.size() && space(words[at])) ++at;
    if (!out.empty()) out += ' ';
    const std::size_t start = at;
    while (at < words.size() && (letter(words[at]) || words[at] == '\'')) out += small(words[at++]);
    if (at == start && at < words.size()) {
      const std::size_t end = segmenter::next(words, at);
      out += words.substr(at, end - at);
      at = end;
    }
  }
  return out;
}

std::string last_words(string_view words, int count, bool chinese) {
  std::size_t at = words.size();
  if (chinese) {
    for (int i = 0; i < count && at > 0; ++i) at = segmenter::previous(words, at);
    return std::string(words.substr(at));
  }
  std::string out;
  for (int i = 0; i < count && at > 0; ++i) {
    while (at > 0 && space(words[at - 1])) --at;
    std::size_t end = at;
    while (at > 0 && (letter(words[at - 1]) || words[at - 1] == '\'')) --at;
    if (at == end && at > 0) at = segmenter::previous(words, at);
    std::string word;
    for (const char c : words.substr(at, end - at)) word += small(c);
    out = out.empty() ? word : word + ' ' + out;
  }
  return out;
}

}  // namespace proviso::tasks
