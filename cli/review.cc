// proviso review
#include "tasks/review.h"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "cli/analysis_output.h"
#include "cli/command.h"
#include "cli/files.h"
#include "db/open_run.h"
#include "tasks/flag_json.h"

namespace proviso::cli {
namespace {

struct Arguments {
  std::string action = "list", status = "open", note, by;
  std::vector<std::string> what;  // ids; paths for list
  std::filesystem::path from;
};

std::string user_name() {
  const passwd* entry = getpwuid(geteuid());
  return entry == nullptr ? std::to_string(geteuid()) : entry->pw_name;
}

nlohmann::ordered_json as_json(const tasks::Reviewable& one) {
  nlohmann::ordered_json row{{"schema_version", 1}};
  row.update(tasks::flag_json(one.flag, one.path, one.sha256));
  const auto& decision = one.flag.decision;
  row["note"] = decision ? decision->note : "";
  row["decided_by"] = decision ? decision->by : "";
  row["decided_at"] = decision ? decision->at : "";
  return row;
}

void print_json(Context& context, std::span<const tasks::Reviewable> flags) {
  for (const tasks::Reviewable& one : flags) {
    context.out << as_json(one).dump(-1, ' ', false,
                                     nlohmann::ordered_json::error_handler_t::replace)
                << '\n';
  }
}

int list(const Arguments& arguments, Context& context) {
  db::Database database = db::Database::open(context.settings.db, db::Database::Access::kExisting);
  const std::vector<std::filesystem::path> paths(arguments.what.begin(), arguments.what.end());
  const auto documents = tasks::documents_at(database, paths);
  const std::vector<tasks::Reviewable> all = tasks::findings_of(database, documents);
  std::vector<tasks::Reviewable> chosen;
  std::copy_if(all.begin(), all.end(), std::back_inserter(chosen), [&](const auto& one) {
    return arguments.status == "all" || db::status(one.flag) == arguments.status;
  });
  if (context.settings.json) {
    print_json(context, chosen);
    return kFine;
  }
  const std::size_t id_length = tasks::short_id_length(all);
  for (std::size_t first = 0; first < chosen.size();) {
    std::size_t last = first;
    while (last < chosen.size() && chosen[last].document == chosen[first].document) ++last;
    context.out << shown_path(chosen[first].path) << '\n';
    print_flags(context, locate(database, chosen[first].document),
                std::span(chosen).subspan(first, last - first), id_length,
                arguments.status != "open");
    context.out << '\n';
    first = last;
  }
  const auto count = [&](std::string_view status) {
    return std::count_if(all.begin(), all.end(),
                         [&](const auto& one) { return db::status(one.flag) == status; });
  };
  context.out << fmt::format(
      fmt::runtime(in(context.language, "{} open, {} confirmed, {} dismissed, in {} document(s).\n",
                      "待核 {} 处，已确认 {} 处，已排除 {} 处；共 {} 份文书。\n")),
      count("open"), count("confirmed"), count("dismissed"), documents.size());
  return kFine;
}

std::vector<tasks::ReviewWish> wishes_of(const Arguments& arguments) {
  if (!arguments.from.empty()) {
    if (!arguments.what.empty() || arguments.action != "list") {
      throw CLI::ValidationError("--from",
                                 "takes the verdicts from the file alone; name no "
                                 "findings beside it");
    }
    return tasks::read_wishes(arguments.from);
  }
  if (arguments.what.empty()) {
    throw CLI::ValidationError("review " + arguments.action,
                               "name findings by their ids; 'proviso review' lists them");
  }
  std::optional<db::Verdict> verdict;
  if (arguments.action == "confirm") verdict = db::Verdict::kConfirmed;
  if (arguments.action == "dismiss") verdict = db::Verdict::kDismissed;
  std::vector<tasks::ReviewWish> wishes;
  for (const std::string& id : arguments.what) wishes.push_back({id, verdict, arguments.note});
  return wishes;
}

void print_changed(Context& context, std::span<const tasks::Reviewable> changed) {
  if (context.settings.json) {
    print_json(context, changed);
    return;
  }
  const std::size_t id_length = tasks::short_id_length(changed);
  for (const tasks::Reviewable& one : changed) {
    context.out << fmt::format("{}  {}  {}\n", one.flag.id.substr(0, id_length),
                               status_word(context.language, one.flag), shown_path(one.path));
  }
}

// What stood before, for whoever did not know that somebody has decided already.
void print_replaced(Context& context, std::span<const tasks::ResolvedWish> wishes) {
  for (const tasks::ResolvedWish& one : wishes) {
    const auto& before = one.target.flag.decision;
    if (!before) continue;
    context.err << fmt::format(
        fmt::runtime(in(context.language, "proviso: {}: until now {}, by {} on {}{}\n",
                        "proviso：{}：此前为“{}”，{}于{}认定{}\n")),
        one.target.flag.id.substr(0, tasks::kShortestId),
        status_word(context.language, one.target.flag), before->by, before->at,
        before->note.empty()
            ? ""
            : fmt::format(fmt::runtime(in(context.language, " ({})", "（{}）")), before->note));
  }
}

// Takes out what is open and shall be so.
void leave_open(Context& context, std::vector<tasks::ResolvedWish>& wishes) {
  std::erase_if(wishes, [&](const tasks::ResolvedWish& one) {
    const bool open = !one.wish.verdict && !one.target.flag.decision;
    if (open) {
      context.err << fmt::format(
          fmt::runtime(in(context.language, "proviso: {}: nothing to undo, nobody has decided it\n",
                          "proviso：{}：尚无结论，无可撤销\n")),
          one.target.flag.id.substr(0, tasks::kShortestId));
    }
    return open;
  });
}

int decide(const Arguments& arguments, Context& context) {
  const std::vector<tasks::ReviewWish> wishes = wishes_of(arguments);
  db::Database database = db::Database::open(context.settings.db, db::Database::Access::kExisting);
  tasks::Resolved resolved = tasks::resolve(database, wishes);
  if (!resolved.problems.empty() && arguments.from.empty()) {
    throw CLI::ValidationError(resolved.problems[0].id, resolved.problems[0].why);
  }
  leave_open(context, resolved.wishes);
  print_replaced(context, resolved.wishes);
  db::OpenRun run(database, context.run_start(std::nullopt));
  const auto changed =
      tasks::decide(database, resolved.wishes, arguments.by.empty() ? user_name() : arguments.by);
  run.finish(db::RunStatus::kDone);
  print_changed(context, changed);
  for (const tasks::ReviewProblem& problem : resolved.problems)
    context.err << fmt::format("proviso: {}: {}\n", problem.id, problem.why);
  context.err << fmt::format(fmt::runtime(in(context.language, "{} verdict(s) recorded, {} not.\n",
                                             "已记录 {} 条结论，{} 条未记录。\n")),
                             changed.size(), resolved.problems.size());
  return resolved.problems.empty() ? kFine : kConditionNotMet;
}

int run(const Arguments& arguments, Context& context) {
  if (arguments.action == "list" && arguments.from.empty()) return list(arguments, context);
  return decide(arguments, context);
}

}  // namespace

Command add_review(CLI::App& program) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* app = program.add_subcommand(
      "review", "List findings, and record which are true and which are false alarms");
  app->add_option("ACTION", arguments->action, "list, confirm, dismiss or undo")
      ->check(CLI::IsMember({"list", "confirm", "dismiss", "undo"}));
  app->add_option(
      "ID", arguments->what,
      "Findings, by the first characters of their ids; with list: documents and folders");
  app->add_option("--status", arguments->status, "list: findings of this status")
      ->check(CLI::IsMember({"open", "confirmed", "dismissed", "all"}));
  app->add_option("--note", arguments->note, "Why, for whoever looks later");
  app->add_option("--by", arguments->by, "Whose verdict it is; this system's user without it");
  app->add_option("--from", arguments->from,
                  "Verdicts from a file: JSON Lines or CSV with id, verdict and note");
  app->footer(
      "A verdict belongs to what the finding says, not to a run or a place: it holds when the\n"
      "document is analysed again, also after it was changed elsewhere. Dismissed findings are\n"
      "shown no more by analyze and report, only counted; export flags shows all, with status.\n"
      "A finding whose figures or quoted words have changed is a new one.\n\n"
      "--from also takes what 'export flags --format csv' wrote, after you put confirmed or\n"
      "dismissed (属实, 误报) into its column status; rows left open are passed over. Verdicts on\n"
      "findings that are made no more are named, the others recorded, and the exit code is 1.\n\n"
      "Examples:\n"
      "  proviso review\n"
      "  proviso review dismiss 3f9a2c 81d0e7 --note 分期履行\n"
      "  proviso review confirm 5b1c44\n"
      "  proviso review undo 3f9a2c\n"
      "  proviso review list judgments/ --status dismissed\n"
      "  proviso review --from verdicts.jsonl\n");
  return {app, [arguments](Context& context) { return run(*arguments, context); }};
}

}  // namespace proviso::cli
