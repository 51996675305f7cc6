// One writer for each database file.
#pragma once

#include <filesystem>

namespace proviso::db {

// Held from the first run that a Database begins until the Database goes. Advisory (flock); on file
// systems that know no locks nothing is held. Not for ":memory:". The file is kept open to the end
// of the object, which must outlive every SQLite connection of this process to the same file:
// closing it earlier would drop SQLite's own locks.
class WriterLock {
 public:
  WriterLock() = default;
  ~WriterLock();
  WriterLock(WriterLock&& other) noexcept;
  WriterLock& operator=(WriterLock&& other) noexcept;

  // Throws DbError kBusy when another process, or another Database of this one, holds it. Does
  // nothing when it is held already.
  void take(const std::filesystem::path& file);

 private:
  int fd_ = -1;
};

}  // namespace proviso::db
