#include "ingest/spawn.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <csignal>
#include <system_error>

#include "ingest/reader.h"

namespace proviso::ingest {
namespace {

void check(int code, const std::filesystem::path& program) {
  if (code != 0) {
    throw Error(program.string() + " cannot be started: " + std::generic_category().message(code));
  }
}

struct Actions {
  Actions() { posix_spawn_file_actions_init(&value); }
  ~Actions() { posix_spawn_file_actions_destroy(&value); }
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;

  posix_spawn_file_actions_t value;
};

struct Attributes {
  Attributes() { posix_spawnattr_init(&value); }
  ~Attributes() { posix_spawnattr_destroy(&value); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;

  posix_spawnattr_t value;
};

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

}  // namespace

pid_t spawn(const std::filesystem::path& program, std::vector<std::string> arguments,
            std::vector<std::string> environment, const std::vector<Inherited>& inherited) {
  Actions actions;
  for (const Inherited& each : inherited) {
    const int code =
        each.from < 0
            ? posix_spawn_file_actions_addopen(&actions.value, each.as, "/dev/null",
                                               each.as == STDIN_FILENO ? O_RDONLY : O_WRONLY, 0)
            : posix_spawn_file_actions_adddup2(&actions.value, each.from, each.as);
    check(code, program);
  }
  Attributes attributes;
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes.value, &none);
  posix_spawnattr_setsigdefault(&attributes.value, &all);
  posix_spawnattr_setpgroup(&attributes.value, 0);
  posix_spawnattr_setflags(&attributes.value,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  arguments.insert(arguments.begin(), program.string());
  pid_t pid = -1;
  check(posix_spawn(&pid, program.c_str(), &actions.value, &attributes.value,
                    pointers(arguments).data(), pointers(environment).data()),
        program);
  return pid;
}

}  // namespace proviso::ingest
