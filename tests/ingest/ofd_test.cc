// OFD files made from strings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "ingest/layout/assemble.h"
#include "ingest/ofd/geometry.h"
#include "ingest/ofd/ofd_source.h"
#include "tests/ingest/make_zip.h"

namespace proviso::ingest {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A text object at (x, y) millimetres, set in 4 mm.
std::string text(double x, double y, const std::string& content, const std::string& more = "",
                 const std::string& inside = "") {
  return "<ofd:TextObject Boundary=\"" + std::to_string(x) + " " + std::to_string(y) +
         " 100 5\" Size=\"4\" " + more + ">" + inside +
         "<ofd:TextCode X=\"0\" Y=\"4\" DeltaX=\"g 99 4\">" + content +
         "</ofd:TextCode></ofd:TextObject>";
}

std::string page(const std::string& inside, const std::string& more = "") {
  return "<ofd:Page xmlns:ofd=\"http://www.ofdspec.org/2016\"><ofd:Area><ofd:PhysicalBox>0 0 210 "
         "297</ofd:PhysicalBox></ofd:Area>" +
         more + "<ofd:Content><ofd:Layer>" + inside + "</ofd:Layer></ofd:Content></ofd:Page>";
}

struct Parts {
  std::vector<std::string> pages;
  std::string stencil{},
      annotations{};      // content of a template and of the first page's annotations
  std::string picture{};  // bytes of the resource 7
};

std::string make_ofd(const Parts& parts) {
  std::string pages;
  std::vector<Entry> entries{
      {"OFD.xml",
       "<ofd:OFD xmlns:ofd=\"x\"><ofd:DocBody><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot>"
       "</ofd:DocBody></ofd:OFD>"}};
  for (std::size_t i = 0; i < parts.pages.size(); ++i) {
    const std::string name = "Pages/Page_" + std::to_string(i) + "/Content.xml";
    pages += "<ofd:Page ID=\"" + std::to_string(i + 10) + "\" BaseLoc=\"" + name + "\"/>";
    entries.push_back({"Doc_0/" + name, parts.pages[i]});
  }
  entries.push_back(
      {"Doc_0/Document.xml",
       "<ofd:Document xmlns:ofd=\"x\"><ofd:CommonData><ofd:TemplatePage ID=\"2\" "
       "BaseLoc=\"Tpl.xml\"/><ofd:DocumentRes>Res.xml</ofd:DocumentRes></"
       "ofd:CommonData><ofd:Pages>" +
           pages + "</ofd:Pages><ofd:Annotations>Annots.xml</ofd:Annotations></ofd:Document>"});
  entries.push_back({"Doc_0/Tpl.xml", page(parts.stencil)});
  entries.push_back({"Doc_0/Annots.xml",
                     "<Annotations><Page PageID=\"10\"><FileLoc>A.xml</FileLoc></Page>"
                     "</Annotations>"});
  entries.push_back({"Doc_0/A.xml", "<PageAnnot>" + parts.annotations + "</PageAnnot>"});
  entries.push_back({"Doc_0/Res.xml",
                     "<Res><MultiMedias><MultiMedia ID=\"7\" Type=\"Image\"><MediaFile>p.jb2"
                     "</MediaFile></MultiMedia></MultiMedias></Res>"});
  entries.push_back({"Doc_0/p.jb2", parts.picture});
  return make_zip(entries);
}

Document read(const Parts& parts) {
  const std::string bytes = make_ofd(parts);
  auto package = Package::open(bytes);
  EXPECT_TRUE(package && is_ofd(*package));
  const WorkerSettings settings;
  auto source = open_ofd(*std::move(package), settings);
  EXPECT_TRUE(source) << source.error();
  Ocr ocr;
  std::vector<PageLines> pages;
  for (int i = 1; i <= (*source)->opened().pages; ++i) {
    pages.push_back((*source)->page(i, ocr, [] {}));
  }
  return assemble(std::move(pages));
}

std::string flagged(const Document& document, std::uint16_t flag) {
  std::string all;
  for (const Line& line : document.lines) {
    if ((line.flags & flag) != 0) all += (all.empty() ? "" : "|") + line.text;
  }
  return all;
}

TEST(Ofd, DeltasRepeat) {
  EXPECT_THAT(deltas("g 2 4.5 1 g 3 2", 100), ElementsAre(4.5, 4.5, 1, 2, 2, 2));
  EXPECT_EQ(deltas("g 1000000000 1", 50).size(), 50u);
}

TEST(Ofd, LinesAreBuiltFromPlacesInPoints) {
  const Document document =
      read({{page(text(20, 60, "被告应付款。") + text(20, 20, "民事判决书"))}});
  EXPECT_EQ(document.text, "民事判决书\n被告应付款。");
  EXPECT_EQ(document.pages.at(0).method, Method::kText);
  EXPECT_NEAR(document.pages[0].width, 595.3, 0.1);
  const Line& line = document.lines.at(0);
  EXPECT_NEAR(line.box.x0, 56.7, 0.1);              // 20 mm
  EXPECT_NEAR(line.box.x1, 56.7 + 5 * 11.34, 0.2);  // five characters of 4 mm
  EXPECT_NEAR(line.font_size, 11.34, 0.1);
}

TEST(Ofd, ATransformationScalesPlaceAndSize) {
  const Document document = read({{page(text(20, 20, "本院认为", "CTM=\"0.5 0 0 0.5 10 0\""))}});
  EXPECT_NEAR(document.lines.at(0).font_size, 5.67, 0.1);
  EXPECT_NEAR(document.lines[0].box.x0, 30 * 72 / 25.4, 0.1);
}

TEST(Ofd, ATemplateOfSeveralPagesIsFurnitureThatOfOneIsAForm) {
  const std::string use = "<ofd:Template TemplateID=\"2\"/>";
  const Document letter = read({{page(text(20, 60, "甲"), use), page(text(20, 60, "乙"), use)},
                                text(20, 20, "某某法院信笺")});
  EXPECT_EQ(letter.text, "甲\n乙");
  EXPECT_EQ(flagged(letter, kFurniture), "某某法院信笺|某某法院信笺");
  const Document form = read({{page(text(60, 20, "甲"), use)}, text(20, 20, "姓名")});
  EXPECT_THAT(form.text, HasSubstr("姓名"));
}

TEST(Ofd, AnnotationsAreKeptOut) {
  const Document document = read(
      {{page(text(20, 20, "正文"))},
       "",
       "<Annot Type=\"Stamp\"><Appearance Boundary=\"20 80 60 20\">" + text(0, 0, "印章") +
           "</Appearance></Annot><Annot Type=\"Watermark\"><Appearance Boundary=\"20 120 60 20\">" +
           text(0, 0, "副本") + "</Appearance></Annot>"});
  EXPECT_EQ(document.text, "正文");
  EXPECT_EQ(flagged(document, kStamp), "印章");
  EXPECT_EQ(flagged(document, kWatermark), "副本");
}

TEST(Ofd, WhatCannotBeSeenIsFlagged) {
  const Document document = read({{page(
      text(20, 20, "正文") + text(20, 40, "白字", "", "<ofd:FillColor Value=\"255 255 255\"/>") +
      text(20, 60, "被盖") +
      "<ofd:PathObject Boundary=\"15 58 100 10\" Fill=\"true\"><ofd:AbbreviatedData>M 0 0 L 100 0 "
      "L "
      "100 10 L 0 10 C</ofd:AbbreviatedData></ofd:PathObject>" +
      text(20, 80, "不显", "Visible=\"false\""))}});
  EXPECT_EQ(document.text, "正文");
  EXPECT_EQ(flagged(document, kWhite), "白字");
  EXPECT_EQ(flagged(document, kCovered), "被盖");
  EXPECT_EQ(flagged(document, kHidden), "不显");
  EXPECT_EQ(document.pages.at(0).status, PageStatus::kDoubtful);
}

TEST(Ofd, ARuledTableIsKeptByRow) {
  std::string lines;
  for (const double y : {20.0, 30.0, 40.0}) {
    lines += "<ofd:PathObject Boundary=\"20 " + std::to_string(y) +
             " 100 1\"><ofd:AbbreviatedData>M 0 0 L 100 0</ofd:AbbreviatedData></ofd:PathObject>";
  }
  for (const double x : {20.0, 70.0, 120.0}) {
    lines += "<ofd:PathObject Boundary=\"" + std::to_string(x) +
             " 20 1 20\"><ofd:AbbreviatedData>M 0 0 L 0 20</ofd:AbbreviatedData></ofd:PathObject>";
  }
  const Document document = read({{page(lines + text(72, 22, "金额") + text(22, 22, "项目") +
                                        text(22, 32, "货款") + text(72, 32, "一千元"))}});
  EXPECT_EQ(document.paragraphs.size(), 2u);
  EXPECT_EQ(document.text, "项目 金额\n货款 一千元");
}

TEST(Ofd, APictureThatCannotBeDecodedIsSaidAndTheTextKept) {
  const std::string jbig2("\x97JB2\r\n\x1A\n\x01\0\0\0\x01", 13);
  const Document document =
      read({{page(text(20, 20, "判决如下：") +
                  "<ofd:ImageObject Boundary=\"20 60 160 100\" CTM=\"160 0 0 100 0 0\" "
                  "ResourceID=\"7\"/>")},
            "",
            "",
            jbig2});
  EXPECT_EQ(document.text, "判决如下：");
  EXPECT_EQ(document.pages.at(0).status, PageStatus::kDoubtful);
  EXPECT_THAT(document.pages[0].reason, HasSubstr("a picture was not read: JBIG2"));
}

TEST(Ofd, TextTurnedByAQuarterIsReadInItsDirection) {
  std::string lines;
  int line = 0;
  for (const char* words : {"原告诉称被告欠款未还", "被告辩称款项已经清偿"}) {
    // Upwards, from the foot of the page: (x, y) goes to (y, -x).
    lines += "<ofd:TextObject Boundary=\"" + std::to_string(60 + 8 * line++) +
             " 20 8 200\" Size=\"4\" CTM=\"0 -1 1 0 0 180\"><ofd:TextCode X=\"0\" Y=\"4\" "
             "DeltaX=\"g 99 4\">" +
             words + "</ofd:TextCode></ofd:TextObject>";
  }
  const Document document = read({{page(lines)}});
  EXPECT_EQ(document.text.find("原告诉称被告欠款未还"), 0u);
  EXPECT_THAT(document.text, HasSubstr("被告辩称款项已经清偿"));
}

TEST(Ofd, NestedBlocksAndForeignPrefixesAreRead) {
  std::string block = text(20, 20, "甲");
  for (int i = 0; i < 5; ++i) block = "<ofd:PageBlock>" + block + "</ofd:PageBlock>";
  EXPECT_EQ(read({{page(block)}}).text, "甲");
}

TEST(Ofd, AMissingPageFailsAloneAndNoPageIsAReason) {
  const std::string bytes = make_zip({{"OFD.xml", "<OFD/>"}});
  auto package = Package::open(bytes);
  const WorkerSettings settings;
  EXPECT_EQ(open_ofd(*std::move(package), settings).error(), "no pages");
  const Document document = read({{page(text(20, 20, "甲")), "<broken"}});
  EXPECT_EQ(document.text, "甲");
  EXPECT_EQ(document.pages.at(1).status, PageStatus::kFailed);
}

}  // namespace
}  // namespace proviso::ingest
