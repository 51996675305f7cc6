#include "ingest/package/package.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <memory>
#include <new>
#include <vector>

namespace proviso::ingest {
namespace {

constexpr int kMostEntries = 20'000;
constexpr std::uint64_t kMostUnpacked = std::uint64_t{1} << 30;

using Archive = std::unique_ptr<archive, decltype(&archive_read_free)>;

Archive open_zip(std::string_view bytes) {
  Archive zip(archive_read_new(), &archive_read_free);
  if (!zip) throw std::bad_alloc();
  archive_read_support_format_zip_seekable(zip.get());
  if (archive_read_open_memory(zip.get(), bytes.data(), bytes.size()) != ARCHIVE_OK) zip.reset();
  return zip;
}

std::string canonical(std::string_view name) {
  std::string result = resolve_part("", name);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  }
  return result;
}

bool next(archive* zip, archive_entry** entry) {
  const int code = archive_read_next_header(zip, entry);
  return code == ARCHIVE_OK || code == ARCHIVE_WARN;
}

}  // namespace

tl::expected<Package, std::string> Package::open(std::string_view bytes) {
  const Archive zip = open_zip(bytes);
  if (!zip) return tl::unexpected<std::string>("broken: no zip file");
  Package package(bytes);
  archive_entry* entry = nullptr;
  for (int place = 0; next(zip.get(), &entry); ++place) {
    if (place >= kMostEntries) {
      return tl::unexpected<std::string>("more than " + std::to_string(kMostEntries) + " parts");
    }
    const char* name = archive_entry_pathname(entry);
    if (name == nullptr || archive_entry_filetype(entry) != AE_IFREG ||
        archive_entry_is_data_encrypted(entry) == 1) {
      continue;
    }
    package.entries_.emplace(canonical(name), place);
  }
  if (package.entries_.empty()) return tl::unexpected<std::string>("broken: the zip file cannot be read");
  return package;
}

bool Package::has(std::string_view name) const {
  return entries_.contains(canonical(name));
}

std::optional<std::string> Package::read(std::string_view name, std::size_t limit) {
  const auto found = entries_.find(canonical(name));
  if (found == entries_.end()) return std::nullopt;
  const Archive zip = open_zip(bytes_);
  if (!zip) return std::nullopt;
  archive_entry* entry = nullptr;
  for (int place = 0; place <= found->second; ++place) {
    if (!next(zip.get(), &entry)) return std::nullopt;
  }
  std::string content;
  std::vector<char> buffer(1 << 16);
  for (;;) {
    const la_ssize_t got = archive_read_data(zip.get(), buffer.data(), buffer.size());
    if (got < 0) return std::nullopt;
    if (got == 0) return content;
    unpacked_ += static_cast<std::uint64_t>(got);
    if (content.size() + static_cast<std::size_t>(got) > limit || unpacked_ > kMostUnpacked) {
      return std::nullopt;
    }
    content.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

std::string resolve_part(std::string_view from, std::string_view name) {
  std::vector<std::string> folders;
  const auto walk = [&](std::string_view path, bool to_folder) {
    while (!path.empty()) {
      const std::size_t end = std::min(path.find_first_of("/\\"), path.size());
      const std::string_view piece = path.substr(0, end);
      const bool last = end == path.size();
      path.remove_prefix(std::min(end + 1, path.size()));
      if (to_folder && last) return;
      if (piece == "..") {
        if (!folders.empty()) folders.pop_back();
      } else if (!piece.empty() && piece != ".") {
        folders.emplace_back(piece);
      }
    }
  };
  if (!name.starts_with('/') && !name.starts_with('\\')) walk(from, true);
  walk(name, false);
  std::string result;
  for (const std::string& folder : folders) result += (result.empty() ? "" : "/") + folder;
  return result;
}

}  // namespace proviso::ingest
