// SentencePiece unigram pieces with exact byte offsets.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"

namespace proviso::segmenter {

class TokenizerError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Pieces {
  std::vector<std::int32_t> ids;
  std::vector<Span> spans;  // one per id, tiling the text given; byte pieces of one character share its last span
};

// Immutable after loading; safe to use from several threads.
class Tokenizer {
 public:
  // Throws TokenizerError naming the file.
  static Tokenizer load(const std::filesystem::path& file);
  Tokenizer(Tokenizer&&) noexcept;
  Tokenizer& operator=(Tokenizer&&) noexcept;
  ~Tokenizer();

  Pieces encode(std::string_view text) const;
  std::string decode(const std::vector<std::int32_t>& ids) const;
  std::int32_t vocab_size() const;
  const std::string& sha256() const;  // of the file

 private:
  struct Impl;
  explicit Tokenizer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

struct TokenizerOptions {
  int vocab_size = 16000;
  double character_coverage = 0.9998;
  std::uint64_t seed = 1;
  int threads = 2;
};

// Trains a unigram vocabulary on `texts` (whole documents) and writes it to `file`: identity normaliser, no dummy
// prefix, no whitespace removal, '\n' a symbol of its own, byte fallback, digits split. Throws TokenizerError.
void train_tokenizer(const std::vector<std::string>& texts, const TokenizerOptions& options,
                     const std::filesystem::path& file);

}  // namespace proviso::segmenter
