// What is stored comes back as it was; what is stored again replaces it; flags belong to runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "db/database.h"
#include "db/open_run.h"
#include "db/segment_blob.h"
#include "tests/db/sample.h"

namespace proviso::db {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

void expect_equal(const ingest::Document& a, const ingest::Document& b) {
  EXPECT_EQ(a.sha256, b.sha256);
  EXPECT_EQ(a.source_kind, b.source_kind);
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.reason, b.reason);
  EXPECT_EQ(a.text, b.text);
  ASSERT_EQ(a.pages.size(), b.pages.size());
  for (std::size_t i = 0; i < a.pages.size(); ++i) {
    const ingest::Page &p = a.pages[i], &q = b.pages[i];
    EXPECT_EQ(std::tie(p.number, p.label, p.width, p.height, p.rotation, p.method, p.status,
                       p.reason, p.confidence),
              std::tie(q.number, q.label, q.width, q.height, q.rotation, q.method, q.status,
                       q.reason, q.confidence));
  }
  ASSERT_EQ(a.lines.size(), b.lines.size());
  for (std::size_t i = 0; i < a.lines.size(); ++i) {
    const ingest::Line &p = a.lines[i], &q = b.lines[i];
    EXPECT_EQ(std::tie(p.text, p.page, p.box.x0, p.box.y0, p.box.x1, p.box.y1, p.source,
                       p.font_size, p.confidence, p.flags, p.start, p.end, p.edges),
              std::tie(q.text, q.page, q.box.x0, q.box.y0, q.box.x1, q.box.y1, q.source,
                       q.font_size, q.confidence, q.flags, q.start, q.end, q.edges));
  }
  ASSERT_EQ(a.paragraphs.size(), b.paragraphs.size());
  for (std::size_t i = 0; i < a.paragraphs.size(); ++i) {
    const ingest::Paragraph &p = a.paragraphs[i], &q = b.paragraphs[i];
    EXPECT_EQ(std::tie(p.start, p.end, p.first_line, p.last_line),
              std::tie(q.start, q.end, q.first_line, q.last_line));
  }
}

void expect_equal(const segmenter::Structure& a, const segmenter::Structure& b) {
  EXPECT_EQ(std::tie(a.kind, a.instance, a.language, a.court, a.case_number),
            std::tie(b.kind, b.instance, b.language, b.court, b.case_number));
  ASSERT_EQ(a.sections.size(), b.sections.size());
  for (std::size_t i = 0; i < a.sections.size(); ++i) {
    EXPECT_EQ(a.sections[i].tag, b.sections[i].tag);
    EXPECT_EQ(a.sections[i].level, b.sections[i].level);
    EXPECT_EQ(a.sections[i].span, b.sections[i].span);
    EXPECT_EQ(a.sections[i].heading, b.sections[i].heading);
  }
  ASSERT_EQ(a.parties.size(), b.parties.size());
  for (std::size_t i = 0; i < a.parties.size(); ++i) {
    const segmenter::Party &p = a.parties[i], &q = b.parties[i];
    EXPECT_EQ(std::tie(p.name, p.aliases, p.roles, p.representatives, p.span),
              std::tie(q.name, q.aliases, q.roles, q.representatives, q.span));
  }
  ASSERT_EQ(a.items.size(), b.items.size());
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    const segmenter::Item &p = a.items[i], &q = b.items[i];
    EXPECT_EQ(std::tie(p.kind, p.number, p.parent, p.section, p.span, p.target),
              std::tie(q.kind, q.number, q.parent, q.section, q.span, q.target));
  }
}

void expect_equal(const std::vector<segmenter::Segment>& a,
                  const std::vector<segmenter::Segment>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const segmenter::Segment &p = a[i], &q = b[i];
    EXPECT_EQ(std::tie(p.index, p.section, p.span, p.ids, p.token_spans, p.marks, p.sentences),
              std::tie(q.index, q.section, q.span, q.ids, q.token_spans, q.marks, q.sentences));
  }
}

Flag sample_flag() {
  Flag flag;
  flag.kind = "amount";
  flag.severity = "error";
  flag.score = 0.75;
  flag.check = "checks/amount";
  flag.explanation = "前后金额不一致。";
  flag.place = {"10元", "disposition", "first", 1, {28, 33}, {{1, {72, 80, 100, 96}}}};
  flag.other = Place{"甲乙", "parties", "this", std::nullopt, {6, 12}, {}};
  return flag;
}

Analysis sample_analysis() {
  Analysis analysis;
  analysis.checks = {"checks/amount", "checks/sum"};
  analysis.segments = 2;
  analysis.segments_read = 2;
  analysis.flags = {sample_flag()};
  analysis.scores = {{0, 0.1, {}}, {1, 0.9, {{0, 0.5}}}};
  return analysis;
}

class Documents : public ::testing::Test {
 protected:
  Database database_ = Database::open(":memory:");
  RunId run_ = begin(database_);
};

TEST_F(Documents, ComeBackAsTheyWereStored) {
  const DocumentId id =
      database_.store_document(run_, "/d/a.pdf", sample_document(), sample_segmentation());
  EXPECT_EQ(database_.find(std::string(64, 'a')), id);
  expect_equal(database_.document(id), sample_document());
  expect_equal(database_.structure(id), sample_structure());
  expect_equal(database_.segments(id), sample_segments());
}

TEST_F(Documents, SumUpTheirPages) {
  const DocumentId id =
      database_.store_document(run_, "/d/a.pdf", sample_document(), sample_segmentation());
  const DocumentSummary summary = database_.summary(id);
  EXPECT_EQ(summary.path, "/d/a.pdf");
  EXPECT_EQ(summary.pages, 2);
  EXPECT_EQ(summary.pages_doubtful, 1);
  EXPECT_EQ(summary.pages_failed, 1);
  EXPECT_EQ(summary.kind, "zh_civil");
  EXPECT_EQ(summary.read_by, "0.1.0 abc");
  EXPECT_EQ(summary.tokenizer_sha256, std::string(64, 'b'));
}

TEST_F(Documents, ReadAnewReplaceTheirRowsAndKeepTheirFlags) {
  const DocumentId id =
      database_.store_document(run_, "/d/a.pdf", sample_document(), sample_segmentation());
  database_.store_analysis(run_, id, sample_analysis());
  ingest::Document again = sample_document();
  again.status = ingest::DocumentStatus::kOk;
  again.lines.pop_back();
  EXPECT_EQ(database_.store_document(run_, "/d/a.pdf", again, {}), id);
  expect_equal(database_.document(id), again);
  EXPECT_THAT(database_.segments(id), IsEmpty());
  EXPECT_EQ(database_.analysis(run_, id)->flags.size(), 1U);
}

TEST_F(Documents, SegmentedAnewLoseTheScoresOfSegmentsThatAreGone) {
  const DocumentId id =
      database_.store_document(run_, "/d/a.pdf", sample_document(), sample_segmentation());
  database_.store_analysis(run_, id, sample_analysis());
  Segmentation other = sample_segmentation();
  other.segments.pop_back();
  database_.store_segmentation(id, other);
  expect_equal(database_.segments(id), other.segments);
  EXPECT_THAT(database_.analysis(run_, id)->scores, IsEmpty());
  expect_equal(database_.document(id), sample_document());
}

TEST_F(Documents, ThatCannotBeStoredWholeAreNotStoredAtAll) {
  Segmentation broken = sample_segmentation();
  broken.segments[1].index = 0;  // twice the same key
  EXPECT_THROW(database_.store_document(run_, "/d/a.pdf", sample_document(), broken), DbError);
  EXPECT_EQ(database_.find(std::string(64, 'a')), std::nullopt);
  EXPECT_THAT(database_.select({}), IsEmpty());
  database_.store_document(run_, "/d/a.pdf", sample_document(), sample_segmentation());
}

TEST_F(Documents, AreNamedByTheFirstPathWhereTheyLieNow) {
  const DocumentId id = database_.store_document(run_, "/d/b.pdf", sample_document(), {});
  database_.add_path(run_, "/d/a.pdf", id);
  EXPECT_THAT(database_.paths(id), ElementsAre("/d/a.pdf", "/d/b.pdf"));
  database_.store_document(run_, "/d/a.pdf", sample_document(std::string(64, 'c')), {});
  EXPECT_EQ(database_.summary(id).path, "/d/b.pdf");
}

TEST_F(Documents, KeepTheFlagsOfEachRun) {
  const DocumentId id =
      database_.store_document(run_, "/d/a.pdf", sample_document(), sample_segmentation());
  database_.store_analysis(run_, id, sample_analysis());
  const RunId second = begin(database_);
  database_.store_analysis(second, id, {{"checks/amount"}, 2, 0, {}, {}});

  const Analysis first = database_.analysis(run_, id).value();
  ASSERT_EQ(first.flags.size(), 1U);
  const Flag& flag = first.flags[0];
  const Flag expected = sample_flag();
  EXPECT_EQ(std::tie(flag.kind, flag.severity, flag.score, flag.check, flag.explanation),
            std::tie(expected.kind, expected.severity, expected.score, expected.check,
                     expected.explanation));
  EXPECT_EQ(flag.id.size(), 16U);
  EXPECT_EQ(flag.place.quote, "10元");
  EXPECT_EQ(flag.place.segment, 1U);
  EXPECT_EQ(flag.place.span, (segmenter::Span{28, 33}));
  ASSERT_EQ(flag.place.boxes.size(), 1U);
  EXPECT_EQ(flag.place.boxes[0].box.x1, 100);
  EXPECT_EQ(flag.other->section, "parties");
  EXPECT_EQ(flag.other->segment, std::nullopt);
  EXPECT_EQ(first.scores[1].depends_on[0].weight, 0.5);

  EXPECT_THAT(database_.analysis(second, id)->flags, IsEmpty());
  const std::vector<Selected> latest = database_.select({});
  ASSERT_EQ(latest.size(), 1U);
  EXPECT_EQ(latest[0].run, second);  // found nothing: the flag of the first run is history
  EXPECT_EQ(database_.select({run_, false})[0].run, run_);
  EXPECT_EQ(database_.select({std::nullopt, true}).size(), 2U);
}

TEST_F(Documents, WithoutTextAreStoredToo) {
  ingest::Document failed;
  failed.sha256 = std::string(64, 'f');
  failed.status = ingest::DocumentStatus::kFailed;
  failed.reason = "needs a password";
  const DocumentId id = database_.store_document(run_, "/d/locked.pdf", failed, {});
  expect_equal(database_.document(id), failed);
  EXPECT_EQ(database_.summary(id).tokenizer_sha256, std::nullopt);
}

TEST(Runs, HaveAnEndEvenWhenAnExceptionEndsThem) {
  Database database = Database::open(":memory:");
  { const OpenRun failed(database, {"analyze", {}, "0.1.0", "abc", "e3b0", ""}); }
  OpenRun good(database, {"ingest", {"a b"}, "0.1.0", "abc", std::nullopt, ""});
  good.finish(RunStatus::kInterrupted);
  begin(database);
  const auto runs = database.runs();
  ASSERT_EQ(runs.size(), 3U);
  EXPECT_EQ(runs[0].status, RunStatus::kFailed);
  EXPECT_EQ(runs[0].model_sha256, "e3b0");
  EXPECT_TRUE(runs[0].finished_at.has_value());
  EXPECT_EQ(runs[1].status, RunStatus::kInterrupted);
  EXPECT_THAT(runs[1].arguments, ElementsAre("a b"));
  EXPECT_EQ(runs[2].status, RunStatus::kRunning);
  EXPECT_EQ(runs[2].finished_at, std::nullopt);
}

TEST(SegmentBytes, ThatAreCutOrChangedAreRefused) {
  const segmenter::Segment whole = sample_segments()[1];
  const std::vector<std::uint8_t> bytes = pack(whole);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    segmenter::Segment segment;
    segment.span = whole.span;
    EXPECT_THROW(unpack(Bytes(bytes).first(size), segment), DbError) << size;
  }
  std::vector<std::uint8_t> longer = bytes;
  longer.push_back(0);
  segmenter::Segment segment;
  segment.span = whole.span;
  EXPECT_THROW(unpack(longer, segment), DbError);
  EXPECT_THROW(unpack(std::vector<std::uint8_t>{0xFF, 0xFF, 0xFF, 0xFF, 0x7F}, segment), DbError);
}

}  // namespace
}  // namespace proviso::db
