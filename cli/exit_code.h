// The one table of exit codes; README and `proviso --help` show it.
#pragma once

#include <exception>
#include <span>
#include <string>
#include <string_view>

namespace proviso::cli {

enum ExitCode : int {
  kFine = 0,
  kConditionNotMet = 1,
  kUsage = 2,
  kSomeFailed = 3,
  kInputUnreadable = 4,
  kModelIncompatible = 5,
  kDatabase = 6,
  kOutOfResources = 7,
  kBug = 70,
  kInterrupted = 130,
};

struct ExitMeaning {
  ExitCode code;
  std::string_view meaning;
};
std::span<const ExitMeaning> exit_table();

struct Failure {
  ExitCode code;
  std::string message;  // one line; empty: say nothing
};

// What an exception that ended a command means to the caller of the program. CLI::ParseError of
// help and version is not for here.
Failure explain(const std::exception_ptr& error);

// Whoever read standard output has closed it (`| head -1`).
bool reader_went_away();

// Throw when standard output no longer takes what is written: silent and 0 when the reader went
// away (a closed pipe), else a full disk and the like.
class OutputError : public std::exception {
 public:
  const char* what() const noexcept override { return "standard output cannot be written"; }
};

}  // namespace proviso::cli
