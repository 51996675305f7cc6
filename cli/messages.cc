#include "cli/messages.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "cli_data.h"

namespace proviso::cli {
namespace {

struct Message {
  std::string_view english, chinese;
};

// Pairs of lines; blank lines and those that begin with '#' are passed over.
const std::vector<Message>& messages() {
  static const std::vector<Message> kMessages = [] {
    std::vector<Message> all;
    std::string_view rest = data::zh, english;
    while (!rest.empty()) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      if (line.empty() || line.starts_with('#')) continue;
      if (english.empty()) {
        english = line;
      } else {
        all.push_back({english, line});
        english = {};
      }
    }
    return all;
  }();
  return kMessages;
}

// Takes the text before the next "{n}" off `pattern`, and the "{n}" too. `n` is 0 at the end.
struct Piece {
  std::string_view text;
  std::size_t n = 0;
};
Piece take(std::string_view& pattern) {
  const std::size_t at = pattern.find('{');
  Piece piece{pattern.substr(0, at), 0};
  if (at == std::string_view::npos) {
    pattern = {};
    return piece;
  }
  const std::size_t end = pattern.find('}', at);
  std::from_chars(pattern.data() + at + 1, pattern.data() + end, piece.n);
  pattern.remove_prefix(end + 1);
  return piece;
}

// What stands in place of {1}, {2}, … where `text` is of the form `pattern`; each as short as can
// be.
std::optional<std::vector<std::string_view>> match(std::string_view pattern,
                                                   std::string_view text) {
  std::vector<std::string_view> values;
  Piece piece = take(pattern);
  if (!text.starts_with(piece.text)) return std::nullopt;
  text.remove_prefix(piece.text.size());
  while (piece.n != 0) {
    piece = take(pattern);
    const bool last = piece.n == 0;
    if (last && !text.ends_with(piece.text)) return std::nullopt;
    const std::size_t at = last ? text.size() - piece.text.size() : text.find(piece.text);
    if (at == std::string_view::npos) return std::nullopt;
    values.push_back(text.substr(0, at));
    text.remove_prefix(at + piece.text.size());
  }
  if (!text.empty()) return std::nullopt;
  return values;
}

std::string chinese(std::string_view english) {
  for (const Message& message : messages()) {
    const auto values = match(message.english, english);
    if (!values) continue;
    std::string result;
    std::string_view pattern = message.chinese;
    while (!pattern.empty()) {
      const Piece piece = take(pattern);
      result += piece.text;
      if (piece.n != 0) result += chinese(values->at(piece.n - 1));
    }
    return result;
  }
  return std::string(english);
}

}  // namespace

std::string message_in(Language language, std::string_view english) {
  return language == Language::kChinese ? chinese(english) : std::string(english);
}

}  // namespace proviso::cli
