#include "ingest/worker/workers.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "ingest/reader.h"
#include "ingest/spawn.h"
#include "ingest/worker/protocol.h"
#include "ingest/worker/serve.h"

extern char** environ;

namespace proviso::ingest {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// The environment with OMP_THREAD_LIMIT=1: Tesseract's threads fight for cores otherwise, and the
// variable is read before main().
std::vector<std::string> child_environment() {
  std::vector<std::string> result{"OMP_THREAD_LIMIT=1", "LC_ALL=C"};
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    if (!text.starts_with("OMP_THREAD_LIMIT=") && !text.starts_with("LC_ALL=")) {
      result.emplace_back(text);
    }
  }
  return result;
}

// Two ends of a line between processes; those that are still held are closed by the destructor.
struct Wire {
  Wire() {
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
      throw Error("socketpair: " + std::generic_category().message(errno));
    }
  }
  ~Wire() {
    close_end(0);
    close_end(1);
  }
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  void close_end(std::size_t i) {
    if (ends[i] >= 0) close(std::exchange(ends[i], -1));
  }

  int ends[2] = {-1, -1};
};

// A program of its own.
class SpawnedWorker final : public WorkerProcess {
 public:
  explicit SpawnedWorker(pid_t pid) : pid_(pid) {}
  ~SpawnedWorker() override { finish(); }
  SpawnedWorker(const SpawnedWorker&) = delete;
  SpawnedWorker& operator=(const SpawnedWorker&) = delete;

  void end() override { kill(-pid_, SIGKILL); }

  End wait_shortly() override {
    for (int i = 0; i < 400 && !reaped_; ++i) {
      reaped_ = waitpid(pid_, &status_, WNOHANG) == pid_;
      if (!reaped_) std::this_thread::sleep_for(milliseconds(i < 20 ? 1 : 5));
    }
    finish();
    return {status_, false};
  }

 private:
  void finish() {
    if (reaped_) return;
    kill(-pid_, SIGKILL);
    while (waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
    }
    reaped_ = true;
  }

  const pid_t pid_;
  int status_ = 0;
  bool reaped_ = false;
};

// One word of the mother, within so many milliseconds; nullopt when she is silent, `gone` says
// whether for ever.
std::optional<std::int32_t> hear(int line, std::int64_t within, bool* gone = nullptr) {
  const auto deadline = Clock::now() + milliseconds(within);
  for (;;) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now()).count();
    pollfd waiting{line, POLLIN, 0};
    const int ready =
        poll(&waiting, 1, static_cast<int>(std::clamp<std::int64_t>(left, 0, 1 << 30)));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return std::nullopt;
    std::int32_t word = 0;
    const ssize_t got = recv(line, &word, sizeof word, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got == sizeof word) return word;
    if (gone != nullptr) *gone = true;
    return std::nullopt;
  }
}

}  // namespace

// A running process that forks.
class Workers::Mother {
 public:
  explicit Mother(const std::filesystem::path& program) {
    pid_ = spawn(program, {std::string(kServe)}, child_environment(),
                 {{STDIN_FILENO}, {STDOUT_FILENO}, {STDERR_FILENO}, {kRequests, control_.ends[1]}});
    control_.close_end(1);
  }
  ~Mother() {
    end();
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  Mother(const Mother&) = delete;
  Mother& operator=(const Mother&) = delete;

  // Her children end with her.
  void end() const { kill(-pid_, SIGKILL); }

  // False when she does not hear.
  bool ask(const std::string& request, const std::vector<int>& descriptors) const {
    iovec text{const_cast<char*>(request.data()), request.size()};
    alignas(cmsghdr) char control[CMSG_SPACE(kRequestLines * sizeof(int))] = {};
    msghdr message{};
    message.msg_iov = &text;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(descriptors.size() * sizeof(int));
    std::memcpy(CMSG_DATA(header), descriptors.data(), descriptors.size() * sizeof(int));
    ssize_t sent = 0;
    do {
      sent = sendmsg(control_.ends[0], &message, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent == static_cast<ssize_t>(request.size());
  }

 private:
  Wire control_;
  pid_t pid_ = -1;
};

namespace {

// A child of the mother, who reaps it when its line is let go.
class ForkedWorker final : public WorkerProcess {
 public:
  ForkedWorker(pid_t pid, int line, std::shared_ptr<const void> mother)
      : pid_(pid), line_(line), mother_(std::move(mother)) {}
  ~ForkedWorker() override { close(line_); }
  ForkedWorker(const ForkedWorker&) = delete;
  ForkedWorker& operator=(const ForkedWorker&) = delete;

  // The number is not given to another process before the mother has reaped this one.
  void end() override { kill(-pid_, SIGKILL); }

  End wait_shortly() override {
    bool gone = false;
    auto status = hear(line_, 2000, &gone);
    if (!status && !gone) {
      end();
      status = hear(line_, 10'000, &gone);
    }
    return {status.value_or(SIGKILL), gone};
  }

 private:
  const pid_t pid_;
  const int line_;
  const std::shared_ptr<const void> mother_;  // lives on while a child of hers does
};

}  // namespace

Workers::Workers(std::filesystem::path program, bool many)
    : program_(std::move(program)), lives_(many ? 2 : 0) {}

Workers::~Workers() = default;

std::shared_ptr<Workers::Mother> Workers::mother() {
  const std::lock_guard lock(mutex_);
  if (!mother_ && lives_ > 0) {
    --lives_;
    mother_ = std::make_shared<Mother>(program_);
  }
  return mother_;
}

void Workers::lost(const std::shared_ptr<Mother>& mother) {
  const std::lock_guard lock(mutex_);
  mother->end();
  if (mother_ == mother) mother_.reset();
}

void Workers::expect_ocr() {
  const std::lock_guard lock(mutex_);
  ocr_ = true;
}

std::unique_ptr<WorkerProcess> Workers::start(const std::vector<std::string>& arguments,
                                              const WorkerLines& lines, int seconds) {
  std::string request;
  {
    const std::lock_guard lock(mutex_);
    request = ocr_ ? kWithOcr : kWithoutOcr;
  }
  for (const std::string& argument : arguments) request += argument + '\0';
  const bool fits = request.size() <= kLongestRequest;
  while (const auto mother = fits ? this->mother() : nullptr) {
    Wire line;
    if (mother->ask(request, {lines.input, lines.output, lines.answers, line.ends[1]})) {
      line.close_end(1);
      if (const auto pid = hear(line.ends[0], std::int64_t{1000} * seconds)) {
        return std::make_unique<ForkedWorker>(*pid, std::exchange(line.ends[0], -1), mother);
      }
    }
    lost(mother);
  }
  return std::make_unique<SpawnedWorker>(spawn(program_, arguments, child_environment(),
                                               {{STDIN_FILENO, lines.input},
                                                {STDOUT_FILENO, lines.output},
                                                {kAnswers, lines.answers},
                                                {STDERR_FILENO}}));
}

}  // namespace proviso::ingest
