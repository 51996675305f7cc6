// Drafts come back as they were stored, and a file of the version before gets room for them.
#include "db/continuations.h"

#include <gtest/gtest.h>

#include "db/schema.h"
#include "tests/db/sample.h"

namespace proviso::db {
namespace {

Continuation sample() {
  Continuation one;
  one.prompt_path = "lease.txt";
  one.prompt_sha256 = std::string(64, 'a');
  one.prompt = "第一条 房屋";
  one.text = "\n第二条 租金";
  one.tokens = 7;
  one.ended = "tokens";
  one.settings = R"({"seed":1})";
  one.slips = R"({"amount":2})";
  one.findings = "[]";
  one.anchors = {{512, 0.91, "none"}, {1030, 0.42, "outline"}};
  return one;
}

TEST(Continuations, ComeBackAsTheyWereStored) {
  Database database = Database::open(":memory:");
  RunStart start;
  start.command = "draft";
  const RunId first = database.begin_run(start);
  const std::int64_t id = store_continuation(database, first, sample());
  Continuation second = sample();
  second.text = "\n第三条 押金";
  second.anchors.clear();
  const RunId later = database.begin_run(start);
  store_continuation(database, later, second);

  const std::vector<Continuation> all = continuations(database);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].id, id);
  EXPECT_EQ(all[0].run, first);
  EXPECT_EQ(all[0].prompt, sample().prompt);
  EXPECT_EQ(all[0].text, sample().text);
  EXPECT_EQ(all[0].slips, sample().slips);
  ASSERT_EQ(all[0].anchors.size(), 2U);
  EXPECT_EQ(all[0].anchors[1].token, 1030);
  EXPECT_DOUBLE_EQ(all[0].anchors[1].similarity, 0.42);
  EXPECT_EQ(all[0].anchors[1].reset, "outline");
  const std::vector<Continuation> one = continuations(database, later);
  ASSERT_EQ(one.size(), 1U);
  EXPECT_EQ(one[0].text, second.text);
  EXPECT_TRUE(one[0].anchors.empty());
}

TEST(Continuations, FitIntoAFileOfTheVersionBefore) {
  const TempFolder folder;
  {
    Connection old(folder / "old.db", Connection::Mode::kCreate);
    migrate(old, migrations().first(4));
  }
  Database database = Database::open(folder / "old.db");
  EXPECT_TRUE(continuations(database).empty());
}

}  // namespace
}  // namespace proviso::db
