// `ingest --explain` tells for each page what was chosen and why.
#include "cli/explain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

namespace proviso::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// A page of text, a scan, and a page whose font lies.
ingest::Document document() {
  ingest::Document result;
  result.source_kind = "pdf";
  ingest::Page text, scan, wrong;
  text.number = 1;
  text.method = ingest::Method::kText;
  text.decision.ground = ingest::Ground::kText;
  text.decision.trusted = 812;
  scan.number = 2;
  scan.method = ingest::Method::kOcr;
  scan.confidence = 0.93F;
  scan.decision.ground = ingest::Ground::kPicture;
  scan.decision.picture_share = 1;
  scan.decision.dpi = 200;
  scan.decision.language = "chi_sim";
  scan.decision.skew = -1.5;
  wrong.number = 3;
  wrong.method = ingest::Method::kText;
  wrong.status = ingest::PageStatus::kDoubtful;
  wrong.reason = "9 characters were decoded anew, since the file states them wrongly";
  wrong.decision.ground = ingest::Ground::kText;
  wrong.decision.trusted = 9;
  wrong.decision.fonts = {{"SimSun", 9, ingest::Fault::kNone, ingest::Repair::kGbk}};
  result.pages = {text, scan, wrong};
  ingest::Line number;
  number.text = "— 1 —";
  number.page = 1;
  number.flags = ingest::kFurniture;
  ingest::Line doubtful;
  doubtful.text = "5,000元";
  doubtful.page = 2;
  doubtful.flags = ingest::kLowTrust;
  result.lines = {number, doubtful};
  return result;
}

std::string told(const ingest::Document& document, Language language, bool json = false) {
  Settings settings;
  settings.json = json;
  std::ostringstream out, err;
  Context context{settings, language, out, err, {}, "ingest", {}, ""};
  explain(context, "case.pdf", document);
  EXPECT_EQ(err.str(), "");
  return out.str();
}

TEST(Explain, SaysOfEachPageWhatWasChosenAndWhy) {
  EXPECT_EQ(told(document(), Language::kEnglish),
            "case.pdf\n"
            "  page 1: the file's own text\n"
            "    because 812 characters can be seen and trusted (an ideograph counts two)\n"
            "    lines: 1 running heads, page and line numbers\n"
            "  page 2: OCR of the whole page at 200 dpi by the model chi_sim, confidence 0.93\n"
            "    because a picture without text (100 % of the page)\n"
            "    turned level by -1.5 degrees\n"
            "    lines: 1 doubtful\n"
            "  page 3: the file's own text\n"
            "    because 9 characters can be seen and trusted (an ideograph counts two)\n"
            "    font SimSun (9 characters): GBK that was declared Latin-1\n"
            "    9 characters were decoded anew, since the file states them wrongly\n");
}

TEST(Explain, SpeaksChinese) {
  const std::string text = told(document(), Language::kChinese);
  EXPECT_THAT(text, HasSubstr("第 2 页：整页文字识别，分辨率 200 dpi，模型 chi_sim，置信度 0.93"));
  EXPECT_THAT(text, HasSubstr("理由：只有图片、没有文字（占页面 100 %）"));
  EXPECT_THAT(text, HasSubstr("9 个字符在文件中的编码有误，已重新解码"));
  EXPECT_THAT(text, HasSubstr("行：1 页眉、页码、行号"));
}

TEST(Explain, GivesOneJsonObjectForEachPage) {
  std::istringstream lines(told(document(), Language::kEnglish, true));
  std::vector<nlohmann::json> pages;
  for (std::string line; std::getline(lines, line);) pages.push_back(nlohmann::json::parse(line));
  ASSERT_EQ(pages.size(), 3u);
  EXPECT_EQ(pages[0]["ground"], "text");
  EXPECT_EQ(pages[0]["flags"]["furniture"], 1);
  EXPECT_EQ(pages[1]["method"], "ocr");
  EXPECT_EQ(pages[1]["language"], "chi_sim");
  EXPECT_EQ(pages[2]["fonts"][0]["repair"], "gbk");
}

TEST(Explain, OfADraftTellsWhatItsAuthorLeftInIt) {
  ingest::Document draft;
  draft.source_kind = "docx";
  draft.reason = "tracked changes: 1 insertions taken, 1 deletions left out";
  draft.pages.resize(1);
  draft.pages[0].number = 1;
  ingest::Line deleted;
  deleted.page = 1;
  deleted.flags = ingest::kDeleted;
  draft.lines = {deleted};
  const std::string text = told(draft, Language::kEnglish);
  EXPECT_THAT(text, HasSubstr("tracked changes: 1 insertions taken, 1 deletions left out"));
  EXPECT_THAT(text, HasSubstr("lines: 1 struck out"));
  EXPECT_THAT(text, Not(HasSubstr("page 1")));
  EXPECT_THAT(told(draft, Language::kChinese), HasSubstr("行：1 修订删除"));
}

}  // namespace
}  // namespace proviso::cli
