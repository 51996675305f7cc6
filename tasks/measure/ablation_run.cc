#include "tasks/measure/ablation_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "model/trainer.h"
#include "tasks/learning/corpus.h"
#include "tasks/learning/lanes.h"
#include "tasks/learning/pretrain.h"
#include "tasks/learning/training_log.h"
#include "tasks/measure/ablation_text.h"

namespace proviso::tasks {
namespace {

using model::AblationNetwork;
using model::AblationOptions;
using model::AblationVariant;
using Streams = std::vector<std::span<const std::int32_t>>;

constexpr std::size_t kScoredStreams = 4;
constexpr std::int64_t kProductSegment = 192;  // about the tokens of a section's segment

// The segments that the lanes read at one step, over and over.
class Segments {
 public:
  Segments(const Streams& streams, std::int64_t seg_len)
      : streams_(streams),
        size_(static_cast<std::size_t>(seg_len)),
        count_((streams[0].size() - 1) / size_) {}

  Streams next() {
    Streams lanes;
    for (const auto& stream : streams_) lanes.push_back(stream.subspan(at_ * size_, size_ + 1));
    at_ = (at_ + 1) % count_;
    return lanes;
  }
  bool at_start() const { return at_ == 0; }

 private:
  const Streams& streams_;
  std::size_t size_, count_, at_ = 0;
};

// The mean of the last tenth.
double settled(const std::vector<double>& values) {
  const std::size_t count = std::max<std::size_t>(values.size() / 10, 1);
  return std::accumulate(values.end() - static_cast<std::ptrdiff_t>(count), values.end(), 0.0) /
         static_cast<double>(count);
}

// What all runs share.
struct Setting {
  const AblationPlan& plan;
  AblationOptions options;
  Streams training, scored;
  std::vector<std::int64_t> lengths;
  std::int64_t stride = 0, first = 0;  // first token scored in each stream, less one
  std::stop_token stop;
  AblationProgress progress;
  const std::function<void(const AblationProgress&)>& report;

  void tell(std::int64_t step, double loss) {
    progress.step = step;
    progress.loss = loss;
    if (report) report(progress);
  }
};

// Steps that fit into the plan's minutes: those of the variant that costs most are timed, a third
// of the time is kept for scoring.
std::int64_t steps_that_fit(const Setting& setting, std::size_t runs) {
  using Clock = std::chrono::steady_clock;
  AblationNetwork network({}, setting.options);
  Segments segments(setting.training, setting.options.seg_len);
  network.step(segments.next(), true);
  constexpr int kTimed = 4;
  const Clock::time_point start = Clock::now();
  for (int i = 0; i < kTimed; ++i) network.step(segments.next(), segments.at_start());
  const double step = std::chrono::duration<double>(Clock::now() - start).count() / kTimed;
  const double each = setting.plan.minutes * 60 / static_cast<double>(runs) * 2 / 3;
  return std::max<std::int64_t>(static_cast<std::int64_t>(each / step), 2);
}

double perplexity(const AblationNetwork::Score& score) {
  return std::exp(score.loss / static_cast<double>(score.tokens));
}

// False after a stop request.
bool run_variant(Setting& setting, const AblationVariant& variant, AblationReport& report) {
  AblationNetwork network(variant, setting.options);
  Segments segments(setting.training, setting.options.seg_len);
  std::vector<double> losses;
  for (std::int64_t step = 0; step < setting.options.steps; ++step) {
    if (setting.stop.stop_requested()) return false;
    const bool reset = segments.at_start();
    losses.push_back(network.step(segments.next(), reset));
    setting.tell(step + 1, losses.back());
  }
  AblationRow row;
  row.variant = variant;
  row.training_length = model::training_attention_length(variant, setting.options);
  row.train_loss = settled(losses);
  for (const std::int64_t length : setting.lengths) {
    if (setting.stop.stop_requested()) return false;
    const auto score = network.score(setting.scored, length, setting.stride, setting.first);
    report.tokens_scored = score.tokens;
    row.by_length.emplace_back(length, perplexity(score));
    if (length == row.training_length) row.perplexity_init = row.by_length.back().second;
  }
  const auto best =
      std::min_element(row.by_length.begin(), row.by_length.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  row.best_length = best->first;
  row.perplexity_best = best->second;
  report.rows.push_back(std::move(row));
  return true;
}

// One run of the consistency loss.
struct Weighed {
  double beta;
  std::uint64_t seed;
};

// β 0 and the plan's, with each seed.
std::vector<Weighed> consistency_runs(const AblationPlan& plan) {
  std::vector<Weighed> runs;
  if (plan.shuffle_sentences || plan.consistency.empty()) return runs;
  for (std::int64_t n = 0; n < plan.seeds; ++n) {
    const std::uint64_t seed = plan.network.seed + static_cast<std::uint64_t>(n);
    runs.push_back({0, seed});
    for (const double beta : plan.consistency) runs.push_back({beta, seed});
  }
  return runs;
}

// The product's network with as many tokens a step, about, as the variants have.
bool run_consistency(Setting& setting, const AblationText& text,
                     const segmenter::Tokenizer& tokenizer, double beta, std::uint64_t seed,
                     AblationReport& report) {
  const AblationOptions& o = setting.options;
  model::ReaderConfig network;
  network.d_model = o.d_model;
  network.n_layer = o.n_layer;
  network.n_head = o.n_head;
  network.d_head = o.d_model / o.n_head;
  network.d_inner = o.d_inner;
  network.mem_len = static_cast<std::int64_t>(segmenter::Segment::kMaxTokens);
  model::TrainOptions train;
  train.lanes = std::max<std::int64_t>(o.lanes * o.seg_len / kProductSegment, 1);
  train.mem_len = network.mem_len;
  train.total_steps = o.steps;
  train.warmup_steps = std::max<std::int64_t>(o.steps / 10, 1);
  train.learning_rate = o.learning_rate;
  train.clip = o.clip;
  train.seed = seed;
  train.attn_dropout = train.ffn_dropout = train.memory_dropout = 0;
  train.progressive_eviction = false;
  // The trainer measures the distance only while it weighs in: so little that no weight feels it.
  train.consistency = beta > 0 ? beta : 1e-12;
  model::Trainer trainer = model::Trainer::create(new_card(tokenizer, network), train);
  const std::vector<std::uint32_t> source_of(text.training_documents.size(), 0);
  const std::vector<CorpusSource> source{{}};
  Lanes lanes(text.training_documents,
              [&](std::uint64_t pass) { return reading_order(source_of, source, seed, pass); },
              {.lanes = static_cast<std::size_t>(train.lanes),
               .segments = 1,
               .tokens = segmenter::Segment::kMaxTokens});
  std::vector<double> losses, distances;
  for (std::int64_t step = 0; step < o.steps; ++step) {
    if (setting.stop.stop_requested()) return false;
    const model::StepStats stats = trainer.step(lanes.next());
    losses.push_back(stats.lm_loss);
    distances.push_back(stats.consistency_loss);
    setting.tell(step + 1, stats.lm_loss);
  }
  const Evaluation evaluation = evaluate_text(
      text.scored_documents,
      [&](std::span<const model::DocumentInput> documents) { return trainer.read(documents); });
  report.consistency.push_back(
      {beta, seed, settled(losses), settled(distances), evaluation.perplexity});
  return true;
}

Setting prepare_setting(const AblationPlan& plan, const AblationText& text, std::stop_token stop,
                        const std::function<void(const AblationProgress&)>& report) {
  Setting setting{plan, plan.network, {}, {}, {}, 0, 0, std::move(stop), {}, report};
  setting.stride = plan.network.seg_len / 2;
  setting.lengths = attention_lengths(plan.network, setting.stride);
  const std::int64_t longest = setting.lengths.back();
  setting.first = (longest + setting.stride - 1) / setting.stride * setting.stride;
  setting.training = stripes(text.training, static_cast<std::size_t>(plan.network.lanes));
  setting.scored = stripes(text.scored, kScoredStreams);
  if (std::ssize(setting.training[0]) <= plan.network.seg_len)
    throw CorpusError(fmt::format(
        "{} tokens to train on are not enough for {} streams of segments of {}; give more text",
        text.training.size(), plan.network.lanes, plan.network.seg_len));
  if (std::ssize(setting.scored[0]) <= setting.first + setting.stride)
    throw CorpusError(fmt::format(
        "{} tokens to score are not enough: each of {} streams needs more than {}; give more text, "
        "a higher --held-out or --score-tokens, or shorter segments and memory",
        text.scored.size(), kScoredStreams, setting.first + setting.stride));
  return setting;
}

}  // namespace

std::vector<AblationVariant> ablation_variants() {
  std::vector<AblationVariant> variants;
  for (const bool recurrence : {true, false}) {
    for (const model::Encoding encoding :
         {model::Encoding::kRelative, model::Encoding::kShaw, model::Encoding::kAbsolute}) {
      if (recurrence && encoding == model::Encoding::kAbsolute) continue;
      for (const bool half : {false, true}) variants.push_back({recurrence, encoding, half});
    }
  }
  return variants;
}

std::vector<std::int64_t> attention_lengths(const AblationOptions& options, std::int64_t stride) {
  const std::int64_t longest = options.seg_len + options.mem_len;
  std::vector<std::int64_t> lengths{options.seg_len, longest};
  for (std::int64_t power = 1; power * stride <= 2 * longest; power *= 2) {
    lengths.push_back(power * stride);
    if (power > 1) lengths.push_back(power * stride * 3 / 2);
  }
  std::sort(lengths.begin(), lengths.end());
  lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
  std::erase_if(lengths, [&](std::int64_t length) { return length > 2 * longest; });
  return lengths;
}

AblationReport ablate(const AblationPlan& plan, std::stop_token stop,
                      const std::function<void(const AblationProgress&)>& report) {
  const auto tokenizer = segmenter::Tokenizer::load(plan.tokenizer);
  const AblationText text = ablation_text(plan, tokenizer);
  model::set_threads(plan.threads);
  Setting setting = prepare_setting(plan, text, std::move(stop), report);
  setting.options.vocab_size = tokenizer.vocab_size();
  const std::vector<AblationVariant> variants =
      plan.variants ? ablation_variants() : std::vector<AblationVariant>{};
  const std::vector<Weighed> weighed = consistency_runs(plan);
  setting.progress.runs = variants.size() + weighed.size();
  if (plan.minutes > 0) setting.options.steps = steps_that_fit(setting, setting.progress.runs);
  setting.progress.steps = setting.options.steps;

  std::filesystem::create_directories(plan.out);
  TrainingLog log(plan.out / "ablation.jsonl", false);
  AblationReport result;
  result.steps = setting.options.steps;
  result.tokens_per_step = plan.network.lanes * plan.network.seg_len;
  result.train_tokens = text.training.size();
  result.stride = setting.stride;
  log.write({{"event", "start"},
             {"steps", result.steps},
             {"tokens_per_step", result.tokens_per_step},
             {"train_tokens", result.train_tokens},
             {"seed", plan.network.seed},
             {"shuffled_sentences", plan.shuffle_sentences}});
  const auto logged = [&](const char* event, nlohmann::ordered_json row) {
    nlohmann::ordered_json record{{"event", event}};
    record.update(row);
    log.write(record);
    ++setting.progress.run;
  };
  for (const AblationVariant& variant : variants) {
    result.stopped = !run_variant(setting, variant, result);
    if (result.stopped) return result;
    logged("variant", as_json(result.rows.back()));
  }
  for (const Weighed& run : weighed) {
    result.stopped = !run_consistency(setting, text, tokenizer, run.beta, run.seed, result);
    if (result.stopped) return result;
    logged("consistency", as_json(result.consistency.back()));
  }
  log.write({{"event", "end"}});
  return result;
}

const char* name(model::Encoding encoding) {
  switch (encoding) {
    case model::Encoding::kRelative:
      return "relative";
    case model::Encoding::kShaw:
      return "shaw";
    case model::Encoding::kAbsolute:
      return "absolute";
  }
  return "";
}

nlohmann::ordered_json as_json(const AblationRow& row) {
  nlohmann::ordered_json lengths = nlohmann::ordered_json::array();
  for (const auto& [length, value] : row.by_length)
    lengths.push_back({{"attention_length", length}, {"perplexity", value}});
  return {{"recurrence", row.variant.recurrence},
          {"encoding", name(row.variant.encoding)},
          {"loss", row.variant.half_loss ? "half" : "full"},
          {"training_attention_length", row.training_length},
          {"train_loss", row.train_loss},
          {"perplexity_init", row.perplexity_init},
          {"perplexity_best", row.perplexity_best},
          {"attention_length_at_best", row.best_length},
          {"by_attention_length", std::move(lengths)}};
}

nlohmann::ordered_json as_json(const ConsistencyRow& row) {
  return {{"beta", row.beta},
          {"seed", row.seed},
          {"train_loss", row.train_loss},
          {"distance", row.distance},
          {"perplexity", row.perplexity}};
}

}  // namespace proviso::tasks
