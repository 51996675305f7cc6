#include "model/sentence_encoder.h"

#include <cmath>
#include <string>

#include "model/encoder_weights.h"
#include "model/kernels.h"
#include "model/product.h"

namespace proviso::model {
namespace {

using kernels::Floats;
using kernels::kPanel;
using kernels::panels;
using kernels::Product;

Floats room(std::int64_t cells) {
  return Floats(static_cast<std::size_t>(cells));
}

void multiply(const EncoderLinear& w, const float* x, std::int64_t rows, float* y) {
  Product p = w.weight.times(x, rows, y, w.weight.out());
  p.bias = w.bias.data();
  kernels::parallel_product(p);
}

void add_norm(float* x, const float* residual, std::int64_t rows, const EncoderNorm& norm,
              std::int64_t width, float epsilon) {
  for (std::int64_t t = 0; t < rows; ++t)
    kernels::add_norm_row(x + t * width, residual + t * width, norm.weight.data(),
                          norm.shift.data(), width, epsilon);
}

// Every token attends to every token of its text.
class Attention {
 public:
  Attention(std::int64_t rows, std::int64_t hidden, std::int64_t heads)
      : rows_(rows),
        hidden_(hidden),
        e_(hidden / heads),
        scores_(room(rows * rows)),
        keys_(room(panels(rows) * kPanel * e_)),
        values_(room(panels(e_) * kPanel * rows)) {}

  // qkv [rows, 3·hidden] → out [rows, hidden].
  void run(const float* qkv, float* out) {
    for (std::int64_t first = 0; first < hidden_; first += e_) head(qkv + first, out + first);
  }

 private:
  void head(const float* q, float* out) {
    const std::int64_t stride = 3 * hidden_;
    kernels::pack_columns(q + hidden_, rows_, e_, stride, 0, keys_.data());
    kernels::pack_rows(q + 2 * hidden_, rows_, e_, stride, kPanel * rows_, values_.data());
    kernels::parallel_product({.m = rows_,
                               .n = rows_,
                               .k = e_,
                               .a = q,
                               .lda = stride,
                               .b = keys_.data(),
                               .panel_stride = kPanel * e_,
                               .c = scores_.data(),
                               .ldc = rows_});
    const float scale = 1.0F / std::sqrt(static_cast<float>(e_));
    for (std::int64_t t = 0; t < rows_; ++t) {
      float* row = scores_.data() + t * rows_;
      for (std::int64_t s = 0; s < rows_; ++s) row[s] *= scale;
      const kernels::LogSum sum = kernels::log_sum(row, rows_);
      const float inverse = 1.0F / kernels::exponentials(row, rows_, sum.top);
      for (std::int64_t s = 0; s < rows_; ++s) row[s] *= inverse;
    }
    kernels::parallel_product({.m = rows_,
                               .n = e_,
                               .k = rows_,
                               .a = scores_.data(),
                               .lda = rows_,
                               .b = values_.data(),
                               .panel_stride = kPanel * rows_,
                               .c = out,
                               .ldc = hidden_});
  }

  std::int64_t rows_, hidden_, e_;
  Floats scores_, keys_, values_;
};

}  // namespace

struct SentenceEncoder::Impl {
  EncoderWeights weights;

  std::vector<float> embed(std::span<const std::int32_t> ids) const {
    const auto width = static_cast<std::size_t>(weights.hidden);
    std::vector<float> x(ids.size() * width);
    for (std::size_t t = 0; t < ids.size(); ++t) {
      float* row = x.data() + t * width;
      weights.words.copy(ids[t], row);
      const float* position = weights.position.data() + t * width;
      kernels::add_norm_row(row, position, weights.norm.weight.data(), weights.norm.shift.data(),
                            weights.hidden, weights.epsilon);
    }
    return x;
  }

  std::vector<float> mean(std::span<const std::int32_t> ids) const {
    const std::int64_t rows = std::ssize(ids), h = weights.hidden;
    std::vector<float> x = embed(ids);
    Floats qkv = room(rows * 3 * h), attended = room(rows * h), part = room(rows * h),
           inner = room(rows * weights.inner);
    Attention attention(rows, h, weights.heads);
    for (const EncoderLayer& layer : weights.layers) {
      multiply(layer.qkv, x.data(), rows, qkv.data());
      attention.run(qkv.data(), attended.data());
      multiply(layer.out, attended.data(), rows, part.data());
      add_norm(x.data(), part.data(), rows, layer.attention_norm, h, weights.epsilon);
      multiply(layer.inner, x.data(), rows, inner.data());
      kernels::gelu_row(inner.data(), std::ssize(inner));
      multiply(layer.outer, inner.data(), rows, part.data());
      add_norm(x.data(), part.data(), rows, layer.ffn_norm, h, weights.epsilon);
    }
    std::vector<float> sum(static_cast<std::size_t>(h));
    for (std::size_t i = 0; i < x.size(); ++i) sum[i % sum.size()] += x[i];
    for (float& cell : sum) cell /= static_cast<float>(rows);
    return sum;
  }
};

SentenceEncoder::SentenceEncoder(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
SentenceEncoder::SentenceEncoder(SentenceEncoder&&) noexcept = default;
SentenceEncoder& SentenceEncoder::operator=(SentenceEncoder&&) noexcept = default;
SentenceEncoder::~SentenceEncoder() = default;

SentenceEncoder SentenceEncoder::load(const std::filesystem::path& file) {
  auto impl = std::make_unique<Impl>();
  impl->weights = read_encoder_weights(file);
  return SentenceEncoder(std::move(impl));
}

std::int64_t SentenceEncoder::dim() const {
  return impl_->weights.hidden;
}
std::int64_t SentenceEncoder::max_tokens() const {
  return impl_->weights.positions;
}
std::int64_t SentenceEncoder::vocab_size() const {
  return impl_->weights.words.rows();
}

std::vector<float> SentenceEncoder::mean(std::span<const std::int32_t> ids) const {
  if (ids.empty() || std::ssize(ids) > max_tokens()) {
    throw ModelError(ModelError::Code::kIncompatible,
                     "the encoder takes 1 to " + std::to_string(max_tokens()) + " tokens, not " +
                         std::to_string(ids.size()) + ".");
  }
  for (const std::int32_t id : ids) {
    if (id < 0 || id >= vocab_size()) {
      throw ModelError(ModelError::Code::kIncompatible,
                       "the encoder has no token " + std::to_string(id) + ".");
    }
  }
  return impl_->mean(ids);
}

}  // namespace proviso::model
