#include "ingest/ofd/geometry.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace proviso::ingest {
namespace {

constexpr std::string_view kBetween = " ,\t\r\n";

// Takes the next word off `text`; empty at its end.
std::string_view word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBetween), text.size()));
  const std::string_view result = text.substr(0, text.find_first_of(kBetween));
  text.remove_prefix(result.size());
  return result;
}

}  // namespace

double real(std::string_view text, double otherwise) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value)) return otherwise;
  return std::clamp(value, -1e6, 1e6);
}

OfdMatrix then(const OfdMatrix& first, const OfdMatrix& second) {
  return {second.a * first.a + second.c * first.b,
          second.b * first.a + second.d * first.b,
          second.a * first.c + second.c * first.d,
          second.b * first.c + second.d * first.d,
          second.a * first.e + second.c * first.f + second.e,
          second.b * first.e + second.d * first.f + second.f};
}

std::vector<double> numbers(std::string_view text, std::size_t limit) {
  std::vector<double> result;
  for (std::string_view next = word(text); !next.empty() && result.size() < limit;
       next = word(text)) {
    result.push_back(real(next, 0));
  }
  return result;
}

std::optional<OfdBox> box(std::string_view text) {
  const std::vector<double> n = numbers(text, 4);
  if (n.size() < 4) return std::nullopt;
  return OfdBox{n[0], n[1], n[2], n[3]};
}

std::optional<OfdMatrix> matrix(std::string_view text) {
  const std::vector<double> n = numbers(text, 6);
  if (n.size() < 6) return std::nullopt;
  return OfdMatrix{n[0], n[1], n[2], n[3], n[4], n[5]};
}

std::vector<double> deltas(std::string_view text, std::size_t limit) {
  std::vector<double> result;
  for (std::string_view next = word(text); !next.empty() && result.size() < limit;
       next = word(text)) {
    if (next != "g") {
      result.push_back(real(next, 0));
      continue;
    }
    const double count = std::max(real(word(text), 0), 0.0);
    const double value = real(word(text), 0);
    const auto times = std::min(static_cast<std::size_t>(count), limit - result.size());
    result.insert(result.end(), times, value);
  }
  return result;
}

}  // namespace proviso::ingest
