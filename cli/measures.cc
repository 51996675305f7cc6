#include "cli/measures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>
#include <stdexcept>

#include "cli/table.h"
#include "tasks/measure/probe_run.h"
#include "tasks/measure/recl_run.h"

namespace proviso::cli {
namespace {

nlohmann::ordered_json number(double x) {
  return std::isfinite(x) ? nlohmann::ordered_json(x) : nlohmann::ordered_json(nullptr);
}

const char* const kReclProtocol =
    "attention over exactly c tokens in every layer (same length, memory c); what varies is the "
    "length of attention, information may reach further back through the layers";

nlohmann::ordered_json as_json(const tasks::ReclReport& report) {
  nlohmann::ordered_json models = nlohmann::ordered_json::array();
  for (const tasks::ReclModel& model : report.models) {
    nlohmann::ordered_json row{
        {"model", model.name}, {"sha256", model.weights_sha256}, {"perplexity", model.perplexity}};
    for (std::size_t s = 0; s < tasks::kReclShares.size(); ++s) {
      const tasks::Recl& recl = model.recl[s];
      nlohmann::ordered_json path = nlohmann::ordered_json::array();
      for (const tasks::ReclStep& step : recl.path)
        path.push_back({{"from", step.from}, {"to", step.to}, {"gain", step.gain}});
      row["recl"].push_back({{"r", tasks::kReclShares[s]},
                             {"length", recl.length},
                             {"at_least", recl.at_least},
                             {"path", std::move(path)}});
    }
    models.push_back(std::move(row));
  }
  return {{"varied", kReclProtocol},        {"lengths", report.lengths},
          {"documents", report.documents},  {"documents_too_short", report.documents_too_short},
          {"tokens_scored", report.tokens}, {"tokens_not_scored", report.tokens_left_out},
          {"group", report.models.size()},  {"models", std::move(models)}};
}

void print(std::ostream& out, const tasks::ReclReport& report) {
  out << fmt::format("RECL: {} tokens of {} documents, attention lengths {} … {} by {}\n",
                     report.tokens, report.documents, report.lengths.front(), report.lengths.back(),
                     report.lengths[1] - report.lengths[0]);
  out << fmt::format("{}\n", kReclProtocol);
  out << fmt::format(
      "not scored: the first {} tokens of each document; {} documents were shorter\n",
      report.lengths.back(), report.documents_too_short);
  out << fmt::format("{:>10}{:>10}{:>10}   {}\n", "r = 0.1", "r = 0.5", "r = 1.0", "model");
  bool open = false;
  for (const tasks::ReclModel& model : report.models) {
    for (const tasks::Recl& recl : model.recl) {
      out << fmt::format("{:>10}", fmt::format("{}{}", recl.length, recl.at_least ? "+" : ""));
      open = open || recl.at_least;
    }
    out << fmt::format("   {}\n", model.name);
  }
  if (open) out << "+: the longest length measured still gained a hundredth\n";
  if (report.models.size() == 1)
    out << "a group of one: not comparable with figures measured in a group, the paper's among "
           "them\n";
}

nlohmann::ordered_json as_json(const tasks::ProbeReport& report) {
  nlohmann::ordered_json bands = nlohmann::ordered_json::array();
  for (const tasks::ProbeBand& band : report.bands) {
    nlohmann::ordered_json row{{"distance_at_most", nullptr},
                               {"facts", band.facts},
                               {"dependent_tokens", band.tokens},
                               {"loss", number(band.loss)}};
    if (band.limit != tasks::kNoLimit) row["distance_at_most"] = band.limit;
    for (std::size_t e = 0; e < tasks::kEdits.size(); ++e)
      row[tasks::name(tasks::kEdits[e])] = {
          {"change", number(band.changes[e].mean)},
          {"standard_error", number(band.changes[e].standard_error)}};
    bands.push_back(std::move(row));
  }
  return {{"documents", report.documents}, {"facts_found", report.facts_found},
          {"seg_len", report.seg_len},     {"mem_len", report.mem_len},
          {"reach", report.reach},         {"start", "cold, each document"},
          {"bands", std::move(bands)}};
}

std::string change(const tasks::ProbeChange& c) {
  if (!std::isfinite(c.mean)) return "-";
  if (!std::isfinite(c.standard_error)) return fmt::format("{:+.3f}", c.mean);
  return fmt::format("{:+.3f} ± {:.3f}", c.mean, c.standard_error);
}

std::string right(const std::string& text, int cells) {
  return std::string(static_cast<std::size_t>(std::max(cells - width_of(text), 1)), ' ') + text;
}

void print(std::ostream& out, const tasks::ProbeReport& report) {
  std::size_t facts = 0, tokens = 0;
  for (const tasks::ProbeBand& band : report.bands) {
    facts += band.facts;
    tokens += band.tokens;
  }
  out << fmt::format(
      "memory probes: {} of {} facts, in {} documents; {} dependent tokens\n"
      "change of the natural-log loss a token, mean over facts ± standard error\n"
      "segment {}, memory {}, reach {} (what can arrive through all layers)\n",
      facts, report.facts_found, report.documents, tokens, report.seg_len, report.mem_len,
      report.reach);
  out << fmt::format("{:>10}{:>8}{:>12}{:>18}{:>18}{:>18}\n", "distance", "facts", "as it is",
                     "replaced", "deleted", "distracted");
  for (const tasks::ProbeBand& band : report.bands) {
    out << fmt::format("{:>10}{:>8}{:>12}",
                       band.limit == tasks::kNoLimit ? "beyond" : fmt::format("<= {}", band.limit),
                       band.facts,
                       std::isfinite(band.loss) ? fmt::format("{:.3f}", band.loss) : "-");
    for (const tasks::ProbeChange& c : band.changes) out << right(change(c), 18);
    out << '\n';
  }
}

}  // namespace

void add_measures(CLI::App& evaluate, MeasureArguments& arguments) {
  evaluate.add_flag("--recl", arguments.recl,
                    "Of --text: the relative effective context length, at r = 0.1, 0.5, 1.0");
  evaluate.add_option("--against", arguments.against,
                      "With --recl: folders of the group's other models, of the same tokenizer");
  evaluate
      .add_option("--recl-lengths", arguments.recl_lengths,
                  "With --recl: attention lengths as FIRST:LAST:STEP")
      ->capture_default_str();
  evaluate.add_flag(
      "--probes", arguments.probes,
      "Of --text: how the loss of a repeated figure changes when the figure is changed before");
  evaluate.add_option("--most-facts", arguments.most_facts, "With --probes: facts that are probed")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  evaluate.add_option("--most-tokens", arguments.most_tokens,
                      "With --recl and --probes: no further document of --text after so many "
                      "tokens; 0: all");
}

int run_measures(Context& context, const MeasureArguments& arguments,
                 const std::vector<std::string>& corpus, double share,
                 const std::filesystem::path& model) {
  if (corpus.empty())
    throw CLI::ValidationError("--text", "name the corpus that --recl and --probes measure on");
  const tasks::CorpusText text{corpus, share, context.settings.seed, arguments.most_tokens};
  std::vector<std::int64_t> lengths;
  try {
    lengths = tasks::parse_lengths(arguments.recl_lengths);
  } catch (const std::invalid_argument& wrong) {
    throw CLI::ValidationError("--recl-lengths", wrong.what());
  }
  std::vector<tasks::LoadedModel> group;
  std::vector<std::string> names{model.string()};
  group.push_back(tasks::load_model(model, context.device()));
  for (const std::filesystem::path& other : arguments.against) {
    names.push_back(other.string());
    group.push_back(tasks::load_model(other, context.device()));
  }
  nlohmann::ordered_json json{{"schema_version", 1},
                              {"model", group[0].reader.card().weights_sha256}};
  if (arguments.recl) {
    Progress bar = context.progress("recl");
    const auto report =
        tasks::measure_recl(group, names, text, lengths,
                            [&](std::size_t done, std::size_t total) { bar.update(done, total); });
    json["recl"] = as_json(report);
    if (!context.settings.json) print(context.out, report);
  }
  if (arguments.probes) {
    Progress bar = context.progress("probes");
    const auto report =
        tasks::probe_memory(group[0], text, arguments.most_facts,
                            [&](std::size_t done, std::size_t total) { bar.update(done, total); });
    json["probes"] = as_json(report);
    if (!context.settings.json) print(context.out, report);
  }
  if (context.settings.json) context.out << json.dump(2) << '\n';
  return kFine;
}

}  // namespace proviso::cli
