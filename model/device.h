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

// Runs body(); what LibTorch throws becomes ModelError.
template <class Body>
auto at_border(const Body& body) {
  try {
    return body();
  } catch (const c10::OutOfMemoryError& error) {
    throw ModelError(ModelError::Code::kOutOfMemory,
                     "out of memory: " + first_line(error.what_without_backtrace()) +
                         ". Use fewer lanes or less memory (mem_len).");
  } catch (const std::bad_alloc&) {
    throw ModelError(ModelError::Code::kOutOfMemory,
                     "out of memory. Use fewer lanes or less memory (mem_len).");
  } catch (const c10::Error& error) {
    throw ModelError(ModelError::Code::kDevice,
                     "LibTorch: " + first_line(error.what_without_backtrace()));
  }
}

}  // namespace proviso::model
