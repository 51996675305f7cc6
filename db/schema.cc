#include "db/schema.h"

#include <fmt/format.h>

#include <array>
#include <string>

#include "db_data.h"

namespace proviso::db {
namespace {

std::int64_t number(const Connection& connection, std::string_view sql) {
  Statement statement(connection, sql);
  statement.step();
  return statement.integer(0);
}

// Throws unless the file is empty or ours and not newer than `known`.
void require_ours(const Connection& connection, std::int64_t known) {
  const std::string file = connection.file().string();
  const std::int64_t application = number(connection, "PRAGMA application_id");
  const std::int64_t version = number(connection, "PRAGMA user_version");
  const bool empty = application == 0 && version == 0 &&
                     number(connection, "SELECT count(*) FROM sqlite_schema") == 0;
  if (empty) return;
  if (application != kApplicationId) {
    throw DbError(
        DbError::Code::kForeign,
        fmt::format("{} is the database of another program; nothing was changed, give another --db",
                    file));
  }
  if (version > known) {
    throw DbError(
        DbError::Code::kNewer,
        fmt::format(
            "database {} has schema version {}, this program knows up to {}; use a newer proviso "
            "or give another --db",
            file, version, known));
  }
}

}  // namespace

std::span<const std::string_view> migrations() {
  static const std::array<std::string_view, 7> kSteps{data::v1, data::v2, data::v3,
                                                      data::v4, data::v5, data::v6, data::v7};
  return kSteps;
}

int schema_version() {
  return static_cast<int>(migrations().size());
}

void migrate(Connection& connection, std::span<const std::string_view> steps) {
  const auto last = static_cast<std::int64_t>(steps.size());
  require_ours(connection, last);
  while (number(connection, "PRAGMA user_version") < last) {
    Transaction transaction(connection);
    // Another process may have been faster between the look and the lock.
    require_ours(connection, last);
    const std::int64_t version = number(connection, "PRAGMA user_version");
    if (version >= last) return;
    connection.execute(std::string(steps[static_cast<std::size_t>(version)]));
    connection.execute(fmt::format("PRAGMA application_id = {}", kApplicationId));
    connection.execute(fmt::format("PRAGMA user_version = {}", version + 1));
    transaction.commit();
  }
}

}  // namespace proviso::db
