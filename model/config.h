// The knobs of the network, with the field's names (Dai et al. 2019, arXiv 1901.02860).
#pragma once

#include <cstdint>
#include <string>

namespace proviso::model {

struct ReaderConfig {
  std::int64_t vocab_size = 16000;
  std::int64_t d_model = 256;
  std::int64_t n_layer = 6;
  std::int64_t n_head = 4;
  std::int64_t d_head = 64;
  std::int64_t d_inner = 1024;
  std::int64_t seg_len = 384;   // most tokens of one segment
  std::int64_t mem_len = 1152;  // memory rows per layer
  std::int64_t n_tag = 31, n_level = 5, n_mark = 1, n_kind = 0;
  double attn_dropout = 0.1, ffn_dropout = 0.3, memory_dropout = 0.05;
  bool untie_biases = true;  // u and v per layer
  bool tie_weights = true;   // output embedding = input embedding
};

}  // namespace proviso::model
