// The parent against workers that misbehave: shell scripts that send prepared frames.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "ingest/reader.h"
#include "ingest/worker/protocol.h"
#include "tests/ingest/set_text.h"
#include "tests/ingest/temporary_folder.h"

namespace proviso::ingest {
namespace {

namespace fs = std::filesystem;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

class Supervise : public Folder {
 protected:
  void SetUp() override {
    Folder::SetUp();
    document_ = put("a.pdf", "%PDF-1.4 of no importance %%EOF");
    put("open", with_length(encode(OpenFrame{3})));
    put("close", with_length(encode(CloseFrame{})));
    for (int i = 1; i <= 3; ++i) {
      put("page" + std::to_string(i),
          with_length(
              encode(set_page(i, {set_line(i, 100, 100, "第" + std::to_string(i) + "页")}))));
    }
    options_.limits.open_seconds = 1;
    options_.limits.text_seconds = 1;
    options_.limits.ocr_seconds = 3;
    options_.limits.total_seconds = 6;
  }

  // Reads with a worker that runs `script` in the folder; $8 is the first page asked for.
  Document read_with(const std::string& script) {
    const fs::path worker = put("worker", "#!/bin/sh\ncd '" + root_.string() + "'\n" + script);
    fs::permissions(worker, fs::perms::owner_all);
    options_.worker = worker;
    return read(document_, options_);
  }

  fs::path document_;
  ReadOptions options_;
};

TEST_F(Supervise, AGoodWorkerGivesAGoodDocument) {
  const Document document = read_with("cat open page1 page2 page3 close\n");
  EXPECT_EQ(document.status, DocumentStatus::kOk);
  EXPECT_EQ(document.text, "第1页\n第2页\n第3页");
  EXPECT_EQ(document.source_kind, "pdf");
  EXPECT_EQ(document.sha256.size(), 64u);
}

TEST_F(Supervise, TheWorkersWordThatTheFileCannotBeReadIsTheReason) {
  put("locked", with_length(encode(CloseFrame{"needs a password", ""})));
  const Document document = read_with("cat locked\n");
  EXPECT_EQ(document.status, DocumentStatus::kFailed);
  EXPECT_EQ(document.reason, "needs a password");
}

TEST_F(Supervise, ACrashWhileOpeningIsTheReason) {
  EXPECT_EQ(read_with("kill -SEGV $$\n").reason, "worker died with signal SIGSEGV");
  EXPECT_EQ(read_with("exit 5\n").reason, "worker ended with code 5");
  EXPECT_THAT(read_with("exit 12\n").reason, StartsWith("out of memory"));
}

TEST_F(Supervise, PagesBeforeAndBehindACrashAreKept) {
  const Document document = read_with(
      "cat open\n[ $8 = 1 ] && { cat page1; kill -SEGV $$; }\n[ $8 = 3 ] && cat page3 close\n");
  EXPECT_EQ(document.status, DocumentStatus::kPartial);
  EXPECT_EQ(document.text, "第1页\n第3页");
  ASSERT_EQ(document.pages.size(), 3u);
  EXPECT_EQ(document.pages[1].status, PageStatus::kFailed);
  EXPECT_EQ(document.pages[1].reason, "worker died with signal SIGSEGV");
  EXPECT_THAT(document.reason, HasSubstr("1 of 3 pages not read; page 2"));
}

TEST_F(Supervise, AFileOnWhichEveryWorkerDiesIsGivenUp) {
  put("open", with_length(encode(OpenFrame{500})));
  const Document document = read_with("echo x >> runs\ncat open\nkill -ABRT $$\n");
  EXPECT_EQ(document.status, DocumentStatus::kFailed);
  EXPECT_EQ(document.pages.size(), 500u);
  EXPECT_EQ(fs::file_size(root_ / "runs"), 6u);  // three runs
}

TEST_F(Supervise, AWorkerThatHangsIsEndedWithAllItStarted) {
  const auto start = std::chrono::steady_clock::now();
  const Document document = read_with("sleep 300 &\necho $! > child\nsleep 300\n");
  EXPECT_EQ(document.reason, "timeout after 1 s while opening");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  std::string child;
  std::ifstream(root_ / "child") >> child;
  // The grandchild is gone, or a zombie that its new parent has not collected yet.
  for (int i = 0; i < 100 && fs::exists("/proc/" + child); ++i) {
    std::ifstream stat("/proc/" + child + "/stat");
    std::string pid, name, state;
    stat >> pid >> name >> state;
    if (state == "Z" || state.empty()) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_FALSE(fs::exists("/proc/" + child));
}

TEST_F(Supervise, APageThatHangsCostsThatPage) {
  const Document document =
      read_with("cat open\n[ $8 = 1 ] && { cat page1; exec sleep 300; }\ncat page3 close\n");
  EXPECT_EQ(document.status, DocumentStatus::kPartial);
  EXPECT_EQ(document.pages.at(1).reason, "timeout after 1 s");
  EXPECT_EQ(document.text, "第1页\n第3页");
}

TEST_F(Supervise, OcrIsGivenMoreTime) {
  put("ocr", with_length(encode(OcrFrame{2})));
  const Document document = read_with("cat open page1 ocr\nsleep 2\ncat page2 page3 close\n");
  EXPECT_EQ(document.status, DocumentStatus::kOk);
}

TEST_F(Supervise, NonsenseAndFloodsAreCutOff) {
  EXPECT_THAT(read_with("echo hello, this is no frame at all\n").reason, HasSubstr("no frame"));
  options_.limits.max_output = 1 << 20;
  put("open", with_length(encode(OpenFrame{1})));
  const Document flooded = read_with("cat open\nwhile :; do cat ocr page1 page1; done\n");
  EXPECT_EQ(flooded.pages.size(), 1u);
  EXPECT_EQ(flooded.text, "第1页");
  EXPECT_EQ(read_with("cat /dev/zero 1>&2\n").reason, "timeout after 1 s while opening");
}

TEST_F(Supervise, ALoopEndsByProcessorTimeHoweverBusyTheMachineIs) {
  options_.limits.text_seconds = options_.limits.total_seconds = 60;
  put("open", with_length(encode(OpenFrame{1})));
  EXPECT_EQ(read_with("ulimit -S -t 1\ncat open ; while :; do :; done\n").pages.at(0).reason,
            "timeout after 20 s of processor time");
}

TEST_F(Supervise, AStopRequestEndsTheWorkerAtOnce) {
  const fs::path worker = put("worker", "#!/bin/sh\nsleep 300\n");
  fs::permissions(worker, fs::perms::owner_all);
  options_.worker = worker;
  options_.limits.open_seconds = 100;
  options_.limits.total_seconds = 100;
  std::stop_source source;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    source.request_stop();
  });
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(read(document_, options_, source.get_token()).reason, "interrupted");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST_F(Supervise, AMissingWorkerIsNotTheDocumentsFault) {
  options_.worker = root_ / "none";
  EXPECT_THROW(read(document_, options_), Error);
}

}  // namespace
}  // namespace proviso::ingest
