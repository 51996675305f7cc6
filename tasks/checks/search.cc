#include "tasks/checks/search.h"

#include <cstring>

namespace proviso::tasks {

std::size_t find_word(std::string_view text, std::string_view word, std::size_t from) {
  constexpr std::size_t kLast = 2;  // of the three bytes of a Chinese character
  if (word.size() <= kLast || static_cast<unsigned char>(word.front()) < 0xE0)
    return text.find(word, from);
  if (from > text.size() || text.size() - from < word.size()) return std::string_view::npos;
  const char* const begin = text.data();
  const char* const end = begin + text.size() - (word.size() - kLast) + 1;
  for (const char* at = begin + from + kLast; at < end; ++at) {
    at = static_cast<const char*>(std::memchr(at, word[kLast], static_cast<std::size_t>(end - at)));
    if (at == nullptr) break;
    if (std::memcmp(at - kLast, word.data(), word.size()) == 0)
      return static_cast<std::size_t>(at - kLast - begin);
  }
  return std::string_view::npos;
}

}  // namespace proviso::tasks
