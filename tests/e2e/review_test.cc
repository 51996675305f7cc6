// `proviso review`: verdicts that hold, and the exit codes of those that cannot be recorded.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/e2e/program.h"

namespace proviso::e2e {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class ReviewCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    desk_.write("in/b.txt", contradicting_judgment(2));
    ASSERT_EQ(analyze().code, 0);
    id_ = desk_.export_rows("flags").at(0)["id"];
  }
  // One finding: the award beyond the claim, which the same slip is, is left out.
  Output analyze(const std::vector<std::string>& more = {}) {
    std::vector<std::string> all{"analyze", "in", "--no-model", "--disable", "excess_award"};
    all.insert(all.end(), more.begin(), more.end());
    return desk_.run(all);
  }
  std::string status() { return desk_.export_rows("flags").at(0)["status"]; }
  Output review(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "review");
    return desk_.run(arguments);
  }
  Desk desk_;
  std::string id_;
};

TEST_F(ReviewCommand, DismissedFindingsDoNotComeBackWhenTheDocumentChangesElsewhere) {
  EXPECT_THAT(analyze().out, HasSubstr(id_.substr(0, 6)));
  const Output done = review({"dismiss", id_.substr(0, 6), "--note", "已更正", "--by", "li"});
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, StartsWith(id_.substr(0, 6) + "  dismissed"));

  std::string text = contradicting_judgment(2);
  text.insert(text.find("原告向本院提出"), "本院依法适用普通程序公开开庭进行了审理。\n");
  desk_.write("in/b.txt", text);
  const Output again = analyze();
  EXPECT_THAT(again.out, Not(HasSubstr("532200")));
  EXPECT_THAT(again.out, HasSubstr("1 finding(s) dismissed in review are not shown."));
  EXPECT_EQ(analyze({"--fail-on-flags"}).code, 0);
  EXPECT_EQ(status(), "dismissed");
  const auto json = nlohmann::json::parse(analyze({"--json"}).out);
  EXPECT_EQ(json["documents"][0]["flags"].size(), 0U);
  EXPECT_EQ(json["documents"][0]["flags_dismissed"], 1);

  const auto decisions = desk_.export_rows("decisions");
  ASSERT_EQ(decisions.size(), 1U);
  EXPECT_EQ(decisions[0]["note"], "已更正");
  EXPECT_EQ(decisions[0]["decided_by"], "li");
}

TEST_F(ReviewCommand, KeepsWhatWasReviewedWhenItsKindIsLeftOut) {
  EXPECT_THAT(analyze({"--disable", "amount,outcome"}).out, Not(HasSubstr("532200")));
  ASSERT_EQ(analyze().code, 0);
  ASSERT_EQ(review({"confirm", id_, "--note", "属实"}).code, 0);
  EXPECT_THAT(analyze({"--disable", "amount,outcome"}).out, HasSubstr("532200"));
  EXPECT_EQ(status(), "confirmed");
  EXPECT_THAT(review({"list", "in", "--status", "confirmed"}).out, HasSubstr("532200"));
}

TEST_F(ReviewCommand, ListsAndUndoes) {
  EXPECT_THAT(review({}).out, HasSubstr("1 open, 0 confirmed, 0 dismissed, in 1 document(s)."));
  ASSERT_EQ(review({"confirm", id_}).code, 0);
  EXPECT_EQ(status(), "confirmed");
  EXPECT_THAT(review({"list", "in"}).out, Not(HasSubstr("532200")));
  EXPECT_THAT(review({"list", "in", "--status", "confirmed"}).out, HasSubstr("532200"));
  EXPECT_THAT(review({"undo", id_}).err, HasSubstr("until now confirmed, by "))
      << "who had decided it is not forgotten without a word";
  EXPECT_EQ(status(), "open");
  EXPECT_THAT(review({"undo", id_}).err,
              AllOf(HasSubstr("nothing to undo"), HasSubstr("0 verdict(s) recorded")));
  EXPECT_EQ(analyze({"--fail-on-flags"}).code, 1);
}

TEST_F(ReviewCommand, HasExitCodesForWhatCannotBe) {
  EXPECT_EQ(review({"dismiss", "0123456789abcdef"}).code, 2);
  EXPECT_EQ(review({"dismiss"}).code, 2);
  EXPECT_EQ(review({"forgive", id_}).code, 2);
  EXPECT_EQ(review({"list", "nowhere"}).code, 4);
  EXPECT_EQ(review({"--from", "nowhere.jsonl"}).code, 4);
  EXPECT_EQ(desk_.run({"review", "--db", "none.db"}).code, 6);
  desk_.write("wrong.csv", "id,verdict\n" + id_ + ",perhaps\n");
  const Output wrong = review({"--from", "wrong.csv"});
  EXPECT_EQ(wrong.code, 4);
  EXPECT_THAT(wrong.err, HasSubstr("nothing of the file was recorded"));
  EXPECT_EQ(status(), "open");
}

TEST_F(ReviewCommand, RecordsTheVerdictsOfAFileAndNamesThoseItCannot) {
  desk_.write("v.jsonl", "{\"id\":\"" + id_ +
                             "\",\"verdict\":\"confirmed\"}\n"
                             "{\"id\":\"0123456789abcdef\",\"verdict\":\"dismissed\"}\n");
  const Output some = review({"--from", "v.jsonl"});
  EXPECT_EQ(some.code, 1);
  EXPECT_THAT(some.err, HasSubstr("0123456789abcdef"));
  EXPECT_EQ(status(), "confirmed");

  // The table that export wrote, with one cell changed by hand.
  std::string csv = desk_.run({"export", "flags", "--format", "csv"}).out;
  const std::size_t at = csv.find(",confirmed,");
  ASSERT_NE(at, std::string::npos);
  desk_.write("flags.csv", csv.replace(at, 11, ",误报,"));
  EXPECT_EQ(review({"--from", "flags.csv"}).code, 0);
  EXPECT_EQ(status(), "dismissed");
}

TEST_F(ReviewCommand, FeedsLabels) {
  const Output early = desk_.run({"export", "labels"});
  EXPECT_EQ(early.code, 0);
  EXPECT_EQ(early.out, "");
  EXPECT_THAT(early.err, HasSubstr("1 document(s) left out"));
  ASSERT_EQ(review({"confirm", id_}).code, 0);
  const auto row = nlohmann::json::parse(desk_.run({"export", "labels"}).out);
  EXPECT_EQ(row["flags"].size(), 1U);
  EXPECT_EQ(row["flags"][0]["kind"], "amount");
  EXPECT_EQ(desk_.run({"export", "labels", "--mask"}).code, 2);
  EXPECT_EQ(desk_.run({"export", "labels", "--format", "csv"}).code, 2);
  EXPECT_EQ(desk_.run({"export", "flags", "--clean"}).code, 2);
}

// What Excel needs to take a file for UTF-8, and RFC 4180 for lines.
TEST_F(ReviewCommand, FlagsAsCsvOpenInASpreadsheetWithChineseIntact) {
  const std::string csv = desk_.run({"export", "flags", "--format", "csv"}).out;
  EXPECT_THAT(csv, StartsWith("\xEF\xBB\xBF"
                              "schema_version,id,"));
  EXPECT_THAT(csv, HasSubstr("货款532200元"));
  bool quoted = false;
  for (std::size_t i = 0; i < csv.size(); ++i) {
    if (csv[i] == '"') quoted = !quoted;
    if (csv[i] == '\n' && !quoted) {
      EXPECT_EQ(csv[i - 1], '\r') << "at byte " << i;
    }
  }
  EXPECT_TRUE(csv.ends_with("\r\n"));
}

TEST_F(ReviewCommand, ReportIsOneFileAndNeverOverwritesAnother) {
  const Output made = desk_.run({"report", "in", "--out", "r.html", "--lang", "zh"});
  EXPECT_EQ(made.code, 0) << made.err;
  std::ifstream in(desk_ / "r.html", std::ios::binary);
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  EXPECT_THAT(page, StartsWith("<!doctype html>\n<html lang=\"zh\">"));
  EXPECT_THAT(page, HasSubstr("532200"));
  EXPECT_EQ(desk_.run({"report", "--out", "in/b.txt"}).code, 2);
  EXPECT_EQ(desk_.run({"report"}).code, 2);
  EXPECT_EQ(desk_.run({"report", "nowhere", "--out", "r.html"}).code, 4);
}

TEST_F(ReviewCommand, PictureOfAPageShowsHowItWasRead) {
  const std::string sample = PROVISO_SOURCE_DIR "/samples/loan.pdf";
  const Output made = desk_.run({"inspect", "--page", "1", "--png", "p.png", sample});
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("blue: text layer"));
  std::ifstream in(desk_ / "p.png", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  EXPECT_THAT(bytes, StartsWith("\x89PNG"));
  EXPECT_EQ(desk_.run({"inspect", "--page", "99", "--png", "p.png", sample}).code, 4);
  EXPECT_EQ(desk_.run({"inspect", "--page", "1", "--png", "p.png", "in/b.txt"}).code, 4);
  EXPECT_EQ(desk_.run({"inspect", "--page", "1", "--png", "in/b.txt", sample}).code, 2);
  EXPECT_EQ(desk_.run({"inspect", "--page", "1", sample}).code, 2);
}

}  // namespace
}  // namespace proviso::e2e
