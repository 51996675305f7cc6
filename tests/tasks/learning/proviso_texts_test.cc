// The labels of `finetune --provisos`, written by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tasks/learning/corpus.h"
#include "tasks/learning/teach_provisos.h"

namespace proviso::tasks {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class ProvisoTexts : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ =
        std::filesystem::temp_directory_path() / (std::string("proviso_labels_") + test->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::vector<ProvisoText> read(const std::string& lines) {
    std::ofstream(folder_ / "labels.jsonl", std::ios::binary) << lines;
    return read_proviso_texts(folder_ / "labels.jsonl");
  }
  std::string failure(const std::string& lines) {
    try {
      read(lines);
    } catch (const CorpusError& error) {
      return error.what();
    }
    return "";
  }

  std::filesystem::path folder_;
};

std::string words(const ProvisoText& text, segmenter::Span span) {
  return text.text.substr(span.start, span.size());
}

constexpr const char* kLease = R"("text": "第一条 押金不退，但双方另有约定的除外。")";
constexpr const char* kLabel =
    R"({"trigger": "但", "scope": "双方另有约定的", "limits": "押金不退", "kind": "exception"})";

std::string row(const std::string& fields) {
  return std::string("{").append(kLease).append(fields).append("}\n");
}

TEST_F(ProvisoTexts, QuotesAndOffsetsNameTheSamePlaces) {
  const auto quoted = read(row(R"(, "provisos": [)" + std::string(kLabel) + "]"));
  ASSERT_THAT(quoted, SizeIs(1));
  ASSERT_THAT(quoted[0].labels, SizeIs(1));
  const Proviso& label = quoted[0].labels[0];
  EXPECT_EQ(words(quoted[0], label.trigger), "但");
  EXPECT_EQ(words(quoted[0], label.scope), "双方另有约定的");
  EXPECT_EQ(words(quoted[0], label.limits), "押金不退");
  EXPECT_EQ(label.kind, ProvisoKind::kException);
  const auto by_offset = read(row(
      R"(, "provisos": [{"trigger": [25, 28], "scope": [28, 49], "limits": [10, 22], "kind": "exception"}])"));
  EXPECT_EQ(by_offset[0].labels[0].scope.start, label.scope.start);
  EXPECT_EQ(by_offset[0].labels[0].limits.end, label.limits.end);
}

TEST_F(ProvisoTexts, WithoutABoundTheWholeTextIsLabelled) {
  const auto whole = read(row(R"(, "provisos": [])"));
  ASSERT_THAT(whole[0].within, SizeIs(1));
  EXPECT_EQ(whole[0].within[0].end, whole[0].text.size());
  const auto part = read(row(R"(, "provisos": [], "within": [[10, 22]])"));
  ASSERT_THAT(part[0].within, SizeIs(1));
  EXPECT_EQ(words(part[0], part[0].within[0]), "押金不退");
}

TEST_F(ProvisoTexts, TheRulesAnswerWhereNoAnswerIsGiven) {
  const auto now = read(row(R"(, "provisos": [])"));
  EXPECT_THAT(now[0].rules, SizeIs(1));
  EXPECT_FALSE(now[0].rules_unseen);
  const auto given = read(row(R"(, "provisos": [], "rules": [])"));
  EXPECT_THAT(given[0].rules, IsEmpty());
  EXPECT_TRUE(given[0].rules_unseen);
  const auto known = read(row(R"(, "provisos": [], "rules": [], "rules_unseen": false)"));
  EXPECT_FALSE(known[0].rules_unseen);
}

TEST_F(ProvisoTexts, ATextMayBeOneSectionOfAJudgment) {
  const auto argued = read(row(R"(, "provisos": [], "section": "reasoning")"));
  ASSERT_THAT(argued[0].structure.sections, SizeIs(1));
  EXPECT_EQ(argued[0].structure.sections[0].tag, segmenter::Tag::kReasoning);
  EXPECT_THAT(failure(row(R"(, "provisos": [], "section": "preface")")),
              HasSubstr("no section is called preface"));
}

TEST_F(ProvisoTexts, ADocumentIsFoundBesideItsLabels) {
  std::ofstream(folder_ / "lease.txt", std::ios::binary) << "押金不退，但双方另有约定的除外。\n";
  const auto found =
      read(R"({"document": "lease.txt", "provisos": [)" + std::string(kLabel) + "]}\n");
  EXPECT_EQ(words(found[0], found[0].labels[0].limits), "押金不退");
  EXPECT_THAT(failure(R"({"document": "loan.txt", "provisos": []})"),
              AllOf(HasSubstr("labels.jsonl:1"), HasSubstr("loan.txt: no such document")));
}

TEST_F(ProvisoTexts, WhatIsWrongIsToldWithFileAndLine) {
  const std::string right = row(R"(, "provisos": [])");
  EXPECT_THAT(
      failure(
          right + "\n" +
          row(R"(, "provisos": [{"trigger": "但", "scope": "某物", "limits": "押金不退", "kind": "exception"}])")),
      HasSubstr("labels.jsonl:3"));
  EXPECT_THAT(
      failure(row(
          R"(, "provisos": [{"trigger": [25, 28], "scope": [28, 490], "limits": null, "kind": "exception"}])")),
      HasSubstr("is no span"));
  EXPECT_THAT(
      failure(row(
          R"(, "provisos": [{"trigger": [25, 28], "scope": [28, 49], "limits": null, "kind": "wish"}])")),
      HasSubstr("no kind of proviso is called wish"));
  EXPECT_THAT(failure("\n"), HasSubstr("no labels in it"));
}

}  // namespace
}  // namespace proviso::tasks
