// Real civil cases in three parts marked by experts (the half that may be tuned on).
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "segmenter/segmenter.h"
#include "segmenter/utf8.h"

namespace proviso::segmenter {
namespace {

namespace fs = std::filesystem;

enum Part { kFact, kReasoning, kJudgment, kParts };

Part part_of(Tag tag) {
  switch (tag) {
    case Tag::kReasoning:
      return kReasoning;
    case Tag::kBasis:
    case Tag::kDisposition:
    case Tag::kCosts:
    case Tag::kNotice:
    case Tag::kSignature:
    case Tag::kAppendix:
      return kJudgment;
    case Tag::kOther:
      return kParts;
    default:
      return kFact;
  }
}

fs::path shared() {
  const char* set = std::getenv("PROVISO_SHARED");
  return set != nullptr ? fs::path(set) : fs::path(PROVISO_SOURCE_DIR) / ".." / "shared";
}

std::set<std::string> tune_side() {
  std::set<std::string> ids;
  std::ifstream split(shared() / "data/split.tsv");
  for (std::string line; std::getline(split, line);) {
    const std::string folder = "zh_civil_parts\t", side = "\ttune";
    if (line.starts_with(folder) && line.ends_with(side)) {
      ids.insert(line.substr(folder.size(), line.size() - folder.size() - side.size()));
    }
  }
  return ids;
}

TEST(RealStructure, AgreesWithTheExpertsPartsOfCivilCases) {
  const fs::path file = shared() / "data/zh_civil_parts/casegen.jsonl";
  if (!fs::exists(file)) GTEST_SKIP() << file << " is absent";
  const std::set<std::string> tune = tune_side();
  std::size_t right = 0, all = 0;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const auto record = nlohmann::json::parse(line);
    if (!tune.contains(record.at("id").dump())) continue;
    std::string text;
    std::size_t ends[kParts];
    for (const auto& [key, part] :
         {std::pair{"fact", kFact}, {"reasoning", kReasoning}, {"judgment", kJudgment}}) {
      text += record.at(key).get<std::string>() + (part == kJudgment ? "" : "\n");
      ends[part] = text.size();
    }
    const Structure structure = read_structure(text);
    for (std::size_t at = 0; at < text.size(); at = next(text, at)) {
      const Part expert = at < ends[kFact] ? kFact : at < ends[kReasoning] ? kReasoning : kJudgment;
      right += part_of(structure.sections[section_at(structure, at)].tag) == expert;
      ++all;
    }
  }
  ASSERT_GT(all, 0u);
  const double accuracy = static_cast<double>(right) / static_cast<double>(all);
  RecordProperty("accuracy", std::to_string(accuracy));
  EXPECT_GE(accuracy, 0.99) << "measured when this was written: 0.999";
}

}  // namespace
}  // namespace proviso::segmenter
