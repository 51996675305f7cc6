#include "cli/page_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <string_view>
#include <system_error>

namespace proviso::cli {

namespace fs = std::filesystem;

void check_out_file(const std::string& option, const fs::path& file) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    throw CLI::ValidationError(
        option,
        fmt::format("there is no folder {}; make it, or name another file", folder.string()));
  }
  if (fs::is_directory(file, error))
    throw CLI::ValidationError(option, fmt::format("{} is a folder; name a file", file.string()));
  const fs::path& written = fs::exists(file, error) ? file : folder;
  if (access(written.c_str(), W_OK) != 0) {
    throw CLI::ValidationError(option, fmt::format("{} cannot be written: {}", file.string(),
                                                   std::generic_category().message(errno)));
  }
}

void check_new_file(const std::string& option, const fs::path& file) {
  if (file.empty()) throw CLI::ValidationError(option, "name a file");
  check_out_file(option, file);
  std::error_code error;
  if (fs::is_regular_file(file, error)) {
    throw CLI::ValidationError(
        option, fmt::format("{} is there; name another file, or remove it", file.string()));
  }
}

PageFile::PageFile(const std::string& option, const fs::path& file) : file_(file) {
  check_out_file(option, file);
  // A device may have no end, and no first line either.
  constexpr std::string_view kBegins = "<!doctype html>";
  std::string begins(kBegins.size(), '\0');
  std::error_code error;
  const bool ordinary = fs::is_regular_file(file, error);
  if (ordinary)
    std::ifstream(file).read(begins.data(), static_cast<std::streamsize>(begins.size()));
  if (ordinary && fs::file_size(file, error) > 0 && begins != kBegins) {
    throw CLI::ValidationError(
        option, fmt::format("{} is there and is no page of this program; name another file",
                            file.string()));
  }
  errno = 0;
  out_.open(file, std::ios::binary | std::ios::trunc);
  if (!out_) fail();
}

void PageFile::finish() {
  if (!out_.flush()) fail();
}

void PageFile::fail() const {
  throw std::system_error(errno != 0 ? errno : ENOSPC, std::generic_category(),
                          fmt::format("{} cannot be written", file_.string()));
}

}  // namespace proviso::cli
