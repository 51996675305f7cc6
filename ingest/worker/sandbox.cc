#include "ingest/worker/sandbox.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace proviso::ingest {
namespace {

#if defined(__x86_64__)

// What reading, decoding and OCR were seen to need, and what the C library may use in its place.
constexpr std::array kAllowed{
    SYS_read, SYS_pread64, SYS_readv, SYS_write, SYS_writev, SYS_close, SYS_lseek, SYS_fstat,
    SYS_stat, SYS_lstat, SYS_newfstatat, SYS_statx, SYS_statfs, SYS_fstatfs, SYS_access,
    SYS_faccessat, SYS_faccessat2, SYS_readlink, SYS_readlinkat, SYS_getdents64, SYS_getcwd,
    SYS_fcntl, SYS_dup, SYS_ioctl, SYS_poll, SYS_ppoll, SYS_fadvise64,
    // memory
    SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk, SYS_membarrier,
    // time and limits
    SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday,
    SYS_time, SYS_times, SYS_getrusage, SYS_setrlimit, SYS_getrlimit, SYS_sysinfo, SYS_uname,
    // this process
    SYS_exit, SYS_exit_group, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn,
    SYS_sigaltstack, SYS_restart_syscall, SYS_getpid, SYS_gettid, SYS_getppid, SYS_getuid,
    SYS_geteuid, SYS_getgid, SYS_getegid, SYS_sched_getaffinity, SYS_sched_yield, SYS_futex,
    SYS_set_robust_list, SYS_get_robust_list, SYS_set_tid_address, SYS_rseq, SYS_arch_prctl,
    SYS_getrandom, SYS_umask};

// Calls whose absence the C library knows how to bear.
constexpr std::array kAbsent{SYS_clone3, SYS_openat2};

constexpr std::uint32_t kWriting =
    O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND | (O_TMPFILE & ~O_DIRECTORY);

// A BPF program under construction: load a word, compare, return.
class Filter {
 public:
  void load(std::size_t offset) {
    program_.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset)));
  }
  void return_if_equal(std::uint32_t value, std::uint32_t action) {
    program_.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1));
    give(action);
  }
  void return_unless_equal(std::uint32_t value, std::uint32_t action) {
    program_.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0));
    give(action);
  }
  // For the system call loaded last: allowed when `argument` has none of `bits`. Loads the call
  // again afterwards.
  void allow_without(long call, unsigned argument, std::uint32_t bits) {
    program_.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 4));
    load(offsetof(seccomp_data, args) + argument * sizeof(std::uint64_t));
    program_.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0));
    give(SECCOMP_RET_ALLOW);
    give(SECCOMP_RET_ERRNO | EPERM);
  }
  // Allowed when the lower half of `argument` is `value`.
  void allow_with(long call, unsigned argument, std::uint32_t value) {
    program_.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 4));
    load(offsetof(seccomp_data, args) + argument * sizeof(std::uint64_t));
    program_.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1));
    give(SECCOMP_RET_ALLOW);
    give(SECCOMP_RET_ERRNO | EPERM);
  }
  // mmap: executable memory only from a file, as the loader maps a library.
  void allow_mmap() {
    constexpr auto kCall = static_cast<std::uint32_t>(SYS_mmap);
    program_.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kCall, 0, 6));
    load(offsetof(seccomp_data, args) + 2 * sizeof(std::uint64_t));
    program_.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 2));
    load(offsetof(seccomp_data, args) + 3 * sizeof(std::uint64_t));
    program_.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS, 1, 0));
    give(SECCOMP_RET_ALLOW);
    give(SECCOMP_RET_ERRNO | EPERM);
  }
  void give(std::uint32_t action) { program_.push_back(BPF_STMT(BPF_RET | BPF_K, action)); }

  bool install() {
    const sock_fprog whole{static_cast<unsigned short>(program_.size()), program_.data()};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &whole) == 0;
  }

 private:
  std::vector<sock_filter> program_;
};

bool filter_system_calls() {
  Filter filter;
  filter.load(offsetof(seccomp_data, arch));
  filter.return_unless_equal(AUDIT_ARCH_X86_64, SECCOMP_RET_KILL_PROCESS);
  filter.load(offsetof(seccomp_data, nr));
  for (const auto call : kAllowed) {
    filter.return_if_equal(static_cast<std::uint32_t>(call), SECCOMP_RET_ALLOW);
  }
  for (const auto call : kAbsent) {
    filter.return_if_equal(static_cast<std::uint32_t>(call), SECCOMP_RET_ERRNO | ENOSYS);
  }
  filter.allow_mmap();
  filter.allow_without(SYS_mprotect, 2, PROT_EXEC);
  filter.allow_without(SYS_openat, 2, kWriting);
  filter.allow_without(SYS_open, 1, kWriting);
  filter.allow_with(SYS_prlimit64, 0, 0);  // its own limits
  // abort(): a signal to itself.
  filter.allow_with(SYS_tgkill, 0, static_cast<std::uint32_t>(getpid()));
  filter.give(SECCOMP_RET_ERRNO | EPERM);
  return filter.install();
}

#else

bool filter_system_calls() {
  return false;
}

#endif

int landlock_version() {
  const long version =
      syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version > 0 ? static_cast<int>(version) : 0;
}

void allow_reading(int rules, const std::string& path) {
  const int at = open(path.c_str(), O_PATH | O_CLOEXEC);
  if (at < 0) return;
  struct landlock_path_beneath_attr rule {};
  rule.allowed_access =
      LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_EXECUTE;
  rule.parent_fd = at;
  if (syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0) {
    // A plain file bears no rights of folders.
    rule.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE;
    syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  }
  close(at);
}

bool restrict_files() {
  struct landlock_ruleset_attr handled {};
  handled.handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;  // all of version 1
  const int rules =
      static_cast<int>(syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0));
  if (rules < 0) return false;
  for (const char* path :
       {"/usr", "/lib", "/lib64", "/etc/fonts", "/etc/ld.so.cache", "/etc/localtime",
        "/var/cache/fontconfig", "/dev/null", "/dev/zero", "/dev/urandom",
        "/sys/devices/system/cpu", "/proc/self", "/proc/cpuinfo", "/proc/meminfo"}) {
    allow_reading(rules, path);
  }
  if (const char* data = std::getenv("TESSDATA_PREFIX")) allow_reading(rules, data);
  if (const char* home = std::getenv("HOME")) {
    for (const char* place :
         {"/.fonts", "/.local/share/fonts", "/.config/fontconfig", "/.cache/fontconfig"}) {
      allow_reading(rules, std::string(home) + place);
    }
  }
  const bool done = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                    syscall(SYS_landlock_restrict_self, rules, 0) == 0;
  close(rules);
  return done;
}

}  // namespace

Sandbox sandbox_of_this_kernel() {
  Sandbox sandbox;
#if defined(__x86_64__)
  std::uint32_t action = SECCOMP_RET_ERRNO;
  sandbox.system_calls = syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
#endif
  sandbox.files = landlock_version();
  return sandbox;
}

std::string describe(const Sandbox& sandbox) {
  std::string text = sandbox.system_calls ? "seccomp" : "";
  if (sandbox.files > 0) {
    text += fmt::format("{}Landlock {}", text.empty() ? "" : ", ", sandbox.files);
  }
  return text.empty() ? "none (this kernel offers neither seccomp nor Landlock)" : text;
}

Sandbox enter_sandbox() {
  // The address sanitizer's own calls and files would be refused.
#if defined(__SANITIZE_ADDRESS__)
  constexpr bool kEnter = false;
#else
  constexpr bool kEnter = true;
#endif
  Sandbox sandbox;
  if (!kEnter) return sandbox;
  const int version = landlock_version();
  if (version > 0 && restrict_files()) sandbox.files = version;
  sandbox.system_calls = filter_system_calls();
  return sandbox;
}

}  // namespace proviso::ingest
