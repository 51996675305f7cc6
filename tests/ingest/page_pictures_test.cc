// Pictures of pages for people, made by the worker.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ingest/picture.h"
#include "ingest/worker/protocol.h"

namespace proviso::ingest {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;

ReadOptions options() {
  ReadOptions out;
  out.worker = PROVISO_BINARY_DIR "/proviso-worker";
  return out;
}

PictureWish wish(std::vector<int> pages, bool png = false) {
  PictureWish out;
  out.pages = std::move(pages);
  out.dpi = 50;
  out.png = png;
  return out;
}

const std::string kSample = PROVISO_SOURCE_DIR "/samples/loan.pdf";

TEST(PagePictures, ComeInTheOrderAskedFor) {
  const auto pictures = page_pictures(kSample, "", wish({2, 1}), options());
  ASSERT_THAT(pictures, SizeIs(2));
  EXPECT_EQ(pictures[0].page, 2);
  for (const PagePicture& one : pictures) {
    EXPECT_EQ(one.problem, "");
    EXPECT_GT(one.bytes.size(), 1000U);
    EXPECT_THAT(std::string(one.media_type()), StartsWith("image/"));
  }
  EXPECT_NE(pictures[0].bytes, pictures[1].bytes);
}

TEST(PagePictures, SayWhyThereIsNone) {
  EXPECT_EQ(page_pictures(kSample, "", wish({1, 99}), options()).at(1).problem,
            "there is no such page");
  EXPECT_THAT(page_pictures(kSample, std::string(64, '0'), wish({1}), options()).at(0).problem,
              HasSubstr("has changed"));
  EXPECT_THAT(page_pictures("/nowhere.pdf", "", wish({1}), options()).at(0).problem,
              HasSubstr("cannot be read"));
  EXPECT_THAT(page_pictures(PROVISO_SOURCE_DIR "/samples/traffic.txt", "", wish({1}), options())
                  .at(0)
                  .problem,
              HasSubstr("no pages"));
}

TEST(PagePictures, BearMarksOnTheirPageOnly) {
  PictureWish marked = wish({1, 2}, true);
  marked.marks = {{2, {100, 100, 200, 140}, 0xD00000}};
  const auto plain = page_pictures(kSample, "", wish({1, 2}, true), options());
  const auto with = page_pictures(kSample, "", marked, options());
  EXPECT_THAT(with.at(0).bytes, StartsWith("\x89PNG"));
  EXPECT_TRUE(with[0].bytes == plain[0].bytes);
  EXPECT_FALSE(with[1].bytes == plain[1].bytes);
}

// The task travels as arguments, which have a length limit each.
TEST(PagePictures, MarksTravelWhole) {
  WorkerSettings settings;
  settings.task = WorkerTask::kPictures;
  settings.picture = wish({3, 1}, true);
  for (int i = 0; i < 9000; ++i)
    settings.picture.marks.push_back({i, {1.25 * i, 2, 3.5, 4}, static_cast<std::uint32_t>(i)});
  const std::vector<std::string> arguments = to_arguments(settings);
  for (const std::string& one : arguments) EXPECT_LT(one.size(), 128U * 1024);
  const std::vector<std::string_view> views(arguments.begin(), arguments.end());
  const WorkerSettings back = from_arguments(views);
  EXPECT_EQ(back.picture.pages, settings.picture.pages);
  ASSERT_EQ(back.picture.marks.size(), 9000U);
  EXPECT_EQ(back.picture.marks[8999].box.x0, 1.25 * 8999);
  EXPECT_EQ(back.picture.marks[8999].rgb, 8999U);
}

}  // namespace
}  // namespace proviso::ingest
