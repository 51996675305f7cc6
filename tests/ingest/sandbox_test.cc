// What the worker may still do once it has shut itself in: tried in a child process.
#include "ingest/worker/sandbox.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <functional>

namespace proviso::ingest {
namespace {

// True when `deed`, done in the sandbox, says it worked.
bool works_inside(const std::function<bool()>& deed) {
  const pid_t child = fork();
  if (child == 0) {
    enter_sandbox();
    _exit(deed() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

class SandboxTest : public testing::Test {
 protected:
  void SetUp() override {
#if defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "the sanitizer needs what the sandbox forbids";
#endif
    if (!sandbox_of_this_kernel().system_calls) GTEST_SKIP() << "no seccomp here";
  }
};

TEST_F(SandboxTest, ReadsTheLibrariesAndAllocates) {
  EXPECT_TRUE(works_inside([] { return open("/usr/bin/env", O_RDONLY) >= 0; }));
  EXPECT_TRUE(works_inside([] {
    return mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) !=
           MAP_FAILED;
  }));
}

TEST_F(SandboxTest, WritesNoFile) {
  const std::string path = testing::TempDir() + "/sandbox_test";
  EXPECT_FALSE(works_inside([&] { return open(path.c_str(), O_WRONLY | O_CREAT, 0600) >= 0; }));
  EXPECT_FALSE(works_inside([&] { return open("/dev/null", O_RDWR) >= 0; }));
  EXPECT_FALSE(works_inside([&] { return unlink("/tmp/none") == 0 || errno == ENOENT; }));
  EXPECT_NE(access(path.c_str(), F_OK), 0);
}

TEST_F(SandboxTest, ReachesNoNetworkAndStartsNothing) {
  EXPECT_FALSE(works_inside([] { return socket(AF_INET, SOCK_STREAM, 0) >= 0; }));
  EXPECT_FALSE(works_inside([] {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    return child > 0;
  }));
  EXPECT_FALSE(works_inside([] {
    execl("/bin/true", "true", nullptr);
    return false;  // not reached when it worked: `true` ends with 0
  }));
  EXPECT_FALSE(works_inside([] { return kill(getppid(), 0) == 0; }));
}

TEST_F(SandboxTest, MakesNoMemoryExecutable) {
  EXPECT_FALSE(works_inside([] {
    return mmap(nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) !=
           MAP_FAILED;
  }));
}

TEST_F(SandboxTest, AbortStillEndsTheProcess) {
  const pid_t child = fork();
  if (child == 0) {
    enter_sandbox();
    abort();
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

TEST_F(SandboxTest, SeesNoFilesOfTheUser) {
  if (sandbox_of_this_kernel().files == 0) GTEST_SKIP() << "no Landlock here";
  EXPECT_FALSE(works_inside([] { return open("/etc/passwd", O_RDONLY) >= 0; }));
}

TEST_F(SandboxTest, IsDescribed) {
  EXPECT_NE(describe(sandbox_of_this_kernel()).find("seccomp"), std::string::npos);
  EXPECT_NE(describe(Sandbox{}).find("none"), std::string::npos);
}

}  // namespace
}  // namespace proviso::ingest
