// Archives among the documents found: their members take their place.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

#include "ingest/find.h"
#include "ingest/reader.h"

namespace proviso::ingest {

// Replaces each archive in `found.documents` by the documents in it, in the archive's order, with
// their hashes in `found.members`. A worker lists it (archive/walk.h states limits and rules). An
// archive that cannot be opened stays a document, with the problem; so does, if it is among `named`
// (what the user typed), one that holds no documents; else it counts as ignored. Throws Error when
// no worker can be started.
void expand_archives(Found& found, std::span<const std::filesystem::path> named,
                     const ReadOptions& options, std::stop_token stop = {});

// A path whose front is a regular file, and the rest a name in it.
struct MemberPath {
  std::filesystem::path archive;
  std::string name;
};
// nullopt when `path` itself exists, or no front of it is a file.
std::optional<MemberPath> member_path(const std::filesystem::path& path);

}  // namespace proviso::ingest
