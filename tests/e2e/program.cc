#include "tests/e2e/program.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstring>
#include <fstream>
#include <sstream>
#include <thread>

extern char** environ;

namespace proviso::e2e {
namespace {

namespace fs = std::filesystem;

const char* const kProgram = PROVISO_BINARY_DIR "/proviso";

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> environment(const std::vector<std::string>& more) {
  std::vector<std::string> result = more;  // first: getenv() takes the first of two
  for (char** one = environ; *one != nullptr; ++one) {
    const std::string entry = *one;
    if (!entry.starts_with("PROVISO_") && !entry.starts_with("LC_") && !entry.starts_with("LANG") &&
        !entry.starts_with("OMP_") && !entry.starts_with("GOMP_")) {
      result.push_back(entry);
    }
  }
  result.emplace_back("LC_ALL=C.UTF-8");
  return result;
}

// In the child: only calls that are safe there, and `in_child`, which the test answers for.
[[noreturn]] void become(const fs::path& folder, std::vector<std::string> arguments,
                         std::vector<std::string> env, int out, int err,
                         const std::function<void()>& in_child,
                         const std::string& program = kProgram) {
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  if (in_child) in_child();
  arguments.insert(arguments.begin(), program);
  if (chdir(folder.c_str()) == 0)
    execve(program.c_str(), pointers(arguments).data(), pointers(env).data());
  _exit(127);
}

void drain(int out, int err, Output& output) {
  std::array<pollfd, 2> pipes{{{out, POLLIN, 0}, {err, POLLIN, 0}}};
  std::array<std::string*, 2> to{&output.out, &output.err};
  int open_pipes = 2;
  while (open_pipes > 0 && poll(pipes.data(), pipes.size(), -1) > 0) {
    for (std::size_t i = 0; i < pipes.size(); ++i) {
      if (pipes[i].revents == 0) continue;
      std::array<char, 65536> buffer{};
      const ssize_t size = read(pipes[i].fd, buffer.data(), buffer.size());
      if (size > 0) {
        to[i]->append(buffer.data(), static_cast<std::size_t>(size));
      } else {
        pipes[i].fd = -1;
        --open_pipes;
      }
    }
  }
}

}  // namespace

Desk::Desk() {
  std::string pattern = (fs::temp_directory_path() / "proviso-e2e-XXXXXX").string();
  folder_ = mkdtemp(pattern.data());
}

Desk::~Desk() {
  fs::remove_all(folder_);
}

void Desk::write(const std::string& name, const std::string& bytes) const {
  fs::create_directories((folder_ / name).parent_path());
  std::ofstream(folder_ / name, std::ios::binary) << bytes;
}

Output Desk::run(std::vector<std::string> arguments, const How& how) const {
  std::array<int, 2> out{}, err{};
  if (pipe2(out.data(), O_CLOEXEC) != 0 || pipe2(err.data(), O_CLOEXEC) != 0)
    throw std::runtime_error("pipe");
  const int target =
      how.stdout_to.empty() ? out[1] : open(how.stdout_to.c_str(), O_WRONLY | O_CLOEXEC);
  const pid_t child = fork();
  if (child == 0)
    become(folder_, std::move(arguments), environment(how.environment), target, err[1],
           how.in_child, how.program.empty() ? kProgram : how.program.string());
  close(out[1]);
  close(err[1]);
  if (!how.stdout_to.empty()) close(target);
  if (how.meanwhile) how.meanwhile(child);
  Output output;
  drain(out[0], err[0], output);
  close(out[0]);
  close(err[0]);
  int status = 0;
  waitpid(child, &status, 0);
  output.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return output;
}

pid_t Desk::start(std::vector<std::string> arguments) const {
  const int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
  const pid_t child = fork();
  if (child == 0) {
    setpgid(0, 0);
    become(folder_, std::move(arguments), environment({}), nothing, nothing, {});
  }
  setpgid(child, child);
  close(nothing);
  return child;
}

std::vector<nlohmann::json> Desk::export_rows(const std::string& table, const std::string& database,
                                              const std::vector<std::string>& more) const {
  std::vector<std::string> arguments{"export", table, "--db", database};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Output output = run(arguments);
  EXPECT_EQ(output.code, 0) << output.err;
  std::vector<nlohmann::json> rows;
  std::istringstream lines(output.out);
  for (std::string line; std::getline(lines, line);) rows.push_back(nlohmann::json::parse(line));
  return rows;
}

std::string judgment(int number) {
  const std::string n = std::to_string(number);
  return "测试市人民法院\n民事判决书\n（2021）测01民初" + n +
         "号\n原告：钱塘江，男，住测试市。\n被告：测试市青山贸易有限公司，住所地测试市。\n法定代表"
         "人：孙大圣，经理。\n"
         "原告钱塘江与被告测试市青山贸易有限公司买卖合同纠纷一案，本院立案后依法进行了审理。本案现"
         "已审理终结。\n"
         "原告向本院提出诉讼请求：1.判令被告支付货款" +
         n + "000元；2.诉讼费由被告负担。\n被告辩称，货款属实。\n经审理查明，被告尚欠原告货款" + n +
         "000元。\n本院认为，被告应当支付货款。依照《中华人民共和国民法典》第六百二十六条规定，判决"
         "如下：\n"
         "被告测试市青山贸易有限公司于本判决生效后十日内支付原告钱塘江货款" +
         n + "000元。\n案件受理费50元，由被告负担。\n审判员　周某\n二〇二一年五月六日\n";
}

std::string contradicting_judgment(int number) {
  std::string text = judgment(number);
  const std::string owed = "523200元", wrong = "532200元",
                    amount = std::to_string(number) + "000元";
  for (std::size_t at = 0; (at = text.find(amount, at)) != std::string::npos; at += owed.size())
    text.replace(at, amount.size(), owed);
  const std::size_t ordered = text.rfind(owed);
  return text.replace(ordered, owed.size(), wrong);
}

bool wait_for_more(const std::filesystem::path& database, const char* sql, std::int64_t least) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (std::chrono::steady_clock::now() < deadline) {
    sqlite3* handle = nullptr;
    std::int64_t count = 0;
    if (sqlite3_open_v2(database.c_str(), &handle, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK) {
      sqlite3_stmt* statement = nullptr;
      if (sqlite3_prepare_v2(handle, sql, -1, &statement, nullptr) == SQLITE_OK &&
          sqlite3_step(statement) == SQLITE_ROW) {
        count = sqlite3_column_int64(statement, 0);
      }
      sqlite3_finalize(statement);
    }
    sqlite3_close(handle);
    if (count > least) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

std::string without_run_columns(const std::vector<nlohmann::json>& rows) {
  std::string text;
  for (nlohmann::json row : rows) {
    for (const char* column : {"run", "started_at", "finished_at"}) row.erase(column);
    text += row.dump() + '\n';
  }
  return text;
}

}  // namespace proviso::e2e
