#include "ingest/convert.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <string_view>
#include <system_error>
#include <thread>

#include "ingest/spawn.h"

namespace proviso::ingest {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// A folder for this conversion alone, gone with the object.
class Workplace {
 public:
  Workplace() {
    std::string pattern = (fs::temp_directory_path() / "proviso-convert-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
      throw std::system_error(errno, std::generic_category(), pattern);
    }
    path_ = pattern;
  }
  ~Workplace() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string_view ending(Format format) {
  switch (format) {
    case Format::kRtf:
      return "rtf";
    case Format::kOdt:
      return "odt";
    default:
      return "doc";
  }
}

void copy(const OpenFile& input, const fs::path& to) {
  std::ofstream out(to, std::ios::binary);
  out << input.bytes();
  if (!out.flush()) throw std::system_error(errno, std::generic_category(), to.string());
}

// The shell sets the limit of file sizes, which posix_spawn cannot, and becomes the program.
pid_t start(const fs::path& program, const fs::path& place, const std::string& input,
            const Limits& limits) {
  const char* path = std::getenv("PATH");
  return spawn(
      "/bin/sh",
      {"-c", "ulimit -c 0; ulimit -f \"$1\"; shift; exec \"$@\"", "sh",
       std::to_string(limits.max_file / 512), program.string(),
       "-env:UserInstallation=file://" + (place / "profile").string(), "--headless", "--norestore",
       "--nolockcheck", "--nodefault", "--nofirststartwizard", "--convert-to",
       "docx:MS Word 2007 XML", "--outdir", (place / "out").string(), input},
      {"HOME=" + place.string(), "TMPDIR=" + place.string(), "LC_ALL=C.UTF-8",
       std::string("PATH=") + (path != nullptr ? path : "/usr/bin:/bin")},
      {{STDIN_FILENO}, {STDOUT_FILENO}, {STDERR_FILENO}});
}

// Waits for the process and ends its group. False when it had to be ended.
bool wait_for(pid_t pid, int limit_seconds, const std::stop_token& stop) {
  const auto deadline = Clock::now() + std::chrono::seconds(limit_seconds);
  bool ended = false;
  while (!ended && Clock::now() < deadline && !stop.stop_requested()) {
    int status = 0;
    ended = waitpid(pid, &status, WNOHANG) == pid;
    if (!ended) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  kill(-pid, SIGKILL);
  if (!ended) {
    while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  return ended;
}

std::unique_ptr<OpenFile> into_memory(const fs::path& path) {
  const OpenFile made(path);
  const std::string bytes = made.bytes();
  const int fd = memfd_create("converted", MFD_CLOEXEC);
  if (fd < 0) throw std::system_error(errno, std::generic_category(), "memfd_create");
  for (std::string_view rest(bytes); !rest.empty();) {
    const ssize_t wrote = write(fd, rest.data(), rest.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) {
      close(fd);
      throw std::bad_alloc();
    }
    rest.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return std::make_unique<OpenFile>(fd);
}

}  // namespace

bool needs_conversion(Format format) {
  return format == Format::kDoc || format == Format::kRtf || format == Format::kOdt;
}

std::optional<fs::path> soffice() {
  if (const char* named = std::getenv("PROVISO_SOFFICE")) {
    return *named == '\0' ? std::nullopt : std::optional<fs::path>(named);
  }
  const char* path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
    const fs::path candidate = fs::path(folder) / "soffice";
    if (!folder.empty() && access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return std::nullopt;
}

tl::expected<std::unique_ptr<OpenFile>, std::string> convert(const OpenFile& input, Format format,
                                                             const Limits& limits,
                                                             const std::stop_token& stop) {
  const auto program = soffice();
  if (!program) {
    return tl::unexpected(
        fmt::format("{} files are read through LibreOffice, which is not installed: install "
                    "libreoffice-writer, or save the file as DOCX",
                    name(format)));
  }
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  const Workplace place;
  fs::create_directory(place.path() / "out");
  const fs::path copied = place.path() / fmt::format("document.{}", ending(format));
  copy(input, copied);
  if (!wait_for(start(*program, place.path(), copied.string(), limits), limits.convert_seconds,
                stop)) {
    return tl::unexpected(
        stop.stop_requested()
            ? std::string("interrupted")
            : fmt::format("timeout: LibreOffice took more than {} s", limits.convert_seconds));
  }
  const fs::path made = place.path() / "out" / "document.docx";
  std::error_code error;
  if (!fs::is_regular_file(fs::symlink_status(made, error))) {
    return tl::unexpected<std::string>("LibreOffice cannot read it");
  }
  return into_memory(made);
}

}  // namespace proviso::ingest
