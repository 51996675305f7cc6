// Provisos come back as they were stored, per run and version, and old files get room for them.
#include "db/provisos.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "db/schema.h"
#include "tests/db/sample.h"

namespace proviso::db {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

std::vector<ProvisoRecord> sample() {
  ProvisoRecord outer;
  outer.kind = "condition";
  outer.source = "model";
  outer.score = 0.75;
  outer.section = "disposition";
  outer.level = "first";
  outer.trigger = {"被告", {16, 22}};
  outer.scope = {"给付10元", {22, 33}};
  outer.limits = Quoted{"原告甲乙", {0, 12}};
  outer.boxes = {{1, {72.25, 80.5, 200, 96}}};
  ProvisoRecord inner = outer;
  inner.kind = "exception";
  inner.source = "rules";
  inner.limits.reset();
  inner.boxes.clear();
  inner.parent = 0;
  // The second stands in the first, and the first of another pair in the second.
  ProvisoRecord before = inner;
  before.parent = 3;
  ProvisoRecord closing = outer;
  return {outer, inner, before, closing};
}

class Provisos : public ::testing::Test {
 protected:
  void SetUp() override {
    run_ = begin(database_);
    document_ = database_.store_document(run_, "/a.txt", sample_document(), sample_segmentation());
  }
  Database database_ = Database::open(":memory:");
  RunId run_ = 0;
  DocumentId document_ = 0;
};

TEST_F(Provisos, ComeBackAsTheyWereStored) {
  EXPECT_EQ(provisos(database_, run_, document_), std::nullopt);
  store_provisos(database_, run_, document_, sample());
  const auto all = provisos(database_, run_, document_);
  ASSERT_TRUE(all);
  ASSERT_THAT(*all, SizeIs(4));
  const ProvisoRecord& outer = (*all)[0];
  EXPECT_EQ(outer.kind, "condition");
  EXPECT_EQ(outer.source, "model");
  EXPECT_DOUBLE_EQ(outer.score, 0.75);
  EXPECT_EQ(outer.section, "disposition");
  EXPECT_EQ(outer.level, "first");
  EXPECT_EQ(outer.trigger.text, "被告");
  EXPECT_EQ(outer.scope.span, (segmenter::Span{22, 33}));
  ASSERT_TRUE(outer.limits);
  EXPECT_EQ(outer.limits->text, "原告甲乙");
  ASSERT_THAT(outer.boxes, SizeIs(1));
  EXPECT_EQ(outer.boxes[0].box.x0, 72.25);
  EXPECT_FALSE((*all)[1].limits);
  EXPECT_EQ((*all)[1].parent, 0U);
  EXPECT_EQ((*all)[2].parent, 3U);
}

TEST_F(Provisos, NoneFoundIsAReadingToo) {
  store_provisos(database_, run_, document_, sample());
  store_provisos(database_, run_, document_, {});
  ASSERT_TRUE(provisos(database_, run_, document_));
  EXPECT_THAT(*provisos(database_, run_, document_), IsEmpty());
}

TEST_F(Provisos, ASelectionTakesTheLatestRunOverTheLatestVersion) {
  EXPECT_THAT(select_provisos(database_, {}), IsEmpty());
  store_provisos(database_, run_, document_, sample());
  const RunId later = begin(database_);
  store_provisos(database_, later, document_, {});
  ASSERT_THAT(select_provisos(database_, {}), SizeIs(1));
  EXPECT_EQ(select_provisos(database_, {})[0].run, later);
  EXPECT_EQ(latest_proviso_run(database_, document_), later);
  EXPECT_EQ(select_provisos(database_, {.run = run_, .all = false}).at(0).run, run_);
  EXPECT_THAT(select_provisos(database_, {.run = {}, .all = true}), SizeIs(2));

  const DocumentId next = database_.store_document(
      later, "/a.txt", sample_document(std::string(64, 'c')), sample_segmentation());
  EXPECT_THAT(select_provisos(database_, {}), IsEmpty());
  store_provisos(database_, later, next, {});
  EXPECT_EQ(select_provisos(database_, {}).at(0).document, next);
}

TEST_F(Provisos, OnlyKindsThatThereAreAreStored) {
  std::vector<ProvisoRecord> wrong = sample();
  wrong[1].kind = "excuse";
  EXPECT_THROW(store_provisos(database_, run_, document_, wrong), DbError);
  EXPECT_EQ(provisos(database_, run_, document_), std::nullopt);
}

TEST(ProvisosOfAnOlderFile, HaveRoom) {
  const TempFolder folder;
  {
    Connection old(folder / "old.db", Connection::Mode::kCreate);
    migrate(old, migrations().first(5));
  }
  Database database = Database::open(folder / "old.db");
  EXPECT_THAT(select_provisos(database, {}), IsEmpty());
}

}  // namespace
}  // namespace proviso::db
