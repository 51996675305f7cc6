// A page for a browser as a result in a file.
#pragma once

#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>

namespace proviso::cli {

// Throws CLI::ValidationError for `option` where no file can be written as `file`: its folder is
// not there, it is a folder itself, or its rights forbid it. Asked before the work begins.
void check_out_file(const std::string& option, const std::filesystem::path& file);

// The same for a file that is new, since what stands there cannot be told from another's work.
void check_new_file(const std::string& option, const std::filesystem::path& file);

// Opens `file` for a page, as check_out_file() lets it. Whatever stands there and is no page of
// HTML stays: `--html a.pdf b.pdf` is a slip, which throws CLI::ValidationError too. Throws
// std::system_error when the disk refuses.
class PageFile {
 public:
  PageFile(const std::string& option, const std::filesystem::path& file);
  std::ostream& out() { return out_; }
  // All of it is on its way to the disk. Throws as the constructor.
  void finish();

 private:
  [[noreturn]] void fail() const;
  std::filesystem::path file_;
  std::ofstream out_;
};

}  // namespace proviso::cli
