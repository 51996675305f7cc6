// proviso pretrain CORPUS… --tokenizer FILE --out DIR
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/command.h"
#include "tasks/learning/pretrain.h"

namespace proviso::cli {
namespace {

void print(Context& context, const tasks::PretrainOptions& options,
           const tasks::PretrainReport& report) {
  if (context.settings.json) {
    nlohmann::ordered_json json{
        {"schema_version", 1},       {"model", options.out.string()},
        {"steps", report.steps},     {"tokens", report.tokens},
        {"seconds", report.seconds}, {"prepare_seconds", report.prepare_seconds},
        {"stopped", report.stopped}, {"held_out", nullptr}};
    if (report.held_out)
      json["held_out"] = {{"documents", report.held_out->documents},
                          {"tokens", report.held_out->tokens},
                          {"perplexity", report.held_out->perplexity},
                          {"bits_per_character", report.held_out->bits_per_character}};
    context.out << json.dump(2) << '\n';
    return;
  }
  context.out << fmt::format("{} after {} steps, {:.2f} M tokens in {}\n",
                             report.stopped ? "stopped" : "trained", report.steps,
                             static_cast<double>(report.tokens) / 1e6, clock_time(report.seconds));
  if (report.held_out)
    context.out << fmt::format(
        "held out: {} documents, perplexity {:.2f} a token, {:.3f} bits a character\n",
        report.held_out->documents, report.held_out->perplexity,
        report.held_out->bits_per_character);
  if (report.stopped)
    context.out << fmt::format("go on with the same command and --resume\n");
  else
    context.out << fmt::format("model: {}\n", options.out.string());
}

int run(Context& context, tasks::PretrainOptions options) {
  if (options.out.empty()) throw CLI::ValidationError("--out", "name the folder of the model");
  if (options.tokenizer.empty())
    throw CLI::ValidationError("--tokenizer", "name the tokenizer.model (see proviso tokenizer)");
  options.training.seed = context.settings.seed;
  options.training.attn_dropout = options.training.ffn_dropout;
  options.training.memory_dropout = options.training.ffn_dropout;
  options.threads = context.threads();
  options.network.mem_len = std::max(options.network.mem_len, options.training.mem_len);
  Progress bar = context.progress("pretrain");
  const auto report = tasks::pretrain(options, context.stop, [&](const tasks::TrainingProgress& p) {
    bar.update(
        static_cast<std::uint64_t>(p.step), static_cast<std::uint64_t>(p.total_steps),
        fmt::format("ppl {:.1f}  {:.0f} tokens/s", std::exp(p.stats.lm_loss), p.tokens_per_second));
  });
  print(context, options, report);
  return report.stopped ? kInterrupted : kFine;
}

}  // namespace

Command add_pretrain(CLI::App& program) {
  auto o = std::make_shared<tasks::PretrainOptions>();
  CLI::App* app = program.add_subcommand("pretrain", "Train a language model on a corpus");
  app->add_option("CORPUS", o->corpus,
                  ".txt, .jsonl or .jsonl.zst files or folders of them; PATH:3 reads each document "
                  "three times a pass, PATH:0.5 every second one")
      ->required();
  app->add_option("--tokenizer", o->tokenizer, "tokenizer.model of proviso tokenizer");
  app->add_option("--out", o->out,
                  "Folder of the model; training.jsonl and checkpoint/ lie in it too");
  app->add_flag("--resume", o->resume, "Go on from OUT/checkpoint (same corpus, tokenizer, seed)");
  app->add_option("--steps", o->training.total_steps, "Optimizer steps")->capture_default_str();
  app->add_option("--time-limit", o->minutes,
                  "Minutes; the schedule is fitted to them and --steps counts no more");
  app->add_option("--lanes", o->training.lanes, "Documents read side by side")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  app->add_option("--bptt-segments", o->training.bptt_segments,
                  "Most segments of a lane in one step, together at most a segment's length")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  app->add_option("--seg-len", o->network.seg_len, "Most tokens of a segment")
      ->check(CLI::Range(16, 384))
      ->capture_default_str();
  app->add_option("--mem-len", o->training.mem_len, "Memory rows while training")
      ->check(CLI::Range(0, 65536))
      ->capture_default_str();
  app->add_option("--d-model", o->network.d_model, "Width")->capture_default_str();
  app->add_option("--layers", o->network.n_layer, "Layers")->capture_default_str();
  app->add_option("--lr", o->training.learning_rate, "Peak learning rate")->capture_default_str();
  app->add_option("--warmup", o->training.warmup_steps, "Steps of warm-up")->capture_default_str();
  app->add_option("--dropout", o->training.ffn_dropout,
                  "Of attention, feed-forward layers and memory; -1: the network's")
      ->capture_default_str();
  app->add_flag("!--no-eviction", o->training.progressive_eviction,
                "Keep all memory rows to the end instead of fewer as training goes on");
  app->add_option("--checkpoint-every", o->checkpoint_every, "Steps between checkpoints")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  app->add_option("--held-out", o->held_out_share, "Share of documents kept for evaluation")
      ->check(CLI::Range(0.0, 0.5))
      ->capture_default_str();
  app->footer(
      "Personal names are replaced by invented ones before training.\nExamples:\n"
      "  proviso pretrain corpus/ --tokenizer tokenizer.model --out model --time-limit 60\n"
      "  proviso pretrain corpus/ --tokenizer tokenizer.model --out model --time-limit 60 "
      "--resume\n");
  return {app, [o](Context& context) { return run(context, *o); }};
}

}  // namespace proviso::cli
