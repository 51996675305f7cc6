#include "model/trainer.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <c10/core/GradMode.h>
#include <torch/csrc/autograd/autograd.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/bf16.h"
#include "model/consistency.h"
#include "model/dependency_head.h"
#include "model/device.h"
#include "model/dual_tower.h"
#include "model/inference.h"
#include "model/model_file.h"
#include "model/network.h"
#include "model/softmax.h"
#include "model/train_state.h"

namespace proviso::model {
namespace {

[[noreturn]] void misuse(const std::string& what) {
  throw ModelError(ModelError::Code::kIncompatible, what);
}

void check_options(const TrainOptions& options) {
  if (options.lanes < 1) misuse("lanes must be at least 1.");
  if (options.mem_len < 0) misuse("mem_len must not be negative.");
  if (options.bptt_segments < 1) misuse("bptt_segments must be at least 1.");
  if (options.total_steps < 1) misuse("total_steps must be at least 1.");
}

void add_name(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

// What the segments of one step leave for the loss.
struct Harvest {
  std::vector<at::Tensor> predictors;  // rows of the top layer …
  std::vector<std::int64_t> targets;   // … and the tokens they predict
  std::vector<at::Tensor> dual, evidence, dependency, consistency;
  std::size_t dependencies = 0;  // labels that `dependency` sums over
  std::int64_t tokens = 0, sentences = 0;
};

at::Tensor sum_of(const std::vector<at::Tensor>& parts) {
  return at::stack(parts).sum();
}

}  // namespace

struct Trainer::Impl {
  TrainState state;

  Impl(TrainState from, Device device) : state(std::move(from)) {
    check_options(state.options);
    const c10::Device where = choose(device);
    if (where != state.weights.embedding.device()) move_everything(where);
    state.lanes.resize(static_cast<std::size_t>(state.options.lanes));
  }

  void move_everything(c10::Device where) {
    const c10::NoGradGuard guard;
    Optimizer old = std::move(state.optimizer);
    for_each_weight(state.weights, state.card.config,
                    [&](const std::string&, at::Tensor& tensor, const std::vector<std::int64_t>&) {
                      tensor = tensor.detach().to(where);
                    });
    state.optimizer = Optimizer::over(state.weights, state.card.config);
    for (std::size_t i = 0; i < old.names.size(); ++i) {
      state.optimizer.first[i].copy_(old.first[i]);
      state.optimizer.second[i].copy_(old.second[i]);
      state.optimizer.steps[i].copy_(old.steps[i]);
    }
    for (LaneState& lane : state.lanes) {
      lane.settle();
      for (at::Tensor& h : lane.hidden) h = h.to(where);
      if (lane.top.defined()) lane.top = lane.top.to(where);
      if (lane.bank.rows.defined()) lane.bank.rows = lane.bank.rows.to(where);
      if (lane.mean.defined()) lane.mean = lane.mean.to(where);
    }
  }

  const ReaderConfig& config() const { return state.card.config; }

  void check(std::span<const LaneInput> lanes) const {
    const TrainOptions& options = state.options;
    if (std::ssize(lanes) != options.lanes) {
      misuse("a step takes " + std::to_string(options.lanes) + " lanes, got " +
             std::to_string(lanes.size()) + ".");
    }
    bool any = false;
    for (const LaneInput& lane : lanes) {
      if (std::ssize(lane.segments) > options.bptt_segments) {
        misuse("a lane brings " + std::to_string(lane.segments.size()) +
               " segments, bptt_segments is " + std::to_string(options.bptt_segments) + ".");
      }
      for (const TrainSegment& segment : lane.segments) check(segment);
      any = any || !lane.segments.empty();
    }
    if (!any) misuse("a step without segments teaches nothing.");
  }

  void check(const TrainSegment& segment) const {
    check_segment(segment.input, config());
    if (segment.next_id < -1 || segment.next_id >= config().vocab_size)
      misuse("next_id is not a token of the model.");
    if (segment.labelled && config().n_kind == 0)
      misuse("labels need a model with kinds: name them when loading it.");
    const auto sentences = std::max<std::size_t>(segment.input.sentences.size(), 1);
    for (const DualTarget& target : segment.targets) {
      if (target.kind < 0 || target.kind >= config().n_kind || target.sentence >= sentences) {
        misuse("a label's kind or sentence is out of range.");
      }
    }
    for (const DependencyLabel& label : segment.dependencies) {
      if (label.sentence >= sentences) misuse("a dependency's sentence is out of range.");
    }
  }

  Dropouts dropouts(std::int64_t turn) const {
    const TrainOptions& options = state.options;
    const auto rate = [](double asked, double own) { return asked < 0 ? own : asked; };
    return {rate(options.attn_dropout, config().attn_dropout),
            rate(options.ffn_dropout, config().ffn_dropout),
            rate(options.memory_dropout, config().memory_dropout),
            kernels::mix(kernels::mix(options.seed, static_cast<std::uint64_t>(state.card.step)),
                         static_cast<std::uint64_t>(turn))};
  }

  // Reads the turn-th segment of every lane that has one.
  void read_turn(std::span<const LaneInput> lanes, std::size_t turn, Harvest& harvest) {
    Batch batch;
    batch.recompute = state.options.gradient_checkpointing;
    batch.bf16 = state.options.bf16;
    std::vector<const LaneInput*> sources;
    std::vector<at::Tensor> memory_tops;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      if (turn >= lanes[i].segments.size()) continue;
      LaneState& lane = state.lanes[i];
      lane.settle();
      if (state.options.progressive_eviction) {
        lane.keep_newest(valid_rows(state.card.step, state.options.total_steps, lane.segment,
                                    lane.facts.by_segment));
      }
      batch.segments.push_back(&lanes[i].segments[turn].input);
      batch.lanes.push_back(&lane);
      batch.lane_numbers.push_back(i);
      sources.push_back(&lanes[i]);
      memory_tops.push_back(lane.top);
    }
    const bool keep_graph = state.options.bptt_segments > 1;
    const at::Tensor top = forward_train(state.weights, config(), batch, state.options.mem_len,
                                         dropouts(static_cast<std::int64_t>(turn)), keep_graph);
    std::int64_t begin = 0;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const TrainSegment& segment = sources[i]->segments[turn];
      const at::Tensor rows = top.narrow(0, begin, std::ssize(segment.input.ids));
      begin += rows.size(0);
      harvest.tokens += rows.size(0);
      const bool followed = turn + 1 < sources[i]->segments.size();
      const std::int32_t next =
          followed ? sources[i]->segments[turn + 1].input.ids[0] : segment.next_id;
      gather_lm(segment.input, rows, next, harvest);
      if (state.options.consistency > 0) gather_consistency(rows, *batch.lanes[i], harvest);
      if (config().n_kind > 0) {
        gather_tower(segment, rows, memory_tops[i], *batch.lanes[i], harvest);
        if (config().dependency_head && next < 0) gather_dependencies(*batch.lanes[i], harvest);
      }
    }
  }

  static void gather_lm(const SegmentInput& input, const at::Tensor& rows, std::int32_t next,
                        Harvest& harvest) {
    const std::int64_t scored = rows.size(0) - (next < 0 ? 1 : 0);
    harvest.predictors.push_back(rows.narrow(0, 0, scored));
    harvest.targets.insert(harvest.targets.end(), input.ids.begin() + 1, input.ids.end());
    if (next >= 0) harvest.targets.push_back(next);
  }

  static void gather_consistency(const at::Tensor& rows, LaneState& lane, Harvest& harvest) {
    const Consistency result = consistency(rows, lane.mean);
    if (result.loss.defined()) harvest.consistency.push_back(result.loss);
    lane.mean = result.mean;
  }

  // At a document's end: what its labelled sentences rest on.
  void gather_dependencies(LaneState& lane, Harvest& harvest) const {
    const auto labels = std::exchange(lane.dependencies, {});
    if (labels.empty() || lane.segment < 2) return;
    const at::Tensor scores = dependency_scores(state.weights, config(), lane.bank);
    const at::Tensor loss = dependency_loss(scores, lane.bank, labels);
    if (!loss.defined()) return;
    harvest.dependency.push_back(loss);
    harvest.dependencies += labels.size();
  }

  void gather_tower(const TrainSegment& segment, const at::Tensor& rows,
                    const at::Tensor& memory_top, LaneState& lane, Harvest& harvest) {
    const at::Tensor sentences = pooled_rows(state.weights, config(), segment.input, rows);
    std::vector<Compared> compared;
    if (config().comparison) compared = lane.bank.comparer.read(segment.input);
    if (segment.labelled) {
      const TowerOutput out = dual_tower(state.weights, config(), sentences, segment.input.tag,
                                         memory_top, lane.bank, compared);
      at::Tensor targets = at::zeros(out.logits.sizes(), at::kFloat);
      for (const DualTarget& target : segment.targets) {
        targets[target.sentence][target.kind] = 1;
        if (!out.bank_weights.defined()) continue;
        const at::Tensor loss =
            evidence_loss(out.bank_weights[target.sentence], lane.bank, target.evidence);
        if (loss.defined()) harvest.evidence.push_back(loss);
      }
      harvest.dual.push_back(
          dual_loss(out.logits, targets.to(rows.device()), state.options.positive_weight));
      harvest.sentences += sentences.size(0);
    }
    if (config().dependency_head) {
      const auto add = [&](std::uint32_t sentence, const std::vector<std::uint32_t>& segments) {
        if (!segments.empty()) lane.dependencies.push_back({lane.bank.size() + sentence, segments});
      };
      for (const DualTarget& target : segment.targets) add(target.sentence, target.evidence);
      for (const DependencyLabel& label : segment.dependencies) add(label.sentence, label.segments);
    }
    lane.bank.append(state.options.bptt_segments > 1 ? sentences : sentences.detach(),
                     segment.input.tag, lane.segment - 1);
    if (config().comparison) {
      const at::Tensor means = chunk_means(rows);
      lane.bank.append_chunks(state.options.bptt_segments > 1 ? means : means.detach(),
                              rows.size(0), state.options.mem_len);
    }
  }

  // The weighted loss; its parts go to `stats`.
  at::Tensor total_loss(const Harvest& harvest, StepStats& stats) const {
    const TrainOptions& options = state.options;
    std::vector<at::Tensor> terms;
    const auto add = [&](const at::Tensor& loss, double weight, double& stat) {
      stat = loss.item<double>();
      terms.push_back(loss * weight);
    };
    if (options.lm_weight > 0 && !harvest.targets.empty()) {
      const at::Tensor rows =
          harvest.predictors.size() == 1 ? harvest.predictors[0] : at::cat(harvest.predictors, 0);
      const at::Tensor sum =
          softmax_loss_sum(state.weights, config(), rows, harvest.targets, options.bf16);
      add(sum / static_cast<double>(harvest.targets.size()), options.lm_weight, stats.lm_loss);
      stats.tokens_scored = std::ssize(harvest.targets);
    }
    if (!harvest.dual.empty()) {
      add(sum_of(harvest.dual) / static_cast<double>(harvest.sentences), options.dual_weight,
          stats.dual_loss);
    }
    if (!harvest.evidence.empty()) {
      add(sum_of(harvest.evidence) / static_cast<double>(harvest.evidence.size()),
          options.evidence_weight, stats.evidence_loss);
    }
    if (!harvest.dependency.empty()) {
      add(sum_of(harvest.dependency) / static_cast<double>(harvest.dependencies),
          options.dependency_weight, stats.dependency_loss);
      stats.dependencies = static_cast<std::int64_t>(harvest.dependencies);
    }
    if (!harvest.consistency.empty()) {
      add(sum_of(harvest.consistency) / static_cast<double>(harvest.consistency.size()),
          options.consistency, stats.consistency_loss);
    }
    if (terms.empty()) misuse("a step without a token to predict or a label teaches nothing.");
    const at::Tensor total = sum_of(terms);
    stats.loss = total.item<double>();
    return total;
  }

  [[noreturn]] void diverged(const char* what) const {
    throw ModelError(ModelError::Code::kDiverged,
                     std::string("training diverged at step ") + std::to_string(state.card.step) +
                         ": " + what +
                         " is not a number. Lower the learning rate or warm up longer.");
  }

  StepStats step(std::span<const LaneInput> lanes) {
    check(lanes);
    const c10::AutoGradMode grad(true);
    std::size_t turns = 0;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      if (lanes[i].reset) state.lanes[i].reset();
      turns = std::max(turns, lanes[i].segments.size());
    }
    Harvest harvest;
    for (std::size_t turn = 0; turn < turns; ++turn) read_turn(lanes, turn, harvest);
    StepStats stats;
    stats.tokens = harvest.tokens;
    stats.sentences_labelled = harvest.sentences;
    at::Tensor loss = total_loss(harvest, stats);
    if (!std::isfinite(stats.loss)) {
      for (LaneState& lane : state.lanes) lane.detach();
      diverged("the loss");
    }
    state.optimizer.forget_gradients();
    torch::autograd::backward({loss}, {});
    loss = at::Tensor();
    harvest = {};
    // Not before: the graph reads the old memory, and both would be there at once.
    for (LaneState& lane : state.lanes) lane.detach();
    stats.gradient_norm = state.optimizer.gradient_norm();
    if (!std::isfinite(stats.gradient_norm)) diverged("the gradient");
    stats.learning_rate = learning_rate(state.options, state.card.step);
    const double clip = state.options.clip;
    const double factor = clip > 0 && stats.gradient_norm > clip ? clip / stats.gradient_norm : 1;
    state.optimizer.update(state.options, stats.learning_rate, factor);
    state.optimizer.forget_gradients();
    ++state.card.step;
    if (stats.tokens_scored > 0) add_name(state.card.trained_heads, "lm");
    if (stats.sentences_labelled > 0) add_name(state.card.trained_heads, "dual_tower");
    if (stats.dependencies > 0) add_name(state.card.trained_heads, "dependency");
    return stats;
  }
};

bool bf16_pays(Device device) {
  return at_border([&] { return !choose(device).is_cpu() || processor_has_bf16(); });
}

Trainer::Trainer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Trainer::Trainer(Trainer&&) noexcept = default;
Trainer& Trainer::operator=(Trainer&&) noexcept = default;
Trainer::~Trainer() = default;

Trainer Trainer::create(const ModelCard& card, const TrainOptions& options, Device device) {
  return at_border([&] {
    check_card(card, "the new model");
    TrainState state;
    state.card = card;
    state.card.step = 0;
    state.card.trained_heads.clear();
    state.card.weights_sha256.clear();
    state.options = options;
    state.weights = initial_weights(card.config, options.seed);
    state.optimizer = Optimizer::over(state.weights, card.config);
    return Trainer(std::make_unique<Impl>(std::move(state), device));
  });
}

Trainer Trainer::from_model(const std::filesystem::path& dir, const TrainOptions& options,
                            std::span<const std::string> kinds, Device device) {
  return at_border([&] {
    LoadedModel loaded = load_model(dir);
    TrainState state;
    state.card = std::move(loaded.card);
    state.weights = std::move(loaded.weights);
    state.options = options;
    for (const std::string& kind : kinds) add_name(state.card.kinds, kind);
    state.card.config.n_kind = std::ssize(state.card.kinds);
    if (options.dependency_weight > 0 && state.card.config.n_kind > 0)
      state.card.config.dependency_head = true;
    state.card.step = 0;
    grow_tower(state.weights, state.card.config, options.seed);
    state.optimizer = Optimizer::over(state.weights, state.card.config);
    return Trainer(std::make_unique<Impl>(std::move(state), device));
  });
}

Trainer Trainer::resume(const std::filesystem::path& dir, Device device) {
  return at_border([&] { return Trainer(std::make_unique<Impl>(load_checkpoint(dir), device)); });
}

StepStats Trainer::step(std::span<const LaneInput> lanes) {
  return at_border([&] { return impl_->step(lanes); });
}

std::vector<DocumentReading> Trainer::read(std::span<const DocumentInput> documents,
                                           const ReadOptions& options) {
  return at_border([&] {
    PackedStore packed;  // for this call: the weights change
    return read_documents(impl_->state.weights, impl_->state.card, documents, options, &packed);
  });
}

void Trainer::save_model(const std::filesystem::path& dir, Precision precision) {
  at_border([&] {
    ModelCard& card = impl_->state.card;
    card.weights_sha256 = model::save_model(dir, card, impl_->state.weights, precision);
  });
}

void Trainer::save_checkpoint(const std::filesystem::path& dir, const std::string& caller_state) {
  at_border([&] {
    impl_->state.caller_state = caller_state;
    model::save_checkpoint(dir, impl_->state);
  });
}

const std::string& Trainer::caller_state() const {
  return impl_->state.caller_state;
}
const ModelCard& Trainer::card() const {
  return impl_->state.card;
}
const TrainOptions& Trainer::options() const {
  return impl_->state.options;
}
std::int64_t Trainer::step_count() const {
  return impl_->state.card.step;
}

void Trainer::set_total_steps(std::int64_t total_steps) {
  impl_->state.options.total_steps = total_steps;
  check_options(impl_->state.options);
}

}  // namespace proviso::model
