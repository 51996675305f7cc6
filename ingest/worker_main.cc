// proviso-worker: one document on standard input, frames on standard output, nothing else
// (worker/protocol.h); or, called with "serve", the mother of processes that do this
// (worker/serve.h).
#include <malloc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/archive/walk.h"
#include "ingest/file.h"
#include "ingest/find.h"
#include "ingest/ocr/memory.h"
#include "ingest/ocr/ocr.h"
#include "ingest/worker/paint.h"
#include "ingest/worker/protocol.h"
#include "ingest/worker/sandbox.h"
#include "ingest/worker/serve.h"
#include "ingest/worker/source.h"
#include "ingest/worker/warm_up.h"

namespace proviso::ingest {
namespace {

void limit(decltype(RLIMIT_AS) resource, rlim_t soft, rlim_t hard) {
  const rlimit value{soft, hard};
  setrlimit(resource, &value);
}

// Each page may use so much processor time on top of what is used up already.
void grant_cpu_seconds(int seconds) {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto spent = static_cast<rlim_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec);
  limit(RLIMIT_CPU, spent + static_cast<rlim_t>(seconds), RLIM_INFINITY);
}

void confine(const Limits& limits) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  std::signal(SIGXFSZ, SIG_IGN);  // fontconfig may try to write its cache
#if !defined(__SANITIZE_ADDRESS__)
  limit(RLIMIT_AS, limits.address_space, limits.address_space);
#endif
  limit(RLIMIT_FSIZE, 0, 0);
  limit(RLIMIT_CORE, 0, 0);
  limit(RLIMIT_NOFILE, 64, 64);
  grant_cpu_seconds(limits.text_cpu_seconds);
  enter_sandbox();
}

// Standard input as bytes: mapped where it is a file, read otherwise.
class Input {
 public:
  Input() {
    struct stat info {};
    if (fstat(STDIN_FILENO, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0) {
      size_ = static_cast<std::size_t>(info.st_size);
      void* at = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, STDIN_FILENO, 0);
      if (at != MAP_FAILED) {
        mapped_ = at;
        return;
      }
    }
    char buffer[1 << 16];
    for (ssize_t got = 0; (got = ::read(STDIN_FILENO, buffer, sizeof buffer)) > 0;) {
      bytes_.append(buffer, static_cast<std::size_t>(got));
    }
  }
  ~Input() {
    if (mapped_ != nullptr) munmap(mapped_, size_);
  }
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  std::string_view bytes() const {
    return mapped_ != nullptr ? std::string_view(static_cast<const char*>(mapped_), size_)
                              : std::string_view(bytes_);
  }

 private:
  void* mapped_ = nullptr;
  std::size_t size_ = 0;
  std::string bytes_;
};

// False when nobody reads any more.
bool send(const std::string& content) {
  const std::string frame = with_length(content);
  std::string_view rest(frame);
  while (!rest.empty()) {
    const ssize_t wrote = write(STDOUT_FILENO, rest.data(), rest.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return true;
}

// Asks the parent, which keeps what OCR has read.
class ParentsMemory final : public OcrMemory {
 public:
  std::optional<std::string> find(const std::string& key) override {
    if (!send(encode(RecallFrame{key}))) return std::nullopt;
    const auto header = receive(4);
    if (!header) return std::nullopt;
    std::uint32_t length = 0;
    for (std::size_t i = 4; i-- > 0;) {
      length = length << 8 | static_cast<unsigned char>((*header)[i]);
    }
    if (length == 0 || length > kMaxFrame) return std::nullopt;
    return receive(length);
  }

  void keep(const std::string& key, const std::string& value) override {
    send(encode(KeepFrame{key, value}));
  }

 private:
  static std::optional<std::string> receive(std::size_t size) {
    std::string bytes(size, '\0');
    for (std::size_t at = 0; at < size;) {
      const ssize_t got = ::read(kAnswers, bytes.data() + at, size - at);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return std::nullopt;
      at += static_cast<std::size_t>(got);
    }
    return bytes;
  }
};

void read_document(const WorkerSettings& settings, std::string_view bytes, Ocr& ocr) {
  const auto source = open_source(bytes, settings);
  if (!source) {
    send(encode(CloseFrame{source.error(), ""}));
    return;
  }
  const OpenFrame opened = (*source)->opened();
  send(encode(opened));
  ParentsMemory memory;
  ocr.remember_in(settings.recall ? &memory : nullptr);
  const int last = std::min(opened.pages, settings.limits.max_pages);
  for (int number = settings.first_page; number <= last; ++number) {
    grant_cpu_seconds(settings.limits.text_cpu_seconds);
    const auto before_ocr = [&] {
      grant_cpu_seconds(settings.limits.ocr_cpu_seconds);
      send(encode(OcrFrame{number}));
    };
    if (!send(encode((*source)->page(number, ocr, before_ocr)))) return;
  }
  send(encode(CloseFrame{"", (*source)->note()}));
}

// Pictures of pages, in pieces: a picture may exceed what one frame holds.
void paint_pages(const WorkerSettings& settings, std::string_view bytes) {
  constexpr std::size_t kPiece = 1 << 20;
  const auto source = open_source(bytes, settings);
  if (!source) {
    send(encode(CloseFrame{source.error(), ""}));
    return;
  }
  for (const int number : settings.picture.pages) {
    grant_cpu_seconds(settings.limits.text_cpu_seconds + settings.limits.ocr_cpu_seconds);
    auto picture = (*source)->picture(number, settings.picture.dpi);
    std::string file;
    if (picture) {
      paint_marks(*picture, settings.picture.marks, number);
      file = encode_picture(*picture, settings.picture.png);
    }
    const std::string problem = !picture       ? picture.error()
                                : file.empty() ? "the picture cannot be stored"
                                               : "";
    bool heard = send(encode(MemberFrame{std::to_string(number), "", problem}));
    std::string_view rest(file);
    while (heard && !rest.empty()) {
      heard = send(encode(BytesFrame{std::string(rest.substr(0, kPiece))}));
      rest.remove_prefix(std::min(kPiece, rest.size()));
    }
    if (!heard) return;
  }
  send(encode(CloseFrame{"", ""}));
}

// Lists the documents of an archive, or gives the bytes of them from one on.
void read_archive(const WorkerSettings& settings, std::string_view bytes) {
  constexpr std::size_t kPiece = 1 << 20;
  const bool list = settings.task == WorkerTask::kList;
  bool reached = list;
  const auto take = [&](ArchiveMember&& member) {
    reached = reached || member.name == settings.member;
    if (!reached) return true;
    const std::string sha256 =
        list && member.problem.empty() ? sha256_of_bytes(member.content) : "";
    bool heard = send(encode(MemberFrame{member.name, sha256, member.problem}));
    std::string_view rest = list ? std::string_view() : std::string_view(member.content);
    while (heard && !rest.empty()) {
      heard = send(encode(BytesFrame{std::string(rest.substr(0, kPiece))}));
      rest.remove_prefix(std::min(kPiece, rest.size()));
    }
    return heard;
  };
  const auto starting = [&] { grant_cpu_seconds(settings.limits.text_cpu_seconds); };
  const ArchiveWalk walk = walk_archive(bytes, settings.limits, take, starting);
  send(encode(CloseFrame{walk.error, walk.document ? "document" : ""}));
}

bool is_picture(Format format) {
  return format == Format::kPng || format == Format::kJpeg || format == Format::kTiff ||
         format == Format::kBmp || format == Format::kGif;
}

int run(std::span<const std::string_view> arguments, Ocr& ocr) {
  try {
    WorkerSettings settings = from_arguments(arguments);
    confine(settings.limits);
    const Input input;
    if (arguments.empty() && is_picture(format_by_bytes(input.bytes()))) {
      settings.format = format_by_bytes(input.bytes());  // called by hand
    }
    if (settings.task == WorkerTask::kRead) {
      read_document(settings, input.bytes(), ocr);
    } else if (settings.task == WorkerTask::kPictures) {
      paint_pages(settings, input.bytes());
    } else {
      read_archive(settings, input.bytes());
    }
    return 0;
  } catch (const std::bad_alloc&) {
    return 12;  // kOutOfMemory of worker/child.h
  } catch (const std::exception&) {
    return 2;
  }
}

}  // namespace
}  // namespace proviso::ingest

int main(int argc, char** argv) {
  using namespace proviso::ingest;
  const std::vector<std::string_view> arguments(argv + 1, argv + argc);
  // Tesseract and Poppler take and give back large pieces line by line: fetching them from the
  // kernel anew each time costs a tenth of OCR.
  constexpr int kKept = 256 << 20;
  mallopt(M_MMAP_THRESHOLD, kKept);
  mallopt(M_TRIM_THRESHOLD, kKept);
  Ocr ocr;
  const auto work = [&](std::span<const std::string_view> each) { return run(each, ocr); };
  if (arguments.size() == 1 && arguments[0] == kServe) {
    serve(work, warm_up, [&] { warm_up_ocr(ocr); });
  }
  const int code = work(arguments);
  // No destructors: Tesseract's and Poppler's have nothing to give back that the kernel does not
  // take.
  _exit(code);
}
