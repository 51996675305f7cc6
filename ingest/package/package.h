// A zip file in memory whose entries are parts of one document (DOCX, OFD). Runs in the worker.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace proviso::ingest {

class Package {
 public:
  // `bytes` must outlive the package. Gives a reason when it is no zip file, or holds more than
  // 20,000 entries. Entries that are encrypted, or no plain files, are left out.
  static tl::expected<Package, std::string> open(std::string_view bytes);

  // The entry of that name, which is compared without regard to ASCII case, a leading '/', "./" and
  // backslashes: producers are careless. nullopt when it is not there, is damaged, or unpacks to
  // more than `limit` bytes; all entries read together may unpack to 1 GiB.
  std::optional<std::string> read(std::string_view name,
                                  std::size_t limit = std::size_t{128} << 20);
  bool has(std::string_view name) const;

  // Names as has() and read() compare them, sorted.
  const std::map<std::string, int>& entries() const { return entries_; }

 private:
  explicit Package(std::string_view bytes) : bytes_(bytes) {}
  std::string_view bytes_;
  std::map<std::string, int> entries_;  // canonical name → place in the file
  std::uint64_t unpacked_ = 0;
};

// `name` seen from the part `from` (its folder), or from the root when it begins with '/'; "." and
// ".." are resolved and never lead out of the package.
std::string resolve_part(std::string_view from, std::string_view name);

}  // namespace proviso::ingest
