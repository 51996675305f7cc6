// A regular expression that is compiled when it is first asked: a grammar has far more of them than
// one document needs, and compiling all takes longer than reading it.
#pragma once

#include <re2/re2.h>

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace proviso::segmenter {

// Safe to ask from several threads.
class LazyPattern {
 public:
  // Throws std::runtime_error where brackets do not match or there are kMaxGroups groups or more.
  explicit LazyPattern(std::string source);

  const std::string& source() const { return source_; }
  // The groups that capture, and the names of those that have one.
  int groups() const { return groups_; }
  const std::vector<std::pair<int, std::string>>& names() const { return names_; }

  // Throws std::runtime_error where the source is no RE2 pattern: a bug in a data file.
  const RE2& get() const;

 private:
  std::string source_;
  int groups_ = 0;
  std::vector<std::pair<int, std::string>> names_;
  mutable std::once_flag once_;
  mutable std::unique_ptr<RE2> compiled_;
};

// A pattern has fewer capturing groups than this.
inline constexpr int kMaxGroups = 16;

}  // namespace proviso::segmenter
