// Numbers, boxes and transformations as OFD writes them (GB/T 33190-2016, 7.3).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace proviso::ingest {

inline constexpr double kPointsPerMillimetre = 72 / 25.4;

// Millimetres; the standard's ST_Box: "x y width height".
struct OfdBox {
  double x = 0, y = 0, width = 0, height = 0;
};

// x' = a x + c y + e, y' = b x + d y + f: "a b c d e f".
struct OfdMatrix {
  double a = 1, b = 0, c = 0, d = 1, e = 0, f = 0;
};
OfdMatrix then(const OfdMatrix& first, const OfdMatrix& second);

// All numbers of a list divided by spaces or commas, at most `limit`; those that are none are 0,
// and none exceeds a million either way.
std::vector<double> numbers(std::string_view text, std::size_t limit = 1'000'000);
std::optional<OfdBox> box(std::string_view text);
std::optional<OfdMatrix> matrix(std::string_view text);
double real(std::string_view text, double otherwise);

// A list of DeltaX or DeltaY with the repetitions "g n d" written out, at most `limit` values.
std::vector<double> deltas(std::string_view text, std::size_t limit);

}  // namespace proviso::ingest
