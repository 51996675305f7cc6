#include "tasks/ingest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <system_error>
#include <utility>

#include "db/ocr_store.h"
#include "db/reading_settings.h"
#include "ingest/archive/listing.h"
#include "segmenter/segmenter.h"

namespace proviso::tasks {
namespace {

namespace fs = std::filesystem;
using ingest::DocumentStatus;

// Two folders may each hold a "judgment.pdf": paths are kept absolute, however the user came to
// them.
fs::path stored_path(const fs::path& path) {
  return fs::absolute(path).lexically_normal();
}

db::Segmentation segment(const ingest::Document& document, const IngestOptions& options) {
  db::Segmentation result;
  result.segmented_by = options.program;
  if (options.tokenizer != nullptr) result.tokenizer_sha256 = options.tokenizer->sha256();
  if (document.text.empty()) return result;
  result.structure = segmenter::read_structure(document.text);
  if (options.tokenizer != nullptr) {
    result.segments = segmenter::make_segments(document.text, result.structure, *options.tokenizer);
  }
  return result;
}

bool outdated(const db::DocumentSummary& stored, const IngestOptions& options) {
  if (stored.segmented_by != options.program) return true;
  return options.tokenizer != nullptr && stored.tokenizer_sha256 != options.tokenizer->sha256();
}

// Without OCR the pictures beside a page's text stay unread too, so a good status tells nothing.
// What flows has no pages for OCR. Never the other way round: OCR that is switched off now takes
// nothing away.
bool would_read_more(const db::DocumentSummary& stored,
                     const std::optional<db::ReadingSettings>& before,
                     const IngestOptions& options) {
  const bool has_pages =
      stored.source_kind == "pdf" || stored.source_kind == "ofd" || stored.source_kind == "image";
  return has_pages && options.read.ocr && before && !before->ocr;
}

bool worth_reading_again(const db::DocumentSummary& stored,
                         const std::optional<db::ReadingSettings>& before,
                         const IngestOptions& options) {
  if (would_read_more(stored, before, options)) return true;
  if (stored.status == DocumentStatus::kOk) return false;
  return options.retry_failed || stored.read_by != options.program;
}

// What OCR reads is kept in the database as it comes, so that no page is read twice.
class StoredOcr final : public ingest::OcrCache {
 public:
  explicit StoredOcr(const fs::path& file) : store_(file) {}
  std::optional<std::string> find(const std::string& key) override { return store_.find(key); }
  void keep(const std::string& key, const std::string& value) override { store_.keep(key, value); }

 private:
  db::OcrStore store_;
};

// One call of ingest(): the files in three heaps, worked off in the order found.
class Ingestion {
 public:
  Ingestion(db::Database& database, db::RunId run, const ingest::Found& found,
            const IngestOptions& options,
            const std::function<void(const IngestProgress&)>& progress, const std::stop_token& stop)
      : database_(database),
        run_(run),
        found_(found),
        options_(options),
        progress_(progress),
        stop_(stop) {}

  IngestResult work() {
    outcomes_.resize(found_.documents.size());
    sort_out();
    read_new();
    IngestResult result;
    result.ignored = found_.ignored;
    result.interrupted = stop_.stop_requested() && done_ < found_.documents.size();
    for (std::optional<FileOutcome>& outcome : outcomes_) {
      if (outcome) result.files.push_back(std::move(*outcome));
    }
    for (const fs::path& folder : found_.missing) {
      FileOutcome outcome;
      outcome.path = folder;
      outcome.status = DocumentStatus::kFailed;
      outcome.reason = "cannot be opened";
      result.files.push_back(std::move(outcome));
    }
    return result;
  }

 private:
  // Files whose bytes are stored are settled here; the others are queued, each content once.
  void sort_out() {
    std::map<std::string, std::size_t> queued;  // sha256 → place in new_
    for (std::size_t i = 0; i < found_.documents.size() && !stop_.stop_requested(); ++i) {
      const fs::path& path = found_.documents[i];
      std::string sha256;
      try {
        const auto member = found_.members.find(path);
        if (member != found_.members.end() && member->second.sha256.empty()) {
          unreadable(i, member->second.problem);
          continue;
        }
        sha256 = member != found_.members.end() ? member->second.sha256 : ingest::sha256_of(path);
      } catch (const std::system_error& error) {
        unreadable(i, fmt::format("cannot be read: {}", error.code().message()));
        continue;
      }
      if (const auto twin = queued.find(sha256); twin != queued.end()) {
        copies_[twin->second].push_back(i);
        continue;
      }
      if (const auto id = database_.find(sha256)) {
        const db::DocumentSummary stored = database_.summary(*id);
        const auto before = db::reading_settings(database_.connection(), *id);
        if (!worth_reading_again(stored, before, options_)) {
          settle_known(i, stored);
          continue;
        }
      }
      queued.emplace(std::move(sha256), new_.size());
      new_.push_back(i);
      copies_.emplace_back();
    }
  }

  void read_new() {
    if (new_.empty()) return;
    ingest::require_worker(options_.read);
    std::vector<fs::path> files;
    for (const std::size_t i : new_) files.push_back(found_.documents[i]);
    ingest::ReadOptions read = options_.read;
    std::optional<StoredOcr> cache;
    const fs::path& file = database_.connection().file();
    if (read.cache == nullptr && file != ":memory:") read.cache = &cache.emplace(file);
    ingest::read_all(
        files, read, options_.jobs,
        [&](std::size_t at, ingest::Document&& document) { store(at, document); }, stop_);
  }

  void store(std::size_t at, const ingest::Document& document) {
    const std::size_t i = new_[at];
    if (document.sha256.empty()) {
      unreadable(i, document.reason);
      for (const std::size_t copy : copies_[at]) unreadable(copy, document.reason);
      return;
    }
    const db::DocumentId id = database_.store_document(run_, stored_path(found_.documents[i]),
                                                       document, segment(document, options_));
    db::keep_reading_settings(database_.connection(), id, {options_.read.ocr});
    finish(i, describe(i, database_.summary(id), false));
    for (const std::size_t copy : copies_[at]) {
      database_.add_path(run_, stored_path(found_.documents[copy]), id);
      FileOutcome outcome = describe(copy, database_.summary(id), false);
      outcome.twin = found_.documents[i];
      finish(copy, std::move(outcome));
    }
  }

  void settle_known(std::size_t i, const db::DocumentSummary& stored) {
    database_.add_path(run_, stored_path(found_.documents[i]), stored.id);
    if (outdated(stored, options_)) {
      database_.store_segmentation(stored.id, segment(database_.document(stored.id), options_));
    }
    finish(i, describe(i, database_.summary(stored.id), true));
  }

  void unreadable(std::size_t i, std::string reason) {
    FileOutcome outcome;
    outcome.path = found_.documents[i];
    outcome.status = DocumentStatus::kFailed;
    outcome.reason = std::move(reason);
    finish(i, std::move(outcome));
  }

  FileOutcome describe(std::size_t i, const db::DocumentSummary& stored, bool known) const {
    return {found_.documents[i],
            stored.sha256,
            stored.id,
            known,
            {},
            stored.status,
            stored.reason,
            stored.pages,
            stored.pages_doubtful,
            stored.pages_failed,
            stored.kind,
            stored.court,
            stored.case_number};
  }

  void finish(std::size_t i, FileOutcome outcome) {
    outcomes_[i] = std::move(outcome);
    ++done_;
    if (progress_) progress_({done_, found_.documents.size(), &*outcomes_[i]});
  }

  db::Database& database_;
  const db::RunId run_;
  const ingest::Found& found_;
  const IngestOptions& options_;
  const std::function<void(const IngestProgress&)>& progress_;
  const std::stop_token stop_;
  std::vector<std::optional<FileOutcome>> outcomes_;  // by place in found_.documents
  std::vector<std::size_t> new_;                      // places of files to read, each content once
  std::vector<std::vector<std::size_t>>
      copies_;  // by place in new_: further files with the same bytes
  std::size_t done_ = 0;
};

std::size_t count(const std::vector<FileOutcome>& files, DocumentStatus status) {
  return static_cast<std::size_t>(std::count_if(
      files.begin(), files.end(), [&](const FileOutcome& file) { return file.status == status; }));
}

}  // namespace

ingest::Found find_input(std::span<const fs::path> paths) {
  for (const fs::path& path : paths) {
    std::error_code error;
    if (!fs::exists(path, error)) {
      throw InputError(fmt::format("there is no {}; check the path", path.string()));
    }
  }
  ingest::Found found = ingest::find_documents(paths);
  ingest::expand_archives(found, paths, {});
  for (const fs::path& path : paths) {
    if (std::find(found.missing.begin(), found.missing.end(), path) != found.missing.end()) {
      throw InputError(
          fmt::format("{} cannot be opened: neither a readable file nor a folder", path.string()));
    }
  }
  if (found.documents.empty()) {
    std::string names;
    for (const fs::path& path : paths) names += (names.empty() ? "" : ", ") + path.string();
    throw InputError(fmt::format(
        "no documents in {} ({} other files ignored); name a PDF, DOCX, OFD or text file, or a "
        "folder or archive that holds some",
        names, found.ignored.size()));
  }
  return found;
}

std::size_t IngestResult::failed() const {
  return count(files, DocumentStatus::kFailed);
}

std::size_t IngestResult::partial() const {
  return count(files, DocumentStatus::kPartial);
}

std::size_t IngestResult::known() const {
  return static_cast<std::size_t>(std::count_if(
      files.begin(), files.end(), [](const FileOutcome& file) { return file.known; }));
}

std::size_t IngestResult::copies() const {
  return static_cast<std::size_t>(std::count_if(
      files.begin(), files.end(), [](const FileOutcome& file) { return !file.twin.empty(); }));
}

std::size_t IngestResult::stored() const {
  return static_cast<std::size_t>(std::count_if(
      files.begin(), files.end(), [](const FileOutcome& file) { return file.id.has_value(); }));
}

std::vector<std::vector<std::size_t>> IngestResult::same_case() const {
  std::map<std::array<std::string, 3>, std::map<db::DocumentId, std::size_t>> cases;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const FileOutcome& file = files[i];
    if (!file.id || file.court.empty() || !db::names_a_case(file.case_number)) continue;
    cases[{file.kind, file.court, file.case_number}].emplace(*file.id, i);
  }
  std::vector<std::vector<std::size_t>> groups;
  for (const auto& [key, documents] : cases) {
    if (documents.size() < 2) continue;
    std::vector<std::size_t> group;
    for (const auto& [document, place] : documents) group.push_back(place);
    std::sort(group.begin(), group.end());
    groups.push_back(std::move(group));
  }
  std::sort(groups.begin(), groups.end());
  return groups;
}

IngestResult ingest(db::Database& database, db::RunId run, const ingest::Found& found,
                    const IngestOptions& options,
                    const std::function<void(const IngestProgress&)>& progress,
                    std::stop_token stop) {
  return Ingestion(database, run, found, options, progress, stop).work();
}

}  // namespace proviso::tasks
