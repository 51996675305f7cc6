// Matrix products with a packed right-hand side, fp32, for shapes that come again and again:
// weights, cached keys and values. Packed once, read in order. Plain C++ over GCC's vector types,
// compiled for several instruction sets and chosen at start. Internal to model/; knows nothing of
// tensors. All functions are pure and safe to call in parallel.
//
// Packed form of B [k, n]: panels of kPanel columns, a panel being k rows of kPanel floats; the
// last panel is filled up with zeros. Panel p starts at p·kPanel·k.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

namespace proviso::model::kernels {

inline constexpr std::int64_t kPanel = 16;

constexpr std::int64_t panels(std::int64_t n) {
  return (n + kPanel - 1) / kPanel;
}

// Floats that begin on a cache line: a panel row is one line then.
// Large ones on huge pages where the system gives them: packed weights are read from end to end.
void* allocate_line(std::size_t bytes);
void free_line(void* p, std::size_t bytes);

template <class T>
struct LineAllocator {
  using value_type = T;
  LineAllocator() = default;
  template <class U>
  LineAllocator(const LineAllocator<U>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(allocate_line(n * sizeof(T))); }
  void deallocate(T* p, std::size_t n) { free_line(p, n * sizeof(T)); }
  friend bool operator==(const LineAllocator&, const LineAllocator&) { return true; }
};
using Floats = std::vector<float, LineAllocator<float>>;

// C [m, n] = A·B, or C += A·B with `add`; then + bias [n], then max(0, ·) with `relu`. A [m, k]
// with row stride lda; C with row stride ldc. panel_stride: floats from one panel of B to the next.
struct Product {
  std::int64_t m = 0, n = 0, k = 0;
  const float* a = nullptr;
  std::int64_t lda = 0, step = 1;
  const float* b = nullptr;
  std::int64_t panel_stride = 0;
  float* c = nullptr;
  std::int64_t ldc = 0;
  const float* bias = nullptr;
  bool add = false, relu = false;
};
void product(const Product& p);

// The same, shared out among LibTorch's threads; each cell's sum is the same whatever the share.
void parallel_product(const Product& p);

// A weight matrix [out, in] (row-major, as the model stores it) packed for x·Wᵀ.
class PackedMatrix {
 public:
  PackedMatrix() = default;
  PackedMatrix(const float* weight, std::int64_t out, std::int64_t in);

  std::int64_t out() const { return out_; }
  std::int64_t in() const { return in_; }
  // Panels [first, …) as the right-hand side of a Product.
  const float* panel(std::int64_t first) const { return data_.data() + first * kPanel * in_; }
  // x·Wᵀ: x [m, in] contiguous, y [m, out] with row stride ldc.
  Product times(const float* x, std::int64_t m, float* y, std::int64_t ldc) const {
    return {.m = m,
            .n = out_,
            .k = in_,
            .a = x,
            .lda = in_,
            .b = panel(0),
            .panel_stride = kPanel * in_,
            .c = y,
            .ldc = ldc};
  }

 private:
  std::int64_t out_ = 0, in_ = 0;
  Floats data_;
};

// Writes source [columns, k] (row stride `stride`) into the panels at `packed` as columns first …
// first + columns − 1: the packed form of its transpose. What else the panels hold stays.
void pack_columns(const float* source, std::int64_t columns, std::int64_t k, std::int64_t stride,
                  std::int64_t first, float* packed);

// The packed form of source [rows, columns] (row stride `stride`) itself: row i of the source is
// row i of every panel; panel_stride ≥ rows·kPanel floats from panel to panel.
void pack_rows(const float* source, std::int64_t rows, std::int64_t columns, std::int64_t stride,
               std::int64_t panel_stride, float* packed);

}  // namespace proviso::model::kernels
