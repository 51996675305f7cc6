// A database whose last rows still lie in the journal beside it, on a disk that cannot be written.
#pragma once

#include <filesystem>

#include "db/sqlite.h"

namespace proviso::db {

// SQLite reads the journal that a killed run left ("FILE-wal") only where it may write beside it.
// This copies both into the folder for temporary files, reads them there and takes the copy away:
// the connection shows all that was committed and refuses to write. Throws DbError (kFull where
// there is no room for the copy).
Connection open_copy_with_journal(const std::filesystem::path& file);

// Whether such a journal holds anything.
bool has_journal_beside(const std::filesystem::path& file);

}  // namespace proviso::db
