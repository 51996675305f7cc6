// How Chinese judgments are cut that come in odd copies or odd forms; all of them are invented.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <limits>

#include "segmenter/chinese/reflow.h"
#include "segmenter/segmenter.h"
#include "segmenter/utf8.h"

namespace proviso::segmenter {
namespace {

using chinese::Reflow;
using testing::Contains;
using testing::ElementsAre;
using testing::Not;

std::string label(const Section& section) {
  return std::string(name(section.tag)) + ":" + std::string(name(section.level));
}

std::vector<std::string> tags(std::string_view text) {
  std::vector<std::string> out;
  for (const Section& section : read_structure(text).sections) out.push_back(label(section));
  return out;
}

// The label of the section that holds `words`.
std::string tag_of(std::string_view text, std::string_view words) {
  const Structure structure = read_structure(text);
  const std::size_t at = text.find(words);
  EXPECT_NE(at, std::string_view::npos) << words;
  return label(structure.sections[section_at(structure, at)]);
}

std::string replaced(std::string_view text, std::string_view what, std::string_view by) {
  std::string out;
  for (std::size_t at; (at = text.find(what)) != std::string_view::npos;) {
    out.append(text.substr(0, at)).append(by);
    text.remove_prefix(at + what.size());
  }
  return out.append(text);
}

// Section labels, one a character that is no space or stop: what a copy must not change.
std::vector<std::string> ink(std::string_view text) {
  const Structure structure = read_structure(text);
  std::vector<std::string> out;
  for (const Section& section : structure.sections) {
    for (std::size_t at = section.span.start; at < section.span.end; at = next(text, at)) {
      const char32_t c = code_point(text, at);
      if (c > 0x2E80 && c != U'　' && c != U'，' && c != U'：' && c != U'；' && c != U'。' &&
          c < 0xFE00)
        out.push_back(label(section));
    }
  }
  return out;
}

double share_alike(std::string_view one, std::string_view other) {
  const std::vector<std::string> a = ink(one), b = ink(other);
  EXPECT_GT(a.size(), 100u);
  std::size_t same = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) same += a[i] == b[i];
  return static_cast<double>(same) / static_cast<double>(std::max(a.size(), b.size()));
}

const std::string kLoan = [] {
  std::string text =
      "南江省青河市人民法院\n民事判决书\n（2021）南0101民初77号\n"
      "原告：甲某，男，1980年1月1日出生，汉族，住青河市。\n"
      "委托诉讼代理人：乙某，南江某律师事务所律师。\n"
      "被告：丙某，男，1981年2月2日出生，汉族，住青河市。\n"
      "原告甲某与被告丙某民间借贷纠纷一案，本院于2021年3月1日立案后，依法适用简易程序，公开开庭"
      "进行了审理。原告甲某到庭参加诉讼，被告丙某经传票传唤无正当理由拒不到庭。本案现已审理终结。\n"
      "甲某向本院提出诉讼请求：1.判令丙某偿还借款50000元；2.诉讼费由丙某负担。事实和理由：2020年1"
      "月1日，丙某因经营需要向甲某借款50000元，约定一年后归还，到期后甲某多次催要未果。\n"
      "丙某未作答辩。\n"
      "甲某围绕诉讼请求依法提交了借条一张、转账凭证一份。\n";
  const std::string fact =
      "另查明，双方曾于2020年5月2日就同一笔借款的还款期限进行过协商，丙某当时表示资金周转困难，"
      "请求延期，甲某予以同意。";
  text += "经审理查明，2020年1月1日，丙某向甲某出具借条，借款50000元，约定一年后归还。";
  for (int i = 0; i < 12; ++i) text += fact;
  text +=
      "\n本院认为，合法的借贷关系受法律保护。丙某未按约定归还借款，应当承担责任。依照《中华人民共"
      "和国民法典》第六百七十五条规定，判决如下：\n"
      "一、丙某于本判决生效之日起十日内偿还甲某借款50000元；\n二、驳回甲某的其他诉讼请求。\n"
      "如果未按本判决指定的期间履行给付金钱义务，应当加倍支付迟延履行期间的债务利息。\n"
      "案件受理费1050元，由丙某负担。\n"
      "如不服本判决，可以在判决书送达之日起十五日内，向本院递交上诉状。\n"
      "审判员丁某\n二〇二一年四月二日\n书记员戊某\n";
  return text;
}();

TEST(Layout, OfALineThatLostItsEndsIsFoundAgain) {
  EXPECT_EQ(share_alike(kLoan, replaced(kLoan, "\n", " ")), 1.0);
  EXPECT_EQ(share_alike(kLoan, replaced(kLoan, "\n", "　　")), 1.0);
  EXPECT_GT(share_alike(kLoan, replaced(kLoan, "\n", "")), 0.97);
  const std::string spaced = replaced(kLoan, "民事判决书", "民 事 判 决 书");
  EXPECT_GT(share_alike(kLoan, replaced(spaced, "\n", "")), 0.97);
}

TEST(Layout, OtherSignsForStopsChangeNothing) {
  EXPECT_EQ(share_alike(kLoan, replaced(replaced(kLoan, "：", ":"), "，", ",")), 1.0);
  EXPECT_EQ(share_alike(kLoan, replaced(replaced(kLoan, "：", "∶"), "，", "﹐")), 1.0);
}

TEST(Layout, LettersSpacedOutChangeNothing) {
  std::string spaced = replaced(kLoan, "民事判决书", "民 事 判 决 书");
  spaced =
      replaced(replaced(spaced, "判决如下：", "判 决 如 下：\n"), "审判员丁某", "审 判 员 丁某");
  EXPECT_EQ(share_alike(kLoan, spaced), 1.0);
}

TEST(Layout, LinesCutAtAPagesWidthAreJoined) {
  constexpr std::size_t kWidth = 34;
  std::string cut;
  std::size_t in_line = 0;
  for (std::size_t at = 0; at < kLoan.size(); at = next(kLoan, at)) {
    const std::string_view c = std::string_view(kLoan).substr(at, next(kLoan, at) - at);
    in_line = c == "\n" ? 0 : in_line + 1;
    if (in_line > kWidth) {
      cut += '\n';
      in_line = 1;
    }
    cut += c;
  }
  EXPECT_GT(share_alike(kLoan, cut), 0.99);
}

TEST(Layout, OffsetsLeadBackToTheText) {
  const std::string copy = replaced(replaced(kLoan, "\n", "　　"), "，", ",");
  const std::optional<Reflow> reflow = Reflow::of(copy);
  ASSERT_TRUE(reflow);
  EXPECT_EQ(reflow->begins(0), 0u);
  EXPECT_EQ(reflow->begins(reflow->text().size()), copy.size());
  std::size_t before = 0;
  for (std::size_t at = 0; at < reflow->text().size(); at = next(reflow->text(), at)) {
    const std::size_t from = reflow->begins(at);
    ASSERT_GE(from, before);
    before = from;
    if (reflow->text()[at] != '\n' && code_point(reflow->text(), at) != U'，') {
      ASSERT_EQ(code_point(reflow->text(), at), code_point(copy, from));
    }
  }
  EXPECT_EQ(tag_of(copy, "经审理查明"), "facts:this");
  for (const Party& party : read_structure(copy).parties)
    EXPECT_EQ(copy.substr(party.span.start, party.span.size()), party.name);
}

TEST(Layout, OfACopyThatKeptItIsLeftAlone) {
  EXPECT_FALSE(Reflow::of("甲市人民法院\n民事判决书\n原告：甲某。\n被告：乙某。\n"));
}

const std::string kCriminalHead =
    "南江省青河市人民法院\n刑事判决书\n（2019）南0101刑初9号\n公诉机关青河市人民检察院。\n"
    "被告人甲某，男，1990年1月1日出生，汉族。\n青河市人民检察院指控被告人甲某犯盗窃罪一案，本院依"
    "法公开开庭审理，现已审理终结。\n青河市人民检察院指控，2019年1月1日，甲某窃得手机一部。\n"
    "经审理查明，2019年1月1日，甲某窃得手机一部。\n";
const std::string kCriminalTail =
    "\n被告人甲某犯盗窃罪，判处拘役三个月。\n如不服本判决，可在十日内提出上诉。\n审判员乙某\n";

TEST(Criminal, ALeadInMayEndWithAnotherStop) {
  for (const std::string lead :
       {"判决如下；", "判决如下，", "判决如下。", "判决以下：", "判决如下", "合议如下："}) {
    const std::string text =
        kCriminalHead +
        "本院认为，甲某构成盗窃罪。依照《中华人民共和国刑法》第二百六十四条之规定，" + lead +
        kCriminalTail;
    EXPECT_EQ(tag_of(text, "甲某犯盗窃罪，判处"), "disposition:this") << lead;
    EXPECT_EQ(tag_of(text, "依照《"), "basis:this") << lead;
  }
}

TEST(Criminal, ACourtMayCallItselfOtherwise) {
  for (const std::string court : {"本庭认为，", "本合议庭认为，", "我院认为，"}) {
    const std::string text =
        kCriminalHead + court +
        "甲某构成盗窃罪。\n依照《中华人民共和国刑法》第二百六十四条之规定，判决如下：" +
        kCriminalTail;
    EXPECT_EQ(tag_of(text, "甲某构成盗窃罪"), "reasoning:this") << court;
  }
}

TEST(Criminal, ACourtThatNowhereSaysThatItHoldsStillReasons) {
  const std::string text =
      kCriminalHead +
      "上述事实，有证人证言等证据证实。\n被告人甲某以非法占有为目的，秘密窃取他人财"
      "物，其行为已构成盗窃罪。\n依照《中华人民共和国刑法》第二百六十四条之规定，判决如"
      "下：" +
      kCriminalTail;
  EXPECT_EQ(tag_of(text, "被告人甲某以非法占有"), "reasoning:this");
}

TEST(Criminal, TheProsecutorsReasonsAreTheCharge) {
  const std::string text =
      replaced(kCriminalHead, "经审理查明",
               "为证明上述事实，公诉机关提交了证人证言。该院认为，甲某的行为构成盗窃罪，建议判处拘"
               "役。\n被告人"
               "甲某对指控的事实无异议。\n经审理查明") +
      "本院认为，甲某构成盗窃罪。依照《中华人民共和国刑法》第二百六十四条之规定，判决如下：" +
      kCriminalTail;
  EXPECT_EQ(tag_of(text, "该院认为"), "claims:this");
  EXPECT_EQ(tag_of(text, "经审理查明"), "facts:this");
}

TEST(Criminal, TheWordsThatLeadToTheRulingMayBeLost) {
  const std::string text = kCriminalHead + "本院认为，甲某构成盗窃罪。" + kCriminalTail;
  EXPECT_EQ(tag_of(text, "甲某犯盗窃罪，判处"), "disposition:this");
  EXPECT_EQ(tag_of(text, "如不服本判决"), "notice:this");
}

TEST(Criminal, ALongNameOfTheDocumentIsNoCourseOfTheCase) {
  std::string names;
  for (int i = 0; i < 40; ++i) names += "甲某乙，";
  const std::string text = names + "丙某盗窃罪一案一审刑事判决书\n" + kCriminalHead;
  EXPECT_EQ(tag_of(text, "丙某盗窃罪一案"), "title:this");
  EXPECT_EQ(read_structure(text).parties.size(), 2u);
}

const std::string kAppealHead =
    "南江省青河市中级人民法院\n刑事判决书\n（2019）南01刑终8号\n原公诉机关青河市东区人民检察院。\n"
    "上诉人（原审被告人）甲某，男，1990年1月1日出生。\n青河市东区人民法院审理被告人甲某犯盗窃罪一案"
    "，于2019年2月1日作出（2019）南0102刑初9号刑事判决。甲某不服，提出上诉。现已审理终结。\n"
    "原判认定，2019年1月1日，甲某窃得手机一部。\n上述事实，有证人证言证实。\n上述证据及到案经过等足"
    "以认定。\n原判认为，甲某构成盗窃罪。";

TEST(Appeal, TheRulingBelowMayBeToldAsIfItWereThisCourts) {
  const std::string text =
      kAppealHead +
      "本院认为，数额以供述为准。依照《中华人民共和国刑法》第二百六十四条之规定，判决如下：被告人甲"
      "某犯盗窃罪，判处拘役三个月。\n上诉人甲某上诉称：量刑过重。\n经审理查明，甲某窃得手机一部。\n"
      "认"
      "定上述事实，有证人证言证实。\n本院认为，量刑适当。依照《中华人民共和国刑事诉讼法》第二百三十"
      "六"
      "条之规定，裁定如下：\n驳回上诉，维持原判。\n审判长乙某\n";
  EXPECT_EQ(tag_of(text, "数额以供述为准"), "reasoning:first");
  EXPECT_EQ(tag_of(text, "被告人甲某犯盗窃罪，判处"), "disposition:first");
  EXPECT_EQ(tag_of(text, "量刑过重"), "claims:this");
  EXPECT_EQ(tag_of(text, "驳回上诉"), "disposition:this");
}

TEST(Appeal, EvidenceBelowGoesOn) {
  EXPECT_EQ(tag_of(kAppealHead, "上述证据及到案经过"), "evidence:first");
}

TEST(Appeal, FindingsThatAgreeWithThoseBelowAreThisCourts) {
  const std::string text = kAppealHead +
                           "判决：甲某犯盗窃罪。\n甲某上诉称：量刑过重。其辩护人提出相同的辩护意见"
                           "。\n经二审审理查明的事实与"
                           "原判认定的事实相同，并有被告人的供述与辩解证实。\n本院认为，量刑适当。"
                           "依照《中华人民共和国刑事"
                           "诉讼法》第二百三十六条之规定，裁定如下：\n驳回上诉，维持原判。\n";
  EXPECT_EQ(tag_of(text, "经二审审理查明的事实"), "facts:this");
}

TEST(Retrial, WhatThisCourtHeldInAnEarlierStageIsQuoted) {
  const std::string text =
      "南江省青河市中级人民法院\n民事判决书\n（2021）南01民再3号\n再审申请人（一审原告、二审上诉人"
      "）："
      "甲公司。\n被申请人（一审被告、二审被上诉人）：乙公司。\n再审申请人甲公司与被申请人乙公司合同"
      "纠"
      "纷一案，不服本院（2020）南01民终9号民事判决，申请再审。本案现已审理终结。\n一审法院查明，双"
      "方签订"
      "合同。\n一审法院认为，合同有效。判决：乙公司付款1元。\n本院二审查明，与一审一致。\n本院二审"
      "认"
      "为，合同无效。判决：驳回甲公司的诉讼请求。\n甲公司申请再审称：合同有效。\n本院再审查明，双方"
      "签订"
      "合同。\n本院再审认为，合同有效。依照《中华人民共和国民事诉讼法》第二百一十四条规定，判决如下"
      "：\n"
      "撤销本院（2020）南01民终9号民事判决。\n本判决为终审判决。\n审判长丁某\n";
  EXPECT_EQ(tag_of(text, "本院二审查明"), "facts:second");
  EXPECT_EQ(tag_of(text, "合同无效"), "reasoning:second");
  EXPECT_EQ(tag_of(text, "驳回甲公司的诉讼请求"), "disposition:second");
  EXPECT_EQ(tag_of(text, "甲公司申请再审称"), "claims:this");
  EXPECT_EQ(tag_of(text, "本院再审查明"), "facts:this");
  EXPECT_EQ(tag_of(text, "本院再审认为"), "reasoning:this");
}

TEST(Civil, WhatAPartyFoundOutIsNoFindingWhereTheCourtsFollow) {
  const std::string text = replaced(kLoan, "到期后甲某多次催要未果。",
                                    "到期后甲某多次催要未果。\n经查实，丙某已将房屋转让。");
  EXPECT_EQ(tag_of(text, "经查实"), "claims:this");
  EXPECT_EQ(tag_of(text, "甲某围绕诉讼请求"), "evidence:this");
}

TEST(Civil, ANumberedPointOfAPleadingGoesOnWithIt) {
  const std::string text =
      replaced(kLoan, "到期后甲某多次催要未果。",
               "到期后甲某多次催要未果。\n（1）方案由对方起草，上述方案从未提交甲某，"
               "甲某对此未提出意见。\n（2）款项已付。");
  EXPECT_EQ(tag_of(text, "（1）方案由对方起草"), "claims:this");
  EXPECT_THAT(tags(text), Contains("defence:this"));
}

// Processor seconds of reading `text`, the least of two.
double seconds(const std::string& text) {
  double least = std::numeric_limits<double>::max();
  for (int i = 0; i < 2; ++i) {
    const std::clock_t begin = std::clock();
    for (const Section& section : read_structure(text).sections) {
      EXPECT_FALSE(sentences(text, section.span).empty());
    }
    const auto ticks = static_cast<double>(std::clock() - begin);
    least = std::min(least, ticks / CLOCKS_PER_SEC);
  }
  return least;
}

std::string repeated(std::string_view words, std::size_t times) {
  std::string out = "甲市人民法院\n民事判决书\n（2020）甲0101民初1号\n原告：乙。\n被告：丙。\n";
  for (std::size_t i = 0; i < times; ++i) out += words;
  return out;
}

// A quadratic reader would take sixteen times as long for a text that is four times as long.
TEST(Hostile, TimeGrowsWithTheLength) {
  constexpr std::size_t kBytes = 120'000;
  for (const std::string_view words :
       {"某", "x", " ", "　", "（", "《", "“", "判 ", "∶", "法院", "本院认为", "（以下简称",
        "依照，", "一、", "甲某某某某某某某某某某某某某某某某某某某某某某某某某某某\n",
        "1、货款。\n", "本院认为，依照《法》第一条，判决如下：\n", "被告：丁，男。\n"}) {
    const double one = seconds(repeated(words, kBytes / 4 / words.size()));
    const double four = seconds(repeated(words, kBytes / words.size()));
    constexpr double kTick = 0.01;  // what is shorter tells nothing
    EXPECT_LT(four, 10 * one + kTick) << words;
  }
}

}  // namespace
}  // namespace proviso::segmenter
