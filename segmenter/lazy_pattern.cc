#include "segmenter/lazy_pattern.h"

#include <fmt/core.h>

#include <stdexcept>
#include <string_view>

namespace proviso::segmenter {

LazyPattern::LazyPattern(std::string source) : source_(std::move(source)) {
  const std::string_view pattern = source_;
  int depth = 0;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\') {
      ++i;
    } else if (pattern[i] == '[') {
      i += i + 1 < pattern.size() && pattern[i + 1] == '^' ? 2 : 1;
      if (i < pattern.size() && pattern[i] == ']') ++i;  // the first is a character of the class
      for (; i < pattern.size() && pattern[i] != ']'; ++i) i += pattern[i] == '\\' ? 1 : 0;
      if (i >= pattern.size()) throw std::runtime_error("missing ]");
    } else if (pattern[i] == '(') {
      ++depth;
      constexpr std::string_view kNamed = "(?P<";
      const bool named = pattern.substr(i).starts_with(kNamed);
      if (!named && pattern.substr(i).starts_with("(?")) continue;
      ++groups_;
      if (!named) continue;
      const std::size_t begin = i + kNamed.size();
      const std::size_t end = pattern.find('>', begin);
      if (end == std::string_view::npos) throw std::runtime_error("missing >");
      names_.emplace_back(groups_, pattern.substr(begin, end - begin));
    } else if (pattern[i] == ')' && --depth < 0) {
      throw std::runtime_error("missing (");
    }
  }
  if (depth != 0) throw std::runtime_error("missing )");
  if (groups_ >= kMaxGroups) throw std::runtime_error("too many groups");
}

const RE2& LazyPattern::get() const {
  std::call_once(once_, [this] {
    RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(std::int64_t{64} << 20);
    auto compiled = std::make_unique<RE2>(source_, options);
    if (!compiled->ok())
      throw std::runtime_error(fmt::format("pattern '{}': {}", source_, compiled->error()));
    compiled_ = std::move(compiled);
  });
  return *compiled_;
}

}  // namespace proviso::segmenter
