// The versions of the database file and how one becomes the next.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "db/sqlite.h"

namespace proviso::db {

// "PrVs", in the file's header: tells our databases from those of other programs.
inline constexpr std::int64_t kApplicationId = 0x50725673;

// migrations()[n] turns version n into n + 1; version 0 is an empty file. Files in the field hold
// every version ever released: entries are appended, never changed.
std::span<const std::string_view> migrations();

// The version this program reads and writes.
int schema_version();

// Brings the database to version `steps.size()`, each step in a transaction of its own; does
// nothing when it is there. Throws DbError kForeign, kNewer or kNotOurs before anything was written
// to the file; a step that fails leaves the version before it.
void migrate(Connection& connection, std::span<const std::string_view> steps = migrations());

}  // namespace proviso::db
