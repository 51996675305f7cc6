// cross_provisos LABELS.jsonl MODEL VARIANT…: what the proviso head says of each labelled text when
// it has learnt from the other folds alone, for each variant of {head, rules-blind, no-states,
// no-bias, no-memory}. JSON Lines: {"variant", "trust"}, then {"variant", "text", "found"} a text;
// {"proposals"} first: how many labels, triggers, scopes and rules are among the proposals, a set.
#include <cstdlib>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "model/reader.h"
#include "tasks/learning/teach_provisos.h"
#include "tasks/loaded_model.h"

namespace {

using nlohmann::json;
using namespace proviso;

json pair(segmenter::Span span) {
  return {span.start, span.end};
}

void print_proposals(const std::vector<tasks::StudiedText>& texts) {
  std::map<std::string, std::array<std::size_t, 4>> sums;
  for (const tasks::StudiedText& text : texts) {
    const tasks::ProposalRecall recall = tasks::proposal_recall(text);
    auto& sum = sums[text.text->set];
    sum[0] += recall.labels;
    sum[1] += recall.triggers;
    sum[2] += recall.scopes;
    sum[3] += recall.limits;
  }
  std::cout << json{{"proposals", sums}}.dump() << '\n';
}

void print(const std::string& variant, const tasks::CrossJudged& judged) {
  json trust = json::array();
  for (const tasks::ProvisoTrust& t : judged.trust)
    trust.insert(trust.end(), {t.scale, t.bias, t.rules, t.scope, t.limits, t.kind});
  std::cout << json{{"variant", variant}, {"trust", std::move(trust)}}.dump() << '\n';
  for (std::size_t i = 0; i < judged.found.size(); ++i) {
    json found = json::array();
    for (const tasks::JudgedProviso& each : judged.found[i]) {
      found.push_back({{"trigger", pair(each.proviso.trigger)},
                       {"scope", pair(each.proviso.scope)},
                       {"limits", pair(each.proviso.limits)},
                       {"kind", name(each.proviso.kind)}});
    }
    std::cout << json{{"variant", variant}, {"text", i}, {"found", std::move(found)}}.dump()
              << std::endl;
  }
}

void set(const std::string& option, const std::string& value,
         tasks::ProvisoTeachingOptions& teaching) {
  const double number = std::stod(value);
  if (option == "passes") teaching.head.passes = static_cast<int>(number);
  if (option == "lr") teaching.head.learning_rate = number;
  if (option == "state_decay") teaching.head.state_decay = number;
  if (option == "fact_decay") teaching.head.fact_decay = number;
  if (option == "state_dropout") teaching.head.state_dropout = number;
  if (option == "fact_dropout") teaching.head.fact_dropout = number;
  if (option == "seed") teaching.head.seed = static_cast<std::uint64_t>(number);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 4) throw std::runtime_error("LABELS.jsonl MODEL VARIANT… [NAME=NUMBER…]");
    model::set_threads(1);
    const auto texts = tasks::read_proviso_texts(argv[1]);
    model::StateReader reader = model::StateReader::load(argv[2], model::Device::kCpu);
    const segmenter::Tokenizer tokenizer = tasks::load_tokenizer(argv[2]);
    const std::int64_t d = reader.card().config.d_model;
    std::string read_as;
    std::vector<tasks::StudiedText> studied;
    bool first = true;
    tasks::ProvisoTeachingOptions teaching;
    for (int i = 3; i < argc; ++i) {
      const std::string variant = argv[i];
      if (const auto at = variant.find('='); at != std::string::npos) {
        set(variant.substr(0, at), variant.substr(at + 1), teaching);
        continue;
      }
      tasks::ProvisoReading study;
      std::string reading = "whole";
      if (variant == "no-memory") study.states.mem_len = 0, study.context = 0, reading = variant;
      if (variant == "no-states") study.read = false, reading = variant;
      if (variant == "no-bias") study.states.connector_bias = false, reading = variant;
      if (reading != read_as) {
        studied.clear();
        studied = tasks::study_provisos(texts, reader, tokenizer, study);
        read_as = reading;
      }
      if (first) print_proposals(studied);
      first = false;
      tasks::ProvisoTeachingOptions options = teaching;
      options.head.states = variant != "no-states";
      options.rules = variant != "rules-blind";
      std::cerr << variant << ": read\n";
      print(variant, tasks::cross_judge(studied, d, options));
    }
  } catch (const std::exception& error) {
    std::cerr << "cross_provisos: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
  return std::cout.flush() ? EXIT_SUCCESS : EXIT_FAILURE;
}
