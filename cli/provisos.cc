// proviso provisos
#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/messages.h"
#include "cli/table.h"
#include "tasks/ingest.h"
#include "tasks/inspect/inspect.h"
#include "tasks/provisos/proviso.h"
#include "tasks/provisos/rows.h"

namespace proviso::cli {
namespace {

namespace fs = std::filesystem;
using segmenter::Span;
using tasks::ProvisoKind;

struct Arguments {
  std::vector<fs::path> paths;
  bool no_ocr = false;
};

std::string kind_in(Language language, ProvisoKind kind) {
  static constexpr std::array<std::string_view, 5> kChinese{"例外", "条件", "限度", "保留", "优先"};
  return std::string(language == Language::kChinese ? kChinese[static_cast<std::size_t>(kind)]
                                                    : name(kind));
}

// One line, white space of the document folded, as wide as the terminal allows.
std::string line_of(std::string_view head, std::string_view text, Span span, int width) {
  std::string words;
  for (const char c : text.substr(span.start, span.size())) {
    const bool space = c == '\n' || c == '\t' || c == ' ';
    if (!space || (!words.empty() && words.back() != ' ')) words += space ? ' ' : c;
  }
  return cut(std::string(head) + words, width);
}

int depth_of(const std::vector<tasks::Proviso>& all, const tasks::Proviso& each) {
  int depth = 0;
  for (std::size_t at = each.parent; at != segmenter::kNone && depth < 8; at = all[at].parent) {
    ++depth;
  }
  return depth;
}

// rule → what is taken out of it.
void print(Context& context, const tasks::Inspected& inspected,
           const std::vector<tasks::Proviso>& provisos) {
  const std::string& text = inspected.document.text;
  const int width = terminal_width(STDOUT_FILENO);
  const bool chinese = context.language == Language::kChinese;
  for (const tasks::Proviso& each : provisos) {
    const std::string indent(static_cast<std::size_t>(2 + 2 * depth_of(provisos, each)), ' ');
    const std::string trigger =
        text.substr(each.trigger.start, each.trigger.end - each.trigger.start);
    if (each.limits.size() > 0) {
      context.out << line_of(indent, text, each.limits, width) << '\n';
    } else {
      context.out << indent
                  << (chinese ? "（所限制的规则不在本节）" : "(the rule stands elsewhere)") << '\n';
    }
    context.out << line_of(fmt::format("{}  → {} [{}] ", indent,
                                       kind_in(context.language, each.kind), trigger),
                           text, each.scope, width)
                << '\n';
  }
}

void take(Context& context, const tasks::Inspected& inspected) {
  const std::string path = shown_path(inspected.path);
  const std::string reason = message_in(context.language, inspected.document.reason);
  if (inspected.document.status == ingest::DocumentStatus::kFailed) {
    context.err << path << ": " << reason << '\n';
    return;
  }
  const std::vector<tasks::Proviso> provisos =
      tasks::find_provisos(inspected.document.text, inspected.structure);
  if (context.settings.json) {
    for (const auto& row :
         tasks::proviso_rows(path, inspected.document.text, inspected.structure, provisos)) {
      context.out << row.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)
                  << '\n';
    }
  } else {
    const bool chinese = context.language == Language::kChinese;
    context.out << fmt::format(fmt::runtime(chinese ? "{}：{} 处但书\n" : "{}: {} provisos\n"),
                               path, provisos.size());
    if (!reason.empty()) context.out << "  " << reason << '\n';
    print(context, inspected, provisos);
    context.out << '\n';
  }
  if (!context.out) throw OutputError();
}

int run(const Arguments& arguments, Context& context) {
  return inspect_each(context, tasks::find_input(arguments.paths), arguments.no_ocr,
                      [&](const tasks::Inspected& inspected) { take(context, inspected); });
}

}  // namespace

Command add_provisos(CLI::App& program) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* app = program.add_subcommand(
      "provisos", "Show what limits each rule: exceptions, conditions, caps, reservations");
  app->add_option("PATH", arguments->paths, "Documents (PDF, text) and folders of them")
      ->required();
  app->add_flag("--no-ocr", arguments->no_ocr, "Leave pages without a text layer unread");
  app->footer(
      "Statutes, contracts and rulings are read whole; elsewhere in a judgment only rules that it\n"
      "quotes, reports or states in general terms. Nothing is stored.\n"
      "--json gives one object a line for each proviso; start and end are bytes of the text.\n\n"
      "Examples:\n"
      "  proviso provisos contract.pdf\n"
      "  proviso provisos laws/ --json > provisos.jsonl\n");
  return {app, [arguments](Context& context) { return run(*arguments, context); }};
}

}  // namespace proviso::cli
