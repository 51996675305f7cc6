// The knobs of the network, with the field's names (Dai et al. 2019, arXiv 1901.02860), and the
// facts kept with its weights.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace proviso::model {

struct ReaderConfig {
  std::int64_t vocab_size = 16000;
  std::int64_t d_model = 256;
  std::int64_t n_layer = 6;
  std::int64_t n_head = 4;
  std::int64_t d_head = 64;
  std::int64_t d_inner = 1024;
  std::int64_t d_tower = 128;  // width of the dual tower's attentions and hidden layer
  std::int64_t seg_len = 384;  // most tokens of one segment
  std::int64_t mem_len =
      1152;  // memory rows per layer when reading (training may use fewer: TrainOptions)
  std::int64_t n_tag = 31, n_level = 5, n_mark = 1;
  std::int64_t n_kind = 0;  // kinds of inconsistency; 0: the model has no dual tower yet
  double attn_dropout = 0.1, ffn_dropout = 0.3;
  double memory_dropout = 0.05;  // whole memory rows are hidden with this probability, per layer
  bool untie_biases = true;      // u and v per layer (else one pair for all layers)
  bool tie_weights = true;       // output embedding = input embedding

  friend bool operator==(const ReaderConfig&, const ReaderConfig&) = default;
};

// Names and facts stored with the weights. Callers translate names to indices here, never by
// number.
struct ModelCard {
  ReaderConfig config;
  std::vector<std::string> tags, levels, marks,
      kinds;                               // sizes n_tag, n_level, n_mark, n_kind of config
  std::vector<std::string> trained_heads;  // "lm", "dual_tower"
  std::string tokenizer_sha256;            // of tokenizer.model
  std::string weights_sha256;              // of model.safetensors; set by loading and saving
  std::int64_t step = 0;                   // optimizer steps made
};

}  // namespace proviso::model
