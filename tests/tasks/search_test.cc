#include "tasks/checks/search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/checks/words.h"

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

// A filter by first bytes stands before the comparison; Han, digits, brackets, Latin letters with
// marks and characters of four bytes go different ways through it.
TEST(HasWord, FindsAWordWhereStringViewFindsOne) {
  const std::vector<std::string_view> all = {"原告",       "被告",   "。", "abc",  "9日", "é",
                                             "\U00020000", "(大写)", "（", "付款", "x"};
  const std::vector<std::string_view> texts = {
      "原告张某", "张某为被告", "已付款", "9日前",    "19年9日", "caf\u00e9", "\U00020000某",
      "（大写）", "5元(大写)",  "",       "\xE5\x8E", "ab",      "原",        "x"};
  for (const std::string_view text : texts) {
    for (const std::string_view word : all) {
      const std::vector<std::string_view> one = {word};
      EXPECT_EQ(has_word(text, Words(one)), text.find(word) != text.npos) << text << " " << word;
    }
    const bool any = std::any_of(all.begin(), all.end(), [&](std::string_view word) {
      return text.find(word) != text.npos;
    });
    EXPECT_EQ(has_word(text, Words(all)), any) << text;
  }
}

}  // namespace
}  // namespace proviso::tasks
