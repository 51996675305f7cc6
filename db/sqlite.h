// SQLite's C API as values: connection, statement, transaction. Nothing here knows a table of ours.
// Not thread-safe: a connection and all that hangs on it belong to one thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "db/error.h"

struct sqlite3;
struct sqlite3_stmt;

namespace proviso::db {

using Bytes = std::span<const std::uint8_t>;

class Connection {
 public:
  enum class Mode { kReadOnly, kReadWrite, kCreate };

  // Opens the file; SQLite looks at its bytes only on the first statement. ":memory:" is a database
  // of its own. Throws DbError.
  Connection(const std::filesystem::path& file, Mode mode);

  // Runs statements that take no parameters and whose rows nobody wants. Throws DbError.
  void execute(const std::string& sql);
  std::int64_t last_insert_rowid() const;
  // Rows changed by the latest INSERT, UPDATE or DELETE.
  int changes() const;
  const std::filesystem::path& file() const { return file_; }
  sqlite3* handle() const { return handle_.get(); }

  // Throws the DbError for the connection's latest failure with SQLite result code `code`.
  [[noreturn]] void raise(int code) const;

 private:
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  std::filesystem::path file_;
  std::unique_ptr<sqlite3, Close> handle_;
};

// A prepared statement. Must not outlive its connection. Text and blobs are copied when bound.
class Statement {
 public:
  Statement(const Connection& connection, std::string_view sql);

  // Binds all parameters in order, from the first.
  template <typename... Values>
  Statement& bind(const Values&... values) {
    reset();
    int index = 0;
    (bind_one(++index, values), ...);
    return *this;
  }
  // True when there is a row to read, false at the end. Throws DbError.
  bool step();
  // Steps to the end and makes the statement ready for the next bind.
  void run();
  void reset();

  // Columns of the current row, from 0. Text and bytes stay valid until the next step or reset.
  std::int64_t integer(int column) const;
  double real(int column) const;
  std::string_view text(int column) const;
  Bytes bytes(int column) const;
  bool is_null(int column) const;

 private:
  void bind_one(int index, std::nullptr_t);
  void bind_one(int index, std::int64_t value);
  void bind_one(int index, double value);
  void bind_one(int index, std::string_view value);
  void bind_one(int index, Bytes value);
  template <typename T>
  requires(std::is_integral_v<T>) void bind_one(int index, T value) {
    bind_one(index, static_cast<std::int64_t>(value));
  }
  void bind_one(int index, float value) { bind_one(index, static_cast<double>(value)); }
  void bind_one(int index, const std::string& value) { bind_one(index, std::string_view(value)); }
  void bind_one(int index, const char* value) { bind_one(index, std::string_view(value)); }
  void bind_one(int index, const std::vector<std::uint8_t>& value) {
    bind_one(index, Bytes(value));
  }
  template <typename T>
  void bind_one(int index, const std::optional<T>& value) {
    if (value) {
      bind_one(index, *value);
    } else {
      bind_one(index, nullptr);
    }
  }
  void check(int code) const;

  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  const Connection* connection_;
  std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

// BEGIN IMMEDIATE … COMMIT; rolls back when it goes out of scope without commit(). Transactions do
// not nest.
class Transaction {
 public:
  explicit Transaction(Connection& connection);
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction();
  void commit();

 private:
  Connection* connection_;
  bool open_ = true;
};

}  // namespace proviso::db
