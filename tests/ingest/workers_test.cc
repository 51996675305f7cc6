// Many documents through workers that one process forks: the same documents, the same limits, and
// nobody left behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <set>
#include <thread>

#include "ingest/reader.h"
#include "tests/ingest/make_pdf.h"
#include "tests/ingest/temporary_folder.h"

namespace proviso::ingest {
namespace {

namespace fs = std::filesystem;

std::set<pid_t> children_of(pid_t pid) {
  std::set<pid_t> children;
  std::error_code gone;
  for (const auto& thread : fs::directory_iterator(fmt::format("/proc/{}/task", pid), gone)) {
    std::ifstream in(thread.path() / "children");
    for (pid_t child = 0; in >> child;) children.insert(child);
  }
  return children;
}

bool runs(pid_t pid) {
  std::ifstream stat(fmt::format("/proc/{}/stat", pid));
  std::string number, name, state;
  stat >> number >> name >> state;
  return !state.empty() && state != "Z";
}

class WorkersTest : public Folder {
 protected:
  void SetUp() override {
    Folder::SetUp();
    options_.worker = fs::path(PROVISO_BINARY_DIR) / "proviso-worker";
  }

  // Documents of one page each, which say their number.
  void put_documents(int count) {
    for (int i = 0; i < count; ++i) {
      MakePdf pdf;
      pdf.page();
      pdf.chinese(50, 100, 12, fmt::format("第{}号民事判决书", i));
      files_.push_back(put(fmt::format("{:03}.pdf", i), pdf.bytes()));
    }
  }

  std::vector<std::string> texts(int jobs, const std::function<void(std::size_t)>& each = {}) {
    std::vector<std::string> texts;
    read_all(files_, options_, jobs, [&](std::size_t i, Document&& document) {
      texts.push_back(document.text + document.reason);
      if (each) each(i);
    });
    return texts;
  }

  // What each document should give.
  std::vector<std::string> expected() const {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < files_.size(); ++i)
      texts.push_back(fmt::format("第{}号民事判决书", i));
    return texts;
  }

  ReadOptions options_;
  std::vector<fs::path> files_;
};

TEST_F(WorkersTest, GiveWhatEachDocumentGivesByItself) {
  put_documents(12);
  EXPECT_EQ(texts(1), expected());
  EXPECT_EQ(texts(3), expected());
  EXPECT_EQ(read(files_[7], options_).text, expected()[7]);
  EXPECT_EQ(children_of(getpid()).size(), 0u);
}

TEST_F(WorkersTest, LimitsAreThoseOfTheDocument) {
  std::string lines;
  while (lines.size() < (3 << 20)) lines += "本院认为，双方签订的合同合法有效。\n";
  files_ = {put("a.txt", lines), put("b.txt", lines + "。")};
  options_.limits.address_space = 1 << 20;
  for (const std::string& text : texts(2)) EXPECT_THAT(text, testing::StartsWith("out of memory"));
  options_.limits = {};
  options_.limits.open_seconds = 0;
  for (const std::string& text : texts(2)) EXPECT_EQ(text, "timeout after 0 s while opening");
}

// What forks is started anew once; after that every document has a program of its own.
TEST_F(WorkersTest, TheDeathOfTheMotherCostsNoDocument) {
  put_documents(14);
  int deaths = 0;
  // She is started again once; from her second death on each document has a program of its own, and
  // killing that one would be another matter.
  const auto kill_mother = [&](std::size_t i) {
    if (i % 4 != 1 || deaths >= 2) return;
    for (const pid_t child : children_of(getpid())) {
      kill(child, SIGKILL);
      ++deaths;
    }
  };
  EXPECT_EQ(texts(1, kill_mother), expected());
  EXPECT_EQ(deaths, 2);
}

TEST_F(WorkersTest, AProgramThatCannotForkIsStartedForEachDocument) {
  put_documents(3);
  const fs::path script =
      put("worker", fmt::format("#!/bin/sh\n[ \"$1\" = serve ] && exit 1\nexec '{}' \"$@\"\n",
                                options_.worker.string()));
  fs::permissions(script, fs::perms::owner_all);
  options_.worker = script;
  EXPECT_EQ(texts(2), expected());
}

TEST_F(WorkersTest, NobodyIsLeftBehindWhenTheParentIsKilled) {
  put_documents(1);
  MakePdf book;
  for (int page = 0; page < 2000; ++page) {
    book.page();
    for (int y = 50; y < 650; y += 20)
      book.chinese(50, y, 12, "本院认为双方签订的合同合法有效被告应当支付");
  }
  files_.push_back(put("book.pdf", book.bytes()));
  const fs::path started = root_ / "started";
  const pid_t parent = fork();
  if (parent == 0) {
    read_all(files_, options_, 1, [&](std::size_t, Document&&) {
      std::ofstream(started) << "yes";
      pause();
    });
    _exit(0);
  }
  std::set<pid_t> all;
  for (int i = 0; i < 2000 && all.size() < 2; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (!fs::exists(started)) continue;
    all = children_of(parent);
    for (const pid_t mother : std::set<pid_t>(all)) all.merge(children_of(mother));
  }
  kill(parent, SIGKILL);
  waitpid(parent, nullptr, 0);
  EXPECT_GE(all.size(), 2u);  // the mother, a child at work on the book, at times the one before it
  for (const pid_t pid : all) {
    for (int i = 0; i < 500 && runs(pid); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_FALSE(runs(pid));
  }
}

}  // namespace
}  // namespace proviso::ingest
