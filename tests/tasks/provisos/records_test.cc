// Provisos as they are stored, shown and handed on.
#include "tasks/provisos/records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "tasks/analyze.h"
#include "tasks/export.h"

namespace proviso::tasks {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const std::string kText = "股东甲乙可以查阅账簿。但是，除章程另有规定外，不得复制。";

class StoredProvisos : public ::testing::Test {
 protected:
  void SetUp() override {
    ingest::Document document;
    document.sha256 = std::string(64, 'a');
    document.text = kText;
    document.paragraphs = {{0, kText.size(), 0, 0}};
    segmenter::Structure structure;
    structure.kind = segmenter::Kind::kStatute;
    structure.language = "zh";
    structure.sections = {
        {segmenter::Tag::kClause, segmenter::Level::kThis, {0, kText.size()}, {}}};
    structure.parties = {{"甲乙", {}, {"原告"}, {}, {6, 12}}};
    first_ = run();
    document_ = database_.store_document(first_, "/law.txt", document, {structure, {}, {}, "0 a"});
  }
  db::RunId run() { return database_.begin_run({"provisos", {}, "0", "a", std::nullopt, ""}); }
  std::vector<nlohmann::json> exported(const ExportOptions& options) {
    std::ostringstream out;
    export_table(database_, "provisos", options, out);
    std::vector<nlohmann::json> rows;
    std::istringstream lines(out.str());
    for (std::string line; std::getline(lines, line);) rows.push_back(nlohmann::json::parse(line));
    return rows;
  }

  db::Database database_ = db::Database::open(":memory:");
  db::RunId first_ = 0;
  db::DocumentId document_ = 0;
};

TEST_F(StoredProvisos, AreExportedWithWhatTheyLimitAndWhatTheyStandIn) {
  store_provisos_of(database_, first_, document_);
  const auto rows = exported({});
  ASSERT_THAT(rows, SizeIs(2));
  EXPECT_EQ(rows[0]["trigger"], "但是");
  EXPECT_EQ(rows[0]["limits"], "股东甲乙可以查阅账簿");
  EXPECT_EQ(rows[0]["source"], "rules");
  EXPECT_TRUE(rows[0]["parent"].is_null());
  EXPECT_EQ(rows[1]["scope"], "章程另有规定");
  EXPECT_EQ(rows[1]["parent"], rows[0]["proviso"]);
  EXPECT_EQ(kText.substr(rows[1]["scope_start"], 18), "章程另有规定");
}

TEST_F(StoredProvisos, HideNamesWhereAskedTo) {
  store_provisos_of(database_, first_, document_);
  ExportOptions options;
  options.mask = true;
  EXPECT_EQ(exported(options)[0]["limits"], "股东甲某可以查阅账簿");
}

TEST_F(StoredProvisos, AreThoseOfTheLatestRunUnlessAskedOtherwise) {
  store_provisos_of(database_, first_, document_);
  const db::RunId second = run();
  db::store_provisos(database_, second, document_, {});
  EXPECT_THAT(exported({}), IsEmpty());
  ExportOptions options;
  options.selection.run = first_;
  EXPECT_THAT(exported(options), SizeIs(2));
  options.selection = {.run = {}, .all = true};
  const auto all = exported(options);
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_EQ(all[0]["run"], first_);
}

TEST_F(StoredProvisos, AreStoredByAnalysisToo) {
  const db::DocumentId documents[] = {document_};
  analyze(database_, first_, documents, nullptr, {});
  EXPECT_THAT(exported({}), SizeIs(2));
}

TEST(ProvisoTree, PutsEachBehindTheOneThatItStandsIn) {
  std::vector<db::ProvisoRecord> records(4);
  records[0].parent = 2;
  records[3].parent = 0;
  std::vector<std::pair<std::size_t, int>> tree;
  for (const ProvisoBranch& each : proviso_tree(records)) tree.emplace_back(each.place, each.depth);
  EXPECT_THAT(tree,
              ElementsAre(std::pair{1U, 0}, std::pair{2U, 0}, std::pair{0U, 1}, std::pair{3U, 2}));
}

}  // namespace
}  // namespace proviso::tasks
