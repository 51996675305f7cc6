// Documents made ready for the network once, so that training steps do nothing but train:
// pseudonymised, structured, cut into segments, tokenised. Text and spans are dropped; a document
// costs about 5 bytes a token.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/config.h"
#include "model/reader.h"
#include "model/trainer.h"
#include "segmenter/segmenter.h"

namespace proviso::tasks {

struct PreparedSegment {
  std::uint32_t first = 0, last = 0;                    // tokens [first, last) of the document
  std::uint32_t first_sentence = 0, last_sentence = 0;  // of PreparedDocument::sentences
  std::int16_t tag = 0, level = 0;  // indices into segmenter::kTagNames, kLevelNames
};

struct PreparedDocument {
  std::vector<std::int32_t> ids;
  std::vector<std::uint8_t> marks;  // one per id
  std::vector<std::uint32_t>
      sentences;  // token indices within their segment, segment after segment
  std::vector<PreparedSegment> segments;  // in document order; none is empty
  std::uint32_t code_points = 0;          // of the text
  // For fine-tuning: when `labelled`, `targets` is complete and every other sentence is a negative.
  bool labelled = false;
  std::vector<std::pair<std::uint32_t, model::DualTarget>> targets;            // segment → target
  std::vector<std::pair<std::uint32_t, model::DependencyLabel>> dependencies;  // likewise

  // Views into this document; valid while it lives unchanged.
  model::SegmentInput segment_input(std::size_t segment) const;
  model::DocumentInput document_input() const;
  // With the token that follows, for language modelling, and with the segment's targets.
  model::TrainSegment train_segment(std::size_t segment) const;
};

// The segments of `text` as the segmenter cuts them; `segments` must come from make_segments() on
// `structure`.
PreparedDocument pack(std::string_view text, const segmenter::Structure& structure,
                      std::span<const segmenter::Segment> segments);

// The segments cut to at most `most` tokens, for networks that read less at a time than the
// segmenter gives (ReaderConfig::seg_len below Segment::kMaxTokens): at starts of sentences where
// one lies in the second half, else after `most` tokens. Indices are counted anew.
std::vector<segmenter::Segment> cut_to(std::vector<segmenter::Segment> segments, std::size_t most);

// read_structure, make_segments, cut_to and pack in one. `most`: the network's seg_len.
PreparedDocument prepare(std::string_view text, const segmenter::Tokenizer& tokenizer,
                         std::int64_t most = segmenter::Segment::kMaxTokens);

// Runs `work(i)` for every i in [0, n) on `threads` threads; the first exception comes out. `work`
// is called at most once per i and must write only what belongs to i.
void for_each_parallel(std::size_t n, int threads, const std::function<void(std::size_t)>& work);

// A card with this program's tags, levels and marks, for a model that is to be made.
model::ModelCard new_card(const segmenter::Tokenizer& tokenizer, const model::ReaderConfig& config);

// Throws model::ModelError (kIncompatible) unless the model knows this program's tags and levels
// under the same numbers and was made for this tokenizer. Names the way out.
void require_compatible(const model::ModelCard& card, const segmenter::Tokenizer& tokenizer);

}  // namespace proviso::tasks
