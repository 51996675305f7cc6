// proviso evaluate LABELS.jsonl · --text CORPUS… · --token-ids FILE
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/command.h"
#include "cli/measures.h"
#include "tasks/learning/evaluate.h"
#include "tasks/learning/token_losses.h"

namespace proviso::cli {
namespace {

struct Arguments {
  std::vector<std::filesystem::path> labels;
  std::vector<std::string> text;
  double share = 1;
  bool recall = false;
  std::filesystem::path token_ids;
  bool losses = false;
  bool same_length = false, no_same_length = false;
  tasks::TokenProtocol protocol;
  MeasureArguments measures;
};

nlohmann::ordered_json as_json(const tasks::LabelScores& scores) {
  nlohmann::ordered_json kinds = nlohmann::ordered_json::array();
  for (const tasks::KindScore& k : scores.kinds) {
    nlohmann::ordered_json kind{{"kind", k.kind},
                                {"labelled", k.labelled},
                                {"roc_area", nullptr},
                                {"silent", k.silent},
                                {"flagged", k.at_threshold.flagged},
                                {"found", k.at_threshold.found},
                                {"precision", k.at_threshold.precision()},
                                {"recall", k.at_threshold.recall()},
                                {"f1", k.at_threshold.f1()},
                                {"right_sentence", k.right_sentence},
                                {"with_evidence", k.with_evidence},
                                {"right_evidence", k.right_evidence},
                                {"clean_documents_flagged", k.clean_flagged},
                                {"calibration_error", k.calibration_error}};
    if (std::isfinite(k.roc_area)) kind["roc_area"] = k.roc_area;
    kinds.push_back(std::move(kind));
  }
  const auto rank = [](const tasks::EvidenceRank& r) {
    return nlohmann::ordered_json{{"first", r.first}, {"among_three", r.among_three}};
  };
  const tasks::EvidenceScores& e = scores.evidence;
  return {{"documents", scores.documents},
          {"clean", scores.clean},
          {"kinds", std::move(kinds)},
          {"calibration_error",
           {{"scores", scores.error_of_scores},
            {"probabilities", scores.error},
            {"probabilities_from_a_tenth", scores.error_where_suspicious}}},
          {"evidence",
           {{"sentences", e.asked},
            {"earlier_segments", e.candidates},
            {"dependency_head", rank(e.head)},
            {"tower_attention", rank(e.attention)},
            {"common_words", rank(e.words)},
            {"first_by_chance", e.first_by_chance}}}};
}

void print(std::ostream& out, const tasks::LabelScores& scores) {
  out << fmt::format("{} documents, {} of them clean; counted by segments\n", scores.documents,
                     scores.clean);
  out << fmt::format("{:<16}{:>9}{:>10}{:>9}{:>11}{:>8}{:>7}{:>16}{:>16}{:>15}\n", "kind",
                     "labelled", "ROC area", "flagged", "precision", "recall", "F1",
                     "right sentence", "right evidence", "clean flagged");
  for (const tasks::KindScore& k : scores.kinds)
    out << fmt::format("{:<16}{:>9}{:>10.3f}{:>9}{:>11.2f}{:>8.2f}{:>7.2f}{:>16}{:>16}{:>15}{}\n",
                       k.kind, k.labelled, k.roc_area, k.at_threshold.flagged,
                       k.at_threshold.precision(), k.at_threshold.recall(), k.at_threshold.f1(),
                       k.right_sentence, fmt::format("{} of {}", k.right_evidence, k.with_evidence),
                       k.clean_flagged, k.silent ? "  silent: no threshold" : "");
  out << fmt::format(
      "calibration error (ten bins): {:.4f} of probabilities, {:.4f} of the scores they are made "
      "of, {:.3f} of probabilities from 0.1 on\n",
      scores.error, scores.error_of_scores, scores.error_where_suspicious);
  const tasks::EvidenceScores& e = scores.evidence;
  if (e.asked == 0) return;
  out << fmt::format(
      "evidence of {} labelled sentences among {:.1f} earlier segments (by chance {:.1f} first)\n",
      e.asked, e.candidates, e.first_by_chance);
  out << fmt::format("{:<26}{:>9}{:>14}\n", "ranked by", "first", "among three");
  for (const auto& [name, rank] :
       {std::pair("dependency head", e.head), std::pair("attention of the tower", e.attention),
        std::pair("words in common", e.words)})
    out << fmt::format("{:<26}{:>9}{:>14}\n", name, rank.first, rank.among_three);
}

const char* name(model::InitialMemory memory) {
  return memory == model::InitialMemory::kZeros ? "zeros" : "masked";
}

nlohmann::ordered_json as_json(const tasks::Evaluation& e, const model::ReaderConfig& config) {
  return {{"documents", e.documents},
          {"tokens", e.tokens},
          {"characters", e.code_points},
          {"loss", e.loss},
          {"perplexity", e.perplexity},
          {"bits_per_character", e.bits_per_character},
          {"tokens_scored", e.tokens},
          {"tokens_not_scored", e.tokens_not_scored},
          {"seg_len", config.seg_len},
          {"mem_len", config.mem_len},
          {"clamp_len", config.clamp_len},
          {"same_length", config.same_length},
          {"initial_memory", name(config.initial_memory)},
          {"start", "cold"}};
}

void print(std::ostream& out, const tasks::Evaluation& e, const model::ReaderConfig& config) {
  out << fmt::format(
      "text: {} documents, {} tokens, perplexity {:.2f} a token, {:.3f} bits a character\n",
      e.documents, e.tokens, e.perplexity, e.bits_per_character);
  out << fmt::format(
      "protocol: segments of at most {} tokens, cut at sections and sentences; memory {}{}{}; a "
      "cold start for each document (initial memory {}); {} tokens scored, {} not: each document's "
      "first; names replaced\n",
      config.seg_len, config.mem_len, config.same_length ? ", same length" : "",
      config.clamp_len > 0 ? fmt::format(", distances clamped at {}", config.clamp_len) : "",
      name(config.initial_memory), e.tokens, e.tokens_not_scored);
}

nlohmann::ordered_json as_json(const tasks::TokenScores& s, bool losses) {
  nlohmann::ordered_json json{{"tokens_scored", s.losses.size()},
                              {"tokens_not_scored", s.unscored},
                              {"loss", s.mean},
                              {"perplexity", s.perplexity},
                              {"bits_per_token", s.bits_per_token},
                              {"seg_len", s.seg_len},
                              {"mem_len", s.mem_len},
                              {"clamp_len", s.clamp_len},
                              {"same_length", s.same_length},
                              {"initial_memory", name(s.initial_memory)},
                              {"start", s.unscored > 1 ? "warm" : "cold"}};
  if (losses) json["losses"] = s.losses;
  return json;
}

void print(std::ostream& out, const tasks::TokenScores& s) {
  out << fmt::format(
      "{} tokens scored, perplexity {:.4f} a token, {:.4f} bits a token (loss {:.6f})\n",
      s.losses.size(), s.perplexity, s.bits_per_token, s.mean);
  out << fmt::format(
      "segments of {}, memory {}{}{}, initial memory {}: a {}\n", s.seg_len, s.mem_len,
      s.same_length ? ", same length" : "",
      s.clamp_len > 0 ? fmt::format(", distances clamped at {}", s.clamp_len) : "",
      name(s.initial_memory),
      s.unscored > 1
          ? fmt::format("warm start, the first {} tokens are read and not scored", s.unscored)
          : "cold start; the first token is not scored");
}

int run_token_ids(Context& context, const Arguments& arguments,
                  const std::filesystem::path& model_dir) {
  const std::vector<std::int64_t> ids = tasks::read_token_ids(arguments.token_ids);
  model::Reader reader = model::Reader::load(model_dir, context.device());
  tasks::TokenProtocol protocol = arguments.protocol;
  if (arguments.same_length || arguments.no_same_length)
    protocol.same_length = arguments.same_length;
  const tasks::TokenScores scores = tasks::token_losses(reader, ids, protocol);
  if (context.settings.json) {
    context.out << nlohmann::ordered_json{{"schema_version", 1},
                                          {"model", reader.card().weights_sha256},
                                          {"token_ids", as_json(scores, arguments.losses)}}
                       .dump(2)
                << '\n';
  } else if (arguments.losses) {
    for (const double loss : scores.losses) context.out << fmt::format("{:.9g}\n", loss);
  } else {
    print(context.out, scores);
  }
  return kFine;
}

int run(Context& context, const Arguments& arguments) {
  const bool texts = !arguments.labels.empty() || !arguments.text.empty();
  if (!texts && arguments.token_ids.empty() && !arguments.measures.any())
    throw CLI::ValidationError("evaluate", "give LABELS.jsonl, --text CORPUS or --token-ids FILE");
  if (texts && !arguments.token_ids.empty())
    throw CLI::ValidationError("--token-ids", "cannot be combined with labels or text");
  const auto model_dir = context.model_directory();
  if (!model_dir) throw CLI::ValidationError("--model", "name the model's folder");
  model::set_threads(context.threads());
  if (arguments.measures.any()) {
    if (!arguments.labels.empty() || !arguments.token_ids.empty())
      throw CLI::ValidationError("--recl, --probes", "read --text, neither labels nor token ids");
    return run_measures(context, arguments.measures, arguments.text, arguments.share, *model_dir);
  }
  if (!texts) return run_token_ids(context, arguments, *model_dir);
  tasks::LoadedModel loaded = tasks::load_model(*model_dir, context.device());
  nlohmann::ordered_json json{{"schema_version", 1},
                              {"model", loaded.reader.card().weights_sha256}};
  const auto strictness =
      arguments.recall ? tasks::Strictness::kRecall : tasks::Strictness::kPrecision;
  for (const std::filesystem::path& labels : arguments.labels) {
    const auto scores = tasks::evaluate_labels(loaded, labels, strictness, context.threads());
    json["labels"].push_back(as_json(scores));
    if (!context.settings.json) print(context.out, scores);
  }
  if (!arguments.text.empty()) {
    const auto text =
        tasks::evaluate_corpus(loaded, arguments.text, arguments.share, context.settings.seed,
                               context.threads(), arguments.protocol.mem_len.value_or(-1));
    model::ReaderConfig config = loaded.reader.card().config;
    config.mem_len = arguments.protocol.mem_len.value_or(config.mem_len);
    json["text"] = as_json(text, config);
    if (!context.settings.json) print(context.out, text, config);
  }
  if (context.settings.json) context.out << json.dump(2) << '\n';
  return kFine;
}

}  // namespace

Command add_evaluate(CLI::App& program) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* app = program.add_subcommand("evaluate", "Measure a model on labels or on text");
  app->add_option("LABELS", arguments->labels,
                  "Labels, JSON Lines: precision, recall and F1 per kind");
  app->add_option("--text", arguments->text, "Corpus: perplexity and bits per character");
  app->add_option("--held-out", arguments->share,
                  "Of --text only the documents that pretrain holds out at this share")
      ->check(CLI::Range(0.0, 1.0));
  add_measures(*app, arguments->measures);
  app->add_flag("--recall", arguments->recall, "The thresholds of analyze --recall");
  CLI::Option* ids =
      app->add_option("--token-ids", arguments->token_ids,
                      "Token ids separated by white space: loss, perplexity and bits per token");
  app->add_flag("--losses", arguments->losses,
                "With --token-ids: one natural-log loss a line, of ids 2 to N in order")
      ->needs(ids);
  app->add_option("--unscored", arguments->protocol.unscored,
                  "With --token-ids: ids at the beginning that only warm the memory up")
      ->needs(ids)
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 40))
      ->capture_default_str();
  tasks::TokenProtocol& protocol = arguments->protocol;
  app->add_option("--seg-len", protocol.seg_len, "With --token-ids: tokens of a segment")
      ->needs(ids)
      ->check(CLI::Range(1, 65536));
  app->add_option("--mem-len", protocol.mem_len,
                  "With --text or --token-ids: memory rows instead of the model's own")
      ->check(CLI::Range(0, 1048576));
  CLI::Option* same =
      app->add_flag("--same-length", arguments->same_length,
                    "With --token-ids: every token sees mem_len rows, its own among them")
          ->needs(ids);
  app->add_flag("--no-same-length", arguments->no_same_length,
                "With --token-ids: every token sees the whole memory and its segment's beginning")
      ->needs(ids)
      ->excludes(same);
  app->add_option("--clamp-len", protocol.clamp_len,
                  "With --token-ids: greatest distance told apart; -1: none")
      ->needs(ids)
      ->check(CLI::Range(-1, 1048576));
  app->add_option("--initial-memory", protocol.initial_memory,
                  "With --token-ids: masked (none) or zeros (rows of zeros that are attended to)")
      ->needs(ids)
      ->transform(CLI::CheckedTransformer(std::map<std::string, model::InitialMemory>{
          {"masked", model::InitialMemory::kMasked}, {"zeros", model::InitialMemory::kZeros}}));
  app->footer(
      "Examples:\n  proviso evaluate planted/LABELS.jsonl --model model\n"
      "  proviso evaluate --text corpus/ --held-out 0.01 --model model\n"
      "  proviso evaluate --recl --text corpus/ --model model --against other-model\n"
      "  proviso evaluate --probes --text corpus/ --model model --most-facts 50\n"
      "  proviso evaluate --model model --token-ids ids.txt --losses --mem-len 1152\n");
  return {app, [arguments](Context& context) { return run(context, *arguments); }};
}

}  // namespace proviso::cli
