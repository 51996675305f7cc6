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

// What ingest/ says of a document or page, with what changes filled in.
constexpr std::string_view kReasons[] = {
    "empty file",
    "empty: the file holds no text",
    "not a PDF (JPEG)",
    "needs a password",
    "no text on any page",
    "needs OCR (a picture), which is switched off",
    "needs OCR (the text layer's character maps are wrong), which is switched off",
    "too large: 400 MiB, the limit is 256 MiB",
    "too large: 90000 x 90000 pixels",
    "still being written: left for the next run",
    "a bomb: it unpacks to more than 200 times its size",
    "out of memory: more than 2048 MiB needed",
    "worker died with signal SIGSEGV",
    "only the first 10000 of 20000 pages were read",
    "not read: 3 pages before it ended the worker",
    "OCR is unsure (confidence 0.52)",
    "OCR is unsure (confidence 0.52): the file's own OCR was taken",
    "OCR found no text in a page that is not empty",
    "OCR took longer than 240 s",
    "Tesseract's data for eng is not installed",
    "34 % of the characters come from a font whose map is wrong",
    "12 characters were decoded anew, since the file states them wrongly",
    "12 covered or white characters were left out",
    "its pictures take too long to render: what is written in them was not read",
    "needs character maps that are not installed (package poppler-data)",
    "7 errors in the page's description",
    "XFA form: its pages are made by a program in the file",
    "part of the page is damaged",
    "a turned picture was not read",
    "a picture was not read: broken: the picture cannot be decoded",
    "OCR can make nothing of a picture",
    "a picture is missing from the file",
    "part of the file is damaged",
    "2 large pictures were not read",
    "3 faulty byte sequence(s) replaced while decoding GB18030",
    "tracked changes: 2 insertions taken, 1 deletions left out",
    "tracked changes: 1 deletions left out, 4 comments left out",
    "4 comments left out; read through LibreOffice",
};

TEST(Messages, HaveAChineseFormForEveryReasonOfADocumentOrPage) {
  for (const std::string_view reason : kReasons) {
    std::string left = zh(reason);
    for (const std::string_view kept : {"PDF", "JPEG", "LibreOffice", "Tesseract", "MiB", "SIGSEGV",
                                        "poppler-data", "XFA", "GB18030", "eng"}) {
      for (auto at = left.find(kept); at != left.npos; at = left.find(kept)) {
        left.erase(at, kept.size());
      }
    }
    EXPECT_EQ(left.find_first_of("abcdefghijklmnopqrstuvwyz"), left.npos) << zh(reason);
  }
}

TEST(Messages, OfSeveralReasonsEachIsTranslated) {
  EXPECT_EQ(zh("3 covered or white characters were left out; OCR is unsure (confidence 0.60)"),
            "3 个被遮盖或与纸同色的字符未计入正文；文字识别不可靠（置信度 0.60）");
  EXPECT_EQ(zh("tracked changes: 2 insertions taken, 1 deletions left out, 5 comments left out"),
            "修订：已接受插入 2 处，未计入删除 1 处，未计入批注 5 条");
}

TEST(Messages, AreLeftAloneWhenUnknown) {
  EXPECT_EQ(zh("something never said before"), "something never said before");
  EXPECT_EQ(zh("there is no "), "there is no ");
  EXPECT_EQ(zh(""), "");
}

}  // namespace
}  // namespace proviso::cli
