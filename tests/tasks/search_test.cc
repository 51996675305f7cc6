#include "tasks/checks/search.h"

#include <gtest/gtest.h>

#include <string>

namespace proviso::tasks {
namespace {

TEST(FindWord, FindsWhatStringViewFinds) {
  const std::string text = "原告张某诉称，被告未付款。abc原告，，被告李某辩称已付款abc被";
  for (const std::string word : {"原告", "被告", "张某诉", "，", "，，", "付款。", "abc", "c", "被",
                                 "", "无", "被告王", "款abc被", "款abc被告"}) {
    for (std::size_t from = 0; from <= text.size() + 1; ++from)
      EXPECT_EQ(find_word(text, word, from), std::string_view(text).find(word, from))
          << word << " from " << from;
  }
}

}  // namespace
}  // namespace proviso::tasks
