// proviso provisos
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <set>

#include "cli/analysis_output.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/messages.h"
#include "cli/table.h"
#include "db/open_run.h"
#include "db/provisos.h"
#include "tasks/ingest.h"
#include "tasks/inspect/whereabouts.h"
#include "tasks/inspect/words.h"
#include "tasks/provisos/in_full.h"
#include "tasks/provisos/judge.h"
#include "tasks/provisos/records.h"

namespace proviso::cli {
namespace {

namespace fs = std::filesystem;
using Records = std::vector<db::ProvisoRecord>;

struct Arguments {
  std::vector<fs::path> paths;
  bool no_ocr = false;
  bool rules = false;
};

// White space of the document folded.
std::string folded(std::string_view text) {
  std::string words;
  for (const char c : text) {
    const bool space = c == '\n' || c == '\t' || c == ' ';
    if (!space || (!words.empty() && words.back() != ' ')) words += space ? ' ' : c;
  }
  return words;
}

// `text` behind `indent` cells, its further lines two cells deeper.
void print_wrapped(std::ostream& out, std::string_view text, int indent, int width) {
  constexpr int kLeast = 20;
  const auto lines = wrap(folded(text), std::max(kLeast, width - indent - 2));
  for (std::size_t i = 0; i < lines.size(); ++i)
    out << std::string(static_cast<std::size_t>(indent + (i == 0 ? 0 : 2)), ' ') << lines[i]
        << '\n';
}

// rule → what is taken out of it; what stands in a scope comes below it, deeper.
void print(Context& context, const Located& document, const Records& provisos) {
  const int width = terminal_width(STDOUT_FILENO);
  const tasks::Words words(context.language == Language::kChinese
                               ? tasks::Words::Language::kChinese
                               : tasks::Words::Language::kEnglish);
  for (const tasks::ProvisoBranch& branch : tasks::proviso_tree(provisos)) {
    const db::ProvisoRecord& each = provisos[branch.place];
    const int indent = 2 + 4 * static_cast<int>(branch.depth);
    const std::string place =
        tasks::whereabouts(document.text, document.structure, each.trigger.span.start, words);
    print_wrapped(context.out,
                  fmt::format("{}{}{}", place, in(context.language, ": ", "："),
                              each.limits ? tasks::rule_in_full(document.text, each.limits->span,
                                                                each.trigger.span)
                                          : std::string(words.text("rule_elsewhere"))),
                  indent, width);
    print_wrapped(
        context.out,
        fmt::format("→ {} [{}] {}", words.text("proviso_" + each.kind),
                    tasks::connector_in_full(document.text, each.trigger.span, each.scope.span),
                    each.scope.text),
        indent + 2, width);
    const std::string cases =
        tasks::listed_cases(document.text, each.trigger.span, each.scope.span);
    if (!cases.empty()) print_wrapped(context.out, cases, indent + 4, width);
  }
}

void show(Context& context, const Located& document, const std::string& path,
          const std::string& reason, const Records& provisos) {
  if (context.settings.json) {
    for (std::size_t place = 0; place < provisos.size(); ++place) {
      nlohmann::ordered_json row{{"schema_version", 1}};
      row.update(tasks::proviso_json(
          provisos[place], place, path,
          tasks::clause_of(provisos[place], document.text, document.structure)));
      context.out << row.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)
                  << '\n';
    }
  } else {
    context.out << fmt::format(
        fmt::runtime(in(context.language, "{}: {} provisos\n", "{}：{} 处但书\n")), path,
        provisos.size());
    if (!reason.empty()) context.out << "  " << reason << '\n';
    print(context, document, provisos);
    context.out << '\n';
  }
  if (!context.out) throw OutputError();
}

int run(const Arguments& arguments, Context& context) {
  const ingest::Found found = tasks::find_input(arguments.paths);
  db::Database database = db::Database::open(context.settings.db);
  db::OpenRun open_run(database, context.run_start(std::nullopt));
  tasks::IngestOptions options = ingest_options(context);
  options.read.ocr = !arguments.no_ocr;
  const tasks::IngestResult files = read_into(database, open_run.id(), found, options, context);
  const std::optional<std::filesystem::path> directory = context.model_directory();
  std::optional<tasks::LoadedModel> loaded;
  if (directory && !arguments.rules && tasks::holds_proviso_head(*directory)) {
    model::set_threads(context.threads());
    loaded = tasks::load_model(*directory, context.device());
  }
  const std::unique_ptr<tasks::ProvisoModel> model =
      loaded ? tasks::load_proviso_model(*directory, *loaded) : nullptr;
  std::set<db::DocumentId> seen;
  for (const tasks::FileOutcome& file : files.files) {
    const std::string path = shown_path(file.path);
    const std::string reason = message_in(context.language, file.reason);
    if (!file.id || file.status == ingest::DocumentStatus::kFailed) {
      context.err << path << ": " << reason << '\n';
    } else if (!context.stop.stop_requested() && seen.insert(*file.id).second) {
      show(context, locate(database, *file.id), path, reason,
           tasks::store_provisos_of(database, open_run.id(), *file.id, model.get()));
    }
  }
  const bool interrupted = files.interrupted || context.stop.stop_requested();
  open_run.finish(interrupted ? db::RunStatus::kInterrupted : db::RunStatus::kDone);
  return interrupted ? kInterrupted : exit_code_of(files);
}

}  // namespace

Command add_provisos(CLI::App& program) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* app = program.add_subcommand(
      "provisos", "Show what limits each rule: exceptions, conditions, caps, reservations");
  app->add_option("PATH", arguments->paths,
                  "Documents (PDF, OFD, Word, web pages, pictures, text), folders, archives")
      ->required();
  app->add_flag("--no-ocr", arguments->no_ocr, "Leave pages without a text layer unread");
  app->add_flag("--rules", arguments->rules,
                "Let the rules decide alone, also where the model has a proviso head");
  app->footer(
      "Statutes, contracts and rulings are read whole; elsewhere in a judgment only rules that it\n"
      "quotes, reports or states in general terms. What is found is stored; 'proviso export\n"
      "provisos' and 'proviso report' show it again. A proviso inside another stands below it.\n"
      "--json gives one object a line for each proviso; start and end are bytes of the text,\n"
      "parent is the \"proviso\" number of the one that it stands in.\n\n"
      "Examples:\n"
      "  proviso provisos contract.pdf\n"
      "  proviso provisos laws/ --json > provisos.jsonl\n");
  return {app, [arguments](Context& context) { return run(*arguments, context); }};
}

}  // namespace proviso::cli
