// Exact fractions for money and rates: no floating point anywhere between a printed figure and a
// flag.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace proviso::tasks {

__extension__ using Int128 = __int128;

// A fraction in lowest terms with a positive denominator. An operation that would overflow 128
// bits, and a division by zero, give an invalid value, which every later operation keeps: check
// valid() once, at the end.
class Exact {
 public:
  constexpr Exact() = default;
  constexpr Exact(std::int64_t whole)
      : numerator_(whole) {}  // NOLINT: figures read naturally as Exact

  // "1234", "1234.50"; ASCII digits and at most one stop. Nothing for anything else or beyond 30
  // digits.
  static std::optional<Exact> parse(std::string_view digits);
  static Exact ratio(Int128 numerator, Int128 denominator);
  static Exact invalid();

  bool valid() const { return denominator_ != 0; }
  bool is_whole() const { return denominator_ == 1; }
  int sign() const { return numerator_ < 0 ? -1 : numerator_ > 0 ? 1 : 0; }
  Exact abs() const { return sign() < 0 ? Exact(0) - *this : *this; }

  // Decimal digits rounded half away from zero, without trailing zeros beyond `at_least`
  // places: 12.5 -> "12.50" for (2, 2). "?" when invalid.
  std::string str(int places = 2, int at_least = 0) const;
  // Rounded to `places` decimals, half away from zero.
  Exact rounded(int places) const;

  friend Exact operator+(const Exact& a, const Exact& b);
  friend Exact operator-(const Exact& a, const Exact& b);
  friend Exact operator*(const Exact& a, const Exact& b);
  friend Exact operator/(const Exact& a, const Exact& b);
  // Invalid values are equal to nothing, not even to themselves, and ordered with nothing.
  friend bool operator==(const Exact& a, const Exact& b);
  friend std::partial_ordering operator<=>(const Exact& a, const Exact& b);

 private:
  Int128 numerator_ = 0;
  Int128 denominator_ = 1;  // 0: invalid
};

// How two printed figures may have come from one by a slip of the hand.
enum class Slip : std::uint8_t { kNone, kDigit, kTransposed, kDropped, kShifted };

// kDigit: one digit differs; kTransposed: two neighbouring digits changed places; kDropped: one
// digit too many or too few; kShifted: ten, a hundred … ten thousand times as much (a stop or a 万
// lost). Figures are compared in fen, and need at least `significant` significant digits (round
// figures resemble each other by chance). kNone when equal.
Slip slip_between(const Exact& a, const Exact& b, int significant = 3);

}  // namespace proviso::tasks
