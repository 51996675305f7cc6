// The report: one page that nobody's text can break, readable in both grounds and languages.
#include "tasks/report/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "tasks/inspect/html.h"
#include "tasks/review.h"

namespace proviso::tasks {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::string kHostile = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&";

class ReportPage : public ::testing::Test {
 protected:
  // A document of one section whose text, name, reasons and notes are what `hostile` says.
  void store(const std::string& hostile) {
    ingest::Document document;
    document.sha256 = std::string(64, 'a');
    document.source_kind = "pdf";
    document.text = "本院认为" + hostile + "。\n判决如下：支付10元。\n尚欠20元。";
    document.reason = hostile;
    ingest::Page page;
    page.number = 1;
    page.width = 600;
    page.height = 800;
    page.status = ingest::PageStatus::kDoubtful;
    page.reason = hostile;
    document.pages = {page};
    ingest::Line line;
    line.text = document.text;
    line.page = 1;
    line.start = 0;
    line.end = document.text.size();
    line.source = ingest::TextSource::kOcr;
    line.confidence = 0.61F;
    document.lines = {line};
    document.paragraphs = {{0, document.text.size(), 0, 1}};
    segmenter::Structure structure;
    structure.language = "zh";
    structure.court = hostile;
    structure.sections = {
        {segmenter::Tag::kReasoning, segmenter::Level::kFirst, {0, document.text.size()}, {}}};
    run_ = database_.begin_run({"analyze", {}, "0", "a", std::nullopt, ""});
    document_ = database_.store_document(run_, "/d/" + hostile + ".pdf", document,
                                         {structure, {}, {}, "0 a"});
    db::Flag flag;
    flag.kind = "amount";
    flag.severity = "error";
    flag.check = "checks/amount";
    flag.explanation = "因为" + hostile;
    flag.place = place(document.text, "支付10元");
    flag.other = place(document.text, "尚欠20元");
    db::Flag alone = flag;
    alone.kind = hostile;
    alone.severity = "note";
    alone.other.reset();
    database_.store_analysis(run_, document_, {{"checks/amount"}, 0, 0, {flag, alone}, {}});
  }
  static db::Place place(const std::string& text, const std::string& quote) {
    db::Place out;
    out.quote = quote;
    out.span = {text.find(quote), text.find(quote) + quote.size()};
    out.section = "reasoning";
    out.level = "first";
    out.boxes = {{1, {100, 100, 200, 120}}};
    return out;
  }
  void dismiss(std::size_t which) {
    const auto flags = database_.analysis(run_, document_)->flags;
    database_.decide(document_, flags.at(which), db::Verdict::kDismissed, "li", kHostile);
  }
  std::string page(ReportOptions options = {}) {
    options.program = "proviso";
    options.database = "x.db";
    options.message = [](std::string_view text) { return std::string(text); };
    std::ostringstream out;
    count_ = write_report(database_, database_.select({}), options, out);
    return out.str();
  }

  db::Database database_ = db::Database::open(":memory:");
  db::RunId run_ = 0;
  db::DocumentId document_ = 0;
  ReportCount count_;
};

std::size_t count_of(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; ++at) ++count;
  return count;
}

TEST_F(ReportPage, IsNeverBrokenByWhatStandsInADocument) {
  store(kHostile);
  dismiss(1);
  ReportOptions options;
  options.dismissed = true;
  const std::string html = page(options);
  EXPECT_EQ(count_of(html, "<script"), 1U);
  EXPECT_EQ(count_of(html, "</script"), 1U);
  EXPECT_THAT(html, Not(HasSubstr("<img")));
  EXPECT_THAT(html, HasSubstr("&lt;script&gt;alert(1)"));
}

TEST_F(ReportPage, LetsTheBrowserLoadNothingAndRunOneScript) {
  store("。");
  const std::string html = page();
  EXPECT_THAT(html, StartsWith("<!doctype html>\n"));
  EXPECT_THAT(html, HasSubstr("default-src 'none'; img-src data:;"));
  EXPECT_THAT(html, HasSubstr("script-src 'sha256-"));
  for (const char* fetches : {"<link", "src=", "http:", "https:", "url(", "@import"})
    EXPECT_THAT(html, Not(HasSubstr(fetches))) << fetches;
  // No handler in an attribute: the policy would stop it.
  for (const char* handler : {" onclick", " onload", " onerror", "javascript:"})
    EXPECT_THAT(html, Not(HasSubstr(handler))) << handler;
}

TEST_F(ReportPage, LinksBothPlacesOfAFindingWithTheText) {
  store("。");
  const std::string id = database_.analysis(run_, document_)->flags[0].id;
  const std::string html = page();
  for (const std::string side : {"a", "b"}) {
    EXPECT_EQ(count_of(html, "href=\"#t-" + id + "-" + side + "\""), 1U);
    EXPECT_EQ(count_of(html, "<a id=\"t-" + id + "-" + side + "\"></a>"), 1U);
  }
  EXPECT_THAT(html, HasSubstr("id=\"f-" + id + "\""));
  EXPECT_THAT(html, HasSubstr("<mark>支付10元</mark>"));
  EXPECT_THAT(html, HasSubstr("<mark>尚欠20元</mark>"));
  EXPECT_THAT(html, HasSubstr("61 %")) << "doubt of OCR is stated";
  EXPECT_THAT(html, HasSubstr("reasoning (first instance)"));
}

TEST_F(ReportPage, CountsWhatWasDismissedAndShowsItOnDemand) {
  store("。");
  dismiss(0);
  const std::string id = database_.analysis(run_, document_)->flags[0].id;
  const std::string html = page();
  EXPECT_THAT(html, Not(HasSubstr(id)));
  EXPECT_THAT(html, HasSubstr("1 dismissed, not shown"));
  EXPECT_EQ(count_.dismissed, 1U);
  EXPECT_EQ(count_.open, 1U);
  ReportOptions options;
  options.dismissed = true;
  EXPECT_THAT(page(options), HasSubstr("data-status=\"dismissed\""));
}

TEST_F(ReportPage, LeavesTheTextOutWhereAskedTo) {
  store("甲乙丙丁");
  EXPECT_THAT(page(), HasSubstr("本院认为甲乙丙丁"));
  ReportOptions options;
  options.text = ReportOptions::Text::kNone;
  EXPECT_THAT(page(options), Not(HasSubstr("本院认为甲乙丙丁")));
}

TEST_F(ReportPage, SaysWhyAPageHasNoPicture) {
  store("。");
  EXPECT_THAT(page(), HasSubstr("No picture of this page"));
  EXPECT_EQ(count_.pages_without, 1U);
}

TEST_F(ReportPage, IsTheSameEveryTime) {
  store("。");
  EXPECT_EQ(page(), page());
}

double luminance(const std::string& colour) {
  double sum = 0;
  const double weights[] = {0.2126, 0.7152, 0.0722};
  for (std::size_t i = 0; i < 3; ++i) {
    const double c = std::stoi(colour.substr(1 + 2 * i, 2), nullptr, 16) / 255.0;
    sum += weights[i] * (c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4));
  }
  return sum;
}

// WCAG 2.1, 1.4.3.
double contrast(const std::string& a, const std::string& b) {
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

TEST(Colours, OfSectionsLeaveTextReadableOnLightAndDarkGround) {
  const std::string light_ink = "#1c1c1c", dark_ink = "#ececef", light_soft = "#444444",
                    dark_soft = "#c4c4ca";
  EXPECT_THAT(page_styles(), HasSubstr("--ink: " + light_ink));
  EXPECT_THAT(page_styles(), HasSubstr("--ink: " + dark_ink));
  EXPECT_THAT(page_styles(), HasSubstr("--soft: #444;"));
  EXPECT_THAT(page_styles(), HasSubstr("--soft: " + dark_soft));
  for (std::size_t i = 0; i < segmenter::kTagNames.size(); ++i) {
    const std::string colour(Words::colour(static_cast<segmenter::Tag>(i)));
    EXPECT_GE(contrast(light_ink, colour), 7) << colour;
    EXPECT_GE(contrast(light_soft, colour), 4.5) << colour;
    EXPECT_GE(contrast(dark_ink, dark_colour(colour)), 7) << colour << dark_colour(colour);
    EXPECT_GE(contrast(dark_soft, dark_colour(colour)), 4.5) << colour << dark_colour(colour);
  }
}

TEST(WordsOfTheReport, AreThereInBothLanguages) {
  const Words zh(Words::Language::kChinese), en(Words::Language::kEnglish);
  EXPECT_EQ(zh.finding("capital_figure"), "大小写金额");
  EXPECT_EQ(en.text("decided", "li", "today"), "decided by li on today");
  EXPECT_EQ(zh.text("decided", "{}", "今天"), "{} 于 今天 作出");
  EXPECT_EQ(Words::findings().size(), 32U);
}

// A judgment whose order cites its reasons, and a finding of fact that both rest on.
class ReportOfACase : public ReportPage {
 protected:
  void SetUp() override {
    const std::string facts = "经审理查明，被告尚欠货款78600元，双方于三月对账。\n",
                      reasons = "本院认为，被告应付货款78600元。\n",
                      order = "一、被告给付原告货款76800元。";
    ingest::Document document;
    document.sha256 = std::string(64, 'b');
    document.source_kind = "text";
    document.text = facts + reasons + order;
    ingest::Line line;
    line.text = document.text;
    line.page = 1;
    line.start = 0;
    line.end = document.text.size();
    document.lines = {line};
    document.paragraphs = {{0, document.text.size(), 0, 1}};
    segmenter::Structure structure;
    structure.language = "zh";
    const std::size_t a = facts.size(), b = a + reasons.size();
    structure.sections = {
        {segmenter::Tag::kFacts, segmenter::Level::kThis, {0, a}, {}},
        {segmenter::Tag::kReasoning, segmenter::Level::kThis, {a, b}, {}},
        {segmenter::Tag::kDisposition, segmenter::Level::kThis, {b, document.text.size()}, {}}};
    run_ = database_.begin_run({"analyze", {}, "0", "a", std::nullopt, ""});
    document_ = database_.store_document(run_, "/d/case.txt", document, {structure, {}, {}, "0 a"});
    db::Flag flag;
    flag.kind = "amount";
    flag.severity = "error";
    flag.check = "checks/amount";
    flag.explanation = "主文序号“一”重复。";
    flag.place = place(document.text, "给付原告货款76800元");
    flag.place.boxes.clear();
    database_.store_analysis(run_, document_, {{"checks/amount"}, 0, 0, {flag}, {}});
  }
};

TEST_F(ReportOfACase, ListsThePassagesAFindingRestsOnAndLinksThemWithTheText) {
  const std::string id = database_.analysis(run_, document_)->flags[0].id;
  const std::string html = page();
  EXPECT_THAT(html, HasSubstr("Passages it rests on"));
  EXPECT_THAT(html, HasSubstr("经审理查明，被告尚欠货款78600元"));
  EXPECT_EQ(count_of(html, "href=\"#t-" + id + "-e1\""), 1U);
  EXPECT_EQ(count_of(html, "<a id=\"t-" + id + "-e1\"></a>"), 1U);
  ReportOptions options;
  options.text = ReportOptions::Text::kNone;
  const std::string without_text = page(options);
  EXPECT_THAT(without_text, HasSubstr("经审理查明，被告尚欠货款78600元"));
  EXPECT_THAT(without_text, Not(HasSubstr("href=\"#t-")));
}

TEST_F(ReportOfACase, ExplainsInTheReadersLanguageAndQuotesInTheDocuments) {
  EXPECT_THAT(page(), HasSubstr("lang=\"en\">The order&#39;s number “一” is given twice."));
  ReportOptions options;
  options.words = Words(Words::Language::kChinese);
  EXPECT_THAT(page(options), HasSubstr("lang=\"zh\">主文序号“一”重复。"));
}

}  // namespace
}  // namespace proviso::tasks
