// Members of archives as open files that live in memory alone.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <tl/expected.hpp>

#include "ingest/archive/listing.h"
#include "ingest/file.h"
#include "ingest/reader.h"

namespace proviso::ingest {

// Unpacks, through a worker, the member asked for and those behind it until `ahead` bytes lie on
// the shelf, so that an archive that can only be read from its beginning is read few times.
// Thread-safe.
class ArchiveShelf {
 public:
  explicit ArchiveShelf(std::uint64_t ahead = std::uint64_t{64} << 20) : ahead_(ahead) {}

  // The member's bytes, handed over for good; or the reason why there are none. Throws Error when
  // no worker can be started.
  tl::expected<std::unique_ptr<OpenFile>, std::string> take(const MemberPath& path,
                                                            const ReadOptions& options,
                                                            const std::stop_token& stop);

 private:
  using Members = std::map<std::string, std::unique_ptr<OpenFile>>;
  std::string fetch(const MemberPath& path, const ReadOptions& options,
                    const std::stop_token& stop);

  const std::uint64_t ahead_;
  std::mutex mutex_;
  std::filesystem::path archive_;  // whose members lie on the shelf
  Members members_;
};

}  // namespace proviso::ingest
