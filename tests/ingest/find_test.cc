#include "ingest/find.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include "ingest/reader.h"
#include "tests/ingest/temporary_folder.h"

namespace proviso::ingest {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

using FindDocuments = Folder;
using Read = Folder;

TEST_F(FindDocuments, WalksAFolderInOrderOfNamesAndCountsTheRest) {
  const fs::path b = put("b.txt", "b"), a = put("a.TXT", "a"), deep = put("aa/c.pdf", "%PDF-1.4");
  put("labels.jsonl", "{}");
  put(".hidden.txt", "x");
  const fs::path unnamed = put("aa/scan", "junk %PDF-1.7");
  const std::vector<fs::path> paths{root_};
  const Found found = find_documents(paths);
  EXPECT_THAT(found.documents, ElementsAre(a, deep, unnamed, b));
  EXPECT_EQ(found.ignored.size(), 2u);
  EXPECT_THAT(found.missing, IsEmpty());
}

TEST_F(FindDocuments, NeverFollowsALinkInsideAFolder) {
  const fs::path outside = put("outside/secret.txt", "x");
  put("folder/a.txt", "a");
  fs::create_symlink(outside, root_ / "folder" / "link.txt");
  fs::create_directory_symlink(root_ / "outside", root_ / "folder" / "linked");
  const std::vector<fs::path> paths{root_ / "folder"};
  const Found found = find_documents(paths);
  EXPECT_THAT(found.documents, ElementsAre(root_ / "folder" / "a.txt"));
  EXPECT_EQ(found.ignored.size(), 2u);
}

TEST_F(FindDocuments, NamesMissingPathsAndTakesAFileOnce) {
  const fs::path a = put("a.txt", "a"), odd = put("draft.md", "text");
  const std::vector<fs::path> paths{a, root_ / "no such", root_ / "." / "a.txt", odd};
  const Found found = find_documents(paths);
  EXPECT_THAT(found.documents, ElementsAre(a, odd));
  EXPECT_THAT(found.missing, ElementsAre(root_ / "no such"));
}

TEST_F(FindDocuments, Sha256IsThatOfTheBytes) {
  EXPECT_EQ(sha256_of(put("abc.txt", "abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_THROW(sha256_of(root_ / "none"), std::system_error);
}

TEST_F(Read, GivesEachBadFileAReasonAndNeverThrows) {
  const ReadOptions options;
  EXPECT_EQ(read(put("empty.pdf", ""), options).reason, "empty file");
  EXPECT_EQ(read(put("photo.pdf", "\xFF\xD8\xFF\xE0 JFIF"), options).reason, "not a PDF (JPEG)");
  EXPECT_THAT(read(put("junk.pdf", "hello"), options).reason, HasSubstr("not a PDF"));
  EXPECT_THAT(read(put("draft.docx", "PK\x03\x04"), options).reason, StartsWith("broken: "));
  EXPECT_THAT(read(root_ / "none.txt", options).reason, HasSubstr("No such file"));
  EXPECT_THAT(read(root_, options).reason, HasSubstr("cannot be read"));
  EXPECT_EQ(read(root_ / "none.txt", options).status, DocumentStatus::kFailed);
}

TEST_F(Read, TextFilesCarryTheirHash) {
  const Document document = read(put("a.txt", "abc"), ReadOptions{});
  EXPECT_EQ(document.status, DocumentStatus::kOk);
  EXPECT_EQ(document.text, "abc");
  EXPECT_EQ(document.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_F(Read, ManyFilesComeBackInTheOrderTheyWereGiven) {
  std::vector<fs::path> files;
  for (int i = 0; i < 40; ++i) {
    files.push_back(
        put(std::to_string(i) + ".txt", std::string(1 + (i % 7) * 20000, 'a') + std::to_string(i)));
  }
  std::vector<std::size_t> order;
  const std::size_t delivered =
      read_all(files, ReadOptions{}, 3, [&](std::size_t index, Document&& document) {
        EXPECT_TRUE(document.text.ends_with("a" + std::to_string(index)));
        order.push_back(index);
      });
  EXPECT_EQ(delivered, files.size());
  ASSERT_EQ(order.size(), files.size());
  for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], i);
}

TEST_F(Read, AnExceptionOfTheTakerEndsTheRun) {
  std::vector<fs::path> files(20, put("a.txt", "a"));
  const auto taker = [](std::size_t index, Document&&) {
    if (index == 3) throw std::runtime_error("disk full");
  };
  EXPECT_THROW(read_all(files, ReadOptions{}, 2, taker), std::runtime_error);
}

TEST_F(Read, AStopRequestEndsTheRunAtADocumentBoundary) {
  std::vector<fs::path> files(50, put("a.txt", "a"));
  std::stop_source source;
  const std::size_t delivered = read_all(
      files, ReadOptions{}, 2,
      [&](std::size_t index, Document&&) {
        if (index == 4) source.request_stop();
      },
      source.get_token());
  EXPECT_GE(delivered, 5u);
  EXPECT_LT(delivered, 50u);
}

}  // namespace
}  // namespace proviso::ingest
