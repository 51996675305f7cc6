#include "segmenter/encoder_tokens.h"

#include <fmt/core.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <unordered_map>

#include "segmenter/unigram.h"
#include "segmenter/utf8.h"

namespace proviso::segmenter {

class EncoderTokens::Vocabulary {
 public:
  virtual ~Vocabulary() = default;
  virtual std::vector<std::int32_t> encode(std::string_view text) const = 0;
  std::int32_t first = 0, last = 0, unknown = 0;
};

namespace {

static_assert(std::endian::native == std::endian::little, "the container is little-endian");

void append(char32_t c, std::string& out) {
  if (c < 0x80) {
    out += static_cast<char>(c);
    return;
  }
  if (c < 0x800) {
    out += static_cast<char>(0xC0 | (c >> 6));
  } else {
    if (c < 0x10000) {
      out += static_cast<char>(0xE0 | (c >> 12));
    } else {
      out += static_cast<char>(0xF0 | (c >> 18));
      out += static_cast<char>(0x80 | ((c >> 12) & 0x3F));
    }
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
  }
  out += static_cast<char>(0x80 | (c & 0x3F));
}

std::string read_file(const std::filesystem::path& file, std::size_t most) {
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  if (!in) throw TokenizerError(fmt::format("{}: cannot be read", file.string()));
  std::string bytes(std::min(most, static_cast<std::size_t>(in.tellg())), '\0');
  in.seekg(0);
  in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return bytes;
}

// ---- XLM-R's pieces --------------------------------------------------------------------------

constexpr std::string_view kSpace = "\u2581";
constexpr std::int32_t kMostPieces = 1 << 21;

// The container's front part, read from front to end.
class Cursor {
 public:
  Cursor(std::string_view bytes, const std::filesystem::path& file) : rest_(bytes), file_(file) {}
  template <class T>
  T number() {
    T value;
    std::memcpy(&value, take(sizeof(T)).data(), sizeof(T));
    return value;
  }
  template <class T>
  std::vector<T> numbers(std::size_t count) {
    std::vector<T> out(count);
    std::memcpy(out.data(), take(count * sizeof(T)).data(), count * sizeof(T));
    return out;
  }
  std::string_view take(std::size_t size) {
    if (size > rest_.size()) damaged();
    const std::string_view out = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return out;
  }
  [[noreturn]] void damaged() const {
    throw TokenizerError(
        fmt::format("{}: not a whole vocabulary; fetch the encoders anew: ./dev setup encoders",
                    file_.string()));
  }

 private:
  std::string_view rest_;
  const std::filesystem::path& file_;
};

class UnigramVocabulary : public EncoderTokens::Vocabulary {
 public:
  UnigramVocabulary(std::vector<std::string> pieces, const std::vector<std::int32_t>& ids,
                    std::vector<float> scores,
                    std::unordered_map<char32_t, std::vector<char32_t>> folded)
      : trie_(pieces, ids), scores_(std::move(scores)), folded_(std::move(folded)) {
    unknown_score_ = *std::min_element(scores_.begin(), scores_.end()) - 10.0F;
  }

  std::vector<std::int32_t> encode(std::string_view text) const override {
    return best_path(folded(text));
  }

 private:
  // One space in place of several, ▁ in place of a space, one before the text.
  std::string folded(std::string_view text) const {
    std::string out(kSpace);
    bool space = true;
    const auto put = [&](char32_t c) {
      if (c != U' ') {
        append(c, out);
      } else if (!space) {
        out += kSpace;
      }
      space = c == U' ';
    };
    for (std::size_t at = 0; at < text.size(); at = next(text, at)) {
      const char32_t c = code_point(text, at);
      const auto found = folded_.find(c);
      if (found == folded_.end()) {
        put(c);
      } else {
        for (const char32_t one : found->second) put(one);
      }
    }
    return out;
  }

  std::vector<std::int32_t> best_path(const std::string& text) const {
    constexpr float kNever = -std::numeric_limits<float>::infinity();
    struct End {
      float score = kNever;
      std::size_t start = 0;
      std::int32_t id = 0;
    };
    std::vector<End> ends(text.size() + 1);
    ends[0].score = 0;
    const auto reach = [&](std::size_t end, float score, std::size_t start, std::int32_t id) {
      if (score > ends[end].score) ends[end] = {score, start, id};
    };
    for (std::size_t start = 0; start < text.size(); start = next(text, start)) {
      if (ends[start].score == kNever) continue;
      std::uint32_t node = PieceTrie::kRoot;
      for (std::size_t at = start; at < text.size();) {
        node = trie_.step(node, static_cast<unsigned char>(text[at++]));
        if (node == PieceTrie::kNowhere) break;
        if (const std::int32_t id = trie_.value(node); id >= 0)
          reach(at, ends[start].score + scores_[static_cast<std::size_t>(id)], start, id);
      }
      reach(next(text, start), ends[start].score + unknown_score_, start, unknown);
    }
    std::vector<std::int32_t> ids;
    for (std::size_t at = text.size(); at > 0; at = ends[at].start) ids.push_back(ends[at].id);
    std::reverse(ids.begin(), ids.end());
    return ids;
  }

  PieceTrie trie_;
  std::vector<float> scores_;  // by id
  float unknown_score_;
  std::unordered_map<char32_t, std::vector<char32_t>> folded_;
};

// "code point, how many, code points" one behind the other.
std::unordered_map<char32_t, std::vector<char32_t>> read_folding(Cursor cursor,
                                                                 std::int32_t count) {
  std::unordered_map<char32_t, std::vector<char32_t>> map;
  for (std::int32_t i = 0; i < count; ++i) {
    const auto from = cursor.number<std::uint32_t>();
    for (const std::uint32_t to : cursor.numbers<std::uint32_t>(cursor.number<std::uint8_t>())) {
      if (to > 0x10FFFF) cursor.damaged();
      map[from].push_back(to);
    }
    map[from];
  }
  return map;
}

// ---- BERT's word pieces ----------------------------------------------------------------------

bool is_chinese(UChar32 c) {
  return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) ||
         (c >= 0x20000 && c <= 0x2CEAF) || (c >= 0xF900 && c <= 0xFAFF) ||
         (c >= 0x2F800 && c <= 0x2FA1F);
}
bool is_punctuation(UChar32 c) {
  const bool ascii = (c >= 33 && c <= 47) || (c >= 58 && c <= 64) || (c >= 91 && c <= 96) ||
                     (c >= 123 && c <= 126);
  return ascii || u_ispunct(c) != 0;
}
bool is_space(UChar32 c) {
  return c == '\t' || c == '\n' || c == '\r' || u_charType(c) == U_SPACE_SEPARATOR;
}
bool is_dropped(UChar32 c) {
  constexpr std::uint32_t kControl = U_GC_CC_MASK | U_GC_CF_MASK | U_GC_CO_MASK | U_GC_CS_MASK;
  return c == 0 || c == 0xFFFD || (U_GET_GC_MASK(c) & kControl) != 0;
}

class WordPieces : public EncoderTokens::Vocabulary {
 public:
  explicit WordPieces(std::unordered_map<std::string, std::int32_t> ids) : ids_(std::move(ids)) {}

  std::vector<std::int32_t> encode(std::string_view text) const override {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* decompose = icu::Normalizer2::getNFDInstance(status);
    const icu::UnicodeString whole = icu::UnicodeString::fromUTF8(
        icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
    const icu::UnicodeString parts =
        U_SUCCESS(status) ? decompose->normalize(whole, status) : whole;
    std::vector<std::int32_t> out;
    std::string word;
    const auto end_word = [&] {
      if (!word.empty()) add_word(word, out);
      word.clear();
    };
    for (std::int32_t i = 0; i < parts.length(); i = parts.moveIndex32(i, 1)) {
      const UChar32 c = parts.char32At(i);
      if (is_space(c)) {
        end_word();
      } else if (is_dropped(c) || u_charType(c) == U_NON_SPACING_MARK) {
        continue;
      } else if (is_chinese(c) || is_punctuation(c)) {
        end_word();
        append(static_cast<char32_t>(c), word);
        end_word();
      } else {
        append(static_cast<char32_t>(u_tolower(c)), word);
      }
    }
    end_word();
    return out;
  }

 private:
  void add_word(const std::string& word, std::vector<std::int32_t>& out) const {
    constexpr std::size_t kLongest = 100;  // code points; BERT's own bound
    const std::size_t before = out.size();
    std::size_t start = 0;
    while (start < word.size() && length(word) <= kLongest) {
      std::size_t end = word.size();
      auto found = ids_.end();
      for (; end > start; end = previous(word, end)) {
        found = ids_.find((start > 0 ? "##" : "") + word.substr(start, end - start));
        if (found != ids_.end()) break;
      }
      if (end == start) break;
      out.push_back(found->second);
      start = end;
    }
    if (start == word.size()) return;
    out.resize(before);
    out.push_back(unknown);
  }

  std::unordered_map<std::string, std::int32_t> ids_;
};

}  // namespace

EncoderTokens::EncoderTokens(std::unique_ptr<Vocabulary> vocabulary)
    : vocabulary_(std::move(vocabulary)) {}
EncoderTokens::EncoderTokens(EncoderTokens&&) noexcept = default;
EncoderTokens& EncoderTokens::operator=(EncoderTokens&&) noexcept = default;
EncoderTokens::~EncoderTokens() = default;

EncoderTokens EncoderTokens::load_unigram(const std::filesystem::path& file) {
  constexpr std::size_t kMostBytes = std::size_t{64} << 20;  // the vocabulary stands in front
  const std::string bytes = read_file(file, kMostBytes);
  Cursor cursor(bytes, file);
  if (cursor.take(4) != "E5S1") cursor.damaged();
  cursor.take(4 + 7 * 4 + 8);  // version and shape: model/ reads them
  const auto count = cursor.number<std::int32_t>();
  if (count < 5 || count > kMostPieces) cursor.damaged();
  const auto special = cursor.numbers<std::int32_t>(4);  // begin, end, padding, unknown
  for (const std::int32_t id : special) {
    if (id < 0 || id >= count) cursor.damaged();
  }
  const auto text_size = cursor.number<std::uint64_t>();
  const auto n = static_cast<std::size_t>(count);
  const auto offsets = cursor.numbers<std::uint32_t>(n + 1);
  auto scores = cursor.numbers<float>(n);
  const std::string_view text = cursor.take(text_size);
  const auto folds = cursor.number<std::int32_t>();
  const auto fold_bytes = cursor.number<std::uint32_t>();
  auto folding = read_folding(Cursor(cursor.take(fold_bytes), file), folds);

  std::vector<std::string> pieces;
  std::vector<std::int32_t> ids;
  for (std::size_t i = 0; i < n; ++i) {
    if (offsets[i] > offsets[i + 1] || offsets[i + 1] > text.size()) cursor.damaged();
    const auto id = static_cast<std::int32_t>(i);
    const std::string_view piece = text.substr(offsets[i], offsets[i + 1] - offsets[i]);
    const bool is_special = std::find(special.begin(), special.end(), id) != special.end();
    if (is_special || piece.empty() || piece == "<mask>") continue;
    pieces.emplace_back(piece);
    ids.push_back(id);
  }
  auto vocabulary = std::make_unique<UnigramVocabulary>(std::move(pieces), ids, std::move(scores),
                                                        std::move(folding));
  vocabulary->first = special[0];
  vocabulary->last = special[1];
  vocabulary->unknown = special[3];
  return EncoderTokens(std::move(vocabulary));
}

EncoderTokens EncoderTokens::load_word_pieces(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw TokenizerError(fmt::format("{}: cannot be read", file.string()));
  std::unordered_map<std::string, std::int32_t> ids;
  std::int32_t id = 0;
  for (std::string line; id < kMostPieces && std::getline(in, line); ++id) ids.emplace(line, id);
  const auto special = [&](const char* name) {
    const auto found = ids.find(name);
    if (found == ids.end()) {
      throw TokenizerError(
          fmt::format("{}: not BERT's vocabulary: no line {}", file.string(), name));
    }
    return found->second;
  };
  const std::int32_t first = special("[CLS]"), last = special("[SEP]"), unknown = special("[UNK]");
  auto vocabulary = std::make_unique<WordPieces>(std::move(ids));
  vocabulary->first = first;
  vocabulary->last = last;
  vocabulary->unknown = unknown;
  return EncoderTokens(std::move(vocabulary));
}

std::vector<std::int32_t> EncoderTokens::encode(std::string_view text) const {
  return vocabulary_->encode(text);
}
std::int32_t EncoderTokens::first() const {
  return vocabulary_->first;
}
std::int32_t EncoderTokens::last() const {
  return vocabulary_->last;
}

}  // namespace proviso::segmenter
