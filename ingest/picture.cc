#include "ingest/picture.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <system_error>
#include <utility>

#include "ingest/archive/shelf.h"
#include "ingest/file.h"
#include "ingest/find.h"
#include "ingest/worker/child.h"

namespace proviso::ingest {
namespace {

constexpr std::size_t kMostBytes = std::size_t{256} << 20;  // of all pictures of one call

std::vector<PagePicture> none(const PictureWish& wish, const std::string& why) {
  std::vector<PagePicture> pictures;
  for (const int page : wish.pages) pictures.push_back({page, "", why});
  return pictures;
}

bool has_pages(Format format) {
  switch (format) {
    case Format::kPdf:
    case Format::kJpeg:
    case Format::kPng:
    case Format::kTiff:
    case Format::kBmp:
    case Format::kGif:
    case Format::kOfd:
    case Format::kZip:
      return true;
    default:
      return false;
  }
}

// Takes each picture's head, then its pieces.
class Collecting {
 public:
  explicit Collecting(std::vector<PagePicture>& pictures) : pictures_(pictures) {}

  bool operator()(Frame&& frame) {
    if (auto* member = std::get_if<MemberFrame>(&frame)) {
      int number = 0;
      std::from_chars(member->name.data(), member->name.data() + member->name.size(), number);
      const auto found = std::find_if(pictures_.begin(), pictures_.end(), [&](const auto& one) {
        return one.page == number && one.bytes.empty();
      });
      current_ = found == pictures_.end() ? nullptr : &*found;
      if (current_ != nullptr) current_->problem = std::move(member->problem);
    } else if (auto* piece = std::get_if<BytesFrame>(&frame); piece != nullptr && current_) {
      bytes_ += piece->bytes.size();
      if (bytes_ > kMostBytes) return false;
      current_->bytes += piece->bytes;
    }
    return true;
  }

 private:
  std::vector<PagePicture>& pictures_;
  PagePicture* current_ = nullptr;
  std::size_t bytes_ = 0;
};

std::vector<PagePicture> from_worker(const std::filesystem::path& path, const OpenFile& file,
                                     const PictureWish& wish, const ReadOptions& options,
                                     const std::stop_token& stop) {
  WorkerSettings settings;
  settings.limits = options.limits;
  settings.format = format_of(path, file.head());
  if (!has_pages(settings.format)) return none(wish, "this format has no pages");
  settings.task = WorkerTask::kPictures;
  settings.picture = wish;
  if (settings.picture.marks.size() > kMostMarks) settings.picture.marks.resize(kMostMarks);
  require_worker(options);
  std::vector<PagePicture> pictures = none(wish, "not painted");
  Collecting collecting(pictures);
  Workers workers(options.worker.empty() ? worker_beside_program() : options.worker);
  const ChildEnd end = run_child(
      workers, settings, file.fd(), [&](Frame&& frame) { return collecting(std::move(frame)); },
      nullptr, stop);
  const std::string why = end.stopped                ? "interrupted"
                          : !end.closed              ? end.trouble
                          : !end.close.error.empty() ? end.close.error
                                                     : "";
  if (why.empty()) return pictures;
  // What came before the worker died is whole but for the last one.
  const auto last = std::find_if(pictures.rbegin(), pictures.rend(),
                                 [](const PagePicture& one) { return !one.bytes.empty(); });
  if (last != pictures.rend() && !end.closed) last->bytes.clear();
  for (PagePicture& one : pictures) {
    if (one.bytes.empty()) one.problem = why;
  }
  return pictures;
}

}  // namespace

std::string_view PagePicture::media_type() const {
  return std::string_view(bytes).starts_with("\x89PNG") ? "image/png" : "image/jpeg";
}

std::vector<PagePicture> page_pictures(const std::filesystem::path& path, std::string_view sha256,
                                       const PictureWish& wish, const ReadOptions& options,
                                       std::stop_token stop) {
  try {
    std::unique_ptr<OpenFile> file;
    if (const auto member = member_path(path)) {
      ArchiveShelf shelf(0);
      auto taken = shelf.take(*member, options, stop);
      if (!taken) return none(wish, taken.error());
      file = *std::move(taken);
    } else {
      file = std::make_unique<OpenFile>(path);
    }
    if (!sha256.empty() && sha256_of(file->fd()) != sha256)
      return none(wish, "the file has changed since it was read");
    if (file->size() == 0) return none(wish, "empty file");
    if (file->size() > options.limits.max_file) return none(wish, "too large");
    return from_worker(path, *file, wish, options, stop);
  } catch (const std::system_error& error) {
    return none(wish, "the file cannot be read: " + error.code().message());
  }
}

}  // namespace proviso::ingest
