#include "ingest/worker/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

namespace proviso::ingest {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::seconds;

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() { reset(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  void reset() {
    if (fd_ >= 0) close(std::exchange(fd_, -1));
  }

 private:
  int fd_;
};

[[noreturn]] void throw_error(const std::string& what) {
  throw Error(what + ": " + std::generic_category().message(errno));
}

// `cpu_seconds`: the processor time that the worker had granted itself.
std::string describe(int status, const Limits& limits, int cpu_seconds) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    if (signal == SIGXCPU) {
      return fmt::format("timeout after {} s of processor time", cpu_seconds);
    }
    const char* abbreviation = sigabbrev_np(signal);
    return fmt::format("worker died with signal SIG{}",
                       abbreviation != nullptr ? abbreviation : std::to_string(signal));
  }
  if (WEXITSTATUS(status) == kOutOfMemory) {
    return fmt::format("out of memory: more than {} MiB needed", limits.address_space >> 20);
  }
  return fmt::format("worker ended with code {}", WEXITSTATUS(status));
}

// The parent's side of one conversation.
class Conversation {
 public:
  Conversation(const WorkerSettings& settings, const std::function<bool(Frame&&)>& take,
               OcrCache* cache, int answers, Workers& workers)
      : limits_(settings.limits),
        archive_(settings.task != WorkerTask::kRead),
        take_(take),
        cache_(cache),
        answers_(answers),
        workers_(workers),
        last_(start_) {}

  // Reads until the closing frame, the end of the output, or trouble. True when the child is to be
  // ended.
  bool listen(int fd) {
    std::array<char, 1 << 16> chunk{};
    while (!end_.closed && !enough_) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline() - Clock::now());
      if (left.count() <= 0) return late();
      pollfd waiting{fd, POLLIN, 0};
      const int ready =
          poll(&waiting, 1, static_cast<int>(std::min<std::int64_t>(left.count(), 1 << 30)));
      if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
      const ssize_t got = ::read(fd, chunk.data(), chunk.size());
      if (got <= 0) return false;
      received_ += static_cast<std::uint64_t>(got);
      if (!archive_ && received_ > limits_.max_output) return trouble("output too large");
      buffer_.append({chunk.data(), static_cast<std::size_t>(got)});
      if (!take_frames()) return trouble("worker sent something that is no frame");
    }
    return enough_;
  }

  int cpu_allowance() const { return in_ocr_ ? limits_.ocr_cpu_seconds : limits_.text_cpu_seconds; }

  bool had_enough() const { return enough_; }
  ChildEnd take_end() { return std::move(end_); }

 private:
  Clock::time_point deadline() const {
    const seconds wait(allowance());
    return std::min(last_ + wait, start_ + seconds(limits_.total_seconds));
  }

  int allowance() const {
    if (archive_) return limits_.text_seconds;
    if (end_.pages < 0) return limits_.open_seconds;
    return in_ocr_ ? limits_.ocr_seconds : limits_.text_seconds;
  }

  bool late() {
    if (Clock::now() >= start_ + seconds(limits_.total_seconds)) {
      return trouble(fmt::format("timeout after {} s in all", limits_.total_seconds));
    }
    return trouble(end_.pages < 0 && !archive_
                       ? fmt::format("timeout after {} s while opening", limits_.open_seconds)
                       : fmt::format("timeout after {} s", allowance()));
  }

  bool trouble(std::string what) {
    end_.trouble = std::move(what);
    return true;
  }

  bool take_frames() {
    while (const auto content = buffer_.next()) {
      auto frame = decode_frame(*content);
      if (!frame) return false;
      last_ = Clock::now();
      if (const auto* recall = std::get_if<RecallFrame>(&*frame)) {
        if (!answer(recall->key)) return false;
        continue;
      }
      if (const auto* keep = std::get_if<KeepFrame>(&*frame)) {
        if (cache_ != nullptr) cache_->keep(keep->key, keep->value);
        continue;
      }
      in_ocr_ = std::holds_alternative<OcrFrame>(*frame);
      if (in_ocr_) workers_.expect_ocr();
      if (auto* open = std::get_if<OpenFrame>(&*frame)) {
        end_.pages = open->pages;
        end_.kind = open->kind;
        end_.flows = open->flows;
      } else if (auto* close = std::get_if<CloseFrame>(&*frame)) {
        end_.closed = true;
        end_.close = std::move(*close);
        return true;
      } else if (!in_ocr_ && !take_(*std::move(frame))) {
        enough_ = true;
        return true;
      }
    }
    return !buffer_.too_long();
  }

  // False when the worker does not take the answer.
  bool answer(const std::string& key) {
    const auto value = cache_ == nullptr ? std::nullopt : cache_->find(key);
    const std::string frame = with_length(value.value_or(""));
    std::string_view rest(frame);
    while (!rest.empty()) {
      const ssize_t sent = send(answers_, rest.data(), rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (sent > 0) {
        rest.remove_prefix(static_cast<std::size_t>(sent));
        continue;
      }
      if (sent < 0 && errno != EAGAIN && errno != EINTR) return false;
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline() - Clock::now());
      if (left.count() <= 0) return false;
      pollfd waiting{answers_, POLLOUT, 0};
      poll(&waiting, 1, static_cast<int>(std::min<std::int64_t>(left.count(), 1 << 30)));
    }
    return true;
  }

  const Limits& limits_;
  const bool archive_;
  const std::function<bool(Frame&&)>& take_;
  OcrCache* const cache_;
  const int answers_;
  Workers& workers_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point last_;
  FrameBuffer buffer_;
  std::uint64_t received_ = 0;
  bool in_ocr_ = false, enough_ = false;
  ChildEnd end_;
};

}  // namespace

ChildEnd run_child(Workers& workers, const WorkerSettings& settings, int input,
                   const std::function<bool(Frame&&)>& take, OcrCache* cache,
                   const std::stop_token& stop) {
  int ends[2], line[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw_error("pipe");
  const Descriptor from_child(ends[0]);
  Descriptor to_parent(ends[1]);
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, line) != 0) throw_error("socketpair");
  const Descriptor answers(line[0]);
  Descriptor childs_end(line[1]);
  const std::unique_ptr<WorkerProcess> child =
      workers.start(to_arguments(settings), {input, to_parent.get(), childs_end.get()},
                    settings.limits.open_seconds);
  to_parent.reset();
  childs_end.reset();
  Conversation conversation(settings, take, cache, answers.get(), workers);
  {
    const std::stop_callback on_stop(stop, [&] { child->end(); });
    if (conversation.listen(from_child.get())) child->end();
  }
  ChildEnd end = conversation.take_end();
  end.stopped = stop.stop_requested();
  // What has said its last word needs no watching.
  if (end.closed || conversation.had_enough()) return end;
  const WorkerProcess::End how = child->wait_shortly();
  if (end.trouble.empty()) {
    end.orphaned = how.orphaned;
    end.trouble = describe(how.status, settings.limits, conversation.cpu_allowance());
  }
  return end;
}

}  // namespace proviso::ingest
