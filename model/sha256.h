// SHA-256 (FIPS 180-4), so that model/ builds without OpenSSL.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace proviso::model {

// kBest: the processor's own instructions where it has them; kPlain: as any processor can.
enum class Sha256Rounds { kBest, kPlain };

// 64 lower-case hex digits, the same whatever the rounds.
std::string sha256_hex(std::span<const std::byte> bytes,
                       Sha256Rounds rounds = Sha256Rounds::kBest);

}  // namespace proviso::model
