// What is known about findings before they are stored.
#pragma once

#include <vector>

#include "db/database.h"

namespace proviso::db {

// `flags`, found in a stored document, with the ids and the decisions that they would have once
// store_analysis() has stored them. Throws DbError.
std::vector<Flag> with_decisions(Database& database, DocumentId document, std::vector<Flag> flags);

}  // namespace proviso::db
