// The sums that the reasoning itself says are to be paid: 被告应支付原告违约金3000元, 本院酌定为
// 5000元, a supported claim's. What is owed and what is ordered are both measured by them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tasks/checks/ruling.h"

namespace proviso::tasks {

// A sum that the court says is owed.
struct Decided {
  const Number* sum = nullptr;
  std::size_t sentence = 0;  // index into Ruling::sentences
  std::string_view lead;     // from the word of duty to the sum
  bool claimed = false;      // as a supported claim asks
};

// Read once from a ruling, which must outlive it.
class DecidedSums {
 public:
  explicit DecidedSums(const Ruling& ruling);

  // In the order of the text, figures in brackets, of a time and approximate ones left out.
  const std::vector<Decided>& all() const { return decided_; }
  // Whether the reasoning has this sum; how many it has.
  bool reasoned(const Exact& sum) const;
  std::size_t count() const { return reasoned_.size(); }
  // Whether neighbours in the reasoning, `part` among them, make this total.
  bool adds_up(const Exact& part, const Exact& total) const;
  // A figure to reckon with: something is taken off it, or it is part of a total of the reasoning
  // whose other parts the order does not have.
  using Sums = std::vector<const Number*>;
  bool on_the_way(const Decided& decided, const Sums& ordered) const;

 private:
  std::string_view lead_of(const ReasonedSentence& sentence, const Number& number,
                           bool& claimed) const;
  bool left_and_claimed(const ReasonedSentence& sentence, const Number& number) const;
  bool names_a_debt(const Number& number) const;
  bool goes_on(const ReasonedSentence& sentence, const Number& number) const;
  // What a deduction leaves, what it takes off.
  enum class Place : std::uint8_t { kElsewhere, kRest, kTakenOff };
  Place place_of(const ReasonedSentence& own, const Number& sum) const;
  bool is_rest(const Exact& sum) const;
  bool sum_behind_verdict(const ReasonedSentence& sentence) const;
  bool part_of_a_total(const Decided& decided, const Sums& ordered) const;
  std::size_t offset(std::string_view piece) const;

  const Ruling& ruling_;
  std::vector<Decided> decided_;
  std::vector<Exact> reasoned_;  // sums of the reasoning, in order
  std::vector<Exact> sorted_;    // the same by value
};

// Words that make a clause no debt: a wish, a contract's words, what was paid. 参照约定的标准 only
// says how much.
bool supposed(std::string_view clause);

// Whether a sentence speaks of less: 扣除, 调整, a share of responsibility.
bool lessens(std::string_view said);

// Whether a sum of this value stands in the span.
bool stands_in(const CaseView& view, segmenter::Span span, const Exact& value);

// 以291221.78元为基数: a figure to reckon with, not to pay.
bool is_base(const CaseView& view, const Number& number);

}  // namespace proviso::tasks
