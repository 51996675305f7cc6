// Starting another program: the worker and the converter.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace proviso::ingest {

// One of the child's descriptors: a copy of `from`, or /dev/null where `from` is negative.
struct Inherited {
  int as;  // STDIN_FILENO, …
  int from = -1;
};

// Starts `program` as the leader of a process group of its own, with no signal blocked or ignored,
// so that kill(-pid, …) ends it with all it started. `arguments` come behind argv[0];
// `environment` holds "NAME=value" and is all the child gets. Descriptors that are close-on-exec
// and not in `inherited` stay behind. The caller reaps the child. Throws Error, which names
// the program.
pid_t spawn(const std::filesystem::path& program, std::vector<std::string> arguments,
            std::vector<std::string> environment, const std::vector<Inherited>& inherited);

}  // namespace proviso::ingest
