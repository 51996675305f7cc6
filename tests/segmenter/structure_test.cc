// Single statements about how judgments are cut, each on a few invented lines.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "segmenter/grammar.h"
#include "segmenter/segmenter.h"

namespace proviso::segmenter {
namespace {

using testing::ElementsAre;

std::vector<std::string> tags(std::string_view text) {
  std::vector<std::string> out;
  for (const Section& section : read_structure(text).sections) {
    out.push_back(std::string(name(section.tag)) + ":" + std::string(name(section.level)));
  }
  return out;
}

void expect_sound(std::string_view text) {
  const Structure structure = read_structure(text);
  std::size_t at = 0;
  for (const Section& section : structure.sections) {
    ASSERT_EQ(section.span.start, at);
    ASSERT_GT(section.span.end, section.span.start);
    ASSERT_LE(section.heading.end, text.size());
    at = section.span.end;
    if (at < text.size()) {
      ASSERT_NE(static_cast<unsigned char>(text[at]) & 0xC0, 0x80);
    }
  }
  ASSERT_EQ(at, text.size());
  for (const Item& item : structure.items) {
    const Span section = structure.sections.at(item.section).span;
    ASSERT_LE(section.start, item.span.start);
    // A chapter or part holds several sections.
    if (item.kind != ItemKind::kClause) {
      ASSERT_LE(item.span.end, section.end);
    }
    ASSERT_LE(item.span.end, text.size());
    ASSERT_LT(item.span.start, item.span.end);
  }
}

TEST(Structure, GrammarsAreWellFormed) {
  EXPECT_GT(zh_judgment_grammar().rules.size(), 20u);
  for (const Rule& rule : zh_judgment_grammar().rules) {
    EXPECT_EQ(rule.pattern->get().NumberOfCapturingGroups(), rule.pattern->groups());
    for (const auto& [group, title] : rule.pattern->names())
      EXPECT_EQ(rule.pattern->get().CapturingGroupNames().at(group), title);
    if (rule.gate) {
      EXPECT_TRUE(rule.gate->get().ok());
    }
  }
}

TEST(Structure, GrammarErrorsNameTheRule) {
  EXPECT_THROW(
      parse_grammar(
          R"({"define": {}, "rules": [{"tag": "nonsense", "level": "this", "where": "opener",
                                "pattern": "x"}]})"),
      std::runtime_error);
  EXPECT_THROW(
      parse_grammar(R"({"define": {}, "rules": [{"tag": "facts", "level": "this", "where": "opener",
                                "pattern": "("}]})"),
      std::runtime_error);
}

TEST(Structure, OneParagraphMayHoldReasonsStatutesAndRuling) {
  EXPECT_THAT(
      tags("经审理查明，借款未还。\n本院认为，应当还款。依照《中华人民共和国民法典》第六百七十五条"
           "规定，判决如下：被告偿还"
           "原告借款。案件受理费50元，由被告负担。"),
      ElementsAre("facts:this", "reasoning:this", "basis:this", "disposition:this", "costs:this"));
}

TEST(Structure, RulingQuotedInTheFactsIsNotTheRuling) {
  EXPECT_THAT(tags("经审理查明，另案法院判决如下：驳回起诉。该判决已生效。\n本院认为，应当还款。\n"
                   "依照《中华人民共和国民法典》第六百七十五条规定，判决如下：\n驳回诉讼请求。"),
              ElementsAre("facts:this", "reasoning:this", "basis:this", "disposition:this"));
}

TEST(Structure, WordsInsideQuotationMarksOpenNothing) {
  EXPECT_THAT(tags("经审理查明，合同约定：“争议由法院处理。本院认为，另行约定无效。判决如下：作废。"
                   "”双方签字。\n本院认为，有效。"),
              ElementsAre("facts:this", "reasoning:this"));
}

TEST(Structure, DispositionMayBeginInTheLineBelowTheLeadIn) {
  const std::string text =
      "本院认为，应予支持。依照《中华人民共和国民法典》第一条规定，判决如下：\n一、离婚；\n二、驳回"
      "。\n";
  const Structure structure = read_structure(text);
  ASSERT_EQ(structure.sections.size(), 3u);
  EXPECT_EQ(text[structure.sections[2].span.start - 1], '\n');
  ASSERT_EQ(structure.items.size(), 2u);
  EXPECT_EQ(structure.items[1].number, "二");
}

TEST(Structure, CourtsAreRankedByTheJudgmentsTheyGave) {
  EXPECT_THAT(
      tags("甲省高级人民法院\n民事判决书\n（2022）甲民再5号\n再审申请人（一审原告、二审被上诉人）："
           "张某，男。\n"
           "再审申请人张某因与被申请人李某借款纠纷一案，不服甲市中级人民法院（2021）甲01民终6号民事"
           "判决，向本院申请再审。"
           "本案现已审理终结。\n"
           "张某向甲市乙区人民法院起诉请求：还款。\n甲市乙区人民法院认为，应当还款。\n"
           "李某不服，提起上诉，请求改判。\n甲市中级人民法院认为，已经归还。判决：驳回诉讼请求。\n"
           "本院再审认为，没有归还。\n"),
      ElementsAre("title:this", "case_number:this", "parties:this", "procedure:this",
                  "claims:first", "reasoning:first", "claims:second", "reasoning:second",
                  "disposition:second", "reasoning:this"));
}

TEST(Structure, SecondDocumentInTheFileIsOther) {
  const std::string one =
      "甲市人民法院\n民事判决书\n（2022）甲01民初5号\n原告：张某，男。\n"
      "原告张某诉李某一案，现已审理终结。\n本院认为，应予支持。依照《民法典》第一条规定，判决如下："
      "\n"
      "准予离婚。\n审判员　王某\n二〇二二年一月一日\n";
  EXPECT_EQ(tags(one + one).back(), "other:other");
  EXPECT_EQ(tags(one).back(), "signature:this");
}

TEST(Structure, UnknownTextIsOther) {
  EXPECT_THAT(tags("通知：明日停水。"), ElementsAre("other:this"));
  EXPECT_THAT(tags("This Agreement is made between A and B."), ElementsAre("other:this"));
  EXPECT_TRUE(read_structure("").sections.empty());
}

TEST(Structure, KindAndInstanceComeFromTitleAndNumber) {
  const auto kind_of = [](std::string_view title, std::string_view number) {
    const std::string text =
        "甲市人民法院\n" + std::string(title) + "\n" + std::string(number) + "\n正文。\n";
    const Structure structure = read_structure(text);
    return std::string(name(structure.kind)) + " " + structure.instance;
  };
  EXPECT_EQ(kind_of("民事判决书", "（2022）甲01民初5号"), "zh_civil first");
  EXPECT_EQ(kind_of("民 事 判 决 书", "（2022）甲01民终5号"), "zh_civil second");
  EXPECT_EQ(kind_of("民事裁定书", "（2022）甲民申5号"), "zh_civil retrial_review");
  EXPECT_EQ(kind_of("民事判决书", "（2022）甲民再5号"), "zh_civil retrial");
  EXPECT_EQ(kind_of("刑事附带民事判决书", "（2022）甲01刑初5号"), "zh_criminal first");
  EXPECT_EQ(kind_of("行政判决书", "（2022）甲01行终5号"), "zh_administrative second");
  EXPECT_EQ(kind_of("执行裁定书", "（2022）甲01执5号"), "zh_enforcement ");
  EXPECT_EQ(kind_of("民事调解书", "（2022）甲01民初5号"), "zh_mediation first");
  EXPECT_EQ(kind_of("民事判决书", "（2007）甲民初字第399号"), "zh_civil first");
}

TEST(Structure, IsSoundForShuffledLines) {
  const std::vector<std::string> lines{"甲市人民法院",
                                       "民事判决书",
                                       "（2022）甲01民终5号",
                                       "上诉人（原审被告）：张某，男。",
                                       "本案现已审理终结。",
                                       "张某上诉请求：1.撤销；2.改判。",
                                       "李某辩称，不同意。",
                                       "李某向一审法院起诉请求：还款。",
                                       "一审法院认定事实：未还。",
                                       "一审法院认为，应还。",
                                       "一审法院判决：一、还款；二、驳回。",
                                       "“未完的引文。",
                                       "经审理查明，属实。",
                                       "本院认为，成立。",
                                       "依照《民法典》第一条规定，判决如下：",
                                       "一、还款；",
                                       "案件受理费50元，由张某负担。",
                                       "本判决为终审判决。",
                                       "审判长 王某",
                                       "二〇二二年一月一日",
                                       "附：法条",
                                       "",
                                       " ",
                                       "①",
                                       "😀"};
  std::mt19937 random(3);
  for (int round = 0; round < 400; ++round) {
    std::string text;
    const std::size_t count = random() % 25;
    for (std::size_t i = 0; i < count; ++i)
      text += lines[random() % lines.size()] + (random() % 4 ? "\n" : "");
    if (!text.empty()) expect_sound(text);
  }
}

TEST(Structure, ACopyWithoutLineEndsIsReadSentenceBySentence) {
  std::string text =
      "被上诉人（原审原告）：甲公司，住所地某省丙市。上诉人乙公司因与被上诉人甲公司买卖合同纠纷一案"
      "，"
      "向本院提起上诉。本案现已审理终结。甲公司向一审法院起诉请求：乙公司支付货款100万元。一审法院"
      "认定事实：";
  while (text.size() < 7000) text += "甲公司向乙公司交付货物，乙公司在送货单上签字确认。";
  const std::size_t reasons = text.size();
  text += "一审法院认为，乙公司应当支付货款。乙公司上诉请求：撤销一审判决。";
  const std::size_t answer = text.size();
  text +=
      "甲公司辩称，一审判决正确。本院认为，一审判决正确。依照《民事诉讼法》第一条规定，判决如下：";
  text += "驳回上诉，维持原判。";
  const Structure structure = read_structure(text);
  const Section& below = structure.sections[section_at(structure, reasons)];
  EXPECT_EQ(below.tag, Tag::kReasoning);
  EXPECT_EQ(below.level, Level::kFirst);
  EXPECT_EQ(below.span.start, reasons);
  EXPECT_EQ(structure.sections[section_at(structure, answer)].tag, Tag::kDefence);
  EXPECT_EQ(structure.sections.back().tag, Tag::kDisposition);
}

TEST(Structure, SectionAtFindsTheSectionOfAnOffset) {
  const std::string text = "经审理查明，属实。\n本院认为，成立。";
  const Structure structure = read_structure(text);
  EXPECT_EQ(section_at(structure, 0), 0u);
  EXPECT_EQ(section_at(structure, text.find("本院认为") - 1), 0u);
  EXPECT_EQ(section_at(structure, text.find("本院认为")), 1u);
  EXPECT_EQ(section_at(structure, text.size()), 1u);
}

}  // namespace
}  // namespace proviso::segmenter
