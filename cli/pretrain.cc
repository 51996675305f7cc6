// proviso pretrain CORPUS… --tokenizer FILE --out DIR
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
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

// What the options struct of the task does not hold in this form.
struct Arguments {
  tasks::PretrainOptions options;
  double dropout = -1;
  bool tied_biases = false, untied_weights = false, no_final_norm = false, no_section_tags = false;
};

tasks::PretrainOptions options_of(const Arguments& arguments) {
  tasks::PretrainOptions options = arguments.options;
  for (double* rate : {&options.training.attn_dropout, &options.training.ffn_dropout,
                       &options.training.memory_dropout})
    if (*rate < 0) *rate = arguments.dropout;
  options.network.untie_biases = !arguments.tied_biases;
  options.network.section_tags = !arguments.no_section_tags;
  options.network.tie_weights = !arguments.untied_weights;
  options.network.final_norm = !arguments.no_final_norm;
  options.network.adaptive_softmax = !options.network.cutoffs.empty();
  // The tower's attentions have as many heads as the network's.
  const std::int64_t heads = options.network.n_head;
  options.network.d_tower = (options.network.d_tower + heads - 1) / heads * heads;
  return options;
}

// The network's knobs, under the names of ReaderConfig.
void add_network_options(CLI::App& app, Arguments& arguments) {
  model::ReaderConfig& network = arguments.options.network;
  const auto size = [&](const char* flag, std::int64_t& value, const char* help) {
    app.add_option(flag, value, help)->check(CLI::Range(1, 65536))->capture_default_str();
  };
  size("--d-model", network.d_model, "Width");
  app.add_option("--d-embed", network.d_embed, "Width of the embedding; 0: d-model")
      ->check(CLI::Range(0, 16384))
      ->capture_default_str();
  size("--layers", network.n_layer, "Layers");
  size("--n-head", network.n_head, "Heads");
  size("--d-head", network.d_head, "Width of a head");
  size("--d-inner", network.d_inner, "Width of the feed-forward layers");
  app.add_option("--clamp-len", network.clamp_len, "Greatest distance told apart; -1: none")
      ->check(CLI::Range(-1, 1048576))
      ->capture_default_str();
  app.add_flag("--same-length", network.same_length,
               "Every token sees mem-len rows, its own among them");
  app.add_option("--initial-memory", network.initial_memory,
                 "masked (none) or zeros (rows of zeros that are attended to)")
      ->transform(CLI::CheckedTransformer(std::map<std::string, model::InitialMemory>{
          {"masked", model::InitialMemory::kMasked}, {"zeros", model::InitialMemory::kZeros}}));
  app.add_flag("--pre-norm", network.pre_norm, "Normalise before attention and feed-forward layer");
  app.add_flag("--no-section-tags", arguments.no_section_tags,
               "Ablation: nothing depends on a section's tag");
  app.add_flag("--absolute-positions", network.absolute_positions,
               "Ablation: sinusoids of a token's place in its segment; with --mem-len 0 a plain "
               "transformer");
  app.add_flag("--no-final-norm", arguments.no_final_norm,
               "With --pre-norm: none after the last layer");
  app.add_option("--cutoffs", network.cutoffs, "Adaptive softmax: the first id of each cluster")
      ->delimiter(',');
  app.add_option("--div-val", network.div_val,
                 "Adaptive softmax: each cluster's embedding is this much narrower")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  app.add_flag("--tied-biases", arguments.tied_biases, "One u and v for all layers");
  app.add_flag("--untied-weights", arguments.untied_weights, "An output embedding of its own");
}

// The training's, under the names of TrainOptions.
void add_training_options(CLI::App& app, Arguments& arguments) {
  model::TrainOptions& training = arguments.options.training;
  app.add_option("--lr", training.learning_rate, "Peak learning rate")->capture_default_str();
  app.add_option("--final-lr", training.final_learning_rate, "Where the cosine ends")
      ->capture_default_str();
  app.add_option("--warmup", training.warmup_steps, "Steps of warm-up")->capture_default_str();
  app.add_option("--schedule", training.schedule, "cosine or inverse-sqrt")
      ->transform(CLI::CheckedTransformer(std::map<std::string, model::Schedule>{
          {"cosine", model::Schedule::kCosine}, {"inverse-sqrt", model::Schedule::kInverseSqrt}}));
  app.add_option("--clip", training.clip, "Most that the gradient's norm may be; 0: no limit")
      ->capture_default_str();
  app.add_option("--dropout", arguments.dropout,
                 "Of attention, feed-forward layers and memory; -1: the network's")
      ->capture_default_str();
  app.add_option("--attn-dropout", training.attn_dropout, "Of attention alone");
  app.add_option("--ffn-dropout", training.ffn_dropout, "Of the feed-forward layers alone");
  app.add_option("--memory-dropout", training.memory_dropout, "Of whole memory rows");
  app.add_option("--consistency", training.consistency,
                 "Weight of the distance between the means of neighbouring segments")
      ->check(at_least(0))
      ->capture_default_str();
  app.add_option(
         "--precision", training.bf16,
         "Of matrix products: fp32 or bf16 (weights stay fp32). bf16 is faster on CUDA and on "
         "processors with AVX-512 BF16 or AMX only")
      ->transform(
          CLI::CheckedTransformer(std::map<std::string, bool>{{"fp32", false}, {"bf16", true}}));
  app.add_flag("--gradient-checkpointing", training.gradient_checkpointing,
               "Compute layers again in the backward pass instead of keeping them");
  app.add_flag("!--no-eviction", training.progressive_eviction,
               "Keep all memory rows to the end instead of fewer as training goes on");
}

int run(Context& context, tasks::PretrainOptions options) {
  if (options.out.empty()) throw CLI::ValidationError("--out", "name the folder of the model");
  if (options.tokenizer.empty() && !options.model.empty())
    options.tokenizer = options.model / "tokenizer.model";
  if (options.tokenizer.empty())
    throw CLI::ValidationError("--tokenizer", "name the tokenizer.model (see proviso tokenizer)");
  options.training.seed = context.settings.seed;
  options.threads = context.threads();
  options.network.mem_len = std::max(options.network.mem_len, options.training.mem_len);
  if (options.training.bf16 && !model::bf16_pays())
    context.err << "this processor has no bf16: products are rounded to it at the cost of fp32\n";
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
  auto arguments = std::make_shared<Arguments>();
  tasks::PretrainOptions* o = &arguments->options;
  CLI::App* app = program.add_subcommand("pretrain", "Train a language model on a corpus");
  app->add_option("CORPUS", o->corpus,
                  ".txt, .jsonl or .jsonl.zst files or folders of them; PATH:3 reads each document "
                  "three times a pass, PATH:0.5 every second one")
      ->required();
  app->add_option("--tokenizer", o->tokenizer, "tokenizer.model of proviso tokenizer");
  app->add_option("--out", o->out,
                  "Folder of the model; training.jsonl and checkpoint/ lie in it too");
  app->add_option("--model", o->model,
                  "Train this model further, on other texts for example: its weights and network "
                  "are the start, with a schedule of its own (its tokenizer is needed)");
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
  add_network_options(*app, *arguments);
  add_training_options(*app, *arguments);
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
      "--resume\n"
      "  proviso pretrain our-contracts/ --model model --out ours --time-limit 30\n");
  return {app, [arguments](Context& context) { return run(context, options_of(*arguments)); }};
}

}  // namespace proviso::cli
