#include "tasks/evidence.h"

#include <gtest/gtest.h>

#include "invented.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;

Span span_of(const std::string& text, std::string_view words) {
  const std::size_t at = text.rfind(words);
  return {at, at + words.size()};
}

// Two findings long enough to be passages of their own.
struct Sale : Invented {
  Sale() {
    std::string delivery = "经审理查明，甲公司于2019年3月5日交付钢材。";
    std::string rent = "双方另有租赁，乙公司欠付租金78600元。";
    while (delivery.size() < 1500) delivery += "钢材的规格和数量由双方在仓库清点。";
    while (rent.size() < 1500) rent += "厂房由乙公司用于存放机器设备。";
    head({{"原告", "江海甲公司"}, {"被告", "江海乙公司"}});
    part(Tag::kFacts, delivery).part(Tag::kFacts, rent);
    reasoning("本院认为，乙公司应当付清租金。");
  }
};

TEST(Evidence, IsTheFindingThatHasTheOrderedSum) {
  Sale sale;
  sale.disposition({"一、被告给付原告租金78600元。"});
  const EvidenceIndex index(sale.text, sale.structure);
  ASSERT_EQ(index.passages().size(), 2U);
  const auto found = index.rank(span_of(sale.text, "78600元"));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].passage, index.passages()[1]);
  EXPECT_GE(found[0].score, found[1].score);
  EXPECT_EQ(sale.text.substr(found[0].sentence.start, found[0].sentence.size()),
            "双方另有租赁，乙公司欠付租金78600元。");
}

TEST(Evidence, IsFoundWhereTheSumOrTheDayIsASlipAway) {
  Sale sale;
  sale.disposition({"一、被告按欠条给付78060元。", "二、自2019年3月6日起计算。"});
  const EvidenceIndex index(sale.text, sale.structure);
  EXPECT_EQ(index.rank(span_of(sale.text, "78060元"))[0].passage, index.passages()[1]);
  EXPECT_EQ(index.rank(span_of(sale.text, "2019年3月6日"))[0].passage, index.passages()[0]);
}

TEST(Evidence, LiesBeforeThePlaceAndNotInReasons) {
  Sale sale;
  sale.disposition({"一、被告给付原告租金78600元。"});
  const EvidenceIndex index(sale.text, sale.structure);
  EXPECT_TRUE(index.rank(span_of(sale.text, "经审理查明")).empty());
  const Span in_second = span_of(sale.text, "乙公司欠付租金");
  EXPECT_EQ(index.earlier(in_second.start), 1U);
  for (const Evidence& each : index.rank(span_of(sale.text, "给付原告租金")))
    EXPECT_LT(each.passage.end, sale.text.find("本院认为") + 1);
}

TEST(Evidence, OfAFindingWithTwoPlacesIsItsEarlierPlaceFirst) {
  Sale sale;
  sale.disposition({"一、被告给付原告租金78600元。"});
  const EvidenceIndex index(sale.text, sale.structure);
  const Span order = span_of(sale.text, "78600元"), told = span_of(sale.text, "2019年3月5日");
  for (const auto& found : {index.rank(order, told), index.rank(told, order)}) {
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].passage, index.passages()[0]);
    EXPECT_EQ(found[1].passage, index.passages()[1]);
  }
}

TEST(Evidence, BesideTheEarlierPlaceOnlyWhatSharesAsMuch) {
  Sale sale;
  sale.disposition({"一、被告给付原告租金78600元。"});
  const EvidenceIndex index(sale.text, sale.structure);
  const auto found =
      index.rank(span_of(sale.text, "给付原告租金78600元"), span_of(sale.text, "乙公司欠付租金"));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].passage, index.passages()[1]);
}

TEST(Evidence, PassagesAreTheSegmentsOfFindingsAndPleadings) {
  Sale sale;
  std::vector<segmenter::Segment> segments(sale.structure.sections.size());
  for (std::size_t s = 0; s < segments.size(); ++s) {
    segments[s].section = static_cast<std::uint32_t>(s);
    segments[s].span = sale.structure.sections[s].span;
  }
  const EvidenceIndex index(sale.text, sale.structure, segments);
  EXPECT_EQ(index.passages(), (std::vector{segments[1].span, segments[2].span}));
}

TEST(Evidence, OfAContractIsNone) {
  Sale sale;
  sale.structure.kind = segmenter::Kind::kContract;
  EXPECT_TRUE(EvidenceIndex(sale.text, sale.structure).rank(span_of(sale.text, "租金")).empty());
}

}  // namespace
}  // namespace proviso::tasks
