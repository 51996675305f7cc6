// A model small enough to train in a test, and documents of made-up tokens.
#pragma once

#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "model/reader.h"
#include "model/trainer.h"

namespace proviso::model::testing {

inline std::vector<std::string> names(const std::string& prefix, std::int64_t count) {
  std::vector<std::string> out;
  for (std::int64_t i = 0; i < count; ++i) out.push_back(prefix + std::to_string(i));
  return out;
}

// d 16, 2 layers, 2 heads of 8, inner 24, segments of at most 6, memory 8, 20 pieces, no dropout.
inline ModelCard tiny_card(std::int64_t kinds = 0) {
  ModelCard card;
  card.config = {.vocab_size = 20,
                 .d_model = 16,
                 .n_layer = 2,
                 .n_head = 2,
                 .d_head = 8,
                 .d_inner = 24,
                 .d_tower = 8,
                 .seg_len = 6,
                 .mem_len = 8,
                 .n_tag = 4,
                 .n_level = 2,
                 .n_mark = 1,
                 .n_kind = kinds,
                 .attn_dropout = 0,
                 .ffn_dropout = 0,
                 .memory_dropout = 0,
                 .untie_biases = true,
                 .tie_weights = true};
  card.tags = names("tag", 4);
  card.levels = names("level", 2);
  card.marks = names("mark", 1);
  card.kinds = names("kind", kinds);
  card.tokenizer_sha256 = std::string(64, 'a');
  return card;
}

// Owns what SegmentInput points at.
struct OwnedSegment {
  std::vector<std::int32_t> ids;
  std::vector<std::uint8_t> marks;
  std::vector<std::uint32_t> sentences;
  std::int32_t tag = 0, level = 0;
  SegmentInput input() const { return {ids, marks, sentences, tag, level}; }
};

using OwnedDocument = std::vector<OwnedSegment>;

inline OwnedDocument random_document(std::uint32_t seed, const std::vector<std::size_t>& lengths,
                                     bool plain = false) {
  std::mt19937 random(seed);
  OwnedDocument document;
  for (const std::size_t length : lengths) {
    OwnedSegment segment;
    for (std::size_t i = 0; i < length; ++i) {
      segment.ids.push_back(static_cast<std::int32_t>(random() % 20));
      segment.marks.push_back(static_cast<std::uint8_t>(plain ? 0 : random() % 2));
    }
    segment.sentences = {0};
    if (length > 2) segment.sentences.push_back(2);
    segment.tag = plain ? 0 : static_cast<std::int32_t>(random() % 4);
    segment.level = plain ? 0 : static_cast<std::int32_t>(random() % 2);
    document.push_back(segment);
  }
  return document;
}

inline DocumentInput input_of(const OwnedDocument& document) {
  DocumentInput input;
  for (const OwnedSegment& segment : document) input.segments.push_back(segment.input());
  return input;
}

// The segments [first, first + count) as one lane's share of a step.
inline LaneInput lane_of(const OwnedDocument& document, std::size_t first, std::size_t count) {
  LaneInput lane;
  lane.reset = first == 0;
  for (std::size_t i = first; i < first + count && i < document.size(); ++i) {
    TrainSegment segment;
    segment.input = document[i].input();
    segment.next_id = i + 1 < document.size() ? document[i + 1].ids[0] : -1;
    lane.segments.push_back(segment);
  }
  return lane;
}

inline double loss_of(const DocumentReading& reading) {
  double loss = 0;
  for (const SegmentReading& segment : reading.segments) loss += segment.loss;
  return loss;
}

inline std::int64_t tokens_of(const DocumentReading& reading) {
  std::int64_t tokens = 0;
  for (const SegmentReading& segment : reading.segments) tokens += segment.tokens_scored;
  return tokens;
}

// A folder of its own, gone at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "proviso-model-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace proviso::model::testing
