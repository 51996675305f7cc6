// A page for a browser as a result in a file.
#pragma once

#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>

namespace proviso::cli {

// Opens `file` for a page. Whatever stands there and is no page of HTML stays: `--html a.pdf b.pdf`
// is a slip, which throws CLI::ValidationError for `option`. Throws std::system_error when it
// cannot be written.
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
