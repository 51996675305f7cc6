// What the checks tell of an invented contract.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "segmenter/segmenter.h"
#include "tasks/checks/checks.h"

namespace proviso::tasks {

struct Told {
  std::string kind, quote, other, explanation;
};

inline void PrintTo(const Told& told, std::ostream* out) {
  *out << told.kind << " “" << told.quote << "” / “" << told.other << "”: " << told.explanation;
}

inline std::vector<Told> told_of(std::string_view contract) {
  const std::string text(contract);
  const segmenter::Structure structure = segmenter::read_structure(text);
  EXPECT_EQ(structure.kind, segmenter::Kind::kContract);
  std::vector<Told> told;
  for (const Finding& each : run_checks(text, structure)) {
    const auto words = [&](segmenter::Span span) { return text.substr(span.start, span.size()); };
    told.push_back(
        {each.kind, words(each.place), each.other ? words(*each.other) : "", each.explanation});
  }
  return told;
}

// The contract with the first `from` behind `behind` written as `to`.
inline std::string changed(std::string_view contract, std::string_view from, std::string_view to,
                           std::string_view behind = "") {
  std::string text(contract);
  const std::size_t at = text.find(from, text.find(behind));
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

// One flag alone, of this kind, whose quote holds these words.
inline auto tells(const std::string& kind, const std::string& quote) {
  return ::testing::ElementsAre(
      ::testing::AllOf(::testing::Field(&Told::kind, kind),
                       ::testing::Field(&Told::quote, ::testing::HasSubstr(quote))));
}

}  // namespace proviso::tasks
