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

namespace proviso::tasks {
namespace {

using Clock = std::chrono::steady_clock;

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

Material prepare_material(const PretrainOptions& options, const segmenter::Tokenizer& tokenizer,
                          std::int64_t seg_len) {
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
    prepared[d] = prepare(text, tokenizer, seg_len);
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

model::Trainer make_trainer(const PretrainOptions& options, const segmenter::Tokenizer& tokenizer) {
  if (options.resume) return model::Trainer::resume(options.out / "checkpoint");
  if (!options.model.empty()) return model::Trainer::from_model(options.model, options.training);
  return model::Trainer::create(new_card(tokenizer, options.network), options.training);
}

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
  for (const PreparedDocument& document : documents) {
    result.code_points += document.code_points;
    result.tokens_not_scored += document.ids.size();
  }
  result.tokens_not_scored -= result.tokens;
  result.documents = documents.size();
  if (result.tokens > 0) {
    result.loss = loss / static_cast<double>(result.tokens);
    result.perplexity = std::exp(result.loss);
    result.bits_per_character = loss / std::numbers::ln2 / static_cast<double>(result.code_points);
  }
  return result;
}

PretrainReport pretrain(const PretrainOptions& options, std::stop_token stop,
                        const std::function<void(const TrainingProgress&)>& report) {
  const auto tokenizer = segmenter::Tokenizer::load(options.tokenizer);
  const std::filesystem::path checkpoint = options.out / "checkpoint";
  model::set_threads(options.threads);
  model::Trainer trainer = make_trainer(options, tokenizer);
  require_compatible(trainer.card(), tokenizer);
  const Clock::time_point prepare_start = Clock::now();
  const Material material = prepare_material(options, tokenizer, trainer.card().config.seg_len);
  PretrainReport result;
  result.prepare_seconds = seconds_since(prepare_start);

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

  const RunResult run = run_training(trainer, lanes,
                                     {.minutes = options.minutes,
                                      .checkpoint_every = options.checkpoint_every,
                                      .checkpoint = checkpoint},
                                     log, stop, report);
  result.steps = trainer.step_count();
  result.tokens = run.tokens;
  result.seconds = run.seconds;
  result.stopped = run.end == RunResult::End::kStopped;

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
             {"reason", name(run.end)},
             {"step", result.steps},
             {"passes", lanes.passes()},
             {"tokens", result.tokens},
             {"seconds", result.seconds}});
  return result;
}

}  // namespace proviso::tasks
