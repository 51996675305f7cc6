#include "tasks/learning/token_losses.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <numbers>
#include <numeric>

#include "tasks/learning/corpus.h"

namespace proviso::tasks {
namespace {

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

std::string read_whole(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in || std::filesystem::is_directory(file))
    throw CorpusError(fmt::format("{}: cannot be read", file.string()));
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::int32_t> checked(std::span<const std::int64_t> ids, std::int64_t vocab_size) {
  std::vector<std::int32_t> narrow;
  narrow.reserve(ids.size());
  for (const std::int64_t id : ids) {
    if (id < 0 || id >= vocab_size) {
      throw model::ModelError(
          model::ModelError::Code::kIncompatible,
          fmt::format("token id {} (number {} of the file) is not among the model's {}: the ids "
                      "must come from the tokenizer that the model was trained with",
                      id, narrow.size() + 1, vocab_size));
    }
    narrow.push_back(static_cast<std::int32_t>(id));
  }
  return narrow;
}

}  // namespace

std::vector<std::int64_t> read_token_ids(const std::filesystem::path& file) {
  const std::string text = read_whole(file);
  std::vector<std::int64_t> ids;
  std::size_t line = 1;
  const char *at = text.data(), *end = text.data() + text.size();
  while (at != end) {
    if (is_space(*at)) {
      line += *at == '\n' ? 1 : 0;
      ++at;
      continue;
    }
    std::int64_t id = 0;
    const auto [after, error] = std::from_chars(at, end, id);
    if (error != std::errc() || (after != end && !is_space(*after))) {
      throw CorpusError(
          fmt::format("{}:{}: not a token id; the file must hold decimal ids "
                      "separated by white space",
                      file.string(), line));
    }
    ids.push_back(id);
    at = after;
  }
  if (ids.size() < 2)
    throw CorpusError(fmt::format("{}: fewer than two ids, nothing to predict", file.string()));
  return ids;
}

TokenScores token_losses(model::Reader& reader, std::span<const std::int64_t> ids,
                         const TokenProtocol& protocol) {
  const model::ModelCard& card = reader.card();
  const std::vector<std::int32_t> tokens = checked(ids, card.config.vocab_size);
  TokenScores scores;
  scores.seg_len = protocol.seg_len.value_or(card.config.seg_len);
  scores.mem_len = protocol.mem_len.value_or(card.config.mem_len);
  scores.clamp_len = protocol.clamp_len.value_or(card.config.clamp_len);
  scores.same_length = protocol.same_length.value_or(card.config.same_length);
  scores.initial_memory = protocol.initial_memory.value_or(card.config.initial_memory);
  if (scores.seg_len < 1 || scores.mem_len < 0) {
    throw model::ModelError(model::ModelError::Code::kIncompatible,
                            "a segment holds at least one token and a memory none");
  }
  scores.unscored = std::max<std::int64_t>(protocol.unscored, 1);
  if (scores.unscored >= std::ssize(tokens)) {
    throw model::ModelError(model::ModelError::Code::kIncompatible,
                            fmt::format("of {} tokens the first {} are not to be scored: nothing "
                                        "is left; lower --unscored",
                                        tokens.size(), scores.unscored));
  }

  const auto other = std::find(card.tags.begin(), card.tags.end(), "other");
  const auto tag = other == card.tags.end() ? 0 : other - card.tags.begin();
  model::DocumentInput document;
  for (std::size_t first = 0; first < tokens.size();) {
    const std::size_t size =
        std::min(tokens.size() - first, static_cast<std::size_t>(scores.seg_len));
    model::SegmentInput segment;
    segment.ids = std::span(tokens).subspan(first, size);
    segment.tag = static_cast<std::int32_t>(tag);
    document.segments.push_back(segment);
    first += size;
  }
  model::ReadOptions options;
  options.token_losses = true;
  options.seg_len = scores.seg_len;
  options.mem_len = scores.mem_len;
  options.clamp_len = scores.clamp_len;
  options.same_length = scores.same_length;
  options.initial_memory = scores.initial_memory;
  options.dual_tower = false;
  const auto readings = reader.read({&document, 1}, options);
  for (const model::SegmentReading& segment : readings[0].segments)
    scores.losses.insert(scores.losses.end(), segment.token_losses.begin(),
                         segment.token_losses.end());
  scores.losses.erase(scores.losses.begin(), scores.losses.begin() + (scores.unscored - 1));
  const double sum = std::accumulate(scores.losses.begin(), scores.losses.end(), 0.0);
  scores.mean = sum / static_cast<double>(scores.losses.size());
  scores.perplexity = std::exp(scores.mean);
  scores.bits_per_token = scores.mean / std::numbers::ln2;
  return scores;
}

}  // namespace proviso::tasks
