// What OCR has read, by picture. Beside the Database of the same file: a connection of its own, so
// that the threads that read documents can use it while the Database's thread writes.
#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <string>

#include "db/sqlite.h"

namespace proviso::db {

// Thread-safe. Throws DbError.
class OcrStore {
 public:
  // `file`: a database that Database::open() has brought to this program's schema.
  explicit OcrStore(const std::filesystem::path& file);

  std::optional<std::string> find(const std::string& key);
  void keep(const std::string& key, const std::string& value);

 private:
  std::mutex mutex_;
  Connection connection_;
};

}  // namespace proviso::db
