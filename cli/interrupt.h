// SIGINT and SIGTERM as a stop request.
#pragma once

#include <stop_token>
#include <thread>

namespace proviso::cli {

// Make one in main before any other thread: it blocks both signals in the calling thread (and so in
// all later ones) and waits for them in a thread of its own. The first requests a stop; the second
// ends the process as if nobody had handled it. SIGPIPE and SIGXFSZ are ignored: writing then
// fails, and the failure is reported.
class Interrupts {
 public:
  Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
  ~Interrupts();

  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::jthread waiter_;
};

}  // namespace proviso::cli
