#include "ingest/archive/walk.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <clocale>
#include <memory>
#include <new>
#include <set>
#include <utility>
#include <vector>

#include "ingest/docx/docx.h"
#include "ingest/find.h"
#include "ingest/ofd/document.h"
#include "ingest/package/package.h"
#include "ingest/text/decode.h"

namespace proviso::ingest {
namespace {

constexpr std::uint64_t kNoBomb = std::uint64_t{64} << 20;
constexpr std::uint64_t kMostRatio = 200;
constexpr int kDeepest = 2;  // an archive in an archive

using ArchivePtr = std::unique_ptr<archive, decltype(&archive_read_free)>;

ArchivePtr open_archive(std::string_view bytes) {
  ArchivePtr file(archive_read_new(), &archive_read_free);
  if (!file) throw std::bad_alloc();
  archive_read_support_filter_all(file.get());
  archive_read_support_format_zip(file.get());
  archive_read_support_format_7zip(file.get());
  archive_read_support_format_rar(file.get());
  archive_read_support_format_rar5(file.get());
  archive_read_support_format_tar(file.get());
  if (archive_read_open_memory(file.get(), bytes.data(), bytes.size()) != ARCHIVE_OK) file.reset();
  return file;
}

// Names of zip files made under Windows are GBK.
std::string decoded_name(archive_entry* entry) {
  const char* utf8 = archive_entry_pathname_utf8(entry);
  const char* raw = utf8 != nullptr ? utf8 : archive_entry_pathname(entry);
  return raw == nullptr ? std::string() : resolve_part("", decode(raw).text);
}

// A name that a folder walk would pass over too.
bool is_passed_over(std::string_view name) {
  if (name.empty() || name.starts_with("__MACOSX/")) return true;
  for (std::size_t at = 0; at != std::string_view::npos;) {
    const std::string_view piece = name.substr(at);
    if (piece.starts_with('.') || piece.starts_with("~$")) return true;
    at = name.find('/', at);
    if (at != std::string_view::npos) ++at;
  }
  return false;
}

bool is_archive(Format format) {
  return format == Format::kZip || format == Format::kArchive;
}

bool is_package_of_a_document(std::string_view bytes) {
  const auto package = Package::open(bytes);
  return package && (is_docx(*package) || is_ofd(*package) || package->has("content.xml"));
}

class Walker {
 public:
  Walker(std::string_view bytes, const Limits& limits,
         const std::function<bool(ArchiveMember&&)>& take, const std::function<void()>& starting)
      : limits_(limits), take_(take), starting_(starting), size_(bytes.size()) {}

  std::string walk(std::string_view bytes, const std::string& prefix, int depth) {
    const ArchivePtr file = open_archive(bytes);
    if (!file) return "broken: the archive cannot be opened";
    int found = 0;
    for (;;) {
      archive_entry* entry = nullptr;
      const int code = archive_read_next_header(file.get(), &entry);
      if (code == ARCHIVE_EOF) return {};
      if (code == ARCHIVE_RETRY) continue;
      if (code != ARCHIVE_OK && code != ARCHIVE_WARN) {
        return found == 0 ? "broken: the archive cannot be read"
                          : "broken: the archive cannot be read to its end";
      }
      ++found;
      if (++entries_ > limits_.max_members) {
        return fmt::format("a bomb: more than {} entries", limits_.max_members);
      }
      if (archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry) != nullptr) {
        continue;
      }
      starting_();
      const std::string error = member(file.get(), entry, prefix, depth);
      if (!error.empty() || ended_) return error;
    }
  }

 private:
  // An error ends the walk.
  std::string member(archive* file, archive_entry* entry, const std::string& prefix, int depth) {
    const std::string own = decoded_name(entry);
    if (is_passed_over(own)) return {};
    ArchiveMember member;
    member.name = unique(prefix + own);
    const Format by_name = format_by_name(own);
    if (archive_entry_is_data_encrypted(entry) == 1) {
      if (by_name == Format::kUnknown) return {};
      member.problem = "needs a password";
      return give(std::move(member));
    }
    std::string& content = member.content;
    if (!read(file, content, 1024)) {
      if (!bomb_.empty()) return bomb_;
      if (by_name == Format::kUnknown) return {};
      member.problem = "broken: it cannot be unpacked";
      content.clear();
      return give(std::move(member));
    }
    if (by_name == Format::kUnknown && format_by_bytes(content) != Format::kPdf) return {};
    if (!read(file, content, limits_.max_file)) {
      if (!bomb_.empty()) return bomb_;
      member.problem = content.size() > limits_.max_file
                           ? fmt::format("too large: the limit is {} MiB", limits_.max_file >> 20)
                           : "broken: it cannot be unpacked";
      content.clear();
      return give(std::move(member));
    }
    const Format format = format_of(own, std::string_view(content).substr(0, 1024));
    const bool nested =
        is_archive(format) && !(format == Format::kZip && is_package_of_a_document(content));
    if (!nested) return give(std::move(member));
    if (depth == kDeepest) {
      member.problem = "an archive inside an archive inside an archive is not opened";
      content.clear();
      return give(std::move(member));
    }
    const std::string error = walk(content, member.name + "/", depth + 1);
    if (error.empty() || error.starts_with("a bomb")) return error;
    content.clear();
    member.problem = error;
    return give(std::move(member));
  }

  std::string give(ArchiveMember&& member) {
    ended_ = !take_(std::move(member));
    return {};
  }

  // Appends until `content` has `most` bytes or the entry ends; a byte more when it is longer.
  // False on damage, when it is longer, and on a bomb, which is kept in bomb_. A first part read
  // before stays.
  bool read(archive* file, std::string& content, std::uint64_t most) {
    const bool whole = most > 1024;
    std::vector<char> buffer(1 << 16);
    while (content.size() < most) {
      const std::size_t want = std::min<std::uint64_t>(buffer.size(), most - content.size());
      const la_ssize_t got = archive_read_data(file, buffer.data(), want);
      if (got < 0) return false;
      if (got == 0) return true;
      unpacked_ += static_cast<std::uint64_t>(got);
      content.append(buffer.data(), static_cast<std::size_t>(got));
      if (unpacked_ > limits_.max_unpacked) {
        bomb_ = fmt::format("a bomb: it unpacks to more than {} MiB", limits_.max_unpacked >> 20);
        return false;
      }
      if (unpacked_ > kNoBomb && unpacked_ / kMostRatio > size_) {
        bomb_ = fmt::format("a bomb: it unpacks to more than {} times its size", kMostRatio);
        return false;
      }
    }
    if (!whole) return true;
    const la_ssize_t more = archive_read_data(file, buffer.data(), 1);
    if (more > 0) content.push_back(buffer.front());
    return more == 0;
  }

  std::string unique(std::string name) {
    std::string candidate = name;
    for (int i = 2; !names_.insert(candidate).second; ++i) {
      candidate = fmt::format("{} ({})", name, i);
    }
    return candidate;
  }

  const Limits& limits_;
  const std::function<bool(ArchiveMember&&)>& take_;
  const std::function<void()>& starting_;
  const std::uint64_t size_;
  std::uint64_t unpacked_ = 0;
  int entries_ = 0;
  bool ended_ = false;
  std::string bomb_;
  std::set<std::string> names_;
};

}  // namespace

ArchiveWalk walk_archive(std::string_view bytes, const Limits& limits,
                         const std::function<bool(ArchiveMember&&)>& take,
                         const std::function<void()>& starting) {
  // So that names marked as UTF-8 can be had; the worker has one thread.
  std::setlocale(LC_CTYPE, "C.UTF-8");
  ArchiveWalk result;
  if (format_by_bytes(bytes.substr(0, 1024)) == Format::kZip && is_package_of_a_document(bytes)) {
    result.document = true;
    return result;
  }
  result.error = Walker(bytes, limits, take, starting).walk(bytes, "", 1);
  return result;
}

}  // namespace proviso::ingest
