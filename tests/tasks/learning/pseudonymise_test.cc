// All names below are invented.
#include "tasks/learning/pseudonymise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "tasks/learning/personal_names.h"

namespace proviso::tasks {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;

constexpr std::string_view kJudgment =
    "青石县人民法院\n民事判决书\n（2020）青0101民初7号\n"
    "原告：沈砚秋，女，1980年1月2日出生，汉族，住青石县。\n"
    "委托诉讼代理人：邱映雪，青石律师事务所律师。\n"
    "被告（反诉原告）：欧阳牧野，男，汉族。\n"
    "被告：青石县砚秋建材有限公司，住所地青石县。\n"
    "法定代表人：沈砚，该公司经理。\n"
    "第三人：迪丽努尔·艾山江，女，维吾尔族。\n"
    "原告沈砚秋与被告欧阳牧野民间借贷纠纷一案，本院立案后公开开庭进行了审理。本案现已审理终结。\n"
    "沈砚秋向本院提出诉讼请求：1.欧阳牧野归还借款5万元。证人孟听澜证实借款经过。\n"
    "被告辩称，原告方面所述不实，李某、王某甲均不在场。\n"
    "审　判　长　　谭　砺\n审判员鲁望舒\n人民陪审员 卓 远山\n二〇二〇年五月六日\n书记员严霁\n";

std::vector<std::string> originals(const Pseudonymised& result) {
  std::vector<std::string> names;
  for (const ReplacedName& name : result.names) names.push_back(name.original);
  return names;
}

TEST(Pseudonymise, FindsPartiesLawyersBenchAndWitnesses) {
  EXPECT_THAT(originals(pseudonymise(kJudgment, 1)),
              IsSupersetOf({"沈砚秋", "邱映雪", "欧阳牧野", "沈砚", "迪丽努尔·艾山江", "孟听澜",
                            "谭砺", "鲁望舒", "卓远山", "严霁"}));
}

TEST(Pseudonymise, NoReplacedNameSurvives) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Pseudonymised result = pseudonymise(kJudgment, seed);
    for (const ReplacedName& name : result.names) {
      EXPECT_THAT(result.text, Not(HasSubstr(name.original))) << "seed " << seed;
    }
    EXPECT_THAT(result.text, Not(HasSubstr("谭　砺"))) << "a letter-spaced signature";
  }
}

TEST(Pseudonymise, AStandInHasTheSameShape) {
  for (const ReplacedName& name : pseudonymise(kJudgment, 3).names) {
    const std::u32string from = to_code_points(name.original), to = to_code_points(name.invented);
    EXPECT_EQ(from.size(), to.size()) << name.original << " " << name.invented;
    EXPECT_EQ(from.find(U'·'), to.find(U'·'));
    EXPECT_EQ(from.find(U'　'), to.find(U'　'));
    if (from.find_first_of(U"· 　") == std::u32string::npos) {
      EXPECT_EQ(surname_length(from), surname_length(to)) << name.original << " " << name.invented;
    }
  }
}

TEST(Pseudonymise, ANameStaysTheSamePersonThroughoutTheDocument) {
  const Pseudonymised result = pseudonymise(kJudgment, 5);
  std::map<std::string, std::string> invented;
  for (const ReplacedName& name : result.names) invented[name.original] = name.invented;
  EXPECT_THAT(result.text, HasSubstr("原告：" + invented["沈砚秋"] + "，"));
  EXPECT_THAT(result.text, HasSubstr("原告" + invented["沈砚秋"] + "与被告" + invented["欧阳牧野"] +
                                     "民间借贷"));
  EXPECT_THAT(result.text, HasSubstr("\n" + invented["沈砚秋"] + "向本院提出诉讼请求"));
  // Equal surnames stay equal: the reader may take two of one family for one family.
  EXPECT_EQ(to_code_points(invented["沈砚秋"])[0], to_code_points(invented["沈砚"])[0]);
}

TEST(Pseudonymise, MasksCompaniesAndOrdinaryWordsStay) {
  const std::string text = pseudonymise(kJudgment, 1).text;
  for (const char* kept :
       {"李某、王某甲均不在场", "原告方面所述不实", "青石县人民法院", "青石律师事务所律师",
        "维吾尔族", "公开开庭进行了审理", "二〇二〇年五月六日"})
    EXPECT_THAT(text, HasSubstr(kept));
  const std::string masked =
      "原告：张某，男。\n被告：李××，女。\n审判员 王某某\n原告张某甲与被告李××离婚纠纷一案。";
  EXPECT_EQ(pseudonymise(masked, 1).text, masked);
}

TEST(Pseudonymise, ACompanyThatBearsAFoundNameLosesIt) {
  const std::string text =
      pseudonymise("被告：夏知微，男。\n被告：夏知微服装店，经营者夏知微。", 1).text;
  EXPECT_THAT(text, Not(HasSubstr("夏知微")));
  EXPECT_THAT(text, HasSubstr("服装店"));
}

TEST(Pseudonymise, ListsOfPersonsAreReadToTheirEnd) {
  EXPECT_THAT(
      originals(pseudonymise(
          "被告人的辩护人祝青禾（实习）、段云起到庭参加诉讼。股东贺兰亭、苗若水和石敢当签名。", 1)),
      IsSupersetOf({"祝青禾", "段云起", "贺兰亭", "苗若水", "石敢当"}));
}

TEST(Pseudonymise, TheShorterReadingWinsWhereTheDocumentKnowsIt) {
  // 返 may end a name or begin 返还.
  EXPECT_THAT(originals(pseudonymise("原告叶舟。\n原告叶舟返还货款。\n叶舟称", 1)),
              Contains("叶舟"));
  EXPECT_THAT(originals(pseudonymise("原告叶舟向本院起诉。", 1)), Contains("叶舟"));
}

TEST(Pseudonymise, SameTextAndSeedGiveTheSameResult) {
  EXPECT_EQ(pseudonymise(kJudgment, 9).text, pseudonymise(kJudgment, 9).text);
  EXPECT_NE(pseudonymise(kJudgment, 9).text, pseudonymise(kJudgment, 10).text);
}

TEST(Pseudonymise, SignatoriesOfEnglishContractsAreReplaced) {
  const Pseudonymised result = pseudonymise(
      "Attention: General Counsel\nBy: /s/ Quillon Farthing\nName: Quillon Farthing\nTitle: "
      "Director\nQuillon Farthing signs.",
      1);
  EXPECT_EQ(originals(result), std::vector<std::string>{"Quillon Farthing"});
  EXPECT_THAT(result.text, Not(HasSubstr("Farthing")));
  EXPECT_THAT(result.text, HasSubstr("Attention: General Counsel"));
}

TEST(Pseudonymise, StatutesStayAsTheyAre) {
  const std::string article =
      "第一百四十四条　被告经传票传唤，无正当理由拒不到庭的，可以缺席判决。\n第十条　律师事务所和律"
      "师应当保密。证人应当如实陈述。";
  EXPECT_EQ(pseudonymise(article, 1).text, article);
}

TEST(Pseudonymise, BytesThatAreNoTextComeThroughUnchanged) {
  EXPECT_EQ(pseudonymise("原告\xFF\xC0：", 1).text, "原告\xFF\xC0：");
}

}  // namespace
}  // namespace proviso::tasks
