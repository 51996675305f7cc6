// A flag's name depends on what it says, not on where it stands.
#include "db/flag_id.h"

#include <gtest/gtest.h>

namespace proviso::db {
namespace {

Flag flag(const std::string& quote, std::size_t start = 0) {
  Flag result;
  result.kind = "amount";
  result.place.quote = quote;
  result.place.section = "disposition";
  result.place.span = {start, start + quote.size()};
  return result;
}

std::string id_of(const Flag& one, const std::string& lineage = "l") {
  std::vector<Flag> flags{one};
  assign_ids(lineage, flags);
  return flags[0].id;
}

TEST(FlagId, IsSixteenHexDigits) {
  const std::string id = id_of(flag("10元"));
  EXPECT_EQ(id.size(), 16U);
  EXPECT_EQ(id.find_first_not_of("0123456789abcdef"), std::string::npos);
}

TEST(FlagId, SurvivesEditsElsewhereAndChangesOfWidthAndSpace) {
  EXPECT_EQ(id_of(flag("给付10元", 0)), id_of(flag("给付10元", 500)));
  EXPECT_EQ(id_of(flag("给付10元")), id_of(flag("给 付１０元\n")));
}

TEST(FlagId, TellsKindQuoteSectionAndLineageApart) {
  const Flag base = flag("10元");
  Flag kind = base, section = base, other = base;
  kind.kind = "sum";
  section.place.section = "facts";
  other.other = Place{"11元", "facts", "this", std::nullopt, {0, 4}, {}};
  EXPECT_NE(id_of(base), id_of(kind));
  EXPECT_NE(id_of(base), id_of(section));
  EXPECT_NE(id_of(base), id_of(other));
  EXPECT_NE(id_of(base), id_of(flag("1元0")));
  EXPECT_NE(id_of(base), id_of(base, "m"));
}

TEST(FlagId, CountsFlagsThatSayTheSame) {
  std::vector<Flag> flags{flag("10元", 0), flag("20元", 50), flag("10元", 90)};
  assign_ids("l", flags);
  EXPECT_NE(flags[0].id, flags[2].id);
  EXPECT_EQ(flags[0].id, id_of(flag("10元")));
}

// FIPS 180-4, example "abc".
TEST(Sha256, MatchesTheStandard) {
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace proviso::db
