// What the database room throws.
#pragma once

#include <stdexcept>
#include <string>

namespace proviso::db {

// Anything that keeps the database from being opened, read or written. `what()` names the file, the
// cause and the remedy in one line.
class DbError : public std::runtime_error {
 public:
  enum class Code {
    kMissing,     // no such file, and it was not to be made
    kForeign,     // another program's database
    kNewer,       // written by a newer proviso
    kNotOurs,     // not a database at all
    kUnwritable,  // the file or its folder cannot be opened or written
    kFull,        // no room on the disk: ENOSPC or SQLITE_FULL
    kRefused,  // a read or write that the system refuses for another reason (quota, limit, device)
    kBusy,     // another process is writing
    kCorrupt,  // damaged file
    kOther,
  };
  DbError(Code code, const std::string& what) : std::runtime_error(what), code_(code) {}
  Code code() const { return code_; }

 private:
  Code code_;
};

}  // namespace proviso::db
