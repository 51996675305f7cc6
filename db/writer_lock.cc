#include "db/writer_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "db/error.h"

namespace proviso::db {

WriterLock::~WriterLock() {
  if (fd_ >= 0) close(fd_);
}

WriterLock::WriterLock(WriterLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

WriterLock& WriterLock::operator=(WriterLock&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

void WriterLock::take(const std::filesystem::path& file) {
  if (fd_ >= 0 || file == ":memory:") return;
  const int fd = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;  // SQLite will say why
  fd_ = fd;            // open to the end, taken or not: see above
  if (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  throw DbError(
      DbError::Code::kBusy,
      fmt::format("database {}: another process is writing to it; wait for it or give another --db",
                  file.string()));
}

}  // namespace proviso::db
