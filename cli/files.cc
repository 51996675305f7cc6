#include "cli/files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/build_info.h"
#include "cli/messages.h"
#include "cli/table.h"
#include "ingest/document.h"

namespace proviso::cli {
namespace {

using nlohmann::ordered_json;

std::string_view status_word(Language language, const tasks::FileOutcome& file) {
  switch (file.status) {
    case ingest::DocumentStatus::kOk:
      if (!file.twin.empty()) return in(language, "copy", "相同");
      return file.known ? in(language, "known", "已有") : in(language, "read", "已读");
    case ingest::DocumentStatus::kPartial:
      return in(language, "partly read", "部分读取");
    case ingest::DocumentStatus::kFailed:
      break;
  }
  return in(language, "failed", "失败");
}

// A name may hold what a terminal obeys: such bytes are shown as \xNN.
std::string escape_controls(std::string_view name) {
  std::string shown;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      shown += fmt::format("\\x{:02x}", byte);
    } else {
      shown += c;
    }
  }
  return shown;
}

void print_json(std::ostream& out, const tasks::IngestResult& result) {
  for (const tasks::FileOutcome& file : result.files) {
    const ordered_json row{
        {"schema_version", 1},
        {"document", file.path.string()},
        {"sha256", file.sha256},
        {"status", ingest::name(file.status)},
        {"known", file.known},
        {"copy_of", file.twin.empty() ? ordered_json() : ordered_json(file.twin.string())},
        {"reason", file.reason},
        {"pages", file.pages},
        {"pages_doubtful", file.pages_doubtful},
        {"pages_failed", file.pages_failed}};
    out << row.dump(-1, ' ', false, ordered_json::error_handler_t::replace) << '\n';
  }
}

std::string reason_of(Language language, const tasks::FileOutcome& file) {
  std::string reason = message_in(language, file.reason);
  if (file.twin.empty()) return reason;
  if (!reason.empty()) reason += in(language, "; ", "；");
  return reason + fmt::format(fmt::runtime(in(language, "the same bytes as {}", "与 {} 内容相同")),
                              shown_path(file.twin));
}

// "a.log, b.pages, …"
std::string names_of(std::span<const std::filesystem::path> paths) {
  constexpr std::size_t kNamed = 5;
  std::string names;
  for (const std::filesystem::path& path : paths.first(std::min(kNamed, paths.size())))
    names += (names.empty() ? "" : ", ") + shown_path(path);
  return paths.size() > kNamed ? names + ", …" : names;
}

void print_table(Context& context, const tasks::IngestResult& result) {
  const Language language = context.language;
  const auto word = [&](std::string_view english, std::string_view chinese) {
    return std::string(in(language, english, chinese));
  };
  Table table({{word("document", "文书"), 20},
               {word("status", "状态"), 6},
               {word("pages", "页数"), 4, true},
               {word("doubtful", "存疑"), 4, true},
               {word("unread", "未读"), 4, true},
               {word("reason", "原因"), 20, false, true}});
  for (const tasks::FileOutcome& file : result.files) {
    table.add({shown_path(file.path), std::string(status_word(language, file)),
               std::to_string(file.pages), std::to_string(file.pages_doubtful),
               std::to_string(file.pages_failed), reason_of(language, file)});
  }
  table.print(context.out, terminal_width(STDOUT_FILENO));
}

void print_sums(Context& context, const tasks::IngestResult& result) {
  const Language language = context.language;
  std::size_t pages = 0;
  for (const tasks::FileOutcome& file : result.files) pages += static_cast<std::size_t>(file.pages);
  const std::size_t read = result.files.size() - result.failed() - result.partial();
  context.err << fmt::format(
      fmt::runtime(in(
          language, "{} documents ({} stored before), {} pages: {} whole, {} in part, {} failed.\n",
          "{} 份文书（此前已有 {} 份），{} 页：{} 份完整，{} 份部分读取，{} 份失败。\n")),
      result.files.size(), result.known(), pages, read, result.partial(), result.failed());
  if (result.copies() > 0) {
    context.err << fmt::format(
        fmt::runtime(
            in(language,
               "{} of the files have the same bytes as another and are one document with it.\n",
               "其中 {} 个文件与另一文件内容相同，合为一份文书。\n")),
        result.copies());
  }
  if (!result.ignored.empty()) {
    context.err << fmt::format(
        fmt::runtime(in(language, "{} other files ignored: {}\n", "忽略其他文件 {} 个：{}\n")),
        result.ignored.size(), names_of(result.ignored));
  }
  context.err << fmt::format(fmt::runtime(in(language, "Database: {}\n", "数据库：{}\n")),
                             context.settings.db.string());
}

}  // namespace

tasks::IngestOptions ingest_options(const Context& context) {
  tasks::IngestOptions options;
  options.jobs = context.threads();
  options.program = fmt::format("{} {}", program_version(), git_revision());
  return options;
}

tasks::IngestResult read_into(db::Database& database, db::RunId run, const ingest::Found& found,
                              const tasks::IngestOptions& options, Context& context) {
  Progress bar = context.progress(std::string(in(context.language, "reading", "读取")));
  return tasks::ingest(
      database, run, found, options,
      [&](const tasks::IngestProgress& step) {
        bar.update(step.done, step.total, step.file->path.filename().string());
      },
      context.stop);
}

void print_files(Context& context, const tasks::IngestResult& result) {
  if (context.settings.json) {
    print_json(context.out, result);
    return;
  }
  print_table(context, result);
  context.out.flush();
  if (!context.settings.quiet) print_sums(context, result);
}

void ReadCount::add(ingest::DocumentStatus status) {
  ++all;
  failed += status == ingest::DocumentStatus::kFailed ? 1 : 0;
  partial += status == ingest::DocumentStatus::kPartial ? 1 : 0;
}

ExitCode exit_code_of(const ReadCount& count, bool interrupted) {
  if (interrupted) return kInterrupted;
  if (count.failed == count.all) return kInputUnreadable;
  return count.failed + count.partial > 0 ? kSomeFailed : kFine;
}

ExitCode exit_code_of(const tasks::IngestResult& result) {
  return exit_code_of({result.files.size(), result.failed(), result.partial()}, result.interrupted);
}

ExitCode inspect_each(const Context& context, const ingest::Found& found, bool no_ocr,
                      const std::function<void(const tasks::Inspected&)>& take) {
  ingest::ReadOptions options;
  options.ocr = !no_ocr;
  ReadCount count;
  const std::size_t delivered = tasks::inspect(
      found.documents, options, context.threads(),
      [&](tasks::Inspected&& inspected) {
        count.add(inspected.document.status);
        take(inspected);
      },
      context.stop);
  return exit_code_of(count, delivered < found.documents.size());
}

void warn_of_same_case(Context& context, const tasks::IngestResult& result) {
  if (context.settings.quiet || context.settings.json) return;
  for (const std::vector<std::size_t>& group : result.same_case()) {
    std::vector<std::filesystem::path> paths;
    for (const std::size_t i : group) paths.push_back(result.files[i].path);
    const tasks::FileOutcome& first = result.files[group.front()];
    context.err << fmt::format(
        fmt::runtime(
            in(context.language,
               "Note: {1} {2} stands on {0} different documents: {3}. Each is kept and "
               "checked by itself.\n",
               "注意：{0} 份不同的文书案号相同（{1} {2}）：{3}。各份分别保存、分别检查。\n")),
        group.size(), first.court, first.case_number, names_of(paths));
  }
}

void say_interrupted(Context& context, const tasks::IngestResult& result, std::size_t found,
                     std::optional<std::size_t> analysed) {
  if (context.settings.json) return;
  std::string done = fmt::format(fmt::runtime(in(context.language, "{} of {} documents are stored",
                                                 "{1} 份文书中已保存 {0} 份")),
                                 result.stored(), found);
  if (analysed) {
    done += fmt::format(fmt::runtime(in(context.language, ", {} are analysed", "，已分析 {} 份")),
                        *analysed);
  }
  context.err << fmt::format(
      fmt::runtime(in(context.language,
                      "Interrupted: {} in {}. The same command goes on from there.\n",
                      "已中断：{}（数据库 {}）。再次运行同一命令即从中断处继续。\n")),
      done, context.settings.db.string());
}

std::string shown_path(const std::filesystem::path& path) {
  if (path.is_relative()) return escape_controls(path.string());
  std::error_code error;
  const std::filesystem::path here = std::filesystem::current_path(error);
  const std::string near = path.lexically_relative(here).string();
  return escape_controls(error || near.empty() || near.starts_with("..") ? path.string() : near);
}

}  // namespace proviso::cli
