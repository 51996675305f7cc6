// Sets Chinese texts as PDFs, for `./dev measure findings --through`.
//
//   set_pages pdf|scan IN OUT [--spoil KIND] [--dpi N]
//
// Each IN/NAME.txt (UTF-8) becomes OUT/NAME.pdf: with a text layer ("pdf"), or as pictures alone at
// 200 dpi in grey JPEG, spoiled as scanners do (scanner.h; "office" by default).
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "ingest/pdf/file.h"
#include "ingest/text/decode.h"
#include "tests/measure/scanner.h"
#include "tests/measure/typeset.h"

namespace proviso::ingest {
namespace {

constexpr int kQuality = 75;

std::string scanned(const std::string& pdf, double dpi, const std::string& spoil) {
  const int pages = PdfFile::open(pdf)->pages();
  std::vector<ColorPage> pictures;
  for (int number = 1; number <= pages; ++number) {
    pictures.push_back(
        spoiled(render_page(pdf, number, dpi), spoil, static_cast<unsigned>(number)));
  }
  return picture_pdf(pictures, kQuality);
}

int run(const std::vector<std::string>& arguments) {
  double dpi = 200;
  std::string spoil = "office";
  bool understood = arguments.size() >= 3 && (arguments[0] == "pdf" || arguments[0] == "scan");
  for (std::size_t i = 3; i < arguments.size(); i += 2) {
    if (i + 1 == arguments.size()) {
      understood = false;
    } else if (arguments[i] == "--spoil") {
      spoil = arguments[i + 1];
    } else if (arguments[i] == "--dpi") {
      dpi = std::stod(arguments[i + 1]);
    } else {
      understood = false;
    }
  }
  if (!understood) {
    fmt::print(stderr, "usage: set_pages pdf|scan IN OUT [--spoil KIND] [--dpi N]\n");
    return 2;
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(arguments[1])) {
    if (entry.path().extension() == ".txt") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::filesystem::create_directories(arguments[2]);
  for (const std::filesystem::path& file : files) {
    std::string pdf = typeset(to_utf32(decode(bytes_of(file.string())).text));
    if (arguments[0] == "scan") pdf = scanned(pdf, dpi, spoil);
    const std::filesystem::path out =
        std::filesystem::path(arguments[2]) / (file.stem().string() + ".pdf");
    if (!(std::ofstream(out, std::ios::binary) << pdf)) {
      fmt::print(stderr, "{} cannot be written\n", out.string());
      return 70;
    }
  }
  return 0;
}

}  // namespace
}  // namespace proviso::ingest

int main(int argc, char** argv) {
  return proviso::ingest::run(std::vector<std::string>(argv + 1, argv + argc));
}
