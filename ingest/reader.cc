#include "ingest/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "ingest/archive/shelf.h"
#include "ingest/convert.h"
#include "ingest/file.h"
#include "ingest/find.h"
#include "ingest/text/plain.h"
#include "ingest/worker/supervise.h"
#include "ingest/worker/workers.h"

namespace proviso::ingest {
namespace {

namespace fs = std::filesystem;

Document failed(std::string reason, std::string_view kind = "") {
  Document document;
  document.source_kind = kind;
  document.status = DocumentStatus::kFailed;
  document.reason = std::move(reason);
  return document;
}

fs::path worker_of(const ReadOptions& options) {
  return options.worker.empty() ? worker_beside_program() : options.worker;
}

// Smaller texts are decoded here: a child process costs more than that.
constexpr std::uint64_t kSmallText = 1 << 20;

// DOC, RTF and ODT become DOCX first.
Document read_converted(const OpenFile& file, Format format, const ReadOptions& options,
                        Workers& workers, const std::stop_token& stop) {
  const std::string_view kind = format == Format::kDoc   ? "doc"
                                : format == Format::kRtf ? "rtf"
                                                         : "odt";
  const auto converted = convert(file, format, options.limits, stop);
  if (!converted) return failed(converted.error(), kind);
  require_worker(options);
  Document document = read_in_worker((*converted)->fd(), Format::kDocx, options, workers, stop);
  document.source_kind = kind;
  if (document.status != DocumentStatus::kFailed) {
    document.reason +=
        (document.reason.empty() ? "" : "; ") + std::string("read through LibreOffice");
  }
  return document;
}

Document read_open(const fs::path& path, const OpenFile& file, const ReadOptions& options,
                   Workers& workers, const std::stop_token& stop) {
  if (file.size() == 0) return failed("empty file");
  if (file.size() > options.limits.max_file) {
    return failed(fmt::format("too large: {} MiB, the limit is {} MiB", file.size() >> 20,
                              options.limits.max_file >> 20));
  }
  const std::string head = file.head();
  const Format format = format_of(path, head);
  if (format_by_name(path) == Format::kPdf && format_by_bytes(head) != Format::kPdf) {
    return failed(format == Format::kPdf ? "not a PDF: the file does not begin like one"
                                         : fmt::format("not a PDF ({})", name(format)),
                  "pdf");
  }
  // A Word document with a password is wrapped as one of the old kind.
  if (format_by_name(path) == Format::kDocx && format == Format::kDoc) {
    return failed("needs a password", "docx");
  }
  switch (format) {
    case Format::kText:
      if (file.size() <= kSmallText) return read_plain(file.bytes());
      break;
    case Format::kDoc:
    case Format::kOdt:
    case Format::kRtf:
      return read_converted(file, format, options, workers, stop);
    case Format::kArchive:
      return failed("an archive inside which no document was named");
    default:
      break;
  }
  require_worker(options);
  return read_in_worker(file.fd(), format, options, workers, stop);
}

// Whether a copy to this place is under way: it has no end yet, and goes on changing while we look.
// The end of a PDF may be missing for good; then nothing happens for a while.
bool is_being_written(const OpenFile& file, const std::stop_token& stop) {
  constexpr std::int64_t kQuiet = 3;  // seconds
  const Format format = format_by_bytes(file.head());
  const char* end = format == Format::kPdf ? "%%EOF" : format == Format::kZip ? "PK\x05\x06" : "";
  while (file.seconds_since_change() < kQuiet && !stop.stop_requested()) {
    if (file.tail().find(end) != std::string::npos) return false;
    if (file.changed()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return false;
}

Document read_from(const fs::path& path, ArchiveShelf& shelf, const ReadOptions& options,
                   Workers& workers, const std::stop_token& stop) {
  try {
    std::unique_ptr<OpenFile> file;
    if (const auto member = member_path(path)) {
      auto taken = shelf.take(*member, options, stop);
      if (!taken) return failed(taken.error());
      file = *std::move(taken);
    } else {
      file = std::make_unique<OpenFile>(path);
      if (is_being_written(*file, stop))
        return failed("still being written: left for the next run");
    }
    Document document = read_open(path, *file, options, workers, stop);
    document.sha256 = sha256_of(file->fd());
    if (file->changed()) {
      document = failed("still being written: left for the next run", document.source_kind);
    }
    return document;
  } catch (const std::system_error& error) {
    return failed(fmt::format("cannot be read: {}", error.code().message()));
  }
}

// Hands `files` out to threads and their documents back in order.
class OrderedRun {
 public:
  OrderedRun(std::span<const fs::path> files, const ReadOptions& options, std::size_t jobs,
             std::stop_token stop)
      : files_(files),
        options_(options),
        window_(4 * jobs),
        stop_(std::move(stop)),
        workers_(worker_of(options), files.size() > 1) {}

  // One thread's work: take the next file, read it, store the document.
  void work() {
    for (;;) {
      std::size_t index = 0;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return over() || next_ < delivered_ + window_; });
        if (over()) return;
        index = next_++;
      }
      try {
        store(index, read_from(files_[index], shelf_, options_, workers_, stop_));
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!error_) error_ = std::current_exception();
        changed_.notify_all();
        return;
      }
    }
  }

  // The document of `index`; nothing after a stop request or an error.
  std::optional<Document> wait_for(std::size_t index) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return error_ || done_.contains(index) || stop_.stop_requested(); });
    if (error_) std::rethrow_exception(error_);
    const auto found = done_.find(index);
    if (found == done_.end()) return std::nullopt;
    std::optional<Document> document(std::move(found->second));
    done_.erase(found);
    ++delivered_;
    changed_.notify_all();
    return document;
  }

  void end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  }

  void wake() {
    const std::lock_guard lock(mutex_);
    changed_.notify_all();
  }

 private:
  bool over() const { return ended_ || error_ || next_ >= files_.size() || stop_.stop_requested(); }

  void store(std::size_t index, Document document) {
    const std::lock_guard lock(mutex_);
    if (!stop_.stop_requested()) done_.emplace(index, std::move(document));
    changed_.notify_all();
  }

  const std::span<const fs::path> files_;
  const ReadOptions& options_;
  const std::size_t window_;
  const std::stop_token stop_;
  ArchiveShelf shelf_;
  Workers workers_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t next_ = 0, delivered_ = 0;
  std::map<std::size_t, Document> done_;
  std::exception_ptr error_;
  bool ended_ = false;
};

}  // namespace

fs::path worker_beside_program() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return program.parent_path() / "proviso-worker";
}

void require_worker(const ReadOptions& options) {
  const fs::path worker = worker_of(options);
  std::error_code error;
  if (fs::exists(worker, error)) return;
  throw Error(
      fmt::format("proviso-worker, which reads files, must lie beside proviso: {} is missing; "
                  "build or install again",
                  worker.string()));
}

Document read(const fs::path& path, const ReadOptions& options, std::stop_token stop) {
  constexpr std::uint64_t kOne = 0;  // no further member is wanted
  ArchiveShelf shelf(kOne);
  Workers workers(worker_of(options));
  return read_from(path, shelf, options, workers, stop);
}

std::size_t read_all(std::span<const fs::path> files, const ReadOptions& options, int jobs,
                     const std::function<void(std::size_t, Document&&)>& take,
                     std::stop_token stop) {
  // An inner source, so that an exception from `take` also ends the children that run.
  std::stop_source source;
  const std::stop_callback pass_on(stop, [&] { source.request_stop(); });
  OrderedRun run(files, options, static_cast<std::size_t>(std::max(jobs, 1)), source.get_token());
  const std::stop_callback wake(source.get_token(), [&] { run.wake(); });
  std::vector<std::jthread> threads;
  const auto stop_all = [&] {
    run.end();
    source.request_stop();
  };
  std::size_t delivered = 0;
  try {
    for (int i = 0; i < std::max(jobs, 1); ++i) threads.emplace_back([&] { run.work(); });
    for (; delivered < files.size(); ++delivered) {
      std::optional<Document> document = run.wait_for(delivered);
      if (!document) break;
      take(delivered, std::move(*document));
    }
  } catch (...) {
    stop_all();
    throw;
  }
  run.end();
  return delivered;
}

}  // namespace proviso::ingest
