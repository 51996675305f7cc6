#include "ingest/layout/ladder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ingest/layout/script.h"

namespace proviso::ingest {
namespace {

struct Number {
  int value = 0;
  float x0 = 0, x1 = 0, baseline = 0;
  std::vector<std::size_t> glyphs;
};

// The number at the start of a run when nothing but a gap follows.
bool number_at_start(const std::vector<Glyph>& glyphs, const Run& run, Number& number) {
  std::size_t at = 0;
  while (at < run.glyphs.size() && is_digit(glyphs[run.glyphs[at]].character)) {
    const Glyph& glyph = glyphs[run.glyphs[at]];
    if (at > 0 && glyph.x0 - glyphs[run.glyphs[at - 1]].x1 > 0.3F * glyph.size) break;
    if (at == 3) return false;
    number.value = number.value * 10 + static_cast<int>(glyph.character - '0');
    number.glyphs.push_back(run.glyphs[at]);
    number.x1 = glyph.x1;
    ++at;
  }
  if (at == 0) return false;
  number.x0 = glyphs[run.glyphs[0]].x0;
  number.baseline = run.baseline;
  if (at == run.glyphs.size()) return true;
  const Glyph& next = glyphs[run.glyphs[at]];
  return is_space(next.character) || next.x0 - number.x1 > 0.3F * next.size;
}

// The longest chain of numbers, from top to bottom, that grow by `step` at one pitch.
std::vector<const Number*> chain_of(const std::vector<const Number*>& numbers, int step) {
  std::vector<const Number*> best;
  for (std::size_t first = 0; first < numbers.size(); ++first) {
    if (numbers[first]->value != step && numbers[first]->value != 1) continue;
    std::vector<const Number*> chain{numbers[first]};
    float pitch = 0;
    for (std::size_t i = first + 1; i < numbers.size(); ++i) {
      const int wanted =
          chain.back()->value +
          (chain.back()->value % step == 0 || step == 1 ? step : step - chain.back()->value % step);
      if (numbers[i]->value != wanted) continue;
      const float distance = numbers[i]->baseline - chain.back()->baseline;
      if (distance <= 0 || (pitch > 0 && std::abs(distance - pitch) > 0.3F * pitch)) continue;
      if (chain.size() > 1 || step == 1) pitch = distance;
      chain.push_back(numbers[i]);
    }
    if (chain.size() > best.size()) best = std::move(chain);
  }
  return best;
}

}  // namespace

std::vector<std::size_t> find_ladder(const std::vector<Glyph>& glyphs,
                                     const std::vector<Run>& runs) {
  std::vector<Number> numbers;
  float top = std::numeric_limits<float>::max(), bottom = std::numeric_limits<float>::lowest();
  for (const Run& run : runs) {
    top = std::min(top, run.top());
    bottom = std::max(bottom, run.bottom());
    Number number;
    if (number_at_start(glyphs, run, number)) numbers.push_back(std::move(number));
  }
  constexpr std::size_t kFewest = 10, kFewestFives = 5, kMost = 400;
  if (numbers.size() < kFewestFives || numbers.size() > kMost) return {};
  std::vector<std::size_t> result;
  for (const Number& seed : numbers) {
    for (const bool by_right : {true, false}) {
      std::vector<const Number*> aligned;
      for (const Number& number : numbers) {
        const float distance = by_right ? number.x1 - seed.x1 : number.x0 - seed.x0;
        if (std::abs(distance) < 2.5F) aligned.push_back(&number);
      }
      std::stable_sort(aligned.begin(), aligned.end(),
                       [](const Number* a, const Number* b) { return a->baseline < b->baseline; });
      for (const int step : {1, 5}) {
        const auto chain = chain_of(aligned, step);
        if (chain.size() < (step == 1 ? kFewest : kFewestFives)) continue;
        const float reach = chain.back()->baseline - chain.front()->baseline;
        if (reach < 0.5F * (bottom - top)) continue;
        float edge = 0;
        for (const Number* number : chain) edge = std::max(edge, number->x1);
        std::size_t left = 0, others = 0;
        for (const Run& run : runs) {
          if (run.x1 <= edge + 0.5F) continue;  // the numbers themselves
          ++others;
          left += run.x0 < edge - 8 && run.x1 > edge + 20 ? 1 : 0;
        }
        // Runs that a number begins start left of the edge too: they are counted off.
        if (left > chain.size() + others / 10) continue;
        if (chain.size() <= result.size()) continue;
        std::vector<std::size_t> found;
        for (const Number* number : chain) {
          found.insert(found.end(), number->glyphs.begin(), number->glyphs.end());
        }
        if (found.size() > result.size()) result = std::move(found);
      }
    }
    if (!result.empty()) break;
  }
  return result;
}

}  // namespace proviso::ingest
