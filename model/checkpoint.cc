#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "model/model_file.h"
#include "model/safetensors.h"
#include "model/train_state.h"

namespace proviso::model {
namespace {

using nlohmann::json;

constexpr const char* kVersion = "2";  // 1 had the weights in a file of their own

template <class Value>
struct Field {
  const char* name;
  Value TrainOptions::*field;
};
constexpr Field<std::int64_t> kWhole[] = {{"lanes", &TrainOptions::lanes},
                                          {"mem_len", &TrainOptions::mem_len},
                                          {"bptt_segments", &TrainOptions::bptt_segments},
                                          {"total_steps", &TrainOptions::total_steps},
                                          {"warmup_steps", &TrainOptions::warmup_steps}};
constexpr Field<double> kReal[] = {{"learning_rate", &TrainOptions::learning_rate},
                                   {"final_learning_rate", &TrainOptions::final_learning_rate},
                                   {"beta1", &TrainOptions::beta1},
                                   {"beta2", &TrainOptions::beta2},
                                   {"epsilon", &TrainOptions::epsilon},
                                   {"weight_decay", &TrainOptions::weight_decay},
                                   {"clip", &TrainOptions::clip},
                                   {"lm_weight", &TrainOptions::lm_weight},
                                   {"dual_weight", &TrainOptions::dual_weight},
                                   {"evidence_weight", &TrainOptions::evidence_weight},
                                   {"dependency_weight", &TrainOptions::dependency_weight},
                                   {"positive_weight", &TrainOptions::positive_weight},
                                   {"consistency", &TrainOptions::consistency},
                                   {"attn_dropout", &TrainOptions::attn_dropout},
                                   {"ffn_dropout", &TrainOptions::ffn_dropout},
                                   {"memory_dropout", &TrainOptions::memory_dropout}};

json options_json(const TrainOptions& options) {
  json out = json::object();
  for (const auto& f : kWhole) out[f.name] = options.*f.field;
  for (const auto& f : kReal) out[f.name] = options.*f.field;
  out["schedule"] = options.schedule == Schedule::kCosine ? "cosine" : "inverse_sqrt";
  out["progressive_eviction"] = options.progressive_eviction;
  out["gradient_checkpointing"] = options.gradient_checkpointing;
  out["bf16"] = options.bf16;
  out["seed"] = options.seed;
  return out;
}

TrainOptions options_of(const json& in) {
  TrainOptions options;
  for (const auto& f : kWhole) options.*f.field = in.at(f.name).get<std::int64_t>();
  for (const auto& f : kReal) options.*f.field = in.at(f.name).get<double>();
  options.schedule = in.at("schedule") == "cosine" ? Schedule::kCosine : Schedule::kInverseSqrt;
  options.progressive_eviction = in.at("progressive_eviction").get<bool>();
  options.gradient_checkpointing = in.at("gradient_checkpointing").get<bool>();
  options.bf16 = in.value("bf16", false);  // older checkpoints lack it
  options.seed = in.at("seed").get<std::uint64_t>();
  return options;
}

json lane_json(const LaneState& lane) {
  json dependencies = json::array();
  for (const DependencyTarget& one : lane.dependencies)
    dependencies.push_back({{"row", one.row}, {"segments", one.segments}});
  return {{"dependencies", dependencies}, {"tags", lane.facts.tags},
          {"marks", lane.facts.marks},    {"by_segment", lane.facts.by_segment},
          {"bank_tags", lane.bank.tags},  {"bank_segments", lane.bank.segments},
          {"segment", lane.segment}};
}

// The tensors of a lane under their names; `visit(name, tensor)`. Layers of an empty memory are not
// visited.
template <class Visit>
void for_each_tensor(LaneState& lane, std::size_t index, const Visit& visit) {
  const std::string prefix = "lanes." + std::to_string(index) + ".";
  for (std::size_t l = 0; l < lane.hidden.size(); ++l)
    visit(prefix + "hidden." + std::to_string(l), lane.hidden[l]);
  visit(prefix + "top", lane.top);
  visit(prefix + "bank", lane.bank.rows);
  visit(prefix + "mean", lane.mean);
}

[[noreturn]] void damaged(const std::string& where) {
  throw ModelError(
      ModelError::Code::kFormat,
      where + ": not a sound checkpoint. Resume from another, or start the run again.");
}

LaneState lane_of(const json& in, std::size_t index, const SafetensorsFile& file,
                  const ReaderConfig& config, const std::string& where) {
  LaneState lane;
  lane.facts.tags = in.at("tags").get<std::vector<std::int32_t>>();
  lane.facts.marks = in.at("marks").get<std::vector<std::uint8_t>>();
  lane.facts.by_segment = in.at("by_segment").get<std::vector<std::int64_t>>();
  lane.bank.tags = in.at("bank_tags").get<std::vector<std::int32_t>>();
  lane.bank.segments = in.at("bank_segments").get<std::vector<std::uint32_t>>();
  lane.segment = in.at("segment").get<std::uint32_t>();
  for (const json& one : in.at("dependencies")) {
    lane.dependencies.push_back(
        {one.at("row").get<std::int64_t>(), one.at("segments").get<std::vector<std::uint32_t>>()});
  }
  if (lane.facts.rows() > 0) lane.hidden.resize(static_cast<std::size_t>(config.n_layer));
  for_each_tensor(lane, index, [&](const std::string& name, at::Tensor& tensor) {
    if (const TensorBytes* found = file.find(name)) tensor = to_tensor(*found);
  });
  std::int64_t by_segment = 0;
  for (const std::int64_t rows : lane.facts.by_segment) by_segment += rows;
  const auto shaped = [&](const at::Tensor& x, std::int64_t rows) {
    return rows == 0 ? !x.defined()
                     : x.defined() && x.sizes() == at::IntArrayRef({rows, config.d_model});
  };
  const std::int64_t initial = std::count(lane.facts.tags.begin(), lane.facts.tags.end(), kNoTag);
  bool sound = std::ssize(lane.facts.marks) == lane.facts.rows() &&
               by_segment == lane.facts.rows() && shaped(lane.top, lane.facts.rows() - initial) &&
               shaped(lane.bank.rows, lane.bank.size()) &&
               lane.bank.segments.size() == lane.bank.tags.size();
  for (const at::Tensor& h : lane.hidden) sound = sound && shaped(h, lane.facts.rows());
  for (const std::int32_t tag : lane.facts.tags)
    sound = sound && tag >= kNoTag && tag < config.n_tag;
  for (const std::int32_t tag : lane.bank.tags) sound = sound && tag >= 0 && tag < config.n_tag;
  for (const DependencyTarget& one : lane.dependencies)
    sound = sound && one.row >= 0 && one.row < lane.bank.size();
  if (lane.mean.defined()) sound = sound && lane.mean.sizes() == at::IntArrayRef({config.d_model});
  if (!sound) damaged(where);
  return lane;
}

void restore_optimizer(TrainState& state, const SafetensorsFile& file, const std::string& where) {
  Optimizer& optimizer = state.optimizer;
  const c10::NoGradGuard guard;
  for (std::size_t i = 0; i < optimizer.names.size(); ++i) {
    const auto restore = [&](const char* prefix, at::Tensor& into) {
      const TensorBytes* found = file.find(prefix + optimizer.names[i]);
      if (found == nullptr || found->type != DType::kF32 ||
          into.sizes() != at::IntArrayRef(found->shape))
        damaged(where);
      into.copy_(to_tensor(*found));
    };
    restore("first.", optimizer.first[i]);
    restore("second.", optimizer.second[i]);
    restore("steps.", optimizer.steps[i]);
  }
}

}  // namespace

void save_checkpoint(const std::filesystem::path& dir, TrainState& state) {
  std::vector<at::Tensor> keep;
  std::vector<TensorBytes> tensors =
      weight_tensors(state.weights, state.card.config, Precision::kSingle, keep);
  const auto add = [&](const std::string& name, const at::Tensor& tensor) {
    if (tensor.defined()) tensors.push_back(tensor_bytes(name, tensor, keep));
  };
  const Optimizer& optimizer = state.optimizer;
  for (std::size_t i = 0; i < optimizer.names.size(); ++i) {
    add("first." + optimizer.names[i], optimizer.first[i]);
    add("second." + optimizer.names[i], optimizer.second[i]);
    add("steps." + optimizer.names[i], optimizer.steps[i]);
  }
  json lanes = json::array();
  for (std::size_t i = 0; i < state.lanes.size(); ++i) {
    lanes.push_back(lane_json(state.lanes[i]));
    for_each_tensor(state.lanes[i], i, add);
  }
  Metadata metadata = card_metadata(state.card);
  metadata["checkpoint_version"] = kVersion;
  metadata["options"] = options_json(state.options).dump();
  metadata["lanes"] = lanes.dump();
  metadata["caller_state"] = state.caller_state;
  make_folder(dir);
  write_safetensors(dir / "checkpoint.safetensors", tensors, metadata);
}

TrainState load_checkpoint(const std::filesystem::path& dir) {
  const std::filesystem::path path = dir / "checkpoint.safetensors";
  return checkpoint_in(SafetensorsFile::read(path), path.string());
}

TrainState checkpoint_in(const SafetensorsFile& file, const std::string& where) {
  const Metadata& metadata = file.metadata();
  const auto text = [&](const char* key) {
    const auto found = metadata.find(key);
    if (found == metadata.end()) damaged(where);
    return found->second;
  };
  if (!metadata.contains("checkpoint_version") || text("checkpoint_version") != kVersion) {
    throw ModelError(ModelError::Code::kIncompatible,
                     where + ": not a checkpoint of this program's version. Start the run again.");
  }
  const LoadedModel model = model_in(file, where, false);
  TrainState state;
  state.card = model.card;
  state.weights = model.weights;
  state.caller_state = text("caller_state");
  try {
    state.options = options_of(json::parse(text("options")));
    const json lanes = json::parse(text("lanes"));
    if (std::ssize(lanes) != state.options.lanes) damaged(where);
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      state.lanes.push_back(lane_of(lanes[i], i, file, state.card.config, where));
    }
  } catch (const json::exception&) {
    damaged(where);
  }
  state.optimizer = Optimizer::over(state.weights, state.card.config);
  restore_optimizer(state, file, where);
  return state;
}

}  // namespace proviso::model
