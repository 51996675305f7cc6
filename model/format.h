// What model.safetensors says it is.
#pragma once

namespace proviso::model {

inline constexpr const char* kFormatName = "proviso-reader";
inline constexpr const char* kFormatVersion = "1";  // any other is refused; `proviso version` shows it

}  // namespace proviso::model
