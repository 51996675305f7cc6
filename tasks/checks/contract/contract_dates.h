// The dates of a contract and what names them.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "tasks/checks/contract/contract_view.h"
#include "tasks/mentions/english.h"

namespace proviso::tasks::contract {

// Whole days of the calendar or not, in order of place; in Chinese without those inferred.
std::vector<Date> dates_of(const ContractView& contract);

// What a number in figures, English or Chinese words counts; 0 where it is none or above 600.
int count_of(string_view words);

// The day before: a year from October 1 is over on September 30.
Date last_day(Date date);

inline constexpr std::array<string_view, 12> kMonths{
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December"};

// named_dates_en.cc: the date of the contract, of a paper and the Effective Date told twice.
void named_dates_in_english(const ContractView& contract, const std::vector<Date>& dates,
                            std::vector<Finding>& findings);
// counted_dates_en.cc: an end that does not fit the length from the first day, and a row that gives
// another first day than the clauses.
void counted_dates_in_english(const ContractView& contract, const std::vector<Date>& dates,
                              std::vector<Finding>& findings);

}  // namespace proviso::tasks::contract
