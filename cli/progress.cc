#include "cli/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "cli/table.h"

namespace proviso::cli {
namespace {

constexpr auto kRedraw = std::chrono::milliseconds(100);
constexpr int kBarCells = 20;

}  // namespace

std::string clock_time(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::max(seconds, 0.0) + 0.5);
  if (whole >= 3600)
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

Progress::Progress(std::ostream& err, bool shown, std::string what)
    : err_(err), shown_(shown), what_(std::move(what)), start_(Clock::now()) {}

Progress::~Progress() {
  if (drawn_) err_ << "\r\x1b[K" << std::flush;
}

void Progress::update(std::uint64_t done, std::uint64_t total, const std::string& note) {
  if (!shown_) return;
  const Clock::time_point now = Clock::now();
  if (drawn_ && done != total && now - last_ < kRedraw) return;
  last_ = now;
  drawn_ = true;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double rate = seconds > 0 ? static_cast<double>(done) / seconds : 0;
  std::string line = what_ + ' ';
  if (total > 0) {
    const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
    const auto full = static_cast<std::size_t>(share * kBarCells);
    line += fmt::format("[{}{}] {}/{}", std::string(full, '#'), std::string(kBarCells - full, '.'),
                        done, total);
  } else {
    line += fmt::format("{}", done);
  }
  line += fmt::format(" {:.3g}/s", rate);
  if (total > done && rate > 0) line += " -" + clock_time(static_cast<double>(total - done) / rate);
  if (!note.empty()) line += "  " + note;
  err_ << '\r' << cut(line, terminal_width(STDERR_FILENO) - 1) << "\x1b[K" << std::flush;
}

}  // namespace proviso::cli
