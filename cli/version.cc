// proviso version
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/build_info.h"
#include "cli/command.h"
#include "db/schema.h"

namespace proviso::cli {
namespace {

int run(Context& context) {
  const nlohmann::ordered_json facts{
      {"schema_version", 1},        {"program", program_version()},
      {"revision", git_revision()}, {"libtorch", torch_version()},
      {"compiler", compiler()},     {"database_schema", db::schema_version()},
  };
  if (context.settings.json) {
    context.out << facts.dump(2) << '\n';
    return kFine;
  }
  context.out << fmt::format("proviso {} ({})\n", program_version(), git_revision());
  context.out << fmt::format("LibTorch {}, compiler {}\n", torch_version(), compiler());
  context.out << fmt::format("database schema {}\n", db::schema_version());
  return kFine;
}

}  // namespace

Command add_version(CLI::App& program) {
  CLI::App* app = program.add_subcommand("version", "What this program is made of");
  app->footer("Examples:\n  proviso version\n  proviso version --json\n");
  return {app, run};
}

}  // namespace proviso::cli
