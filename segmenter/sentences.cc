#include <unicode/brkiter.h>
#include <unicode/utext.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_set>

#include "segmenter/segmenter.h"
#include "segmenter/utf8.h"
#include "segmenter_data.h"

namespace proviso::segmenter {
namespace {

const std::unordered_set<std::string_view>& abbreviations() {
  static const std::unordered_set<std::string_view> words = [] {
    std::unordered_set<std::string_view> out;
    for (const std::string_view line : data_lines(data::abbreviations)) out.insert(line);
    return out;
  }();
  return words;
}

// ICU's iterator is costly to build and cheap to clone.
std::unique_ptr<icu::BreakIterator> sentence_iterator() {
  static const std::unique_ptr<const icu::BreakIterator> prototype = [] {
    UErrorCode error = U_ZERO_ERROR;
    std::unique_ptr<const icu::BreakIterator> made(
        icu::BreakIterator::createSentenceInstance(icu::Locale::getRoot(), error));
    if (U_FAILURE(error))
      throw std::runtime_error("ICU has no sentence rules: its data is missing");
    return made;
  }();
  return std::unique_ptr<icu::BreakIterator>(prototype->clone());
}

bool is_space(char32_t c) {
  return c == ' ' || c == '\t' || c == U'\u3000' || c == U'\u00A0' || c == '\r';
}
bool is_digit(char32_t c) {
  return (c >= '0' && c <= '9') || (c >= U'０' && c <= U'９');
}
bool is_letter(char32_t c) {
  return (c | 32) >= 'a' && (c | 32) <= 'z';
}
bool is_closer(char32_t c) {
  return std::u32string_view(U"”’）)】]》〉」』〕\"").find(c) != std::u32string_view::npos;
}

// Whether the break ICU proposes before `at` follows a stop that does not end a sentence: a list
// mark (1.判令), an initial, an abbreviation (No. 5), or a number cut by line wrapping.
bool false_stop(std::string_view text, std::size_t begin, std::size_t at) {
  std::size_t stop = at;
  char32_t c = 0;
  while (stop > begin && is_space(c = before(text, stop))) stop = previous(text, stop);
  const bool spaced = stop != at;
  if (stop == begin || (c != '.' && c != U'．')) return false;
  stop = previous(text, stop);
  if (stop == begin) return true;  // a stop alone
  const char32_t last = before(text, stop);
  if (is_digit(last) && !spaced) return true;
  if (!is_letter(last)) return false;
  std::size_t word = stop;
  while (word > begin && (is_letter(before(text, word)) || before(text, word) == '.'))
    word = previous(text, word);
  const std::string_view abbreviated = text.substr(word, stop - word);
  if (abbreviated.size() == 1 && abbreviated[0] >= 'A' && abbreviated[0] <= 'Z') return true;
  return abbreviations().contains(abbreviated);
}

// Ends of clauses that ICU does not know: after ； (and ; in Chinese text) outside brackets.
class SemicolonEnds {
 public:
  explicit SemicolonEnds(std::string_view text) : text_(text) {}
  // Byte offsets behind the semicolons of [begin, end), closing marks included.
  void find(std::size_t begin, std::size_t end, std::vector<std::size_t>& out) {
    int depth = 0;
    char32_t last = 0;
    for (std::size_t at = begin; at < end;) {
      const char32_t c = code_point(text_, at);
      at = next(text_, at);
      if (c == U'（' || c == '(') ++depth;
      if ((c == U'）' || c == ')') && depth > 0) --depth;
      if (depth == 0 && (c == U'；' || (c == ';' && last >= 0x80))) {
        while (at < end && is_closer(code_point(text_, at))) at = next(text_, at);
        if (at < end) out.push_back(at);
      }
      last = c;
    }
  }

 private:
  std::string_view text_;
};

}  // namespace

std::vector<Span> sentences(std::string_view text, Span span) {
  std::vector<Span> out;
  if (span.size() == 0) return out;
  const std::string_view part = text.substr(span.start, span.size());
  UErrorCode error = U_ZERO_ERROR;
  UText* opened =
      utext_openUTF8(nullptr, part.data(), static_cast<std::int64_t>(part.size()), &error);
  const std::unique_ptr<UText, decltype(&utext_close)> utext(opened, &utext_close);
  const auto iterator = sentence_iterator();
  iterator->setText(utext.get(), error);
  if (U_FAILURE(error)) throw std::runtime_error("ICU could not read the text");

  SemicolonEnds semicolons(part);
  std::vector<std::size_t> inner;
  std::size_t start = 0;
  iterator->first();
  for (std::int32_t found = iterator->next(); found != icu::BreakIterator::DONE;
       found = iterator->next()) {
    const auto end = static_cast<std::size_t>(found);
    if (end < part.size() && part[end - 1] != '\n' && false_stop(part, start, end)) continue;
    // ICU joins lines that CR, tab or U+0085 end; ours end at '\n' alone, and nowhere else without
    // a stop.
    inner.clear();
    semicolons.find(start, end, inner);
    for (const std::size_t cut : inner) {
      if (cut == end) continue;
      out.push_back({span.start + start, span.start + cut});
      start = cut;
    }
    out.push_back({span.start + start, span.start + end});
    start = end;
  }
  return out;
}

}  // namespace proviso::segmenter
