// Invented judgments and what is read from them: tests/golden/structure/NAME.txt and NAME.json.
// PROVISO_BLESS=1 rewrites the JSON files; either way a difference is printed as a JSON patch.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "segmenter/segmenter.h"
#include "tests/segmenter/outline.h"

namespace proviso::segmenter {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<fs::path> texts() {
  std::vector<fs::path> out;
  for (const auto& entry :
       fs::directory_iterator(fs::path(PROVISO_SOURCE_DIR) / "tests/golden/structure")) {
    if (entry.path().extension() == ".txt") out.push_back(entry.path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

class StructureGolden : public testing::TestWithParam<fs::path> {};

TEST_P(StructureGolden, IsReadAsBlessed) {
  const std::string text = read(GetParam());
  const nlohmann::ordered_json actual = outline(text, read_structure(text));
  const fs::path golden = fs::path(GetParam()).replace_extension(".json");
  const auto expected = fs::exists(golden) ? nlohmann::ordered_json::parse(read(golden))
                                           : nlohmann::ordered_json::object();
  if (actual == expected) return;
  std::cout << golden.filename().string() << ": "
            << nlohmann::ordered_json::diff(expected, actual).dump(1) << "\n";
  if (std::getenv("PROVISO_BLESS") != nullptr) {
    std::ofstream(golden) << actual.dump(2) << "\n";
  } else {
    ADD_FAILURE() << "run with PROVISO_BLESS=1 if the difference above is right";
  }
}

INSTANTIATE_TEST_SUITE_P(Documents, StructureGolden, testing::ValuesIn(texts()),
                         [](const auto& instance) { return instance.param.stem().string(); });

}  // namespace
}  // namespace proviso::segmenter
