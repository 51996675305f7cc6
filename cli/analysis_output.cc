#include "cli/analysis_output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

#include "cli/files.h"
#include "cli/kind_names.h"
#include "cli/messages.h"
#include "cli/table.h"
#include "tasks/explanations.h"
#include "tasks/flag_evidence.h"
#include "tasks/flag_json.h"
#include "tasks/inspect/whereabouts.h"

namespace proviso::cli {
namespace {

using nlohmann::ordered_json;

// "7.2, p. 3": the page where there are pages.
std::string where(Language language, const Located& document, const db::Place& place) {
  std::string words =
      tasks::whereabouts(document.text, document.structure, place.span.start, words_in(language));
  if (place.boxes.empty()) return words;
  if (!words.empty()) words += in(language, ", ", "，");
  return words +
         fmt::format(fmt::runtime(in(language, "p. {}", "第{}页")), place.boxes.front().page);
}

std::string severity_word(Language language, std::string_view severity) {
  if (severity == "error") return std::string(in(language, "error", "错误"));
  if (severity == "warning") return std::string(in(language, "warning", "警告"));
  return std::string(in(language, "note", "提示"));
}

// "3 pages · 8 checks · model read all 15 segments"
std::string coverage(Language language, const tasks::Analyzed& result) {
  const db::DocumentSummary& document = result.document;
  const db::Analysis& analysis = result.analysis;
  const bool zh = language == Language::kChinese;
  std::string line = fmt::format(fmt::runtime(zh ? "{} 页" : "{} page(s)"), document.pages);
  if (document.pages_doubtful > 0) {
    line +=
        fmt::format(fmt::runtime(zh ? "（{} 页存疑）" : " ({} doubtful)"), document.pages_doubtful);
  }
  if (document.pages_failed > 0) {
    line += fmt::format(fmt::runtime(zh ? "（{} 页未读）" : " ({} unread)"), document.pages_failed);
  }
  line += fmt::format(fmt::runtime(zh ? " · {} 项检查" : " · {} checks"), analysis.checks.size());
  if (analysis.segments_read == 0) {
    line += in(language, " · not read by the model", " · 模型未读");
  } else if (analysis.segments_read < analysis.segments) {
    line +=
        fmt::format(fmt::runtime(zh ? " · 模型读了 {}/{} 段" : " · model read {} of {} segments"),
                    analysis.segments_read, analysis.segments);
  } else {
    line +=
        fmt::format(fmt::runtime(zh ? " · 模型读完全部 {} 段" : " · model read all {} segments"),
                    analysis.segments);
  }
  return line;
}

}  // namespace

void print_flags(Context& context, const Located& document,
                 std::span<const tasks::Reviewable> flags, std::size_t id_length,
                 bool with_status) {
  const Language language = context.language;
  const auto word = [&](std::string_view english, std::string_view chinese) {
    return std::string(in(language, english, chinese));
  };
  std::vector<Column> columns{{word("id", "编号"), static_cast<int>(id_length)}};
  if (with_status) columns.push_back({word("status", "状态"), 9});
  columns.insert(columns.end(), {{word("severity", "程度"), 8},
                                 {word("kind", "类别"), 12, false, true},
                                 {word("where", "位置"), 11, false, true},
                                 {word("here", "此处"), 16, false, true},
                                 {word("where", "位置"), 11, false, true},
                                 {word("against", "与之不符"), 16, false, true},
                                 {word("why", "理由"), 20, false, true}});
  Table table(std::move(columns));
  for (const tasks::Reviewable& one : flags) {
    const db::Flag& flag = one.flag;
    std::vector<std::string> cells{flag.id.substr(0, id_length)};
    if (with_status) cells.push_back(status_word(language, flag));
    cells.insert(cells.end(),
                 {severity_word(language, flag.severity), kind_name(language, flag.kind),
                  where(language, document, flag.place), flag.place.quote,
                  flag.other ? where(language, document, *flag.other) : "",
                  flag.other ? flag.other->quote : "",
                  tasks::explanation_in(in(language, "en", "zh"), flag.explanation)});
    if (with_status && flag.decision && !flag.decision->note.empty()) {
      cells.back() += fmt::format(fmt::runtime(in(language, " [note: {}]", "【备注：{}】")),
                                  flag.decision->note);
    }
    table.add(std::move(cells));
  }
  table.print(context.out, terminal_width(STDOUT_FILENO));
}

Located locate(db::Database& database, db::DocumentId document) {
  return {database.text(document), database.structure(document)};
}

std::string status_word(Language language, const db::Flag& flag) {
  if (!flag.decision) return std::string(in(language, "open", "待核"));
  return std::string(db::is_dismissed(flag) ? in(language, "dismissed", "已排除")
                                            : in(language, "confirmed", "已确认"));
}

namespace {

// The flags that a table shows: all but those that a person has dismissed.
std::vector<tasks::Reviewable> shown_flags(const tasks::Analyzed& result) {
  std::vector<tasks::Reviewable> shown;
  for (const db::Flag& flag : result.analysis.flags) {
    if (!db::is_dismissed(flag))
      shown.push_back({result.document.id, result.document.path, result.document.sha256, flag});
  }
  return shown;
}

void print_document(Context& context, db::Database& database, const std::string& path,
                    const tasks::Analyzed& result, std::span<const tasks::Reviewable> flags,
                    std::size_t id_length) {
  const Language language = context.language;
  const std::size_t dismissed = result.analysis.flags.size() - flags.size();
  context.out << path << "\n  " << coverage(language, result) << '\n';
  if (!result.document.reason.empty())
    context.out << "  " << message_in(language, result.document.reason) << '\n';
  if (dismissed > 0) {
    context.out << "  "
                << fmt::format(
                       fmt::runtime(in(language, "{} finding(s) dismissed in review are not shown.",
                                       "另有 {} 处经复核排除，未列出。")),
                       dismissed)
                << '\n';
  }
  if (!flags.empty()) {
    print_flags(context, locate(database, result.document.id), flags, id_length, false);
  } else if (result.full_coverage()) {
    context.out << "  "
                << (dismissed > 0
                        ? in(language, "No other findings.", "未发现其他矛盾。")
                        : in(language, "No findings; that does not mean that all is right.",
                             "未发现矛盾；这不等于文书没有错误。"))
                << '\n';
  } else {
    context.out << "  "
                << in(language,
                      "No findings in what was read; not everything was, so this is no all-clear.",
                      "已读部分未发现矛盾；因未全部读到，不能视为无误。")
                << '\n';
  }
  context.out << '\n';
}

// A document that was read and has no analysis was not reached any more.
std::string why_not_analysed(Language language, const tasks::FileOutcome& file) {
  if (file.status != ingest::DocumentStatus::kFailed) {
    return std::string(in(language, "not analysed: interrupted; the same command goes on from here",
                          "尚未分析：运行已中断；再次运行同一命令即可继续"));
  }
  return std::string(in(language, "not read: ", "未能读取：")) + message_in(language, file.reason);
}

std::map<db::DocumentId, const tasks::Analyzed*> by_id(std::span<const tasks::Analyzed> documents) {
  std::map<db::DocumentId, const tasks::Analyzed*> result;
  for (const tasks::Analyzed& document : documents) result[document.document.id] = &document;
  return result;
}

ordered_json document_json(db::Database& database, const tasks::FileOutcome& file,
                           const tasks::Analyzed* result) {
  ordered_json json{{"document", file.path.string()},
                    {"sha256", file.sha256},
                    {"status", ingest::name(file.status)},
                    {"reason", file.reason},
                    {"pages", file.pages},
                    {"pages_doubtful", file.pages_doubtful},
                    {"pages_failed", file.pages_failed}};
  json["checks"] = result == nullptr ? std::vector<std::string>{} : result->analysis.checks;
  json["segments"] = result == nullptr ? 0 : result->analysis.segments;
  json["segments_read"] = result == nullptr ? 0 : result->analysis.segments_read;
  json["full_coverage"] = result != nullptr && result->full_coverage();
  json["flags"] = ordered_json::array();
  json["flags_dismissed"] = 0;
  if (result != nullptr) {
    const auto shown = shown_flags(*result);
    json["flags_dismissed"] = result->analysis.flags.size() - shown.size();
    std::vector<db::Flag> flags;
    for (const tasks::Reviewable& one : shown) flags.push_back(one.flag);
    const auto evidence = tasks::flag_evidence(database, result->document.id, flags);
    for (std::size_t i = 0; i < shown.size(); ++i) {
      ordered_json row = tasks::flag_json(shown[i].flag, shown[i].path, shown[i].sha256);
      row["evidence"] = ordered_json::array();
      for (const auto& one : evidence[i]) row["evidence"].push_back(tasks::evidence_json(one));
      json["flags"].push_back(std::move(row));
    }
  }
  return json;
}

}  // namespace

void print_analysis(Context& context, db::Database& database, const tasks::IngestResult& files,
                    std::span<const tasks::Analyzed> documents) {
  const auto results = by_id(documents);
  std::size_t flags = 0, clean = 0, whole = 0, by_checks = 0;
  std::vector<tasks::Reviewable> all;
  for (const tasks::Analyzed& document : documents) {
    for (tasks::Reviewable& one : shown_flags(document)) all.push_back(std::move(one));
  }
  const std::size_t id_length = tasks::short_id_length(all);
  for (const tasks::FileOutcome& file : files.files) {
    const auto found = file.id ? results.find(*file.id) : results.end();
    if (file.status == ingest::DocumentStatus::kFailed || found == results.end()) {
      context.out << shown_path(file.path) << "\n  " << why_not_analysed(context.language, file)
                  << "\n\n";
      continue;
    }
    const auto shown = shown_flags(*found->second);
    print_document(context, database, shown_path(file.path), *found->second, shown, id_length);
    flags += shown.size();
    if (!found->second->full_coverage()) {
      if (found->second->read_by_checks()) ++by_checks;
      continue;
    }
    ++whole;
    if (shown.empty()) ++clean;
  }
  context.out << fmt::format(
      fmt::runtime(
          context.language == Language::kChinese
              ? "{} 份文书：{} 处矛盾；{} 份全部读到且未发现矛盾；{} "
                "份仅由检查项读取，模型未读；{} "
                "份未能全部读到。\n"
              : "{} document(s): {} finding(s); {} read in full without findings; {} by the checks "
                "alone, not by the model; {} not read in full.\n"),
      files.files.size(), flags, clean, by_checks, files.files.size() - whole - by_checks);
}

void print_analysis_json(Context& context, db::Database& database, db::RunId run,
                         const tasks::IngestResult& files,
                         std::span<const tasks::Analyzed> documents) {
  const auto results = by_id(documents);
  ordered_json json{{"schema_version", 1}, {"run", run}, {"documents", ordered_json::array()}};
  for (const tasks::FileOutcome& file : files.files) {
    const auto found = file.id ? results.find(*file.id) : results.end();
    json["documents"].push_back(
        document_json(database, file, found == results.end() ? nullptr : found->second));
  }
  context.out << json.dump(-1, ' ', false, ordered_json::error_handler_t::replace) << '\n';
}

}  // namespace proviso::cli
