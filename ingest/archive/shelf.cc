#include "ingest/archive/shelf.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "ingest/worker/child.h"

namespace proviso::ingest {
namespace {

// A file without a name, in memory.
int make_file() {
  const int fd = memfd_create("member", MFD_CLOEXEC);
  if (fd < 0) throw Error("memfd_create: " + std::generic_category().message(errno));
  return fd;
}

bool append(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = write(fd, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return true;
}

// Files come one after the other, each with its pieces.
class Unpacking {
 public:
  explicit Unpacking(std::uint64_t ahead) : ahead_(ahead) {}
  ~Unpacking() {
    if (fd_ >= 0) close(fd_);
  }
  Unpacking(const Unpacking&) = delete;
  Unpacking& operator=(const Unpacking&) = delete;

  // False when the shelf is full.
  bool take(Frame&& frame) {
    if (auto* member = std::get_if<MemberFrame>(&frame)) {
      finish();
      if (!first_ && bytes_ >= ahead_) return false;
      name_ = std::move(member->name);
      problem_ = std::move(member->problem);
      if (problem_.empty()) fd_ = make_file();
      if (std::exchange(first_, false)) first_problem_ = problem_;
    } else if (const auto* piece = std::get_if<BytesFrame>(&frame); piece != nullptr && fd_ >= 0) {
      bytes_ += piece->bytes.size();
      if (!append(fd_, piece->bytes)) throw std::bad_alloc();
    }
    return true;
  }

  void finish() {
    if (fd_ >= 0) files_[name_] = std::make_unique<OpenFile>(std::exchange(fd_, -1));
  }

  // The one that an ending worker left half is not to be had.
  void drop_half() {
    if (fd_ >= 0) close(std::exchange(fd_, -1));
  }

  std::map<std::string, std::unique_ptr<OpenFile>> files() { return std::move(files_); }
  const std::string& first_problem() const { return first_problem_; }

 private:
  const std::uint64_t ahead_;
  std::uint64_t bytes_ = 0;
  bool first_ = true;
  int fd_ = -1;
  std::string name_, problem_, first_problem_;
  std::map<std::string, std::unique_ptr<OpenFile>> files_;
};

}  // namespace

tl::expected<std::unique_ptr<OpenFile>, std::string> ArchiveShelf::take(
    const MemberPath& path, const ReadOptions& options, const std::stop_token& stop) {
  const std::lock_guard lock(mutex_);
  if (path.archive != archive_) {
    archive_ = path.archive;
    members_.clear();
  }
  std::string reason;
  if (!members_.contains(path.name)) reason = fetch(path, options, stop);
  const auto found = members_.find(path.name);
  if (found == members_.end()) {
    return tl::unexpected(reason.empty() ? std::string("it is not in the archive any more")
                                         : std::move(reason));
  }
  std::unique_ptr<OpenFile> file = std::move(found->second);
  members_.erase(found);
  return file;
}

std::string ArchiveShelf::fetch(const MemberPath& path, const ReadOptions& options,
                                const std::stop_token& stop) {
  require_worker(options);
  const OpenFile archive(path.archive);
  WorkerSettings settings;
  settings.limits = options.limits;
  settings.format = Format::kArchive;
  settings.task = WorkerTask::kExtract;
  settings.member = path.name;
  Unpacking unpacking(ahead_);
  Workers workers(options.worker.empty() ? worker_beside_program() : options.worker);
  const ChildEnd end = run_child(
      workers, settings, archive.fd(),
      [&](Frame&& frame) { return unpacking.take(std::move(frame)); }, nullptr, stop);
  if (end.closed) {
    unpacking.finish();
  } else {
    unpacking.drop_half();
  }
  // What waits on the shelf stays: another thread may be about to take it.
  members_.merge(unpacking.files());
  if (stop.stop_requested()) return "interrupted";
  if (!unpacking.first_problem().empty()) return unpacking.first_problem();
  return end.closed ? end.close.error : end.trouble;
}

}  // namespace proviso::ingest
