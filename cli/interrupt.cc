#include "cli/interrupt.h"

#include <csignal>
#include <ctime>

namespace proviso::cli {
namespace {

sigset_t ending_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

void wait_for_signals(const std::stop_token& over, std::stop_source source) {
  const sigset_t set = ending_signals();
  while (!over.stop_requested()) {
    const int signal = sigwaitinfo(&set, nullptr);
    if (signal < 0 || over.stop_requested()) continue;
    if (source.request_stop()) continue;
    // The second time: the user does not want to wait.
    std::signal(signal, SIG_DFL);
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
    std::raise(signal);
  }
}

}  // namespace

Interrupts::Interrupts() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  const sigset_t set = ending_signals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  waiter_ = std::jthread(
      [source = source_](const std::stop_token& over) { wait_for_signals(over, source); });
}

Interrupts::~Interrupts() {
  waiter_.request_stop();
  pthread_kill(waiter_.native_handle(), SIGTERM);  // wakes the waiter, which sees that it is over
}

}  // namespace proviso::cli
