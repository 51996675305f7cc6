#include "model/span_head.h"

#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "model/device.h"
#include "model/model_file.h"
#include "model/safetensors.h"
#include "model/span_head_impl.h"

namespace proviso::model {
namespace {

constexpr const char* kSpanFormat = "proviso-spans";

[[noreturn]] void unfit(const std::string& cause) {
  throw ModelError(ModelError::Code::kIncompatible, "span head: " + cause + ".");
}

at::Tensor longs(const std::vector<std::int64_t>& values) {
  return at::tensor(values, at::kLong);
}

// Means of rows of a projection over ranges, by its running sums [token + 1, columns].
at::Tensor means(const at::Tensor& sums, const at::Tensor& begin, const at::Tensor& end) {
  const at::Tensor size = (end - begin).to(sums.scalar_type()).unsqueeze(1);
  return (sums.index_select(0, end) - sums.index_select(0, begin)) / size;
}

}  // namespace

SpanBatch span_batch(const SpanShape& shape, const std::vector<const SpanWindow*>& windows) {
  SpanBatch batch;
  std::vector<std::int64_t> places, ranges, outputs, groups, facts, offsets;
  std::vector<at::Tensor> rows;
  std::int64_t begin = 0, candidates = 0;
  for (const SpanWindow* window : windows) {
    const auto d = static_cast<std::size_t>(shape.d);
    if (window->rows.empty() || window->rows.size() % d != 0) unfit("rows are not whole states");
    const auto time = static_cast<std::int64_t>(window->rows.size() / d);
    rows.push_back(
        at::from_blob(const_cast<float*>(window->rows.data()), {time, shape.d}, at::kFloat));
    const auto inside = [&](const TokenRange& range) {
      if (range.begin >= range.end || range.end > time) unfit("a span is outside its window");
    };
    for (const SpanQuestion& question : window->questions) {
      if (question.candidates.empty()) unfit("a question without candidates");
      inside(question.trigger);
      batch.begins.push_back(candidates);
      batch.counts.push_back(std::ssize(question.candidates));
      batch.maybe_none.push_back(question.maybe_none ? 1 : 0);
      for (const SpanCandidate& each : question.candidates) {
        inside(each.span);
        if (each.output >= shape.group.size()) unfit("no such output");
        const std::int64_t last = begin + time - 1;
        places.insert(places.end(), {begin + each.span.begin, begin + each.span.end - 1,
                                     std::min<std::int64_t>(begin + each.span.end, last), last});
        ranges.insert(ranges.end(), {begin + each.span.begin, begin + each.span.end,
                                     begin + question.trigger.begin, begin + question.trigger.end});
        outputs.push_back(each.output);
        groups.push_back(shape.group[each.output]);
        offsets.push_back(std::ssize(facts));
        for (const std::uint32_t fact : each.facts) {
          if (fact >= kSpanFacts) unfit("no such fact");
          facts.push_back(fact);
        }
        ++candidates;
      }
    }
    begin += time;
  }
  batch.rows = at::cat(rows, 0);
  batch.places = longs(places).view({candidates, 4});
  batch.ranges = longs(ranges).view({candidates, 4});
  batch.outputs = longs(outputs);
  batch.groups = longs(groups);
  batch.facts = longs(facts);
  batch.fact_offsets = longs(offsets);
  return batch;
}

at::Tensor span_scores(const SpanWeights& weights, const SpanShape& shape, const SpanBatch& batch,
                       const at::Tensor& rows, const at::Tensor& fact_weights) {
  // Facts of a candidate lie side by side: their sum is a difference of running sums.
  const std::int64_t candidates = batch.outputs.size(0), all = batch.facts.size(0);
  at::Tensor score = at::zeros({candidates}, weights.facts.options().requires_grad(false));
  if (all > 0) {
    const at::Tensor of = weights.facts.index_select(0, batch.facts) * fact_weights;
    const at::Tensor ends =
        at::cat({batch.fact_offsets.narrow(0, 1, candidates - 1), longs({all})});
    const at::Tensor owner =
        at::repeat_interleave(at::arange(candidates, at::kLong), ends - batch.fact_offsets);
    score = score.index_add(0, owner, of);
  }
  if (!rows.defined()) return score;
  const std::int64_t n = groups_of(shape), tokens = rows.size(0);
  const at::Tensor projected =
      at::matmul(rows, weights.states).view({tokens, n, kSpanPlaces, kSpanHidden});
  const auto at_place = [&](std::int64_t place, const at::Tensor& index) {
    return projected.select(2, place).reshape({tokens, n * kSpanHidden}).index_select(0, index);
  };
  const auto mean_at = [&](std::int64_t place, std::int64_t column) {
    const at::Tensor of = projected.select(2, place).reshape({tokens, n * kSpanHidden});
    const at::Tensor sums = at::cat(
        {at::zeros({1, n * kSpanHidden}, of.options().requires_grad(false)), at::cumsum(of, 0)});
    return means(sums, batch.ranges.select(1, column), batch.ranges.select(1, column + 1));
  };
  const at::Tensor sum = at_place(0, batch.places.select(1, 0)) +
                         at_place(1, batch.places.select(1, 1)) +
                         at_place(2, batch.places.select(1, 2)) +
                         at_place(3, batch.places.select(1, 3)) + mean_at(4, 0) + mean_at(5, 2);
  const at::Tensor own = sum.view({candidates * n, kSpanHidden})
                             .index_select(0, at::arange(candidates, at::kLong) * n + batch.groups);
  const at::Tensor hidden = at::tanh(own + weights.hidden_bias.index_select(0, batch.groups));
  return score + (hidden * weights.out.index_select(0, batch.outputs)).sum(1);
}

SpanHead::SpanHead(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
SpanHead::SpanHead(SpanHead&&) noexcept = default;
SpanHead& SpanHead::operator=(SpanHead&&) noexcept = default;
SpanHead::~SpanHead() = default;

const SpanShape& SpanHead::shape() const {
  return impl_->shape;
}

std::optional<std::string> SpanHead::setting(const std::string& name) const {
  const auto at = impl_->settings.find(name);
  if (at == impl_->settings.end()) return std::nullopt;
  return at->second;
}

std::vector<std::vector<float>> SpanHead::scores(const SpanWindow& window) const {
  return at_border([&] {
    std::vector<std::vector<float>> result;
    if (window.questions.empty()) return result;
    const c10::InferenceMode guard;
    const SpanBatch batch = span_batch(impl_->shape, {&window});
    const at::Tensor scores = span_scores(impl_->weights, impl_->shape, batch, batch.rows,
                                          at::ones({batch.facts.size(0)}, at::kFloat))
                                  .contiguous();
    const float* score = scores.const_data_ptr<float>();
    for (std::size_t q = 0; q < batch.begins.size(); ++q)
      result.emplace_back(score + batch.begins[q], score + batch.begins[q] + batch.counts[q]);
    return result;
  });
}

void SpanHead::save(const std::filesystem::path& file,
                    const std::vector<std::pair<std::string, std::string>>& settings) const {
  at_border([&] {
    std::vector<at::Tensor> keep;
    std::vector<TensorBytes> tensors;
    const SpanWeights& w = impl_->weights;
    const std::pair<const char*, const at::Tensor*> all[] = {{"facts", &w.facts},
                                                             {"hidden_bias", &w.hidden_bias},
                                                             {"out", &w.out},
                                                             {"states", &w.states}};
    for (const auto& [name, tensor] : all)
      tensors.push_back(tensor_bytes(name, tensor->detach().to(at::kHalf), keep));
    Metadata metadata(impl_->settings.begin(), impl_->settings.end());
    for (const auto& [name, value] : settings) metadata[name] = value;
    metadata["format"] = kSpanFormat;
    metadata["groups"] = nlohmann::json(impl_->shape.group).dump();
    write_safetensors(file, tensors, metadata);
  });
}

SpanHead SpanHead::load(const std::filesystem::path& path) {
  return at_border([&] {
    const SafetensorsFile file = SafetensorsFile::read(path);
    const auto format = file.metadata().find("format");
    const auto groups = file.metadata().find("groups");
    if (format == file.metadata().end() || format->second != kSpanFormat ||
        groups == file.metadata().end())
      throw ModelError(ModelError::Code::kFormat, path.string() + ": not a span head.");
    auto impl = std::make_unique<Impl>();
    impl->settings = {file.metadata().begin(), file.metadata().end()};
    try {
      impl->shape.group = nlohmann::json::parse(groups->second).get<std::vector<std::uint32_t>>();
    } catch (const nlohmann::json::exception&) {
      throw ModelError(ModelError::Code::kFormat, path.string() + ": its metadata are damaged.");
    }
    if (impl->shape.group.empty() || groups_of(impl->shape) > impl->shape.outputs())
      unfit(path.string() + " names impossible groups");
    const std::int64_t n = groups_of(impl->shape);
    const auto take = [&](const char* name, std::vector<std::int64_t> wanted) {
      const TensorBytes* found = file.find(name);
      if (found == nullptr || !is_floating(found->type) || found->shape.size() != wanted.size())
        unfit(path.string() + " lacks " + name);
      if (wanted[0] == 0) wanted[0] = found->shape[0];
      if (found->shape != wanted || wanted[0] == 0)
        unfit(path.string() + ": another shape of " + name);
      at::Tensor tensor = to_tensor(*found).to(at::kFloat);
      if (!at::isfinite(tensor).all().item<bool>())
        throw ModelError(ModelError::Code::kFormat,
                         path.string() + ": weights that are not numbers in " + name + ".");
      return tensor;
    };
    impl->weights.states = take("states", {0, n * kSpanPlaces * kSpanHidden});
    impl->weights.hidden_bias = take("hidden_bias", {n, kSpanHidden});
    impl->weights.out = take("out", {impl->shape.outputs(), kSpanHidden});
    impl->weights.facts = take("facts", {static_cast<std::int64_t>(kSpanFacts)});
    impl->shape.d = impl->weights.states.size(0);
    return SpanHead(std::move(impl));
  });
}

}  // namespace proviso::model
