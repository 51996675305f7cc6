// What one lane remembers of the document that it reads. Internal to model/.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>
#include <vector>

#include "model/comparison.h"
#include "model/reader.h"

namespace proviso::model {

// The tag of a row that stands for no token: an initial memory row of zeros. No section bias.
inline constexpr std::int32_t kNoTag = -1;

// Facts of memory rows that the additive key bias needs, oldest row first.
struct RowFacts {
  std::vector<std::int32_t> tags;  // kNoTag for initial rows
  std::vector<std::uint8_t> marks;
  std::vector<std::int64_t> by_segment;  // rows that each segment still holds, oldest segment first

  std::int64_t rows() const { return std::ssize(tags); }
  void append(const SegmentInput& segment);
  void append_empty(std::int64_t rows);  // initial rows, counted as a segment of their own
  void keep_newest(std::int64_t rows);
};

// Every sentence read so far in the document, pooled: the segment bank. A sentence is a row of its
// own, so that the dual tower can point at one; a segment's weight is the sum over its sentences.
// Never evicted within a document.
struct Bank {
  at::Tensor rows;                 // [sentence, row_width()], undefined while empty
  std::vector<std::int32_t> tags;  // [sentence]
  std::vector<std::uint32_t>
      segments;  // [sentence], ascending: index of the segment in its document
  // Of a model with comparison only: the recent memory as means of kChunk top rows, [chunk, d], a
  // segment's last chunk shorter; where they start in the document; tokens read; the words read.
  at::Tensor chunks;
  std::vector<std::int64_t> chunk_starts;
  std::int64_t tokens = 0;
  Comparer comparer;

  std::int64_t size() const { return std::ssize(tags); }
  void append(const at::Tensor& sentences, std::int32_t tag, std::uint32_t segment);
  // Adds a segment's chunks and forgets those that start more than mem_len tokens before the next
  // segment.
  void append_chunks(const at::Tensor& chunk_means, std::int64_t segment_tokens,
                     std::int64_t mem_len);
};

inline constexpr std::int64_t kChunk = 16;

// [chunk, d]: means of every kChunk of the rows [time, d], of the rest at the end.
at::Tensor chunk_means(const at::Tensor& rows);

// A sentence of the bank (its row) and the segments of the document that it rests on.
struct DependencyTarget {
  std::int64_t row = 0;
  std::vector<std::uint32_t> segments;
};

// A lane in training: hidden states before W_K and W_V.
struct LaneState {
  std::vector<at::Tensor>
      hidden;      // [layer]: input of the layer, [rows, d]; empty vector while there are no rows
  at::Tensor top;  // output of the last layer, [rows, d], without initial rows
  // What remember() was given last, not yet among `hidden` and `top`: joining is a copy of the
  // whole memory, put off until the graph that reads the old rows is gone. `facts` count it
  // already.
  std::vector<at::Tensor> fresh;
  at::Tensor fresh_top;
  RowFacts facts;
  Bank bank;
  std::vector<DependencyTarget> dependencies;  // labelled so far, for the document's end
  at::Tensor mean;            // normalised mean of the last segment's top rows, [d], detached
  std::uint32_t segment = 0;  // index of the next segment

  void reset() { *this = LaneState(); }
  // The memory of a document's first segment: `rows` rows of zeros in every layer, [rows, d] like
  // `like`.
  void fill_with_zeros(std::size_t layers, std::int64_t rows, const at::Tensor& like);
  // Forgets all but the newest `rows` memory rows.
  void keep_newest(std::int64_t rows);
  // Joins what is fresh.
  void settle();
  // Adds a segment's rows and keeps the newest mem_len. inputs [layer]: [time, d].
  void remember(const SegmentInput& input, const std::vector<at::Tensor>& inputs,
                const at::Tensor& top_rows, std::int64_t mem_len);
  // Settles and cuts the graph: later segments send no gradient here.
  void detach();
};

// First token and length of each sentence of a segment.
struct SentenceRange {
  std::int64_t begin = 0, size = 0;
};
std::vector<SentenceRange> sentence_ranges(const SegmentInput& segment);

// [sentence, time] weights whose product with the segment's rows is each sentence's mean.
at::Tensor mean_pool(const SegmentInput& segment, const at::TensorOptions& options);

// Throws ModelError kIncompatible when the segment does not fit `config`: length, ids, tag, level,
// marks, sentences.
void check_segment(const SegmentInput& segment, const ReaderConfig& config);

}  // namespace proviso::model
