#include "model/narrow_matrix.h"

#include <algorithm>
#include <cmath>

#include "model/vector.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#include <immintrin.h>
#define PROVISO_NARROW 1
#endif

namespace proviso::model::kernels {
namespace {

#ifdef PROVISO_NARROW

constexpr int kAbreast = 4;  // panels side by side, or the sums would wait for each other

PROVISO_AVX2 inline __m256 widened(const std::uint16_t* p) {
  return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
}
PROVISO_AVX2 inline __m256 widened(const std::int8_t* p) {
  return _mm256_cvtepi32_ps(
      _mm256_cvtepi8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p))));
}
// (The forms with a mask of ones: GCC 12 takes the plain ones for uninitialised.)
PROVISO_AVX512 inline __m512 widened_512(const std::uint16_t* p) {
  return _mm512_maskz_cvtph_ps(0xFFFF, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)));
}
PROVISO_AVX512 inline __m512 widened_512(const std::int8_t* p) {
  return _mm512_maskz_cvtepi32_ps(
      0xFFFF,
      _mm512_maskz_cvtepi8_epi32(0xFFFF, _mm_loadu_si128(reinterpret_cast<const __m128i*>(p))));
}

// `sums` [panels, kPanel]: x times the panels at `cells`, at most kAbreast of them.
template <class Cell>
PROVISO_AVX2 void sum_avx2(const float* x, std::int64_t in, const Cell* cells, int panel_count,
                           float* sums) {
  __m256 sum[kAbreast][2];
  for (auto& pair : sum) pair[0] = pair[1] = _mm256_setzero_ps();
  if (panel_count == kAbreast) {
    for (std::int64_t i = 0; i < in; ++i) {
      const __m256 factor = _mm256_broadcast_ss(x + i);
#pragma GCC unroll 4
      for (int w = 0; w < kAbreast; ++w) {
        const Cell* row = cells + (w * in + i) * kPanel;
        sum[w][0] = _mm256_fmadd_ps(factor, widened(row), sum[w][0]);
        sum[w][1] = _mm256_fmadd_ps(factor, widened(row + 8), sum[w][1]);
      }
    }
  } else {
    for (int w = 0; w < panel_count; ++w) {
      for (std::int64_t i = 0; i < in; ++i) {
        const __m256 factor = _mm256_broadcast_ss(x + i);
        const Cell* row = cells + (w * in + i) * kPanel;
        sum[w][0] = _mm256_fmadd_ps(factor, widened(row), sum[w][0]);
        sum[w][1] = _mm256_fmadd_ps(factor, widened(row + 8), sum[w][1]);
      }
    }
  }
  for (int w = 0; w < panel_count; ++w) {
    _mm256_storeu_ps(sums + w * kPanel, sum[w][0]);
    _mm256_storeu_ps(sums + w * kPanel + 8, sum[w][1]);
  }
}

template <class Cell>
PROVISO_AVX512 void sum_avx512(const float* x, std::int64_t in, const Cell* cells, int panel_count,
                               float* sums) {
  __m512 sum[kAbreast];
  for (auto& one : sum) one = _mm512_setzero_ps();
  if (panel_count == kAbreast) {
    for (std::int64_t i = 0; i < in; ++i) {
      const __m512 factor = _mm512_set1_ps(x[i]);
#pragma GCC unroll 4
      for (int w = 0; w < kAbreast; ++w)
        sum[w] = _mm512_fmadd_ps(factor, widened_512(cells + (w * in + i) * kPanel), sum[w]);
    }
  } else {
    for (int w = 0; w < panel_count; ++w) {
      for (std::int64_t i = 0; i < in; ++i) {
        sum[w] = _mm512_fmadd_ps(_mm512_set1_ps(x[i]), widened_512(cells + (w * in + i) * kPanel),
                                 sum[w]);
      }
    }
  }
  for (int w = 0; w < panel_count; ++w) _mm512_storeu_ps(sums + w * kPanel, sum[w]);
}

bool usable() {
  return instruction_set_here() != InstructionSet::kBaseline && __builtin_cpu_supports("f16c");
}

template <class Cell>
void sum_panels(const float* x, std::int64_t in, const Cell* cells, int panel_count, float* sums) {
  static const bool wide = instruction_set_here() == InstructionSet::kAvx512;
  if (wide) {
    sum_avx512(x, in, cells, panel_count, sums);
  } else {
    sum_avx2(x, in, cells, panel_count, sums);
  }
}

// The `count` numbers at `from`, a multiple of 8, as halves; false where one is none exactly.
PROVISO_AVX2 bool to_halves(const float* from, std::size_t count, std::uint16_t* to) {
  __m256 all_same = _mm256_castsi256_ps(_mm256_set1_epi32(-1));
  for (std::size_t i = 0; i < count; i += 8) {
    const __m256 wide = _mm256_loadu_ps(from + i);
    const __m128i half = _mm256_cvtps_ph(wide, _MM_FROUND_TO_NEAREST_INT);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + i), half);
    all_same = _mm256_and_ps(all_same, _mm256_cmp_ps(_mm256_cvtph_ps(half), wide, _CMP_EQ_OQ));
  }
  return _mm256_movemask_ps(all_same) == 0xFF;
}

#else

constexpr int kAbreast = 1;

bool usable() {
  return false;
}
template <class Cell>
void sum_panels(const float*, std::int64_t, const Cell*, int, float*) {}
bool to_halves(const float*, std::size_t, std::uint16_t*) {
  return false;
}

#endif

}  // namespace

std::optional<NarrowMatrix> NarrowMatrix::halves(const PackedMatrix& exact) {
  if (!usable()) return std::nullopt;
  static_assert(kPanel % 8 == 0);
  std::vector<std::uint16_t> cells(
      static_cast<std::size_t>(panels(exact.out()) * kPanel * exact.in()));
  if (!to_halves(exact.panel(0), cells.size(), cells.data())) return std::nullopt;
  NarrowMatrix narrow;
  narrow.out_ = exact.out();
  narrow.in_ = exact.in();
  narrow.cells_ = std::move(cells);
  return narrow;
}

std::optional<NarrowMatrix> NarrowMatrix::bytes(const PackedMatrix& exact) {
  if (!usable()) return std::nullopt;
  const float* from = exact.panel(0);
  const std::int64_t in = exact.in(), count = panels(exact.out());
  std::vector<std::int8_t> cells(static_cast<std::size_t>(count * kPanel * in));
  NarrowMatrix narrow;
  narrow.out_ = exact.out();
  narrow.in_ = in;
  narrow.scales_.resize(static_cast<std::size_t>(count * kPanel));
  for (std::int64_t column = 0; column < count * kPanel; ++column) {
    const std::int64_t at = column / kPanel * kPanel * in + column % kPanel;
    float greatest = 0;
    for (std::int64_t i = 0; i < in; ++i)
      greatest = std::max(greatest, std::abs(from[at + i * kPanel]));
    const float scale = greatest / 127;
    narrow.scales_[static_cast<std::size_t>(column)] = scale;
    for (std::int64_t i = 0; greatest > 0 && i < in; ++i) {
      cells[static_cast<std::size_t>(at + i * kPanel)] =
          static_cast<std::int8_t>(std::lround(from[at + i * kPanel] / scale));
    }
  }
  narrow.cells_ = std::move(cells);
  return narrow;
}

void NarrowMatrix::multiply(const float* x, std::int64_t begin, std::int64_t end, const float* bias,
                            bool relu, float* y) const {
  float sums[kAbreast * kPanel];
  for (std::int64_t panel = begin; panel < end; panel += kAbreast) {
    const int count = static_cast<int>(std::min<std::int64_t>(kAbreast, end - panel));
    std::visit(
        [&](const auto& cells) {
          sum_panels(x, in_, cells.data() + panel * kPanel * in_, count, sums);
        },
        cells_);
    const std::int64_t first = panel * kPanel, last = std::min(out_, (panel + count) * kPanel);
    for (std::int64_t c = first; c < last; ++c) {
      float sum = sums[c - first];
      if (!scales_.empty()) sum *= scales_[static_cast<std::size_t>(c)];
      if (bias != nullptr) sum += bias[c];
      y[c] = relu && sum < 0 ? 0 : sum;
    }
  }
}

}  // namespace proviso::model::kernels
