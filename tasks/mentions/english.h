// Figures and dates of English contracts: numbers in words, money, calendar dates.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"
#include "tasks/mentions/date.h"
#include "tasks/mentions/exact.h"

namespace proviso::tasks {

// "one hundred and twenty-five thousand" -> 125000, in any case. Nothing for anything else (also
// fractions, ordinals and "a hundred").
std::optional<Exact> english_number(std::string_view words);

// $10,000.50, US$ 1.5 million, EUR 200, 20,000 dollars. `span` is in the text, currency and scale
// word included; `currency` is one of USD EUR GBP RMB … as written or by its sign.
struct Money {
  segmenter::Span span;
  Exact value;
  std::string currency;
};
std::vector<Money> find_english_money(std::string_view text);

// January 5, 2020; Jan. 5th, 2020; 5 January 2020; the 5th day of January, 2020. In order of place;
// Date::start and Date::end are left 0 (the text is not folded). Impossible dates are found too.
std::vector<Date> find_english_dates(std::string_view text);

}  // namespace proviso::tasks
