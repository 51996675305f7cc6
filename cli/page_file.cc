#include "cli/page_file.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <system_error>

namespace proviso::cli {

namespace fs = std::filesystem;

PageFile::PageFile(const std::string& option, const fs::path& file) : file_(file) {
  std::string begins;
  if (std::ifstream old(file); old) std::getline(old, begins);
  std::error_code error;
  if (fs::exists(file, error) && fs::file_size(file, error) > 0 && begins != "<!doctype html>") {
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
