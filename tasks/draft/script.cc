#include "tasks/draft/script.h"

#include <string>

#include "segmenter/utf8.h"

namespace proviso::tasks {
namespace {

bool valid_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t size = lead < 0x80   ? 1
                             : lead < 0xC2 ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                                           : 4;
    if (size == 0 || at + size > text.size()) return false;
    for (std::size_t i = 1; i < size; ++i) {
      if ((static_cast<unsigned char>(text[at + i]) & 0xC0) != 0x80) return false;
    }
    at += size;
  }
  return true;
}

bool is_text(std::string_view piece) {
  return !piece.empty() && valid_utf8(piece) && piece.find("\u2047") == std::string_view::npos &&
         piece.find("\uFFFD") == std::string_view::npos;
}

bool latin(char32_t c) {
  return (c >= U'A' && c <= U'Z') || (c >= U'a' && c <= U'z') || (c >= 0xC0 && c <= 0x24F);
}

// Han, their punctuation, and full-width forms.
bool chinese_sign(char32_t c) {
  return c >= 0x2E80 && c <= 0xFFEF;
}

bool letter(char32_t c) {
  return latin(c) || (c >= 0x3400 && c <= 0x9FFF) || c == U'〇';
}

bool holds(std::string_view piece, bool (*sign)(char32_t)) {
  for (std::size_t at = 0; at < piece.size(); at = segmenter::next(piece, at)) {
    if (sign(segmenter::code_point(piece, at))) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> spelled_pieces(const segmenter::Tokenizer& tokenizer) {
  std::vector<std::string> out;
  for (std::int32_t id = 0; id < tokenizer.vocab_size(); ++id)
    out.push_back(tokenizer.decode({id}));
  return out;
}

std::vector<bool> barred_pieces(std::span<const std::string> pieces, std::string_view prompt,
                                bool chinese) {
  std::vector<bool> out;
  for (const std::string& piece : pieces) {
    const bool foreign = is_text(piece) && holds(piece, chinese ? latin : chinese_sign) &&
                         prompt.find(piece) == std::string_view::npos;
    out.push_back(!is_text(piece) || foreign);
  }
  return out;
}

std::vector<bool> pieces_without_letters(std::span<const std::string> pieces) {
  std::vector<bool> out;
  for (const std::string& piece : pieces) out.push_back(!holds(piece, letter));
  return out;
}

std::size_t letterless_end(std::string_view text) {
  std::size_t at = text.size();
  while (at > 0) {
    const std::size_t start = segmenter::previous(text, at);
    if (letter(segmenter::code_point(text, start))) break;
    at = start;
  }
  return text.size() - at;
}

}  // namespace proviso::tasks
