#include "tasks/learning/prepared.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "model/error.h"

namespace proviso::tasks {

model::SegmentInput PreparedDocument::segment_input(std::size_t segment) const {
  const PreparedSegment& s = segments[segment];
  model::SegmentInput input;
  input.ids = std::span(ids).subspan(s.first, s.last - s.first);
  input.marks = std::span(marks).subspan(s.first, s.last - s.first);
  input.sentences =
      std::span(sentences).subspan(s.first_sentence, s.last_sentence - s.first_sentence);
  input.tag = s.tag;
  input.level = s.level;
  return input;
}

model::DocumentInput PreparedDocument::document_input() const {
  model::DocumentInput document;
  for (std::size_t s = 0; s < segments.size(); ++s) document.segments.push_back(segment_input(s));
  return document;
}

model::TrainSegment PreparedDocument::train_segment(std::size_t segment) const {
  model::TrainSegment result;
  result.input = segment_input(segment);
  if (segment + 1 < segments.size()) result.next_id = ids[segments[segment + 1].first];
  result.labelled = labelled;
  for (const auto& [of_segment, target] : targets)
    if (of_segment == segment) result.targets.push_back(target);
  for (const auto& [of_segment, label] : dependencies)
    if (of_segment == segment) result.dependencies.push_back(label);
  return result;
}

namespace {

// Tokens [begin, end) of a segment.
segmenter::Segment part_of(const segmenter::Segment& whole, std::size_t begin, std::size_t end) {
  segmenter::Segment part;
  part.section = whole.section;
  const auto take = [&](const auto& from, auto& to) {
    to.assign(from.begin() + static_cast<std::ptrdiff_t>(begin),
              from.begin() + static_cast<std::ptrdiff_t>(end));
  };
  take(whole.ids, part.ids);
  take(whole.token_spans, part.token_spans);
  take(whole.marks, part.marks);
  part.sentences.push_back(0);
  for (const std::uint32_t start : whole.sentences)
    if (start > begin && start < end)
      part.sentences.push_back(start - static_cast<std::uint32_t>(begin));
  part.span = {part.token_spans.front().start, part.token_spans.back().end};
  return part;
}

}  // namespace

PreparedDocument pack(std::string_view text, const segmenter::Structure& structure,
                      std::span<const segmenter::Segment> segments) {
  PreparedDocument document;
  document.code_points = static_cast<std::uint32_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
  for (const segmenter::Segment& segment : segments) {
    if (segment.ids.empty()) continue;
    const segmenter::Section& section = structure.sections[segment.section];
    PreparedSegment packed;
    packed.first = static_cast<std::uint32_t>(document.ids.size());
    packed.first_sentence = static_cast<std::uint32_t>(document.sentences.size());
    packed.tag = static_cast<std::int16_t>(section.tag);
    packed.level = static_cast<std::int16_t>(section.level);
    document.ids.insert(document.ids.end(), segment.ids.begin(), segment.ids.end());
    document.marks.insert(document.marks.end(), segment.marks.begin(), segment.marks.end());
    document.sentences.insert(document.sentences.end(), segment.sentences.begin(),
                              segment.sentences.end());
    packed.last = static_cast<std::uint32_t>(document.ids.size());
    packed.last_sentence = static_cast<std::uint32_t>(document.sentences.size());
    document.segments.push_back(packed);
  }
  document.ids.shrink_to_fit();
  document.marks.shrink_to_fit();
  return document;
}

std::vector<segmenter::Segment> cut_to(std::vector<segmenter::Segment> segments, std::size_t most) {
  std::vector<segmenter::Segment> cut;
  for (segmenter::Segment& whole : segments) {
    std::size_t begin = 0;
    while (whole.ids.size() - begin > most) {
      std::size_t end = begin + most;
      const auto behind = std::upper_bound(whole.sentences.begin(), whole.sentences.end(), end);
      if (behind != whole.sentences.begin() && *(behind - 1) > begin + most / 2)
        end = *(behind - 1);
      cut.push_back(part_of(whole, begin, end));
      begin = end;
    }
    cut.push_back(begin == 0 ? std::move(whole) : part_of(whole, begin, whole.ids.size()));
  }
  for (std::size_t i = 0; i < cut.size(); ++i) cut[i].index = static_cast<std::uint32_t>(i);
  return cut;
}

PreparedDocument prepare(std::string_view text, const segmenter::Tokenizer& tokenizer,
                         std::int64_t most) {
  const segmenter::Structure structure = segmenter::read_structure(text);
  return pack(
      text, structure,
      cut_to(segmenter::make_segments(text, structure, tokenizer), static_cast<std::size_t>(most)));
}

void for_each_parallel(std::size_t n, int threads, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  const auto run = [&] {
    for (std::size_t i = next++; i < n; i = next++) {
      try {
        work(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
        next = n;
      }
    }
  };
  {
    std::vector<std::jthread> pool;
    for (int t = 1; t < threads; ++t) pool.emplace_back(run);
    run();
  }
  if (failure) std::rethrow_exception(failure);
}

namespace {
template <typename Names>
std::vector<std::string> strings(const Names& names) {
  return {names.begin(), names.end()};
}
}  // namespace

model::ModelCard new_card(const segmenter::Tokenizer& tokenizer,
                          const model::ReaderConfig& config) {
  model::ModelCard card;
  card.config = config;
  card.config.vocab_size = tokenizer.vocab_size();
  card.config.n_tag = static_cast<std::int64_t>(segmenter::kTagNames.size());
  card.config.n_level = static_cast<std::int64_t>(segmenter::kLevelNames.size());
  card.config.n_mark = 1;
  card.config.n_kind = 0;
  card.tags = strings(segmenter::kTagNames);
  card.levels = strings(segmenter::kLevelNames);
  card.marks = {"connector"};
  card.tokenizer_sha256 = tokenizer.sha256();
  return card;
}

void require_compatible(const model::ModelCard& card, const segmenter::Tokenizer& tokenizer) {
  using model::ModelError;
  if (card.tokenizer_sha256 != tokenizer.sha256())
    throw ModelError(ModelError::Code::kIncompatible,
                     "the model was trained with another tokenizer.model; keep model.safetensors "
                     "and tokenizer.model of one training together");
  if (card.tags != strings(segmenter::kTagNames) || card.levels != strings(segmenter::kLevelNames))
    throw ModelError(
        ModelError::Code::kIncompatible,
        "the model was trained with other section tags than this program has; train it "
        "anew with `proviso pretrain`");
}

}  // namespace proviso::tasks
