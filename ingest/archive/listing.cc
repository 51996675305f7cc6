#include "ingest/archive/listing.h"

#include <algorithm>
#include <system_error>
#include <utility>
#include <vector>

#include "ingest/file.h"
#include "ingest/worker/child.h"

namespace proviso::ingest {
namespace {

namespace fs = std::filesystem;

struct Listing {
  std::vector<MemberFrame> members;
  std::string error;
  bool document = false;
};

Listing list(const OpenFile& file, const ReadOptions& options, const std::stop_token& stop) {
  require_worker(options);
  WorkerSettings settings;
  settings.limits = options.limits;
  settings.format = Format::kArchive;
  settings.task = WorkerTask::kList;
  Listing listing;
  Workers workers(options.worker.empty() ? worker_beside_program() : options.worker);
  const ChildEnd end = run_child(
      workers, settings, file.fd(),
      [&](Frame&& frame) {
        if (auto* member = std::get_if<MemberFrame>(&frame)) {
          listing.members.push_back(std::move(*member));
        }
        return true;
      },
      nullptr, stop);
  listing.error = end.closed ? end.close.error : end.trouble;
  listing.document = end.closed && end.close.note == "document";
  return listing;
}

bool seems_archive(const fs::path& path) {
  const Format by_name = format_by_name(path);
  if (by_name == Format::kZip || by_name == Format::kArchive) return true;
  // A document's name is believed; what has none may be an archive by its bytes.
  if (by_name != Format::kUnknown) return false;
  try {
    const Format by_bytes = format_by_bytes(OpenFile(path).head());
    return by_bytes == Format::kZip || by_bytes == Format::kArchive;
  } catch (const std::system_error&) {
    return false;
  }
}

class Expansion {
 public:
  Expansion(Found& found, std::span<const fs::path> named, const ReadOptions& options,
            std::stop_token stop)
      : found_(found), named_(named), options_(options), stop_(std::move(stop)) {}

  void work() {
    const std::vector<fs::path> before = std::exchange(found_.documents, {});
    for (const fs::path& path : before) {
      if (seems_archive(path)) {
        archive(path);
      } else {
        found_.documents.push_back(path);
      }
    }
  }

 private:
  void archive(const fs::path& path) {
    Listing listing;
    try {
      const OpenFile file(path);
      if (file.size() > options_.limits.max_file) {
        listing.error =
            "too large: the limit is " + std::to_string(options_.limits.max_file >> 20) + " MiB";
      } else if (file.size() == 0) {
        listing.error = "empty file";
      } else {
        listing = list(file, options_, stop_);
      }
    } catch (const std::system_error& error) {
      listing.error = "cannot be read: " + error.code().message();
    }
    if (listing.document) {
      found_.documents.push_back(path);
      return;
    }
    if (!listing.error.empty()) {
      problem(path, listing.error);
      // What came out of a bomb is not to be believed; what stands before damage is.
      if (!listing.error.starts_with("broken")) return;
    } else if (listing.members.empty()) {
      if (std::find(named_.begin(), named_.end(), path) != named_.end()) {
        problem(path, "an archive without documents");
      } else {
        found_.ignored.push_back(path);
      }
    }
    for (MemberFrame& member : listing.members) {
      const fs::path full = path / member.name;
      found_.members[full] = {std::move(member.sha256), std::move(member.problem)};
      found_.documents.push_back(full);
    }
  }

  void problem(const fs::path& path, const std::string& what) {
    found_.documents.push_back(path);
    found_.members[path] = {"", what};
  }

  Found& found_;
  const std::span<const fs::path> named_;
  const ReadOptions& options_;
  const std::stop_token stop_;
};

}  // namespace

void expand_archives(Found& found, std::span<const fs::path> named, const ReadOptions& options,
                     std::stop_token stop) {
  Expansion(found, named, options, std::move(stop)).work();
}

std::optional<MemberPath> member_path(const fs::path& path) {
  std::error_code error;
  if (fs::symlink_status(path, error).type() != fs::file_type::not_found) return std::nullopt;
  for (fs::path front = path.parent_path(); !front.empty(); front = front.parent_path()) {
    const fs::file_status status = fs::status(front, error);
    if (fs::is_regular_file(status)) {
      return MemberPath{front, path.native().substr(front.native().size() + 1)};
    }
    if (fs::exists(status) || front == front.parent_path()) break;
  }
  return std::nullopt;
}

}  // namespace proviso::ingest
