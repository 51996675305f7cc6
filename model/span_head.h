// The span head: which of the proposed spans is meant? `tasks/` proposes; this head scores each
// proposal by the reader's token states and by facts about it, and one softmax decides. No LibTorch
// type appears here, and the head knows no law: outputs and facts are numbers.
//
// For the span of a candidate, with h = kSpanHidden, d = the reader's d_model:
//   hidden = tanh(b + Σ_p W_p s_p),  W [kPlaces, d, h] for each group of outputs
//   score  = v_output · hidden + Σ facts f[fact]
// s_p: the states of the span's first and last token, their mean, the token behind the span, the
// mean of the trigger's tokens, and the window's last token. The reader sees no token behind the
// one it reads; the window's last token has read all of them and stands for what follows.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/error.h"

namespace proviso::model {

inline constexpr std::uint32_t kSpanFacts = 1U << 14;  // facts are numbered below this
inline constexpr std::int64_t kSpanHidden = 16, kSpanPlaces = 6;

// Tokens of a window, at least one.
struct TokenRange {
  std::uint32_t begin = 0, end = 0;
};

struct SpanCandidate {
  std::uint32_t output = 0;  // below SpanShape::outputs
  TokenRange span;
  std::vector<std::uint32_t> facts;  // what is the case, each below kSpanFacts
};

// One decision: at most one candidate is right.
struct SpanQuestion {
  std::vector<SpanCandidate> candidates;  // at least one
  TokenRange trigger;
  bool maybe_none = false;  // that none is right is an answer too, with the score 0
};

// What the candidates of its questions point into: the tokens of a few neighbouring sentences.
struct SpanWindow {
  std::vector<float> rows;  // [token, d], row-major; at least one token
  std::vector<SpanQuestion> questions;
};

struct SpanShape {
  std::int64_t d = 0;                // width of a state
  std::vector<std::uint32_t> group;  // [output]: outputs of one group share W; groups from 0 up
  std::int64_t outputs() const { return std::ssize(group); }
  friend bool operator==(const SpanShape&, const SpanShape&) = default;
};

// Immutable; thread-compatible.
class SpanHead {
 public:
  struct Impl;
  // Reads and writes a safetensors file. `settings` are strings kept with the weights. Throws
  // ModelError: kFormat for a damaged file, kIncompatible for other shapes.
  static SpanHead load(const std::filesystem::path& file);
  void save(const std::filesystem::path& file,
            const std::vector<std::pair<std::string, std::string>>& settings) const;
  SpanHead(SpanHead&&) noexcept;
  SpanHead& operator=(SpanHead&&) noexcept;
  ~SpanHead();

  const SpanShape& shape() const;
  std::optional<std::string> setting(const std::string& name) const;

  // [question][candidate]. Throws ModelError (kIncompatible) when the window does not fit.
  std::vector<std::vector<float>> scores(const SpanWindow& window) const;

 private:
  friend SpanHead train_span_head(const SpanShape&, std::span<const struct SpanLesson>,
                                  const struct SpanOptions&);
  explicit SpanHead(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// A window with its answers: [question], an index of its candidates, kNoCandidate where none of
// them is right and the question allows it, kSkip where the answer is not known or not proposed.
inline constexpr std::int32_t kNoCandidate = -1, kSkip = -2;
struct SpanLesson {
  const SpanWindow* window = nullptr;
  std::vector<std::int32_t> answers;
};

struct SpanOptions {
  int passes = 20;
  std::int64_t batch = 16;                      // windows a step
  double learning_rate = 5e-3;                  // peak, falling as a cosine to 0
  double state_decay = 0.1, fact_decay = 0.02;  // AdamW's weight decay
  double state_dropout = 0.3, fact_dropout = 0.1;
  bool states = true;  // false, an ablation: facts alone
  std::uint64_t seed = 1;
};

// Trains a new head; the mean of the questions' cross-entropies is the loss. The same arguments
// give the same weights on the same machine type and thread count. Throws ModelError.
SpanHead train_span_head(const SpanShape& shape, std::span<const SpanLesson> lessons,
                         const SpanOptions& options);

}  // namespace proviso::model
