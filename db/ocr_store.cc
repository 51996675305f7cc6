#include "db/ocr_store.h"

#include <fmt/format.h>
#include <zstd.h>

#include <vector>

namespace proviso::db {
namespace {

constexpr int kLevel = 3;
constexpr std::size_t kMost = std::size_t{64} << 20;  // bytes of one value

}  // namespace

OcrStore::OcrStore(const std::filesystem::path& file)
    : connection_(file, Connection::Mode::kReadWrite) {
  connection_.execute("PRAGMA synchronous = NORMAL");
}

std::optional<std::string> OcrStore::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  Statement row(connection_, "SELECT value FROM ocr_cache WHERE key = ?");
  row.bind(key);
  if (!row.step()) return std::nullopt;
  const Bytes packed = row.bytes(0);
  const auto size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR || size > kMost) {
    return std::nullopt;
  }
  std::string value(size, '\0');
  const std::size_t unpacked =
      ZSTD_decompress(value.data(), value.size(), packed.data(), packed.size());
  if (ZSTD_isError(unpacked) != 0 || unpacked != size) return std::nullopt;
  return value;
}

void OcrStore::keep(const std::string& key, const std::string& value) {
  std::vector<std::uint8_t> packed(ZSTD_compressBound(value.size()));
  const std::size_t size =
      ZSTD_compress(packed.data(), packed.size(), value.data(), value.size(), kLevel);
  if (ZSTD_isError(size) != 0) return;
  packed.resize(size);
  const std::lock_guard lock(mutex_);
  Statement(connection_, "INSERT OR REPLACE INTO ocr_cache VALUES (?, ?)").bind(key, packed).run();
}

}  // namespace proviso::db
