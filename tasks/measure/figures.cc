#include "tasks/measure/figures.h"

#include <algorithm>
#include <cstdint>

#include "tasks/mentions/folded.h"
#include "tasks/mentions/number.h"

namespace proviso::tasks {
namespace {

constexpr std::ptrdiff_t kLeastDigits = 4;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// The digits within a mention; empty where they are not ASCII.
segmenter::Span digits_of(std::string_view text, segmenter::Span mention) {
  segmenter::Span digits{mention.start, mention.start};
  while (digits.start < mention.end && !is_digit(text[digits.start])) ++digits.start;
  digits.end = digits.start;
  for (std::size_t i = digits.start; i < mention.end; ++i) {
    if (is_digit(text[i])) {
      digits.end = i + 1;
    } else if (text[i] != '.' && text[i] != ',') {
      break;
    }
  }
  return digits;
}

std::size_t occurrences(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

}  // namespace

std::vector<RepeatedFigure> repeated_figures(std::string_view text) {
  const std::vector<Number> numbers = find_numbers(fold(text));
  std::vector<segmenter::Span> spans;
  for (const Number& number : numbers) spans.push_back(digits_of(text, number.span));
  std::vector<RepeatedFigure> figures;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::string_view written = text.substr(spans[i].start, spans[i].size());
    if (std::count_if(written.begin(), written.end(), is_digit) < kLeastDigits) continue;
    std::size_t later = numbers.size();
    std::size_t same_value = 0;
    for (std::size_t j = 0; j < numbers.size(); ++j) {
      if (numbers[j].value == numbers[i].value) {
        ++same_value;
        if (j > i && later == numbers.size()) later = j;
      }
    }
    if (same_value != 2 || later == numbers.size()) continue;
    if (text.substr(spans[later].start, spans[later].size()) != written) continue;
    if (occurrences(text, written) != 2) continue;
    figures.push_back({spans[i], spans[later]});
  }
  return figures;
}

}  // namespace proviso::tasks
