// Row loops of the fused CPU paths, in plain C++ compiled for several instruction sets and chosen
// at start. They know nothing of tensors: pointers to contiguous floats and lengths. All are pure
// and safe to call in parallel.
#pragma once

#include <cstdint>

namespace proviso::model::kernels {

// 64 random-looking bits of (a, b); the root of all dropout masks: counter based, so that a mask
// depends on what it masks and not on the order of work.
std::uint64_t mix(std::uint64_t a, std::uint64_t b);

// Dropout by counter: element j of a row is dropped when hash(key, j) < rate·2^32.
struct Dropout {
  double rate = 0;
  std::uint64_t key = 0;
};

// One row of attention, backward. p = weight·inverse is the softmax (weight: the exponentials of
// the scores); `grad` holds dL/d(kept_j), kept_j being p_j after dropout. Then weight ← kept, grad
// and `shifted` ← dL/d(score_j), and bias_grad_j gains the same. `delta` = Σ_j kept_j·grad_j (equal
// to output · output gradient). Dropout as in dropout_row over the whole row, of which
// cell 0 is number `first`.
void attention_row_backward(float* weight, std::int64_t n, std::int64_t first, float inverse,
                            float delta, const Dropout& dropout, float* grad, float* shifted,
                            float* bias_grad);

// Replaces logits by softmax(logits) − onehot(target), times `weight`; returns −log
// softmax(logits)[target].
double cross_entropy_row(float* logits, std::int64_t n, std::int64_t target, float weight);
// Returns −log softmax(logits)[target] alone.
double cross_entropy_loss(const float* logits, std::int64_t n, std::int64_t target);

// score_j ← score_j + position_j + bias_j; returns the greatest, −∞ when n is 0.
float add_scores(float* score, const float* position, const float* bias, std::int64_t n);

// score_j ← e^(score_j − top), 0 for −∞; returns the sum. `top` ≥ every score and finite.
float exponentials(float* score, std::int64_t n, float top);

// Greatest of n > 0 logits, and Σ e^(logit − greatest): parts of a long row can be joined.
struct LogSum {
  float top, sum;
};
LogSum log_sum(const float* logits, std::int64_t n);

// Layer norm over n cells: mean 0 and variance 1 (epsilon added), times weight plus shift. out ←
// that of x; x ← that of x + residual.
void norm_row(const float* x, const float* weight, const float* shift, std::int64_t n,
              float epsilon, float* out);
void add_norm_row(float* x, const float* residual, const float* weight, const float* shift,
                  std::int64_t n, float epsilon);

// x_j ← x_j·Φ(x_j), Φ the normal distribution: gelu (Hendrycks and Gimpel, arXiv 1606.08415),
// within 2e-7·|x_j|.
void gelu_row(float* x, std::int64_t n);

// x_j ← x_j kept ? x_j/(1 − rate) : 0, the key being the row's.
void dropout_row(float* x, std::int64_t n, const Dropout& dropout);

// The name of the instruction set the loops run on: "AVX-512", "AVX2" or "baseline".
const char* instruction_set();

}  // namespace proviso::model::kernels
