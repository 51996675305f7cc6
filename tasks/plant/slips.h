// Slips of the hand in figures.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tasks/plant/dice.h"

namespace proviso::tasks::planting {

// An Arabic amount ("12500.50元", "3.5万元") with one digit changed, two neighbours exchanged, a
// digit doubled or lost, 万 put in or lost; empty where the slip drawn does not apply.
std::string slip(std::string_view amount, Dice& dice);

// A bare figure with one digit changed, neighbours exchanged, or a zero lost or doubled.
std::string digit_slip(std::string_view figure, Dice& dice);

// 1,234.50 → 123450 (hundredths); 万 and 亿 behind the figure are multiplied in. Nothing where
// there is a finer fraction or no figure.
std::optional<long long> hundredths(std::string_view amount);
// 123450 → "1234.50", whole numbers without a fraction.
std::string written(long long hundredths);

// Chinese numerals up to 9999: 三百零二 ↔ 302; the formal ones (叁佰) up to 亿 are read too.
std::optional<long long> chinese_number(std::string_view numerals);
std::string in_chinese(int number);
std::string in_capitals(long long number);

}  // namespace proviso::tasks::planting
