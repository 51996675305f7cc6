// What `proviso draft` wrote, and its place in the database. All functions throw DbError.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/database.h"

namespace proviso::db {

// A look of the sentence encoder at a draft, and what the memory became: "none", "prompt",
// "outline".
struct AnchorLook {
  std::int64_t token = 0;  // produced so far
  double similarity = 0;
  std::string reset;
};

struct Continuation {
  std::int64_t id = 0;  // given by store_continuation()
  RunId run = 0;        // likewise
  std::string prompt_path, prompt_sha256, prompt, text;
  std::int64_t tokens = 0;
  std::string ended;     // "tokens", "section" or "interrupted"
  std::string settings;  // JSON object
  std::string slips;     // JSON object: how many of each kind were mended
  std::string findings;  // JSON array; offsets are bytes of prompt + text
  std::vector<AnchorLook> anchors;
};

// Stores a draft of `run` in one transaction and gives its id.
std::int64_t store_continuation(Database& database, RunId run, const Continuation& continuation);

// All drafts, or those of one run, oldest first.
std::vector<Continuation> continuations(Database& database, std::optional<RunId> run = {});

}  // namespace proviso::db
