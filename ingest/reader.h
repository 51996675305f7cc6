// The one door of this room: a file in, a Document out. Never throws for what is in the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>

#include "ingest/document.h"

namespace proviso::ingest {

// What no file can cause: the worker program is missing, no more processes can be started.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// What one document may cost. Files are read by a child process (proviso-worker) that sets the
// first group on itself before it looks at its input; the parent watches the second group and ends
// the child's process group with SIGKILL.
struct Limits {
  std::uint64_t address_space =
      std::uint64_t{2} << 30;  // bytes; a 36-megapixel page of OCR was seen to take 315 MiB
  int text_cpu_seconds = 20;   // processor time to open the file, and for the text layer of a page
  int ocr_cpu_seconds = 100;   // processor time more for a page that needs OCR
  int max_pages = 10'000;
  int max_page_glyphs = 1'000'000;
  double max_megapixels =
      40;  // of a rendered page; larger pages are rendered at a lower resolution

  // Wall clock: generous, since a busy machine is no fault of the document; a loop ends by
  // processor time.
  int open_seconds = 60;       // from the start of the child to its word that the file is open
  int text_seconds = 120;      // from one page to the next, for its text layer
  int ocr_seconds = 600;       // more for a page that needs OCR
  int total_seconds = 14'400;  // for the whole document
  std::uint64_t max_file = std::uint64_t{512} << 20;    // bytes of the file
  std::uint64_t max_unpacked = std::uint64_t{4} << 30;  // bytes of all members of an archive
  int max_members = 50'000;                             // of an archive, of any kind
  int convert_seconds = 180;                            // for LibreOffice (convert.h)
  std::uint64_t max_output = std::uint64_t{512} << 20;  // bytes of all frames
};

// What OCR has read once, kept by whoever has a place for it. Called from several threads.
class OcrCache {
 public:
  virtual ~OcrCache() = default;
  // `key` names a picture and everything that decides how it is read; nullopt when it is new.
  virtual std::optional<std::string> find(const std::string& key) = 0;
  virtual void keep(const std::string& key, const std::string& value) = 0;
};

struct ReadOptions {
  std::filesystem::path worker;  // the proviso-worker program; empty: worker_beside_program()
  bool ocr = true;  // false: pages without a trustworthy text layer fail with that reason
  Limits limits;
  OcrCache* cache = nullptr;  // not owned
};

// "proviso-worker" in the folder of the running program.
std::filesystem::path worker_beside_program();

// Throws Error when the worker program is not there: say so before the first document.
void require_worker(const ReadOptions& options);

// Reads one document. Whatever is wrong with the file is in the result: status kFailed with a
// reason ("empty file", "needs a password", "timeout after 60 s while opening", "DOCX files are not
// yet supported", …), or kPartial when some pages could not be read; pages that arrived before a
// crash are kept, and reading goes on after the page that caused it (at most three times). `sha256`
// is set whenever the file could be read at all. A stop request ends the child and gives kFailed
// with the reason "interrupted". Thread-safe. Throws Error.
Document read(const std::filesystem::path& file, const ReadOptions& options,
              std::stop_token stop = {});

// Reads `files` on `jobs` threads (at least 1), each with its own child process, and calls
// take(index, document) for each of them, in the order of `files`, on the calling thread. At most 4
// × jobs documents are held at a time. After a stop request no further document is taken and those
// running are ended; documents already read are still delivered in order up to the first that is
// missing. Returns how many were delivered. What `take` throws ends the run and is thrown on.
std::size_t read_all(std::span<const std::filesystem::path> files, const ReadOptions& options,
                     int jobs, const std::function<void(std::size_t, Document&&)>& take,
                     std::stop_token stop = {});

}  // namespace proviso::ingest
