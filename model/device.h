// Choosing the device, and LibTorch's exceptions at the border of the room. Internal to model/.
#pragma once

#include <c10/core/Device.h>
#include <c10/util/Exception.h>

#include <new>
#include <string>

#include "model/reader.h"
#include "model/weights.h"

namespace proviso::model {

// Throws ModelError kDevice when CUDA is asked for and absent.
c10::Device choose(Device device);

void move_to(Weights& weights, const ReaderConfig& config, c10::Device device);

// The first line of a LibTorch message: the rest is a stack trace.
std::string first_line(const std::string& text);

// Whether LibTorch says that memory ran out; its CPU allocator has no type of its own for that.
bool says_no_memory(const std::string& text);

// What to do about it.
inline constexpr const char* kLowerMemory =
    ". Use fewer lanes (--lanes), less memory (--mem-len), shorter segments (--seg-len) or "
    "--gradient-checkpointing.";

// Runs body(); what LibTorch throws becomes ModelError.
template <class Body>
auto at_border(const Body& body) {
  try {
    return body();
  } catch (const c10::OutOfMemoryError& error) {
    throw ModelError(ModelError::Code::kOutOfMemory,
                     "out of memory: " + first_line(error.what_without_backtrace()) + kLowerMemory);
  } catch (const std::bad_alloc&) {
    throw ModelError(ModelError::Code::kOutOfMemory, std::string("out of memory") + kLowerMemory);
  } catch (const c10::Error& error) {
    if (says_no_memory(error.what_without_backtrace())) {
      throw ModelError(
          ModelError::Code::kOutOfMemory,
          "out of memory: " + first_line(error.what_without_backtrace()) + kLowerMemory);
    }
    throw ModelError(ModelError::Code::kDevice,
                     "LibTorch: " + first_line(error.what_without_backtrace()));
  }
}

}  // namespace proviso::model
