// rank_evidence --tokenizer FILE [--seed N] [--features]: JSON Lines {"case", "text"} of judgments
// on standard input. Plants one error of each kind; for each copy whose one place lies in reasoning
// or order and whose other lies in an earlier passage of findings or pleadings prints {"case",
// "kind", "tag", "passages", "gold": numbers of the passages that hold the other place, "ranked",
// "sentence": whether the first passage's quoted sentence meets the other place, "by_words",
// "features"}. Nothing but the first place is asked with. At the end {"seconds", "characters"} of
// indexing and ranking.
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "segmenter/segmenter.h"
#include "tasks/checks/case_view.h"
#include "tasks/evidence.h"
#include "tasks/plant/plant.h"

namespace {

using namespace proviso;
using nlohmann::json;
using segmenter::Span;
using segmenter::Tag;

bool meets(Span a, Span b) {
  return a.start < b.end && b.start < a.end;
}

// The baseline: how many of the token kinds of the asked segment's sentence the passage holds.
std::vector<std::size_t> by_words(const std::vector<segmenter::Segment>& segments, Span sentence,
                                  const std::vector<Span>& passages, std::size_t count) {
  std::vector<std::int32_t> asked;
  for (const auto& segment : segments) {
    for (std::size_t t = 0; t < segment.ids.size(); ++t)
      if (meets(segment.token_spans[t], sentence)) asked.push_back(segment.ids[t]);
  }
  std::sort(asked.begin(), asked.end());
  asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
  std::vector<std::pair<std::size_t, std::size_t>> order;
  for (std::size_t p = 0; p < count; ++p) {
    const auto of = std::find_if(segments.begin(), segments.end(),
                                 [&](const auto& each) { return each.span == passages[p]; });
    std::size_t shared = 0;
    for (const std::int32_t id : asked)
      shared += std::find(of->ids.begin(), of->ids.end(), id) != of->ids.end() ? 1 : 0;
    order.emplace_back(shared, p);
  }
  std::sort(order.rbegin(), order.rend());
  std::vector<std::size_t> out;
  for (const auto& [shared, p] : order) out.push_back(p);
  return out;
}

class Ranked {
 public:
  Ranked(const segmenter::Tokenizer* tokenizer, bool features)
      : tokenizer_(tokenizer), features_(features) {}

  std::optional<json> ask(const tasks::Planted& planted) {
    const auto structure = segmenter::read_structure(planted.text);
    const auto tag = [&](Span span) {
      return structure.sections[segmenter::section_at(structure, span.start)].tag;
    };
    const auto decides = [&](Span span) {
      return tag(span) == Tag::kReasoning || tag(span) == Tag::kDisposition;
    };
    if (planted.other.size() == 0) return std::nullopt;
    const Span place = planted.quote.start < planted.other.start ? planted.other : planted.quote;
    const Span other = planted.quote.start < planted.other.start ? planted.quote : planted.other;
    if (!decides(place)) return std::nullopt;
    std::vector<segmenter::Segment> segments;
    if (tokenizer_ != nullptr)
      segments = segmenter::make_segments(planted.text, structure, *tokenizer_);
    const std::clock_t start = std::clock();
    const tasks::EvidenceIndex index(planted.text, structure, segments);
    const auto found = index.rank(place);
    seconds_ += static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    characters_ += tasks::code_points(planted.text);
    const std::size_t count = index.earlier(place.start);
    json gold = json::array(), ranked = json::array();
    for (std::size_t p = 0; p < count; ++p)
      if (meets(index.passages()[p], other)) gold.push_back(p);
    if (gold.empty()) return std::nullopt;
    for (const tasks::Evidence& each : found) {
      const auto at = std::find(index.passages().begin(), index.passages().end(), each.passage);
      ranked.push_back(at - index.passages().begin());
    }
    json out{{"tag", segmenter::name(tag(place))},
             {"passages", count},
             {"gold", std::move(gold)},
             {"ranked", std::move(ranked)},
             {"sentence", meets(found.front().sentence, other)}};
    if (!segments.empty())
      out["by_words"] =
          by_words(segments, tasks::sentence_around(planted.text, place), index.passages(), count);
    if (features_) out["features"] = index.features(place);
    return out;
  }
  json cost() const { return {{"seconds", seconds_}, {"characters", characters_}}; }

 private:
  const segmenter::Tokenizer* tokenizer_;
  bool features_;
  double seconds_ = 0;
  std::size_t characters_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  try {
    std::optional<segmenter::Tokenizer> tokenizer;
    std::uint64_t seed = 1;
    bool features = false;
    for (int i = 1; i < argc; ++i) {
      const std::string word = argv[i];
      if (word == "--features") features = true;
      if (word == "--tokenizer" && i + 1 < argc) tokenizer = segmenter::Tokenizer::load(argv[++i]);
      if (word == "--seed" && i + 1 < argc) seed = std::stoull(argv[++i]);
    }
    Ranked ranked(tokenizer ? &*tokenizer : nullptr, features);
    for (std::string line; std::getline(std::cin, line);) {
      const json row = json::parse(line);
      const std::string text = row.at("text");
      const segmenter::Structure structure = segmenter::read_structure(text);
      if (structure.kind == segmenter::Kind::kContract) continue;
      for (const std::string_view kind : tasks::plant_kinds()) {
        const auto planted = tasks::plant(text, structure, kind, seed);
        if (!planted) continue;
        auto answer = ranked.ask(*planted);
        if (!answer) continue;
        (*answer)["case"] = row.at("case");
        (*answer)["kind"] = kind;
        std::cout << answer->dump() << '\n';
      }
    }
    std::cout << ranked.cost().dump() << '\n';
  } catch (const std::exception& error) {
    std::cerr << "rank_evidence: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
  return std::cout.flush() ? EXIT_SUCCESS : EXIT_FAILURE;
}
