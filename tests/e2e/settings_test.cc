// default < file < environment < flag; unknown keys are errors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/e2e/program.h"

namespace proviso::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string seed_in(const Output& output) {
  EXPECT_EQ(output.code, 0) << output.err;
  const std::size_t at = output.out.find("seed = ");
  return at == std::string::npos ? ""
                                 : output.out.substr(at + 7, output.out.find('\n', at) - at - 7);
}

TEST(Settings, ComeFromFourLayers) {
  const Desk desk;
  desk.write("c.toml", "seed = 20\nthreads = 3\n[ingest]\nretry = true\n");
  EXPECT_EQ(seed_in(desk.run({"--dump-config"})), "1");
  EXPECT_EQ(seed_in(desk.run({"--dump-config", "--config", "c.toml"})), "20");
  const How environment{.environment = {"PROVISO_SEED=30"}};
  EXPECT_EQ(seed_in(desk.run({"--dump-config", "--config", "c.toml"}, environment)), "30");
  EXPECT_EQ(seed_in(desk.run({"--dump-config", "--config", "c.toml", "--seed", "40"}, environment)),
            "40");
  EXPECT_THAT(desk.run({"ingest", "--dump-config", "--config", "c.toml"}).out,
              HasSubstr("retry = true"));
}

TEST(Settings, DumpedAreAFileThatGivesTheSame) {
  const Desk desk;
  const std::string dumped =
      desk.run({"ingest", "--dump-config", "--seed", "7", "--db", "a b.db", "--retry"}).out;
  desk.write("again.toml", dumped);
  EXPECT_EQ(desk.run({"ingest", "--dump-config", "--config", "again.toml"}).out, dumped);
}

TEST(Settings, OfEveryCommandComeBackFromTheirDump) {
  const Desk desk;
  // Nothing set, and whatever is more than a number or a word.
  const std::vector<std::vector<std::string>> commands{
      {"analyze"},
      {"ingest"},
      {"export"},
      {"tokenizer"},
      {"pretrain"},
      {"plant"},
      {"finetune"},
      {"evaluate"},
      {"import"},
      {"version"},
      {"analyze", "--disable", "sum,amount", "--recall"},
      {"export", "--disable", "sum", "--run", "3"},
      {"plant", "--kinds", "amount,party", "--out", "007"},
      {"pretrain", "--no-eviction", "--lr", "0.0003", "--out", "1e5"},
      {"evaluate", "--text", "a.txt", "--db", "3.50"}};
  for (std::vector<std::string> words : commands) {
    words.emplace_back("--dump-config");
    const Output dumped = desk.run(words);
    ASSERT_EQ(dumped.code, 0) << words[0] << dumped.err;
    EXPECT_THAT(dumped.out, Not(HasSubstr("'[]'"))) << words[0];
    desk.write("again.toml", dumped.out);
    const Output again = desk.run({words[0], "--dump-config", "--config", "again.toml"});
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(again.out, dumped.out);
    if (words.size() == 2) {
      EXPECT_THAT(desk.run({words[0], "--help"}).out, Not(HasSubstr("[] "))) << words[0];
    }
  }
  EXPECT_THAT(desk.run({"pretrain", "--no-eviction", "--dump-config"}).out,
              HasSubstr("no-eviction = true"));
}

TEST(Settings, UnknownOrWrongAreErrorsThatNameTheirPlace) {
  const Desk desk;
  desk.write("key.toml", "seed = 1\nsead = 2\n");
  desk.write("section.toml", "[ingest]\nretry = true\npages = 3\n");
  desk.write("command.toml", "[inject]\nretry = true\n");
  desk.write("value.toml", "threads = \"many\"\n");
  desk.write("syntax.toml", "seed = = 1\n");
  const auto error = [&](const char* file) {
    const Output output = desk.run({"version", "--config", file});
    EXPECT_EQ(output.code, 2) << file;
    return output.err;
  };
  EXPECT_THAT(error("key.toml"), HasSubstr("key.toml:2: unknown setting 'sead'"));
  EXPECT_THAT(error("section.toml"),
              HasSubstr("section.toml:3: unknown setting 'pages' for 'ingest'"));
  EXPECT_THAT(error("command.toml"), HasSubstr("'inject'"));
  EXPECT_THAT(error("value.toml"), HasSubstr("value.toml:1"));
  EXPECT_THAT(error("syntax.toml"), HasSubstr("syntax.toml:1"));
  EXPECT_THAT(error("absent.toml"), HasSubstr("absent.toml"));
  const Output environment = desk.run({"version"}, {.environment = {"PROVISO_THREADS=many"}});
  EXPECT_EQ(environment.code, 2);
  EXPECT_THAT(environment.err, HasSubstr("PROVISO_THREADS"));
}

TEST(Settings, AreKeptWithTheRun) {
  const Desk desk;
  desk.write("a.txt", judgment(1));
  ASSERT_EQ(desk.run({"ingest", "a.txt", "--seed", "9"}).code, 0);
  const auto run = desk.export_rows("runs").at(0);
  EXPECT_EQ(run["command"], "ingest");
  EXPECT_THAT(run["configuration"].get<std::string>(), HasSubstr("seed = 9"));
  EXPECT_EQ(run["status"], "done");
  EXPECT_FALSE(run["revision"].get<std::string>().empty());
}

}  // namespace
}  // namespace proviso::e2e
