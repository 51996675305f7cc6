#include "tasks/draft/anchor.h"

#include <cmath>
#include <span>
#include <string>

#include "model/decoder.h"
#include "segmenter/segmenter.h"
#include "segmenter/utf8.h"
#include "tasks/reader_input.h"

namespace proviso::tasks {
namespace {

class ReaderEncoder : public TextEncoder {
 public:
  explicit ReaderEncoder(LoadedModel& loaded)
      : loaded_(loaded),
        decoder_(std::make_unique<model::Decoder>(loaded.reader)),
        start_(decoder_->snapshot()) {}

  std::vector<float> embed(std::string_view text) const override {
    segmenter::Structure structure;
    structure.sections.push_back(
        {segmenter::Tag::kOther, segmenter::Level::kThis, {0, text.size()}, {}});
    const auto segments = segmenter::make_segments(text, structure, loaded_.tokenizer);
    std::vector<double> sum(static_cast<std::size_t>(loaded_.reader.card().config.d_model));
    const model::DocumentInput input = reader_input(structure, segments, loaded_.reader.card());
    decoder_->restore(start_);
    for (const model::SegmentInput& segment : input.segments) {
      decoder_->feed(segment);
      const std::span<const float> mean = decoder_->pooled();
      const auto weight = static_cast<double>(segment.ids.size());
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += weight * static_cast<double>(mean[i]);
    }
    return unit(sum);
  }
  std::string_view name() const override { return "reader"; }

 private:
  LoadedModel& loaded_;
  std::unique_ptr<model::Decoder> decoder_;
  model::Decoder::Snapshot start_;
};

class WordEncoder : public TextEncoder {
 public:
  // Counts hashed into cells, their roots taken so that common pairs do not decide alone.
  std::vector<float> embed(std::string_view text) const override {
    std::vector<double> cells(kCells);
    std::uint64_t before = 0, word = 0;
    const auto add = [&](std::uint64_t unit) {
      const std::uint64_t pair = (before * 0x9E3779B97F4A7C15U + unit) * 0xBF58476D1CE4E5B9U;
      cells[(pair >> 40) % kCells] += 1;
      before = unit;
    };
    for (std::size_t at = 0; at < text.size(); at = segmenter::next(text, at)) {
      char32_t c = segmenter::code_point(text, at);
      if (c >= U'A' && c <= U'Z') c += 32;
      if (c >= U'a' && c <= U'z') {
        word = word * 131 + c;
        continue;
      }
      if (word != 0) add(word);
      word = 0;
      if (c >= 0x4E00) add(c);
    }
    if (word != 0) add(word);
    for (double& cell : cells) cell = std::sqrt(cell);
    return unit(cells);
  }
  std::string_view name() const override { return "words"; }

 private:
  static constexpr std::size_t kCells = 1 << 14;
};

}  // namespace

double default_threshold(std::string_view encoder, bool chinese) {
  if (encoder == "e5") return chinese ? 0.93 : 0.88;
  if (encoder == "minilm") return 0.53;
  if (encoder == "reader") return chinese ? 0.45 : 0.935;
  if (encoder == "words") return chinese ? 0.20 : 0.10;
  return 0.85;
}

std::unique_ptr<TextEncoder> reader_encoder(LoadedModel& loaded) {
  return std::make_unique<ReaderEncoder>(loaded);
}

std::unique_ptr<TextEncoder> word_encoder() {
  return std::make_unique<WordEncoder>();
}

}  // namespace proviso::tasks
