#include "db/sqlite.h"

#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace proviso::db {
namespace {

// A second process's transaction lasts as long as one document's rows; longer than this is a stuck
// writer.
constexpr int kBusyMilliseconds = 5000;

// Why a file that SQLite cannot open or write is refused. SQLite's own errno is that of the last
// thing it tried: "No such file" where the folder is read-only.
std::string cause_of_refusal(const std::filesystem::path& file, const std::string& otherwise) {
  std::error_code error;
  const std::filesystem::path given = file.parent_path();
  const std::filesystem::path folder = given.empty() ? "." : given;
  if (std::filesystem::is_directory(file, error)) return "it is a folder";
  if (!std::filesystem::exists(folder, error)) {
    return error ? fmt::format("folder {}: {}", folder.string(), error.message())
                 : fmt::format("there is no folder {}", folder.string());
  }
  if (!std::filesystem::is_directory(folder, error))
    return fmt::format("{} is no folder", folder.string());
  if (std::filesystem::exists(file, error) && access(file.c_str(), R_OK | W_OK) != 0)
    return std::generic_category().message(errno);
  if (access(folder.c_str(), W_OK | X_OK) != 0)
    return fmt::format("folder {}: {}", folder.string(), std::generic_category().message(errno));
  return otherwise;
}

DbError::Code classify(int code, int system_error) {
  switch (code & 0xff) {
    case SQLITE_IOERR:
      return system_error == ENOSPC ? DbError::Code::kFull : DbError::Code::kRefused;
    case SQLITE_FULL:
      return DbError::Code::kFull;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return DbError::Code::kBusy;
    case SQLITE_NOTADB:
      return DbError::Code::kNotOurs;
    case SQLITE_CORRUPT:
      return DbError::Code::kCorrupt;
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return DbError::Code::kUnwritable;
    default:
      return DbError::Code::kOther;
  }
}

std::string describe(DbError::Code code, const std::string& file, const std::string& detail) {
  switch (code) {
    case DbError::Code::kFull:
      return fmt::format(
          "database {}: no room left on the disk ({}); free some space and run again (what was "
          "stored is kept)",
          file, detail);
    case DbError::Code::kRefused:
      return fmt::format(
          "database {} cannot be read or written: {} (what was stored is kept); give another --db "
          "or see to the cause and run again",
          file, detail);
    case DbError::Code::kBusy:
      return fmt::format(
          "database {}: another process is writing to it; wait for it or give another --db", file);
    case DbError::Code::kNotOurs:
      return fmt::format("{} is not a database; give another --db", file);
    case DbError::Code::kCorrupt:
      return fmt::format("database {} is damaged ({}); restore it from a copy or give another --db",
                         file, detail);
    case DbError::Code::kUnwritable:
      return fmt::format(
          "database {} cannot be opened or written ({}); check the path and its permissions or "
          "give another --db",
          file, detail);
    default:
      return fmt::format("database {}: {}", file, detail);
  }
}

// Somebody has the database open, or left it without closing it.
bool has_journal(const std::filesystem::path& file) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file.string() + "-wal", error);
  return !error && size > 0;
}

// A database in WAL mode is opened without making files beside it only if it is said to be
// immutable (https://www.sqlite.org/wal.html#read_only_databases).
std::string immutable_uri(const std::filesystem::path& file) {
  std::string uri = "file:";
  for (const char c : file.string()) {
    if (c == '%' || c == '?' || c == '#') {
      uri += fmt::format("%{:02X}", static_cast<int>(c));
    } else {
      uri += c;
    }
  }
  return uri + "?immutable=1";
}

}  // namespace

void Connection::Close::operator()(sqlite3* handle) const {
  sqlite3_close_v2(handle);
}

Connection::Connection(const std::filesystem::path& file, Mode mode) : file_(file) {
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  if (mode == Mode::kReadWrite) flags = SQLITE_OPEN_READWRITE;
  if (mode == Mode::kReadOnly) flags = SQLITE_OPEN_READONLY;
  sqlite3* handle = nullptr;
  std::string name = file.string();
  if (mode == Mode::kReadOnly && !has_journal(file)) {
    name = immutable_uri(file);
    flags |= SQLITE_OPEN_URI;
  }
  const int code = sqlite3_open_v2(name.c_str(), &handle, flags | SQLITE_OPEN_EXRESCODE, nullptr);
  handle_.reset(handle);
  if (handle == nullptr) throw std::bad_alloc();
  if (code != SQLITE_OK) raise(code);
  sqlite3_busy_timeout(handle, kBusyMilliseconds);
}

void Connection::raise(int code) const {
  if ((code & 0xff) == SQLITE_NOMEM) throw std::bad_alloc();
  const int system_error = sqlite3_system_errno(handle());
  const DbError::Code kind = classify(code, system_error);
  std::string detail = sqlite3_errmsg(handle());
  const bool from_system = (code & 0xff) == SQLITE_CANTOPEN || (code & 0xff) == SQLITE_IOERR;
  if (from_system && system_error != 0) detail = std::generic_category().message(system_error);
  if (kind == DbError::Code::kUnwritable) detail = cause_of_refusal(file_, detail);
  throw DbError(kind, describe(kind, file_.string(), detail));
}

void Connection::execute(const std::string& sql) {
  const int code = sqlite3_exec(handle(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) raise(code);
}

std::int64_t Connection::last_insert_rowid() const {
  return sqlite3_last_insert_rowid(handle());
}

int Connection::changes() const {
  return sqlite3_changes(handle());
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

Statement::Statement(const Connection& connection, std::string_view sql)
    : connection_(&connection) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v2(connection.handle(), sql.data(), static_cast<int>(sql.size()),
                                      &statement, nullptr);
  handle_.reset(statement);
  check(code);
}

void Statement::check(int code) const {
  if (code != SQLITE_OK) connection_->raise(code);
}

bool Statement::step() {
  const int code = sqlite3_step(handle_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) connection_->raise(code);
  return false;
}

void Statement::run() {
  while (step()) {
  }
  reset();
}

// The failure that reset() repeats was thrown by step() already.
void Statement::reset() {
  sqlite3_reset(handle_.get());
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(handle_.get(), column);
}

double Statement::real(int column) const {
  return sqlite3_column_double(handle_.get(), column);
}

std::string_view Statement::text(int column) const {
  const void* data = sqlite3_column_text(handle_.get(), column);
  if (data == nullptr) return {};
  return {static_cast<const char*>(data),
          static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column))};
}

Bytes Statement::bytes(int column) const {
  const void* data = sqlite3_column_blob(handle_.get(), column);
  if (data == nullptr) return {};
  return {static_cast<const std::uint8_t*>(data),
          static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column))};
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(handle_.get(), column) == SQLITE_NULL;
}

void Statement::bind_one(int index, std::nullptr_t) {
  check(sqlite3_bind_null(handle_.get(), index));
}

void Statement::bind_one(int index, std::int64_t value) {
  check(sqlite3_bind_int64(handle_.get(), index, value));
}

void Statement::bind_one(int index, double value) {
  check(sqlite3_bind_double(handle_.get(), index, value));
}

// SQLITE_TRANSIENT is a C cast of -1 in SQLite's header; this says the same.
static const auto kCopy = reinterpret_cast<sqlite3_destructor_type>(static_cast<std::intptr_t>(-1));

void Statement::bind_one(int index, std::string_view value) {
  const char* data = value.data() == nullptr ? "" : value.data();
  check(sqlite3_bind_text64(handle_.get(), index, data, value.size(), kCopy, SQLITE_UTF8));
}

void Statement::bind_one(int index, Bytes value) {
  // A null pointer would bind NULL; an empty blob is still a blob.
  const void* data = value.data() == nullptr ? static_cast<const void*>("") : value.data();
  check(sqlite3_bind_blob64(handle_.get(), index, data, value.size(), kCopy));
}

Transaction::Transaction(Connection& connection) : connection_(&connection) {
  connection.execute("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  // On a full disk SQLite has rolled back by itself; a second ROLLBACK then fails and changes
  // nothing.
  if (open_) sqlite3_exec(connection_->handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  connection_->execute("COMMIT");
  open_ = false;
}

}  // namespace proviso::db
