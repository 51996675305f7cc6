// What this room throws.
#pragma once

#include <stdexcept>
#include <string>

namespace proviso::model {

// Anything wrong with a model directory, its format, an input or the device. `what()` names the
// file, the cause and the remedy.
class ModelError : public std::runtime_error {
 public:
  enum class Code {
    kFormat,        // the file is damaged, truncated or not a model
    kIncompatible,  // a sound file or input that does not fit: unknown version, other shapes, ids
                    // out of range
    kOutOfMemory,
    kDevice,
    kDiverged,  // training met a loss or gradient that is not a number
  };
  ModelError(Code code, const std::string& what) : std::runtime_error(what), code_(code) {}
  Code code() const { return code_; }

 private:
  Code code_;
};

}  // namespace proviso::model
