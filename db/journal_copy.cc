#include "db/journal_copy.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace proviso::db {
namespace {

namespace fs = std::filesystem;

class PassingFolder {
 public:
  PassingFolder() {
    std::string name = (fs::temp_directory_path() / "proviso-copy-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
      throw fs::filesystem_error("no temporary folder",
                                 std::error_code(errno, std::generic_category()));
    path_ = name;
  }
  PassingFolder(const PassingFolder&) = delete;
  PassingFolder& operator=(const PassingFolder&) = delete;
  ~PassingFolder() {
    std::error_code error;
    fs::remove_all(path_, error);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

fs::path journal_of(const fs::path& file) {
  return file.string() + "-wal";
}

}  // namespace

bool has_journal_beside(const fs::path& file) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(journal_of(file), error);
  return !error && size > 0;
}

Connection open_copy_with_journal(const fs::path& file) {
  try {
    const PassingFolder folder;
    const fs::path copy = folder.path() / file.filename();
    // A file without rights for us to write would give a copy without them.
    for (const auto& [from, to] :
         {std::pair(file, copy), std::pair(journal_of(file), journal_of(copy))}) {
      fs::copy_file(from, to);
      fs::permissions(to, fs::perms::owner_read | fs::perms::owner_write);
    }
    Connection shown(copy, Connection::Mode::kReadWrite);
    shown.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    shown.execute("PRAGMA journal_mode = DELETE");
    shown.execute("PRAGMA query_only = ON");
    return shown;
  } catch (const fs::filesystem_error& error) {
    const bool full = error.code() == std::errc::no_space_on_device;
    throw DbError(
        full ? DbError::Code::kFull : DbError::Code::kUnwritable,
        fmt::format("database {} cannot be written and a run left a journal beside it; it "
                    "is shown from a copy, but {} takes none ({}); name another folder "
                    "in TMPDIR",
                    file.string(), fs::temp_directory_path().string(), error.code().message()));
  }
}

}  // namespace proviso::db
