// What model.safetensors says it is. Version 1 lacks the knobs d_embed, clamp_len, same_length,
// initial_memory, pre_norm, final_norm, layer_norm_epsilon, dependency_head and those of the
// adaptive softmax: it is read with their defaults. Version 2 is written.
#pragma once

namespace proviso::model {

inline constexpr const char* kFormatName = "proviso-reader";
inline constexpr const char* kFormatVersion = "2";     // `proviso version` shows it
inline constexpr const char* kOldFormatVersion = "1";  // also read; any other is refused

}  // namespace proviso::model
