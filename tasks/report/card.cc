#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "segmenter/segmenter.h"
#include "tasks/explanations.h"
#include "tasks/inspect/html.h"
#include "tasks/inspect/whereabouts.h"
#include "tasks/report/parts.h"

namespace proviso::tasks {
namespace {

constexpr std::size_t kAround = 60;          // bytes of context on each side, at most
constexpr float kDoubtfulConfidence = 0.8F;  // as tasks/analyze.cc has it

bool continues(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// text[span] with what stands around it in its paragraph.
std::string quote_in_context(const std::string& text, segmenter::Span span) {
  span.end = std::min(span.end, text.size());
  span.start = std::min(span.start, span.end);
  const std::size_t line = span.start == 0 ? std::string::npos : text.rfind('\n', span.start - 1);
  std::size_t first = line == std::string::npos ? 0 : line + 1;
  if (span.start - first > kAround) first = span.start - kAround;
  while (first < span.start && continues(text[first])) ++first;
  std::size_t last = std::min(text.find('\n', span.end), text.size());
  if (last - span.end > kAround) last = span.end + kAround;
  while (last > span.end && last < text.size() && continues(text[last])) --last;
  const bool cut_first = first > 0 && text[first - 1] != '\n';
  const bool cut_last = last < text.size() && text[last] != '\n';
  return (cut_first ? "…" : "") + escaped(text.substr(first, span.start - first)) + "<mark>" +
         escaped(text.substr(span.start, span.size())) + "</mark>" +
         escaped(text.substr(span.end, last - span.end)) + (cut_last ? "…" : "");
}

// "7.2 · page 3"
std::string where(const Words& words, const Inspected& inspected, const db::Place& place) {
  std::string title =
      whereabouts(inspected.document.text, inspected.structure, place.span.start, words);
  if (page_of(place) > 0)
    title += " · " + words.text("page_number", std::to_string(page_of(place)));
  return title;
}

bool is_scanned(const ingest::Document& document, segmenter::Span span) {
  return std::any_of(document.lines.begin(), document.lines.end(), [&](const ingest::Line& line) {
    return line.source == ingest::TextSource::kOcr && line.start != ingest::kNowhere &&
           line.start < span.end && line.end > span.start;
  });
}

void write_doubt(std::ostream& out, const Words& words, const ingest::Document& document,
                 segmenter::Span span) {
  const float confidence = ingest::confidence_at(document, span.start, span.end);
  if (confidence < kDoubtfulConfidence) {
    out << fmt::format("<p class=\"doubt\">⚠ {}</p>\n",
                       escaped(words.text("doubt", std::to_string(std::lround(100 * confidence)))));
  } else if (is_scanned(document, span)) {
    out << fmt::format("<p class=\"soft\">{}</p>\n", escaped(words.text("scanned")));
  }
}

void write_place(std::ostream& out, const ReportOptions& options, const Inspected& inspected,
                 const db::Flag& flag, std::string_view side, const PageImages& images,
                 const std::string& prefix, bool with_text) {
  const Words& words = options.words;
  const ingest::Document& document = inspected.document;
  const db::Place& place = side == "a" ? flag.place : *flag.other;
  std::string title(words.text(side == "a" ? "here" : "against"));
  title += " · " + where(words, inspected, place);
  out << fmt::format(
      "<section class=\"place {}\"><h5>{} {}</h5>\n<blockquote lang=\"{}\">{}</blockquote>\n", side,
      side == "a" ? "①" : "②", escaped(title), escaped(inspected.structure.language),
      quote_in_context(document.text, place.span));
  write_doubt(out, words, document, place.span);
  out << cutting(options, document, place, side, images, prefix);
  if (with_text) {
    out << fmt::format("<a class=\"go\" href=\"#t-{}-{}\" data-id=\"{}\" data-side=\"{}\">{}</a>\n",
                       flag.id, side, flag.id, side, escaped(words.text("in_text")));
  }
  out << "</section>\n";
}

// The sentences that it rests on and does not quote itself.
void write_evidence(std::ostream& out, const Words& words, const Inspected& inspected,
                    const db::Flag& flag, std::span<const FlagEvidence> evidence, bool with_text) {
  const auto told = [](const FlagEvidence& one) { return one.shown_by_flag; };
  if (std::all_of(evidence.begin(), evidence.end(), told)) return;
  out << fmt::format("<details class=\"rests\" open><summary>{}</summary>\n<ol>\n",
                     escaped(words.text("rests_on")));
  for (std::size_t i = 0; i < evidence.size(); ++i) {
    const db::Place& place = evidence[i].sentence;
    if (evidence[i].shown_by_flag) continue;
    const std::string side = evidence_side(i + 1);
    out << fmt::format(
        "<li><q lang=\"{}\">{}</q> ", escaped(inspected.structure.language),
        escaped(inspected.document.text.substr(place.span.start, place.span.size())));
    if (with_text) {
      out << fmt::format(
          "<a class=\"go\" href=\"#t-{0}-{1}\" data-id=\"{0}\" data-side=\"{1}\">{2}</a>", flag.id,
          side, escaped(where(words, inspected, place)));
    } else {
      out << fmt::format("<span class=\"soft\">{}</span>", escaped(where(words, inspected, place)));
    }
    out << "</li>\n";
  }
  out << "</ol></details>\n";
}

void write_verdict(std::ostream& out, const Words& words, const db::Flag& flag) {
  const auto button = [&](std::string_view verdict, std::string_view word) {
    return fmt::format(
        "<button type=\"button\" data-verdict=\"{}\" aria-pressed=\"false\">{}</button>", verdict,
        escaped(words.text(word)));
  };
  out << fmt::format("<div class=\"verdict js-only\" role=\"group\" aria-label=\"{}\">{}{}{}",
                     escaped(words.text("verdict")), button("confirmed", "confirm"),
                     button("dismissed", "dismiss"), flag.decision ? button("undo", "undo") : "");
  out << fmt::format(
      "<input type=\"text\" maxlength=\"400\" placeholder=\"{0}\" aria-label=\"{0}\"></div>\n",
      escaped(words.text("note_here")));
}

}  // namespace

std::string evidence_side(std::size_t rank) {
  return fmt::format("e{}", rank);
}

void write_card(std::ostream& out, const ReportOptions& options, const Inspected& inspected,
                const db::Flag& flag, std::span<const FlagEvidence> evidence,
                const PageImages& images, const std::string& prefix, std::size_t id_length) {
  const Words& words = options.words;
  const bool with_text = options.text != ReportOptions::Text::kNone;
  const std::string_view status = db::status(flag);
  out << fmt::format(
      "<article class=\"card {1}\" id=\"f-{0}\" tabindex=\"0\" data-id=\"{0}\" data-kind=\"{2}\" "
      "data-severity=\"{1}\" data-status=\"{3}\" aria-labelledby=\"h-{0}\">\n<div "
      "class=\"top\"><h4 "
      "id=\"h-{0}\"><span class=\"severity\">{4}</span> · {5}</h4><code>{6}</code><span "
      "class=\"tag "
      "status {3}\">{7}</span><span class=\"said tag\" aria-live=\"polite\"></span>",
      flag.id, escaped(flag.severity), escaped(flag.kind), status,
      escaped(words.severity(flag.severity)), escaped(words.finding(flag.kind)),
      flag.id.substr(0, id_length), escaped(words.status(status)));
  if (flag.check == "model") {
    out << fmt::format("<span class=\"soft\">{}</span>",
                       escaped(words.text("score", fmt::format("{:.2f}", flag.score))));
  }
  const std::string why = explanation_in(words.code(), flag.explanation);
  out << fmt::format(
      "</div>\n<p class=\"why\" lang=\"{}\">{}</p>\n",
      why == flag.explanation ? escaped(inspected.structure.language) : std::string(words.code()),
      escaped(why));
  if (flag.decision) {
    std::string line = words.text("decided", flag.decision->by, flag.decision->at.substr(0, 10));
    if (!flag.decision->note.empty()) line += " · " + words.text("note", flag.decision->note);
    out << fmt::format("<p class=\"soft\">{}</p>\n", escaped(line));
  }
  out << "<div class=\"pair\">\n";
  write_place(out, options, inspected, flag, "a", images, prefix, with_text);
  if (flag.other) {
    write_place(out, options, inspected, flag, "b", images, prefix, with_text);
  } else {
    out << fmt::format("<p class=\"soft\">{}</p>\n", escaped(words.text("one_place")));
  }
  out << "</div>\n";
  write_evidence(out, words, inspected, flag, evidence, with_text);
  write_verdict(out, words, flag);
  out << "</article>\n";
}

}  // namespace proviso::tasks
