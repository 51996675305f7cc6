// Tables line up where Chinese characters take two cells.
#include "cli/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "cli/progress.h"

namespace proviso::cli {
namespace {

using ::testing::ElementsAre;

TEST(Width, CountsCells) {
  EXPECT_EQ(width_of("abc"), 3);
  EXPECT_EQ(width_of("判决"), 4);
  EXPECT_EQ(width_of("１，"), 4);       // full-width forms
  EXPECT_EQ(width_of("e\xCC\x81"), 1);  // e and a combining accent
  EXPECT_EQ(width_of("\xFF"), 1);       // no UTF-8
}

TEST(Cut, KeepsWholeCharactersAndSaysThatSomethingIsMissing) {
  EXPECT_EQ(cut("judgment", 8), "judgment");
  EXPECT_EQ(cut("judgment", 5), "judg…");
  EXPECT_EQ(cut("民事判决书", 10), "民事判决书");
  EXPECT_EQ(cut("民事判决书", 8), "民事判…");
  EXPECT_EQ(cut("a\nb\tc", 10), "a b c");
  EXPECT_EQ(cut("x", 0), "");
}

TEST(Wrap, BreaksLatinBetweenWordsAndChineseAnywhere) {
  EXPECT_THAT(wrap("the court finds", 9), ElementsAre("the court", "finds"));
  EXPECT_THAT(wrap("被告给付原告", 8), ElementsAre("被告给付", "原告"));
  EXPECT_THAT(wrap("给付10000元。", 8), ElementsAre("给付", "10000元", "。"));
  EXPECT_THAT(wrap("abcdefghij", 4), ElementsAre("abcd", "efgh", "ij"));
  EXPECT_THAT(wrap("", 4), ElementsAre(""));
}

TEST(Wrap, LosesNothingButSpacesAtLineEnds) {
  const std::string text = "本院认为 the amount of 36,000 元 is due；判决如下：甲给付乙１２元。";
  for (int cells = 2; cells < 40; ++cells) {
    std::string joined;
    for (const std::string& line : wrap(text, cells)) {
      EXPECT_LE(width_of(line), cells);
      joined += line;
    }
    std::string without_spaces = text;
    std::erase(without_spaces, ' ');
    std::erase(joined, ' ');
    EXPECT_EQ(joined, without_spaces) << cells;
  }
}

std::vector<std::string> printed(const Table& table, int total) {
  std::ostringstream out;
  table.print(out, total);
  std::istringstream lines(out.str());
  std::vector<std::string> result;
  for (std::string line; std::getline(lines, line);) result.push_back(line);
  return result;
}

TEST(TableOnATerminal, LinesUp) {
  Table table({{"文书", 4}, {"页", 2, true}, {"x", 1}});
  table.add({"判决.pdf", "12", "y"});
  table.add({"b", "3", "z"});
  EXPECT_THAT(printed(table, 80), ElementsAre("文书      页  x", "--------  --  -",
                                              "判决.pdf  12  y", "b          3  z"));
}

TEST(TableOnATerminal, NarrowsItsWidestColumnAndWrapsWhereAllowed) {
  Table table({{"document", 4}, {"why", 6, false, true}});
  table.add({"a-very-long-file-name.pdf", "不一致的理由"});
  for (const std::string& line : printed(table, 24)) EXPECT_LE(width_of(line), 24) << line;
  const std::string all = [&] {
    std::string text;
    for (const std::string& line : printed(table, 14)) text += line;
    return text;
  }();
  EXPECT_NE(all.find("a-"), std::string::npos);
  EXPECT_NE(all.find("…"), std::string::npos);
}

TEST(ProgressBar, SaysNothingWhenNotShown) {
  std::ostringstream err;
  {
    Progress bar(err, false, "reading");
    bar.update(1, 2, "a.pdf");
  }
  EXPECT_EQ(err.str(), "");
}

TEST(ProgressBar, ShowsShareRateAndTimeAndWipesItself) {
  std::ostringstream err;
  {
    Progress bar(err, true, "reading");
    bar.update(1, 4, "判决.pdf");
  }
  EXPECT_NE(err.str().find("[#####...............] 1/4"), std::string::npos) << err.str();
  EXPECT_NE(err.str().find("判决.pdf"), std::string::npos);
  EXPECT_TRUE(err.str().ends_with("\r\x1b[K"));
}

TEST(ClockTime, ReadsLikeAClock) {
  EXPECT_EQ(clock_time(5), "0:05");
  EXPECT_EQ(clock_time(65.4), "1:05");
  EXPECT_EQ(clock_time(3723), "1:02:03");
}

}  // namespace
}  // namespace proviso::cli
