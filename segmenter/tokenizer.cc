#include "segmenter/tokenizer.h"

#include <fmt/core.h>
#include <openssl/evp.h>
#include <sentencepiece_processor.h>
#include <sentencepiece_trainer.h>

#include <array>
#include <fstream>
#include <iterator>
#include <optional>
#include <unordered_map>

#include "segmenter/unigram.h"

namespace proviso::segmenter {
namespace {

std::string sha256_hex(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) {
    throw TokenizerError("SHA-256 is not available from libcrypto");
  }
  std::string hex;
  for (unsigned int i = 0; i < size; ++i) hex += fmt::format("{:02x}", digest[i]);
  return hex;
}

std::string read_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw TokenizerError(fmt::format("{}: cannot be read", file.string()));
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

struct Tokenizer::Impl {
  sentencepiece::SentencePieceProcessor processor;
  std::optional<Unigram> unigram;  // the same model, for speed
  std::string sha256;
};

Tokenizer::Tokenizer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;
Tokenizer& Tokenizer::operator=(Tokenizer&&) noexcept = default;
Tokenizer::~Tokenizer() = default;

Tokenizer Tokenizer::load(const std::filesystem::path& file) {
  const std::string bytes = read_file(file);
  auto impl = std::make_unique<Impl>();
  const auto status = impl->processor.LoadFromSerializedProto(bytes);
  if (!status.ok()) {
    throw TokenizerError(
        fmt::format("{}: not a SentencePiece model ({}); make one with 'proviso tokenizer'",
                    file.string(), status.message()));
  }
  impl->unigram = Unigram::parse(bytes);
  impl->sha256 = sha256_hex(bytes);
  Tokenizer tokenizer(std::move(impl));
  // A model with the library's default normaliser or without byte fallback would shift or lose
  // characters. Full width, ligature, doubled and outer spaces, and an unassigned code point bring
  // each of these out.
  constexpr std::string_view kProbe = " ①Ａﬁ  \n\n\U0010FFFE ";
  bool faithful = false;
  try {
    faithful = tokenizer.decode(tokenizer.encode(kProbe).ids) == kProbe;
  } catch (const TokenizerError&) {
    faithful = false;
  }
  if (!faithful) {
    throw TokenizerError(fmt::format(
        "{}: this SentencePiece model changes the text it reads; make one with 'proviso tokenizer'",
        file.string()));
  }
  return tokenizer;
}

Pieces Tokenizer::encode(std::string_view text) const {
  if (!impl_->unigram || !Unigram::takes(text)) return encode_by_library(text);
  std::vector<UnigramPiece> pieces;
  pieces.reserve(text.size() / 2);
  impl_->unigram->encode(text, pieces);
  Pieces out;
  out.ids.reserve(pieces.size());
  out.spans.reserve(pieces.size());
  for (const UnigramPiece& piece : pieces) {
    out.ids.push_back(piece.id);
    out.spans.push_back({piece.start, piece.end});
  }
  return out;
}

Pieces Tokenizer::encode_by_library(std::string_view text) const {
  Pieces out;
  sentencepiece::ImmutableSentencePieceText encoded;
  const auto status = impl_->processor.Encode(text, encoded.mutable_proto());
  if (!status.ok()) throw TokenizerError(fmt::format("SentencePiece: {}", status.message()));
  const std::size_t count = encoded.pieces_size();
  out.ids.reserve(count);
  out.spans.reserve(count);
  std::size_t end = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto piece = encoded.pieces(static_cast<int>(i));
    out.ids.push_back(static_cast<std::int32_t>(piece.id()));
    out.spans.push_back({piece.begin(), piece.end()});
    if (piece.begin() != end || piece.end() < piece.begin()) {
      throw TokenizerError(
          fmt::format("SentencePiece pieces do not tile the text at byte {}", end));
    }
    end = piece.end();
  }
  if (end != text.size())
    throw TokenizerError(fmt::format("SentencePiece left text unread from byte {}", end));
  return out;
}

std::string Tokenizer::decode(const std::vector<std::int32_t>& ids) const {
  for (const std::int32_t id : ids) {
    if (id < 0 || id >= vocab_size()) {
      throw TokenizerError(
          fmt::format("token id {} is outside the vocabulary of {}", id, vocab_size()));
    }
  }
  std::string text;
  const auto status = impl_->processor.Decode(ids, &text);
  if (!status.ok()) throw TokenizerError(fmt::format("SentencePiece: {}", status.message()));
  // A vocabulary trained without a single space spells it in the bytes of its stand-in.
  constexpr std::string_view kSpaceMark = "\u2581";
  std::string spaced;
  spaced.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const bool mark = text.compare(at, kSpaceMark.size(), kSpaceMark) == 0;
    spaced += mark ? ' ' : text[at];
    at += mark ? kSpaceMark.size() : 1;
  }
  return spaced;
}

std::int32_t Tokenizer::vocab_size() const {
  return impl_->processor.GetPieceSize();
}
const std::string& Tokenizer::sha256() const {
  return impl_->sha256;
}

namespace {

// SplitMix64 (Steele, Lea, Flood 2014): one well mixed number for each counter.
std::uint64_t mixed(std::uint64_t counter) {
  std::uint64_t z = counter * 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

// Hands the trainer one sentence at a time without copying the corpus. Breaking after 。 and ；,
// which no piece should cross anyway, makes equal sentences meet and keeps the trainer's lattices
// short.
class SentenceFeed : public sentencepiece::SentenceIterator {
 public:
  SentenceFeed(const std::vector<std::string>& texts, const TokenizerOptions& options)
      : texts_(texts), seed_(options.seed) {
    std::size_t bytes = 0;
    for (const std::string& text : texts) bytes += text.size();
    if (bytes > options.max_bytes) {
      keep_below_ = static_cast<double>(options.max_bytes) / static_cast<double>(bytes);
    }
    Next();
  }
  bool done() const override { return done_; }
  const std::string& value() const override { return value_; }
  sentencepiece::util::Status status() const override { return {}; }

  void Next() override {
    while (text_ < texts_.size()) {
      if (at_ >= texts_[text_].size()) {
        ++text_;
        at_ = 0;
        continue;
      }
      take_one();
      constexpr double kScale = 1.0 / 18446744073709551616.0;  // 2^-64
      const bool kept = static_cast<double>(mixed(seed_ + ++drawn_)) * kScale < keep_below_;
      if (kept && !value_.empty()) return;
    }
    done_ = true;
  }

 private:
  void take_one() {
    constexpr std::array<std::string_view, 3> kStops{"\n", "。", "；"};
    const std::string_view text = texts_[text_];
    std::size_t end = text.size();
    for (const std::string_view stop : kStops) {
      const std::size_t found = text.substr(at_, end - at_).find(stop);
      if (found != std::string_view::npos) end = at_ + found + stop.size();
    }
    value_.assign(text.substr(at_, end - at_));
    // The trainer refuses NUL and reserves tab and U+2585 for itself.
    std::erase_if(value_, [](char c) { return c == '\n' || c == '\0' || c == '\t'; });
    for (std::size_t bad; (bad = value_.find("\u2585")) != std::string::npos;) value_.erase(bad, 3);
    at_ = end;
  }

  const std::vector<std::string>& texts_;
  std::uint64_t seed_;
  double keep_below_ = 1;
  std::size_t text_ = 0, at_ = 0;
  std::uint64_t drawn_ = 0;
  bool done_ = false;
  std::string value_;
};

}  // namespace

void train_tokenizer(const std::vector<std::string>& texts, const TokenizerOptions& options,
                     const std::filesystem::path& file) {
  SentenceFeed feed(texts, options);
  if (feed.done()) throw TokenizerError("no text to train a tokenizer on");
  const std::unordered_map<std::string, std::string> arguments{
      {"model_type", "unigram"},
      {"vocab_size", fmt::format("{}", options.vocab_size)},
      {"hard_vocab_limit", "false"},
      {"character_coverage", fmt::format("{}", options.character_coverage)},
      {"normalization_rule_name", "identity"},
      {"add_dummy_prefix", "false"},
      {"remove_extra_whitespaces", "false"},
      {"user_defined_symbols", "\n"},
      {"byte_fallback", "true"},
      {"split_digits", "true"},
      // A third of the library's own: halves the time, and 20 candidates remain for each piece.
      {"seed_sentencepiece_size", "300000"},
      {"max_sentence_length", "1000000000"},
      {"num_threads", fmt::format("{}", options.threads)},
      {"minloglevel", "2"},
  };
  std::string model;
  const auto status = sentencepiece::SentencePieceTrainer::Train(arguments, &feed, &model);
  if (!status.ok())
    throw TokenizerError(fmt::format("training the tokenizer failed: {}", status.message()));
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out.write(model.data(), static_cast<std::streamsize>(model.size()));
  if (!out.flush()) throw TokenizerError(fmt::format("{}: cannot be written", file.string()));
}

}  // namespace proviso::segmenter
