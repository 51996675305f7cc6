#include "ingest/file.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <memory>
#include <system_error>
#include <vector>

namespace proviso::ingest {
namespace {

[[noreturn]] void throw_errno(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

std::int64_t modified_ns(const struct stat& info) {
  return std::int64_t{info.st_mtim.tv_sec} * 1'000'000'000 + info.st_mtim.tv_nsec;
}

// Calls take(data, size) for each chunk of the file.
template <typename Take>
void for_chunks(int fd, Take take) {
  std::vector<char> buffer(1 << 18);
  for (off_t at = 0;;) {
    const ssize_t got = pread(fd, buffer.data(), buffer.size(), at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw_errno("read");
    if (got == 0) return;
    take(buffer.data(), static_cast<std::size_t>(got));
    at += got;
  }
}

class Digest {
 public:
  Digest() : context_(EVP_MD_CTX_new(), &EVP_MD_CTX_free) {
    if (!context_ || EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) != 1) {
      throw std::bad_alloc();
    }
  }

  void add(std::string_view bytes) { EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()); }

  std::string hex() {
    std::array<unsigned char, 32> digest{};
    EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr);
    std::string result;
    for (const unsigned char byte : digest) {
      result.push_back("0123456789abcdef"[byte >> 4]);
      result.push_back("0123456789abcdef"[byte & 15]);
    }
    return result;
  }

 private:
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

}  // namespace

OpenFile::OpenFile(const std::filesystem::path& path)
    : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
  if (fd_ < 0) throw_errno(path.string());
  struct stat info {};
  if (fstat(fd_, &info) != 0 || !S_ISREG(info.st_mode)) {
    close(fd_);
    throw std::system_error(std::make_error_code(std::errc::invalid_argument),
                            path.string() + " is not a regular file");
  }
  size_ = static_cast<std::uint64_t>(info.st_size);
  modified_ns_ = modified_ns(info);
}

OpenFile::OpenFile(int fd) : fd_(fd) {
  struct stat info {};
  if (fstat(fd_, &info) != 0) throw_errno("fstat");
  size_ = static_cast<std::uint64_t>(info.st_size);
  modified_ns_ = modified_ns(info);
}

OpenFile::~OpenFile() {
  close(fd_);
}

bool OpenFile::changed() const {
  struct stat info {};
  return fstat(fd_, &info) != 0 || static_cast<std::uint64_t>(info.st_size) != size_ ||
         modified_ns(info) != modified_ns_;
}

std::string OpenFile::head() const {
  std::string head(1024, '\0');
  const ssize_t got = pread(fd_, head.data(), head.size(), 0);
  if (got < 0) throw_errno("read");
  head.resize(static_cast<std::size_t>(got));
  return head;
}

std::string OpenFile::tail() const {
  constexpr std::uint64_t kTail =
      70'000;  // the end of a zip file may have a comment of 65,535 bytes
  std::string tail(std::min(size_, kTail), '\0');
  const ssize_t got = pread(fd_, tail.data(), tail.size(), static_cast<off_t>(size_ - tail.size()));
  if (got < 0) throw_errno("read");
  tail.resize(static_cast<std::size_t>(got));
  return tail;
}

std::int64_t OpenFile::seconds_since_change() const {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto now_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
  return std::max<std::int64_t>(0, (now_ns - modified_ns_) / 1'000'000'000);
}

std::string OpenFile::bytes() const {
  std::string bytes;
  bytes.reserve(size_);
  for_chunks(fd_, [&](const char* data, std::size_t size) { bytes.append(data, size); });
  return bytes;
}

std::string sha256_of(int fd) {
  Digest digest;
  for_chunks(fd, [&](const char* data, std::size_t size) { digest.add({data, size}); });
  return digest.hex();
}

std::string sha256_of_bytes(std::string_view bytes) {
  Digest digest;
  digest.add(bytes);
  return digest.hex();
}

}  // namespace proviso::ingest
