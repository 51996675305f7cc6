#include "model/import.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "model/device.h"
#include "model/error.h"
#include "model/model_file.h"
#include "model/safetensors.h"
#include "model/weights.h"

namespace proviso::model {
namespace {

using nlohmann::json;

constexpr std::uintmax_t kMaxConfigBytes = 10'000'000;
constexpr std::int64_t kTowerWidth = 128;

[[noreturn]] void incompatible(const std::string& where, const std::string& cause) {
  throw ModelError(ModelError::Code::kIncompatible, where + ": " + cause + ".");
}

json read_config(const std::filesystem::path& file) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  std::ifstream in(file, std::ios::binary);
  if (error || !in) {
    throw ModelError(
        ModelError::Code::kFormat,
        file.string() + " cannot be read. Name the folder that save_pretrained() wrote.");
  }
  if (size > kMaxConfigBytes) incompatible(file.string(), "too long for a configuration");
  const json config = json::parse(in, nullptr, false);
  if (!config.is_object()) {
    throw ModelError(ModelError::Code::kFormat,
                     file.string() + ": not a JSON object. Save the checkpoint again.");
  }
  return config;
}

// What the original does where config.json is silent: configuration_transfo_xl.py.
ReaderConfig config_of(const json& in, const std::string& where, std::int64_t seg_len) {
  if (in.value("model_type", "") != "transfo-xl") {
    incompatible(where, "model_type is " +
                            (in.contains("model_type") ? in["model_type"].dump() : "absent") +
                            ", only transfo-xl is imported");
  }
  if (in.value("attn_type", 0) != 0) incompatible(where, "attn_type is not 0");
  ReaderConfig c;
  const auto whole = [&](const char* name, std::int64_t otherwise) {
    return in.value(name, otherwise);
  };
  c.vocab_size = whole("vocab_size", 267735);
  c.d_model = whole("d_model", 1024);
  c.d_embed = whole("d_embed", 1024);
  c.n_layer = whole("n_layer", 18);
  c.n_head = whole("n_head", 16);
  c.d_head = whole("d_head", 64);
  c.d_inner = whole("d_inner", 4096);
  c.mem_len = whole("mem_len", 1600);
  c.seg_len = seg_len;
  c.clamp_len = std::max<std::int64_t>(whole("clamp_len", 1000), 0);
  if (c.clamp_len == 0) c.clamp_len = -1;
  c.div_val = whole("div_val", 4);
  c.cutoffs = in.value("cutoffs", std::vector<std::int64_t>{20000, 40000, 200000});
  c.adaptive_softmax = !c.cutoffs.empty();
  c.same_length = in.value("same_length", true);
  c.pre_norm = in.value("pre_lnorm", false);
  c.final_norm = false;
  c.untie_biases = in.value("untie_r", true);
  c.tie_weights = in.value("tie_word_embeddings", true);
  c.layer_norm_epsilon = in.value("layer_norm_epsilon", 1e-5);
  c.ffn_dropout = in.value("dropout", 0.1);
  c.attn_dropout = in.value("dropatt", 0.0);
  c.memory_dropout = 0;
  c.initial_memory = InitialMemory::kZeros;
  c.n_tag = c.n_level = c.n_mark = 1;
  c.n_kind = 0;
  if (c.n_head > 0) c.d_tower = (kTowerWidth + c.n_head - 1) / c.n_head * c.n_head;
  check_config(c, where);
  return c;
}

// Which output projections are the input's, by cluster.
std::vector<bool> shared_projections(const json& in, const ReaderConfig& config) {
  std::vector<bool> shared(config.cutoffs.size() + 1, in.value("proj_share_all_but_first", true));
  shared[0] = false;
  const auto listed = in.value("tie_projs", std::vector<bool>());
  for (std::size_t i = 0; i < std::min(shared.size(), listed.size()); ++i) shared[i] = listed[i];
  return shared;
}

// The checkpoint's tensors under its own names; remembers what was taken and what was wrong.
class Source {
 public:
  explicit Source(const SafetensorsFile& file) : file_(file) {}

  bool has(const std::string& name) const { return file_.find(name) != nullptr; }

  // fp32; of `shape`, else the difference is noted and zeros are given.
  at::Tensor take(const std::string& name, const std::vector<std::int64_t>& shape) {
    taken_.insert(name);
    const TensorBytes* found = file_.find(name);
    const bool number = found != nullptr && is_floating(found->type);
    if (number && found->shape == shape) {
      at::Tensor tensor = to_tensor(*found).to(at::kFloat);
      if (at::isfinite(tensor).all().item<bool>()) return tensor;
      differences_ += " " + name + " holds what is not a number;";
    } else {
      differences_ += " " + name + (found == nullptr ? " is missing;" : " has another shape;");
    }
    return at::zeros(shape);
  }

  void ignore(const std::string& name) { taken_.insert(name); }

  const std::string& differences() const { return differences_; }
  std::vector<std::string> not_taken() const {
    std::vector<std::string> names;
    for (const TensorBytes& tensor : file_.tensors())
      if (!taken_.contains(tensor.name)) names.push_back(tensor.name);
    return names;
  }

 private:
  const SafetensorsFile& file_;
  std::set<std::string> taken_;
  std::string differences_;
};

const std::string kBody = "transformer.";

void take_layer(LayerWeights& layer, const ReaderConfig& c, const std::string& prefix,
                Source& source) {
  const std::int64_t width = head_width(c), d = c.d_model;
  const std::string attention = prefix + "dec_attn.", ffn = prefix + "pos_ff.";
  const at::Tensor qkv = source.take(attention + "qkv_net.weight", {3 * width, d});
  layer.q = qkv.narrow(0, 0, width).contiguous();
  layer.kv = qkv.narrow(0, width, 2 * width).contiguous();
  layer.r = source.take(attention + "r_net.weight", {width, d});
  layer.out = source.take(attention + "o_net.weight", {d, width});
  layer.norm_attention = source.take(attention + "layer_norm.weight", {d});
  layer.shift_attention = source.take(attention + "layer_norm.bias", {d});
  layer.inner = source.take(ffn + "CoreNet.0.weight", {c.d_inner, d});
  layer.inner_bias = source.take(ffn + "CoreNet.0.bias", {c.d_inner});
  layer.outer = source.take(ffn + "CoreNet.3.weight", {d, c.d_inner});
  layer.outer_bias = source.take(ffn + "CoreNet.3.bias", {d});
  layer.norm_ffn = source.take(ffn + "layer_norm.weight", {d});
  layer.shift_ffn = source.take(ffn + "layer_norm.bias", {d});
}

// u or v: one a layer, or one pair that save_pretrained() kept under the name of any of its owners.
at::Tensor take_bias(const std::string& name, const ReaderConfig& c, Source& source) {
  const std::vector<std::int64_t> shape{c.n_head, c.d_head};
  const auto of_layer = [&](std::int64_t n) {
    return kBody + "layers." + std::to_string(n) + ".dec_attn." + name;
  };
  std::vector<at::Tensor> pairs;
  if (c.untie_biases) {
    for (std::int64_t n = 0; n < c.n_layer; ++n) pairs.push_back(source.take(of_layer(n), shape));
    return at::stack(pairs);
  }
  std::string kept = kBody + name;
  for (std::int64_t n = 0; n < c.n_layer; ++n) {
    source.ignore(of_layer(n));
    if (!source.has(kept) && source.has(of_layer(n))) kept = of_layer(n);
  }
  return source.take(kept, shape).unsqueeze(0);
}

void take_vocabulary(Weights& w, ReaderConfig& c, const std::vector<bool>& shared, Source& source) {
  const std::vector<Cluster> clusters = clusters_of(c);
  const auto numbered = [](const std::string& name, std::size_t i, const char* end) {
    return name + "." + std::to_string(i) + end;
  };
  const std::string in = kBody + "word_emb.emb_layers", out = "crit.out_layers";
  const bool whole = c.div_val == 1;
  w.embedding_tails.resize(whole ? 0 : clusters.size() - 1);
  w.output_tails.resize(w.embedding_tails.size());
  std::vector<at::Tensor> biases;
  for (std::size_t i = 0; i < (whole ? 1 : clusters.size()); ++i) {
    const std::int64_t rows = whole ? c.vocab_size : clusters[i].size;
    const std::vector<std::int64_t> shape{rows, clusters[i].width};
    (i == 0 ? w.embedding : w.embedding_tails[i - 1]) =
        source.take(numbered(in, i, ".weight"), shape);
    biases.push_back(source.take(numbered(out, i, ".bias"), {rows}));
    if (c.tie_weights) {
      source.ignore(numbered(out, i, ".weight"));
    } else {
      (i == 0 ? w.output_embedding : w.output_tails[i - 1]) =
          source.take(numbered(out, i, ".weight"), shape);
    }
  }
  w.output_bias = at::cat(biases);
  if (c.adaptive_softmax) {
    const auto tails = std::ssize(c.cutoffs);
    w.cluster_weight = source.take("crit.cluster_weight", {tails, clusters[0].width});
    w.cluster_bias = source.take("crit.cluster_bias", {tails});
  }
  if (!has_projections(c)) return;
  for (std::size_t i = 0; i < (whole ? 1 : clusters.size()); ++i) {
    w.embedding_projections.push_back(
        source.take(numbered(kBody + "word_emb.emb_projs", i, ""), {c.d_model, clusters[i].width}));
  }
  bool all_but_first = !shared[0];
  for (std::size_t i = 1; i < shared.size(); ++i) all_but_first = all_but_first && shared[i];
  c.proj_share_all_but_first = all_but_first;
  w.output_projections.resize(clusters.size());
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    const std::string name = numbered("crit.out_projs", i, "");
    if (shared[i]) source.ignore(name);
    if (shared[i] && all_but_first) continue;
    w.output_projections[i] = shared[i] ? w.embedding_projections[whole ? 0 : i].clone()
                                        : source.take(name, {c.d_model, clusters[i].width});
  }
}

Weights take_weights(ReaderConfig& c, const std::vector<bool>& shared, Source& source) {
  Weights w;
  take_vocabulary(w, c, shared, source);
  w.tag_embedding = at::zeros({1, c.d_model});
  w.level_embedding = at::zeros({1, c.d_model});
  w.section_bias = at::zeros({c.n_layer * c.n_head, 1});
  w.connector_bias = at::zeros({c.n_layer * c.n_head, 1});
  w.u = take_bias("r_w_bias", c, source);
  w.v = take_bias("r_r_bias", c, source);
  w.layers.resize(static_cast<std::size_t>(c.n_layer));
  for (std::size_t n = 0; n < w.layers.size(); ++n)
    take_layer(w.layers[n], c, kBody + "layers." + std::to_string(n) + ".", source);
  source.ignore(kBody + "pos_emb.inv_freq");  // computed
  return w;
}

std::vector<std::string> left_out(const json& in, const ReaderConfig& c,
                                  const std::vector<bool>& shared, const Source& source,
                                  const std::filesystem::path& from) {
  std::vector<std::string> lines;
  bool vocabulary = false;
  for (const char* name : {"vocab.json", "vocab.pkl", "vocab.bin", "vocab.txt", "vocab-cased.bin"})
    vocabulary = vocabulary || std::filesystem::exists(from / name);
  lines.push_back(std::string("the tokenizer") + (vocabulary ? " (vocab files)" : "") +
                  ": only token ids can be read, with evaluate --token-ids");
  if (c.ffn_dropout > 0)
    lines.push_back(
        "dropout of embeddings, positions and attention outputs: `dropout` becomes "
        "ffn_dropout, `dropatt` attn_dropout");
  if (std::find(shared.begin(), shared.end(), true) != shared.end() && has_projections(c) &&
      !c.proj_share_all_but_first)
    lines.push_back("the tying of some output projections: they are copies now (tie_projs)");
  if (c.same_length && c.mem_len == 0)
    lines.push_back(
        "same_length without memory: the original looks at all tokens alike, future "
        "ones too; here a token sees itself");
  std::string settings;
  for (const char* name : {"init", "init_range", "init_std", "proj_init_std", "eos_token_id"})
    if (in.contains(name)) settings += (settings.empty() ? "" : ", ") + std::string(name);
  if (!settings.empty()) lines.push_back("settings for training and writing: " + settings);
  for (const std::string& name : source.not_taken()) lines.push_back("the tensor " + name);
  return lines;
}

void check_target(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::error_code error;
  if (std::filesystem::exists(to, error) && std::filesystem::equivalent(from, to, error)) {
    throw ModelError(ModelError::Code::kFormat,
                     to.string() + " is the checkpoint's own folder. Name another one.");
  }
  if (std::filesystem::exists(to / "model.safetensors", error)) {
    throw ModelError(ModelError::Code::kFormat,
                     to.string() + " holds a model already. Name another folder, or remove it.");
  }
}

}  // namespace

Imported import_hugging_face(const std::filesystem::path& from, const std::filesystem::path& to,
                             std::int64_t seg_len) {
  return at_border([&] {
    const std::string where = (from / "config.json").string();
    const json in = read_config(from / "config.json");
    if (!std::filesystem::exists(from / "model.safetensors")) {
      throw ModelError(ModelError::Code::kFormat,
                       (from / "model.safetensors").string() +
                           " is not there. Pickled weights (pytorch_model.bin) are not read: save "
                           "the model with save_pretrained(DIR, safe_serialization=True).");
    }
    Imported imported;
    ReaderConfig& config = imported.card.config;
    std::vector<bool> shared;
    try {
      config = config_of(in, where, seg_len);
      shared = shared_projections(in, config);
    } catch (const json::exception&) {
      incompatible(where, "an option is not of the kind that transfo-xl has");
    }
    check_target(from, to);
    const SafetensorsFile file = SafetensorsFile::read(from / "model.safetensors");
    Source source(file);
    if (!source.has("crit.out_layers.0.bias") && source.has("word_emb.emb_layers.0.weight")) {
      incompatible((from / "model.safetensors").string(),
                   "a TransfoXLModel without its softmax. Save a TransfoXLLMHeadModel");
    }
    Weights weights = take_weights(config, shared, source);
    if (!source.differences().empty()) {
      incompatible((from / "model.safetensors").string(),
                   "weights and config.json disagree:" + source.differences());
    }
    imported.card.tags = imported.card.levels = imported.card.marks = {"none"};
    imported.card.trained_heads = {"lm"};
    imported.left_out = left_out(in, config, shared, source, from);
    imported.card.weights_sha256 = save_model(to, imported.card, weights, Precision::kSingle);
    return imported;
  });
}

}  // namespace proviso::model
