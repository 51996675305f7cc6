// The knobs of the network, with the field's names (Dai et al. 2019, arXiv 1901.02860), and the
// facts kept with its weights.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace proviso::model {

// What the memory of a document's first segment is.
enum class InitialMemory {
  kMasked,  // nothing: rows appear as segments are read
  kZeros,   // mem_len hidden rows of zeros that take part in attention, as in Hugging Face's code
};

struct ReaderConfig {
  std::int64_t vocab_size = 16000;
  std::int64_t d_model = 256;
  std::int64_t d_embed = 0;  // width of the embedding; 0: d_model
  std::int64_t n_layer = 6;
  std::int64_t n_head = 4;
  std::int64_t d_head = 64;
  std::int64_t d_inner = 1024;
  std::int64_t d_tower = 128;  // width of the dual tower's attentions and hidden layer
  std::int64_t seg_len = 384;  // most tokens of one segment
  std::int64_t mem_len =
      1152;  // memory rows per layer when reading (training may use fewer: TrainOptions)
  std::int64_t clamp_len = -1;  // greatest distance told apart, farther ones count as it; −1: none
  bool same_length = false;     // a token sees the max(mem_len, 1) newest rows, its own among them,
                                // instead of the whole memory and its segment up to itself
  InitialMemory initial_memory = InitialMemory::kMasked;
  std::int64_t n_tag = 31, n_level = 5, n_mark = 1;
  std::int64_t n_kind = 0;       // kinds of inconsistency; 0: the model has no dual tower yet
  bool dependency_head = false;  // scores which segments a sentence rests on; needs kinds
  bool comparison = false;  // the heads also read words and where sentences differ (comparison.h)
  // Ablations, stored with the weights. Without section tags all that depends on one stays zero and
  // is not trained. With absolute positions a token's embedding carries the sinusoid of its place in
  // its segment and W_kR stays zero: with mem_len 0 a plain transformer (Vaswani et al. 2017) of the
  // same size.
  bool section_tags = true, absolute_positions = false;
  double attn_dropout = 0.1, ffn_dropout = 0.3;
  double memory_dropout = 0.05;  // whole memory rows are hidden with this probability, per layer
  bool untie_biases = true;      // u and v per layer (else one pair for all layers)
  bool tie_weights = true;       // output embedding = input embedding
  bool pre_norm = false;         // x + f(LN(x)) instead of LN(x + f(x))
  bool final_norm = true;        // with pre_norm: LN after the last layer (Hugging Face has none)
  double layer_norm_epsilon = 1e-5;

  // Adaptive softmax (Grave et al. 2017): ids below cutoffs[0] in the head, then one cluster for
  // each further range. div_val: cluster c embeds in d_embed / div_val^c columns; above 1, or where
  // d_embed is not d_model, projections lead from and to d_model, and all but the first cluster's
  // output projections are the input's with proj_share_all_but_first.
  bool adaptive_softmax = false;
  std::vector<std::int64_t> cutoffs =
      {};  // ascending, below vocab_size; empty without adaptive_softmax
  std::int64_t div_val = 1;
  bool proj_share_all_but_first = true;

  friend bool operator==(const ReaderConfig&, const ReaderConfig&) = default;
};

// Names and facts stored with the weights. Callers translate names to indices here, never by
// number.
struct ModelCard {
  ReaderConfig config;
  std::vector<std::string> tags, levels, marks,
      kinds;                               // sizes n_tag, n_level, n_mark, n_kind of config
  std::vector<std::string> trained_heads;  // "lm", "dual_tower", "dependency"
  std::string tokenizer_sha256;            // of tokenizer.model
  std::string weights_sha256;              // of model.safetensors; set by loading and saving
  std::int64_t step = 0;                   // optimizer steps made
};

}  // namespace proviso::model
