// The rows of a softmax, written over vector types (declared in kernels.h).
#include <algorithm>
#include <cstring>
#include <limits>

#include "model/kernels.h"
#include "model/vector.h"

namespace proviso::model::kernels {
namespace {

constexpr float kLowest = -std::numeric_limits<float>::infinity();

// x ← e^x for x ≤ 0 within 2 units in the last place; 0 below −87.7, so that −∞ gives exactly 0.
template <class V>
PROVISO_INLINE void exp_nonpositive(V& x) {
  typedef std::uint32_t Bits __attribute__((vector_size(sizeof(V))));
  const V lowest = V{} - 88.0F;
  x = x > lowest ? x : lowest;
  // Adding 1.5·2^23 rounds to an integer and leaves it, with the exponent's offset of 127, in the
  // lowest bits: shifted into place they are 2^n, and 0 for n = −127.
  constexpr float kRound = 12582912.0F + 127.0F;
  const V shifted = x * 1.44269504F + kRound;
  const V n = shifted - kRound;
  V r = x - n * 0.693359375F;
  r -= n * -2.12194440e-4F;
  V p = r * 1.9875691500e-4F + 1.3981999507e-3F;
  p = p * r + 8.3334519073e-3F;
  p = p * r + 4.1665795894e-2F;
  p = p * r + 1.6666665459e-1F;
  p = p * r + 5.0000001201e-1F;
  p = p * (r * r) + (r + 1.0F);
  Bits bits;
  std::memcpy(&bits, &shifted, sizeof(V));
  bits <<= 23;
  V power;
  std::memcpy(&power, &bits, sizeof(V));
  x = p * power;
}

template <class V>
PROVISO_INLINE float sum_of(const V& x) {
  float cells[kLanes<V>], sum = 0;
  save(x, cells);
  for (const float cell : cells) sum += cell;
  return sum;
}

template <class V>
PROVISO_INLINE float greatest(const V& x) {
  float cells[kLanes<V>];
  save(x, cells);
  return *std::max_element(cells, cells + kLanes<V>);
}

// The last cells of a row, filled up with −∞.
template <class V>
PROVISO_INLINE void load_last(const float* p, std::int64_t n, V& out) {
  float cells[kLanes<V>];
  std::fill_n(cells, kLanes<V>, kLowest);
  std::copy_n(p, n, cells);
  load(cells, out);
}

template <class V>
PROVISO_INLINE float add_scores_with(float* score, const float* position, const float* bias,
                                     std::int64_t n) {
  V top = V{} + kLowest;
  std::int64_t j = 0;
  for (; j + kLanes<V> <= n; j += kLanes<V>) {
    V s, p, b;
    load(score + j, s);
    load(position + j, p);
    load(bias + j, b);
    s = s + p + b;
    save(s, score + j);
    top = s > top ? s : top;
  }
  float last = greatest(top);
  for (; j < n; ++j) {
    score[j] = score[j] + position[j] + bias[j];
    last = std::max(last, score[j]);
  }
  return last;
}

template <class V>
PROVISO_INLINE float exponentials_with(float* score, std::int64_t n, float top) {
  V sum{};
  std::int64_t j = 0;
  for (; j + kLanes<V> <= n; j += kLanes<V>) {
    V x;
    load(score + j, x);
    x -= top;
    exp_nonpositive(x);
    save(x, score + j);
    sum += x;
  }
  if (j < n) {
    V x;
    float cells[kLanes<V>];
    load_last(score + j, n - j, x);
    x -= top;
    exp_nonpositive(x);
    save(x, cells);
    std::copy_n(cells, n - j, score + j);
    sum += x;
  }
  return sum_of(sum);
}

template <class V>
PROVISO_INLINE LogSum log_sum_with(const float* logits, std::int64_t n) {
  V highest = V{} + kLowest, sum{}, x;
  std::int64_t j = 0;
  for (; j + kLanes<V> <= n; j += kLanes<V>) {
    load(logits + j, x);
    highest = x > highest ? x : highest;
  }
  if (j < n) {
    load_last(logits + j, n - j, x);
    highest = x > highest ? x : highest;
  }
  const float top = greatest(highest);
  for (j = 0; j < n; j += kLanes<V>) {
    if (j + kLanes<V> <= n) {
      load(logits + j, x);
    } else {
      load_last(logits + j, n - j, x);
    }
    x -= top;
    exp_nonpositive(x);
    sum += x;
  }
  return {top, sum_of(sum)};
}

float add_scores_baseline(float* s, const float* p, const float* b, std::int64_t n) {
  return add_scores_with<Vector32>(s, p, b, n);
}
PROVISO_AVX2 float add_scores_avx2(float* s, const float* p, const float* b, std::int64_t n) {
  return add_scores_with<Vector32>(s, p, b, n);
}
PROVISO_AVX512 float add_scores_avx512(float* s, const float* p, const float* b, std::int64_t n) {
  return add_scores_with<Vector64>(s, p, b, n);
}
float exponentials_baseline(float* s, std::int64_t n, float top) {
  return exponentials_with<Vector32>(s, n, top);
}
PROVISO_AVX2 float exponentials_avx2(float* s, std::int64_t n, float top) {
  return exponentials_with<Vector32>(s, n, top);
}
PROVISO_AVX512 float exponentials_avx512(float* s, std::int64_t n, float top) {
  return exponentials_with<Vector64>(s, n, top);
}
LogSum log_sum_baseline(const float* logits, std::int64_t n) {
  return log_sum_with<Vector32>(logits, n);
}
PROVISO_AVX2 LogSum log_sum_avx2(const float* logits, std::int64_t n) {
  return log_sum_with<Vector32>(logits, n);
}
PROVISO_AVX512 LogSum log_sum_avx512(const float* logits, std::int64_t n) {
  return log_sum_with<Vector64>(logits, n);
}

}  // namespace

float add_scores(float* score, const float* position, const float* bias, std::int64_t n) {
  static const auto run = pick(add_scores_baseline, add_scores_avx2, add_scores_avx512);
  return run(score, position, bias, n);
}

float exponentials(float* score, std::int64_t n, float top) {
  static const auto run = pick(exponentials_baseline, exponentials_avx2, exponentials_avx512);
  return run(score, n, top);
}

LogSum log_sum(const float* logits, std::int64_t n) {
  static const auto run = pick(log_sum_baseline, log_sum_avx2, log_sum_avx512);
  return run(logits, n);
}

}  // namespace proviso::model::kernels
