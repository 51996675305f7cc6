// proviso report
#include "tasks/report/report.h"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <memory>
#include <ostream>
#include <system_error>

#include "cli/build_info.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/kind_names.h"
#include "cli/messages.h"
#include "cli/page_file.h"
#include "tasks/review.h"

namespace proviso::cli {
namespace {

struct Arguments {
  std::vector<std::filesystem::path> paths;
  std::filesystem::path out;
  std::string text = "all";
  std::size_t pictures = 60;
  double dpi = 110;
  bool dismissed = false, mask = false;
};

tasks::ReportOptions::Text text_of(const std::string& word) {
  if (word == "none") return tasks::ReportOptions::Text::kNone;
  return word == "flagged" ? tasks::ReportOptions::Text::kFlagged
                           : tasks::ReportOptions::Text::kAll;
}

int run(const Arguments& arguments, Context& context) {
  if (arguments.out.empty()) {
    throw CLI::ValidationError("--out", "name the file that the report is written to");
  }
  db::Database database = db::Database::open(context.settings.db, db::Database::Access::kExisting);
  const auto documents = tasks::documents_at(database, arguments.paths);
  if (documents.empty()) {
    throw tasks::InputError(
        fmt::format("the database {} holds no documents; read some with "
                    "'proviso analyze PATH'",
                    context.settings.db.string()));
  }
  tasks::ReportOptions options;
  options.words = words_in(context.language);
  options.program = fmt::format("proviso {} ({})", program_version(), git_revision());
  options.database = context.settings.db.filename().string();
  options.dismissed = arguments.dismissed;
  options.text = text_of(arguments.text);
  options.most_pictures = arguments.pictures;
  options.dpi = arguments.dpi;
  options.mask = arguments.mask;
  options.message = [&](std::string_view english) { return message_in(context.language, english); };
  PageFile file("--out", arguments.out);
  tasks::ReportCount count;
  {
    Progress bar = context.progress(std::string(in(context.language, "report", "报告")));
    count = tasks::write_report(
        database, documents, options, file.out(),
        [&](std::size_t done) { bar.update(done, documents.size()); }, context.stop);
  }
  file.finish();
  context.err << fmt::format(
      fmt::runtime(in(context.language,
                      "{}: {} document(s); findings: {} open, {} confirmed, {} dismissed; {} "
                      "page picture(s)\n",
                      "{}：{} 份文书；待核 {} 处，已确认 {} 处，已排除 {} 处；页面图像 {} 幅\n")),
      shown_path(arguments.out), count.documents, count.open, count.confirmed, count.dismissed,
      count.pictures);
  return context.stop.stop_requested() ? kInterrupted : kFine;
}

}  // namespace

Command add_report(CLI::App& program) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* app = program.add_subcommand(
      "report", "Write what was found as one HTML page, to read, decide and print");
  app->add_option("PATH", arguments->paths,
                  "Documents that were analysed, and folders of them; all without any");
  app->add_option("--out", arguments->out, "The page");
  app->add_option("--text", arguments->text,
                  "Documents whose text is given: all, flagged (with findings) or none")
      ->check(CLI::IsMember({"all", "flagged", "none"}));
  app->add_option("--pictures", arguments->pictures,
                  "At most so many pictures of pages with findings, over all documents; 0: none")
      ->check(at_least(0));
  app->add_option("--dpi", arguments->dpi, "Resolution of these pictures")
      ->check(CLI::Range(40.0, 300.0));
  app->add_flag("--dismissed", arguments->dismissed, "Show dismissed findings too");
  app->add_flag("--mask", arguments->mask,
                "Personal names of parties and representatives become 某; no pictures then");
  app->footer(
      "The page needs no network and no server, only a browser: filters, both places of each\n"
      "finding side by side and in the text, keys (j k Enter x Esc c d u), and buttons for your\n"
      "verdicts, which it saves as a file for 'proviso review --from'. A picture of a page needs\n"
      "about 100 kB; the file of the document must lie where it was read.\n\n"
      "Examples:\n"
      "  proviso report --out report.html\n"
      "  proviso report judgments/ --out report.html --text flagged --pictures 20\n"
      "  proviso report --out report.html --lang zh --mask\n");
  return {app, [arguments](Context& context) { return run(*arguments, context); }};
}

}  // namespace proviso::cli
