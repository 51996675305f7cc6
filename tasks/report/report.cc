#include "tasks/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "db/flag_id.h"
#include "db/provisos.h"
#include "report_data.h"
#include "tasks/inspect/html.h"
#include "tasks/inspect/inspect.h"
#include "tasks/inspect/marked_text.h"
#include "tasks/inspect/whereabouts.h"
#include "tasks/masking.h"
#include "tasks/provisos/records.h"
#include "tasks/report/parts.h"
#include "tasks/review.h"

namespace proviso::tasks {
namespace {

// The Base64 of the SHA-256 of the script, as a page's policy names it.
std::string hash_source(std::string_view script) {
  static constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const std::string hex = db::sha256_hex(script);
  const auto nibble = [&](std::size_t i) {
    return static_cast<unsigned>(hex[i] <= '9' ? hex[i] - '0' : hex[i] - 'a' + 10);
  };
  std::string out;
  // Three nibbles are two digits; 64 nibbles leave one over, padded with four bits and one '='.
  for (std::size_t i = 0; i + 2 < hex.size(); i += 3) {
    const unsigned bits = nibble(i) << 8 | nibble(i + 1) << 4 | nibble(i + 2);
    out += kDigits[bits >> 6];
    out += kDigits[bits & 63];
  }
  out += kDigits[nibble(63) << 2];
  return out + "=";
}

// What the script says, in the reader's language, and by what it tells this report from others.
std::string body_attributes(const Words& words, const std::string& report_id) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kWords{{
      {"shown", "shown"},
      {"none", "filter_none"},
      {"some", "verdicts_some"},
      {"none-yet", "verdicts_none"},
      {"copied", "copied"},
      {"sure", "clear_sure"},
      {"expand", "expand"},
      {"collapse", "collapse"},
  }};
  std::string out = fmt::format(" data-report=\"{}\"", report_id);
  for (const auto& [name, word] : kWords)
    out += fmt::format(" data-{}=\"{}\"", name, escaped(words.text(word)));
  return out;
}

Reported load(db::Database& database, const db::Selected& selected, const ReportOptions& options) {
  Reported out;
  out.analyzed.document = database.summary(selected.document);
  out.path = out.analyzed.document.path;
  if (options.mask)
    out.path = NameMask(database.structure(selected.document).parties).apply(out.path);
  if (!selected.run) return out;
  auto analysis = database.analysis(*selected.run, selected.document);
  if (!analysis) return out;
  out.has_run = true;
  out.analyzed.analysis = *std::move(analysis);
  std::vector<db::Flag>& flags = out.analyzed.analysis.flags;
  if (!options.dismissed) {
    out.dismissed = std::erase_if(flags, db::is_dismissed);
  }
  return out;
}

std::string report_id(const std::vector<Reported>& documents) {
  std::string all;
  for (const Reported& one : documents) {
    all += one.analyzed.document.sha256;
    for (const db::Flag& flag : one.analyzed.analysis.flags) all += flag.id;
  }
  return db::sha256_hex(all).substr(0, 12);
}

using EvidenceLists = std::vector<std::vector<FlagEvidence>>;  // [flag]

std::vector<TextMark> flag_marks(const std::vector<db::Flag>& flags,
                                 const EvidenceLists& evidence) {
  std::vector<TextMark> marks;
  for (std::size_t f = 0; f < flags.size(); ++f) {
    const db::Flag& flag = flags[f];
    const auto add = [&](const db::Place& place, const std::string& side,
                         const std::string& style) {
      marks.push_back({place.span, style, fmt::format("t-{}-{}", flag.id, side), "#f-" + flag.id,
                       flag.id + "-" + side});
    };
    add(flag.place, "a", "flag a");
    if (flag.other) add(*flag.other, "b", "flag b");
    for (std::size_t i = 0; i < evidence[f].size(); ++i) {
      if (!evidence[f][i].shown_by_flag)
        add(evidence[f][i].sentence, evidence_side(i + 1), "evidence");
    }
  }
  return marks;
}

void mask_names(Reported& reported, ingest::Document& document,
                const segmenter::Structure& structure) {
  const NameMask mask(structure.parties);
  document.text = mask.apply(document.text);
  for (db::Flag& flag : reported.analyzed.analysis.flags) {
    flag.explanation = mask.apply(flag.explanation);
    if (flag.decision) flag.decision->note = mask.apply(flag.decision->note);
  }
}

class Report {
 public:
  Report(db::Database& database, const ReportOptions& options, std::ostream& out,
         const std::vector<Reported>& documents, std::size_t id_length)
      : database_(database),
        options_(options),
        words_(options.words),
        out_(out),
        id_length_(id_length) {
    count_.documents = documents.size();
    for (const Reported& one : documents) count(one);
  }

  void write(Reported reported, std::size_t number, const std::stop_token& stop) {
    const db::DocumentSummary& summary = reported.analyzed.document;
    const std::string prefix = fmt::format("d{}", number);
    out_ << fmt::format(
        "<article class=\"document\" id=\"{0}\" aria-labelledby=\"{0}-h\"><h2 "
        "id=\"{0}-h\">{1}</h2>\n",
        prefix, escaped(reported.path));
    if (summary.status == ingest::DocumentStatus::kFailed) {
      paragraph("doubt", words_.text("not_read", options_.message(summary.reason)));
      out_ << "</article>\n";
      return;
    }
    Inspected inspected{reported.path, database_.document(summary.id),
                        database_.structure(summary.id)};
    const EvidenceLists evidence =
        flag_evidence(inspected.document, inspected.structure, database_.segments(summary.id),
                      reported.analyzed.analysis.flags);
    if (options_.mask) mask_names(reported, inspected.document, inspected.structure);
    paragraph("soft", headline(inspected, words_));
    write_coverage(reported, inspected.document);
    write_findings(reported, inspected, evidence, prefix, stop);
    write_provisos(summary.id, inspected);
    write_text(reported, inspected, evidence, prefix);
    out_ << "</article>\n";
  }

  const ReportCount& counted() const { return count_; }

 private:
  void count(const Reported& one) {
    count_.dismissed += one.dismissed;
    for (const db::Flag& flag : one.analyzed.analysis.flags) {
      if (db::is_dismissed(flag)) {
        ++count_.dismissed;
      } else {
        ++(flag.decision ? count_.confirmed : count_.open);
      }
    }
  }

  void paragraph(std::string_view style, std::string_view text) {
    out_ << fmt::format("<p class=\"{}\">{}</p>\n", style, escaped(text));
  }

  void write_coverage(const Reported& reported, const ingest::Document& document) {
    paragraph("soft", coverage(words_, reported.analyzed));
    if (!document.reason.empty()) paragraph("soft", options_.message(document.reason));
    for (const ingest::Page& page : document.pages) {
      if (page.status == ingest::PageStatus::kOk) continue;
      paragraph("doubt", "⚠ " + words_.text("page_doubtful", std::to_string(page.number),
                                            options_.message(page.reason)));
    }
    if (reported.dismissed > 0)
      paragraph("soft", words_.text("dismissed_hidden", std::to_string(reported.dismissed)));
    if (!reported.analyzed.analysis.flags.empty() || !reported.has_run) return;
    paragraph("",
              words_.text(reported.analyzed.full_coverage() ? "no_findings" : "no_findings_part"));
  }

  void write_findings(const Reported& reported, const Inspected& inspected,
                      const EvidenceLists& evidence, const std::string& prefix,
                      const std::stop_token& stop) {
    const std::vector<db::Flag>& flags = reported.analyzed.analysis.flags;
    const std::set<int> pages = pages_of(flags);
    const std::size_t left =
        options_.most_pictures - std::min(options_.most_pictures, count_.pictures);
    const PageImages images =
        page_images(reported, inspected.document, pages, left, options_, stop);
    std::size_t given = 0;
    for (const auto& [page, image] : images) given += image.content.empty() ? 0 : 1;
    count_.pictures += given;
    count_.pages_without += pages.size() - given;
    write_definitions(out_, images, prefix);
    for (std::size_t i = 0; i < flags.size(); ++i) {
      write_card(out_, options_, inspected, flags[i], evidence[i], images, prefix, id_length_);
    }
    write_gallery(out_, options_, inspected.document, flags, images, prefix);
  }

  // Each rule with what limits it, folded up: a list for reference, no findings.
  void write_provisos(db::DocumentId id, const Inspected& inspected) {
    const auto run = db::latest_proviso_run(database_, id);
    if (!run) return;
    const auto provisos = db::provisos(database_, *run, id);
    if (!provisos || provisos->empty()) return;
    const auto words = [&](const db::Quoted& quoted) {
      return escaped(options_.mask
                         ? inspected.document.text.substr(quoted.span.start, quoted.span.size())
                         : quoted.text);
    };
    out_ << fmt::format("<details class=\"provisos\"><summary>{}</summary>\n<ul lang=\"{}\">\n",
                        escaped(words_.text("provisos", std::to_string(provisos->size()))),
                        escaped(inspected.structure.language));
    for (const ProvisoBranch& branch : proviso_tree(*provisos)) {
      const db::ProvisoRecord& one = (*provisos)[branch.place];
      out_ << fmt::format(
          "<li style=\"margin-left:{}em\"><span class=\"soft\">{}</span> {} → <em>{}</em> [{}] "
          "{}</li>\n",
          2 * branch.depth,
          escaped(whereabouts(inspected.document.text, inspected.structure, one.trigger.span.start,
                              words_)),
          one.limits ? words(*one.limits) : escaped(words_.text("rule_elsewhere")),
          escaped(words_.text("proviso_" + one.kind)), words(one.trigger), words(one.scope));
    }
    out_ << "</ul></details>\n";
  }

  void write_text(const Reported& reported, const Inspected& inspected,
                  const EvidenceLists& evidence, const std::string& prefix) {
    const std::vector<db::Flag>& flags = reported.analyzed.analysis.flags;
    const bool given = options_.text == ReportOptions::Text::kAll ||
                       (options_.text == ReportOptions::Text::kFlagged && !flags.empty());
    if (!given) {
      if (options_.text == ReportOptions::Text::kFlagged)
        paragraph("soft", words_.text("text_left_out"));
      return;
    }
    out_ << fmt::format(
        "<details class=\"whole\"><summary>{}</summary>\n<div class=\"text\" lang=\"{}\">\n",
        escaped(words_.text("full_text")), escaped(inspected.structure.language));
    write_marked_text(out_, inspected.document, inspected.structure, words_, prefix,
                      flag_marks(flags, evidence));
    out_ << "</div></details>\n";
  }

  db::Database& database_;
  const ReportOptions& options_;
  const Words& words_;
  std::ostream& out_;
  const std::size_t id_length_;
  ReportCount count_;
};

std::size_t id_length(const std::vector<Reported>& documents) {
  std::vector<Reviewable> all;
  for (const Reported& one : documents) {
    for (const db::Flag& flag : one.analyzed.analysis.flags)
      all.push_back({one.analyzed.document.id, "", "", flag});
  }
  return short_id_length(all);
}

}  // namespace

void write_head(std::ostream& out, const ReportOptions& options, const std::string& report_id) {
  const Words& words = options.words;
  out << fmt::format(
      "<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\">\n<meta "
      "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
      "style-src "
      "'unsafe-inline'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'\">\n<meta "
      "name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"referrer\" "
      "content=\"no-referrer\">\n<title>{}</title>\n<style>\n{}{}</style></head>\n<body{}>\n",
      words.code(), hash_source(report::data::report_js), escaped(words.text("report")),
      page_styles(), report::data::report_css, body_attributes(words, report_id));
  out << fmt::format(
      "<a class=\"skip\" href=\"#findings\">{}</a><a class=\"skip\" href=\"#verdicts\">{}</a>\n"
      "<header><h1>{}</h1></header>\n<main>\n",
      escaped(words.text("skip_findings")), escaped(words.text("skip_verdicts")),
      escaped(words.text("report")));
}

ReportCount write_report(db::Database& database, std::span<const db::Selected> documents,
                         const ReportOptions& options, std::ostream& out,
                         const std::function<void(std::size_t)>& done, std::stop_token stop) {
  std::vector<Reported> all;
  for (const db::Selected& one : documents) all.push_back(load(database, one, options));
  write_head(out, options, report_id(all));
  write_overview(out, options, all);
  write_filter(out, options, all);
  out << fmt::format("<h2 id=\"findings\" tabindex=\"-1\">{}</h2>\n",
                     escaped(options.words.text("findings")));
  Report report(database, options, out, all, id_length(all));
  std::size_t number = 0;
  for (Reported& one : all) {
    if (stop.stop_requested()) break;
    report.write(std::move(one), ++number, stop);
    if (done) done(number);
  }
  const ReportCount& counted = report.counted();
  write_foot(out, options,
             counted.pictures >= options.most_pictures && options.most_pictures > 0 &&
                 counted.pages_without > 0);
  out << fmt::format("<script>{}</script>\n</body></html>\n", report::data::report_js);
  return counted;
}

}  // namespace proviso::tasks
