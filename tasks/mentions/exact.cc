#include "tasks/mentions/exact.h"

#include <algorithm>

namespace proviso::tasks {
namespace {

Int128 greatest_common_divisor(Int128 a, Int128 b) {
  if (a < 0) a = -a;
  if (b < 0) b = -b;
  while (b != 0) {
    const Int128 rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

std::string digits_of(Int128 value) {
  if (value == 0) return "0";
  std::string digits;
  for (; value > 0; value /= 10)
    digits.push_back(static_cast<char>('0' + static_cast<int>(value % 10)));
  std::reverse(digits.begin(), digits.end());
  return digits;
}

Int128 power_of_ten(int exponent) {
  Int128 power = 1;
  for (int i = 0; i < exponent; ++i) power *= 10;
  return power;
}

int significant_digits(std::string_view digits) {
  const std::size_t last = digits.find_last_not_of('0');
  return last == std::string_view::npos ? 0 : static_cast<int>(last) + 1;
}

bool one_digit_more(std::string_view longer, std::string_view shorter) {
  if (longer.size() != shorter.size() + 1) return false;
  std::size_t i = 0;
  while (i < shorter.size() && longer[i] == shorter[i]) ++i;
  return longer.substr(i + 1) == shorter.substr(i);
}

}  // namespace

std::optional<Exact> Exact::parse(std::string_view digits) {
  if (digits.empty() || digits.size() > 30) return std::nullopt;
  Int128 value = 0;
  Int128 scale = 1;
  bool stop = false;
  bool any = false;
  for (const char c : digits) {
    if (c == '.' && !stop) {
      stop = true;
      continue;
    }
    if (c < '0' || c > '9') return std::nullopt;
    any = true;
    value = value * 10 + (c - '0');
    if (stop) scale *= 10;
  }
  if (!any) return std::nullopt;
  return ratio(value, scale);
}

Exact Exact::ratio(Int128 numerator, Int128 denominator) {
  if (denominator == 0) return invalid();
  const Int128 divisor = greatest_common_divisor(numerator, denominator);
  Exact exact;
  exact.numerator_ = divisor == 0 ? 0 : numerator / divisor;
  exact.denominator_ = divisor == 0 ? 1 : denominator / divisor;
  if (exact.denominator_ < 0) {
    exact.numerator_ = -exact.numerator_;
    exact.denominator_ = -exact.denominator_;
  }
  return exact;
}

Exact Exact::invalid() {
  Exact exact;
  exact.denominator_ = 0;
  return exact;
}

Exact operator+(const Exact& a, const Exact& b) {
  if (!a.valid() || !b.valid()) return Exact::invalid();
  const Int128 divisor = greatest_common_divisor(a.denominator_, b.denominator_);
  Int128 left = 0;
  Int128 right = 0;
  Int128 numerator = 0;
  Int128 denominator = 0;
  if (__builtin_mul_overflow(a.numerator_, b.denominator_ / divisor, &left) ||
      __builtin_mul_overflow(b.numerator_, a.denominator_ / divisor, &right) ||
      __builtin_add_overflow(left, right, &numerator) ||
      __builtin_mul_overflow(a.denominator_ / divisor, b.denominator_, &denominator)) {
    return Exact::invalid();
  }
  return Exact::ratio(numerator, denominator);
}

Exact operator-(const Exact& a, const Exact& b) {
  Exact negated = b;
  negated.numerator_ = -b.numerator_;
  return a + negated;
}

Exact operator*(const Exact& a, const Exact& b) {
  if (!a.valid() || !b.valid()) return Exact::invalid();
  const Exact first = Exact::ratio(a.numerator_, b.denominator_);
  const Exact second = Exact::ratio(b.numerator_, a.denominator_);
  Int128 numerator = 0;
  Int128 denominator = 0;
  if (__builtin_mul_overflow(first.numerator_, second.numerator_, &numerator) ||
      __builtin_mul_overflow(first.denominator_, second.denominator_, &denominator)) {
    return Exact::invalid();
  }
  return Exact::ratio(numerator, denominator);
}

Exact operator/(const Exact& a, const Exact& b) {
  if (!b.valid() || b.numerator_ == 0) return Exact::invalid();
  return a * Exact::ratio(b.denominator_, b.numerator_);
}

bool operator==(const Exact& a, const Exact& b) {
  return a.valid() && b.valid() && a.numerator_ == b.numerator_ && a.denominator_ == b.denominator_;
}

std::partial_ordering operator<=>(const Exact& a, const Exact& b) {
  const Exact difference = a - b;
  if (!difference.valid()) return std::partial_ordering::unordered;
  if (difference.sign() < 0) return std::partial_ordering::less;
  return difference.sign() > 0 ? std::partial_ordering::greater : std::partial_ordering::equivalent;
}

Exact Exact::rounded(int places) const {
  if (!valid()) return *this;
  const Exact scaled = *this * ratio(power_of_ten(places), 1);
  if (!scaled.valid()) return invalid();
  const Int128 magnitude = scaled.numerator_ < 0 ? -scaled.numerator_ : scaled.numerator_;
  Int128 whole = magnitude / scaled.denominator_;
  const Int128 rest = magnitude % scaled.denominator_;
  if (rest >= scaled.denominator_ - rest) ++whole;
  return ratio(scaled.numerator_ < 0 ? -whole : whole, power_of_ten(places));
}

std::string Exact::str(int places, int at_least) const {
  const Exact shown = rounded(places) * ratio(power_of_ten(places), 1);
  if (!shown.valid()) return "?";
  std::string digits = digits_of(shown.numerator_ < 0 ? -shown.numerator_ : shown.numerator_);
  const auto decimals = static_cast<std::size_t>(places);
  if (digits.size() <= decimals) digits.insert(0, decimals + 1 - digits.size(), '0');
  if (places > 0) {
    digits.insert(digits.size() - decimals, 1, '.');
    std::size_t keep = digits.size() - decimals + static_cast<std::size_t>(at_least);
    keep = std::max(keep, digits.find_last_not_of('0') + 1);
    digits.resize(keep);
    if (digits.back() == '.') digits.pop_back();
  }
  return shown.numerator_ < 0 ? "-" + digits : digits;
}

Slip slip_between(const Exact& a, const Exact& b, int significant) {
  if (!a.valid() || !b.valid() || a == b || a.sign() <= 0 || b.sign() <= 0) return Slip::kNone;
  // In fen; in hundredths of them where a digit too many stands behind the stop.
  const bool finer = !(a * 100).is_whole() || !(b * 100).is_whole();
  const Exact fen_a = a * (finer ? 10'000 : 100);
  const Exact fen_b = b * (finer ? 10'000 : 100);
  if (!fen_a.is_whole() || !fen_b.is_whole()) return Slip::kNone;
  const std::string x = fen_a.str(0);
  const std::string y = fen_b.str(0);
  if (significant_digits(x) < significant || significant_digits(y) < significant)
    return Slip::kNone;
  const std::string& longer = x.size() >= y.size() ? x : y;
  const std::string& shorter = x.size() >= y.size() ? y : x;
  if (longer.starts_with(shorter) &&
      longer.find_first_not_of('0', shorter.size()) == std::string::npos &&
      longer.size() <= shorter.size() + 4) {
    return Slip::kShifted;
  }
  if (x.size() == y.size()) {
    std::size_t differing = 0;
    std::size_t first = x.size();
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (x[i] == y[i]) continue;
      if (differing++ == 0) first = i;
    }
    if (differing == 1) return Slip::kDigit;
    if (differing == 2 && x[first] == y[first + 1] && x[first + 1] == y[first])
      return Slip::kTransposed;
    // 249500 for 295000: a digit lost, and the place made good with a nought.
    const std::string p = x.substr(0, static_cast<std::size_t>(significant_digits(x)));
    const std::string q = y.substr(0, static_cast<std::size_t>(significant_digits(y)));
    const bool p_longer = p.size() > q.size();
    return one_digit_more(p_longer ? p : q, p_longer ? q : p) ? Slip::kDropped : Slip::kNone;
  }
  // A digit lost before the stop shows as whole yuan on both sides, so it is looked for among the
  // yuan's digits too.
  if (one_digit_more(longer, shorter)) return Slip::kDropped;
  return Slip::kNone;
}

}  // namespace proviso::tasks
