// proviso inspect
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/kind_names.h"
#include "cli/messages.h"
#include "cli/overlay.h"
#include "cli/page_file.h"
#include "cli/table.h"
#include "tasks/ingest.h"
#include "tasks/inspect/inspect.h"
#include "tasks/inspect/page.h"

namespace proviso::cli {
namespace {

namespace fs = std::filesystem;

struct Arguments {
  std::vector<fs::path> paths;
  bool structure = false, text = false, no_ocr = false;
  fs::path html, png;
  int page = 0;
  double dpi = 150;
};

// One line of the outline at most `width` cells wide. Sections line up their words behind the
// longest name; what stands in a section is set in, deeper below deeper.
std::string line_of(const tasks::OutlineRow& row, int names, int width) {
  constexpr int kPage = 4;
  if (row.what == tasks::OutlineRow::What::kSection) {
    const std::string head =
        padded(std::to_string(row.page), kPage, true) + "  " + padded(row.name, names) + "  ";
    return head + cut(row.words, width - width_of(head));
  }
  const int indent = kPage + 4 + 2 * (row.depth - 1);
  const std::string name = row.name.empty() ? "" : row.name + "  ";
  return std::string(static_cast<std::size_t>(indent), ' ') + cut(name + row.words, width - indent);
}

void print_outline(Context& context, const tasks::Inspected& inspected, const tasks::Words& words) {
  context.out << shown_path(inspected.path) << '\n';
  const ingest::Document& document = inspected.document;
  const std::string reason = message_in(context.language, document.reason);
  if (document.status == ingest::DocumentStatus::kFailed) {
    context.out << "  " << words.text("not_read", reason) << "\n\n";
    return;
  }
  const int width = terminal_width(STDOUT_FILENO);
  context.out << "  " << tasks::headline(inspected, words) << '\n';
  if (!reason.empty()) context.out << "  " << reason << '\n';
  const std::vector<tasks::OutlineRow> rows = tasks::outline(inspected, words);
  int names = 0;
  for (const tasks::OutlineRow& row : rows) {
    if (row.what == tasks::OutlineRow::What::kSection) names = std::max(names, width_of(row.name));
  }
  for (const tasks::OutlineRow& row : rows) {
    std::string line = line_of(row, names, width);
    while (line.ends_with(' ')) line.pop_back();
    context.out << line << '\n';
  }
  context.out << '\n';
}

int run_picture(const Arguments& arguments, Context& context) {
  if (arguments.png.empty() || arguments.page == 0) {
    throw CLI::ValidationError("inspect",
                               "--page and --png go together: the page, and the file "
                               "for its picture");
  }
  if (arguments.structure || arguments.paths.size() != 1) {
    throw CLI::ValidationError("--png", "takes one document, and no --structure");
  }
  return run_overlay(
      {arguments.paths[0], arguments.png, arguments.page, arguments.dpi, !arguments.no_ocr},
      context);
}

int run(const Arguments& arguments, Context& context) {
  if (!arguments.png.empty() || arguments.page != 0) return run_picture(arguments, context);
  if (!arguments.structure) {
    throw CLI::ValidationError("inspect",
                               "say what is to be shown: --structure, or --page N --png OUT");
  }
  if (arguments.text && !context.settings.json) {
    throw CLI::ValidationError("--text", "goes with --json");
  }
  const ingest::Found found = tasks::find_input(arguments.paths);
  const tasks::Words words = words_in(context.language);
  std::optional<PageFile> file;
  std::optional<tasks::StructurePage> page;
  if (!arguments.html.empty()) {
    file.emplace("--html", arguments.html);
    page.emplace(file->out(), words);
  }

  const ExitCode code =
      inspect_each(context, found, arguments.no_ocr, [&](const tasks::Inspected& inspected) {
        if (page) page->add(inspected);
        if (context.settings.json) {
          context.out << tasks::structure_json(inspected, arguments.text)
                             .dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)
                      << '\n';
        } else if (!page) {
          print_outline(context, inspected, words);
        }
        if (!context.out) throw OutputError();
      });
  if (page) {
    page->finish();
    file->finish();
  }
  return code;
}

}  // namespace

Command add_inspect(CLI::App& program) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* app = program.add_subcommand(
      "inspect", "Show what the program sees in documents, without storing anything");
  app->add_option("PATH", arguments->paths,
                  "Documents (PDF, OFD, Word, web pages, pictures, text), folders, archives")
      ->required();
  app->add_flag("--structure", arguments->structure,
                "The outline: sections with page, parties, claims, rulings, clauses");
  app->add_flag("--text", arguments->text,
                "With --json: the document's text too, which all offsets point into");
  app->add_option("--html", arguments->html,
                  "Write the text with its structure in colours to this page instead");
  app->add_option("--page", arguments->page, "With --png: the page, counted from 1")
      ->check(at_least(1));
  app->add_option("--png", arguments->png,
                  "Write a picture of the page, with boxes coloured by how each line was read");
  app->add_option("--dpi", arguments->dpi, "Resolution of that picture")
      ->check(CLI::Range(40.0, 400.0));
  app->add_flag("--no-ocr", arguments->no_ocr, "Leave pages without a text layer unread");
  app->footer(
      "Words that the document quotes from a court below bear that court's instance in brackets.\n"
      "--json gives one object a line for each document; start and end are bytes of its text.\n\n"
      "Examples:\n"
      "  proviso inspect --structure judgment.pdf\n"
      "  proviso inspect --structure contracts/ --json --text > structure.jsonl\n"
      "  proviso inspect --structure judgment.pdf --html judgment.html --lang zh\n"
      "  proviso inspect --page 3 --png page3.png scan.pdf\n");
  return {app, [arguments](Context& context) { return run(*arguments, context); }};
}

}  // namespace proviso::cli
