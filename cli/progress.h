// A bar with rate and time left on standard error.
#pragma once

#include <chrono>
#include <cstdint>
#include <ostream>
#include <string>

namespace proviso::cli {

// Redraws its line at most ten times a second; wiped when it goes out of scope. Not thread-safe.
class Progress {
 public:
  // `shown` false: every call does nothing. `what` stands before the bar; `err` must outlive the
  // bar.
  Progress(std::ostream& err, bool shown, std::string what);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  // `done` of `total` units (0: unknown) are finished. `note`, say a file's name, is cut to fit the
  // line.
  void update(std::uint64_t done, std::uint64_t total, const std::string& note = "");

 private:
  using Clock = std::chrono::steady_clock;
  std::ostream& err_;
  bool shown_;
  bool drawn_ = false;
  std::string what_;
  Clock::time_point start_, last_;
};

// "1:05", "2:03:04".
std::string clock_time(double seconds);

}  // namespace proviso::cli
