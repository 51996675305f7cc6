#include "tasks/measure/probe_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "tasks/learning/corpus.h"
#include "tasks/measure/figures.h"

namespace proviso::tasks {
namespace {

// The tokens that make up text[span] exactly, within one segment.
std::optional<TokenRange> tokens_of(const std::vector<segmenter::Segment>& segments,
                                    segmenter::Span span) {
  std::uint32_t before = 0;  // tokens of the segments before
  for (const segmenter::Segment& segment : segments) {
    if (span.start >= segment.span.start && span.end <= segment.span.end) {
      TokenRange range;
      bool begins = false;
      for (std::size_t t = 0; t < segment.token_spans.size(); ++t) {
        const segmenter::Span& token = segment.token_spans[t];
        if (token.size() == 0) continue;
        if (token.start == span.start) {
          range.first = before + static_cast<std::uint32_t>(t);
          begins = true;
        }
        if (begins && token.end == span.end) {
          range.last = before + static_cast<std::uint32_t>(t) + 1;
          return range;
        }
      }
      return std::nullopt;
    }
    before += static_cast<std::uint32_t>(segment.ids.size());
  }
  return std::nullopt;
}

// `count` of the facts, in order.
std::vector<Fact> drawn(std::vector<Fact> facts, std::size_t count, std::uint64_t seed) {
  if (facts.size() <= count) return facts;
  Draw draw(seed);
  for (std::size_t i = 0; i < count; ++i)
    std::swap(facts[i], facts[i + draw.below(facts.size() - i)]);
  facts.resize(count);
  std::sort(facts.begin(), facts.end(), [](const Fact& a, const Fact& b) {
    return std::pair(a.document, a.stated.first) < std::pair(b.document, b.stated.first);
  });
  return facts;
}

}  // namespace

DigitPieces digit_pieces(const segmenter::Tokenizer& tokenizer, std::string_view separator) {
  DigitPieces pieces;
  for (std::size_t d = 0; d < 10; ++d) {
    const auto ids = tokenizer.encode(std::string(1, static_cast<char>('0' + d))).ids;
    if (ids.size() != 1)
      throw model::ModelError(model::ModelError::Code::kIncompatible,
                              fmt::format("the tokenizer has no piece for the digit {}; train one "
                                          "with `proviso tokenizer` on text with figures",
                                          d));
    pieces.digits[d] = ids[0];
  }
  pieces.separator = tokenizer.encode(separator).ids;
  return pieces;
}

ProbeDocument probe_document(std::string_view text, const segmenter::Tokenizer& tokenizer,
                             std::int64_t seg_len) {
  const segmenter::Structure structure = segmenter::read_structure(text);
  const auto segments = cut_to(segmenter::make_segments(text, structure, tokenizer),
                               static_cast<std::size_t>(seg_len));
  ProbeDocument result;
  result.document = pack(text, structure, segments);
  result.pieces = digit_pieces(tokenizer, structure.language == "en" ? ", " : "、");
  for (const RepeatedFigure& figure : repeated_figures(text)) {
    const auto stated = tokens_of(segments, figure.stated);
    const auto repeated = tokens_of(segments, figure.repeated);
    if (stated && repeated) result.facts.push_back({0, *stated, *repeated});
  }
  return result;
}

ProbeReport probe_memory(LoadedModel& loaded, const CorpusText& corpus, std::size_t most_facts,
                         const std::function<void(std::size_t, std::size_t)>& progress) {
  const model::ModelCard& card = loaded.reader.card();
  require_compatible(card, loaded.tokenizer);
  std::vector<PreparedDocument> documents;
  std::vector<DigitPieces> pieces;
  std::vector<Fact> facts;
  std::size_t taken = 0;
  for_each_text(corpus, [&](const std::string& text) {
    ProbeDocument found =
        probe_document(text, loaded.tokenizer, loaded.reader.card().config.seg_len);
    if (found.facts.empty()) return true;
    for (Fact fact : found.facts) {
      fact.document = documents.size();
      facts.push_back(fact);
    }
    taken += found.document.ids.size();
    documents.push_back(std::move(found.document));
    pieces.push_back(std::move(found.pieces));
    return corpus.most_tokens == 0 || taken < corpus.most_tokens;
  });
  if (facts.empty())
    throw CorpusError(
        "no document of the corpus has a figure of four digits or more that stands in it exactly "
        "twice; give more or longer documents");

  ProbeReport report;
  report.facts_found = facts.size();
  facts = drawn(std::move(facts), most_facts, corpus.seed);
  std::set<std::size_t> used;
  for (const Fact& fact : facts) used.insert(fact.document);
  report.documents = used.size();
  report.seg_len = card.config.seg_len;
  report.mem_len = card.config.mem_len;
  report.reach = memory_reach(card.config);
  std::vector<std::uint32_t> limits;
  for (const std::int64_t limit : {report.seg_len, report.mem_len, report.reach})
    if (limits.empty() || limit > limits.back())
      limits.push_back(static_cast<std::uint32_t>(limit));
  report.bands = probe(
      documents, facts, pieces, limits, corpus.seed,
      [&](std::span<const model::DocumentInput> inputs, const model::ReadOptions& options) {
        return loaded.reader.read(inputs, options);
      },
      progress);
  return report;
}

}  // namespace proviso::tasks
