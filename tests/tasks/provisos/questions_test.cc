// What is proposed to the proviso head, in invented rules.
#include "tasks/provisos/questions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/tasks/provisos/said.h"

namespace proviso::tasks {
namespace {

using segmenter::Kind;
using segmenter::Span;
using segmenter::Structure;
using segmenter::Tag;
using std::string;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::of;

std::vector<ProvisoQuestion> asked(const string& text, Kind kind = Kind::kContract,
                                   Tag tag = Tag::kClause) {
  const Structure structure = of(text, kind, tag);
  return proviso_questions(text, structure, find_provisos(text, structure));
}

std::vector<string> words(const string& text, const std::vector<Span>& spans) {
  std::vector<string> result;
  for (const Span& span : spans) result.push_back(text.substr(span.start, span.size()));
  return result;
}

std::vector<string> triggers(const string& text) {
  std::vector<string> result;
  for (const ProvisoQuestion& q : asked(text))
    result.push_back(text.substr(q.trigger.start, q.trigger.size()));
  return result;
}

TEST(Questions, AskAboutEveryConnectorAlsoWhereTheRulesReportNone) {
  EXPECT_THAT(triggers("货款已付清，但凭证遗失。"), ElementsAre("但"));
  EXPECT_THAT(triggers("He may stay unless the Board, or a judge, objects."),
              ElementsAre("unless"));
}

TEST(Questions, LeaveOtherWordsAlone) {
  EXPECT_THAT(triggers("解除合同的，扣除租金；不但甲方，乙方也可以拆除。"), IsEmpty());
  EXPECT_THAT(triggers("The exception is exceptional."), IsEmpty());
}

TEST(Questions, ProposeAScopeToEachStop) {
  const string text =
      "Nobody may enter unless the Board, the Judge or the Clerk agrees, and shall leave at noon.";
  const auto questions = asked(text);
  ASSERT_EQ(questions.size(), 1U);
  const auto scopes = words(text, questions[0].scopes);
  EXPECT_THAT(scopes, Contains("the Board"));
  EXPECT_THAT(scopes, Contains("the Board, the Judge or the Clerk agrees"));
  EXPECT_THAT(scopes,
              Contains("the Board, the Judge or the Clerk agrees, and shall leave at noon"));
}

TEST(Questions, ProposeRulesBeforeAndBehind) {
  const string text = "押金不退，除租客提前一月通知外，房东应扣留全部押金。";
  const auto questions = asked(text);
  ASSERT_EQ(questions.size(), 1U);
  const Span scope{text.find("租客"), text.find("外，")};
  const auto limits = words(text, proposed_limits(text, questions[0], scope));
  EXPECT_THAT(limits, Contains("押金不退"));
  EXPECT_THAT(limits, Contains("房东应扣留全部押金"));
}

TEST(Questions, ProposeTheSentenceBefore) {
  const string text = "仓库由甲方看管。双方另有约定的，从其约定。";
  const auto questions = asked(text);
  ASSERT_EQ(questions.size(), 1U);
  const Span scope = questions[0].rules->scope;
  EXPECT_THAT(words(text, proposed_limits(text, questions[0], scope)), Contains("仓库由甲方看管"));
}

TEST(Questions, HoldWhatTheRulesReport) {
  for (const string text :
       {"承租人可以转租，但应当提前十日通知出租人。",
        "样品不予退还，但有下列情形之一的除外：（一）损坏", "保证人以保险金为限承担责任。",
        "合同无效的，不影响仲裁条款的效力。",
        "Subject to Clause 3, the Agent may sell. Notwithstanding the foregoing, spare parts are "
        "not covered.",
        "Except as the Parties agree, no fee other than the monthly fee is due."}) {
    const Structure structure = of(text, Kind::kContract, Tag::kClause);
    const auto rules = find_provisos(text, structure);
    EXPECT_FALSE(rules.empty()) << text;
    std::size_t held = 0;
    for (const ProvisoQuestion& q : proviso_questions(text, structure, rules)) {
      if (!q.rules) continue;
      const auto has = [](const std::vector<Span>& spans, Span span) {
        return std::any_of(spans.begin(), spans.end(), [&](Span each) {
          return each.start == span.start && each.end == span.end;
        });
      };
      held += has(q.scopes, q.rules->scope) &&
                      has(proposed_limits(text, q, q.rules->scope), q.rules->limits)
                  ? 1
                  : 0;
    }
    EXPECT_EQ(held, rules.size()) << text;
  }
}

TEST(Questions, FactsAreNumbersOfTheTableAndTellProposalsApart) {
  const string text = "甲方应当付款，但乙方违约，或者停工的除外。";
  const auto questions = asked(text);
  ASSERT_EQ(questions.size(), 2U);  // 但, and 除外 that ends its scope
  ASSERT_GE(questions[0].scopes.size(), 2U);
  const auto one = scope_facts(text, questions[0], 0), other = scope_facts(text, questions[0], 1);
  EXPECT_NE(one, other);
  EXPECT_EQ(one, scope_facts(text, questions[0], 0));
  for (const std::uint32_t fact : one) EXPECT_LT(fact, kProvisoFacts);
  EXPECT_FALSE(report_facts(text, questions[0]).empty());
}

TEST(Questions, StandUpToTextWithoutEnd) {
  string text;
  for (int i = 0; i < 150; ++i) text += "除甲外，但乙，";
  EXPECT_NO_THROW(asked(text));
}

}  // namespace
}  // namespace proviso::tasks
