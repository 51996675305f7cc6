#include "model/kernels.h"

#include <bit>
#include <cmath>
#include <limits>

// One source, several instruction sets: the loader picks the clone. Sanitized builds cannot run the
// resolver early.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define PROVISO_CLONES \
  __attribute__((target_clones("default", "arch=haswell", "arch=skylake-avx512")))
#else
#define PROVISO_CLONES
#endif
#define PROVISO_INLINE inline __attribute__((always_inline))

namespace proviso::model::kernels {
namespace {

// e^x for x ≤ 0 within 2 units in the last place; 0 below −87, so that −∞ gives exactly 0.
PROVISO_INLINE float exp_nonpositive(float x) {
  const float clamped = x > -87.0F ? x : -87.0F;
  constexpr float kRound = 12582912.0F;  // 1.5·2^23: adding and taking it away rounds to an integer
  const float n = (clamped * 1.44269504F + kRound) - kRound;
  float r = clamped - n * 0.693359375F;
  r -= n * -2.12194440e-4F;
  float p = 1.9875691500e-4F;
  p = p * r + 1.3981999507e-3F;
  p = p * r + 8.3334519073e-3F;
  p = p * r + 4.1665795894e-2F;
  p = p * r + 1.6666665459e-1F;
  p = p * r + 5.0000001201e-1F;
  p = p * r * r + r + 1.0F;
  const float power = std::bit_cast<float>((static_cast<std::int32_t>(n) + 127) << 23);
  return x > -87.0F ? p * power : 0.0F;
}

PROVISO_INLINE std::uint32_t hash(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352dU;
  x ^= x >> 15;
  x *= 0x846ca68bU;
  return x ^ (x >> 16);
}

PROVISO_INLINE bool kept(std::uint32_t low, std::uint32_t high, std::uint32_t j,
                         std::uint32_t threshold) {
  return hash((j * 0x9E3779B9U + low) ^ high) >= threshold;
}

std::uint32_t threshold_of(double rate) {
  return static_cast<std::uint32_t>(rate * 4294967295.0);
}

}  // namespace

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  std::uint64_t z = a + 0x9E3779B97F4A7C15ULL * (b + 1);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

PROVISO_CLONES void attention_row_backward(float* weight, std::int64_t n, std::int64_t first,
                                           float inverse, float delta, const Dropout& dropout,
                                           float* grad, float* shifted, float* bias_grad) {
  if (dropout.rate <= 0) {
#pragma omp simd
    for (std::int64_t j = 0; j < n; ++j) {
      const float p = weight[j] * inverse;
      const float d = p * (grad[j] - delta);
      weight[j] = p;
      bias_grad[j] += d;
      grad[j] = d;
      shifted[j] = d;
    }
    return;
  }
  const std::uint32_t threshold = threshold_of(dropout.rate);
  const auto low = static_cast<std::uint32_t>(dropout.key);
  const auto high = static_cast<std::uint32_t>(dropout.key >> 32);
  const auto offset = static_cast<std::uint32_t>(first);
  const float factor = 1.0F / (1.0F - static_cast<float>(dropout.rate));
#pragma omp simd
  for (std::int64_t j = 0; j < n; ++j) {
    const float p = weight[j] * inverse;
    const float scale =
        kept(low, high, static_cast<std::uint32_t>(j) + offset, threshold) ? factor : 0.0F;
    const float d = p * (grad[j] * scale - delta);
    weight[j] = p * scale;
    bias_grad[j] += d;
    grad[j] = d;
    shifted[j] = d;
  }
}

PROVISO_CLONES double cross_entropy_row(float* logits, std::int64_t n, std::int64_t target,
                                        float weight) {
  float top = -std::numeric_limits<float>::infinity();
#pragma omp simd reduction(max : top)
  for (std::int64_t j = 0; j < n; ++j) top = logits[j] > top ? logits[j] : top;
  const float wanted = logits[target];
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::int64_t j = 0; j < n; ++j) {
    const float e = exp_nonpositive(logits[j] - top);
    logits[j] = e;
    sum += e;
  }
  const float factor = weight / sum;
#pragma omp simd
  for (std::int64_t j = 0; j < n; ++j) logits[j] *= factor;
  logits[target] -= weight;
  return std::log(static_cast<double>(sum)) + static_cast<double>(top) -
         static_cast<double>(wanted);
}

PROVISO_CLONES double cross_entropy_loss(const float* logits, std::int64_t n, std::int64_t target) {
  float top = -std::numeric_limits<float>::infinity();
#pragma omp simd reduction(max : top)
  for (std::int64_t j = 0; j < n; ++j) top = logits[j] > top ? logits[j] : top;
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::int64_t j = 0; j < n; ++j) sum += exp_nonpositive(logits[j] - top);
  return std::log(static_cast<double>(sum)) + static_cast<double>(top) -
         static_cast<double>(logits[target]);
}

namespace {

PROVISO_INLINE void norm(const float* x, float sum, const float* weight, const float* shift,
                         std::int64_t n, float epsilon, float* out) {
  const auto count = static_cast<float>(n);
  const float mean = sum / count;
  float squares = 0;
#pragma omp simd reduction(+ : squares)
  for (std::int64_t j = 0; j < n; ++j) squares += (x[j] - mean) * (x[j] - mean);
  const float factor = 1.0F / std::sqrt(squares / count + epsilon);
#pragma omp simd
  for (std::int64_t j = 0; j < n; ++j) out[j] = (x[j] - mean) * factor * weight[j] + shift[j];
}

}  // namespace

PROVISO_CLONES void norm_row(const float* x, const float* weight, const float* shift,
                             std::int64_t n, float epsilon, float* out) {
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::int64_t j = 0; j < n; ++j) sum += x[j];
  norm(x, sum, weight, shift, n, epsilon, out);
}

PROVISO_CLONES void add_norm_row(float* x, const float* residual, const float* weight,
                                 const float* shift, std::int64_t n, float epsilon) {
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::int64_t j = 0; j < n; ++j) {
    x[j] += residual[j];
    sum += x[j];
  }
  norm(x, sum, weight, shift, n, epsilon, x);
}

PROVISO_CLONES void gelu_row(float* x, std::int64_t n) {
  // Abramowitz and Stegun 7.1.26: 1 − erf(z) for z ≥ 0.
#pragma omp simd
  for (std::int64_t j = 0; j < n; ++j) {
    const float z = (x[j] < 0 ? -x[j] : x[j]) * 0.70710678F;
    const float t = 1.0F / (1.0F + 0.3275911F * z);
    float p = 1.061405429F * t - 1.453152027F;
    p = p * t + 1.421413741F;
    p = p * t - 0.284496736F;
    p = p * t + 0.254829592F;
    const float half = 0.5F * p * t * exp_nonpositive(-z * z);
    x[j] *= x[j] < 0 ? half : 1.0F - half;
  }
}

PROVISO_CLONES void dropout_row(float* x, std::int64_t n, const Dropout& dropout) {
  const std::uint32_t threshold = threshold_of(dropout.rate);
  const float factor = 1.0F / (1.0F - static_cast<float>(dropout.rate));
  const auto low = static_cast<std::uint32_t>(dropout.key);
  const auto high = static_cast<std::uint32_t>(dropout.key >> 32);
#pragma omp simd
  for (std::int64_t j = 0; j < n; ++j) {
    x[j] = kept(low, high, static_cast<std::uint32_t>(j), threshold) ? x[j] * factor : 0.0F;
  }
}

const char* instruction_set() {
#if defined(__x86_64__) && defined(__GNUC__)
  if (__builtin_cpu_supports("avx512f")) return "AVX-512";
  if (__builtin_cpu_supports("avx2")) return "AVX2";
#endif
  return "baseline";
}

}  // namespace proviso::model::kernels
