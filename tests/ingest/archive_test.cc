// Archives made from strings: read through the worker like any document.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "ingest/archive/listing.h"
#include "ingest/archive/walk.h"
#include "ingest/reader.h"
#include "tests/ingest/make_zip.h"
#include "tests/ingest/temporary_folder.h"

namespace proviso::ingest {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

struct Seen {
  std::vector<std::string> names, problems;
  ArchiveWalk walk;
};

Seen see(const std::string& bytes, const Limits& limits = {}) {
  Seen seen;
  seen.walk = walk_archive(
      bytes, limits,
      [&](ArchiveMember&& member) {
        seen.names.push_back(member.name);
        if (!member.problem.empty()) seen.problems.push_back(member.problem);
        return true;
      },
      [] {});
  return seen;
}

TEST(Archive, GivesItsDocumentsAndPassesOverTheRest) {
  const Seen seen = see(make_zip({{"案/a.txt", "甲"},
                                  {"b.xlsx", "no"},
                                  {".hidden.txt", "no"},
                                  {"__MACOSX/a.txt", "no"},
                                  {"dir/", "", AE_IFDIR},
                                  {"scan", "%PDF-1.4 is known by its bytes"}}));
  EXPECT_THAT(seen.names, ElementsAre("案/a.txt", "scan"));
  EXPECT_EQ(seen.walk.error, "");
}

TEST(Archive, AllKindsAreRead) {
  const std::vector<Entry> entries{{"a.txt", "甲"}, {"b.html", "<p>乙"}};
  for (const auto& [format, filter] :
       {std::pair("zip", ""), {"7zip", ""}, {"gnutar", ""}, {"gnutar", "gzip"}}) {
    EXPECT_THAT(see(make_archive(entries, format, filter)).names, ElementsAre("a.txt", "b.html"))
        << format << filter;
  }
}

TEST(Archive, NamesNeverLeadOutOfIt) {
  const Seen seen = see(make_archive({{"../../etc/a.txt", "甲"},
                                      {"/abs/b.txt", "乙"},
                                      {"c:\\win\\c.txt", "丙"},
                                      {"etc/a.txt", "丁"}},
                                     "gnutar"));
  EXPECT_THAT(seen.names, ElementsAre("etc/a.txt", "abs/b.txt", "c:/win/c.txt", "etc/a.txt (2)"));
}

TEST(Archive, NamesInGbkAreDecoded) {
  EXPECT_THAT(see(make_archive({{"\xC5\xD0\xBE\xF6.txt", "甲"}}, "gnutar")).names,
              ElementsAre("判决.txt"));
}

TEST(Archive, LinksAreNotFollowed) {
  EXPECT_THAT(see(make_archive({{"a.txt", "/etc/passwd", AE_IFLNK}}, "gnutar")).names, IsEmpty());
}

TEST(Archive, ABombIsNotUnpacked) {
  Limits limits;
  limits.max_unpacked = 1 << 20;
  const std::string zeros(3 << 20, ' ');
  EXPECT_THAT(see(make_zip({{"a.txt", zeros}}), limits).walk.error, StartsWith("a bomb: "));
  // Over 64 MiB the ratio counts.
  std::vector<Entry> many;
  for (int i = 0; i < 4; ++i)
    many.push_back({std::to_string(i) + ".txt", std::string(20 << 20, ' ')});
  EXPECT_THAT(see(make_zip(many)).walk.error, HasSubstr("times its size"));
  limits = {};
  limits.max_members = 3;
  EXPECT_THAT(
      see(make_zip({{"1.txt", "x"}, {"2.txt", "x"}, {"3.txt", "x"}, {"4.txt", "x"}}), limits)
          .walk.error,
      HasSubstr("more than 3 entries"));
}

TEST(Archive, AnArchiveInsideIsOpenedOnce) {
  const std::string inner = make_zip({{"a.txt", "甲"}});
  const std::string middle = make_zip({{"inner.zip", inner}, {"b.txt", "乙"}});
  EXPECT_THAT(see(middle).names, ElementsAre("inner.zip/a.txt", "b.txt"));
  const Seen deep = see(make_zip({{"middle.zip", middle}}));
  EXPECT_THAT(deep.problems, ElementsAre(HasSubstr("is not opened")));
  EXPECT_THAT(deep.names, ElementsAre("middle.zip/inner.zip", "middle.zip/b.txt"));
}

TEST(Archive, BytesThatAreNoneAreAnError) {
  EXPECT_THAT(see("PK\x03\x04 and nothing more").walk.error, StartsWith("broken"));
  EXPECT_THAT(see("7z\xBC\xAF\x27\x1C").walk.error, StartsWith("broken"));
}

class ArchiveFiles : public Folder {
 protected:
  static Found find(const fs::path& path) {
    const std::vector<fs::path> paths{path};
    Found found = find_documents(paths);
    expand_archives(found, paths, {});
    return found;
  }
};

TEST_F(ArchiveFiles, MembersAreDocumentsWithTheirPath) {
  const fs::path zip = put("案卷.zip", make_zip({{"一/a.txt", "原告甲"}, {"b.txt", "被告乙"}}));
  const Found found = find(zip);
  ASSERT_THAT(found.documents, ElementsAre(zip / "一/a.txt", zip / "b.txt"));
  const Document document = read(found.documents[0], {});
  EXPECT_EQ(document.text, "原告甲");
  EXPECT_EQ(document.sha256, found.members.at(found.documents[0]).sha256);
  std::vector<std::string> texts;
  read_all(found.documents, {}, 2,
           [&](std::size_t, Document&& read) { texts.push_back(read.text); });
  EXPECT_THAT(texts, ElementsAre("原告甲", "被告乙"));
}

TEST_F(ArchiveFiles, AMemberThatIsGoneAndAnArchiveThatIsBrokenHaveTheirReason) {
  const fs::path zip = put("a.zip", make_zip({{"a.txt", "甲"}}));
  EXPECT_EQ(read(zip / "b.txt", {}).reason, "it is not in the archive any more");
  const fs::path broken = put("b.zip", "PK\x03\x04");
  const Found found = find(broken);
  EXPECT_THAT(found.documents, ElementsAre(broken));
  EXPECT_THAT(found.members.at(broken).problem, StartsWith("broken"));
}

TEST_F(ArchiveFiles, AnArchiveWithoutDocumentsIsIgnoredUnlessItWasNamed) {
  const fs::path zip = put("in/a.zip", make_zip({{"a.xlsx", "x"}}));
  EXPECT_THAT(find(root_ / "in").documents, IsEmpty());
  EXPECT_EQ(find(root_ / "in").ignored.size(), 1u);
  EXPECT_EQ(find(zip).members.at(zip).problem, "an archive without documents");
}

}  // namespace
}  // namespace proviso::ingest
