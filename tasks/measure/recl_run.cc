#include "tasks/measure/recl_run.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "tasks/learning/corpus.h"
#include "tasks/learning/prepared.h"

namespace proviso::tasks {
namespace {

std::int64_t parse_length(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 1 || value > 1 << 20)
    throw std::invalid_argument(
        fmt::format("\"{}\" is no length of a context: a number from 1 to {}", text, 1 << 20));
  return value;
}

void require_one_tokenizer(std::span<LoadedModel> group, const std::vector<std::string>& names) {
  for (std::size_t m = 0; m < group.size(); ++m) {
    require_compatible(group[m].reader.card(), group[m].tokenizer);
    if (group[m].tokenizer.sha256() != group[0].tokenizer.sha256())
      throw model::ModelError(
          model::ModelError::Code::kIncompatible,
          fmt::format("{} has another tokenizer than {}; losses a token can be compared only "
                      "between models of one tokenizer",
                      names[m], names[0]));
  }
}

// Losses of the tokens from number `first` on (0-based), each from attention over `length` tokens.
std::vector<double> losses_of(model::Reader& reader, const PreparedDocument& document,
                              std::int64_t length, std::size_t first) {
  model::ReadOptions options;
  options.mem_len = length;
  options.same_length = true;
  options.token_losses = true;
  options.dual_tower = false;
  const model::DocumentInput input = document.document_input();
  const auto readings = reader.read({&input, 1}, options);
  std::vector<double> losses;  // losses[i] is of token i + 1
  for (const model::SegmentReading& segment : readings[0].segments)
    losses.insert(losses.end(), segment.token_losses.begin(), segment.token_losses.end());
  losses.erase(losses.begin(), losses.begin() + static_cast<std::ptrdiff_t>(first - 1));
  return losses;
}

}  // namespace

std::vector<std::int64_t> parse_lengths(const std::string& text) {
  const std::size_t one = text.find(':'), two = text.find(':', one + 1);
  if (one == std::string::npos || two == std::string::npos)
    throw std::invalid_argument(
        fmt::format("\"{}\" does not say FIRST:LAST:STEP, as 100:1000:100 does", text));
  const std::string_view view = text;
  const std::int64_t first = parse_length(view.substr(0, one));
  const std::int64_t last = parse_length(view.substr(one + 1, two - one - 1));
  const std::int64_t step = parse_length(view.substr(two + 1));
  if (last < first + step)
    throw std::invalid_argument(
        fmt::format("\"{}\" gives fewer than two lengths; nothing can be compared", text));
  std::vector<std::int64_t> lengths;
  for (std::int64_t c = first; c <= last; c += step) lengths.push_back(c);
  return lengths;
}

ReclReport measure_recl(std::span<LoadedModel> group, const std::vector<std::string>& names,
                        const CorpusText& corpus, const std::vector<std::int64_t>& lengths,
                        const std::function<void(std::size_t, std::size_t)>& progress) {
  require_one_tokenizer(group, names);
  ReclReport report;
  report.lengths = lengths;
  const auto longest = static_cast<std::size_t>(lengths.back());
  std::vector<PreparedDocument> documents;
  std::size_t taken = 0;
  for_each_text(corpus, [&](const std::string& text) {
    PreparedDocument document = prepare(text, group[0].tokenizer);
    if (document.ids.size() <= longest) {
      ++report.documents_too_short;
      return true;
    }
    taken += document.ids.size();
    report.tokens += document.ids.size() - longest;
    report.tokens_left_out += longest;
    documents.push_back(std::move(document));
    return corpus.most_tokens == 0 || taken < corpus.most_tokens;
  });
  if (documents.empty())
    throw CorpusError(fmt::format(
        "no document of the corpus is longer than {} tokens; lower the lengths", longest));
  report.documents = documents.size();

  LossTable table{lengths, {}};
  std::size_t done = 0;
  for (LoadedModel& loaded : group) {
    auto& of_model = table.losses.emplace_back();
    for (const std::int64_t length : lengths) {
      auto& losses = of_model.emplace_back();
      for (const PreparedDocument& document : documents) {
        const auto more = losses_of(loaded.reader, document, length, longest);
        losses.insert(losses.end(), more.begin(), more.end());
        if (progress) progress(++done, group.size() * lengths.size() * documents.size());
      }
    }
  }
  for (std::size_t m = 0; m < group.size(); ++m) {
    ReclModel& row = report.models.emplace_back();
    row.name = names[m];
    row.weights_sha256 = group[m].reader.card().weights_sha256;
    for (const std::vector<double>& losses : table.losses[m])
      row.perplexity.push_back(std::exp(std::accumulate(losses.begin(), losses.end(), 0.0) /
                                        static_cast<double>(losses.size())));
    for (std::size_t s = 0; s < kReclShares.size(); ++s)
      row.recl[s] = relative_effective_context_length(table, m, kReclShares[s]);
  }
  return report;
}

}  // namespace proviso::tasks
