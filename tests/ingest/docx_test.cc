// Word documents made from strings.
#include "ingest/docx/docx.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "ingest/docx/number_format.h"
#include "tests/ingest/make_zip.h"

namespace proviso::ingest {
namespace {

using testing::HasSubstr;

constexpr const char* kNames =
    "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" "
    "xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"";

std::string wrap(const std::string& element, const std::string& inside) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?><w:" + element + " " + kNames + ">" + inside +
         "</w:" + element + ">";
}

// A paragraph of one run.
std::string p(const std::string& text, const std::string& properties = "") {
  return "<w:p><w:pPr>" + properties + "</w:pPr><w:r><w:t xml:space=\"preserve\">" + text +
         "</w:t></w:r></w:p>";
}

std::string numbered(int list, int level) {
  return "<w:numPr><w:ilvl w:val=\"" + std::to_string(level) + "\"/><w:numId w:val=\"" +
         std::to_string(list) + "\"/></w:numPr>";
}

struct Parts {
  std::string body, numbering{}, footnotes{}, header{}, comments{}, styles{};
};

std::string make_docx(const Parts& parts) {
  std::string relations;
  std::vector<Entry> entries{
      {"[Content_Types].xml", "<Types/>"},
      {"_rels/.rels",
       "<Relationships><Relationship Id=\"r1\" Type=\"x/officeDocument\" "
       "Target=\"word/document.xml\"/></Relationships>"},
      {"word/document.xml", wrap("document", "<w:body>" + parts.body + "</w:body>")}};
  const auto add = [&](const std::string& type, const std::string& content,
                       const std::string& element) {
    if (content.empty()) return;
    relations +=
        "<Relationship Id=\"" + type + "\" Type=\"x/" + type + "\" Target=\"" + type + ".xml\"/>";
    entries.push_back({"word/" + type + ".xml", wrap(element, content)});
  };
  add("numbering", parts.numbering, "numbering");
  add("styles", parts.styles, "styles");
  add("footnotes", parts.footnotes, "footnotes");
  add("comments", parts.comments, "comments");
  add("header", parts.header, "hdr");
  entries.push_back(
      {"word/_rels/document.xml.rels", "<Relationships>" + relations + "</Relationships>"});
  return make_zip(entries);
}

Document read(const Parts& parts) {
  const std::string bytes = make_docx(parts);
  auto package = Package::open(bytes);
  EXPECT_TRUE(package && is_docx(*package));
  return to_document(read_docx(*package), "docx");
}

std::string flagged(const Document& document, std::uint16_t flag) {
  std::string text;
  for (const Line& line : document.lines) {
    if ((line.flags & flag) != 0) text += (text.empty() ? "" : "|") + line.text;
  }
  return text;
}

TEST(Docx, ParagraphsTabsAndBreaks) {
  const Document document = read({p("民事判决书") + p("") +
                                  "<w:p><w:r><w:t>甲</w:t><w:tab/><w:t>乙</w:t><w:br/>"
                                  "<w:t>丙</w:t></w:r></w:p>"});
  EXPECT_EQ(document.status, DocumentStatus::kOk);
  EXPECT_EQ(document.text, "民事判决书\n甲\t乙\n丙");
  EXPECT_EQ(document.pages.size(), 1u);
}

constexpr const char* kLists =
    "<w:abstractNum w:abstractNumId=\"0\">"
    "<w:lvl w:ilvl=\"0\"><w:start w:val=\"1\"/><w:numFmt w:val=\"chineseCountingThousand\"/>"
    "<w:suff w:val=\"nothing\"/><w:lvlText w:val=\"%1、\"/></w:lvl>"
    "<w:lvl w:ilvl=\"1\"><w:start w:val=\"1\"/><w:numFmt w:val=\"decimal\"/>"
    "<w:lvlText w:val=\"%1.%2\"/><w:isLgl/></w:lvl>"
    "<w:lvl w:ilvl=\"2\"><w:start w:val=\"3\"/><w:numFmt w:val=\"lowerLetter\"/>"
    "<w:lvlText w:val=\"(%3)\"/></w:lvl></w:abstractNum>"
    "<w:abstractNum w:abstractNumId=\"1\"><w:lvl w:ilvl=\"0\"><w:start w:val=\"9\"/>"
    "<w:numFmt w:val=\"chineseCounting\"/><w:suff w:val=\"space\"/>"
    "<w:pStyle w:val=\"Article\"/><w:lvlText w:val=\"第%1条\"/></w:lvl></w:abstractNum>"
    "<w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num>"
    "<w:num w:numId=\"2\"><w:abstractNumId w:val=\"0\"/><w:lvlOverride w:ilvl=\"0\">"
    "<w:startOverride w:val=\"1\"/></w:lvlOverride></w:num>"
    "<w:num w:numId=\"3\"><w:abstractNumId w:val=\"1\"/></w:num>";

TEST(Docx, AutomaticNumbersAreWrittenAsWordShowsThem) {
  Parts parts;
  parts.numbering = kLists;
  parts.body = p("第一段", numbered(1, 0)) + p("一甲", numbered(1, 1)) + p("一乙", numbered(1, 1)) +
               p("丙", numbered(1, 2)) + p("无号") + p("第二段", numbered(1, 0)) +
               p("二甲", numbered(1, 1)) + p("重新", numbered(2, 0)) + p("接着", numbered(2, 0));
  EXPECT_EQ(
      read(parts).text,
      "一、第一段\n1.1 一甲\n1.2 一乙\n(c) 丙\n无号\n二、第二段\n2.1 二甲\n一、重新\n二、接着");
}

TEST(Docx, AStyleGivesItsParagraphsNumbers) {
  Parts parts;
  parts.numbering = kLists;
  parts.styles =
      "<w:style w:type=\"paragraph\" w:styleId=\"Article\"><w:pPr><w:numPr><w:numId "
      "w:val=\"3\"/></w:numPr></w:pPr></w:style>"
      "<w:style w:type=\"paragraph\" w:styleId=\"Sub\"><w:basedOn w:val=\"Article\"/></w:style>";
  parts.body = p("甲", "<w:pStyle w:val=\"Article\"/>") + p("乙", "<w:pStyle w:val=\"Sub\"/>") +
               p("丙", "<w:pStyle w:val=\"Article\"/><w:numPr><w:numId w:val=\"0\"/></w:numPr>");
  EXPECT_EQ(read(parts).text, "第九条 甲\n第十条 乙\n丙");
}

TEST(Docx, NumberFormats) {
  EXPECT_EQ(format_number(12, "chineseCounting"), "十二");
  EXPECT_EQ(format_number(105, "chineseCountingThousand"), "一百零五");
  EXPECT_EQ(format_number(20, "japaneseCounting"), "二十");
  EXPECT_EQ(format_number(21, "chineseLegalSimplified"), "贰拾壹");
  EXPECT_EQ(format_number(2, "ideographTraditional"), "乙");
  EXPECT_EQ(format_number(4, "upperRoman"), "IV");
  EXPECT_EQ(format_number(28, "lowerLetter"), "bb");
  EXPECT_EQ(format_number(3, "decimalEnclosedCircleChinese"), "③");
  EXPECT_EQ(format_number(3, "decimalEnclosedParen"), "⑶");
  EXPECT_EQ(format_number(7, "decimalZero"), "07");
  EXPECT_EQ(format_number(22, "ordinal"), "22nd");
  EXPECT_EQ(format_number(30, "ordinalText"), "Thirtieth");
  EXPECT_EQ(format_number(7, "formatOfTheFuture"), "7");
}

TEST(Docx, ATableIsKeptByRow) {
  const auto cell = [](const std::string& text) { return "<w:tc>" + p(text) + "</w:tc>"; };
  EXPECT_EQ(read({p("清单") + "<w:tbl><w:tr>" + cell("货款") + cell("1000元") + "</w:tr><w:tr>" +
                  cell("利息") + cell("50元") + "</w:tr></w:tbl>" + p("完")})
                .text,
            "清单\n货款\t1000元\n利息\t50元\n完");
}

TEST(Docx, TrackedChangesAreToldApart) {
  const Document document = read(
      {"<w:p><w:r><w:t>被告支付</w:t></w:r>"
       "<w:del w:id=\"1\"><w:r><w:delText>一千元</w:delText></w:r></w:del>"
       "<w:ins w:id=\"2\"><w:r><w:t>二千元</w:t></w:r></w:ins><w:r><w:t>。</w:t></w:r></w:p>"
       "<w:p><w:pPr><w:rPr><w:del w:id=\"3\"/></w:rPr></w:pPr><w:r><w:t>本院</w:t></w:r></w:p>" +
       p("认为")});
  EXPECT_EQ(document.text, "被告支付二千元。\n本院认为");
  EXPECT_EQ(flagged(document, kDeleted), "一千元");
  EXPECT_EQ(flagged(document, kInserted), "二千元");
  EXPECT_EQ(document.reason, "tracked changes: 1 insertions taken, 1 deletions left out");
  for (const Line& line : document.lines) {
    if (line.start != kNowhere) {
      EXPECT_EQ(document.text.substr(line.start, line.end - line.start), line.text);
    }
  }
}

TEST(Docx, FootnotesFollowTheBodyWithTheirReference) {
  Parts parts;
  parts.body =
      "<w:p><w:r><w:t>借款300元</w:t><w:footnoteReference w:id=\"2\"/><w:t>。</w:t></w:r>"
      "</w:p>" +
      p("完");
  parts.footnotes =
      "<w:footnote w:id=\"2\"><w:p><w:r><w:footnoteRef/><w:t>见收据。</w:t></w:r></w:p>"
      "</w:footnote>";
  const Document document = read(parts);
  EXPECT_EQ(document.text, "借款300元¹。\n完\n¹ 见收据。");
  EXPECT_EQ(flagged(document, kFootnote), "¹ 见收据。");
  ASSERT_EQ(document.footnotes.size(), 1u);
  const Footnote& note = document.footnotes[0];
  EXPECT_EQ(note.mark, "¹");
  EXPECT_EQ(note.paragraph, 2u);
  EXPECT_EQ(document.text.substr(note.reference_start, note.reference_end - note.reference_start),
            "¹");
}

TEST(Docx, HeadersAreFurnitureHiddenTextAndCommentsAreKeptOut) {
  Parts parts;
  parts.header = p("内部文件");
  parts.comments = "<w:comment w:id=\"0\">" + p("核对金额") + "</w:comment>";
  parts.body = p("正文") + "<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>暗</w:t></w:r></w:p>" +
               "<w:sectPr><w:headerReference r:id=\"header\"/></w:sectPr>";
  const Document document = read(parts);
  EXPECT_EQ(document.text, "正文");
  EXPECT_EQ(flagged(document, kFurniture), "内部文件");
  EXPECT_EQ(flagged(document, kHidden), "暗");
  EXPECT_EQ(flagged(document, kComment), "核对金额");
  EXPECT_THAT(document.reason, HasSubstr("1 comments"));
}

TEST(Docx, TextBoxesFieldsAndSymbols) {
  EXPECT_EQ(read({"<w:p><w:r><w:t>第</w:t><w:fldChar/><w:instrText>PAGE</w:instrText><w:t>3</w:t>"
                  "<w:sym w:font=\"Wingdings\" w:char=\"F0FE\"/>"
                  "<w:pict><w:txbxContent>" +
                  p("框内") + "</w:txbxContent></w:pict><w:t>页</w:t></w:r></w:p>"})
                .text,
            "第3☑页\n框内");
}

TEST(Docx, ADamagedBodyIsReadAsFarAsItGoesAndSaysSo) {
  std::string bytes = make_zip({{"[Content_Types].xml", "<Types/>"},
                                {"word/document.xml", std::string("<w:document ") + kNames +
                                                          "><w:body>" + p("甲") + "<w:p><w:r>"}});
  auto package = Package::open(bytes);
  ASSERT_TRUE(package);
  const Document document = to_document(read_docx(*package), "docx");
  EXPECT_EQ(document.text, "甲");
  EXPECT_EQ(document.pages.at(0).status, PageStatus::kDoubtful);
}

}  // namespace
}  // namespace proviso::ingest
