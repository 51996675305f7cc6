// Numbers of clauses that are skipped or given twice, and what a length of time comes to. All
// contracts are invented.
#include "tasks/explanations.h"
#include "tests/tasks/checks/contract/told.h"
#include "tests/tasks/invented_contracts.h"

namespace proviso::tasks {
namespace {

using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(AShortCount, IsToldWhereTheOthersAreWhole) {
  EXPECT_THAT(told_of(changed(kShares, "4.2 违反", "4.4 违反")), tells("numbering", "4.4"));
  EXPECT_THAT(told_of(changed(kShares, "5.2 本条", "5.1 本条")), tells("numbering", "5.1 本条"));
  EXPECT_THAT(told_of(changed(kShares, "2.2 标的", "2.6 标的")),
              ::testing::Contains(Field(&Told::kind, "numbering")));
}

TEST(AShortCount, IsNotToldWhereWhatIsMissingWasTakenOut) {
  EXPECT_THAT(told_of(changed(kShares, "4.2 违反第4.1款", "4.2（已删除）\n4.3 违反第4.1款")),
              IsEmpty());
}

TEST(AnArticle, ThatIsSkippedIsToldThoughItsSectionsKeepTheirNumber) {
  std::string text(kLease);
  text = changed(text, "第七条 保密\n双方对", "第八条 保密\n7.1 双方对");
  EXPECT_THAT(told_of(text), ElementsAre(Field(&Told::kind, "numbering")));
}

TEST(ALength, IsOverOnTheDayBeforeItsReturn) {
  const auto english = told_of(changed(kSupply, "December 31, 2033", "December 31, 2034"));
  EXPECT_THAT(english,
              ElementsAre(Field(&Told::explanation,
                                "“three (3) years” from January 1, 2031 end on December 31, 2033, "
                                "not December 31, 2034.")));
  EXPECT_EQ(explanation_in("zh", english.at(0).explanation),
            "自January 1, 2031起“three (3) years”，应至2033年12月31日届满，此处写作December 31, "
            "2034。");
  const auto chinese = told_of(changed(kLease, "2034年2月28日", "2033年2月28日"));
  EXPECT_THAT(chinese, ElementsAre(Field(&Told::explanation,
                                         "自2031年3月1日起3年（“三年”），应至2034年2月28日届满，"
                                         "此处写作2033年2月28日。")));
  EXPECT_EQ(explanation_in("en", chinese.at(0).explanation),
            "3 years (“三年”) from 2031年3月1日 end on February 28, 2034, not 2033年2月28日.");
}

}  // namespace
}  // namespace proviso::tasks
