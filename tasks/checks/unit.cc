#include "tasks/checks/unit.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "tasks/checks/figure_head.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

const Exact kTenThousand = 10'000;

bool is_amount(const Number& each) {
  return each.measure == Measure::kMoney && !each.approximate;
}

// How often the document has each sum.
std::map<Exact, std::size_t> times_of_sums(const CaseView& view) {
  std::map<Exact, std::size_t> times;
  for (const Number& each : view.numbers) {
    // A bare 6 is a number of anything.
    if (each.measure == Measure::kMoney ||
        (each.measure == Measure::kBare && each.value >= Exact(100)))
      ++times[each.value];
  }
  return times;
}

// Nothing else in the document comes near the larger of the two: 37000万元 where 144469.56元 is the
// most.
bool out_of_scale(const CaseView& view, const Exact& larger) {
  constexpr int kNear = 20;
  return std::none_of(view.numbers.begin(), view.numbers.end(), [&](const Number& each) {
    return each.measure == Measure::kMoney && each.value != larger && each.value * kNear > larger;
  });
}

// Whether one of the two, of the same digits, was meant for the other.
bool mistaken(const CaseView& view, const Number& odd, const Number& other) {
  const std::string head = head_of(view, odd);
  if (common_end(head, head_of(view, other)) >= 2) return true;
  constexpr int kNoChance = 3;  // 178000 and 178000万 are no two things
  if (significant_digits(odd.value) >= kNoChance) return true;
  const string_view clause = view.quote(clause_around(view.text, odd.span));
  if (odd.scale == Exact(1)) {
    if (odd.value >= Exact(1000)) return false;
    if (ends_with_word(head, words("large_by_nature"))) return true;
    const Span sentence = sentence_around(view.text, odd.span);
    const bool together = other.span.start >= sentence.start && other.span.end <= sentence.end;
    const bool small = has_word(head, words("small_by_nature"));
    return together
               ? !small || has_word(clause, words("up_to"))
               : has_word(clause, words("up_to")) && !has_word(clause, words("small_by_nature"));
  }
  constexpr int kMoreThanFees = 1000;
  return other.value >= Exact(kMoreThanFees) && has_word(clause, words("pays")) &&
         !has_word(clause, words("size_of_something")) && out_of_scale(view, odd.value);
}

// Where either of two stands once, both tell the same: the later one is kept.
std::vector<Finding> once(std::vector<Finding> findings) {
  std::erase_if(findings, [&](const Finding& each) {
    return std::any_of(findings.begin(), findings.end(), [&](const Finding& more) {
      return more.place == each.other && more.other == each.place &&
             more.place.start > each.place.start;
    });
  });
  return findings;
}

}  // namespace

std::vector<Finding> check_unit(const CaseView& view) {
  std::vector<Finding> findings;
  if (!view.chinese()) return findings;
  const std::map<Exact, std::size_t> times = times_of_sums(view);
  for (const Number& odd : view.numbers) {
    if (!is_amount(odd) || !view.this_level(odd.span.start)) continue;
    const Tag tag = view.section(odd.span.start).tag;
    if (tag != Tag::kFacts && tag != Tag::kReasoning && tag != Tag::kDisposition) continue;
    if (times.at(odd.value) != 1 || corrected_beside(view, odd.span)) continue;
    for (const Number& other : view.numbers) {
      if (!is_amount(other) || other.scale == odd.scale) continue;
      if (other.value != odd.value * kTenThousand && odd.value != other.value * kTenThousand)
        continue;
      if (!mistaken(view, odd, other) || corrected_beside(view, other.span)) continue;
      findings.push_back(
          finding("unit", "checks/unit", clause_around(view.text, odd.span),
                  clause_around(view.text, other.span),
                  fmt::format("此处写作“{}”，别处为“{}”，相差一万倍，疑似误写或漏写“万”。",
                              view.quote(odd.span), view.quote(other.span))));
      break;
    }
  }
  return once(std::move(findings));
}

}  // namespace proviso::tasks
