// Persons become unreadable, organisations stay, and no offset moves.
#include "tasks/masking.h"

#include <gtest/gtest.h>

namespace proviso::tasks {
namespace {

segmenter::Party party(const std::string& name, std::vector<std::string> aliases = {},
                       std::vector<std::string> representatives = {}) {
  return {name, std::move(aliases), {}, std::move(representatives), {}};
}

TEST(NameMask, KeepsTheFirstCharacterAndTheLengthInBytes) {
  const NameMask mask({party("钱塘江"), party("John Smith"), party("阿依·努尔")});
  const std::string text = "钱塘江、John Smith与阿依·努尔";
  EXPECT_EQ(mask.apply(text), "钱某某、J*** *****与阿某·某某");
  EXPECT_EQ(mask.apply(text).size(), text.size());
}

TEST(NameMask, LeavesOrganisations) {
  const NameMask mask({party("青山贸易有限公司", {"青山公司"}), party("Green Hill Ltd")});
  EXPECT_EQ(mask.apply("青山公司即青山贸易有限公司；Green Hill Ltd"),
            "青山公司即青山贸易有限公司；Green Hill Ltd");
}

TEST(NameMask, MasksRepresentativesOfBoth) {
  const NameMask mask({party("青山贸易有限公司", {},
                             {"法定代表人：孙大圣，经理", "委托诉讼代理人：李白（特别授权）"})});
  EXPECT_EQ(mask.apply("孙大圣与李白"), "孙某某与李某");
}

TEST(NameMask, TakesTheLongerNameFirst) {
  const NameMask mask({party("王安"), party("王安石")});
  EXPECT_EQ(mask.apply("王安石、王安"), "王某某、王某");
}

TEST(NameMask, LeavesOneCharacterAndNothing) {
  EXPECT_EQ(NameMask({party("王"), party("")}).apply("王先生"), "王先生");
  EXPECT_EQ(NameMask().apply("王安石"), "王安石");
}

}  // namespace
}  // namespace proviso::tasks
