// What a person decided about a flag is found again after the document, the program or the flag's
// id has changed, and never silences another finding.
#include "db/decisions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "db/flag_id.h"
#include "db/schema.h"
#include "tests/db/sample.h"

namespace proviso::db {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Place place_of(const std::string& text, const std::string& quote, const std::string& section,
               std::size_t from = 0) {
  Place place;
  const std::size_t at = text.find(quote, from);
  place.quote = quote;
  place.section = section;
  place.level = "this";
  place.span = {at, at + quote.size()};
  return place;
}

Flag flag_of(const std::string& text, const std::string& here, const std::string& there,
             const std::string& kind = "amount") {
  Flag flag;
  flag.kind = kind;
  flag.severity = "error";
  flag.check = "checks/" + kind;
  flag.explanation = "不一致";
  flag.place = place_of(text, here, "disposition");
  if (!there.empty()) flag.other = place_of(text, there, "reasoning");
  return flag;
}

const std::string kText =
    "本院认为，被告尚欠货款523200元，应予支付。\n判决如下：\n一、被告青山公司于判决生效后十日内支付"
    "原"
    "告货款532200元。\n二、驳回其他请求。";
const std::string kOrdered = "被告青山公司于判决生效后十日内支付原告货款532200元";
const std::string kOwed = "被告尚欠货款523200元";

std::vector<std::string> statuses(const std::vector<Flag>& flags) {
  std::vector<std::string> out;
  for (const Flag& flag : flags) out.emplace_back(status(flag));
  return out;
}

// The statuses of `flags` in `text` after the first flag of kText was dismissed.
std::vector<std::string> after_dismissal(const std::string& text, std::vector<Flag> flags,
                                         const std::string& kind = "amount") {
  std::vector<Flag> first{flag_of(kText, kOrdered, kOwed, kind)};
  assign_ids("l", first);
  const Remembered dismissed = remember(first[0], kText, {Verdict::kDismissed, "", "", "", ""});
  assign_ids("l", flags);
  apply_decisions({dismissed}, text, flags);
  return statuses(flags);
}

TEST(Decisions, StandAfterTheTextChangedElsewhere) {
  std::string text = kText;
  text.insert(0, "测试市人民法院\n民事判决书\n");
  text += "\n案件受理费50元，由被告负担。";
  EXPECT_THAT(after_dismissal(text, {flag_of(text, kOrdered, kOwed)}), ElementsAre("dismissed"));
}

TEST(Decisions, StandWhenTheSectionIsCalledOtherwiseAndSoTheIdChanges) {
  Flag flag = flag_of(kText, kOrdered, kOwed);
  flag.other->section = "facts";
  EXPECT_THAT(after_dismissal(kText, {flag}), ElementsAre("dismissed"));
  std::vector<Flag> one{flag}, two{flag_of(kText, kOrdered, kOwed)};
  assign_ids("l", one);
  assign_ids("l", two);
  EXPECT_NE(one[0].id, two[0].id);
}

TEST(Decisions, StandWhenThePlacesAreNamedTheOtherWayRound) {
  EXPECT_THAT(after_dismissal(kText, {flag_of(kText, kOwed, kOrdered)}), ElementsAre("dismissed"));
}

TEST(Decisions, StandWhenAWordOfTheSentenceWasCorrected) {
  std::string ordered = kOrdered, text = kText;
  ordered.replace(ordered.find("判决生效后"), std::string("判决生效后").size(), "本判决生效之日起");
  text.replace(text.find(kOrdered), kOrdered.size(), ordered);
  EXPECT_THAT(after_dismissal(text, {flag_of(text, ordered, kOwed)}), ElementsAre("dismissed"));
  // Not where the word may be what is wrong.
  EXPECT_THAT(after_dismissal(text, {flag_of(text, ordered, kOwed, "party")}, "party"),
              ElementsAre("open"));
}

TEST(Decisions, DoNotSilenceAnotherFigureKindOrPlace) {
  std::string ordered = kOrdered, text = kText;
  ordered.replace(ordered.find("532200"), 6, "532300");
  text.replace(text.find(kOrdered), kOrdered.size(), ordered);
  EXPECT_THAT(after_dismissal(text, {flag_of(text, ordered, kOwed)}), ElementsAre("open"));
  EXPECT_THAT(after_dismissal(kText, {flag_of(kText, kOrdered, kOwed, "sum")}),
              ElementsAre("open"));
  EXPECT_THAT(after_dismissal(kText, {flag_of(kText, kOrdered, "")}), ElementsAre("open"));
  EXPECT_THAT(after_dismissal(kText, {flag_of(kText, kOrdered, "二、驳回其他请求")}),
              ElementsAre("open"));
}

// The same words twice, of which one was dismissed: what stands around tells which.
TEST(Decisions, GoToTheOneOfTwoAlikeThatStandsInTheSameSurroundings) {
  const std::string text = "甲段开头，应付10元，甲段结尾。\n乙段开头，应付10元，乙段结尾。";
  const auto flag_at = [](const std::string& in, std::size_t from) {
    Flag flag;
    flag.kind = "amount";
    flag.place = place_of(in, "应付10元", "disposition", from);
    return flag;
  };
  std::vector<Flag> before{flag_at(text, 0), flag_at(text, 40)};
  assign_ids("l", before);
  const Remembered dismissed = remember(before[1], text, {Verdict::kDismissed, "", "", "", ""});

  const std::string turned = "乙段开头，应付10元，乙段结尾。\n甲段开头，应付10元，甲段结尾。";
  std::vector<Flag> after{flag_at(turned, 0), flag_at(turned, 40)};
  assign_ids("l", after);
  ASSERT_EQ(after[1].id, before[1].id);
  apply_decisions({dismissed}, turned, after);
  EXPECT_THAT(statuses(after), ElementsAre("dismissed", "open"));
}

class Decided : public ::testing::Test {
 protected:
  DocumentId store(const std::string& path, char sha, const std::string& text) {
    ingest::Document document;
    document.sha256 = std::string(64, sha);
    document.text = text;
    return database_.store_document(run_, path, document, {});
  }
  Analysis analyse(DocumentId id, const std::string& text) {
    run_ = begin(database_);
    return database_.store_analysis(
        run_, id, {{"checks/amount"}, 0, 0, {flag_of(text, kOrdered, kOwed)}, {}});
  }
  Database database_ = Database::open(":memory:");
  RunId run_ = begin(database_);
};

TEST_F(Decided, FlagsSayWhoWhenAndWhyInEveryLaterRun) {
  const DocumentId id = store("/d/a.txt", '1', kText);
  const Analysis first = analyse(id, kText);
  EXPECT_THAT(statuses(first.flags), ElementsAre("open"));
  database_.decide(id, first.flags[0], Verdict::kDismissed, "li", "分期履行");
  const Analysis second = analyse(id, kText);
  ASSERT_TRUE(is_dismissed(second.flags[0]));
  EXPECT_EQ(second.flags[0].decision->note, "分期履行");
  EXPECT_EQ(second.flags[0].decision->by, "li");
  EXPECT_EQ(second.flags[0].decision->at.size(), std::string("2026-01-01T00:00:00Z").size());

  // Another verdict takes its place; none opens it again.
  database_.decide(id, second.flags[0], Verdict::kConfirmed);
  EXPECT_THAT(statuses(database_.analysis(run_, id)->flags), ElementsAre("confirmed"));
  database_.decide(id, database_.analysis(run_, id)->flags[0], std::nullopt);
  EXPECT_THAT(statuses(database_.analysis(run_, id)->flags), ElementsAre("open"));
}

TEST_F(Decided, TheNextVersionOfTheDocumentInheritsAnUnrelatedOneDoesNot) {
  const DocumentId first = store("/d/a.txt", '1', kText);
  database_.decide(first, analyse(first, kText).flags[0], Verdict::kDismissed);
  const std::string edited = "测试市人民法院\n" + kText;
  const DocumentId next = store("/d/a.txt", '2', edited);
  EXPECT_THAT(statuses(analyse(next, edited).flags), ElementsAre("dismissed"));
  const DocumentId stranger = store("/d/b.txt", '3', kText);
  EXPECT_THAT(statuses(analyse(stranger, kText).flags), ElementsAre("open"));
  // Opened again in the new version, where the flag may bear another id.
  database_.decide(next, database_.analysis(run_ - 1, next)->flags[0], std::nullopt);
  EXPECT_THAT(statuses(database_.analysis(run_ - 1, next)->flags), ElementsAre("open"));
}

TEST(DecisionsTable, ComesToADatabaseOfVersionThreeWithoutHarm) {
  Connection connection(":memory:", Connection::Mode::kCreate);
  migrate(connection, migrations().first(3));
  connection.execute(
      "INSERT INTO runs VALUES (1, 'analyze', '[]', '0', 'a', NULL, '', 't', NULL, 'done')");
  migrate(connection);
  Statement row(connection,
                "SELECT (SELECT count(*) FROM runs), (SELECT count(*) FROM decisions), "
                "(SELECT user_version FROM pragma_user_version)");
  row.step();
  EXPECT_EQ(row.integer(0), 1);
  EXPECT_EQ(row.integer(1), 0);
  EXPECT_EQ(row.integer(2), schema_version());
}

}  // namespace
}  // namespace proviso::db
