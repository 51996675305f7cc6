// Makes archives of invented documents in memory.
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace proviso::ingest {

struct Entry {
  std::string name, content;
  unsigned type = AE_IFREG;  // or AE_IFLNK: `content` is where it leads to
};

// `format`: "zip", "7zip", "gnutar"; `filter`: "" or "gzip".
inline std::string make_archive(const std::vector<Entry>& entries, const char* format,
                                const char* filter = "") {
  archive* out = archive_write_new();
  archive_write_set_format_by_name(out, format);
  if (*filter != '\0') archive_write_add_filter_by_name(out, filter);
  std::string bytes(1 << 20, '\0');
  for (const Entry& entry : entries) bytes.resize(bytes.size() + 2 * entry.content.size() + 4096);
  std::size_t used = 0;
  archive_write_set_bytes_in_last_block(out, 1);
  if (archive_write_open_memory(out, bytes.data(), bytes.size(), &used) != ARCHIVE_OK) {
    throw std::runtime_error(archive_error_string(out));
  }
  for (const Entry& entry : entries) {
    archive_entry* head = archive_entry_new();
    archive_entry_set_pathname(head, entry.name.c_str());
    archive_entry_set_filetype(head, entry.type);
    archive_entry_set_perm(head, 0644);
    if (entry.type == AE_IFLNK) {
      archive_entry_set_symlink(head, entry.content.c_str());
    } else {
      archive_entry_set_size(head, static_cast<la_int64_t>(entry.content.size()));
    }
    archive_write_header(out, head);
    if (entry.type == AE_IFREG) {
      archive_write_data(out, entry.content.data(), entry.content.size());
    }
    archive_entry_free(head);
  }
  archive_write_close(out);
  archive_write_free(out);
  bytes.resize(used);
  return bytes;
}

inline std::string make_zip(const std::vector<Entry>& entries) {
  return make_archive(entries, "zip");
}

}  // namespace proviso::ingest
