#include "model/head_trainer.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <c10/core/GradMode.h>
#include <torch/csrc/autograd/autograd.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

#include "model/device.h"
#include "model/kernels.h"
#include "model/model_file.h"
#include "model/optimizer.h"
#include "model/studied.h"

namespace proviso::model {
namespace {

constexpr double kDocumentNorm = 20;  // sentences' losses are summed and divided by this
constexpr double kMostRare = 4;       // how much more a rare kind's positives weigh at most

bool is_head(const std::string& name) {
  return name.rfind("tower.", 0) == 0 || name.rfind("dependency.", 0) == 0;
}

void add_name(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

// Columns of whole documents' pooled rows are dropped by bits of their own.
at::Tensor dropped(const at::Tensor& rows, double rate, std::uint64_t key) {
  if (rate <= 0) return rows;
  const at::Generator generator = at::detail::createCPUGenerator(key);
  at::Tensor kept = at::empty({rows.size(0), rows.size(1)}, at::kFloat);
  kept.bernoulli_(1 - rate, generator);
  return rows * kept.to(rows.device()) / (1 - rate);
}

}  // namespace

struct HeadTrainer::Impl {
  ModelCard card;
  Weights weights;
  Optimizer optimizer;
  HeadOptions options;
  PackedStore packed;
  std::vector<Studied> documents;
  std::vector<bool> taught;          // [kind]
  bool keeps = false;                // some kinds are not
  std::vector<double> labels;        // [kind]: positives added
  std::int64_t passes = 0, steps = 0;
  std::size_t resting = 0;

  std::vector<std::vector<SegmentStates>> states_of(std::span<const DocumentInput> family,
                                                    bool whole) {
    return read_family(weights, card, family, whole, &packed);
  }

  // An input that is left out is zero, and no gradient reaches it.
  void do_without() {
    TowerWeights& w = weights.tower;
    std::vector<at::Tensor*> left_out;
    if (!options.memory) left_out = {&w.memory_kv};
    if (!options.bank) left_out.push_back(&w.bank_kv);
    if (!options.comparison)
      left_out.insert(left_out.end(), {&w.gap_hidden, &w.gap_hidden_bias, &w.partner_hidden,
                                       &w.partner_hidden_bias, &w.hidden_facts});
    for (at::Tensor* weight : left_out) weight->zero_();
  }

  void add(std::span<const StudyDocument> family) {
    if (family.empty()) return;
    std::vector<DocumentInput> inputs;
    for (const StudyDocument& document : family) inputs.push_back(document.document);
    auto states = states_of(inputs, false);
    for (std::size_t d = 0; d < family.size(); ++d) {
      if (inputs[d].segments.empty()) continue;
      const CommonSegments common = d == 0 ? CommonSegments() : common_segments(inputs[0], inputs[d]);
      Studied studied = study(family[d], std::move(states[d]), common,
                              d == 0 ? Ask::kAll : Ask::kChanged);
      studied.first = d == 0;
      if (studied.asked.empty()) continue;
      for (const auto& positive : studied.positives)
        labels[static_cast<std::size_t>(positive.second)] += 1;
      resting += studied.resting.size();
      if (keeps) studied.kept = at::sigmoid(logits(studied, 0).logits);
      documents.push_back(std::move(studied));
    }
  }

  TowerOutput logits(const Studied& document, std::uint64_t dropout_key) {
    at::Tensor rows = rows_of(weights, card.config, document);
    if (dropout_key != 0) rows = dropped(rows, options.dropout, dropout_key);
    return dual_tower(weights, card.config, tower_input(card.config, document, rows, options));
  }

  // Rarer kinds weigh more.
  at::Tensor positive_weights() const {
    const double most = std::max(1.0, *std::max_element(labels.begin(), labels.end()));
    std::vector<float> weight;
    for (std::size_t k = 0; k < labels.size(); ++k) {
      const double rare = std::min(std::sqrt(most / std::max(labels[k], 1.0)), kMostRare);
      weight.push_back(static_cast<float>(taught[k] ? options.positive_weight * rare : 1));
    }
    return at::tensor(weight, at::kFloat);
  }

  at::Tensor targets_of(const Studied& document) const {
    at::Tensor targets = document.kept.defined()
                             ? document.kept.clone()
                             : at::zeros({std::ssize(document.asked), std::ssize(card.kinds)},
                                         at::kFloat);
    for (std::size_t k = 0; k < taught.size(); ++k)
      if (taught[k]) targets.select(1, static_cast<std::int64_t>(k)).zero_();
    for (const auto& [row, kind] : document.positives) targets[row][kind] = 1;
    return targets;
  }

  // One document's share of a step, its gradient added to the weights'.
  void learn(const Studied& document, std::uint64_t key, const at::Tensor& positive,
             double documents_in_step, HeadStats& stats) {
    const at::Tensor rows =
        dropped(rows_of(weights, card.config, document), options.dropout, key);
    const TowerOutput out =
        dual_tower(weights, card.config, tower_input(card.config, document, rows, options));
    const at::Tensor losses = at::binary_cross_entropy_with_logits(
        out.logits, targets_of(document).to(out.logits.device()), {},
        positive.to(out.logits.device()), at::Reduction::Sum);
    at::Tensor loss = losses / kDocumentNorm;
    stats.dual_loss += loss.item<double>();
    stats.sentences += std::ssize(document.asked);
    if (document.first) loss = loss * options.first_weight;
    for (const auto& [row, evidence] : document.evidence) {
      if (!out.bank_weights.defined()) break;
      Bank bank;
      bank.tags = document.tags;
      bank.segments = document.segments;
      const at::Tensor one = evidence_loss(out.bank_weights[row], bank, evidence);
      if (one.defined()) loss = loss + one * options.evidence_weight;
    }
    if (card.config.dependency_head && !document.resting.empty() && document.states.size() > 1) {
      const at::Tensor scores =
          dependency_scores(weights, card.config,
                            {rows, document.tags, document.segments, document.resting,
                             document.overlaps});
      for (std::size_t i = 0; i < document.resting.size(); ++i) {
        const auto own = document.segments[static_cast<std::size_t>(document.resting[i])];
        const at::Tensor one = dependency_loss(scores[static_cast<std::int64_t>(i)],
                                               document.segments, own, document.rests_on[i]);
        if (!one.defined()) continue;
        stats.dependency_loss += one.item<double>();
        loss = loss + one * options.dependency_weight;
      }
    }
    const double value = loss.item<double>();
    if (!std::isfinite(value))
      throw ModelError(ModelError::Code::kDiverged,
                       "training diverged: the loss is not a number. Lower the learning rate.");
    stats.loss += value;
    torch::autograd::backward({loss / documents_in_step}, {});
  }

  double rate(std::int64_t step) const {
    const auto batches = (std::ssize(documents) + options.batch - 1) / options.batch;
    const double total = static_cast<double>(std::max<std::int64_t>(batches * options.passes, 1));
    const double warmup = std::max(1.0, options.warmup * total);
    const double at = static_cast<double>(step);
    if (at < warmup) return options.learning_rate * (at + 1) / warmup;
    const double gone = std::min((at - warmup) / std::max(1.0, total - warmup), 1.0);
    return options.learning_rate * (1 + std::cos(std::numbers::pi * gone)) / 2;
  }

  HeadStats pass() {
    const c10::AutoGradMode grad(true);
    HeadStats stats;
    if (documents.empty())
      throw ModelError(ModelError::Code::kIncompatible, "there is nothing to learn from.");
    std::vector<std::size_t> order(documents.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::mt19937_64 random(kernels::mix(options.seed, static_cast<std::uint64_t>(passes) + 1));
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
    const at::Tensor positive = positive_weights();
    TrainOptions adam;
    adam.weight_decay = options.weight_decay;
    for (std::size_t at = 0; at < order.size(); at += static_cast<std::size_t>(options.batch)) {
      const std::size_t end =
          std::min(order.size(), at + static_cast<std::size_t>(options.batch));
      optimizer.forget_gradients();
      for (std::size_t i = at; i < end; ++i) {
        const auto key = kernels::mix(kernels::mix(options.seed, static_cast<std::uint64_t>(steps)),
                                      order[i] + 1);
        learn(documents[order[i]], key | 1U, positive, static_cast<double>(end - at), stats);
      }
      const double norm = optimizer.gradient_norm();
      if (!std::isfinite(norm))
        throw ModelError(ModelError::Code::kDiverged,
                         "training diverged: the gradient is not a number. Lower the learning "
                         "rate.");
      const double factor = options.clip > 0 && norm > options.clip ? options.clip / norm : 1;
      optimizer.update(adam, rate(steps), factor);
      ++steps;
    }
    optimizer.forget_gradients();
    ++passes;
    ++card.step;
    const auto n = static_cast<double>(documents.size());
    stats.documents = std::ssize(documents);
    stats.loss /= n;
    stats.dual_loss /= n;
    stats.dependency_loss /= static_cast<double>(std::max<std::size_t>(resting, 1));
    stats.steps = steps;
    add_name(card.trained_heads, "dual_tower");
    if (resting > 0 && card.config.dependency_head) add_name(card.trained_heads, "dependency");
    return stats;
  }

  DocumentReading reading_of(const StudyDocument& document, std::vector<SegmentStates> states) {
    const c10::NoGradGuard guard;
    const Studied studied = study(document, std::move(states), {}, Ask::kAll);
    const at::Tensor rows = rows_of(weights, card.config, studied);
    const TowerOutput out =
        dual_tower(weights, card.config, tower_input(card.config, studied, rows, options));
    const at::Tensor probability = at::sigmoid(out.logits).to(at::kCPU).contiguous();
    const auto kinds = card.kinds.size();
    const float* p = probability.const_data_ptr<float>();
    DocumentReading reading;
    reading.segments.resize(studied.states.size());
    for (std::size_t row = 0; row < studied.segments.size(); ++row) {
      const std::uint32_t s = studied.segments[row];
      SegmentReading& segment = reading.segments[s];
      segment.probability.resize(kinds);
      for (std::size_t k = 0; k < kinds; ++k) {
        const float value = p[row * kinds + k];
        segment.sentence_probability.push_back(value);
        segment.probability[k] = std::max(segment.probability[k], value);
      }
    }
    return reading;
  }
};

HeadTrainer::HeadTrainer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
HeadTrainer::HeadTrainer(HeadTrainer&&) noexcept = default;
HeadTrainer& HeadTrainer::operator=(HeadTrainer&&) noexcept = default;
HeadTrainer::~HeadTrainer() = default;

HeadTrainer HeadTrainer::from_model(const std::filesystem::path& dir, const HeadOptions& options,
                                    std::span<const std::string> kinds, Device device) {
  return at_border([&] {
    auto impl = std::make_unique<Impl>();
    LoadedModel loaded = load_model(dir);
    impl->card = std::move(loaded.card);
    impl->weights = std::move(loaded.weights);
    impl->options = options;
    ModelCard& card = impl->card;
    if (!card.config.comparison) {
      card.kinds.clear();
      std::erase_if(card.trained_heads, [](const std::string& head) { return head != "lm"; });
      impl->weights.tower = {};
      impl->weights.dependency = {};
    }
    const std::size_t known = card.kinds.size();
    for (const std::string& kind : kinds) add_name(card.kinds, kind);
    if (card.kinds.empty())
      throw ModelError(ModelError::Code::kIncompatible, "the labels name no kind to learn.");
    card.config.comparison = true;
    card.config.n_kind = std::ssize(card.kinds);
    card.config.dependency_head = true;
    card.step = 0;
    for (std::size_t k = 0; k < card.kinds.size(); ++k) {
      impl->taught.push_back(std::find(kinds.begin(), kinds.end(), card.kinds[k]) != kinds.end());
      impl->keeps = impl->keeps || (k < known && !impl->taught.back());
    }
    impl->labels.assign(card.kinds.size(), 0);
    if (!options.memory) card.config.mem_len = 0;
    grow_tower(impl->weights, card.config, options.seed);
    impl->do_without();
    const c10::Device where = choose(device);
    for_each_weight(impl->weights, card.config,
                    [&](const std::string&, at::Tensor& tensor, const std::vector<std::int64_t>&) {
                      tensor = tensor.to(where);
                    });
    impl->optimizer = Optimizer::over(impl->weights, card.config, is_head);
    return HeadTrainer(std::move(impl));
  });
}

void HeadTrainer::add(std::span<const StudyDocument> family) {
  at_border([&] {
    const c10::NoGradGuard guard;
    impl_->add(family);
  });
}
HeadStats HeadTrainer::pass() {
  return at_border([&] { return impl_->pass(); });
}
std::int64_t HeadTrainer::passes() const { return impl_->passes; }
std::size_t HeadTrainer::documents() const { return impl_->documents.size(); }
const ModelCard& HeadTrainer::card() const { return impl_->card; }

std::vector<DocumentReading> HeadTrainer::read(std::span<const DocumentInput> family, bool whole) {
  return at_border([&] {
    std::vector<DocumentReading> readings;
    if (family.empty()) return readings;
    auto states = impl_->states_of(family, whole);
    for (std::size_t d = 0; d < family.size(); ++d) {
      if (family[d].segments.empty()) {
        readings.emplace_back();
      } else {
        readings.push_back(impl_->reading_of({family[d], {}, {}}, std::move(states[d])));
      }
    }
    return readings;
  });
}

void HeadTrainer::save_model(const std::filesystem::path& dir, Precision precision) {
  at_border([&] {
    impl_->card.weights_sha256 = model::save_model(dir, impl_->card, impl_->weights, precision);
  });
}

}  // namespace proviso::model
