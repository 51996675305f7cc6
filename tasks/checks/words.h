#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace proviso::tasks {

// A group of words and by what bytes they begin, so that most places of a text are passed over at a
// glance. A view: the list must outlive it. Cheap to copy, thread-safe.
class Words {
 public:
  explicit Words(std::span<const std::string_view> list);

  auto begin() const { return list_.begin(); }
  auto end() const { return list_.end(); }
  std::string_view front() const { return list_.front(); }
  std::size_t size() const { return list_.size(); }
  operator std::span<const std::string_view>() const { return list_; }

  // False only where no word of the group begins what `rest` begins with; `rest` is not empty.
  bool may_open(std::string_view rest) const;

 private:
  std::span<const std::string_view> list_;
  // A bit for each second and each third byte of the words that begin with a character of three
  // bytes (all Chinese ones), and for the first byte of the others.
  std::uint64_t second_ = 0;
  std::uint64_t third_ = 0;
  std::array<std::uint64_t, 2> first_{};
};

// The words of a group of tasks/checks/words/*.txt ("joint", "role" …), in the file's order. Group
// names are unique over the files. Throws std::out_of_range for a name that no file has,
// std::logic_error where two files have one name. Thread-safe.
Words words(std::string_view group);

// Whether any of the words stands in `text`; whether `text` begins or ends with one.
bool has_word(std::string_view text, const Words& group);
bool begins_with_word(std::string_view text, std::span<const std::string_view> list);
bool ends_with_word(std::string_view text, std::span<const std::string_view> list);

}  // namespace proviso::tasks
