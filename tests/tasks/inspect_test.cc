// The outline of a document: what a person reads, what a program reads, and the page.
#include "tasks/inspect/inspect.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "tasks/inspect/page.h"
#include "tasks/inspect/whereabouts.h"

namespace proviso::tasks {
namespace {

using segmenter::ItemKind;
using segmenter::kNone;
using segmenter::Level;
using segmenter::Span;
using segmenter::Tag;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

// A document of one line a paragraph, two lines a page.
Inspected inspected(const std::string& text) {
  Inspected out;
  out.path = "in/a.txt";
  out.document.text = text;
  out.document.sha256 = "ab";
  std::uint32_t line = 0;
  for (std::size_t at = 0; at < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    ingest::Line read;
    read.text = text.substr(at, end - at);
    read.page = 1 + static_cast<int>(line) / 2;
    read.start = at;
    read.end = end;
    out.document.lines.push_back(read);
    out.document.paragraphs.push_back({at, end, line, line + 1});
    at = end + 1;
  }
  for (std::uint32_t page = 0; page < (line + 1) / 2; ++page) {
    out.document.pages.emplace_back();
    out.document.pages.back().number = static_cast<int>(page) + 1;
  }
  return out;
}

Span of(const Inspected& document, std::string_view words) {
  const std::size_t at = document.document.text.find(words);
  return {at, at + words.size()};
}

// An invented lease with a clause tree, automatic numbers, a definition and two references.
Inspected lease() {
  Inspected out = inspected(
      "LEASE <draft>\n1. Rent & costs\n1.1 The Tenant pays the Rent under clause 2.\n"
      "A \"Month\" is a calendar month.\nTerm\nSee clause 9.\n");
  segmenter::Structure& s = out.structure;
  const std::size_t body = out.document.text.find("1. Rent"), end = out.document.text.size();
  s.kind = segmenter::Kind::kContract;
  s.language = "en";
  s.sections = {{Tag::kTitle, Level::kThis, {0, body}, {0, body - 1}},
                {Tag::kClause, Level::kThis, {body, end}, of(out, "1. Rent & costs")}};
  const auto item = [&](ItemKind kind, const char* number, std::size_t parent,
                        std::string_view first, std::string_view last, std::size_t target = kNone) {
    s.items.push_back({kind, number, parent, 1, {of(out, first).start, of(out, last).end}, target});
  };
  item(ItemKind::kClause, "1", kNone, "1. Rent", "calendar month.");
  item(ItemKind::kClause, "1.1", 0, "1.1 The", "calendar month.");
  item(ItemKind::kCrossReference, "2", 1, "clause 2", "clause 2", 4);
  item(ItemKind::kDefinition, "Month", 1, "A \"Month\"", "calendar month.");
  item(ItemKind::kClause, "2", kNone, "Term", "clause 9.");
  item(ItemKind::kCrossReference, "9", 4, "clause 9", "clause 9");
  return out;
}

std::vector<std::string> shown(const Inspected& document, Words::Language language) {
  std::vector<std::string> out;
  for (const OutlineRow& row : outline(document, Words(language))) {
    out.push_back(std::to_string(row.page) + std::string(static_cast<std::size_t>(row.depth), '.') +
                  row.name + "|" + row.words);
  }
  return out;
}

TEST(Outline, IndentsTheClauseTreeAndResolvesReferences) {
  EXPECT_THAT(
      shown(lease(), Words::Language::kEnglish),
      ElementsAre("1title|LEASE <draft>", "1clause|1. Rent & costs", "1.|1. Rent & costs",
                  "2..|1.1 The Tenant pays the Rent under clause 2.",
                  "2...|reference: clause 2 → 2  Term See clause 9.",
                  "2...|definition: A \"Month\" is a calendar month.", "3.|2  Term See clause 9.",
                  "3..|reference: clause 9 → not found in this document"));
}

TEST(Outline, ShowsPartiesWithRolesShortNamesAndRepresentatives) {
  Inspected judgment =
      inspected("上诉人（原审被告）：青山公司，简称青山。\n一审法院认为，成立。\n");
  const std::size_t cut = judgment.document.text.find("一审");
  judgment.structure.sections = {
      {Tag::kParties, Level::kThis, {0, cut}, {}},
      {Tag::kReasoning, Level::kFirst, {cut, judgment.document.text.size()}, {}}};
  judgment.structure.parties = {{"青山公司",
                                 {"青山"},
                                 {"上诉人", "原审被告"},
                                 {"法定代表人：孙某"},
                                 of(judgment, "青山公司")}};
  EXPECT_THAT(shown(judgment, Words::Language::kChinese),
              ElementsAre("1当事人|上诉人（原审被告）：青山公司，简称青山。",
                          "1.上诉人、原审被告|青山公司（简称：青山）", "1..|法定代表人：孙某",
                          "1裁判理由（一审）|一审法院认为，成立。"));
  EXPECT_EQ(shown(judgment, Words::Language::kEnglish).back(),
            "1reasoning (first instance)|一审法院认为，成立。");
}

TEST(Outline, OfADocumentWithoutTextIsEmpty) {
  EXPECT_THAT(outline(Inspected{}, Words(Words::Language::kEnglish)), IsEmpty());
}

TEST(Outline, CutsLongWordsBetweenCharacters) {
  std::string text;
  for (int i = 0; i < 500; ++i) text += "院";
  Inspected document = inspected(text);
  document.structure.sections = {{Tag::kOther, Level::kThis, {0, text.size()}, {}}};
  const std::string words = outline(document, Words(Words::Language::kChinese)).at(0).words;
  EXPECT_LT(words.size(), text.size());
  EXPECT_EQ(words.size() % 3, 0u);
}

TEST(Headline, SaysWhatTheDocumentIsAndHowWellItWasRead) {
  Inspected document = inspected("a\nb\nc\n");
  document.structure.kind = segmenter::Kind::kZhCivil;
  document.structure.instance = "second";
  document.structure.court = "江州市中级人民法院";
  document.structure.case_number = "（2031）江01民终5号";
  document.structure.language = "zh";
  document.document.pages[0].status = ingest::PageStatus::kDoubtful;
  EXPECT_EQ(
      headline(document, Words(Words::Language::kChinese)),
      "民事裁判文书 · 二审 · 江州市中级人民法院 · （2031）江01民终5号 · 中文 · 2 页 · 1 页存疑");
  EXPECT_THAT(headline(document, Words(Words::Language::kEnglish)),
              StartsWith("civil judgment or ruling · second instance · 江州市"));
}

TEST(StructureJson, PointsIntoTheTextByBytes) {
  const Inspected document = lease();
  const auto json = structure_json(document, true);
  EXPECT_EQ(json["schema_version"], 1);
  EXPECT_EQ(json["kind"], "contract");
  EXPECT_EQ(json["sections"][1]["heading"], "1. Rent & costs");
  EXPECT_EQ(json["sections"][1]["page"], 1);
  const auto& reference = json["items"][2];
  EXPECT_EQ(reference["kind"], "cross_reference");
  EXPECT_EQ(reference["target"], 4);
  EXPECT_EQ(reference["parent"], 1);
  EXPECT_TRUE(json["items"][5]["target"].is_null());
  EXPECT_TRUE(json["items"][0]["parent"].is_null());
  const std::string text = json["text"];
  EXPECT_EQ(text.substr(reference["start"], reference["end"].get<std::size_t>() -
                                                reference["start"].get<std::size_t>()),
            "clause 2");
  EXPECT_FALSE(structure_json(document, false).contains("text"));
}

TEST(Words, NameEveryTagLevelKindAndItemInBothLanguages) {
  const Words english(Words::Language::kEnglish), chinese(Words::Language::kChinese);
  const auto has_han = [](std::string_view word) {
    return !word.empty() && static_cast<unsigned char>(word[0]) >= 0xE4;
  };
  for (std::size_t i = 0; i < segmenter::kTagNames.size(); ++i) {
    const auto tag = static_cast<Tag>(i);
    EXPECT_TRUE(has_han(chinese.of(tag))) << name(tag);
    EXPECT_FALSE(has_han(english.of(tag))) << name(tag);
    EXPECT_THAT(std::string(Words::colour(tag)), StartsWith("#"));
  }
  for (std::size_t i = 0; i < segmenter::kKindNames.size(); ++i) {
    const auto kind = static_cast<segmenter::Kind>(i);
    EXPECT_TRUE(has_han(chinese.of(kind))) << name(kind);
    EXPECT_NE(english.of(kind), "") << name(kind);
  }
  for (std::size_t i = 0; i < segmenter::kItemKindNames.size(); ++i)
    EXPECT_TRUE(has_han(chinese.of(static_cast<ItemKind>(i))));
  for (std::size_t i = 1; i < segmenter::kLevelNames.size(); ++i)
    EXPECT_TRUE(has_han(chinese.of(static_cast<Level>(i))));
  EXPECT_EQ(chinese.of(Level::kThis), "");
}

std::string page_of(const Inspected& document) {
  std::ostringstream out;
  StructurePage page(out, Words(Words::Language::kEnglish));
  page.add(document);
  page.finish();
  return out.str();
}

// What a browser would show of the sections.
std::string text_of(const std::string& page) {
  std::string out;
  bool inside = false;
  for (std::size_t at = page.find("<section"); at < page.rfind("</section>"); ++at) {
    if (page[at] == '<') inside = true;
    if (!inside) out += page[at];
    if (page[at] == '>') inside = false;
  }
  for (const auto& [name, character] : {std::pair<std::string, std::string>{"&lt;", "<"},
                                        {"&gt;", ">"},
                                        {"&quot;", "\""},
                                        {"&#39;", "'"},
                                        {"&amp;", "&"}}) {
    for (std::size_t at = 0; (at = out.find(name, at)) != std::string::npos; at += 1)
      out.replace(at, name.size(), character);
  }
  return out;
}

TEST(Page, HoldsTheWholeTextAndEscapesIt) {
  const Inspected document = lease();
  const std::string page = page_of(document);
  EXPECT_THAT(page, StartsWith("<!doctype html>\n"));
  EXPECT_THAT(page, HasSubstr("LEASE &lt;draft&gt;"));
  EXPECT_THAT(page, Not(HasSubstr("<draft>")));
  const std::string text = text_of(page);
  for (const ingest::Line& line : document.document.lines) EXPECT_THAT(text, HasSubstr(line.text));
}

TEST(Page, NeedsNothingFromElsewhere) {
  const std::string page = page_of(lease());
  for (const char* fetches :
       {"<script", "<link", "<img", "src=", "http:", "https:", "url(", "@import"})
    EXPECT_THAT(page, Not(HasSubstr(fetches)));
}

TEST(Page, LinksAReferenceToTheClauseItNames) {
  const std::string page = page_of(lease());
  EXPECT_THAT(page, HasSubstr("href=\"#d1-i4\">clause 2</a>"));
  EXPECT_THAT(page, HasSubstr("<a id=\"d1-i4\"></a>"));
  EXPECT_THAT(page, HasSubstr("<span class=\"cross_reference\">clause 9</span>"));
}

TEST(Page, ShowsMarkupInNamesAsText) {
  Inspected document = inspected("x\n");
  document.path = "<script>alert(1)</script>.txt";
  document.structure.court = "\"><script>";
  document.structure.sections = {{Tag::kOther, Level::kThis, {0, 2}, {}}};
  EXPECT_THAT(page_of(document), Not(HasSubstr("<script")));
}

// Spans that cross one another, or lie outside, must not break the page or the text.
TEST(Page, StandsSpansThatCross) {
  Inspected document = inspected("abcdefgh\nijkl\n");
  document.structure.sections = {{Tag::kClause, Level::kSecond, {0, 14}, {}}};
  for (const Span span : {Span{0, 5}, Span{3, 11}, Span{4, 4}, Span{2, 99}, Span{8, 9}})
    document.structure.items.push_back({ItemKind::kDefinition, "", kNone, 0, span, kNone});
  const std::string page = page_of(document), text = text_of(page);
  EXPECT_THAT(text, HasSubstr("abcdefgh\n"));
  EXPECT_THAT(text, HasSubstr("ijkl"));
  const auto count = [&](const std::string& what) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = page.find(what, at)) != std::string::npos; ++at) ++found;
    return found;
  };
  EXPECT_EQ(count("<span"), count("</span>"));
  EXPECT_EQ(count("<p>"), count("</p>"));
}

TEST(Whereabouts, NamesTheInnermostClauseAsItIsWritten) {
  const Inspected document = lease();
  const auto where = [&](std::string_view words) {
    return whereabouts(document.document.text, document.structure, of(document, words).start,
                       Words(Words::Language::kEnglish));
  };
  EXPECT_EQ(where("LEASE"), "title");
  EXPECT_EQ(where("Rent & costs"), "1");
  EXPECT_EQ(where("calendar month"), "1.1");
  EXPECT_EQ(where("See clause 9"), "2");
}

TEST(Whereabouts, PutsSmallMarksBehindWhatTheyArePartsOf) {
  Inspected out = inspected("第七条 费用\n（二）运费\n附件一\n三、清单\n");
  const std::size_t schedule = out.document.text.find("附件一"), end = out.document.text.size();
  out.structure.sections = {{Tag::kClause, Level::kThis, {0, schedule}, {}},
                            {Tag::kSchedule, Level::kThis, {schedule, end}, {}}};
  out.structure.items = {
      {ItemKind::kClause, "七", kNone, 0, {0, schedule}, kNone},
      {ItemKind::kClause, "二", 0, 0, {of(out, "（二）").start, schedule}, kNone},
      {ItemKind::kClause, "三", kNone, 1, {of(out, "三、").start, end}, kNone}};
  const auto where = [&](std::string_view words) {
    return whereabouts(out.document.text, out.structure, of(out, words).start,
                       Words(Words::Language::kChinese));
  };
  EXPECT_EQ(where("费用"), "第七条");
  EXPECT_EQ(where("运费"), "第七条（二）");
  EXPECT_EQ(where("附件一"), "附件");
  EXPECT_EQ(where("清单"), "附件 三");
}

TEST(Whereabouts, NamesTheSectionOfAJudgmentWithTheNumberOfItsItem) {
  Inspected out = inspected("本院认为，成立。\n一、被告支付货款。\n");
  const std::size_t order = out.document.text.find("一、"), end = out.document.text.size();
  out.structure.sections = {{Tag::kReasoning, Level::kFirst, {0, order}, {}},
                            {Tag::kDisposition, Level::kThis, {order, end}, {}}};
  out.structure.items = {{ItemKind::kDisposition, "一", kNone, 1, {order, end}, kNone}};
  const Words words(Words::Language::kChinese);
  EXPECT_EQ(whereabouts(out.document.text, out.structure, order + 9, words), "裁判主文 一");
  EXPECT_EQ(whereabouts(out.document.text, out.structure, 0, words),
            words.section(Tag::kReasoning, Level::kFirst));
  EXPECT_EQ(whereabouts("", {}, 0, words), "");
}

}  // namespace
}  // namespace proviso::tasks
