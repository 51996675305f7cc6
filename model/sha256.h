// SHA-256 (FIPS 180-4), so that model/ builds without OpenSSL.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace proviso::model {

// 64 lower-case hex digits.
std::string sha256_hex(std::span<const std::byte> bytes);

}  // namespace proviso::model
