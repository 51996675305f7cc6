// Personal names out of what leaves the house.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"

namespace proviso::tasks {

// The persons of one document: parties that are no organisations (by the words of
// masking/organisation_words.txt), their aliases, and everybody's representatives.
class NameMask {
 public:
  NameMask() = default;  // masks nothing
  explicit NameMask(const std::vector<segmenter::Party>& parties);

  // `text` with all but the first character of every such name replaced: "张三丰" → "张某某", "John
  // Smith" → "J*** *****". The length in bytes stays. Names that the head of the document does not
  // introduce, and other ways to speak of a person ("张先生"), stay as they are.
  std::string apply(std::string_view text) const;

 private:
  struct Name {
    std::string from, to;
  };
  void add(std::string_view name);
  std::vector<Name> names_;  // longest first
};

}  // namespace proviso::tasks
