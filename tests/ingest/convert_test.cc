// Old word processors' files, with a shell script in LibreOffice's place.
#include "ingest/convert.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/ingest/make_zip.h"
#include "tests/ingest/temporary_folder.h"

namespace proviso::ingest {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const char* kDoc = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 of no importance";

class Convert : public Folder {
 protected:
  void TearDown() override {
    unsetenv("PROVISO_SOFFICE");
    Folder::TearDown();
  }

  // A program that sees "… --outdir OUT INPUT" as its last arguments.
  void install(const std::string& script) {
    const fs::path program =
        put("soffice",
            "#!/bin/sh\nfor last; do before=$out; out=$prev; prev=$last; done\nout=$before\n"
            "for a; do [ \"$was\" = --outdir ] && out=$a; was=$a; done\n" +
                script);
    fs::permissions(program, fs::perms::owner_all);
    setenv("PROVISO_SOFFICE", program.c_str(), 1);
  }
};

TEST_F(Convert, WithoutLibreOfficeTheReasonNamesTheRemedy) {
  setenv("PROVISO_SOFFICE", "", 1);
  const Document document = read(put("draft.doc", kDoc), {});
  EXPECT_EQ(document.status, DocumentStatus::kFailed);
  EXPECT_THAT(document.reason, HasSubstr("save the file as DOCX"));
  EXPECT_EQ(document.sha256.size(), 64u);
}

TEST_F(Convert, ReadsWhatLibreOfficeMade) {
  put("made.docx", make_zip({{"[Content_Types].xml", "<Types/>"},
                             {"word/document.xml",
                              "<document><body><p><r><t>原告甲</t></r></p></body></document>"}}));
  install("cp '" + (root_ / "made.docx").string() + "' \"$out/document.docx\"\n");
  const Document document = read(put("draft.wps", kDoc), {});
  EXPECT_EQ(document.text, "原告甲");
  EXPECT_EQ(document.source_kind, "doc");
  EXPECT_THAT(document.reason, HasSubstr("read through LibreOffice"));
}

TEST_F(Convert, WhatItCannotReadOrDoesNotFinishIsAReason) {
  install("exit 1\n");
  EXPECT_EQ(read(put("draft.doc", kDoc), {}).reason, "LibreOffice cannot read it");
  install("sleep 60\n");
  ReadOptions options;
  options.limits.convert_seconds = 1;
  EXPECT_THAT(read(root_ / "draft.doc", options).reason, HasSubstr("timeout"));
}

TEST_F(Convert, LeavesNothingBehind) {
  const fs::path place = put("place/none", "").parent_path();
  install("pwd > /dev/null; echo \"$TMPDIR\" > '" + (root_ / "where").string() + "'\n");
  read(put("draft.doc", kDoc), {});
  std::string where;
  std::ifstream(root_ / "where") >> where;
  EXPECT_FALSE(where.empty());
  EXPECT_FALSE(fs::exists(where));
}

}  // namespace
}  // namespace proviso::ingest
