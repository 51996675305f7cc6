// proviso import HF_DIR OUT_DIR
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/command.h"
#include "model/import.h"

namespace proviso::cli {
namespace {

struct Arguments {
  std::filesystem::path from, to;
  std::int64_t seg_len = 384;
};

int run(Context& context, const Arguments& arguments) {
  model::set_threads(context.threads());
  const model::Imported imported =
      model::import_hugging_face(arguments.from, arguments.to, arguments.seg_len);
  const model::ReaderConfig& config = imported.card.config;
  if (context.settings.json) {
    context.out << nlohmann::ordered_json{{"schema_version", 1},
                                          {"model", arguments.to.string()},
                                          {"sha256", imported.card.weights_sha256},
                                          {"vocab_size", config.vocab_size},
                                          {"layers", config.n_layer},
                                          {"d_model", config.d_model},
                                          {"not_taken", imported.left_out}}
                       .dump(2)
                << '\n';
    return kFine;
  }
  context.out << fmt::format("model: {} ({} layers, d_model {}, vocabulary {})\n",
                             arguments.to.string(), config.n_layer, config.d_model,
                             config.vocab_size);
  for (const std::string& line : imported.left_out)
    context.out << fmt::format("not taken: {}\n", line);
  return kFine;
}

}  // namespace

Command add_import(CLI::App& program) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* app = program.add_subcommand("import", "Convert a Hugging Face Transfo-XL checkpoint");
  app->add_option("HF_DIR", arguments->from,
                  "Folder with config.json and model.safetensors of a TransfoXLLMHeadModel")
      ->required();
  app->add_option("OUT_DIR", arguments->to, "Folder of the new model; must hold none yet")
      ->required();
  app->add_option("--seg-len", arguments->seg_len, "Most tokens of a segment")
      ->check(CLI::Range(1, 65536))
      ->capture_default_str();
  app->footer(
      "The new model reads token ids: it has no tokenizer.\nExamples:\n"
      "  proviso import transfo-xl-wt103/ wt103/\n"
      "  proviso evaluate --model wt103/ --token-ids ids.txt --losses\n");
  return {app, [arguments](Context& context) { return run(context, *arguments); }};
}

}  // namespace proviso::cli
