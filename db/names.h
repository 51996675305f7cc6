// From the names in the database back to enumerators, and the form of times.
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string_view>

#include "db/error.h"
#include "db/records.h"
#include "ingest/document.h"
#include "segmenter/structure.h"

namespace proviso::db {

inline constexpr auto kReplaceInvalid = nlohmann::json::error_handler_t::replace;

// How many enumerators each has; they count from 0 without gaps.
inline constexpr int kRunStatuses = 4, kTextSources = 3, kMethods = 4, kPageStatuses = 3,
                     kDocumentStatuses = 3, kVerdicts = 2;

// Now, as all times are stored: UTC, ISO 8601, to the second.
std::string now_utc();

// The enumerator below `count` that name() calls `text`. Throws DbError kCorrupt for a name this
// program does not know.
template <typename Enum>
Enum parse_name(std::string_view text, int count) {
  for (int i = 0; i < count; ++i) {
    if (name(static_cast<Enum>(i)) == text) return static_cast<Enum>(i);
  }
  throw DbError(DbError::Code::kCorrupt, fmt::format("the database holds the name '{}', which this "
                                                     "program does not know; use the version that "
                                                     "wrote it",
                                                     text));
}

}  // namespace proviso::db
