// One open regular file: its bytes and their SHA-256.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace proviso::ingest {

// A regular file opened for reading; closed by the destructor. The constructor throws
// std::system_error when `path` is no regular file (a FIFO or device never blocks it) or may not be
// read.
class OpenFile {
 public:
  explicit OpenFile(const std::filesystem::path& path);
  explicit OpenFile(int fd);  // takes over an open regular file
  ~OpenFile();
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  int fd() const { return fd_; }
  std::uint64_t size() const { return size_; }  // at the time of opening

  // True when size or time of change are no longer those at the time of opening.
  bool changed() const;

  // Since the last write to it, by the clock and the time of opening; never negative.
  std::int64_t seconds_since_change() const;

  // The first 1,024 bytes, or all of a shorter file; the last 70,000. Throw std::system_error on a
  // read error.
  std::string head() const;
  std::string tail() const;

  // All bytes from the beginning. Throws std::system_error on a read error, std::bad_alloc when too
  // large.
  std::string bytes() const;

 private:
  int fd_ = -1;
  std::uint64_t size_ = 0;
  std::int64_t modified_ns_ = 0;
};

// SHA-256 of all bytes of the file open as `fd`, as 64 lower-case hex digits; leaves the file
// position alone. Throws std::system_error on a read error.
std::string sha256_of(int fd);

// SHA-256 of `bytes`, in the same form.
std::string sha256_of_bytes(std::string_view bytes);

}  // namespace proviso::ingest
