// The exit codes of usage, and where output goes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

#include "tests/e2e/program.h"

namespace proviso::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(Usage, HelpAndVersionAreResults) {
  const Desk desk;
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"--help"}, {"ingest", "--help"}, {"export", "--help"}, {"--version"}, {"version"}}) {
    const Output output = desk.run(words);
    EXPECT_EQ(output.code, 0) << words[0];
    EXPECT_FALSE(output.out.empty());
    EXPECT_THAT(output.err, IsEmpty());
  }
  EXPECT_THAT(desk.run({"ingest", "--help"}).out, HasSubstr("Examples:"));
}

TEST(Usage, MistakesAreOneLineAndCodeTwo) {
  const Desk desk;
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{},
                                             {"frobnicate"},
                                             {"ingest"},
                                             {"ingest", "a.txt", "--no-such-flag"},
                                             {"export", "everything"},
                                             {"export", "flags", "--run", "1", "--all"},
                                             {"export", "flags", "--format", "xml"},
                                             {"version", "--device", "tpu"}}) {
    const Output output = desk.run(words);
    EXPECT_EQ(output.code, 2) << (words.empty() ? "" : words[0]);
    EXPECT_THAT(output.out, IsEmpty());
    EXPECT_THAT(output.err, HasSubstr("proviso: "));
  }
}

TEST(Usage, VersionNamesThePartsThatMustFit) {
  const Desk desk;
  const auto facts = nlohmann::json::parse(desk.run({"version", "--json"}).out);
  for (const char* name : {"program", "revision", "libtorch", "compiler", "database_schema",
                           "model_format", "device"}) {
    EXPECT_TRUE(facts.contains(name)) << name;
  }
}

TEST(Usage, ARunThatIsNotThereIsAMistake) {
  const Desk desk;
  desk.write("a.txt", judgment(1));
  ASSERT_EQ(desk.run({"ingest", "a.txt"}).code, 0);
  EXPECT_EQ(desk.run({"export", "flags", "--run", "8"}).code, 2);
}

// OpenMP prints its settings as it reads them.
std::string spin_count(const std::vector<std::string>& environment) {
  const Desk desk;
  std::vector<std::string> all = environment;
  all.emplace_back("OMP_DISPLAY_ENV=VERBOSE");
  const std::string said = desk.run({"version"}, {.environment = all}).err;
  const std::string before = "GOMP_SPINCOUNT = '";
  const std::size_t at = said.find(before);
  if (at == std::string::npos) return said;
  const std::size_t start = at + before.size();
  return said.substr(start, said.find('\'', start) - start);
}

TEST(Threads, DoNotSpinWhileTheyWaitUnlessTheUserWantsIt) {
  EXPECT_EQ(spin_count({}), "1000");
  EXPECT_EQ(spin_count({"GOMP_SPINCOUNT=77"}), "77");
  EXPECT_EQ(spin_count({"OMP_WAIT_POLICY=ACTIVE"}), "30000000000");
}

TEST(Pipes, AReaderThatGoesAwayIsNoError) {
  const Desk desk;
  std::string large;
  for (int i = 0; i < 2000; ++i) large += judgment(i);
  desk.write("large.txt", large);
  ASSERT_EQ(desk.run({"ingest", "large.txt"}).code, 0);
  const std::string command =
      "cd '" + (desk / "").string() +
      "' && { '" PROVISO_BINARY_DIR
      "/proviso' export lines; echo \"code $?\" >&2; } 2>&1 >/dev/null | cat";
  // The same with a reader that takes one line.
  const std::string short_reader =
      "cd '" + (desk / "").string() +
      "' && { { '" PROVISO_BINARY_DIR
      "/proviso' export lines; echo \"code $?\" >&2; } | head -n 1 >/dev/null; } 2>&1";
  for (const std::string& line : {command, short_reader}) {
    FILE* pipe = popen(line.c_str(), "r");
    std::string said;
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) said += static_cast<char>(c);
    pclose(pipe);
    EXPECT_EQ(said, "code 0\n");
  }
}

}  // namespace
}  // namespace proviso::e2e
