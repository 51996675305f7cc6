// proviso ablate CORPUS… --tokenizer FILE --out DIR
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/command.h"
#include "tasks/measure/ablation_run.h"

namespace proviso::cli {
namespace {

nlohmann::ordered_json as_json(const tasks::AblationPlan& plan,
                               const tasks::AblationReport& report) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array(), pair = rows;
  for (const tasks::AblationRow& row : report.rows) rows.push_back(tasks::as_json(row));
  for (const tasks::ConsistencyRow& row : report.consistency) pair.push_back(tasks::as_json(row));
  return {{"schema_version", 1},
          {"steps", report.steps},
          {"tokens_per_step", report.tokens_per_step},
          {"train_tokens", report.train_tokens},
          {"shuffled_sentences", plan.shuffle_sentences},
          {"seed", plan.network.seed},
          {"seg_len", plan.network.seg_len},
          {"mem_len", plan.network.mem_len},
          {"scored_at_a_time", report.stride},
          {"tokens_scored", report.tokens_scored},
          {"stopped", report.stopped},
          {"variants", std::move(rows)},
          {"consistency", std::move(pair)}};
}

void print(std::ostream& out, const tasks::AblationPlan& plan,
           const tasks::AblationReport& report) {
  const model::AblationOptions& n = plan.network;
  out << fmt::format(
      "d {}, {} layers, segment {}, memory {}; {} steps of {} tokens each, seed {}{}\n", n.d_model,
      n.n_layer, n.seg_len, n.mem_len, report.steps, report.tokens_per_step, n.seed,
      plan.shuffle_sentences ? "; sentences shuffled: no long context" : "");
  if (!report.rows.empty()) {
    out << fmt::format(
        "scored: {} tokens held out, {} at a time, the same for all; one stream of documents, the "
        "streams' beginnings left out\n",
        report.tokens_scored, report.stride);
    out << fmt::format("{:<12}{:<10}{:<6}{:>10}{:>10}{:>18}{:>12}\n", "recurrence", "encoding",
                       "loss", "PPL init", "PPL best", "attention length", "training");
  }
  for (const tasks::AblationRow& row : report.rows)
    out << fmt::format("{:<12}{:<10}{:<6}{:>10.2f}{:>10.2f}{:>18}{:>12}\n",
                       row.variant.recurrence ? "yes" : "no", tasks::name(row.variant.encoding),
                       row.variant.half_loss ? "half" : "full", row.perplexity_init,
                       row.perplexity_best, row.best_length, row.training_length);
  if (report.consistency.empty()) return;
  out << "consistency loss beta*|s_i - s_(i-1)|^2 in the product's network, documents by section\n";
  out << fmt::format("{:<12}{:>6}{:>14}{:>14}{:>14}\n", "beta", "seed", "training loss", "distance",
                     "PPL");
  for (const tasks::ConsistencyRow& row : report.consistency)
    out << fmt::format("{:<12}{:>6}{:>14.4f}{:>14.4f}{:>14.2f}\n", row.beta, row.seed,
                       row.train_loss, row.distance, row.perplexity);
}

int run(Context& context, tasks::AblationPlan plan) {
  if (plan.out.empty()) throw CLI::ValidationError("--out", "name the folder of the log");
  if (plan.tokenizer.empty())
    throw CLI::ValidationError("--tokenizer", "name the tokenizer.model (see proviso tokenizer)");
  if (plan.network.d_model % (2 * plan.network.n_head) != 0)
    throw CLI::ValidationError("--d-model", "must be a multiple of twice --heads");
  plan.network.d_inner = 4 * plan.network.d_model;
  std::erase(plan.consistency, 0.0);
  plan.network.seed = context.settings.seed;
  plan.threads = context.threads();
  Progress bar = context.progress("ablate");
  const auto report = tasks::ablate(plan, context.stop, [&](const tasks::AblationProgress& p) {
    const auto steps = static_cast<std::uint64_t>(p.steps);
    bar.update(p.run * steps + static_cast<std::uint64_t>(p.step), p.runs * steps,
               fmt::format("run {} of {}  ppl {:.1f}", p.run + 1, p.runs, std::exp(p.loss)));
  });
  if (context.settings.json)
    context.out << as_json(plan, report).dump(2) << '\n';
  else
    print(context.out, plan, report);
  return report.stopped ? kInterrupted : kFine;
}

}  // namespace

Command add_ablate(CLI::App& program) {
  auto plan = std::make_shared<tasks::AblationPlan>();
  model::AblationOptions& n = plan->network;
  CLI::App* app = program.add_subcommand(
      "ablate", "Measure what recurrence, encoding and loss are worth by training each variant");
  app->add_option("CORPUS", plan->corpus,
                  ".txt, .jsonl or .jsonl.zst files or folders of them; PATH:WEIGHT as in pretrain")
      ->required();
  app->add_option("--tokenizer", plan->tokenizer, "tokenizer.model of proviso tokenizer");
  app->add_option("--out", plan->out, "Folder for ablation.jsonl, a line as each variant is done");
  app->add_option("--steps", n.steps, "Optimizer steps of each variant")
      ->check(CLI::Range(1, 100000000))
      ->capture_default_str();
  app->add_option("--time-limit", plan->minutes,
                  "Minutes for everything, about; the steps are fitted to them and --steps counts "
                  "no more");
  app->add_flag("--shuffle-sentences", plan->shuffle_sentences,
                "Shuffle the corpus by sentences, so that no long context helps");
  app->add_option("--d-model", n.d_model, "Width; the inner width is four times it")
      ->check(CLI::Range(2, 65536))
      ->capture_default_str();
  app->add_option("--layers", n.n_layer, "Layers")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app->add_option("--heads", n.n_head, "Heads")->check(CLI::Range(1, 1024))->capture_default_str();
  app->add_option("--seg-len", n.seg_len, "Tokens of a segment")
      ->check(CLI::Range(2, 65536))
      ->capture_default_str();
  app->add_option("--mem-len", n.mem_len, "Memory rows while training, with recurrence")
      ->check(CLI::Range(0, 65536))
      ->capture_default_str();
  app->add_option("--lanes", n.lanes, "Streams read side by side")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  app->add_option("--lr", n.learning_rate, "Peak learning rate")->capture_default_str();
  app->add_option("--consistency", plan->consistency,
                  "Weights of the consistency loss that are compared with none; 0: leave it out")
      ->check(CLI::Range(0.0, 1e6))
      ->capture_default_str();
  app->add_option("--seeds", plan->seeds,
                  "Seeds that each weight of the consistency loss is tried with")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app->add_flag("!--only-consistency", plan->variants,
                "Leave the table of recurrence, encoding and loss out");
  app->add_option("--held-out", plan->held_out_share, "Share of documents kept for scoring")
      ->check(CLI::Range(0.0, 0.9))
      ->capture_default_str();
  app->add_option("--train-tokens", plan->train_tokens, "Most tokens of the corpus to train on")
      ->capture_default_str();
  app->add_option("--score-tokens", plan->score_tokens, "Most tokens held out to score")
      ->capture_default_str();
  app->footer(
      "Personal names are replaced by invented ones before training.\nExamples:\n"
      "  proviso ablate corpus/ --tokenizer tokenizer.model --out ablation --time-limit 30\n"
      "  proviso ablate corpus/ --tokenizer tokenizer.model --out ablation --steps 2000 "
      "--shuffle-sentences\n");
  return {app, [plan](Context& context) { return run(context, *plan); }};
}

}  // namespace proviso::cli
