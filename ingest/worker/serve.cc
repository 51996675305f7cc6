#include "ingest/worker/serve.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ingest/worker/protocol.h"

namespace proviso::ingest {
namespace {

struct Request {
  bool ocr = false;
  std::string arguments;
  int lines[kRequestLines] = {-1, -1, -1, -1};  // input, output, answers, the child's own line
};

struct Child {
  pid_t pid = -1;
  int line = -1;       // -1: let go
  bool ended = false;  // and not reaped yet
};

// The next request; nullopt when there is none, or none that is whole.
std::optional<Request> receive() {
  std::string text(kLongestRequest, '\0');
  Request request;
  iovec into{text.data(), text.size()};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof request.lines)] = {};
  msghdr message{};
  message.msg_iov = &into;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  const ssize_t got = recvmsg(kRequests, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  const cmsghdr* header = got > 0 ? CMSG_FIRSTHDR(&message) : nullptr;
  if (header == nullptr || header->cmsg_type != SCM_RIGHTS ||
      header->cmsg_len != CMSG_LEN(sizeof request.lines)) {
    return std::nullopt;
  }
  std::memcpy(request.lines, CMSG_DATA(header), sizeof request.lines);
  request.ocr = text.front() == kWithOcr;
  request.arguments = text.substr(1, static_cast<std::size_t>(got) - 1);
  return request;
}

std::vector<std::string_view> arguments_of(const Request& request) {
  std::vector<std::string_view> arguments;
  for (std::string_view rest(request.arguments); !rest.empty();) {
    const std::size_t end = std::min(rest.find('\0'), rest.size() - 1);
    arguments.push_back(rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  return arguments;
}

void say(int line, std::int32_t word) {
  // A parent that hears no more lets go of the line; poll() tells.
  send(line, &word, sizeof word, MSG_NOSIGNAL | MSG_DONTWAIT);
}

class Service {
 public:
  Service(const std::function<int(std::span<const std::string_view>)>& work,
          const std::function<void()>& prepare_ocr)
      : work_(work), prepare_ocr_(prepare_ocr) {
    sigemptyset(&child_signal_);
    sigaddset(&child_signal_, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child_signal_, nullptr);
    signals_ = signalfd(-1, &child_signal_, SFD_CLOEXEC | SFD_NONBLOCK);
  }

  [[noreturn]] void run() {
    for (;;) {
      std::vector<pollfd> waiting{{kRequests, POLLIN, 0}, {signals_, POLLIN, 0}};
      for (const Child& child : children_) waiting.push_back({child.line, 0, 0});
      if (poll(waiting.data(), waiting.size(), -1) < 0) continue;
      if ((waiting[0].revents & (POLLHUP | POLLERR)) != 0) leave();
      for (std::size_t i = 0; i < children_.size(); ++i) {
        if (waiting[2 + i].revents != 0) let_go(children_[i]);
      }
      if (waiting[1].revents != 0) look_for_ends();
      std::erase_if(children_, [](const Child& child) { return child.pid < 0; });
      if ((waiting[0].revents & POLLIN) != 0) take_request();
    }
  }

 private:
  [[noreturn]] void leave() {
    for (const Child& child : children_) kill(-child.pid, SIGKILL);
    _exit(0);
  }

  // The parent has lost interest: the child ends, and its number may be given to another.
  static void let_go(Child& child) {
    close(std::exchange(child.line, -1));
    kill(-child.pid, SIGKILL);
    if (child.ended) reap(child);
  }

  static void reap(Child& child) {
    while (waitpid(child.pid, nullptr, 0) < 0 && errno == EINTR) {
    }
    child.pid = -1;
  }

  void look_for_ends() {
    signalfd_siginfo told{};
    while (read(signals_, &told, sizeof told) > 0) {
    }
    for (Child& child : children_) {
      if (child.ended || child.pid < 0) continue;
      siginfo_t info{};
      // Reaped only when the parent no longer means it by its number.
      if (waitid(P_PID, static_cast<id_t>(child.pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
          info.si_pid != child.pid) {
        continue;
      }
      child.ended = true;
      if (child.line < 0) {
        reap(child);
        continue;
      }
      say(child.line, info.si_code == CLD_EXITED ? (info.si_status & 0xFF) << 8 : info.si_status);
    }
  }

  void take_request() {
    const auto request = receive();
    if (!request) return;
    if (request->ocr && !std::exchange(prepared_ocr_, true)) prepare_ocr_();
    const pid_t mother = getpid();
    const pid_t pid = fork();
    if (pid == 0) be_child(*request, mother);
    for (std::size_t i = 0; i + 1 < kRequestLines; ++i) close(request->lines[i]);
    const int line = request->lines[kRequestLines - 1];
    if (pid < 0) {  // the parent takes the silence for what it is
      close(line);
      return;
    }
    setpgid(pid, pid);
    children_.push_back({pid, line});
    say(line, pid);
  }

  [[noreturn]] void be_child(const Request& request, pid_t mother) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != mother) _exit(0);
    setpgid(0, 0);
    sigprocmask(SIG_UNBLOCK, &child_signal_, nullptr);
    dup2(request.lines[0], STDIN_FILENO);
    dup2(request.lines[1], STDOUT_FILENO);
    dup2(request.lines[2], kAnswers);
    close_range(kAnswers + 1, ~0U, 0);
    _exit(work_(arguments_of(request)));
  }

  const std::function<int(std::span<const std::string_view>)>& work_;
  const std::function<void()>& prepare_ocr_;
  sigset_t child_signal_{};
  int signals_ = -1;
  bool prepared_ocr_ = false;
  std::vector<Child> children_;
};

}  // namespace

void serve(const std::function<int(std::span<const std::string_view>)>& work,
           const std::function<void()>& prepare, const std::function<void()>& prepare_ocr) {
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prepare();
  Service(work, prepare_ocr).run();
}

}  // namespace proviso::ingest
