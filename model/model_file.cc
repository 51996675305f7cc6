#include "model/model_file.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "model/error.h"
#include "model/format.h"
#include "model/sha256.h"

namespace proviso::model {
namespace {

using nlohmann::json;

[[noreturn]] void incompatible(const std::string& where, const std::string& cause) {
  throw ModelError(ModelError::Code::kIncompatible, where + ": " + cause + ".");
}

// The whole numbers of a configuration with their bounds: one list for writing, reading and
// checking.
struct Knob {
  const char* name;
  std::int64_t ReaderConfig::*field;
  std::int64_t least, most;
};
constexpr Knob kKnobs[] = {{"vocab_size", &ReaderConfig::vocab_size, 1, 4'000'000},
                           {"d_model", &ReaderConfig::d_model, 2, 16'384},
                           {"n_layer", &ReaderConfig::n_layer, 1, 256},
                           {"n_head", &ReaderConfig::n_head, 1, 256},
                           {"d_head", &ReaderConfig::d_head, 1, 1'024},
                           {"d_inner", &ReaderConfig::d_inner, 1, 65'536},
                           {"d_tower", &ReaderConfig::d_tower, 1, 16'384},
                           {"seg_len", &ReaderConfig::seg_len, 1, 65'536},
                           {"mem_len", &ReaderConfig::mem_len, 0, 1'048'576},
                           {"n_tag", &ReaderConfig::n_tag, 1, 4'096},
                           {"n_level", &ReaderConfig::n_level, 1, 4'096},
                           {"n_mark", &ReaderConfig::n_mark, 1, 8},
                           {"n_kind", &ReaderConfig::n_kind, 0, 4'096},
                           {"d_embed", &ReaderConfig::d_embed, 0, 16'384},
                           {"clamp_len", &ReaderConfig::clamp_len, -1, 1'048'576},
                           {"div_val", &ReaderConfig::div_val, 1, 64}};
struct Rate {
  const char* name;
  double ReaderConfig::*field;
};
constexpr Rate kRates[] = {{"attn_dropout", &ReaderConfig::attn_dropout},
                           {"ffn_dropout", &ReaderConfig::ffn_dropout},
                           {"memory_dropout", &ReaderConfig::memory_dropout}};
struct Switch {
  const char* name;
  bool ReaderConfig::*field;
};
constexpr Switch kSwitches[] = {
    {"untie_biases", &ReaderConfig::untie_biases},
    {"tie_weights", &ReaderConfig::tie_weights},
    {"same_length", &ReaderConfig::same_length},
    {"pre_norm", &ReaderConfig::pre_norm},
    {"final_norm", &ReaderConfig::final_norm},
    {"adaptive_softmax", &ReaderConfig::adaptive_softmax},
    {"dependency_head", &ReaderConfig::dependency_head},
    {"comparison", &ReaderConfig::comparison},
    {"section_tags", &ReaderConfig::section_tags},
    {"absolute_positions", &ReaderConfig::absolute_positions},
    {"proj_share_all_but_first", &ReaderConfig::proj_share_all_but_first}};
// What version 1 of the format did not have.
constexpr std::string_view kSinceVersion2[] = {"d_embed",
                                               "clamp_len",
                                               "div_val",
                                               "same_length",
                                               "pre_norm",
                                               "final_norm",
                                               "adaptive_softmax",
                                               "dependency_head",
                                               "proj_share_all_but_first",
                                               "layer_norm_epsilon",
                                               "cutoffs",
                                               "initial_memory"};
// What files of version 2 may lack.
constexpr std::string_view kMayLack[] = {"comparison", "section_tags", "absolute_positions"};
constexpr std::size_t kMaxCutoffs = 64;

json config_json(const ReaderConfig& config) {
  json out = json::object();
  for (const Knob& knob : kKnobs) out[knob.name] = config.*knob.field;
  for (const Rate& rate : kRates) out[rate.name] = config.*rate.field;
  for (const Switch& s : kSwitches) out[s.name] = config.*s.field;
  out["layer_norm_epsilon"] = config.layer_norm_epsilon;
  out["cutoffs"] = config.cutoffs;
  out["initial_memory"] = config.initial_memory == InitialMemory::kZeros ? "zeros" : "masked";
  return out;
}

ReaderConfig config_of(json in, bool old, const std::string& where) {
  const json defaults = config_json(ReaderConfig());
  for (const std::string_view name : kMayLack) {
    const std::string key(name);
    if (!in.contains(key)) in[key] = defaults[key];
  }
  if (old) {
    for (const std::string_view name : kSinceVersion2)
      in[std::string(name)] = defaults[std::string(name)];
  }
  ReaderConfig config;
  config.layer_norm_epsilon = in.at("layer_norm_epsilon").get<double>();
  config.cutoffs = in.at("cutoffs").get<std::vector<std::int64_t>>();
  const std::string initial = in.at("initial_memory").get<std::string>();
  if (initial != "masked" && initial != "zeros")
    incompatible(where, "initial_memory must be masked or zeros");
  config.initial_memory = initial == "zeros" ? InitialMemory::kZeros : InitialMemory::kMasked;
  for (const Knob& knob : kKnobs) config.*knob.field = in.at(knob.name).get<std::int64_t>();
  for (const Rate& rate : kRates) config.*rate.field = in.at(rate.name).get<double>();
  for (const Switch& s : kSwitches) config.*s.field = in.at(s.name).get<bool>();
  return config;
}

ModelCard card_of(const Metadata& metadata, const std::string& where) {
  const auto text = [&](const char* key) {
    const auto found = metadata.find(key);
    if (found == metadata.end()) {
      throw ModelError(ModelError::Code::kFormat,
                       where + ": not a Proviso model: its metadata lack " + key + ".");
    }
    return found->second;
  };
  if (text("format") != kFormatName)
    incompatible(where, "its format is not " + std::string(kFormatName));
  const bool old = text("format_version") == kOldFormatVersion;
  if (!old && text("format_version") != kFormatVersion) {
    incompatible(where, "its format version is " + text("format_version").substr(0, 16) +
                            ", this program reads versions " + kOldFormatVersion + " and " +
                            kFormatVersion + "; use the program that goes with the model");
  }
  ModelCard card;
  try {
    const auto names = [&](const char* key) {
      return json::parse(text(key)).get<std::vector<std::string>>();
    };
    card.config = config_of(json::parse(text("config")), old, where);
    card.tags = names("tags");
    card.levels = names("levels");
    card.marks = names("marks");
    card.kinds = names("kinds");
    card.trained_heads = names("trained_heads");
    card.tokenizer_sha256 = text("tokenizer_sha256");
    card.step = json::parse(text("step")).get<std::int64_t>();
  } catch (const json::exception&) {
    throw ModelError(ModelError::Code::kFormat,
                     where + ": its metadata are damaged. Fetch or save the model again.");
  }
  return card;
}

std::string shape_text(std::span<const std::int64_t> shape) {
  std::string text = "[";
  for (const std::int64_t side : shape) {
    if (text.size() > 1) text += ',';
    text += std::to_string(side);
  }
  text += ']';
  return text;
}

at::ScalarType scalar_type(DType type) {
  switch (type) {
    case DType::kF16:
      return at::kHalf;
    case DType::kI64:
      return at::kLong;
    case DType::kU8:
      return at::kByte;
    case DType::kBF16:
      return at::kBFloat16;
    case DType::kF64:
      return at::kDouble;
    case DType::kF32:
      break;
  }
  return at::kFloat;
}

DType dtype_of(const at::Tensor& tensor) {
  switch (tensor.scalar_type()) {
    case at::kHalf:
      return DType::kF16;
    case at::kLong:
      return DType::kI64;
    case at::kByte:
      return DType::kU8;
    case at::kBFloat16:
      return DType::kBF16;
    case at::kDouble:
      return DType::kF64;
    default:
      return DType::kF32;
  }
}

// Neither infinite nor "not a number": such have all bits of the exponent set. (at::isfinite makes
// three tensors of the size of the weights on its way.)
bool all_numbers(const at::Tensor& tensor) {
  constexpr std::uint32_t kExponent = 0x7F800000;
  const float* cells = tensor.const_data_ptr<float>();
  std::uint32_t most = 0;
  for (std::int64_t i = 0; i < tensor.numel(); ++i)
    most = std::max(most, std::bit_cast<std::uint32_t>(cells[i]) & kExponent);
  return most != kExponent;
}

void check_vocabulary(const ReaderConfig& config, const std::string& where) {
  if (config.adaptive_softmax == config.cutoffs.empty())
    incompatible(where, "adaptive_softmax needs cutoffs, and cutoffs adaptive_softmax");
  if (config.cutoffs.size() > kMaxCutoffs) incompatible(where, "it has too many cutoffs");
  std::int64_t last = 0;
  for (const std::int64_t cutoff : config.cutoffs) {
    if (cutoff <= last || cutoff >= config.vocab_size)
      incompatible(where, "cutoffs must ascend from 1 and stay below vocab_size");
    last = cutoff;
  }
  if (clusters_of(config).back().width < 1)
    incompatible(where, "div_val leaves the last cluster's embedding no column");
}

}  // namespace

void check_config(const ReaderConfig& config, const std::string& where) {
  for (const Knob& knob : kKnobs) {
    const std::int64_t value = config.*knob.field;
    if (value < knob.least || value > knob.most) {
      incompatible(where, std::string(knob.name) + " is " + std::to_string(value) +
                              ", it must lie between " + std::to_string(knob.least) + " and " +
                              std::to_string(knob.most));
    }
  }
  for (const Rate& rate : kRates) {
    if (!(config.*rate.field >= 0 && config.*rate.field < 1)) {
      incompatible(where, std::string(rate.name) + " must be at least 0 and below 1");
    }
  }
  if (!(config.layer_norm_epsilon > 0 && config.layer_norm_epsilon < 1))
    incompatible(where, "layer_norm_epsilon must lie between 0 and 1");
  check_vocabulary(config, where);
  if (config.dependency_head && config.n_kind == 0)
    incompatible(where, "dependency_head needs kinds");
  if (config.d_model % 2 != 0) incompatible(where, "d_model must be even");
  if (config.d_tower % config.n_head != 0)
    incompatible(where, "d_tower must be a multiple of n_head");
}

void check_card(const ModelCard& card, const std::string& where) {
  const ReaderConfig& config = card.config;
  check_config(config, where);
  const auto same = [&](const std::vector<std::string>& names, std::int64_t count,
                        const char* what) {
    if (std::ssize(names) != count) {
      incompatible(where, "it names " + std::to_string(names.size()) + " " + what +
                              ", its configuration says " + std::to_string(count));
    }
  };
  same(card.tags, config.n_tag, "tags");
  same(card.levels, config.n_level, "levels");
  same(card.marks, config.n_mark, "marks");
  same(card.kinds, config.n_kind, "kinds");
}

TensorBytes tensor_bytes(const std::string& name, const at::Tensor& tensor,
                         std::vector<at::Tensor>& keep) {
  keep.push_back(tensor.detach().to(at::kCPU).contiguous());
  const at::Tensor& kept = keep.back();
  return {name,
          dtype_of(kept),
          kept.sizes().vec(),
          {static_cast<const std::byte*>(kept.const_data_ptr()),
           static_cast<std::size_t>(kept.nbytes())}};
}

at::Tensor to_tensor(const TensorBytes& bytes) {
  at::Tensor tensor = at::empty(bytes.shape, scalar_type(bytes.type));
  std::copy(bytes.data.begin(), bytes.data.end(),
            static_cast<std::byte*>(tensor.mutable_data_ptr()));
  return tensor;
}

Metadata card_metadata(const ModelCard& card) {
  return {{"format", kFormatName},
          {"format_version", kFormatVersion},
          {"config", config_json(card.config).dump()},
          {"tags", json(card.tags).dump()},
          {"levels", json(card.levels).dump()},
          {"marks", json(card.marks).dump()},
          {"kinds", json(card.kinds).dump()},
          {"trained_heads", json(card.trained_heads).dump()},
          {"tokenizer_sha256", card.tokenizer_sha256},
          {"step", std::to_string(card.step)}};
}

LoadedModel model_in(const SafetensorsFile& file, const std::string& where, bool alone) {
  LoadedModel loaded;
  loaded.card = card_of(file.metadata(), where);
  check_card(loaded.card, where);
  std::string differences, not_numbers;
  std::size_t known = 0;
  for_each_weight(
      loaded.weights, loaded.card.config,
      [&](const std::string& name, at::Tensor& tensor, const std::vector<std::int64_t>& shape) {
        const TensorBytes* found = file.find(name);
        if (found == nullptr) {
          differences += " " + name + " is missing;";
          return;
        }
        ++known;
        if (found->shape != shape || !is_floating(found->type)) {
          differences += " " + name + " is " + shape_text(found->shape) + ", wanted " +
                         shape_text(shape) + ";";
          return;
        }
        tensor = to_tensor(*found).to(at::kFloat);
        if (!all_numbers(tensor)) not_numbers += " " + name;
      });
  if (alone && known != file.tensors().size())
    differences += " it holds tensors that the configuration does not name;";
  if (!differences.empty())
    incompatible(where, "weights and configuration disagree:" + differences);
  if (!not_numbers.empty()) {
    throw ModelError(ModelError::Code::kFormat, where + ": weights that are not numbers in" +
                                                    not_numbers +
                                                    ". Fetch or train the model again.");
  }
  return loaded;
}

LoadedModel load_model(const std::filesystem::path& dir) {
  const std::filesystem::path path = dir / "model.safetensors";
  const SafetensorsFile file = SafetensorsFile::read(path);
  LoadedModel loaded = model_in(file, path.string(), true);
  loaded.card.weights_sha256 = sha256_hex(file.bytes());
  return loaded;
}

std::vector<TensorBytes> weight_tensors(Weights& weights, const ReaderConfig& config,
                                        Precision precision, std::vector<at::Tensor>& keep) {
  std::vector<TensorBytes> tensors;
  for_each_weight(
      weights, config,
      [&](const std::string& name, at::Tensor& tensor, const std::vector<std::int64_t>&) {
        const at::Tensor stored =
            precision == Precision::kHalf ? tensor.detach().to(at::kHalf) : tensor;
        tensors.push_back(tensor_bytes(name, stored, keep));
      });
  return tensors;
}

void make_folder(const std::filesystem::path& dir) {
  std::error_code error;
  std::filesystem::create_directories(dir, error);
  if (error) {
    throw ModelError(ModelError::Code::kFormat,
                     "cannot make " + dir.string() + ": " + error.message() + ".");
  }
}

std::string save_model(const std::filesystem::path& dir, const ModelCard& card, Weights& weights,
                       Precision precision) {
  check_card(card, "the model to be saved");
  std::vector<at::Tensor> keep;
  const std::vector<TensorBytes> tensors = weight_tensors(weights, card.config, precision, keep);
  make_folder(dir);
  const std::filesystem::path path = dir / "model.safetensors";
  write_safetensors(path, tensors, card_metadata(card));
  return sha256_hex(SafetensorsFile::read(path).bytes());
}

}  // namespace proviso::model
