#include "cli/page_file.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <string_view>
#include <system_error>

namespace proviso::cli {

namespace fs = std::filesystem;

PageFile::PageFile(const std::string& option, const fs::path& file) : file_(file) {
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
