#include "model/product.h"

#include <ATen/Parallel.h>
#include <sys/mman.h>

#include <algorithm>

#include "model/vector.h"

namespace proviso::model::kernels {
namespace {

constexpr std::int64_t kRowBlock = 96;  // rows of A that stay in a core's L2 cache

// Where the result of one micro-kernel goes.
struct Target {
  float* c;
  std::int64_t ldc;
  const float* bias;
  bool add, relu;
};

// Finishes row r of a panel.
template <class V>
PROVISO_INLINE void finish(const V* sum, const Target& target, std::int64_t r) {
#pragma GCC unroll 4
  for (int v = 0; v < kPanel / kLanes<V>; ++v) {
    float* out = target.c + r * target.ldc + v * kLanes<V>;
    V value = sum[v], other;
    if (target.add) {
      load(out, other);
      value += other;
    }
    if (target.bias != nullptr) {
      load(target.bias + v * kLanes<V>, other);
      value += other;
    }
    if (target.relu) value = value > 0 ? value : V{};
    save(value, out);
  }
}

// kRows × kPanel cells of C in registers over the whole of k.
template <class V, int kRows>
PROVISO_INLINE void cells(const float* a, std::int64_t lda, std::int64_t step, const float* b,
                          std::int64_t k, const Target& target) {
  constexpr int kVectors = kPanel / kLanes<V>;
  V sum[kRows][kVectors] = {};
  for (std::int64_t i = 0; i < k; ++i) {
    V row[kVectors];
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) load(b + i * kPanel + v * kLanes<V>, row[v]);
#pragma GCC unroll 16
    for (int r = 0; r < kRows; ++r) {
      const float x = a[r * lda];
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) sum[r][v] += x * row[v];
    }
    a += step;
  }
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) finish<V>(sum[r], target, r);
}

template <class V, int kRows>
PROVISO_INLINE void last_rows(std::int64_t rows, const float* a, std::int64_t lda,
                              std::int64_t step, const float* b, std::int64_t k,
                              const Target& target) {
  if constexpr (kRows > 0) {
    if (rows == kRows) {
      cells<V, kRows>(a, lda, step, b, k, target);
    } else {
      last_rows<V, kRows - 1>(rows, a, lda, step, b, k, target);
    }
  }
}

// Rows [0, m) of one whole panel.
template <class V, int kRows>
PROVISO_INLINE void panel_rows(std::int64_t m, const float* a, std::int64_t lda, std::int64_t step,
                               const float* b, std::int64_t k, Target target) {
  std::int64_t i = 0;
  for (; i + kRows <= m; i += kRows) {
    cells<V, kRows>(a + i * lda, lda, step, b, k, target);
    target.c += kRows * target.ldc;
  }
  last_rows<V, kRows - 1>(m - i, a + i * lda, lda, step, b, k, target);
}

template <class V, int kRows>
PROVISO_INLINE void blocks(const Product& p) {
  for (std::int64_t first = 0; first < p.m; first += kRowBlock) {
    const std::int64_t rows = std::min(kRowBlock, p.m - first);
    const float* a = p.a + first * p.lda;
    for (std::int64_t column = 0; column < p.n; column += kPanel) {
      const float* b = p.b + column / kPanel * p.panel_stride;
      float* c = p.c + first * p.ldc + column;
      const float* bias = p.bias == nullptr ? nullptr : p.bias + column;
      const std::int64_t width = std::min(kPanel, p.n - column);
      if (width == kPanel) {
        panel_rows<V, kRows>(rows, a, p.lda, p.step, b, p.k, {c, p.ldc, bias, p.add, p.relu});
        continue;
      }
      // The last panel is wider than C.
      float edge[kRowBlock * kPanel] = {}, edge_bias[kPanel] = {};
      if (bias != nullptr) std::copy_n(bias, width, edge_bias);
      if (p.add) {
        for (std::int64_t i = 0; i < rows; ++i)
          std::copy_n(c + i * p.ldc, width, edge + i * kPanel);
      }
      panel_rows<V, kRows>(rows, a, p.lda, p.step, b, p.k,
                           {edge, kPanel, edge_bias, p.add, p.relu});
      for (std::int64_t i = 0; i < rows; ++i) std::copy_n(edge + i * kPanel, width, c + i * p.ldc);
    }
  }
}

// One row of A: several panels side by side, or the sums would wait for each other.
template <class V>
PROVISO_INLINE void one_row(const Product& p) {
  constexpr int kVectors = kPanel / kLanes<V>, kAbreast = 4;
  std::int64_t column = 0;
  for (; column + kAbreast * kPanel <= p.n; column += kAbreast * kPanel) {
    const float* b = p.b + column / kPanel * p.panel_stride;
    V sum[kAbreast][kVectors] = {};
    for (std::int64_t i = 0; i < p.k; ++i) {
      const float x = p.a[i * p.step];
#pragma GCC unroll 4
      for (int w = 0; w < kAbreast; ++w) {
#pragma GCC unroll 4
        for (int v = 0; v < kVectors; ++v) {
          V cell;
          load(b + w * p.panel_stride + i * kPanel + v * kLanes<V>, cell);
          sum[w][v] += x * cell;
        }
      }
    }
#pragma GCC unroll 4
    for (int w = 0; w < kAbreast; ++w) {
      const std::int64_t at = column + w * kPanel;
      const Target target{p.c + at, 0, p.bias == nullptr ? nullptr : p.bias + at, p.add, p.relu};
      finish<V>(sum[w], target, 0);
    }
  }
  if (column < p.n) {
    Product rest = p;
    rest.n -= column;
    rest.b += column / kPanel * p.panel_stride;
    rest.c += column;
    if (p.bias != nullptr) rest.bias += column;
    blocks<V, 1>(rest);
  }
}

template <class V, int kRows>
PROVISO_INLINE void whole(const Product& p) {
  if (p.m == 1) {
    one_row<V>(p);
  } else {
    blocks<V, kRows>(p);
  }
}

void whole_baseline(const Product& p) {
  whole<Vector32, 3>(p);
}

PROVISO_AVX2 void whole_avx2(const Product& p) {
  whole<Vector32, 6>(p);
}
PROVISO_AVX512 void whole_avx512(const Product& p) {
  whole<Vector64, 12>(p);
}

}  // namespace

namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

std::align_val_t alignment_of(std::size_t bytes) {
  return std::align_val_t{bytes >= kHugePage ? kHugePage : 64};
}

}  // namespace

void* allocate_line(std::size_t bytes) {
  void* p = ::operator new(bytes, alignment_of(bytes));
#ifdef MADV_HUGEPAGE
  if (bytes >= kHugePage) madvise(p, bytes, MADV_HUGEPAGE);  // a wish: refused is well too
#endif
  return p;
}

void free_line(void* p, std::size_t bytes) {
  ::operator delete(p, alignment_of(bytes));
}

void product(const Product& p) {
  static const auto run = pick(whole_baseline, whole_avx2, whole_avx512);
  run(p);
}

void parallel_product(const Product& p) {
  // A thread's share is worth its start from about a hundred thousand multiplications on. Many rows
  // are shared out as rows, that each thread's own stay in its cache; few as columns.
  const std::int64_t cost = std::max<std::int64_t>(1, p.k * kPanel);
  if (p.m >= kRowBlock * at::get_num_threads()) {
    const std::int64_t row_blocks = (p.m + kRowBlock - 1) / kRowBlock;
    at::parallel_for(0, row_blocks, 1, [&](std::int64_t begin, std::int64_t end) {
      Product share = p;
      share.m = std::min(p.m, end * kRowBlock) - begin * kRowBlock;
      share.a += begin * kRowBlock * p.lda;
      share.c += begin * kRowBlock * p.ldc;
      product(share);
    });
    return;
  }
  const std::int64_t grain =
      std::max<std::int64_t>(4, 100000 / (std::max<std::int64_t>(1, p.m) * cost));
  at::parallel_for(0, panels(p.n), grain, [&](std::int64_t begin, std::int64_t end) {
    Product share = p;
    share.n = std::min(p.n, end * kPanel) - begin * kPanel;
    share.b += begin * p.panel_stride;
    share.c += begin * kPanel;
    if (p.bias != nullptr) share.bias += begin * kPanel;
    product(share);
  });
}

PackedMatrix::PackedMatrix(const float* weight, std::int64_t out, std::int64_t in)
    : out_(out), in_(in), data_(static_cast<std::size_t>(panels(out) * kPanel * in)) {
  pack_columns(weight, out, in, in, 0, data_.data());
}

void pack_columns(const float* source, std::int64_t columns, std::int64_t k, std::int64_t stride,
                  std::int64_t first, float* packed) {
  std::int64_t c = 0;
  while (c < columns) {
    const std::int64_t column = first + c, offset = column % kPanel,
                       count = std::min(kPanel - offset, columns - c);
    float* panel = packed + column / kPanel * kPanel * k + offset;
    const float* rows = source + c * stride;
    for (std::int64_t i = 0; i < k; ++i) {
      for (std::int64_t r = 0; r < count; ++r) panel[i * kPanel + r] = rows[r * stride + i];
    }
    c += count;
  }
}

void pack_rows(const float* source, std::int64_t rows, std::int64_t columns, std::int64_t stride,
               std::int64_t panel_stride, float* packed) {
  for (std::int64_t panel = 0; panel < panels(columns); ++panel) {
    const std::int64_t first = panel * kPanel, width = std::min(kPanel, columns - first);
    float* to = packed + panel * panel_stride;
    for (std::int64_t i = 0; i < rows; ++i) {
      std::copy_n(source + i * stride + first, width, to + i * kPanel);
      std::fill_n(to + i * kPanel + width, kPanel - width, 0.0F);
    }
  }
}

}  // namespace proviso::model::kernels
