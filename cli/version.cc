// proviso version
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/build_info.h"
#include "cli/command.h"
#include "db/schema.h"
#include "ingest/worker/sandbox.h"
#include "model/format.h"
#include "model/reader.h"

namespace proviso::cli {
namespace {

int run(Context& context) {
  model::set_threads(context.threads());
  const std::string device = model::device_description();
  const std::string sandbox = ingest::describe(ingest::sandbox_of_this_kernel());
  if (context.settings.json) {
    const nlohmann::ordered_json facts{{"schema_version", 1},
                                       {"program", program_version()},
                                       {"revision", git_revision()},
                                       {"libtorch", torch_version()},
                                       {"compiler", compiler()},
                                       {"database_schema", db::schema_version()},
                                       {"model_format", model::kFormatVersion},
                                       {"device", device},
                                       {"worker_sandbox", sandbox}};
    context.out << facts.dump(2) << '\n';
    return kFine;
  }
  context.out << fmt::format("proviso {} ({})\n", program_version(), git_revision())
              << fmt::format("LibTorch {}, compiler {}\n", torch_version(), compiler())
              << fmt::format("database schema {}, model format {}\n", db::schema_version(),
                             model::kFormatVersion)
              << fmt::format("device {}\n", device)
              << fmt::format("workers are shut in by: {}\n", sandbox);
  return kFine;
}

}  // namespace

Command add_version(CLI::App& program) {
  CLI::App* app = program.add_subcommand("version", "What this program is made of");
  app->footer("Examples:\n  proviso version\n  proviso version --json\n");
  return {app, run};
}

}  // namespace proviso::cli
