#include "cli/command.h"

namespace proviso::cli {

std::vector<Command> add_commands(CLI::App& program) {
  return {
      add_analyze(program),   add_ingest(program),   add_inspect(program), add_provisos(program),
      add_draft(program),     add_review(program),   add_report(program),  add_export(program),
      add_tokenizer(program), add_pretrain(program), add_plant(program),   add_finetune(program),
      add_evaluate(program),  add_ablate(program),   add_import(program),  add_version(program),
  };
}

}  // namespace proviso::cli
