#include "model/lane.h"

#include <ATen/ATen.h>

#include <algorithm>

namespace proviso::model {
namespace {

[[noreturn]] void unfit(const std::string& what) {
  throw ModelError(ModelError::Code::kIncompatible,
                   "segment does not fit the model: " + what +
                       ". Segment and encode with the model's own tokenizer.");
}

void check_index(std::int64_t index, std::int64_t size, const char* what) {
  if (index < 0 || index >= size) {
    unfit(std::string(what) + " " + std::to_string(index) + " is not below " +
          std::to_string(size));
  }
}

// The last `rows` rows of `old` (may be undefined) and `added`, or all where there are fewer.
at::Tensor newest(const at::Tensor& old, const at::Tensor& added, std::int64_t rows) {
  const std::int64_t own = added.size(0);
  if (own >= rows) return added.narrow(0, own - rows, rows);
  const std::int64_t kept = old.defined() ? std::min(old.size(0), rows - own) : 0;
  return kept == 0 ? added : at::cat({old.narrow(0, old.size(0) - kept, kept), added}, 0);
}

}  // namespace

void RowFacts::append(const SegmentInput& segment) {
  const std::size_t time = segment.ids.size();
  tags.insert(tags.end(), time, segment.tag);
  if (segment.marks.empty()) {
    marks.insert(marks.end(), time, 0);
  } else {
    marks.insert(marks.end(), segment.marks.begin(), segment.marks.end());
  }
  by_segment.push_back(static_cast<std::int64_t>(time));
}

void RowFacts::append_empty(std::int64_t count) {
  tags.insert(tags.end(), static_cast<std::size_t>(count), kNoTag);
  marks.insert(marks.end(), static_cast<std::size_t>(count), 0);
  if (count > 0) by_segment.push_back(count);
}

void RowFacts::keep_newest(std::int64_t keep) {
  std::int64_t surplus = std::max<std::int64_t>(0, rows() - keep);
  tags.erase(tags.begin(), tags.begin() + surplus);
  marks.erase(marks.begin(), marks.begin() + surplus);
  while (surplus > 0) {
    const std::int64_t gone = std::min(surplus, by_segment.front());
    by_segment.front() -= gone;
    surplus -= gone;
    if (by_segment.front() == 0) by_segment.erase(by_segment.begin());
  }
}

void Bank::append(const at::Tensor& sentences, std::int32_t tag, std::uint32_t segment) {
  rows = rows.defined() ? at::cat({rows, sentences}, 0) : sentences;
  tags.insert(tags.end(), static_cast<std::size_t>(sentences.size(0)), tag);
  segments.insert(segments.end(), static_cast<std::size_t>(sentences.size(0)), segment);
}

at::Tensor chunk_means(const at::Tensor& rows) {
  const std::int64_t time = rows.size(0), whole = time / kChunk;
  std::vector<at::Tensor> parts;
  if (whole > 0)
    parts.push_back(
        rows.narrow(0, 0, whole * kChunk).view({whole, kChunk, rows.size(1)}).mean(1));
  if (time > whole * kChunk)
    parts.push_back(rows.narrow(0, whole * kChunk, time - whole * kChunk).mean(0, true));
  return parts.size() == 1 ? parts[0] : at::cat(parts, 0);
}

void Bank::append_chunks(const at::Tensor& means, std::int64_t segment_tokens,
                         std::int64_t mem_len) {
  for (std::int64_t i = 0; i < means.size(0); ++i) chunk_starts.push_back(tokens + i * kChunk);
  chunks = chunks.defined() ? at::cat({chunks, means}, 0) : means;
  tokens += segment_tokens;
  std::int64_t gone = 0;
  while (gone < std::ssize(chunk_starts) &&
         chunk_starts[static_cast<std::size_t>(gone)] < tokens - mem_len)
    ++gone;
  chunk_starts.erase(chunk_starts.begin(), chunk_starts.begin() + gone);
  chunks = chunk_starts.empty() ? at::Tensor() : chunks.narrow(0, gone, chunks.size(0) - gone);
}

void LaneState::fill_with_zeros(std::size_t layers, std::int64_t rows, const at::Tensor& like) {
  if (rows == 0) return;
  hidden.assign(layers, at::zeros({rows, like.size(1)}, like.options().requires_grad(false)));
  facts.append_empty(rows);
}

void LaneState::keep_newest(std::int64_t rows) {
  const std::int64_t have = facts.rows();
  if (rows >= have) return;
  settle();
  facts.keep_newest(rows);
  if (rows == 0) {
    hidden.clear();
    top = at::Tensor();
    return;
  }
  for (at::Tensor& h : hidden) h = h.narrow(0, have - rows, rows);
  if (top.defined() && top.size(0) > rows) top = top.narrow(0, top.size(0) - rows, rows);
}

void LaneState::remember(const SegmentInput& input, const std::vector<at::Tensor>& inputs,
                         const at::Tensor& top_rows, std::int64_t mem_len) {
  settle();
  ++segment;
  if (mem_len == 0) return;
  fresh = inputs;
  fresh_top = top_rows;
  facts.append(input);
  facts.keep_newest(mem_len);
}

void LaneState::settle() {
  if (fresh.empty()) return;
  hidden.resize(fresh.size());
  for (std::size_t l = 0; l < fresh.size(); ++l) {
    hidden[l] = newest(hidden[l], fresh[l], facts.rows());
    fresh[l] = at::Tensor();
  }
  top = newest(top, fresh_top, facts.rows());
  fresh.clear();
  fresh_top = at::Tensor();
}

void LaneState::detach() {
  settle();
  for (at::Tensor& h : hidden) h = h.detach();
  if (top.defined()) top = top.detach();
  if (bank.rows.defined()) bank.rows = bank.rows.detach();
  if (bank.chunks.defined()) bank.chunks = bank.chunks.detach();
}

std::vector<SentenceRange> sentence_ranges(const SegmentInput& segment) {
  const std::int64_t time = std::ssize(segment.ids);
  std::vector<SentenceRange> ranges;
  for (std::size_t i = 0; i < segment.sentences.size(); ++i) {
    const std::int64_t begin = segment.sentences[i];
    const std::int64_t end = i + 1 < segment.sentences.size() ? segment.sentences[i + 1] : time;
    ranges.push_back({begin, end - begin});
  }
  if (ranges.empty()) ranges.push_back({0, time});
  return ranges;
}

at::Tensor mean_pool(const SegmentInput& segment, const at::TensorOptions& options) {
  const std::vector<SentenceRange> ranges = sentence_ranges(segment);
  at::Tensor pool = at::zeros({std::ssize(ranges), std::ssize(segment.ids)}, at::kFloat);
  auto cell = pool.accessor<float, 2>();
  for (std::int64_t s = 0; s < std::ssize(ranges); ++s) {
    const SentenceRange range = ranges[static_cast<std::size_t>(s)];
    for (std::int64_t t = range.begin; t < range.begin + range.size; ++t) {
      cell[s][t] = 1.0F / static_cast<float>(range.size);
    }
  }
  return pool.to(options);
}

void check_segment(const SegmentInput& segment, const ReaderConfig& config) {
  const std::int64_t time = std::ssize(segment.ids);
  if (time == 0) unfit("it has no tokens");
  if (time > config.seg_len) {
    unfit(std::to_string(time) + " tokens, at most " + std::to_string(config.seg_len) +
          " are read at a time");
  }
  for (const std::int32_t id : segment.ids) check_index(id, config.vocab_size, "token id");
  check_index(segment.tag, config.n_tag, "tag");
  check_index(segment.level, config.n_level, "level");
  if (!segment.marks.empty() && std::ssize(segment.marks) != time)
    unfit("marks and ids differ in number");
  if (!segment.sentences.empty() && segment.sentences.front() != 0)
    unfit("its first sentence does not start at 0");
  for (std::size_t i = 0; i < segment.sentences.size(); ++i) {
    check_index(segment.sentences[i], time, "sentence start");
    if (i > 0 && segment.sentences[i] <= segment.sentences[i - 1])
      unfit("sentence starts do not ascend");
  }
}

}  // namespace proviso::model
