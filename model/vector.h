// GCC's vector types under one name each, for loops written once and compiled for several
// instruction sets. What uses them are always-inlined templates, instantiated inside functions of a
// target. Internal to model/; for kernels only.
#pragma once

#include <cstdint>
#include <cstring>

#define PROVISO_INLINE inline __attribute__((always_inline))

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define PROVISO_AVX2 __attribute__((target("avx2,fma,f16c")))
#define PROVISO_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,fma,f16c")))
#else
#define PROVISO_AVX2
#define PROVISO_AVX512
#endif

namespace proviso::model::kernels {

typedef float Vector32 __attribute__((vector_size(32)));
typedef float Vector64 __attribute__((vector_size(64)));

template <class V>
inline constexpr int kLanes = sizeof(V) / sizeof(float);

// `out` receives the cells at p, which need no alignment.
template <class V>
PROVISO_INLINE void load(const float* p, V& out) {
  std::memcpy(&out, p, sizeof(V));
}
template <class V>
PROVISO_INLINE void save(const V& x, float* p) {
  std::memcpy(p, &x, sizeof(V));
}

enum class InstructionSet { kBaseline, kAvx2, kAvx512 };

// The best of the three that this machine has.
inline InstructionSet instruction_set_here() {
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq")) {
    return InstructionSet::kAvx512;
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return InstructionSet::kAvx2;
#endif
  return InstructionSet::kBaseline;
}

// The function of this machine's instruction set.
template <class Function>
Function pick(Function baseline, Function avx2, Function avx512) {
  const InstructionSet set = instruction_set_here();
  return set == InstructionSet::kAvx512 ? avx512 : set == InstructionSet::kAvx2 ? avx2 : baseline;
}

}  // namespace proviso::model::kernels
