#include "tasks/learning/pretrain.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "segmenter/tokenizer.h"
#include "tasks/learning/lanes.h"
#include "tasks/learning/prepared.h"
#include "tasks/learning/pseudonymise.h"
#include "tasks/learning/training_log.h"

namespace proviso::tasks {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The corpus in the form the lanes read, and the documents kept out of training.
struct Material {
  std::vector<CorpusSource> sources;
  std::vector<PreparedDocument> training, held_out;
  std::vector<std::uint32_t> source_of;  // of training
  std::size_t names_replaced = 0;
  std::uint64_t tokens = 0, segments = 0;  // of training
};

Material prepare_material(const PretrainOptions& options, const segmenter::Tokenizer& tokenizer) {
  Material material;
  material.sources = find_sources(options.corpus);
  std::vector<CorpusDocument> documents = read_corpus(material.sources);
  std::vector<PreparedDocument> prepared(documents.size());
  std::vector<std::size_t> names(documents.size(), 0);
  std::vector<char> kept_out(documents.size(), 0);
  for_each_parallel(documents.size(), options.threads, [&](std::size_t d) {
    std::string& text = documents[d].text;
    kept_out[d] = held_out(text, options.held_out_share) ? 1 : 0;
    if (options.pseudonymise) {
      Pseudonymised clean = pseudonymise(text, options.training.seed);
      names[d] = clean.names.size();
      text = std::move(clean.text);
    }
    prepared[d] = prepare(text, tokenizer);
    std::string().swap(text);
  });
  for (std::size_t d = 0; d < documents.size(); ++d) {
    material.names_replaced += names[d];
    if (kept_out[d] != 0) {
      material.held_out.push_back(std::move(prepared[d]));
    } else {
      material.source_of.push_back(documents[d].source);
      material.tokens += prepared[d].ids.size();
      material.segments += prepared[d].segments.size();
      material.training.push_back(std::move(prepared[d]));
    }
  }
  return material;
}

Json step_record(const PretrainProgress& p) {
  return {{"event", "step"},
          {"step", p.step},
          {"total_steps", p.total_steps},
          {"loss", p.stats.lm_loss},
          {"perplexity", std::exp(p.stats.lm_loss)},
          {"learning_rate", p.stats.learning_rate},
          {"gradient_norm", p.stats.gradient_norm},
          {"tokens", p.stats.tokens},
          {"tokens_per_second", p.tokens_per_second},
          {"seconds", p.seconds}};
}

// Gathers the steps between two reports.
class Window {
 public:
  void add(const model::StepStats& stats) {
    loss_ += stats.lm_loss * static_cast<double>(stats.tokens_scored);
    scored_ += stats.tokens_scored;
    tokens_ += stats.tokens;
    last_ = stats;
  }
  double seconds() const { return seconds_since(start_); }

  PretrainProgress close(const model::Trainer& trainer, double run_seconds) {
    PretrainProgress progress;
    progress.step = trainer.step_count();
    progress.total_steps = trainer.options().total_steps;
    progress.stats = last_;
    progress.stats.lm_loss = scored_ > 0 ? loss_ / static_cast<double>(scored_) : 0;
    progress.stats.tokens = tokens_;
    progress.stats.tokens_scored = scored_;
    progress.tokens_per_second = static_cast<double>(tokens_) / std::max(seconds(), 1e-9);
    progress.seconds = run_seconds;
    *this = Window();
    return progress;
  }

 private:
  Clock::time_point start_ = Clock::now();
  double loss_ = 0;
  std::int64_t scored_ = 0, tokens_ = 0;
  model::StepStats last_;
};

}  // namespace

Evaluation evaluate_text(
    const std::vector<PreparedDocument>& documents,
    const std::function<std::vector<model::DocumentReading>(std::span<const model::DocumentInput>)>&
        read) {
  constexpr std::size_t kBatch = 8;
  Evaluation result;
  double loss = 0;
  for (std::size_t first = 0; first < documents.size(); first += kBatch) {
    std::vector<model::DocumentInput> inputs;
    for (std::size_t d = first; d < std::min(first + kBatch, documents.size()); ++d)
      inputs.push_back(documents[d].document_input());
    for (const model::DocumentReading& reading : read(inputs))
      for (const model::SegmentReading& segment : reading.segments) {
        loss += segment.loss;
        result.tokens += segment.tokens_scored;
      }
  }
  for (const PreparedDocument& document : documents) result.code_points += document.code_points;
  result.documents = documents.size();
  if (result.tokens > 0) {
    result.loss = loss / static_cast<double>(result.tokens);
    result.perplexity = std::exp(result.loss);
    result.bits_per_character = loss / std::numbers::ln2 / static_cast<double>(result.code_points);
  }
  return result;
}

PretrainReport pretrain(const PretrainOptions& options, const std::atomic<bool>& stop,
                        const std::function<void(const PretrainProgress&)>& report) {
  const auto tokenizer = segmenter::Tokenizer::load(options.tokenizer);
  const Clock::time_point prepare_start = Clock::now();
  const Material material = prepare_material(options, tokenizer);
  PretrainReport result;
  result.prepare_seconds = seconds_since(prepare_start);

  const std::filesystem::path checkpoint = options.out / "checkpoint";
  model::set_threads(options.threads);
  model::Trainer trainer =
      options.resume
          ? model::Trainer::resume(checkpoint)
          : model::Trainer::create(new_card(tokenizer, options.network), options.training);
  require_compatible(trainer.card(), tokenizer);
  const model::TrainOptions& training = trainer.options();
  Lanes lanes(material.training,
              [&](std::uint64_t pass) {
                return reading_order(material.source_of, material.sources, training.seed, pass);
              },
              {.lanes = static_cast<std::size_t>(training.lanes),
               .segments = static_cast<std::size_t>(training.bptt_segments),
               .tokens = static_cast<std::size_t>(trainer.card().config.seg_len)});
  if (options.resume) lanes.restore(trainer.caller_state());

  std::filesystem::create_directories(options.out);
  TrainingLog log(options.out / "training.jsonl", options.resume);
  log.write(
      {{"event", options.resume ? "resume" : "start"},
       {"step", trainer.step_count()},
       {"documents", material.training.size()},
       {"held_out", material.held_out.size()},
       {"tokens", material.tokens},
       {"segments", material.segments},
       {"mean_segment", static_cast<double>(material.tokens) /
                            static_cast<double>(std::max<std::uint64_t>(material.segments, 1))},
       {"prepare_seconds", result.prepare_seconds},
       {"names_replaced", material.names_replaced}});

  const Clock::time_point start = Clock::now();
  Window window;
  const auto out_of_time = [&] {
    return options.minutes > 0 && seconds_since(start) >= options.minutes * 60;
  };
  const std::int64_t first_step = trainer.step_count();
  while (!stop && trainer.step_count() < training.total_steps && !out_of_time()) {
    const model::StepStats stats = trainer.step(lanes.next());
    result.tokens += static_cast<std::uint64_t>(stats.tokens);
    window.add(stats);
    const std::int64_t done = trainer.step_count() - first_step;
    if (options.minutes > 0 && done % 20 == 0) {
      const double left = options.minutes * 60 - seconds_since(start);
      const double pace = seconds_since(start) / static_cast<double>(done);
      trainer.set_total_steps(trainer.step_count() +
                              std::max<std::int64_t>(1, std::llround(left / pace)));
    }
    if (window.seconds() >= 1 && done % 10 == 0) {
      const PretrainProgress progress = window.close(trainer, seconds_since(start));
      log.write(step_record(progress));
      report(progress);
    }
    if (trainer.step_count() % options.checkpoint_every == 0)
      trainer.save_checkpoint(checkpoint, lanes.state());
  }
  trainer.save_checkpoint(checkpoint, lanes.state());
  result.steps = trainer.step_count();
  result.seconds = seconds_since(start);
  result.stopped = stop;

  if (!result.stopped) {
    trainer.save_model(options.out, model::Precision::kHalf);
    std::filesystem::copy_file(options.tokenizer, options.out / "tokenizer.model",
                               std::filesystem::copy_options::overwrite_existing);
    if (!material.held_out.empty()) {
      result.held_out = evaluate_text(
          material.held_out,
          [&](std::span<const model::DocumentInput> documents) { return trainer.read(documents); });
      log.write({{"event", "evaluation"},
                 {"held_out_documents", result.held_out->documents},
                 {"tokens", result.held_out->tokens},
                 {"loss", result.held_out->loss},
                 {"perplexity", result.held_out->perplexity},
                 {"bits_per_character", result.held_out->bits_per_character}});
    }
  }
  log.write({{"event", "end"},
             {"reason", result.stopped  ? "stopped"
                        : out_of_time() ? "time"
                                        : "steps"},
             {"step", result.steps},
             {"passes", lanes.passes()},
             {"tokens", result.tokens},
             {"seconds", result.seconds}});
  return result;
}

}  // namespace proviso::tasks
