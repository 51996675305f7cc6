// Sums worked out in words, what is told of each accused, of offices and of appeals, and what is
// told twice: each error beside a twin that is none. All documents are invented.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tasks/checks/accused.h"
#include "tasks/checks/appeal_form.h"
#include "tasks/checks/caught.h"
#include "tasks/checks/formula.h"
#include "tasks/checks/length_of_time.h"
#include "tasks/checks/office_acts.h"
#include "tasks/checks/particulars.h"
#include "tasks/checks/reckoned.h"
#include "tasks/checks/remainder.h"
#include "tasks/checks/retold.h"
#include "tasks/checks/told_things.h"
#include "tasks/checks/unknown_party.h"
#include "tests/tasks/told.h"

namespace proviso::tasks {
namespace {

using segmenter::Tag;
using std::string_view;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Invented facts(string_view words) {
  Invented judgment;
  judgment.facts(words);
  return judgment;
}

Invented reasoned(string_view words) {
  Invented judgment;
  judgment.reasoning(words);
  return judgment;
}

Invented criminal() {
  Invented judgment;
  judgment.structure.kind = segmenter::Kind::kZhCriminal;
  return judgment;
}

std::string with(string_view words, string_view what) {
  std::string said(words);
  const std::size_t at = said.find("{}");
  return said.replace(at, 2, what);
}

TEST(Reckoned, AShareInWordsIsSoMuchOfItsSum) {
  const auto of = [](string_view part) {
    return told(check_reckoned, reasoned(with("评估费3600元，由许某承担70%即{}。", part)));
  };
  EXPECT_THAT(of("2520元"), IsEmpty());
  EXPECT_THAT(of("2250元"), ElementsAre("2250元"));
  // 许某 bears the rest of what is named: no share of 70%.
  EXPECT_THAT(told(check_reckoned, reasoned("损失45000元，扣除许某自负30%，赔偿31500元。")),
              IsEmpty());
}

TEST(Reckoned, ByAnotherShareOfTheDocumentItIsNoShare) {
  EXPECT_THAT(
      told(check_reckoned, reasoned("许某负60%的责任。余下52000元，由保险公司按50%赔偿31200元。")),
      ElementsAre("31200元"));
  EXPECT_THAT(
      told(check_reckoned, reasoned("许某负60%的责任。余下52000元，由保险公司按60%赔偿31200元。")),
      IsEmpty());
}

TEST(Reckoned, WhatIsLeftBehindADeduction) {
  const auto of = [](string_view left) {
    return told(
        check_reckoned,
        reasoned(with("商铺价值930000元，扣除未还贷款310000元，净值为{}，由双方各半分割。", left)));
  };
  EXPECT_THAT(of("620000元"), IsEmpty());
  EXPECT_THAT(of("640000元"), ElementsAre("640000元"));
  EXPECT_THAT(told(check_reckoned,
                   reasoned("商铺价值930000元，扣除未还贷款及利息310000元，净值为640000元。")),
              IsEmpty());
}

TEST(Reckoned, HalfOfWhatIsShared) {
  const auto of = [](string_view half) {
    return told(
        check_reckoned,
        reasoned(with("该商铺净值为620000元，由双方各半分割，归郝某所有，郝某给付仇某折价款{}。",
                      half)));
  };
  EXPECT_THAT(of("310000元"), IsEmpty());
  EXPECT_THAT(of("330000元"), ElementsAre("330000元"));
  EXPECT_THAT(told(check_reckoned,
                   reasoned("该商铺净值为620000元，本应各半分割，考虑到照顾子女，郝某给付仇某"
                            "折价款330000元。")),
              IsEmpty());
}

TEST(Reckoned, ATotalOfHeadsThatAreNamed) {
  const auto of = [](string_view total) {
    Invented judgment;
    judgment.reasoning("1.护理费8640元；")
        .reasoning("2.误工费21375元；")
        .reasoning("3.交通费500元。")
        .reasoning(with("护理费、误工费、交通费合计{}，在限额内赔偿。", total));
    return told(check_reckoned, judgment);
  };
  EXPECT_THAT(of("30515元"), IsEmpty());
  EXPECT_THAT(of("35015元"), ElementsAre("35015元"));
  // What was paid is another matter.
  Invented paid;
  paid.reasoning("1.护理费8640元；")
      .reasoning("2.误工费21375元。")
      .reasoning("许某已垫付护理费、误工费合计30051元。");
  EXPECT_THAT(told(check_reckoned, paid), IsEmpty());
}

TEST(Reckoned, WhatIsSaidToBeLeftFitsWhatWasPaid) {
  const auto of = [](string_view left) {
    Invented judgment;
    judgment.claims({"1.判令被告支付货款537600元。"})
        .facts("货款总额为812600元。")
        .facts(with("冠驰公司共支付275000元，尚欠{}。", left))
        .reasoning("冠驰公司应当支付货款537600元。");
    return told(check_reckoned, judgment);
  };
  EXPECT_THAT(of("537600元"), IsEmpty());
  EXPECT_THAT(of("573600元"), ElementsAre("573600元"));
}

TEST(Reckoned, PaymentsOneByOneMakeTheirTotal) {
  const auto of = [](string_view second) {
    Invented judgment;
    judgment
        .facts(with("2020年3月1日，冠驰公司支付定金60000元。2020年5月9日，冠驰公司支付货款{}"
                    "。至此，冠驰公司共支付"
                    "190000元。",
                    second))
        .reasoning("扣除已付的190000元。");
    return told(check_reckoned, judgment);
  };
  EXPECT_THAT(of("130000元"), IsEmpty());
  EXPECT_THAT(of("150000元"), ElementsAre("190000元"));
}

TEST(Reckoned, TwoPartsOfOneSum) {
  const auto of = [](string_view interest) {
    return told(check_reckoned,
                facts(with("鲍某还款95000元，双方确认其中80000元为本金，{}为利息。", interest)));
  };
  EXPECT_THAT(of("15000元"), IsEmpty());
  EXPECT_THAT(of("13000元"), ElementsAre("95000元"));
}

TEST(Reckoned, NoMoreIsSharedThanWasGot) {
  const auto of = [](string_view second) {
    return told(
        check_reckoned,
        facts(with("鲍某、戚某以5000元的价格将手机卖给他人。鲍某分得赃款3000元，戚某分得赃款{}。",
                   second)));
  };
  EXPECT_THAT(of("2000元"), IsEmpty());
  EXPECT_THAT(of("1500元"), IsEmpty()) << "they may have spent the rest";
  EXPECT_THAT(of("2800元"), SizeIs(1));
}

TEST(Reckoned, ThingsTakenInAllAreThoseOfTheDeeds) {
  const auto of = [](string_view number) {
    return told(
        check_reckoned,
        facts(with("1.鲍某盗走燃油助力车一辆。\n2.鲍某盗走燃油助力车两辆。\n综上，鲍某盗窃二次，"
                   "盗得燃油助力车{}辆，价值共计9000元。",
                   number)));
  };
  EXPECT_THAT(of("三"), IsEmpty());
  EXPECT_THAT(of("四"), ElementsAre("燃油助力车四辆"));
}

TEST(Formula, AnOperandThatThisCourtTellsOtherwise) {
  const auto of = [](string_view months) {
    Invented judgment;
    judgment.claims({"1.判令原告无需支付赔偿金60000元。"})
        .facts("何某月平均工资为5000元，计算年限为6个月。")
        .reasoning(with("赔偿金为60000元（5000元×{}×2倍）。", months));
    return told(check_formula, judgment);
  };
  EXPECT_THAT(of("6个月"), IsEmpty());
  EXPECT_THAT(of("7个月"), ElementsAre("60000元"));
}

TEST(Formula, IsHeldToWhatIsAskedOnlyWhereItIsAsked) {
  const auto of = [](string_view claim) {
    Invented judgment;
    judgment.claims({claim}).reasoning("补偿金为33000元（5500元×7个月）。");
    return told(check_formula, judgment);
  };
  EXPECT_THAT(of("1.判令被告支付补偿金33000元。"), IsEmpty());
  EXPECT_THAT(of("1.判令原告无需支付补偿金33000元。"), ElementsAre("33000元"));
}

Invented two_accused() {
  Invented judgment = criminal();
  judgment.head({{"被告人", "鲍延"}, {"被告人", "戚芸"}});
  return judgment;
}

TEST(Accused, AreConvictedOfWhatTheReasonsFindInThem) {
  const auto of = [](string_view second) {
    Invented judgment = two_accused();
    judgment
        .reasoning(
            "被告人鲍延秘密窃取他人财物，其行为已构成盗窃罪；被告人戚芸明知是赃物而收购，其行为已构"
            "成掩饰、隐瞒"
            "犯罪所得罪。")
        .disposition({"一、被告人鲍延犯盗窃罪，判处有期徒刑一年；",
                      with("二、被告人戚芸犯{}罪，判处拘役四个月。", second)});
    return told(check_accused, judgment);
  };
  EXPECT_THAT(of("掩饰、隐瞒犯罪所得"), IsEmpty());
  EXPECT_THAT(of("盗窃"), SizeIs(1));
}

TEST(Accused, MayBeFoundGuiltyOfMoreThanOneCrime) {
  Invented judgment = two_accused();
  judgment
      .reasoning(
          "被告人鲍延收受贿赂，其行为已构成受贿罪；还滥用职权，其行为已构成滥用职权罪。被告人戚芸犯"
          "行贿罪。")
      .disposition({"一、被告人鲍延犯滥用职权罪，判处有期徒刑一年；犯受贿罪，判处有期徒刑三年。",
                    "二、被告人戚芸犯行贿罪，判处拘役四个月。"});
  EXPECT_THAT(told(check_accused, judgment), IsEmpty());
}

TEST(Accused, IsNoRecidivistOnTheRecordOfAnother) {
  const auto of = [](string_view who) {
    Invented judgment = criminal();
    const string_view head =
        "被告人鲍延，2016年4月因犯抢夺罪被判处有期徒刑二年，2018年3月5日刑满释放。\n被告人戚芸，务"
        "工。\n";
    judgment.part(Tag::kParties, head);
    for (const string_view name : {"鲍延", "戚芸"}) {
      segmenter::Party party;
      party.name = name;
      party.roles = {"被告人"};
      const std::size_t at = judgment.text.find(name);
      party.span = {at, at + name.size()};
      judgment.structure.parties.push_back(party);
    }
    judgment.reasoning(with("{}刑罚执行完毕后五年以内再犯罪，系累犯，应当从重处罚。", who));
    return told(check_accused, judgment);
  };
  EXPECT_THAT(of("鲍延"), IsEmpty());
  EXPECT_THAT(of("戚芸"), SizeIs(1));
}

TEST(Accused, AreNotReleasedBeforeTheyAreSentenced) {
  const auto of = [](string_view day) {
    Invented judgment = criminal();
    judgment.part(Tag::kParties,
                  with("被告人鲍延，2016年4月因犯抢夺罪被判处有期徒刑二年，{}刑满释放。", day));
    return told(check_accused, judgment);
  };
  EXPECT_THAT(of("2018年3月5日"), IsEmpty());
  EXPECT_THAT(of("2016年4月28日"), IsEmpty()) << "in the month of the sentence";
  EXPECT_THAT(of("2015年3月5日"), ElementsAre("2015年3月5日刑满释放"));
}

TEST(Accused, ACircumstanceThatMitigatesIsNoReasonForMore) {
  const auto of = [](string_view verdict) {
    Invented judgment = criminal();
    judgment.reasoning(with("戚芸在犯罪中起辅助作用，系从犯，{}。", verdict));
    return told(check_accused, judgment);
  };
  EXPECT_THAT(of("依法应当从轻处罚"), IsEmpty());
  EXPECT_THAT(of("但系累犯，应当从重处罚"), IsEmpty());
  EXPECT_THAT(of("依法应当从重处罚"), ElementsAre("依法应当从重处罚"));
}

TEST(Caught, TheReasonsTellAsTheFindingsDo) {
  const auto of = [](string_view found, string_view reason) {
    Invented judgment = two_accused();
    judgment.facts(found).reasoning(reason);
    return told(check_caught, judgment);
  };
  constexpr string_view kCame = "戚芸主动投案，如实供述。";
  constexpr string_view kTaken = "鲍延、戚芸在旅馆内被抓获。";
  EXPECT_THAT(of(kCame, "戚芸自动投案，系自首。"), IsEmpty());
  EXPECT_THAT(of(kCame, "戚芸被抓获归案，可以从轻处罚。"), SizeIs(1));
  EXPECT_THAT(of(kTaken, "戚芸自动投案，系自首。"), SizeIs(1));
  EXPECT_THAT(of("鲍延被抓获。戚芸主动投案。", "戚芸自动投案，系自首。"), IsEmpty());
}

Invented administrative() {
  Invented judgment;
  judgment.structure.kind = segmenter::Kind::kZhAdministrative;
  return judgment;
}

TEST(OfficeActs, AShelfLifeEndsWhereItsMonthsDo) {
  const auto of = [](string_view day) {
    return told(check_office_acts,
                facts(with("标签载明生产日期为2019年6月10日，保质期九个月，已于{}到期。", day)));
  };
  EXPECT_THAT(of("2020年3月10日"), IsEmpty());
  EXPECT_THAT(of("2020年3月9日"), IsEmpty());
  EXPECT_THAT(of("2020年5月9日"), ElementsAre("2020年5月9日"));
}

TEST(OfficeActs, AReviewIsAcceptedWhenItWasAskedFor) {
  const auto of = [](string_view day) {
    Invented judgment = administrative();
    judgment.facts(with("味丰公司于2020年8月20日申请行政复议。市政府于{}受理。", day));
    return told(check_office_acts, judgment);
  };
  EXPECT_THAT(of("2020年8月24日"), IsEmpty());
  EXPECT_THAT(of("2020年8月2日"), SizeIs(1));
}

TEST(OfficeActs, ADecisionIsServedWhenItWasMade) {
  const auto of = [](string_view day) {
    Invented judgment = administrative();
    judgment.facts(with("2020年7月16日，区城管局作出行政处罚决定，于{}送达味丰公司。", day));
    return told(check_office_acts, judgment);
  };
  EXPECT_THAT(of("2020年7月18日"), IsEmpty());
  EXPECT_THAT(of("2020年7月6日"), SizeIs(1));
}

TEST(OfficeActs, AFineIsToldAlikeOfOneDecision) {
  const auto of = [](string_view reason) {
    Invented judgment = administrative();
    judgment.part(Tag::kProcedure, "区城管局决定罚款24000元。")
        .facts("区城管局对味丰公司罚款24000元。")
        .reasoning(reason);
    return told(check_office_acts, judgment);
  };
  EXPECT_THAT(of("罚款24000元并无不当。"), IsEmpty());
  EXPECT_THAT(of("罚款9000元并无不当。"), IsEmpty()) << "no slip of the hand: another fine";
  EXPECT_THAT(of("罚款42000元并无不当。"), SizeIs(1));
  EXPECT_THAT(of("该局原拟罚款42000元，听证后减轻。"), IsEmpty());
}

TEST(OfficeActs, TheClaimsNameTheDecisionThereIs) {
  const auto of = [](string_view claim) {
    Invented judgment = administrative();
    judgment.claims({claim})
        .facts("市政府作出江政复决〔2020〕31号行政复议决定。")
        .reasoning("江政复决〔2020〕31号行政复议决定程序合法。");
    return told(check_office_acts, judgment);
  };
  EXPECT_THAT(of("1.撤销江政复决〔2020〕31号行政复议决定。"), IsEmpty());
  EXPECT_THAT(of("1.撤销江政复决〔2020〕13号行政复议决定。"), SizeIs(1));
}

Invented appeal(string_view basis, std::vector<string_view> order) {
  Invented judgment;
  judgment.structure.instance = "second";
  judgment.part(Tag::kBasis, basis).disposition(order);
  return judgment;
}

TEST(AppealForm, TheItemCitedDoesWhatTheOrderDoes) {
  const auto of = [](string_view item, std::vector<string_view> order) {
    return told(
        check_appeal_form,
        appeal(with("依照《中华人民共和国民事诉讼法》第一百七十七条第一款第{}项规定，判决如下：",
                    item),
               std::move(order)));
  };
  const std::vector<string_view> affirms{"驳回上诉，维持原判。"};
  const std::vector<string_view> changes{"一、撤销江海县人民法院（2021）江0101民初8号民事判决；"};
  EXPECT_THAT(of("一", affirms), IsEmpty());
  EXPECT_THAT(of("二", changes), IsEmpty());
  EXPECT_THAT(of("一", changes), SizeIs(1));
  EXPECT_THAT(of("二", affirms), SizeIs(1));
  EXPECT_THAT(of("一项、第二", changes), IsEmpty()) << "both are cited";
}

TEST(AppealForm, SomebodyWasSuedBelow) {
  const auto of = [](string_view side, string_view more) {
    Invented judgment;
    judgment.structure.instance = "second";
    judgment.part(
        Tag::kParties,
        with("上诉人（原审原告）：郝某。\n被上诉人（原审{}）：仇某。\n", side) + std::string(more));
    segmenter::Party one;
    one.name = "郝某";
    one.roles = {"上诉人", "原审原告"};
    one.span = {judgment.text.find("郝某"), judgment.text.find("郝某") + one.name.size()};
    segmenter::Party other;
    other.name = "仇某";
    other.roles = {"被上诉人", "原审" + std::string(side)};
    other.span = {judgment.text.find("仇某"), judgment.text.find("仇某") + other.name.size()};
    judgment.structure.parties = {one, other};
    return told(check_appeal_form, judgment);
  };
  EXPECT_THAT(of("被告", ""), IsEmpty());
  EXPECT_THAT(of("原告", ""), ElementsAre("仇某"));
  EXPECT_THAT(of("原告", "原审被告：申某。\n"), IsEmpty());
}

TEST(AppealForm, AFinalJudgmentGrantsNoAppeal) {
  const auto of = [](string_view number) {
    Invented judgment;
    judgment.structure.instance = "second";
    judgment.structure.case_number = number;
    judgment.part(Tag::kCaseNumber, number)
        .part(Tag::kNotice, "如不服本判决，可以在十五日内递交上诉状，上诉于江海省高级人民法院。");
    return told(check_appeal_form, judgment);
  };
  EXPECT_THAT(of("（2021）江01民终77号"), SizeIs(1));
  EXPECT_THAT(of("（2021）江01民初77号"), IsEmpty());
}

TEST(Retold, TheSameWordsLeadToTheSameLength) {
  const auto of = [](string_view reason) {
    return told(check_retold, judged("双方约定，数量短少应当自开箱之时起10日内通知对方。", reason,
                                     "驳回诉讼请求。"));
  };
  EXPECT_THAT(of("合同约定数量短少应当自开箱之时起10日内通知对方，被告逾期。"), IsEmpty());
  EXPECT_THAT(of("合同约定数量短少应当自开箱之时起20日内通知对方，被告逾期。"), SizeIs(1));
  EXPECT_THAT(of("被告主张数量短少应当自开箱之时起20日内通知对方。"), IsEmpty());
  EXPECT_THAT(of("法律规定数量短少应当自开箱之时起20日内通知对方。"), IsEmpty());
}

TEST(Retold, TheRateThatWasAgreedOn) {
  const auto of = [](string_view rate) {
    Invented judgment;
    judgment.claims({"1.判令被告按年利率9%支付利息。"})
        .facts("借条载明年利率9%。")
        .reasoning(with("双方约定的年利率{}不超过法定上限。", rate))
        .disposition({"一、被告按年利率9%支付利息。"});
    return told(check_retold, judgment);
  };
  EXPECT_THAT(of("9%"), IsEmpty());
  EXPECT_THAT(of("13%"), ElementsAre("13%"));
}

TEST(Retold, TheYearForWhichIsPaid) {
  const auto of = [](string_view year) {
    Invented judgment;
    judgment.facts("仲裁裁决支付2020年度未休年休假工资。何某2020年度应休5天。")
        .reasoning("何某2020年度有5天未休。")
        .disposition({with("一、被告支付原告{}年度未休年休假工资。", year)});
    return told(check_retold, judgment);
  };
  EXPECT_THAT(of("2020"), IsEmpty());
  EXPECT_THAT(of("2019"), ElementsAre("2019年度"));
}

TEST(Retold, YearsOfServiceRunFromTheDayOfHiring) {
  const auto of = [](string_view day) {
    return told(
        check_retold,
        facts(with("何某于{}入职。2021年8月16日，公司向何某发出通知解除劳动合同。何某的工作年限为"
                   "四年三个月。",
                   day)));
  };
  EXPECT_THAT(of("2017年5月8日"), IsEmpty());
  EXPECT_THAT(of("2019年5月8日"), ElementsAre("四年三个月"));
}

TEST(ToldThings, APlateWithNeighboursExchanged) {
  const auto of = [](string_view plate) {
    return told(check_told_things,
                facts(with("许某驾驶江B6T418号轿车。肇事的{}号轿车投保了交强险。", plate)));
  };
  EXPECT_THAT(of("江B6T418"), IsEmpty());
  EXPECT_THAT(of("江B6T419"), IsEmpty()) << "a second car of the fleet";
  EXPECT_THAT(of("江B6T481"), ElementsAre("江B6T481"));
}

TEST(Particulars, DaysOfCareBesideAsManyDaysOfFood) {
  const auto of = [](string_view days) {
    return told(check_particulars,
                judged(with("鉴定意见：护理期{}日，营养期45日。", days),
                       "1.营养费1350元（30元/天×45天）；\n2.护理费5400元（120元/天×45天）。",
                       "驳回诉讼请求。"));
  };
  EXPECT_THAT(of("45"), IsEmpty());
  EXPECT_THAT(of("75"), SizeIs(1));
}

TEST(LengthOfTime, OfOneStayToldBehindItsHospital) {
  const auto of = [](string_view days) {
    return told(
        check_length_of_time,
        facts(with("许某被送往江海市医院住院治疗，自2020年2月1日至2020年2月25日，共住院{}天。",
                   days)));
  };
  EXPECT_THAT(of("24"), IsEmpty());
  EXPECT_THAT(of("20"), SizeIs(1));
}

TEST(UnknownParty, AnotherGivenNameOfTwoCharacters) {
  const auto of = [](string_view name) {
    Invented judgment;
    judgment.head({{"原告", "林晓波"}, {"被告", "郝兰"}, {"被告", "郑国庆"}})
        .facts("林晓波向郝兰、郑国庆出借30000元。")
        .disposition(
            {with("一、被告郑国庆、{}于本判决生效之日起十日内归还原告林晓波30000元。", name)});
    return told(check_unknown_party, judgment);
  };
  EXPECT_THAT(of("郝兰"), IsEmpty());
  EXPECT_THAT(of("郝梅"), SizeIs(1));
}

TEST(Remainder, OfWhatWasPaidInFullWords) {
  const auto of = [](string_view paid) {
    Invented judgment;
    judgment.claims({"1.判令被告支付工程款264000元。"})
        .facts(with("工程总价款为984000元。冠驰公司已经支付{}，尚欠264000元。", paid))
        .reasoning("冠驰公司应当支付264000元。");
    return told(check_remainder, judgment);
  };
  EXPECT_THAT(of("720000元"), IsEmpty());
  EXPECT_THAT(of("710000元"), SizeIs(1));
}

}  // namespace
}  // namespace proviso::tasks
