// The checks on real judgments: the genuine errors that were found in them must be flagged, and
// little else may be. Reads PROVISO_SHARED (default: shared/ beside the repository); skips where it
// is absent. Only the tune half is opened.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <re2/re2.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "segmenter/segmenter.h"
#include "tasks/checks/checks.h"

namespace proviso::tasks {
namespace {

namespace fs = std::filesystem;

fs::path data_folder() {
  const char* set = std::getenv("PROVISO_SHARED");
  return (set != nullptr ? fs::path(set) : fs::path(PROVISO_SOURCE_DIR) / ".." / "shared") / "data";
}

std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> list(1);
  for (const char c : line) {
    if (c == '\t') {
      list.emplace_back();
    } else {
      list.back() += c;
    }
  }
  return list;
}

std::vector<std::vector<std::string>> table(const fs::path& file) {
  std::vector<std::vector<std::string>> rows;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) rows.push_back(fields(line));
  return rows;
}

class RealJudgments : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(data_folder() / "split.tsv")) GTEST_SKIP() << data_folder() << " is absent";
    std::map<std::string, bool> tune;
    for (const auto& row : table(data_folder() / "split.tsv")) {
      if (row.size() < 3 || row[2] != "tune") continue;
      if (row[0] == "zh_civil_parts") tune[row[1]] = true;
      if (row[0] == "zh_judgments" && row[1].starts_with("民事")) {
        std::ifstream in(data_folder() / row[0] / row[1]);
        texts_[row[1]] = {std::istreambuf_iterator<char>(in), {}};
      }
    }
    std::ifstream in(data_folder() / "zh_civil_parts" / "casegen.jsonl");
    for (std::string line; std::getline(in, line);) {
      const auto record = nlohmann::json::parse(line);
      const std::string id = std::to_string(record["id"].get<int>());
      if (!tune.contains(id)) continue;
      texts_[id] = record["fact"].get<std::string>() + "\n" +
                   record["reasoning"].get<std::string>() + "\n" +
                   record["judgment"].get<std::string>();
    }
  }

  std::vector<Finding> check(const std::string& text) const {
    return run_checks(text, segmenter::read_structure(text));
  }

  // Whether some finding quotes `figure` at its place.
  bool quoted(const std::string& id, const std::string& figure) const {
    const std::string& text = texts_.at(id);
    for (const Finding& each : check(text)) {
      if (text.substr(each.place.start, each.place.size()).find(figure) != std::string::npos)
        return true;
    }
    return false;
  }

  std::map<std::string, std::string> texts_;
};

TEST_F(RealJudgments, FlagTheAmountsAndTotalsKnownToBeWrong) {
  // The printed result is the last figure with decimals of "as written"; record 0 needs one of its
  // errors.
  static const RE2 last_figure(".*?([0-9]+\\.[0-9]+)[^0-9.]*$");
  std::size_t named = 0;
  for (const auto& row : table(data_folder() / "known_errors.tsv")) {
    if (row.size() < 5 || row[0] != "zh_civil_parts") continue;
    const std::string& id = row[1];
    if (id == "0") {
      EXPECT_FALSE(check(texts_.at(id)).empty());
      continue;
    }
    std::string figure;
    ASSERT_TRUE(RE2::FullMatch(row[4], last_figure, &figure)) << row[4];
    EXPECT_TRUE(quoted(id, figure)) << id << ": " << figure;
    ++named;
  }
  EXPECT_EQ(named, 3U);
}

TEST_F(RealJudgments, OthersAreFlaggedSeldom) {
  std::map<std::string, std::size_t> known;
  for (const auto& row : table(data_folder() / "known_errors.tsv")) {
    if (row.size() > 1) known[row[1]] = 1;
  }
  std::map<std::string, std::size_t> kinds;
  std::size_t flags = 0;
  std::size_t documents = 0;
  for (const auto& [id, text] : texts_) {
    const auto findings = check(text);
    for (const Finding& each : findings) ++kinds[each.kind];
    if (known.contains(id)) continue;
    ++documents;
    flags += findings.size();
  }
  std::cout << flags << " flags in " << documents
            << " judgments without known errors; with them by kind:";
  for (const auto& [kind, count] : kinds) std::cout << " " << kind << " " << count;
  std::cout << "\n";
  RecordProperty("flags", static_cast<int>(flags));
  RecordProperty("documents", static_cast<int>(documents));
  EXPECT_GT(documents, 100U);
  EXPECT_LE(flags * 10, documents);  // at most one flag in ten judgments
}

}  // namespace
}  // namespace proviso::tasks
