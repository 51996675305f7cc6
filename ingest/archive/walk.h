// The documents in an archive, read in memory. Runs in the worker.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "ingest/reader.h"

namespace proviso::ingest {

// One document of an archive, or an entry that would be one could it be read.
struct ArchiveMember {
  std::string name;     // see MemberFrame
  std::string content;  // its bytes; empty with a problem
  std::string problem;
};

struct ArchiveWalk {
  std::string error;      // why the archive is not read, or no further: "a bomb: …"
  bool document = false;  // no archive at all: the zip file of a DOCX, OFD or ODT
};

// Calls take(member) for each document of `bytes` in the order of the archive (zip, 7z, RAR, tar
// with any compression that libarchive knows); false from it ends the walk. Nothing touches the
// disk. Passed over: folders, links and devices, names that begin with '.' or "~$", and what is no
// document by its name or first bytes. An archive inside the archive is walked too, one inside that
// is a problem. `starting`: called before each entry is unpacked, so that time can be granted.
//
// Ends with an error when more than Limits::max_members entries come, when all that was unpacked
// exceeds Limits::max_unpacked, or (over 64 MiB) 200 times the archive's size: then nothing of it
// is to be believed. A document over Limits::max_file, or encrypted, is a problem of its own.
ArchiveWalk walk_archive(std::string_view bytes, const Limits& limits,
                         const std::function<bool(ArchiveMember&&)>& take,
                         const std::function<void()>& starting);

}  // namespace proviso::ingest
