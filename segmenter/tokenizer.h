// SentencePiece unigram pieces with exact byte offsets (Kudo 2018, arXiv 1804.10959).
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
  // One per id, in order, tiling the text given; both ends on code-point boundaries. A character
  // without a piece of its own becomes its UTF-8 bytes: the last byte piece covers the character,
  // those before it are empty spans at the character's start.
  std::vector<Span> spans;
};

// Immutable after loading; safe to use from several threads.
class Tokenizer {
 public:
  // Throws TokenizerError naming the file: unreadable, not a SentencePiece model, a normaliser that
  // changes text, no byte fallback, or no piece for '\n'.
  static Tokenizer load(const std::filesystem::path& file);
  Tokenizer(Tokenizer&&) noexcept;
  Tokenizer& operator=(Tokenizer&&) noexcept;
  ~Tokenizer();

  // `text` is valid UTF-8 of any length; '\n' is always a piece of its own. Linear time.
  Pieces encode(std::string_view text) const;
  // The same by the library itself, for models that segmenter/unigram.h does not read; tests hold
  // the two together. Throws TokenizerError.
  Pieces encode_by_library(std::string_view text) const;
  // The text the pieces stand for: equal to what was encoded, but that a literal U+2581 (▁), which
  // SentencePiece uses for the space, comes back as a space. Throws TokenizerError for an id
  // outside the vocabulary.
  std::string decode(const std::vector<std::int32_t>& ids) const;
  std::int32_t vocab_size() const;
  const std::string& sha256() const;  // of the file, lower-case hex

 private:
  struct Impl;
  explicit Tokenizer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

struct TokenizerOptions {
  int vocab_size = 16000;  // at most: a small corpus gives fewer pieces
  double character_coverage = 0.9998;
  std::uint64_t seed = 1;
  int threads = 2;
  // Sentences are drawn at random (by `seed`) when the texts hold more bytes than this. Training
  // needs about 15 times as much memory.
  std::size_t max_bytes = std::size_t{48} << 20;
};

// Trains a unigram vocabulary on `texts` (whole documents, valid UTF-8) and writes it to `file`,
// replacing it: identity normaliser, no dummy prefix, no whitespace removal, '\n' a symbol of its
// own, byte fallback, digits split. The same texts, options and thread count give the same file.
// Throws TokenizerError.
void train_tokenizer(const std::vector<std::string>& texts, const TokenizerOptions& options,
                     const std::filesystem::path& file);

}  // namespace proviso::segmenter
