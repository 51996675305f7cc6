// Which document is a new version of which.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/db/sample.h"

namespace proviso::db {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

constexpr const char* kCase = "（2021）测01民初1号";

class Versions : public ::testing::Test {
 protected:
  DocumentId store(const std::string& path, char sha, const std::string& case_number = "",
                   segmenter::Kind kind = segmenter::Kind::kZhCivil) {
    Segmentation segmentation;
    segmentation.structure.kind = kind;
    segmentation.structure.court = "某县人民法院";
    segmentation.structure.case_number = case_number;
    ingest::Document document;
    document.sha256 = std::string(64, sha);
    return database_.store_document(run_, path, document, segmentation);
  }
  std::optional<std::string> before(DocumentId id) { return database_.summary(id).supersedes; }
  std::vector<DocumentId> latest() {
    std::vector<DocumentId> ids;
    for (const Selected& one : database_.select({})) ids.push_back(one.document);
    return ids;
  }

  Database database_ = Database::open(":memory:");
  RunId run_ = begin(database_);
};

TEST_F(Versions, AFileThatChangesSupersedesWhatLayThere) {
  const DocumentId first = store("/d/draft.txt", '1');
  const DocumentId second = store("/d/draft.txt", '2');
  const DocumentId third = store("/d/draft.txt", '3');
  EXPECT_EQ(before(first), std::nullopt);
  EXPECT_EQ(before(second), std::string(64, '1'));
  EXPECT_EQ(before(third), std::string(64, '2'));
  EXPECT_EQ(database_.summary(third).lineage, std::string(64, '1'));
  EXPECT_THAT(latest(), ElementsAre(third));
  EXPECT_EQ(database_.summary(first).path, "/d/draft.txt");  // still has a name
}

TEST_F(Versions, AFileThatTookThePlaceOfAMissingOneIsANewVersion) {
  const DocumentId draft = store("/d/draft.txt", '1', kCase);
  const DocumentId final = store("/d/final.txt", '2', kCase);
  EXPECT_EQ(before(final), database_.summary(draft).sha256);
}

TEST_F(Versions, TwoFilesOfACaseSideBySideAreNot) {
  const TempFolder folder;
  std::vector<DocumentId> drafts;
  for (const char* name : {"a.txt", "b.txt", "c.txt"}) {
    std::ofstream(folder / name).close();
    drafts.push_back(store(folder / name, name[0], kCase));
    EXPECT_EQ(before(drafts.back()), std::nullopt) << name;
  }
  EXPECT_THAT(latest(), ElementsAreArray(drafts));
  // One of them is edited: that is a version of itself alone.
  const DocumentId edited = store(folder / "b.txt", '2', kCase);
  EXPECT_EQ(before(edited), std::string(64, 'b'));
  EXPECT_THAT(latest(), ElementsAre(drafts[0], edited, drafts[2]));
  // One is renamed and edited: it follows the one whose file is gone.
  std::filesystem::remove(folder / "a.txt");
  std::ofstream(folder / "final.txt").close();
  EXPECT_EQ(before(store(folder / "final.txt", '3', kCase)), std::string(64, 'a'));
}

TEST_F(Versions, AFileThatComesBackBesideItsSuccessorIsADraftOfItsOwnAgain) {
  const TempFolder folder;
  const DocumentId first = store(folder / "stick.txt", '1', kCase);  // its disk is away
  std::ofstream(folder / "copy.txt").close();
  const DocumentId second = store(folder / "copy.txt", '2', kCase);
  const DocumentId third = store(folder / "copy.txt", '3', kCase);
  EXPECT_THAT(latest(), ElementsAre(third));
  std::ofstream(folder / "stick.txt").close();
  database_.add_path(run_, folder / "stick.txt", first);
  EXPECT_THAT(latest(), ElementsAre(third, first));
  EXPECT_EQ(before(second), std::nullopt);
  EXPECT_EQ(before(third), std::string(64, '2'));
  EXPECT_EQ(database_.summary(first).lineage, std::string(64, '1'));
  EXPECT_EQ(database_.summary(third).lineage, std::string(64, '2'));
}

TEST_F(Versions, AnotherKindOfDocumentInTheCaseIsNot) {
  store("/d/judgment.txt", '1', "（2021）测01民初1号");
  const DocumentId correction =
      store("/d/correction.txt", '2', "（2021）测01民初1号", segmenter::Kind::kZhCorrection);
  EXPECT_EQ(before(correction), std::nullopt);
}

TEST_F(Versions, MaskedCaseNumbersLinkNothing) {
  for (const char* masked : {"（2021）测01民初××号", "（2021）测01民初XX号", "（2021）测01民初**号",
                             "（2021）某民初1号", ""}) {
    store(std::string("/d/a") + masked, '1', masked);
    const DocumentId second = store(std::string("/d/b") + masked, '2', masked);
    EXPECT_EQ(before(second), std::nullopt) << masked;
  }
}

TEST_F(Versions, GoingBackToAnOlderTextMakesItTheLatest) {
  const DocumentId first = store("/d/draft.txt", '1');
  const DocumentId second = store("/d/draft.txt", '2');
  const DocumentId third = store("/d/draft.txt", '3');
  database_.add_path(run_, "/d/draft.txt", first);
  EXPECT_THAT(latest(), ElementsAre(first));
  EXPECT_EQ(before(first), database_.summary(third).sha256);
  EXPECT_EQ(before(second), std::nullopt);
  EXPECT_EQ(database_.summary(first).lineage, database_.summary(third).lineage);
}

TEST_F(Versions, ACopyElsewhereIsNoVersion) {
  const DocumentId first = store("/d/draft.txt", '1');
  database_.add_path(run_, "/d/copy.txt", first);
  EXPECT_THAT(latest(), ElementsAre(first));
  EXPECT_EQ(before(first), std::nullopt);
}

}  // namespace
}  // namespace proviso::db
