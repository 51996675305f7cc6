#include "cli/messages.h"

#include <gtest/gtest.h>

namespace proviso::cli {
namespace {

std::string zh(std::string_view english) {
  return message_in(Language::kChinese, english);
}

TEST(Messages, KeepWhatChangesAndTranslateTheRest) {
  EXPECT_EQ(zh("there is no a.txt; check the path"), "没有 a.txt；请检查路径");
  EXPECT_EQ(message_in(Language::kEnglish, "there is no a.txt; check the path"),
            "there is no a.txt; check the path");
}

TEST(Messages, TranslateTheMessagesInsideThem) {
  EXPECT_EQ(zh("2 of 5 pages not read; page 3: timeout after 60 s while opening"),
            "5 页中有 2 页未读；第 3 页：打开超时（60 秒）");
  EXPECT_EQ(zh("The following argument was not expected: --frob (see --help)"),
            "不认识的参数：--frob（用法见 --help）");
}

TEST(Messages, OfTheTableAreAllReached) {
  // A form above that fits too would hide the one below it.
  EXPECT_EQ(zh("A command is required (see --help)"), "请给出命令（用法见 --help）");
  EXPECT_EQ(zh("PATH is required (see --help)"), "缺少 PATH（用法见 --help）");
  EXPECT_EQ(zh("timeout after 5 s in all"), "总时间超时（5 秒）");
  EXPECT_EQ(zh("timeout after 5 s"), "超时（5 秒）");
  EXPECT_EQ(
      zh("database a.db cannot be opened or written (folder x: Permission denied); check the "
         "path and its permissions or give another --db"),
      "数据库 a.db 无法打开或写入（文件夹 x：权限不足）；请检查路径和权限，或用 --db 指定别的文件");
}

TEST(Messages, AreLeftAloneWhenUnknown) {
  EXPECT_EQ(zh("something never said before"), "something never said before");
  EXPECT_EQ(zh("there is no "), "there is no ");
  EXPECT_EQ(zh(""), "");
}

}  // namespace
}  // namespace proviso::cli
