// Runs build/…/proviso in a folder of its own and catches what it says.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace proviso::e2e {

struct Output {
  int code = 0;  // exit status; 128 + signal when killed by one
  std::string out, err;
};

// How a command is run, where it matters.
struct How {
  std::vector<std::string> environment = {};  // "NAME=value"
  std::string stdout_to = {};                 // a path instead of a pipe
  std::function<void()> in_child = {};        // called before exec, for limits
  std::function<void(pid_t)> meanwhile = {};  // called here, once the program runs
  std::filesystem::path program = {};         // another than build/…/proviso
};

// A temporary folder in which commands run. Environment: that of the test, without PROVISO_… and
// with LC_ALL=C.UTF-8.
class Desk {
 public:
  Desk();
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;
  ~Desk();

  std::filesystem::path operator/(const std::string& name) const { return folder_ / name; }
  // Writes a file, with its folders.
  void write(const std::string& name, const std::string& bytes) const;

  Output run(std::vector<std::string> arguments, const How& how = {}) const;
  // Starts without waiting, in a process group of its own; output goes to /dev/null.
  pid_t start(std::vector<std::string> arguments) const;

  // The lines of `proviso export TABLE` on `database`, which must succeed.
  std::vector<nlohmann::json> export_rows(const std::string& table,
                                          const std::string& database = "proviso.db",
                                          const std::vector<std::string>& more = {}) const;

 private:
  std::filesystem::path folder_;
};

// The same whose disposition orders another amount than the reasoning arrived at: one flag.
std::string contradicting_judgment(int number);

// Waits until SQL, which gives one number, gives more than `least` on the database; false after a
// minute.
bool wait_for_more(const std::filesystem::path& database, const char* sql, std::int64_t least);

// An invented judgment of first instance; `number` tells the cases apart.
std::string judgment(int number);

// Whether a table for export changes from run to run: times and run ids.
std::string without_run_columns(const std::vector<nlohmann::json>& rows);

}  // namespace proviso::e2e
