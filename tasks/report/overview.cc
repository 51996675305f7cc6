#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "tasks/inspect/html.h"
#include "tasks/report/parts.h"

namespace proviso::tasks {
namespace {

constexpr std::array<std::string_view, 3> kSeverities{"error", "warning", "note"};
constexpr std::array<std::string_view, 3> kStatuses{"open", "confirmed", "dismissed"};

// The kinds that occur, built-in ones in the order of the table, others behind them.
std::vector<std::string> kinds_of(const std::vector<Reported>& documents) {
  std::set<std::string> seen;
  for (const Reported& one : documents) {
    for (const db::Flag& flag : one.analyzed.analysis.flags) seen.insert(flag.kind);
  }
  std::vector<std::string> out;
  for (const std::string& kind : Words::findings()) {
    if (seen.erase(kind) > 0) out.push_back(kind);
  }
  out.insert(out.end(), seen.begin(), seen.end());
  return out;
}

template <typename Wanted>
std::size_t count(const std::vector<Reported>& documents, const Wanted& wanted) {
  std::size_t sum = 0;
  for (const Reported& one : documents) {
    const auto& flags = one.analyzed.analysis.flags;
    sum += static_cast<std::size_t>(std::count_if(flags.begin(), flags.end(), wanted));
  }
  return sum;
}

void write_numbers(std::ostream& out, const Words& words, const std::vector<Reported>& documents) {
  std::size_t dismissed = 0;
  int pages = 0, doubtful = 0, unread = 0;
  for (const Reported& one : documents) {
    dismissed += one.dismissed;
    pages += one.analyzed.document.pages;
    doubtful += one.analyzed.document.pages_doubtful;
    unread += one.analyzed.document.pages_failed;
  }
  const auto with_status = [&](std::string_view status) {
    return count(documents, [&](const db::Flag& flag) { return db::status(flag) == status; });
  };
  out << "<ul class=\"cards\">\n";
  const auto card = [&](auto number, std::string_view word) {
    out << fmt::format("<li><b>{}</b>{}</li>\n", number, escaped(word));
  };
  card(documents.size(), words.text("documents"));
  card(with_status("open"), words.status("open"));
  card(with_status("confirmed"), words.status("confirmed"));
  card(dismissed + with_status("dismissed"), words.status("dismissed"));
  card(pages, words.text("pages_word"));
  card(doubtful, words.text("pages_doubtful_word"));
  card(unread, words.text("pages_unread_word"));
  out << "</ul>\n";
}

void write_kinds(std::ostream& out, const Words& words, const std::vector<Reported>& documents) {
  const std::vector<std::string> kinds = kinds_of(documents);
  if (kinds.empty()) return;
  out << fmt::format("<div class=\"scroll\"><table><thead><tr><th scope=\"col\">{}</th>",
                     escaped(words.text("kind")));
  for (const std::string_view severity : kSeverities)
    out << fmt::format("<th scope=\"col\" class=\"n\">{}</th>", escaped(words.severity(severity)));
  out << fmt::format("<th scope=\"col\" class=\"n\">{}</th></tr></thead><tbody>\n",
                     escaped(words.text("sum")));
  for (const std::string& kind : kinds) {
    out << fmt::format("<tr><th scope=\"row\">{}</th>", escaped(words.finding(kind)));
    for (const std::string_view severity : kSeverities) {
      out << fmt::format("<td class=\"n\">{}</td>", count(documents, [&](const db::Flag& flag) {
                           return flag.kind == kind && flag.severity == severity;
                         }));
    }
    out << fmt::format("<td class=\"n\">{}</td></tr>\n",
                       count(documents, [&](const db::Flag& flag) { return flag.kind == kind; }));
  }
  out << "</tbody></table></div>\n";
}

void write_documents(std::ostream& out, const ReportOptions& options,
                     const std::vector<Reported>& documents) {
  const Words& words = options.words;
  out << fmt::format(
      "<div class=\"scroll\"><table><thead><tr><th scope=\"col\">{}</th><th "
      "scope=\"col\">{}</th><th scope=\"col\" class=\"n\">{}</th></tr></thead><tbody>\n",
      escaped(words.text("document")), escaped(words.text("coverage")),
      escaped(words.text("findings")));
  std::size_t number = 0;
  for (const Reported& one : documents) {
    ++number;
    const db::DocumentSummary& summary = one.analyzed.document;
    const bool failed = summary.status == ingest::DocumentStatus::kFailed;
    const std::string read = failed ? words.text("not_read", options.message(summary.reason))
                                    : coverage(words, one.analyzed);
    out << fmt::format(
        "<tr><td><a href=\"#d{}\">{}</a></td><td>{}</td><td class=\"n\">{}</td></tr>\n", number,
        escaped(one.path), escaped(read), one.analyzed.analysis.flags.size());
  }
  out << "</tbody></table></div>\n";
}

void write_boxes(std::ostream& out, const Words& words, std::string_view name,
                 const std::vector<std::pair<std::string, std::string>>& values) {
  out << fmt::format("<fieldset><legend>{}</legend>", escaped(words.text(name)));
  for (const auto& [value, shown] : values) {
    out << fmt::format(
        "<label><input type=\"checkbox\" data-of=\"{}\" value=\"{}\" checked> {}</label>\n", name,
        escaped(value), escaped(shown));
  }
  out << "</fieldset>\n";
}

void write_keys(std::ostream& out, const Words& words) {
  out << fmt::format(
      "<details id=\"keys\" class=\"js-only\"><summary>{}</summary><label><input type=\"checkbox\" "
      "id=\"single\" checked> {}</label>\n<dl class=\"keys\">",
      escaped(words.text("keys")), escaped(words.text("keys_on")));
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kKeys{{
      {"<kbd>j</kbd> <kbd>k</kbd>", "key_next"},
      {"<kbd>Enter</kbd>", "key_open"},
      {"<kbd>x</kbd>", "key_other"},
      {"<kbd>Esc</kbd>", "key_back"},
      {"<kbd>c</kbd> <kbd>d</kbd> <kbd>u</kbd>", "key_verdict"},
  }};
  for (const auto& [keys, what] : kKeys)
    out << fmt::format("<dt>{}</dt><dd>{}</dd>", keys, escaped(words.text(what)));
  out << "</dl></details>\n";
}

}  // namespace

std::string coverage(const Words& words, const Analyzed& analyzed) {
  const db::DocumentSummary& document = analyzed.document;
  const db::Analysis& analysis = analyzed.analysis;
  std::string out = words.text("pages", std::to_string(document.pages));
  const auto add = [&](const std::string& part) { out += " · " + part; };
  if (document.pages_doubtful > 0)
    add(words.text("doubtful", std::to_string(document.pages_doubtful)));
  if (document.pages_failed > 0) add(words.text("unread", std::to_string(document.pages_failed)));
  if (analysis.checks.empty()) {
    add(std::string(words.text("not_analysed")));
    return out;
  }
  add(words.text("checks", std::to_string(analysis.checks.size())));
  if (analysis.segments_read == 0) {
    add(std::string(words.text("model_none")));
  } else if (analysis.segments_read < analysis.segments) {
    add(words.text("model_part", fmt::format("{}/{}", analysis.segments_read, analysis.segments)));
  } else {
    add(std::string(words.text("model_all")));
  }
  return out;
}

void write_overview(std::ostream& out, const ReportOptions& options,
                    const std::vector<Reported>& documents) {
  const Words& words = options.words;
  out << fmt::format("<section aria-labelledby=\"overview\"><h2 id=\"overview\">{}</h2>\n",
                     escaped(words.text("overview")));
  write_numbers(out, words, documents);
  out << fmt::format("<p class=\"soft\">{}</p>\n", escaped(words.text("silence")));
  if (options.mask) out << fmt::format("<p class=\"soft\">{}</p>\n", escaped(words.text("masked")));
  write_kinds(out, words, documents);
  write_documents(out, options, documents);
  out << "</section>\n";
}

void write_filter(std::ostream& out, const ReportOptions& options,
                  const std::vector<Reported>& documents) {
  const Words& words = options.words;
  std::vector<std::pair<std::string, std::string>> kinds, severities, statuses;
  for (const std::string& kind : kinds_of(documents))
    kinds.emplace_back(kind, std::string(words.finding(kind)));
  for (const std::string_view one : kSeverities) {
    if (count(documents, [&](const db::Flag& flag) { return flag.severity == one; }) > 0)
      severities.emplace_back(one, std::string(words.severity(one)));
  }
  for (const std::string_view one : kStatuses) {
    if (count(documents, [&](const db::Flag& flag) { return db::status(flag) == one; }) > 0)
      statuses.emplace_back(one, std::string(words.status(one)));
  }
  out << fmt::format(
      "<div id=\"filter\" class=\"js-only\" role=\"search\" aria-label=\"{0}\"><details "
      "open><summary>{0}</summary>\n",
      escaped(words.text("filter")));
  write_boxes(out, words, "kind", kinds);
  write_boxes(out, words, "severity", severities);
  write_boxes(out, words, "status", statuses);
  out << fmt::format(
      "</details><span id=\"count\" role=\"status\" aria-live=\"polite\"></span> <button "
      "type=\"button\" id=\"reset\">{}</button>",
      escaped(words.text("reset")));
  if (options.text != ReportOptions::Text::kNone) {
    out << fmt::format(
        " <button type=\"button\" id=\"expand\" class=\"expand\" "
        "aria-pressed=\"false\">{}</button>",
        escaped(words.text("expand")));
  }
  out << "</div>\n";
  write_keys(out, words);
}

void write_foot(std::ostream& out, const ReportOptions& options, bool capped) {
  const Words& words = options.words;
  out << fmt::format(
      "<section id=\"verdicts\" class=\"js-only\" aria-labelledby=\"v\"><h2 id=\"v\">{}</h2>\n<p "
      "id=\"given\" role=\"status\" aria-live=\"polite\"></p>\n<p><code>proviso review --from "
      "verdicts.jsonl</code></p>\n<textarea id=\"lines\" readonly "
      "aria-labelledby=\"v\"></textarea>\n"
      "<p><button type=\"button\" id=\"save\">{}</button> <button type=\"button\" id=\"copy\">{}"
      "</button> <span id=\"copied\" role=\"status\"></span> <button type=\"button\" "
      "id=\"forget\">{}</button></p></section>\n</main>\n<footer>",
      escaped(words.text("verdicts")), escaped(words.text("save")), escaped(words.text("copy")),
      escaped(words.text("clear")));
  if (capped) {
    out << fmt::format(
        "<p class=\"soft\">{}</p>\n",
        escaped(words.text("pictures_capped", std::to_string(options.most_pictures))));
  }
  out << fmt::format(
      "<p class=\"soft\">{}</p></footer>\n<div id=\"jump\" class=\"jump\" hidden><button "
      "type=\"button\" id=\"other\">{}</button><button type=\"button\" "
      "id=\"back\">{}</button></div>\n",
      escaped(words.text("made_by", options.program, options.database)),
      escaped(words.text("other_place")), escaped(words.text("key_back")));
}

}  // namespace proviso::tasks
