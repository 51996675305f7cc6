// Verdicts on findings: how they are typed, found again, and handed to finetune.
#include "tasks/review.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "ingest/file.h"
#include "ingest/text/plain.h"
#include "segmenter/segmenter.h"
#include "tasks/export.h"
#include "tasks/ingest.h"
#include "tasks/learning/labels.h"

namespace proviso::tasks {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const std::string kText =
    "测试市人民法院\n民事判决书\n（2021）测01民初7号\n本院认为，被告尚欠货款523200元，应予支付。\n"
    "判决如"
    "下：\n一、被告支付原告货款532200元。\n二、驳回原告的其他诉讼请求。\n本判决为终审判决。";

// A folder with one document of which two places were flagged.
class Review : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "proviso-review-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    id_ = store("a.txt", kText);
    analyse(id_, kText);
  }
  void TearDown() override { fs::remove_all(folder_); }

  db::RunId run() { return database_.begin_run({"analyze", {}, "0", "a", std::nullopt, ""}); }
  db::DocumentId store(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    ingest::Document document = ingest::read_plain(text);
    document.sha256 = ingest::sha256_of_bytes(text);
    return database_.store_document(run(), folder_ / name, document,
                                    {segmenter::read_structure(document.text), {}, {}, "0 a"});
  }
  static db::Flag flag(const std::string& text, const std::string& kind, const std::string& here,
                       const std::string& there) {
    const auto place = [&](const std::string& quote) {
      db::Place out;
      out.quote = quote;
      out.span = {text.find(quote), text.find(quote) + quote.size()};
      out.section = "disposition";
      out.level = "this";
      return out;
    };
    db::Flag out;
    out.kind = kind;
    out.severity = "error";
    out.check = "checks/" + kind;
    out.place = place(here);
    if (!there.empty()) out.other = place(there);
    return out;
  }
  void analyse(db::DocumentId id, const std::string& text) {
    database_.store_analysis(
        run(), id,
        {{"checks/amount"},
         0,
         0,
         {flag(text, "amount", "被告支付原告货款532200元", "被告尚欠货款523200元"),
          flag(text, "outcome", "本判决为终审判决", "")},
         {}});
  }
  std::vector<Reviewable> all() { return findings_of(database_, documents_at(database_, {})); }
  std::vector<std::string> statuses() {
    std::vector<std::string> out;
    for (const Reviewable& one : all()) out.emplace_back(db::status(one.flag));
    return out;
  }
  Resolved say(const std::string& id, std::optional<db::Verdict> verdict) {
    const std::vector<ReviewWish> wishes{{id, verdict, "备注"}};
    Resolved resolved = resolve(database_, wishes);
    decide(database_, resolved.wishes, "li");
    return resolved;
  }
  std::vector<ReviewWish> wishes(const std::string& bytes) {
    std::ofstream(folder_ / "w", std::ios::binary) << bytes;
    return read_wishes(folder_ / "w");
  }

  fs::path folder_;
  db::Database database_ = db::Database::open(":memory:");
  db::DocumentId id_ = 0;
};

TEST_F(Review, TakesShortIdsAndUndoesWhatItDid) {
  const std::string id = all()[0].flag.id;
  EXPECT_THAT(say(id.substr(0, 6), db::Verdict::kDismissed).problems, IsEmpty());
  EXPECT_THAT(statuses(), ElementsAre("dismissed", "open"));
  EXPECT_THAT(say(id, std::nullopt).problems, IsEmpty());
  EXPECT_THAT(statuses(), ElementsAre("open", "open"));
}

TEST_F(Review, NamesWhatItCannotFind) {
  EXPECT_THAT(say("0123456789abcdef", std::nullopt).problems, SizeIs(1));
  EXPECT_THAT(say("xyz", std::nullopt).problems.at(0).why, HasSubstr("digits"));
  EXPECT_THAT(say("ab", std::nullopt).problems.at(0).why, HasSubstr("digits"));
}

TEST_F(Review, FindsAFindingByTheIdOfAnEarlierRun) {
  const std::string old = all()[0].flag.id;
  // The program now calls the section otherwise: the id is another.
  std::vector<db::Flag> flags{
      flag(kText, "amount", "被告支付原告货款532200元", "被告尚欠货款523200元")};
  flags[0].place.section = "order";
  database_.store_analysis(run(), id_, {{"checks/amount"}, 0, 0, flags, {}});
  ASSERT_NE(all().at(0).flag.id, old);
  EXPECT_THAT(say(old.substr(0, 8), db::Verdict::kConfirmed).problems, IsEmpty());
  EXPECT_THAT(statuses(), ElementsAre("confirmed"));
}

TEST_F(Review, SaysWhenAFindingIsMadeNoMore) {
  const std::string old = all()[1].flag.id;
  const std::string mended = kText.substr(0, kText.rfind('\n'));
  const db::DocumentId next = store("a.txt", mended);
  database_.store_analysis(run(), next, {{"checks/amount"}, 0, 0, {}, {}});
  EXPECT_THAT(say(old, db::Verdict::kConfirmed).problems.at(0).why, HasSubstr("no longer"));
}

TEST_F(Review, ReadsVerdictsAsJsonLinesAndAsTables) {
  const std::string json =
      "{\"id\":\"00aa11\",\"verdict\":\"confirmed\"}\n\n{\"id\":\"00BB22\",\"verdict\":\"误报\","
      "\"note\":\"分期\"}\n{\"id\":\"00cc33\",\"verdict\":\"undo\"}\n";
  const auto read = wishes(json);
  ASSERT_THAT(read, SizeIs(3));
  EXPECT_EQ(read[0].verdict, db::Verdict::kConfirmed);
  EXPECT_EQ(read[1].id, "00bb22");
  EXPECT_EQ(read[1].verdict, db::Verdict::kDismissed);
  EXPECT_EQ(read[1].note, "分期");
  EXPECT_EQ(read[2].verdict, std::nullopt);

  // What `export flags --format csv` writes, with two cells changed; then as a spreadsheet of
  // another country saves it.
  const auto table = wishes(
      "\xEF\xBB\xBFschema_version,id,quote,status\r\n1,00aa11,\"a,\"\"b\"\"\nc\",dismissed\r\n"
      "1,00bb22,x,open\r\n1,00cc33,y,属实\r\n");
  ASSERT_THAT(table, SizeIs(2));
  EXPECT_EQ(table[0].verdict, db::Verdict::kDismissed);
  EXPECT_EQ(table[1].id, "00cc33");
  EXPECT_THAT(wishes("id;verdict;note\r\n00aa11;confirmed;x, y\r\n").at(0).note, "x, y");
}

TEST_F(Review, SaysWhichLineOfTheFileIsWrong) {
  const auto refused = [&](const std::string& bytes) -> std::string {
    try {
      wishes(bytes);
    } catch (const InputError& error) {
      return error.what();
    }
    return "taken";
  };
  EXPECT_THAT(refused("id,verdict\n00aa11,maybe\n"), HasSubstr("w:2: 'maybe' is no verdict"));
  EXPECT_THAT(refused("id,verdict\n1.23E+15,confirmed\n"), HasSubstr("took it for a number"));
  EXPECT_THAT(refused("number,verdict\n1,confirmed\n"), HasSubstr("columns id and verdict"));
  EXPECT_THAT(refused("{\"id\":\"00aa11\"}\n"), HasSubstr("w:1: "));
  EXPECT_THAT(refused(""), HasSubstr("is empty"));
}

TEST_F(Review, KeepsShownIdsShortButDistinct) {
  std::vector<Reviewable> flags(3);
  flags[0].flag.id = "00aa11bb00000000";
  flags[1].flag.id = "00aa11bc00000000";
  flags[2].flag.id = "ff00000000000000";
  EXPECT_EQ(short_id_length(flags), 8U);
  EXPECT_EQ(short_id_length(std::span(flags).subspan(1)), kShortestId);
}

TEST_F(Review, KnowsDocumentsByFileAndFolder) {
  const std::vector<fs::path> folder{folder_}, file{folder_ / "a.txt"}, none{folder_ / "b.txt"};
  EXPECT_THAT(documents_at(database_, folder), SizeIs(1));
  EXPECT_THAT(documents_at(database_, file), SizeIs(1));
  EXPECT_THROW(documents_at(database_, none), InputError);
}

// confirmed → positive, dismissed → negative of the same document; read back by what finetune uses.
TEST_F(Review, ExportsLabelsThatFinetuneReads) {
  const auto labels = [&](ExportOmissions& omitted) {
    std::ostringstream out;
    omitted = export_table(database_, "labels", {}, out);
    return out.str();
  };
  ExportOmissions omitted;
  EXPECT_EQ(labels(omitted), "");
  EXPECT_EQ(omitted.undecided, 1U);

  say(all()[0].flag.id, db::Verdict::kConfirmed);
  EXPECT_EQ(labels(omitted), "") << "one finding is still open";
  say(all()[1].flag.id, db::Verdict::kDismissed);
  const std::string lines = labels(omitted);
  EXPECT_EQ(omitted.undecided, 0U);
  std::ofstream(folder_ / "labels.jsonl", std::ios::binary) << lines;

  const std::vector<LabelledDocument> read = read_labels(folder_ / "labels.jsonl");
  ASSERT_THAT(read, SizeIs(1));
  ASSERT_THAT(read[0].flags, SizeIs(1));
  const db::Flag& confirmed = all()[0].flag;
  EXPECT_EQ(read[0].flags[0].kind, "amount");
  EXPECT_EQ(read[0].flags[0].quote, confirmed.place.span);
  EXPECT_EQ(read[0].flags[0].other, confirmed.other->span);
  const auto row = nlohmann::json::parse(lines);
  EXPECT_EQ(row["dismissed"][0]["quote"], "本判决为终审判决");

  // A file that changed since would put the labels elsewhere.
  std::ofstream(folder_ / "a.txt", std::ios::app) << "。";
  EXPECT_EQ(labels(omitted), "");
  EXPECT_EQ(omitted.gone, 1U);
}

TEST_F(Review, ExportsQuotesThatStandTwiceWithTheirNumber) {
  const std::string text = "应付10元。\n判决如下：应付10元。";
  const db::DocumentId id = store("b.txt", text);
  db::Flag second = flag(text, "amount", "应付10元", "");
  second.place.span = {text.rfind("应付"), text.rfind("应付") + std::string("应付10元").size()};
  database_.store_analysis(run(), id, {{"checks/amount"}, 0, 0, {second}, {}});
  for (const Reviewable& one : all()) say(one.flag.id, db::Verdict::kConfirmed);
  std::ostringstream out;
  export_table(database_, "labels", {}, out);
  std::ofstream(folder_ / "labels.jsonl", std::ios::binary) << out.str();
  const auto read = read_labels(folder_ / "labels.jsonl");
  ASSERT_THAT(read, SizeIs(2));
  EXPECT_EQ(read[1].flags.at(0).quote, second.place.span);
}

}  // namespace
}  // namespace proviso::tasks
