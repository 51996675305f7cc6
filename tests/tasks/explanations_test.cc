// Explanations in the reader's language: the sentence changes, what it quotes does not.
#include "tasks/explanations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "tasks/phrase_table.h"

namespace proviso::tasks {
namespace {

namespace fs = std::filesystem;
using ::testing::Optional;

TEST(PhraseTable, KeepsWhatIsQuotedAndLooksUpItsOwnWords) {
  const PhraseTable table(
      "# a note\n“{=1}”在{2}为{3}。\n“{=1}” is {3} in the {2}.\n首部\nhead\n被告\ndefendant\n");
  EXPECT_THAT(table.forth("“被告”在首部为被告。"),
              Optional(std::string("“被告” is defendant in the head.")));
  EXPECT_THAT(table.back("“head” is defendant in the head."),
              Optional(std::string("“head”在首部为被告。")));
  EXPECT_EQ(table.forth("“被告”在首部为被告"), std::nullopt) << "without its full stop";
  EXPECT_EQ(table.forth(""), std::nullopt);
}

TEST(Explanations, AreToldInEnglishOfAChineseJudgment) {
  EXPECT_EQ(
      explanation_in(
          "en",
          "主文写作“支付3520元”，理由部分为“3250元”，二者不一致：主文的这一数额在事实和理由中均"
          "未出现，也无法由文中其他数额算出。"),
      "“支付3520元” is ordered, but the reasons have “3250元”: the ordered sum stands neither in "
      "the findings nor in the reasons, and it cannot be calculated from other sums in the "
      "text.");
  EXPECT_EQ(explanation_in("en", "“吴某”在首部为被告，此处称为“原告”。"),
            "吴某 is defendant in the head, but is called plaintiff here.");
}

TEST(Explanations, AreToldInChineseOfAnEnglishContract) {
  EXPECT_EQ(explanation_in("zh", "In words it is “thirty”, in figures “60”."),
            "文字写作“thirty”，数字写作“60”，二者不一致。");
  EXPECT_EQ(explanation_in("zh", "The Lease is dated 2020-05-01 here and 2020-05-07 there."),
            "Lease在此处的日期为2020-05-01，另一处为2020-05-07。");
}

TEST(Explanations, KeepTheWarningOfAScan) {
  EXPECT_EQ(
      explanation_in("en", "主文序号“三”重复。（此处文字由扫描件识别，请先核对原件。）"),
      "The order's number “三” is given twice. (These characters come from a scan: look at the "
      "page first.)");
}

TEST(Explanations, StayAsTheyAreInTheirOwnLanguageAndWhereTheTableLacksThem) {
  EXPECT_EQ(explanation_in("zh", "主文序号“三”重复。"), "主文序号“三”重复。");
  EXPECT_EQ(explanation_in("en", "Here “5”, there “6”."), "Here “5”, there “6”.");
  EXPECT_EQ(explanation_in("en", "一句谁也没有说过的话。"), "一句谁也没有说过的话。");
}

// The string literals of a source file, neighbours put together as the compiler does.
std::vector<std::string> literals(const fs::path& file) {
  std::ifstream in(file);
  std::vector<std::string> out;
  bool goes_on = false;
  for (std::string line; std::getline(in, line);) {
    for (std::size_t at = 0; at < line.size(); ++at) {
      if (line.compare(at, 2, "//") == 0) break;
      if (line[at] != '"') {
        if (line[at] != ' ') goes_on = false;
        continue;
      }
      std::string one;
      for (++at; at < line.size() && line[at] != '"'; ++at) {
        one += line[at];
        if (line[at] == '\\') one += line[++at];
      }
      if (goes_on) {
        out.back() += one;
      } else {
        out.push_back(one);
      }
      goes_on = true;
    }
  }
  return out;
}

std::string filled(std::string pattern, const std::string& value) {
  for (std::size_t at = 0; (at = pattern.find("{}", at)) != std::string::npos;)
    pattern.replace(at, 2, value);
  return pattern;
}

// A whole sentence of a check, no pattern of RE2.
bool is_sentence(const std::string& literal) {
  const bool chinese = literal.ends_with("。") && literal.size() > 30;
  const bool english =
      literal.ends_with('.') && literal.size() > 12 && literal.find(' ') != std::string::npos;
  return (chinese || english) && literal.find_first_of("\\[|") == std::string::npos &&
         literal.find("(?") == std::string::npos;
}

// Whoever writes a check gives its sentence a line in tasks/explanations.txt.
TEST(Explanations, OfEveryCheckAreInTheTable) {
  std::size_t sentences = 0;
  for (const auto& entry : fs::recursive_directory_iterator(PROVISO_SOURCE_DIR "/tasks/checks")) {
    if (entry.path().extension() != ".cc") continue;
    for (const std::string& literal : literals(entry.path())) {
      if (!is_sentence(literal)) continue;
      ++sentences;
      const std::string language = literal.ends_with("。") ? "en" : "zh";
      // What a check may put in: a quote, nothing, where it looked.
      bool known = false;
      for (const char* value : {"1", "", "首部", "首部列明的"}) {
        const std::string said = filled(literal, value);
        known = known || explanation_in(language, said) != said;
      }
      EXPECT_TRUE(known) << entry.path().filename() << ": " << literal;
    }
  }
  EXPECT_GT(sentences, 100U);
}

// Both halves of a form speak of the same things.
TEST(Explanations, HaveTheSameSlotsInBothLanguages) {
  std::ifstream in(PROVISO_SOURCE_DIR "/tasks/explanations.txt");
  const auto slots = [](const std::string& line) {
    std::multiset<std::string> found;
    for (std::size_t at = 0; (at = line.find('{', at)) != std::string::npos; ++at)
      found.insert(line.substr(at, line.find('}', at) - at));
    return found;
  };
  std::string first;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    if (first.empty()) {
      first = line;
      continue;
    }
    const auto chinese = slots(first), english = slots(line);
    for (const std::string& slot : english) EXPECT_TRUE(chinese.contains(slot)) << line;
    first.clear();
  }
  EXPECT_TRUE(first.empty()) << "a form without its other half: " << first;
}

}  // namespace
}  // namespace proviso::tasks
